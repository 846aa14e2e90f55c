#!/usr/bin/env bash
# A house that is attacked goes on for everybody else.  tools/siege attacks it for longer, and measures times.
. "$(dirname "$0")/tap.sh"
check "attacks of a few seconds" tools/siege --short "$BUILD/release/safehouse"
check "attacks of a few seconds, asan" tools/siege --short "$BUILD/asan/safehouse"
finish
