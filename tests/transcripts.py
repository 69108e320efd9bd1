#!/usr/bin/env python3
"""Complete logs of games as one player reads them: transcripts.py PROGRAM [--write]. Prints TAP.

PROGRAM is tests/transcript of a build. After an intended change: python3 tests/transcripts.py BUILD/tests/transcript
--write  and read the diff."""
import difflib
import subprocess
import sys
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"

# Game, record, and the seat that reads.
TRANSCRIPTS = [
    ("mille-sabords", "mille-sabords-3", 1),
    ("corsaires", "corsaires-3", 1),
    ("buccaneer", "buccaneer-4", 1),
    ("pirates-en-duel", "pirates-en-duel-level3-4", 2),
    ("aux-sabords", "aux-sabords-3", 1),
]


def main():
    program, *options = sys.argv[1:]
    print(f"1..{len(TRANSCRIPTS) * 2}")
    failed, number = 0, 0
    for game, record, seat in TRANSCRIPTS:
        for lang in ("fr", "en"):
            number += 1
            command = [program, GOLDEN / "records" / f"{record}.txt", str(seat), lang]
            told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
            path = GOLDEN / "transcripts" / f"{game}.{lang}.txt"
            if options == ["--write"]:
                path.parent.mkdir(exist_ok=True)
                path.write_text(told, encoding="utf-8")
            expected = path.read_text(encoding="utf-8") if path.exists() else ""
            failed += told != expected
            print(f"{'ok' if told == expected else 'not ok'} {number} - {game} in {lang}, as seat {seat} reads it")
            for line in difflib.unified_diff(expected.splitlines(), told.splitlines(), "expected", "told", lineterm=""):
                print(f"# {line}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
