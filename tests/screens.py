#!/usr/bin/python3
"""Complete screens, as printed to a pipe: screens.py PROGRAM [--write]. Prints TAP.

Each screen is a command, its input, and the output expected in tests/golden/screens. After an intended change:
python3 tests/screens.py BUILD/flibuste --write  and read the diff."""
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
BUCCANEER = "play buccaneer --save game.record --names Anne"

SAIL = "play aux-sabords --save game.record"
DUEL = "play pirates-en-duel --save game.record --option level=3"

# A draft, a turn with two shots, and a duel that a surgeon almost saves.
A_DUEL = ["", "twin pistol warrior medic-sabre", "sailor-sabre sailor-cannon monkey-sabre",
          "put 1 blue", "put 3 white", "put 2 blue", "put 4 white", "put 5 blue", "put 6 white", "put 7 green",
          "sailor-sabre", "", "marksman twin", "enlist 1", "enlist 2 3", "put 2 blue", "put 3 blue", "",
          "boarding-blue-white", "engage white", "engage blue", "yes", "S", "shoot white 1",
          "shoot white 2", "yes", "n", "", "sssbnn", "", "sb", "lose white 1", "save white 1", "n"]

# name, language, columns, command, lines typed
SCREENS = [
    # Always the first move of the list: draw a card, roll, stop.
    ("whole-game", "fr", 80, f"{PLAY} --seed 2 --seats 2 --option target=5000", ["1"] * 300),
    ("whole-game", "en", 80, f"{PLAY} --seed 2 --seats 2 --option target=5000", ["1"] * 300),
    ("bots-alone", "fr", 80, f"{PLAY} --seed 9 --people 0 --seats 4 --bots matelot,moussaillon", []),
    ("bots-alone", "en", 60, f"{PLAY} --seed 9 --people 0 --seats 4 --bots matelot,moussaillon", []),
    ("requests", "fr", 80, f"{PLAY} --seed 3",
     ["", "", "", "aide", "indice", "r1", "r 2 1", "r 8 8 9", "r 3 3", "xyz", "7", "a", "annuler", "s",
      "annuler", "journal",
      "scores", "résumé", "table", "règles", "regles 3.3", "règles 99", "sauver", "sauver copie.record",
      "sauver copie.record", "mettre 3", "carte", "quitter"]),
    ("requests", "en", 80, f"{PLAY} --seed 3",
     ["", "", "", "help", "hint", "r1", "r 2 1", "r 8 8 9", "r 3 3", "xyz", "7", "h", "undo", "s",
      "undo", "log",
      "scores", "summary", "table", "rules", "rules 3.3", "rules 99", "save", "save copy.record",
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
    # A real table: a misread die, a misheard card, and secret hands.
    ("real-table", "fr", 80, f"{PLAY} --dice manual --seats 2 --people 2 --names Anne,Zoé",
     ["first-1", "", "navire", "pièce", "annuler", "ship-2", "", "XXSPPCDM", "annuler", "xxsppcdd", "r 4 5",
      "annuler", "r 4 5", "xz", "xxx", "xx", "s", "annuler", "annuler", "cc", "s", "quitter"]),
    ("real-table", "en", 60, "play corsaires --save game.record --dice manual --seats 2 --people 2 --names Anne,Zoe",
     ["first-1", "red-1 red-2 galleon-2 galleon-3 galleon-4 admiral", "admiral", "red-1 blue-2 galleon-2", "undo",
      "red-1 blue-2 galleon-2 galleon-5 galleon-5 blue-2", "galleon 4", "draw", "blue-4", "undo", "blue-3", "quit"]),
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
    ("corsaires-out", "fr", 80, f"replay {RECORDS}/corsaires-2.txt --step 140", []),
    ("corsaires-out", "en", 60, f"replay {RECORDS}/corsaires-2.txt --step 140", []),
    ("corsaires-over", "en", 80, f"replay {RECORDS}/corsaires-6.txt --viewer 2", []),
    ("aux-sabords", "fr", 80, f"{SAIL} --seed 3",
     ["", "construire pistolet jambe", "", "poser navire", "", "aller m13", "nord", "b2", "", "1", "",
      "ouest", "", "table", "scores", "quitter"]),
    ("aux-sabords", "en", 60, f"{SAIL} --seed 3 --option board=11 --option hands=one --seats 2",
     ["", "done", "1", "hint", "lay ship", "go e4", "quit"]),
    ("aux-sabords-replay", "en", 80, f"replay {RECORDS}/aux-sabords-4.txt --step 600", []),
    ("aux-sabords-replay", "fr", 40, f"replay {RECORDS}/aux-sabords-2.txt --step 499", []),
    ("buccaneer", "fr", 80, f"{BUCCANEER} --seed 7 --seats 4 --option first=1",
     ["capturer r2 b2", "merge r3 b4", "conseil", "capturer r4 r5", "attaquer r4 2 chandelier", "5",
      "scores", "3", "4", "règles 4.5", "1", "1", "1", "quitter"]),
    ("buccaneer", "en", 60, f"{BUCCANEER} --seed 4 --seats 3 --option aide-memoire=on",
     ["1", "2", "hint", "merge r2 r3", "1", "3", "scores", "1", "1", "quit"]),
    ("buccaneer-hidden", "en", 80, f"{BUCCANEER} --seed 5 --seats 5 --option hidden-money=on",
     ["1"] * 120),
    ("buccaneer-hidden", "fr", 80, f"replay {RECORDS}/buccaneer-3.txt --step 13", []),
    ("duel", "fr", 80, f"{DUEL} --seats 2 --people 2 --names Anne,Zoé --option first=1 --dice manual",
     [*A_DUEL, "quitter"]),
    ("duel", "en", 60, f"{DUEL} --seats 2 --people 2 --names Anne,Zoé --option first=1 --dice manual",
     [*A_DUEL, "quit"]),
    ("duel-bots", "fr", 80, f"{DUEL} --seed 12 --people 0 --seats 6", []),
    ("duel-bots", "en", 80, f"{DUEL} --seed 13 --people 0 --seats 3", []),
    ("learn-mille-sabords", "fr", 80, "learn mille-sabords",
     ["", "", "s", "r 4 5", "indice", "r 4", "règles 3.2", "r 4567", "r 5 7", "s", "", "", "s", "r 68", "s"]),
    ("learn-mille-sabords", "en", 60, "learn mille-sabords", ["", "", "s", "hint", "xyz", "help", "quit"]),
    ("learn-corsaires", "fr", 60, "learn corsaires",
     ["piocher", "galion 2", "galion 5", "attaquer 1 bleu-2", "attaquer 1 Rouge-4", "attaquer 2 blue-1",
      "attaquer 2 blue-2", "attaquer 2 bleu-1", "capitaine 2 bleu", "galion 2", "piocher"]),
    ("learn-buccaneer", "en", 80, "learn buccaneer",
     ["merge r5 b5", "merge r5 b2", "board r5 3 barrel", "merge r5 y3", "board r5 7 sabre",
      "board r5 7 barrel", "merge r5 y?", "merge r5 b4"]),
    ("learn-pirates-en-duel", "fr", 80, "learn pirates-en-duel",
     ["", "1", "mettre 2 bleu", "", "enlist 1 2", "enlist 1 3", "", "attaquer blanc", "attack red", "", "éliminer rouge 2",
      "lose red 1"]),
    ("learn-aux-sabords", "en", 80, "learn aux-sabords",
     ["", "done", "build pistol leg", "done", "lay ship", "", "east", "a3", "discard ship", "discard leg", "go i3",
      "pass", "chest", "west", "hint", "g7", "load 1", "load 2", "g9", "pass", "attack 2", "attack 3"]),
    ("menu", "fr", 80, "", ["x", "r", "77", "1", "9.2", "99", "", "r", "", "a", "9", "3", "quit", "l", "2", "7", "9"]),
    ("menu", "en", 60, "", ["q"]),
]


def run(program, lang, columns, command, lines, directory):
    environment = {"PATH": os.environ["PATH"], "HOME": directory, "LANG": lang,
                   "COLUMNS": str(columns), "TZ": "UTC"}
    got = subprocess.run([program, *command.split()], input="".join(l + "\n" for l in lines),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=directory,
                         env=environment, timeout=300)
    return got.stdout


def shown(name, text):
    """Removes what may differ between two runs: the menu plays with fresh dice and a fresh file."""
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


if __name__ == "__main__":
    sys.exit(main())
