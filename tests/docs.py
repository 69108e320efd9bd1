#!/usr/bin/env python3
"""Checks that the documents agree with the tree: every *.md outside docs/rules. Prints TAP.

usage: docs.py ROOT

Files, functions, types and constants that a document names exist; `file:function` names a function that the file
defines; links lead somewhere; sections are numbered without gaps, contents lists repeat the headings, references to
sections exist; sentences about limits contain the numbers of the source code."""
import glob
import os
import re
import sys
from pathlib import Path

TOP = ("src", "tests", "docs", "lang", "web", "bench", "tools", "completions", "include",
       "examples", "python", "npm", "packaging", "debian")
LEFT_OUT = {"build", "node_modules", ".git"}
PLACEHOLDER = re.compile(r"(?<![A-Z])(CODE|GAME|NAME|FILE)(?![A-Z])|\.\.\.")
PATH = re.compile(r"(?<![\w/.~<:$-])(?:\./)?((?:[\w.*{},-]+/)*[\w.*{},-]+\.(?:c|h|js|mjs|css|py|sh|md|po|svg|png|"
                  r"service|mutants|sql|def)|docs/[\w.]+\.1)(?![\w/(])")
FOLDER = re.compile(rf"(?<![\w/.~<$-])((?:{'|'.join(TOP)})/[\w.*{{}},/-]*[\w*}}])(?![\w.*{{}},/-]*\$)")
SYMBOL = re.compile(r"\b(?:fl|FL)_\w*\w\b(?!\*)")
CALL = re.compile(r"(?<![\w/])([\w/]+\.[ch]):(\w+)")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#{2,} (\d+)\. (.+)$", re.M)
SECTION = re.compile(r"([\w-]+\.md)[`)]*,? (?:section )?(\d+)(?![\w.%])|\bsection (\d+)")

# Sentences of the documents, with expressions over constants of the source where a number is. A constant is written
# FILE:NAME, or NAME if a header defines it; `limits.x` is a member of fl_usual_limits.
LIMITS = {
    "docs/protocol.md": [
        "one line of UTF-8, at most {FL_MAX_LINE} bytes,",
        "| command | {FL_MAX_LINE} bytes |",
        "| frames (commands, fragments, pings, pongs) | {src/cli/serve.c:USUAL_RATE} per second (`serve --rate`), "
        "{3 * src/cli/serve.c:USUAL_RATE} at once;",
        "| name | {src/host/seats.c:LONGEST_NAME} characters |",
        "| chat text | {FL_MAX_CHAT} characters |",
        "| chat | {limits.chat_burst} lines at once, then one per {limits.chat_pause / 1000} seconds.",
        "| hints | one at a time, one per {limits.hint_pause / 1000} seconds |",
        "| seats | {FL_MAX_SEATS} |",
        "| tokens in one `resume` | {FL_MAX_TOKENS} |",
        "| connections at a table | {limits.clients};",
        "| commands waiting at a table for a write | {limits.queue} (`host.busy`);",
        "| banned names per table | {FL_MAX_BANS} |",
        "chat) | {limits.events} until the rematch",
        "| tables of an origin without a seated player | {limits.unused_per_origin} (",
        "| tables of an origin | {limits.tables_per_origin} (",
        "| wrong codes from an origin | {limits.guess_burst} at once, then one per {limits.guess_pause / 1000} seconds",
        "| tables in the lobby | {src/host/messages.c:LOBBY_MOST}, the newest; if there are more, "
        "{limits.lobby_per_origin} per origin |",
        "| tables in memory | {limits.tables};",
        "is closed after {limits.empty_unused / 60000} minutes if nobody has a seat, after "
        "{limits.empty_waiting / 60000} minutes if one person has a seat and the match has not begun, otherwise after "
        "{limits.empty_running / 86400000} days.",
        "A finished table is unloaded after {limits.empty_finished / 60000} minutes.",
        "retries every {limits.retry / 1000} seconds",
        "| devices of a passport | {FL_MAX_DEVICES} (",
        "| passports that can be merged into one | {FL_PASSPORT_IDS - 1} (",
        "| validity of a code | {src/host/passport.c:CODE_TIME / 60000} minutes |",
        "| new passports from an origin | {limits.passport_burst} at once, then one per {limits.passport_pause / 1000} "
        "seconds",
        "| codes for another device, requested from an origin | {limits.code_burst} at once, then one per "
        "{limits.code_pause / 1000} seconds",
        "| invitations from an origin | {limits.invite_burst} at once, then one per {limits.invite_pause / 1000} seconds",
        "| open invitations of a person | {src/host/my_games.c:MAX_INVITATIONS} (",
        "| running games, people in a list | {src/host/my_games.c:RUNNING_MAX}, {src/host/my_games.c:MAX_PEOPLE} |",
        "| favourites | {src/host/my_games.c:MAX_FAVOURITES} (",
        "| commands that wait for an answer | {FL_JOB_COMMANDS} (",
        "No message is longer than {FL_PAGE_SIZE / 1024} KiB.",
        "the newest {FL_EVENTS_SENT} events and {src/host/history.c:MOST_BYTES / 1024} KiB.",
        "at least the newest {FL_CHAT_KEPT} lines",
        "returns a token of {8 * FL_TOKEN_SIZE} bits, once.",
        "| `away` | seconds until a bot plays for an absent player; 0: never | {src/host/table_options.c:USUAL_AWAY} |",
        "together at most {FL_HTTP_BODY_MAX / 1024} KiB.",
        "(up to {src/server/replay_jobs.c:MAX_WORK_TIME / 1000} seconds)",
        "all addresses together have at most {src/server/replay_jobs.c:MAX_JOBS} (`503`)",
    ],
    "docs/hosting.md": [
        "less {src/server/server.c:RESERVED_FILES}, at most {FL_NET_SHARED_MAX} |",
        "| {src/server/server.c:CONNECTIONS_PER_ADDRESS}, because a café shares one |",
        "| frames per connection (commands, fragments, pings, pongs) | {src/cli/serve.c:USUAL_RATE} per second (`--rate`), "
        "{3 * src/cli/serve.c:USUAL_RATE} at once |",
        "| command | {FL_MAX_LINE} bytes,",
        "| head of a request | {FL_HTTP_HEAD_MAX / 1024} KiB, {FL_HTTP_FIELDS_MAX} fields, complete within "
        "{FL_HEAD_TIME / 1000} seconds |",
        "| request about a record | {FL_HTTP_BODY_MAX / 1024} KiB |",
        "| unsent data for a client that does not read | {FL_NET_HIGH_WATER / 1048576} MiB,",
        "pinged every {src/cli/serve.c:USUAL_PING} seconds",
        "each for at most {src/cli/serve.c:USUAL_THINK / 1000} seconds per move",
        "up to {FL_LOG_ROOM / 1024} KiB of lines are buffered",
    ],
    "SECURITY.md": ["commands of at most {FL_MAX_LINE} bytes"],
    "docs/record-format.md": [
        "{src/cli/cli.c:FILE_LIMIT / 1048576} MiB per file",
        "{FL_MAX_STEPS} steps per match",
        "names of 1 to {FL_NAME_SIZE - 1} bytes",
        "1 to {FL_MAX_UNDO} of them, at most {FL_MAX_UNDOS} times",
    ],
    "docs/bot-protocol.md": [
        "line has at most {FL_BOT_LINE_SIZE - 1} bytes.",
        "| start, until `ready` | {FL_BOT_START_MS / 1000} seconds |",
        "| move | {FL_BOT_MOVE_MS} milliseconds (`--bot-time`), then `stop` and {src/bots/bot.c:GRACE_MS} milliseconds |",
        "| memory | {FL_BOT_MEMORY_MIB} MiB of address space",
        "| lines before an answer | {src/bots/bot.c:MOST_LINES} |",
        "| starts in one match | {src/bots/bot.c:MOST_STARTS} |",
    ],
    "docs/fair-dice.md": ["1 to {FL_FAIR_WORD_SIZE - 1} characters"],
}


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = set()
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in LEFT_OUT]
            self.files |= {Path(folder, name).relative_to(root).as_posix() for name in files}
        sources = [name for name in self.files if name.endswith((".c", ".h"))]
        self.text = {name: (root / name).read_text(encoding="utf-8") for name in sources}
        self.symbols = {word for text in self.text.values() for word in re.findall(r"\b(?:fl|FL)_\w+", text)}

    def documents(self):
        for name in sorted(self.files):
            if name.endswith(".md") and not name.startswith("docs/rules/"):
                yield name, (self.root / name).read_text(encoding="utf-8")

    def has(self, path):
        """Whether a path exists, or is a program that is built from one C file."""
        return (self.root / path).exists() or (self.root / f"{path}.c").exists()

    def matches(self, pattern):
        return bool(glob.glob(str(self.root / pattern)))

    def resolve(self, name, document, text):
        """How many files of the tree a name means, seen from a document."""
        if re.search(r"[*{]", name):
            return int(all(self.matches(one) or self.matches(Path(document).parent / one) for one in expand(name)))
        name = re.sub(r"^(\.\./)+", "", name)
        if self.has(name) or self.has(Path(document).parent / name):
            return 1
        found = [file for file in self.files if file.endswith("/" + name)]
        near = [file for file in found if names_folder(text, Path(file).parent.as_posix())]
        return len(near) or len(found)


def expand(name):
    """The names that a pattern with braces stands for."""
    brace = re.search(r"\{([^{}]*)\}", name)
    if not brace:
        return [name]
    return [one for part in brace[1].split(",") for one in expand(name[:brace.start()] + part + name[brace.end():])]


def names_folder(text, folder):
    return re.search(rf"(?<![\w/]){re.escape(folder)}(?![\w/])", text)


def wrong_paths(tree, document, text):
    for name in sorted({m[1].rstrip(",") for m in PATH.finditer(text)} | {m[1] for m in FOLDER.finditer(text)}):
        if PLACEHOLDER.search(name):
            continue
        count = tree.resolve(name, document, text)
        if count != 1:
            yield f"{name}: " + ("does not exist" if not count else f"{count} files have this name")


def wrong_symbols(tree, _, text):
    for name in sorted(set(SYMBOL.findall(text)) - tree.symbols):
        yield f"{name} is not in the source"


def wrong_calls(tree, _, text):
    for file, function in sorted(set(CALL.findall(text))):
        source = tree.text.get(file)
        if source is not None and not re.search(rf"^(?!\s)[^;\n]*\b{function}\(", source, re.M):
            yield f"{file} does not define {function}"


def anchors(text):
    for line in re.findall(r"^#+ (.+)$", text, re.M):
        yield re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-")


def wrong_links(tree, document, text):
    for target, anchor in LINK.findall(text):
        if "://" in target:
            continue
        path = Path(document).parent / target if target else Path(document)
        if not tree.has(path):
            yield f"the link {target} leads nowhere"
        elif anchor and anchor not in anchors((tree.root / path).read_text(encoding="utf-8")):
            yield f"the link {target}#{anchor} names no heading"


def headings(text):
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return [(int(number), title) for number, title in HEADING.findall(prose)]


def wrong_sections(tree, document, text):
    own = headings(text)
    if [number for number, _ in own] != list(range(1, len(own) + 1)):
        yield f"sections are numbered {[number for number, _ in own]}"
    contents = re.search(r"^Contents: ((?:.+\n)+)", text, re.M)
    if contents:
        listed = [tuple(entry.split(" ", 1)) for entry in " ".join(contents[1].split()).split(" - ")]
        if listed != [(str(number), title) for number, title in own]:
            yield f"the contents are {listed}, the headings {own}"
    for other, number, here in SECTION.findall(text):
        names = [name for name in tree.files if name.endswith("/" + other)] if other else [document]
        for name in names:
            there = headings((tree.root / name).read_text(encoding="utf-8"))
            if there and int(number or here) not in dict(there):
                yield f"{name} has no section {number or here}"


def constant(tree, name):
    """The value of FILE:NAME, of NAME in a header, or of limits.NAME."""
    file, _, word = name.rpartition(":")
    if name.startswith("limits."):
        pattern, sources = rf"\.{name[7:]} = ([^,;]+),", [tree.text["src/host/host.c"]]
    else:
        pattern = rf"\b{word} = ([^,;}}/]+)"
        sources = [tree.text.get(file, "")] if file else [tree.text[n] for n in sorted(tree.text) if n.endswith(".h")]
    for source in sources:
        found = re.search(pattern, source)
        if found:
            return calculate(tree, re.sub(r"\(\w+_t\)", "", found[1]), source)
    raise KeyError(name)


def calculate(tree, expression, source=""):
    """The value of an expression over numbers and constants."""
    def value(word):
        found = re.search(rf"\b{word[0]} = ([^,;}}/]+)", source) if source else None
        return str(calculate(tree, found[1], source) if found else constant(tree, word[0]))
    plain = re.sub(r"(?:src/[\w./]+:)?(?:limits\.)?[A-Za-z_]\w+", value, expression)
    return eval(plain, {"__builtins__": {}})  # digits and operators only


def wrong_limits(tree, document, text):
    words = " ".join(text.split())
    for sentence in LIMITS.get(document, ()):
        try:
            want = re.sub(r"\{([^}]+)\}", lambda m: f"{calculate(tree, m[1]):,.10g}", sentence)
        except KeyError as missing:
            yield f"the source has no constant {missing}"
            continue
        if want not in words:
            yield f"does not say: {want}"


def main():
    tree = Tree(Path(sys.argv[1]).resolve())
    checks = [("files", wrong_paths), ("functions and types", wrong_symbols), ("functions of files", wrong_calls),
              ("links", wrong_links), ("sections", wrong_sections), ("limits", wrong_limits)]
    print(f"1..{len(checks)}")
    failed = 0
    for number, (what, check) in enumerate(checks, 1):
        wrong = [f"{document}: {fault}" for document, text in tree.documents() for fault in check(tree, document, text)]
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {what} named in documents agree with the tree")
        for fault in wrong:
            print(f"# {fault}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
