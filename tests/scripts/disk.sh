#!/usr/bin/env bash
# What a house keeps, and the disk it is on: versions of the file, checks, backups, full disks and full pipes.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/disk.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/disk.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
