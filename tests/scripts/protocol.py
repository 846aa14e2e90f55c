"""protocol.py PROGRAM - the schema of the protocol (doc/protocol.schema.json): a house and its guests use every kind of request, message
and event in it, and what is not as the schema says is found.

That all messages of all other tests are as the schema says is seen to in wire.py."""
import copy
import json

import jsonschema

import protocol_schema
from wire import Client, game_at_the_discussion, main, test

samples = {}  # of every kind, the first that passed


def keep(name, what):
    samples.setdefault(name, copy.deepcopy(what))
    original(name, what)


original, protocol_schema.check = protocol_schema.check, keep


def before_the_start(server):
    """A public table from its making to its start: who comes and goes, and what the lobby hears of it."""
    ada, bob, eve, nobody = Client(server, "Ada"), Client(server, "Bob"), Client(server, "Eve"), Client(server)
    ada.do("lang", lang="pl")
    ada.do("name", name="Ada L.")
    Client(server).do("enter", code=ada.do("code")["code"])
    Client(server).do("enter", token=ada.you["token"])
    ada.do("devices")
    ada.do("signout", others=True)
    nobody.do("lobby")
    key = ada.do("make", game="inside-job", seats=3, onlookers=False, bot="random", clock="move", time=60000,
                 options={"risk": "on"})["table"]
    nobody.until(lambda m: m.get("open", {}).get("table") == key)
    bob.do("watch", table=key)
    bob.do("sit", seat=1)
    bob.do("rise")
    bob.do("sit", seat=1, nonce="00ff")
    ada.do("sit", seat=0)
    ada.do("remove", seat=1)
    eve.do("watch", table=key)
    ada.do("bot", seat=1, bot="random")
    ada.do("nonce", nonce="00")
    ada.do("say", text="hello")
    ada.do("silence", on=True)
    ada.do("start")
    eve.until(lambda m: "gone" in m)
    nobody.until(lambda m: m.get("shut") == key)
    ada.do("state", state="suspect 1")


def a_game(server):
    """Two play, take back, talk, leave and come back, end it by a vote, and want another."""
    ada, bob = Client(server, "Ada"), Client(server, "Bob")
    key = ada.do("make", game="sentient", seats=2)["table"]
    bob.do("watch", table=key)
    ada.do("sit", seat=0, colour="red", nonce="aa")
    ada.do("colour", colour="grey")
    bob.do("sit", seat=1, nonce="aa")
    ada.until(lambda m: "n" in m and m["asked"])
    bob.sync(ada.update)
    mover = ada if ada.moves else bob
    mover.move(mover.moves[0])  # a card is procured,
    mover.move(mover.moves[0])  # and plugged, which tells nobody anything new
    mover.do("back")
    ada.do("mine")
    ada.do("mute", person=bob.you["person"])
    ada.do("unmute", seat=1)
    ada.do("report", text="too loud")
    ada.do("leave")
    ada.do("return")
    ada.do("vote", vote="end")
    bob.do("vote", vote="end")
    ada.event("over")
    ada.do("mine", results=True, before=1 << 29)
    ada.do("vote", vote="again")
    bob.say(do="vote", vote="again")
    bob.event("again")
    ada.until(lambda m: "again" in m and "update" not in m)
    ada.do("watch", table=key, after=1, **{"as": 0})
    ada.do("watch", table=key, want="story")
    ada.refused("house.no-table", do="watch", table="nothing")


def a_discussion(server):
    """Three play up to the vote, and talk before it."""
    key, guests = game_at_the_discussion(server)
    guests[0].do("ready")
    guests[1].do("watch", table=key)
    guests[2].do("watch", table=key, want="story")
    guests[1].do("ready")
    guests[2].do("ready")


@test
def every_kind(server):
    """Every request, message and event of the schema is used, and is as it says."""
    before_the_start(server)
    a_game(server)
    a_discussion(server)
    protocol_schema.check_request({"do": "watch", "table": "key"}, {"elsewhere": "n2"})
    protocol_schema.check_message({"re": 1, "elsewhere": "n2"})  # only a house of several nodes says this
    missing = set(protocol_schema.VALIDATORS) - protocol_schema.seen
    assert not missing, f"nobody has sent {sorted(missing)}"


def spoilt(sample, schema):
    """What the sample must not be, one by one."""
    yield "one more field", {**sample, "more": 1}
    for key in schema["required"]:
        yield f"no {key}", {k: v for k, v in sample.items() if k != key}
    for key in sample:
        yield f"{key} of another type", {**sample, key: {"what": ["is", "this"]}}


@test
def what_is_not_so_is_found(_):
    """A field too many, a missing one and one of another type are found, in every kind."""
    assert len(samples) == len(protocol_schema.VALIDATORS), "every_kind has not run"
    for name, sample in samples.items():
        for what, bad in spoilt(sample, protocol_schema.DEFS[name]):
            assert not protocol_schema.VALIDATORS[name].is_valid(bad), (name, what)
    for bad in {}, {"events": []}, {"update": 1, "events": [{"event": "dance"}]}, {"update": 1, "events": [{"event": "start", "n": 1}]}:
        try:
            protocol_schema.check_message(bad)
        except AssertionError:
            continue
        raise ValueError(f"passes for a message: {bad}")


@test
def games(server):
    """GET /games is as the schema says, in every language; and so is the schema itself."""
    jsonschema.Draft202012Validator.check_schema(protocol_schema.SCHEMA)
    validator = jsonschema.Draft202012Validator(protocol_schema.resolved(protocol_schema.DEFS["Games"]))
    for lang in "en", "pl", "ru":
        status, _, body = server.get(f"/games?lang={lang}")
        assert status == 200
        validator.validate(json.loads(body))


main()
