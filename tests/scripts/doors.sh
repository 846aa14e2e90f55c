#!/usr/bin/env bash
# The doors of a house: limits, bad guests, TLS, opening and closing, over the wire against the real server.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/doors.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/doors.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
