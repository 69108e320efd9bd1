#!/usr/bin/python3
"""A rolling upgrade: upgrade.py PROGRAM NEXT. Nodes of PROGRAM are replaced one by one by nodes of NEXT (tests/next) while
people play. No game is interrupted, nothing is lost, and every node serves the files of both pages. Prints TAP."""
import os
import re
import subprocess
import sys
import tempfile
import time

import postgres
import served
from endless_tables import Table
from nodes import Cluster
from served import check, eventually
from websocket import PATIENCE

OLD, NEW = map(os.path.abspath, sys.argv[1:3])
NODES, TABLES = 3, 6
FILES = ("index.html", "main.js", "home/home.js", "style.css", "words/fr.json", "rules/corsaires.en.md", "sw.js",
         "flibuste.wasm", "fonts/texturina-800.woff2")


def version_of(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]


def build_of(node):
    return re.search(r"flibuste-[0-9a-f]{16}", node.get("/")[2].decode())[0]


def files_of(node, build):
    """The files of a build, as a node sends them."""
    return {name: node.get(f"/{build}/{name}") for name in FILES}


def same_files(before, now):
    return all(now[name][0] == 200 and now[name][2] == before[name][2]
               and now[name][1]["content-type"] == before[name][1]["content-type"]
               and "immutable" in now[name][1]["cache-control"] for name in before)


def plays_on(tables):
    """Whether every table goes on within ten seconds."""
    begun, before = time.monotonic(), [table.moves for table in tables]
    done = eventually(lambda: all(table.moves >= n + 3 for table, n in zip(tables, before)), 20)
    return done and time.monotonic() - begun < 10


def replace(cluster, number, program):
    """A node drains and stops, and a node of another program takes its place."""
    stopped = cluster.nodes[number].stop()
    cluster.nodes[number] = cluster.start(program)
    seen = eventually(lambda: cluster.metric("nodes") == [NODES] * NODES)
    return stopped == 0 and seen


def pages(cluster, old_files, old, new_files, new):
    """Every node serves both pages, and both are different."""
    for number, node in enumerate(cluster.nodes):
        check(f"node {number + 1} serves the old page", same_files(old_files, files_of(node, old)))
        check(f"node {number + 1} serves the new page", same_files(new_files, files_of(node, new)))
    check("a request for a file that neither has is answered",
          [node.get(f"/{build}/none.js")[0] for node in cluster.nodes for build in (old, new)] == [404] * 2 * NODES)
    check("and one for a build that nobody has",
          [node.get("/flibuste-0123456789abcdef/main.js")[0] for node in cluster.nodes] == [404] * NODES)
    check("a node answers HEAD without the file", cluster.nodes[0].get(f"/{old}/main.js", method="HEAD")[2] == b"")


def upgrade(cluster):
    """All nodes, one after the other, while people play."""
    first = cluster.nodes[0]
    old, tables = build_of(first), [Table(cluster, number) for number in range(TABLES)]
    old_files = files_of(first, old)
    check("the page names its files by build", {answer[0] for answer in old_files.values()} == {200})
    check("the page itself is always asked for", first.get("/")[1]["cache-control"] == "no-cache")
    for table in tables:
        table.start()
    check("the schema is that of the old version", schema(cluster) == BEFORE, schema(cluster))
    check("a node is replaced by one of the next version", replace(cluster, 0, NEW))
    check("it has extended the schema", schema(cluster) == BEFORE + 1, schema(cluster))
    check("everybody plays on", plays_on(tables))
    new = build_of(cluster.nodes[0])
    new_files = files_of(cluster.nodes[0], new)
    check("the two pages are different", new != old and new_files["sw.js"][2] != old_files["sw.js"][2])
    pages(cluster, old_files, old, new_files, new)
    check("an old node can still be started", replace(cluster, 1, OLD))
    check("and everybody plays on", plays_on(tables))
    for number in (1, 2):
        check(f"node {number + 1} is replaced", replace(cluster, number, NEW))
        check("everybody plays on", plays_on(tables))
    check("all nodes serve the new page", {build_of(node) for node in cluster.nodes} == {new})
    check("the old one is gone", eventually(
        lambda: {node.get(f"/{old}/main.js")[0] for node in cluster.nodes} == {404}))
    for table in tables:
        table.halt.set()
    for table in tables:
        table.join(2 * PATIENCE)
    lost, games = [loss for table in tables for loss in table.lost], cluster.database.sql("SELECT count(*) FROM match")
    check("nothing that was acknowledged is lost", not lost, lost[:5])
    check("every table is still the same one", games == str(TABLES), games)


def schema(cluster):
    return int(cluster.database.sql("SELECT max(version) FROM flibuste_schema"))


def too_old(cluster):
    """A program that is two versions behind refuses the schema with a sentence."""
    cluster.database.sql(f"INSERT INTO flibuste_schema VALUES ({BEFORE + 2})")
    done = subprocess.run([OLD, "serve", "--listen", "127.0.0.1:0", "--settings", cluster.settings],
                          capture_output=True, text=True, env={"LANG": "en"}, timeout=PATIENCE, check=False)
    cluster.database.sql(f"DELETE FROM flibuste_schema WHERE version = {BEFORE + 2}")
    check("a program that is two versions behind does not start", done.returncode != 0 and done.stderr.strip(), done)


check("the next version has a higher number", version_of(NEW) != version_of(OLD), version_of(NEW))
with tempfile.TemporaryDirectory() as folder, postgres.Server() as private:
    nodes = Cluster(OLD, private, folder, NODES)
    BEFORE = schema(nodes)
    check("all nodes see each other", eventually(lambda: nodes.metric("nodes") == [NODES] * NODES))
    served.run(upgrade, nodes)
    served.run(too_old, nodes)
    check("all nodes stop well", set(nodes.stop()) == {0})
sys.exit(served.report())
