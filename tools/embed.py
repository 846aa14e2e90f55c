#!/usr/bin/env python3
"""embed.py OUT FILE... - writes OUT, a C source that defines gm_shipped: the files' names and contents."""
import pathlib
import sys


def literal(byte):  # a character constant has the value that a char has, whether chars are signed or not
    return f"'\\x{byte:02x}'"


out, *files = sys.argv[1:]
arrays, rows = [], []
for number, path in enumerate(map(pathlib.Path, files)):
    data = path.read_bytes()
    cells = [literal(byte) + "," for byte in data + b"\0"]
    lines = [" ".join(cells[at : at + 16]) for at in range(0, len(cells), 16)]
    arrays.append(f"static const char file_{number}[] = {{\n" + "\n".join(lines) + "\n};\n")
    rows.append(f'    {{"{path.name}", file_{number}, {len(data)}}},\n')
pathlib.Path(out).write_text(
    '/* Generated: the files of decks/. */\n#include "kit/order.h"\n#include <stddef.h>\n\n'
    + "\n".join(arrays)
    + "\nconst gm_file gm_shipped[] = {\n"
    + "".join(rows)
    + "    {NULL, NULL, 0},\n};\n"
)
