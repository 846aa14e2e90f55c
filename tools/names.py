#!/usr/bin/env python3
"""names.py BUILD - checks the names in the C code of a built tree, with nm and with a look at the sources:

  prefixes   a symbol that other files can see begins with a prefix of its module (the table below)
  shadows    no function of ours has the name of one of the C library's
  reserved   no type ends in _t, which POSIX reserves

Prints what is wrong; exit 1 if anything is."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The prefixes of each folder.  STEM is the name of the source, FOLDER that of a game's folder.
PREFIXES = {
    "base": ["STEM"],
    "games": ["gm", "FOLDER"],
    "kit": ["gm", "deal", "laws", "record"],
    "words": ["words"],
    "bots": ["bots"],
    "table": ["table", "agreement"],
    "store": ["store"],
    "house": ["house", "server", "http", "notify", "page"],
    "term": ["STEM", "visit"],
    "cli": ["cli"],
    "made": ["gm", "words", "page", "cli"],  # generated
}


def lines_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def exported(build):
    """(source, symbol) of everything that other files can see."""
    for library in "core", "words", "app":
        folder = build / "CMakeFiles" / f"{library}.dir"
        for path in sorted(folder.rglob("*.o")):
            source = path.relative_to(folder).with_suffix("")
            if source.parts[0] in PREFIXES and not (ROOT / source).exists():
                continue  # left from a source that is gone
            for line in lines_of("nm", "--defined-only", "--extern-only", "--format=posix", str(path)):
                yield source, line.split()[0]


def is_prefixed(source, symbol):
    folder = source.parts[0] if source.parts[0] in PREFIXES else "made"
    words = {"STEM": source.stem, "FOLDER": source.parts[1] if folder == "games" else ""}
    return any(symbol.startswith(words.get(prefix, prefix) + "_") for prefix in PREFIXES[folder])


def library_names():
    for name in "libc.so.6", "libm.so.6":
        path = lines_of("gcc", f"-print-file-name={name}")[0]
        for line in lines_of("nm", "-D", "--defined-only", "--format=posix", path):
            yield line.split("@")[0].split()[0]


def sources():
    for path in sorted(ROOT.glob("*/**/*.[ch]")):
        short = path.relative_to(ROOT)
        if short.parts[0] not in ("build", "web") and "CMakeFiles" not in short.parts:
            yield str(short), path.read_text(encoding="utf-8")


def main(build):
    wrong, seen = [], 0
    for source, symbol in exported(pathlib.Path(build)):
        seen += 1
        if not is_prefixed(source, symbol):
            wrong.append(f"{source}: {symbol} has no prefix of its module")
    if not seen:
        wrong.append(f"{build}: no objects")
    taken = set(library_names())
    for path, text in sources():
        for name in re.findall(r"^(?:static |inline |const |struct |unsigned )*[\w]+ \*?(\w+)\([^;{]*\) \{", text, re.M):
            if name in taken and name != "main":
                wrong.append(f"{path}: {name} is a function of the C library")
        for name in re.findall(r"^(?:typedef [^;{]*\b|\} )(\w+_t);", text, re.M):
            wrong.append(f"{path}: {name}: POSIX reserves names that end in _t")
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
