#!/usr/bin/python3
"""People who mean harm, while others play: attacks.py PROGRAM LOAD [SECONDS]. Each attack is refused in the
way it should be, changes nothing at the table it is made on, and does not keep other tables waiting: their
p99 is measured without attacks, with all of them at once, and without again. Prints TAP."""
import json
import multiprocessing
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
import traceback

import served
import websocket
from served import Person, check
from websocket import BINARY, TEXT, Refused, WebSocket, frame

PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
SECONDS = sys.argv[3] if len(sys.argv) > 3 else "2"
TABLES, PACE = "20", "100"
GONE = (ConnectionError, EOFError, OSError, Refused)


class Attack:
    """One way to do harm, again and again from an address of its own, until it is told to stop."""
    pause = 0.005
    made = 0

    def __init__(self, port, table, address):
        self.port, self.table = port, table
        self.field = f"X-Forwarded-For: 192.0.2.{address}"
        self.surprises = []

    def connect(self):
        return WebSocket(self.port, [self.field], timeout=20)

    def expect(self, what, got, *allowed):
        self.made += 1
        if got not in allowed:
            self.surprises.append(f"{what}: {got}")

    def refusal(self, ws, line, worse=("token", "record")):
        """The key of the refusal a line gets; or what it should not get."""
        ws.send(line)
        while (text := ws.receive()) is not None:
            message = json.loads(text)
            if message["is"] == "refused":
                return message["why"]["key"]
            if message["is"] in worse:
                return message["is"]
        return ws.closed

    def settle(self, ws):
        """Waits until all that was said is answered."""
        self.refusal(ws, "what", worse=())

    def code(self, data):
        """What a WebSocket is closed with that says this."""
        ws = self.connect()
        ws.raw(data)
        code = ws.drain()
        ws.close()
        return code

    def end(self):
        """What can only be seen at the end."""

    def run(self, stop):
        while not (self.made and stop.is_set()):
            try:
                self.attack()
            except Refused as refusal:
                self.expect("a handshake", refusal.args[0], 429)
            except GONE:
                self.made += 1  # sent away in the middle of it
            time.sleep(self.pause)
        self.end()
        return self.made, self.surprises


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
        for line in ("sit 1 - Eve", "move 40 stop", "move 41 stop", "swap 1 2", "chair 1 bot:matelot", "close",
                     "block 1", "block Anne", "undo", "agree", "start", "rematch"):
            got = self.refusal(ws, line)
            if got != 1008:  # too fast
                self.expect(line, str(got).split(".")[0], "host", "status")
        ws.close()


class OutOfTurn(Attack):
    name = "moves out of turn, and again"

    def attack(self):
        ws = self.connect()
        for line in ("new mille-sabords seats=person,person", "sit 1 - Eve", "sit 2 - Eve", "start"):
            ws.send(line)
        self.settle(ws)
        for question in (0, 1, 7, 15, 4000000000, -1):
            got = self.refusal(ws, f"move {question} stop")
            self.expect(f"move {question}", str(got).split(".")[0], "host", "status", "1008")
        ws.send("close")
        ws.close()


class HugeLines(Attack):
    name = "huge lines"

    def attack(self):
        self.expect("a huge line", self.code(frame(TEXT, b"say " + b"a" * 60000)), 1009, 1006)
        ws = self.connect()
        self.expect("a long line", self.refusal(ws, "say " + "a" * 900), "host.too-long")
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
        for text in (f"sit 1 - {self.tag}", f"say {self.tag}<img src=x onerror=alert(1)>"):
            ws.send(text)
        self.settle(ws)
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
    """Sockets that say nothing, as many as one address may have, and then some; and connections that do not
    even begin to ask."""
    name = "idle sockets"
    most = 512

    def __init__(self, *where):
        super().__init__(*where)
        self.sockets, self.mute = [], []

    def open_socket(self):
        """Another one; or it is told that there are too many, or that they come too fast."""
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
    """Heads that never end and frames that never end, a byte at a time."""
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
    """Asks for much and does not read."""
    name = "readers who do not read"

    def attack(self):
        ws = self.connect()
        ws.end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ws.raw(frame(TEXT, b"hello 1") * 300)
        time.sleep(0.1)
        self.expect("a deaf one", ws.drain(), 1008, 1006)
        ws.close()


ATTACKS = (WrongTokens, OthersSeats, OutOfTurn, HugeLines, BinaryFrames, Flood, Scripts, Idle, SlowLoris,
           DeafReaders)


def attack(kind, port, table, address, stop, out):
    """A process of its own, which leaves the processor to those who play."""
    os.nice(15)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    try:
        out.put((kind.name, *kind(port, table, address).run(stop)))
    except Exception:  # whatever it is
        out.put((kind.name, 0, [traceback.format_exc()]))


def play(server):
    """The loader's people, for some seconds: what they waited."""
    got = subprocess.run([LOAD, str(server.port), TABLES, SECONDS, PACE], capture_output=True, text=True)
    if got.returncode:
        raise RuntimeError(got.stderr)
    return json.loads(got.stdout)


def under_attack(server, table):
    """The same while every attack is made at once, what came of each, and the attackers' processor time."""
    stop, out = multiprocessing.Event(), multiprocessing.Queue()
    rested = resource.getrusage(resource.RUSAGE_CHILDREN)
    attackers = [multiprocessing.Process(target=attack, args=(kind, server.port, table, i + 1, stop, out))
                 for i, kind in enumerate(ATTACKS)]
    for attacker in attackers:
        attacker.start()
    try:
        waited = play(server)
    finally:
        stop.set()
        reports = [out.get(timeout=100) for _ in attackers]
        for attacker in attackers:
            attacker.join()
    tired = resource.getrusage(resource.RUSAGE_CHILDREN)
    return waited, reports, tired.ru_utime + tired.ru_stime - rested.ru_utime - rested.ru_stime


def victims(server):
    """A table that everybody can find, in the middle of its match."""
    anne, bob = Person(server), Person(server)
    anne.ask("new mille-sabords seats=person,person lobby=public", "table")
    anne.ask("sit 1 - Anne", "seats")
    bob.ask(f"join {anne.code}", "seats")
    bob.ask("sit 2 - Bob", "seats")
    anne.say("start")
    anne.until("view"), bob.until("view")
    return anne, bob


def picture(server, table):
    """What the public sees of a table, but for who watches."""
    told = json.loads(server.get(f"/table/{table}")[2])
    return {key: told[key] for key in told if key not in ("watchers", "n")}


def main(scratch):
    server = served.Server(PROGRAM, scratch, "--trust-proxy", "--store", os.path.join(scratch, "t.db"))
    anne, bob = victims(server)
    before, quiet = picture(server, anne.table), [play(server)]
    attacked, reports, effort = under_attack(server, anne.table)
    quiet.append(play(server))
    for name, made, surprises in sorted(reports):
        check(f"{name}: {made} times, always refused as it should be", made and not surprises, "\n".join(surprises[:5]))
    after = picture(server, anne.table)
    check("the attacked table is as it was", after == before, (before, after))
    anne.resume(), bob.resume()
    mover = anne if anne.question else bob
    check("and its people play on", mover.ask(mover.choice(random.Random(1)), "event")["is"] == "event")
    without, during = max(q["p99_ms"] for q in quiet), attacked["p99_ms"]
    check(f"other tables' p99: {quiet[0]['p99_ms']:.1f} ms before, {during:.1f} ms during, "
          f"{quiet[1]['p99_ms']:.1f} ms after; p50: {quiet[0]['p50_ms']:.1f}, {attacked['p50_ms']:.1f}, "
          f"{quiet[1]['p50_ms']:.1f}; the server worked {attacked['server_cpu_seconds']:.1f} s of "
          f"{attacked['seconds']:.0f}, attackers and people {effort:.1f}", during < 5 * without + 500)
    check("and they made as many moves", attacked["moves"] > 0.5 * min(q["moves"] for q in quiet),
          (quiet, attacked))
    check("the server stops well", server.stop() == 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        served.run(main, scratch)
    sys.exit(served.report())
