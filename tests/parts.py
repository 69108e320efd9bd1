#!/usr/bin/python3
"""A simulation in several parts, as several machines play it: parts.py PROGRAM. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import served
from served import check

PROGRAM = os.path.abspath(sys.argv[1])
OF_THE_RUN = {"seconds", "games_per_second", "moves_per_second", "threads", "cpu_seconds", "peak_memory_kb"}
SERIES = (
    ["sim", "mille-sabords", "--seed", "7", "--games", "1003", "--agents", "greedy"],
    ["sim", "corsaires", "--seats", "3", "--games", "50", "--agents", "greedy,random,random", "--rotate", "--leads"],
    ["arena", "buccaneer", "--agents", "random,greedy", "--games", "101"],
)


def flibuste(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          env={"LANG": "en", "PATH": os.environ["PATH"]})


def result(*arguments):
    """The report without what depends on the machine."""
    answer = json.loads(flibuste(*arguments, "--json").stdout)
    return {key: value for key, value in answer.items() if key not in OF_THE_RUN}


def play_parts(folder, series, parts):
    files = [f"{folder}/{series[0]}-{parts}-{part}" for part in range(1, parts + 1)]
    for part, file in enumerate(files, 1):
        done = flibuste(*series, "--threads", str(1 + part % 2), f"--shard={part}/{parts}", "--out", file)
        check(f"{series[0]} {series[1]}: part {part} of {parts} prints nothing",
              done.returncode == 0 and not done.stdout + done.stderr, done.stderr)
    return files


def merges(folder, series):
    whole = result(*series)
    for parts in (1, 4, 7):
        files = play_parts(folder, series, parts)
        check(f"{series[0]} {series[1]}: {parts} parts give the same result", result("merge", *files) == whole)
        check("in any order", result("merge", *reversed(files)) == whole)
        for file in files:
            os.remove(file)


def refused(name, expected, *arguments):
    got = flibuste(*arguments)
    check(f"refused: {name}", got.returncode and expected in got.stderr and not got.stdout, got.stderr)


def mistakes(folder):
    files = play_parts(folder, SERIES[0], 3)
    other = play_parts(folder, SERIES[2], 2)
    refused("a missing part", "part 2/3 is missing", "merge", files[0], files[2])
    refused("a part twice", "already added", "merge", *files, files[1])
    refused("parts of two simulations", "another simulation", "merge", files[0], other[1])
    refused("no files", "which files?", "merge")
    refused("a file that is not there", "can’t read", "merge", f"{folder}/none")
    text = Path(files[0]).read_text(encoding="utf-8")
    for name, changed in {"cut off": text[:-4], "of another version": text.replace("version ", "version 9", 1),
                          "empty": "", "with a strange line": text.replace("end\n", "more\nend\n")}.items():
        Path(files[0]).write_text(changed, encoding="utf-8")
        refused(f"a file that is {name}", "isn’t a complete part", "merge", *files)
    for shard in ("0/3", "4/3", "3", "x/3", "1/3x", "-1/3", "1/9999"):
        refused(f"part {shard}", "isn’t a part", "sim", "mille-sabords", "--games", "100", "--shard", shard, "--out",
                f"{folder}/new")
    refused("a part without a file", "--shard needs --out", "sim", "mille-sabords", "--shard", "1/2")
    refused("a sequential test in parts", "--sprt", "arena", "mille-sabords", "--agents", "random,greedy", "--sprt",
            "--shard", "1/2", "--out", f"{folder}/new")


with tempfile.TemporaryDirectory() as scratch:
    for one in SERIES:
        served.run(merges, scratch, one)
    served.run(mistakes, scratch)
sys.exit(served.report())
