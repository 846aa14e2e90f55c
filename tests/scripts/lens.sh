#!/usr/bin/env bash
# The page's eyes, held against the command's.
exec "${BUILD:-build}/page/node" tests/browser/lens.mjs
