#!/usr/bin/env bash
# The games play the same, byte for byte, with every compiler, and as when the golden file was made.
. "$(dirname "$0")/tap.sh"
golden() {
    local printed
    printed=$("$@") || return 1
    diff tests/golden/signatures - <<<"$printed"
}
for preset in release clang asan; do
    check "signatures: $preset" golden "$BUILD/$preset/safehouse" signature
done
check "signatures: wasm" golden node wasm/signature.mjs "$BUILD/wasm/core.wasm"
finish
