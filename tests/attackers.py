"""Attackers that violate the protocol. Each sends invalid input repeatedly from its own address and checks that
every attempt is refused as documented. attacks.py runs them."""
import collections
import json
import os
import socket
import time

import websocket
from websocket import BINARY, TEXT, Refused, WebSocket, frame

GONE = (ConnectionError, EOFError, OSError, Refused)


class Attack:
    """One kind of attack, repeated from its own address until the event `stop` is set."""
    pause = 0.005
    made = 0

    def __init__(self, port, table, address):
        self.port, self.table = port, table
        self.field = f"X-Forwarded-For: 192.0.2.{address}"
        self.surprises = []  # unexpected answers
        self.count = collections.Counter()  # other statistics, by name

    def connect(self):
        return WebSocket(self.port, [self.field], timeout=20)

    def expect(self, what, got, *allowed):
        self.made += 1
        if got not in allowed:
            self.surprises.append(f"{what}: {got}")

    def refusal(self, ws, line, worse=("token", "record")):
        """The key of the refusal of a line, or the kind of an unexpected message."""
        ws.send(line)
        while (text := ws.receive()) is not None:
            message = json.loads(text)
            if message["type"] == "refused":
                return message["reason"]["key"]
            if message["type"] in worse:
                return message["type"]
        return ws.closed

    def wait_for_answers(self, ws):
        """Waits until everything sent so far is answered."""
        self.refusal(ws, "what", worse=())

    def code(self, data):
        """The close code of the server after these bytes."""
        ws = self.connect()
        ws.raw(data)
        code = ws.drain()
        ws.close()
        return code

    def end(self):
        """Checks that are only possible at the end."""

    def run(self, stop):
        while not (self.made and stop.is_set()):
            try:
                self.attack()
            except Refused as refusal:
                self.expect("a handshake", refusal.args[0], 429)
            except GONE:
                self.made += 1  # disconnected during the attempt
            time.sleep(self.pause)
        self.end()
        return self.made, self.surprises, self.count


class WrongTokens(Attack):
    name = "wrong tokens"

    def attack(self):
        ws = self.connect()
        for _ in range(10):
            line = f"resume {self.table} {os.urandom(16).hex()} 0"
            self.expect("a wrong token", self.refusal(ws, line, worse=["you"]), "host.wrong-token", 1008)
        ws.close()


class OthersSeats(Attack):
    name = "somebody else's seat"

    def attack(self):
        ws = self.connect()
        ws.send(f"join {self.table} Eve")
        for line in ("sit 1 - Eve", "move 40 stop", "move 41 stop", "swap 1 2", "seat 1 bot:matelot", "close",
                     "ban 1", "ban Anne", "undo", "agree", "start", "rematch"):
            got = self.refusal(ws, line)
            if got != 1008:  # sent too fast
                self.expect(line, str(got).split(".")[0], "host", "status")
        ws.close()


class OutOfTurn(Attack):
    name = "moves out of turn, and again"

    def attack(self):
        ws = self.connect()
        for line in ("new mille-sabords seats=person,person", "sit 1 - Eve", "sit 2 - Eve", "start"):
            ws.send(line)
        self.wait_for_answers(ws)
        for question in (0, 1, 7, 15, 4000000000, -1):
            got = self.refusal(ws, f"move {question} stop")
            self.expect(f"move {question}", str(got).split(".")[0], "host", "status", "1008")
        ws.send("close")
        ws.close()


class HugeLines(Attack):
    name = "huge lines"

    def attack(self):
        self.expect("a huge line", self.code(frame(TEXT, b"chat " + b"a" * 60000)), 1009, 1006)
        self.expect("a line that is too long by one byte", self.code(frame(TEXT, b"a" * 1025)), 1009)
        ws = self.connect()
        self.expect("a long line", self.refusal(ws, "chat " + "a" * 1019), "host.at-no-table")
        ws.close()


class BinaryFrames(Attack):
    name = "binary and broken frames"

    def attack(self):
        self.expect("binary", self.code(frame(BINARY, os.urandom(100))), 1003)
        self.expect("bad UTF-8", self.code(frame(TEXT, b"\xff\xfe")), 1007)
        self.expect("no mask", self.code(frame(TEXT, b"a", masked=False)), 1002)


class Flood(Attack):
    name = "floods of lines and requests"

    def attack(self):
        self.expect("a flood of lines", self.code(frame(TEXT, b"lobby") * 300), 1008, 1006)
        self.expect("a flood of requests", websocket.request(self.port, "/lobby", [self.field])[0], 200, 429)


class Scripts(Attack):
    name = "scripts in names and chat"
    tag = "<script>1</script>"

    def attack(self):
        ws = self.connect()
        ws.send("new mille-sabords seats=person,person chat=free lobby=public")
        for text in (f"sit 1 - {self.tag}", f"chat {self.tag}<img src=x onerror=alert(1)>"):
            ws.send(text)
        self.wait_for_answers(ws)
        for name in ("\u202eeve", "a\tb", "a" * 25):
            self.expect(f"the name {name!r}", str(self.refusal(ws, f"sit 2 - {name}")).split(".")[0], "host",
                        "1008")
        status, fields, body = websocket.request(self.port, "/lobby", [self.field])
        if status == 200:
            self.expect("the lobby", (fields["content-type"], fields["x-content-type-options"],
                                      self.tag.encode() in body), ("application/json", "nosniff", True))
        ws.send("close")
        ws.close()


class Idle(Attack):
    """Silent WebSockets, more than one address may have, and connections that never send a request."""
    name = "idle sockets"
    most = 512

    def __init__(self, *where):
        super().__init__(*where)
        self.sockets, self.mute = [], []

    def open_socket(self):
        """Opens another one; 429 if there are too many or they are opened too fast."""
        try:
            self.sockets.append(self.connect())
            status = 101
        except Refused as refusal:
            status = refusal.args[0]
        self.expect(f"socket {len(self.sockets)}", status, 429, *[101] * (len(self.sockets) <= self.most))

    def attack(self):
        for _ in range(20):
            self.open_socket()
        if len(self.mute) < 1000:
            self.mute += [websocket.connect(self.port, timeout=60) for _ in range(20)]

    def end(self):
        while len(self.sockets) < self.most:
            self.open_socket()
            time.sleep(0.01)
        self.open_socket()
        self.expect("a connection without a word", websocket.receive(self.mute[0]), b"")


class SlowLoris(Attack):
    """Heads and frames that never end, sent byte by byte."""
    name = "heads and frames a byte at a time"
    head = b"GET / HTTP/1.1\r\nX: "
    ends = None

    def attack(self):
        if self.ends is None:
            self.ends = [websocket.connect(self.port, timeout=60) for _ in range(200)]
            self.frames = [self.connect().end for _ in range(50)]
            for end in self.frames:
                end.sendall(frame(TEXT, b"lobby" * 20)[:10])
        for end in self.ends + self.frames:
            try:
                end.send(self.head[:1])
                self.made += 1
            except OSError:
                pass
        self.head = self.head[1:] or b"a"
        time.sleep(0.1)

    def end(self):
        answer = websocket.receive(self.ends[0])
        self.expect("a head that never ends", answer[:12], b"HTTP/1.1 408")


class DeafReaders(Attack):
    """Requests much data and does not read it."""
    name = "readers who do not read"

    def attack(self):
        ws = self.connect()
        ws.end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ws.raw(frame(TEXT, b"hello 2") * 300)
        time.sleep(0.1)
        self.expect("a deaf one", ws.drain(), 1008, 1006)
        ws.close()
