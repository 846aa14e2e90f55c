#!/usr/bin/env bash
# The schema of the protocol: every kind of message in it is used, and what is not as it says is found.
. "$(dirname "$0")/tap.sh"
exec python3 tests/scripts/protocol.py "$BUILD/release/safehouse"
