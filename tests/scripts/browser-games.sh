#!/usr/bin/env bash
# Whole games in a real browser.
exec web/node_modules/node-linux-*/bin/node tests/browser/games.mjs
