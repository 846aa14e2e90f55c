#!/usr/bin/env bash
# Nothing jumps on the page of a table, in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/shifts.mjs
