#!/usr/bin/env python3
"""rules.py - checks that every rule of every game in games/ is named by a test, and told to players; and so is every ruling.

The rules of games/dead_drop stand in doc/rules/dead-drop.md.  Its ids look like D3.2 or D3.A and begin with one
letter, that of the first id in the file.  A test names a rule by having its id anywhere in tests/rules/*.c.  And every
id that the game's own code names must be a rule; its page may also name a section.  The catalogs tell players of
rule.D3.2, with rule.D3, the title of its section, and rule.D, what the game is about: of every game but dead-drop, and
of nothing else.  Where the text says [ruling], ruling.D3.2 tells players what was decided, and why; a ruling on a whole
section belongs to its first rule.  A picture, picture.D3.2, belongs to a rule."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ID = re.compile(r"\b[A-Z]\d+\.(?:\d+|[A-Z])\b")


def ids_of(path):
    found = ID.findall(path.read_text(encoding="utf-8"))
    return list(dict.fromkeys(i for i in found if i[0] == found[0][0]))


STARTS = re.compile(rf"^(?:##.*|(?:- |\| *)?({ID.pattern}))", re.M)


def rulings_of(path):
    """The rules that are marked as rulings, apart from the preface, which says what the mark means."""
    starts = list(STARTS.finditer(path.read_text(encoding="utf-8")))
    parts = [(i, m, m.string[m.start():n.start() if n else None]) for i, (m, n) in enumerate(zip(starts, [*starts[1:], None]))]
    return {m[1] or next(n[1] for n in starts[i:] if n[1]) for i, m, part in parts if "[ruling" in part}


tested = {i for path in ROOT.glob("tests/rules/*.c") for i in ID.findall(path.read_text(encoding="utf-8"))}
games = {path.name.replace("_", "-") for path in (ROOT / "games").iterdir() if any(path.glob("*.c"))}
catalog = (ROOT / "po/en.po").read_text(encoding="utf-8")
told, explained, drawn = (set(re.findall(rf'^msgid "{kind}\.(.+)"$', catalog, re.M)) for kind in ("rule", "ruling", "picture"))
texts = {path.stem: path for path in (ROOT / "doc/rules").glob("*.md")}
want, rulings, bad = set(), set(), False
for game in sorted(games | set(texts)):
    if game not in texts:
        print(f"{game}: doc/rules/{game}.md is missing")
        bad = True
        continue
    ids = ids_of(texts[game])
    if game not in games:
        print(f"{game}: not registered, {len(ids)} rules")
        continue
    untested = [i for i in ids if i not in tested]
    print(f"{game}: {len(ids)} rules, {len(untested)} without a test" + (": " if untested else "") + " ".join(untested))
    folder = ROOT / "games" / game.replace("-", "_")
    cited = {i for path in folder.iterdir() for i in ID.findall(path.read_text(encoding="utf-8"))}
    unknown = sorted(cited - set(ids))
    if unknown:
        print(f"{game}: its code names rules that there are not: {' '.join(unknown)}")
    bad = bad or bool(untested) or bool(unknown) or not ids
    linked = set()
    for path in ROOT.glob(f"web/src/games/{game}/*.*"):
        linked |= set(re.findall(rf"""['"]({ids[0][0]}\d+(?:\.\w+)?)['"]""", path.read_text(encoding="utf-8")))
    unknown = sorted(linked - {part for i in ids for part in (i, i.split(".")[0])})
    if unknown:
        print(f"{game}: its page names rules that there are not: {' '.join(unknown)}")
    bad = bad or bool(unknown)
    rulings |= rulings_of(texts[game]) if game != "dead-drop" else set()
    want |= {part for i in ids for part in (i, i.split(".")[0], i[0])} if game != "dead-drop" else set()
if want != told:
    print(f"either only doc/rules or only the catalogs have {' '.join(sorted(want ^ told))}")
if rulings != explained:
    print(f"either only doc/rules or only the catalogs have the rulings {' '.join(sorted(rulings ^ explained))}")
if drawn - want:
    print(f"there are pictures, but no rules: {' '.join(sorted(drawn - want))}")
sys.exit(bad or want != told or rulings != explained or bool(drawn - want))
