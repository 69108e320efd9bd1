#!/usr/bin/python3
"""Requests about records over HTTP: replay.py FLIBUSTE RECORDS FAIR. A viewer is shown what the terminal's replay
and the record contain, nobody sees more than they knew, and every error has one response. Prints TAP."""
import json
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from served import children, eventually, processor_seconds

flibuste, records, fair = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
failed, number = 0, 0


def check(title, good, more=""):
    global failed, number
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} - {title}")
    if not good and more != "":
        print(f"# {str(more)[:400]}")


class Server:
    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([flibuste, "serve", "--lang", "en", "--listen", "127.0.0.1:0", "--store",
                                         f"{self.folder.name}/t.db", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline()).group(1))

    def send(self, data):
        line = socket.create_connection(("127.0.0.1", self.port))
        line.sendall(data)
        return line

    def read(self, line):
        line.settimeout(120)
        said = b""
        while part := line.recv(1 << 16):
            said += part
        head, _, body = said.partition(b"\r\n\r\n")
        return int(head.split()[1]) if head else 0, body.decode()

    def raw(self, data):
        with self.send(data) as line:
            return self.read(line)

    def head(self, length, more=""):
        return f"POST /replay HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n{more}\r\n".encode()

    def start_post(self, question, text, address):
        """Posts a request as a proxy does for a client at an address; returns the connection."""
        body = f"{question}\n{text}".encode()
        return self.send(self.head(len(body), f"X-Forwarded-For: {address}\r\n") + body)

    def post(self, question, text):
        body = f"{question}\n{text}".encode()
        return self.raw(self.head(len(body)) + body)

    def seconds(self):
        """Processor time used so far, with that of the processes that read records."""
        return processor_seconds(self.process.pid)

    def long_request(self, text):
        """A request that makes bots of the strongest level search: seat 6 waits while another seat moves. At step 0 the
        first player would be drawn again, and could be seat 6."""
        frames = self.ask("views spectator", text)["frames"]
        step = next(frame["step"] for frame in frames if frame["step"] and frame["turn"] and 6 not in frame["turn"])
        return f"continue {step} 6 capitaine"

    def ask(self, question, text):
        status, body = self.post(question, text)
        return json.loads(body) if status == 200 else {"type": status}


def why(answer):
    return answer.get("reason", {}).get("key") if answer["type"] == "refused" else answer["type"]


def zones_of(answer):
    """The zones of every frame; unchanged ones, sent as 0, are taken from the frame before."""
    zones = []
    for frame in answer["frames"]:
        zones = [zone or zones[i] for i, zone in enumerate(frame["zones"])]
        yield zones


def moves_in(text):
    return [line.split(" ", 1)[1] for line in text.splitlines() if re.match(r"\d+ ", line)]


def hands(zones):
    return [[item["face"] for item in zone["items"]] for zone in zones if zone["name"] == "co.zone.hand"]


def test_views(server):
    for path in sorted(records.glob("*.txt"))[::6]:
        text = path.read_text()
        answer = server.ask("views all", text)
        check(f"{path.stem}: a frame a move, and the opening", [frame.get("move") for frame in answer["frames"]] ==
              [None, *moves_in(text)])
        last = answer["frames"][-1]
        check(f"{path.stem}: the end is the record's", last["over"] and
              f"\nwinners {' '.join(map(str, last['winners']))}\nscores {' '.join(map(str, last['scores']))}\n" in text)
        check(f"{path.stem}: everybody's score after every move", last["standings"] == last["scores"] and
              all(len(frame["standings"]) == answer["seats"] for frame in answer["frames"]))
    text = (records / "corsaires-3.txt").read_text()
    check("a seat does not see scores before the end",
          not any("standings" in frame for eyes in ("spectator", "2") for frame in server.ask(f"views {eyes}", text)["frames"]))
    views = {eyes: list(zones_of(server.ask(f"views {eyes}", text))) for eyes in ("spectator", "2", "all")}
    middle = len(views["all"]) // 2
    check("a watcher sees no card in a hand", not any(face for hand in hands(views["spectator"][middle]) for face in hand))
    check("a seat sees its own hand alone", [any(hand) for hand in hands(views["2"][middle])] == [False, True, False],
          hands(views["2"][middle]))
    check("everything is open once it is over", all(all(hand) for hand in hands(views["all"][middle])))
    check("what a seat sees of its hand is what is there", hands(views["2"][middle])[1] == hands(views["all"][middle])[1])


def test_refusals(server):
    text = (records / "corsaires-3.txt").read_text()
    fair_text = (fair / "corsaires.txt").read_text()
    check("no record", why(server.ask("views 1", "hello")) == "record.not-a-record")
    check("a record that was cut off", why(server.ask("views 1", text[:700])).startswith("record."))
    check("an illegal move", why(server.ask("odds", text.replace("\n1 ", "\n1 x", 1))) == "record.illegal")
    check("a seat there is not", why(server.ask("views 7", text)) == "viewer.bad-request")
    check("a question there is not", why(server.ask("what", text)) == "viewer.bad-request")
    check("no question", why(server.ask("", text)) == "viewer.bad-request")
    went_on = server.ask("continue 40 1 matelot", text)["record"]
    check("everything is not shown before the end", why(server.ask("views all", went_on)) == "viewer.not-over")
    check("a game with secrets is analysed for one seat", why(server.ask("analysis", went_on)) == "viewer.whose")
    check("and is so", server.ask("analysis 1", went_on)["type"] == "analysis")
    check("fair dice are recomputed elsewhere, so this says nothing of them", server.ask("odds", fair_text)["type"] == "odds")


def test_partial(server):
    head, _, rest = (records / "corsaires-3.txt").read_text().partition("\nseat 1")
    partial = f"{head}\nviewer watcher\nseat 1{rest}"
    answer = server.ask("views 1", partial)
    check("a partial record that knows too much is refused", why(answer).startswith("record."), answer)


def test_odds(server):
    for path in sorted(fair.glob("*.txt"))[::3]:
        printed = subprocess.run([flibuste, "verify", "--odds", path], capture_output=True, text=True, check=True).stdout
        rolls = server.ask("odds", path.read_text())["rolls"]
        lines = [f"{i} {came} : " + " ".join(f"{move}={weight}" for move, weight in zip(odds[::2], odds[1::2]))
                 for i, (came, odds) in enumerate(rolls, 1)]
        check(f"{path.stem}: the odds of verify --odds", lines == printed.splitlines())


def test_analysis(server):
    text = (records / "mille-sabords-2.txt").read_text()
    answer = server.ask("analysis", text)
    check("everybody's account adds up", all(abs(one["start"] + one["luck"] + one["skill"] + one["rest"] - one["result"]) < 1e-5
                                             for one in answer["players"]))
    check("the course begins even and ends with the winner", answer["course"][0]["wins"] == [0.5, 0.5] and
          sorted(answer["course"][-1]["wins"]) == [0, 1], answer["course"][-1])
    mistakes = [one["step"] for one in answer["decisions"] if one["mistake"]]
    check("for every mistake there is something better", mistakes and [one["step"] for one in answer["suggestions"]] == mistakes)
    secrets = (records / "corsaires-3.txt").read_text()
    seen = server.ask("analysis 2", secrets)
    check("through a seat's eyes only its own decisions are judged", {one["seat"] for one in seen["decisions"]} == {2}, seen["decisions"][:3])
    check("and with them open everybody's", {one["seat"] for one in server.ask("analysis", secrets)["decisions"]} == {1, 2, 3})


def verified(text):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        return subprocess.run([flibuste, "verify", file.name], capture_output=True, check=False).returncode == 0


def test_going(server):
    text = (records / "mille-sabords-3.txt").read_text()
    answer = server.ask("continue 60 1 matelot", text)
    check("a match goes on until the person is asked", answer["frames"][-1]["turn"] == [1] and answer["frames"][-1]["moves"])
    check("it begins as the record does", moves_in(answer["record"])[:5] == moves_in(text)[:5] and verified(answer["record"]))
    check("it claims nothing about its dice", "commitment" not in server.ask(
        "continue 60 1 matelot", (fair / "mille-sabords.txt").read_text())["record"])
    step, record = answer["steps"], answer["record"]
    refused = server.ask(f"continue {step} 1 matelot reroll 1 2", record)
    check("a move that is not allowed has its rule", "rule" in refused.get("reason", {}).get("args", {}), refused)
    for _ in range(400):
        move = answer["frames"][-1]["moves"]
        if answer["over"] or not move:
            break
        spelled = next((one["move"] for one in move if one["move"] == "stop"), move[0]["move"])
        answer = server.ask(f"continue {answer['steps']} 1 moussaillon {spelled}", answer["record"])
    check("and can be played to its end", answer["over"] and verified(answer["record"]))
    check("a level there is not", why(server.ask("continue 60 1 king", text)) == "viewer.bad-request")


def test_limits(server):
    text = (records / "mille-sabords-2.txt").read_text()
    check("POST elsewhere", server.raw(b"POST /lobby HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\n\r\nx")[0] == 405)
    check("no length", server.raw(b"POST /replay HTTP/1.1\r\nHost: here\r\n\r\n")[0] == 411)
    check("nothing", server.raw(server.head(0))[0] == 400)
    check("too much", server.raw(server.head((1 << 18) + 1))[0] == 413)
    check("from another site", server.raw(server.head(4, "Origin: http://elsewhere\r\n") + b"odds")[0] == 403)
    check("more than was announced", server.raw(server.head(4) + b"odds\nmore")[0] == 0)
    body = f"odds\n{text}".encode()
    with server.send(server.head(len(body))) as line:
        for byte in range(0, len(body), 500):
            line.sendall(body[byte:byte + 500])
            time.sleep(0.001)
        check("a body in pieces", server.read(line)[0] == 200)
    waiting = [server.send(server.head(1000)) for _ in range(64)]
    check("too many at once", eventually(lambda: server.post("odds", text)[0] == 503))
    for line in waiting:
        line.close()
    check("and room again when they are gone", eventually(lambda: server.post("odds", text)[0] == 200))
    slow = f"analysis\n{(records / 'buccaneer-5.txt').read_text()}".encode()
    with server.send(server.head(len(slow)) + slow):
        check("a slow one keeps nobody waiting", server.post("odds", text)[0] == 200)
    server.process.terminate()
    check("and the server stops while one is at work", server.process.wait(120) == 0)


def is_answered(line):
    return bool(select.select([line], [], [], 0)[0])


def working(server):
    """Waits until the server is calculating; returns whether it is."""
    before, deadline = server.seconds(), time.time() + 60
    while server.seconds() < before + 0.3 and time.time() < deadline:
        time.sleep(0.05)
    return time.time() < deadline


def test_shares():
    """One address has one request in each queue, and no request waits for another client's bots."""
    server = Server("--trust-proxy", "--think", "60000")
    text, short = ((records / name).read_text() for name in ("pirates-en-duel-level3-6.txt", "mille-sabords-2.txt"))
    long = server.long_request(text)
    going = server.start_post(long, text, "192.0.2.1")
    working(server)
    quick = server.read(server.start_post("odds", short, "192.0.2.1"))[0]
    check("a match that goes on with strong bots does not delay quick questions", quick == 200 and not is_answered(going), quick)
    others = [server.start_post(question, text, "192.0.2.1") for question in (long, "analysis")]
    check("an address has one question in the slow queue", [server.read(line)[0] for line in others] == [429, 429])
    waiting = server.start_post("analysis", short, "192.0.2.2")
    time.sleep(0.3)
    check("another address waits for its turn there", not is_answered(waiting) and not is_answered(going))
    going.close()
    check("a client that goes away ends its search", server.read(waiting)[0] == 200)
    many = [server.send(server.head(1000, "X-Forwarded-For: 192.0.2.3\r\n")) for _ in range(2)]
    check("an address has two questions open",
          eventually(lambda: server.read(server.start_post("odds", short, "192.0.2.3"))[0] == 429))
    check("that says nothing about others", server.read(server.start_post("odds", short, "192.0.2.4"))[0] == 200)
    for line in many:
        line.close()
    check("closed connections do not count",
          eventually(lambda: server.read(server.start_post("odds", short, "192.0.2.3"))[0] == 200))
    server.process.terminate()
    check("stops well", server.process.wait(20) == 0)


def test_slow_head():
    """A connection that waits for a job does not keep others open that send an incomplete head."""
    server = Server("--trust-proxy", "--think", "60000")
    text = (records / "pirates-en-duel-level3-6.txt").read_text()
    request = server.long_request(text)
    slow = server.send(b"GET /health HT")
    time.sleep(15)  # the head has 20 s, the job takes 15 to 60
    with slow, server.start_post(request, text, "192.0.2.1") as job:
        working(server)
        answered = select.select([slow], [], [], 100)[0]
        check("a slow head is refused in time while a job is waited for",
              answered and server.read(slow)[0] == 408 and not is_answered(job))
    server.process.terminate()
    server.process.wait(20)


def test_stop():
    """A stop waits for neither a search nor an analysis."""
    for question, name in (("go", "pirates-en-duel-level3-6.txt"), ("analysis", "buccaneer-5.txt")):
        server, text = Server("--trust-proxy", "--think", "60000"), (records / name).read_text()
        with server.start_post(server.long_request(text) if question == "go" else question, text, "192.0.2.1"):
            check(f"{question} takes long", working(server))
            worker = children(server.process.pid)[0]
            started = [worker, *children(worker)]
            server.process.terminate()
            status = server.process.wait(30)  # the job takes longer
        check(f"a stop does not wait for {question}", status == 0 and len(started) > 1, (status, started))
        check(f"and ends the processes of {question}", eventually(
            lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), 20), started)


server = Server()
test_views(server)
test_refusals(server)
test_partial(server)
test_odds(server)
test_analysis(server)
test_going(server)
test_limits(server)
test_shares()
test_slow_head()
test_stop()
print(f"1..{number}")
sys.exit(1 if failed else 0)
