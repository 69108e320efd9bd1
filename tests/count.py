#!/usr/bin/python3
"""How ./check counts tests and lists those that failed: count.py COUNT_TESTS. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.abspath(sys.argv[1])
results = []

TAP = """1..4
ok 1 - a ship sails
not ok 2 - a ship sinks \\# slowly
# expected 1
ok 3 - a ship burns # SKIP no matches
not ok 4
"""

NODE = """TAP version 13
# Subtest: rules are searched
not ok 1 - rules are searched
  ---
  duration_ms: 12.5
  location: '{place}/tests/browser/records.test.mjs:291:1'
  error: |-
    not ok 7 - what an error says is no test

    0 !== 17
  ...
# Subtest: a record opens
ok 2 - a record opens
  ---
  duration_ms: 3.5
  ...
# Subtest: inner tests
    not ok 1 - inner
not ok 3 - inner tests
  ---
  location: '{place}/tests/browser/tabs.test.mjs:5:1'
  ...
not ok 4 - {place}/tests/browser/broken.test.mjs
  ---
  location: '{place}/tests/browser/broken.test.mjs:1:1'
  exitCode: 1
  ...
1..4
"""

MESON = [
    {"name": "flibuste / server", "result": "FAIL", "returncode": 1, "stdout": "1..2\nok 1 - routes\nnot ok 2 - heads\n"},
    {"name": "flibuste:code / store", "result": "TIMEOUT", "returncode": -15, "stdout": "1..9\nok 1 - opens\n"},
    {"name": "flibuste / died", "result": "ERROR", "returncode": -11, "stdout": None},
    {"name": "flibuste / plain", "result": "OK", "returncode": 0, "stdout": "not TAP"},
    {"name": "flibuste / skipped", "result": "SKIP", "returncode": 77, "stdout": ""},
]


def check(name, kind, text, status, expected):
    """Checks the output for a file with this text, in its own folder; None: no file."""
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "results")
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("{place}", os.path.realpath(place)))
        got = subprocess.run([sys.executable, SCRIPT, kind, path, "a part", status], capture_output=True, text=True, cwd=place)
    results.append((name, got.stdout.splitlines() == expected, got.stdout + got.stderr))


check("failures of a TAP output are named", "tap", TAP, "1",
      ["1 2", "a part: a ship sinks # slowly", "a part: test 4"])
check("failures in a browser are named with their file", "tap", NODE, "1",
      ["1 3", "a part: tests/browser/records.test.mjs: rules are searched", "a part: tests/browser/tabs.test.mjs: inner tests",
       "a part: tests/browser/broken.test.mjs"])
check("failures of meson's programs are named with their program", "meson", "\n".join(map(json.dumps, MESON)) + "\n", "1",
      ["3 3", "a part: server: heads", "a part: store: timeout, exit status -15", "a part: died: error, exit status -11"])
check("where all tests pass nothing is named", "tap", "1..1\nok 1 - a ship sails\n", "0", ["1 0"])
check("a command that died after its tests counts as a failure", "tap", "1..2\nok 1 - a ship sails\n", "139",
      ["1 1", "a part: exit status 139"])
check("a command that tested nothing counts as a failure", "tap", "", "0", ["0 1", "a part: no test was run"])
check("so does a build whose tests did not run", "meson", None, "1", ["0 1", "a part: exit status 1"])

print(f"1..{len(results)}")
for number, (name, ok, detail) in enumerate(results, 1):
    print(f"{'ok' if ok else 'not ok'} {number} - {name}")
    if not ok:
        print("# " + detail.replace("\n", "\n# "))
sys.exit(not all(ok for _, ok, _ in results))
