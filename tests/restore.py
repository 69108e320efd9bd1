#!/usr/bin/python3
"""A restore drill: a backup of a server under load replaces the file of the server after a disaster, every client
resumes and plays on: restore.py PROGRAM. Then what an operator does with the log. Prints TAP."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import served
from endless_tables import Table
from served import check, eventually
from websocket import PATIENCE

PROGRAM = os.path.abspath(sys.argv[1])
TABLES = 4


def moves_of(tables):
    return sum(table.moves for table in tables)


def play_more(tables, moves):
    goal = moves_of(tables) + moves
    return eventually(lambda: moves_of(tables) >= goal)


def destroy(store):
    """A disk that is lost, with everything next to the database."""
    for path in store.parent.glob(store.name + "*"):
        path.unlink()


def resume(person, known):
    """Resumes as a browser does, naming the last event it has received, which the restored server may not know. Returns
    the events of the backup that are missing or different."""
    person.ws.close()
    person.connect()
    answer = person.ask(f"resume {person.table} {person.token} {max(person.events)}", "view")
    if answer is None or answer["type"] != "view":
        return [answer]
    person.events = {}
    person.ws.close()
    person.resume()
    person.ask("lobby", "lobby")  # after all messages with events
    first = min(person.events, default=0)
    return [(n, event) for n, event in known.items() if n >= first and person.events.get(n) != event]


def drill(scratch):
    store, copy = Path(scratch) / "tables.db", Path(scratch) / "copy.db"
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--store", str(store))
    tables = [Table(server, number) for number in range(TABLES)]
    for table in tables:
        table.start()
    check("people play before the backup", play_more(tables, 40 * TABLES))
    known = [[dict(person.events) for person in table.people] for table in tables]
    before = moves_of(tables)
    got = subprocess.run([PROGRAM, "backup", store, copy], capture_output=True, text=True, check=False)
    check("a backup is made while they play", got.returncode == 0, got.stderr)
    check("and they play on during and after it", play_more(tables, 20 * TABLES) and moves_of(tables) > before)
    for table in tables:
        table.halt.set()
    for table in tables:
        table.join(2 * PATIENCE)
    server.stop(signal.SIGKILL)
    destroy(store)
    shutil.copy(copy, store)
    begun = time.monotonic()
    server.start()
    lost = [loss for table, events in zip(tables, known) for person, event in zip(table.people, events)
            for loss in resume(person, event)]
    served.note(f"{2 * TABLES} clients were back after {time.monotonic() - begun:.1f} s")
    check("every client resumes, and no event from before the backup is lost", not lost, lost[:3])
    again = [table.again() for table in tables]
    check("and everybody plays on", play_more(again, 20 * TABLES))
    for table in again:
        table.halt.set()
    for table in again:
        table.join(2 * PATIENCE)
    check("the log reports no problem", not re.search(r"event=(store-failed|cannot-think)", server.log()), server.log()[-500:])
    check("the restored server stops well", server.stop() == 0)


def levels(scratch):
    for level, has, lacks in (("requests", "event=request ", None), ("events", "event=listening ", "event=request "),
                              ("problems", None, "event=listening ")):
        log = Path(scratch) / f"{level}.log"
        server = served.Server(PROGRAM, scratch, "--store", "memory:", "--log", level,
                               log=os.open(log, os.O_WRONLY | os.O_CREAT))
        server.get("/health")
        server.stop()
        text = log.read_text()
        check(f"--log {level}", (not has or has in text) and (not lacks or lacks not in text), text)
    got = subprocess.run([PROGRAM, "serve", "--log", "everything", "--lang", "en"], capture_output=True, text=True,
                         timeout=60, check=False)
    check("an unknown level is refused", got.returncode == 2 and "everything" in got.stderr, got)


def alerts(scratch):
    """Every alert uses metrics that the server has, and the documents describe what to do."""
    docs = Path(__file__).parent.parent / "docs"
    text = (docs / "flibuste-alerts.yml").read_text(encoding="utf-8")
    server = served.Server(PROGRAM, scratch, "--store", "memory:")
    known = set(re.findall(r"^(flibuste_\w+)", server.get("/metrics")[2].decode(), re.M))
    server.stop()
    used = set(re.findall(r"flibuste_\w+", text))
    check("the alerts use known metrics", used and used <= known, used - known)


def rotation(scratch):
    """logrotate's copytruncate, with a log that is opened for appending (2>>FILE)."""
    log = Path(scratch) / "rotated.log"
    server = served.Server(PROGRAM, scratch, "--store", "memory:",
                           log=os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    server.get("/health")
    eventually(lambda: "event=request" in log.read_text())
    os.truncate(log, 0)
    server.get("/health")
    check("a truncated log continues at its beginning", eventually(lambda: log.read_bytes().startswith(b"time=")),
          log.read_bytes()[:80])
    server.stop()


with tempfile.TemporaryDirectory() as scratch_folder:
    served.run(drill, scratch_folder)
    served.run(levels, scratch_folder)
    served.run(rotation, scratch_folder)
    served.run(alerts, scratch_folder)
sys.exit(served.report())
