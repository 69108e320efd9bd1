#!/usr/bin/env python3
"""Checks that rules page, rulings, tests and refusals of a game cite each other correctly.

usage: rules.py GAME LAST-RULING TEST-FILE...        e.g. rules.py mille-sabords M47 test_*.c

The pages are docs/rules/GAME.CODE.md, at least in the first language of lang/languages. They open with the game in one
minute and the course of a turn. A paragraph starts a line with "**2.4 Title.** " and names its rulings in parentheses,
"(M26, M45)", at its end or at the end of its note. A test names what it proves: RULES("2.4 M26"). Prints TAP; faults
are listed in comments below the line that failed."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{ROOT}/tools")
import languages  # noqa: E402

PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+) [^*\n]+\.\*\* ", re.MULTILINE)
# The form of a page, in the languages where it is known here.
OPENINGS = {"fr": ["En une minute", "Votre tour"], "en": ["In one minute", "Your turn"]}
NOTE = {"fr": "> ⚓ *Choix de Flibuste\u00a0: ", "en": "> ⚓ *Flibuste’s ruling: "}
CITED_IN_TESTS = re.compile(r'\bRULES\(\s*((?:"[^"]*"\s*)+)\)')
TEST = re.compile(r"^static void (\w+)\(void \*\*state\)\n\{\n(.*)", re.MULTILINE)
CITED_IN_SOURCE = re.compile(r'"(\d+\.\d+)"')


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def paragraphs_of(page, letter):
    """Pairs of a number and the rulings its paragraph names, in the order of the page."""
    parts = PARAGRAPH.split(page)
    ruling = rf"{letter}\d+"
    group = re.compile(rf"\(({ruling}(?:, {ruling})*)\)")
    return [(number, [name for names in group.findall(text) for name in names.split(", ")])
            for number, text in zip(parts[1::2], parts[2::2])]


def badly_formed(page, lang):
    """Faults in the form of a page."""
    openings = re.findall(r"^## (.*)", page, re.MULTILINE)[:2]
    turn = re.split(r"^## .*", page, flags=re.MULTILINE)[2]
    steps = re.findall(r"^(\d)\. .*", turn, re.MULTILINE)
    lines = page.split("\n")
    return ([f"the page opens with {openings}"] * (openings != OPENINGS[lang])
            + [f"a turn in {len(steps)} lines"] * (steps not in [list("123456")[:n] for n in (4, 5, 6)])
            + [f"no title: {line[:40]}" for line in lines if line.startswith("**") and not PARAGRAPH.match(line)]
            + [f"not a note: {line[:40]}" for line in lines if line.startswith(">") and not line.startswith(NOTE[lang])]
            + [f"a command: {line[:40]}" for line in lines if "`" in line])


def out_of_order(numbers):
    """Numbers that do not follow the one before: n.m is followed by n.m+1 or n+1.1."""
    wrong, section, place = [], 0, 0
    for number in numbers:
        now = tuple(map(int, number.split(".")))
        if now not in ((section, place + 1), (section + 1, 1)) or now == (0, 1):
            wrong.append(f"{number} follows {section}.{place}")
        section, place = now
    return wrong


def missing(found):
    """The fault of an empty list."""
    return [] if found else ["there is nothing to check"]


def cited_by(pattern, paths):
    """What the files cite: a list of word and file name."""
    cited = []
    for path in paths:
        for words in pattern.findall(text_of(path)):
            cited += [(word, os.path.basename(path)) for word in words.replace('"', " ").split()]
    return cited


def differing(one, other):
    """Paragraphs that do not name the same rulings in both pages."""
    one, other = dict(one), dict(other)
    return [f"{number}: {one.get(number)}, {other.get(number)}"
            for number in sorted(one.keys() | other.keys()) if one.get(number) != other.get(number)]


def different_numbers(one, other):
    """Numbers that are missing or have another place in one of two pages."""
    return ([f"only in one language: {n}" for n in sorted(set(one) ^ set(other))]
            or [f"{a} stands where the other page has {b}" for a, b in zip(one, other) if a != b])


def not_named_once(paragraphs, rulings):
    """Rulings that are not named in exactly one paragraph, and names that are not rulings."""
    where = {}
    for number, names in paragraphs:
        for name in names:
            where.setdefault(name, []).append(number)
    return ([f"{name} is named in {where.get(name, 'no paragraph')}"
             for name in rulings if len(where.get(name, [])) != 1]
            + [f"{name} is no ruling (in {where[name]})" for name in where if name not in rulings])


def silent_tests(paths):
    """Tests that do not begin with RULES."""
    return [f"{name} in {os.path.basename(path)}" for path in paths
            for name, line in TEST.findall(text_of(path)) if "RULES(" not in line]


def checks(game, last, tests):
    """Pairs of a sentence and its faults."""
    letter, highest = last[0], int(last[1:])
    rulings = [f"{letter}{n}" for n in range(1, highest + 1)]
    codes = [row.code for row in languages.read(f"{ROOT}/lang")]
    paths = {code: f"{ROOT}/docs/rules/{game}.{code}.md" for code in codes}
    texts = {code: text_of(path) for code, path in paths.items() if code == codes[0] or os.path.exists(path)}
    pages = {code: paragraphs_of(text, letter) for code, text in texts.items()}
    numbers = {code: [number for number, _ in page] for code, page in pages.items()}
    default, *others = pages
    known = set(numbers[default])
    cited = cited_by(CITED_IN_TESTS, tests)
    words = {word for word, _ in cited}
    sources = sorted(glob.glob(f"{ROOT}/src/games/{game.replace('-', '_')}/*.c"))
    refusals = cited_by(CITED_IN_SOURCE, sources)
    for code in others:
        yield f"{code} and {default} have the same numbers", different_numbers(numbers[code], numbers[default])
        yield f"{code} and {default} name the same rulings in the same paragraphs", differing(pages[code], pages[default])
    for code, page in pages.items():
        yield f"the numbers of {code} ascend without gaps", out_of_order(numbers[code]) or missing(numbers[code])
        yield f"every ruling is named in one paragraph of {code}", not_named_once(page, rulings)
        if code in OPENINGS:
            yield f"the page of {code} has the form of a rules page", badly_formed(texts[code], code)
    yield ("every paragraph is cited by a test", [n for n in numbers[default] if n not in words])
    yield ("every ruling is cited by a test", [name for name in rulings if name not in words])
    yield ("every test says what it proves", silent_tests(tests))
    yield ("tests cite only what exists",
           [f"{word} in {file}" for word, file in cited if word not in known | set(rulings)])
    yield ("the game cites only paragraphs that exist",
           [f"{word} in {file}" for word, file in refusals if word not in known]
           or missing(sources))


def main():
    if len(sys.argv) < 4 or not re.fullmatch(r"[A-Z]\d+", sys.argv[2]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    results = list(checks(sys.argv[1], sys.argv[2], sys.argv[3:]))
    print(f"1..{len(results)}")
    for number, (sentence, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {sentence}")
        for line in wrong:
            print(f"# {line}")
    sys.exit(any(wrong for _, wrong in results))


main()
