#!/usr/bin/env bash
# base, games and kit are pure: their objects need nothing but each other and a few string functions, so no malloc and
# no stdio.  A game of one file exports one symbol; a game of several files exports only names with its prefix.
. "$(dirname "$0")/tap.sh"
objects=$BUILD/release/CMakeFiles/core.dir
allowed="memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strstr strspn strcspn"
allowed+=" __stack_chk_fail _GLOBAL_OFFSET_TABLE_" # the compiler's own
made="gm_games gm_shipped" # generated into the same library

defined() { nm --defined-only --extern-only --format=posix "$@" | awk 'NF > 1 {print $1}'; }
needed() { nm --undefined-only --format=posix "$1" | awk 'NF > 1 {print $1}'; }
objects_of() { for source in "$@"; do [ -f "$source" ] && echo "$objects/$source.o"; done; }

mapfile -t core < <(objects_of base/*.c games/*.c games/*/*.c kit/*.c)
known=$({ printf '%s\n' $allowed $made; defined "${core[@]}"; } | sort -u)

pure() {
    local foreign
    foreign=$(comm -13 <(echo "$known") <(needed "$1" | sort -u)) || return 1
    [ -z "$foreign" ] || { echo "$1 needs:" $foreign; return 1; }
}
own_names() { # of a folder with one source; with more of them, the others' names begin with the folder's
    local game=$1 shown others
    shown=$(defined $(objects_of games/"$game"/*.c)) || return 1
    grep -qx "${game}_game" <<<"$shown" || { echo "${game}_game is not defined"; return 1; }
    if [ "$(ls games/"$game"/*.c | wc -l)" -eq 1 ]; then
        others=$(grep -vx "${game}_game" <<<"$shown")
    else
        others=$(grep -v "^${game}_" <<<"$shown")
    fi
    [ -z "$others" ] || { echo "games/$game shows more than it should:" $others; return 1; }
}

for object in "${core[@]}"; do
    check "${object#"$objects"/} is pure" pure "$object"
done
for folder in games/*/; do
    ls "$folder"*.c >/dev/null 2>&1 || continue
    game=$(basename "$folder")
    check "games/$game shows only its own names" own_names "$game"
done
finish
