#!/usr/bin/python3
"""Attacks on a server while others play: attacks.py PROGRAM LOAD [SECONDS]. Each attack is refused as documented and
changes nothing at tables that it does not own, and play at other tables continues. The latencies of other tables
with and without each attack are measured and printed. Prints TAP."""
import collections
import json
import multiprocessing
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import traceback

import attackers
import exhaustion
import exhaustion_server
import served
from served import Person, check, note

PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 1
QUIET, QUIET_STORED = "no attack", "no attack, moves stored on disk"
TABLES, MOVES_PER_SECOND, WARM_UP = "20", "300", "0.1"

INTRUDERS = (attackers.WrongTokens, attackers.OthersSeats, attackers.OutOfTurn, attackers.HugeLines,
             attackers.BinaryFrames, attackers.Flood, attackers.Scripts, attackers.DeafReaders)
PATIENT_INTRUDERS = (attackers.Idle, attackers.SlowLoris)  # wait until the server disconnects them, after 20 seconds
EXHAUSTIONS = (exhaustion.TableFlood, exhaustion.FullServer, exhaustion.ChatFlood, exhaustion.LongGame,
               exhaustion.EventFlood, exhaustion.ClosedTable, exhaustion.LobbyFlood, exhaustion_server.Searches,
               exhaustion_server.ForwardedAddresses, exhaustion_server.Guesses)


def attack(attacker, stop, out):
    """Runs in its own process, with a slightly lower priority than the server and the other clients."""
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    try:
        out.put((attacker.name, *attacker.run(stop)))
    except Exception:  # of any kind
        out.put((attacker.name, 0, [traceback.format_exc()], collections.Counter()))


class Attackers:
    """Processes that attack until `stop`; `reports` waits for their reports."""

    def __init__(self, attacking):
        self.stopping, self.out = multiprocessing.Event(), multiprocessing.Queue()
        self.processes = [multiprocessing.Process(target=attack, args=(attacker, self.stopping, self.out))
                          for attacker in attacking]
        for process in self.processes:
            process.start()

    def stop(self):
        self.stopping.set()

    def reports(self):
        reports = [self.out.get(timeout=600) for _ in self.processes]
        for process in self.processes:
            process.join()
        return sorted(reports)


def check_refused(reports):
    for name, made, surprises, _ in reports:
        check(f"{name}: {made} times, always refused as documented", made and not surprises, "\n".join(surprises[:5]))


class Load:
    """Players at other tables: the program bench/load.c. It fails if one of them is refused or disconnected. On a
    machine so slow that they hardly move, it is repeated up to 20 times."""
    p99 = {}  # milliseconds, by phase
    enough = 60  # moves

    def __init__(self, server):
        self.port, self.moves, self.runs = server.port, 0, 0
        self.start()

    def start(self):
        self.runs += 1
        self.process = subprocess.Popen([LOAD, str(self.port), TABLES, str(SECONDS), MOVES_PER_SECOND, WARM_UP],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def is_running(self):
        if self.process.poll() is None:
            return True
        out, self.errors = self.process.communicate()
        if self.process.returncode:
            return False
        self.figures = json.loads(out)
        self.moves += self.figures["moves"]
        if self.moves >= self.enough or self.runs == 20:
            return False
        self.start()
        return True

    def end(self, during):
        """Waits for the end, prints the latencies and checks that everybody could play."""
        while self.is_running():
            time.sleep(0.02)
        check(f"{during}: other tables play", self.moves >= self.enough, self.errors or f"{self.moves} moves")
        if self.moves:
            p50, p99 = self.figures["p50_ms"], self.figures["p99_ms"]
            note(f"{during}: p50 {p50:.1f} ms, p99 {p99:.1f} ms of {self.figures['moves']} moves")
            self.p99[during] = max(p99, self.p99.get(during, 0))


def compare_latencies():
    """Only in long runs. Each table has at most one pending move, so a pause of the machine delays at most 20 moves:
    a third of a percent of those made in 20 seconds, which does not affect the p99."""
    quiet = max(Load.p99[QUIET], Load.p99[QUIET_STORED])
    for during, p99 in Load.p99.items():
        check(f"{during}: p99 is at most 500 ms and five times that without an attack", p99 < 5 * quiet + 500,
              (p99, quiet))


def attack_and_measure(attacker, load):
    """Runs the attack and the honest clients as long as the load. Returns the attacker's counts."""
    attacking = Attackers([attacker] if attacker.forks else [])
    try:
        if attacker.forks:
            attacker.ready.wait(100)
        while attacker.rounds < attacker.rounds_least or load.process.poll() is None:
            attacker.honest()
            attacker.rounds += 1
            time.sleep(0.02)
        load.end(attacker.name)
    finally:
        attacking.stop()
        reports = attacking.reports()
    count = collections.Counter()
    for name, made, surprises, count in reports:
        note(f"{name}: {made} attempts, {dict(count)}")
        check(f"{name}: every attempt has the documented answer", made and not surprises, "\n".join(surprises[:5]))
    check(f"{attacker.name}: other clients get what they ask for", attacker.rounds and not attacker.problems,
          f"{len(attacker.problems)} of {attacker.rounds}: {attacker.problems[:5]}")
    return count


def exhaust(kind, scratch):
    """One attack of exhaustion.py on a server of its own."""
    file = os.path.join(scratch, kind.__name__)
    server = served.Server(PROGRAM, scratch, "--trust-proxy",
                           *(file if word == "FILE" else word for word in kind.arguments))
    server.store = file
    try:
        attacker = kind(server)
        attacker.prepare()
        attacker.judge(attack_and_measure(attacker, Load(server)))
        exhaustion.Visitor.close_all()
        if server.process.poll() is None:
            check(f"{kind.name}: the server stops", server.stop() == 0)
    finally:
        if server.process.poll() is None:
            server.process.kill()


def quiet(scratch):
    server = served.Server(PROGRAM, scratch, "--trust-proxy", "--store", "memory")
    Load(server).end(QUIET)
    server.stop()


def victims(server):
    """A public table in the middle of its match."""
    anne, bob = Person(server), Person(server)
    anne.ask("new mille-sabords seats=person,person lobby=public", "table")
    anne.ask("sit 1 - Anne", "seats")
    bob.ask(f"join {anne.code}", "seats")
    bob.ask("sit 2 - Bob", "seats")
    anne.say("start")
    anne.until("view"), bob.until("view")
    return anne, bob


def picture(server, table):
    """The public view of a table, without the spectators."""
    shown = json.loads(server.get(f"/table/{table}")[2])
    return {key: shown[key] for key in shown if key not in ("spectators", "n")}


def exhaust_all(scratch):
    served.run(quiet, scratch)
    for kind in EXHAUSTIONS:
        served.run(exhaust, kind, scratch)
    served.run(quiet, scratch)


def main(scratch):
    """All intruders attack one table at once. The attacks of exhaustion.py run while the patient intruders wait."""
    server = served.Server(PROGRAM, scratch, "--trust-proxy", "--store", os.path.join(scratch, "t.db"))
    anne, bob = victims(server)
    before = picture(server, anne.table)
    Load(server).end(QUIET_STORED)
    groups = [Attackers([kind(server.port, anne.table, first + i) for i, kind in enumerate(kinds)])
              for first, kinds in ((1, INTRUDERS), (101, PATIENT_INTRUDERS))]
    try:
        Load(server).end("all intruders at once, moves stored on disk")
    finally:
        for group in groups:
            group.stop()
    check_refused(groups[0].reports())
    after = picture(server, anne.table)
    check("the attacked table is unchanged", after == before, (before, after))
    anne.resume(), bob.resume()
    mover = anne if anne.question else bob
    check("its players play on", mover.ask(mover.choice(random.Random(1)), "event")["type"] == "event")
    anne.ws.close(), bob.ws.close()
    exhaust_all(scratch)
    check_refused(groups[1].reports())
    check("the attacked server stops", server.stop() == 0)
    if SECONDS >= 20:
        compare_latencies()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        served.run(main, scratch)
    sys.exit(served.report())
