#!/usr/bin/python3
"""flibuste bot: programs at tables of a server. Prints TAP. usage: bot_at_table.py FLIBUSTE SOURCE"""
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from served import Person, Server, check, eventually, report, run

FLIBUSTE = os.path.abspath(sys.argv[1])
PARROT = str(Path(sys.argv[2], "examples/bots/parrot.py").resolve())
GREEDY = (FLIBUSTE, "engine", "greedy")
# The games that are played here, with the number of seats and options; the others take minutes.
GAMES = {"mille-sabords": (2, "target=5000"), "corsaires": (2, ""), "buccaneer": (3, "aide-memoire=on")}


def bot(server, *arguments, command=(PARROT,), url=None, env=()):
    return subprocess.Popen([FLIBUSTE, "--lang", "en", "bot", "--url", url or f"http://127.0.0.1:{server.port}/",
                             *arguments, "--", *command], stderr=subprocess.PIPE, text=True,
                            env={**os.environ, **dict(env)})


def result(process):
    said = process.communicate(timeout=240)[1]
    return process.returncode, said


def table(server, game, seats, options=""):
    owner = Person(server)
    owner.ask("hello 2 en", "hello")
    owner.ask(f"new {game} seats={','.join(['person'] * seats)} pace=0 {options}".strip(), "table")
    return owner


def await_seated(owner, seats):
    while (message := owner.until("seats")) is not None:
        if sum(seat["kind"] == "person" and bool(seat.get("name")) for seat in message["seats"]) == seats:
            return


def await_end(owner):
    while (message := owner.until("event")) is not None and not message.get("over"):
        pass
    return message


def whole_games(server, scratch):
    for game, (seats, options) in GAMES.items():
        owner = table(server, game, seats, options)
        bots = [bot(server, "--table", owner.code, "--name", f"Bot {n + 1}", command=GREEDY) for n in range(seats)]
        await_seated(owner, seats)
        owner.say("start")
        end = await_end(owner)
        done = [result(one) for one in bots]
        check(f"{seats} programs play {game} to its end", end and all(status == 0 for status, _ in done), done)
        check(f"nobody's move was replaced in {game}", all(said == "" for _, said in done), done)
        record = Path(scratch, f"{game}.txt")
        record.write_bytes(server.get(f"/record/{owner.table}")[2])
        verified = subprocess.run([FLIBUSTE, "--lang", "en", "verify", str(record)], capture_output=True, text=True)
        check(f"the record of {game} is valid", verified.returncode == 0, verified.stderr)
        owner.ws.close()


def restart_and_undo(server):
    owner = table(server, "mille-sabords", 2, "target=5000 first=1")
    owner.ask("sit 1 - Anne", "you")
    one = bot(server, "--table", owner.code, "--seat", "2", "--matches", "2", command=GREEDY)
    await_seated(owner, 2)
    owner.ask("start", "view")
    owner.say(owner_move(owner))
    owner.until("question", "view")
    asked = owner.ask("undo", "undo-requested", "view")
    check("a program consents to an undo", asked["type"] == "view" or owner.until("view") is not None, asked)
    server.stop()
    server.start()
    owner.resume()
    play_on(owner)
    owner.say("rematch")
    while owner.until("table")["phase"] != "waiting":
        pass
    owner.question = None
    owner.say("start")
    play_on(owner)
    check("a program returns after a restart and plays a rematch", result(one)[0] == 0)


def owner_move(owner):
    question = owner.question.get("sight", owner.question)
    moves = [move["move"] for move in question["moves"]]
    return f"move {owner.question['question']} {'stop' if 'stop' in moves else moves[0]}"


def play_on(owner):
    """Plays Anne's moves until the end of the match."""
    answered = None
    while True:
        question = owner.question
        if question and question["question"] != answered:
            answered = question["question"]
            owner.say(owner_move(owner))
        message = owner.receive()
        if message is None or message.get("over"):
            return


def refusals(server):
    owner = table(server, "corsaires", 2)
    owner.ask("sit 1 - Anne", "you")
    base = f"http://127.0.0.1:{server.port}/"
    for title, status, arguments, expected, more in [
            ("an unknown table", 1, ["--table", "ZZZZZZ"], "refuses", {}),
            ("a taken seat", 1, ["--table", owner.code, "--seat", "1"], "refuses", {}),
            ("a taken name", 1, ["--table", owner.code, "--name", "Anne"], "refuses", {}),
            ("no table", 2, [], "--table", {}),
            ("a seat that is no number", 2, ["--table", owner.code, "--seat", "x"], "--seat", {}),
            ("an invisible name", 2, ["--table", owner.code, "--name", "\u200b"], "name", {}),
            ("a program that is missing", 1, ["--table", owner.code], "bot-check", {"command": ("/nowhere/bot",)}),
            ("an address without a host", 2, ["--table", owner.code], "an address", {"url": "http://:80/"}),
            ("a port that nobody listens to", 1, ["--table", owner.code], "reached", {"url": "http://127.0.0.1:1/"}),
            ("encryption where there is none", 1, ["--table", owner.code], "encrypted",
             {"url": base.replace("http", "https")}),
            ("another web server", 1, ["--table", owner.code], "no Flibuste server", {"url": base + "elsewhere/"})]:
        code, said = result(bot(server, *arguments, **more))
        check(f"{title} is answered by one sentence", code == status and expected in said.splitlines()[-1] and
              said.count("flibuste: ") == 1,
              f"{code} {said}")
    done = subprocess.run([FLIBUSTE, "--lang", "en", "bot", "--", PARROT], capture_output=True, text=True)
    check("no address is answered by an example", done.returncode == 2 and "http://" in done.stderr, done.stderr)


def faults(server, scratch):
    owner = table(server, "corsaires", 2)
    path = Path(scratch, "nonsense")
    path.write_text(f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n"
                    "    if line.startswith('flibuste-bot'): print('ready', flush=True)\n"
                    "    elif line.startswith('go'): print('move sink the admiral', flush=True)\n")
    path.chmod(0o755)
    bots = [bot(server, "--table", owner.code, "--name", "Wild", command=(str(path),)),
            bot(server, url=f"http://127.0.0.1:{server.port}/#t={owner.table}", command=(PARROT, "an 'argument'"))]
    await_seated(owner, 2)
    owner.say("start")
    await_end(owner)
    wild, tame = (result(one) for one in bots)
    check("nonsense is replaced, reported and disturbs nobody", wild[0] == 0 and "illegal" in wild[1] and tame == (0, ""),
          (wild, tame))


def from_memory(server):
    owner = table(server, "buccaneer", 3)
    bots = [bot(server, "--table", owner.code, "--name", f"Bot {n + 1}", command=GREEDY) for n in range(3)]
    await_seated(owner, 3)
    owner.say("start")
    refused = [eventually(lambda one=one: one.poll() is not None, 5) for one in bots]
    said = [result(one)[1] for one, ended in zip(bots, refused) if ended]
    for one in bots:
        one.kill()
    check("a table without a record ends the visit of the player who is asked, with a sentence",
          len(said) >= 1 and all("refuses" in text for text in said), said)


def forward(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for one in (source, target):
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def encrypted(server, scratch):
    """A proxy with a certificate of its own, which is trusted through OpenSSL's SSL_CERT_FILE."""
    key, certificate = Path(scratch, "key.pem"), Path(scratch, "certificate.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            try:
                plain, _ = listener.accept()
            except OSError:
                return
            try:
                near = context.wrap_socket(plain, server_side=True)
            except (ssl.SSLError, OSError):
                continue
            far = socket.create_connection(("127.0.0.1", server.port))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=forward, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    owner = table(server, "mille-sabords", 2, "target=5000")
    port = listener.getsockname()[1]
    code, said = result(bot(server, "--table", owner.code, url=f"https://localhost:{port}/"))
    check("a certificate that nobody trusts is refused", code == 1 and "encrypted" in said, f"{code} {said}")
    trusted = {"SSL_CERT_FILE": str(certificate)}
    code, said = result(bot(server, "--table", owner.code, url=f"https://127.0.0.1:{port}/", env=trusted))
    check("a certificate of another host is refused", code == 1 and "encrypted" in said, f"{code} {said}")
    bots = [bot(server, "--table", owner.code, "--name", name, url=f"https://localhost:{port}/", env=trusted,
                command=GREEDY) for name in ("One", "Two")]
    await_seated(owner, 2)
    owner.say("start")
    await_end(owner)
    done = [result(one) for one in bots]
    check("programs play through an encrypted connection", all(status == 0 for status, _ in done), done)
    listener.close()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(FLIBUSTE, scratch)
        run(whole_games, server, scratch)
        run(restart_and_undo, server)
        run(refusals, server)
        run(faults, server, scratch)
        run(from_memory, server)
        run(encrypted, server, scratch)
        server.stop()
    return report()


sys.exit(main())
