#!/usr/bin/python3
"""The server as unknown clients use it: routes, headers, correct and incorrect WebSockets, and attempts to overload
it: server.py PROGRAM. Prints TAP."""
import gzip
import json
import os
import random
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import served
import websocket
from served import check, eventually
from websocket import BINARY, CLOSE, PATIENCE, PING, PONG, TEXT, Refused, WebSocket, frame, request

PROGRAM = os.path.abspath(sys.argv[1])


def Server(*arguments, **more):
    return served.Server(PROGRAM, scratch, "--store", "memory", *arguments, **more)


def refused(server, *fields, **more):
    try:
        server.socket(*fields, **more).close()
    except Refused as refusal:
        return refusal.args[0]
    return 101


# ---- HTTP ----

def routes(server):
    check("ready with little work, and says where", server.cpu() < 0.5 and
          server.said == f"Flibuste is ready at http://127.0.0.1:{server.port}/ (Ctrl-C to stop)\n",
          (server.took, server.cpu(), server.said))
    status, fields, body = server.get("/")
    check("/ is a page", status == 200 and fields["content-type"] == "text/html; charset=utf-8"
          and b"<title>Flibuste" in body, (status, fields))
    packed = server.get("/", "Accept-Encoding: gzip")
    check("the same page compressed with gzip", packed[1].get("content-encoding") == "gzip"
          and gzip.decompress(packed[2]) == body, packed[1])
    packed = server.get("/", "Accept-Encoding: gzip, deflate, br")
    brotli = subprocess.run(["brotli", "-dc"], input=packed[2], stdout=subprocess.PIPE).stdout
    check("the same page compressed with brotli, where accepted", packed[1].get("content-encoding") == "br"
          and brotli == body, packed[1])
    packed = server.get("/", "Accept-Encoding: gzip, br;q=0")
    check("not with brotli where refused", packed[1].get("content-encoding") == "gzip", packed[1])
    same = server.get("/", "If-None-Match: " + fields["etag"])
    check("or not sent twice", same[0] == 304 and same[2] == b"", same)
    status, fields, body = server.get("/lobby")
    check("/lobby is JSON", status == 200 and fields["content-type"] == "application/json"
          and isinstance(json.loads(body), (dict, list)), body)
    check("/health", server.get("/health")[::2] == (200, b"ok\n"))
    check("/metrics", server.metric("connections") >= 1 and server.metric("requests_total") > 5)
    for path in ("/table/none", "/record/none", "/table/" + "x" * 900, "/nothing", "/socketx",
                 "/lobby/", "/Lobby"):
        check(f"nothing at {path[:20]}", server.get(path)[0] == 404)
    check("two requests on one connection", keeps_alive(server))


def keeps_alive(server):
    end = websocket.connect(server.port)
    one, answers = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n", []
    for piece in (one, one + one[:20], one[20:]):
        end.sendall(piece)
        answer = b""
        while not answer.endswith(b"ok\n") and (more := websocket.receive(end)):
            answer += more
        answers.append(answer)
    end.close()
    return all(answer.count(b" 200 OK") == 1 and answer.endswith(b"ok\n") for answer in answers)


def strict_headers(server):
    for path in ("/", "/lobby", "/health", "/nothing"):
        fields = server.get(path)[1]
        policy = fields.get("content-security-policy", "")
        check(f"strict headers at {path}", fields.get("x-content-type-options") == "nosniff"
              and fields.get("referrer-policy") == "no-referrer" and "default-src 'none'" in policy
              and "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy
              and fields.get("x-request-id", "").isdigit(), fields)


def heads(server):
    """HEAD has the header of GET, without the body."""
    changing = ("date", "x-request-id", "content-length")
    for path in ("/", "/lobby", "/health", "/rules/corsaires.fr.md", "/nothing", "/socket"):
        status, fields, body = server.get(path)
        bare_status, bare_fields, bare_body = server.get(path, method="HEAD")
        same = all(fields.get(name) == bare_fields.get(name) for name in fields | bare_fields if name not in changing)
        check(f"HEAD {path}", bare_status == status and bare_body == b"" and body != b"" and same and
              (path == "/lobby" or fields["content-length"] == bare_fields["content-length"]), (status, bare_fields, bare_body[:20]))
    end = websocket.connect(server.port)
    end.sendall(b"HEAD /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    answer = b""
    while piece := websocket.receive(end):
        answer += piece
    end.close()
    check("after HEAD a connection goes on", answer.count(b" 200 OK") == 2 and answer.count(b"ok\n") == 1 and answer.endswith(b"ok\n"), answer)


def bad_requests(server):
    def status(raw):
        return request(server.port, "", raw=raw)[0]
    host = b"Host: a\r\n\r\n"
    check("POST is not allowed", server.get("/", method="POST")[0] == 405 and
          server.get("/", method="POST")[1].get("allow") == "GET, HEAD")
    check("a body is refused", server.get("/", "Content-Length: 5")[0] == 413)
    check("an encoding is refused", server.get("/", "Transfer-Encoding: chunked")[0] == 501)
    check("no host is refused", status(b"GET / HTTP/1.1\r\n\r\n") == 400)
    check("a folded field is refused", status(b"GET / HTTP/1.1\r\nA: b\r\n c\r\n" + host) == 400)
    check("HTTP/1.0 is refused", status(b"GET / HTTP/1.0\r\n" + host) == 505)
    check("a huge head is refused", status(b"GET / HTTP/1.1\r\nA: " + b"a" * 9000) == 431)
    check("a long target is refused", server.get("/" + "a" * 2000)[0] == 414)
    check("TLS is refused", status(bytes.fromhex("16030102000100\x20".replace("\x20", "")) +
                                   b"\r\n\r\n") == 400)
    for path in ("/../etc/passwd", "/..%2fetc/passwd", "//etc/passwd", "/./index.html"):
        check(f"nothing at {path}", server.get(path)[0] == 404)


def a_folder():
    """--web DIR serves the files below a folder, and no others."""
    folder = Path(scratch) / "web"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "index.html").write_text("<p>mine")
    (folder / "deep" / "er" / "a.js").write_text("1")
    (folder / ".secret").write_text("s")
    secret = Path(scratch) / "secret"
    secret.write_text("outside")
    (folder / "link").symlink_to(secret)
    (folder / "up").symlink_to(scratch)
    os.mkfifo(folder / "pipe")
    server = Server("--web", str(folder))
    check("a folder's page", server.get("/")[2] == b"<p>mine")
    deep = server.get("/deep/er/a.js")
    check("a folder's file, deep down", deep[2] == b"1" and
          deep[1]["content-type"].startswith("text/javascript"), deep)
    (folder / "index.html").write_text("<p>changed")
    check("as it is now", server.get("/")[2] == b"<p>changed")
    for path in ("/link", "/up/secret", "/.secret", "/../secret", "/deep/../../secret", "/deep",
                 "/deep/", "/deep//er/a.js", "/pipe", "/..", "/%2e%2e/secret", "/none"):
        check(f"no way out by {path}", server.get(path)[0] == 404)
    check("the lobby is still there", server.get("/lobby")[0] == 200)
    (folder / "large.txt").write_bytes(bytes(8 << 20))
    check("a slow line gets all of a large file", slowly(server, "/large.txt") > 8 << 20)
    check("stops well", server.stop() == 0)


def slowly(server, path):
    """The number of bytes that a slow reader receives, over a longer time than the idle limit."""
    end, got = websocket.connect(server.port), 0
    end.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    while piece := websocket.receive(end):
        got += len(piece)
        time.sleep(0.05)
    end.close()
    return got


# ---- WebSocket ----

def spoken_well(server):
    ws = server.socket()
    ws.send("what")
    answer = ws.receive()
    check("a line is answered with JSON", isinstance(json.loads(answer), dict), answer)
    ws.raw(frame(TEXT, b"wh", fin=False) + frame(PING, b"there?") + frame(0, b"at"))
    check("a ping between fragments is answered first", ws.frame() == (PONG, b"there?"))
    check("and fragments are one line", ws.receive() == answer)
    for byte in frame(TEXT, b"what"):
        ws.raw(bytes([byte]))
    check("a frame may come byte by byte", ws.receive() == answer)
    ws.raw(frame(CLOSE, b"\x03\xe8bye"))
    check("a close is answered with its code", ws.drain() == 1000)
    ws = server.socket()
    ws.raw(frame(CLOSE))
    check("a close without a code, too", ws.drain() == 1005)
    ws = server.socket(f"Origin: http://127.0.0.1:{server.port}")
    ws.send("what")
    check("a page of ours may connect", ws.receive() == answer)
    ws.close()


def spoken_badly(server):
    cases = {
        "binary": (frame(BINARY, b"a"), 1003),
        "no mask": (frame(TEXT, b"a", masked=False), 1002),
        "reserved bits": (frame(TEXT, b"a", first=0xC1), 1002),
        "an unknown opcode": (frame(3, b"a"), 1002),
        "a continuation of nothing": (frame(0, b"a"), 1002),
        "a long ping": (frame(PING, b"a" * 126), 1002),
        "a cut ping": (frame(PING, b"a", fin=False), 1002),
        "bad UTF-8": (frame(TEXT, b"\xc3\x28"), 1007),
        "a line too long": (frame(TEXT, b"a" * 5000), 1009),
        "fragments too long": (frame(TEXT, b"a" * 600, fin=False) * 1 + frame(0, b"b" * 600), 1009),
        "a frame of a terabyte": (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"abcdefgh", 1009),
        "a code that is none": (frame(CLOSE, b"\x03\xed"), 1002),
        "half a code": (frame(CLOSE, b"\x03"), 1002),
    }
    for name, (data, code) in cases.items():
        ws = server.socket()
        ws.raw(data)
        check(f"{name}: closed with {code}", ws.drain() == code, ws.closed)
        ws.close()


def strangers(server):
    check("another page may not connect", refused(server, "Origin: https://evil.example") == 403)
    check("nor one without a name", refused(server, "Origin: null") == 403)
    check("nor one that looks like ours",
          refused(server, f"Origin: http://127.0.0.1:{server.port}.evil.example") == 403)
    check("a WebSocket elsewhere is nothing", refused(server, path="/lobby") == 200)
    check("a plain request for the socket", server.get("/socket")[0] == 426)
    ws = server.socket()
    ws.raw(frame(TEXT, b"what") * 200)
    check("who speaks too fast is sent away", ws.drain() == 1008, ws.closed)
    ws.close()
    for name, frames in (("pings", frame(PING, b"") * 300), ("pongs", frame(PONG, b"") * 300),
                         ("empty fragments", frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 300)):
        ws = server.socket()
        try:
            ws.raw(frames)
        except ConnectionError:
            pass  # it was sent away already
        check(f"and so is who sends too many {name}", ws.drain() == 1008, ws.closed)
        ws.close()


def slow_reader(server):
    """A client that requests data and never reads is disconnected; others do not wait for it."""
    quick = Server("--rate", "100000")
    end = WebSocket(quick.port)
    end.end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    end.end.setblocking(False)
    lines, sent = frame(TEXT, b"what") * 1000, 0
    deadline = time.time() + 120
    while quick.metric("closed_slow_total") == 0 and time.time() < deadline:
        try:
            sent += end.end.send(lines[sent % len(lines):])
        except (BlockingIOError, ConnectionError):
            time.sleep(0.01)
    check("a reader who does not read is dropped", quick.metric("closed_slow_total") == 1, sent)
    check("and his line is free", eventually(lambda: quick.metric("sockets") == 0))
    end.close()
    check("stops well after that", quick.stop() == 0)


def sent_away(server, addresses):
    """Whether somebody for whom a proxy asks as often is refused in the end."""
    end, answers = websocket.connect(server.port), b""
    end.sendall("".join(f"GET /health HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {address}\r\n\r\n"
                        for address in addresses).encode())
    while piece := websocket.receive(end):
        answers += piece
    end.close()
    return answers.count(b" 429 ") == 1


def proxied():
    server = Server("--trust-proxy", "--public-url", "https://pirates.example/")
    check("the public address is printed", "https://pirates.example/" in server.said, server.said)
    check("its pages may connect", refused(server, "Origin: https://pirates.example") == 101)
    check("and those of the machine itself", refused(server, f"Origin: http://127.0.0.1:{server.port}") == 101)
    for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example", "127.0.0.1.evil.example"):
        check(f"{host} is not ours because it leads to us", refused(server, f"Origin: http://{host}", host=host) == 403)
    end = websocket.connect(server.port)
    end.sendall(b"GET /health HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n" * 700)
    answers = b""
    while piece := websocket.receive(end):
        answers += piece
    end.close()
    check("an address with too many requests is refused", answers.count(b" 200 OK") >= 500
          and answers.count(b" 429 ") == 1, (answers.count(b" 200 OK"), answers[-200:]))
    check("another is not", server.get("/health", "X-Forwarded-For: 192.0.2.1, 192.0.2.2")[0] == 200)
    ends, deadline = [], time.time() + 2 * PATIENCE
    while len(ends) < 512 and time.time() < deadline:
        try:
            ends.append(server.socket(f"X-Forwarded-For: 2001:db8::{len(ends):x}"))
        except Refused:
            time.sleep(0.1)  # too many requests at once
    time.sleep(0.5)  # so that it is not refused for its request rate
    check("a house has its share of connections", len(ends) == 512 and
          refused(server, "X-Forwarded-For: 2001:db8::ffff") == 429, len(ends))
    check("another house has its own", refused(server, "X-Forwarded-For: 2001:db9::1") == 101)
    check("a port behind an address does not matter", refused(server, "X-Forwarded-For: [2001:db8::ffff]:443") == 429)
    for field in ("unknown", "_hidden", "", "1.2.3.4.5"):
        check(f"clients that are called '{field}' are counted together", sent_away(server, [field] * 1200))
    check("whatever the port, it is one address", sent_away(server, [f"192.0.2.9:{port}" for port in range(1, 1200)]))
    for ws in ends:
        ws.close()
    check("stops well", server.stop() == 0)


def silent():
    """A client that does not answer a ping is disconnected, and so is one that never sends a command."""
    server = Server("--ping", "3")
    check("who speaks all the time is asked, too", hears_a_ping(server))
    dead, mute, alive = server.socket(), server.socket(hello=False), server.socket()
    alive.send("what")
    dead.send("what")
    codes = []
    watch = threading.Thread(target=lambda: codes.append(mute.drain()))
    watch.start()
    pings = 0
    while pings < 3:
        opcode, payload = alive.frame()
        if opcode == PING:
            pings += 1
            alive.raw(frame(PONG, payload))
    answering = threading.Thread(target=alive.drain)  # to further pings too
    answering.start()
    watch.join(PATIENCE)
    check("who never says a word is sent away", codes == [1008], codes)
    check("who does not is sent away", CLOSE in [op for op, _ in frames_until_end(dead)])
    check("who answers pings stays", eventually(lambda: server.metric("sockets") == 1))
    check("stops well", server.stop() == 0)
    answering.join(PATIENCE)
    check("and says so", alive.closed == 1001, alive.closed)


def hears_a_ping(server):
    ws, opcode, deadline = server.socket(), None, time.time() + PATIENCE
    while opcode != PING and time.time() < deadline:
        time.sleep(0.1)
        ws.send("what")
        opcode, _ = ws.frame()
    ws.close()
    return opcode == PING


def frames_until_end(ws):
    while True:
        try:
            yield ws.frame()
        except (EOFError, ConnectionError):
            return


# ---- crowds ----

def loris(server):
    """Opens connections that send their heads byte by byte; returns a function that checks them at the end."""
    ends = [websocket.connect(server.port) for _ in range(200)]
    mute = websocket.connect(server.port)
    half = WebSocket(server.port, hello=False)
    half.raw(frame(TEXT, b"wh", fin=False))
    answers = []
    drip = threading.Thread(target=drip_heads, args=(list(ends), answers), daemon=True)
    drip.start()

    def look():
        drip.join(2 * PATIENCE)
        check("who sends a head a byte at a time is sent away",
              len(answers) == len(ends) and all(b" 408 " in answer for answer in answers),
              (len(answers), answers[:3]))
        check("and so is who sends nothing", websocket.receive(mute) == b"")
        half.raw(frame(0, b"at"))
        check("half a line waits for its end", "type" in json.loads(half.receive()))
        half.close()
    return look


def drip_heads(ends, answers):
    """Sends each a byte now and then until it is answered."""
    while ends:
        answered = select.select(ends, [], [], 0)[0]
        answers += [websocket.receive(end) for end in answered]
        ends = [end for end in ends if end not in answered]
        for end in ends:
            end.send(b"G")
        time.sleep(0.5)


def thousands(server):
    """Thousands of idle connections, within the limits of the system; others are served meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = min(4000, hard // 2 - 300)
    before = server.metric("resident_bytes")
    ends = []
    for _ in range(count // 2):
        ends.append(WebSocket(server.port))
        ends.append(websocket.connect(server.port))
    slowest = 0
    for _ in range(50):
        start = time.time()
        status = server.get("/health")[0]
        slowest = max(slowest, time.time() - start) if status == 200 else 99
    check(f"{count} idle connections, and others are answered", slowest < 5, slowest)
    each = (server.metric("resident_bytes") - before) / count
    check("an idle connection costs less than 4 kB of ours", each < 4096, each)
    for end in ends:
        end.close()
    check("and leaves nothing behind", eventually(lambda: server.metric("sockets") < 10 and server.metric("connections") < 300),
          (server.metric("sockets"), server.metric("connections")))


def stopping():
    server = Server(lang="fr_FR.UTF-8")
    check("in French", server.said.startswith("Flibuste vous attend à l’adresse http://127.0.0.1:"))
    ws = server.socket()
    idle = websocket.connect(server.port)
    half = websocket.connect(server.port)
    half.sendall(b"GET / HT")
    start = time.time()
    status = server.stop()
    check("SIGTERM: status 0, soon", status == 0 and time.time() - start < 20, status)
    check("WebSockets are closed with code 1001", ws.drain() == 1001, ws.closed)
    for end in (idle, half):
        end.close()
    server = Server()
    check("Ctrl-C, too", server.stop(signal.SIGINT) == 0)


def stalled_log():
    """Nobody reads the log: the server continues, counts the lines it drops, and reports their number when there is
    a reader again."""
    reader, writer = os.pipe()
    server = Server(log=writer)
    one = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
    answered, end = 0, websocket.connect(server.port)
    for _ in range(60):  # six thousand lines are more than the pipe and the buffer hold
        end.sendall(one * 100)
        got = 0
        while got < 100 and (piece := websocket.receive(end)):
            got += piece.count(b"HTTP/1.1 200 OK")
        answered += got
    end.close()
    check("a log that nobody reads stops nobody", answered == 6000, answered)
    dropped = server.metric("log_lines_dropped_total")
    check("and what is dropped is counted", dropped > 0, dropped)
    text, deadline = b"", time.time() + 120

    def reported():
        return sum(map(int, re.findall(rb"event=log-dropped lines=(\d+)\n", text)))
    while reported() < dropped and time.time() < deadline:
        text += os.read(reader, 65536) if select.select([reader], [], [], 1)[0] else b""
    check("the log reports the dropped lines once it is read again", reported() >= dropped, (dropped, text[-300:]))
    text = text[:text.rfind(b"\n") + 1]
    check("no line is cut", all(line.startswith(b"time=") for line in text.splitlines()), text[:300])
    check("the log ends with the server", server.stop() == 0)
    while piece := os.read(reader, 65536):
        text += piece
    check("its last line says so", b" event=stopped " in text, text[-300:])
    os.close(reader)


def stalled_at_the_end():
    """A stop does not wait indefinitely for a reader that does not read."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    server = Server(log=writer)
    check("a server starts with a log that nobody reads", server.get("/health")[0] == 200)
    check("and stops", server.stop() == 0)
    os.close(reader)


def patient_bots():
    """A bot that searches answers after its whole time, even if its search ended sooner: the time reveals nothing
    about its cards. Without the delay the fastest answers take a fifth of --think."""
    server, waited, rng = Server("--think", "1000"), [], random.Random(1)
    anne = served.Person(server)
    anne.ask("new corsaires seats=person,bot:capitaine", "table")
    anne.ask("sit 1 - Anne", "seats")
    anne.say("start")
    last = None
    while len(waited) < 8:
        message = anne.receive()
        if message["type"] == "event":
            waited += [time.monotonic() - last] if last else []
            last = time.monotonic()
        if message["type"] in ("view", "event", "question") and "question" in message:
            anne.say(anne.choice(rng))
            last = None  # the next event is her own
    check("a bot that searches never answers early", min(waited) > 0.6, waited)
    check("stops well", server.stop() == 0)


def standing_still():
    """A server that was stopped (SIGSTOP) has used up nobody's time."""
    server = Server()
    anne = served.Person(server)
    anne.ask("new mille-sabords seats=person,bot:moussaillon clock=move:5 first=1", "table")
    anne.ask("sit 1 - Anne", "seats")
    anne.say("start")
    left = anne.until("view")["clocks"][0]
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(8)
    server.process.send_signal(signal.SIGCONT)
    line = anne.choice(random.Random(1))
    anne.say("refresh")
    view = anne.until("view", "event")
    check("a clock stands still with the server", view["type"] == "view" and view["clocks"][0] > left - 4000, (left, view["clocks"]))
    moved = anne.ask(line, "event")
    check("and the player can still move", moved["type"] == "event", moved)
    check("stops well", server.stop() == 0)


def one_file():
    """The default database is in the home directory, private, and used by one server at a time."""
    server = served.Server(PROGRAM, scratch)
    file = Path(scratch) / ".local/state/flibuste/tables.db"
    check("tables are kept at home", file.exists())
    check("where nobody else can read them", file.stat().st_mode & 0o077 == 0, oct(file.stat().st_mode))
    got = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--quiet"], timeout=PATIENCE,
                         capture_output=True, text=True, env={"LANG": "en", "HOME": scratch})
    check("a second server may not have them", got.returncode == 1 and "in use" in got.stderr
          and got.stderr.count("\n") == 1, got.stderr)
    check("stops well", server.stop() == 0)
    got = subprocess.run([PROGRAM, "serve", "--quiet"], timeout=PATIENCE, capture_output=True, text=True,
                         env={"LANG": "en"})
    check("without a home, a file is asked for", got.returncode == 1 and "--store" in got.stderr,
          got.stderr)


def store_urls():
    """Stores named by URLs; a server with a store in memory writes no file."""
    home = Path(scratch) / "urls"
    home.mkdir()
    for url, files in (("memory:", set()), (f"sqlite:{home}/named.db", {"named.db", "named.db.lock"})):
        server = served.Server(PROGRAM, str(home), "--store", url)
        status = server.stop()
        found = {path.name for path in home.iterdir()}
        check(f"a server with --store {url.partition(':')[0]}:", status == 0 and files <= found
              and bool(files) == any("db" in name for name in found), (status, found))


def refusals():
    def fails(*arguments):
        got = subprocess.run([PROGRAM, "serve", "--store", "memory", *arguments], capture_output=True, text=True,
                             env={"LANG": "en"}, timeout=PATIENCE)
        return got.returncode, got.stderr
    for value in ("here", "1.2.3.4:99999", "1.2.3.4:", "::1:80", "a" * 100 + ":80"):
        status, said = fails("--listen", value)
        check(f"--listen {value[:16]} is refused", status == 2 and "ADDRESS:PORT" in said, said)
    status, said = fails("--listen", "192.0.2.1:0", "--quiet")
    check("an address of another machine", status == 1 and "can’t listen" in said
          and said.count("\n") == 1, said)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, said = fails("--listen", f"127.0.0.1:{port}", "--quiet")
        check("a port that is in use is named, and another one is suggested", status == 1 and
              said == f"flibuste: port {port} is in use. Try --listen 127.0.0.1:{port + 1}.\n", said)
    status, said = fails("--web", "/nowhere", "--quiet")
    check("a folder that is not there", status == 1 and "/nowhere" in said, said)
    for value in ("pirates", "http://", "https:///x", "http://:80"):
        check(f"the public address {value} is none", fails("--public-url", value)[0] == 2)
    status, said = fails("--lan", "--listen", "127.0.0.1:0")
    check("--lan and an address do not go together", status == 2 and "--lan" in said, said)
    check("no threads", fails("--threads", "0")[0] == 2)
    check("a time to think that is none", fails("--think", "-1")[0] == 2 and fails("--think", "long")[0] == 2)
    check("an argument too many", fails("now")[0] == 2)


def log_is_clean(server):
    log = server.log()
    lines = log.splitlines()
    check("every line of the log is an event",
          all(re.match(r"time=\S+Z event=[a-z-]+( [a-z]+=\S+)*$", line) for line in lines),
          [line for line in lines if not re.match(r"time=\S+Z event=[a-z-]+( [a-z]+=\S+)*$", line)])
    check("and holds nothing of a stranger's", "evil" not in log and "passwd" not in log
          and "127.0.0.1" not in log)


with tempfile.TemporaryDirectory() as scratch:
    main = Server()
    look_at_loris = loris(main)
    for part in (routes, strict_headers, heads, bad_requests, spoken_well, spoken_badly, strangers,
                 slow_reader, thousands):
        served.run(part, main)
    for part in (a_folder, proxied, silent, stopping, stalled_log, stalled_at_the_end, patient_bots,
                 standing_still, one_file, store_urls, refusals):
        served.run(part)
    served.run(look_at_loris)
    check("the server still stands", main.get("/health")[0] == 200)
    log_is_clean(main)
    check("and stops well", main.stop() == 0)

sys.exit(served.report())
