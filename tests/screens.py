#!/usr/bin/python3
"""Whole screens, as they are printed into a pipe: screens.py PROGRAM [--write]. Prints TAP.

Each screen is a command, its input, and the output expected in tests/golden/screens. After a change
that is meant to be seen:  python3 tests/screens.py BUILD/flibuste --write  and read the diff."""
import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden" / "screens"
RECORDS = HERE / "golden" / "records"

PLAY = "play mille-sabords --save game.record"

SAIL = "play aux-sabords --save game.record"

# name, language, columns, command, lines typed
SCREENS = [
    # The first move of the list, always: turn up, throw, stop.
    ("whole-game", "fr", 80, f"{PLAY} --seed 2 --seats 2 --option target=5000", ["1"] * 300),
    ("whole-game", "en", 80, f"{PLAY} --seed 2 --seats 2 --option target=5000", ["1"] * 300),
    ("bots-alone", "fr", 80, f"{PLAY} --seed 9 --people 0 --seats 4 --bots matelot,moussaillon", []),
    ("bots-alone", "en", 60, f"{PLAY} --seed 9 --people 0 --seats 4 --bots matelot,moussaillon", []),
    ("requests", "fr", 80, f"{PLAY} --seed 3",
     ["", "", "", "aide", "indice", "r1", "r 2 1", "r 8 8 9", "r 3 3", "xyz", "7", "a", "annuler", "s",
      "annuler", "journal",
      "scores", "table", "règles", "regles 3.3", "règles 99", "sauver", "sauver copie.record",
      "sauver copie.record", "mettre 3", "carte", "quitter"]),
    ("requests", "en", 80, f"{PLAY} --seed 3",
     ["", "", "", "help", "hint", "r1", "r 2 1", "r 8 8 9", "r 3 3", "xyz", "7", "h", "undo", "s",
      "undo", "log",
      "scores", "table", "rules", "rules 3.3", "rules 99", "save", "save copy.record",
      "put 3", "card", "quit"]),
    ("treasure-island", "fr", 80, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "île", "", "SPPPCDMX", "m 2 3 4", "annuler", "m 2 3 4 5 6", "rep 2",
      "r 78", "SC", "reprendre 5", "r 5 8", "ss", "quitter"]),
    ("treasure-island", "en", 60, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "island", "", "SPPPCDMX", "p 2 3 4", "undo", "p 2 3 4 5 6", "t 2",
      "r 78", "SC", "take 5", "r 5 8", "ss", "quit"]),
    ("guardian", "fr", 60, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "gardienne", "", "SSSPPCDM", "r 4 5", "r 1 4 5", "ppp", "r 2 3 4", "r 4 5",
      "sm", "quitter"]),
    ("guardian", "en", 80, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "guardian", "", "SSSPPCDM", "r 4 5", "stop", "quit"]),
    ("skull-island", "fr", 80, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "pirate", "", "SSSSPPCD", "r 5 6", "", "sppp", "", "ppp", "quitter"]),
    ("skull-island", "en", 80, f"{PLAY} --dice manual --seats 2",
     ["first-1", "", "pirate", "", "SSSSPPCD", "stop", "throw", "sppp", "", "ppp", "quit"]),
    ("two-people", "fr", 80, f"{PLAY} --seed 6 --people 2 --seats 2 --names Anne,Zoé --option first=2",
     ["", "", "s", "annuler", "s", "", "", "q"]),
    ("replay", "fr", 80, f"replay {RECORDS}/mille-sabords-2.txt --step 12", []),
    ("replay", "en", 60, f"replay {RECORDS}/mille-sabords-3.txt --viewer 2", []),
    ("corsaires", "fr", 80, "play corsaires --save game.record --seed 3 --seats 3",
     ["1", "2", "table", "scores", "indice", "1", "2", "1", "attaquer 2 red-2", "amiral 1", "q"]),
    ("corsaires", "en", 60, "play corsaires --save game.record --seed 5 --seats 3",
     ["1", "2", "table", "scores", "hint", "1", "2", "1", "attack 1 red-2", "discard red-1", "q"]),
    ("corsaires-teams", "fr", 80,
     "play corsaires --save game.record --seed 3 --seats 4 --option teams=on",
     ["1", "2", "1", "1", "2", "1", "1", "q"]),
    ("corsaires-over", "en", 80, f"replay {RECORDS}/corsaires-6.txt --viewer 2 --step 204", []),
    ("aux-sabords", "fr", 80, f"{SAIL} --seed 3",
     ["", "construire pistol leg", "", "poser ship", "", "aller m13", "nord", "b1", "", "1", "",
      "ouest", "", "table", "scores", "quitter"]),
    ("aux-sabords", "en", 60, f"{SAIL} --seed 3 --option board=11 --option hands=one --seats 2",
     ["", "done", "1", "hint", "lay ship", "go e4", "quit"]),
    ("aux-sabords-replay", "en", 80, f"replay {RECORDS}/aux-sabords-4.txt --step 600", []),
    ("aux-sabords-replay", "fr", 40, f"replay {RECORDS}/aux-sabords-2.txt --step 500", []),
    ("menu", "fr", 80, "", ["x", "r", "9.2", "99", "", "l", "1", "9", "2", "quit"]),
    ("menu", "en", 60, "", ["q"]),
]


def run(program, lang, columns, command, lines, directory):
    environment = {"PATH": os.environ["PATH"], "HOME": directory, "LANG": lang,
                   "COLUMNS": str(columns), "TZ": "UTC"}
    got = subprocess.run([program, *command.split()], input="".join(l + "\n" for l in lines),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=directory,
                         env=environment, timeout=60)
    return got.stdout


def shown(name, text):
    """What may differ between two runs is cut: the menu plays with fresh dice and a fresh file."""
    return text.split("Mille Sabords! — ")[0] if name == "menu" else text


def main():
    program = os.path.abspath(sys.argv[1])
    write = "--write" in sys.argv
    failed = 0
    print(f"1..{len(SCREENS)}")
    for number, (name, lang, columns, command, lines) in enumerate(SCREENS, 1):
        with tempfile.TemporaryDirectory() as directory:
            got = shown(name, run(program, lang, columns, command, lines, directory))
        path = GOLDEN / f"{name}.{lang}.txt"
        if write:
            path.write_text(got, encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        same = got == expected
        wide = [line for line in got.splitlines() if len(line) > columns]
        failed += not same or bool(wide)
        print(f"{'ok' if same and not wide else 'not ok'} {number} - {name} in {lang}, {columns} columns")
        for line in wide:
            print(f"# too wide: {line}")
        for line in difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got",
                                         lineterm="", n=1):
            print(f"# {line}")
    return 1 if failed else 0


sys.exit(main())
