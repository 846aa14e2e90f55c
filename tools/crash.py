#!/usr/bin/env python3
"""crash.py KILLS PROGRAM SEED - what tools/crash does.

At TABLES tables three people each play random moves, talk, state, vote, leave and return, with requests of all of them on their way at
once; others come, make tables and sit down.  All that anybody hears is written down.  Then the house is killed (SIGKILL), the data is
checked by SQLite, and a house opens on it again.  Everybody comes back with `watch after as`:

- every update that was heard comes again, its events byte for byte, and there is no gap;
- clocks have lost no more than the time that has passed;
- tokens and seats that were given are there, and `mine` lists them;
- a move whose answer was not heard is sent again, and is there once;
- the table goes on: somebody moves."""
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/scripts"))
from wire import FREE, Client, Closed, Server, news  # noqa: E402

TABLES, PEOPLE, NEWCOMERS = 8, 3, 2
GAMES = ["inside-job", "agents", "sentient", "dead-drop"]
TIME = 3600 * 1000  # of a clock: an hour
figures = dict.fromkeys("kills heard checked moves talk votes made sent_again taken_before games_over".split(), 0)


class Guest(Client):
    """Writes down every update as it came, and a time after which the house told the latest one.

    An update may wait here for long until it is read.  But it was told later than the answers before it, and so after their requests."""

    def __init__(self, *words, **fields):
        self.heard, self.when, self.sent, self.sent_at, self.answered = {}, 0, None, {}, time.monotonic()
        super().__init__(*words, **fields)

    def say(self, **message):
        self.sent_at[message["re"]] = time.monotonic()
        super().say(**message)

    def follow(self, message):
        super().follow(message)
        self.answered = self.sent_at.pop(message.get("re"), self.answered)
        if message.get("events"):
            self.heard[message["update"]] = news(self.raw[-1])
            self.when = self.answered
            figures["heard"] += 1
        self.raw.clear()

    def drain(self):
        """Hears what is still on its way from a house that is dead."""
        try:
            while True:
                self.hear()
        except (Closed, OSError):
            self.close()


def act(rng, guest):
    """One thing that a player may do, as a request."""
    if guest.moves and rng.random() < 0.7:
        guest.ids += 1
        guest.sent = {"do": "move", "id": guest.ids, "move": rng.choice(guest.moves)}
        figures["moves"] += 1
        return guest.sent
    if guest.talks() and rng.random() < 0.3:
        return {"do": "ready"}
    dice = rng.random()
    if dice < 0.7:
        figures["talk"] += 1
        return {"do": "say", "text": f"{rng.randrange(1 << 60):x}" * rng.randrange(1, 20)}
    if dice < 0.9:
        figures["votes"] += 1
        return {"do": "vote", "vote": rng.choice(["nothing", "nothing", "end", *(f"hold {i}" for i in range(PEOPLE))])}
    return {"do": rng.choice(["leave", "return", "return", "back"])}


class Table:
    def __init__(self, server, number, rng):
        self.rng, self.number = rng, number
        self.people = [Guest(server, f"T{number}-{i}") for i in range(PEOPLE)]
        self.open(server)

    def open(self, server):
        """A new table for the same people; the game begins."""
        host = self.people[0]
        self.key = host.do("make", game=self.rng.choice(GAMES), seats=PEOPLE, clock=self.rng.choice(["none", "game"]), time=TIME,
                           bot="random")["table"]
        for i, guest in enumerate(self.people):
            guest.do("watch", table=self.key)
            guest.do("sit", seat=i, nonce=f"{i + 1:02x}" * 8)
            guest.over = False
        for guest in self.people:
            while not guest.n:
                guest.hear()
            guest.seat, guest.base, guest.heard = self.people.index(guest), guest.update, {}

    def work(self):
        """Plays until the house dies: a request of everybody is on its way at any time."""
        try:
            while not self.people[0].over:
                for guest in self.people:
                    guest.asks += 1
                    guest.say(re=guest.asks, **act(self.rng, guest))
                for guest in self.people:
                    number = guest.asks
                    guest.until(lambda m: m.get("re") == number)
                    guest.sent = None
        except TimeoutError:  # it lives, but does not answer
            raise
        except (Closed, OSError):
            pass
        for guest in self.people:
            guest.drain()

    def check(self, server):
        """Everybody comes back; nothing that was heard is gone."""
        self.people = [self.come_back(server, guest) for guest in self.people]
        latest = max(guest.update for guest in self.people)
        for guest in self.people:
            guest.sync(latest)
        if self.people[0].over or not self.go_on():
            figures["games_over"] += 1
            self.open(server)
        for guest in self.people:
            guest.base, guest.heard = guest.update, {}

    def come_back(self, server, guest):
        back = Guest(server, token=guest.you["token"])
        answer = back.ask(do="watch", table=self.key, after=guest.base, **{"as": guest.seat})
        assert "events" in answer, ("the whole view came", guest.base, answer)
        got = back.heard
        numbers = [n for n in got if n > guest.base]
        assert numbers == list(range(guest.base + 1, answer["update"] + 1)), numbers
        for number, said in guest.heard.items():
            assert number <= guest.base or got.get(number) == said, (
                f"table {self.number}, seat {guest.seat}, update {number}", said, got.get(number))
            figures["checked"] += 1
        if guest.left and answer.get("left"):
            passed = (time.monotonic() - guest.when) * 1000 + 1  # it is rounded
            for before, now in zip(guest.left, answer["left"]):
                assert before - passed <= now <= TIME, ("clocks", guest.left, answer["left"], passed)
        mine = {t["table"]: t["you"] for t in back.do("mine")["mine"]}
        assert mine.get(self.key) == guest.seat, ("mine", self.key, mine)
        back.you, back.seat, back.ids, back.base, back.over = guest.you, guest.seat, guest.ids, guest.base, guest.over or back.over
        if guest.sent and not back.over:
            self.send_again(back, guest.sent)
        return back

    def send_again(self, guest, sent):
        """A move without an answer: the house has it, or it can be made, or the game has gone on; never twice."""
        figures["sent_again"] += 1
        guest.ask(do="return")  # from here on nobody else moves on this seat
        before = guest.update
        answer = guest.ask(**sent)
        if "events" in answer and not answer["events"]:
            figures["taken_before"] += 1
            since = [event for number, said in guest.heard.items() if number > before for event in json.loads(said)["events"]]
            assert not any(event["event"] == "move" and event["who"] == guest.seat for event in since), (sent, since)
        again = guest.ask(**sent)
        assert "error" in again or "error" in answer or not again["events"], (answer, again)

    def go_on(self):
        """Somebody moves; False: the game is over instead."""
        for guest in self.people:
            guest.ask(do="return")
            guest.ask(do="vote", vote="nothing")
        while True:
            latest = max(guest.update for guest in self.people)
            for guest in self.people:
                guest.sync(latest)
            if self.people[0].over:
                return False
            for guest in self.people:
                if guest.talks():
                    guest.do("ready")
                if guest.moves:
                    guest.move(self.rng.choice(guest.moves))
                    return True
            self.people[0].hear()  # a bot is about to


class Newcomer:
    """Comes as somebody new again and again, makes a table and sits down there."""

    def __init__(self, number, rng):
        self.number, self.rng, self.known = number, rng, []

    def work(self, server):
        guest = None
        try:
            while True:
                guest = Guest(server, f"N{self.number}-{len(self.known)}")
                know = {"token": guest.you["token"], "name": guest.you["name"]}
                self.known.append(know)
                know["made"] = guest.do("make", game=self.rng.choice(GAMES), seats=3)["table"]
                guest.do("sit", seat=2)
                know["seat"] = 2
                guest.close()
        except TimeoutError:
            raise
        except (Closed, OSError):
            if guest:
                guest.close()

    def check(self, server):
        for know in self.known:
            guest = Guest(server, token=know["token"])
            assert guest.you["name"] == know["name"]
            mine = {t["table"]: t["you"] for t in guest.do("mine")["mine"]}
            if "seat" in know:
                assert mine == {know["made"]: 2}, (know, mine)
            if "made" in know:
                assert guest.do("watch", table=know["made"])["view"]["phase"] == "waiting"
            figures["made"] += 1
            guest.close()
        self.known = []


def together(jobs):
    """Runs all of them at once; raises what the first of them raised."""
    failed = []

    def run(job):
        try:
            job()
        except BaseException as why:
            failed.append(why)
    threads = [threading.Thread(target=run, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    return threads, failed


def finish(threads, failed):
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "a client hangs"
    if failed:
        raise failed[0]


def main():
    kills, program, seed = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    rng = random.Random(seed)
    folder = tempfile.mkdtemp()
    data = f"{folder}/house.db"
    server = Server(program, data=data, limits=FREE)
    tables = [Table(server, i, random.Random(rng.random())) for i in range(TABLES)]
    newcomers = [Newcomer(i, random.Random(rng.random())) for i in range(NEWCOMERS)]
    began, opening = time.monotonic(), []
    for kill in range(1, kills + 1):
        threads, failed = together([table.work for table in tables] + [lambda n=n: n.work(server) for n in newcomers])
        time.sleep(rng.uniform(0.01, 0.5))  # the instant is the test
        server.stop(signal.SIGKILL)
        finish(threads, failed)
        assert "Sanitizer" not in server.log(), server.log()
        server.__exit__()
        with sqlite3.connect(data) as db:
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
        db.close()
        start = time.monotonic()
        server = Server(program, data=data, limits=FREE)
        opening.append(time.monotonic() - start)
        try:
            finish(*together([lambda t=t: t.check(server) for t in tables] + [lambda n=n: n.check(server) for n in newcomers]))
        except BaseException:
            state = server.process.poll()
            print("# the house", "is open" if state is None else f"ended with {state}", server.log()[-2000:])
            raise
        figures["kills"] += 1
        if kill % 20 == 0:
            print(f"# {kill} kills, {figures['checked']} updates checked", flush=True)
    assert server.stop() == 0
    server.__exit__()
    lines = sqlite3.connect(data).execute("select count(*) from line").fetchone()[0]
    print(", ".join(f"{n} {what.replace('_', ' ')}" for what, n in figures.items()))
    print(f"{lines} lines in {os.path.getsize(data) >> 10} KiB, opening took {max(opening):.2f} s at most, "
          f"{time.monotonic() - began:.0f} s in all")
    shutil.rmtree(folder)


main()
