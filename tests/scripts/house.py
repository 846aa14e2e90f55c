"""house.py PROGRAM [WORD...] - a house over the wire: everything in doc/protocol.md (wire.py runs the tests)."""
import hashlib
import sqlite3

from wire import *


def any_move(guest, moves):
    return random.choice(moves)


def events(message, kind):
    return [e for e in message["events"] if e["event"] == kind]


def games(server):
    return json.loads(server.get("/games")[2])


# ---- whole games ------------------------------------------------------------------------------------------------------


@test
def a_client_plays_every_game(server):
    """doc/client.py plays every game to its end, and the record is good."""
    for game in games(server):
        with contextlib.redirect_stdout(None):
            url = client.play(server.url, game["game"], None)
        assert url.startswith(f"{server.url}/record/"), url
        assert f"game {game['game']}\n" in server.verify(url.split("/")[-1])


@test
def a_client_comes_to_a_table(server):
    """doc/client.py plays at somebody's table, as a separate program."""
    host = Client(server, "Ada")
    key = host.do("make", game="dead-drop", seats=3, bot="random")["table"]
    host.do("bot", seat=1, bot="random")
    host.do("sit", seat=0, nonce="aa")
    program = subprocess.Popen([sys.executable, ROOT / "doc/client.py", server.url, "-", key], stdout=subprocess.PIPE)
    host.event("start")
    play([host], any_move)
    out = program.communicate(timeout=LATE)[0].decode()
    assert out.splitlines()[-1] == f"{server.url}/record/{key}", out[-300:]
    server.verify(key)


@test
def people_play_every_game(server):
    """People play every game without bots; the record has their names, the commitment and their nonces."""
    for game in games(server):
        key, guests = players(server, game["seats"][1], game["game"])
        guests[0].do("watch", table=key)
        commitment = json.loads(guests[0].raw[-1])["view"]["commitment"]
        assert server.get(f"/record/{key}")[0] == 404  # before the end
        play(guests, any_move)
        over = events(json.loads(guests[0].raw[-1]), "over")[0]
        assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == commitment
        assert over["agreed"] is False and isinstance(over["winners"], list) and len(over["points"]) >= len(guests)
        record = server.verify(key)
        for i, guest in enumerate(guests):
            assert f"seat {i} " in record and guest.you["name"] in record and f"{i:02x}" * 16 in record, record[:1000]


# ---- people -----------------------------------------------------------------------------------------------------------


@test
def names_and_tokens(server):
    """A person enters by name, then by token on another connection."""
    ada = Client(server)
    assert ada.hello == {"house": "safehouse", "protocol": 1, "you": None}
    for name in "", " Ada", "Ada ", "x" * 40, "a\nb", "a\x7fb":
        ada.refused("house.name", do="enter", name=name)
    ada.refused("house.field", do="enter", name=5)
    ada.refused("house.field", do="enter")
    for token in "x" * 43, "", "x", "x" * 1000, 5, None:
        ada.refused("house.token", do="enter", token=token)
    you = ada.do("enter", name="Ada")["you"]
    assert you["name"] == "Ada" and len(you["token"]) == 43 and you["person"] >= 1
    ada.refused("house.entered", do="enter", name="Eve")
    again = Client(server, token=you["token"])
    assert again.you == {"person": you["person"], "name": "Ada"}
    assert ada.do("name", name="Żółw Ada") == {"re": ada.asks, "you": {"person": you["person"], "name": "Żółw Ada"}}
    ada.refused("house.name", do="name", name="")
    assert Client(server, token=you["token"]).you["name"] == "Żółw Ada"
    assert Client(server, Authorization=f"Bearer {you['token']}").hello["you"]["person"] == you["person"]
    assert Client(server, Cookie=f"a=b; safehouse={you['token']}; c=d").hello["you"]["person"] == you["person"]
    assert Client(server, Cookie=f"xsafehouse={you['token']}").hello["you"] is None
    assert Client(server, Authorization=f"Bearer {'x' * 43}").hello["you"] is None


@test
def codes(server):
    """A code admits another device once, with its own token."""
    ada = Client(server, "Ada")
    code = ada.do("code")
    assert code["link"] == f"{server.url}/#code={code['code']}" and len(code["code"]) == 14
    phone = Client(server)
    phone.refused("house.code", do="enter", code="AAAA-BBBB-CCCC")
    you = phone.do("enter", code=code["code"])["you"]
    assert you["person"] == ada.you["person"] and you["token"] != ada.you["token"] and you["name"] == "Ada"
    Client(server).refused("house.code", do="enter", code=code["code"])
    for typed in str.lower, lambda c: c.replace("-", ""), lambda c: f" {c.lower().replace('-', ' ')} ", lambda c: c.replace("-", "–"):
        typed_code = typed(ada.do("code")["code"])
        assert Client(server).do("enter", code=typed_code)["you"]["person"] == ada.you["person"], typed_code
    for wrong in "", "-", "x" * 5000, "AAAA-BBBB-CCC", "AAAABBBBCCCCD", ada.do("code")["code"] + "A":
        Client(server).refused("house.code", do="enter", code=wrong)
    for token in you["token"], ada.you["token"]:
        assert Client(server, token=token).you["person"] == you["person"]


@test
def a_code_brings_the_mutes_along(server):
    """A device that comes with a code belongs to the same person: the same people are muted, and the name is the newest."""
    ada, bob = Client(server, "Ada"), Client(server, "Bob")
    ada.do("mute", person=bob.you["person"])
    code = ada.do("code")["code"]
    ada.do("name", name="Ada L.")
    phone = Client(server)
    assert phone.do("enter", code=code)["you"]["name"] == "Ada L."
    key = bob.do("make", game="dead-drop")["table"]
    bob.do("say", text="hush")
    assert phone.do("watch", table=key)["talk"] == []


@test
def devices_share_names_and_mutes(server):
    """A name or a mute that a person sets on one device counts on all devices."""
    ada, bob = Client(server, "Ada"), Client(server, "Bob")
    phone = Client(server, token=ada.you["token"])
    key = bob.do("make", game="dead-drop")["table"]
    phone.do("watch", table=key)
    ada.do("name", name="Ada L.")
    ada.do("mute", person=bob.you["person"])
    update = bob.do("say", text="hush")["update"]
    phone.sync(update)
    assert b"hush" not in b"".join(phone.raw)
    assert phone.do("sit", seat=0)["view"]["seats"][0]["name"] == "Ada L."
    ada.do("unmute", person=bob.you["person"])
    bob.do("say", text="hello")
    assert phone.event("say")["text"] == "hello"


@test
def guests_who_have_not_entered(server):
    """A guest who has not entered may watch the lobby and tables, and do nothing else."""
    ada, stranger = Client(server, "Ada"), Client(server)
    key = ada.do("make", game="dead-drop")["table"]
    assert any(t["table"] == key for t in stranger.do("lobby")["lobby"])
    assert stranger.do("watch", table=key)["view"]["you"] == "room"
    for what in ("name", "code", "mute", "unmute", "make", "mine", "sit", "report", "rise", "bot", "remove", "nonce", "start",
                 "move", "back", "leave", "return", "vote", "say", "state"):
        stranger.refused("house.stranger", do=what)


@test
def entering_at_a_table(server):
    """A person who enters at a table has their own seat there, and no second one."""
    key, guests = players(server, 3, "dead-drop", nonces=False, seats=4)
    late = Client(server)
    assert late.do("watch", table=key)["view"]["you"] == "room"
    late.do("enter", token=guests[1].you["token"])
    late.refused("house.seated", do="sit", seat=3)
    assert late.do("watch", table=key)["view"]["you"] == 1
    assert late.do("nonce", nonce="ab")["update"]


@test
def languages(server):
    """Sentences come in the client's language; keys do not change."""
    ada = Client(server, "Ada")
    said = set()
    for lang in "en", "pl", "ru":
        assert ada.do("lang", lang=lang) == {"re": ada.asks, "done": True}
        said.add(ada.refused("house.no-table", do="watch", table="a" * 16)["text"])
    assert len(said) == 3, said
    assert any("а" <= c <= "я" for text in said for c in text)
    ada.refused("house.field", do="lang", lang="xx")
    ada.refused("house.field", do="lang")
    assert len({server.get(f"/games?lang={lang}")[2] for lang in ("en", "pl", "ru")}) == 3
    listed = subprocess.run([server.program, "games", "--json", "--lang", "pl"], capture_output=True).stdout
    assert json.loads(server.get("/games?lang=pl")[2]) == json.loads(listed)


@test
def malformed_messages(server):
    """A message that is no request is answered with an error, and the connection stays open."""
    ada = Client(server, "Ada")
    for bad in b"", b"x", b"[]", b"5", b"null", b'{"do":"lobby"', b'{"do":"lobby","do":"lobby"}', b'"lobby"', b"{}{}", b"[" * 3000, b'{"do":"say","text":"\\u0000"}':
        ada.frame(1, bad)
        answer = ada.until(lambda m: "error" in m)
        assert answer["error"] == "house.json" and "re" not in answer, (bad, answer)
    ada.refused("house.field")
    ada.refused("house.field", do="nonsense")
    ada.refused("house.field", do=5)
    ada.refused("house.field", do="watch")
    ada.refused("house.no-table", do="watch", table="../../etc/passwd")
    ada.refused("house.no-table-yet", do="say", text="x")
    ada.refused("house.no-table-yet", do="sit", seat=0)
    for re in "x", 1.5, None, [1]:  # not a whole number: the answer does not contain it
        ada.say(do="nonsense", re=re)
        assert "re" not in ada.until(lambda m: "error" in m)
    ada.say(do="lang", lang="en", re=-7, more={"what": "is this"})
    assert ada.until(lambda m: m.get("re") == -7)["done"]


@test
def random_requests(server):
    """Whatever fields a request has, it is answered, and the house goes on."""
    rng = random.Random(5)
    verbs = ("enter lang lobby watch name code mute unmute make mine sit report rise bot remove nonce start move back leave return vote say "
             "state").split()
    fields = "do re name token code lang table after as game seats options decks public onlookers clock time backs bot seat nonce id move " \
             "vote text state person host".split()
    keys = [Client(server, "Ada").do("make", game=game, seats=3)["table"] for game in ("inside-job", "dead-drop", "agents", "sentient")]
    values = [None, True, False, 0, 1, 2, -1, 1 << 31, 1 << 62, 1.5, "", " ", "x", "random", "sensible", "-", "aa", "end", "hold 1", "again",
              "nothing", "suspect 1", "play y1", "pick 1", "pl", "room", "inside-job", "dead-drop", "none", "move", "x" * 600, "é" * 300,
              [], [1], {}, {"name": "x"}, {"raise": "on"}, [{"name": "a", "text": "b"}], {"a": {"b": [[[]]]}}, *keys]
    guests = [Client(server, f"G{i}") for i in range(4)]
    for _ in range(40):
        for guest in guests:
            for _ in range(25):
                request = {field: rng.choice(values) for field in rng.sample(fields, rng.randrange(6))}
                request["do"] = rng.choice(verbs)
                if request["do"] in ("watch", "make") and rng.random() < 0.7:
                    request |= {"table": rng.choice(keys), "game": "dead-drop"}
                if request["do"] == "sit":
                    request["seat"] = rng.randrange(4)
                guest.say(**request | {"re": 1})
            guest.say(do="lang", lang="en", re=2)
        for guest in guests:
            answers = 0
            while (message := guest.hear()).get("re") != 2:
                answers += message.get("re") == 1
            assert answers == 25, answers


# ---- the lobby ----------------------------------------------------------------------------------------------------------


@test
def the_lobby(server):
    """The lobby lists public tables, and reports changes."""
    ada, bob, eve = (Client(server, name) for name in ("Ada", "Bob", "Eve"))
    eve.do("lobby")
    key = ada.do("make", game="inside-job", seats=3, clock="move", time=60000)["table"]
    table = eve.until(lambda m: m.get("open", {}).get("table") == key)["open"]
    assert table == {"table": key, "phase": "waiting", "onlookers": True, "game": "inside-job", "clock": "move", "time": 60000,
                     "seats": [{"name": "", "bot": "", "person": False}] * 3}
    ada.do("sit", seat=1)
    eve.until(lambda m: m.get("open", {}).get("table") == key and m["open"]["seats"][1] == {"name": "Ada", "bot": "", "person": True})
    ada.do("bot", seat=0, bot="random")
    eve.until(lambda m: m.get("open", {}).get("table") == key and m["open"]["seats"][0] == {"name": "", "bot": "random", "person": False})
    assert [t for t in bob.do("lobby")["lobby"] if t["table"] == key][0]["seats"][1]["name"] == "Ada"
    hidden = bob.do("make", game="dead-drop", public=False)["table"]  # it can be found only by its key
    friend = Client(server, "Grace")
    friend.do("watch", table=key)
    friend.do("sit", seat=2)
    ada.do("start")
    eve.until(lambda m: m.get("open", {}).get("table") == key and m["open"]["phase"] == "playing")
    friend.do("vote", vote="end")
    ada.do("vote", vote="end")
    assert eve.until(lambda m: "shut" in m and m["shut"] == key)
    assert not any(hidden in raw.decode() for raw in eve.raw)
    assert hidden not in [t["table"] for t in eve.do("lobby")["lobby"]]
    assert eve.do("watch", table=hidden)["view"]["phase"] == "waiting"
    other = ada.do("make", game="dead-drop")["table"]  # eve is at a table now: no news from the lobby
    ada.do("sit", seat=0)
    bob.do("lobby")
    assert any(t["table"] == other for t in json.loads(bob.raw[-1])["lobby"])
    eve.do("say", text="here")
    assert not any(other in raw.decode() for raw in eve.raw)


@test
def games_against_bots(server):
    """The lobby lists nobody's game against bots alone; whoever has the key may watch it, if it allows spectators."""
    ada, eve = Client(server, "Ada"), Client(server, "Eve")
    eve.do("lobby")
    key = ada.do("make", game="dead-drop", seats=3)["table"]
    ada.do("sit", seat=0)
    eve.until(lambda m: m.get("open", {}).get("table") == key)  # it waits for players
    ada.do("start")
    eve.until(lambda m: m.get("shut") == key or m.get("open", {}).get("phase") == "playing")
    assert json.loads(eve.raw[-1]) == {"shut": key}
    assert key not in [t["table"] for t in eve.do("lobby")["lobby"]]
    assert eve.do("watch", table=key)["onlookers"] == 1


@test
def tables_of_a_person(server):
    """`mine` lists the tables at which a person has a seat, the latest first, and whose turn it is."""
    ada = Client(server, "Ada")
    assert ada.do("mine")["mine"] == []
    keys = []
    for game in "dead-drop", "sentient", "inside-job":
        keys.insert(0, ada.do("make", game=game, seats=3)["table"])
        ada.do("sit", seat=2)
        assert [t["table"] for t in ada.do("mine")["mine"]] == keys  # at once
    mine = ada.do("mine")["mine"]
    assert all(t["you"] == 2 and t["asked"] is False for t in mine)
    ada.do("rise")
    assert [t["table"] for t in ada.do("mine")["mine"]] == keys[1:]
    ada.do("watch", table=keys[1])
    ada.do("start")
    while not ada.moves:
        ada.hear()
    mine = ada.do("mine")["mine"]
    assert mine[0]["asked"] is True and mine[1]["asked"] is False and mine[0]["phase"] == "playing"


@test
def results_of_a_person(server):
    """With `results`, `mine` also says when a game was over and how it ended."""
    key, (ada, bob) = players(server, 2, "sentient")
    began = int(time.time())
    game, = ada.do("mine", results=True)["mine"]
    assert game == ada.do("mine")["mine"][0]  # it goes on
    play([ada, bob], any_move)
    over = events(json.loads(ada.raw[-1]), "over")[0]
    game, = ada.do("mine", results=True)["mine"]
    assert game["result"] == {"agreed": False, "winners": over["winners"], "points": over["points"]}
    assert began <= game["over"] <= time.time()
    assert {**ada.do("mine")["mine"][0], "result": game["result"], "over": game["over"]} == game
    for guest in ada, bob:
        guest.do("make", game="dead-drop")
        guest.do("sit", seat=0)
        guest.do("start")
        guest.do("vote", vote="end")
        latest = guest.do("mine", results=True)["mine"]
        assert latest[0]["result"] == {"agreed": True} and latest[1]["result"] == game["result"]
    ada.refused("house.field", do="mine", results=1)


@test
def results_are_kept(server):
    """A house that was opened again knows when games were over and how they ended."""
    with Server(server.program) as own:
        _, guests = players(own, 3, "dead-drop")
        play(guests, any_move)
        ada = guests[0]
        before = ada.do("mine", results=True)["mine"]
        own.stop()
        with Server(server.program, data=own.data) as again:
            after = Client(again, token=ada.you["token"]).do("mine", results=True)["mine"]
            assert abs(after[0].pop("over") - before[0].pop("over")) <= 2  # the store has a clock of its own
            assert after == before and after[0]["result"]["points"]


@test
def mine_has_pages(server):
    """`mine` lists fifty tables, and says where the next ones begin."""
    ada = Client(server, "Ada")
    keys = []
    for _ in range(120):
        keys.insert(0, ada.do("make", game="dead-drop")["table"])
        ada.do("sit", seat=0)
    pages = [ada.do("mine")]
    while "next" in pages[-1]:
        pages.append(ada.do("mine", before=pages[-1]["next"]))
    assert [len(page["mine"]) for page in pages] == [50, 50, 20]
    assert [t["table"] for page in pages for t in page["mine"]] == keys
    assert ada.do("mine", before=1)["mine"] == []
    for bad in 0, -1, "7", 2**60, True:
        ada.refused("house.field", do="mine", before=bad)


@test
def mine_lists_a_new_seat_at_once(server):
    """As soon as a request for a seat is answered, `mine` lists the table, a hundred times."""
    ada = Client(server, "Ada")
    for _ in range(100):
        key = ada.do("make", game="dead-drop")["table"]
        ada.do("sit", seat=0)
        assert ada.do("mine")["mine"][0]["table"] == key
        assert [t["table"] for t in ada.do("mine")["mine"]].count(key) == 1


@test
def mine_lists_a_seat_before_it_is_answered(server):
    """Requests that are sent without waiting for answers are done in order."""
    ada = Client(server, "Ada")
    for _ in range(20):
        key = ada.do("make", game="dead-drop")["table"]
        ada.say(do="sit", seat=0)
        assert ada.do("mine")["mine"][0]["table"] == key


# ---- making a table --------------------------------------------------------------------------------------------------------

DECK = "number,condition,trump,risky\n" + "".join(f"{i},all 1-13,yellow,no\n" for i in range(1, 25))


@test
def making_tables(server):
    """A table is made with all fields, and reports what was agreed."""
    ada = Client(server, "Ada")
    made = ada.do("make", game="inside-job", seats=4, options={"roles": "sleeper-cell", "raise": "on"},
                  decks=[{"name": "my.csv", "text": DECK}], public=False, onlookers=False, clock="game", time=600000, backs=False,
                  bot="sensible")
    assert made["link"] == f"{server.url}/t/{made['table']}" and made["host"] is True and made["update"] == 0
    assert made["here"] == [False] * 4 and made["onlookers"] == 1 and made["talk"] == []
    assert made["agreed"] == {"game": "inside-job", "edition": 1, "seats": 4, "options": {"roles": "sleeper-cell", "raise": "on"},
                              "decks": [{"name": "my.csv", "text": DECK}], "public": False, "onlookers": False, "clock": "game",
                              "time": 600000, "discussion": 180000, "backs": False, "bot": "sensible", "host": ada.you["person"]}
    view = made["view"]
    assert view["phase"] == "waiting" and view["you"] == "room" and len(view["commitment"]) == 64 and len(view["seats"]) == 4
    ada.do("sit", seat=0)
    ada.do("start")
    play([ada], any_move)
    assert "all 1-13" in server.verify(made["table"])  # the deck is in the record
    assert ada.do("make", game="dead-drop", options={"rounds": 2})["agreed"]["options"] == {"rounds": 2}
    assert len(ada.do("make", game="dead-drop")["view"]["seats"]) in (3, 4)


@test
def tables_that_cannot_be_made(server):
    """Unknown fields, wrong types and bad decks are refused with the reason."""
    ada = Client(server, "Ada")
    for field, value in [("seats", 1), ("seats", 9), ("seats", "4"), ("seats", 3.5), ("options", []), ("options", "x"), ("decks", {}),
                         ("decks", ["x"]), ("decks", [{"name": "x"}]), ("decks", [{"name": 1, "text": ""}]), ("decks", [{}] * 9),
                         ("public", 1), ("onlookers", "yes"), ("clock", "week"), ("clock", 5), ("time", 0), ("time", -1),
                         ("time", 999), ("time", 10 ** 12), ("time", "60000"), ("discussion", -1),
                         ("discussion", 10 ** 9), ("discussion", "none"), ("discussion", True), ("backs", None), ("bot", "nobody"), ("bot", 1),
                         ("boT", "random"), ("colour", "red"), ("game", "chess"), ("game", 5)]:
        answer = ada.refused("house.field", do="make", **{"game": "inside-job", field: value})
        assert field in answer["text"], (field, answer)
    ada.refused("house.field", do="make")
    for options in {"colour": "red"}, {"raise": "maybe"}, {"raise": True}, {"raise": 7}, {"roles": "wired,accomplice"}:
        assert ada.ask(do="make", game="inside-job", options=options)["error"], options
    answer = ada.ask(do="make", game="inside-job", decks=[{"name": "my.csv", "text": DECK.replace("7,all 1-13", "7,all 9-2")}])
    assert "my.csv:8:3" in answer["text"], answer
    answer = ada.ask(do="make", game="inside-job", decks=[{"name": "my.csv", "text": "no,deck\n"}])
    assert "my.csv: " in answer["text"], answer
    assert ada.do("mine")["mine"] == []


# ---- before the start ----------------------------------------------------------------------------------------------------------


@test
def sitting_down(server):
    """Sitting, rising, bots, removing: everybody is told who sits where."""
    ada, bob, eve = (Client(server, name) for name in ("Ada", "Bob", "Eve"))
    key = ada.do("make", game="inside-job", seats=3)["table"]
    assert bob.do("watch", table=key)["host"] is False
    assert ada.until(lambda m: "here" in m) == {"here": [False] * 3, "onlookers": 2, "watching": ["Bob", "Ada"]}
    answer = bob.do("sit", seat=1)
    assert answer["view"]["you"] == 1 and answer["update"] == 1  # the whole view, because it is a different one now
    event = {"event": "seat", "seat": 1, "name": "Bob", "person": True, "bot": "", "held": False, "nonce": False}
    assert ada.event("seat") == event
    ada.refused("table.taken", do="sit", seat=1)
    for seat in 3, -1, 99:
        ada.refused("table.seat", do="sit", seat=seat)
    for seat in None, 1.5, [], "x", "", "1 2":
        ada.refused("house.field", do="sit", seat=seat)
    bob.refused("house.seated", do="sit", seat=2)
    bob.refused("table.not-host", do="bot", seat=2, bot="random")
    bob.refused("table.not-host", do="remove", seat=1)
    bob.refused("table.not-host", do="start")
    ada.refused("table.bot", do="bot", seat=2, bot="nobody")
    ada.refused("table.taken", do="bot", seat=1, bot="random")
    assert events(ada.do("bot", seat=2, bot="random"), "seat")[0]["bot"] == "random"
    assert events(ada.do("bot", seat=2, bot="-"), "seat")[0]["bot"] == ""
    ada.refused("table.free", do="remove", seat=2)
    ada.refused("table.not-yours", do="rise")
    assert bob.do("rise")["view"]["you"] == "room"
    bob.do("sit", seat=0)
    ada.do("remove", seat=0)
    view = bob.until(lambda m: "view" in m)
    assert view["view"]["you"] == "room" and view["removed"] is True
    bob.refused("table.removed", do="sit", seat=0)
    assert "removed" not in eve.do("watch", table=key)
    eve.do("sit", seat=0)
    for nonce in "x", "abc", "aa" * 33, "":
        eve.refused("table.nonce", do="nonce", nonce=nonce)
    assert events(eve.do("nonce", nonce="aa" * 32), "seat")[0]["nonce"] is True
    eve.refused("table.not-playing", do="move", id=1, move="play y1")
    eve.refused("table.not-playing", do="vote", vote="end")
    eve.refused("table.not-playing", do="leave")
    start = ada.do("start")
    assert events(start, "start") and {e["seat"]: e["bot"] for e in events(start, "seat")} == {1: "sensible", 2: "sensible"}
    for what in "start", "sit", "rise", "bot", "remove", "nonce":
        who = eve if what in ("rise", "nonce") else ada
        who.refused("table.started", do=what, seat=0, bot="random", nonce="aa")


@test
def starting_automatically(server):
    """The game starts when every seat is taken and every person has given a nonce."""
    key, guests = players(server, 2, "inside-job", nonces=False, seats=3)
    guests[0].do("bot", seat=2, bot="random")
    guests[0].do("nonce", nonce="aa")
    guests[1].do("nonce", nonce="bb")
    for guest in guests:
        guest.event("start")
    nobody = Client(server, "Host")
    nobody.do("make", game="dead-drop", seats=3)
    nobody.refused("table.nobody", do="start")
    for seat in range(3):
        nobody.do("bot", seat=seat, bot="random")  # bots alone do not start a game


@test
def nonces_with_sit(server):
    """A bad nonce with `sit` is reported, and the seat is kept."""
    ada = Client(server, "Ada")
    ada.do("make", game="dead-drop", seats=3)
    ada.say(do="sit", seat=0, nonce="xyz", re=77)
    assert ada.until(lambda m: m.get("re") == 77)["view"]["you"] == 0
    assert ada.until(lambda m: "error" in m)["error"] == "table.nonce"


# ---- playing -----------------------------------------------------------------------------------------------------------------


@test
def moves(server):
    """A legal move is made once, however often it is sent; an illegal one is refused with its rule."""
    key, guests = players(server, 3, "inside-job", options={"leader": 0})
    for guest in guests:
        guest.do("watch", table=key)
    ada, bob, eve = guests
    assert ada.moves and not bob.moves and ada.asked == [0]
    answer = bob.ask(do="move", id=1, move=ada.moves[0])
    assert answer["error"].startswith("inside-job.why.") and answer["rule"].startswith("J"), answer
    for bad in "", "x", "play", "play zz", "pick 99", ada.moves[0] + " more", "dealer", "vote 1 2":
        assert "error" in ada.ask(do="move", id=1, move=bad), bad
    ada.refused("house.field", do="move", id=1)
    ada.refused("house.field", do="move", move=ada.moves[0])
    for number in 0, -1, 1 << 31:
        ada.refused("table.id", do="move", id=number, move=ada.moves[0])
    ada.refused("house.field", do="move", id="x", move=ada.moves[0])
    first = ada.do("move", id=1, move=ada.moves[0])
    picked = events(first, "move")[0]
    assert picked == {"event": "move", "n": first["n"] - 1, "who": 0, "move": picked["move"]}
    again = ada.do("move", id=1, move=picked["move"])  # sent twice
    assert again["events"] == [] and again["update"] == first["update"] and again["n"] == first["n"]
    card = next(m for m in ada.moves if m.startswith("play"))
    ada.do("move", id=2, move=card)
    bob.sync(ada.update)
    colour = card.split()[1][0]
    own = [m.split()[1] for m in json.loads(bob.raw[-1])["moves"] if m.startswith("play")]
    hand = bob.do("watch", table=key)["view"]["view"]["hand"][1]
    other = [c for c in hand if c not in own]
    if other:  # an Agent must follow
        answer = bob.refused("inside-job.why.follow", do="move", id=1, move=f"play {other[0]}")
        assert answer["rule"] == "J3.4" and answer["text"].endswith("(J3.4)"), answer
        assert all(c[0] == colour for c in own)
        bob.do("lang", lang="pl")
        assert bob.refused("inside-job.why.follow", do="move", id=1, move=f"play {other[0]}")["text"] != answer["text"]


@test
def spectators_cannot_act(server):
    """Spectators cannot do what only players may do."""
    key, guests = players(server, 3, "dead-drop")
    eve = Client(server, "Eve")
    assert eve.do("watch", table=key)["view"]["you"] == "room"
    for what in "rise", "nonce", "move", "back", "leave", "return", "vote", "state":
        eve.refused("table.not-yours", do=what, id=1, move="x", nonce="aa", vote="end", state="x")
    eve.refused("table.started", do="sit", seat=0)
    eve.refused("table.started", do="start")


def game_at_the_vote(server, seed):
    """Plays Inside Job up to the vote: (key, guests), or None if the game ended without one."""
    rng = random.Random(seed)
    key, guests = players(server, 3, "inside-job")

    def choose(guest, moves):
        if moves[0].startswith("vote"):
            raise StopIteration
        return rng.choice(moves)
    try:
        play(guests, choose)
    except StopIteration:
        return key, guests
    return None


@test
def discussion_before_the_vote(server):
    """Nobody votes before everybody is ready; who comes back is told how it stands."""
    key, guests = game_at_the_discussion(server)
    ada, bob, eve = guests
    assert not any(guest.moves or guest.asked for guest in guests) and ada.discussion == {"ready": []}
    for guest in guests:
        guest.refused("table.discussion", do="move", id=999, move=f"vote {(guest.seat + 1) % 3}")
    assert next(t for t in ada.do("mine")["mine"] if t["table"] == key)["asked"]
    ada.do("say", text="It was Bob")
    assert ada.do("ready")["discussion"] == {"ready": [0]}
    assert not ada.do("ready")["events"]
    assert not next(t for t in ada.do("mine")["mine"] if t["table"] == key)["asked"]
    bob.close()
    bob = Client(server, token=bob.you["token"])
    assert bob.do("watch", table=key)["view"]["discussion"] == {"ready": [0]}
    bob.do("ready")
    assert events(eve.do("ready"), "discussion") == [{"event": "discussion", "on": False}]
    eve.refused("table.no-discussion", do="ready")
    play([ada, bob, eve], any_move)
    server.verify(key)


@test
def time_of_a_discussion(server):
    """A discussion ends when its time is over; the clock per move does not run before."""
    key, guests = game_at_the_discussion(server, clock="move", time=600000, discussion=1000)
    assert 0 <= guests[0].discussion["left"] <= 1000 and guests[0].left == [600000] * 3
    assert guests[0].event("discussion")["on"] is False
    assert guests[0].asked
    assert not any(seat["held"] for seat in guests[0].do("watch", table=key)["view"]["seats"])


@test
def taking_back(server):
    """A vote of Inside Job can be taken back as long as nobody has learnt anything from it; a card cannot."""
    key, guests = players(server, 3, "inside-job", options={"leader": 0})
    guests[0].refused("table.no-back", do="back")
    guests[0].do("watch", table=key)
    guests[0].move(guests[0].moves[0])
    guests[0].refused("table.no-back", do="back")
    key, guests = next(found for seed in range(1000) if (found := game_at_the_vote(server, seed)))
    for guest in guests:
        guest.sync(max(g.update for g in guests))
    voters = [guest for guest in guests if guest.moves]
    first, move = voters[0], voters[0].moves[0]
    n = first.n
    assert events(first.move(move), "move")
    heard = voters[1].event("move")
    assert heard["move"] == "vote ?" and heard["who"] == first.seat
    back = first.do("back")
    assert events(back, "back") == [{"event": "back", "n": n, "who": first.seat}] and back["n"] == n and move in back["moves"]
    voters[1].event("back")
    first.refused("table.no-back", do="back")
    play(guests, any_move)
    server.verify(key)
    ada = Client(server, "Ada")
    ada.do("make", game="agents", backs=False)
    ada.do("sit", seat=0)
    ada.do("start")
    while not ada.moves:
        ada.hear()
    ada.refused("table.no-backs", do="back")


@test
def leaving_and_returning(server):
    """If a person leaves, a bot plays for them until they return."""
    key, guests = players(server, 3, "inside-job", options={"leader": 0}, bot="random")
    ada = guests[0]
    ada.refused("table.not-held", do="return")
    seat = events(ada.do("leave"), "seat")[0]
    assert seat["held"] is True and seat["person"] is True and seat["bot"] == "random"
    ada.refused("table.held", do="leave")
    ada.refused("table.held", do="move", id=1, move="pick 1")
    assert guests[1].event("move", who=0)["move"].startswith("pick")
    guests[1].event("move", who=0)
    assert events(ada.do("return"), "seat")[0]["held"] is False
    play(guests, any_move)
    server.verify(key)


@test
def voting(server):
    """Votes to end the game, to give a seat to a bot and for another game pass when all people who are there agree."""
    key, guests = players(server, 3, "inside-job", options={"leader": 0})
    ada, bob, eve = guests
    for vote in "", "x", "hold", "hold 0", "hold 9", "hold x", "end 1", 5:
        assert "error" in ada.ask(do="vote", vote=vote), vote
    ada.refused("table.not-over", do="vote", vote="again")
    bob.refused("table.present", do="vote", vote="hold 0")
    ada.do("lobby")  # away from the table
    assert events(bob.do("vote", vote="hold 0"), "vote") == [{"event": "vote", "who": 1, "vote": "hold", "of": 0}]
    assert bob.do("watch", table=key)["view"]["seats"][1]["vote"] == "hold"
    held = eve.do("vote", vote="hold 0")
    assert events(held, "seat")[0]["held"] is True and events(held, "seat")[0]["seat"] == 0
    ada.do("watch", table=key)
    ada.do("return")
    assert bob.do("watch", table=key)["view"]["seats"][1]["vote"] == "nothing"
    ada.do("vote", vote="end")
    bob.do("vote", vote="end")
    ada.do("vote", vote="nothing")
    assert not events(eve.do("vote", vote="end"), "over")
    over = events(ada.do("vote", vote="end"), "over")[0]
    assert over["agreed"] is True and "winners" not in over and len(over["secret"]) == 64
    record = server.get(f"/record/{key}")[2]  # a game that was not played to its end can be replayed
    pathlib.Path(f"{server.folder}/agreed").write_bytes(record)
    subprocess.run([server.program, "replay", f"{server.folder}/agreed"], check=True, stdout=subprocess.DEVNULL)
    for guest in guests:
        guest.sync(ada.update)
    ada.refused("table.not-playing", do="vote", vote="end")
    ada.refused("table.not-playing", do="move", id=9, move="pick 1")
    room = Client(server, "Room")
    room.do("watch", table=key)
    ada.do("vote", vote="again")
    bob.do("vote", vote="again")
    eve.say(do="vote", vote="again")
    again = {guest.until(lambda m: "again" in m)["again"] for guest in [*guests, room]}
    assert len(again) == 1 and again != {key}
    new = again.pop()
    for i, guest in enumerate(guests):
        answer = guest.do("watch", table=new)
        assert answer["view"]["you"] == (i + 1) % 3 and answer["view"]["phase"] == "waiting"
        assert answer["agreed"]["game"] == "inside-job" and answer["agreed"]["host"] == ada.you["person"]
    assert new in [t["table"] for t in ada.do("mine")["mine"]]
    for guest in guests:
        guest.do("nonce", nonce="cc")
    play(guests, any_move)
    server.verify(new)


@test
def a_rematch_keeps_bots(server):
    """In a rematch every player and bot moves on by one seat."""
    ada = Client(server, "Ada")
    key = ada.do("make", game="dead-drop", seats=3, bot="random")["table"]
    ada.do("sit", seat=2)
    ada.do("start")
    ada.do("vote", vote="end")
    ada.do("vote", vote="again")
    new = ada.until(lambda m: "again" in m)["again"]
    view = ada.do("watch", table=new)["view"]
    assert view["you"] == 0 and [s["bot"] for s in view["seats"]] == ["", "random", "random"]
    ada.do("nonce", nonce="dd")
    ada.event("start")


# ---- talk --------------------------------------------------------------------------------------------------------------------


@test
def talking(server):
    """Players and spectators talk; the latest talk is in the view."""
    key, guests = players(server, 3, "inside-job")
    ada, bob = guests[:2]
    room = Client(server, "Room")
    room.do("watch", table=key)
    said = {"event": "say", "who": 0, "person": ada.you["person"], "text": "Cześć \"all\" \\ привет"}
    assert events(ada.do("say", text=said["text"]), "say") == [said] and bob.event("say") == said == room.event("say")
    called = {"event": "say", "who": "room", "person": room.you["person"], "name": "Room", "text": "x" * 500}
    assert events(room.do("say", text=called["text"]), "say") == [called] and ada.event("say", who="room") == called
    for text in "", "x" * 501, "ł" * 251, "a\nb", "\x1b[31m":
        ada.refused("table.talk", do="say", text=text)
        room.refused("table.talk", do="say", text=text)
    ada.refused("table.long", do="say", text="x" * 800)
    ada.refused("house.field", do="say")
    stated = {"event": "state", "who": 0, "state": "suspect 1"}
    assert events(ada.do("state", state="suspect 1"), "state") == [stated] == [room.event("state")]
    assert ada.refused("inside-job.why.talk-self", do="state", state="suspect 0")["rule"] == "J8.2"
    assert ada.refused("inside-job.why.talk-mine", do="state", state="claim y1 mistake")["rule"] == "J8.1"
    for bad in "", "suspect", "suspect 9", "nonsense", "play y1":
        assert "error" in ada.ask(do="state", state=bad), bad
    assert Client(server).do("watch", table=key)["talk"] == [said, called, stated]
    other, people = players(server, 3, "dead-drop")
    people[0].refused("table.no-talk", do="state", state="suspect 1")
    for i in range(60):
        ada.do("say", text=str(i))
    assert [e["text"] for e in room.do("watch", table=key)["talk"]] == [str(i) for i in range(10, 60)]


@test
def statements_are_sent_to_late_guests(server):
    """A guest who comes later hears what was stated, also if nobody has said anything else."""
    key, guests = players(server, 3, "inside-job")
    guests[1].do("state", state="suspect 2")
    stated = [{"event": "state", "who": 1, "state": "suspect 2"}]
    assert Client(server, "Eve").do("watch", table=key)["talk"] == stated
    guests[0].do("say", text="Why?")
    assert Client(server, "Eve").do("watch", table=key)["talk"][:1] == stated


@test
def talk_keeps_its_speaker(server):
    """Talk from before the start keeps the speaker's name, also if the speaker rises or sits elsewhere."""
    ada, bob = Client(server, "Ada"), Client(server, "Bob")
    key = ada.do("make", game="dead-drop", seats=3)["table"]
    bob.do("watch", table=key)
    bob.do("say", text="I watch")
    bob.do("sit", seat=1)
    said = bob.do("say", text="I sit")["events"][0]
    assert said == {"event": "say", "who": 1, "person": bob.you["person"], "name": "Bob", "text": "I sit"} == ada.event("say", who=1)
    bob.do("rise")
    for event in Client(server).do("watch", table=key)["talk"]:
        assert event["name"] == "Bob" and event["who"] == "room", event


@test
def muting(server):
    """A person does not hear people whom they have muted, also after a reconnection; others do."""
    key, guests = players(server, 3, "inside-job")
    ada, bob, eve = guests
    assert ada.do("mute", person=bob.you["person"]) == {"re": ada.asks, "done": True}
    for person in 0, -1, "x", None, 1 << 31, 1.5:
        ada.refused("house.field", do="mute", person=person)
    update = bob.do("say", text="psst")["update"]
    assert eve.event("say")["text"] == "psst"
    ada.sync(update)
    assert json.loads(ada.raw[-1])["events"] == []
    again = Client(server, token=ada.you["token"])
    assert again.do("watch", table=key)["talk"] == []
    assert [e["text"] for e in eve.do("watch", table=key)["talk"]] == ["psst"]
    again.do("watch", table=key, after=update - 1, **{"as": 0})
    assert b"psst" not in b"".join(ada.raw + again.raw)
    assert bob.do("state", state="suspect 0")  # a statement belongs to the game, and is heard
    assert again.event("state")["who"] == 1
    again.do("unmute", person=bob.you["person"])
    bob.do("say", text="hello")
    assert again.event("say")["text"] == "hello"
    third = Client(server, token=ada.you["token"])
    assert [e.get("text") for e in third.do("watch", table=key)["talk"] if e["event"] == "say"] == ["psst", "hello"]
    third.do("mute", seat=2)
    third.do("unmute", seat=2)
    for seat in -1, 3, "x", 1.5:
        third.refused("house.field", do="mute", seat=seat)
    Client(server, "Fay").refused("house.no-table-yet", do="mute", seat=1)
    for person in range(1, 33):
        third.do("mute", person=100000 + person)
    third.refused("house.many-muted", do="mute", person=200000)


@test
def reporting(server):
    """A report for the operator goes into the data, not into the log."""
    ada = Client(server, "Ada")
    ada.do("make", game="dead-drop")
    assert ada.do("report", text="Rude words, \"quoted\"")["done"]
    ada.refused("table.talk", do="report", text="")
    ada.refused("table.talk", do="report", text="x" * 501)
    ada.refused("house.field", do="report")
    with contextlib.closing(sqlite3.connect(f"file:{server.data}?mode=ro", uri=True)) as db:
        rows = db.execute("select by, text from report").fetchall()
    assert (ada.you["person"], "Rude words, \"quoted\"") in rows, rows
    assert "Rude" not in server.log() and '"what":"report"' in server.log()


# ---- clocks ------------------------------------------------------------------------------------------------------------------


@test
def clocks_per_move(server):
    """A clock for each move: when it runs out, a bot plays until the person returns."""
    key, guests = players(server, 2, "inside-job", options={"leader": 0}, clock="move", time=2000)
    ada = guests[0]
    left = ada.do("watch", table=key)["view"]["left"]
    assert 0 < left[0] <= left[1] == 2000
    ada.event("seat", seat=0, held=True)
    assert ada.event("move", who=0)
    assert events(ada.do("return"), "seat")[0]["held"] is False


@test
def clocks_per_game(server):
    """A clock for all moves of a player: it goes on where it stopped; without time left nobody can return."""
    key, guests = players(server, 2, "inside-job", options={"leader": 0}, clock="game", time=3000)
    ada, bob = guests
    ada.do("watch", table=key)
    ada.move(ada.moves[0])
    assert 0 < ada.left[0] <= 3000 and ada.left[1] == 3000
    bob.event("seat", seat=0, held=True)
    ada.event("seat", seat=0, held=True)
    assert ada.left[0] == 0
    ada.refused("table.no-time", do="return")


@test
def tables_without_a_clock(server):
    """Without a clock, a view has no `left`."""
    key, guests = players(server, 3, "dead-drop")
    assert "left" not in guests[0].do("watch", table=key)["view"]


# ---- coming back --------------------------------------------------------------------------------------------------------------


@test
def coming_back(server):
    """A guest who comes back gets the events that were missed, byte for byte as another connection of the seat got them."""
    for game, fields in ("inside-job", {"clock": "game", "time": 600000}), ("agents", {}), ("sentient", {}):
        key, guests = players(server, 3, game, **fields)
        twin = Client(server, token=guests[1].you["token"])
        room, other = Client(server, "Room"), Client(server, "Other")
        begun = {one: one.do("watch", table=key)["update"] for one in (twin, room)}
        other.do("watch", table=key)
        play(guests, any_move, most=25)
        guests[2].do("say", text="between")
        guests[0].ask(do="vote", vote="end")  # unless the game is over already
        play(guests, any_move, most=100)
        last = max(g.update for g in guests)
        for one, who, token in (twin, 1, guests[1].you["token"]), (room, "room", None):
            one.sync(last)
            live = [news(raw) for raw in one.raw if raw.startswith(b'{"update":')]
            back = Client(server, token=token)
            answer = back.do("watch", table=key, after=begun[one], **{"as": who})
            missed = [raw for raw in back.raw if raw.startswith(b'{"update":')]
            assert missed == live, (game, len(missed), len(live), [p for p in zip(missed, live) if p[0] != p[1]][:1])
            assert answer["update"] == last and answer["events"] == []
            half = Client(server, token=token)
            half.do("watch", table=key, after=last - 3, **{"as": who})
            assert [raw for raw in half.raw if raw.startswith(b'{"update":')] == live[-3:]
            for after, as_ in (last + 1, who), (-1, who), (last, 2), (None, who), ("x", who):  # otherwise everything is sent
                whole = Client(server, token=token).ask(do="watch", table=key, after=after, **{"as": as_})
                assert "view" in whole or as_ == "room" == who, (after, as_)


@test
def presence(server):
    """`here` lists the seats whose people are connected, `onlookers` counts the spectators, `watching` names those who have signed in."""
    key, guests = players(server, 3, "dead-drop")
    ada, bob, eve = guests
    twin = Client(server, token=bob.you["token"])
    assert twin.do("watch", table=key)["here"] == [True] * 3
    room = Client(server)
    assert room.do("watch", table=key)["onlookers"] == 1
    bob.close()
    twin.do("lobby")
    ada.until(lambda m: m.get("here") == [True, False, True] and m["onlookers"] == 1)
    phone = Client(server, token=room.do("enter", name="Max")["you"]["token"])
    ada.until(lambda m: m.get("onlookers") == 1 and m.get("watching") == ["Max"])
    phone.do("watch", table=key)
    ada.until(lambda m: m.get("onlookers") == 2 and m.get("watching") == ["Max"])  # one person, on two devices
    room.do("name", name="Moritz")
    ada.until(lambda m: m.get("watching") == ["Moritz"])
    phone.close()
    room.close()
    ada.until(lambda m: m.get("here") == [True, False, True] and m["onlookers"] == 0 and "watching" not in m)
    assert twin.do("watch", table=key)["here"] == [True] * 3
    ada.until(lambda m: m.get("here") == [True, True, True])


@test
def tables_without_spectators(server):
    """At a table that excludes spectators, guests may watch before the start, and are sent away when the game starts."""
    ada, eve = Client(server, "Ada"), Client(server, "Eve")
    key = ada.do("make", game="dead-drop", seats=3, onlookers=False)["table"]
    eve.do("watch", table=key)
    ada.do("sit", seat=0)
    ada.do("start")
    assert eve.until(lambda m: "gone" in m) == {"gone": True}
    eve.refused("house.closed", do="watch", table=key)
    eve.refused("house.no-table-yet", do="say", text="but")
    assert ada.do("watch", table=key)["onlookers"] == 0
    lobby = eve.do("lobby")["lobby"]
    assert key not in [t["table"] for t in lobby]


@test
def two_devices(server):
    """Two devices of one person both hear everything, and either may act."""
    key, guests = players(server, 3, "inside-job", options={"leader": 0})
    twin = Client(server, token=guests[0].you["token"])
    assert twin.do("watch", table=key)["view"]["you"] == 0 and twin.moves
    move = twin.do("move", id=1000, move=twin.moves[0])
    guests[0].sync(move["update"])
    assert guests[0].moves == twin.moves
    guests[0].do("move", id=1001, move=guests[0].moves[0])
    twin.sync(guests[0].update)


@test
def http(server):
    """Health, metrics, games and records over HTTP."""
    assert server.get("/healthz")[::2] == (200, b"ok\n")
    status, headers, body = server.get("/metrics")
    assert status == 200 and b"# TYPE safehouse_guests gauge" in body and headers["Content-Type"].startswith("text/plain")
    assert server.metric("messages_in_total") > 0
    assert [g["game"] for g in games(server)] == [g["game"] for g in json.loads(
        subprocess.run([server.program, "games", "--json"], capture_output=True).stdout)]
    for key in "", "a" * 16, "a" * 15, "a" * 1000, "../../etc/passwd", "%2e%2e%2fhouse.db":
        assert server.get(f"/record/{key}")[0] in (403, 404), key


main()
