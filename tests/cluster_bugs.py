#!/usr/bin/python3
"""Removes safeguards of the cluster on purpose, and expects cluster_faults.py to find each: cluster_bugs.py BUILD_DIR [WORD...]

Without words all bugs of cluster_bugs.list are tried, otherwise those whose name contains one of them. Prints TAP."""
import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

loader = importlib.machinery.SourceFileLoader("bugs", str(HERE / "dst/bugs"))
bugs = importlib.util.module_from_spec(importlib.util.spec_from_loader("bugs", loader))
loader.exec_module(bugs)


def try_bug(build, bug):
    """The failed check that finds a bug."""
    with tempfile.TemporaryDirectory() as place:
        program = bugs.build_bug(build, bug, Path(place), "flibuste")
        count, *names = bug["faults"]
        done = subprocess.run([sys.executable, str(HERE / "cluster_faults.py"), program, count, "1", *names],
                              capture_output=True, text=True, errors="replace", check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    expected = " ".join(bug["invariants"])
    for line in failed:
        if expected in line:
            return line.split(" - ", 1)[1]
    raise bugs.mutants.Wrong(f"not found; failed: {failed or done.stdout[-500:]} {done.stderr[-500:]}")


def main():
    chosen = [bug for bug in bugs.read_bugs(HERE / "cluster_bugs.list")
              if not sys.argv[2:] or any(word in bug["name"] for word in sys.argv[2:])]
    failures = 0
    for number, bug in enumerate(chosen, 1):
        try:
            found = try_bug(Path(sys.argv[1]).resolve(), bug)
            print(f"ok {number} - {bug['name']}: \"{found}\" fails", flush=True)
        except bugs.mutants.Wrong as wrong:
            failures += 1
            print(f"not ok {number} - {bug['name']}\n# {wrong}", flush=True)
    print(f"1..{len(chosen)}")
    return 1 if failures else 0


sys.exit(main())
