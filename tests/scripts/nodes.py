"""nodes.py PROGRAM [WORD...] - two houses on one PostgreSQL: what holds at one holds at the other (wire.py runs the tests)."""
from cluster import Database, own_folder
from wire import *


def node(name, program=sys.argv[1], limits=FREE, lease=60000):
    """A house as a node.  A long lease lets nobody else take its tables over, however busy the machine is."""
    return Server(program, "--node", name, data=database.url(), limits=[*limits, f"lease={lease}"])


def follow(client, at, key):
    """Asks one node for a table that another runs: the answer names that node."""
    answer = client.do("watch", table=key)
    assert answer["elsewhere"] == at and "table" not in answer, answer


def listed(client, key):
    return next((t for t in client.do("lobby")["lobby"] if t["table"] == key), None)


def wait_until(condition):
    end = time.monotonic() + LATE
    while not (found := condition()):
        assert time.monotonic() < end, "too late"
        time.sleep(0.02)
    return found


def come(server, key, token):
    """A client at a table which another node may have to take over first."""
    back = Client(server, token=token)
    wait_until(lambda: "table" in back.do("watch", table=key))
    return back


def come_in(server, token):
    """A client at a node that may not be ready yet."""
    def tried():
        try:
            return Client(server, token=token)
        except (Closed, OSError):
            return None
    return wait_until(tried)


@test
def a_table_has_one_node(n1):
    """A guest of another node is sent to the one that runs the table."""
    with node("n2") as n2:
        ada, bob = Client(n1, "Ada"), Client(n2, "Bob")
        key = ada.do("make", game="sentient", seats=2)["table"]
        wait_until(lambda: "elsewhere" in bob.ask(do="watch", table=key))
        follow(bob, "n1", key)
        there = Client(n1, token=bob.you["token"])
        assert there.do("watch", table=key)["table"] == key
        mine = bob.do("make", game="sentient", seats=2)["table"]
        wait_until(lambda: "elsewhere" in ada.ask(do="watch", table=mine))
        follow(ada, "n2", mine)
        bob.refused("house.no-table", do="watch", table="a" * 16)


@test
def one_lobby(n1):
    """Each lobby lists the tables of all nodes, and hears of changes."""
    with node("n2") as n2:
        ada, eve = Client(n1, "Ada"), Client(n2)
        eve.do("lobby")
        key = ada.do("make", game="sentient", seats=2, public=True, onlookers=False)["table"]
        assert eve.until(lambda m: m.get("open", {}).get("table") == key)["open"]["game"] == "sentient"
        ada.do("sit", seat=0)
        seats = eve.until(lambda m: m.get("open", {}).get("table") == key)["open"]["seats"]
        if not seats[0]["person"]:
            seats = eve.until(lambda m: m.get("open", {}).get("table") == key)["open"]["seats"]
        assert seats[0]["name"] == "Ada", seats
        assert wait_until(lambda: listed(Client(n2), key))["seats"][0]["name"] == "Ada"
        ada.do("bot", seat=1, bot="random")
        ada.do("nonce", nonce="aa" * 16)
        eve.until(lambda m: m.get("shut") == key)
        with node("n3") as n3:
            assert not listed(Client(n3), key)


@test
def my_tables(n1):
    """One's own tables are listed at every node, with whose turn it is."""
    with node("n2") as n2:
        key, (ada, bob) = players(n1, 2, "sentient")
        for guest in Client(n2, token=ada.you["token"]), Client(n1, token=ada.you["token"]):
            wait_until(lambda: any(t["table"] == key for t in guest.do("mine")["mine"]))
            summary, = guest.do("mine")["mine"]
            assert summary["table"] == key and summary["you"] == 0 and summary["phase"] == "playing"
            ada.do("watch", table=key)
            assert summary["asked"] == bool(ada.moves)


@test
def codes_and_devices(n1):
    """A code of one node works at another, once; signing out closes connections at every node."""
    with node("n2") as n2:
        ada = Client(n1, "Ada")
        code = ada.do("code")["code"]
        phone = Client(n2)
        phone.you = phone.do("enter", code=code, device="phone")["you"]
        assert phone.you["person"] == ada.you["person"] and phone.you["name"] == "Ada"
        Client(n1).refused("house.code", do="enter", code=code)
        Client(n2).refused("house.code", do="enter", code=code)
        devices = {d["label"]: d["device"] for d in ada.do("devices")["devices"]}
        assert sorted(devices) == ["", "phone"] and devices["phone"] == 2
        ada.do("signout", device=devices["phone"])
        assert phone.end() == 4001
        Client(n2).refused("house.token", do="enter", token=phone.you["token"])


@test
def names_and_mutes(n1):
    """A new name and a mute hold at all connections of a person."""
    with node("n2") as n2:
        ada, bob = Client(n1, "Ada"), Client(n1, "Bob")
        other = Client(n2, token=ada.you["token"])
        key = bob.do("make", game="sentient", seats=3)["table"]
        ada.do("watch", table=key)
        other.do("name", name="Ada L.")
        other.do("mute", person=bob.you["person"])

        def unheard():
            before = len(ada.raw)
            bob.do("say", text="hello")
            said, = ada.do("say", text="mark")["events"]
            return said["name"] == "Ada L." and not any(b"hello" in m for m in ada.raw[before:])
        wait_until(unheard)


@test
def budgets(n1):
    """What was spent at one node is spent at all."""
    limits = [limit for limit in FREE if not limit.startswith("talk")] + ["talk=4"]
    with node("n3", limits=limits) as n3, node("n4", limits=limits) as n4:
        ada = Client(n3, "Ada")
        there = Client(n4, token=ada.you["token"])
        for guest in ada, there:
            guest.do("make", game="sentient", seats=2)
        ada.do("say", text="one")
        ada.do("say", text="two")
        ada.refused("house.many-sayings", do="say", text="three")
        there.do("say", text="here")  # it may have been said before the other node had told
        wait_until(lambda: there.ask(do="say", text="more").get("error") == "house.many-sayings")


@test
def records(n1):
    """The record of a game can be fetched from any node."""
    with node("n2") as n2:
        key, guests = players(n1, 3, "dead-drop", options={"rounds": 1})
        play(guests, lambda guest, moves: moves[0])
        wait_until(lambda: n2.get(f"/record/{key}")[0] == 200)
        assert n2.verify(key) == n1.verify(key)


def lines_of(key):
    return database.sql(f"select string_agg(n || ' ' || text, E'\\n' order by n) from safehouse.line join safehouse.tables"
                        f" on number = tbl where key = '{key}'")


@test
def a_killed_node(n1):
    """The tables of a node that is killed go on elsewhere, with everything that was told, and with the time that was left."""
    with node("n2", lease=10000) as n2:
        key, (ada, bob) = players(n2, 2, "sentient", clock="move", time=60000)
        play([ada, bob], lambda guest, moves: moves[0], 6)
        ada.sync(bob.update), bob.sync(ada.update)
        update = ada.update
        n2.stop(signal.SIGKILL)
        back = [come(n1, key, guest.you["token"]) for guest in (ada, bob)]
        assert back[0].update == update and [b.n for b in back] == [ada.n, bob.n]
        assert max(back[0].left) <= 60000 and max(back[0].left) > 30000, back[0].left
        play(back, lambda guest, moves: moves[0], 6)
        assert " clock" not in lines_of(key)


@test
def a_node_that_ends(n1):
    """A node that ends gives up its tables, and others run them."""
    with node("n2") as n2:
        key, (ada, bob) = players(n2, 2, "sentient")
        play([ada, bob], lambda guest, moves: moves[0], 4)
        ada.sync(bob.update)
        assert n2.stop() == 0
        assert ada.end() == 1001
        back = come(n1, key, ada.you["token"])
        assert back.update == ada.update
        with node("n2") as again:
            follow(Client(again, token=bob.you["token"]), "n1", key)


@test
def a_node_that_ends_with_a_deaf_guest(n1):
    """A guest who reads nothing does not keep a node that ends from handing its tables over."""
    with node("n2", limits=[*FREE, "queue=67108864"], lease=600000) as n2:
        key, ada = table_with_a_deaf_guest(n2)
        n2.process.send_signal(signal.SIGTERM)
        assert ada.end() == 1001  # it is told before the house stops waiting for the other
        come(n1, key, ada.you["token"])
        assert n2.stop() == 0


@test
def a_second_signal(n1):
    """A node that is told twice to end gives up all its tables at once; told once, it needs 2.2 seconds for so many."""
    for attempt in range(5):  # on a busy machine the short way may take as long
        with node("n2", lease=600000) as n2:
            for guest in (guests := [Client(n2, f"Guest {i}") for i in range(200)]):
                guest.do("make", game="dead-drop")
            began = time.monotonic()
            n2.process.send_signal(signal.SIGTERM)
            wait_until(lambda: n2.get("/healthz")[0] == 404)  # the signals do not become one
            n2.process.send_signal(signal.SIGTERM)
            assert {guest.end() for guest in guests} == {1001}
            if time.monotonic() - began < 2.2:
                return
    raise AssertionError("a second signal changes nothing")


@test
def a_node_that_stood_still(n1):
    """What a node does after others have taken over its tables is refused; its guests come to where they are."""
    with node("n2", lease=10000) as n2:
        key, (ada, bob) = players(n2, 2, "sentient")
        play([ada, bob], lambda guest, moves: moves[0], 4)
        ada.sync(bob.update), bob.sync(ada.update)
        n2.process.send_signal(signal.SIGSTOP)
        back = [come(n1, key, guest.you["token"]) for guest in (ada, bob)]
        play(back, lambda guest, moves: moves[0], 2)
        lines = lines_of(key)
        mover = ada if ada.moves else bob
        mover.say(do="move", id=99, move=mover.moves[-1])
        n2.process.send_signal(signal.SIGCONT)
        assert ada.end() in (1012, None) and bob.end() in (1012, None)
        assert lines_of(key) == lines
        play(back, lambda guest, moves: moves[0], 2)
        follow(come_in(n2, ada.you["token"]), "n1", key)


@test
def names_of_nodes(n1):
    """A house that starts under the name of another one replaces it."""
    with node("n2") as n2:
        key, (ada, bob) = players(n2, 2, "sentient")
        ada.do("watch", table=key)
        with node("n2") as again:
            assert n2.process.wait(LATE) != 0
            assert come(again, key, ada.you["token"]).update == ada.update


if __name__ == "__main__":
    with own_folder() as folder:
        database = Database(folder, "a")
        try:
            main(lambda program: node("n1", program))
        finally:
            database.end()
