#!/usr/bin/env bash
# The catalogs are complete, agree with each other, and have exactly the keys that the code uses.
. "$(dirname "$0")/tap.sh"
for file in po/*.po; do
    check "msgfmt $file" msgfmt -c -o /dev/null "$file"
done
check "the catalogs agree with each other and with the code" python3 tools/po.py check .
finish
