#!/usr/bin/python3
"""Checks that every key in lang/ is used in src/ or web/, and that every key used there exists. Prints TAP."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
keys = set()
for path in (root / "lang").glob("*/*.po"):
    keys |= set(re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.M))
prefixes = {key.split(".")[0] for key in keys if "." in key}
literals = set()
for path in (root / "src").rglob("*.[ch]"):
    literals |= set(re.findall(r'"((?:[^"\\\n]|\\.)+)"', path.read_text(encoding="utf-8")))

for path in (root / "web").rglob("*.js"):
    literals |= set(re.findall(r"""['"`]([a-z0-9-]+(?:\.[a-z0-9-]+)+)['"`]""",
                               path.read_text(encoding="utf-8")))
literals |= set(re.findall(r"[a-z]+\.[a-z-]+", (root / "web/index.html").read_text(encoding="utf-8")))
literals -= {path.name for path in (root / "web").rglob("*.*")}

def phrases_of(key):
    """The phrases that a variant is a text for: "x.say.y" for a label "x.do.y", a question "x.real.y" or a report to
    the reader ("x.you.y", "x.toyou.y"); "x.say.a" and "x.say.b" for the sentence "x.say.a+b"; "x" for "x-same" and
    "x-none"."""
    key = key.removesuffix("-same").removesuffix("-none")
    head, kind, tail = re.fullmatch(r"(.*?)(\.(?:do|real|say|you|toyou)\.)?([^.]*)", key, re.S).groups()
    return [f"{head}.say.{part}" for part in tail.split("+")] if kind else [key]


# "verb.x" belongs to the spelling that begins with x.
def is_used(key):
    if key in literals or all(phrase in literals for phrase in phrases_of(key)):
        return True
    if key.startswith("web.option.") or key.endswith(".score"):  # the page builds these from names
        return True
    return key.startswith("verb.") and any(
        word == key[5:] or word.startswith(key[5:] + " ") for word in literals)

unused = sorted(key for key in keys if not is_used(key))
missing = sorted(word for word in literals if word not in keys and "." in word and
                 word.split(".")[0] in prefixes and re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", word))
print("1..2")
for number, (title, found) in enumerate((("every key in lang is used", unused),
                                         ("every key that is used is in lang", missing)), 1):
    print(f"{'not ok' if found else 'ok'} {number} - {title} ({len(keys)} keys)")
    for key in found:
        print(f"# {key}")
sys.exit(1 if unused or missing else 0)
