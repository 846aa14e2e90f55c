"""doors.py PROGRAM [WORD...] - connections to a house: limits, bad guests, TLS, opening and closing (wire.py runs the tests)."""
import gzip
import hashlib
import ipaddress
import re
import socket
import sqlite3
import struct
import threading
import warnings

import jsonschema

from wire import *


def raw(server, data, until=None):
    """What the house answers to these bytes on a new connection, until it closes or has answered."""
    at = urllib.parse.urlsplit(server.url)
    out = b""
    with socket.create_connection((at.hostname, at.port), timeout=LATE) as s, contextlib.suppress(OSError):
        s.sendall(data)
        if not until:
            s.shutdown(socket.SHUT_WR)
        while not (until and until in out) and (piece := s.recv(65536)):
            out += piece
    return out


def big(guest, kind, data, final=True):
    """Sends a frame of any size; it may be one of several of a message."""
    head = bytes([(0x80 if final else 0) | kind])
    size = len(data)
    head += struct.pack(">B", 0x80 | size) if size < 126 else struct.pack(">BH", 254, size) if size < 65536 else struct.pack(">BQ", 255, size)
    guest.socket.sendall(head + b"\0\0\0\0" + data)


def until(wanted):
    """Waits until wanted() is true."""
    end = time.monotonic() + LATE
    while not wanted():
        assert time.monotonic() < end, "it is never so"


def behind_proxy(program):
    """A house behind a proxy, under another address, on a free port."""
    return elsewhere(program, "--url", "https://play.example.org")


def elsewhere(program, *words):
    """A house that says another address than the one at which it listens."""
    for _ in range(20):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with contextlib.suppress(OSError):  # somebody else took the port
            own = Server(program, *words, port=port)
            own.url = f"http://127.0.0.1:{port}"
            return own
    raise OSError("no port is free")


def well(server):
    """The house still serves others."""
    assert server.get("/healthz")[2] == b"ok\n"
    guest = Client(server, "Well")
    guest.do("lobby")
    guest.close()


def lines_of(server):
    """The lines of the log; each must be JSON."""
    return [json.loads(line) for line in server.log().splitlines()]


# ---- limits -------------------------------------------------------------------------------------------------------------


@test
def too_large(server):
    """A message that is too large closes with 1009, in one piece or in many."""
    limit = 128 << 10
    good = b'{"do":"lobby","re":9,"pad":"' + b"x" * (limit - 30) + b'"}'
    assert len(good) == limit
    guest = Client(server, "Ada")
    big(guest, 1, good)
    assert guest.until(lambda m: m.get("re") == 9)
    with contextlib.suppress(OSError):
        big(guest, 1, good + b" ")
    assert guest.end() == 1009
    guest = Client(server, "Ada")
    with contextlib.suppress(OSError):
        big(guest, 1, b"x", final=False)
        for _ in range(100):
            big(guest, 0, b"x" * 4000, final=False)
    assert guest.end() == 1009
    well(server)


@test
def too_many_messages(server):
    """Too many messages close with 1008; ten seconds' worth at once is allowed."""
    with Server(server.program, limits=["rate=10"]) as own:
        guest = Client(own)
        for _ in range(100):
            guest.say(do="lang", lang="en")
        for _ in range(100):
            assert guest.hear()["done"]
        with contextlib.suppress(OSError):
            for _ in range(200):
                guest.say(do="lang", lang="en")
        assert guest.end() == 1008
        well(own)
        assert own.metric("closed_busy_total") == 1


@test
def too_much_that_was_missed(server):
    """Asking for a long story costs as much as it takes; whoever goes on when it is too much is closed with 1008."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/house.db"
        with Server(server.program, data=data) as free:
            ada = Client(free, "Ada")
            key = ada.do("make", game="dead-drop")["table"]
            for _ in range(3999):
                ada.say(do="say", text="x")
            update = ada.do("say", text="y")["update"]
        with Server(server.program, limits=["rate=1000", "person-time=20"], data=data) as small:
            watch = {"table": key, "as": "room"}
            again = Client(small, token=ada.you["token"])
            for _ in range(100):
                again.do("watch", after=update, **watch)
            done, code = 0, None
            with contextlib.suppress(OSError):
                for _ in range(1000):
                    again.say(do="watch", after=update - 1, **watch)
            try:
                while True:
                    message = again.hear()
                    done += "events" in message and len(message["events"]) == 1
                    assert message.get("error") in (None, "house.busy"), message
            except Closed as why:
                code = why.code
            assert code in (1008, None) and 5 < done < 100, (code, done)  # 200 ms saved, 8 ms each; who does not read may miss the code
            assert small.metric("closed_busy_total") == 1
            other = Client(small, "Bob")  # the person's debt is not the address's
            other.do("watch", **watch)


@test
def a_reader_that_never_reads(server):
    """A guest who never reads while the table talks is closed with 1008; the others lose nothing."""
    with Server(server.program, limits=[*FREE, "queue=262144"]) as own:
        ada, bob, slow = Client(own, "Ada"), Client(own, "Bob"), Client(own, "Slow")
        key = ada.do("make", game="dead-drop")["table"]
        for guest in bob, slow:
            guest.do("watch", table=key)
        said = 0
        while not own.metric("closed_slow_total"):
            assert said < 40000, "it is never closed"
            for _ in range(200):
                ada.say(do="say", text=f"{said:0500}")
                said += 1
            for guest in ada, bob:
                guest.sync(said)
        heard = [e["text"] for raw in bob.raw for e in json.loads(raw).get("events", []) if e["event"] == "say"]
        assert heard == [f"{i:0500}" for i in range(said)]
        assert slow.end() in (1008, None)  # after five seconds the house does not wait for the close
        until(lambda: own.metric("guests") == 2)
        well(own)


@test
def too_many_sockets(server):
    """Too many connections from one address, or in total, close with 1013."""
    with Server(server.program, limits=["address-sockets=5", "sockets=50"]) as own:
        guests = [Client(own) for _ in range(5)]
        try:
            late = Client(own)
            code = late.end()
        except Closed as why:
            code = why.code
        assert code == 1013, code
        guests[0].close()
        until(lambda: own.metric("guests") == 4)
        Client(own, "Ada")
    with Server(server.program, "--proxy", limits=["address-sockets=5", "sockets=7"]) as own:
        def come(address):
            return Client(own, **{"X-Forwarded-For": f"1.2.3.4, {address}"})
        guests = [come(f"10.0.0.{i}") for i in range(5)] + [come("2001:db8::1"), come("2001:db8::2")]
        try:
            code = come("10.0.0.9").end()
        except Closed as why:
            code = why.code
        assert code == 1013
    with Server(server.program, "--proxy", limits=["address-sockets=2"]) as own:
        guests = [come(f"2001:db8:0:1::{i}") for i in range(2)]  # of one network
        try:
            code = come("2001:db8:0:1:ffff::3").end()
        except Closed as why:
            code = why.code
        assert code == 1013
        come("2001:db8:0:2::3")


@test
def too_much_made(server):
    """New people, tables, codes and reports from one address are limited."""
    with Server(server.program, limits=["address-new=5", "rate=1000"]) as own:
        ada = Client(own, "Ada")
        for _ in range(4):
            ada.do("make", game="dead-drop")
        for what in {"do": "make", "game": "dead-drop"}, {"do": "code"}, {"do": "report", "text": "x"}:
            ada.refused("house.many-new", **what)
        stranger = Client(own)
        stranger.refused("house.many-new", do="enter", name="Bob")
        stranger.refused("house.many-new", do="enter", code="AAAA-BBBB-CCCC")
        assert stranger.do("enter", token=ada.you["token"])


@test
def rematches_count(server):
    """Nobody makes tables without end by voting for another game again and again."""
    with Server(server.program, limits=["address-new=5", "rate=1000", "delay=0"]) as own:
        ada = Client(own, "Ada")
        key = ada.do("make", game="dead-drop")["table"]
        ada.do("sit", seat=0)
        ada.do("start")
        ada.do("vote", vote="end")
        for _ in range(20):
            ada.ask(do="vote", vote="again")
        assert own.metric("tables") <= 5


@test
def too_much_talk(server):
    """Talk is limited for each person, and for all spectators together; nothing else is refused because of it."""
    with Server(server.program, limits=[*FREE, "lines=1000", "talk=40"]) as own:
        ada, bob, eve = (Client(own, name) for name in ("Ada", "Bob", "Eve"))
        key = ada.do("make", game="dead-drop", seats=3)["table"]
        ada.do("sit", seat=0)
        bob.do("watch", table=key)
        bob.do("sit", seat=1)
        eve.do("watch", table=key)
        for _ in range(20):
            eve.do("say", text="x")
        eve.refused("house.many-sayings", do="say", text="x")
        ada.do("say", text="x")
        ada.do("start")
        ada.do("leave")
        ada.do("return")
        play([ada, bob], lambda guest, moves: moves[0])
        assert ada.over


@test
def too_many_connections(server):
    """Connections over HTTP count too; one that has not sent its request in time is closed."""
    at = urllib.parse.urlsplit(server.url)
    with Server(server.program, limits=["address-http=10", "request=1"]) as own:
        at = urllib.parse.urlsplit(own.url)
        slow = [socket.create_connection((at.hostname, at.port), timeout=LATE) for _ in range(30)]
        for s in slow:
            with contextlib.suppress(OSError):
                s.sendall(b"POST /cookie HTTP/1.1\r\nHost: x\r\nContent-Length: 43\r\n\r\n")
        open_ones, ended = set(slow), time.monotonic() + LATE
        while open_ones:
            assert time.monotonic() < ended, f"{len(open_ones)} are still open"
            for s in list(open_ones):
                try:
                    s.sendall(b"x")  # a byte now and then does not help
                    if select.select([s], [], [], 0.02)[0] and not s.recv(1000):
                        open_ones.discard(s)
                except OSError:
                    open_ones.discard(s)
        assert own.metric("turned_away_total") >= 20
        well(own)


@test
def no_descriptors(server):
    """A house without descriptors waits until there are some; it neither spins nor fills the log."""
    import resource
    with Server(server.program, limits=[*FREE, "request=2"]) as own:
        resource.prlimit(own.process.pid, resource.RLIMIT_NOFILE, (40, resource.prlimit(own.process.pid, resource.RLIMIT_NOFILE)[1]))
        at = urllib.parse.urlsplit(own.url)

        def cpu():
            fields = pathlib.Path(f"/proc/{own.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        before, began = cpu(), time.monotonic()
        many = [socket.create_connection((at.hostname, at.port), timeout=LATE) for _ in range(100)]
        well(own)  # waits until the first ones are closed
        seconds = time.monotonic() - began
        assert len(own.log()) < 20000 and cpu() - before < max(0.5, seconds / 2), (len(own.log()), cpu() - before, seconds)
        for s in many:
            s.close()
        well(own)
    with Server(server.program, limits=["sockets=20"]) as own:
        assert own.stop() == 0


# ---- doors --------------------------------------------------------------------------------------------------------------


@test
def nodes(server):
    """A connection may name a node; a house of one ignores that."""
    Client(server, "Ada", node="n2").do("lobby")
    Client(server, "Bob", node="x" * 200).do("lobby")


@test
def origins(server):
    """A page of this house may connect, a page of another site may not."""
    host = urllib.parse.urlsplit(server.url).netloc
    Client(server, Origin=server.url).close()
    Client(server, Origin=f"http://{host}").close()
    for origin in "http://evil.example", "null", "http://", f"http://{host}.evil.example", f"http://evil.example/{host}", host, "x" * 400:
        try:
            Client(server, Origin=origin)
        except (ConnectionError, Closed):
            continue
        raise AssertionError(origin)
    token = Client(server, "Ada").you["token"].encode()
    assert server.get("/cookie", token, Origin="http://evil.example")[0] == 403
    assert server.get("/cookie", token, Origin=server.url)[0] == 200
    with behind_proxy(server.program) as own:
        Client(own, Origin="https://play.example.org")
        assert Client(own, "Ada").do("make", game="dead-drop")["link"].startswith("https://play.example.org/t/")


def may_connect(server, origin, host):
    """Whether a page of this origin, which asked for the house by this name, gets a WebSocket."""
    out = raw(server, f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode(), until=b"\r\n\r\n")
    return out.startswith(b"HTTP/1.1 101")


@test
def names_of_the_house(server):
    """A page under a name that leads here by somebody else's DNS is not the house's own; local names and addresses are."""
    port = urllib.parse.urlsplit(server.url).port
    for host in f"127.0.0.1:{port}", f"localhost:{port}", f"192.168.1.7:{port}", f"[::1]:{port}", f"den.localhost:{port}":
        assert may_connect(server, f"http://{host}", host), host
        assert raw(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), until=b"\r\n\r\n").startswith(b"HTTP/1.1 200"), host
    for host in f"evil.example:{port}", "evil.example", f"localhost.evil.example:{port}", f"127.0.0.1.evil.example:{port}", "play.example.org":
        assert not may_connect(server, f"http://{host}", host), host
        out = raw(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode(), until=b"--url")
        assert out.startswith(b"HTTP/1.1 421") and b"--url" in out, (host, out)
    with elsewhere(server.program, "--url", "https://play.example.org", "--url", "http://den.lan:7447") as own:
        for origin, host in ("https://play.example.org", "play.example.org"), ("https://play.example.org", "127.0.0.1:9"), \
                ("http://den.lan:7447", "den.lan:7447"), ("http://192.168.1.7:7447", "192.168.1.7:7447"):
            assert may_connect(own, origin, host), origin
        assert not may_connect(own, "http://evil.example", "evil.example")
        token = Client(own, "Ada").you["token"].encode()
        assert "Secure" in own.get("/cookie", token, Origin="https://play.example.org")[1]["Set-Cookie"]
        assert "Secure" not in own.get("/cookie", token, Origin="http://den.lan:7447")[1]["Set-Cookie"]


@test
def metrics(server):
    """The metrics are for programs on this machine, or for those who have the token."""
    assert server.get("/metrics")[0] == 200
    assert server.get("/metrics", **{"X-Forwarded-For": "192.0.2.7"})[0] == 403  # a proxy asks for somebody else
    assert server.get("/metrics", **{"X-Forwarded-For": "x" * 600})[0] == 403
    assert server.get("/metrics", Host="evil.example")[0] == 403
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(f"{folder}/token")
        path.write_text("0123456789abcdef\n")
        with Server(server.program, "--metrics-token", str(path)) as own:
            for words in {}, {"Authorization": "Bearer 0123456789abcdee"}, {"Authorization": "Bearer 0123456789abcdef0"}, {"Authorization": "x"}:
                assert own.get("/metrics", **words)[0] == 403, words
            assert own.get("/metrics", Authorization="Bearer 0123456789abcdef", **{"X-Forwarded-For": "192.0.2.7"})[0] == 200
        for bad in "short\n", "", "x" * 300:
            path.write_text(bad)
            done = subprocess.run([server.program, "serve", "--metrics-token", str(path)], capture_output=True, timeout=LATE, text=True)
            assert done.returncode and "safehouse: " in done.stderr, bad


def addresses_of_this_machine():
    """Those that others on its networks can reach: not loopback, and none that is good on one link only."""
    out = subprocess.run(["hostname", "-I"], capture_output=True, check=True, text=True).stdout
    return [a for a in map(ipaddress.ip_address, out.split()) if not a.is_link_local]


def told_addresses(own, **headers):
    """The addresses that the house tells a visitor; None: it tells nothing."""
    status, _, body = own.get("/addresses", **headers)
    assert status == 200, status
    answer = json.loads(body)
    jsonschema.validate(answer, {**protocol_schema.SCHEMA, "anyOf": [{"$ref": "#/$defs/Addresses"}]})
    return answer.get("addresses")


@test
def addresses(server):
    """Who opens the house on its own machine is told under which addresses others can reach it.  Nobody else is."""
    there = addresses_of_this_machine()
    assert told_addresses(server) == []  # it listens on loopback only
    for listens in "0.0.0.0", "::":
        with Server(server.program, "--address", listens) as own:
            port = urllib.parse.urlsplit(own.url).port
            own.url = f"http://127.0.0.1:{port}"
            told = told_addresses(own)
            shown = {f"http://[{a}]:{port}" if a.version == 6 else f"http://{a}:{port}" for a in there if listens == "::" or a.version == 4}
            assert set(told) == shown and len(told) == len(shown), (told, shown)
            assert [url for url in told if "[" in url] == told[len(told) - sum("[" in url for url in told):]  # IPv4 first
            for headers in {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "x" * 600}, \
                    {"Host": "evil.example"}:
                assert told_addresses(own, **headers) is None, headers
            for url in told:  # whoever comes that way is no visitor on loopback
                own.url = url
                assert own.get("/healthz")[0] == 200 and told_addresses(own) is None, url
    for words in ["--url", "https://play.example.org"], ["--proxy"]:
        with elsewhere(server.program, "--address", "0.0.0.0", *words) as own:
            assert told_addresses(own) is None, words
    for address in there[:1]:
        with Server(server.program, "--address", str(address)) as own:
            assert told_addresses(own) is None


@test
def cookies(server):
    """A token is put into a cookie that no script can read and no other site sends."""
    ada = Client(server, "Ada")
    status, headers, _ = server.get("/cookie", ada.you["token"].encode())
    cookie = headers["Set-Cookie"]
    parts = {part.strip() for part in cookie.split(";")}
    assert status == 200 and {"HttpOnly", "SameSite=Strict", "Path=/"} <= parts and "Secure" not in parts, cookie
    assert Client(server, Cookie=cookie.split(";")[0]).hello["you"]["person"] == ada.you["person"]
    for bad in b"x" * 43, b"", b"x", b"x" * 256, ada.you["token"].encode() + b"x", b"\r\nSet-Cookie: a=b" + b"x" * 27:
        status, headers, _ = server.get("/cookie", bad)
        assert status == 403 and not headers["Set-Cookie"], (bad, status)
    with contextlib.suppress(OSError, urllib.error.URLError):
        assert server.get("/cookie", b"x" * 100000)[0] != 200
    assert server.get("/games", b"x")[0] == 403  # nothing else takes a POST
    with behind_proxy(server.program) as own:
        assert "Secure" in own.get("/cookie", Client(own, "Ada").you["token"].encode())[1]["Set-Cookie"]


@test
def one_connection_many_requests(server):
    """HTTP requests one after another on the same connection."""
    import http.client
    at = urllib.parse.urlsplit(server.url)
    token = Client(server, "Ada").you["token"]
    line = http.client.HTTPConnection(at.hostname, at.port, timeout=LATE)
    for _ in range(3):
        for method, path, body, good in (("POST", "/cookie", token, 200), ("GET", "/games", None, 200), ("POST", "/cookie", "x", 403),
                                         ("GET", "/nothing", None, 404), ("GET", "/healthz", None, 200), ("HEAD", "/healthz", None, 200)):
            try:
                line.request(method, path, body)
                answer = line.getresponse()
            except (http.client.RemoteDisconnected, ConnectionError):  # the house may close the connection in between
                line.close()
                line.request(method, path, body)
                answer = line.getresponse()
            answer.read()
            assert answer.status in (good, 405 if method == "HEAD" else good), (method, path, answer.status)


@test
def heads_and_bodies(server):
    """An answer to HEAD has no body; a body that nobody needs is still read."""
    out = raw(server, b"HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", until=b"nothing here")
    first, second = out.split(b"\r\n\r\n")[:2]
    assert b" 200 " in first and second.startswith(b"HTTP/1.1 404"), out
    for path in "/games", "/nothing", "/ws":
        out = raw(server, f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n".encode() + b"x" * 1000, until=b"not possible here")
        assert out.split(b"\r\n")[0].endswith(b"403 Forbidden") and b"not possible here" in out, out


@test
def floods(server):
    """Pings, unasked pongs, empty and tiny fragments, all without end, close with 1008; frames without a mask with 1002."""
    with Server(server.program, limits=["rate=10"]) as own:
        for first, flood in ((b"", b"\x89\x80\0\0\0\0"), (b"", b"\x8a\x80\0\0\0\0"), (b"", b"\x8a\x81\0\0\0\0x"),
                             (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"), (b"\x01\x81\0\0\0\0{", b"\x00\x81\0\0\0\0 ")):
            guest = Client(own, "Eve")
            with contextlib.suppress(OSError):
                guest.socket.sendall(first + flood * 3000)
            assert guest.end() in (1008, None), flood
        assert own.metric("closed_busy_total") == 5
        guest = Client(own, "Eve")
        with contextlib.suppress(OSError, Closed):
            for _ in range(100):
                guest.socket.sendall(b"\x81\x0e" + b'{"do":"lobby"}')
                guest.until(lambda m: "lobby" in m)
                time.sleep(0.1)
        assert guest.code == 1002
        ada = Client(own, "Ada")  # what is usual is not closed
        for _ in range(30):
            big(ada, 9, b"x" * 125)
        big(ada, 1, b"", final=False)
        big(ada, 0, b'{"do":"lobby","re":77}')
        assert ada.until(lambda m: m.get("re") == 77)
        big(ada, 1, b"", final=False)
        big(ada, 0, b"")
        assert ada.until(lambda m: "error" in m)["error"] == "house.json"
        well(own)


@test
def upgrades_and_methods(server):
    """Only WebSockets of version 13 are an upgrade; only GET, HEAD and POST are methods."""
    head = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n" \
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    for more in "Upgrade: h2c\r\n", "Upgrade: tls\r\nSec-WebSocket-Version: 13\r\n", "Upgrade: websocket\r\nSec-WebSocket-Version: 8\r\n", \
            "Upgrade: websocket\r\n", "Upgrade: h2c, websocket\r\nSec-WebSocket-Version: 13\r\n":
        out = raw(server, (head + more + "\r\n").encode(), until=b".\n")
        assert out.split(b"\r\n")[0].split()[1] in (b"400", b"403") and b"\r\nupgrade:" not in out.lower(), (more, out)
    for method in "PUT", "DELETE", "PATCH", "OPTIONS":
        out = raw(server, f"{method} /healthz HTTP/1.1\r\nHost: x\r\n".encode() + (b"Content-Length: 3\r\n\r\nabc" if method == "PUT" else b"\r\n"),
                  until=b".\n")
        assert out.startswith(b"HTTP/1.1 405") and b"GET, HEAD and POST" in out, (method, out)
    assert b"200" not in raw(server, b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n")
    well(server)


@test
def early_frames(server):
    """A message that comes with the handshake is as good as any other."""
    frame = b"\x81\x9c\0\0\0\0" + b'{"do":"lang","lang":"en" }  '
    at = urllib.parse.urlsplit(server.url)
    with socket.create_connection((at.hostname, at.port), timeout=LATE) as s:
        s.sendall(f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode() + frame)
        for i in range(30):  # for three sweeps
            got = b""
            while b'"done"' not in got:
                got = s.recv(4096)
                assert got and not got.startswith(b"\x88"), (i, got)
            time.sleep(0.1)
            s.sendall(frame)


@test
def long_cookies(server):
    """The identity is found among thousands of bytes of other cookies."""
    ada = Client(server, "Ada")
    for before, after in (3000, 0), (0, 3000), (1500, 1500):
        cookie = "; ".join(["a=" + "x" * before, f"safehouse={ada.you['token']}", "b=" + "y" * after])
        assert Client(server, Cookie=cookie).hello["you"]["person"] == ada.you["person"]


@test
def strange_frames(server):
    """Invalid UTF-8, binary frames, messages in pieces, frames without a mask."""
    ada = Client(server, "Ada")
    pieces = [b'{"do":"la', b'ng","lang', b'":"pl","r', b'e":55}']
    for i, piece in enumerate(pieces):
        big(ada, 1 if i == 0 else 0, piece, final=i == len(pieces) - 1)
        if i == 1:
            big(ada, 9, b"ping")  # in between
    assert ada.until(lambda m: m.get("re") == 55)["done"]
    name = '{"do":"name","name":"Żółw","re":56}'.encode()
    for i in range(len(name)):
        big(ada, 0 if i else 1, name[i:i + 1], final=i == len(name) - 1)  # cut inside letters
    assert ada.until(lambda m: m.get("re") == 56)["you"]["name"] == "Żółw"
    for bad in b'{"do":"name","name":"\xff\xfe"}', b"\xc0\x80", b'{"do":"name","name":"\xed\xa0\x80"}':
        guest = Client(server, "Eve")
        guest.frame(1, bad)
        assert guest.end() == 1007, bad
    guest = Client(server, "Eve")
    guest.frame(2, b'{"do":"lobby","re":1}')
    assert guest.until(lambda m: m.get("re") == 1)["lobby"] is not None  # it is still text
    for frame in b"\x81\x05hello", b"\x83\x80\0\0\0\0", b"\xf1\x80\0\0\0\0", b"\x80\x80\0\0\0\0", b"\x81\xff" + b"\xff" * 12:
        guest = Client(server, "Eve")
        with contextlib.suppress(OSError):
            guest.socket.sendall(frame)
            guest.socket.shutdown(socket.SHUT_WR)
        guest.end()  # somehow, but it ends
    ada.frame(8, struct.pack(">H", 1000))
    assert ada.end() in (1000, None)
    well(server)


@test
def garbage(server):
    """Garbage instead of a handshake, unknown paths, long headers."""
    rng = random.Random(7)
    for data in (b"\0" * 1000, rng.randbytes(5000), b"GET\r\n\r\n", b"GET /x HTTP/9.9\r\n\r\n", b"\r\n" * 100, b"SSH-2.0-x\r\n\r\n",
                 b"POST /cookie HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100000 + b"\r\n\r\n",
                 b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(3000)) + b"\r\n",
                 b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                 b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: " + b"k" * 9000 + b"\r\n\r\n",
                 b"GET /other HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a2V5\r\nSec-WebSocket-Version: 13\r\n\r\n"):
        out = raw(server, data)
        assert b" 101 " not in out.split(b"\r\n")[0] and b"200 OK" not in out.split(b"\r\n")[0], (data[:50], out[:200])
    for path in "/nothing", "/assets/", "/index.htm", "/replays", "/new", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2fhouse.db", "/record/../../house.db", \
            "/record/%00", "/games/", "/healthz/x", "/record/" + "a" * 3000:
        out = raw(server, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), until=b".\n")
        status = out.split(b"\r\n")[0]
        assert not out or b" 404 " in status or b" 403 " in status or b" 400 " in status or b" 414 " in status, (path, out[:300])
        assert b"root:" not in out and b"SQLite" not in out
    out = raw(server, f"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: {'y' * 2000}\r\n\r\n".encode(), until=b"ok")
    assert b"200" in out.split(b"\r\n")[0]
    well(server)


@test
def half_a_handshake(server):
    """Many connections with half a request keep nobody else out."""
    at = urllib.parse.urlsplit(server.url)
    idle = [socket.create_connection((at.hostname, at.port)) for _ in range(200)]
    for s in idle[::2]:
        s.sendall(b"GET /ws HTTP/1.1\r\nHos")
    well(server)
    for s in idle:
        s.close()
    well(server)


@test
def headers(server):
    """Every answer carries the strict headers."""
    for path in "/", "/games", "/healthz", "/metrics", "/record/x":
        head = server.get(path)[1]
        policy = head["content-security-policy"]
        assert policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy, (path, policy)
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "") and "*" not in policy and "data:" not in policy.replace("img-src 'self' data:", ""), policy
        assert head["x-content-type-options"] == "nosniff" and head["referrer-policy"] == "no-referrer"
        assert head["Cache-Control"] == ("no-cache" if path == "/" else "no-store")


def without_page(server):
    """A house built without its page says at every address within it, in three languages, how to join."""
    status, head, body = server.get("/")
    assert status == 200 and head["content-type"].startswith("text/plain"), head["content-type"]
    lines = body.decode().splitlines()
    assert len(lines) == 3 and all("safehouse join" in line for line in lines) and "without its page" in lines[0], lines
    assert server.get("/t/abcdefgh")[2] == server.get("/index.html")[2] == body
    assert server.get("/assets/x.js")[0] == 404


def page(server):
    """The page is served compressed, at every address within it, and names the files that it needs there; those with a hash
    in their name may be cached for ever."""
    status, head, body = server.get("/")
    assert status == 200 and head["content-type"].startswith("text/html") and head["content-encoding"] == "gzip"
    status, head, small = server.get("/", **{"Accept-Encoding": "gzip, br"})
    assert status == 200 and head["content-encoding"] == "br" and head["vary"] == "accept-encoding" and len(small) < len(body)
    named, home = {}, set()
    for path in "/", "/index.html", "/t/abcdefgh", "/new/sentient", "/rules/agents", "/replay", "/replay/abcdefgh", "/history":
        html = gzip.decompress(server.get(path)[2]).decode()
        assert not re.search(r"https?://|<style|onload|<script>", html), path
        named[path] = set(re.findall(r'(?:src|href)="(/assets/[^"]+)"', html))
        home = home or named[path]
        assert len(home) > 5 and home <= named[path] and (home == named[path]) == (path in ("/", "/index.html")), path
        assert not any(file.endswith(".wasm") for file in named[path]), path  # it comes when there is something to see
    for path in set().union(*named.values()):
        status, head, body = server.get(path)
        assert status == 200 and "immutable" in head["cache-control"], path
        plain = body if path.endswith(".woff2") else gzip.decompress(body)  # a font is compressed in itself
        assert len(plain) > 20 and (head.get("content-encoding") == "gzip") == (plain is not body), path
        assert server.get(path + "x")[0] == 404


test(without_page if os.environ.get("SAFEHOUSE_PAGE") == "OFF" else page)


def tls_with(program, folder, version, ciphers, good):
    """Whether a house with an RSA key speaks this version of TLS with these ciphers."""
    cert, key = f"{folder}/rsa.pem", f"{folder}/rsa-key.pem"
    if not os.path.exists(cert):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "1", "-subj",
                        "/CN=localhost"], check=True, capture_output=True)
    with Server(program, "--cert", cert, "--key", key, "--hsts", "31536000") as own:
        at = urllib.parse.urlsplit(own.url)
        context = ssl._create_unverified_context()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about TLS 1.1, which is old
            context.minimum_version = context.maximum_version = ssl.TLSVersion[f"TLSv{version}"]
        context.set_ciphers(ciphers)
        answer, why = b"", ""
        try:
            with context.wrap_socket(socket.create_connection((at.hostname, at.port), timeout=LATE)) as s:
                s.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = s.recv(4096)
        except (ssl.SSLError, ConnectionError) as error:
            why = str(error)
        assert (b" 200 " in answer) == good, (version, ciphers, answer)
        assert version != "1_1" or "PROTOCOL_VERSION" in why, why  # it is not only a cipher that is missing
        assert not good or b"strict-transport-security: max-age=31536000" in answer, answer


@test
def tls(server):
    """TLS with a certificate: https, wss, a cookie that is Secure."""
    with tempfile.TemporaryDirectory() as folder:
        cert, key = f"{folder}/cert.pem", f"{folder}/key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
                        "-out", cert, "-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, capture_output=True)
        with Server(server.program, "--cert", cert, "--key", key) as own:
            assert own.url.startswith("https://")
            trusted = ssl.create_default_context(cafile=cert)

            class Trusting(Client):
                def connect(self, at, secure):
                    return trusted.wrap_socket(socket.create_connection((at.hostname, at.port), timeout=LATE), server_hostname=at.hostname)
            ada = Trusting(own, "Ada", Origin=own.url)
            ada.do("make", game="dead-drop", seats=3)
            ada.do("sit", seat=0)
            ada.do("start")
            play([ada], lambda guest, moves: moves[0])
            request = urllib.request.Request(own.url + "/cookie", ada.you["token"].encode())
            with urllib.request.urlopen(request, timeout=LATE, context=trusted) as answer:
                assert "Secure" in answer.headers["Set-Cookie"]
                assert not answer.headers["Strict-Transport-Security"]
            assert b"inside-job" not in raw(own, b"GET /games HTTP/1.1\r\nHost: x\r\n\r\n")  # not over TLS
            ada.close()
            assert own.stop() == 0
        for version, ciphers, good in (("1_1", "ALL:@SECLEVEL=0", False), ("1_2", "ECDHE+AESGCM", True), ("1_2", "ECDHE+CHACHA20", True),
                                       ("1_2", "kRSA:@SECLEVEL=0", False), ("1_2", "ECDHE+SHA:!AEAD", False), ("1_3", "ALL", True)):
            tls_with(server.program, folder, version, ciphers, good)
        for words in ["--cert", cert], ["--key", key], ["--cert", key, "--key", cert], ["--cert", f"{folder}/none", "--key", key]:
            done = subprocess.run([server.program, "serve", "--port", "0", "--data", f"{folder}/x.db", *words], capture_output=True,
                                  timeout=LATE, text=True)
            assert done.returncode in (1, 2) and "safehouse: " in done.stderr and not done.stdout, (words, done)


# ---- opening and closing --------------------------------------------------------------------------------------------------


def says_no(program, *words):
    """The one sentence with which the command fails."""
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=LATE, stdin=subprocess.DEVNULL)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert done.returncode == 1 and not done.stdout and len(said) == 1 and said[0].startswith("safehouse: "), done
    return said[0]


@test
def the_house_closes(server):
    """SIGTERM: guests hear 1001, exit 0, and everything is there when it opens again."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/house.db"
        with Server(server.program, data=data) as own:
            key, guests = players(own, 3, "inside-job", clock="game", time=3600000)
            play(guests, lambda guest, moves: moves[0], most=10)
            last = guests[0].do("say", text="before")["update"]
            for guest in guests:
                guest.sync(last)
            watching = Client(own)
            own.process.send_signal(signal.SIGTERM)
            assert [guest.end() for guest in [*guests, watching]] == [1001] * 4
            assert own.process.wait(LATE) == 0
        before = {json.loads(raw)["update"]: news(raw) for raw in guests[1].raw if b'"events":' in raw}
        with Server(server.program, data=data) as own:
            back = Client(own, token=guests[1].you["token"])
            answer = back.do("watch", table=key, after=min(before) - 1, **{"as": 1})
            missed = {json.loads(raw)["update"]: raw for raw in back.raw[:-1] if b'"events":' in raw}
            assert before.items() <= missed.items()
            assert answer["update"] == last and answer["left"] == guests[1].left
            again = [Client(own, token=guest.you["token"]) for guest in guests]
            for guest in again:
                guest.do("watch", table=key)
                guest.ids = 1000
            play(again, lambda guest, moves: moves[0])
            own.verify(key)


def change_line(data, old, new):
    """Changes a line that a house which is closed has stored."""
    with contextlib.closing(sqlite3.connect(data)) as db, db:
        changed = [db.execute(f"update {where} set text = replace(text, ?, ?) where instr(text, ?)", (old, new, old)).rowcount
                   for where in ("line", "fresh")]
    assert sum(changed) == 1, changed


@test
def a_damaged_table(server):
    """A letter of a stored line changes: that table is closed and shown as damaged; the others go on."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/house.db"
        with Server(server.program, data=data) as own:
            tables = []
            for word in "Hello", "Howdy":
                key, guests = players(own, 3, "inside-job")
                play(guests, lambda guest, moves: moves[0], most=10)
                guests[0].do("say", text=word)
                tables.append((key, [guest.you["token"] for guest in guests]))
            assert own.stop() == 0
        change_line(data, "Hello", "Jello")
        with Server(server.program, data=data) as own:
            (key, tokens), (good, others) = tables
            ada = Client(own, token=tokens[0])
            ada.do("lang", lang="pl")
            answer = ada.refused("house.damaged", do="watch", table=key)
            assert (answer["damaged"], answer["table"], answer["game"]) == (True, key, "inside-job") and "uszkodzony" in answer["text"]
            assert ada.do("mine")["mine"] == [{"damaged": True, "table": key, "game": "inside-job"}]
            assert not any(table["table"] == key for table in ada.do("lobby")["lobby"])
            assert own.get(f"/record/{key}")[0] == 404
            assert own.metric("tables_damaged") == 1
            logged = [json.loads(line) for line in own.log().splitlines() if '"damaged"' in line]
            assert len(logged) == 1 and logged[0]["table"] == 1 and "Table 1 is kept but closed" in logged[0]["word"], logged
            assert "Hello" not in own.log() and "Jello" not in own.log()
            again = [Client(own, token=token) for token in others]
            for guest in again:
                guest.do("watch", table=good)
                guest.ids = 1000
            play(again, lambda guest, moves: moves[0])
            own.verify(good)
            assert own.stop() == 0
        change_line(data, "Jello", "Hello")
        with Server(server.program, data=data) as own:
            assert Client(own, token=tokens[0]).do("watch", table=key)["view"]["phase"] == "playing"


@test
def closing_with_a_deaf_guest(server):
    """The house obeys SIGTERM in time although a guest reads nothing."""
    with Server(server.program, limits=[*FREE, "queue=67108864"]) as own:
        table_with_a_deaf_guest(own)
        assert own.stop() == 0


@test
def two_houses(server):
    """A second house on the same data, or on the same port, gets one sentence and exit 1."""
    port = str(urllib.parse.urlsplit(server.url).port)
    with tempfile.TemporaryDirectory() as folder:
        assert port in says_no(server.program, "serve", "--port", port, "--data", f"{folder}/other.db")
    said = says_no(server.program, "serve", "--port", "0", "--data", server.data)
    assert server.data in said, said
    os.symlink(server.data, f"{server.folder}/link.db")  # the same file by another name
    says_no(server.program, "serve", "--port", "0", "--data", f"{server.folder}/link.db")
    well(server)
    with Server(server.program) as own:  # a killed house leaves no lock behind
        own.stop(signal.SIGKILL)
        with Server(server.program, data=own.data) as next_one:
            well(next_one)


@test
def data_that_is_none(server):
    """A data file that is no database, is a directory, or cannot be written: one sentence, exit 1."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(f"{folder}/file")
        path.write_bytes(b"This is no database, but a text of some length.\n" * 100)
        before = path.read_bytes()
        assert str(path) in says_no(server.program, "serve", "--port", "0", "--data", str(path))
        assert path.read_bytes() == before
        other = pathlib.Path(f"{folder}/other.db")
        with contextlib.closing(sqlite3.connect(other)) as db:
            db.execute("create table edition (n integer not null)")
            db.execute("insert into edition values (99)")
            db.commit()
        says_no(server.program, "serve", "--port", "0", "--data", str(other))
        says_no(server.program, "serve", "--port", "0", "--data", folder)
        says_no(server.program, "serve", "--port", "0", "--data", f"{folder}/no/such/folder.db")
        if os.geteuid():  # root may write everywhere
            os.chmod(folder, 0o500)
            says_no(server.program, "serve", "--port", "0", "--data", f"{folder}/new.db")
            os.chmod(folder, 0o700)
        says_no(server.program, "serve", "--port", "0", "--data", "/proc/house.db")
        for words in (str(path), f"{folder}/b1"), (f"{folder}/missing", f"{folder}/b2"), (server.data, str(path)), (server.data, "/proc/x"):
            says_no(server.program, "backup", words[1], "--data", words[0])


@test
def backup_under_load(server):
    """A backup under load has everything that was acknowledged before it began, and a house opens with it."""
    with Server(server.program) as own:
        key, guests = players(own, 3, "inside-job")
        stop, loaders = threading.Event(), []

        def load(n):
            guest = Client(own, f"L{n}")
            guest.do("make", game="dead-drop", seats=3)
            while not stop.is_set():
                guest.do("say", text="x" * 400)
        for n in range(4):
            loaders.append(threading.Thread(target=load, args=(n,), daemon=True))
            loaders[-1].start()
        try:
            for i in range(3):
                copy = f"{own.folder}/copy{i}.db"
                play(guests, lambda guest, moves: moves[0], most=5)
                last = guests[0].do("say", text=f"before {i}")["update"]
                done = subprocess.run([own.program, "backup", copy, "--data", own.data], capture_output=True, text=True, timeout=LATE)
                assert done.returncode == 0 and copy in done.stdout, done
                with Server(own.program, data=copy) as other:
                    back = Client(other, token=guests[0].you["token"])
                    answer = back.do("watch", table=key)
                    assert answer["update"] >= last and answer["talk"][-1]["text"] == f"before {i}"
                    assert answer["view"]["n"] == guests[0].n
        finally:
            stop.set()
            for loader in loaders:
                loader.join(LATE)


@test
def the_log_tells_nothing(server):
    """The log is JSON, and contains no token, name, key or talk."""
    with Server(server.program) as own:
        names = ["Zofia-Quixote", "Bartholomew-X"]
        everybody = []

        def come(*words, **headers):
            everybody.append(Client(own, *words, **headers))
            return everybody[-1]
        guests = [come(name) for name in names]
        key = guests[0].do("make", game="inside-job", seats=2, decks=[])["table"]
        guests[1].do("watch", table=key)
        for i, guest in enumerate(guests):
            guest.do("sit", seat=i, nonce="feedfacecafe")
        guests[0].do("say", text="xyzzyword")
        guests[0].do("report", text="plughword")
        code = guests[0].do("code")["code"]
        come().ask(do="enter", token="secrettoken" * 4)
        come().ask(do="enter", code="ABCD-EFGH-JKLM")
        come().do("enter", code=code)
        come(Authorization=f"Bearer {guests[0].you['token']}", Cookie=f"safehouse={guests[1].you['token']}")
        guests[0].ask(do="make", game="xyzzygame")
        guests[0].frame(1, b"xyzzygarbage")
        guests[0].frame(2, b"xyzzybinary")
        own.get("/cookie", guests[0].you["token"].encode())
        own.get("/cookie", b"xyzzycookie")
        own.get("/record/" + key)
        with contextlib.suppress(Exception):
            Client(own, Origin="http://xyzzyorigin")
        for data in b"GET /xyzzy\xff HTTP/1.1\r\n\r\n", b"xyzzy\r\n\r\n", b"GET /xyzzy HTTP/1.1\r\nX: " + b"xyzzy" * 3000 + b"\r\n\r\n", \
                f"GET /record/{key} HTTP/9\r\nCookie: safehouse={guests[0].you['token']}\r\nBroken\r\n\r\n".encode():
            raw(own, data)
        play(guests, lambda guest, moves: moves[0])
        bad = come("Bad")
        bad.frame(1, b"\xff")
        bad.end()
        for guest in everybody:
            guest.close()
        assert own.stop() == 0
        log = own.log()
        assert {line["what"] for line in lines_of(own)} >= {"made", "report", "over"}, log
        for word in [*names, key, "xyzzy", "plugh", "feedface", "secrettoken", code, *(g.you["token"] for g in guests)]:
            assert word not in log, (word, next(line for line in log.splitlines() if word in line))


main()
