#!/usr/bin/env bash
# Boards over whole games, in a real browser: what is on them can be read, and stays where it is.
exec "${BUILD:-build}/page/node" tests/browser/boards.mjs
