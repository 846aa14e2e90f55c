#!/usr/bin/env bash
# A short soak under sanitizers; tools/soak is the long one.
. "$(dirname "$0")/tap.sh"
check "250 games of every kind keep the invariants" tools/soak 250 "$BUILD/asan/safehouse"
finish
