#!/usr/bin/env bash
# The page's code: its types, its style, and its tests (web/README.md).
. "$(dirname "$0")/tap.sh"
cd web || exit 1
for script in check lint test; do
    check "npm run $script" npm run --silent "$script"
done
finish
