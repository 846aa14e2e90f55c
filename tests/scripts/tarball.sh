#!/usr/bin/env bash
# The source tarball has the page and the commit, and is configured without the page's tools.
. "$(dirname "$0")/tap.sh"
own_folder
git() { command git -c safe.directory='*' "$@"; }
if [ -n "$(git status --porcelain)" ]; then
    refused() { ! tools/tarball; }
    check "no tarball of what is not committed" refused
    finish
fi
tarball=$(tools/tarball)
unpack() { tar -xf "$tarball" -C "$folder" --strip-components=1; }
whole() { diff <(git ls-files) <(cd "$folder" && find . -type f | sed 's,^./,,' | grep -vxF -e COMMIT -e web/page.c | LC_ALL=C sort); }
configure() { cmake -S "$folder" -B "$folder/build" -G Ninja; }
without_tools() { ! grep PAGE_npm "$folder/build/CMakeCache.txt"; }
check "it can be unpacked" unpack
check "it has all files" whole
check "it has the page" cmp build/page/page.c "$folder/web/page.c"
check "it has the commit" test "$(cat "$folder/COMMIT")" = "$(git rev-parse --short=12 HEAD)"
check "it can be configured" configure
check "it does not look for npm" without_tools
finish
