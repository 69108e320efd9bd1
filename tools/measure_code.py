#!/usr/bin/python3
"""Measures the size and shape of the code and prints Markdown tables: measure_code.py [--old TREE] [TREE]. With --old,
prints the figures of two trees next to each other. Relies on the project's format: the braces of a function are in
column 1. docs/performance.md explains the figures."""
import argparse
import math
import pathlib
import re
import statistics

HERE = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ["core", "games", "agents", "store", "host", "server", "sim", "replay", "term", "cli", "wasm"]
ASSERT = re.compile(r"\bassert\(")


class Function:
    """A function definition: its text before the body, its number of lines, and whether it is static or inline."""

    def __init__(self, head, lines):
        self.lines = lines
        self.is_static = bool(re.search(r"\bstatic\b", head))
        self.is_inline = bool(re.search(r"\binline\b", head))
        parameters = head[head.index("(") + 1:head.rindex(")")]
        self.parameters = 0 if parameters.strip() == "void" else split_top(parameters).count(",") + 1


def split_top(text):
    """The text without what is in parentheses: commas of function pointers are no parameters."""
    while True:
        shorter = re.sub(r"\([^()]*\)", "", text)
        if shorter == text:
            return text
        text = shorter


class File:
    """One source file, with its comments, blank lines and functions."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8").splitlines()
        self.lines = len(self.text)
        self.blank = sum(not line.strip() for line in self.text)
        self.comments = sum(self.comment_lines())
        self.wide = sum(len(line) > 100 for line in self.text)
        self.asserts = sum(bool(ASSERT.search(line)) for line in self.text)
        self.functions = list(self.find_functions()) if path.suffix in (".c", ".h") else []

    def comment_lines(self):
        """Yields for each line whether it consists of a comment only."""
        inside = False
        for line in self.text:
            line = line.strip()
            if inside:
                inside = "*/" not in line
                yield not line.split("*/", 1)[-1].strip() if not inside else True
            elif line.startswith("/*"):
                inside = "*/" not in line
                yield inside or line.endswith("*/")
            else:
                yield line.startswith("//")

    def find_functions(self):
        """Finds each body whose braces are in column 1, with the lines before it that belong to its head."""
        for first, line in enumerate(self.text):
            if line != "{":
                continue
            start = first
            while start and self.text[start - 1] and not re.match(r"[}#/ ]\*?|.*;$", self.text[start - 1].lstrip()):
                start -= 1
            head = " ".join(self.text[start:first])
            if "(" in head:
                last = self.text.index("}", first)
                yield Function(head, last - start + 1)


def percentile(values, share):
    """The value below which this share of the values is, interpolated and rounded."""
    values = sorted(values)
    place = share * (len(values) - 1)
    low, high = values[math.floor(place)], values[math.ceil(place)]
    return round(low + (high - low) * (place - math.floor(place)))


def spread(values, *shares):
    return " · ".join(str(percentile(values, share)) for share in shares)


class Tree:
    """The C code of src and the JavaScript of web."""

    def __init__(self, root):
        root = pathlib.Path(root)
        self.c = {layer: [File(path) for path in sorted((root / "src" / layer).rglob("*.[ch]"))] for layer in LAYERS}
        self.c["public"] = [File(path) for path in sorted((root / "src").glob("*.[ch]"))]
        self.js = [File(path) for path in sorted((root / "web").rglob("*.js")) + sorted((root / "web").rglob("*.mjs"))
                   if "node_modules" not in path.parts]

    def all_c(self):
        return [file for files in self.c.values() for file in files]

    def totals(self):
        """The rows of the first table."""
        files = self.all_c()
        code = [file for file in files if file.path.suffix == ".c"]
        headers = [file for file in files if file.path.suffix == ".h"]
        functions = [function for file in code for function in file.functions]
        lengths = [function.lines for function in functions]
        lines = sum(file.lines for file in files)
        rules = [file for layer in ("core", "games") for file in self.c[layer]]
        yield "C lines", f"{lines:,} ({len(code)} .c, {len(headers)} .h)"
        yield "C lines without comments and blank lines", f"{lines - sum(f.comments + f.blank for f in files):,}"
        yield "functions in .c files (+ inline in headers)", \
            f"{len(functions):,} (+{sum(len(file.functions) for file in headers)})"
        yield "function lines p50 · p95 · p99 · max", spread(lengths, .5, .95, .99, 1)
        yield "functions over 60 lines (over 40)", f"{sum(n > 60 for n in lengths)} ({sum(n > 40 for n in lengths)})"
        yield ".c file lines p50 · p95 · max", spread([file.lines for file in code], .5, .95, 1)
        yield ".h file lines p50 · p95 · max", spread([file.lines for file in headers], .5, .95, 1)
        yield "files under 40 lines", str(sum(file.lines < 40 for file in files))
        yield "comment lines (.c, .h)", \
            f"{comment_share(files)} ({comment_share(code)}, {comment_share(headers)})"
        yield "C lines over 100 columns", str(sum(file.wide for file in files))
        yield "parameters p95 · max", spread([function.parameters for function in functions], .95, 1)
        yield "static functions", f"{100 * statistics.mean(f.is_static for f in functions):.0f} %"
        yield "exported functions", str(sum(not function.is_static for function in functions))
        yield "asserts per 1,000 lines in core and games", \
            f"{1000 * sum(f.asserts for f in rules) / sum(f.lines for f in rules):.1f}"
        yield "JavaScript lines", f"{sum(file.lines for file in self.js):,} ({len(self.js)} files)"
        yield "JavaScript file lines p50 · p95 · max", spread([file.lines for file in self.js], .5, .95, 1)
        yield "JavaScript comment lines", comment_share(self.js)
        yield "JavaScript lines over 100 columns", str(sum(file.wide for file in self.js))

    def layers(self):
        """The rows of the second table, by directory of src."""
        for layer in LAYERS + ["all"]:
            files = self.all_c() if layer == "all" else self.c[layer]
            functions = [function for file in files if file.path.suffix == ".c" for function in file.functions]
            yield (layer, "/".join(str(sum(f.path.suffix == kind for f in files)) for kind in (".c", ".h")),
                   f"{sum(file.lines for file in files):,}", str(len(functions)),
                   spread([function.lines for function in functions], .5, .95, 1),
                   str(sum(not function.is_static for function in functions)), comment_share(files))


def comment_share(files):
    """Lines that are a comment only, as a share of the lines that are not blank."""
    return f"{100 * sum(file.comments for file in files) / sum(file.lines - file.blank for file in files):.1f} %"


def print_table(head, rows):
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", nargs="?", default=HERE)
    parser.add_argument("--old", help="another tree, to compare with")
    arguments = parser.parse_args()
    new = Tree(arguments.tree)
    head = ("directory", ".c/.h", "lines", "functions", "lines p50 · p95 · max", "exported", "comments")
    if not arguments.old:
        print_table(("measure", "value"), new.totals())
        print_table(head, new.layers())
        return
    old = Tree(arguments.old)
    print_table(("measure", "old", "new"), [(*a, b[1]) for a, b in zip(old.totals(), new.totals())])
    print_table(head, [(a[0], *(x if x == y else f"{x} → {y}" for x, y in zip(a[1:], b[1:])))
                       for a, b in zip(old.layers(), new.layers())])


main()
