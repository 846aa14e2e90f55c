#!/usr/bin/env bash
# What an operator gets: the manual and the completion know every command; the Debian package is complete and runs.
. "$(dirname "$0")/tap.sh"
safehouse=$BUILD/release/safehouse
own_folder
mapfile -t commands < <("$safehouse" help | awk '$1 == "safehouse" {print $2}')
read_forms() { # language: what help says of commands and options
    mapfile -t forms < <("$safehouse" help --lang "$1" | sed -n 's/^  safehouse //p')
    mapfile -t options < <(for c in "${commands[@]}"; do "$safehouse" help "$c" --lang "$1"; done | sed -n 's/^  \(--.*\)/\1/p' | sort -u)
}
read_forms en
mapfile -t limits < <("$safehouse" help serve | sed -n 's/^  \([a-z-]*=[0-9]*\)$/\1/p')
mapfile -t games < <("$safehouse" games | grep '^[a-z]')

# ---- the manual

page() { # language: formats the manual, without a warning
    "$safehouse" manual --lang "$1" >"$(at page.1)" || return 1
    groff -k -man -Tutf8 -ww -rLL=500n -P-c -P-b -P-u "$(at page.1)" >"$(at page)" 2>"$(at err)" || return 1
    cat "$(at err)"
    [ ! -s "$(at err)" ]
}
told() { # some line of the manual begins like this
    awk -v what="$1" '{$1 = $1} index($0 " ", what " ") == 1 {found = 1} END {exit !found}' "$(at page)"
}
all_told() {
    local what
    for what in "${forms[@]}" "${options[@]}" "${limits[@]}" "${games[@]}" "${forms[@]/#/safehouse }"; do
        told "$what" || { echo "not there: $what"; return 1; }
    done
}
check "there is something to tell" test ${#forms[@]} -gt 9 -a ${#options[@]} -gt 9 -a ${#limits[@]} -gt 5 -a ${#games[@]} -gt 3
for lang in en pl ru; do
    read_forms $lang
    check "the manual, $lang" page $lang
    check "the manual tells everything, $lang" all_told
done
no_such_manual() { "$safehouse" manual fish; [ $? -eq 2 ]; }
check "exit 2: a manual of another kind" no_such_manual

# ---- completion

completed() { # words of a command line, the last one unfinished: prints what bash offers
    bash -c '. <("$1" manual bash) && shift && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _safehouse; echo "${COMPREPLY[*]}"' \
        - "$safehouse" "$@"
}
completes() { # what is expected, words
    local got
    got=$(completed "${@:2}") && [ "$got" = "$1" ] || { echo "got: $got"; return 1; }
}
check "completes a command" completes "serve" safehouse se
check "completes all commands" completes "${commands[*]} --help --version" safehouse ""
check "completes an option" completes "--address" safehouse serve --a
check "completes no option of another command" completes "" safehouse serve --seat
check "completes a value" completes "pl" safehouse games --lang p
check "completes a value after =" completes "en pl ru" safehouse games --lang =
check "completes a value begun after =" completes "ru" safehouse games --lang = r
check "completes a limit" completes "sockets=" safehouse serve --limit so
check "completes a game" completes "sentient" safehouse play sen
check "completes a game or a command" completes "${games[*]} ${commands[*]} --lang --help" safehouse help ""
check "completes a file" completes "LICENSE" safehouse verify LIC
check "completes a file of an option" completes "LICENSE" safehouse play --deck LIC
check "completes no file where none fits" completes "" safehouse play LIC
check "completes no number" completes "" safehouse play --seats ""
completes_all_options() {
    local c
    for c in "${commands[@]}"; do
        completes "$("$safehouse" help "$c" | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | xargs)" safehouse "$c" -- || return 1
    done
}
check "completes the options of every command" completes_all_options

# ---- the package

pack() { umask 022 && cpack -G DEB --config "$BUILD/release/CPackConfig.cmake" -B "$folder/deb"; }
field() { dpkg-deb -f "$(at deb)"/safehouse_*.deb "$1"; }
depends() { field Depends | tr ',' '\n' | grep -q "^ *$1\b"; }
has() { [ -s "$(at root)/$1" ] || { echo "no $1"; find "$(at root)"; return 1; }; }
unpack() { dpkg-deb -x "$(at deb)"/safehouse_*.deb "$(at root)" && dpkg-deb -e "$(at deb)"/safehouse_*.deb "$(at control)"; }
check "cpack makes a package" pack
check "it can be unpacked" unpack
check "its name" test "$(field Package)" = safehouse
check "its version" test "$(field Version)" = "$(sed -n 's/^project(safehouse VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
check "its section" test "$(field Section)" = games
check "its maintainer" test "$(field Maintainer)" = "$(sed -n 's/^Copyright (c) [0-9]* //p' LICENSE)"
for library in libc6 libjansson4 libpq5 libsodium23 libsqlite3-0 libutf8proc2 libuv1 libwebsockets17 libwebsockets-evlib-uv; do
    check "it depends on $library" depends $library
done
for file in usr/bin/safehouse usr/lib/systemd/system/safehouse{,@}.service etc/default/safehouse \
    usr/share/man/{,pl/,ru/}man1/safehouse.1 usr/share/bash-completion/completions/safehouse \
    usr/share/doc/safehouse/{README.md,copyright,doc/protocol.md,doc/client.py,doc/rules/sentient.md,install/haproxy.cfg}; do
    check "it has $file" has $file
done
for lang in en pl ru; do
    "$safehouse" manual --lang $lang >"$(at page.1)"
    check "its manual is this one, $lang" cmp "$(at page.1)" "$(at root)/usr/share/man/${lang#en}/man1/safehouse.1"
done
check "options survive an upgrade" grep -qx /etc/default/safehouse "$(at control)/conffiles"
for script in postinst prerm postrm; do
    check "$script is a script" sh -n "$(at control)/$script"
    check "$script can be run" test -x "$(at control)/$script"
done
for_all() { ! find "$(at root)" -mindepth 1 ! -type l \( -perm /022 -o ! -perm -444 \) | grep .; }
check "all can read what it has, only root can change it" for_all
check "the packaged house opens and closes as systemd wants it" tools/postgres python3 tests/scripts/package.py \
    "$(at root)/usr/bin/safehouse" "$(at root)"/usr/lib/systemd/system/safehouse{,@}.service doc/client.py
check "so does one with sanitizers" tools/postgres python3 tests/scripts/package.py \
    "$BUILD/asan/safehouse" "$(at root)"/usr/lib/systemd/system/safehouse{,@}.service doc/client.py
finish
