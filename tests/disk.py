#!/usr/bin/python3
"""A server on a disk that is full, or whose syncs fail, and tables that are to be forgotten:
disk.py PROGRAM FAILING_CALLS. Prints TAP."""
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import served
from served import Person, check

SQLITE_FULL, SQLITE_IOERR_FSYNC = 13, 1034  # sqlite3.h
PROGRAM, CALLS = (os.path.abspath(path) for path in sys.argv[1:3])


def seated(server):
    anne, bob = Person(server), Person(server)
    anne.ask("new mille-sabords seats=person,person target=5000", "table")
    anne.ask("sit 1 - Anne", "seats")
    bob.ask(f"join {anne.code}", "seats")
    bob.ask("sit 2 - Bob", "seats")
    anne.say("start")
    anne.until("view"), bob.until("view")
    return [anne, bob]


def move(people, rng):
    """The one who is asked moves and hears of it, as does the other; False: it was the last."""
    mover = next(p for p in people if p.question)
    line, mover.question = mover.choice(rng), None
    mover.say(line)
    for person in people:
        while "turn" not in (event := person.until("event", "refused")):
            assert event["is"] == "event", event
        if event.get("over"):
            return False
        if event["turn"] == [people.index(person) + 1] and not person.question:
            person.until("ask")
    return True


def trouble(wrong, code):
    """Nothing is told that cannot be kept; the table stops, says so, and goes on when it can."""
    disk = Path(tempfile.mkdtemp(dir=scratch))
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", str(disk / "tables.db"),
                           env={"LD_PRELOAD": CALLS, "FAILING_DISK": str(disk)})
    rng, people = random.Random(4), seated(server)
    for _ in range(10):
        move(people, rng)
    told = max(people[0].events)
    (disk / wrong).touch()
    mover = next(p for p in people if p.question)
    mover.say(mover.choice(rng))
    stopped, refused = mover.until("stopped"), mover.until("refused")
    check(f"{wrong}: the table stops and says so", stopped["why"]["key"] == "host.stopped")
    check(f"{wrong}: the move is refused", refused["why"]["key"] == "host.not-kept", refused)
    check(f"{wrong}: a new table is refused, too",
          Person(server).ask("new mille-sabords", "table").get("is") == "refused")
    check(f"{wrong}: the server answers all the same", server.get("/health")[0] == 200)
    heard = server.get(f"/table/{mover.table}")[2].decode()
    check(f"{wrong}: the move has not happened", f'"n":{told},' in heard, heard)
    (disk / wrong).unlink()
    check(f"{wrong}: it goes on by itself", all(p.until("goes-on") for p in people))
    end = time.time() + 20
    while f"event=store-failed sqlite={code}" not in server.log() and time.time() < end:
        time.sleep(0.05)
    check(f"{wrong}: the log tells why", f"event=store-failed sqlite={code}" in server.log(), server.log())
    while move(people, rng):
        pass
    record = server.get(f"/record/{mover.table}")[2].decode()
    verdict = subprocess.run([PROGRAM, "verify", "-"], input=record, capture_output=True, text=True)
    check(f"{wrong}: the record is right", verdict.returncode == 0, verdict.stdout + verdict.stderr)
    server.stop(signal.SIGKILL)
    server.start()
    again = server.get(f"/record/{mover.table}")[2].decode()
    check(f"{wrong}: and on disk", again == record)
    server.stop()


def old_tables_are_forgotten():
    store = os.path.join(scratch, "old.db")
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", store, "--keep", "2")
    check("the file is its owner's alone", os.stat(store).st_mode & 0o777 == 0o600)
    done, young, running = (seated(server) for _ in range(3))
    rng = random.Random(5)
    for people in (done, young):
        while move(people, rng):
            pass
    server.stop()
    with sqlite3.connect(store) as file:
        file.execute("UPDATE match SET created = created - 3 * 86400000")
        for people in (done, running):
            file.execute("UPDATE event SET at = at - 3 * 86400000"
                         " WHERE match = (SELECT key FROM match WHERE id = ?)",
                         (int.from_bytes(bytes.fromhex(people[0].table), signed=True),))
    file.close()
    server.start()
    end = time.time() + 20
    while "event=cleaned ok=1" not in server.log() and time.time() < end:
        time.sleep(0.05)
    check("a finished table is forgotten after its days", server.get(f"/record/{done[0].table}")[0] == 404)
    check("one of that age where people played on is not", server.get(f"/record/{young[0].table}")[0] == 200)
    check("and one that is running never", server.get(f"/record/{running[0].table}")[0] == 200)
    server.stop()
    left = sqlite3.connect(store).execute("SELECT count(*) FROM seat WHERE name = 'Anne'").fetchone()
    check("its names are gone from the file", left == (2,), left)


with tempfile.TemporaryDirectory() as scratch:
    served.run(trouble, "full", SQLITE_FULL)
    served.run(trouble, "deaf", SQLITE_IOERR_FSYNC)
    served.run(old_tables_are_forgotten)
sys.exit(served.report())
