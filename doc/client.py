#!/usr/bin/env python3
"""client.py URL GAME [TABLE] - a whole client of a house, in Python's standard library: sits down, plays any legal move.

    python3 doc/client.py http://localhost:7447 inside-job          at a table of its own, against bots
    python3 doc/client.py http://localhost:7447 - KEY              at somebody's table

The messages are in doc/protocol.md.  Prints what it hears, and at the end where the record is."""
import base64, json, os, random, secrets, socket, ssl, struct, sys, urllib.parse


class House:
    """A WebSocket, as far as a client of a house needs one (RFC 6455)."""
    code = None

    def __init__(self, url, **headers):
        at = urllib.parse.urlsplit(url)
        self.socket = self.connect(at, at.scheme == "https")
        self.file = self.socket.makefile("rb")
        headers = {"Host": at.netloc, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                   "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())
        status = self.file.readline().decode()
        while self.file.readline().strip():
            pass
        if " 101 " not in status:
            raise ConnectionError(f"no house there: {status.strip()}")

    def connect(self, at, secure):
        plain = socket.create_connection((at.hostname, at.port or (443 if secure else 80)))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=at.hostname) if secure else plain

    def frame(self, kind, data):
        head = struct.pack(">BB", 0x80 | kind, 0x80 | len(data)) if len(data) < 126 else struct.pack(">BBH", 0x80 | kind, 254, len(data))
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message as it came, in bytes; None when the house has closed."""
        data = b""
        while len(head := self.file.read(2)) == 2:
            kind, size = head[0] & 0x0F, head[1] & 0x7F
            if size >= 126:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            piece = self.file.read(size)
            if len(piece) < size or kind == 8:
                self.code = int.from_bytes(piece[:2], "big")  # why: the protocol lists them
                return None
            if kind == 9:
                self.frame(10, piece)
            if kind < 3:
                data += piece
                if head[0] & 0x80:
                    return data

    def hear(self):
        return json.loads(self.receive() or "null")


def play(url, game, table):
    house, sent, answered, seat = House(url), 0, 0, None
    house.say(do="enter", name="Pythia")
    house.say(do="watch", table=table) if table else house.say(do="make", game=game, bot="random")
    while message := house.hear():
        print(json.dumps(message)[:200])
        if "error" in message:
            return message["text"]
        table, answered = message.get("table", table), message.get("re", answered)
        if "view" in message and message["view"]["phase"] == "waiting" and seat is None:
            free = [s for s in message["view"]["seats"] if not s["person"]]
            seat = min(free, key=lambda s: s["bot"])["seat"]  # nobody's rather than a bot's
            house.say(do="sit", seat=seat, nonce=secrets.token_hex(16))
            if game != "-":
                house.say(do="start")  # bots take the other seats
        if any(event["event"] == "over" for event in message.get("events", [])):
            return f"{url}/record/{table}"
        moves = message.get("moves") or message.get("view", {}).get("moves")
        if moves and sent == answered:
            sent += 1
            house.say(do="move", re=sent, id=sent, move=random.choice(moves))
    return "The house has closed."


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None))
