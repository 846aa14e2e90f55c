#!/usr/bin/env bash
# Every screen, at two sizes, in a real browser.
exec web/node_modules/node-linux-*/bin/node tests/browser/screens.mjs
