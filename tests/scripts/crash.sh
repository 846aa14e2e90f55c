#!/usr/bin/env bash
# A house that is killed loses nothing that it has told anybody.  tools/crash kills it more often.
. "$(dirname "$0")/tap.sh"
check "five kills" tools/crash 5 "$BUILD/release/safehouse"
check "three kills, asan" tools/crash 3 "$BUILD/asan/safehouse" 2
finish
