#!/usr/bin/env bash
# `safehouse move-house` between SQLite and PostgreSQL, on a server of its own.
. "$(dirname "$0")/tap.sh"
[ -n "${SAFEHOUSE_DATABASE:-}" ] || exec tools/postgres bash tests/scripts/move.sh
own_folder
safehouse=$BUILD/release/safehouse
good='Nothing is wrong\.$'

sql() { psql -qAtX -v ON_ERROR_STOP=1 "$SAFEHOUSE_DATABASE" -c "$1"; }
empty() { sql 'set client_min_messages = error; drop schema if exists safehouse cascade'; }

# Everything in a file but the times at which tables were made, which PostgreSQL does not keep.
dump() {
    python3 - "$1" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for what in ("* from person order by number", "* from token order by hash", "* from mute order by 1, 2",
             "* from sits order by 1, 2", "* from report order by number",
             "number, key, over, secret, agreed from tables order by number",
             "* from (select tbl, n, text, sum from line union select tbl, n, text, sum from fresh) order by tbl, n"):
    for row in db.execute(f"select {what}"):
        print(row)
END
}

there_and_back() {
    local from
    from=$(at "$1.db")
    cp "tests/kept2/houses/$1.db" "$from"
    rm -f "$(at back.db)"
    empty
    "$safehouse" move-house "$from" "$SAFEHOUSE_DATABASE" && "$safehouse" check "$SAFEHOUSE_DATABASE" | grep -q "$good" &&
        "$safehouse" move-house "$SAFEHOUSE_DATABASE" "$(at back.db)" && "$safehouse" check "$(at back.db)" | grep -q "$good" &&
        [ "$("$safehouse" check "$from")" = "$("$safehouse" check "$(at back.db)")" ] &&
        diff <(dump "$from") <(dump "$(at back.db)") && [ -n "$(dump "$from")" ]
}

# Fails with this sentence.
refused() {
    local words=$1 said status=0
    shift
    said=$("$safehouse" "$@" --lang en 2>&1) || status=$?
    [ "$status" = 1 ] && grep -qF "$words" <<<"$said" || { echo "$status: $said"; false; }
}

next_numbers() {
    local most
    most=$(sql 'select greatest((select max(number) from safehouse.tables), (select max(tbl) from safehouse.sits))')
    [ "$(sql "select nextval('safehouse.table_number')")" = $((most + 1)) ] &&
        [ "$(sql "select nextval('safehouse.person_number')")" = "$(sql 'select max(number) + 1 from safehouse.person')" ]
}

orphans() { [ "$(sql "select count(*) from safehouse.tables join safehouse.node on id = owner where over = 0 and until = '-infinity'")" = \
    "$(sql 'select count(*) from safehouse.tables where over = 0')" ] && [ "$(sql 'select count(*) from safehouse.tables where over = 0')" -gt 0 ]; }

# A database that changes a line while it is written.
falsify() {
    empty && "$safehouse" move-house "$(at back.db)" "$SAFEHOUSE_DATABASE" &&
        sql 'truncate safehouse.person, safehouse.token, safehouse.tables, safehouse.line, safehouse.sits, safehouse.mute,
                 safehouse.report;
             create function safehouse.spoil() returns trigger language plpgsql as
                 $$begin if new.n = 3 then new.text = new.text || chr(33); end if; return new; end$$;
             create trigger spoil before insert on safehouse.line for each row execute function safehouse.spoil()'
}

check "a house with open tables, there and back" there_and_back backup
check "a house that was closed, there and back" there_and_back closed
check "numbers go on after the greatest" next_numbers
check "tables that are not over wait for a node" orphans
check "a database with something in it is refused" refused "There is something in this place already" move-house "$(at closed.db)" "$SAFEHOUSE_DATABASE"
check "a file with something in it is refused" refused "There is something in this place already" move-house "$SAFEHOUSE_DATABASE" "$(at back.db)"
check "what is no house is refused" refused "No house keeps its data there" move-house "$(at none.db)" "$(at other.db)"
check "a database that does not answer is refused" refused "The database cannot be used" move-house "$(at closed.db)" "postgres://x@127.0.0.1:1/x"
cp tests/kept/houses/closed.db "$(at old.db)"
check "a file of an older version is refused" refused "older version" move-house "$(at old.db)" "$(at other.db)"
check "a line that was changed on the way" falsify
check "is found" refused "differs from what was read" move-house "$(at back.db)" "$SAFEHOUSE_DATABASE"
check "and then the place is incomplete" refused "There is something in this place already" move-house "$(at back.db)" "$SAFEHOUSE_DATABASE"
check "houses of older programs, moved to PostgreSQL and back, go on" python3 tests/scripts/kept.py "$safehouse"
finish
