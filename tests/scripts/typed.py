"""typed.py SAFEHOUSE - whole games in the terminal in Polish and in Russian, typing only words of that language.

A person reads the list of moves and types one of them: as it is printed, in capitals, without diacritics, or with its words
in another order.  The same game with numbers instead of words must give the same record."""
import os
import pathlib
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import unicodedata

SAFEHOUSE = os.path.abspath(sys.argv[1])
HOME = pathlib.Path(tempfile.mkdtemp())
ENV = dict(os.environ, XDG_STATE_HOME=str(HOME), LC_ALL="C.UTF-8", NO_COLOR="1", ASAN_OPTIONS="exitcode=99")
PATIENCE = 600
LETTERS = {"pl": "a-pr-uwyząćęłńóśźż", "ru": "а-яё"}  # Polish has no q, v and x
GAMES = {"sentient": [], "agents": ["--option", "goal=12"], "inside-job": [], "dead-drop": []}
failed = count = 0


def catalog(lang):
    text = pathlib.Path(f"po/{lang}.po").read_text(encoding="utf-8")
    entries = {}
    for block in text.split("\n\n"):
        if key := re.search(r'^msgid "(.+)"$', block, re.M):
            entries[key[1]] = re.findall(r'^msgstr(?:\[\d\])? "(.*)"$', block, re.M)
    return entries


class Words:
    """What a language calls things."""

    def __init__(self, lang):
        self.lang, self.entries = lang, catalog(lang)
        self.previews = [self.pattern(form) for key, forms in self.entries.items()
                         if re.match(r"\w+\.preview", key) for form in forms]
        self.choices, self.groups, self.several, self.talk, *refusals = (
            self.pattern(self.entries[key][0])
            for key in ("play.choices", "play.groups", "play.several", "join.discussion.begins", "play.no-word", "play.no-move"))
        self.refused = re.compile("|".join(r.pattern for r in refusals))
        self.over = re.compile(re.escape(self.entries["play.over"][0]))
        self.names = {word.lower() for key in self.entries if re.fullmatch(r"name\.\d", key) for each in ("en", "pl", "ru")
                      for word in re.findall(r"\w+", catalog(each)[key][0])}
        self.answers = [self.choices, self.groups, self.several, self.talk, self.refused, self.over]

    @staticmethod
    def pattern(sentence):
        return re.compile(".+?".join(map(re.escape, re.split(r"\{\d\}", sentence))))

    def command(self, name, *rest):
        return " ".join([self.entries[f"play.word.{name}"][0].split()[0], *rest])

    def move(self, line):
        """A line of the list without what the move would bring."""
        for at in [m.start() for m in re.finditer(": ", line)]:
            if any(p.fullmatch(line[at + 2:]) for p in self.previews):
                return line[:at]
        return line

    def check(self, line):
        """Is everything in it a word of this language, a number, or a name?"""
        for word in re.findall(r"\w+", line):
            if word.lower() not in self.names and not re.fullmatch(rf"[{LETTERS[self.lang]}]+|\d+", word.lower()):
                raise AssertionError(f"{word!r} in {line!r} is not {self.lang}")
        return line


def plain(line):
    """Without diacritics."""
    line = line.translate(str.maketrans("łŁёЁ", "lLеЕ"))
    return "".join(c for c in unicodedata.normalize("NFD", line) if not unicodedata.combining(c))


def shuffled(line, luck):
    words = line.split()
    luck.shuffle(words)
    return " ".join(words)


class Screen:
    """A program in a terminal, by pipes."""

    def __init__(self, *command):
        self.process = subprocess.Popen([SAFEHOUSE, *command], env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT)
        self.ended = False

    def read(self, *patterns):
        """What is printed up to a prompt after one of these patterns, or to the end."""
        out = b""
        while not (out.endswith(b"> ") and (not patterns or any(p.search(out.decode()) for p in patterns))):
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                self.ended = True
                break
            out += piece
        return out.decode()

    def type(self, line, *patterns):
        os.write(self.process.stdin.fileno(), f"{line}\n".encode())
        return self.read(*patterns)

    def end(self):
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait(PATIENCE)


def choose(screen, words, luck):
    """Types one of the moves in words; returns its number, and what was printed then."""
    listed = screen.type(words.check(words.command("moves")), words.choices)
    moves = [(number, words.move(line)) for number, line in re.findall(r"^(\d+)\. (.+)$", listed, re.M)]
    number, move = luck.choice(moves)
    way = luck.choice([str, str.upper, plain, lambda s: shuffled(s, luck)])
    if sum(sorted(re.findall(r"\w+", other)) == sorted(re.findall(r"\w+", move)) for _, other in moves) > 1:
        way = str  # in another order it would be another move
    out = screen.type(words.check(way(words.check(move))), *words.answers)
    if words.several.search(out) or words.refused.search(out):
        raise AssertionError(f"{move!r} was not understood: {out!r}")
    if words.talk.search(out):
        out = screen.type(words.check(words.command("ready")), words.choices, words.groups, words.over)
    return number, out


def play_in_words(lang, game, options, record):
    """Plays a whole game in words; returns the numbers of the moves."""
    words, luck, numbers = Words(lang), random.Random(f"{lang} {game}"), []
    screen = Screen("play", game, "--lang", lang, "--seed", "7", "--record", record, *options)
    screen.read()
    for name in "help", "rules", "state", "log", "undo":
        screen.type(words.check(words.command(name)))
    first = words.move(re.findall(r"^1\. (.+)$", screen.type(words.command("moves")), re.M)[0])
    for name in "why", "try":
        out = screen.type(words.check(words.command(name, first)))
        if words.refused.search(out):
            raise AssertionError(out)
    while not screen.ended:
        numbers.append(choose(screen, words, luck)[0])
    if screen.end():
        raise AssertionError("the program failed")
    return numbers


def play_by_number(lang, game, options, record, numbers):
    subprocess.run([SAFEHOUSE, "play", game, "--lang", lang, "--seed", "7", "--record", record, *options], env=ENV, check=True,
                   input="".join(f"{n}\n" for n in numbers).encode(), stdout=subprocess.DEVNULL, timeout=PATIENCE)


def whole_game(lang, game, options):
    said, counted = str(HOME / f"{lang}-{game}-words"), str(HOME / f"{lang}-{game}-numbers")
    numbers = play_in_words(lang, game, options, said)
    play_by_number(lang, game, options, counted, numbers)
    if pathlib.Path(said).read_text() != pathlib.Path(counted).read_text():
        raise AssertionError("words and numbers gave different games")
    subprocess.run([SAFEHOUSE, "verify", said], env=ENV, check=True, stdout=subprocess.DEVNULL)


def whole_visit(lang, game, seats, url):
    """Makes a table of a house, plays there with bots, and saves the record."""
    words, luck, record = Words(lang), random.Random(f"{lang} {game}"), HOME / f"{lang}-{game}"
    screen = Screen("join", url, "--lang", lang, "--name", "Ola" if lang == "pl" else "Оля")
    screen.read()
    name = words.entries[f"{game}.name"][0]
    screen.type(words.check(words.command("help")))
    screen.type(words.check(words.command("make", name, str(seats))))
    screen.type(words.check(words.command("seats")))
    out = screen.type(words.check(words.command("start")), *words.answers)
    while not words.over.search(out):
        out = choose(screen, words, luck)[1]
    screen.type(words.command("save", str(record)))
    os.write(screen.process.stdin.fileno(), words.check(words.command("quit")).encode() + b"\n")
    if screen.end():
        raise AssertionError("the program failed")
    subprocess.run([SAFEHOUSE, "verify", str(record)], env=ENV, check=True, stdout=subprocess.DEVNULL)


def at_terminal(record, *lines):
    """Plays at a terminal with --record and types these lines, each when something is asked; returns what was printed."""
    here, there = pty.openpty()
    process = subprocess.Popen([SAFEHOUSE, "play", "dead-drop", "--lang", "pl", "--seed", "7", "--record", record], env=ENV,
                               stdin=there, stdout=there, stderr=there)
    os.close(there)
    words, out, lines = Words("pl"), "", list(lines)
    asked = re.compile(words.pattern(words.entries["play.record-exists"][0]).pattern.replace(r"\ ", r"\s+") + r"\s+$|> $")
    try:
        while piece := os.read(here, 65536):
            out += piece.decode()
            if lines and asked.search(out.replace("\r", "")):
                os.write(here, f"{lines.pop(0)}\n".encode())
    except OSError:
        pass  # Linux says so when the program has ended
    process.wait(PATIENCE)
    return out


def asks_before_replacing():
    record = HOME / "precious"
    record.write_text("precious")
    at_terminal(str(record), "wyjdź")
    if record.read_text() != "precious":
        raise AssertionError("the file was replaced without a question")
    at_terminal(str(record), "", "wyjdź", "wyjdź")
    if "safehouse" not in record.read_text():
        raise AssertionError("the record was not written")


def check(name, test, *args):
    global count, failed
    count += 1
    try:
        test(*args)
        print(f"ok {count} - {name}")
    except (AssertionError, subprocess.SubprocessError, OSError) as why:
        failed += 1
        print(f"not ok {count} - {name}")
        print("\n".join(f"# {line}" for line in f"{why}".splitlines()[:60]))
    sys.stdout.flush()


signal.alarm(PATIENCE)
for lang in "pl", "ru":
    for game, options in GAMES.items():
        check(f"a whole game in words: {game}, {lang}", whole_game, lang, game, options)
check("a terminal asks before --record replaces a file", asks_before_replacing)
house = subprocess.Popen([SAFEHOUSE, "serve", "--port", "0", "--data", str(HOME / "house"), "--limit", "delay=1"], env=ENV,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
address = house.stdout.readline().split()[-1]
for lang in "pl", "ru":
    check(f"a whole game at a house in words: dead-drop, {lang}", whole_visit, lang, "dead-drop", 3, address)
    check(f"a whole game at a house in words: inside-job, {lang}", whole_visit, lang, "inside-job", 3, address)
house.terminate()
house.wait()
print(f"1..{count}")
sys.exit(failed > 0)
