#!/usr/bin/env bash
# Two houses on one PostgreSQL, over the wire: lobby, own tables, codes, devices, budgets, and tables that change their node.
. "$(dirname "$0")/tap.sh"
python3 tests/scripts/nodes.py "$BUILD/release/safehouse" || tap_failed=1
python3 tests/scripts/nodes.py "$BUILD/asan/safehouse" || tap_failed=1
exit $tap_failed
