#!/usr/bin/env bash
# golden.sh [--write] - everybody sees the same as before in the golden games, at every move (tests/golden/README.md).
. "$(dirname "$0")/tap.sh"
safehouse=$BUILD/release/safehouse
orders=( # name, game and options of simulate
    "agents-2 agents --seats 2 --seed 1 --bots sensible,random"
    "agents-4 agents --seats 4 --seed 2 --option goal=10 --bots sensible,random,sensible,random"
    "agents-houses agents --seats 3 --seed 3 --option safe-houses=on --option finish-round=on --option goal=12 --bots sensible"
    "dead-drop-3 dead-drop --edition 1 --seats 3 --seed 1"
    "dead-drop-4 dead-drop --edition 1 --seats 4 --seed 4"
    "dead-drop-second dead-drop --edition 2 --seats 3 --seed 6 --option rounds=4"
    "dead-drop-short dead-drop --edition 1 --seats 3 --seed 5 --option rounds=2 --option spare=0 --option search=off"
    "inside-job-3 inside-job --seats 3 --seed 18 --bots random,random,random"
    "inside-job-larry inside-job --seats 2 --seed 4 --bots sensible,random"
    "inside-job-circle inside-job --seats 4 --seed 2 --option roles=inner-circle --bots sensible"
    "inside-job-cell inside-job --seats 5 --seed 4 --option roles=sleeper-cell --bots sensible,random,random,random,sensible"
    "inside-job-risk inside-job --seats 4 --seed 5 --option risk=on --bots random,random,random,random"
    "sentient-2 sentient --seats 2 --seed 1 --bots sensible,random"
    "sentient-4 sentient --seats 4 --seed 2 --bots sensible"
    "inside-job-plain inside-job --seats 5 --seed 8 --option raise=off --bots random,random,random,random,random"
)

sight() { # of a record: the whole state, what spectators see, what each seat sees
    local seats reader
    seats=$(awk '$1 == "seats" {print $2; exit}' "$1")
    echo "== everything"
    "$safehouse" replay --json "$1" | python3 tests/scripts/sight.py || return 1
    for reader in room $(seq 0 $((seats - 1))); do
        echo "== $reader"
        [ "$reader" = room ] || reader=$((reader + 1)) # people count seats from 1
        "$safehouse" replay --json --seat "$reader" "$1" | python3 tests/scripts/sight.py || return 1
    done
}
write() { # writes the sights, and the records that no longer verify
    local order name options record
    for order in "${orders[@]}"; do
        read -r name options <<<"$order"
        record=tests/golden/$name.record
        "$safehouse" verify "$record" >/dev/null 2>&1 ||
            "$safehouse" simulate $options --record "$record" >/dev/null || return 1
        sight "$record" >"tests/golden/$name.sight" || return 1
    done
}
same_sight() { sight "$1" | diff "${1%.record}.sight" - | cut -c 1-300; }
has_golden() { ls tests/golden/"$1"-*.record; }

if [ "${1:-}" = --write ]; then
    write
    exit
fi
games=$("$safehouse" games --json | python3 -c 'import json, sys; print(*(g["game"] for g in json.load(sys.stdin)))')
check "there are games" test -n "$games"
for game in $games; do
    check "$game has a golden game" has_golden "$game"
    for record in tests/golden/"$game"-*.record; do
        check "$record verifies" "$safehouse" verify "$record"
        check "$record is seen as it was" same_sight "$record"
    done
done
finish
