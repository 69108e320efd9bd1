#!/usr/bin/python3
"""Writes the files of the page as the C table of src/server/static_files.h:
embed_site.py BROTLI LANG PREFIX=DIRECTORY... OUT.c FILE...

The table has each file's path, content type, hash and bytes: plain, and compressed with gzip and brotli where that is
shorter. A file in DIRECTORY is served below /PREFIX; an empty prefix is the root. A FILE that is a directory stands for
all files in it. LANG has the texts.

The page requests its files below flibuste-HASH/, where HASH is that of all files: its build. Four files are changed: sw.js
gets the list of all files and the build, preload.js the build and the list of languages, index.html gets the paths of the
build, preload.js as an inline script, whose hash the Content-Security-Policy allows, and the text for browsers without
scripts in all languages."""
import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import languages
import words

brotli, lang, *arguments = sys.argv[1:]
folders = [argument.split("=", 1) for argument in arguments if "=" in argument]
out, *given = [Path(argument) for argument in arguments if "=" not in argument]
paths = [path for one in given for path in (sorted(filter(Path.is_file, one.rglob("*"))) if one.is_dir() else [one])]
source = Path(__file__).resolve().parent.parent / "src" / "server" / "static_files.c"
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
    sys.exit(f"{path}: expected a file in one of the directories")


def with_list(worker):
    """The service worker with the list of files to store. The build makes it another one when any of them changes."""
    names = json.dumps(sorted(served(path) for path in paths if path.name != "sw.js"))
    worker = worker.replace("'folder/'", f"'{build}/'", 1)
    return worker.replace("/** @type {string[]} */ ([])", names, 1)


def with_script(page, script):
    """The page with the paths of the build, and with preload.js inside, which saves one round trip before anything is
    requested."""
    outside = ('<script src="words/languages.js"></script>\n'
               '<script type="module" async src="preload.js"></script>')
    if outside not in page or "</" in script:
        sys.exit("index.html: expected the scripts languages.js and preload.js, and no </ in them")
    page = re.sub(r'(<link rel="(?:preload|stylesheet)" href="|<script type="module" src=")', rf"\1{build}/", page)
    return page.replace(outside, f"<script>{script}</script>")


def with_text(page):
    """The page with what browsers without scripts show, in all languages."""
    key = "site.needs-script"
    texts = [(row.code, words.read_language(Path(lang), row, ["site"])[key][0]) for row in languages.read(lang)]
    if f"<noscript>{key}</noscript>" not in page:
        sys.exit(f"index.html: expected {key}")
    return page.replace(key, "".join(f'<p lang="{code}">{escape(text)}</p>' for code, text in texts))


def shorter(packed, data):
    return packed if len(packed) < len(data) else b""


def compress(data):
    """The data compressed with gzip and with brotli; empty where that is not shorter."""
    best = subprocess.run([brotli, "--best", "--lgwin=24", "--stdout"], input=data, stdout=subprocess.PIPE, check=True)
    return shorter(gzip.compress(data, 9, mtime=0), data), shorter(best.stdout, data)


def contents(path):
    data = path.read_bytes()
    if path.name == "sw.js":
        return with_list(data.decode()).encode()
    if path.name == "index.html":
        return with_text(with_script(data.decode(), preload)).encode()
    return preload.encode() if path.name == "preload.js" else data


def text_of(name):
    return next(path for path in paths if path.name == name).read_text(encoding="utf-8").strip()


build = "flibuste-" + hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]
preload = f"globalThis.build='{build}/';" + text_of("languages.js") + text_of("preload.js")
allowed = base64.b64encode(hashlib.sha256(preload.encode()).digest()).decode()
parts = ['/* Made by tools/embed_site.py. */\n#include "server/static_files.h"\n\n']
rows = []
with ThreadPoolExecutor() as pool:
    everything = list(map(contents, paths))
    compressed = list(pool.map(compress, everything))
for number, (path, data, (gzipped, brotlied)) in enumerate(zip(paths, everything, compressed)):
    if path.suffix not in types:
        sys.exit(f"{path}: src/server/static_files.c has no content type for {path.suffix}")
    parts.append(array(f"file_{number}", data))
    parts.append(array(f"gzip_{number}", gzipped or b"\0"))
    parts.append(array(f"brotli_{number}", brotlied or b"\0"))
    rows.append('    {"/%s", "%s", "W/\\"%s\\"", file_%d, gzip_%d, brotli_%d, %d, %d, %d},\n' % (
        served(path), types[path.suffix], hashlib.sha256(data).hexdigest()[:16], number, number, number,
        len(data), len(gzipped), len(brotlied)))
parts.append("const struct fl_html fl_static_files[] = {\n" + "".join(rows) + "    {0},\n};\n")
parts.append(f'const char fl_static_files_build[] = "{build}";\n')
parts.append(f"const char fl_static_files_script[] = \"'sha256-{allowed}'\";\n")
out.write_text("".join(parts), encoding="utf-8")
