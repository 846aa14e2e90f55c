"""sentences PROGRAM LANG - see tools/sentences.

Map: the sheet - the command - files - whole games - typing - a house - the page."""
import contextlib
import io
import os
import pathlib
import random
import re
import runpy
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/scripts")]
sys.dont_write_bytecode = True
import po  # noqa: E402

PROGRAM, LANG = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
LATE = 60  # seconds to wait for a sentence
CATALOGS = [po.Catalog(path) for path in sorted(ROOT.glob("po/*.po"))]
CATALOG = next(c for c in CATALOGS if c.lang == LANG)
KEYS = po.sentence_keys(CATALOGS, po.PAGE)
MARKS = re.compile(f"[{chr(po.MARK)}-{chr(po.MARK + po.FORMS * len(KEYS) - 1)}]")
NAMES = {"en": "Olga Jan Maya Igor Nina", "pl": "Ola Jan Maja Igor Nina", "ru": "Оля Ян Майя Игорь Нина"}[LANG].split()
ENV = dict(os.environ, LC_ALL="C.UTF-8")


# ---- the sheet


class Sheet:
    """Prints a line if it says something that no line before it has said: another sentence, another form of one, or
    the same with other words in its places."""

    def __init__(self):
        self.met, self.said, self.title, self.more = set(), set(), None, 0

    def section(self, title):
        self.title = title

    def print(self, line):
        if self.title:
            print(f"\n== {self.title}\n")
            self.title = None
        print(line)

    def add(self, text):
        for line in text.splitlines():
            marks = tuple(MARKS.findall(line))
            if not marks:  # it may be the rest of a sentence of several lines
                if self.more:
                    self.print(line)
                self.more = max(0, self.more - 1)
                continue
            forms = [divmod(ord(mark) - po.MARK, po.FORMS) for mark in marks]
            self.met.update(KEYS[n] for n, _ in forms)
            self.more = 0
            if marks not in self.said:
                self.said.add(marks)
                self.more = CATALOG.entries[KEYS[forms[0][0]]].forms[forms[0][1]].count("\n")
                self.print(MARKS.sub("", line))


sheet = Sheet()


def run(*words, typed=""):
    """What the command prints."""
    done = subprocess.run([PROGRAM, *map(str, words), "--lang", LANG], input=typed.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=ENV, timeout=600)
    return done.stdout.decode(errors="replace")


def say(*words, typed=""):
    sheet.add(run(*words, typed=typed))


# ---- the command


def command(folder):
    sheet.section("the command")
    for words in [], ["frob"], ["help"], ["help", "frob"], ["games"], ["games", "--frob"], ["games", "--json", "more"], ["verify"], ["manual"], \
            ["simulate", "chess"], ["play"], ["play", "sentient", "--seats"], ["play", "sentient", "--seats", "9"], \
            ["simulate", "sentient", "--seats", "0"], ["simulate", "dead-drop", "--edition", "9"], ["simulate", "dead-drop", "--option", "x=1"], \
            ["simulate", "dead-drop", "--option", "rounds=9"], ["simulate", "dead-drop", "--option", "rounds=1", "--option", "rounds=2"], \
            ["simulate", "dead-drop", "--deck", ROOT / "decks/sentient.csv"], ["simulate", "dead-drop", "--bots", "nobody"], \
            ["simulate", "dead-drop", "--bots", "random,random"], ["simulate", "dead-drop", "--games", "2", "--record", folder / "x"], \
            ["simulate", "dead-drop", "--deck", ROOT / "decks/dead-drop.csv", "--deck", ROOT / "decks/dead-drop.csv"], \
            ["simulate", "dead-drop", *["--option", "rounds=2"] * 20], ["arena", "inside-job"], ["play", "sentient", "--resume", "x", "--seats", "2"], \
            ["play", "dead-drop", "--resume", ROOT / "tests/golden/sentient-2.record"], ["replay", ROOT / "tests/golden/sentient-2.record", "--seat", "7"], \
            ["simulate", "inside-job", "--games", "1"], ["simulate", "inside-job", "--games", "20", "--bots", "sensible"], \
            ["arena", "inside-job", "--bots", "sensible,random", "--games", "2"], ["bench", "dead-drop", "--seats", "3"], \
            ["simulate", "inside-job", "--seats", "2", "--games", "3"], ["serve", "--limit", "x=1"], ["serve", "--limit", "rate=0"], \
            ["serve", "--node", "a"], ["serve", "--cert", "x"], ["serve", "--port", "99999"], ["backup", "x", "--data", "postgres://localhost/x"], \
            ["serve", "--data", "postgres://localhost:1/x"], ["serve", "--data", "postgres://a:b@c@d"], ["check", folder / "none"], \
            ["move-house", folder / "none", folder / "new"], ["join", "http://localhost:1"], ["join", "ftp://x"], ["join", "http://"], \
            ["simulate", "inside-job", "--option", "mini=4"], ["simulate", "inside-job", "--seats", "2", "--option", "risk=on"], \
            ["simulate", "inside-job", "--option", "risk=on", "--option", "raise=off"], ["simulate", "inside-job", "--seats", "3", "--option", "leader=5"]:
        say(*words)
    for name in re.findall(r"safehouse ([a-z-]+)", MARKS.sub("", run("help"))) + ["sentient", "agents", "inside-job", "dead-drop"]:
        say("help", name)
    for option in "--seed=x --name= --dealer=x --node=x.y --url=x --lang=xx".split():
        for name in "play", "serve":
            say(name, "sentient", option)
    for roles in "frob", "agent", "wired,wired", "wired,paranoid,decoy", "decoy,decoy", "insider", "daredevil,sleeper-cell", "wired,daredevil", \
            "professor-no,professor-no", "decoy,shady", "accomplice,shady":
        say("simulate", "inside-job", "--seats", "4", "--games", "1", "--option", f"roles={roles}")
    say("simulate", "inside-job", "--seats", "3", "--option", "roles=wired")
    say("simulate", "inside-job", "--seats", "4", "--option", "roles=wired", "--option", "given=decoy:1")


# ---- files


def changed(folder, *words, text, change):
    """Says what is wrong with a file after one part of it was replaced."""
    was, now = change
    assert was in text, was
    (folder / "x").write_bytes(text.replace(was, now, 1).encode("utf-8", "surrogateescape"))
    say(*words, folder / "x")


def spoilt(text, rng, n):
    """So many texts with a mistake each."""
    lines = text.splitlines(keepends=True)
    for _ in range(n):
        copy, i = lines[:], rng.randrange(len(lines))
        words = re.split(r"(\W+)", copy[i])
        kind = rng.randrange(6)
        if kind == 0:
            del copy[i]
        elif kind == 1:
            copy.insert(i, copy[i])
        elif kind == 2:
            words[rng.randrange(len(words))] = rng.choice(["x", "0", "99", "", "frob", '"', "-1", ",", "yes", "5"])
            copy[i] = "".join(words)
        elif kind == 3:
            copy = copy[:i]
        elif kind == 4:
            k = rng.randrange(len(lines))
            copy[i], copy[k] = copy[k], copy[i]
        else:
            copy[i] = copy[i].rstrip("\n") + rng.choice([" more", ",more", "\x01", "\n\n", '"']) + "\n"
        yield "".join(copy)


def files(folder):
    sheet.section("files")
    rng = random.Random(1)
    for path in "missing", ".", "missing/x", "x" * 300, "/sys/x", "/dev/full", "/proc/self/mem":
        say("verify", folder / path)
        say("simulate", "dead-drop", "--record", folder / path)
    (folder / "x").write_bytes(b"#" * 3_000_000)
    say("verify", folder / "x")
    say("deck", "check", folder / "x")
    for record in sorted(ROOT.glob("tests/golden/*.record")):
        say("verify", record)
    for record in [*sorted(ROOT.glob("tests/golden/*.record"))[::5], ROOT / "tests/golden/commit.record"]:
        for text in spoilt(record.read_text(), rng, 100):
            (folder / "x").write_text(text)
            say("verify", folder / "x")
    record = (ROOT / "tests/golden/commit.record").read_text()
    for change in ("record 2", "record 9"), ("edition 1", "edition 9"), ("deal commit", "deal frob"), ("deal commit", "deal shared"), ("begin", "start x\nbegin"), \
            ("\nbox ", "\nbox 00"), ("\ndeck ", "\ndeck x y z"), ("\nseat 0", "\nseat 5"), ("\nseat 0 human", "\nseat 0 human " + "x" * 50), ("\nsecret ", "\nsecret 00"), \
            ("\nend\n", "\n"), ("\nhash ", "\nhash 00"), ("\nwinners ", "\nwinners 9"), ("game ", "game x"), ("seats ", "seats 9"), ("\nbegin", "\nfrob\nbegin"), \
            ("game ", "game " + "x" * 5000), (record[-9:], "x"), ("\nend\n", "\nend\nend\n"):
        if change[0] in record:
            changed(folder, "verify", text=record, change=change)
    deck = (ROOT / "decks/sentient.csv").read_text()
    head = next(line for line in deck.splitlines() if not line.startswith("#"))
    first, last = head.split(",")[0], head.split(",")[-1]
    for change in (first, "frob"), (first + ",", ""), (last, f"{last},{last}"), (deck, ""), (deck, "\n"), ("\n", "\n" + "x" * 5000 + "\n"), ("\n", "\n\udcff\n"), \
            (head + "\n", head + "\n" + "x" * 100 + ",1\n"), (head, head + ",more"), (head + "\n", head + '\n"x\n'):
        changed(folder, "deck", "check", text=deck, change=change)
    for role in "Frob,agents,side,", "frob,agents,frob,", "frob,frob,side,", "frob,agents,side,frob", "frob,agents,side,free free", "wired,agents,side,", \
            "frob,neutral,side,", "frob,agents,partner,", "frob,insider,votes,", "frob,agents,side,hunter", "frob,agents,side,reveal-wins reveal-turns", \
            "frob,agents,right,open limit-2-3", "frob,insider,side,limit-2-3", "frob,insider,side,open":
        (folder / "x").write_text("role,side,goal,abilities\n" + role + "\n")
        say("deck", "check", folder / "x")
    for deck in [*sorted(ROOT.glob("decks/*.csv")), *sorted(ROOT.glob("tests/kept/decks/*.csv"))]:
        say("deck", "check", deck)
        for text in spoilt(deck.read_text(), rng, 60):
            (folder / "x").write_text(text)
            say("deck", "check", folder / "x")
    say("verify", ROOT / "tests/kept/records/sentient-own-deck.record")
    say("verify", ROOT / "tests/kept2/records/practice-sentient-2.record")


# ---- whole games


def named(record):
    """The record of a game with names, which ends before its result, because that has a hash of them."""
    text = re.sub(r"(?m)^(seat (\d) \w+)$", lambda m: f"{m[1]} {NAMES[int(m[2])]}", record.read_text())
    return text.split("\nend\n")[0] + "\n"


def with_statements(folder, text, rng):
    """A record of Inside Job with something stated after each move."""
    head, moves = text.split("\nbegin\n")
    reasons = "mission win below deny spoil probe mistake whim".split()
    good = head + "\nbegin\n"
    for line in moves.splitlines():
        good += line + "\n"
        stated = rng.choice([f"suspect {rng.randrange(4)}", f"trust {rng.randrange(4)}", f"answer {rng.choice('yes no perhaps unsure later secret'.split())}",
                             f"guess {rng.randrange(4)} {rng.choice('many few none'.split())} {rng.choice('yellow pink green blue'.split())}"])
        played = re.fullmatch(r"(\d) (?:play|raise) (\S+)", line)
        tried = [f"{rng.randrange(3)} state {stated}"]
        if played:
            tried += [f"{played[1]} state claim {played[2]} {rng.choice(reasons)}", f"{(int(played[1]) + 1) % 3} state ask {played[1]} {played[2]}"]
        for statement in tried:
            (folder / "y").write_text(good + statement + "\n")
            if subprocess.run([PROGRAM, "replay", folder / "y"], capture_output=True).returncode == 0:
                good += statement + "\n"
    return good


def games(folder):
    for record in sorted(ROOT.glob("tests/golden/*.record")):
        text = named(record)
        (folder / "x").write_text(text)
        for reader in ["room", *range(1, int(re.search(r"^seats (\d)", text, re.M)[1]) + 1)]:
            sheet.section(f"{record.stem}: what {NAMES[reader - 1] if reader != 'room' else 'a spectator'} hears")
            say("replay", folder / "x", "--seat", reader)
        sheet.section(f"{record.stem}: everything")
        say("replay", folder / "x")
        say("replay", record)
    for record in sorted([*ROOT.glob("tests/kept/records/*.record"), *ROOT.glob("tests/kept2/records/*.record")]):
        sheet.section(f"{record.stem}, a record of an older program")
        say("replay", record)
        say("moves", record)
    sheet.section("statements")
    (folder / "x").write_text(with_statements(folder, named(ROOT / "tests/golden/inside-job-3.record"), random.Random(3)))
    say("replay", folder / "x")


# ---- typing


def typing(folder):
    """Games at one screen, in which somebody asks about every move there is, again and again."""
    for game, seats in ("agents", 2), ("agents", 3), ("dead-drop", 3), ("inside-job", 2), ("inside-job", 4), ("sentient", 2):
        sheet.section(f"{game} for {seats}, at the screen")
        records = [path.read_text().split("\nbegin\n")[1] for path in ROOT.glob(f"tests/golden/{game}-*.record")]
        moves = sorted({line.split(" ", 1)[1] for text in records for line in re.findall(r"^\d .*$", text, re.M)})
        random.Random(2).shuffle(moves)
        asked = [f"why {move}" for move in moves] + [f"why {verb}" for verb in sorted({move.split()[0] for move in moves})]
        typed = ["help", "rules", "state", "moves", "log", "why", "try", "try 1", "why 1", "why frob", "frob", "99", "save", "undo", "undo frob",
                 f"save {folder}", "quit", "discards", *["1", *asked] * 25, f"save {folder}/saved", *["1", "1", "1", "discards"] * 125]
        options = {"inside-job": ["--option", "raise=off"], "agents": ["--option", "safe-houses=on", "--option", "finish-round=on"]}.get(game, [])
        for extra in [], options, ["--option", "search=off"] if game == "dead-drop" else []:
            say("play", game, "--seats", seats, "--seed", "7", "--name", NAMES[0], *extra, typed="\n".join(typed))
        say("play", game, "--seats", seats, "--seed", "7", typed="\n".join(["1", "1", "1", "undo 2", "undo 99", "quit", "quit"]))
        say("play", game, "--seats", seats, "--bots", "human", "--seed", "8", typed="\n".join(["", "moves", "1", "undo"] * 30 + ["quit", "quit"]))
        say("play", game, "--seats", seats, "--dealer", "human", typed="\n".join(["help", "frob", "moves", "log", "undo", "state", "1"] * 20))
    asked = [f"why {move}" for move in ("ballot 1 2", "ballot 2 1", "ballot 1 1", "vote 1", "vote 0", "partner 1", "raise y1", "play y1", "play b9", "pick 1")]
    for roles in "sleeper-cell", "high-stakes", "inner-circle", "bad-company", "wired,decoy":
        for seed in range(6):
            sheet.section(f"inside-job with {roles}")
            say("play", "inside-job", "--seats", "4", "--seed", str(seed), "--option", f"roles={roles}", typed="rules\n" + "\n".join(["1", *asked] * 60))


# ---- a house


def refusals(server_words):
    """What a house refuses in the tests of its protocol."""
    import wire

    hear, begin = wire.Client.hear, wire.Client.__init__

    def hear_and_tell(self):
        message = hear(self)
        if "error" in message:
            sheet.add(message["text"])
        return message

    def begin_in_lang(self, *args, **fields):
        begin(self, *args, **fields)
        with contextlib.suppress(wire.Closed):
            self.ask(do="lang", lang=LANG)

    wire.Client.hear, wire.Client.__init__ = hear_and_tell, begin_in_lang
    for script, tests in server_words.items():
        sheet.section(f"refusals of a house: {script}")
        wire.tests.clear()
        sys.argv = [script, PROGRAM, *tests]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            runpy.run_path(str(ROOT / "tests/scripts" / script))
    wire.Client.hear, wire.Client.__init__ = hear, begin


class Person:
    """Somebody who joins a house in the terminal."""

    def __init__(self, folder, url, name, *words):
        self.said, self.change = "", threading.Condition()
        self.process = subprocess.Popen([PROGRAM, "join", url, "--name", name, "--lang", LANG, *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(ENV, XDG_STATE_HOME=f"{folder}/{name}"))
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while data := os.read(self.process.stdout.fileno(), 65536):
            with self.change:
                self.said += data.decode(errors="replace")
                self.change.notify_all()

    def type(self, line, *keys):
        """Types a line and waits until one of the sentences is said."""
        since, late = len(self.said), time.monotonic() + LATE
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        self.wait(since, late, keys)

    def wait(self, since, late, keys):
        marks = "".join(chr(po.MARK + po.FORMS * KEYS.index(key) + form) for key in keys for form in range(po.FORMS))
        with self.change:
            while keys and not any(mark in self.said[since:] for mark in marks):
                if time.monotonic() > late or self.process.poll() is not None:
                    sys.exit(f"The house never said {' or '.join(keys)}, only:\n{MARKS.sub('', self.said[since:])[-1000:]}")
                self.change.wait(1)

    def leave(self):
        self.process.stdin.close()
        self.process.wait(LATE)
        return self.said


def joining(folder):
    import wire

    sheet.section("people at a house")
    with wire.Server(PROGRAM, "--lang", LANG) as server:
        ola = Person(folder, server.url, NAMES[0])
        ola.wait(0, time.monotonic() + LATE, ["join.lobby-words"])
        for line, key in ("help", "join.lobby-help"), ("games", "sentient.about"), ("frob", "join.lobby-word"), ("make chess", "join.no-game"), \
                ("make", "join.make-what"), ("make sentient 9", "order.seats"), ("make sentient bot=frob", "order.value"), ("sit frob", "join.which"), \
                ("list", "join.lobby-words"), ("code", "join.code"), ("devices", "join.devices"), ("name", "house.name"), \
                ("report frob", "join.reported"), ("report", "join.report-what"), ("make dead-drop 3 clock=move time=60", "join.host"), \
                ("frob", "join.not-begun"), ("clock", "join.not-begun"), ("colour red", "join.no-colours"), ("lobby", "join.lobby-words"), \
                ("make sentient 2 clock=game time=60", "join.host"), ("colour frob", "join.colour-what"), \
                *[(f"colour {name}", "join.colour.you") for name in ("red", "white", "yellow", "grey", "red")], ("seats", "join.seat.colour"), ("lobby", "join.lobby-words"), \
                ("make agents 2", "join.host"), *[(f"colour {name}", "join.colour.you") for name in ("red", "brown", "green", "purple", "blue", "red")], ("help", "join.help-colour"), ("clock", "join.no-clock"), \
                ("lobby", "join.lobby-words"), ("make dead-drop 3", "join.host"), ("start", "play.choices"), ("1", "dead-drop.worth"), \
                ("vote end", "join.afterwards-undo"), ("undo", "play.went-back"), ("lobby", "join.lobby-words"), \
                ("signout", "join.signout-which"), ("make inside-job 3 clock=game time=6000", "join.host"), ("help", "join.help-host"), ("seats", "join.host"):
            ola.type(line, key)
            if line == "start":  # practice, with somebody who watches, and somebody who comes later
                link = re.findall(r"http://\S+/t/\w+", ola.said)[-1]
                watcher = Person(folder, link, NAMES[2], "--seat", "room")
                watcher.wait(0, time.monotonic() + LATE, ["join.look-on"])
            if line == "undo":
                watcher.wait(0, time.monotonic() + LATE, ["join.goes-back"])
                late = Person(folder, link, NAMES[1], "--seat", "room")
                late.wait(0, time.monotonic() + LATE, ["join.practice"])
                sheet.add(watcher.leave()), sheet.add(late.leave())
        link = re.findall(r"http://\S+/t/\w+", ola.said)[-1]
        jan = Person(folder, link, NAMES[1])
        jan.wait(0, time.monotonic() + LATE, ["join.seat.you"])
        maja = Person(folder, link, NAMES[2], "--seat", "room")
        maja.wait(0, time.monotonic() + LATE, ["join.look-on"])
        for who, line, key in (jan, "help", "join.help-waiting"), (jan, "say frob", "join.says"), (ola, "silence", "join.silence-what"), \
                (ola, "silence on", "join.silence.on"), (ola, "silence off", "join.silence.off"), (ola, "bot 9", "table.seat"), (jan, "start", "table.not-host"), \
                (maja, "say frob", "join.onlooker-says"), (maja, "vote end", "join.not-seated"), (ola, f"mute {NAMES[2]}", "join.muted"), \
                (ola, f"unmute {NAMES[2]}", "join.unmuted"), (ola, "mute frob", "join.mute-whom"), (jan, "rise", "join.look-on"), (jan, "sit", "join.you-sit"), \
                (ola, "save x", "join.save-later"), (ola, "bot 3 random", "join.bot-sits"), \
                (jan, "ready", "join.you-start-ready"), (jan, "seats", "join.seat.ready"), (ola, "ready", "join.begins"), \
                (ola, "clock", "join.time"), \
                (ola, "help", "join.statements"), (ola, "say", "join.say-what"), (ola, f"state suspect {NAMES[1]}", "inside-job.suspect"), \
                (ola, "vote end", "join.vote.end"), (ola, "vote nothing", "join.vote.nothing"), (jan, "leave", "join.you-held"), (jan, "return", "join.you-back"), \
                (jan, "vote end", "join.vote.end"), (ola, "vote end", "join.ended"), (ola, f"save {folder}/saved", "play.exists"), (ola, f"save {folder}/saved", "join.saved"), \
                (ola, "vote again", "join.vote.again"), (jan, "vote again", "join.get-ready"), \
                (jan, "ready", "join.you-start-ready"), (ola, "ready", "join.begins"), (maja, "lobby", "join.lobby-words"):
            who.type(line, key)
            if who is maja:  # whom others can mute when they have heard her
                ola.wait(0, time.monotonic() + LATE, ["join.onlooker-says"])
        ola.type("lobby", "join.lobby-words")
        ola.type("make sentient 3", "join.host")
        jan.type("lobby", "join.lobby-words")
        jan.type("sit " + re.findall(r"http://\S+/t/(\w+)", ola.said)[-1], "join.seat.you")
        jan.type("colour yellow", "join.colour.you")
        ola.wait(0, time.monotonic() + LATE, ["join.colour"])
        for who in maja, jan, ola:
            sheet.add(who.leave())
        for words in ("backup", folder / "copy"), ("backup", folder / "copy"), ("check",):
            say(*words, *(["--data", server.data] if words[0] == "backup" else [server.data]))
        say("serve", "--port", "0", "--data", server.data)
        server.stop()
        for place in folder / "moved", folder / "moved", folder:
            say("move-house", server.data, place)
        shutil.copy(ROOT / "tests/kept/houses/closed.db", folder / "old")
        say("move-house", folder / "old", folder / "older")
        damaged(folder, server.data)


def damaged(folder, data):
    """What is wrong with a house's file after somebody has changed it."""
    sheet.section("a damaged house")
    for change in "delete from line where n = 2", "update line set text = '9 frob' where n = 3", "update line set text = '1 sit 0 x' where n = 4", \
            "update line set sum = null where n = 5", "update tables set agreed = 'frob'", "update tables set number = -5", "delete from tables", \
            "insert into sits values (999, 1)", "update token set person = 999", "update person set number = -1", "pragma user_version = 99", \
            "pragma application_id = 9", "update line set text = '0' || text where n = 1", "update line set sum = x'00' where n = 6":
        shutil.copy(data, folder / "damaged")
        with contextlib.closing(sqlite3.connect(folder / "damaged")) as db, contextlib.suppress(sqlite3.Error):
            db.execute(change)
            db.commit()
        say("check", folder / "damaged")
    (folder / "damaged").write_bytes(pathlib.Path(data).read_bytes()[:5000])
    say("check", folder / "damaged")
    say("backup", folder / "copy2", "--data", folder / "damaged")


# ---- the page


def page():
    """What the page says without arguments; the rest is met in a browser only."""
    for kind, title in ("rule", "the rules, on the page"), ("page", "the page"):
        sheet.section(title)
        for key, entry in CATALOG.entries.items():
            if po.kind(key) == kind and not any(po.PLACE.search(form) for form in entry.forms.values()):
                sheet.met.add(key)
                sheet.print(f"{key.removeprefix('rule.') + ' ' if kind == 'rule' else ''}{entry.forms[0]}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        command(folder)
        files(folder)
        games(folder)
        typing(folder)
        refusals({"house.py": ["names", "codes", "devices", "guests", "malformed", "cannot_be_made", "sitting", "moves", "spectators", "taking_back",
                               "leaving", "voting", "colour", "discuss", "talking", "muting", "reporting", "without", "coming_back"],
                  "people.py": []})
        joining(folder)
    page()
    for title, keys in ("not met", KEYS), ("met in a browser only", sorted(set(CATALOG.entries) - set(KEYS))):
        missing = [key for key in keys if key not in sheet.met]
        sheet.section(f"{title}: {len(missing)} of {len(keys)}")
        for key in missing:
            sheet.print(f"{key}: {' / '.join(CATALOG.entries[key].forms.values())}")


main()
