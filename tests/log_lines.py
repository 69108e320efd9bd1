#!/usr/bin/env python3
"""Reads the log of many games as every player and a spectator read it: log_lines.py FLIBUSTE TRANSCRIPT GAME. Prints
TAP.

The games are the golden records of GAME and games between bots, with every number of players and every option. A line
has at most 115 characters (docs/voice.md), is not said twice, and has no placeholder, no doubled space and no zero. Dice
may repeat a roll, and a score may be 0."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RECORDS = Path(__file__).resolve().parent / "golden" / "records"
LONGEST = 115
FAULTS = [
    ("has a placeholder", re.compile(r"[{}]|\b[a-z]{2}\.[a-z]+\.")),
    ("has a doubled space", re.compile(r"  ")),
    ("counts nothing", re.compile(r"(?<![\d,.\u202f])0 (?=\w)|\(0\)")),
]

# Per game, lines that may be equal to the previous one or count nothing.
ALLOWED = {
    "mille-sabords": re.compile(r"relancez? (\d|les)|rerolls? (\d|the)|\(0\)|Scores"),
    "corsaires": re.compile(r" piochent\.$| draw\.$"),  # two players who draw in two rounds
}
NOTHING = re.compile("(?!)")


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, encoding="utf-8", check=True).stdout


def setups(flibuste, game):
    """The arguments of a simulation: each number of players, then each value of each option."""
    about = run(flibuste, "--lang", "en", "games").split(f"\n{game} " if game != "mille-sabords" else f"{game} ")[1]
    about = re.split(r"\n(?=\S)", about)[0]
    fewest, most = map(int, re.search(r"\((\d+) to (\d+) ", about).groups())
    options = [f"{name}={value}" for name, values in re.findall(r"--option (\S+?)=(\S+)", about)
               for value in values.split("|")]
    for seats in range(fewest, most + 1):
        yield seats, []
        for option in options:
            yield seats, ["--option", option]


def simulate(flibuste, game, folder):
    """Records one game per setup. A setup that the rules refuse has no record."""
    for number, (seats, options) in enumerate(setups(flibuste, game)):
        path = Path(folder) / f"{game}-{number}.txt"
        subprocess.run([flibuste, "sim", game, "--agents", "greedy", "--seats", str(seats), *options, "--games", "1",
                        "--seed", str(number + 1), "--record", str(path)], capture_output=True, check=False)
        if path.exists() and path.stat().st_size:
            yield path


def faults_of(lines, allowed):
    for before, line in zip([None, *lines], lines):
        if len(line) > LONGEST:
            yield f"has {len(line)} characters", line
        if line == before and not allowed.search(line):
            yield "is said twice", line
        for fault, pattern in FAULTS:
            if pattern.search(line) and not (fault == "counts nothing" and allowed.search(line)):
                yield fault, line


def main():
    flibuste, transcript, game = sys.argv[1:]
    games, lines, faults = 0, 0, {}
    with tempfile.TemporaryDirectory() as folder:
        for path in [*sorted(RECORDS.glob(f"{game}-*.txt")), *simulate(flibuste, game, folder)]:
            seats = int(re.search(r"^seats (\d+)", path.read_text(encoding="utf-8"), re.M)[1])
            games += 1
            for lang in ("fr", "en"):
                for seat in range(seats + 1):  # 0 is a spectator
                    log = [line.removeprefix("• ") for line in run(transcript, path, seat, lang).splitlines()]
                    lines += len(log)
                    for fault, line in faults_of(log, ALLOWED.get(game, NOTHING)):
                        faults.setdefault(f"{lang}: “{line}” {fault}", f"{path.name}, seat {seat}")
    print("1..1")
    print(f"{'not ok' if faults or not lines else 'ok'} 1 - the log of {games} games of {game}, {lines} lines")
    for fault, where in list(faults.items())[:40]:
        print(f"# {fault} ({where})")
    return bool(faults or not lines)


if __name__ == "__main__":
    sys.exit(main())
