#!/usr/bin/env bash
# Inside Job over the wire: nobody gets a byte that they may not know.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/leaks.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/leaks.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
