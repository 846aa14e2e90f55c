"""kept.py PROGRAM [WORD...] - records and databases that an older program made are still good (tests/kept/README.md and
tests/kept2/README.md).

Nothing here writes into tests/kept.  What the older program said about each file is kept there too, with how many files,
tables and listeners there are.  A file that is missing fails the test just as one that reads differently does."""
import concurrent.futures
import gzip
import hashlib
import sqlite3

from box import box, said as said_box
from wire import *

KEPT = ROOT / "tests/kept"
KEPT_MOVES = KEPT.parent / "kept_moves"
KEPT2 = ROOT / "tests/kept2"  # records of format 2, and databases of version 2
RECORDS = KEPT / "records"
# Two sentences of po/en.po.  Their wording may change; when they are said may not.
STOPS = "The file ends here, but more must follow."
NO_SECRET = "was dealt from a secret that it does not contain, so it cannot be continued here."
DRIFT = 600000  # milliseconds by which a running clock may differ: those that run have days


def expected(name, kept=KEPT):
    """What the older program said."""
    data = (kept / name).read_bytes()
    return json.loads(gzip.decompress(data) if name.endswith(".gz") else data)


def in_parallel(function, items):
    """What the function returns for each of the items, in order."""
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        return list(pool.map(function, items))


# ---- records ------------------------------------------------------------------------------------------------------------


def run(program, *words, typed=b"", kept=KEPT):
    """(exit status, output, complaints) of a command that runs where the kept records are."""
    done = subprocess.run([program, *words], cwd=kept / "records", input=typed, capture_output=True, timeout=LATE)
    return done.returncode, done.stdout, done.stderr.decode()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def seats_of(name, kept=KEPT):
    return int(re.search(r"^seats (\d)$", (kept / "records" / name).read_text(), re.M)[1])


def listeners_of(name, kept=KEPT):
    return ["all", "room", *map(str, range(seats_of(name, kept)))]


def seen(program, name, listener, kept=KEPT):
    """The hash of what a replay shows a listener; `all` may see everything."""
    number = str(int(listener) + 1) if listener.isdigit() else listener  # the command counts seats from 1
    seat = ["--seat", number] if listener != "all" else []
    status, out, complaints = run(program, "replay", "--json", name, *seat, kept=kept)
    assert (status, complaints) == (0, "") and out, (name, listener, status, complaints)
    return digest(out)


def choices(program, name, kept=KEPT):
    """The legal moves where a record stops, with what each would bring: a hash, and how many there are."""
    status, out, complaints = run(program, "moves", "--json", name, kept=kept)
    assert (status, complaints) == (0, ""), (name, status, complaints)
    then = KEPT_MOVES / f"{name}.json"
    if kept == KEPT and then.exists():  # what moves would bring is told in another way today; this is what was told then
        assert named_moves(out) == named_moves(then.read_bytes()), name
        out = then.read_bytes()
    return digest(out), len(json.loads(out))


def named_moves(out):
    return [(move["who"], move["move"]) for move in json.loads(out)]


def moves_in(text):
    return text.split("\nbegin\n")[1].split("\nend\n")[0].splitlines()


def same_game(old, new):
    """Is a record of format 2 the same game as one of format 1?  Statements are new, and so are the lines of the header."""
    def facts(text):
        header, rest = text.split("\nbegin\n")
        dealt = [line for line in header.split("\n") if re.match("game |edition |seats |deal |nonce ", line)]
        names = re.findall(r"^seat \d \S+(.*)$", header, re.M)
        moves = [line for line in rest.split("\n") if not re.match(r"\d state |hash ", line)]
        return dealt, names, moves
    return new.startswith("safehouse record 2\n") and facts(old) == facts(new)


@test
def files_are_there(server):
    """The kept files are those that were made, byte for byte."""
    lines = (KEPT / "SHA256SUMS").read_text().splitlines()
    made = {name: hash_ for hash_, name in (line.split("  ", 1) for line in lines)}
    files = (path for path in KEPT.rglob("*") if path.is_file())
    found = {str(path.relative_to(KEPT)): digest(path.read_bytes()) for path in files}
    for name in "README.md", "SHA256SUMS":
        found.pop(name)
    odd = {name for name in made.keys() | found.keys() if made.get(name) != found.get(name)}
    assert not odd, sorted(odd)[:10]
    kept = expected("records.json")
    assert sorted(kept["records"]) == sorted(path.name for path in RECORDS.iterdir())
    counts = {"decks": len(list((KEPT / "decks").iterdir())), "records": len(kept["records"]),
              "whole": sum(record["stops"] is None for record in kept["records"].values()),
              "listeners": sum(len(listeners_of(name)) for name in kept["records"])}
    assert counts == kept["counts"], counts


@test
def decks_are_good(server):
    """Every deck file is still a good one."""
    good = in_parallel(lambda path: run(server.program, "deck", "check", path)[0] == 0, (KEPT / "decks").iterdir())
    assert good == [True] * expected("records.json")["counts"]["decks"], good


@test
def records_are_seen_as_they_were(server):
    """A replay of every record shows every seat, the room and somebody who may see everything what it showed before."""
    kept = expected("records.json")
    pairs = [(name, listener) for name in kept["records"] for listener in listeners_of(name)]
    hashes = in_parallel(lambda pair: seen(server.program, *pair), pairs)
    assert len(hashes) == kept["counts"]["listeners"], len(hashes)
    odd = [pair for pair, now in zip(pairs, hashes) if kept["records"][pair[0]]["seen"][pair[1]] != now]
    assert not odd, odd[:5]


@test
def records_verify(server):
    """Whole records verify; for the others verify says at which line they stop."""
    def verify(one):
        name, record = one
        status, out, complaints = run(server.program, "verify", name)
        if record["stops"] is None:
            assert (status, complaints) == (0, "") and out, (name, status, complaints)
        else:
            stops = f"safehouse: {name}:{record['stops']}: {STOPS}\n"
            assert (status, out, complaints) == (1, b"", stops), (name, status, complaints)
        return record["stops"] is None
    kept = expected("records.json")
    assert sum(in_parallel(verify, kept["records"].items())) == kept["counts"]["whole"]


# Where moves name seats, which people count from 1.
SEATS = {"agents": r"(?<=^first )\d|(?<=^agent )\d|(?<=^situation )\d|\b\d(?=-acts|-scores)",
         "dead-drop": r"(?<=^role )\d|(?<=^card )\d|(?<=^look )\d|(?<=^search )\d|(?<=^turn )\d|(?<=^show )\d|(?<=^accuse )\d",
         "inside-job": r"(?<=^lead )\d|(?<=^role )\d|(?<=^card )\d|(?<=^reveal )\d|(?<=^look )\d|(?<=^vote )\d|(?<=^partner )\d"
                       r"|(?<=^show )\d|(?<=^show \d )\d",
         "sentient": r"(?<=^die )\d|(?<=^half )\d"}


def as_typed(game, move):
    return re.sub(SEATS[game], lambda seat: str(int(seat[0]) + 1), move)


def typed_for(name):
    """What people type to go on with a game: always the first move.  If the cards are dealt by hand, the moves that the whole
    record has, each of a player after an empty line, which says that the screen was passed on."""
    text = (RECORDS / name).read_text()
    if "\ndeal hand\n" not in text:
        return b"1\n" * 3000
    game, made = re.search(r"^game (\S+)", text, re.M)[1], len(moves_in(text))
    rest = (line.split(" ", 1) for line in moves_in((RECORDS / name.removeprefix("cut-")).read_text())[made:])
    return "".join(("" if who == "dealer" else "\n") + as_typed(game, move) + "\n" for who, move in rest).encode()


def go_on(program, folder, name, record):
    """Plays on from where a record stops, unless only a house can.  Returns how the cards are dealt."""
    assert choices(program, name) == (record["moves"], record["choices"]), name
    text, out = (RECORDS / name).read_text(), f"{folder}/{name}"
    status, _, complaints = run(program, "play", "--resume", name, "--record", out, typed=typed_for(name))
    dealt = re.search(r"^deal (\w+)", text, re.M)[1]
    if dealt == "commit":
        assert status == 1 and complaints == f"safehouse: {name} {NO_SECRET}\n", (name, status, complaints)
        return dealt
    assert (status, complaints) == (0, ""), (name, status, complaints)
    assert run(program, "verify", out)[::2] == (0, ""), (name, run(program, "verify", out))
    whole = pathlib.Path(out).read_text()
    assert moves_in(whole)[:len(moves_in(text))] == moves_in(text) and len(moves_in(whole)) > len(moves_in(text)), name
    if dealt == "hand":
        assert same_game((RECORDS / name.removeprefix("cut-")).read_text(), whole), name
    return dealt


@test
def records_go_on(server):
    """Games that were saved in the middle have the legal moves that they had, go on to the end, and then verify."""
    kept = expected("records.json")
    stopped = [(name, record) for name, record in kept["records"].items() if record["stops"] is not None]
    with tempfile.TemporaryDirectory() as folder:
        dealt = in_parallel(lambda one: go_on(server.program, folder, *one), stopped)
    assert {how: dealt.count(how) for how in set(dealt)} == kept["gone-on"], dealt


# ---- records of format 2 ------------------------------------------------------------------------------------------------


def describe(program, name):
    """What the program says about a record: whether it verifies, what everybody sees, and the legal moves where it stops."""
    status, _, complaints = run(program, "verify", name, kept=KEPT2)
    stops = int(re.search(r":(\d+): ", complaints)[1]) if status else None
    return {"stops": stops, "seen": {who: seen(program, name, who, KEPT2) for who in listeners_of(name, KEPT2)},
            **({"moves": list(choices(program, name, KEPT2))} if stops else {})}


def assert_told(program, name):
    """A replay in words tells every move and every statement."""
    lines = run(program, "replay", name, kept=KEPT2)[1].decode().splitlines()
    moves = [line for line in lines if re.match(r"\d+ ", line)]
    stated = len(re.findall(r"^\d state ", (KEPT2 / "records" / name).read_text(), re.M))
    assert moves and [line.split()[0] for line in moves] == [str(i) for i in range(1, len(moves) + 1)], (name, moves[-3:])
    assert len(lines) - len(moves) >= stated, (name, len(lines), len(moves), stated)


@test
def newer_records_are_as_they_were(server):
    """Records of format 2 are there, verify, and show everybody what they showed."""
    kept = expected("records.json", KEPT2)
    found = {path.name: digest(path.read_bytes()) for path in (KEPT2 / "records").iterdir()}
    assert found == {name: record["hash"] for name, record in kept.items()}, sorted(found)
    said = in_parallel(lambda name: describe(server.program, name), kept)
    for (name, record), now in zip(kept.items(), said):
        del record["told"]  # a hash of sentences, which change from program to program
        assert {**now, "hash": found[name]} == record, name
        assert_told(server.program, name)
    texts = {name: (KEPT2 / "records" / name).read_text() for name in kept}
    assert not [name for name, text in texts.items() if box(text) != said_box(text)]


@test
def newer_records_are_written_as_they_were(server):
    """A record of format 2 that is written again is the same, byte for byte; one that stops goes on and verifies."""
    names = list(expected("records.json", KEPT2))
    with tempfile.TemporaryDirectory() as folder:
        written = sum(in_parallel(lambda name: write_again(server.program, folder, name), names))
    assert written == len(names) - 2, written  # of two, bots played at levels, or only a house knows the secret


def write_again(program, folder, name):
    """Writes a record again, after playing on if it stops; returns whether that can be done."""
    text = (KEPT2 / "records" / name).read_text()
    out = pathlib.Path(folder) / name
    status, _, complaints = run(program, "play", "--resume", name, "--record", str(out), typed=b"1\n" * 3000, kept=KEPT2)
    if status:
        assert status == 1 and (NO_SECRET in complaints or "level=" in text), (name, complaints)
        return False
    if "\nhash " in text and re.findall(r"^seat \d \w+$", text, re.M) == []:  # names are given to those who have none
        assert out.read_text() == text, name
    assert run(program, "verify", str(out), kept=KEPT2)[0] == 0 or "\ndeal hand\n" in text, name
    return True


# ---- houses -------------------------------------------------------------------------------------------------------------


def come(server, key, token):
    """A guest who comes to a table, and what the house answers."""
    guest = Client(server, token=token)
    guest.ids = 1000  # unlike the id of any move that this person made before
    return guest, guest.ask(do="watch", table=key)


def story_of(server, key, token, who):
    """All that has happened at a table, as a seat or the room heard it: [update, event] each."""
    with contextlib.closing(Client(server, token=token)) as guest:
        before = len(guest.raw)
        answer = guest.do("watch", table=key, after=0, **{"as": who})
        assert "view" not in answer, (key, who)
        messages = map(json.loads, guest.raw[before:])
        return [[m["update"], event] for m in messages if "update" in m for event in m["events"]]


def look(server, key, token):
    """All that the house tells a person about a table: the view, with legal moves, talk and what was agreed, and the story.  Left
    out are the link and who is connected, which differ from run to run.  If the house refuses: its error."""
    guest, answer = come(server, key, token)
    guest.close()
    if "error" in answer:
        return {"error": answer["error"]}
    view = {field: value for field, value in answer.items() if field not in ("re", "link", "here", "onlookers", "watching")}
    return {"view": view, "story": story_of(server, key, token, answer["view"]["you"])}


def clocks(seen):
    """Takes the clocks out of a view, because they run."""
    return seen["view"]["view"].pop("left", []) if "view" in seen else []


def same_clocks(old, new):
    """Does each seat have as much time as it had?  A seat without time still has none."""
    return len(old) == len(new) and all(abs(a - b) <= DRIFT and (a > 0) == (b > 0) for a, b in zip(old, new))


def token_of(kept, name):
    return kept["people"][name]["token"] if name != "stranger" else None


@contextlib.contextmanager
def house(server, name, told, kept=KEPT, moves=()):
    """A house with a copy of kept data, which has been moved, and what the older program told about it.  The house must end
    with 0."""
    with tempfile.TemporaryDirectory() as folder:
        for path in (kept / "houses").glob(f"{name}.db*"):
            shutil.copyfile(path, f"{folder}/{path.name}")
        stores = [f"{folder}/{name}.db", *(move.format(folder) for move in moves)]
        for old, new in zip(stores, stores[1:]):
            status, _, complaints = run(server.program, "move-house", old, new)
            assert status == 0, complaints
        with Server(server.program, data=stores[-1]) as opened:
            yield opened, expected(f"houses/{told}.json.gz", kept)
            code, log = opened.stop(), opened.log()
            assert code == 0, (code, log[-1000:])


def compare_people(opened, kept):
    """All tokens are good, all people have their names and tables, and the lobby and the reports are as they were.  Returns how
    many tokens there are."""
    end = time.monotonic() + (LATE if "://" in opened.data else 0)  # a node takes over tables after it has opened
    with contextlib.closing(Client(opened)) as guest:
        while (lobby := sorted(guest.do("lobby")["lobby"], key=lambda table: table["table"])) != kept["lobby"]:
            assert time.monotonic() < end, lobby
    good = 0
    for person in kept["people"].values():
        for token in person["token"], *person.get("others", []):
            with contextlib.closing(Client(opened, token=token)) as guest:
                assert guest.you == {"person": person["person"], "name": person["name"]}, (guest.you, person)
                assert guest.do("mine")["mine"] == person["mine"], person["name"]
            good += 1
    assert reports_in(opened.data) == kept["reports"]
    return good


def reports_in(data):
    if "://" in data:
        return json.loads(sql("select coalesce(json_agg(json_build_array(tbl, by, text) order by number), '[]') from"
                              " safehouse.report"))
    with contextlib.closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as db:
        return [list(row) for row in db.execute("select tbl, by, text from report order by number")]


def sql(statement):
    """Runs SQL in the database that tools/postgres has made."""
    return subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", os.environ["SAFEHOUSE_DATABASE"], "-c", statement],
                          capture_output=True, text=True, check=True, timeout=LATE).stdout


def compare_table(opened, kept, table):
    """Every listener is told what was told before.  Returns how many listeners there are."""
    for who, old in table["listeners"].items():
        new = look(opened, table["table"], token_of(kept, who))
        old_clocks, new_clocks = clocks(old), clocks(new)
        assert same_clocks(old_clocks, new_clocks), (table["what"], who, old_clocks, new_clocks)
        for part in {*old, *new}:
            assert old.get(part) == new.get(part), (table["what"], who, part, difference(old.get(part), new.get(part)))
    return len(table["listeners"])


def difference(old, new, where=""):
    """The first place where two values differ, and both."""
    pairs = ()
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        pairs = ((key, old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = zip(range(len(old)), old, new)
    return next((difference(a, b, f"{where}/{key}") for key, a, b in pairs if a != b), (where, old, new))


def compare_record(opened, table, kept):
    """A game that is over has the record that it had, which is now in format 2; another has none.  Returns whether there is one."""
    status, _, record = opened.get(f"/record/{table['table']}")
    if table["record"] is None:
        assert status == 404, (table["what"], status)
    elif kept == KEPT2:
        assert (status, record) == (200, (KEPT2 / "houses/records" / table["record"]).read_bytes()), (table["what"], status)
    else:
        old = (RECORDS / table["record"]).read_text()
        assert status == 200 and same_game(old, record.decode()), (table["what"], status)
    return table["record"] is not None


def sit_down_and_start(guests, host):
    """Starts the game at a table that waits, with bots on the free seats."""
    if all(guest.seat == "room" for guest in guests):
        host.do("sit", seat=0)
    host.do("start")


def play_on(opened, kept, table):
    """Plays a game to its end, with the people who sit there, and verifies its record.  Returns False if it was over already."""
    if table["phase"] == "over":
        return False
    guests = {}
    for name in table["people"]:
        guests[name], answer = come(opened, table["table"], token_of(kept, name))
        if guests[name].seat != "room" and answer["view"]["seats"][guests[name].seat]["held"]:
            guests[name].do("return")
    if table["phase"] == "waiting":
        sit_down_and_start(guests.values(), guests[table["host"]])
    guests = [guest for guest in guests.values() if guest.seat != "room"]
    rng = random.Random(table["what"])
    play(guests, lambda guest, moves: rng.choice(moves))
    record = opened.verify(table["table"])
    assert "\nend\n" in record, table["what"]
    for guest in guests:
        guest.close()
    return True


def a_house_goes_on(server, name, told, of=KEPT, moves=()):
    """Opens the house, compares what it tells, and plays all games to their ends."""
    with house(server, name, told, of, moves) as (opened, kept):
        tables = kept["tables"]
        counts = {"tokens": compare_people(opened, kept), "tables": len(tables),
                  "listeners": sum(in_parallel(lambda table: compare_table(opened, kept, table), tables)),
                  "records": sum(compare_record(opened, table, of) for table in tables),
                  "played on": sum(in_parallel(lambda table: play_on(opened, kept, table), tables))}
        assert counts == kept["counts"], counts
        assert all(opened.get(f"/record/{table['table']}")[0] == 200 for table in tables)


@test
def a_house_that_was_closed(server):
    """Data of a house that was closed: all tables are as they were, and go on to their ends."""
    a_house_goes_on(server, "closed", "closed")


@test
def a_house_that_was_killed(server):
    """Data of a house that was killed, still in SQLite's log: all tables are as they were, and go on to their ends."""
    a_house_goes_on(server, "killed", "killed")


@test
def a_backup(server):
    """A backup: all tables are as they were, and go on to their ends."""
    a_house_goes_on(server, "backup", "killed")


@test
def houses_of_version_2(server):
    """Databases of version 2, of houses that were closed and killed, and a backup: byte for byte what was made, and good."""
    lines = (KEPT2 / "houses/SHA256SUMS").read_text().splitlines()
    made = {name: hash_ for hash_, name in (line.split("  ", 1) for line in lines)}
    files = (path for path in (KEPT2 / "houses").rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    assert made == {str(path.relative_to(KEPT2 / "houses")): digest(path.read_bytes()) for path in files}
    for name in "closed", "backup":
        with tempfile.TemporaryDirectory() as folder:  # SQLite may write beside the file
            copy = shutil.copy(KEPT2 / f"houses/{name}.db", folder)
            status, _, complaints = run(server.program, "check", copy)
            assert (status, complaints) == (0, ""), (name, status, complaints)
    for name, told in ("closed", "closed"), ("killed", "killed"), ("backup", "killed"):
        a_house_goes_on(server, name, told, KEPT2)


def houses_that_were_moved(server):
    """Houses of older programs that were moved to PostgreSQL, and from there into a file again: all go on to their ends."""
    url = os.environ["SAFEHOUSE_DATABASE"]
    for name in "closed", "killed":
        for moves in [url], [url, "{}/moved.db"]:
            sql("set client_min_messages = error; drop schema if exists safehouse cascade")
            a_house_goes_on(server, name, name, KEPT2, moves)


if __name__ == "__main__":
    if "SAFEHOUSE_DATABASE" in os.environ:  # tests/scripts/move.sh
        tests[:] = [houses_that_were_moved]
    main()
