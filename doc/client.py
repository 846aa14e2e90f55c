#!/usr/bin/env python3
"""client.py URL GAME [TABLE] - a whole client of a house, in Python's standard library: sits down, plays any legal move.

    python3 doc/client.py http://localhost:7447 inside-job    at a table of its own, against bots
    python3 doc/client.py http://localhost:7447 - KEY         at somebody's table

The messages are in doc/protocol.md.  Prints what it hears, and at the end where the record is."""
import base64, http.client, json, os, random, secrets, struct, sys, time, urllib.parse


class House:
    """A WebSocket, as far as a client of a house needs one (RFC 6455)."""
    code = None

    def __init__(self, url, node=None, **headers):
        at = urllib.parse.urlsplit(url)
        door = self.door(at)
        door.request("GET", f"/ws?node={node}" if node else "/ws", headers={"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                     "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **headers})
        self.socket, self.answer = door.sock, door.getresponse()
        self.file = self.answer.fp
        if self.answer.status != 101:
            raise ConnectionError(f"no house there: {self.answer.status} {self.answer.reason}")

    def door(self, at):
        return (http.client.HTTPSConnection if at.scheme == "https" else http.client.HTTPConnection)(at.netloc)

    def frame(self, kind, data):
        size, mask = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 254, len(data)), os.urandom(4)
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message as it came, in bytes; None when the house has closed.  Houses do not send in pieces."""
        while len(head := self.file.read(2)) == 2:
            size = head[1] if head[1] < 126 else int.from_bytes(self.file.read(2 if head[1] == 126 else 8), "big")
            data, kind = self.file.read(size), head[0] & 0x0F
            if len(data) < size or kind == 8:
                self.code = int.from_bytes(data[:2], "big")  # why: the protocol lists them
                return None
            if kind == 1:
                return data
            if kind == 9:
                self.frame(10, data)

    def hear(self):
        return json.loads(self.receive() or "null")


def play(url, game, table=None):
    house, sent, answered, seat, token, hops = House(url), 0, 0, None, None, 0
    house.say(do="enter", name="Pythia")
    house.say(do="watch", table=table) if table else house.say(do="make", game=game, bot="random")
    while message := house.hear():
        print(json.dumps(message)[:200])
        if "error" in message:
            return message["text"]
        token = (message.get("you") or {}).get("token", token)
        if "elsewhere" in message:  # another node of the house runs the table
            hops += 1
            time.sleep(min(0.3 * 2 ** (hops - 3), 2) if hops > 2 else 0)
            house = House(url, message["elsewhere"])
            house.say(do="enter", token=token)
            house.say(do="watch", table=table)
            continue
        table, answered = message.get("table", table), message.get("re", answered)
        if "view" in message and message["view"]["phase"] == "waiting" and seat is None:
            free = [s for s in message["view"]["seats"] if not s["person"]]
            seat = min(free, key=lambda s: s["bot"])["seat"]  # nobody's rather than a bot's
            house.say(do="sit", seat=seat, nonce=secrets.token_hex(16))  # with a nonce, I am ready
            if game != "-":
                house.say(do="start")  # bots take the other seats
        if any(event["event"] == "over" for event in message.get("events", [])):
            return f"{url}/record/{table}"
        now, request = message.get("view", message), None
        if now.get("moves"):
            request = {"do": "move", "id": sent + 1, "move": random.choice(now["moves"])}
        elif "discussion" in now and seat not in now["discussion"]["ready"]:
            request = {"do": "ready"}
        if request and sent == answered:
            sent += 1
            house.say(re=sent, **request)
    return "The house has closed."


if __name__ == "__main__":
    print(play(*sys.argv[1:]) if len(sys.argv) in (3, 4) else __doc__)
