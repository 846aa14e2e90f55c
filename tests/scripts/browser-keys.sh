#!/usr/bin/env bash
# Whole games with the keyboard alone, in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/keys.mjs
