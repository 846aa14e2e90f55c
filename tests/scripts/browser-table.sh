#!/usr/bin/env bash
# People at one table, in real browsers.
exec web/node_modules/node-linux-*/bin/node tests/browser/table.mjs
