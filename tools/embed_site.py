#!/usr/bin/python3
"""Puts the pages into the program: embed_site.py PREFIX=FOLDER... OUT.c FILE... makes the table of
src/server/site.h: path, content type, hash, bytes, and bytes packed with gzip where that helps. A file
in FOLDER is served below /PREFIX; an empty prefix is the root. The service worker sw.js is told which files
there are, and a hash of them all; early.js is put into index.html, and its hash allows it there."""
import base64
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

folders = [argument.split("=", 1) for argument in sys.argv[1:] if "=" in argument]
out, *paths = [Path(argument) for argument in sys.argv[1:] if "=" not in argument]
source = Path(__file__).resolve().parent.parent / "src" / "server" / "site.c"
types = dict(re.findall(r'\{"(\.\w+)", "([^"]+)"\}', source.read_text(encoding="utf-8")))


def array(name, data):
    lines = [", ".join(map(str, data[i:i + 24])) for i in range(0, len(data), 24)]
    return "static const unsigned char %s[] = {\n%s, 0};\n" % (name, ",\n".join(lines))


def served(path):
    for prefix, folder in folders:
        try:
            below = path.resolve().relative_to(Path(folder).resolve())
        except ValueError:
            continue
        return (Path(prefix) / below).as_posix()
    sys.exit(f"{path}: expected a file in one of the folders")


def with_list(worker):
    """The service worker keeps everything there is, and is another one when any of it is."""
    others = [path for path in paths if path.name != "sw.js"]
    everything = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]
    names = json.dumps(["./", *sorted(served(path) for path in others)])
    worker = worker.replace("'folder'", f"'{everything}'", 1)
    return worker.replace("/** @type {string[]} */ ([])", names, 1)


def with_script(page, script):
    """The first script travels inside the page: one way to the server and back less before anything is asked for."""
    outside = '<script type="module" async src="early.js"></script>'
    if outside not in page or "</" in script:
        sys.exit("index.html: expected early.js, which ends nothing")
    return page.replace(outside, f'<script type="module" async>{script}</script>')


early = next(path for path in paths if path.name == "early.js").read_text(encoding="utf-8")
allowed = base64.b64encode(hashlib.sha256(early.encode()).digest()).decode()
parts = ['/* Made by tools/embed_site.py. */\n#include "server/site.h"\n\n']
rows = []
for number, path in enumerate(paths):
    data = path.read_bytes()
    if path.name == "sw.js":
        data = with_list(data.decode()).encode()
    if path.name == "index.html":
        data = with_script(data.decode(), early).encode()
    packed = gzip.compress(data, 9, mtime=0)
    if len(packed) >= len(data):
        packed = b""
    if path.suffix not in types:
        sys.exit(f"{path}: src/server/site.c knows no content type for {path.suffix}")
    parts.append(array(f"file_{number}", data))
    parts.append(array(f"packed_{number}", packed or b"\0"))
    rows.append('    {"/%s", "%s", "W/\\"%s\\"", file_%d, packed_%d, %d, %d},\n' % (
        served(path), types[path.suffix],
        hashlib.sha256(data).hexdigest()[:16], number, number, len(data), len(packed)))
parts.append("const struct fl_page fl_site[] = {\n" + "".join(rows) + "    {0, 0, 0, 0, 0, 0, 0},\n};\n")
parts.append(f"const char fl_site_script[] = \"'sha256-{allowed}'\";\n")
out.write_text("".join(parts), encoding="utf-8")
