"""box.py RECORD... - computes the box of records as doc/records.md describes it, with nothing but the record and decks/."""
import hashlib
import pathlib
import sys

DECKS = pathlib.Path(__file__).resolve().parents[2] / "decks"


def box(record):
    """The hash of what is settled before the first move, from the text of a record of format 2."""
    lines = record.split("\n")
    text = ["safehouse box 1"]
    for at, line in enumerate(lines[1:lines.index("begin")], 1):
        word, *rest = line.split(" ")
        if word in ("game", "edition", "seats", "option"):
            text.append(line)
        elif word == "deck":
            own = len(rest) == 2
            rows = lines[at + 1:at + 1 + int(rest[1])] if own else (DECKS / rest[0]).read_text().splitlines()
            text += [f"deck {len(rows)}", *(rows if own else ("|" + row for row in rows))]
    return hashlib.sha256("".join(line + "\n" for line in text).encode()).hexdigest()


def said(record):
    """The box that a record names."""
    return next(line for line in record.split("\n") if line.startswith("box "))[4:]


if __name__ == "__main__":
    texts = {path: pathlib.Path(path).read_text() for path in sys.argv[1:]}
    odd = [path for path, text in texts.items() if not text.startswith("safehouse record 2\n") or box(text) != said(text)]
    print(len(texts), "records", *odd, sep="\n")
    sys.exit(bool(odd) or not texts)
