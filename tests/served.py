"""Shared by the tests of the server: starting it, and clients that talk to it."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import traceback
from pathlib import Path

from websocket import PATIENCE, WebSocket, request

results = []


def check(name, ok, detail=""):
    results.append((name, bool(ok), str(detail)))


def eventually(condition, patience=PATIENCE):
    """Waits until a condition holds, and returns whether it does."""
    end = time.monotonic() + patience
    while not (holds := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return holds


def children(pid):
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def processor_seconds(pid):
    """Processor time that a process and its running descendants have used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return own + sum(processor_seconds(child) for child in children(pid))
    except OSError:  # it has ended
        return 0


def note(text):
    """Prints a comment."""
    print(f"# {text}", flush=True)


def run(part, *arguments):
    """Runs a part of a test; an exception counts as a failure."""
    try:
        part(*arguments)
    except Exception:  # of any kind
        check(f"{part.__name__} runs to its end", False, traceback.format_exc())


def report():
    """Prints TAP and returns the exit status."""
    print(f"1..{len(results)}")
    for number, (name, ok, detail) in enumerate(results, 1):
        print(f"{'ok' if ok else 'not ok'} {number} - {name}")
        if not ok:
            print("# " + detail.replace("\n", "\n# ")[:2000])
    return 0 if all(ok for _, ok, _ in results) else 1


class Server:
    """flibuste serve on a free port, with its log in a file, or in the descriptor `log`, which is closed here."""

    def __init__(self, program, scratch, *arguments, lang="en", port=0, env=(), log=None):
        self.given = log
        self.program, self.scratch, self.arguments = program, scratch, arguments
        self.lang, self.port, self.env = lang, port, dict(env)
        self.start()

    def start(self):
        handle, self.log_path = (self.given, None) if self.given else tempfile.mkstemp(dir=self.scratch)
        begun = time.time()
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", *self.arguments],
            stdout=subprocess.PIPE, stderr=handle, text=True,
            env={"LANG": self.lang, "PATH": os.environ["PATH"], "HOME": self.scratch,
                 **self.env})
        os.close(handle)
        self.said = self.process.stdout.readline()
        self.took = time.time() - begun
        self.port = int(re.search(r":(\d+)/", self.said).group(1) if self.given else
                        re.search(r" port=(\d+) ", self.log()).group(1))

    def get(self, path, *fields, **more):
        return request(self.port, path, fields, **more)

    def socket(self, *fields, **more):
        return WebSocket(self.port, fields, **more)

    def log(self):
        return Path(self.log_path).read_text()

    def metric(self, name):
        text = self.get("/metrics")[2].decode()
        return int(re.search(rf"^flibuste_{name} (\d+)$", text, re.M).group(1))

    def cpu(self):
        """Processor seconds used so far."""
        text = self.get("/metrics")[2].decode()
        return float(re.search(r"^flibuste_cpu_seconds_total (\S+)$", text, re.M).group(1))

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(2 * PATIENCE)
        self.process.stdout.close()
        return status


class Person:
    """A client with a browser: remembers what it received, and plays one of the moves offered."""

    def __init__(self, server, timeout=PATIENCE):
        self.server, self.timeout = server, timeout
        self.table = self.code = self.token = None
        self.events = {}  # by number: the event as the server sent it
        self.heard = []
        self.question = None
        self.connect()

    def connect(self):
        self.ws = self.server.socket(timeout=self.timeout)

    def say(self, line):
        self.ws.send(line)

    def receive(self):
        """The next message; None once the connection is closed."""
        text = self.ws.receive()
        if text is None:
            return None
        message = json.loads(text)
        self.heard.append(message)
        kind = message["type"]
        if kind == "token":
            self.table, self.token = message["table"], message["token"]
        elif kind == "table":
            self.table, self.code = message["id"], message["code"]
        elif kind == "event":
            self.events[message["n"]] = json.dumps(message.get("phrases", message.get("chat")))
        elif kind == "log":
            for entry in message["entries"]:
                self.events[entry["n"]] = json.dumps(entry.get("phrases", entry.get("chat")))
        if "question" in message:
            self.question = message
        return message

    def until(self, *kinds):
        """Reads until a message of one of these kinds arrives, and returns it."""
        while (message := self.receive()) is not None:
            if message["type"] in kinds:
                return message
        return None

    def ask(self, line, *kinds):
        self.say(line)
        return self.until("refused", *kinds)

    def resume(self):
        """Reconnects, naming the last event received."""
        self.question = None
        self.connect()
        self.say(f"resume {self.table} {self.token or '-'} {max(self.events, default=0)}")
        return self.until("refused", "log")

    def choice(self, rng):
        """A line that answers the question, from its contents."""
        ask = self.question.get("sight", self.question)
        moves = [move["move"] for move in ask["moves"]]
        spelled = [subset_answer(s, rng) for s in ask["subsets"]]
        # Stopping ends games sooner than rerolling.
        move = "stop" if "stop" in moves and rng.random() < 0.7 else rng.choice(moves + spelled)
        return f"move {self.question['question']} {move}"


def subset_answer(subset, rng):
    of, fixed = [int(n) for n in subset["elements"]], [int(n) for n in subset["required"]]
    count = rng.randint(subset["min"], min(subset["max"], len(of)))
    return " ".join([subset["verb"]] + [str(n) for n in sorted(fixed + rng.sample(of, count))])
