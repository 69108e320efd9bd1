#!/usr/bin/python3
"""Data for researchers: sim --records and describe. Prints TAP. usage: research.py FLIBUSTE SOURCE"""
import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

FLIBUSTE, SOURCE = sys.argv[1], Path(sys.argv[2])
number = failures = 0


def report(good, title, detail=""):
    global number, failures
    number += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {title}")
    if not good and detail:
        print("\n".join("# " + line for line in str(detail).splitlines()[:10]))


def run(*arguments, text=None):
    return subprocess.run([FLIBUSTE, "--lang", "en", *arguments], input=text, capture_output=True, text=True)


with tempfile.TemporaryDirectory() as scratch:
    folders = [Path(scratch, name) for name in ("one", "three")]
    for folder, threads in zip(folders, ("1", "3")):
        done = run("sim", "buccaneer", "--games", "150", "--agents", "greedy", "--records", str(folder), "--threads", threads)
        report(done.returncode == 0, f"sim writes all records, threads: {threads}", done.stderr)
    files = [[(folder / name).read_bytes() for name in ("records.gz", "index.tsv")] for folder in folders]
    report(files[0] == files[1], "the files do not depend on the number of threads")
    head, *rows = [line.split("\t") for line in files[0][1].decode().splitlines()]
    rows = [dict(zip(head, row)) for row in rows]
    report([row["game"] for row in rows] == [str(n + 1) for n in range(150)], "the index has every game in order")
    packed = files[0][0]
    records = [gzip.decompress(packed[int(row["offset"]):int(row["offset"]) + int(row["length"])]).decode() for row in rows]
    report(gzip.decompress(packed).decode() == "".join(records), "the offsets cover the file")
    report(all(record.split()[-1] == row["hash"] and f"scores {row['scores']}\n" in record and
               f"winners {row['winners']}\n" in record for record, row in zip(records, rows)), "the index repeats the results")
    done = run("verify", "-", text=records[77])
    report(done.returncode == 0, "a record from the middle is valid", done.stderr)
    done = run("sim", "buccaneer", "--games", "1", "--records", str(folders[0]))
    report(done.returncode == 1 and done.stderr.count("\n") == 1, "existing records are not overwritten", done.stderr)
    report(files[0] == [(folders[0] / name).read_bytes() for name in ("records.gz", "index.tsv")], "and stay as they were")
    done = run("sim", "buccaneer", "--games", "1", "--records", "/dev/null/x")
    report(done.returncode == 1 and "/dev/null/x" in done.stderr, "a folder that cannot be made is refused", done.stderr)

for page in sorted((SOURCE / "docs/environments").glob("*.md")):
    done = run("describe", page.stem)
    report(done.stdout == page.read_text(), f"docs/environments/{page.name} is what describe writes")
done = run("describe", "chess")
report(done.returncode == 2 and "mille-sabords" in done.stderr, "an unknown game is refused", done.stderr)
print(f"1..{number}")
sys.exit(1 if failures else 0)
