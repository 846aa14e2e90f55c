#!/usr/bin/env bash
# The catalogs are complete, agree with each other, have exactly the keys that the code uses, and use the glossary's terms.
. "$(dirname "$0")/tap.sh"
for file in po/*.po; do
    check "msgfmt $file" msgfmt -c -o /dev/null "$file"
done
check "the catalogs agree with each other and with the code" python3 tools/po.py check .
names_as_they_are() { ! grep -nP 'игрок(а|у|ом|е|ов|ам|ами|ах) \{\d\}(?! очк)' po/ru.po; }
check "Russian declines no player's name" names_as_they_are

# The glossary is enforced: each catalog is refused with a word that must not be used, in its language and its games only.
own_folder
mkdir "$folder/po"
refused() { # LANG KEY TEXT WORD: the text, as an entry of the catalog, is refused because of the word
    cp po/* "$folder/po"
    printf '\nmsgid "%s"\nmsgstr "%s"\n' "$2" "$3" >>"$folder/po/$1.po"
    (python3 tools/po.py check "$folder" || true) | grep -F "$2: “$4” is not the glossary's word"
}
allowed() { ! refused "$@"; }
check "refused in English: onlookers" refused en test.word "The Onlookers’ table." Onlookers
check "refused in Polish: lewa" refused pl rule.J0.0 "Kto wygra lewę, bierze żeton." lewę
check "refused in Russian: дом" refused ru test.word "Дом закрыт." Дом
check "allowed elsewhere: lewa" allowed pl rule.A0.0 "Strona lewa." lewa
check "allowed as a part of a word: дом" allowed ru test.word "Домино." Дом
finish
