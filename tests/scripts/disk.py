"""disk.py PROGRAM [WORD...] - the file of a house and the disk it is on (doc/database.md; wire.py runs the tests)."""
import sqlite3

from wire import *

HOUSES = ROOT / "tests/kept/houses"
APPLICATION = 0x53616665
GOOD = re.compile(r"Tables: (\d+), lines of journals: (\d+), records: (\d+)\. Nothing is wrong\.\n")


@contextlib.contextmanager
def kept(name):
    """A copy of a database that an older program made."""
    with tempfile.TemporaryDirectory() as folder:
        for path in HOUSES.glob(f"{name}.db*"):
            shutil.copyfile(path, f"{folder}/{path.name}")
        yield pathlib.Path(f"{folder}/{name}.db")


def run(program, *words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=3 * LATE, stdin=subprocess.DEVNULL)


def sql(path, *statements):
    """What the last statement gives."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        for statement in statements:
            rows = db.execute(statement).fetchall()
        db.commit()
    return rows


def tables(path):
    return sql(path, "select number, key, secret, agreed from tables order by number")


def check(program, path):
    """(tables, lines, records) of a file in which nothing is wrong."""
    done = run(program, "check", path)
    assert done.returncode == 0 and not done.stderr and GOOD.fullmatch(done.stdout), done
    return tuple(map(int, GOOD.fullmatch(done.stdout).groups()))


def flaws(program, path):
    """What is wrong, each as an object; the last has the numbers."""
    done, words = run(program, "check", path, "--json"), run(program, "check", path)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == words.returncode == 1 and found[-1]["wrong"] == len(found) - 1 > 0, done
    sentences = words.stdout.splitlines()
    assert len(sentences) == len(found) and not words.stderr, words
    for flaw, sentence in zip(found, sentences):  # people count lines from 1
        assert "line" not in flaw or f"line {flaw['line'] + 1} of" in sentence, (flaw, sentence)
    return found[:-1]


def wrapped(folder, program, setting):
    """A program that does something before it becomes the house."""
    path = pathlib.Path(f"{folder}/wrapped")
    path.write_text(f'#!/bin/sh\n{setting}\nexec "{os.path.abspath(program)}" "$@"\n')
    path.chmod(0o700)
    return str(path)


def goodbye(guest):
    """The code and the reason with which the house closes."""
    while len(head := guest.file.read(2)) == 2:
        size = head[1] if head[1] < 126 else int.from_bytes(guest.file.read(2 if head[1] == 126 else 8), "big")
        data = guest.file.read(size)
        if head[0] & 0x0F == 8:
            return int.from_bytes(data[:2], "big"), data[2:].decode()
        guest.raw.append(data)
    return None, ""


# ---- versions -----------------------------------------------------------------------------------------------------------


@test
def an_older_file(server):
    """A house changes an older file to the newest version, and puts a copy of it beside it."""
    for name in "closed", "killed":
        with kept(name) as data, kept(name) as same:
            before = tables(same)
            with Server(server.program, data=str(data)) as own:
                said = [line["word"] for line in map(json.loads, own.log().splitlines()) if line["what"] == "store"]
                assert len(said) == 1 and ".v1-copy" in said[0], own.log()
                assert own.stop() == 0
            assert sql(data, "pragma application_id") == [(APPLICATION,)] and sql(data, "pragma user_version") == [(2,)]
            assert tables(data) == before and not sql(data, "select 1 from sqlite_schema where name = 'edition'")
            copy = data.with_name(data.name + ".v1-copy")
            assert sql(copy, "select n from edition") == [(1,)] and tables(copy) == before
            assert sql(copy, "select tbl, n, text from line union select tbl, n, text from fresh") == \
                sql(same, "select tbl, n, text from line union select tbl, n, text from fresh")
            with Server(server.program, data=str(data)) as own:  # it happens once
                assert "v1-copy" not in own.log()


@test
def an_older_file_without_a_copy(server):
    """If no copy can be made, one sentence says so, and the file stays as it was."""
    with kept("closed") as data:
        before = data.read_bytes()
        data.with_name(data.name + ".v1-copy.part").mkdir()
        done = run(server.program, "serve", "--port", 0, "--data", data)
        assert done.returncode == 1 and not done.stdout and len(done.stderr.splitlines()) == 1, done
        assert str(data) in done.stderr and data.read_bytes() == before, done


@test
def new_files_are_like_changed_ones(server):
    """A new file has the same tables and columns as one that was changed."""
    def form(path):
        names = [name for name, in sql(path, "select name from sqlite_schema where type in ('table', 'index') order by name")]
        return {name: sql(path, f"select name, type, \"notnull\", pk from pragma_table_info('{name}')") for name in names}
    with kept("closed") as data, Server(server.program, data=str(data)) as own, Server(server.program) as new:
        assert own.stop() == new.stop() == 0
        assert form(data) == form(new.data), (form(data), form(new.data))


# ---- check and backup ---------------------------------------------------------------------------------------------------


@test
def good_files(server):
    """`check` finds nothing wrong with files of the older program, and changes nothing, nor after a house had them open."""
    for name in "closed", "killed", "backup":
        with kept(name) as data:
            files = [path for path in data.parent.iterdir() if not path.name.endswith("-shm")]
            before = [path.read_bytes() for path in files]
            found = check(server.program, data)
            assert [path.read_bytes() for path in files] == before, name
            assert found[0] == len(tables(data)) and found[1] > 50 and found[2] >= 1, found
            with Server(server.program, data=str(data)) as own:
                assert check(server.program, data) == found  # beside the house
                assert own.stop() == 0
            assert check(server.program, data) == found


@test
def a_backup_is_checked(server):
    """`backup` checks the copy and says so; a copy of an older file is as old."""
    with kept("killed") as data:
        copy = data.with_name("copy.db")
        done = run(server.program, "backup", copy, "--data", data)
        assert done.returncode == 0 and str(copy) in done.stdout and GOOD.search(done.stdout), done
        assert sql(copy, "select n from edition") == [(1,)]
        number = sql(data, "select tbl from line union select tbl from fresh limit 1")[0][0]
        sql(data, f"delete from line where tbl = {number} and n = 0", f"delete from fresh where tbl = {number} and n = 0")
        done = run(server.program, "backup", data.with_name("other.db"), "--data", data)
        assert done.returncode == 1 and f"Table {number}" in done.stdout, done


DAMAGE = {
    "a line is missing": ("delete from line where tbl = {t} and n = 3", "delete from fresh where tbl = {t} and n = 3"),
    "a line says something else": ("update line set text = '0 0 nonsense' where tbl = {t} and n = 3",
                                   "update fresh set text = '0 0 nonsense' where tbl = {t} and n = 3"),
    "a line is there twice": ("insert into fresh (tbl, n, text) values ({t}, 0, '1 1 sit')",),
    "the agreement is cut": ("update tables set agreed = substr(agreed, 1, 20) where number = {t}",),
    "the secret is cut": ("update tables set secret = x'00' where number = {t}",),
}


@test
def damaged_tables(server):
    """`check` names each damaged table, and the others are good."""
    with kept("closed") as good:
        found = check(server.program, good)
    for what, statements in DAMAGE.items():
        with kept("closed") as data:
            number = sql(data, "select tbl from line where n = 3 order by tbl desc limit 1")[0][0]
            sql(data, *(statement.format(t=number) for statement in statements))
            wrong = flaws(server.program, data)
            assert [flaw["table"] for flaw in wrong] == [number] and wrong[0]["text"], (what, wrong)
            assert str(number) in run(server.program, "check", data, "--lang", "pl").stdout, what
            last = json.loads(run(server.program, "check", data, "--json").stdout.splitlines()[-1])
            assert last["tables"] == found[0] - 1, (what, last)


@test
def a_changed_letter(server):
    """A single letter that has changed in a journal is found, by its sum; the house shows that table as damaged."""
    with Server(server.program) as own:
        key, guests = players(own, 2, "inside-job")
        play(guests, lambda guest, moves: moves[0], most=10)
        guests[0].do("say", text="one letter of this")
        guests[0].do("say", text="the last word")
        for guest in guests:
            guest.close()
        assert own.stop() == 0
        check(server.program, own.data)
        line = sql(own.data, "select n from fresh where text like '%one letter%'")[0][0]
        sql(own.data, "update fresh set text = replace(text, 'one letter', 'ome letter')")
        wrong = flaws(server.program, own.data)
        assert [(flaw["table"], flaw["line"]) for flaw in wrong] == [(1, line)], wrong


@test
def damaged_files(server):
    """`check` finds lines without a table, tokens and seats of nobody, numbers that cannot be, and damaged pages."""
    for statement, error in (
            ("insert into fresh (tbl, n, text) values (999, 0, '1 1 sit')", "store.lines-of-none"),
            ("insert into token (hash, person) values (randomblob(32), 777)", "store.tokens"),
            ("insert into token (hash, person) values (x'00', 1)", "store.tokens"),
            ("insert into sits (person, tbl) values (777, 1)", "store.sits"),
            ("insert into person (number, name) values (-1, 'x')", "store.people")):
        with kept("closed") as data:
            sql(data, statement)
            assert [flaw["wrong"] for flaw in flaws(server.program, data)] == [error], statement
    with kept("closed") as data:
        with open(data, "r+b") as file:
            file.seek(data.stat().st_size // 2 // 4096 * 4096)
            file.write(b"\xff" * 4096)
        assert flaws(server.program, data)
    with kept("closed") as data:
        data.write_bytes(b"\0" * 100 + data.read_bytes()[100:])
        done = run(server.program, "check", data)
        assert done.returncode == 1 and not done.stdout and len(done.stderr.splitlines()) == 1, done
    for path in "/nowhere/house.db", __file__:
        done = run(server.program, "check", path)
        assert done.returncode == 1 and not done.stdout and len(done.stderr.splitlines()) == 1, done


@test
def numbers_that_cannot_be(server):
    """A house opens with tables whose numbers are damaged; the others go on, and new tables get numbers of their own."""
    with kept("closed") as data:
        for number, key in (-7, "aaaaaaaaaaaaaaaa"), (2 ** 62, "bbbbbbbbbbbbbbbb"), (0, "cccccccccccccccc"):
            sql(data, f"insert into tables (number, key, over, secret, agreed) select {number}, '{key}', 0, secret, agreed"
                      " from tables where number = 1")
            sql(data, f"insert into sits (person, tbl) values (1, {number})")
        greatest = sql(data, "select max(number) from tables where number < 1000000")[0][0]
        with Server(server.program, data=str(data)) as own:
            ada = Client(own, "Ada")
            key = ada.do("make", game="dead-drop")["table"]
            for odd in "aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc":
                assert "error" in ada.ask(do="watch", table=odd)
            ada.close()
            assert own.stop() == 0
        assert sql(data, f"select number from tables where key = '{key}'") == [(greatest + 1,)]
        assert {flaw["table"] for flaw in flaws(server.program, data) if "table" in flaw} == {-7, 2 ** 62}


# ---- full disks and full pipes ------------------------------------------------------------------------------------------


@test
def a_full_disk(server):
    """When nothing can be written any more, guests are told why, the house ends with a sentence, and nothing acknowledged is lost."""
    with tempfile.TemporaryDirectory() as folder:
        small = wrapped(folder, server.program, "ulimit -f 2000")  # files of 1 MB
        with Server(small, data=f"{folder}/house.db") as own:
            ada, bob = Client(own, "Ada"), Client(own, "Bob")
            key = ada.do("make", game="dead-drop")["table"]
            bob.do("watch", table=key)
            code = None
            while not code:
                assert ada.update < 20000, "the file grows without end"
                with contextlib.suppress(OSError):
                    for _ in range(100):
                        ada.say(do="say", text="x" * 400)
                try:
                    ada.sync(ada.update + 100)
                except Closed as why:
                    code = why.code
            assert code == 1001
            code, reason = goodbye(bob)
            assert code == 1001 and "cannot write" in reason, (code, reason)
            assert own.process.wait(LATE) == 1
            assert "safehouse: " in own.log().splitlines()[-1], own.log()[-500:]
        with Server(server.program, data=f"{folder}/house.db") as own:
            back = Client(own, token=ada.you["token"])
            assert back.do("watch", table=key)["update"] >= ada.update > 100
            back.do("say", text="it goes on")
            back.close()
            assert own.stop() == 0
        assert check(server.program, f"{folder}/house.db")[1] > ada.update


@test
def a_nearly_full_disk(server):
    """Below the limits the log has a warning, then no new tables are made; tables that are there go on."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/house.db"
        with Server(server.program, data=data) as own:
            assert '"disk"' not in own.log()
            ada = Client(own, "Ada")
            key = ada.do("make", game="dead-drop")["table"]
            ada.close()
            assert own.stop() == 0
        with Server(server.program, data=data, limits=[*FREE, "disk-warn=1000000000", "disk-full=0"]) as own:
            Client(own, token=ada.you["token"]).do("make", game="dead-drop")
            assert own.metric("disk_free_bytes") > 0
            assert [line["what"] for line in map(json.loads, own.log().splitlines())].count("disk") == 1, own.log()
        with Server(server.program, data=data, limits=[*FREE, "disk-full=1000000000"]) as own:
            guest = Client(own, token=ada.you["token"])
            guest.refused("house.no-space", do="make", game="dead-drop")
            guest.do("watch", table=key)
            guest.do("sit", seat=0)
            guest.do("start")
            play([guest], lambda guest, moves: moves[0])
            assert own.get(f"/record/{key}")[0] == 200


@test
def a_log_that_nobody_reads(server):
    """A full pipe at standard error holds nothing up; when it is read again, the log says how many lines are missing."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(f"{folder}/log")
        pipe = os.open(f"{folder}/log", os.O_RDWR | os.O_NONBLOCK)
        full = wrapped(folder, server.program, f"exec 2>{folder}/log")
        with Server(full) as own:
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(pipe, b"\n" * 4096)
            ada = Client(own, "Ada")
            for _ in range(20):
                ada.do("make", game="dead-drop")
            assert own.get("/healthz")[2] == b"ok\n"
            with contextlib.suppress(BlockingIOError):
                while os.read(pipe, 65536):
                    pass
            ada.do("make", game="dead-drop")
            lines = [json.loads(line) for line in os.read(pipe, 65536).splitlines()]
            assert lines[0]["what"] == "dropped" and lines[0]["lines"] >= 20 and lines[1]["what"] == "made", lines
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(pipe, b"\n" * 4096)
            ada.do("make", game="dead-drop")
            ada.close()
            assert own.stop() == 0
        os.close(pipe)


@test
def old_games(server):
    """Games that are over are deleted only if the operator has said after how many days."""
    with kept("closed") as data:
        with Server(server.program, data=str(data)) as own:
            assert own.stop() == 0
        count = sql(data, "update tables set over = over - 10 * 86400 where over", "select count(*) from tables")[0][0]
        over = sql(data, "select number from tables where over")
        with Server(server.program, data=str(data), limits=[*FREE, "keep=11"]) as own:
            assert own.stop() == 0
        assert sql(data, "select count(*) from tables") == [(count,)]
        with Server(server.program, data=str(data), limits=[*FREE, "keep=9"]) as own:
            assert own.stop() == 0
        assert sql(data, "select count(*) from tables") == [(count - len(over),)] and len(over) > 5
        assert not sql(data, "select 1 from line, fresh where line.tbl not in (select number from tables)")
        check(server.program, data)


if __name__ == "__main__":
    main()
