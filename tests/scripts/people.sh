#!/usr/bin/env bash
# People at a house, over the wire against the real server: names, votes about each other, talk, codes, devices.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/people.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/people.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
