#!/usr/bin/env bash
# Records and databases that an older program made still open, replay, verify and go on (tests/kept/README.md).
. "$(dirname "$0")/tap.sh"
exec python3 tests/scripts/kept.py "$BUILD/release/safehouse"
