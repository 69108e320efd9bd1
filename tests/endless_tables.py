"""Tables at which two people play without end, whatever happens to the server."""
import random
import threading
import time

from served import Person
from websocket import PATIENCE, Refused

GONE = (ConnectionError, EOFError, OSError, Refused)


class Gone(Exception):
    """The connection broke."""


class Table(threading.Thread):
    """Two people who play without end, one rematch after the other, whatever happens."""

    def __init__(self, server, number, people=None):
        super().__init__(daemon=True)
        self.rng = random.Random(number)
        self.server = server
        self.lost = []       # events received earlier that are missing or different now
        self.moves = self.returns = self.games = 0
        self.halt = threading.Event()
        self.known = {}      # (person, event): the event as received
        self.people = people or self.open(server)

    @staticmethod
    def open(server):
        """Two people sit down at a new table and begin."""
        anne, bob = Person(server), Person(server)
        anne.ask("new mille-sabords seats=person,person target=5000", "table")
        anne.ask("sit 1 - Anne", "seats")
        bob.ask(f"join {anne.code}", "seats")
        bob.ask("sit 2 - Bob", "seats")
        anne.say("start")
        anne.until("view"), bob.until("view")
        return [anne, bob]

    def again(self):
        """The same people, who have resumed, on a new thread."""
        table = Table(self.server, 1, self.people)
        table.follow_up(self.people[0])
        table.start()
        return table

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
