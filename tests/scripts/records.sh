#!/usr/bin/env bash
# The command refuses a damaged record with its line: verify finds cuts, changes, missing and misplaced lines, while replay
# accepts a record that ends after a line of its moves.  A damaged deck is refused with its line, or is still good.
# Here some of the damages are tried, because each starts a process or four; test_damage tries them all.
. "$(dirname "$0")/tap.sh"
safehouse=$BUILD/release/safehouse
own_folder

by_seed() { "$safehouse" simulate dead-drop --seed "$1" --record "$folder/seed" "${@:2}"; }
with_deck() { # the record contains the deck
    { echo "# Żółw, a deck of our own"; tail -n +2 decks/dead-drop.csv; } >"$folder/own.csv"
    "$safehouse" simulate dead-drop --seats 4 --seed abc --option rounds=1 --deck "$folder/own.csv" --record "$folder/deck"
}
by_hand() { # roles, documents and the signal are typed, then the moves of seat 0
    printf '%s\n' mole 7 4 19 any 1 1 1 |
        "$safehouse" play dead-drop --dealer human --option rounds=1 --option spare=0 --record "$folder/hand"
}
check "a record by seed" by_seed 1f
check "a record with a deck" with_deck
check "a record by hand" by_hand
cp tests/golden/commit.record "$folder/commit"

try() { python3 tests/scripts/records.py "$@"; }
check "a record of the first edition" by_seed 1f --edition 1
cp "$folder/seed" "$folder/first"
check "a record by seed again" by_seed 1f
check "boxes are as doc/records.md says" python3 tests/scripts/box.py "$folder"/{seed,first,deck,hand,commit} tests/golden/*.record
for kind in seed deck hand commit; do
    check "$kind: verify" "$safehouse" verify "$folder/$kind"
    for test in cuts changes lines; do
        check "$kind: $test" try "$safehouse" $test "$folder/$kind" 13
        check "$kind: $test, asan" try "$BUILD/asan/safehouse" $test "$folder/$kind" 61
    done
done
check "deck" try "$safehouse" deck decks/dead-drop.csv 3
check "deck, asan" try "$BUILD/asan/safehouse" deck decks/dead-drop.csv 17
finish
