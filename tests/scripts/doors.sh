#!/usr/bin/env bash
# Connections to a house, over the wire against the real server: limits, bad guests, TLS, opening and closing.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/doors.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/doors.py "$BUILD/asan/safehouse" || tap_failed=1
SAFEHOUSE_PAGE=OFF python3 tests/scripts/doors.py "$BUILD/clang/safehouse" page || tap_failed=1
exit $tap_failed
