"""What the tests of the server share: starting it, and people who talk to it."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import traceback
from pathlib import Path

from websocket import WebSocket, request

results = []


def check(name, ok, detail=""):
    results.append((name, bool(ok), str(detail)))


def run(part, *arguments):
    """Runs a part of a test; if it breaks off, that is a failure like any other."""
    try:
        part(*arguments)
    except Exception:  # whatever it is
        check(f"{part.__name__} runs to its end", False, traceback.format_exc())


def report():
    """Prints TAP; the exit status."""
    print(f"1..{len(results)}")
    for number, (name, ok, detail) in enumerate(results, 1):
        print(f"{'ok' if ok else 'not ok'} {number} - {name}")
        if not ok:
            print("# " + detail.replace("\n", "\n# ")[:2000])
    return 0 if all(ok for _, ok, _ in results) else 1


class Server:
    """flibuste serve on a free port, its log in a file."""

    def __init__(self, program, scratch, *arguments, lang="en", port=0):
        self.program, self.scratch, self.arguments = program, scratch, arguments
        self.lang, self.port = lang, port
        self.start()

    def start(self):
        handle, self.log_path = tempfile.mkstemp(dir=self.scratch)
        begun = time.time()
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", *self.arguments],
            stdout=subprocess.PIPE, stderr=handle, text=True,
            env={"LANG": self.lang, "PATH": os.environ["PATH"], "HOME": self.scratch})
        os.close(handle)
        self.said = self.process.stdout.readline()
        self.took = time.time() - begun
        self.port = int(re.search(r" port=(\d+) ", self.log()).group(1))

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
        """Processor seconds it has used."""
        text = self.get("/metrics")[2].decode()
        return float(re.search(r"^flibuste_cpu_seconds_total (\S+)$", text, re.M).group(1))

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(30)
        self.process.stdout.close()
        return status


class Person:
    """Somebody with a browser: remembers what was told, and plays by the moves offered."""

    def __init__(self, server, timeout=20):
        self.server, self.timeout = server, timeout
        self.table = self.code = self.token = None
        self.events = {}  # by number: what was told of it, as the server wrote it
        self.heard = []
        self.question = None
        self.connect()

    def connect(self):
        self.ws = self.server.socket(timeout=self.timeout)

    def say(self, line):
        self.ws.send(line)

    def hear(self):
        """The next message; None once the line is closed."""
        text = self.ws.receive()
        if text is None:
            return None
        message = json.loads(text)
        self.heard.append(message)
        kind = message["is"]
        if kind == "token":
            self.table, self.token = message["table"], message["token"]
        elif kind == "table":
            self.table, self.code = message["id"], message["code"]
        elif kind == "event":
            self.events[message["n"]] = json.dumps(message["say"])
        elif kind == "log":
            for entry in message["entries"]:
                self.events[entry["n"]] = json.dumps(entry["say"])
        if "question" in message:
            self.question = message
        return message

    def until(self, *kinds):
        """Hears until a message of such a kind comes, and returns it."""
        while (message := self.hear()) is not None:
            if message["is"] in kinds:
                return message
        return None

    def ask(self, line, *kinds):
        self.say(line)
        return self.until("refused", *kinds)

    def resume(self):
        """Comes back after a gap, naming the last event it has."""
        self.question = None
        self.connect()
        self.say(f"resume {self.table} {self.token or '-'} {max(self.events, default=0)}")
        return self.until("refused", "log")

    def choice(self, rng):
        """A line that answers the question, by what is offered with it."""
        ask = self.question.get("sight", self.question)
        moves = [move["move"] for move in ask["moves"]]
        spelled = [subset_answer(s, rng) for s in ask["subsets"]]
        # Stopping ends games sooner than throwing again.
        move = "stop" if "stop" in moves and rng.random() < 0.7 else rng.choice(moves + spelled)
        return f"move {self.question['question']} {move}"


def subset_answer(subset, rng):
    of, fixed = [x["number"] for x in subset["of"]], [x["number"] for x in subset["with"]]
    count = rng.randint(subset["min"], min(subset["max"], len(of)))
    return " ".join([subset["verb"]] + [str(n) for n in sorted(fixed + rng.sample(of, count))])
