#!/usr/bin/env python3
"""Checks that rules page, rulings, tests and refusals of a game cite each other rightly.

usage: rules.py GAME LAST-RULING TEST-FILE...        e.g. rules.py mille-sabords M47 test_*.c

The pages are docs/rules/GAME.fr.md and GAME.en.md: a paragraph starts a line with "**2.4** " and
names its rulings in parentheses, "(M26, M45)". A test names what it proves: RULES("2.4 M26").
Prints TAP; what is wrong stands in comments under the line that failed."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PARAGRAPH = re.compile(r"^\*\*(\d+\.\d+)\*\* ", re.MULTILINE)
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
    """What speaks against an empty list."""
    return [] if found else ["there is nothing to check"]


def cited_by(pattern, paths):
    """What the files cite: a list of word and file name."""
    cited = []
    for path in paths:
        for words in pattern.findall(text_of(path)):
            cited += [(word, os.path.basename(path)) for word in words.replace('"', " ").split()]
    return cited


def differing(french, english):
    """Paragraphs that do not name the same rulings in both languages."""
    french, english = dict(french), dict(english)
    return [f"{number}: fr {french.get(number)}, en {english.get(number)}"
            for number in sorted(french.keys() | english.keys())
            if french.get(number) != english.get(number)]


def not_named_once(paragraphs, rulings):
    """Rulings that are not named in exactly one paragraph, and names that are no rulings."""
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
    """Pairs of a sentence and what speaks against it."""
    letter, highest = last[0], int(last[1:])
    rulings = [f"{letter}{n}" for n in range(1, highest + 1)]
    pages = [paragraphs_of(text_of(f"{ROOT}/docs/rules/{game}.{lang}.md"), letter)
             for lang in ("fr", "en")]
    numbers = [[number for number, _ in page] for page in pages]
    known = set(numbers[0]) | set(numbers[1])
    cited = cited_by(CITED_IN_TESTS, tests)
    words = {word for word, _ in cited}
    sources = sorted(glob.glob(f"{ROOT}/src/games/{game.replace('-', '_')}*.c"))
    refusals = cited_by(CITED_IN_SOURCE, sources)
    yield ("French and English have the same numbers",
           [f"only in one language: {n}" for n in sorted(set(numbers[0]) ^ set(numbers[1]))]
           or [f"{a} stands where the other page has {b}" for a, b in zip(*numbers) if a != b])
    yield ("the French numbers ascend without gaps", out_of_order(numbers[0]) or missing(numbers[0]))
    yield ("the English numbers ascend without gaps",
           out_of_order(numbers[1]) or missing(numbers[1]))
    yield ("both name the same rulings in the same paragraphs", differing(*pages))
    for lang, page in zip(("French", "English"), pages):
        yield (f"every ruling is named in one {lang} paragraph", not_named_once(page, rulings))
    yield ("every paragraph is cited by a test", [n for n in numbers[0] if n not in words])
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
