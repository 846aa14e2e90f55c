"""cluster.py - several houses on one database, and a proxy in front of them, for tools/cluster and the tests.

Everything is real, and runs on this machine in a folder of its own: PostgreSQL, which can have a synchronous standby, houses
as nodes, HAProxy with the file that doc/operating.md shows, and optionally a network that can be cut.  Root runs PostgreSQL
as the user postgres; anybody else runs it as themselves, and has no network to cut."""
import contextlib
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from serve import Load, Serve, cpu_of  # noqa: E402

LATE = 120  # seconds; nothing takes that long unless something is wrong
NODES = "n1", "n2", "n3"
CONFIG = ROOT / "install/haproxy.cfg"


def wait_for(what, condition, every=0.05):
    """Waits until the condition holds, and returns what it returns."""
    end = time.monotonic() + LATE
    while not (found := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"after {LATE} s still not: {what}")
        time.sleep(every)
    return found


def free_port(address="127.0.0.1"):
    with socket.socket() as s:
        s.bind((address, 0))
        return s.getsockname()[1]


def run(*command, **how):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **how)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout[-2000:]}")
    return done.stdout


def children(pid):
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def give_away(folder):
    """PostgreSQL, which does not run as root, can write there."""
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")


@contextlib.contextmanager
def own_folder():
    """A folder in which PostgreSQL can make its own."""
    with tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True) as folder:
        give_away(folder)
        yield folder


class Database:
    """A PostgreSQL server; with `of`, a synchronous standby of another one; with `archive`, one that can be restored; with
    `backup_of`, a base backup of another one, which does not run yet."""
    bin = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), default=pathlib.Path("/usr/bin"))

    def __init__(self, folder, name, address="127.0.0.1", of=None, archive=False, backup_of=None):
        self.folder, self.name, self.address, self.port = folder, name, address, free_port(address)
        self.data, self.pid = f"{folder}/{name}", None
        self.wal = f"{folder}/{name}-wal" if archive else None
        if backup_of:
            self.copy(backup_of, "-c", "fast")
        else:
            self.make(of)

    def copy(self, other, *how):
        self.command("pg_basebackup", "-D", self.data, "-h", self.folder, "-p", other.port, "-U", "postgres", *how)

    def command(self, *words):
        """Runs a program of PostgreSQL as the user who owns the data."""
        user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        return run(*user, self.bin / words[0], *words[1:], cwd=self.folder, env=dict(os.environ, LC_ALL="C.UTF-8"))

    def make(self, of):
        settings = f"""
            listen_addresses = '{self.address}'
            port = {self.port}
            unix_socket_directories = '{self.folder}'
            synchronous_standby_names = ''
            cluster_name = '{self.name}'
            """
        if of:
            self.copy(of, "-R", "-C", "-S", self.name, "-c", "fast")
            with open(f"{self.data}/postgresql.auto.conf", "a") as conf:  # comes after postgresql.conf, and was copied
                conf.write(settings)
        else:
            self.command("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8")
            with open(f"{self.data}/postgresql.conf", "a") as conf:
                conf.write(settings)
                if self.wal:
                    conf.write(f"archive_mode = on\narchive_command = 'test ! -f {self.wal}/%f && cp %p {self.wal}/%f'\n")
            if self.wal:
                os.mkdir(self.wal)
                give_away(self.wal)
            if self.address != "127.0.0.1":
                with open(f"{self.data}/pg_hba.conf", "a") as hba:
                    hba.write("host all all samenet trust\nhost replication all samenet trust\n")
        self.start()
        if of:
            of.sql(f"alter system set synchronous_standby_names = '{self.name}'")
            of.sql("select pg_reload_conf()")
            wait_for("the standby is synchronous",
                     lambda: of.sql("select count(*) from pg_stat_replication where sync_state = 'sync'") == "1")
        else:
            self.sql("create role safehouse login", base="postgres")
            self.sql("create database safehouse owner safehouse", base="postgres")

    def make_again(self, of):
        """As a standby of the database that has taken its place."""
        self.end()
        shutil.rmtree(self.data)
        self.make(of)

    def restore(self, of, moment):
        """This backup becomes what the other was at that moment, by its archive; as doc/operating.md says."""
        with open(f"{self.data}/postgresql.auto.conf", "a") as conf:
            conf.write(f"""
                port = {self.port}
                cluster_name = '{self.name}'
                restore_command = 'cp {of.wal}/%f %p'
                recovery_target_time = '{moment}'
                recovery_target_action = 'promote'
                archive_mode = off
                synchronous_standby_names = ''
                """)
        pathlib.Path(f"{self.data}/recovery.signal").touch()
        give_away(f"{self.data}/recovery.signal")
        self.start()
        wait_for("the database is restored", lambda: self.sql("select pg_is_in_recovery()") == "f")

    def start(self):
        self.command("pg_ctl", "-D", self.data, "-l", f"{self.data}.log", "-w", "-t", LATE, "start")
        self.pid = int(pathlib.Path(f"{self.data}/postmaster.pid").read_text().split()[0])

    def stop(self, how="fast"):
        self.command("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")
        self.pid = None

    def kill(self):
        """All its processes at once."""
        os.kill(self.pid, signal.SIGSTOP)  # it starts no others
        for pid in [*children(self.pid), self.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_for("the database is dead", lambda: not pathlib.Path(f"/proc/{self.pid}").exists())
        self.pid = None

    def promote(self):
        self.command("pg_ctl", "-D", self.data, "-w", "-t", LATE, "promote")

    def sql(self, *statements, base="safehouse"):
        words = [word for statement in statements for word in ("-c", statement)]
        return run(self.bin / "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", self.port, "-U", "postgres",
                   "-d", base, *words).strip()

    def url(self, *others):
        """For houses that use this one, or one of the others if that takes writes."""
        hosts = ",".join(f"{database.address}:{database.port}" for database in (self, *others))
        return f"postgres://safehouse@{hosts}/safehouse?target_session_attrs=read-write"

    def cpu(self):
        """Seconds that all its processes have used."""
        return cpu_of(self.pid) + sum(map(cpu_of, children(self.pid)))

    def end(self):
        if self.pid:
            self.stop("immediate")


class Network:
    """A network namespace for each node, with a link to the proxy and another to the database."""

    def __init__(self):
        tag = f"sh{os.getpid() % 100000}"  # the name of a link has 15 letters at most
        self.bridges = {"front": f"{tag}f", "back": f"{tag}b"}
        self.spaces = {node: f"{tag}{node}" for node in NODES}
        self.front, self.back = f"10.118.{os.getpid() % 100 * 2}", f"10.118.{os.getpid() % 100 * 2 + 1}"
        try:
            for side, bridge in self.bridges.items():
                run("ip", "link", "add", bridge, "type", "bridge")
                run("ip", "address", "add", f"{getattr(self, side)}.1/24", "dev", bridge)
                run("ip", "link", "set", bridge, "up")
            for number, (node, space) in enumerate(self.spaces.items(), 11):
                run("ip", "netns", "add", space)
                run("ip", "-n", space, "link", "set", "lo", "up")
                for side, bridge in self.bridges.items():
                    outside = self.link(node, side)
                    run("ip", "link", "add", outside, "type", "veth", "peer", "name", side, "netns", space)
                    run("ip", "link", "set", outside, "master", bridge, "up")
                    run("ip", "-n", space, "address", "add", f"{getattr(self, side)}.{number}/24", "dev", side)
                    run("ip", "-n", space, "link", "set", side, "up")
        except BaseException:
            self.end()
            raise

    def link(self, node, side):
        return f"{self.spaces[node]}{side[0]}"

    def address(self, node):
        return f"{self.front}.{11 + NODES.index(node)}"

    def cut_database(self, node, on=True):
        """Nothing gets through between the node and the database, and nobody is told."""
        run("ip", "link", "set", self.link(node, "back"), "down" if on else "up")

    def cut_nodes(self, a, b, on=True):
        for one, other in (a, b), (b, a):
            run("ip", "-n", self.spaces[one], "route", "add" if on else "del", "blackhole", self.address(other))

    def end(self):
        for space in self.spaces.values():
            subprocess.run(["ip", "netns", "del", space], stderr=subprocess.DEVNULL)
        for bridge in self.bridges.values():
            subprocess.run(["ip", "link", "del", bridge], stderr=subprocess.DEVNULL)


class Node(Serve):
    """A house that shares the database."""

    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        network = cluster.network
        super().__init__(cluster.build, cluster.url, "--node", name, "--proxy", "--metrics-token", f"{cluster.folder}/token",
                         "--address", cluster.address[name][0], *cluster.options, port=cluster.address[name][1],
                         log=f"{cluster.folder}/{name}.log",
                         inside=["ip", "netns", "exec", network.spaces[name]] if network else [])

    def healthy(self):
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return answer.status == 200
        except (OSError, urllib.error.HTTPError):
            return False

    def metrics(self):
        """All that have no labels."""
        request = urllib.request.Request(f"{self.url}/metrics", headers={"Authorization": f"Bearer {self.cluster.token}"})
        with urllib.request.urlopen(request, timeout=LATE) as answer:
            return {name.removeprefix("safehouse_"): float(value)
                    for name, value in re.findall(r"^(\w+) (\S+)$", answer.read().decode(), re.M)}

    def kill(self):
        self.process.kill()
        self.process.wait(LATE)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()
        self.process.stdout.close()
        self.log.close()


class Proxy:
    """HAProxy, with the file that doc/operating.md shows."""

    def __init__(self, folder, addresses):
        self.port, self.socket = str(free_port()), f"{folder}/haproxy.sock"
        text = CONFIG.read_text()
        others = {"bind :80": f"bind 127.0.0.1:{self.port}", "/run/haproxy/admin.sock": self.socket}
        for node, (address, port) in addresses.items():
            [line] = re.findall(rf"server {node} \S+$", text, re.M)
            others[line] = f"server {node} {address}:{port}"
        for old, new in others.items():
            assert text.count(old) == 1, f"{CONFIG.name}: {old}"
            text = text.replace(old, new)
        for node in set(NODES) - set(addresses):  # fewer nodes than in the example
            text = re.sub(rf"^.*server {node} .*\n", "", text, flags=re.M)
        pathlib.Path(f"{folder}/haproxy.cfg").write_text(text)
        with open(f"{folder}/haproxy.log", "ab") as log:
            self.process = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", f"{folder}/haproxy.cfg"], stdout=log, stderr=log)
        wait_for("HAProxy listens", lambda: self.process.poll() is not None or self.states())
        assert self.process.poll() is None, pathlib.Path(f"{folder}/haproxy.log").read_text()

    def states(self):
        """{"n1": "UP", ...}"""
        try:
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(self.socket)
                s.sendall(b"show stat\n")
                rows = [line.split(",") for line in s.makefile().read().splitlines() if line.startswith("houses,n")]
        except OSError:
            return {}
        return {row[1]: row[17] for row in rows}

    def cpu(self):
        return cpu_of(self.process.pid)

    def end(self):
        self.process.terminate()
        self.process.wait(LATE)


class Cluster:
    """Everything together.  `nodes` of the three; `standby`: the database has one; `cuttable`: with a network; `archive`: the
    database can be restored."""

    def __init__(self, build, nodes=3, standby=False, cuttable=False, archive=False, options=()):
        self.build, self.options, self.ends = build, options, contextlib.ExitStack()
        self.folder = self.ends.enter_context(own_folder())
        try:
            self.token = secrets.token_hex(16)
            pathlib.Path(f"{self.folder}/token").write_text(self.token)
            self.network = Network() if cuttable else None
            if cuttable:
                self.ends.callback(self.network.end)
            address = f"{self.network.back}.1" if cuttable else "127.0.0.1"
            self.databases = []
            self.ends.callback(lambda: [database.end() for database in self.databases])
            self.databases.append(Database(self.folder, "db1", address, archive=archive))
            if standby:
                self.databases.append(Database(self.folder, "db2", address, of=self.databases[0]))
            self.url = self.databases[0].url(*self.databases[1:])
            self.address = {name: (self.network.address(name), 7447) if cuttable else ("127.0.0.1", free_port())
                            for name in NODES[:nodes]}
            self.nodes = {}
            self.ends.callback(lambda: [node.end() for node in self.nodes.values()])
            for name in self.address:
                self.start(name)
            if nodes:
                self.proxy = Proxy(self.folder, self.address)
                self.ends.callback(self.proxy.end)
            for name in self.address:
                self.wait_up(name)
        except BaseException:
            self.ends.close()
            raise

    def start(self, name):
        """Starts a node, in the place of one that has ended."""
        if name in self.nodes:
            self.nodes[name].end()
        self.nodes[name] = Node(self, name)

    def wait_up(self, name):
        """The proxy sends people to the node."""
        def up():
            node = self.nodes[name]
            if node.process.poll() is not None:
                raise OSError(f"{name} has ended: {self.logs()[name][-2000:]}")
            return self.proxy.states().get(name) == "UP" and node.healthy()
        wait_for(f"{name} is up", up)

    def wait_down(self, name):
        wait_for(f"{name} is down", lambda: self.proxy.states().get(name, "").startswith("DOWN"))

    def busiest(self):
        """The node that runs the most tables."""
        return max(self.nodes, key=lambda name: self.nodes[name].metrics()["tables_loaded"])

    def primary(self):
        """The database that the nodes should use: the one that was promoted last."""
        return self.databases[0]

    def logs(self):
        return {name: pathlib.Path(f"{self.folder}/{name}.log").read_text(errors="replace") for name in self.nodes}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends.close()


class Players(Load):
    """People who stay, whatever happens to the houses, and remember what they were told."""

    def __init__(self, cluster, tables, rate, time_of_move=60000, seats=4, door=None):
        self.ledger = f"{cluster.folder}/told"
        self.pause = 0  # the longest that any table had to wait; to be set to 0 by whoever wants to know
        super().__init__(cluster.build, door or cluster.proxy, "stay", tables, seats, rate, time_of_move, self.ledger)
        self.seated = self.line()

    def ask(self, word):
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()
        figures = self.line()
        self.pause = max(self.pause, figures["pause"])
        return figures

    def wait_on(self):
        """Waits until somebody has moved at every table from now on, and everybody is back."""
        self.ask("next")
        end = time.monotonic() + LATE
        while (figures := self.ask("look"))["stalled"] or figures["away"]:
            if time.monotonic() > end:
                raise TimeoutError(f"after {LATE} s not all tables go on: {figures}")
            time.sleep(0.2)
        return figures

    def finish(self):
        """What happened in all; nothing is on its way any more."""
        self.process.stdin.close()
        figures = self.line()
        self.process.wait(LATE)
        return figures

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


BOT = "split_part(text, ' ', 2) = 'bot'"  # plays for somebody whose clock has run out, which is another matter

CHECKS = {
    "updates that are not in the journal as they were told": rf"""
        select count(*) from told left join tables using (key) left join line on tbl = number and n = update - 1
        where text is null or case when seat = '-' then split_part(text, ' ', 3) = 'move'
              else split_part(text, ' ', 3) <> 'move' or split_part(text, ' ', 4) <> seat
                   or id <> 0 and split_part(text, ' ', 5) <> id::text and not {BOT}
                   or position('?' in move) = 0 and not {BOT} and regexp_replace(text, '^(\S+ ){{5}}', '') <> move end""",
    "moves that are there twice": f"""
        select count(*) from (select 1 from line where split_part(text, ' ', 3) = 'move' and not {BOT}
                              group by tbl, split_part(text, ' ', 2), split_part(text, ' ', 5) having count(*) > 1) twice""",
    "journals with a gap": """
        select count(*) from (select 1 from line group by tbl having min(n) <> 0 or max(n) <> count(*) - 1) gap""",
    "players who have lost by their clock": "select count(*) from line where split_part(text, ' ', 2) = 'clock'",
}


def faults_of_journals(cluster):
    """What `safehouse check` finds: sentences."""
    done = subprocess.run([cluster.build / "safehouse", "check", "--json", cluster.url], stdout=subprocess.PIPE, text=True)
    if done.returncode or json.loads(done.stdout.splitlines()[-1])["wrong"]:
        return [f"safehouse check: {done.stdout[-500:]}"]
    return []


def faults(cluster, players):
    """What is wrong with what the database has, held against what the players were told: sentences."""
    wrong = []
    for what, question in CHECKS.items():
        number = cluster.primary().sql(
            "set search_path = safehouse, public",
            "create temp table told (key text, update bigint, seat text, id bigint, move text)",
            rf"\copy told from '{players.ledger}'", question)
        if number != "0":
            wrong.append(f"{number} {what}")
    wrong += faults_of_journals(cluster)
    for name, log in cluster.logs().items():
        if "Sanitizer" in log:
            wrong.append(f"{name}: {log[-2000:]}")
    return wrong
