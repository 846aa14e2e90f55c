"""wire.py - what the tests over the wire share: a house that is started and stopped, clients, and TAP.

A file of tests has functions marked @test and ends with main().  All tests of a file share a house, unless a test starts
its own.  Nothing sleeps: every wait is for an event, and fails after LATE seconds.

    python3 FILE PROGRAM [WORD...]       all tests, or those with one of the words in their names"""
import contextlib
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "doc"))
import client  # noqa: E402
import protocol_schema  # noqa: E402

LATE = 60  # seconds; no answer takes that long unless something is wrong
FREE = ["rate=100000", "address-sockets=10000", "address-http=10000", "address-new=1000000", "address-bytes=1073741824",
        "address-time=1000000", "person-time=1000000", "talk=1000000", "delay=0"]  # for tests that are not about limits


def news(data):
    """An update and its events, in bytes as they came: a guest who missed it gets these bytes again."""
    data = re.sub(rb'^\{"re":-?\d+,', b"{", data)
    n = json.loads(data).get("n")
    return data if n is None else data.split(b',"n":%d,"asked":' % n)[0] + b"}"


class Closed(Exception):
    """The house has closed the connection with this code; None: without one."""

    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


class Server:
    """A new house, in a new folder unless `data` says where."""

    def __init__(self, program, *words, limits=FREE, data=None, port=0):
        self.program, self.folder = program, tempfile.mkdtemp()
        self.data = data or f"{self.folder}/house.db"
        self.log_path = f"{self.folder}/log"
        limits = [word for limit in limits for word in ("--limit", limit)]
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen([program, "serve", "--port", str(port), "--data", self.data, *limits, *words],
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        first = self.first_line()
        if "://" not in first:
            self.process.wait(LATE)
            raise OSError(f"no house: {first}{self.log()}")
        self.url = first.split()[-1]

    def first_line(self):
        if not select.select([self.process.stdout], [], [], LATE)[0]:
            raise TimeoutError("the house says nothing")
        return self.process.stdout.readline().decode()

    def log(self):
        return pathlib.Path(self.log_path).read_text()

    def get(self, path, data=None, **headers):
        """(status, headers, body) of a request over HTTP."""
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=LATE) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read()

    def metric(self, name):
        lines = self.get("/metrics")[2].decode().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"safehouse_{name} "))

    def verify(self, key):
        """The record of a table; the command must verify it."""
        status, _, record = self.get(f"/record/{key}")
        assert status == 200, record
        path = f"{self.folder}/{key}.record"
        pathlib.Path(path).write_bytes(record)
        done = subprocess.run([self.program, "verify", path], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return record.decode()

    def stop(self, how=signal.SIGTERM):
        """Ends the house and returns its exit status; on SIGTERM a house says goodbye to its guests and exits with 0."""
        self.process.send_signal(how)
        return self.process.wait(LATE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Client(client.House):
    """A guest.  `raw` has every message in bytes as it came; each is held against the schema of the protocol."""

    def __init__(self, server, name=None, token=None, node=None, **headers):
        self.raw, self.asks = [], 0
        self.table = self.update = self.moves = self.seat = None
        self.asked, self.left, self.n, self.over, self.ids = [], None, 0, False, 0
        self.discussion = None
        super().__init__(server.url, node, **headers)
        self.hello = self.hear()
        if name:
            self.you = self.ask(do="enter", name=name)["you"]
        if token:
            self.you = self.ask(do="enter", token=token)["you"]

    def door(self, at):
        if at.scheme == "https":
            return client.http.client.HTTPSConnection(at.netloc, timeout=LATE, context=ssl._create_unverified_context())
        return client.http.client.HTTPConnection(at.netloc, timeout=LATE)

    def hear(self):
        """The next message; raises Closed at the end."""
        try:
            data = self.receive()
        except ConnectionError:
            data = None
        if data is None:
            with contextlib.suppress(OSError):  # the house may be gone already
                self.frame(8, (self.code or 1000).to_bytes(2, "big"))
            raise Closed(self.code)
        self.raw.append(data)
        message = json.loads(data)
        protocol_schema.check_message(message)
        self.follow(message)
        return message

    def follow(self, message):
        """Keeps track of whether the player is asked, and of the legal moves."""
        now = message
        if "view" in message:
            now = message["view"]
            self.table, self.seat, self.over = message["table"], now["you"], now["phase"] == "over"
        if "update" in message:
            self.update = message["update"]
            if "n" in now:  # missed updates have only events
                self.n, self.asked, self.moves, self.left = now["n"], now["asked"], now.get("moves"), now.get("left")
                self.discussion = now.get("discussion")
            self.over = self.over or any(e["event"] == "over" for e in message.get("events", []))

    def until(self, wanted):
        """The next message for which the condition holds."""
        end = time.monotonic() + LATE
        while time.monotonic() < end:
            if wanted(message := self.hear()):
                return message
        raise TimeoutError("other messages came all the time")

    def ask(self, **message):
        """The answer to a request; messages that came before it are in raw."""
        self.asks += 1
        self.say(re=self.asks, **message)
        number = self.asks
        return self.until(lambda m: m.get("re") == number)

    def do(self, what, **fields):
        """The answer to a request that must succeed."""
        answer = self.ask(do=what, **fields)
        assert "error" not in answer, answer
        protocol_schema.check_request({"do": what, **fields}, answer)
        return answer

    def refused(self, error, **message):
        """The answer to a request that must be refused with this error."""
        answer = self.ask(**message)
        assert answer.get("error") == error and answer["text"], (error, answer)
        assert "update" not in answer, answer
        return answer

    def event(self, kind, **fields):
        """Waits for an event, and returns it."""
        fields["event"] = kind
        found = []
        self.until(lambda m: found.extend(e for e in m.get("events", []) if fields.items() <= e.items()) or found)
        return found[0]

    def sync(self, update):
        """Reads messages up to an update."""
        while self.update is None or self.update < update:
            self.hear()

    def move(self, move):
        self.ids += 1
        return self.do("move", id=self.ids, move=move)

    def talks(self):
        """Is there a discussion that ends when the player, among others, is ready?"""
        return self.discussion and self.seat not in ["room", *self.discussion["ready"]]

    def end(self):
        """The code with which the house closes."""
        try:
            while True:
                self.hear()
        except Closed as why:
            return why.code

    def close(self):
        self.file.close()
        self.socket.close()


def players(server, n, game, nonces=True, **fields):
    """n people at a new table, each on a seat; with nonces the game has begun.  Returns (key, clients)."""
    guests = [Client(server, f"P{i}") for i in range(n)]
    key = guests[0].do("make", game=game, seats=max(n, fields.pop("seats", n)), **fields)["table"]
    for guest in guests[1:]:
        guest.do("watch", table=key)
    for i, guest in enumerate(guests):
        guest.do("sit", seat=i, **({"nonce": f"{i:02x}" * 16} if nonces else {}))
    return key, guests


def table_with_a_deaf_guest(server):
    """(key, host) of a table where much is said to a guest who reads nothing; the house needs a large `queue`."""
    host, deaf = Client(server, "Ada"), Client(server, "Deaf")
    deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    key = host.do("make", game="dead-drop")["table"]
    deaf.do("watch", table=key)
    for i in range(5000):
        host.say(do="say", text="x" * 500)
    host.sync(5000)
    server.deaf = deaf  # stays connected
    return key, host


def play(guests, choose, most=100000, discuss=False):
    """Plays until the end, or until the guests have made so many moves.  choose(guest, moves) returns one of the moves.  Everybody
    is ready at once when a discussion begins; if they are to discuss, the game stops there."""
    made = 0
    while made < most:
        latest = max(guest.update for guest in guests)
        for guest in guests:
            guest.sync(latest)
        if guests[0].over or (discuss and guests[0].discussion):
            return
        talker = next((guest for guest in guests if guest.talks()), None)
        if talker:
            talker.do("ready")
            continue
        mover = next((guest for guest in guests if guest.moves), None)
        if not mover:  # bots move
            guests[0].hear()
            continue
        mover.move(choose(mover, mover.moves))
        made += 1


def game_at_the_discussion(server, **fields):
    """Plays Inside Job up to the discussion before the vote: (key, guests)."""
    for seed in range(1000):
        rng = random.Random(seed)
        key, guests = players(server, 3, "inside-job", **fields)
        play(guests, lambda _, moves: rng.choice(moves), discuss=True)
        if guests[0].discussion:
            return key, guests


tests = []


def test(function):
    tests.append(function)
    return function


def main(open_house=Server):
    program, words = sys.argv[1], sys.argv[2:]
    chosen = [t for t in tests if not words or any(word in t.__name__ for word in words)]
    failed = 0
    with open_house(program) as server:
        for i, function in enumerate(chosen, 1):
            name = function.__doc__.rstrip(".") if function.__doc__ else function.__name__.replace("_", " ")
            name += ", asan" if "/asan/" in program else ""
            began = time.monotonic()
            try:
                function(server)
                print(f"ok {i} - {name} # {time.monotonic() - began:.1f} s", flush=True)
            except BaseException:
                failed += 1
                print(f"not ok {i} - {name}")
                why = traceback.format_exc(chain=False).splitlines()
                print("".join(f"# {line[:1000]}\n" for line in why[-14:]), end="", flush=True)
            if server.process.poll() is not None:
                print(f"Bail out! The house has ended with {server.process.poll()}:\n{server.log()[-2000:]}")
                sys.exit(1)
        code, log = server.stop(), server.log()
        good = code == 0 and "Sanitizer" not in log
        print(f"{'ok' if good else 'not ok'} {len(chosen) + 1} - the house ends with 0")
        if not good:
            print(f"# exit {code}\n" + "".join(f"# {line}\n" for line in log.splitlines()[-40:]))
    print(f"1..{len(chosen) + 1}")
    sys.exit(bool(failed) or not good)
