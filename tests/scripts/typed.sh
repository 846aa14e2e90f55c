#!/usr/bin/env bash
# Whole games in the terminal in Polish and in Russian, typing only words of that language.
cd "$(dirname "$0")/../.." && exec python3 tests/scripts/typed.py "${BUILD:-$PWD/build}/asan/safehouse"
