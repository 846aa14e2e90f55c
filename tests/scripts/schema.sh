#!/usr/bin/env bash
# The output of `replay --json` matches `schema`.
. "$(dirname "$0")/tap.sh"
for record in tests/golden/*.record; do
    check "$record" python3 tests/scripts/schema.py "$BUILD/release/safehouse" "$record"
done
finish
