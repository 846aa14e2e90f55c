#!/usr/bin/env bash
# The nodes of a house are restarted and killed while people play, in real browsers.
exec python3 tests/scripts/browser-nodes.py
