#!/usr/bin/python3
"""Turns the texts of a directory such as lang/ into tables: words.py DIRECTORY OUT NAME... PART=NAME,NAME...

DIRECTORY has the file `languages` and one directory of .po files per language. A NAME is a file without `.po`; PART is
the bundle of files that a browser loads together, '' for the files that every page needs. Writes into OUT:
  words_table.c           the languages and all texts, for the program
  languages.js            the languages, for the page
  CODE.json               the texts of the bundle ''
  PART-CODE.json          the texts of another bundle

A key must exist in every language, with a plural in all or none; only reports of moves may be empty; French punctuation needs no-break spaces.
Each error is one line."""
import json
import re
import sys
from pathlib import Path

import languages
from languages import fail


def unquote(text, where):
    match = re.fullmatch(r'"((?:[^"\\]|\\.)*)"', text.strip())
    if not match:
        fail(f"{where}: expected a quoted string, got {text.strip()}")
    return match[1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def entries(path):
    """Yields (key, plural forms or only text, where) of a .po file."""
    entry, field = {}, None

    def finished():
        if entry.get("msgid"):
            forms = [entry[f"msgstr[{i}]"] for i in range(9) if f"msgstr[{i}]" in entry]
            yield entry["msgid"], forms or [entry.get("msgstr", "")], where

    where = f"{path}:1"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        here = f"{path}:{number}"
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = re.match(r"(msgid_plural|msgid|msgstr(?:\[\d\])?)\s+(.*)", line)
        if match and match[1] == "msgid":
            yield from finished()
            entry, where = {}, here
        if match:
            field = match[1]
            entry[field] = unquote(match[2], here)
        elif field:
            entry[field] += unquote(line, here)
        else:
            fail(f"{here}: expected msgid or msgstr")
    yield from finished()


def read_language(directory, row, names):
    """The texts of a language: a list of plural forms, or of the only text, by key."""
    texts = {}
    for path in (directory / row.code / f"{name}.po" for name in names):
        if not path.is_file():
            fail(f"{path} is missing; lang/languages lists {row.code}")
        for key, forms, where in entries(path):
            if key in texts:
                fail(f"{where}: {key} stands twice")
            if not all(forms) and not is_report(key):
                fail(f"{where}: {key} has no text")
            if len(forms) not in (1, languages.PLURALS[row.plural]):
                fail(f"{where}: {key} has {len(forms)} forms; the plural rule {row.plural} has"
                     f" {languages.PLURALS[row.plural]}")
            if any(map(text_is_broken, forms)):
                fail(f"{where}: {key} has an unpaired brace")
            if row.code == "fr" and any(map(may_wrap_alone, forms)):
                fail(f"{where}: {key} has a plain space where French wants one that does not break")
            texts[key] = forms
    return texts


def read(directory, rows, names):
    """The texts by code of the language."""
    table = {row.code: read_language(directory, row, names) for row in rows}
    default = rows[0].code
    first = table[default]
    for code, texts in table.items():
        for key in sorted(first.keys() ^ texts.keys()):
            fail(f"{key} is missing in {directory.name}/{code if key in first else default}")
        for key in first:
            if (len(first[key]) > 1) != (len(texts[key]) > 1):
                fail(f"{key} has a plural in {default} or in {code} only")
            if all(first[key] + texts[key]) and slots(first[key]) != slots(texts[key]):
                fail(f"{key} has other arguments in {directory.name}/{code} than in {directory.name}/{default}")
    return table


def is_report(key):
    """Whether a text reports a move. It may be empty: the move is then not reported."""
    return re.search(r"\.(say|you|toyou)\.", key)


def text_is_broken(text):
    return re.sub(r"\{[a-z]+(:[a-z]+)?\}", "", text).count("{") > 0


def may_wrap_alone(text):
    """Whether a narrow screen could put a punctuation mark on a line of its own."""
    return re.search(" [?!:;»%]|[«°] ", text)


def slots(texts):
    found = set()
    for text in texts:
        found |= set(re.findall(r"\{([a-z]+)", text))
    return found


def quote(text):
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + out + '"'


def write_c(out, rows, table):
    keys = sorted(table[rows[0].code], key=lambda key: key.encode())
    count = languages.count_forms(rows)
    listed = "".join("    {%s, %s, %s, %s, FL_PLURAL_%s},\n" % (
        *map(quote, (row.code, row.name, row.decimal, row.groups)), row.plural.upper().replace("-", "_")) for row in rows)
    texts = "".join("    %s,\n" % ", ".join([quote(text) for text in forms] + ["NULL"] * (count - len(forms)))
                    for key in keys for forms in (table[row.code][key] for row in rows))
    out.write_text(
        "/* Made from lang/ by tools/words.py. */\n"
        '#include "core/words_table.h"\n\n'
        "#include <stddef.h>\n\n"
        f"const struct fl_language fl_language_table[] = {{\n{listed}}};\n"
        f"const int fl_language_table_size = {len(rows)};\n"
        f"const int fl_word_table_size = {len(keys)};\n"
        f"const int fl_word_forms = {count};\n"
        "const char *const fl_word_keys[] = {\n" + "".join(f"    {quote(key)},\n" for key in keys) + "};\n"
        f"const char *const fl_word_texts[] = {{\n{texts}}};\n", encoding="utf-8")


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_json(out, texts):
    """Writes texts by key; a list of plural forms where they differ."""
    shown = {key: forms[0] if len(set(forms)) == 1 else forms for key, forms in sorted(texts.items())}
    out.write_text(dump(shown) + "\n", encoding="utf-8")


def main():
    directory, out, *arguments = sys.argv[1:]
    directory, out = Path(directory), Path(out)
    bundles = {part: names.split(",") for part, names in (one.split("=") for one in arguments if "=" in one)}
    names = [one for one in arguments if "=" not in one] + [name for some in bundles.values() for name in some]
    rows = languages.read(directory)
    table = read(directory, rows, names)
    write_c(out / "words_table.c", rows, table)
    (out / "languages.js").write_text(f"globalThis.languages={dump([row._asdict() for row in rows])};\n",
                                      encoding="utf-8")
    for part, some in bundles.items():
        keys = {key for name in some for key, *_ in entries(directory / rows[0].code / f"{name}.po")}
        for row in rows:
            write_json(out / (f"{part}-{row.code}.json" if part else f"{row.code}.json"),
                       {key: table[row.code][key] for key in keys})


if __name__ == "__main__":
    main()
