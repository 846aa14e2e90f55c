#!/usr/bin/env bash
# Tables of a house in the terminal: whole games of two people, talk, votes, and a house that is killed and restarted.
cd "$(dirname "$0")/../.." && exec python3 tests/scripts/join.py "${BUILD:-$PWD/build}/asan/safehouse"
