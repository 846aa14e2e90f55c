#!/usr/bin/env bash
# Names in C: prefixes of modules, nothing that the C library or POSIX has.
. "$(dirname "$0")/tap.sh"
check "symbols have their module's prefix, and nothing shadows the C library" python3 tools/names.py "$BUILD/release"
finish
