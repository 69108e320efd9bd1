#!/usr/bin/python3
"""The terminal in a generated language: terminal.py PROGRAM. Prints TAP.

PROGRAM has the language `qps` of tools/pseudo.py, whose texts have other letters than the Latin alphabet of 26. A word of
plain letters on a screen is therefore hard-coded, unless it is typed by the player, a name or an argument. The screens
are those of tests/screens.py."""
import re
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent / "tools")]
import pseudo  # noqa: E402
import screens  # noqa: E402

PROGRAM = str(Path(sys.argv[1]).resolve())
RECORDS = TESTS / "golden/records"

# Commands that print a page or an error, besides the screens.
COMMANDS = [
    "--help", "--lang de", "sail", "games", "sim", "sim mille-sabords --speed", "sim mille-sabords --seats",
    "learn chess", "play corsaires --seats 99", "play corsaires --option teams=maybe",
    "rules mille-sabords 99.9", "rules mille-sabords", "rules corsaires", "rules buccaneer", "rules pirates-en-duel",
    "score mille-sabords --card coin --dice CCCCMMMD", "score mille-sabords --card x --dice C", "solve mille-sabords",
    "solve mille-sabords --card coin --dice CCCCMMMD", "sim mille-sabords --games 10 --seed 1",
    "sim corsaires --games 2 --seed 1", "arena mille-sabords --agents random,greedy --games 20 --seed 1",
    f"verify {RECORDS}/corsaires-2.txt", f"verify {TESTS}/golden/fair/corsaires.txt", "verify nothing.txt",
    f"analyse {RECORDS}/corsaires-2.txt --playouts 10", f"hint {RECORDS}/corsaires-2.txt", "backup a.db b.db",
    "site out.d", "serve --listen 1.2.3.4:99999", "replay nothing.txt",
]

# What a screen shows that is not text: what was typed or is to be typed, names, and arguments.
ALLOWED = [
    r"^> .*$",                          # what was typed
    r"^ *flibuste [a-z].*$",            # a command to type
    r"^flibuste: ",                     # the name of the program, before an error
    r"[\w-]+\u00a0=",                   # an answer to type for real dice: ship-2 = pirate ship
    r"“[^”]*”",                         # an argument that is not accepted
    r"\bteams \S+ auto, off \S+ on,",   # an option and its values
    r"--[a-z]+", r"[a-z-]+=\S+",        # options of the command line
    r"^ +reroll [\d ]+ +[A-Z]+",        # a move as it is typed, and its dice
    r"\b(yellow|red|green|blue)-\d",    # a card as it is typed
    r"[\w./-]*[/.][\w./-]+",            # files
    r"\b(Anne|Zoe|Zoé|greedy|random)\b",  # names of players and of agents
    r"\b(mille-sabords|corsaires|buccaneer|pirates-en-duel|aux-sabords)\b",
    r"\b(English|en|fr|qps)\b",  # languages, after the names that contain "en"
]


def unmarked(text):
    """Lines with words that are not in lang/."""
    found = []
    for line in text.splitlines():
        rest = line
        for pattern in ALLOWED:
            rest = re.sub(pattern, "", rest)
        if re.search(r"[A-Za-zÀ-ÿ]*[A-Za-z]{2}", rest):
            found.append(line)
    return found


def run(command, lines=(), columns=80, lang=pseudo.CODE):
    with tempfile.TemporaryDirectory() as directory:
        return screens.run(PROGRAM, lang, columns, command, lines, directory)


def results():
    """Yields a sentence and the faults found."""
    english = {name for name, lang, *_ in screens.SCREENS if lang == "en"}
    for name, lang, columns, command, lines in screens.SCREENS:
        # What is typed in English is understood in every language. The menu switches to another one with "l".
        if lang == "en" or name not in english or name == "menu":
            got = run(command, lines[:lines.index("l")] if "l" in lines else lines, columns)
            wide = [line for line in got.splitlines() if len(line) > columns and not line.startswith("flibuste: ")]
            yield f"the screen {name} has no hard-coded text", unmarked(got) + ["too wide: " + line for line in wide]
    for command in COMMANDS:
        got = run(command)
        yield f"flibuste {command.replace(str(TESTS), 'tests')} has no hard-coded text", unmarked(got) or (
            [] if re.search(f"[{pseudo.MARKED}]", got) else ["no text at all"])
    for game in (pseudo.WITHOUT_RULES,):
        got = run(f"rules {game}")
        yield f"the missing rules of {game} are those in the default language", (
            [] if got and got == run(f"rules {game}", lang="en") else got.splitlines()[:3])
    yield "a marked text can be restored", [text for text in ("Roll {n} dice", "R | r", "the dice | of all the dice")
                                            if pseudo.unmark(pseudo.mark_text(text)) != text]


def main():
    failed = False
    for number, (sentence, faults) in enumerate(results(), 1):
        failed |= bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} - {sentence}")
        for line in faults[:20]:
            print(f"# {line}")
    print(f"1..{number}")
    return 1 if failed else 0


sys.exit(main())
