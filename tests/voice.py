#!/usr/bin/env python3
"""Checks the text that players read: lang/*/*.po, docs/rules/*.md, and the texts of web/. Prints TAP.

usage: voice.py ROOT [--only PATTERN...]             e.g. voice.py . --only 'docs/rules/aux-sabords.*.md'

With --only, reads only the files that match one of the patterns, which are relative to ROOT.

docs/voice.md contains the forbidden phrasings in blocks "phrases LANGUAGE" (with "lang" or "rules" after it: only in
these files), one regular expression per line, "## " and what to write instead. docs/terms.md contains tables with the
words that are not used for a concept; a heading with `names` limits its table to the keys and pages that have one of
these names. Both contain exceptions in blocks "exceptions": where, " | ", what, " ## ", the reason."""
import argparse
import fnmatch
import html.parser
import json
import re
import sys
from collections import namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
import typography  # noqa: E402

GAMES = ("Mille Sabords", "Corsaires", "Buccaneer", "Pirates en Duel", "Aux Sabords")

# A text with its language, its kind (lang, rules or web), its file, and the key or the number of the paragraph.
Text = namedtuple("Text", "words lang kind file place")
Phrase = namedtuple("Phrase", "pattern lang kind instead")
Term = namedtuple("Term", "pattern lang names instead")
Exemption = namedtuple("Exemption", "where what")

# Texts with faults and as they should be (None: somebody must decide). "~" stands for U+00A0, "_" for U+202F.
SAMPLES = {
    "fr": [("Relancer ?", "Relancer_?"), ("Fini!", "Fini_!"), ("à vous~; 27~%", "à vous_; 27_%"), ("{n} %", "{n}_%"),
           ("{n} % : a", "{n}_%~: a"), ("Exemple : a", "Exemple~: a"), ("{who}: a", "{who}~: a"), ("« {x} »", "«~{x}~»"),
           ('"play"', "«~play~»"), ("l'or d'{x}", "l’or d’{x}"), ("Attendez...", "Attendez…"), ("le n° 3", "le n°~3"),
           ("n°{n}", "n°~{n}"), ("6 000 points", "6_000 points"), ("3 - 1 = 2, puis -300", "3 − 1 = 2, puis −300"), ("2ème", "2e"),
           ("A la fin", None), ("Equipage", None), ("Ile au Trésor", None), ("“play”", None), ('"', None),
           ("'x'", None)],
    "en": [("Reroll ?", "Reroll?"), ("{n}~%: a", "{n}%: a"), ("it's", "it’s"), ("both sides' dice", "both sides’ dice"),
           ('say "play"', "say “play”"), ("Wait...", "Wait…"), ("lose -300", "lose −300"), ("color", None),
           ("recognize", None), ("« play »", None), ("'x'", None), ('"', None)],
}
CORRECT = {
    "fr": ["le ? rouge", "un ?", "5 et ?~: a", "flibuste: introuvable", "`a ; b`", "http://x.fr/?a=1;b",
           "--dice fair: x", "[::1]:8080", "«~bot:~»", "12:30", "3-4", "L’Île", "{a}-{b}", "peut-être_?!"],
    "en": ["a black ?", "A ? costs 4", "5 and ?: wages", "the red ?, please", "flibuste: not found", "`a ; b`",
           "--color=always", "127.0.0.1:8080", "James’s", "12:30", "blue-red", "Mille Sabords!"],
}


# ---- the documents ----

def blocks(document, kind):
    """Pairs of the words after `kind` in the opening line of a block, and the lines of the block."""
    for words, body in re.findall(rf"^```{kind}\b(.*)\n((?:.*\n)*?)```$", document, re.M):
        yield words.split(), [line for line in body.split("\n") if line.strip()]


def phrases_of(document):
    for (lang, *kinds), lines in blocks(document, "phrases"):
        for line in lines:
            pattern, instead = line.split(" ## ")
            yield Phrase(re.compile(pattern), lang, kinds, instead)


def word_pattern(word):
    """Matches a word and its plural, also with a capital at the beginning of a sentence; not options and commands such as
    --bots and bot-check."""
    escaped = re.escape(word[1:]).replace("'", "['’]")
    return re.compile(rf"(?<!\w)(?<!--)[{word[0]}{word[0].upper()}]{escaped}(?:s|x)?(?!\w|-[a-z])")


def terms_of(document):
    names = []
    for line in document.split("\n"):
        if line.startswith("#"):
            names = re.findall(r"`([^`]+)`", line)
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| ") or len(cells) != 5:
            continue
        for lang, term, forbidden in (("fr", cells[1], cells[3]), ("en", cells[2], cells[4])):
            for word in re.findall(r"`([^`]+)`", forbidden):
                yield Term(word_pattern(word), lang, names, term)


def exceptions_of(document):
    for _, lines in blocks(document, "exceptions"):
        for line in lines:
            where, what = line.split(" ## ")[0].split(" | ")
            yield Exemption(where.strip(), what.strip())


# ---- the texts ----

def po_entries(path):
    """Pairs of a key and its texts, singular and plural."""
    entries, key, field = {}, None, None
    for line in path.read_text(encoding="utf-8").split("\n"):
        found = re.match(r'(msgid_plural|msgid|msgstr(?:\[\d\])?)\s+"(.*)"$', line)
        if found and found[1] == "msgid":
            key = found[2]
        if found:
            field = found[1]
        text = found[2] if found else line[1:-1] if line.startswith('"') else ""
        if field and field.startswith("msgstr"):
            forms = entries.setdefault(key, {})
            forms[field] = forms.get(field, "") + text.replace('\\"', '"')
        if not line:
            field = None
    return [(key, list(forms.values())) for key, forms in entries.items()]


def po_texts(path, name):
    for key, forms in po_entries(path):
        for words in forms:
            yield Text(words, path.parent.name, "lang", name, key)


def rules_texts(path, name):
    number = "opening"
    for line, is_prose in typography.md_lines(path.read_text(encoding="utf-8")):
        found = re.match(r"\*\*(\d+\.\d+)|## (\d+)", line)
        if found:
            number = found[1] or found[2]
        if is_prose and line.strip():
            yield Text(line.rstrip("\n"), path.suffixes[-2][1:], "rules", name, f"{path.name}:{number}")


class PageTexts(html.parser.HTMLParser):
    """Texts of an HTML page, with the language of the element that they are in."""
    def __init__(self, name):
        super().__init__()
        self.name, self.langs, self.silent, self.found = name, [], 0, []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in ("meta", "link", "br", "img", "input"):
            return
        self.langs.append(attrs.get("lang") or (self.langs[-1] if self.langs else "en"))
        self.silent += tag in ("script", "style")
        for attribute in ("title", "alt", "aria-label", "placeholder"):
            self.add(attrs.get(attribute))

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style")
        self.langs.pop()

    def handle_data(self, data):
        if not self.silent:
            self.add(data)

    def add(self, words):
        if words and words.strip():
            self.found.append(Text(words.strip(), self.langs[-1], "web", self.name, self.name))


def web_texts(path, name):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        page = PageTexts(name)
        page.feed(text)
        yield from page.found
    else:
        manifest = json.loads(text)
        for field in ("name", "short_name", "description"):
            if field in manifest:
                yield Text(manifest[field], manifest.get("lang", "en"), "web", name, name)


def texts_of(root, names):
    for name in names:
        path = root / name
        if path.suffix == ".po":
            yield from po_texts(path, name)
        elif name.startswith("docs/rules/"):
            yield from rules_texts(path, name)
        elif path.suffix in (".html", ".webmanifest"):
            yield from web_texts(path, name)


# ---- the checks: each yields a text and what is wrong with it ----

def forbidden_phrases(texts, phrases):
    for text in texts:
        for phrase in phrases:
            if phrase.lang == text.lang and (not phrase.kind or text.kind in phrase.kind):
                found = phrase.pattern.search(text.words)
                if found:
                    yield text, found[0], f"“{found[0]}”; instead: {phrase.instead}"


def forbidden_terms(texts, terms):
    for text in texts:
        words = text.words
        for game in GAMES:
            words = words.replace(game, "")
        parts = set(re.split(r"[.:/]", f"{text.place}.{Path(text.file).name}"))
        for term in terms:
            if term.lang == text.lang and (not term.names or parts & set(term.names)):
                for found in term.pattern.finditer(words):
                    # “Treasure square”, not “treasure square”; “bot” is not a part of “robot”.
                    if not re.search(rf"(?<!\w){re.escape(found[0].rstrip('s'))}(?!\w)", term.instead):
                        yield text, found[0], f"“{found[0]}”; the term is “{term.instead}”"


def wrong_typography(texts, lang):
    for text in texts:
        if text.lang == lang:
            for fault in typography.faults(text.words, lang):
                yield text, fault, fault
            if text.kind == "rules" and (number := re.search(r"(?<![\d.])\d{4,}", text.words)):
                yield text, number[0], f"{number[0]} without a separator of thousands"


def different_arguments(root, names):
    """Keys whose texts have other arguments in French than in English."""
    def arguments(forms):
        return {name for form in forms for name in re.findall(r"\{([a-z]+)", form)}
    for name in sorted({re.sub("^lang/en/", "lang/fr/", name) for name in names if name.endswith(".po")}):
        french = dict(po_entries(root / name))
        english = dict(po_entries(root / name.replace("lang/fr/", "lang/en/")))
        for key in sorted(french.keys() | english.keys()):
            fr, en = arguments(french.get(key, [])), arguments(english.get(key, []))
            if fr != en or key not in french or key not in english:
                text = Text("", "fr", "lang", name, key)
                yield text, "arguments", f"arguments {sorted(fr)} in French, {sorted(en)} in English"


def texts_in_code(root, names):
    """Texts for players in JavaScript: sentences, and words with an accent. They belong to lang/."""
    literal = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")
    sentence = re.compile(r"^[A-Z][a-z’']+ (?:[\w’'-]+ )+[\w’'-]+[.!?]|[à-öø-ÿÀ-ÖØ-Ý]")
    for name in names:
        if name.endswith(".js"):
            code = (root / name).read_text(encoding="utf-8")
            code = re.sub(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", "", code, flags=re.S)
            for found in literal.finditer(code):
                words = found[1] or found[2] or found[3] or ""
                if sentence.search(words) and "\n" not in words:
                    yield Text(words, "en", "web", name, name), words, f"“{words}” is not in lang/"


def spaced(words):
    return words.replace("~", typography.WIDE).replace("_", typography.NARROW)


def wrong_samples():
    """Samples that the rules of typography treat wrongly."""
    for lang, pairs in SAMPLES.items():
        for wrong, right in ((spaced(wrong), right and spaced(right)) for wrong, right in pairs):
            if not typography.faults(wrong, lang):
                yield f"{lang}: no fault found in “{wrong}”"
            if right and typography.fix(wrong, lang) != right:
                yield f"{lang}: “{wrong}” becomes “{typography.fix(wrong, lang)}”"
            if right and typography.faults(right, lang):
                yield f"{lang}: “{right}”: {typography.faults(right, lang)}"
    for lang, texts in CORRECT.items():
        for right in map(spaced, texts):
            if typography.fix(right, lang) != right or typography.faults(right, lang):
                yield f"{lang}: “{right}” becomes “{typography.fix(right, lang)}”: {typography.faults(right, lang)}"


def unused(exceptions, used):
    return [f"the exception “{one.where} | {one.what}” is not used" for one in exceptions if one not in used]


def unexcused(faults, exceptions, used):
    """Lines about the faults that no exception covers; notes in `used` which exceptions cover one."""
    for text, what, line in faults:
        found = [one for one in exceptions
                 if fnmatch.fnmatchcase(text.place, one.where) and fnmatch.fnmatchcase(what, one.what)]
        used.update(found)
        if not found:
            place = text.place.split(":")[-1] + ": " if text.place != text.file else ""
            yield f"{text.file}: {place}{line}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="PATTERN")
    options = parser.parse_args()
    root = options.root.resolve()
    voice, glossary = ((root / "docs" / name).read_text(encoding="utf-8") for name in ("voice.md", "terms.md"))
    phrases, terms = list(phrases_of(voice)), list(terms_of(glossary))
    exceptions = list(exceptions_of(voice)) + list(exceptions_of(glossary))

    patterns = ("lang/*/*.po", "docs/rules/*.md", "web/**/*.js", "web/index.html", "web/manifest.webmanifest")
    names = sorted(path.relative_to(root).as_posix() for pattern in patterns for path in root.glob(pattern))
    unread = [f"no file is named {one}" for one in options.only if not fnmatch.filter(names, one)]
    if options.only:
        names = [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in options.only)]
    texts, used = list(texts_of(root, names)), set()

    checks = [
        ("no forbidden phrasing of docs/voice.md", forbidden_phrases(texts, phrases)),
        ("no word that docs/terms.md forbids", forbidden_terms(texts, terms)),
        ("French typography", wrong_typography(texts, "fr")),
        ("English typography and spelling", wrong_typography(texts, "en")),
        ("both languages have the same arguments", different_arguments(root, names)),
        ("scripts contain no text for players", texts_in_code(root, names)),
    ]
    results = [(title, list(unexcused(faults, exceptions, used))) for title, faults in checks]
    results.append(("the documents and the files are read",
                    unread + [f"{what}: nothing found" for what, found in
                              (("phrases", phrases), ("terms", terms), ("texts", names)) if not found]))
    results.append(("typography: samples of faults are found and fixed", list(wrong_samples())))
    if not options.only:
        results.append(("every exception is used", unused(exceptions, used)))
    print(f"1..{len(results)}")
    for number, (title, faults) in enumerate(results, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {title} ({len(names)} files)")
        for fault in faults:
            print(f"# {fault}")
    return any(faults for _, faults in results)


if __name__ == "__main__":
    sys.exit(main())
