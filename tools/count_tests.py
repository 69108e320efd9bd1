#!/usr/bin/python3
"""Counts tests: count_tests.py meson LOG.json, or count_tests.py tap FILE. Prints "PASSED FAILED".

A test program that speaks TAP counts as many tests as it has lines; another counts as one."""
import json
import os
import re
import sys

passed = failed = 0


def count_tap(text):
    global passed, failed
    good = len(re.findall(r"^ok\b(?!.*# SKIP)", text, re.M))
    bad = len(re.findall(r"^not ok\b", text, re.M))
    passed, failed = passed + good, failed + bad
    return good + bad, bad


kind, path = sys.argv[1:]
if not os.path.exists(path):
    print(0, 0)
    sys.exit()
with open(path, encoding="utf-8", errors="replace") as file:
    if kind == "tap":
        count_tap(file.read())
    else:
        for line in file:
            test = json.loads(line)
            lines, bad = count_tap(test.get("stdout") or "")
            if test["result"] not in ("OK", "EXPECTEDFAIL", "SKIP") and not bad:
                failed += 1  # it died, or said nothing of what went wrong
            elif not lines and test["result"] == "OK":
                passed += 1
print(passed, failed)
