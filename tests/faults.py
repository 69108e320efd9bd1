#!/usr/bin/python3
"""A server that is killed and restarted repeatedly while people play. No acknowledged move may be lost, and every
client recovers by itself: faults.py PROGRAM [KILLS]. With FLIBUSTE_TEST_POSTGRES (tests/postgres.py) the store is that
database. Prints TAP."""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import served
from endless_tables import Table
from served import check, eventually
from websocket import PATIENCE

PROGRAM = os.path.abspath(sys.argv[1])
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20
TABLES = 6


def verified(text):
    got = subprocess.run([PROGRAM, "verify", "-"], input=text, capture_output=True, text=True,
                         env={"LANG": "en"})
    return got.returncode == 0


def record_of(server, code):
    """A table that is being claimed answers 503."""
    eventually(lambda: server.get(f"/record/{code}")[0] != 503)
    return server.get(f"/record/{code}")[2].decode()


with tempfile.TemporaryDirectory() as scratch:
    STORE = os.environ.get("FLIBUSTE_TEST_POSTGRES") or os.path.join(scratch, "tables.db")
    server = served.Server(PROGRAM, scratch, "--rate", "100000", "--unreplicated", "--store", STORE)
    rng = random.Random(time.time_ns())
    tables = [Table(server, number) for number in range(TABLES)]
    for table in tables:
        table.start()
    for _ in range(KILLS):
        before = sum(table.moves for table in tables)
        eventually(lambda: sum(table.moves for table in tables) >= before + 20)
        time.sleep(rng.random() * 0.1)  # at a random moment
        server.stop(signal.SIGKILL)
        server.start()
    moves = sum(table.moves for table in tables)
    eventually(lambda: sum(table.moves for table in tables) >= moves + 20 * TABLES)
    for table in tables:
        table.halt.set()
    for table in tables:
        table.join(2 * PATIENCE)
    moves, returns = sum(t.moves for t in tables), sum(t.returns for t in tables)
    lost = [loss for table in tables for loss in table.lost]
    check(f"{KILLS} kills, {moves} moves, {returns} returns: no acknowledged event is lost",
          not lost, lost[:5])
    check("moves were made between the kills", moves > 20 * KILLS, moves)
    check("everybody came back by themselves", returns >= 2 * TABLES, returns)
    records = [record_of(server, table.people[0].code) for table in tables]
    wrong = [text[:300] for text in records if not verified(text)]
    check("every table can be read, and its record is right", not wrong, wrong[:2])
    check("and the last server stops well", server.stop() == 0)
sys.exit(served.report())
