#!/usr/bin/python3
"""Schedules over real sockets: clients whose connections break, are half closed, fall silent or stop reading, and
whose commands arrive twice, late, reordered or never. In the end every client's view, built from differences
alone, equals the server's, and no client misses an event: sockets.py PROGRAM [SCHEDULES [FIRST]]. Prints TAP."""
import os
import random
import socket
import struct
import sys
import tempfile
import time

import served
from picture import Knowledge
from served import check, subset_answer
from websocket import PATIENCE, TEXT, WebSocket, frame

PROGRAM = os.path.abspath(sys.argv[1])
SCHEDULES = int(sys.argv[2]) if len(sys.argv) > 2 else 30
FIRST = int(sys.argv[3]) if len(sys.argv) > 3 else 1
AT_ONCE, TURNS, BURST = 15, 400, 4
GAMES = {"mille-sabords": 2, "corsaires": 2, "buccaneer": 3, "pirates-en-duel": 2, "aux-sabords": 2}
OTHERS = ["undo", "end", "react 2", "agree REQUEST", "disagree REQUEST", "refresh", "phrase 2", "share on", "share off", "rematch", "start",
          "nonce x", "watch 1", "watch", "record", "move 1 stop", "lobby"]


class Line:
    """A player's connection, which may be gone, half closed or unread."""

    def __init__(self, server, rng):
        self.server, self.rng = server, rng
        self.known = Knowledge()
        self.outbox = []
        self.open()

    def open(self):
        self.ws = WebSocket(self.server.port, timeout=PATIENCE)
        self.ws.end.setblocking(False)
        self.deaf = self.mute = False

    # ---- receiving ----

    def take(self):
        """What has arrived over the socket: None if nothing, no bytes at its end."""
        try:
            return self.ws.end.recv(1 << 16)
        except BlockingIOError:
            return None
        except ConnectionError:
            return b""

    def read(self):
        """Reads all that has arrived, and returns the kinds of messages."""
        kinds = []
        while self.ws and not self.deaf and (piece := self.take()) is not None:
            self.ws.rest += piece
            kinds += self.hear_frames()
            if not piece:
                self.drop()
        return kinds

    def hear_frames(self):
        kinds, rest = [], self.ws.rest
        while len(rest) >= 2:
            size, head = rest[1], 2
            if size >= 126:
                head = 4 if size == 126 else 10
                size = int.from_bytes(rest[2:head], "big") if len(rest) >= head else len(rest)
            if len(rest) < head + size:
                break
            if rest[0] & 15 == TEXT:
                kinds.append(self.known.receive(rest[head:head + size]))
            rest = rest[head + size:]
        self.ws.rest = rest
        return kinds

    def until(self, *kinds, or_gone=False):
        """Reads until a message of one of these kinds has arrived, or optionally until the connection is gone."""
        deadline, heard = time.time() + PATIENCE, []
        while time.time() < deadline:
            heard += self.read()
            if any(kind in kinds for kind in heard) or (or_gone and not self.ws):
                return
            time.sleep(0.001)
        raise TimeoutError(f"no {kinds} in {heard[-20:]}, {self.known.refusals[-3:]}")

    # ---- sending ----

    def raw(self, data):
        try:
            self.ws.end.sendall(data)
        except (BlockingIOError, ConnectionError):
            self.drop()

    def say(self, line):
        """Sends in one frame or in fragments, at once or in pieces, once or twice."""
        text = line.encode()
        cut = self.rng.randrange(len(text) + 1)
        data = frame(TEXT, text)
        if self.rng.random() < 0.2:
            data = frame(TEXT, text[:cut], fin=False) + frame(0, text[cut:])
        if self.rng.random() < 0.1:
            data += data
        cut = self.rng.randrange(len(data))
        self.raw(data[:cut])
        if self.ws:
            self.raw(data[cut:])

    def ask(self, line, *kinds):
        self.raw(frame(TEXT, line.encode()))
        self.until(*kinds)

    def answer(self):
        """A line that answers a question of this client; or another line."""
        if self.known.questions and self.rng.random() < 0.85:
            question = self.rng.choice(list(self.known.questions.values()))
            moves = [move["move"] for move in question["moves"]]
            moves += [subset_answer(subset, self.rng) for subset in question["subsets"]]
            return f"move {question['question']} {self.rng.choice(moves)}"
        return self.rng.choice(OTHERS).replace("REQUEST", str(self.known.undo_request))

    def deliver(self):
        """Delivers one of the pending lines, out of order, twice, or never."""
        chosen = self.rng.randrange(len(self.outbox)) if self.rng.random() < 0.3 else 0
        line = self.outbox[chosen]
        if self.rng.random() < 0.88:
            del self.outbox[chosen]
        if self.rng.random() < 0.92:
            self.say(line)

    # ---- breaking ----

    def drop(self, hard=False):
        if hard:  # the other side sees an error instead of an end of file
            self.ws.end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.ws.close()
        self.ws = None
        self.outbox = []

    def close_half(self):
        """Stops sending, but still reads."""
        self.mute = True
        try:
            self.ws.end.shutdown(socket.SHUT_WR)
        except OSError:
            self.drop()

    def reconnect(self):
        self.open()
        self.raw(frame(TEXT, f"resume {self.known.table} {self.known.token or '-'} {self.known.n}".encode()))

    def happen(self):
        """One of many events."""
        roll = self.rng.random()
        if not self.ws:
            if roll < 0.4:
                self.reconnect()
        elif roll < 0.03:
            self.drop(hard=self.rng.random() < 0.5)
        elif roll < 0.05:
            self.close_half()
        elif roll < 0.07 or self.deaf:
            self.deaf = self.rng.random() < 0.8
        elif self.mute:
            pass
        elif self.outbox and roll < 0.6:
            self.deliver()
        elif len(self.outbox) < 3:
            self.outbox.append(self.answer())


class Schedule:
    """A table of two, or of two and a bot, with a spectator."""

    def __init__(self, server, seed):
        self.server, self.seed, self.rng = server, seed, random.Random(seed)
        game = list(GAMES)[seed % len(GAMES)]
        self.lines = [Line(server, self.rng) for _ in range(3)]
        anne, bob, wanda = self.lines
        bots = ",bot:matelot" * (GAMES[game] - 2)
        anne.ask(f"new {game} seats=person,person{bots} away=0", "table")
        anne.ask("sit 1 - Anne", "seats")
        bob.ask(f"join {anne.known.code}", "seats")
        bob.ask("sit 2 - Bob", "token")
        wanda.ask(f"join {anne.known.code}", "seats")
        anne.ask("start", "view")

    def step(self):
        for line in self.lines:
            line.read()
        self.rng.choice(self.lines).happen()

    def keep_up(self):
        """Waits until what was said is answered: a table refuses when too much waits for the disk. A line is
        answered in order, so the lobby comes behind everything else."""
        speaking = [line for line in self.lines if line.ws and not line.mute and not line.deaf]
        for line in speaking:
            line.raw(frame(TEXT, b"lobby"))
        for line in speaking:
            line.until("lobby", or_gone=True)

    # ---- the end ----

    def calm_down(self):
        """Ends all faults: every client is connected, and what is pending arrives."""
        for line in self.lines:
            line.deaf = False
            if line.ws and line.mute:
                line.drop()
            line.read()
            if not line.ws:
                line.reconnect()

    def sight_of(self, line):
        """What a new connection with the same token receives."""
        other = Line(self.server, self.rng)
        other.ask(f"resume {line.known.table} {line.known.token or '-'} 0", "log")
        other.ask("lobby", "lobby")  # a long log comes in several messages
        watched = [viewer for viewer in line.known.eyes if viewer != "spectator"]
        if not line.known.token and watched:
            # Refused if the news that the seat is not shared any more is under way. Before a match there is no view.
            other.ask(f"watch {watched[0]}", "you", "refused")
            other.ask("lobby", "lobby")
        other.ws.close()
        return other.known

    def differences(self, line):
        """What this client knows wrongly or does not know."""
        truth, known = self.sight_of(line), line.known
        if truth.refusals:
            yield f"the seat that it watches: {truth.refusals}"
        for viewer in truth.pictures:
            if viewer not in known.pictures or known.pictures[viewer].text() != truth.pictures[viewer].text():
                yield f"the picture of {viewer}"
        if {v: q["question"] for v, q in known.questions.items()} != {
                v: q["question"] for v, q in truth.questions.items()}:
            yield "the questions"
        for (viewer, n), words in truth.texts.items() if known.token else ():  # a spectator changes its viewer
            if words not in (known.texts.get((viewer, n)), known.texts.get(("spectator", n))):
                yield f"event {n} of {viewer}"

    def ends_well(self):
        """Waits until every client has received everything; returns the remaining differences."""
        self.calm_down()
        deadline = time.time() + PATIENCE
        while True:
            time.sleep(0.02)
            for line in self.lines:
                line.read()
            left = [f"schedule {self.seed}, line {i}: {difference}" for i, line in enumerate(self.lines)
                    for difference in self.differences(line)]
            if not left or time.time() > deadline:
                return left

    def events(self):
        return max(line.known.n for line in self.lines)

    def close(self):
        for line in self.lines:
            if line.ws:
                line.ws.close()


def play(server, seeds):
    """Plays one schedule per seed side by side; returns the differences, and how much happened."""
    schedules = [Schedule(server, seed) for seed in seeds]
    for turn in range(TURNS):
        for schedule in schedules:
            schedule.step()
        if turn % BURST == 0:
            for schedule in schedules:
                schedule.keep_up()
    wrong = [difference for schedule in schedules for difference in schedule.ends_well()]
    events = sum(schedule.events() for schedule in schedules)
    for schedule in schedules:
        schedule.close()
    return wrong, events


def main(scratch):
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", os.path.join(scratch, "t.db"))
    wrong, events = [], 0
    for first in range(FIRST, FIRST + SCHEDULES, AT_ONCE):
        more, happened = play(server, range(first, min(first + AT_ONCE, FIRST + SCHEDULES)))
        wrong += more
        events += happened
    check(f"{SCHEDULES} schedules, {events} events: everybody's picture is the server's sight", not wrong,
          "\n".join(wrong[:20]))
    check("much did happen", events > 12 * SCHEDULES, events)
    check("the server stops well", server.stop() == 0)


with tempfile.TemporaryDirectory() as scratch:
    served.run(main, scratch)
sys.exit(served.report())
