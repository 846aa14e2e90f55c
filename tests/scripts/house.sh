#!/usr/bin/env bash
# The protocol of a house (doc/protocol.md), over the wire against the real server.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/house.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/house.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
