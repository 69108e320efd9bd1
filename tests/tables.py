#!/usr/bin/python3
"""People at tables over real sockets: complete games with a spectator, tokens and seats of others, names that
contain scripts, bots, leaving and coming back, and the end of the server during a game: tables.py PROGRAM. Prints
TAP."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import served
from served import Person, check, eventually

PROGRAM = os.path.abspath(sys.argv[1])


def Server(*arguments):
    return served.Server(PROGRAM, scratch, "--rate", "100000", *arguments)


def open_table(server, terms="mille-sabords seats=person,person"):
    """Two people sit down at a new table."""
    anne, bob = Person(server), Person(server)
    anne.ask(f"new {terms}", "table")
    anne.ask("sit 1 wind Anne", "seats")
    bob.ask(f"join {anne.code}", "seats")
    bob.ask("sit 2 sea Bob", "seats")
    return anne, bob


def play(people, rng, moves=5000):
    """Plays to the end, or a number of moves; returns the last event, or None if it was not the last."""
    for _ in range(moves):
        mover = next((p for p in people if p.question), None)
        if not mover:
            mover = next(p for p in people if wait_for_question(p, people))
        line, mover.question = mover.choice(rng), None
        mover.say(line)
        event = hear_move(mover)
        for other in people:
            if other is not mover:
                hear_move(other)
        if event.get("over"):
            return event
    return None


def hear_move(person):
    while (message := person.until("event", "refused")) is not None:
        if message["type"] == "refused":
            raise AssertionError(message)
        if "turn" in message:
            return message
    raise AssertionError(f"closed {person.ws.closed}")


def wait_for_question(person, people):
    """Whether this client has the question: it follows the event immediately."""
    turn = next(m["turn"] if "turn" in m else m["sight"]["turn"] for m in reversed(person.heard)
                if "turn" in m or "sight" in m)
    seat = next(m["seats"] for m in reversed(person.heard) if m["type"] == "you")
    if not set(turn) & set(seat):
        return False
    while not person.question:
        if person.receive() is None:
            return False
    return True


def verified(text):
    got = subprocess.run([PROGRAM, "verify", "-"], input=text, capture_output=True, text=True,
                         env={"LANG": "en"})
    return got.returncode == 0, got.stdout + got.stderr


def whole_games(server):
    rng = random.Random(1)
    anne, bob = open_table(server)
    watcher = Person(server)
    watcher.ask(f"join {anne.code}", "seats")
    watcher.until("log") if not any(m["type"] == "log" for m in watcher.heard) else None
    anne.say("start")
    people = [anne, bob, watcher]
    for person in people:
        person.until("view")
    over = play(people, rng)
    check("a game is played to its end", over and over["winners"], over)
    last = max(anne.events)
    check("all three received the same", all(
        anne.events[n] == bob.events[n] == watcher.events[n] for n in range(4, last + 1)))
    status, _, text = server.get(f"/record/{anne.code}")
    ok, said = verified(text.decode())
    check("its public record is right, the dice too", status == 200 and ok, said)
    anne.ask("record", "record")
    ok, said = verified(anne.heard[-1]["text"])
    check("and so is a seat's own", ok, said)
    table = json.loads(server.get(f"/table/{anne.code}")[2])
    check("the public sees the table", table.get("code") == anne.code and "sight" in table,
          str(table)[:300])
    check("a private table is in no lobby", anne.code not in server.get("/lobby")[2].decode())
    anne.ask("rematch", "table")
    anne.say("start")
    anne.until("view")
    check("a rematch begins", anne.heard[-1]["sight"]["over"] is False)


def bad_options(server):
    anne = Person(server)
    for option, named in (("seats=person,bot:zorro", "seats=bot:zorro"), ("seats=king,person", "seats=king"),
                          ("target=7000", "target=7000")):
        got = anne.ask(f"new mille-sabords {option}", "table")
        check(f"the refusal of {option} names {named}", got["type"] == "refused"
              and got["reason"]["args"].get("text") == named, got)
    hello = anne.ask("hello 2", "hello")
    counts = next(game["seat_counts"] for game in hello["games"] if game["name"] == "corsaires")
    check("hello says that seven cannot play Corsaires", counts == [2, 3, 4, 5, 6, 8], counts)


def strangers(server):
    anne, bob = open_table(server)
    anne.say("start")
    anne.until("view"), bob.until("view")
    before = json.loads(server.get(f"/table/{anne.code}")[2])
    mallory = Person(server)
    check("a wrong token opens nothing",
          mallory.ask(f"resume {anne.table} {'0' * 32}", "you")["type"] == "refused")
    check("nor does one of another table", mallory.ask(
        f"resume {anne.table} {open_table(server)[0].token}", "you")["type"] == "refused")
    check("nor rubbish", mallory.ask(f"resume {anne.table} <script>", "you")["type"] == "refused")
    check("a taken seat stays taken", mallory.ask(f"join {anne.code}", "seats")
          and mallory.ask("sit 1 - Mallory", "you")["type"] == "refused")
    mover, other = (anne, bob) if anne.question else (bob, anne)
    question = mover.question["question"]
    for who, name in ((mallory, "a watcher"), (other, "another player")):
        check(f"a move by {name} is refused", who.ask(f"move {question} card", "event")["type"]
              == "refused")
    check("a move that is not offered is refused",
          mover.ask(f"move {question} reroll 1 2", "event")["type"] == "refused")
    check("a stale question is refused",
          mover.ask(f"move {question - 1} card", "event")["type"] == "refused")
    for line in ("", " ", "move", "move x y", "sit 99", "join", "new chess", "new", "\x00", "é" * 200,
                 "swap 1 2", "close", "start", "undo", "resume", "x" * 1000, "ban 1"):
        check(f"refused: {line[:12]!r}", mallory.ask(line, "event")["type"] == "refused", mallory.heard[-1])
    after = json.loads(server.get(f"/table/{anne.code}")[2])
    before.pop("spectators", None), after.pop("spectators", None)
    check("and the table is as it was", before == after, f"{before}\n{after}")
    check("the one whose turn it is may move", mover.ask(f"move {question} card", "event")["type"]
          == "event")


def scripts_in_names(server):
    name = "<img src=x onerror=alert(1)>"[:24]
    anne = Person(server)
    anne.ask("new mille-sabords seats=person,person lobby=public", "table")
    anne.ask(f"sit 1 - {name}", "seats")
    status, fields, body = server.get(f"/table/{anne.code}")
    check("a name with a script in it is data", status == 200 and name in json.dumps(
        json.loads(body), ensure_ascii=False) and fields["content-type"] == "application/json"
        and fields["x-content-type-options"] == "nosniff", body)
    check("no name stands in the log", "onerror" not in server.log() and "Anne" not in server.log())


def bots_answer(server):
    anne = Person(server)
    anne.ask("new mille-sabords seats=person,bot:matelot,bot:moussaillon", "table")
    anne.ask("sit 1 - Anne", "seats")
    anne.say("start")
    rng, over = random.Random(3), False
    while not over:
        message = anne.receive()
        over = message.get("over", False)
        if anne.question:
            line, anne.question = anne.choice(rng), None
            anne.say(line)
    check("one person and two bots play a whole game", message["winners"], message)


def thinks_as_told():
    """Without search, the strongest bots play a whole game in less time than one search takes."""
    server = Server("--store", "memory", "--think", "0")
    anne = Person(server)
    anne.ask("new corsaires seats=bot:capitaine,bot:capitaine", "table")
    anne.say("start")
    while not (message := anne.receive()).get("over"):
        pass
    check("bots that may not search play to the end", message["winners"], message)
    seconds = server.cpu()
    check("and have not searched", seconds < 2, seconds)
    check("stops well", server.stop() == 0)


def stops_while_a_bot_thinks():
    server = Server("--store", "memory")
    anne = Person(server)
    anne.ask("new corsaires seats=bot:capitaine,bot:capitaine", "table")
    anne.say("start")
    anne.until("view")
    eventually(lambda: server.metric("bots_thinking") > 0)
    start = time.time()
    status = server.stop()
    check("a server stops while a bot thinks", status == 0, status)
    check("without waiting for it", time.time() - start < 15, time.time() - start)


def killed(signal_number, name):
    """The server is killed during a game; clients reconnect and continue."""
    store = os.path.join(scratch, f"{name}.db")
    rng = random.Random(7)
    server = Server("--store", store)
    anne, bob = open_table(server)
    anne.say("start")
    anne.until("view"), bob.until("view")
    people = [anne, bob]
    play(people, rng, 20)
    heard = dict(anne.events)
    server.stop(signal_number)
    server.start()
    for person in people:
        person.events.clear()
        check(f"{name}: a person comes back", person.resume()["type"] == "log", person.heard[-1])
        person.ask("lobby", "lobby")  # a long log is sent in several messages
    check(f"{name}: no acknowledged event is lost",
          all(anne.events.get(n) == say for n, say in heard.items()),
          [(n, s, anne.events.get(n)) for n, s in heard.items() if anne.events.get(n) != s][:3])
    over = play(people, rng)
    check(f"{name}: and the game goes on to its end", over and over["winners"])
    ok, said = verified(server.get(f"/record/{anne.code}")[2].decode())
    check(f"{name}: with a record that is right", ok, said)
    check(f"{name}: stops well", server.stop() == 0)


with tempfile.TemporaryDirectory() as scratch:
    main = Server("--store", "memory")
    for part in (bad_options, whole_games, strangers, scripts_in_names, bots_answer):
        served.run(part, main)
    check("stops well", main.stop() == 0)
    served.run(thinks_as_told)
    served.run(stops_while_a_bot_thinks)
    served.run(killed, signal.SIGKILL, "killed")
    served.run(killed, signal.SIGTERM, "stopped")
sys.exit(served.report())
