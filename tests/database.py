#!/usr/bin/python3
"""One server over PostgreSQL, and copies between databases: database.py PROGRAM. Prints TAP."""
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import postgres
import served
from served import Person, check, eventually
from websocket import PATIENCE

PROGRAM = os.path.abspath(sys.argv[1])
TABLES = 3
PASSPORTS = 150  # more entries than `flibuste copy` reads at a time


def flibuste(*arguments, env=()):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          env={"LANG": "en", "HOME": "/nonexistent", "PATH": os.environ["PATH"], **dict(env)})


def receive(person):
    message = person.receive()
    if message is None:
        raise EOFError("the connection was closed")
    return message


class Table:
    """Two people in the middle of a game."""

    def __init__(self, server, number):
        self.rng = random.Random(number)
        anne, bob = Person(server), Person(server)
        anne.ask("new mille-sabords seats=person,person target=8000", "table")
        anne.ask("sit 1 - Anne", "seats")
        bob.ask(f"join {anne.code}", "seats")
        bob.ask("sit 2 - Bob", "seats")
        anne.say("start")
        anne.until("view"), bob.until("view")
        self.people = [anne, bob]

    def play(self, moves):
        while moves:
            moves -= self.move(self.mover())

    def mover(self):
        """Reads until one of them has a question."""
        while True:
            for person in self.people:
                if person.question:
                    person.ws.end.settimeout(PATIENCE)
                    return person
                person.ws.end.settimeout(0.01)
                try:
                    receive(person)
                except (TimeoutError, BlockingIOError):
                    pass

    def move(self, person):
        """Makes a move. Returns whether it was accepted."""
        line, person.question = person.choice(self.rng), None
        person.say(line)
        while True:
            message = receive(person)
            if message["type"] == "event" and "turn" in message:
                return True
            if message["type"] == "refused":
                person.say("refresh")
                return False

    def return_to(self, server):
        """Both come back with their tokens; what they knew must be there. Returns what is missing."""
        missing = []
        for person in self.people:
            known, person.events, person.server = dict(person.events), {}, server
            answer = person.resume()
            if not answer or answer["type"] != "log":
                return [answer]
            person.ws.end.settimeout(PATIENCE)
            person.ask("lobby", "lobby")
            missing += [n for n, say in known.items() if person.events.get(n, say) != say]
            if max(known) > max(person.events):
                missing.append(max(known))
        return missing


def outages(database, scratch):
    """The database fails and comes back: nobody loses a connection."""
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--unreplicated", env={
        "FLIBUSTE_STORE": database.url()})
    tables = [Table(server, number) for number in range(TABLES)]
    for table in tables:
        table.play(4)
    for number in range(PASSPORTS):
        served.Person(server).ask(f"passport new {number:064x} 1 Person {number}", "passport")
    for how in ("sessions end", "the server crashes"):
        if how == "sessions end":
            database.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                         " WHERE application_name LIKE 'flibuste%'")
        else:
            database.stop(signal.SIGQUIT)
            database.start()
        for table in tables:
            table.play(4)
        check(f"{how}: everybody plays on", True)
    command = Path(f"/proc/{server.process.pid}/cmdline").read_text(encoding="utf-8")
    check("the address of the database is not among the arguments", "postgres://" not in command, command)
    check("a node without a standby is refused", flibuste("serve", "--listen", "127.0.0.1:0", "--store", database.url()
                                                          ).stderr.count("no synchronous standby"))
    check("the size of the database is known", server.metric("store_bytes") > 1000000)
    refused = flibuste("copy", "--unreplicated", database.url(), f"{scratch}/none.db")
    check("tables in use are not copied", refused.returncode == 1 and "in use" in refused.stderr, refused.stderr)
    check("the server stops well", server.stop() == 0)
    check("and leaves no node behind", database.sql("SELECT count(*) FROM node") == "0")
    return tables


def copies(database, scratch, tables):
    """The tables move to SQLite, and from there to another database, while games are running."""
    database.sql("CREATE DATABASE second")
    stages = [database.url(), f"{scratch}/tables.db", database.url("second"), f"{scratch}/again.db"]
    for number, (old, new) in enumerate(zip(stages, stages[1:])):
        done = flibuste("copy", "--unreplicated", old, new)
        check(f"copy {number + 1} is made", done.returncode == 0 and f"Tables copied: {TABLES}," in done.stdout,
              done.stdout + done.stderr)
        server = served.Server(PROGRAM, scratch, "--rate", "100000", "--unreplicated", "--store", new)
        missing = [loss for table in tables for loss in table.return_to(server)]
        check("everybody comes back to the same game", not missing, missing)
        names = [served.Person(server).ask(f"passport in {number:064x}", "passport").get("name")
                 for number in range(PASSPORTS)]
        check("and with the same passport", names == [f"Person {number}" for number in range(PASSPORTS)], names)
        for table in tables:
            table.play(3)
        check("and plays on", True)
        check("its server stops well", server.stop() == 0)
    again = flibuste("copy", "--unreplicated", stages[2], stages[3])
    check("a table is not copied twice", again.returncode == 1 and "already exist" in again.stderr, again.stderr)


def backups(database, scratch):
    got = flibuste("backup", database.url(), f"{scratch}/copy.db")
    check("a backup of PostgreSQL names copy", got.returncode == 1 and "flibuste copy" in got.stderr, got.stderr)


def standbys(scratch):
    """Commits wait for the standby; the standby takes over."""
    with postgres.Server(standby=True) as primary, postgres.Server(primary=primary) as standby:
        eventually(lambda: primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1")
        both = f"postgres://postgres@127.0.0.1:{primary.port},127.0.0.1:{standby.port}/postgres"
        # Without fsync, and after the promotion without a standby, the node needs --unreplicated.
        server = served.Server(PROGRAM, scratch, "--rate", "100000", "--unreplicated", "--store", both)
        tables = [Table(server, number) for number in range(TABLES)]
        for table in tables:
            table.play(4)
        check("everybody plays with a standby", True)

        standby.stop()
        waiting = tables[0]
        person = waiting.mover()
        known = max(person.events)
        person.say(person.choice(waiting.rng))
        heard = person.until("event", "storage-failed")
        check("without it a move is neither acknowledged nor refused", heard["type"] == "storage-failed"
              and max(person.events) == known, heard)
        person.question = None
        standby.start()
        heard = person.until("refused", "storage-restored")
        check("when it is back the move is acknowledged", heard["type"] == "storage-restored"
              and person.until("event") and max(person.events) > known, heard)
        for table in tables:
            table.play(4)

        primary.stop(signal.SIGKILL)
        standby.run("pg_ctl", "promote", "-D", standby.data)
        for table in tables:
            table.play(4)
        check("after a promotion everybody plays on with the same connection", True)
        missing = [loss for table in tables for loss in table.return_to(server)]
        check("and nothing was lost", not missing, missing)
        check("the server stops well after that", server.stop() == 0)


with tempfile.TemporaryDirectory() as folder, postgres.Server() as private:
    players = []
    served.run(lambda: players.extend(outages(private, folder)))
    served.run(copies, private, folder, players)
    served.run(backups, private, folder)
    served.run(standbys, folder)
sys.exit(served.report())
