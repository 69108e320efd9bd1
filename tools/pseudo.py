#!/usr/bin/python3
"""Writes a tree with one more language, generated from the default one: pseudo.py LANG RULES OUT STAMP

OUT/lang is a copy of LANG with a row for the language `qps` and its texts; OUT/rules is a copy of RULES with its pages,
except for one, so that the default page is used. Every letter of a generated text is replaced by another one
(`unmark` restores it), so that a plain letter on a screen shows a text that is not in lang/. Texts are about 30 % longer.
Arguments, Markdown and numbers stay as they are. The program that tests/pseudo.py and tests/browser/pseudo.ci.test.mjs
use is built from this tree; it is not installed."""
import re
import shutil
import sys
from pathlib import Path

import languages
import words

CODE = "qps"
ROW = languages.Language(CODE, "en", "one-few-many", ",", ".", "⟦Þšéûðö⟧")
WITHOUT_RULES = "aux-sabords"

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "àƀćďēƒĝĥīĵķĺɱńōƥɋŕšŧūṽŵẋŷžÀƁĆĎĒƑĜĤĪĴĶĹṀŃŌƤɊŔŠŦŪṼŴẊŶŽ"
assert len(set(MARKED)) == len(PLAIN) == len(MARKED)


def mark(text):
    return text.translate(str.maketrans(PLAIN, MARKED))


def unmark(text):
    """The text that `mark` or `lengthen` was given."""
    return re.sub(" ?~*⟧", "", text.replace("⟦", "")).translate(str.maketrans(MARKED, PLAIN))


def lengthen(text):
    """Adds brackets and about 30 % to a sentence. Names that label a die or a card stay as short as they are."""
    letters = sum(letter in MARKED for letter in text)
    return f"⟦{text} {'~' * (letters // 4)}⟧" if letters > 12 else text


def mark_form(text):
    """A text or a form of a noun, without its arguments."""
    parts = re.split(r"(\{[^}]*\}|\n)", text)
    body = "".join(part if i % 2 else mark(part) for i, part in enumerate(parts))
    start = re.match(r"\s*", body)[0]
    return start + lengthen(body[len(start):])


def mark_text(text):
    return " | ".join(map(mark_form, text.split(" | ")))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def marked_po(path):
    """A .po file whose texts with a plural have the three forms of the language."""
    out = []
    for key, forms, _ in words.entries(path):
        out.append(f"msgid {quoted(key)}\n")
        marked = [mark_text(form) for form in forms]
        if len(forms) == 1:
            out.append(f"msgstr {quoted(marked[0])}\n\n")
        else:
            out.append(f"msgid_plural {quoted(key)}\n")
            out += [f"msgstr[{i}] {quoted(text)}\n" for i, text in enumerate([marked[0], marked[1], marked[1]])]
            out.append("\n")
    return "".join(out)


def marked_page(text):
    """A rules page. Numbers of rulings, (M26), and targets of links stay."""
    parts = re.split(r"(\([A-Z]\d+(?:, [A-Z]\d+)*\)|\]\([^)]*\))", text)
    return "".join(part if i % 2 else mark(part) for i, part in enumerate(parts))


def main():
    lang, rules, out, stamp = map(Path, sys.argv[1:])
    default = languages.read(lang)[0].code
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(lang, out / "lang")
    shutil.copytree(rules, out / "rules")
    with open(out / "lang/languages", "a", encoding="utf-8") as file:
        file.write("  ".join(ROW) + "\n")
    (out / "lang" / CODE).mkdir()
    for path in (lang / default).glob("*.po"):
        (out / "lang" / CODE / path.name).write_text(marked_po(path), encoding="utf-8")
    for path in rules.glob(f"*.{default}.md"):
        game = path.name.split(".")[0]
        if game != WITHOUT_RULES:
            (out / "rules" / f"{game}.{CODE}.md").write_text(marked_page(path.read_text(encoding="utf-8")),
                                                            encoding="utf-8")
    stamp.touch()


if __name__ == "__main__":
    main()
