#!/usr/bin/env bash
# The laws hold for every registered game, and a bot cannot be handed a state.
. "$(dirname "$0")/tap.sh"
check "all laws hold" "$BUILD/release/safehouse" laws

peek() { # SOURCE: compiles a bot's call with this as its view
    printf '#include "kit/record.h"\ngm_move peek(const gm_bot *, const record *, const gm_view *);\n%s' \
        "gm_move peek(const gm_bot *b, const record *r, const gm_view *v) { (void)r, (void)v;
         return b->choose($1, NULL, NULL, NULL); }" | gcc -std=c17 -Werror -fsyntax-only -I. -xc -
}
check "a bot takes a view" peek v
not_peek() { ! peek "$1"; }
check "a bot does not take a state" not_peek 'r->st'
finish
