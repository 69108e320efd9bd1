"""Several nodes over one PostgreSQL."""
import random

import served
from websocket import Refused


class Cluster:
    """Nodes behind a load balancer that chooses at random."""

    def __init__(self, program, database, scratch, count=3):
        self.program, self.database, self.scratch = program, database, scratch
        self.settings = f"{scratch}/settings"
        with open(self.settings, "w", encoding="utf-8") as file:
            file.write(f"# a node\nstore = {database.url()}\nunreplicated = yes\nrate = 100000\n")
        self.nodes = [self.start() for _ in range(count)]
        self.rng = random.Random(1)

    def start(self, program=None):
        return served.Server(program or self.program, self.scratch, "--settings", self.settings)

    def socket(self, *fields, **more):
        """A connection to any node that accepts one."""
        nodes = list(self.nodes)
        self.rng.shuffle(nodes)
        for node in nodes[:-1]:
            try:
                return node.socket(*fields, **more)
            except (OSError, Refused, EOFError):
                pass
        return nodes[-1].socket(*fields, **more)

    def metric(self, name):
        return [node.metric(name) for node in self.nodes]

    def owners(self):
        """How many tables each node owns, by address."""
        rows = self.database.sql("SELECT n.address, count(m.id) FROM node n LEFT JOIN match m ON m.owner = n.id"
                                 " GROUP BY 1").splitlines()
        return {int(row.split("|")[0].rsplit(":", 1)[1]): int(row.split("|")[1]) for row in rows}

    def stop(self):
        return [node.stop() for node in self.nodes]
