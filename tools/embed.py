#!/usr/bin/env python3
"""embed.py decks OUT FILE... - writes OUT, a C source that defines gm_shipped: the files' names and contents.
embed.py page OUT FOLDER - writes OUT, a C source that defines page_files: all files of the page, compressed."""
import gzip
import pathlib
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
         ".svg": "image/svg+xml", ".woff2": "font/woff2"}


def literal(byte):  # a character constant has the value that a char has, whether chars are signed or not
    return f"'\\x{byte:02x}'"


def array(number, data):
    cells = [literal(byte) + "," for byte in data + b"\0"]
    lines = [" ".join(cells[at : at + 16]) for at in range(0, len(cells), 16)]
    return f"static const char file_{number}[] = {{\n" + "\n".join(lines) + "\n};\n"


def write(out, head, arrays, table, rows, end):
    text = "\n".join([head, *arrays, f"const {table}[] = {{", *rows, f"    {end},", "};", ""])
    pathlib.Path(out).write_text(text)


def decks(out, *files):
    data = [(pathlib.Path(file).name, pathlib.Path(file).read_bytes()) for file in files]
    write(out, '/* Generated: the files of decks/. */\n#include "kit/order.h"\n#include <stddef.h>\n',
          [array(i, content) for i, (_, content) in enumerate(data)], "gm_file gm_shipped",
          [f'    {{"{name}", file_{i}, {len(content)}}},' for i, (name, content) in enumerate(data)], "{NULL, NULL, 0}")


def page(out, folder):
    """A font is compressed already, so it is embedded as it is.  Any other file has a FILE.br beside it, and is embedded as that and as gzip."""
    arrays, rows = [], []
    for path in sorted(file for file in pathlib.Path(folder).rglob("*") if file.suffix in TYPES):
        plain = path.read_bytes()
        forms = [("NULL", plain)] if path.suffix == ".woff2" else [
            ('"br"', path.with_name(path.name + ".br").read_bytes()), ('"gzip"', gzip.compress(plain, 9, mtime=0))]
        for coding, content in forms:
            rows.append(f'    {{"/{path.relative_to(folder)}", "{TYPES[path.suffix]}", {coding}, file_{len(arrays)}, {len(content)}}},')
            arrays.append(array(len(arrays), content))
    write(out, '/* Generated: the page. */\n#include "house/page.h"\n', arrays, "page_file page_files", rows,
          "{NULL, NULL, NULL, NULL, 0}")


{"decks": decks, "page": page}[sys.argv[1]](*sys.argv[2:])
