#!/usr/bin/python3
"""Several nodes over one PostgreSQL: cluster.py PROGRAM [ROUNDS]. Clients connect to any node, nodes are killed, paused
and drained, and nothing that was acknowledged is lost. Prints TAP."""
import json
import os
import signal
import sys
import tempfile
import time

import postgres
import served
from served import Person, check, eventually, note
from endless_tables import Table
from nodes import Cluster
from websocket import PATIENCE, connect

PROGRAM = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 1
NODES = 3
TABLES = 6


def relays(cluster):
    """A table at one node, its players at all nodes."""
    first, second, third = cluster.nodes
    anne, bob, eve = Person(first), Person(second), Person(third)
    anne.ask("new mille-sabords seats=person,person lobby=public target=5000", "table")
    anne.ask("sit 1 - Anne", "seats")
    check("a client joins at another node", bob.ask(f"join {anne.code}", "table").get("code") == anne.code)
    seated = bob.ask("sit 2 - Bob", "token", "seats")
    check("and sits down", seated["type"] != "refused", seated)
    eve.ask(f"join {anne.table}", "seats")
    anne.say("start")
    heard = [person.until("view")["type"] for person in (anne, bob, eve)]
    check("all of them see the game", heard == ["view"] * 3, heard)
    check("the table has one owner", cluster.owners()[first.port] == 1 and sum(cluster.owners().values()) == 1,
          cluster.owners())
    check("the owner has two remote clients", first.metric("clients_remote") == 2)
    check("the others relay one each", (second.metric("clients_relayed"), third.metric("clients_relayed")) == (1, 1))
    check("over one connection per pair", cluster.metric("trunks") == [2, 1, 1], cluster.metric("trunks"))

    bob.say("phrase 3")
    said = [person.until("event") for person in (anne, bob, eve)]
    check("chat goes to everybody", all("chat" in message for message in said), said)
    refusal = bob.ask("move 0 nothing")
    check("a refusal comes back", refusal["type"] == "refused", refusal)
    refusal = bob.ask("phrase 1\x01")
    check("a command with invisible characters, too", refusal["reason"]["key"] == "host.bad-characters", refusal)

    check("every lobby has the table", eventually(lambda: all(lists(node, anne.code) for node in cluster.nodes)))
    check("and has it once", all(node.get("/lobby")[2].decode().count(anne.code) == 1 for node in cluster.nodes))

    records = {node.get(f"/record/{anne.table}")[::2] for node in cluster.nodes}
    check("every node has the record", len(records) == 1 and records.pop()[0] == 200, records)
    tables = [node.get(f"/table/{anne.code}") for node in cluster.nodes]
    check("and the public state", {table[0] for table in tables} == {200}
          and len({json.loads(table[2])["id"] for table in tables}) == 1, tables)
    missing = [node.get("/table/0000000000001234")[0] for node in cluster.nodes]
    check("a table that does not exist is not found", missing == [404] * NODES, missing)

    other = Person(third)
    other.ask("new corsaires seats=person,person", "table")
    moved = bob.ask(f"join {other.code}", "table")
    check("a relayed client is passed on to a third node", moved.get("code") == other.code, moved)
    home = Person(second)
    home.ask("new corsaires seats=person,person", "table")
    moved = bob.ask(f"join {home.code}", "table")
    check("and comes home", moved.get("code") == home.code and second.metric("clients_relayed") == 0, moved)
    unknown = bob.ask("join 000000")
    check("a table that does not exist is refused everywhere", unknown["reason"]["key"] == "host.no-table", unknown)
    for person in (anne, bob, eve, other, home):
        person.ws.close()
    check("closed clients leave nothing behind", eventually(
        lambda: not any(cluster.metric("clients_remote") + cluster.metric("clients_relayed"))))


def lists(node, code):
    return code in node.get("/lobby")[2].decode()


def strangers(cluster):
    """Whoever does not know the keys of the nodes is not a node."""
    node = cluster.nodes[0]
    ids = [int(text) for text in cluster.database.sql("SELECT id FROM node").split()]
    for name, call in {
            "noise": b"\1fltrun1" + os.urandom(200),
            "an unknown node": b"\1fltrun1" + os.urandom(8) + own_id(cluster, node) + os.urandom(32),
            "a node without its key": b"\1fltrun1" + other_id(cluster, node) + own_id(cluster, node) + os.urandom(32)
            + os.urandom(24) + b"\x16\0" + os.urandom(22),
            "a weak public key": b"\1fltrun1" + other_id(cluster, node) + own_id(cluster, node) + bytes(32)}.items():
        end = connect(node.port, 10)
        end.sendall(call)
        check(f"{name} is disconnected", closes(end))
    end = connect(node.port, 10)
    end.sendall(b"\1fltrun1")
    check("whoever stays silent is disconnected", closes(end))
    check("they are not counted as nodes", node.metric("nodes") == NODES == len(ids), ids)
    check("a server of a file has no trunk connections", plain_refuses())


def own_id(cluster, node):
    return int(cluster.database.sql(f"SELECT id FROM node WHERE address LIKE '%:{node.port}'")).to_bytes(8, "little")


def other_id(cluster, node):
    return int(cluster.database.sql(f"SELECT id FROM node WHERE address NOT LIKE '%:{node.port}' LIMIT 1")
               ).to_bytes(8, "little")


def closes(end):
    """Whether the other end closes the connection."""
    try:
        while end.recv(4096):
            pass
        return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def plain_refuses():
    with tempfile.TemporaryDirectory() as folder:
        server = served.Server(PROGRAM, folder, "--store", f"{folder}/tables.db")
        end = connect(server.port, 10)
        end.sendall(b"\1fltrun1" + bytes(48) + b"\r\n\r\n")
        answer = end.recv(100)
        server.stop()
        return answer.startswith(b"HTTP/1.1 400")


def moves_of(tables):
    return sum(table.moves for table in tables)


def progress(tables, more=20):
    """Whether every table makes moves within ten seconds."""
    begun, before = time.monotonic(), [table.moves for table in tables]
    done = eventually(lambda: all(table.moves >= n + more / TABLES for table, n in zip(tables, before)), 20)
    return done and time.monotonic() - begun < 10


def faults(cluster, rounds):
    """Nodes are killed, paused and drained while people play at all of them."""
    tables = [Table(cluster, number) for number in range(TABLES)]
    for table in tables:
        table.start()
    for number in range(rounds):
        for fault in (kill, pause, drain):
            check(f"round {number + 1}: everybody plays before {fault.__name__}", progress(tables))
            fault(cluster)
            check("and within ten seconds after it", progress(tables))
    for table in tables:
        table.halt.set()
    for table in tables:
        table.join(2 * PATIENCE)
    lost = [loss for table in tables for loss in table.lost]
    returns = sum(table.returns for table in tables)
    check(f"{moves_of(tables)} moves, {returns} returns: nothing that was acknowledged is lost", not lost, lost[:5])
    double = cluster.database.sql("SELECT count(*) FROM (SELECT FROM event GROUP BY match, n HAVING count(*) > 1) x")
    check("no event number has two contents", double == "0", double)


def busiest(cluster):
    """The node that owns most tables."""
    owners = cluster.owners()
    return max(cluster.nodes, key=lambda node: owners.get(node.port, 0))


def kill(cluster):
    """After 5 s of silence the others take its tables."""
    node = busiest(cluster)
    node.stop(signal.SIGKILL)
    cluster.nodes.remove(node)
    eventually(lambda: len(cluster.owners()) == NODES - 1)
    cluster.nodes.append(cluster.start())


def pause(cluster):
    """A node that stands still for longer than the others wait, and then wakes up."""
    node = busiest(cluster)
    node.process.send_signal(signal.SIGSTOP)
    eventually(lambda: len(cluster.owners()) == NODES - 1)
    node.process.send_signal(signal.SIGCONT)


def drain(cluster):
    """A node that is asked to stop hands its tables over."""
    node = busiest(cluster)
    owned, begun = cluster.owners()[node.port], time.monotonic()
    check("a node that drains stops well", node.stop() == 0)
    took = time.monotonic() - begun
    note(f"{owned} tables handed over in {took:.2f} s")
    check("in less than a second per table, and the connections", took < owned + 4, took)
    check("and leaves no row behind", node.port not in cluster.owners())
    cluster.nodes.remove(node)
    cluster.nodes.append(cluster.start())


def readiness(cluster):
    """While a node drains, a load balancer does not choose it."""
    node = cluster.nodes[0]
    check("a node is ready", node.get("/ready")[0] == 200)
    people = [Person(node) for _ in range(60)]
    for person in people:
        person.ask("new mille-sabords seats=person,person clock=move:60", "table")
    node.process.send_signal(signal.SIGTERM)
    end = time.monotonic() + PATIENCE
    while (statuses := (node.get("/ready")[0], node.get("/health")[0]))[0] == 200 and time.monotonic() < end:
        pass  # the signal has not arrived yet
    check("a node that drains is alive but not ready", statuses == (503, 200), statuses)
    codes = {person.ws.drain() for person in people}
    check("its clients are sent away with code 1012", codes == {1012}, codes)
    check("it stops well", node.process.wait(PATIENCE) == 0)
    cluster.nodes.remove(node)
    missing = [person for person in people if not comes_back(cluster, person)]
    check("and all of them have their tables at another node", not missing, len(missing))


def comes_back(cluster, person):
    person.server = cluster
    person.connect()
    answer = person.ask(f"resume {person.table} {person.token}", "table")
    return answer and answer["type"] == "table"


with tempfile.TemporaryDirectory() as folder, postgres.Server() as private:
    nodes = Cluster(PROGRAM, private, folder)
    command = open(f"/proc/{nodes.nodes[0].process.pid}/cmdline", encoding="utf-8").read()
    check("the address of the database is in a file", "postgres" not in command, command)
    check("all nodes see each other", eventually(lambda: nodes.metric("nodes") == [NODES] * NODES))
    served.run(relays, nodes)
    served.run(strangers, nodes)
    served.run(faults, nodes, ROUNDS)
    served.run(readiness, nodes)
    check("all nodes stop well", set(nodes.stop()) == {0})
    check("and leave nothing behind", private.sql("SELECT count(*) FROM node") == "0")
sys.exit(served.report())
