"""Attackers that follow the protocol and exhaust what the server limits by address: searches in the record service,
connections and guesses. See exhaustion.py."""
import itertools
import random
import select
import time
from pathlib import Path

import websocket
from exhaustion import Exhaustion, Visitor, answers, keys
from served import check, note
from websocket import Refused

# Limits documented in docs/hosting.md.
CONNECTIONS_HERE = 512  # of one address
REQUESTS_BURST, REQUESTS_PER_SECOND = 500, 50  # of one address
GROUP = 8  # times as much for all addresses of one IPv6 /48
STOP_SECONDS = 10

RECORDS = Path(__file__).parent / "golden" / "records"


def post(port, address, question, record):
    """Sends a request about a record and returns the socket of the response."""
    body = f"{question}\n{(RECORDS / record).read_text()}".encode()
    end = websocket.connect(port, timeout=300)
    end.sendall((f"POST /replay HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Forwarded-For: {address}\r\n"
                 f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body)
    return end


def answer_of(end):
    """The status and the body of the response."""
    answer = b"".join(iter(lambda: websocket.receive(end), b""))
    end.close()
    status, _, body = websocket.parse(answer)
    return status, body


class Searches(Exhaustion):
    """Addresses ask the strongest bot to continue a recorded match, three times each at once: first one of them,
    then five more."""
    name = "searches in the record service (M1)"
    arguments = ("--store", "memory", "--think", "60000")  # so long that no search ends during the test
    forks, rounds_least = False, 2
    go, record = "continue 20 7 capitaine", "corsaires-8.txt"

    def prepare(self):
        self.waiting, self.statuses = {}, {}
        self.ask(1)

    def ask(self, *numbers):
        for number in 3 * numbers:
            self.waiting[post(self.port, f"192.0.2.{number}", self.go, self.record)] = number

    def searched(self):
        return sum(statuses.count(200) for statuses in self.statuses.values())

    def collect(self, ready):
        for end in ready:
            number = self.waiting.pop(end)
            self.statuses.setdefault(number, []).append(answer_of(end)[0])

    def honest(self):
        """Another client's request does not wait for the searches, however slow the machine is: at most one search,
        which ends at that moment, is answered before it."""
        if self.problems:
            return
        if self.rounds == 1:
            self.ask(*range(2, 7))
        searched = self.searched()
        views = post(self.port, f"198.51.100.{self.rounds % 250}", "views all", "corsaires-2.txt")
        while True:
            ready = select.select([views, *self.waiting], [], [], 300)[0]
            if views in ready or not ready:
                break
            self.collect(ready)
            if self.searched() > searched + 1:
                self.wrong("two searches were answered first")
                return
        status = answer_of(views)[0] if ready else "nothing for 300 s"
        self.wrong(None if status == 200 else f"views: {status}")
        self.made += 1

    def judge(self, count):
        while len(self.waiting) > 6 and (ready := select.select([*self.waiting], [], [], 60)[0]):
            self.collect(ready)
        refused = [statuses.count(429) for number, statuses in sorted(self.statuses.items())]
        check(f"{self.name}: one per address is accepted, the others get 429", refused == [2] * 6,
              f"open: {list(self.waiting.values())}, answered: {self.statuses}")
        check(f"{self.name}: a search is under way", self.waiting)
        begun = time.monotonic()
        self.server.process.terminate()
        self.collect([*self.waiting])
        status = self.server.process.wait(100)
        took = time.monotonic() - begun
        note(f"{self.name}: the server stopped after {took:.1f} s")
        check(f"{self.name}: SIGTERM during a search stops the server within {STOP_SECONDS} s",
              status == 0 and took < STOP_SECONDS, (status, took))


class ForwardedAddresses(Exhaustion):
    """Addresses as proxies write them, and many networks of one site."""
    name = "addresses that are written in other ways (M9)"
    most = 600
    networks = 60000
    kinds = {
        "IPv4 with a port": lambda number: f"1.2.3.4:{1000 + number}",
        "IPv6 with a port": lambda number: f"[2001:db8::1]:{1000 + number}",
        "words": lambda number: ("unknown", "_hidden", "", "-", "1.2.3", "localhost")[number % 6],
    }

    def attack(self):
        if not self.made:
            self.kept = []
            for kind, write in self.kinds.items():
                self.count[kind] = self.passed([write(number) for number in range(self.most)])
            self.check_networks()
            self.ready.set()
        for write in self.kinds.values():
            self.passed([write(number) for number in range(5)])
        self.made += 1

    def passed(self, addresses):
        """The number of these handshakes, sent at once, that are accepted. Accepted connections stay open."""
        ends = [websocket.connect(self.port, timeout=60) for _ in addresses]
        for end, address in zip(ends, addresses):
            end.sendall((f"GET /socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                         f"X-Forwarded-For: {address}\r\n\r\n").encode())
        accepted = [end for end in ends if b" 101 " in websocket.receive(end)[:13]]
        self.kept += accepted
        return len(accepted)

    def check_networks(self):
        """Sends requests over one connection, each from another /64, until one is refused or a quarter too many are
        answered: the server's clock is a little behind."""
        begun, answered, end = time.monotonic(), 0, websocket.connect(self.port, timeout=60)
        addresses = (f"2001:db8:1:{number:x}::1" for number in range(self.networks))
        while piece := list(itertools.islice(addresses, 50)):
            end.sendall("".join(f"GET /health HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {address}\r\n\r\n"
                                for address in piece).encode())
            answer = b""
            while answer.count(b"HTTP/1.1 200 ") < len(piece) and (more := websocket.receive(end)):
                answer += more
            answered += answer.count(b"HTTP/1.1 200 ")
            allowed = 1.25 * GROUP * (REQUESTS_BURST + REQUESTS_PER_SECOND * (time.monotonic() - begun))
            if b"HTTP/1.1 429 " in answer or answered > allowed:
                break
        end.close()
        self.count["networks of one /48"] = answered
        self.expect(f"{answered} requests of a /48, {allowed:.0f} allowed",
                    REQUESTS_BURST < answered <= allowed, True)

    def honest(self):
        try:
            got = Visitor(self.server).ask("lobby", "lobby")["type"]
        except Refused as refusal:
            got = refusal.args[0]
        self.wrong(None if got == "lobby" else f"another address: {got}")
        time.sleep(0.1)

    def judge(self, count):
        for kind in self.kinds:
            check(f"{self.name}: {kind}: {count[kind]} of {self.most} simultaneous connections are accepted",
                  0 < count[kind] <= CONNECTIONS_HERE)


class Guesses(Exhaustion):
    """One address tries codes of private tables, over new connections and over HTTP."""
    name = "guessed codes (M11)"
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    pause = 0.06  # three requests per round: within the rate that an address is allowed

    def prepare(self):
        self.anne = Visitor(self.server)
        self.anne.ask("new mille-sabords seats=person,person", "table")

    def attack(self):
        ws = self.connect()
        codes = ["".join(random.choices(self.letters, k=6)) for _ in range(12)]
        for key in keys(answers(ws, *(f"join {code}" for code in codes[:10]))):
            self.count[key] += 1
        self.made += 1
        for code in codes[10:]:
            self.count[f"GET {self.get(f'/table/{code}')}"] += 1
        ws.close()
        if self.made >= 5:
            self.ready.set()

    def end(self):
        """The limit also applies to the right code: otherwise a response would still reveal it. Wrong codes are sent
        with it, in case another guess has become allowed since the last round."""
        ws = self.connect()
        wrong, right = 2 * [6 * "0"], self.anne.code
        got = list(keys(answers(ws, *(f"join {code}" for code in wrong), f"join {right}", f"resume {right} -")))
        self.expect("the right code", got[2:], ["host.too-many-guesses"] * 2)
        for path in ("table", "record"):
            raw = "".join(f"GET /{path}/{code} HTTP/1.1\r\nHost: a\r\n{self.field}\r\n{last}\r\n"
                          for code, last in (*((code, "") for code in wrong), (right, "Connection: close\r\n")))
            end = websocket.connect(self.port)
            end.sendall(raw.encode())
            got = b"".join(iter(lambda: websocket.receive(end), b""))
            self.expect(f"GET of the right code under /{path}", b"HTTP/1.1 200 " in got, False)
        got = list(keys(answers(ws, "new mille-sabords seats=person,person")))
        self.expect("a table of its own", "table" in got, True)

    def honest(self):
        friend = Visitor(self.server)
        got = friend.ask(f"join {self.anne.code}", "table")
        self.wrong(None if got["type"] == "table" else f"another address: {got['reason']['key']}")
        friend.ws.close()
        time.sleep(0.1)

    def judge(self, count):
        check(f"{self.name}: refused with host.too-many-guesses after {count['host.no-table']}",
              count["host.too-many-guesses"] > 0 and 10 <= count["host.no-table"] <= 100, count)
