#!/usr/bin/env bash
# The lens of the page shows the same as the command.
exec "${BUILD:-build}/page/node" tests/browser/lens.mjs
