#!/usr/bin/env bash
# Every screen, at two sizes, in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/screens.mjs
