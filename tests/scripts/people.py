"""people.py PROGRAM [WORD...] - people at a house: names, votes about each other, talk, codes, devices (wire.py runs the tests)."""
from wire import *


def at_table(server, key, *names):
    """People who come to watch a table."""
    guests = [Client(server, name) for name in names]
    for guest in guests:
        guest.do("watch", table=key)
    return guests


def play_again(ada, bob):
    """Both want to end the game, and then another one."""
    for vote in "end", "again":
        for guest in ada, bob:
            guest.do("vote", vote=vote)
    return ada.until(lambda m: "again" in m)["again"]


@test
def nobody_who_is_here_is_held(server):
    """With two people, one alone can neither put a bot on the other's seat nor end the game."""
    for _ in range(20):
        key, (ada, bob) = players(server, 2, "sentient")
        ada.refused("table.present", do="vote", vote="hold 1")
        ada.do("vote", vote="end")
        assert not ada.over
        bob.close()
        ada.until(lambda m: m.get("here") == [True, False])
        ada.do("vote", vote="hold 1")
        assert ada.do("watch", table=key)["view"]["seats"][1]["held"]
        back = Client(server, token=bob.you["token"])
        back.do("watch", table=key)
        ada.do("vote", vote="end")
        assert not ada.over and back.do("return")
        for guest in ada, back:
            guest.close()


@test
def names_that_deceive(server):
    """A name has nothing in it that cannot be seen, and two who sit at a table are told apart."""
    guest = Client(server)
    for name in "Ada\u202e", "A\u200bda", "\u3164", "\u2800", "\u2066Ada", "\u0301", "Ada\ufe0f", "\ue000", "\u00adAda", "A\u2028b":
        guest.refused("house.name", do="enter", name=name)
    assert guest.do("enter", name="Zoe\u0308 \u3000L.")["you"]["name"] == "Zo\u00eb L."
    ada = Client(server, "Ada")
    key = ada.do("make", game="dead-drop", seats=3)["table"]
    ada.do("sit", seat=0)
    twin, = at_table(server, key, "\uff21\uff24\uff21")
    twin.refused("house.same-name", do="sit", seat=1)
    twin.do("say", text="I am the host")
    said = ada.event("say")
    assert said["who"] == "room" and said["name"] == twin.you["name"]
    twin.do("name", name="Bob")
    twin.do("sit", seat=1)
    twin.do("name", name="Ada")  # for other tables
    twin.do("say", text="hello")
    said = ada.event("say", who=1)
    assert said["name"] == "Bob"


@test
def silence(server):
    """The host silences spectators, here and at the rematch."""
    key, (ada, bob) = players(server, 2, "dead-drop", nonces=False, seats=3)
    eve, = at_table(server, key, "Eve")
    bob.refused("table.not-host", do="silence", on=True)
    ada.do("silence", on=True)
    assert eve.event("silence")["on"] is True
    eve.refused("table.silenced", do="say", text="hello")
    assert eve.do("watch", table=key)["silence"] is True
    bob.do("say", text="at last")
    ada.do("start")
    next_key = play_again(ada, bob)
    assert eve.until(lambda m: "again" in m)["again"] == next_key
    eve.do("watch", table=next_key)
    eve.refused("table.silenced", do="say", text="hello")
    ada.do("watch", table=next_key)
    ada.do("silence", on=False)
    eve.do("say", text="hello")


@test
def removed_is_removed(server):
    """More than eight people stay away, say nothing, and do not learn the key of the rematch."""
    key, (ada, bob) = players(server, 2, "dead-drop", nonces=False, seats=3)
    away = at_table(server, key, *(f"E{i}" for i in range(10)))
    for guest in away:
        guest.do("sit", seat=2)
        assert "ban" in [e["event"] for e in ada.do("remove", seat=2)["events"]]
    for guest in away:
        guest.refused("table.removed", do="sit", seat=2)
        guest.refused("table.removed", do="say", text="hello")
    ada.do("start")
    next_key = play_again(ada, bob)
    for guest in away:
        guest.do("lang", lang="en")  # whatever was sent before has come
        assert not any(b'"again":"' in raw for raw in guest.raw)
        assert guest.do("watch", table=next_key)["removed"] is True
        guest.refused("table.removed", do="sit", seat=0)  # a bot's
        guest.refused("table.removed", do="say", text="hello")


@test
def codes_of_others(server):
    """Nobody can void another person's code by asking for many."""
    ada, eve = Client(server, "Ada"), Client(server, "Eve")
    code = ada.do("code")["code"]
    for i in range(100):
        latest = (eve if i % 2 else Client(server, "Mallory")).do("code")["code"]
    assert Client(server).do("enter", code=code)["you"]["person"] == ada.you["person"]
    first, second = eve.do("code")["code"], eve.do("code")["code"]
    for void in latest, first:
        Client(server).refused("house.code", do="enter", code=void)
    assert Client(server).do("enter", code=second)["you"]["person"] == eve.you["person"]


@test
def devices(server):
    """A person sees their devices and signs them out; what is open there is closed with 4001."""
    laptop = Client(server)
    you = laptop.do("enter", name="Ada", device="Firefox, Linux")["you"]
    phones = []
    for label in "Safari, iOS", "Chrome, Android":
        phones.append(Client(server))
        phones[-1].you = phones[-1].do("enter", code=laptop.do("code")["code"], device=label)["you"]
    listed = {d["label"]: d for d in laptop.do("devices")["devices"]}
    assert set(listed) == {"Firefox, Linux", "Safari, iOS", "Chrome, Android"}
    assert [label for label, d in listed.items() if d["this"]] == ["Firefox, Linux"]
    assert {d["made"] for d in listed.values()} == {d["used"] for d in listed.values()}
    assert time.strftime("%Y-%m-%d", time.gmtime())[:8] in listed["Safari, iOS"]["used"]
    tab = Client(server, Cookie=f"safehouse={phones[0].you['token']}")
    left = laptop.do("signout", device=listed["Safari, iOS"]["device"])["devices"]
    assert {d["label"] for d in left} == {"Firefox, Linux", "Chrome, Android"}
    assert [phones[0].end(), tab.end()] == [4001, 4001]
    Client(server).refused("house.token", do="enter", token=phones[0].you["token"])
    assert Client(server, Cookie=f"safehouse={phones[0].you['token']}").hello["you"] is None
    assert Client(server, token=phones[1].you["token"]).you["person"] == you["person"]
    laptop.do("signout", others=True)
    assert phones[1].end() == 4001
    with Server(server.program) as own:  # across a restart, too
        ada = Client(own, "Ada")
        other = Client(own).do("enter", code=ada.do("code")["code"])["you"]
        ada.do("signout", others=True)
        own.stop(signal.SIGKILL)
        with Server(server.program, data=own.data) as again:
            Client(again).refused("house.token", do="enter", token=other["token"])
            assert len(Client(again, token=ada.you["token"]).do("devices")["devices"]) == 1


main()
