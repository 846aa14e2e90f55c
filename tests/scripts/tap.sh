# tap.sh - for the scripts beside it: `check NAME COMMAND...` is a test that passes if the command does, and
# `finish` ends the script.  Scripts run from the project's root; BUILD is where the builds are.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
BUILD=${BUILD:-$PWD/build}
export ASAN_OPTIONS=exitcode=99 # the program itself never exits with 99, so a sanitizer's finding shows
tap_count=0
tap_failed=0

check() {
    local name=$1 output
    shift
    tap_count=$((tap_count + 1))
    if output=$("$@" 2>&1); then
        echo "ok $tap_count - $name"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $name"
        printf '%s\n' "$output" | head -n 60 | sed 's/^/# /'
    fi
}

finish() {
    echo "1..$tap_count"
    exit $((tap_failed > 0))
}

# The files of the project, also those that are not committed yet.  Arguments are patterns of git ls-files.
project_files() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
        while read -r file; do [ -f "$file" ] && echo "$file"; done
    return 0
}

# Makes a folder for the script's files, and removes it at the end.  `at NAME` is a path in it.
own_folder() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
}
at() { echo "$folder/$1"; }
