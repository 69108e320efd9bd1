#!/usr/bin/python3
"""A server that is killed and restarted repeatedly while people play. No acknowledged move may be lost, and every
client recovers by itself: faults.py PROGRAM [KILLS]. Prints TAP."""
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import served
from served import Person, check, eventually
from websocket import PATIENCE, Refused

PROGRAM = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
TABLES = 6
GONE = (ConnectionError, EOFError, OSError, Refused)


class Gone(Exception):
    """The connection broke."""


class Table(threading.Thread):
    """Two people who play without end, one rematch after the other, whatever happens."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.rng = random.Random(number)
        self.server = server
        self.lost = []       # events received earlier that are missing or different now
        self.moves = self.returns = self.games = 0
        self.halt = threading.Event()
        self.known = {}      # (person, event): the event as received
        anne, bob = Person(server), Person(server)
        anne.ask("new mille-sabords seats=person,person target=5000", "table")
        anne.ask("sit 1 - Anne", "seats")
        bob.ask(f"join {anne.code}", "seats")
        bob.ask("sit 2 - Bob", "seats")
        anne.say("start")
        anne.until("view"), bob.until("view")
        self.people = [anne, bob]

    def run(self):
        while not self.halt.is_set():
            try:
                self.play()
            except (Gone, *GONE):
                self.reconnect()

    def receive(self, person):
        message = person.receive()
        if message is None:
            raise Gone
        return message

    def play(self):
        """Plays one move and waits until both clients have received it."""
        for person in self.people:
            person.ws.end.settimeout(0.01 if not person.question else 0)
            if person.question:
                self.move(person)
                return
            try:
                self.follow(person, self.receive(person))
            except (TimeoutError, BlockingIOError):
                pass

    def follow(self, person, message):
        if person is not self.people[0]:
            return
        if message["type"] == "event" and message.get("over"):
            self.games += 1
            person.say("rematch")
        if message["type"] == "table" and message["phase"] == "waiting":
            person.say("start")
        if message["type"] == "table" and message["phase"] == "finished":
            person.say("rematch")

    def move(self, person):
        person.ws.end.settimeout(PATIENCE)
        line, person.question = person.choice(self.rng), None
        person.say(line)
        while True:
            message = self.receive(person)
            self.follow(person, message)
            if message["type"] == "event" and "turn" in message:
                self.moves += 1
                return
            if message["type"] == "refused":
                return

    def reconnect(self):
        """Every client resumes from the beginning; events received before must be received again unchanged."""
        for person in self.people:
            known = dict(person.events)
            while not self.halt.is_set():
                try:
                    person.ws.close()
                    person.events = {}
                    # A long log is sent in several messages, all of them before the next response.
                    if person.resume()["type"] == "log" and person.ask("lobby", "lobby"):
                        break
                except (TypeError, *GONE):
                    time.sleep(0.02)
            # Of previous matches only the chat is sent again.
            first = min(person.events, default=0)
            missing = [(n, say) for n, say in known.items()
                       if n >= first and person.events.get(n) != say]
            if known and max(known) > max(person.events, default=0):
                missing.append((max(known), "the end"))
            self.lost += missing
            self.returns += 1
            if not person.question and person is self.people[0]:
                self.follow_up(person)

    def follow_up(self, person):
        """The end of a match may have been sent to a connection that broke."""
        table = next((m for m in reversed(person.heard) if m["type"] == "table"), None)
        if table:
            self.follow(person, table)


def verified(text):
    got = subprocess.run([PROGRAM, "verify", "-"], input=text, capture_output=True, text=True,
                         env={"LANG": "en"})
    return got.returncode == 0


with tempfile.TemporaryDirectory() as scratch:
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store",
                           os.path.join(scratch, "tables.db"))
    rng = random.Random(time.time_ns())
    tables = [Table(server, number) for number in range(TABLES)]
    for table in tables:
        table.start()
    for _ in range(KILLS):
        before = sum(table.moves for table in tables)
        eventually(lambda: sum(table.moves for table in tables) >= before + 20)
        time.sleep(rng.random() * 0.1)  # at a random moment
        server.stop(signal.SIGKILL)
        server.start()
    moves = sum(table.moves for table in tables)
    eventually(lambda: sum(table.moves for table in tables) >= moves + 20 * TABLES)
    for table in tables:
        table.halt.set()
    for table in tables:
        table.join(2 * PATIENCE)
    moves, returns = sum(t.moves for t in tables), sum(t.returns for t in tables)
    lost = [loss for table in tables for loss in table.lost]
    check(f"{KILLS} kills, {moves} moves, {returns} returns: no acknowledged event is lost",
          not lost, lost[:5])
    check("moves were made between the kills", moves > 20 * KILLS, moves)
    check("everybody came back by themselves", returns >= 2 * TABLES, returns)
    check("every table can be read, and its record is right", all(
        verified(server.get(f"/record/{table.people[0].code}")[2].decode()) for table in tables))
    check("and the last server stops well", server.stop() == 0)
sys.exit(served.report())
