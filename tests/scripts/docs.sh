#!/usr/bin/env bash
# The examples in the docs are true: every command in their sh blocks runs (laws.sh runs the laws), and the record in
# doc/records.md verifies.
. "$(dirname "$0")/tap.sh"
root=$PWD
own_folder
PATH="$BUILD/release:$PATH"
project_files | tar -cT - | tar -xC "$folder" # commands name files from the root, and write beside them
cd "$folder" || exit 1

commands=0
while IFS= read -r line; do
    commands=$((commands + 1))
    check "$line" bash -c "$line" </dev/null
done < <(for file in "$root"/README.md "$root"/doc/*.md; do
    awk '/^```sh$/ {on = 1; next} /^```/ {on = 0} on && !/^safehouse laws/' "$file"
done)
check "the docs show commands" test "$commands" -gt 10

sed -n 's/^    //p' "$root/doc/records.md" | sed -n '/^safehouse record 2$/,/^hash /p' >example.record
check "the record in doc/records.md is good" safehouse verify example.record
finish
