"""records.py PROGRAM TEST FILE [STEP] - damages a record or a deck in many ways and checks what the program says.

The tests: cuts, changes, lines (of a record) and deck.  STEP: tries only every STEP-th way, for slow programs."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

program, test, file = sys.argv[1:4]
step = int(sys.argv[4]) if len(sys.argv) > 4 else 1
good = pathlib.Path(file).read_bytes()
mine = threading.local()  # every thread has its own file


def run(data, *words):
    """Exit status, stdout, stderr of the program with a file of these bytes."""
    mine.path = getattr(mine, "path", None) or f"{folder}/{threading.get_ident()}"
    pathlib.Path(mine.path).write_bytes(data)
    done = subprocess.run([program, *words, mine.path], stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refused(code, out, err):
    """None if the program refused as it should: exit 1 and one line with file and line."""
    if code == 1 and not out and re.fullmatch(rf"safehouse: {re.escape(mine.path)}:\d+:.*\n", err):
        return None
    return f"exit {code}, {err[:200] or out[:200]!r}"


def accepted(code, out, err):
    return None if code == 0 and out and not err else f"exit {code}, {err[:200]!r}"


def verify(data):
    return refused(*run(data, "verify"))


def cut(data):
    """A record that stops early never verifies; it can be continued if it stops after a line of the moves."""
    begun = data.endswith(b"\n") and b"\nbegin\n" in data
    return verify(data) or (accepted if begun else refused)(*run(data, "replay")) or (go_on(data) if begun else None)


def go_on(data):
    """Bots continue it as far as they can, and the new record is good."""
    record = mine.path + ".record"
    code, _, err = run(data, "play", "--record", record, "--resume")
    if code:
        return None if code == 1 and err.count("\n") == 1 else f"going on: exit {code}, {err[:200]!r}"
    written = pathlib.Path(record).read_bytes()
    why = accepted(*run(written, "verify" if b"\nhash " in written else "replay"))
    return why and f"going on: {why}"


def deck(data):
    """A damaged deck is refused, or is still good: then a record with it verifies."""
    check = run(data, "deck", "check")
    if check[0]:
        return refused(*check)
    record = mine.path + ".record"
    played = subprocess.run([program, "simulate", "dead-drop", "--seed", "1", "--deck", mine.path, "--record", record],
                            stdin=subprocess.DEVNULL, capture_output=True)
    if played.returncode:
        return f"deck check likes it, simulate does not: {played.stderr[:200]!r}"
    return accepted(*run(pathlib.Path(record).read_bytes(), "verify"))


def cuts(data):
    return ((f"the first {i} bytes", data[:i]) for i in range(len(data)))


def changes(data):
    """Neighbouring values, and the other case of letters."""
    for i, byte in enumerate(data):
        for other in byte ^ 1, byte ^ 0x20:
            yield f"byte {i} is {other:#x}", data[:i] + bytes([other]) + data[i + 1:]


def lines(data):
    """A line is missing, stands twice, or stands one line too early."""
    at = data.splitlines(keepends=True)
    for i, line in enumerate(at):
        yield f"line {i + 1} is missing", b"".join(at[:i] + at[i + 1:])
        yield f"line {i + 1} stands twice", b"".join(at[:i] + [line] + at[i:])
        if i + 1 < len(at) and line != at[i + 1]:
            yield f"lines {i + 1} and {i + 2} change places", b"".join(at[:i] + [at[i + 1], line] + at[i + 2:])


def oddities(data):
    """Changes that editors and people make to decks."""
    yield "empty", b""
    yield "only a comment", b"# nothing\n"
    yield "byte order mark", b"\xef\xbb\xbf" + data
    yield "CR LF", data.replace(b"\n", b"\r\n")
    yield "CR", data.replace(b"\n", b"\r")
    yield "no last line end", data.rstrip(b"\n")
    yield "empty lines", data.replace(b"\n", b"\n\n")
    yield "a long comment", b"# " + b"x" * 400 + b"\n" + data
    yield "a long field", data + b"21," + b"x" * 400 + b"\n"
    yield "a quoted field", data.replace(b"Key", b'"Key, ""small"""')
    yield "a quote that stays open", data.replace(b"Key", b'"Key')
    yield "a NUL", data.replace(b"Key", b"K\0y")
    yield "a letter in Cyrillic", data.replace(b"Key", "Ключ".encode())
    yield "as large as can be", data + b"# " + b"x\n# " * ((32768 - len(data)) // 4 - 1)


tests = {
    "cuts": (cut, [cuts]),
    "changes": (verify, [changes]),
    "lines": (verify, [lines]),
    "deck": (deck, [oddities, cuts, changes, lines]),
}
judge, ways = tests[test]
damaged = [pair for way in ways for pair in way(good)][::step]
with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    odd = [f"{what}: {why}" for (what, _), why in zip(damaged, pool.map(judge, (d for _, d in damaged))) if why]
print(f"{len(damaged)} ways, {len(odd)} of them wrong", *odd[:20], sep="\n")
sys.exit(bool(odd) or not damaged)
