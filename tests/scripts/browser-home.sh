#!/usr/bin/env bash
# The home page, the menu, and what people find there of their games, in real browsers.
exec "${BUILD:-build}/page/node" tests/browser/home.mjs
