#!/usr/bin/env python3
"""Sets the typography of player text (docs/voice.md): lang/<code>/*.po, docs/rules/*.<code>.md.

usage: typography.py [--write] FILE...

Prints every line that would change as a diff, and the number of lines; --write changes the files. In .po files only
msgstr lines change, in Markdown nothing inside code. Placeholders, code, addresses, options and escape sequences stay
as they are. Faults that need a decision (a single quotation mark, a capital without its accent) are left to
tests/voice.py, which also uses the rules of this file."""
import re
import sys
from pathlib import Path

NARROW, WIDE = "\u202f", "\u00a0"  # no-break spaces
SPACES = f"[ {WIDE}{NARROW}]"
HIDDEN = "\ue000-\uf8ff"  # stand for the text that must not change
WORD = f"[\\w{HIDDEN}]"
CLOSE = f"[\\w{HIDDEN})\\]»”’*…°%]"  # what may precede a punctuation mark

# Text that must not change: placeholders, code, addresses, options, tags, escape sequences, the name of the program
# before a message, a quoted word that ends in a colon, and the mark of an unknown number ("le ? rouge", "a black ?").
PROTECTED = re.compile(
    rf"(?:\{{[^{{}}]*\}}|\w+):(?={SPACES}»)|\{{[^{{}}]*\}}|`[^`]*`|<[^<>]*>|https?://[^\s»”)]+|&\w+;|\\[^\"]|"
    r"(?<!\w)--?[a-z][\w-]*(?:=\S*| [a-z]+:)?|[\w.-]+(?::\d+)+|\bflibuste:|"
    rf"\b(?:[Ll]e|[Uu]n|du|au|et|ou){SPACES}\?(?= \w|[.,;|)]|{SPACES}[;:]|$)|"
    r"\b(?:[Aa]n?|[Tt]he|and|or|black|blue|green|purple|red|white|yellow) \?(?=[\s.,;:|)]|$)")

# Regular expression, replacement (None: somebody must decide), description.
BOTH = [
    (rf"(?<={WORD})'(?={WORD}|[«“*])", "’", "' instead of ’"),
    (r"\.\.\.", "…", "... instead of …"),
    (rf"(?<=\d )-(?= \d)|(?<![\w{HIDDEN}*–-])-(?=\d)", "−", "- instead of −"),
]
FRENCH = BOTH + [
    (r"'", None, "' instead of ’"),
    (r'"([^"]*)"', rf"«{WIDE}\1{WIDE}»", '" instead of « »'),
    (r'"', None, '" instead of « or »'),
    (rf"(?<={CLOSE})(?!{NARROW}[;!?%]){SPACES}?([;!?%])(?![\w=])", rf"{NARROW}\1", "U+202F is missing before ; ! ? %"),
    (rf"(?<={CLOSE})(?!{WIDE}:){SPACES}?:(?=[\s*|]|$)", f"{WIDE}:", "U+00A0 is missing before :"),
    (rf"«(?!{WIDE}\S)\s*", f"«{WIDE}", "U+00A0 is missing after «"),
    (rf"(?<!{WIDE})[ {NARROW}]*»", f"{WIDE}»", "U+00A0 is missing before »"),
    (rf"\b([nN])°(?!{WIDE})[ {NARROW}]?(?=[\d{HIDDEN}?])", rf"\1°{WIDE}", "U+00A0 is missing after n°"),
    (rf"(?<=\d)[ {WIDE}](?=\d{{3}}(?!\d))", NARROW, "U+202F is missing in a number"),
    (r"\b(\d+)i?[èe]mes?\b", r"\1e", "2e, not 2ème"),
    (rf"\bA(?= [a-zà-ÿ{HIDDEN}])|\b(?:Iles?|E(?:quip|limin|cran|cri[rtv]|chang|galit|tape|pargn|vit|tal|cart|v[ée]n|"
     r"tat|teign|chec|chou|tabli)\w*)\b", None, "a capital without its accent"),
    (r"[“”]", None, "“ ” instead of « »"),
]
ENGLISH = BOTH + [
    (r"(?<=s)'(?=[\s.,;:!?)|]|$)(?!.*')", "’", "' instead of ’"),
    (r"'", None, "' instead of ’ or “ ”"),
    (r'"([^"]*)"', r"“\1”", '" instead of “ ”'),
    (r'"', None, '" instead of “ or ”'),
    (rf"(?<={CLOSE}){SPACES}(?=[;:!?%](?:[\s)”*|,.;:]|$))", "", "a space before a punctuation mark"),
    (r"[«»]", None, "« » instead of “ ”"),
    (r"(?i)\b(?:color\w*|center\w*|gray\w*|honor\w*|favor\w*|neighbor\w*|behavior\w*|armor\w*|harbor\w*|rumor\w*|"
     r"catalog|dialog|traveled|traveling|canceled|canceling|labeled|labeling|defense|offense|sabers?|maneuver\w*|"
     r"(?:apolog|custom|final|initial|maxim|minim|optim|organ|random|real|recogn)iz\w+|analyz\w+)\b", None,
     "American spelling"),
]
RULES = {lang: [(re.compile(pattern, re.M), new, what) for pattern, new, what in rules]
         for lang, rules in (("fr", FRENCH), ("en", ENGLISH))}


def hide(text):
    """The text with one private character for each protected part, and these parts."""
    parts = []

    def keep(match):
        parts.append(match[0])
        return chr(0xe000 + len(parts) - 1)
    return PROTECTED.sub(keep, text), parts


def fix(text, lang):
    """The text with its typography set."""
    text, parts = hide(text)
    for pattern, new, _ in RULES[lang]:
        if new is not None:
            text = pattern.sub(new, text)
    return re.sub(f"[{HIDDEN}]", lambda match: parts[ord(match[0]) - 0xe000], text)


def faults(text, lang):
    """Descriptions of the faults in a text."""
    masked, parts = hide(text)
    found = []
    for pattern, new, what in RULES[lang]:
        match = pattern.search(masked)
        if match:
            near = masked[max(0, match.start() - 12):match.end() + 12].strip("\n")
            near = re.sub(f"[{HIDDEN}]", lambda m: parts[ord(m[0]) - 0xe000], near)
            found.append(f"{what}: “{near}”")
            masked = pattern.sub(new if new is not None else "", masked)
    return found


def fix_po(line, lang):
    """A line of a .po file that contains text of a msgstr."""
    head, text, tail = re.fullmatch(r'((?:msgstr(?:\[\d\])?\s+)?")(.*)("\s*)', line, re.S).groups()
    return head + fix(text.replace('\\"', '"'), lang).replace('"', '\\"') + tail


def po_lines(text):
    """Lines of a .po file, each with whether it contains text of a msgstr."""
    inside = False
    for line in text.splitlines(keepends=True):
        if re.match(r"msg|#|\s*$", line):
            inside = line.startswith("msgstr")
        yield line, inside


def md_lines(text):
    """Lines of a Markdown file, each with whether it contains prose."""
    fenced = False
    for line in text.splitlines(keepends=True):
        fence = line.startswith("```")
        fenced ^= fence
        yield line, not fenced and not fence and not re.match(r"\|-", line)


def fixed_lines(path):
    """Lines of a file, each with the line as it should be."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".po":
        for line, is_text in po_lines(text):
            yield line, fix_po(line, path.parent.name) if is_text else line
    elif path.suffix == ".md":
        for line, is_text in md_lines(text):
            yield line, fix(line, path.suffixes[-2][1:]) if is_text else line
    else:
        sys.exit(f"typography.py: {path} is neither a .po file nor a .md file")


def main():
    write = "--write" in sys.argv[1:]
    paths = [Path(name) for name in sys.argv[1:] if name != "--write"]
    if not paths:
        sys.exit(__doc__)
    changed = 0
    for path in paths:
        lines = list(fixed_lines(path))
        for number, (old, new) in enumerate(lines, 1):
            if old != new:
                changed += 1
                print(f"{path}:{number}\n-{old}+{new}", end="")
        if write:
            path.write_text("".join(new for _, new in lines), encoding="utf-8")
    print(f"{changed} lines {'changed' if write else 'would change'}")


if __name__ == "__main__":
    main()
