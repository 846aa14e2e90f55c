#!/usr/bin/env bash
# The page's eyes, held against the command's.
exec web/node_modules/node-linux-*/bin/node tests/browser/lens.mjs
