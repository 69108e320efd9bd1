#!/usr/bin/python3
"""A busy server: simulated players at tables of two, players with bots that search on threads, and readers of its
pages, all at once and then disconnected: busy.py PROGRAM LOAD. For a program built with a sanitizer, which exits
with a status other than 0 if it found an error. Prints TAP."""
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import served
from served import Person, check
from websocket import PATIENCE

PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
GAMES = {"mille-sabords": 1, "corsaires": 1, "buccaneer": 2, "pirates-en-duel": 1, "aux-sabords": 1}


def sit_with_bots(server, game):
    person = Person(server)
    bots = ",bot:capitaine" + ",bot:matelot" * (GAMES[game] - 1)
    person.ask(f"new {game} seats=person{bots} lobby=public", "table")
    person.ask("sit 1 - Anne", "seats")
    person.ask("start", "view")
    return person


def play_with_bots(server, people, rng):
    """Every client with a question makes a move; spectators watch."""
    for person in people:
        if not person.question:
            person.ask("refresh", "view")
        elif person.ask(person.choice(rng), "event", "view"):
            person.question = None
    return [server.get(path)[0] for path in ("/lobby", f"/table/{people[0].table}", f"/record/{people[0].table}")]


def main(scratch):
    server = served.Server(PROGRAM, scratch, "--store", os.path.join(scratch, "t.db"))
    rng = random.Random(1)
    people = [sit_with_bots(server, game) for game in GAMES]
    answers, statuses, end = set(), set(), time.monotonic() + 4 * PATIENCE
    while not statuses or (server.metric("moves_total") <= 50 and time.monotonic() < end):
        load = subprocess.Popen([LOAD, str(server.port), "10", "3"], stdout=subprocess.PIPE, text=True)
        while load.poll() is None:
            answers.update(play_with_bots(server, people, rng))
            time.sleep(0.05)
        statuses.add(load.returncode)
    check("people play", statuses == {0} and server.metric("moves_total") > 50, statuses)
    check("and others look on", answers == {200}, answers)
    status = server.stop()  # while all of them play
    _, warning, text = Path(server.log_path).read_text().partition("WARNING: ")
    check("nothing is wrong", status == 0 and not warning, f"status {status}\n{text}")


with tempfile.TemporaryDirectory() as scratch:
    served.run(main, scratch)
sys.exit(served.report())
