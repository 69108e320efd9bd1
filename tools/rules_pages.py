#!/usr/bin/python3
"""Copies the rules pages of all games in all languages: rules_pages.py LANG RULES OUT STAMP GAME...

LANG has the file `languages`. A page is RULES/GAME.CODE.md. Where it is missing, OUT/GAME.CODE.md is the page of the
default language, the first one, with a warning."""
import shutil
import sys
from pathlib import Path

import languages

lang, rules, out, stamp, *games = sys.argv[1:]
default, *others = [row.code for row in languages.read(lang)]
shutil.rmtree(out, ignore_errors=True)
Path(out).mkdir(parents=True)
for game in games:
    usual = Path(rules) / f"{game}.{default}.md"
    for code in (default, *others):
        page = Path(rules) / f"{game}.{code}.md"
        if not page.is_file():
            print(f"warning: {page} is missing; readers of {code} get {usual.name}")
        shutil.copyfile(page if page.is_file() else usual, Path(out) / f"{game}.{code}.md")
Path(stamp).touch()
