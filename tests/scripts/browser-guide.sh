#!/usr/bin/env bash
# The guide for beginners, in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/guide.mjs
