#!/usr/bin/python3
"""A server on a full disk, or on a disk whose syncs fail, and tables that are purged: disk.py PROGRAM FAILING_CALLS.
Prints TAP."""
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import served
from served import Person, check, eventually

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
    """The client with a question moves, and both clients receive the event. Returns False after the last move."""
    mover = next(p for p in people if p.question)
    line, mover.question = mover.choice(rng), None
    mover.say(line)
    for person in people:
        while "turn" not in (event := person.until("event", "refused")):
            assert event["type"] == "event", event
        if event.get("over"):
            return False
        if event["turn"] == [people.index(person) + 1] and not person.question:
            person.until("question")
    return True


def trouble(wrong, code):
    """Nothing is announced that cannot be stored. The table pauses, reports it, and continues when it can."""
    disk = Path(tempfile.mkdtemp(dir=scratch))
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", str(disk / "tables.db"),
                           env={"LD_PRELOAD": CALLS, "FAILING_DISK": str(disk)})
    rng, people = random.Random(4), seated(server)
    for _ in range(10):
        move(people, rng)
    last = max(people[0].events)
    (disk / wrong).touch()
    mover = next(p for p in people if p.question)
    mover.say(mover.choice(rng))
    stopped, refused = mover.until("storage-failed"), mover.until("refused")
    check(f"{wrong}: the table stops and says so", stopped["reason"]["key"] == "host.storage-failed")
    check(f"{wrong}: the move is refused", refused["reason"]["key"] == "host.not-stored", refused)
    check(f"{wrong}: a new table is refused, too",
          Person(server).ask("new mille-sabords", "table").get("type") == "refused")
    check(f"{wrong}: the server answers all the same", server.get("/health")[0] == 200)
    heard = server.get(f"/table/{mover.table}")[2].decode()
    check(f"{wrong}: the move has not happened", f'"n":{last},' in heard, heard)
    (disk / wrong).unlink()
    check(f"{wrong}: it goes on by itself", all(p.until("storage-restored") for p in people))
    check(f"{wrong}: the log tells why", eventually(lambda: f"event=store-failed sqlite={code}" in server.log()),
          server.log())
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


def a_wrong_clock_deletes_nothing():
    """The clock is ten years ahead of everything in the file: that is no reason to forget it."""
    store = os.path.join(scratch, "ahead.db")
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", store, "--keep", "30")
    people, rng = seated(server), random.Random(6)
    while move(people, rng):
        pass
    server.stop()
    with sqlite3.connect(store) as file:
        file.execute("UPDATE match SET created = created - 3650 * 86400000")
        file.execute("UPDATE event SET at = at - 3650 * 86400000")
    file.close()
    server.start()
    eventually(lambda: "event=cleaned ok=1" in server.log())
    check("a finished table survives a clock that is years ahead", server.get(f"/record/{people[0].table}")[0] == 200)
    check("the log says that the clock is ahead", "event=clock-ahead days=3650\n" in server.log(), server.log())
    check("the size of the file is known", server.metric("store_bytes") >= os.path.getsize(store))
    server.stop()


def a_copy_is_on_the_disk():
    """A backup whose name may not survive a power cut is an error, and leaves nothing behind."""
    disk = Path(tempfile.mkdtemp(dir=scratch))
    served.Server(PROGRAM, scratch, "--store", str(disk / "tables.db")).stop()

    def backup(to):
        return subprocess.run([PROGRAM, "backup", "tables.db", to], capture_output=True, text=True, cwd=disk, check=False,
                              env={"LANG": "en", "LD_PRELOAD": CALLS, "FAILING_DISK": str(disk)})
    (disk / "deaf-folders").touch()
    for to in ("copy.db", str(disk / "copy.db")):
        got = backup(to)
        check(f"a backup to {to[:7]} needs its folder on the disk", got.returncode == 1 and "disk" in got.stderr,
              (got.returncode, got.stderr))
        check("it leaves nothing behind", not (disk / "copy.db").exists())
    (disk / "deaf-folders").unlink()
    got = backup("copy.db")
    check("and is made when it can", got.returncode == 0 and (disk / "copy.db").exists(), got.stderr)


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
    eventually(lambda: "event=cleaned ok=1" in server.log())
    check("a finished table is forgotten after its days", server.get(f"/record/{done[0].table}")[0] == 404)
    check("one of that age where people played on is not", server.get(f"/record/{young[0].table}")[0] == 200)
    check("and one that is running never", server.get(f"/record/{running[0].table}")[0] == 200)
    server.stop()
    left = sqlite3.connect(store).execute("SELECT count(*) FROM seat WHERE name = 'Anne'").fetchone()
    check("its names are gone from the file", left == (2,), left)


with tempfile.TemporaryDirectory() as scratch:
    served.run(trouble, "full", SQLITE_FULL)
    served.run(trouble, "deaf", SQLITE_IOERR_FSYNC)
    served.run(a_wrong_clock_deletes_nothing)
    served.run(a_copy_is_on_the_disk)
    served.run(old_tables_are_forgotten)
sys.exit(served.report())
