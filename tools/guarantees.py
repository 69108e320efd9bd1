#!/usr/bin/python3
"""Checks the promises of docs/guarantees.md. Prints TAP.

    guarantees.py names DOCUMENT TESTS     every promise names tests that exist; TESTS is the output of
                                           `meson introspect --tests`
    guarantees.py run DOCUMENT LOG         every promise is held by tests that passed in a run; LOG is its testlog.json
    guarantees.py write DOCUMENT LOG       the same, and writes what the run measured into the document

A row of a table is a promise, its tests (`NAME`, or `NAME: CHECK` for one check of a test), and the result."""
import json
import re
import sys
from pathlib import Path

ROW = re.compile(r"^\| (?P<promise>[^|]+) \| (?P<tests>`[^|]+`) \|(?P<result>[^|]*)\|$", re.M)


def rows(document):
    for row in ROW.finditer(document):
        tests = re.findall(r"`([^`]+)`", row["tests"])
        yield row, [tuple(test.split(": ", 1)) if ": " in test else (test, None) for test in tests]


def plain_name(name):
    return name.split(" / ")[-1]


def read_log(text):
    """By name of the test: whether it passed, and the titles of its checks."""
    results = {}
    for line in text.splitlines():
        test = json.loads(line)
        titles = re.findall(r"^ok \d+ - (.*)$", test.get("stdout") or "", re.M)
        results[plain_name(test["name"])] = (test["result"] == "OK", titles)
    return results


def measure(tests, results):
    """The number of checks that hold a promise, or the reason why none do."""
    total = 0
    for name, title in tests:
        if name not in results:
            return None, f"{name} was not run"
        passed, titles = results[name]
        if not passed:
            return None, f"{name} failed"
        found = [one for one in titles if not title or title in one]
        if title and not found:
            return None, f"{name} has no check “{title}”"
        total += max(1, len(found))
    return total, f"{total:,} check{'s' if total > 1 else ''}"


def check_names(document, text):
    known = {test["name"] for test in json.loads(text)}
    for row, tests in rows(document):
        missing = [name for name, _ in tests if name not in known]
        yield row["promise"], not missing, f"no such test: {', '.join(missing)}"


def check_run(document, text):
    results = read_log(text)
    for row, tests in rows(document):
        total, result = measure(tests, results)
        yield row["promise"], total is not None, result


def write(path, text):
    document, results = path.read_text(encoding="utf-8"), read_log(text)
    for row, tests in list(rows(document)):
        total, result = measure(tests, results)
        if total is not None:
            document = document.replace(row[0], f"| {row['promise']} | {row['tests']} | {result} |")
    path.write_text(document, encoding="utf-8")


def main():
    mode, path, text = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_text(encoding="utf-8")
    if mode == "write":
        write(path, text)
    document = path.read_text(encoding="utf-8")
    checks = list((check_names if mode == "names" else check_run)(document, text))
    print(f"1..{len(checks)}")
    for number, (promise, ok, detail) in enumerate(checks, 1):
        print(f"{'ok' if ok else 'not ok'} {number} - {promise}" + ("" if ok else f"\n# {detail}"))
    return 0 if checks and all(ok for _, ok, _ in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
