#!/usr/bin/env bash
# The house works the same if the store answers later, as a database does.
. "$(dirname "$0")/tap.sh"
for name in house house_store house_play house_limits house_disk people; do
    check "test_$name with late answers" env SAFEHOUSE_LATE=1 "$BUILD/asan/tests/test_$name"
done
finish
