"""join.py SAFEHOUSE - people join `safehouse serve` with `safehouse join`, through pipes and once in a terminal.

A person here is a process, its output so far, and its own home folder.  Every step waits for some output."""
import base64
import contextlib
import hashlib
import os
import pathlib
import pty
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

SAFEHOUSE = sys.argv[1]
PATIENCE = 60  # seconds to wait for output
HOME = pathlib.Path(tempfile.mkdtemp())
ENV = dict(os.environ, LC_ALL="C.UTF-8", ASAN_OPTIONS="exitcode=99")
people, count, failed = [], 0, 0


class Missing(Exception):
    pass


class House:
    """A server that keeps its port after a crash."""

    def __init__(self, name, *options):
        self.data, self.options, self.port, self.process = HOME / f"{name}.db", options, 0, None

    def open(self):
        self.process = subprocess.Popen([SAFEHOUSE, "serve", "--port", str(self.port), "--data", str(self.data), "--limit",
                                         "delay=1", *self.options], env=ENV, stdout=subprocess.PIPE,
                                        stderr=open(HOME / "log", "ab"), text=True)
        self.url = self.process.stdout.readline().split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


class Person:
    def __init__(self, name, url, *options, home=None, terminal=False, env={}, command=()):
        self.name, self.out, self.news = name, "", threading.Condition()
        self.turns, self.at = 0, 0  # at: the length of the output when something was last typed
        command = [SAFEHOUSE, *command] if command else [SAFEHOUSE, "join", url, *(["--name", name] if name else []), *options]
        env = dict(ENV, XDG_STATE_HOME=str(HOME / (home or name)), **env)
        if terminal:
            self.typing, there = pty.openpty()
            self.process = subprocess.Popen(command, env=env, stdin=there, stdout=there, stderr=there)
            os.close(there)
            self.printing = self.typing
        else:
            self.process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT)
            self.typing, self.printing = self.process.stdin.fileno(), self.process.stdout.fileno()
        people.append(self)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        raw = b""
        while True:
            try:
                piece = os.read(self.printing, 65536)
            except OSError:
                piece = b""
            with self.news:
                raw += piece
                self.out = raw.decode(errors="replace").replace("\r", "")
                self.ended = not piece
                self.news.notify_all()
            if not piece:
                return

    ended = False

    def type(self, *lines):
        self.at = len(self.out)
        for line in lines:
            os.write(self.typing, f"{line}\n".encode())

    def wait(self, pattern, since=0):
        """Waits until the pattern has been printed after `since`; returns where the match ends."""
        until = time.monotonic() + PATIENCE
        with self.news:
            while not (found := re.compile(pattern, re.M).search(self.out, since)):
                left = until - time.monotonic()
                if left <= 0 or self.ended:
                    raise Missing(f"{self.name} did not read {pattern!r} after:\n{self.out[since:][-1500:]}")
                self.news.wait(left)
            return found.end()

    def says(self, line, pattern):
        """Types a line and waits for its output."""
        since = len(self.out)
        self.type(line)
        return self.wait(pattern, since)

    def end(self):
        """Ends the input; returns the exit status."""
        if self.typing != self.printing:
            self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status

    def quits(self):
        self.type("quit")
        return self.end() == 0

    def key(self):
        self.wait(r"/t/\w+")
        return re.findall(r"/t/(\w+)", self.out)[-1]


TALK = "Before the vote you can talk|Przed głosowaniem możecie|Перед голосованием можно"


def choose(person, luck):
    """Types one of the offered numbers, or ends the person's part of a discussion."""
    offered = person.out[person.at:]
    if re.search(TALK, offered):
        person.type("ready")
        return
    numbers = [int(n) for n in re.findall(r"^(\d+)\. |\[(\d+)\]\s", offered, re.M) for n in n if n]
    person.type(luck.randint(1, max(numbers, default=1)))


OVER = "vote again: |głosuj jeszcze: |голосовать ещё: "
BEGUN = "The game begins|Partia się zaczyna|Партия начинается|Choices of|can choose"


def play(players, until=OVER, moves=10**6, seed=1):
    """Makes moves for everybody who is asked, until all have read that the game is over, or until so many moves were made, or until
    all have read something else."""
    luck, end, stop = random.Random(seed), re.compile(until, re.M), time.monotonic() + PATIENCE
    while moves > 0:
        moved = False
        for p in players:
            with p.news:
                out = p.out
            if p.ended:
                raise Missing(f"{p.name} is gone:\n{out[-1500:]}")
            if len(out) > p.at and out.endswith("> ") and re.search(BEGUN, out) and not end.search(out):
                choose(p, luck)
                moved, moves, p.turns = True, moves - 1, p.turns + 1
        if all(end.search(p.out) for p in players):
            return
        if moved:
            stop = time.monotonic() + PATIENCE
        elif time.monotonic() > stop:
            raise Missing("nobody is asked:\n" + "\n--\n".join(p.out[-1500:] for p in players))
        else:
            with players[0].news:
                players[0].news.wait(0.01)


def run(*arguments, typed=""):
    done = subprocess.run([SAFEHOUSE, *arguments], env=dict(ENV, XDG_STATE_HOME=str(HOME / "nobody")), input=typed,
                          capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def test(name):
    """A test is a function; it fails if it returns something false other than None, or raises an exception."""
    def decorate(function):
        global count, failed
        count += 1
        try:
            good, what = function(), "it returned False"
        except (Missing, subprocess.TimeoutExpired, OSError) as why:
            good, what = False, f"{type(why).__name__}: {why}"
        print(f"{'ok' if good or good is None else 'not ok'} {count} - {name}", flush=True)
        if not good and good is not None:
            failed += 1
            print("\n".join("# " + line for line in what.splitlines()), flush=True)
            for p in people:
                print("\n".join(f"# {p.name}| {line}" for line in p.out.splitlines()[-25:]), flush=True)
        for p in people:
            if p.process.poll() is None:
                p.process.kill()
                p.process.wait()
        people.clear()
    return decorate


def no_raw_words(*everybody):
    keys = re.findall(r'^msgid "(..*)"$', pathlib.Path("po/en.po").read_text(encoding="utf-8"), re.M)
    words = re.compile(r"(?<![\w./-])(" + "|".join(map(re.escape, sorted((k for k in keys if "." in k), key=len, reverse=True)))
                       + r")(?![\w-])|\{\d")
    for p in everybody:
        if found := words.search(p.out):
            raise Missing(f"{p.name} read the raw words {found[0]!r}")
    return True


def two(house, make, names=("Ada", "Bruno"), langs=("en", "en"), bots=()):
    """Seats two people at a new table."""
    ada = Person(names[0], house.url, "--lang", langs[0])
    ada.wait("^> ")
    ada.type(f"make {make}")
    key = ada.key()
    bruno = Person(names[1], f"{house.url}/t/{key}", "--lang", langs[1])
    ada.wait(f"{names[1]} sits down")
    if bots:
        ada.type(*bots)
    if make.split()[1] == "2":
        ready(ada, bruno)
    return ada, bruno


def ready(*people):
    """All say that the game may begin."""
    for one in people:
        one.type("ready")


# ---- errors ----

def refused(url, pattern, status=1):
    code, out, err = run("join", *url.split())
    if code != status or err.count("\n") != 1 or not re.search(pattern, err):
        raise Missing(f"{url}: exit {code}, {out!r}, {err!r}")
    return True


@test("bad command lines and addresses")
def _():
    return (refused("", "URL", 2) and refused("http://localhost:1 --sneeze", "sneeze", 2)
            and refused("http://localhost:1 --seat nine", "seat", 2)
            and all(refused(url, "address of a house") for url in
                    ("localhost", "ftp://localhost", "http://", "http://localhost:0", "http://localhost:99999",
                     "http://a@b", "http://localhost/x", "http://localhost/#code=", "http://localhost/#code=a_b", "http://localhost/t/", "http://[::1", "http://localhost:1/t/A!")))


@test("an address where nothing listens")
def _():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return refused(f"http://127.0.0.1:{port}", "Nobody answers")


def impostor(answer):
    """A server that is no house: it answers one request with the bytes that `answer` makes from it."""
    there = socket.create_server(("127.0.0.1", 0))

    def serve():
        other, _ = there.accept()
        head = b""
        while b"\r\n\r\n" not in head:
            head += other.recv(4096)
        other.sendall(answer(head))
        other.recv(4096)
        other.close()
    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{there.getsockname()[1]}"


@test("a web server that is no house")
def _():
    return refused(impostor(lambda head: b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), "There is no Safehouse at")


def websocket(message):
    def answer(head):
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head)[1]
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        return (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + accept + b"\r\n\r\n" + bytes([0x81, len(message)]) + message)
    return answer


@test("a house with another version of the protocol")
def _():
    return refused(impostor(websocket(b'{"house":"safehouse","protocol":2,"you":null}')), "a different protocol")


@test("a house that does not speak JSON")
def _():
    return refused(impostor(websocket(b"Welcome!")), "There is no Safehouse at")


house = House("house").open()


@test("a table that does not exist")
def _():
    code, out, err = run("join", house.url + "/t/aaaaaaaaaaaaaaaa", "--name", "Nemo")
    return code == 1 and "There is no such table." in out + err


# ---- whole games ----

for number, make in enumerate(["agents 2 goal=12", "dead-drop 3", "inside-job 4 roles=sleeper-cell", "sentient 3"]):
    @test(f"two people play a whole game, save and verify it: {make}")
    def _():
        ada, bruno = two(house, make, langs=("en", ("pl", "ru")[number % 2]))
        if make.split()[1] != "2":
            ada.type("start")
        play([ada, bruno], seed=number)
        path = HOME / f"{number}.record"
        ada.says(f"save {path}", "Saved to")
        code, out, err = run("verify", str(path))
        if code:
            raise Missing(out + err)
        return no_raw_words(ada, bruno) and ada.quits() and bruno.quits()


@test("people talk before the vote of Inside Job, and are ready")
def _():
    for seed in range(100):
        ada, bruno = two(house, "inside-job 2 clock=move time=300 discussion=900", langs=("en", "ru"))
        play([ada, bruno], until=f"{TALK}|{OVER}", seed=seed)
        if re.search(TALK, ada.out):
            break
        ada.quits(), bruno.quits()
    bruno.wait("введите «готово»")
    ada.wait(r"^\d{3} seconds left for the discussion")
    ada.says("clock", r"(?s)\d{3} seconds left for the discussion.*^Bruno: 300 seconds")
    ada.says("vote 1", "you can vote when everybody is ready")
    eve = Person("Eve", f"{house.url}/t/{ada.key()}", "--seat", "room")
    eve.wait("talking it over")
    eve.says("ready", "You are a spectator")
    eve.says("help", "^ready: ")
    ada.says("say It was Larry", "It was Larry")
    ada.says("ready", "You are ready to vote")
    bruno.wait("Ada уже хочет голосовать")
    since = len(ada.out)
    bruno.type("готово")
    ada.wait("The discussion is over", since)
    ada.says("ready", "There is no discussion now")
    play([ada, bruno])
    return ada.quits() and bruno.quits() and eve.quits()


@test("a game begins when everybody is ready, not when the last seat is taken; the host need not wait")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make sentient 2 clock=move time=300", "Type “ready” when the game may begin")
    bruno = Person("Bruno", f"{house.url}/t/{ada.key()}", "--lang", "pl")
    bruno.wait("Wpisz „gotowe”")
    ada.wait("Bruno sits down")
    bruno.says("gotowe", "Możesz zaczynać")
    ada.wait("Bruno is ready to start")
    ada.says("seats", "(?s)Seat 2: Bruno.*  Ready to start")
    if "The game begins" in ada.out:
        return False
    ada.says("ready", "(?s)You are ready.*The game begins")
    bruno.wait("Partia się zaczyna")
    ada.says("lobby", "Your tables")
    ada.says("make sentient 3", "Type “ready”")
    bruno.says("poczekalnia", "> ")
    bruno.says(f"usiądź {ada.key()}", "Wpisz „gotowe”")
    ada.says("start", "The game begins")  # and is ready, which is in the record
    return ada.quits() and bruno.quits()


# ---- commands and talk ----

@test("talk, statements in the reader's language, votes, another game")
def _():
    ada, bruno = two(house, "inside-job 3", langs=("en", "pl"))
    ada.type("start")
    bruno.wait("Partia się zaczyna")
    ada.says("say Hello, Bruno! {0} Ü", r"Ada: “Hello, Bruno! \{0\} Ü”$")
    bruno.wait("Ada: „Hello, Bruno! ")
    bruno.says("state suspect ada", r"Bruno podejrzewa.* Ada")
    ada.wait("Bruno suspects Ada")
    ada.says("state suspect 7", "does not fit")
    bruno.says("oświadcz podejrzewa ada", r"Bruno podejrzewa.* Ada")
    bruno.says("pomoc", r"(?s)oświadcz ZDANIE[^\n]*:\n  podejrzewa, że Kretem jest Ada / .*odpowiada: tak / ")
    assert "suspect" not in bruno.out.split("oświadcz ZDANIE")[-1]
    bruno.says("oświadcz odpowiada: nie wiem", r"Bruno odpowiada: nie wiem")
    ada.says("vote end", "Ada wants to end the game")
    ada.says("vote nothing", "Ada withdraws the vote")
    ada.type("vote end")
    bruno.wait("Ada chce zakończyć partię")
    bruno.says("vote end", "bez zwycięzcy")
    ada.wait("without a winner")
    ada.says(f"save {HOME}/agreed", "Saved to")
    old = ada.key()
    ada.says("vote again", "Ada wants another game")
    since = len(ada.out)
    bruno.says("vote again", "(?s)Wszyscy chcą.*Wpisz „gotowe”")
    ada.wait("Inside Job, 3 players", since)
    ada.wait("^Seat 2: Ada, you", since)
    ready(ada, bruno)
    ada.wait("The game begins", since)
    ada.says("lobby", "(?s)Your tables.*> ")
    ada.says(f"watch {old}", r"The next game at this table has the key \w+: type “lobby”")
    return ada.quits() and bruno.quits()


@test("why, try, undo, rules, names of seats, unknown commands")
def _():
    ada, bruno = two(house, "sentient 2")
    ada.wait(r"To move: Bruno|Ada can")
    first, other = (ada, bruno) if "Ada can" in ada.out else (bruno, ada)
    first.wait(r"(?s)can choose.* from slot 2, \[7\]\swithout assistants.*> ")
    first.says("procure 1 0", "(?s)(Choices of|can choose).*> ")
    first.says("why pass", r"\(Rule \S+\.\)")
    first.says("rules", "Sentient")
    first.says("undo", "The latest move is not yours")
    first.says("1", f"To move: {other.name}")
    first.says("1", f"not your turn; to move: {other.name}")
    first.says("moves", f"not your turn; to move: {other.name}")
    first.says("undo", "(?s)Taken back.*> ")
    other.wait(f"{first.name} takes the last move back")
    first.says("try 1", r"points? in all")
    first.says("try slot 1 blocking nothing", r"points? in all")
    first.says("why slot 9", "has the word “9”")
    first.says("moves", rf"Choices of {first.name}:")
    first.says("log", "procures|takes|die")
    first.says("state", "Slot 1")
    first.says("hepl", "has the word “hepl”")
    first.says("save now", "when the game is over")
    first.says("leave", "A bot is playing for you")
    first.says("1", "A bot is playing for you")
    other.wait(f"A bot now plays for {first.name}")
    first.says("return", "You are playing again")
    first.says("clock", "no clock")
    first.says("seats", f"{first.name}, you")
    return no_raw_words(ada, bruno) and ada.quits() and bruno.quits()


@test("commands of a host, the lobby, a clock")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("sneeze", "There is no command “sneeze” in the lobby")
    ada.says("games", "inside-job: ")
    ada.says("make", "Type: make GAME")
    ada.says("make chess", "There is no game “chess”")
    ada.says("make dead-drop 3 rounds=9", "rounds")
    ada.says("make dead-drop 9", "for 3 to 4 players")
    ada.says("make dead-drop 3 4", "Type: make GAME")
    ada.says("make dead-drop sneeze", "Type: make GAME")
    for term, values in (("public=maybe", r"on\|off"), ("onlookers=", r"on\|off"), ("backs=o", r"on\|off"),
                         ("clock=sand", r"none\|move\|game"), ("time=0", r"1\.\.1000000"), ("time=x", r"1\.\.1000000"),
                         ("bot=sensible", "takes: random")):
        ada.says(f"make dead-drop {term}", f"“{term.split('=')[0]}” takes: .*{values.split()[-1]}")
    ada.says("make inside-job 4 clock=move time=300", "(?s)Inside Job, 4 players.*3 seats are free")
    key = ada.key()
    bruno = Person("Bruno", house.url)
    bruno.wait(r"^> ")
    number = re.findall(r"^(\d+)\. Inside Job, waiting for players: Ada, 3 free seats; 300 seconds per move$", bruno.out, re.M)
    bruno.says(f"sit {number[-1]}", "Seat 2: Bruno, you")
    ada.wait("Bruno sits down in seat 2")
    ada.says("bot 3 random", "Seat 3: Celina, a bot")
    ada.says("bot 3 -", "Seat 3 is free again")
    ada.says("bot bruno", "Somebody already sits there")
    bruno.says("start", "Only the host can do that")
    ada.says("remove bruno", "Seat 2 is free again")
    bruno.wait("removed you from this table.\nYou are watching")
    bruno.says("sit", "removed you from this table")
    bruno.says("lobby", "Open tables")
    bruno.says(f"sit {key}", "removed you from this table.\nYou are watching")
    for word in "rise", "leave", "return", "undo", "vote end", "state suspect 0":
        bruno.says(word, "You are a spectator; only players can do that")
    ada.says("clock", "The game has not begun yet")
    ada.says("start", "You have 300 seconds|300 seconds left|To move|plays")
    ada.says("clock", "You have (300|29.) seconds left")
    return no_raw_words(ada, bruno) and ada.quits() and bruno.quits()


@test("alone with bots one can go back as far as one likes, also from the end; everybody and the record are told")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.type("make dead-drop 3")
    key = ada.key()
    ada.says("start", "(?s)The game begins.*Choices of.*> ")
    eve = Person("Eve", f"{house.url}/t/{key}", "--seat", "room")
    eve.wait("You are watching")
    ada.says("undo", "The latest move is not yours")
    ada.says("undo 1", "at most this many of your moves: 0")
    play([ada], moves=2)
    ada.says("undo 2", "(?s)You went back. This is a practice game.*Choices of.*> ")
    eve.wait("Ada goes back to an earlier move. This is a practice game")
    play([ada])
    ada.wait("undo: go back to your last move")
    record = HOME / "practice.record"
    ada.says(f"save {record}", "Saved to")
    if not re.search("practice game", run("verify", str(record))[1]):
        return False
    ada.says("undo", "(?s)You went back.*Choices of.*> ")
    late = Person("Late", f"{house.url}/t/{key}", "--seat", "room")
    late.wait("(?s)You are watching.*This is a practice game")
    ada.type("1")
    play([ada], until=r"(?s)(undo: go back.*){2}", seed=3)
    eve.wait("(?s)(lobby: other tables.*){2}")
    return no_raw_words(ada, eve, late) and ada.quits() and eve.quits() and late.quits()


@test("at a terminal a game against bots can go on after its end")
def _():
    record = HOME / "end.record"
    ada = Person("Ada", "", terminal=True, command=("play", "dead-drop", "--seed", "c0ffee", "--record", str(record)))
    play([ada], until="undo: go back to your last move")
    ada.says("undo", "(?s)You went back.*Choices of.*> ")
    play([ada], until=r"(?s)(undo: go back.*){2}")
    ada.type("")
    return ada.end() == 0 and re.search("practice game", run("verify", str(record))[1])


@test("the lobby lists a person's tables once, without finished games")
def _():
    ada = Person("Own", house.url)
    ada.wait("^> ")
    ada.says("make sentient 2", "Seat 1: Own, you")
    ada.says("start", "The game begins")
    ada.says("vote end", "without a winner")
    ada.says("lobby", "(?s)(Open tables|No tables are open).*help” lists")
    if "Your tables" in ada.out:
        return False
    for game in "sentient", "dead-drop":
        ada.says(f"make {game}", "Seat 1: Own, you")
        since = len(ada.out)
        ada.says("lobby", "(?s)Your tables.*help” lists")
    told = re.findall(r"^(\d+)\. .*: Own, ", ada.out[since:], re.M)
    if told != ["1", "2"]:
        raise Missing(f"{told}")
    return ada.quits()


@test("muted people are not heard until they are unmuted, also after a reconnection; a report")
def _():
    ada, bruno = two(house, "inside-job 3", names=("Ada", "Bruno Wit"))
    eve = Person("Eve", f"{house.url}/t/{ada.key()}", "--seat", "room")
    eve.wait("You are watching")
    ada.says("mute", r"Who\?")
    ada.says("mute ada", r"Who\?")
    ada.says("mute eve", r"Who\?")  # eve has said nothing yet
    ada.type("start")
    ada.wait("The game begins")
    ada.says("mute Celina", r"Who\?")  # a bot
    ada.says("mute bruno wit", "You no longer hear Bruno Wit; type “unmute Bruno Wit”")
    eve.says("say First", "First")
    ada.wait(r"\[spectator\] Eve: “First”")
    ada.says("mute EVE", "You no longer hear Eve;")
    eve.says("say Second", "Second")
    bruno.wait("Second")
    bruno.says("say Third", "Third")
    ada.says("say Fourth", "Fourth")
    since = len(ada.out)
    ada.says("unmute eve", "You hear Eve again")
    eve.says("say Fifth", "Fifth")
    ada.wait("Fifth")
    ada.quits()
    ada2 = Person("Ada", f"{house.url}/t/{ada.key()}")
    ada2.wait("Fourth")
    ada2.says("unmute 2", "You hear Bruno Wit again")
    bruno.says("say Sixth", "Sixth")
    ada2.wait("Sixth")
    if re.search("“(Second|Third)”", ada.out[:since]) or "“Third”" in ada2.out:
        raise Missing("Ada heard somebody who is muted")
    ada2.says("report", "Type: report TEXT")
    ada2.says("report Bruno Wit is RUDE", "Whoever runs this house will read it")
    with sqlite3.connect(f"file:{house.data}?mode=ro", uri=True) as db:
        if ("Bruno Wit is RUDE",) not in db.execute("select text from report").fetchall():
            return False
    return no_raw_words(ada, ada2, bruno, eve) and ada2.quits() and bruno.quits() and eve.quits()


@test("people choose their colours")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make sentient 2", "Colour: white")
    ada.says("help", "colour NAME: choose your colour")
    ada.says("colour", "one of these: white, red, yellow, grey")
    ada.says("colour pink", "one of these")
    ada.says("colour yellow", "Your colour is now yellow")
    bruno = Person("Bruno", f"{house.url}/t/{ada.key()}", "--seat", "room", "--lang", "pl")
    bruno.wait("Kolor: żółty")
    ada.says("colour red", "Your colour is now red")
    bruno.wait("Ada ma teraz kolor czerwony")
    ada.quits()
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make inside-job 3", "Ada, you")
    ada.says("colour red", "players have no colours")
    return no_raw_words(ada, bruno) and ada.quits() and bruno.quits()


@test("who takes the last seat can choose a colour with it")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make sentient 2", "Colour: white")
    bruno = Person("Bruno", house.url, "--lang", "pl")
    bruno.wait("^> ")
    bruno.says("pomoc", "usiądź STÓŁ KOLOR: siada w wybranym kolorze")
    bruno.says(f"usiądź {ada.key()} różowy", "Wpisz „usiądź” i jeden z tych kolorów: biały, czerwony, żółty, szary")
    bruno.says("pomoc", r"usiądź \[MIEJSCE\] KOLOR: siada w tym kolorze")
    bruno.says("usiądź 2 różowy", "jeden z tych kolorów")
    bruno.says("usiądź 7 żółty", "Nie ma miejsca „7 żółty”")
    bruno.says("usiądź 2 żółty", "Masz teraz kolor żółty")
    ada.wait("Bruno’s colour is now yellow")
    ada.says("seats", "Bruno.*\n.*Colour: yellow")
    celina = Person("Celina", house.url)
    celina.wait("^> ")
    celina.says("make sentient 2", "Colour: white")
    dora = Person("Dora", house.url)
    dora.wait("^> ")
    dora.says(f"sit {house.url}/t/{celina.key()} grey", "Your colour is now grey")
    celina.wait("Dora’s colour is now grey")
    celina.says("seats", "Dora.*\n.*Colour: grey")
    return no_raw_words(ada, bruno, celina, dora) and ada.quits() and bruno.quits() and celina.quits() and dora.quits()


@test("the host silences spectators, whose talk is marked")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make dead-drop 3", "Seat 1: Ada, you")
    eve = Person("ADA", f"{house.url}/t/{ada.key()}", "--seat", "room", home="other-ada")
    eve.wait("You are watching")
    eve.says("sit", "already has this name")
    eve.says("name \u200b", "characters that cannot be seen")
    eve.says("name", "This name is empty")
    eve.says("say I am the host", r"\[spectator\] ADA: “I am the host”")
    ada.wait(r"\[spectator\] ADA: “I am the host”")
    eve.says("silence on", "Only the host can do that")
    ada.says("silence", "“silence on”: spectators may not talk")
    ada.says("silence on", "The host has silenced the spectators")
    eve.wait("The host has silenced the spectators")
    eve.says("say hello", "The host has silenced the spectators")
    late = Person("Late", f"{house.url}/t/{ada.key()}", "--seat", "room")
    late.wait("You are watching.\nThe host has silenced the spectators")
    ada.says("say quiet", "Ada: “quiet”")
    ada.says("silence off", "Spectators may talk again")
    eve.wait("Spectators may talk again")
    eve.says("say \u202ehello", r"\[spectator\] ADA: “\?hello”")  # it cannot turn the line around
    eve.says("name Eve L.", "Your name is now Eve L")
    eve.says("sit 2", "You are in seat 2")
    eve.quits()
    eve = Person("Eve L.", f"{house.url}/t/{ada.key()}", home="other-ada")  # the token is found under the new name
    eve.wait("Seat 2: Eve L., you")
    return no_raw_words(ada, eve, late) and ada.quits() and eve.quits() and late.quits()


@test("devices are listed and signed out")
def _():
    ada = Person("Dora", house.url)
    ada.wait("^> ")
    ada.says("code", r"safehouse join \S+/#code=\S+$")
    link = re.findall(r"join (\S+/#code=\S+)$", ada.out, re.M)[-1]
    other = Person(None, link, "--lang", "ru", home="dora-2")
    other.wait("^> ")
    ada.says("devices", r"(?s)signed in on these devices:.*Terminal, this one.*signout others")
    number = re.findall(r"^(\d+)\. Терминал, last used on \d{4}-\d\d-\d\d$", ada.out, re.M)[-1]
    ada.says("signout", "Which device")
    ada.says("signout x", "Which device")
    ada.says(f"signout {number}", r"(?s)signed in on these devices:.*Terminal, this one")
    other.wait("На этом устройстве вы вышли с сервера")
    return other.end() == 1 and no_raw_words(ada) and ada.quits()


@test("a code admits another device, once")
def _():
    ada = Person("Twin", house.url)
    ada.wait("^> ")
    ada.says("make dead-drop", "Seat 1: Twin, you")
    key = ada.key()
    ada.says("code", r"safehouse join \S+/#code=\S+$")
    link = re.findall(r"join (\S+/#code=\S+)$", ada.out, re.M)[-1]
    other = Person(None, link, home="elsewhere")
    other.wait("as Twin")
    other.wait("Your tables")
    other.says(f"sit {key}", "Seat 1: Twin, you")
    if not other.quits():
        return False
    again = Person(None, house.url, home="elsewhere")  # the token was kept
    again.wait("as Twin")
    code, out, err = run("join", link)
    return code == 1 and "code" in out and again.quits() and ada.quits()


@test("a house that is full")
def _():
    full = House("full", "--limit", "sockets=1").open()
    try:
        ada = Person("Ada", full.url)
        ada.wait("^> ")
        return refused(f"{full.url} --name Bruno", "is full") and ada.quits()
    finally:
        full.kill(signal.SIGTERM)


# ---- several nodes ----

def read_exactly(sock, n):
    data = b""
    while len(data) < n:
        if not (piece := sock.recv(n - len(data))):
            raise OSError("closed")
        data += piece
    return data


def read_head(sock):
    head = b""
    while b"\r\n\r\n" not in head:
        head += read_exactly(sock, 1)
    return head


def read_frame(sock):
    """The bytes of a frame, and what they mean without the mask."""
    head = read_exactly(sock, 2)
    size, masked = head[1] & 0x7F, head[1] >> 7
    if size > 125:
        head += read_exactly(sock, 2 if size == 126 else 8)
        size = int.from_bytes(head[2:], "big")
    mask = read_exactly(sock, 4) if masked else bytes(4)
    data = read_exactly(sock, size)
    return head + mask[:4 * masked] + data, bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


def hang_up(sock):
    """Also wakes up whoever reads from it."""
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
    sock.close()


class Nodes:
    """A proxy before a house that plays its nodes: all tables are run by n2, and any other node says so.  For the next
    `lost` connections not even n2 runs them; the next `dead` connections to n2 are refused.  With `cut` the table moves when
    the next move has come, "before" or "after" the house gets it; its answer is not passed on."""

    def __init__(self, house, name="n2"):
        self.house, self.name, self.lost, self.dead = house, name, 0, 0
        self.cut, self.muted = "", None  # muted: the connection to the house whose answer is not passed on
        self.closed, self.links, self.lock = [], [], threading.Lock()
        self.at_table = set()  # the guests' connections to n2
        self.came = []  # the addresses that were asked for, and when
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            there, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(there,), daemon=True).start()

    def serve(self, there):
        head, house = read_head(there), socket.create_connection(("127.0.0.1", self.house.port))
        path = head.split()[1].decode()
        house.sendall(head)
        if not path.startswith("/ws"):
            self.pump(house, there, lambda: house.recv(4096))
            return
        with self.lock:
            self.came.append((path, time.monotonic()))
            named, lost = "node=n2" in path, self.lost > 0
            dead = named and self.dead > 0
            self.lost, self.dead = self.lost - lost, self.dead - dead
            self.links.append((there, house))
            if named:
                self.at_table.add(there)
        if dead:
            hang_up(there)
            return
        there.sendall(read_head(house))
        threading.Thread(target=self.pump, args=(house, there, lambda: read_frame(house)[0]), daemon=True).start()
        self.listen_to(there, house, named and not lost)

    def listen_to(self, there, house, runs):
        """Whatever the guest says goes to the house, unless the node says that it does not run the table."""
        try:
            while True:
                frame, data = read_frame(there)
                number = b'"do":"watch"' in data and re.search(rb'"re":(\d+)', data)[1]
                if self.cut and b'"do":"move"' in data:
                    how, self.cut = self.cut, ""
                    if how == "before":
                        self.close(1012)
                    else:
                        self.muted = house
                        house.sendall(frame)
                elif number and not runs:
                    self.links.remove((there, house))  # the guest goes away
                    self.say(there, 0x81, b'{"elsewhere":"%s","re":%s}' % (self.name.encode(), number))
                else:
                    house.sendall(frame)
        except OSError:
            hang_up(house)
            hang_up(there)

    def pump(self, house, there, read):
        """Whatever the house says goes to the guest."""
        try:
            while data := read():
                if house is self.muted:
                    self.close(1012)
                    return
                with self.lock:
                    there.sendall(data)
        except OSError:
            pass
        if (there, house) not in self.closed:  # else the guest ends it
            hang_up(there)

    def say(self, there, kind, data):
        with self.lock:
            there.sendall(bytes([kind, len(data)]) + data)

    def close(self, code):
        """Closes all connections with this code, and waits until as many have come again, to n2 if that is where they were: until
        then a guest may not know that the old one is closed."""
        links, self.links = self.links, []
        at_table = any(there in self.at_table for there, _ in links)
        count = lambda: sum(not at_table or "node=n2" in path for path, _ in self.came)
        come = count() + len(links)
        self.closed += links
        for there, house in links:
            self.say(there, 0x88, code.to_bytes(2, "big"))
            hang_up(house)
        until = time.monotonic() + PATIENCE
        while count() < come:
            if time.monotonic() > until:
                raise Missing(f"{len(links)} connections were expected: {self.came}")
            time.sleep(0.01)


QUIET = "connection is lost|Connected again|elsewhere"  # what nobody reads who only moves to another node


def not_noticed(*everybody):
    for p in everybody:
        if found := re.search(QUIET, p.out):
            raise Missing(f"{p.name} read {found[0]!r}")
    return True


@test("tables that another node runs: a whole game, another one, and the table moves in between")
def _():
    nodes = Nodes(house)
    ada, bruno = two(nodes, "inside-job 3")
    eve = Person("Eve", nodes.url)
    eve.wait("^> ")
    eve.says(f"watch {ada.key()}", "You are watching")
    if [path for path, _ in nodes.came] != ["/ws", "/ws", "/ws?node=n2", "/ws", "/ws?node=n2"]:
        raise Missing(f"{nodes.came}")
    ada.type("start")
    play([ada, bruno], moves=4)
    nodes.close(1012)
    ada.says("say still here", "“still here”")
    bruno.wait("“still here”")
    eve.wait("“still here”")
    play([ada, bruno], moves=4)
    nodes.close(1001)
    play([ada, bruno])
    ada.says(f"save {HOME}/nodes", "Saved to")
    nodes.close(1012)
    since = len(ada.out)
    ada.says("vote again", "Ada wants another game")
    bruno.says("vote again", "(?s)Everybody wants.*Type “ready”")
    ada.wait("(?s)Inside Job, 3 players.*Type “ready”", since)
    ready(ada, bruno)
    ada.wait("The game begins", since)
    return (run("verify", f"{HOME}/nodes")[0] == 0 and not_noticed(ada, bruno, eve)
            and ada.quits() and bruno.quits() and eve.quits())


@test("a move that is on its way when the table moves is made once")
def _():
    nodes = Nodes(house)
    ada, bruno = two(nodes, "inside-job 3")
    ada.type("start")
    for seed, how in enumerate(("before", "after", "after", "before")):
        nodes.cut, turns = how, ada.turns
        play([ada, bruno], moves=1, seed=seed)
        mover = ada if ada.turns > turns else bruno
        made, since = f"^(?:> )?{mover.name} (?:plays|picks)", mover.at - len("> ")
        mover.wait(made, since)
        if nodes.cut or len(re.findall(made, mover.out[since:], re.M)) != 1:
            raise Missing(mover.out[since:])
    play([ada, bruno])
    ada.says(f"save {HOME}/once", "Saved to")
    return run("verify", f"{HOME}/once")[0] == 0 and not_noticed(ada, bruno) and ada.quits() and bruno.quits()


@test("in the lobby nobody notices that a node closes, and only new tables are told")
def _():
    nodes = Nodes(house)
    ada, bruno = Person("Ada", nodes.url), Person("Bruno", nodes.url)
    ada.wait("^> ")
    bruno.wait("^> ")
    nodes.close(1001)
    since = len(ada.out)
    bruno.says("make dead-drop 3", "Seat 1: Bruno, you")
    ada.wait(r"Dead Drop, waiting for players: Bruno, 2 free seats", since)
    if ada.out[since:].strip().count("\n") > 1:
        raise Missing(ada.out[since:])
    return not_noticed(ada, bruno) and ada.quits() and bruno.quits()


@test("a table that is on its way is followed twice at once, then more slowly")
def _():
    nodes = Nodes(house)
    ada = Person("Ada", nodes.url)
    ada.wait("^> ")
    ada.says("make dead-drop 3", "Seat 1: Ada, you")
    nodes.lost = 4
    bruno = Person("Bruno", f"{nodes.url}/t/{ada.key()}")
    bruno.wait("Seat 2: Bruno, you")
    at = [when for _, when in nodes.came[1:]]
    waits = [later - earlier for earlier, later in zip(at, at[1:])]
    if len(waits) != 4 or waits[2] < 0.3 or waits[3] < 0.6:
        raise Missing(f"{waits}")
    return not_noticed(bruno) and ada.quits() and bruno.quits()


@test("a node that is gone: the user is told, and comes back to any")
def _():
    nodes = Nodes(house)
    ada = Person("Ada", nodes.url)
    ada.wait("^> ")
    ada.says("make dead-drop 3", "Seat 1: Ada, you")
    nodes.dead = 1
    bruno = Person("Bruno", f"{nodes.url}/t/{ada.key()}")
    bruno.wait("(?s)The connection is lost.*Connected again.*Seat 2: Bruno, you")
    paths = [path for path, _ in nodes.came[1:]]
    return paths == ["/ws", "/ws?node=n2", "/ws", "/ws?node=n2"] and ada.quits() and bruno.quits()


@test("a house that names no node")
def _():
    ada = Person("Ada", house.url)
    ada.wait("^> ")
    ada.says("make dead-drop 3", "Seat 1: Ada, you")
    return all(refused(f"{Nodes(house, name).url}/t/{ada.key()} --name Nemo", "There is no Safehouse at")
               for name in ("", "n 2", "n2&x", "n2\\r", "n" * 32)) and ada.quits()


# ---- leaving and coming back ----

@test("quit works while the house is down, whatever was typed before")
def _():
    other = House("away").open()
    ada = Person("Ada", other.url)
    ada.wait("^> ")
    other.kill()
    ada.wait("The connection is lost")
    ada.type("say still there?")
    ada.type("quit")
    return ada.end() == 0


@test("the house is killed and opens again: people have their seats, and the game goes on")
def _():
    ada, bruno = two(house, "sentient 3")
    ada.type("start")
    play([ada, bruno], moves=6)
    since = {p: len(p.out) for p in (ada, bruno)}
    house.kill()
    for p in (ada, bruno):
        p.wait("The connection is lost", since[p])
    house.open()
    for p in (ada, bruno):
        p.wait("Connected again", since[p])
    ada.says("say still here", "still here")
    bruno.wait("still here")
    play([ada, bruno])
    ada.says(f"save {HOME}/again", "Saved to")
    return run("verify", f"{HOME}/again")[0] == 0 and ada.quits() and bruno.quits()


@test("the input ends: no bot takes the seat, and the person can come back to it")
def _():
    ada, bruno = two(house, "inside-job 3")
    ada.type("start")
    play([ada, bruno], moves=3)
    key = ada.key()
    since = len(bruno.out)
    if ada.end() or "To come back: safehouse join " + house.url + "/t/" + key not in ada.out:
        return False
    bruno.wait("Ada is no longer connected", since)
    bruno.says("say are you there?", "are you there")
    ada = Person(None, f"{house.url}/t/{key}", home="Ada")
    ada.wait("^Seat 1: Ada, you")
    ada.wait("are you there")
    bruno.wait("Ada is here", since)
    if re.search("bot (now plays|is playing) for", bruno.out):
        return False
    play([ada, bruno])
    return ada.quits() and bruno.quits()


for make in "inside-job 3", "dead-drop 3":
    @test(f"a spectator sees nothing that is hidden: {make}")
    def _():
        ada, bruno = two(house, make)
        ada.type("start")
        play([ada, bruno], moves=2)
        eve = Person("Eve", f"{house.url}/t/{ada.key()}", "--seat", "room")
        eve.wait("You are watching")
        eve.says("log", "gets a|draws a")
        eve.says("state", ".")
        eve.says("1", "only players can do that")
        eve.says("say hello", r"\[spectator\] Eve: “hello”")
        ada.wait(r"\[spectator\] Eve: “hello”")
        dealt = re.findall(r"^.*(?:gets a card|gets a document|The role of|Your (?:hand|role)).*$", eve.out, re.M)
        hers = re.findall(r"^.*(?:gets a card|gets a document).*: .*$|^The role of Ada.*$|^Your hand.*$", ada.out, re.M)
        seen = [line for line in hers if line in eve.out]
        if seen or any(": " in line for line in dealt):
            raise Missing(f"Eve read {seen or dealt}")
        play([ada, bruno])
        eve.wait("The game is over")
        return eve.quits() and ada.quits() and bruno.quits()


@test("a name is asked for, and one home folder can hold the tokens of several people")
def _():
    ada = Person(None, house.url, home="both")
    ada.wait("What name do you want")
    ada.type("", "A name that is far too long for anybody to bear it", "Zoë")
    ada.wait("as Zoë")
    other = Person("Ola", house.url, home="both")
    other.wait("as Ola")
    again = Person("Zoë", house.url, home="both")
    again.wait("as Zoë")
    tokens = HOME / "both/safehouse/tokens"
    lines = tokens.read_text(encoding="utf-8").splitlines()
    return tokens.stat().st_mode & 0o777 == 0o600 and len(lines) == 2


@test("a game in a terminal")
def _():
    ada = Person("Ada", house.url, terminal=True, env={"NO_COLOR": "1"})
    ada.wait("^> ")
    ada.says("make sentient 2", "Seat 1: Ada, you")
    ada.says("start", "(?s)The game begins.*> ")
    ada.says("1", "(?s)Ada .*> ")
    os.write(ada.typing, b"\x04")  # the end of the input
    return ada.process.wait(PATIENCE) == 0 and "\x1b" not in ada.out


@test("colour on a terminal: one's own name, cards and errors; none in a pipe")
def _():
    colour = Person("Ada", house.url, terminal=True, env={"TERM": "xterm"})
    colour.wait("^> ")
    colour.says("make inside-job 3", "Seat 1: \x1b\\[1mAda\x1b\\[0m, you")
    colour.says("start", "(?s)\x1b\\[3[2345]m(yellow|pink|green|blue)\\s\\d+\x1b\\[0m.*> ")
    colour.says("nonsense", "\x1b\\[31m.*“nonsense”(?s:.*)\x1b\\[0m")
    for options, env, terminal in ((), {"TERM": "dumb"}, True), (("--color", "never"), {"TERM": "xterm"}, True), ((), {}, False):
        plain = Person("Ada", house.url, *options, home="plain", terminal=terminal, env=env)
        plain.wait("^> ")
        plain.says("make inside-job 3", "Seat 1: Ada, you")
        if "\x1b" in plain.out:
            raise Missing(repr(plain.out))
    always = Person("Ada", house.url, "--color", "always", home="plain")
    always.wait("^> ")
    always.says("make inside-job 3", "Seat 1: \x1b\\[1mAda\x1b\\[0m, you")
    return True


@test("lines are wrapped to the terminal's 80 columns")
def _():
    ada = Person("Ada", house.url, terminal=True)
    ada.wait("^> ")
    ada.says("games", r"(?s)what you collected\..*> ")
    lines = ada.out.splitlines()
    return max(map(len, lines)) <= 80 and any(line.startswith("  ") for line in lines)


@test("a script that types faster than the house can answer")
def _():
    ada = Person("Ada", house.url)
    ada.type("make sentient 2", "start", *["clock"] * 20000, "say done", "quit")
    return ada.end() == 0 and ada.out.count("no clock") == 20000 and "Ada: “done”" in ada.out


@test("a damaged table is listed, and cannot be visited")
def _():
    own = House("damaged").open()
    ada = Person("Ada", own.url, home="damaged")
    ada.wait("^> ")
    ada.says("make dead-drop", "Seat 1: Ada, you")
    ada.says("say Hello", "Hello")
    key = ada.key()
    if not ada.quits() or own.kill(signal.SIGTERM):
        return False
    with sqlite3.connect(own.data) as db:
        db.execute("update line set text = replace(text, 'Hello', 'Jello')")
        db.execute("update fresh set text = replace(text, 'Hello', 'Jello')")
    db.close()
    own.open()
    try:
        ada = Person("Ada", own.url, home="damaged")
        ada.wait(r"1\. Dead Drop: this table is damaged")
        ada.says("watch 1", "This table is damaged: what the house has stored")
        if not ada.quits():
            return False
        ada = Person("Ada", f"{own.url}/t/{key}", home="damaged")
        ada.wait("This table is damaged: what the house has stored")
        return ada.end() == 1 and no_raw_words(ada)
    finally:
        own.kill(signal.SIGTERM)


# ---- TLS ----

if shutil.which("openssl"):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", HOME / "key", "-out", HOME / "cert",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                   capture_output=True)

    @test("TLS: an untrusted certificate, and a trusted one")
    def _():
        secure = House("secure", "--cert", str(HOME / "cert"), "--key", str(HOME / "key")).open()
        try:
            url = f"https://localhost:{secure.port}"
            refused(url, "certificate")
            refused(f"http://localhost:{secure.port}", "Nobody answers|There is no Safehouse at")
            ada = Person("Ada", url, env={"SSL_CERT_FILE": str(HOME / "cert")})
            ada.says("make dead-drop", "Seat 1: Ada, you")
            return ada.quits()
        finally:
            secure.kill(signal.SIGTERM)


@test("the house closes cleanly")
def _():
    return house.kill(signal.SIGTERM) == 0


if os.environ.get("KEEP"):
    print("#", HOME)
else:
    shutil.rmtree(HOME, ignore_errors=True)
print(f"1..{count}")
sys.exit(failed > 0)
