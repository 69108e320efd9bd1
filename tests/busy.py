#!/usr/bin/python3
"""A busy server: the loader's people at tables of two, people who play with bots that think on threads, and
readers of its pages, all at once and then cut off: busy.py PROGRAM LOAD. For a program built with a sanitizer,
which ends with another status than 0 if it saw something. Prints TAP."""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import served
from served import Person, check

PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
GAMES = {"mille-sabords": 1, "corsaires": 1, "buccaneer": 2, "pirates-en-duel": 1, "aux-sabords": 1}


def sit_with_bots(server, game):
    person = Person(server, timeout=60)
    bots = ",bot:capitaine" + ",bot:matelot" * (GAMES[game] - 1)
    person.ask(f"new {game} seats=person{bots} lobby=public", "table")
    person.ask("sit 1 - Anne", "seats")
    person.ask("start", "view")
    return person


def play_with_bots(server, people, rng):
    """Everybody who is asked makes a move; the public looks on."""
    for person in people:
        if not person.question:
            person.ask("look", "view")
        elif person.ask(person.choice(rng), "event", "view"):
            person.question = None
    return [server.get(path)[0] for path in ("/lobby", f"/table/{people[0].table}", f"/record/{people[0].table}")]


def main(scratch):
    # A search cannot be broken off: its thread ends with the program (src/server/think.h).
    server = served.Server(PROGRAM, scratch, "--store", os.path.join(scratch, "t.db"),
                           env={"TSAN_OPTIONS": "report_thread_leaks=0"})
    rng = random.Random(1)
    people = [sit_with_bots(server, game) for game in GAMES]
    load = subprocess.Popen([LOAD, str(server.port), "10", "3"], stdout=subprocess.PIPE, text=True)
    answers = set()
    while load.poll() is None:
        answers.update(play_with_bots(server, people, rng))
        time.sleep(0.05)
    check("people play", load.returncode == 0 and server.metric("moves_total") > 50, load.returncode)
    check("and others look on", answers == {200}, answers)
    status = server.stop()  # in the middle of it
    _, warning, told = Path(server.log_path).read_text().partition("WARNING: ")
    check("nothing is wrong", status == 0 and not warning, f"status {status}\n{told}")


with tempfile.TemporaryDirectory() as scratch:
    served.run(main, scratch)
sys.exit(served.report())
