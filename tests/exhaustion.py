"""Attackers that follow the protocol and exhaust shared resources: tables, the lobby, logs. Each has its own server;
attacks.py measures the players at other tables meanwhile."""
import contextlib
import itertools
import json
import multiprocessing
import random
import sqlite3
import time

import websocket
from attackers import Attack
from served import Person, check, subset_answer
from websocket import TEXT, WebSocket, frame

# Limits documented in docs/protocol.md.
TABLES_ALL, TABLES_HERE, TABLES_UNSEATED = 20000, 2000, 20  # of the server, of one address, and with no seat taken
EVENTS_LOGGED, LOG_BYTES = 2500, 512 * 1024  # sent to a client that connects
EVENTS_WAITING = 10000  # of one table before the start

FENCE = "what"  # an unknown command: its refusal shows that everything before it is answered


def frames(*lines):
    return b"".join(frame(TEXT, line.encode()) for line in lines)


def answers(ws, *lines):
    """The messages that answer these lines, as texts. The connection may be closed afterwards: ws.closed."""
    ws.raw(frames(*lines, FENCE))
    texts = []
    while (text := ws.receive()) is not None and "host.unknown-command" not in text:
        texts.append(text)
    return texts


def keys(texts):
    """The kinds of messages; of refusals the keys instead."""
    for message in map(json.loads, texts):
        yield message["reason"]["key"] if message["type"] == "refused" else message["type"]


def fault_of_log(ws, *lines):
    """The fault of the log that these lines produce; empty if there is none. It ends with the newest event, and a
    table with more events than fit produces at least half of what is allowed."""
    texts = answers(ws, *lines)
    if ws.closed is not None:
        return f"disconnected with {ws.closed} after {sum(map(len, texts))} bytes"
    messages = [json.loads(text) for text in texts]
    size = sum(len(text) for text, message in zip(texts, messages) if message["type"] == "log")
    numbers = {entry["n"] for message in messages if message["type"] == "log" for entry in message["entries"]}
    newest = [message["n"] for message in messages if message["type"] == "table"]
    if size > LOG_BYTES or len(numbers) > EVENTS_LOGGED:
        return f"a log of {len(numbers)} events and {size} bytes"
    if not newest or max(numbers, default=0) != newest[-1]:
        return f"a log that ends with {max(numbers, default=0)}, not {newest}: {list(keys(texts))}"
    if len(numbers) < newest[-1] and size < LOG_BYTES / 2 and len(numbers) < EVENTS_LOGGED / 2:
        return f"only {len(numbers)} of {newest[-1]} events and {size} bytes"
    return ""


class Visitor(Person):
    """An honest client, by default with its own address."""
    numbers, everybody = itertools.count(1), []

    def __init__(self, server, address=None):
        number = next(self.numbers)
        self.field = f"X-Forwarded-For: {address or f'198.51.{number // 250}.{number % 250 + 1}'}"
        super().__init__(server, timeout=60)

    def connect(self):
        self.ws = self.server.socket(self.field, timeout=self.timeout)
        self.everybody.append(self.ws)

    @classmethod
    def close_all(cls):
        """A server that stops waits until its clients have closed."""
        while cls.everybody:
            cls.everybody.pop().close()


class Exhaustion(Attack):
    """An attack on its own server. `attack` runs repeatedly in another process; `honest` runs repeatedly in this one
    after the first attack, and `judge` once after the last."""
    arguments = ("--store", "memory")  # of the server
    forks = True  # False: there is no `attack`, because `prepare` and `honest` do everything
    rounds_least = 1  # of `honest`

    def __init__(self, server):
        super().__init__(server.port, None, 1)
        self.server, self.rounds, self.problems = server, 0, []
        self.ready = multiprocessing.Event()

    def run(self, stop):
        try:
            return super().run(stop)
        finally:
            self.ready.set()

    def prepare(self):
        """Creates the tables that the attack needs."""

    def honest(self):
        """Does what the attack must not prevent, and reports problems with `self.wrong`."""

    def judge(self, count):
        """Checks the effect of the attack: `count` is that of the attacking process."""

    def wrong(self, problem):
        if problem:
            self.problems.append(problem)

    def address(self, number):
        return f"X-Forwarded-For: 192.0.2.{number}"

    def get(self, path):
        """The status of a GET from the attacker's address."""
        return websocket.request(self.port, path, [self.field])[0]


class TableFlood(Exhaustion):
    """One address creates tables and takes no seat at any of them."""
    name = "tables from one address (H1)"
    pause = 0.06  # within the rate of commands that each connection is allowed
    new = "new mille-sabords seats=person,person"

    def __init__(self, server):
        super().__init__(server)
        self.sockets, self.token = [], None

    def attack(self):
        self.sockets = [ws for ws in self.sockets if ws.closed is None]
        while len(self.sockets) < 22:
            self.sockets.append(self.connect())
        for ws in self.sockets:
            ws.send(self.new)
        for ws in self.sockets:
            self.count[self.outcome(ws)] += 1
            self.made += 1
        self.ready.set()

    def outcome(self, ws):
        while (text := ws.receive()) is not None:
            message = json.loads(text)
            if message["type"] == "token":
                self.token = f"{message['table']} {message['token']}"
            if message["type"] == "refused":
                return message["reason"]["key"]
            if message["type"] == "table":
                return "created"
        return "disconnected"

    def end(self):
        """An owner who closes a table may create one more."""
        ws = self.connect()
        answers(ws, f"resume {self.token}", "close")
        self.expect("a table after one was closed", "table" in keys(answers(ws, self.new)), True)
        self.expect("a second one", list(keys(answers(ws, self.new))), ["host.origin-full"])

    def honest(self):
        got = Visitor(self.server).ask(self.new, "table")
        self.wrong(None if got["type"] == "table" else f"another address: {got['reason']['key']}")

    def judge(self, count):
        check(f"{self.name}: {TABLES_UNSEATED} tables, then host.origin-full",
              set(count) == {"created", "host.origin-full"} and count["created"] == TABLES_UNSEATED, count)


class FullServer(Exhaustion):
    """Twelve addresses take seats at as many tables as they can."""
    name = "all tables of the server (H1)"
    arguments = ("--rate", "100000", "--store", "memory")
    lines = ("new mille-sabords seats=person,person", "sit 1 - Eve")
    pause = 0.02

    def __init__(self, server):
        super().__init__(server)
        self.left, self.sockets = range(1, 13), []

    def attack(self):
        for number in self.left:
            ws = WebSocket(self.port, [self.address(number)], timeout=60)
            while "table" in (got := list(keys(answers(ws, *self.lines * 10)))):
                self.count[number] += got.count("table")
            self.count["refused " + got[0]] += 1
            self.sockets.append(ws)
            self.made += 1
        self.left = ()
        self.ready.set()
        answers(random.choice(self.sockets), self.lines[0])

    def honest(self):
        got = Visitor(self.server).ask(TableFlood.new, "table")
        self.wrong(None if got["type"] == "table" else f"another address: {got['reason']['key']}")

    def judge(self, count):
        most = max(count[number] for number in range(1, 13))
        check(f"{self.name}: one address gets at most a tenth of them", most <= TABLES_HERE, count)
        check(f"{self.name}: together they reach the limit",
              sum(count[number] for number in range(1, 13)) >= TABLES_ALL, count)
        got = Visitor(self.server).ask(TableFlood.new, "table")
        check(f"{self.name}: a new table replaces the one that has been empty for longest", got["type"] == "table", got)


class ChatFlood(Exhaustion):
    """Spectators at one table chat, and reconnect before reaching the limit of a connection."""
    name = "chat by spectators who reconnect (H2a)"
    pause = 0.001
    addresses = 8
    burst, seconds = 6, 2  # lines in a row, then one per this many seconds

    def prepare(self):
        self.anne, self.bob = Visitor(self.server), Visitor(self.server)
        self.anne.ask("new mille-sabords seats=person,person lobby=public chat=free", "table")
        self.anne.ask("sit 1 - Anne", "seats")
        self.bob.ask(f"join {self.anne.code}", "seats")
        self.bob.ask("sit 2 - Bob", "seats")
        self.begun = time.monotonic()
        self.lines = (f"join {self.anne.code} Eve", *["chat " + 200 * "é"] * self.burst)

    def attack(self):
        for number in range(1, self.addresses + 1):
            self.field = self.address(number)
            ws = self.connect()
            got = list(keys(answers(ws, *self.lines)))
            self.made += 1
            self.count["host.chat-too-fast"] += got.count("host.chat-too-fast")
            self.count["disconnected"] += ws.closed is not None
            ws.close()
        self.ready.set()

    def honest(self):
        """Both players come back, and a new one joins. Anne chats every three seconds, as the limit allows."""
        for person in (self.anne, self.bob):
            person.ws.close()
            person.connect()
            self.wrong(fault_of_log(person.ws, f"resume {person.table} {person.token} 0"))
        friend = Visitor(self.server)
        self.wrong(fault_of_log(friend.ws, f"join {self.anne.code}"))
        friend.ws.close()
        if self.rounds % 20 == 0:
            got = list(keys(answers(self.anne.ws, "phrase 1")))
            self.wrong(None if "event" in got else f"Anne's chat: {got}")
        time.sleep(0.1)

    def judge(self, count):
        """Apart from the attackers' chat, the table has the events of two seats and at most one line per round of
        Anne."""
        elapsed = time.monotonic() - self.begun
        events = json.loads(self.server.get(f"/table/{self.anne.table}")[2])["n"]
        allowed = self.addresses * (self.burst + elapsed / self.seconds) + self.rounds + 2
        check(f"{self.name}: each address gets {self.burst} lines, then one per {self.seconds} s",
              events <= allowed and count["host.chat-too-fast"], f"{events} events, {allowed:.0f} allowed, {count}")


class LongGame(Exhaustion):
    """The player of all five seats of a long game reconnects. Not an attack, but as expensive as one."""
    name = "one connection with five seats after 3,000 moves (H2b)"
    arguments = ("--rate", "100000", "--store", "memory")
    seats, moves = 5, 3000

    def prepare(self):
        self.player = player = Visitor(self.server)
        player.ask("new mille-sabords target=8000 seats=" + ",".join(["person"] * self.seats), "table")
        for seat in range(1, self.seats + 1):
            player.ask(f"sit {seat} - Player{seat}", "seats")
        player.say("start")
        rng = random.Random(1)
        while not player.question:
            player.until("view")
        for _ in range(self.moves):
            self.throw_again(player, rng)
        player.ws.close()

    def throw_again(self, player, rng):
        """Rerolls the fewest dice that the rules allow. This scores hardly any points, and the match ends with its
        thousandth turn, after more than 7,000 moves."""
        ask, question = player.question.get("sight", player.question), player.question["question"]
        least = [subset_answer({**subset, "max": subset["min"]}, rng) for subset in ask["subsets"]]
        player.say(f"move {question} {rng.choice(least or [move['move'] for move in ask['moves']])}")
        player.question = None
        while not player.question:
            if player.until("question", "view", "refused")["type"] == "refused":
                raise RuntimeError(player.heard[-1])
        player.heard.clear()

    def attack(self):
        for cursor in ("0", "1", ""):
            ws = WebSocket(self.port, [self.player.field], timeout=60)
            fault = fault_of_log(ws, f"resume {self.player.table} {self.player.token} {cursor}")
            self.expect(f"a return with cursor {cursor or 'left out'}", fault, "")
            ws.close()
        self.ready.set()


class EventFlood(Exhaustion):
    """An owner fills a table with events before the start, while others from the same address join it."""
    name = "events before the start (H2c)"
    arguments = ("--rate", "100000", "--store", "memory")
    pause = 0.03  # within the rate of requests that an address is allowed
    sent = 0

    def prepare(self):
        """A table of two: the attacker has both seats."""
        self.eve = eve = Visitor(self.server, "192.0.2.1")
        eve.ask("new mille-sabords seats=person,person", "table")
        for seat in (1, 2):
            eve.ask(f"sit {seat} - Eve{seat}", "seats")

    def flood(self):
        if self.sent > 1.2 * EVENTS_WAITING:
            return
        lines = ["nonce word", "swap 1 2"] * 12
        got = list(keys(answers(self.eve.ws, *lines)))
        self.sent += len(lines)
        self.made += 1
        for key in ("event", "host.too-many-events"):
            self.count[key] += got.count(key)

    def attack(self):
        for _ in range(20):
            self.flood()
        ws = self.connect()
        self.expect("a join", fault_of_log(ws, f"join {self.eve.code}"), "")
        ws.close()
        self.ready.set()

    def end(self):
        while self.sent <= 1.2 * EVENTS_WAITING:
            self.flood()
        for _ in range(20):
            self.attack()

    def judge(self, count):
        check(f"{self.name}: at most {EVENTS_WAITING}, then host.too-many-events",
              count["event"] <= EVENTS_WAITING and count["host.too-many-events"], count)
        got = list(keys(answers(self.eve.ws, "start")))
        check(f"{self.name}: the match can still start", "view" in got, got)


class ClosedTable(Exhaustion):
    """One address repeatedly requests a closed table with many events. They are copied into the database, because a
    server takes minutes to accept them."""
    name = "requests for a closed table (H2c)"
    arguments = ("--store", "FILE")
    pause = 0.02  # within the rate of requests that an address is allowed
    events = 30000
    copy = """WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?)
              INSERT INTO event (match, n, at, kind, data)
              SELECT e.match, e.n + more.n, e.at, e.kind, e.data FROM more, event e
              WHERE e.id = (SELECT max(id) FROM event WHERE kind = 'nonce')"""

    def prepare(self):
        eve = Visitor(self.server, "192.0.2.1")
        eve.ask("new mille-sabords seats=person,person", "table")
        eve.ask("sit 1 - Eve", "seats")
        answers(eve.ws, "nonce word")
        eve.ws.close()
        self.server.stop()
        with contextlib.closing(sqlite3.connect(self.server.store)) as store, store:
            store.execute(self.copy, [self.events])
        self.server.start()
        eve.connect()
        answers(eve.ws, f"resume {eve.table} {eve.token} {self.events}")
        answers(eve.ws, "close")
        self.table = eve.table

    def attack(self):
        self.expect("GET", self.get(f"/table/{self.table}"), 404)
        self.ready.set()

    def judge(self, count):
        """Compares with a table that never existed, in processor time of the server, which other programs hardly
        affect. The limit of ten times and 50 ms allows for other work that is measured with it."""
        costs = []
        for name in ("0" * 16, self.table):
            before = self.server.cpu()
            for _ in range(50):
                self.server.get(f"/table/{name}")
            costs.append(self.server.cpu() - before)
        check(f"{self.name}: a request costs no more than one for a table that never existed",
              costs[1] < 10 * costs[0] + 0.05, f"{costs} seconds for 50 requests")


class LobbyFlood(Exhaustion):
    """One address has many public tables with a client at each of them."""
    name = "public tables of one address (M6)"
    most = 120

    def __init__(self, server):
        super().__init__(server)
        self.sockets = []

    def open_table(self, person, ask):
        ask("new mille-sabords seats=person,person lobby=public", "table")
        ask(f"sit 1 - {person}", "seats")

    def prepare(self):
        self.people = [Visitor(self.server)]
        self.open_table("Anne", self.people[0].ask)

    def attack(self):
        while len(self.sockets) < self.most:
            ws = self.connect()
            self.open_table("Eve", lambda line, kind, ws=ws: answers(ws, line))
            self.sockets.append(ws)
        self.ready.set()
        ws = random.choice(self.sockets)
        if ws.closed is None:
            answers(ws, "lobby")
        self.made += 1

    def honest(self):
        if len(self.people) < 3:
            self.people.append(Visitor(self.server))
            self.open_table(f"Bob{len(self.people)}", self.people[-1].ask)
        asked = json.loads(answers(self.people[0].ws, "lobby")[-1])["tables"]
        read = json.loads(self.server.get("/lobby")[2])["tables"]
        for where, tables in (("lobby", asked), ("GET /lobby", read)):
            ids = [table["id"] for table in tables]
            hidden = sum(person.table not in ids for person in self.people)
            self.wrong(hidden and f"{where}: {hidden} of {len(self.people)} tables hidden among {len(ids)}")
            times = [table["created"] for table in tables if table["phase"] == "waiting"]
            self.wrong(None if times == sorted(times, reverse=True) else f"{where}: the newest is not first")
        time.sleep(0.1)
