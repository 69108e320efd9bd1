#!/usr/bin/python3
"""What a person sees who starts a server for the first time: first_run.py PROGRAM ROOT. The address comes last, in a
frame below its QR code; a second server says where the first one runs; the browser opens where there is a desktop;
./run works without Debian's tools. Prints TAP."""
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM, ROOT = (os.path.abspath(argument) for argument in sys.argv[1:3])
PATIENCE = 30  # seconds
done = {"number": 0, "failed": 0}
FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def check(name, good, note=""):
    done["number"] += 1
    done["failed"] += not good
    print(f"{'ok' if good else 'not ok'} {done['number']} - {name}")
    if not good:
        print("".join(f"# {line}\n" for line in str(note).splitlines()), end="")


class Server:
    """A server on a terminal of its own. With port 0 it takes a free one."""

    def __init__(self, home, *options, rows=24, columns=80, port=0, **environment):
        master, slave = pty.openpty()
        subprocess.run(["stty", "rows", str(rows), "cols", str(columns)], stdin=slave, check=True)
        self.terminal = master
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", str(port), "--store", "memory", "--quiet", *options], stdout=slave, stderr=slave,
            stdin=slave, start_new_session=True,
            env={"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "fr_FR.UTF-8", **environment})
        os.close(slave)

    def text(self, until):
        """The output up to a line that contains a text, or all of it if the program ends."""
        got, end = b"", time.monotonic() + PATIENCE
        while until not in got.decode(errors="replace").replace("\r\n", "\n"):
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                break
            try:
                got += os.read(self.terminal, 65536)
            except OSError:  # the program has ended
                break
        return got.decode().replace("\r\n", "\n")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        os.close(self.terminal)
        return status


def modules(text):
    """The QR code of an output as rows of 0 and 1, without its margin."""
    rows = []
    for line in text.splitlines():
        if "\033[30;107m" in line:
            cells = line.split("\033[30;107m")[1].split("\033[0m")[0]
            rows += ["".join(str(int(cell in top)) for cell in cells) for top in ("▀█", "▄█")]
    size = len(rows[0]) if rows else 0
    return [row[2:size - 2] for row in rows[2:size - 2]]


def free_port():
    """A server leaves no note about a port that the system chose, so the test chooses one."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def shows_address():
    with tempfile.TemporaryDirectory() as home:
        port = free_port()
        server = Server(home, port=port)
        text = server.text("┛")
        url = next((word for word in text.split() if word.startswith("http://")), "")
        last = [line.strip() for line in text.strip().splitlines()[-3:]]
        check("the address comes last, in a frame", url and last[1] == f"┃   \033[1m{url}\033[0m   ┃", text)
        code = modules(text)
        size = len(code)
        corners = [[row[x:x + 7] for row in code[y:y + 7]] for x, y in ((0, 0), (size - 7, 0), (0, size - 7))] if code else []
        check("above it is a QR code with its three corners", size >= 21 and corners == [FINDER] * 3, text)
        second = Server(home, port=port)
        said = second.text("--listen")
        check("a second server says where the first is running", f"tourne déjà à l’adresse {url}." in said, said)
        check("and fails", second.process.wait(PATIENCE) == 1)
        server.stop(signal.SIGKILL)
        third = Server(home, port=port)
        said = third.text("┛")
        check("a killed server is not taken for a running one", url in said and "déjà" not in said, said)
        third.stop()


def adapts():
    with tempfile.TemporaryDirectory() as home:
        for name, options in {"a terminal of 12 rows": {"rows": 12}, "a narrow one": {"columns": 20}}.items():
            server = Server(home, **options)
            text = server.text("┛")
            check(f"{name} gets the address without the code", "┃" in text and not modules(text), text)
            server.stop()
        for name, environment in {"without UTF-8": {"LANG": "C"}, "TERM=dumb": {"TERM": "dumb"}}.items():
            server = Server(home, **environment)
            text = server.text("/\n\n")
            check(f"{name}: the address alone, without drawing", "http://" in text and "┃" not in text and "▀" not in text, text)
            server.stop()


def opens_browser():
    with tempfile.TemporaryDirectory() as home:
        opener, seen = Path(home, "xdg-open"), Path(home, "seen")
        opener.write_text(f'#!/bin/sh\necho "$1" >{seen}.part && mv {seen}.part {seen}\n')
        opener.chmod(0o755)
        path = f"{home}:{os.environ['PATH']}"
        server = Server(home, "--open", PATH=path)
        server.text("┛")
        server.stop()
        check("without a desktop no browser is opened", not seen.exists())
        server = Server(home, "--open", PATH=path, DISPLAY=":0")
        url = next(word for word in server.text("┛").split() if word.startswith("http://"))
        end = time.monotonic() + PATIENCE
        while not seen.exists() and time.monotonic() < end:
            time.sleep(0.02)
        check("with a desktop the address is opened", seen.exists() and seen.read_text().strip() == url)
        server.stop()


def builds_without_dpkg():
    script = f'me=run; . {ROOT}/tools/install.sh; need gcc libedit-dev; echo continued'
    got = subprocess.run(["/bin/sh", "-c", script], env={"PATH": "/nonexistent"}, capture_output=True, text=True)
    check("without dpkg, ./run names the packages and goes on", got.stdout == "continued\n" and "gcc libedit-dev" in got.stderr
          and "meson setup build" in got.stderr, got)


def configures_again():
    """A build directory from before clang was installed gets offline play at the next ./run."""
    for wasm in (False, True):
        with tempfile.TemporaryDirectory() as home:
            build, log = Path(home, "build"), Path(home, "log")
            (build / "src/wasm").mkdir(parents=True)
            (build / "build.ninja").touch()
            if wasm:
                (build / "src/wasm/flibuste.wasm").touch()
            for name in ("meson", "ninja"):
                Path(home, name).write_text(f'#!/bin/sh\necho {name} "$@" >>{log}\n')
                Path(home, name).chmod(0o755)
            script = (f"me=run; root={home}; . {ROOT}/tools/install.sh; has_offline_tools() {{ true; }}; "
                      f"build {build} --buildtype=release")
            subprocess.run(["/bin/sh", "-c", script], env={"PATH": f"{home}:{os.environ['PATH']}"}, capture_output=True, check=True)
            lines = log.read_text().splitlines()
            check(f"a build {'with' if wasm else 'without'} offline play is {'not ' if wasm else ''}configured again",
                  any("--reconfigure" in line for line in lines) != wasm and lines[-1].startswith("ninja"), lines)


shows_address()
adapts()
opens_browser()
builds_without_dpkg()
configures_again()
print(f"1..{done['number']}")
sys.exit(done["failed"] > 0)
