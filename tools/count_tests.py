#!/usr/bin/python3
"""Counts tests: count_tests.py tap|meson FILE PART STATUS. FILE is a TAP output or meson's testlog.json of one part
of ./check, STATUS the exit status of the command that wrote it. Prints "PASSED FAILED", then one line per
failure: the part, the file or the program if it is known, and the name of the test.

A test program that prints TAP counts as many tests as it has lines; any other counts as one. A command that crashed,
or tested nothing, counts as one failure."""
import json
import os
import re
import sys

GOOD = ("OK", "EXPECTEDFAIL", "SKIP")


def location_in(lines):
    """The file that node's reporter names below a failure; empty if it names none."""
    for line in lines:
        if not line.startswith("  ") or line == "  ...":
            break
        if found := re.match(r"  location: '(.*):\d+:\d+'$", line):
            return os.path.relpath(found[1])
    return ""


def read_tap(text):
    """The number of tests that passed, and the names of those that failed."""
    passed, failures, lines = 0, [], text.splitlines()
    for i, line in enumerate(lines):
        passed += bool(re.match(r"ok\b(?!.*# SKIP)", line))
        if failed := re.match(r"not ok\b *\d*(?: -)? *(.*)", line):
            name, file = failed[1].replace("\\#", "#"), location_in(lines[i + 1:])
            if os.path.isabs(name):  # a whole file
                name = os.path.relpath(name)
            failures.append(": ".join(dict.fromkeys(filter(None, (file, name)))) or f"test {line[7:]}".strip())
    return passed, failures


def read_meson(text):
    """The same for all programs that meson ran."""
    passed, failures = 0, []
    for line in text.splitlines():
        test = json.loads(line)
        program = test["name"].split(" / ")[-1]
        good, bad = read_tap(test.get("stdout") or "")
        passed += good
        failures += [f"{program}: {name}" for name in bad]
        if test["result"] not in GOOD and not bad:
            failures.append(f"{program}: {test['result'].lower()}, exit status {test.get('returncode')}")
        elif not good and not bad and test["result"] == "OK":
            passed += 1
    return passed, failures


def main(kind, path, part, status):
    text = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    passed, failures = read_tap(text) if kind == "tap" else read_meson(text)
    if status != "0" and not failures:
        failures.append(f"exit status {status}")
    elif not passed and not failures:
        failures.append("no test was run")
    print(passed, len(failures))
    for name in failures:
        print(f"{part}: {name}")


main(*sys.argv[1:])
