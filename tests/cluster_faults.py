#!/usr/bin/python3
"""Faults of nodes, database servers and networks while people play: cluster_faults.py PROGRAM [FAULTS [SEED [FAULT...]]]

Three nodes and two PostgreSQL servers, one of them the synchronous standby, each in a network namespace of its own. A fault
begins, has an effect, and ends; then every table must go on within ten seconds. What is checked:

  * only the owner of a table writes to it (a trigger in the database records every other writer);
  * what a client has received once it receives again, unchanged, after each reconnection;
  * the events of every table are numbered without gaps;
  * a read that begins after an event was acknowledged to anybody contains that event.

Everything runs in namespaces of processes, networks and mounts, and in memory: it ends with this program, however that
ends. Needs root. Prints TAP, and as comments the faults and how long the slowest table needed. The seed chooses the faults;
with names, only these occur."""
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import postgres
import served
from endless_tables import Gone, Table
from served import Person, check, eventually, note
from websocket import Refused, WebSocket, request

INSIDE = "FLIBUSTE_IN_NAMESPACES"
if os.getuid() != 0:
    print("1..0 # SKIP needs root, for network namespaces")
    sys.exit(0)
if INSIDE not in os.environ:
    postgres.programs()  # skips the test if there are none
    os.environ[INSIDE] = "yes"
    os.execvp("unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable,
                          *sys.argv])

HERE = Path(__file__).resolve().parent
PROGRAM = os.path.abspath(sys.argv[1])
FAULTS = int(sys.argv[2]) if len(sys.argv) > 2 else 50
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else time.time_ns() % 100000
ONLY = sys.argv[4:]
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
SCRATCH = Path("/mnt")  # in memory
TABLES, PACE = 4, 0.03  # seconds between two moves of a table, to leave the processor to others
LIMIT = 10  # seconds for every table to go on
EFFECT = 15  # seconds for a fault to have an effect: a takeover takes 5 to 10
PATIENCE = 12  # seconds for an answer, after which a client reconnects

ADDRESS = {"n1": "10.9.0.1", "n2": "10.9.0.2", "n3": "10.9.0.3", "db1": "10.9.0.11", "db2": "10.9.0.12"}
SLOW = {"db1": "10.9.0.51", "db2": "10.9.0.52"}  # forwards to the server, with a delay
CLIENTS = "10.9.0.100"


# ---- the network ----

def ip(*words):
    subprocess.run(["ip", *words], check=True)


def within(name, *command):
    return ["ip", "netns", "exec", name, *command]


def make_network():
    ip("link", "set", "lo", "up")
    ip("link", "add", "wire", "type", "bridge")
    ip("addr", "add", f"{CLIENTS}/24", "dev", "wire")
    ip("link", "set", "wire", "up")
    for name, addresses in {**{name: [address] for name, address in ADDRESS.items()},
                            "slow": ["10.9.0.50", *SLOW.values()]}.items():
        ip("netns", "add", name)
        ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", name, "master", "wire", "up")
        ip("-n", name, "link", "set", "lo", "up")
        for address in addresses:
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        # The rules of Cut come before that for local addresses, which has priority 0 otherwise.
        ip("-n", name, "rule", "add", "priority", "20", "lookup", "local")
        ip("-n", name, "rule", "del", "priority", "0")


def ends(one, other):
    """The link between two machines as the namespace and address of each end. Node 3 and the standby reach a database
    server through the slow link."""
    if other.startswith("db") and one in ("n3", "db1", "db2"):
        return (one, ADDRESS[one]), ("slow", SLOW[other])
    return (one, ADDRESS[one]), (other, ADDRESS[other])


class Cut:
    """Links that drop packets until `heal`: pairs of machines, from the first to the second, and back if `both`."""

    def __init__(self, *pairs, both=True):
        self.rules = []
        for one, other in pairs:
            near, far = ends(one, other) if not one.startswith("db") or other.startswith("db") else ends(other, one)[::-1]
            self.drop(near, far)
            if both:
                self.drop(far, near)

    def drop(self, sender, receiver):
        rule = ["priority", "10", "from", sender[1], "to", receiver[1], "blackhole"]
        ip("-n", receiver[0], "rule", "add", *rule)
        self.rules.append((receiver[0], rule))

    def heal(self):
        for at, rule in self.rules:
            ip("-n", at, "rule", "del", *rule)


# ---- database servers ----

class Database:
    """A PostgreSQL server in a namespace."""

    def __init__(self, name):
        self.name, self.bin, self.process = name, postgres.programs(), None
        self.data, self.log = SCRATCH / name, SCRATCH / f"{name}.log"

    def command(self, program, *arguments):
        return within(self.name, "setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups",
                      f"{self.bin}/{program}", *arguments)

    def run(self, program, *arguments):
        done = subprocess.run(self.command(program, *arguments), cwd="/", capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def create(self):
        self.run("initdb", "-D", str(self.data), "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "--no-sync")
        with open(self.data / "pg_hba.conf", "a", encoding="utf-8") as file:
            file.write("host all all 10.9.0.0/24 trust\nhost replication all 10.9.0.0/24 trust\n")

    def copy(self, primary):
        """Becomes the standby of another server. A copy from the start, because a server that has been a primary may
        have commits that the new one has not, and pg_rewind does not find all of them before a checkpoint."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run("pg_basebackup", "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "-d",
                 f"host={SLOW[primary.name]} user=postgres application_name=standby connect_timeout=2")

    def start(self):
        settings = {"listen_addresses": "*", "unix_socket_directories": "", "max_connections": "60", "shared_buffers": "32MB",
                    "synchronous_standby_names": "standby", "max_wal_size": "256MB", "wal_keep_size": "256MB",
                    "wal_sender_timeout": "2s", "wal_receiver_timeout": "2s", "wal_retrieve_retry_interval": "100ms",
                    "logging_collector": "off", "jit": "off"}
        command = self.command("postgres", "-D", str(self.data))
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, cwd="/", stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        if not eventually(self.answers, 60):
            raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-2000:]}")

    def answers(self):
        return subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", ADDRESS[self.name], "-t", "1"], check=False).returncode == 0

    def crash(self):
        """As after a loss of power: without a checkpoint."""
        self.signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def signal(self, number):
        """Sends a signal to all processes of the server."""
        for pid in [self.process.pid, *served.children(self.process.pid)]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def sql(self, text):
        done = subprocess.run([f"{self.bin}/psql", "-X", "-q", "-At", "-h", ADDRESS[self.name], "-U", "postgres", "-c", text,
                               "postgres"], capture_output=True, text=True, check=False,
                              env={**os.environ, "PGCONNECT_TIMEOUT": "3"})
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


# ---- nodes ----

def a_client():
    """The field in which a load balancer names a client: limits count per client."""
    return "X-Forwarded-For: " + ".".join(str(random.randint(1, 254)) for _ in range(4))


class Node:
    """A server in a namespace, with a wall clock of its own."""

    def __init__(self, name):
        self.name, self.process = name, None
        self.clock, self.log = SCRATCH / f"{name}.clock", SCRATCH / f"{name}.log"
        self.set_clock(0)
        hosts = SLOW if name == "n3" else {name: ADDRESS[name] for name in SLOW}
        self.settings = SCRATCH / f"{name}.conf"
        self.settings.write_text(f"store = postgres://postgres@{hosts['db1']},{hosts['db2']}/postgres\nrate = 100000\n"
                                 "trust-proxy = yes\n", encoding="utf-8")

    def set_clock(self, seconds):
        """Sets the wall clock apart from that of the others, while the node runs."""
        new = self.clock.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n", encoding="utf-8")
        new.rename(self.clock)

    def start(self):
        environment = {"LANG": "en", "PATH": os.environ["PATH"], "HOME": str(SCRATCH)}
        if os.path.exists(FAKETIME):
            environment |= {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_CACHE_DURATION": "1",
                            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_STAT": "1"}
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                within(self.name, PROGRAM, "serve", "--listen", f"{ADDRESS[self.name]}:8080", "--settings", str(self.settings)),
                stdout=subprocess.DEVNULL, stderr=log, stdin=subprocess.DEVNULL, env=environment)

    def get(self, path):
        return request((ADDRESS[self.name], 8080), path, [a_client()])

    def metric(self, name):
        lines = self.get("/metrics")[2].decode().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"flibuste_{name} "))

    def socket(self, **more):
        return WebSocket((ADDRESS[self.name], 8080), [a_client()], **more)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(90)


class Cluster:
    """All machines."""

    def __init__(self):
        self.rng = random.Random(SEED)
        make_network()
        shutil.chown(SCRATCH, "postgres", "postgres")
        self.primary, self.standby = Database("db1"), Database("db2")
        self.proxy = subprocess.Popen(
            within("slow", sys.executable, str(HERE / "slow_link.py"),
                   *[word for name in SLOW for word in (f"{SLOW[name]}:5432", f"{ADDRESS[name]}:5432")]),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.proxy.stdout.readline()
        self.primary.create()
        self.primary.start()
        self.standby.copy(self.primary)
        self.standby.start()
        self.nodes = [Node(name) for name in ("n1", "n2", "n3")]
        for node in self.nodes:
            node.start()
        if not eventually(self.is_whole, 60):
            raise RuntimeError("the nodes do not start: " + self.nodes[0].log.read_text()[-2000:])

    def socket(self, **more):
        """A connection to any node that accepts one."""
        for node in random.sample(self.nodes, len(self.nodes)):
            try:
                return node.socket(**more)
            except (OSError, Refused, EOFError):
                pass
        raise ConnectionError

    def rows(self):
        """The nodes that the database has: identity by name."""
        rows = self.primary.sql("SELECT address, id FROM node").split()
        names = {f"{address}:8080": name for name, address in ADDRESS.items()}
        return {names[address.split("/")[1]]: int(key) for address, key in (row.split("|") for row in rows)}

    def is_whole(self):
        try:
            return len(self.rows()) == len(self.nodes)
        except (RuntimeError, OSError):
            return False

    def slow_down(self, milliseconds):
        self.tell(f"delay {milliseconds}")

    def tell(self, command):
        self.proxy.stdin.write(command + "\n")
        self.proxy.stdin.flush()

    def busiest(self):
        """The node with most tables."""
        rows = self.primary.sql("SELECT n.address, count(m.id) FROM node n LEFT JOIN match m ON m.owner = n.id GROUP BY 1"
                                " ORDER BY 2 DESC").splitlines()
        address = rows[0].split("|")[0].split("/")[1].split(":")[0]
        return next(node for node in self.nodes if ADDRESS[node.name] == address)

    def some_node(self):
        """Often the one with most tables."""
        return self.busiest() if self.rng.random() < 0.6 else self.rng.choice(self.nodes)

    def fence(self, node, before):
        """Waits until the others have taken over."""
        return eventually(lambda: self.rows().get(node.name) != before, EFFECT)


# ---- the people ----

class People(Table):
    """Two people who play slowly, remember everything, begin at one node, and resume at any."""

    def __init__(self, cluster, number, home):
        super().__init__(cluster, number, [Person(home, PATIENCE), Person(home, PATIENCE)])
        anne, bob = self.people
        anne.ask("new mille-sabords seats=person,person target=8000", "table")
        anne.ask("sit 1 - Anne", "seats")
        bob.ask(f"join {anne.code}", "seats")
        bob.ask("sit 2 - Bob", "seats")
        anne.say("start")
        anne.until("view"), bob.until("view")
        anne.server = bob.server = cluster

    def move(self, person):
        super().move(person)
        time.sleep(PACE)

    def seen(self):
        """The highest event that anybody has received."""
        return max(max(person.events, default=0) for person in self.people)


class Reader(threading.Thread):
    """Watches tables at any node: an answer that begins after an event was acknowledged must contain it."""

    def __init__(self, cluster, tables):
        super().__init__(daemon=True)
        self.cluster, self.tables, self.halt = cluster, tables, threading.Event()
        self.reads, self.stale, self.rng = 0, [], random.Random(SEED)

    def run(self):
        while not self.halt.is_set():
            table, node = self.rng.choice(self.tables), self.rng.choice(self.cluster.nodes)
            try:
                self.read(table, node)
            except (TypeError, KeyError, OSError, Refused, EOFError, Gone):
                pass
            self.halt.wait(0.05)

    def read(self, table, node):
        """Watches a table from the beginning."""
        person = Person(node, PATIENCE)
        seen = table.seen()
        person.table = table.people[0].table
        person.say(f"resume {person.table} - 0")
        if person.until("refused", "log")["type"] == "log" and person.ask("lobby", "lobby"):
            self.reads += 1
            if max(person.events, default=0) < seen:
                self.stale.append((node.name, person.table, seen, max(person.events, default=0)))
        person.ws.close()


class Probe:
    """A table at a node that is about to lose its tables without knowing it. Once the next owner has stored an event of
    the table, the first one must not show it without that event."""

    def __init__(self, cluster, node):
        self.cluster, self.node = cluster, node
        self.anne = Person(node, PATIENCE)
        self.anne.ask("new mille-sabords seats=person,person", "table")
        self.anne.ask("sit 1 - Anne", "seats")
        self.watcher = Person(node, PATIENCE)  # is connected before the fault

    def write_elsewhere(self):
        """Anne comes back at another node and says something there."""
        others = [node for node in self.cluster.nodes if node is not self.node]

        def spoken():
            try:
                self.anne.server = random.choice(others)
                self.anne.events = {}
                return self.anne.resume()["type"] == "log" and self.anne.ask("phrase 3", "event")["type"] == "event"
            except (TypeError, OSError, Refused, EOFError):
                return False
        return eventually(spoken, EFFECT)

    def ask(self):
        """A spectator asks the first node for the table, after that event."""
        self.watcher.say(f"resume {self.anne.table} - 0")

    def check(self):
        """The spectator receives the event, or is disconnected."""
        seen, message = max(self.anne.events), None
        try:
            message = self.watcher.until("refused", "log")
        except (OSError, EOFError):
            pass
        stale = message and message["type"] == "log" and max(self.watcher.events, default=0) < seen
        check("a node that has lost a table without knowing it does not show it", not stale, (seen, self.watcher.events))
        for person in (self.anne, self.watcher):
            person.ws.close()


# ---- faults ----

def kill(cluster):
    """A node is killed and started again at once."""
    node = cluster.some_node()
    node.stop(signal.SIGKILL)
    node.start()


def lose(cluster):
    """A node is killed, and started again when the others have taken over."""
    node = cluster.some_node()
    before = cluster.rows().get(node.name)
    node.stop(signal.SIGKILL)
    check("the others take over from a node that was killed", cluster.fence(node, before))
    node.start()


def drain(cluster):
    """A node hands its tables over and is started again."""
    node = cluster.some_node()
    check("a node that drains ends well", node.stop() == 0)
    node.start()


def pause(cluster):
    """A node stands still until the others have taken over, and then goes on."""
    node = cluster.some_node()
    before, probe = cluster.rows().get(node.name), Probe(cluster, node)
    node.process.send_signal(signal.SIGSTOP)
    taken = cluster.fence(node, before) and probe.write_elsewhere()
    probe.ask()
    node.process.send_signal(signal.SIGCONT)
    check("the others take over from a node that stands still", taken)
    probe.check()


def hiccup(cluster):
    """A node stands still for less than the others wait."""
    node = cluster.some_node()
    node.process.send_signal(signal.SIGSTOP)
    time.sleep(cluster.rng.uniform(0.2, 3))
    node.process.send_signal(signal.SIGCONT)


def cut_off(cluster, *, one_way=None):
    """A node does not reach the database servers, or they do not reach it, until the others have taken over."""
    node = cluster.some_node()
    before, probe = cluster.rows().get(node.name), Probe(cluster, node)
    pairs = [(node.name, "db1"), (node.name, "db2")]
    cut = Cut(*(pair[::-1] if one_way == "from" else pair for pair in pairs), both=not one_way)
    taken = cluster.fence(node, before) and probe.write_elsewhere()
    probe.ask()
    everybody_plays(cluster, 1)  # it may answer meanwhile
    cut.heal()
    check("the others take over from a node that is cut off", taken)
    probe.check()


def cut_to_database(cluster):
    """Packets from a node to the database servers are lost."""
    cut_off(cluster, one_way="to")


def cut_from_database(cluster):
    """Packets from the database servers to a node are lost."""
    cut_off(cluster, one_way="from")


def cut_nodes(cluster, both=True):
    """Two nodes do not reach each other, until their connection is closed."""
    one, other = cluster.rng.sample(cluster.nodes, 2)
    before = one.metric("trunks"), other.metric("trunks")
    cut = Cut((one.name, other.name), both=both)
    if all(before):
        eventually(lambda: (one.metric("trunks"), other.metric("trunks")) != before, 5)
    cut.heal()


def cut_one_node(cluster):
    """Packets from one node to another are lost."""
    cut_nodes(cluster, both=False)


def cut_standby(cluster, both=True):
    """Primary and standby do not reach each other, until nobody can move."""
    cut = Cut((cluster.standby.name, cluster.primary.name), both=both)
    stands_still(cluster)
    cut.heal()


def cut_to_standby(cluster):
    """Packets from the standby to the primary are lost."""
    cut_standby(cluster, both=False)


def stop_standby(cluster):
    """The standby stands still until nobody can move."""
    cluster.standby.signal(signal.SIGSTOP)
    stands_still(cluster)
    cluster.standby.signal(signal.SIGCONT)


def stop_primary(cluster):
    """The primary stands still until nobody can move."""
    cluster.primary.signal(signal.SIGSTOP)
    stands_still(cluster)
    cluster.primary.signal(signal.SIGCONT)


def slow(cluster):
    """Replication, and one node's connection to the database, take long."""
    cluster.slow_down(cluster.rng.choice((20, 80, 250)))
    everybody_plays(cluster, EFFECT)
    cluster.slow_down(0)


def late_copy(cluster):
    """What a node has sent to the database arrives although its connection has broken, perhaps after it was sent again."""
    node = cluster.nodes[2]  # the one with a slow link
    table = People(node, 0, node)
    table.start()
    cluster.slow_down(20)
    goes_on = True
    for _ in range(5):
        cluster.tell(f"break {ADDRESS[node.name]}")
        before = table.moves
        goes_on = goes_on and eventually(lambda: table.moves >= before + 2, LIMIT)
    cluster.slow_down(0)
    table.halt.set()
    table.join(3 * PATIENCE)
    check("a table goes on after late copies", goes_on and not table.lost, table.lost)


def set_clock(cluster):
    """The wall clock of a node jumps."""
    cluster.rng.choice(cluster.nodes).set_clock(cluster.rng.randint(-7200, 7200))


def end_sessions(cluster):
    """The sessions of all nodes are ended, or what they wait for is cancelled."""
    how = cluster.rng.choice(("terminate", "cancel"))
    cluster.primary.sql(f"SELECT pg_{how}_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'flibuste %'")


def crash(cluster):
    """The primary crashes and starts again."""
    cluster.primary.crash()
    cluster.primary.start()


def crash_without_standby(cluster):
    """Commits wait for a standby that is cut off when the primary crashes: they are visible afterwards."""
    cut = Cut((cluster.standby.name, cluster.primary.name))
    stands_still(cluster)
    cluster.primary.crash()
    cluster.primary.start()
    cut.heal()


def take_over(cluster):
    """The standby becomes the primary, and the other server its standby."""
    old, new = cluster.primary, cluster.standby
    new.run("pg_ctl", "promote", "-D", str(new.data), "-s", "-w")
    cluster.primary, cluster.standby = new, old
    if old.process.poll() is None:
        old.crash()
    old.copy(new)
    old.start()


def promote(cluster):
    """The primary crashes, and the standby is promoted."""
    cluster.primary.crash()
    take_over(cluster)


def split(cluster):
    """The primary goes on with one node, cut off from all others, while the standby is promoted."""
    alone = cluster.some_node()
    primary, standby = cluster.primary.name, cluster.standby.name
    cut = Cut((standby, primary), *((node.name, primary) for node in cluster.nodes if node is not alone), (alone.name, standby))
    stands_still(cluster)
    cluster.standby.run("pg_ctl", "promote", "-D", str(cluster.standby.data), "-s", "-w")
    cut.heal()
    cluster.primary.crash()
    cluster.primary, cluster.standby = cluster.standby, cluster.primary
    cluster.standby.copy(cluster.primary)
    cluster.standby.start()


# How often each fault occurs among 50.
DECK = {kill: 5, lose: 2, drain: 3, pause: 4, hiccup: 4, cut_off: 2, cut_to_database: 2, cut_from_database: 2, cut_nodes: 3,
        cut_one_node: 3, cut_standby: 2, cut_to_standby: 2, stop_standby: 1, stop_primary: 2, slow: 2, late_copy: 2, set_clock: 2,
        end_sessions: 3, crash: 1, crash_without_standby: 1, promote: 1, split: 1}


# ---- running ----

def moves(cluster):
    return [table.moves for table in cluster.tables]


def everybody_plays(cluster, patience):
    """Whether every table makes two moves in this time; returns how long that takes, or None."""
    begun, before = time.monotonic(), moves(cluster)
    done = eventually(lambda: all(now >= then + 2 for now, then in zip(moves(cluster), before)), patience)
    return time.monotonic() - begun if done else None


def stands_still(cluster):
    """Waits until nobody can move."""
    end = time.monotonic() + EFFECT
    while time.monotonic() < end:
        before = moves(cluster)
        if not eventually(lambda: moves(cluster) != before, 0.7):
            return


def begin_fault(cluster, number, fault, times):
    fault(cluster)
    took = everybody_plays(cluster, 40)
    times.append((took or 99, fault.__name__))
    note(f"{number} {fault.__name__}: " + (f"{took:.1f} s" if took else "tables do not go on"))
    if not took or took > LIMIT:
        check(f"fault {number}, {fault.__name__}: every table goes on within {LIMIT} s", False, took)
    return took


def deck(rng):
    while True:
        cards = [fault for fault, count in DECK.items() for _ in range(count) if not ONLY or fault.__name__ in ONLY]
        rng.shuffle(cards)
        yield from cards


def watch_writers(database):
    """Lets the database note every event whose writer does not own the table."""
    database.sql("""
        CREATE TABLE foreign_event (match bigint, n int, writer text, owner text);
        CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            writer text := split_part(current_setting('application_name'), ' ', 2);
            holder text := (SELECT lpad(to_hex(owner), 16, '0') FROM match WHERE id = NEW.match);
        BEGIN
            IF holder IS DISTINCT FROM writer THEN
                INSERT INTO foreign_event VALUES (NEW.match, NEW.n, writer, holder);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER note_writer AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION note_writer();""")


def finish(cluster):
    """Everybody stops, resumes once more, and compares."""
    for table in cluster.tables:
        table.halt.set()
    for table in cluster.tables:
        table.join(3 * PATIENCE)
    for table in cluster.tables:
        table.halt.clear()
        table.reconnect()
        table.halt.set()


def report(cluster, reader, times):
    sql = cluster.primary.sql
    lost = [loss for table in cluster.tables for loss in table.lost]
    returns = sum(table.returns for table in cluster.tables)
    slowest = max(times, default=(0, "nothing"))
    note(f"slowest recovery {slowest[0]:.1f} s after {slowest[1]}; {reader.reads} reads")
    check(f"{len(times)} faults, {sum(moves(cluster))} moves, {returns} returns: nothing that was acknowledged is lost or changed",
          not lost, lost[:5])
    check("every client has come back by itself", all(table.returns >= 2 for table in cluster.tables))
    check("nobody but the owner has written to a table", not (rows := sql("SELECT * FROM foreign_event LIMIT 5")), rows)
    check("the events of every table have no gaps",
          not (rows := sql("SELECT match, count(*), max(n) FROM event GROUP BY 1 HAVING count(*) <> max(n)")), rows)
    known = {int(row.split("|")[0]): int(row.split("|")[1])
             for row in sql("SELECT match, max(n) FROM event GROUP BY 1").splitlines()}
    wrong = [(table.people[0].table, table.seen()) for table in cluster.tables
             if known.get(signed(table.people[0].table), 0) < table.seen()]
    check("the database has all that clients have seen", not wrong, wrong)
    check("no read was older than what somebody had seen before it", not reader.stale, reader.stale[:5])
    check("and there were reads", reader.reads >= len(times), reader.reads)


def signed(table):
    """The id of a table as PostgreSQL has it."""
    return int.from_bytes(int(table, 16).to_bytes(8, "big"), "big", signed=True)


def play(cluster, times):
    check(f"everybody plays before the first fault of seed {SEED}", everybody_plays(cluster, 60))
    for number, fault in zip(range(1, FAULTS + 1), deck(cluster.rng)):
        if not eventually(cluster.is_whole, 60):
            check(f"all nodes are back before fault {number}", False)
        if not begin_fault(cluster, number, fault, times):
            break


def main():
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", str(SCRATCH)], check=True)
    cluster, times = Cluster(), []
    watch_writers(cluster.primary)
    cluster.tables = []
    for number in range(TABLES):
        cluster.tables.append(People(cluster, number, cluster.nodes[number % 3]))
    for table in cluster.tables:
        table.start()
    reader = Reader(cluster, cluster.tables)
    reader.start()
    served.run(play, cluster, times)
    reader.halt.set()
    reader.join(3 * PATIENCE)
    served.run(finish, cluster)
    report(cluster, reader, times)


served.run(main)
sys.exit(served.report())
