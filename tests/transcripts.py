#!/usr/bin/env python3
"""Complete logs of games as one player reads them: transcripts.py PROGRAM [--write]. Prints TAP.

PROGRAM is tests/transcript of a build. After an intended change: python3 tests/transcripts.py BUILD/tests/transcript
--write  and read the diff. All golden records are also read from all seats, to check what holds for every line."""
import difflib
import re
import subprocess
import sys
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
LANGUAGES = ("fr", "en")

# Name, record, and the seat that reads.
TRANSCRIPTS = [
    ("mille-sabords", "mille-sabords-3", 1),
    ("corsaires", "corsaires-3", 1),
    ("buccaneer", "buccaneer-aide-memoire", 1),
    ("buccaneer-from-memory", "buccaneer-4", 1),
    ("pirates-en-duel", "pirates-en-duel-level3-4", 2),
    ("aux-sabords", "aux-sabords-3", 1),
]

LINE = 115  # characters, docs/voice.md
SHORT_LINES = ("mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords")
SPECTATOR = 0

# A value of a pirate: players must remember those that are covered (rule 4.7 of Buccaneer).
PIRATE = re.compile(r"[2-5?] (rouge|bleu|jaune|noir|vert)\b|\b(red|blue|yellow|black|green) [2-5?]")
# A card that somebody else draws.
DRAWN = re.compile(r"^(?!Vous |You ).*\b(pioche (une?|le|la|l’|\d)|draws (an?|the|\d) ?)")


def tell(program, record, seat, lang):
    command = [program, GOLDEN / "records" / f"{record}.txt", str(seat), lang]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def lines_of(program, game):
    """Yields where a line was read and the line, for all records of a game, seats and languages."""
    for path in sorted((GOLDEN / "records").glob(f"{game}-*.txt")):
        seats = int(re.search(r"^seats (\d+)$", path.read_text(encoding="utf-8"), re.M)[1])
        for lang in LANGUAGES:
            for seat in range(SPECTATOR, seats + 1):
                for line in tell(program, path.stem, seat, lang).splitlines():
                    yield f"{path.stem}, seat {seat}, {lang}", line.removeprefix("• ")


def is_hidden(where, line):
    """Whether a line reveals what its reader must not read."""
    if where.startswith("buccaneer") and "aide-memoire" not in where:
        return PIRATE.search(line)
    if where.startswith("aux-sabords"):
        return DRAWN.search(line)
    in_teams = re.match(r"corsaires-(4-teams|6|8)\b", where) and "seat 0" not in where
    return where.startswith("corsaires") and not in_teams and DRAWN.search(line)


def compare(program, options):
    """Yields whether a transcript is as expected, its title, and the difference."""
    for name, record, seat in TRANSCRIPTS:
        for lang in LANGUAGES:
            told = tell(program, record, seat, lang)
            path = GOLDEN / "transcripts" / f"{name}.{lang}.txt"
            if options == ["--write"]:
                path.parent.mkdir(exist_ok=True)
                path.write_text(told, encoding="utf-8")
            expected = path.read_text(encoding="utf-8") if path.exists() else ""
            difference = difflib.unified_diff(expected.splitlines(), told.splitlines(), "expected", "told", lineterm="")
            yield told == expected, f"{name} in {lang}, as seat {seat} reads it", difference


def check_lines(program):
    for game in SHORT_LINES:
        lines = list(lines_of(program, game))
        long = [f"{where}: {line}" for where, line in lines if len(line) > LINE]
        secret = [f"{where}: {line}" for where, line in lines if is_hidden(where, line)]
        yield lines and not long, f"no line of {game} is longer than {LINE} characters", long
        yield not secret, f"no line of {game} reveals a secret", secret


def main():
    program, *options = sys.argv[1:]
    results = [*compare(program, options), *check_lines(program)]
    print(f"1..{len(results)}")
    for number, (ok, title, details) in enumerate(results, 1):
        print(f"{'ok' if ok else 'not ok'} {number} - {title}")
        for line in details:
            print(f"# {line}")
    return not all(ok for ok, _, _ in results)


if __name__ == "__main__":
    sys.exit(main())
