#!/usr/bin/env bash
# clang-tidy finds nothing in our sources.
. "$(dirname "$0")/tap.sh"
check "clang-tidy" tools/tidy
finish
