#!/usr/bin/env python3
"""layers.py - checks that each layer includes only itself and those above it, and no game another game.  Of a game
others may include the header of its name, games/X/X.h, which its bots need."""
import pathlib
import re
import sys

LAYERS = "base games decks kit words bots table store house term cli".split()
ROOT = pathlib.Path(__file__).resolve().parent.parent

wrong = []
for layer in LAYERS:
    for path in sorted((ROOT / layer).rglob("*.[ch]")):
        here = path.relative_to(ROOT)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]*)"', line)
            if not found:
                continue
            target = pathlib.PurePosixPath(found[1])
            at = f"{here}:{number}: "
            if len(target.parts) < 2 or target.parts[0] not in LAYERS:
                wrong.append(at + f'"{target}" is not written from the root, as "{layer}/..."')
            elif LAYERS.index(target.parts[0]) > LAYERS.index(layer):
                wrong.append(at + f"{layer} may not know {target.parts[0]}")
            elif target.parts[0] == "games" and len(target.parts) > 2 and here.parts[:2] != target.parts[:2]:
                if layer == "games" or target.stem != target.parts[1]:
                    wrong.append(at + f"only {'/'.join(target.parts[:2])} itself may include this file")
print("\n".join(wrong), end="\n" if wrong else "")
sys.exit(bool(wrong))
