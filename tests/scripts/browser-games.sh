#!/usr/bin/env bash
# Whole games in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/games.mjs
