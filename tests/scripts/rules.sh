#!/usr/bin/env bash
# Every rule of every game is named by a test.
. "$(dirname "$0")/tap.sh"
check "every rule has a test" python3 tools/rules.py
finish
