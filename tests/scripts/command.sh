#!/usr/bin/env bash
# The command exits with 0 if all is well, 1 for bad input, 2 for a bad command line.  An error is one line on stderr.
# JSON output is valid JSON.
. "$(dirname "$0")/tap.sh"
safehouse=$BUILD/release/safehouse
own_folder

says_no() { # program, status, arguments
    local status
    "$1" "${@:3}" >"$(at out)" 2>"$(at err)" </dev/null
    status=$?
    cat "$(at err)"
    [ $status -eq "$2" ] || { echo "exit $status"; return 1; }
    [ ! -s "$(at out)" ] || { echo "stdout:"; head -n 5 "$(at out)"; return 1; }
    [ "$(wc -l <"$(at err)")" -eq 1 ] || { echo "not one line"; return 1; }
    grep -q '^safehouse: ..' "$(at err)"
}
refuse() { # status, arguments
    check "exit $*" says_no "$safehouse" "$@"
    check "exit $*, asan" says_no "$BUILD/asan/safehouse" "$@"
}

# ---- bad command lines

refuse 2
refuse 2 --lang pl
refuse 2 --lang xx games
refuse 2 nonsense
refuse 2 -x
refuse 2 games --nonsense
refuse 2 games -x
refuse 2 games --json=1
refuse 2 games more
refuse 2 verify
refuse 2 replay
refuse 2 deck
refuse 2 deck check
refuse 2 deck chekc decks/dead-drop.csv
refuse 2 schema
refuse 2 help nonsense
refuse 2 play
refuse 2 simulate
refuse 2 games --lang xx
for command in play simulate schema laws bench signature; do
    refuse 2 $command no-such-game
done
for command in play simulate; do
    refuse 2 $command dead-drop more
    refuse 2 $command dead-drop --nonsense
    for bad in --seats=0 --seats=1 --seats=9 --seats=x --seats=-3 --seats= --seats=03 --seats=99999999999999999999 \
        --seed= --seed=12g4 "--seed=$(printf '%065d' 1)" --seed=-1 \
        --option= --option=rounds --option==3 --option=nonsense=1 --option=rounds=9 --option=rounds= --option=search=maybe \
        --bots= --bots=nobody --bots=random,random --bots=random,random,random,random,random; do
        [ "$command $bad" = "play --bots=random,random" ] || refuse 2 $command dead-drop "$bad"
    done
    refuse 2 $command dead-drop --option rounds=1 --option rounds=2
    refuse 2 $command dead-drop --seats
    refuse 2 $command dead-drop --seed
done
for bad in --games=0 --games=x --games=-1 --games=1.5 --games=100000001 --bots=human; do
    refuse 2 simulate dead-drop "$bad"
done
for bad in x=1 = sockets sockets= sockets=0 sockets=x =5 sock=5; do
    refuse 2 serve --limit "$bad"
done
for bad in '' n.1 'n 1' ł "$(printf '%032d' 1)"; do
    refuse 2 serve --data postgres://localhost/house --node "$bad"
done
refuse 2 serve --data "$(at never)" --node n1
refuse 2 backup "$(at never)" --data postgres://ada:secret@localhost/house
tells_no_password() { # arguments
    local out
    out=$("$safehouse" "$@" 2>&1 </dev/null) && return 1
    echo "$out"
    [ -n "$out" ] && ! grep -q secret <<<"$out"
}
for url in postgres://ada:secret@127.0.0.1:1/house postgres://ada:secret postgres://ada:not@secret@127.0.0.1/house \
    postgres://ada:not/secret@127.0.0.1/house postgres://ada:secret@[::1/house "postgres://127.0.0.1:1/house?password=secret&x=y"; do
    check "check $url" tells_no_password check "$url"
    check "serve --data $url" tells_no_password serve --port 0 --data "$url"
done
check "a limit that there is not: which there are" bash -c "'$safehouse' serve --limit x=1 2>&1 | grep 'sockets, .*delay'"
check "a limit that is too much: how far it goes" bash -c "'$safehouse' serve --limit rate=0 2>&1 | grep 'rate=N.* 1 to 100000'"
check "a number that is too large: how far it goes" bash -c "'$safehouse' serve --port 99999 2>&1 | grep 'port.* 0 to 65535'"
refuse 2 simulate dead-drop --games 2 --record "$(at never)"
refuse 2 play dead-drop --dealer nobody
refuse 2 play dead-drop --color blue
refuse 2 play --seats 3 --resume tests/golden/dead-drop-3.record
for bad in 0 4 9 -1 x '' rooms; do
    refuse 2 replay tests/golden/dead-drop-3.record --seat "$bad"
done

refuse 2 arena inside-job
refuse 2 arena inside-job --bots sensible
refuse 2 arena inside-job --bots sensible,random,random
refuse 2 arena dead-drop --bots sensible,random # the sensible bot does not play this game

names() { # a word, arguments: the error names the word
    ! "$safehouse" "${@:2}" 2>"$(at err)" >"$(at out)" </dev/null && grep -qF -e "$1" "$(at err)"
}
for word in nonsense -x; do
    check "names $word" names $word $word
    check "names $word, an option" names $word games $word
done
check "names an option" names --nonsense games --nonsense
check "names an option of another command" names --seat games --seat 1
check "names a game" names no-such-game simulate no-such-game
check "names a bot" names nobody simulate dead-drop --bots nobody
check "names a value" names --games simulate dead-drop --games x
check "names a missing value" names --games simulate dead-drop --games
check "an option is no value" names 'write --games=--json' simulate dead-drop --games --json
check "an option is no value of a text" names 'write --name=-x' play dead-drop --name -x
check "unless it is said that it is" names 'from 1 to' simulate dead-drop --games=--json
check "a number below 0 is a value" names 'from 1 to' simulate dead-drop --games -1
check "a - alone is a value" names '-:' simulate dead-drop --deck - --option nonsense=1
check "names an option of the game" names colour simulate dead-drop --option colour=red
check "names the values of an option" names 1..4 simulate dead-drop --option rounds=9
check "names the seats there are" names 4 simulate dead-drop --seats 9
check "names a file" names missing.csv simulate dead-drop --deck missing.csv

# ---- the language

in_russian() { # of an error, wherever --lang stands
    "$safehouse" "$@" >"$(at out)" 2>"$(at err)" </dev/null
    cat "$(at err)"
    LC_ALL=C.UTF-8 grep -q 'safehouse: .*[аеио]' "$(at err)"
}
check "Russian: no command" in_russian --lang ru
check "Russian: no such command" in_russian nonsense --lang ru
check "Russian: no such command, --lang first" in_russian --lang ru nonsense
check "Russian: --lang before a command" in_russian --lang=ru play no-such-game
check "Russian: no such option" in_russian play inside-job --nonsense --lang ru
check "Russian: no such option, abbreviated" in_russian play inside-job --nonsense --la ru
check "Russian: a bad value" in_russian play inside-job --name '' --lang ru
check "Russian: a missing value" in_russian play inside-job --lang=ru --seats
check "Russian: another option instead of a value" in_russian play inside-job --seats --lang ru
check "Russian: another option instead of a value, --lang later" in_russian play inside-job --name --seats 3 --lang ru
check "Russian: the last of two" in_russian games --nonsense --lang en --lang ru
check "a value that begins with dashes is no --lang" eval '! in_russian play inside-job --name=--lang ru'
file_error() { # the sentence has no words of the system's
    in_russian "$@" --lang ru && ! grep -qiE 'such file|directory|denied' "$(at err)"
}
check "Russian: a missing file" file_error verify "$(at missing)"
check "Russian: a folder" file_error verify "$(at .)"
check "Russian: a file in no folder" file_error simulate dead-drop --record "$(at missing/record)"
check "Russian: a house in a folder" file_error serve --port 0 --data "$(at .)"
check "a node says which letters it takes" names 'A to Z' serve --data postgres://localhost/house --node 'a b'
check "a name says why it is refused" names 'too long' play dead-drop --name "$(printf '%040d' 1)"
check "the name of the game, not its code" names 'Inside Job' simulate inside-job --option colour=red
for lang in pl ru; do
    check "no English capitals in the help, $lang" eval "! '$safehouse' help --lang $lang | grep -E '\b(GAME|FILE|OPTION|WORD|FROM|TO)\b'"
done

# ---- seats and bots, as people count and call them

seat_of() { "$safehouse" simulate inside-job --seats 4 --option roles=wired --option given=wired:$1 --record "$(at seats)" >/dev/null && sed -n 's/^option given=wired://p' "$(at seats)"; rm -f "$(at seats)"; }
check "a role is given to the first seat, which a record calls 0" test "$(seat_of 1)" = 0
check "or to the last" test "$(seat_of 4)" = 3
refuse 2 simulate inside-job --seats 4 --option roles=wired --option given=wired:0
refuse 2 simulate inside-job --seats 4 --option leader=0
check "values of options count seats from 1" names 'random|1|2|3|4|5' simulate inside-job --option leader=0
same_bots() { diff <("$safehouse" simulate inside-job --games 5 --json --bots "$1" --lang "$2") <("$safehouse" simulate inside-job --games 5 --json --bots "$3"); }
check "bots by their Polish names" same_bots rozsądny,losowy,losowy,losowy pl sensible,random,random,random
check "bots by their Russian names" same_bots случайный ru random
check "bots are shown by the names that are typed" eval "'$safehouse' simulate inside-job --games 5 --bots random --lang pl | grep -q '^1 losowy: '"

# ---- bad input

printf 'rank,suit\n1,2\n' >"$(at columns.csv)"
printf 'number,name\n1,Key\n' >"$(at few.csv)"
head -c 33000 /dev/zero | tr '\0' '#' >"$(at large.csv)"
for file in missing.csv columns.csv few.csv large.csv .; do
    refuse 1 deck check "$(at $file)"
    refuse 1 simulate dead-drop --deck "$(at $file)"
    refuse 1 play dead-drop --deck "$(at $file)"
done
refuse 1 simulate dead-drop --deck decks/dead-drop.csv --deck decks/dead-drop.csv
refuse 2 simulate dead-drop --edition 3
refuse 2 simulate dead-drop --edition 0
refuse 2 simulate sentient --edition 2
refuse 2 play --resume tests/golden/dead-drop-3.record --edition 1
head -c 3000000 /dev/zero >"$(at zeros)"
for file in missing zeros few.csv .; do
    refuse 1 verify "$(at $file)"
    refuse 1 replay "$(at $file)"
    refuse 1 replay --json "$(at $file)"
    refuse 1 play --resume "$(at $file)"
done
refuse 1 simulate dead-drop --record "$(at missing/record)"
refuse 1 simulate dead-drop --record "$(at .)"
no_record_played() { "$safehouse" play dead-drop --record "$(at missing/record)" </dev/null; [ $? -eq 1 ]; }
check "exit 1: play cannot write its record" no_record_played
only_files() { # a pipe, or a device, is not replaced by a file
    mkfifo "$(at pipe)" && exec 9<>"$(at pipe)"
    "$safehouse" simulate dead-drop --record "$(at pipe)"
    [ -p "$(at pipe)" ]
    local status=$?
    rm "$(at pipe)"
    return $status
}
check "a record replaces nothing but files" only_files
full() { "$safehouse" "$@" >/dev/full; [ $? -eq 1 ]; }
check "exit 1: games to a full disk" full games
check "exit 1: replay to a full disk" full replay --json tests/golden/dead-drop-3.record
check "exit 1: help to a full disk" full help
check "no file is left behind" test "$(ls "$folder" | sort | xargs)" = "columns.csv err few.csv large.csv out zeros"

# ---- good ones

quiet() { # exit 0, something on stdout, nothing on stderr
    "$@" >"$(at out)" 2>"$(at err)" </dev/null || { cat "$(at err)"; return 1; }
    [ -s "$(at out)" ] && [ ! -s "$(at err)" ]
}
mapfile -t commands < <("$safehouse" help | awk '$1 == "safehouse" {print $2}')
check "there are commands" test ${#commands[@]} -gt 9
for lang in en pl ru; do
    check "help, $lang" quiet "$safehouse" help --lang $lang
    for word in "${commands[@]}" dead-drop; do
        check "help $word, $lang" quiet "$safehouse" help "$word" --lang $lang
    done
    for word in "${commands[@]}"; do
        check "$word --help, $lang" quiet "$safehouse" "$word" --help --lang $lang
    done
    check "games, $lang" quiet "$safehouse" games --lang $lang
    check "simulate, $lang" quiet "$safehouse" simulate dead-drop --games 10 --lang $lang
    check "replay, $lang" quiet "$BUILD/asan/safehouse" replay tests/golden/dead-drop-4.record --lang $lang
    check "replay of a seat, $lang" quiet "$BUILD/asan/safehouse" replay --seat 1 tests/golden/dead-drop-4.record --lang $lang
done
check "--help" quiet "$safehouse" --help
check "play without input" quiet "$safehouse" play dead-drop
check "play without input, asan" quiet "$BUILD/asan/safehouse" play dead-drop
for deck in decks/*.csv; do
    check "deck check $deck" quiet "$safehouse" deck check "$deck"
done
moves_of() { # the legal moves after so many moves of a record
    awk -v n="$1" '{print} /^begin$/ {at = NR} at && NR == at + n {exit}' tests/golden/sentient-2.record >"$(at half)" && "$safehouse" moves --json "$(at half)" |
        python3 -c 'import json, sys; moves = json.load(sys.stdin); assert moves and all(m["brings"] for m in moves)'
}
edition_of() { # the edition in a record that was simulated with these options
    "$safehouse" simulate dead-drop --record "$(at edition)" "$@" >/dev/null && sed -n 's/^edition //p' "$(at edition)"
}
check "a game has the newest edition" test "$(edition_of)" = 2
check "or the one that is asked for" test "$(edition_of --edition 1)" = 1
not_checked() { "$safehouse" verify "tests/kept/records/$1.record" | grep -c "^Not checked"; }
check "verify says which boxes of format 1 it cannot check" test "$(not_checked sentient-own-deck) $(not_checked sentient-3)" = "1 0"
check "moves, with what they bring" moves_of 51
in_words() { # the legal moves of people, without notation and with seats from 1
    "$safehouse" moves "$(at half)" --lang "$1" >"$(at out)" && cat "$(at out)" && [ "$(grep -cE "^$2\$" "$(at out)")" -eq 1 ] &&
        grep -qE "^1\. $3" "$(at out)" && ! grep -qE '^[0-9] |plug [0-9] ' "$(at out)"
}
check "moves in words" in_words en 'Choices of Player 1:' 'plug it into network slot 2'
check "moves in words of Polish" in_words pl 'Ruchy do wyboru .Gracz 1.:' 'podłącz kartę na miejscu 2'
check "JSON" python3 tests/scripts/command.py "$safehouse"
arena() { "$safehouse" arena "$@" --games 2 --json | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 8'; }
check "arena, two roles at four kinds of tables" arena inside-job --bots sensible,random
measured() { # what a command prints has this
    "$safehouse" "${@:2}" >"$(at out)" && cat "$(at out)" && grep -qE "$1" "$(at out)"
}
check "arena names roles" measured '^Insider: .* [0-9]+\.[0-9]%' arena inside-job --bots sensible,random --games 2
check "arena in Polish names roles, with a comma" measured '^Kret: .* [0-9]+,[0-9]% \([0-9]+,[0-9]–[0-9]+,[0-9]\)' arena inside-job --bots sensible,random --games 2 --lang pl
check "simulate in Russian, with a comma" measured '[0-9],[0-9]%.* [0-9],[0-9][0-9] ' simulate dead-drop --games 3 --lang ru
check "simulate in English, with a point" measured '[0-9]\.[0-9]%.* [0-9]\.[0-9][0-9] ' simulate dead-drop --games 3
check "bench in Polish, with a comma and the game's title" measured '^Skrytka, .* [0-9]+,[0-9] ' bench dead-drop --seats 3 --lang pl
check "the name of a person in Polish" measured '^  --name IMIĘ$' help play --lang pl
check "the name of an option in Polish" measured '^  --option NAZWA=WARTOŚĆ$' help play --lang pl
no_typing() { # an error in a record does not tell its reader to type something
    for bad in nonsense drop 'drop 99'; do
        sed "s/^0 drop .*/0 $bad/" tests/golden/dead-drop-3.record >"$(at bad)"
        for lang in en:type pl:wpisz ru:введите; do
            "$safehouse" verify "$(at bad)" --lang "${lang%:*}" 2>"$(at err)" && return 1
            cat "$(at err)"
            ! grep -q "${lang#*:}" "$(at err)" || return 1
        done
    done
}
check "an error in a record speaks of the record" no_typing
check "arena with seats and options" arena dead-drop --bots random,random --seats 4 --option rounds=1

# ---- the version

told=$("$safehouse" --version)
project=$(sed -n 's/^project(safehouse VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
commits=$(grep -cE '^commit [0-9a-f]{12}(-dirty)?$' <<<"$told")
check "--version tells the version" test "$(head -n 1 <<<"$told")" = "safehouse $project"
check "--version tells the commit, if there is one" test "$commits" -eq "$(ls -d .git COMMIT 2>/dev/null | wc -l)"
check "--version tells the editions" test "$(sed -n 's/ edition [0-9]*$//p' <<<"$told" | uniq)" = "$("$safehouse" games | grep '^[a-z]')"
check "--version tells both editions of Dead Drop" test "$(grep -c '^dead-drop edition [12]$' <<<"$told")" = 2
check "version is --version, in every language" test "$told" = "$("$safehouse" version --lang pl)"
finish
