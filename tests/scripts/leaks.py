"""leaks.py PROGRAM [WORD...] - plays whole games of Inside Job over the wire, then checks every byte that anybody got.

What each seat may know at which time is worked out here from the record and the rules (doc/rules/inside-job.md), not by the
program: the seat's cards and all cards that were played (J2.2, J3); the seat's role, revealed roles, and the one that the
Accomplice looks at (J2.1, J5.4, J9.A); missions that the seat has drawn and missions that were picked (J3.1); Larry's three
cards while the seat controls Larry (J10.3); ballots once all are cast (J6.5).  Spectators know what all players know."""
import re

from wire import *

CARD = re.compile(r"\b[ypgb](?:1[0-3]|[1-9])\b")
ROLES = set("agent insider wired paranoid daredevil decoy accomplice shady sleeper professor-no".split())
NEVER = 1 << 30


class Knowledge:
    """For each listener and fact: after how many moves the listener may know it."""

    def __init__(self, record, seats):
        lines = record.split("\nbegin\n")[1].split("\nend\n")[0].splitlines()
        moves = [(who, words.split()) for who, words in (line.split(" ", 1) for line in lines) if not words.startswith("state ")]
        self.seats, self.first = [*range(seats), "room"], {}
        for i, (who, (verb, *with_)) in enumerate(moves):
            n = i + 1
            if verb == "card":  # dealt to a hand, or to Larry: then the player who controls Larry sees it
                seat = int(with_[0])
                self.tell(n, [seat if seat < seats else self.next_by(moves, i, "larry")], ("card", with_[1]))
            elif verb in ("play", "raise", "larry"):
                self.tell(n, self.seats, ("card", with_[0]))
            elif verb == "role":
                self.tell(n, [int(with_[0])], ("role", int(with_[0]), with_[1]))
            elif verb == "reveal":
                self.tell(n, self.seats, ("role", int(with_[0]), with_[1]))
                accomplice = int(with_[0])
            elif verb == "look":
                self.tell(n, [accomplice], ("role", int(with_[0]), with_[1]))
            elif verb == "mission":
                self.tell(n, [self.next_by(moves, i, "pick")], ("mission", with_[0]))
            elif verb == "pick":
                self.tell(n, self.seats, ("mission", with_[0]))
            elif verb in ("vote", "ballot"):
                self.tell(n, [int(who)], ("vote", int(who)))
            elif verb in ("show", "shows"):
                self.tell(n, self.seats, ("vote", int(with_[0])))
            else:
                assert verb in ("lead", "partner"), verb

    @staticmethod
    def next_by(moves, i, verb):
        return next((int(who) for who, words in moves[i:] if words[0] == verb), None)

    def tell(self, n, whom, fact):
        for listener in whom:
            self.first.setdefault((listener, fact), n)

    def may(self, listener, fact, n):
        return self.first.get((listener, fact), NEVER) <= n


def strings(value):
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(part)


def odd_words(known, listener, value, n, sent=""):
    """Cards and roles anywhere in a value that the listener may not know."""
    for text in strings(value):
        for card in CARD.findall(text):
            if not known.may(listener, ("card", card), n) and card not in sent:
                yield f"card {card} in {text[:80]!r}"
        for role in ROLES & set(text.split()):
            if not any(known.may(listener, ("role", q, role), n) for q in range(7)):
                yield f"role {role} in {text[:80]!r}"


def odd_view(known, listener, view, n):
    """Fields of a view that hold more than the listener may know."""
    for field in "deck", "missions":
        if view[field] is not None:
            yield f"{field} {view[field]}"
    for q, hand in enumerate(view["hand"]):
        if q != listener and hand:
            yield f"hand {q} {hand}"
    for q, role in enumerate(view["role"]):
        if role not in (None, "-") and not known.may(listener, ("role", q, role), n):
            yield f"role {q} {role}"
    for field in "drawn", "away", "picked":
        for mission in view[field]:
            if mission not in (None, "-") and not known.may(listener, ("mission", mission), n):
                yield f"{field} {mission}"
    for field in "vote", "second":
        for q, vote in enumerate(view[field]):
            if vote not in (None, "-") and not known.may(listener, ("vote", q), n):
                yield f"{field} of {q}: {vote}"


def odd_event(known, listener, event):
    """What an event tells that the listener may not know."""
    if event["event"] != "move":
        return
    n, who, (verb, *with_) = event["n"] + 1, event["who"], event["move"].split()
    yield from odd_words(known, listener, event["move"], n)
    if verb in ("role", "look") and with_[1] != "?" and not known.may(listener, ("role", int(with_[0]), with_[1]), n):
        yield event["move"]
    if verb == "mission" and with_[0] != "?" and not known.may(listener, ("mission", with_[0]), n):
        yield event["move"]
    if verb in ("vote", "ballot") and who != listener and with_ != ["?"]:
        yield event["move"]


def leaks(known, listener, raw, private, sent=""):
    """Yields everything that a connection got though its listener may not know it.  `private` starts with the secret of the
    deals, which everybody gets at the end; then come the tokens and nonces of others, which nobody ever gets.  `sent` is what
    the guest has sent: an error may repeat it."""
    n, over = 0, False
    for data in raw:
        message = json.loads(data)
        over |= any(e["event"] == "over" for e in message.get("events", [])) or message.get("view", {}).get("phase") == "over"
        for secret in private[over:]:
            if secret in data:
                yield f"{secret} in {data[:200]}"
        if over:
            continue  # everybody may know the rest now
        for free in "agreed", "you":  # the terms of the table, and the guest's own token
            message.pop(free, None)
        if "view" in message:
            n = message["view"]["n"]
            yield from odd_view(known, listener, message["view"]["view"], n)
            assert message["view"]["you"] == listener or message["view"]["phase"] == "waiting", (listener, message["view"]["you"])
        elif "update" in message:
            n = message.get("n", n)  # missed updates have only events
        for event in message.pop("events", []):
            yield from odd_event(known, listener, event)
        talk = message.pop("talk", [])
        yield from odd_words(known, listener, [message, talk], n, sent if "error" in message else "")


class Curious(Client):
    """A client that remembers what it has sent."""
    sent = ""

    def say(self, **message):
        self.sent += json.dumps(message)
        super().say(**message)


def one_game(server, seed, seats, options):
    """Plays a game with a spectator and curious players; yields everything that each connection got."""
    rng = random.Random(f"{seed} {seats} {sorted(options.items())}")
    guests = [Curious(server, f"Player{i}") for i in range(seats)]
    room = Curious(server, "Spectator")
    key = guests[0].do("make", game="inside-job", seats=seats, options=options)["table"]
    nonces = [rng.randbytes(16).hex() for _ in guests]
    for guest in [*guests[1:], room]:
        guest.do("watch", table=key)
    for i, guest in enumerate(guests):
        guest.do("sit", seat=i, nonce=nonces[i])
    others = []

    def choose(guest, moves):
        dice = rng.random()
        if dice < 0.15:  # a move out of turn: only this guest gets the answer
            other = rng.choice(guests)
            if not other.moves:
                other.ask(do="move", id=1 << 20, move=f"play {rng.choice('ypgb')}{rng.randrange(1, 14)}")
        elif dice < 0.25:  # somebody connects again, and asks for updates as any seat
            who = rng.choice([*guests, room])
            late = Curious(server, token=who.you["token"])
            late.do("watch", table=key, after=rng.randrange(0, who.update + 1), **{"as": rng.choice([*range(seats), "room"])})
            others.append((late, who))
        elif dice < 0.3:
            room.do("watch", table=key, after=0, **{"as": rng.randrange(seats)})
        elif dice < 0.35:
            guest.do("state", state=f"suspect {(guest.seat + 1) % seats}")
        return rng.choice(moves)
    play(guests, choose)
    room.sync(guests[0].update)
    for guest in guests:
        guest.sync(guests[0].update)
    record = server.verify(key)
    secret = re.search(r"^secret (\w+)$", record, re.M)[1]
    known = Knowledge(record, seats)
    everybody = [*guests, room]
    for guest, who in [(guest, guest) for guest in everybody] + others:
        private = [secret] + [other.you["token"] for other in everybody if other is not who]
        private += [nonce for nonce, other in zip(nonces, guests) if other is not who]
        yield known, who.seat, guest, [word.encode() for word in private]


GAMES = [(4, {}), (4, {"risk": "on"}), (4, {"raise": "off", "open-log": "on"}), (4, {"roles": "inner-circle"}),
         (4, {"roles": "sleeper-cell"}), (4, {"roles": "wired,paranoid"}), (4, {"roles": "high-stakes"}), (4, {"roles": "bad-company"}),
         (4, {"roles": "decoy,professor-no"}), (2, {}), (3, {}), (5, {"roles": "accomplice,paranoid"})]


def game_test(seats, options):
    def run(server):
        seeds = 1 if "/asan/" in server.program else 3
        messages = 0
        for seed in range(seeds):
            for known, listener, guest, private in one_game(server, seed, seats, options):
                messages += len(guest.raw)
                odd = list(leaks(known, listener, guest.raw, private, guest.sent))
                assert not odd, (f"seed {seed}, {listener}", odd[:5])
        assert messages > 20 * seeds
    words = " ".join(f"{key}={value}" for key, value in options.items())
    run.__doc__ = f"Nothing leaks to {seats} players and a spectator: {words or 'the plain game'}."
    run.__name__ = f"game_{seats}_{words}"
    test(run)


@test
def a_leak_would_be_found(server):
    """The check finds a leak if a seat gets the messages of another seat."""
    found = set()
    for seats, options in (4, {"roles": "inner-circle"}), (2, {}):
        got = [g for g in one_game(server, 99, seats, options)][:seats + 1]
        for known, listener, guest, private in got:
            for _, other, _, _ in got:
                odd = list(leaks(known, other, [r for r in guest.raw if b'"view":{' not in r], private))
                assert bool(odd) == (listener not in (other, "room")), (listener, other, odd)
                found |= {word.split()[0] for word in odd}
        known, listener, guest, private = got[0]
        assert all(list(leaks(known, 0, [b'{"x":"' + word + b'"}'], private)) for word in private)
    assert {"card", "role", "mission", "look"} <= found, found


for seats_, options_ in GAMES:
    game_test(seats_, options_)
main()
