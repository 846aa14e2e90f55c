#!/usr/bin/env python3
"""po.py - the catalogs, po/*.po.

    po.py compile OUT FILE...   write OUT, the C tables of words/catalog.h
    po.py marked OUT FILE...    the same with a mark before each sentence that tells its key, for tools/sentences
    po.py lens OUT FILE...      the same without what only the command says, and with nothing but the keys
    po.py page OUT FILE...      write OUT/LANG.json, what the page says, OUT/rules.LANG.json, the rules, and
                                OUT/lens.LANG.json, the sentences for those keys (wasm/words.c)
    po.py check ROOT            are the catalogs whole, alike, just what the code uses, and in the words of po/glossary.csv?
    po.py sort FILE...          put the entries of the files in order

A msgid is a key such as "csv.quote"; msgstr is the sentence, with places {0} to {5}.  An entry with plural forms has the
key as msgid_plural too.  Entries are sorted by key.  Those of "rule.J3.4" and the like are the players' rules, for the
page only: the C tables leave them out, and tools/rules.py checks that they are just the rules that there are.  So are
"ruling.J4.6", what we decided there and why, and "picture.J3.6", the caption of the picture of a rule."""
import csv
import fnmatch
import json
import pathlib
import re
import sys

FORMS = 4  # WORDS_FORMS in words/catalog.h
MARK = 0xF0000  # a character for private use, and the first of the marks: one for each form of each key
SENT = "join.device.terminal"  # what a client sends to a house, which takes no such character: it has no mark
PLACE = re.compile(r"\{\d+\}")
KEY = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
FILE = re.compile(r".*\.(csv|po|c|h|md|json|record)")
RULES = ["rule", "ruling", "picture"]  # keys that begin so are the players' rules
PAGE = ["page", *RULES]  # and these are the page's
SHARED = "bot.name."  # keys that begin so are the page's too
LENS_BYTES = 1 << 17  # BYTES in wasm/words.c
COMMAND = "arena backup bench cli house join laws manual play replay serve simulate store table verify".split()
TEXT = re.compile(r"""['"`]([a-z]+(?:\.[A-Za-z0-9-]+)+)['"`]""")
LENS = [*PAGE, *COMMAND]  # the lens has all but these
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
C_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\\n])*\'|"((?:\\.|[^"\\\n])*)"', re.S)


class Entry:
    def __init__(self):
        self.key, self.plural, self.forms, self.fuzzy, self.comments = None, None, {}, False, []


class Catalog:
    """lang; entries by key, in the file's order; header; nplurals and the plural expression."""

    def __init__(self, path):
        self.path, self.lang, self.entries = path, path.stem, {}
        for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
            entry = self.read(block)
            if entry.key is None:
                continue
            if entry.key in self.entries:
                sys.exit(f"{path}: {entry.key!r} stands here twice")
            self.entries[entry.key] = entry
        self.header = self.entries.pop("", Entry())
        found = re.search(r"Plural-Forms: *nplurals=(\d+); *plural=([n0-9 %<>=!&|?:()]+);", self.header.forms.get(0, ""))
        if not found or int(found[1]) > FORMS:
            sys.exit(f"{path}: no Plural-Forms, or more than {FORMS} of them")
        self.nplurals, self.plural = int(found[1]), found[2]

    def read(self, block):
        entry, put = Entry(), None
        for line in block.splitlines():
            line = line.strip()
            if line.startswith("#"):
                entry.comments.append(line)
                entry.fuzzy |= line.startswith("#,") and "fuzzy" in line
                continue
            found = re.fullmatch(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])?)?\s*"((?:\\.|[^"\\])*)"', line)
            if not found or not (found[1] or put):
                sys.exit(f"{self.path}: cannot read: {line}")
            put = (found[1], int(found[2] or 0)) if found[1] else put
            words = re.sub(r"\\(.)", lambda m: ESCAPES[m[1]], found[3])
            if put[0] == "msgid":
                entry.key = (entry.key or "") + words
            elif put[0] == "msgid_plural":
                entry.plural = (entry.plural or "") + words
            else:
                entry.forms[put[1]] = entry.forms.get(put[1], "") + words
        return entry


def quote(words):
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def kind(key):
    return key.split(".")[0]


def sentence_keys(catalogs, without):
    """The keys of the C tables, sorted."""
    return sorted(key for key in set().union(*(c.entries for c in catalogs)) if kind(key) not in without)


def plain(n, form, words):
    return words


def marked(n, form, words):
    """The sentence of key number n with its mark; blanks stay in front, because the command looks at them."""
    blanks = len(words) - len(words.lstrip(" "))
    return words[:blanks] + chr(MARK + FORMS * n + form) + words[blanks:]


def compile_catalogs(out, catalogs, write=plain):
    entries = []
    for n, key in enumerate(sentence_keys(catalogs, PAGE)):
        made = plain if key == SENT else write
        forms = [(c.lang.upper(), c.entries[key].forms) for c in catalogs if key in c.entries]
        entries.append((key, "".join(f"        [WORDS_{lang}] = {{{', '.join(quote(made(n, i, of[i])) for i in sorted(of))}}},\n" for lang, of in forms)))
    write_tables(out, catalogs, "static const words_entry entries", entries)


def compile_keys(out, catalogs):
    write_tables(out, catalogs, "words_entry lens_entries", [(key, "") for key in sentence_keys(catalogs, LENS)])


def write_tables(out, catalogs, array, entries):
    """The C tables: array is the declaration of the entries, each a key and its forms."""
    lines = ['/* Generated from po/. */', '#include "words/catalog.h"', ""]
    for c in catalogs:
        lines.append(f"static int plural_{c.lang}(uint64_t n) {{ return {c.plural}; }}")
    lines += ["", "int (*const words_plural[WORDS_LANGS])(uint64_t n) = {"]
    lines += [f"    [WORDS_{c.lang.upper()}] = plural_{c.lang}," for c in catalogs] + ["};", "", f"{array}[] = {{"]
    lines += [f"    {{{quote(key)}, {{\n{forms}    }}}}," if forms else f"    {{.key = {quote(key)}}}," for key, forms in entries]
    lines += ["    {0},", "};", f"const words_entry *const words_entries = {array.split()[-1]};", f"const size_t words_count = {len(entries)};", ""]
    pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")


def page_catalogs(out, catalogs):
    """A sentence, or a list of its plural forms, by key; for the lens, which has the keys, one string of them all."""
    out = pathlib.Path(out)
    keys = sentence_keys(catalogs, LENS)
    for c in catalogs:
        for file, kinds in (("", ["page"]), ("rules.", RULES)):
            words = {key: list(e.forms.values()) if e.plural else e.forms[0] for key, e in c.entries.items()
                     if kind(key) in kinds or not file and key.startswith(SHARED)}
            (out / f"{file}{c.lang}.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
        sentences = "".join("\1".join(c.entries[key].forms.values()) + "\2" for key in keys)
        if len(sentences.encode()) >= LENS_BYTES:
            sys.exit(f"{c.path}: the sentences for the page take more than {LENS_BYTES} bytes")
        (out / f"lens.{c.lang}.json").write_text(json.dumps(sentences, ensure_ascii=False), encoding="utf-8")


def literals(root):
    """Every string literal in the C code, tests aside, and all that looks like a key in the page's, and where it stands first."""
    found = {}
    for path in sorted([*root.glob("web/src/**/*.ts"), *root.glob("web/src/**/*.svelte")]):
        code = path.read_text(encoding="utf-8")
        for token in TEXT.finditer(code):
            if kind(token[1]) in PAGE:
                found.setdefault(token[1], f"{path.relative_to(root)}:{code.count(chr(10), 0, token.start()) + 1}")
    for path in sorted(root.rglob("*.[ch]")):
        here = path.relative_to(root)
        if here.parts[0] in ("tests", "build", "web"):
            continue
        code = path.read_text(encoding="utf-8")
        for token in C_TOKEN.finditer(code):
            if token[1] is not None:
                found.setdefault(token[1], f"{here}:{code.count(chr(10), 0, token.start()) + 1}")
    return found


def pattern(words):
    """Matches any of the words of a glossary's list, such as "onlooker*; look* on"."""
    each = (re.escape(word).replace(r"\*", r"(?:\w|’\w)*") for word in words.split("; "))
    return re.compile(rf"(?<!\w)(?:{'|'.join(each)})(?!\w)", re.I)


def check_glossary(path, catalogs, keys):
    """What is wrong with the glossary, and where the catalogs use other words than its terms."""
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong, rows = [], list(csv.DictReader(line for line in lines if not line.startswith("#")))
    langs = [c.lang for c in catalogs]
    columns = ["id", *langs, "keys", *(f"not {lang}" for lang in langs), "except", "source"]
    for row in rows:
        if list(row) != columns or None in row.values():
            return [f"{path}: {row['id']}: the columns must be {', '.join(columns)}"]
        scope = [(glob, fnmatch.filter(keys, glob)) for glob in row["keys"].split() or ["*"]]
        excepted, needed = set(row["except"].split()), set()
        wrong += [f"{path}: {row['id']}: {name} is empty" for name in ["id", *langs, "source"] if not row[name]]
        wrong += [f"{path}: {row['id']}: no key is {glob}" for glob, found in scope if not found]
        for c in catalogs:
            if not row[f"not {c.lang}"]:
                continue
            words = pattern(row[f"not {c.lang}"])
            if words.search(row[c.lang]):
                wrong.append(f"{path}: {row['id']}: forbids its own term, {row[c.lang]}")
            for key in sorted({key for _, found in scope for key in found} & set(c.entries)):
                found = words.search("\n".join(c.entries[key].forms.values()))
                if found and key in excepted:
                    needed.add(key)
                elif found:
                    wrong.append(f"{c.path}: {key}: “{found[0]}” is not the glossary's word for {row['id']}: {row[c.lang]}")
        wrong += [f"{path}: {row['id']}: needs no exception for {key}" for key in sorted(excepted - needed)]
    ids = [row["id"] for row in rows]
    if not ids or ids != sorted(set(ids), key=str.lower):
        wrong.append(f"{path}: the terms are not sorted by id, or one stands here twice")
    return wrong


def check(root):
    wrong = []
    catalogs = [Catalog(path) for path in sorted(root.glob("po/*.po"))]
    keys = sorted(set().union(*(c.entries for c in catalogs)))
    for c in catalogs:
        if list(c.entries) != sorted(c.entries):
            wrong.append(f"{c.path}: not sorted by key; run tools/po.py sort {c.path}")
        wrong += [f"{c.path}: {key} is missing" for key in keys if key not in c.entries]
        for key, entry in c.entries.items():
            want = c.nplurals if entry.plural is not None else 1
            if entry.plural is not None and entry.plural != key:
                wrong.append(f"{c.path}: {key}: msgid_plural is not the key")
            if sorted(entry.forms) != list(range(want)):
                wrong.append(f"{c.path}: {key}: has {len(entry.forms)} forms instead of {want}")
            if not all(words.strip() for words in entry.forms.values()):
                wrong.append(f"{c.path}: {key}: is empty")
            if entry.fuzzy:
                wrong.append(f"{c.path}: {key}: is fuzzy")
    for key in keys:
        entries = [(c, c.entries[key]) for c in catalogs if key in c.entries]
        if len({e.plural is not None for _, e in entries}) > 1:
            wrong.append(f"{key}: has plural forms in some languages only")
        places = {c.lang: {tuple(sorted(set(PLACE.findall(w)))) for w in e.forms.values()} for c, e in entries}
        if len(set().union(*places.values())) > 1:
            wrong.append(f"{key}: the places differ: " + "; ".join(
                f"{lang} " + " or ".join(" ".join(p) or "none" for p in sorted(sets)) for lang, sets in places.items()))
    wrong += check_glossary(root / "po/glossary.csv", catalogs, keys)
    used = literals(root)
    wrong += [f"{at}: no catalog has {words}" for words, at in used.items()
              if KEY.fullmatch(words) and not FILE.fullmatch(words) and words not in keys]
    wrong += [f"po: nothing in the code names {key}" for key in keys if key not in used and kind(key) not in RULES]
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


def sort(path):
    c = Catalog(path)
    blocks = []
    for entry in [c.header] + [c.entries[key] for key in sorted(c.entries)]:
        lines = entry.comments + [f"msgid {quote(entry.key)}"]
        if entry.plural is not None:
            lines.append(f"msgid_plural {quote(entry.plural)}")
        if entry is c.header:
            lines += ['msgstr ""'] + [quote(line) for line in entry.forms[0].splitlines(keepends=True)]
        else:
            for i in sorted(entry.forms):
                lines.append(f"msgstr{'' if entry.plural is None else f'[{i}]'} {quote(entry.forms[i])}")
        blocks.append("\n".join(lines) + "\n")
    path.write_text("\n".join(blocks), encoding="utf-8")


def main(command, *args):
    if command == "compile":
        compile_catalogs(args[0], [Catalog(pathlib.Path(arg)) for arg in args[1:]])
    elif command == "marked":
        compile_catalogs(args[0], [Catalog(pathlib.Path(arg)) for arg in args[1:]], marked)
    elif command == "lens":
        compile_keys(args[0], [Catalog(pathlib.Path(arg)) for arg in args[1:]])
    elif command == "page":
        page_catalogs(args[0], [Catalog(pathlib.Path(arg)) for arg in args[1:]])
    elif command == "check":
        return check(pathlib.Path(args[0]))
    elif command == "sort":
        for arg in args:
            sort(pathlib.Path(arg))
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["help"])))
