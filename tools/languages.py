"""The languages of a directory such as lang/, from its file `languages`."""
import re
import sys
from collections import namedtuple
from pathlib import Path

Language = namedtuple("Language", "code locale plural decimal groups name")

# Rules for plurals, with the number of forms. msgstr[0] is the first form. src/core/words.c and web/lib/words.js choose
# the form; the names describe the numbers that have a form of their own.
PLURALS = {
    "one": 2,           # 1, others
    "zero-or-one": 2,   # 0 and 1, others
    "one-few-many": 3,  # 1; 2 to 4, 22 to 24 and so on; others (Polish)
}


def fail(message):
    sys.exit(f"{Path(sys.argv[0]).name}: {message}")


def read(directory):
    """The rows of the file `languages`, of which the first is the default."""
    path = Path(directory) / "languages"
    languages = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split(None, 5)
        if len(cells) != 6:
            fail(f"{path}:{number}: expected code, locale, plural rule, decimal sign, sign between groups and name")
        row = Language(*cells)
        if row.groups.startswith("U+"):
            row = row._replace(groups=chr(int(row.groups[2:], 16)))
        if not re.fullmatch("[a-z]{2,3}", row.code) or row.code in [other.code for other in languages]:
            fail(f"{path}:{number}: expected a new code of two or three letters, not {row.code}")
        if row.plural not in PLURALS:
            fail(f"{path}:{number}: expected a plural rule ({', '.join(PLURALS)}), not {row.plural}")
        languages.append(row)
    if not languages:
        fail(f"{path}: expected a row per language")
    return languages


def count_forms(languages):
    """The number of plural forms of the language that has most."""
    return max(PLURALS[row.plural] for row in languages)
