#!/usr/bin/python3
"""Turns lang/<code>/*.po into one C table: words.py OUT.c fr/a.po fr/b.po ... en/a.po ...
or into one table a language for the browser: words.py [--only=PATTERN] [--without=PATTERN] fr.json en.json fr/a.po ...
A table NAME-fr.json is French, too.

A key must stand in every language, with a plural in all or none; French signs cling to their words.
Each mistake is one line."""
import json
import re
import sys
from pathlib import Path

LANGS = ["fr", "en"]


def fail(message):
    sys.exit(f"words.py: {message}")


def unquote(text, where):
    match = re.fullmatch(r'"((?:[^"\\]|\\.)*)"', text.strip())
    if not match:
        fail(f"{where}: expected a quoted string, got {text.strip()}")
    return match[1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def entries(path):
    """Yields (key, singular, plural or None, where) of a .po file."""
    entry, field = {}, None

    def finished():
        if entry.get("msgid"):
            yield (entry["msgid"], entry.get("msgstr", entry.get("msgstr[0]", "")),
                   entry.get("msgstr[1]"), where)

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


def read(paths):
    table = {lang: {} for lang in LANGS}
    for path in map(Path, paths):
        lang = path.parent.name
        for key, one, many, where in entries(path):
            if key in table[lang]:
                fail(f"{where}: {key} stands twice")
            if not one or many == "":
                fail(f"{where}: {key} has no text")
            if text_is_broken(one) or (many and text_is_broken(many)):
                fail(f"{where}: {key} has an unpaired brace")
            if lang == "fr" and any(map(may_wrap_alone, (one, many or ""))):
                fail(f"{where}: {key} has a plain space where French wants one that does not break")
            table[lang][key] = (one, many)
    first = table[LANGS[0]]
    for lang in LANGS[1:]:
        for key in sorted(first.keys() ^ table[lang].keys()):
            fail(f"{key} is missing in lang/{lang if key in first else LANGS[0]}")
        for key in first:
            if bool(first[key][1]) != bool(table[lang][key][1]):
                fail(f"{key} has a plural in one language only")
            if slots(first[key]) != slots(table[lang][key]):
                fail(f"{key} has other arguments in lang/{lang} than in lang/{LANGS[0]}")
    return table


def text_is_broken(text):
    return re.sub(r"\{[a-z]+(:[a-z]+)?\}", "", text).count("{") > 0


def may_wrap_alone(text):
    """A sign that a narrow screen would put on a line of its own."""
    return re.search(" [?!:;»%]|[«°] ", text)


def slots(texts):
    found = set()
    for text in texts:
        found |= set(re.findall(r"\{([a-z]+)", text or ""))
    return found


def quote(text):
    if text is None:
        return "NULL"
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + out + '"'


def write_c(out, table):
    keys = sorted(table["fr"], key=lambda key: key.encode())
    rows = []
    for key in keys:
        texts = ", ".join("{%s, %s}" % tuple(map(quote, table[lang][key])) for lang in LANGS)
        rows.append("    {%s, {%s}},\n" % (quote(key), texts))
    out.write_text(
        "/* Made from lang/ by tools/words.py. */\n"
        '#include "core/words_table.h"\n\n'
        "const struct fl_word_entry fl_word_table[] = {\n" + "".join(rows) + "};\n"
        f"const int fl_word_table_size = {len(keys)};\n", encoding="utf-8")


def write_json(out, words, is_wanted):
    """A text, or a singular and a plural where they differ, by key."""
    entries = {key: one if many in (None, one) else [one, many] for key, (one, many) in words.items()
               if is_wanted(key)}
    out.write_text(json.dumps(dict(sorted(entries.items())), ensure_ascii=False, separators=(",", ":")) + "\n",
                   encoding="utf-8")


def main():
    options = dict(a.split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    only, without = options.get("--only", ""), options.get("--without", "^$")
    outs = [Path(a) for a in sys.argv[1:] if not a.endswith(".po") and not a.startswith("--")]
    table = read(a for a in sys.argv[1:] if a.endswith(".po"))
    for out in outs:
        if out.suffix == ".json":
            write_json(out, table[out.stem[-2:]], lambda key: re.search(only, key) and not re.search(without, key))
        else:
            write_c(out, table)


main()
