#!/usr/bin/env bash
# Includes go one way: each layer includes only the layers above it.
. "$(dirname "$0")/tap.sh"
check "includes go down the layers only" python3 tools/layers.py
finish
