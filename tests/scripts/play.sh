#!/usr/bin/env bash
# Whole games in the terminal, with typed input: three languages, saving and resuming, taking back, dealing by hand,
# two people at one screen.
. "$(dirname "$0")/tap.sh"
safehouse=$BUILD/asan/safehouse
own_folder
typed() { # these lines are typed, then 1 again and again
    printf '%s\n' "$@" >"$(at typed)"
    printf '1\n%.0s' {1..2000} >>"$(at typed)"
}
sed -n 's/^msgid "\(..*\)"$/\1/p' po/en.po | grep -F . >"$(at keys)"
no_raw_words() { # it contains no key of the catalogs, and no placeholder of an argument
    ! grep -nwF -f "$(at keys)" "$1" && ! grep -nE '\{[0-9]' "$1"
}
quiet() { "$@" >"$(at out)" 2>"$(at err)" && [ ! -s "$(at err)" ] || { cat "$(at err)"; return 1; }; }

# ---- whole games

whole() { # language, game, seats, other options
    typed help rules state moves log discards 'why nonsense' undo
    quiet "$safehouse" play "$2" --seats "$3" --lang "$1" --seed 7 "${@:4}" --record "$(at record)" <"$(at typed)" &&
        "$safehouse" verify "$(at record)"
}
games=$("$safehouse" games --json |
    python3 -c 'import json, sys; [print(g["game"], n) for g in json.load(sys.stdin) for n in set(g["seats"])]')
check "there are games" test -n "$games"
while read -r game seats; do
    for lang in en pl ru; do
        check "$game, $seats seats, $lang" whole $lang "$game" "$seats"
        check "$game, $seats seats, $lang: told in words" no_raw_words "$(at out)"
    done
done <<<"$games"
for roles in sleeper-cell high-stakes inner-circle bad-company wired,decoy; do
    for lang in en pl ru; do
        check "inside-job, roles $roles, $lang" whole $lang inside-job 4 --option roles=$roles --bots random
        check "inside-job, roles $roles, $lang: told in words" no_raw_words "$(at out)"
    done
done

for lang in en pl ru; do
    check "agents, safe houses, $lang" whole $lang agents 3 --option safe-houses=on --option finish-round=on
    check "agents, safe houses, $lang: told in words" no_raw_words "$(at out)"
done

# ---- saving and resuming, taking back

play() { quiet "$safehouse" play dead-drop --seed c0ffee --record "$(at "$1")" "${@:2}" <"$(at typed)"; }
same() { cmp "$(at whole)" "$(at "$1")" && "$safehouse" verify "$(at "$1")"; }
typed
check "a game without a pause" play whole
go_on() { # after this many choices
    local ones
    ones=$(printf '1 %.0s' $(seq "$1"))
    rm -f "$(at saved)"
    typed $ones "save $(at saved)" quit && play left || return 1
    cmp "$(at saved)" "$(at left)" || return 1
    typed && quiet "$safehouse" play --resume "$(at saved)" --record "$(at gone-on)" <"$(at typed)" && same gone-on
}
for pause in 0 1 2 3 4; do
    check "go on after a pause, $pause" go_on $pause
done
overwritten() { # a file that is there is replaced only if the command comes twice; a game's own file at once
    echo precious >"$(at there)"
    typed "save $(at there)" quit quit && quiet "$safehouse" play dead-drop --seed c0ffee <"$(at typed)" || return 1
    grep -qx precious "$(at there)" && grep -q 'already exists' "$(at out)" || return 1
    typed "save $(at there)" "save $(at there)" 1 "save $(at there)" quit && quiet "$safehouse" play dead-drop --seed c0ffee <"$(at typed)" || return 1
    grep -qx '0 worth 1' "$(at there)" && [ "$(grep -c 'already exists' "$(at out)")" -eq 1 ]
}
check "save asks before it replaces a file" overwritten
taken_back() { typed "$@" && play back && same back; }
check "undo" taken_back 2 undo 1
check "undo twice" taken_back 2 undo 2 undo 1
check "undo with nothing to take back" taken_back undo 1
check "more moves than there are cannot be undone" taken_back 'undo 1' 1 'undo 2' 'undo 0' 'undo x'
practised() { # going back among bots and choosing as before gives the same record, but for the word practice
    typed "$@" && play back && grep -qx practice "$(at back)" || return 1
    diff <(grep -v '^hash ' "$(at whole)") <(grep -vE '^(practice$|hash )' "$(at back)") || return 1
    "$safehouse" verify "$(at back)" --lang en | grep -q 'practice game' &&
        "$safehouse" verify "$(at back)" --lang pl | grep -q 'partia treningowa' &&
        "$safehouse" verify "$(at back)" --lang ru | grep -q 'тренировочная партия'
}
check "undo when others have moved" practised 1 1 undo 1
check "undo of several moves" practised 1 1 1 'undo 3' 1 1 undo
check "undo in other words" practised 1 1 'UNDO   2' 1
stays_practice() { # also in a game that is resumed
    typed 1 1 undo "save $(at saved)" "save $(at saved)" quit && play left || return 1
    typed && quiet "$safehouse" play --resume "$(at saved)" --record "$(at back)" <"$(at typed)" && grep -qx practice "$(at back)"
}
check "a practice game stays one" stays_practice
check "lines that are no moves" taken_back '' 0 99 -1 1x 'drop 98' drop 'worth 3' 'accuse 2' save why "$(printf '%2000d' 1)" 1
for name in 'worth 1' 'worth   1' 'Worth 1' ' worth 1 '; do
    check "a move by its name: $name" taken_back "$name"
done
called() { # a person's name does not count as notation
    typed quit 1 quit quit && quiet "$safehouse" play dead-drop --seed c0ffee --name "$1" <"$(at typed)" || return 1
    typed "$2" && quiet "$safehouse" play dead-drop --seed c0ffee --name "$1" --record "$(at named)" <"$(at typed)" &&
        diff <(grep -vE '^(seat 0|hash) ' "$(at whole)") <(grep -vE '^(seat 0|hash) ' "$(at named)")
}
check "a person called worth" called worth 'worth 1'
check "a person called 1" called 1 'worth 1'
seat_by_name() { # search Celina
    typed 'search celina' && play searched && grep -qx '0 search 2' "$(at searched)"
}
check "a seat by its name" seat_by_name
any_words() { # notation without the back of the card, in any order
    typed 'play 12 left-only-cmd' 'left-left-pts 25' 'LAY left 17' end quit quit
    quiet "$safehouse" play agents --seed 7 --bots human,random --record "$(at words)" <"$(at typed)"
    diff <(sed '1,/^begin/d' "$(at words)" | grep ^0 | head -4) - <<'END'
0 play 12 left-only-cmd b1
0 play 25 left-left-pts b2
0 lay 17 left s1
0 end
END
}
check "a move by some of its words" any_words
said() { # game, seed, what is typed, and the move as the record has it
    typed "$3" quit quit
    quiet "$safehouse" play "$1" --seed "$2" --lang "${5:-en}" --record "$(at said)" <"$(at typed)" || return 1
    sed '1,/^begin/d' "$(at said)" | grep '^0' | head -1 | diff <(echo "0 $4") -
}
check "a move by its words" said dead-drop c0ffee 'lead 2' 'worth 2'
check "a move by its words in another order" said dead-drop c0ffee '1 Celina worth search' 'search 2'
check "a seat by its number, from 1" said dead-drop c0ffee 'search 3' 'search 2'
check "a move by words of Polish without diacritics" said sentient 7 'FABRYCE 3 uslugi, bez asystentow' 'procure 3 0' pl
check "a move by other forms of its words" said sentient 7 'robot 57 z 2 asystent' 'procure 3 2' pl
check "a move by words of Russian" said sentient 7 'из ячейки 2 с 1 помощником' 'procure 2 1' ru
unsaid() { # game, seed, what is typed, what is answered: nothing is played
    typed "$3" quit quit
    quiet "$safehouse" play "$1" --seed "$2" --record "$(at said)" <"$(at typed)" || return 1
    ! sed '1,/^begin/d' "$(at said)" | grep '^0' && grep -q "$4" "$(at out)"
}
check "words of several moves are listed" unsaid dead-drop c0ffee 'search' '^4\. search Celina'
check "a word of no move is named" unsaid dead-drop c0ffee 'inspect Celina' 'has the word “inspect”'
check "a number that is none of a move's" unsaid dead-drop c0ffee 'worth 3' '“3” does not fit here'
check "and what to type then" unsaid dead-drop c0ffee 'worth 3' 'Type “moves”'
check "the notation of a move that is not legal means that move" unsaid agents 7 'end' 'A4'
grouped() { # 24 ways to procure are four lines, and two for those that would bring something else; with a word, one line each
    typed 'moves procure' quit quit
    quiet "$safehouse" play sentient --seed 7 <"$(at typed)"
    [ "$(grep -c '^procure [A-Z][a-z]* [0-9]* from slot [1-4], ' "$(at out)")" -eq 4 ] && [ "$(grep -cE '^[0-9]+\. procure ' "$(at out)")" -eq 26 ]
}
check "moves that differ in one thing share a line" grouped
told_once() { # dice of a player in one line, cards too
    [ "$(grep -c ' rolls ' "$(at out)")" -eq 2 ] && [ "$(grep -c '^Investors from left' "$(at out)")" -eq 1 ] || return 1
    typed quit && quiet "$safehouse" play inside-job --seed 7 <"$(at typed)" && [ "$(grep -c '^Ada gets the cards ' "$(at out)")" -eq 1 ]
}
check "dice and deals are told in one line" told_once
not_meant() { # words of several moves, or of none: nothing is played
    typed buy 17 s1 play 'play 12' 'left' turn 'lay 17' 'play 12 left-left-cmd' quit quit
    quiet "$safehouse" play agents --seed 7 --bots human,random --record "$(at words)" <"$(at typed)"
    ! sed '1,/^begin/d' "$(at words)" | grep -q ^0
}
check "no move by words that do not say which" not_meant
changes() { # only what has changed is told again, also that something is gone
    typed 'play 12 left-only-cmd' 'lay 17 left' 'lay 17 hand' quit quit
    quiet "$safehouse" play agents --seed 7 --bots human,random <"$(at typed)"
    [ "$(grep -c '^Your hand:' "$(at out)")" -eq 2 ] && [ "$(grep -c '^Your left front' "$(at out)")" -eq 2 ] &&
        [ "$(grep -c '^Your right front' "$(at out)")" -eq 1 ] && [ "$(grep -c '^Situation Clean Sheet' "$(at out)")" -eq 3 ]
}
check "only what has changed is told again" changes
listed() { # what a move does comes before what it is worth
    typed quit quit && quiet "$safehouse" play agents --seed 7 --bots human,random <"$(at typed)"
    grep -q '^1\. play Courier (12) on the left front, .*: at the end of the turn you still score 0' "$(at out)"
}
check "a list says what each move does, then what it is worth" listed
warned() { # quit asks again after a move
    typed quit 1 quit 1 quit quit && quiet "$safehouse" play dead-drop --seed c0ffee <"$(at typed)" || return 1
    [ "$(grep -c 'quit' "$(at out)")" -ge 3 ]
}
check "quit asks each time" warned
check "a game that is over" quiet "$safehouse" play --resume "$(at whole)"

why() { typed "why $1" quit && play why && grep -oE "\b[A-Z]+[0-9]+\.[0-9]+\b" "$(at out)" | grep -qx "$2"; }
check "why names the rule: not yet" why "drop 1" D3.2
check "why names the rule: not oneself" why "search 1" D3.3
check "why names no rule for what is allowed" eval '! why "worth 1" ".*"'

# ---- dealing by hand

again() { # the moves are the same; only the lines of the deals and of the hash differ
    diff <(grep -vE '^(deal|hash) ' "$(at seeded)") <(grep -vE '^(deal|hash) ' "$(at hand)") &&
        grep -qx 'deal hand' "$(at hand)" && "$safehouse" verify "$(at hand)"
}
by_hand() { # seats, seed
    typed # changing seats takes a line, too, and any line will do
    quiet "$safehouse" play dead-drop --seats "$1" --bots human --seed "$2" --record "$(at seeded)" <"$(at typed)" &&
        python3 tests/scripts/play.py "$(at seeded)" >"$(at typed)" &&
        quiet "$safehouse" play dead-drop --seats "$1" --bots human --dealer human --record "$(at hand)" <"$(at typed)" &&
        again
}
for seed in 1 2 3; do
    check "dealing by hand, 3 seats, seed $seed" by_hand 3 $seed
    check "dealing by hand, 4 seats, seed $seed" by_hand 4 $seed
done
dealer_words() { # short answers; help, log and undo are no outcomes; a document is dealt once
    printf '%s\n' help log undo nonsense moves state 'role 9 mole' agent mole 3 3 7 'card 1 8' quit >"$(at typed)"
    quiet "$safehouse" play dead-drop --dealer human --record "$(at hand)" <"$(at typed)" && no_raw_words "$(at out)" &&
        diff <(sed '1,/^begin/d' "$(at hand)") - <<'END'
dealer role 0 agent
dealer role 1 mole
dealer role 2 agent
dealer card 0 3
dealer card 0 7
dealer card 0 8
END
}
check "what a dealer types" dealer_words
dealer_example() { # game, language: the example can be typed, and is no notation
    typed quit quit
    quiet "$safehouse" play "$1" --dealer human --lang "$2" <"$(at typed)" || return 1
    local example
    example=$(grep -oE '(instance|przykład|например) [“„«][^”»]*' "$(at out)" | head -1 | sed 's/.*[“„«]//')
    echo "$example"
    ! grep -qE '^[a-z]+ [0-9]' <<<"$example" || return 1
    typed "$example" quit quit
    quiet "$safehouse" play "$1" --dealer human --lang "$2" --record "$(at hand)" <"$(at typed)"
    sed '1,/^begin/d' "$(at hand)" | grep -q '^dealer '
}
for lang in en pl ru; do
    for game in agents dead-drop inside-job sentient; do
        check "the example for a dealer, $game, $lang" dealer_example $game $lang
    done
done
box_on_the_table() { # several dice at once, one of them wrong; then a typing error is taken back
    printf '%s\n' undo 'information service' '1 2' '1 2 3 4' undo 5 'military service transport information' '6 5 3 4 1' \
        '6 6 6 9 2' '6 1 3' '' 'procure 1 2' 44 undo 45 'plug 1 none' quit >"$(at typed)"
    quiet "$safehouse" play sentient --dealer human --record "$(at hand)" --bots human,human <"$(at typed)" &&
        no_raw_words "$(at out)" && diff <(sed '1,/^begin/d' "$(at hand)") - <<'END'
dealer half 0 information
dealer half 1 service
dealer stack 0
dealer stack 1
dealer card 1 1
dealer card 2 2
dealer card 3 3
dealer card 4 5
dealer token 1 military
dealer token 2 service
dealer token 3 transport
dealer token 4 information
dealer token 5 industry
dealer die 0 1 6
dealer die 0 2 5
dealer die 0 3 3
dealer die 0 4 4
dealer die 0 5 1
dealer die 1 1 6
dealer die 1 2 6
dealer die 1 3 6
dealer die 1 4 6
dealer die 1 5 1
0 procure 1 2
dealer card 1 45
0 plug 1 none
END
}
check "the box on the table" box_on_the_table
grep -q '^.*: 3\.$' "$(at out)"
check "a die too many is not taken for a card" test $? -eq 0
mistyped() { # a bot has plugged a card that was mistyped; the dealer takes the card back
    printf '%s\n' information service 2 1 '1 2 3 4' 'military service transport information' '6 5 3 4 1 6 6 6 6 1' 44 undo 45 \
        quit >"$(at typed)"
    quiet "$safehouse" play sentient --dealer human --record "$(at hand)" --bots human,random <"$(at typed)" || return 1
    [ "$(grep -c ' 44$' "$(at hand)")" -eq 0 ] && grep -q '^dealer card . 45$' "$(at hand)"
}
check "what a bot has acted on can be typed again" mistyped

# ---- two people

two() {
    typed
    quiet "$safehouse" play dead-drop --seed 9 --bots human,random,human --record "$(at two)" <"$(at typed)" &&
        "$safehouse" verify "$(at two)" && [ "$(grep -cE '^seat [02] human' "$(at two)")" -eq 2 ] &&
        grep -qx 'seat 1 bot.*' "$(at two)" && grep -qx 'bot random' "$(at two)"
}
check "two people at one screen" two
hidden() { # both people can read the part before the first turn; it has no role and no document in it
    local both
    both=$(awk -v RS= 'NR == 2' "$(at out)")
    [ -n "$both" ] && ! grep -iE 'mole|agent' <<<"$both" &&
        ! grep -F -f <(sed -n 's/^[0-9]*,//p' decks/dead-drop-2.csv) <<<"$both"
}
check "the dealing is nobody else's business" hidden
finish
