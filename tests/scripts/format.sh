#!/usr/bin/env bash
# Every C file is as clang-format leaves it.
. "$(dirname "$0")/tap.sh"
mapfile -t files < <(project_files '*.c' '*.h')
check "clang-format" clang-format-14 --dry-run -Werror "${files[@]}"
finish
