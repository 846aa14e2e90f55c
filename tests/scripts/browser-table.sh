#!/usr/bin/env bash
# People at one table, in real browsers.
exec "${BUILD:-build}/page/node" tests/browser/table.mjs
