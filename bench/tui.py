#!/usr/bin/python3
"""The full screen on a pseudo-terminal: time from the start to the first screen, and from a key to the last byte of its
frame. tui.py PROGRAM [ROUNDS]. Prints medians in milliseconds; the machine should be idle."""
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

SIZE = (40, 120)
QUIET = 0.05  # seconds without output: the frame is complete


def start(program, home, game):
    pid, terminal = pty.fork()
    if not pid:
        os.environ.clear()
        os.environ.update(HOME=home, LANG="en_GB.UTF-8", TERM="xterm-256color", PATH="/usr/bin:/bin")
        time.sleep(0.05)  # until the size is set
        os.execv(program, [program, "play", game, "--seed", "3", "--pace", "0"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    return pid, terminal


def frame(terminal):
    """The time of the last byte before a silence."""
    last = None
    while select.select([terminal], [], [], 2 if last is None else QUIET)[0]:
        if not os.read(terminal, 1 << 16):
            break
        last = time.monotonic()
    return last


def first_frame(terminal):
    """The time when the title bar, which every frame has, was written."""
    text = b""
    while b"bots" not in text:
        text += os.read(terminal, 1 << 16)
    return time.monotonic()


def measure(program, game, rounds):
    first, keys = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            begun = time.monotonic() + 0.05
            pid, terminal = start(program, home, game)
            first.append(first_frame(terminal) - begun)
            frame(terminal)
            for key in (b"?", b"q", b"?", b"q"):  # help and back: frames that change completely
                begun = time.monotonic()
                os.write(terminal, key)
                keys.append(frame(terminal) - begun)
            os.write(terminal, b"q")
            while select.select([terminal], [], [], 2)[0]:
                try:
                    if not os.read(terminal, 1 << 16):
                        break
                except OSError:
                    break
            os.waitpid(pid, 0)
    return [1000 * statistics.median(times) for times in (first, keys)]


def main():
    program, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    for game in ("mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords"):
        first, key = measure(program, game, rounds)
        print(f"{game:16} first screen {first:6.1f} ms   key to screen {key:6.1f} ms")


if __name__ == "__main__":
    main()
