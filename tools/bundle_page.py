#!/usr/bin/python3
"""Bundles and minifies the page with esbuild, so that a browser requests few files:
bundle_page.py ESBUILD WEB OUT STAMP DEPFILE

Every part that the page loads on demand stays a file of its own. Modules that several parts share are in main.js, which
every page loads anyway, or in one of the chunks listed below. OUT has the same paths as WEB, so that embed_site.py can
serve files from either; `flibuste serve --web web` needs no bundle. DEPFILE lists the sources for ninja."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

esbuild = sys.argv[1]
web, out, stamp, depfile = (Path(argument).resolve() for argument in sys.argv[2:])

PARTS = ["main.js", "home/home.js", "home/rules.js", "home/waiting-room.js", "play/match.js", "play/ending/ending.js", "play/scenes.js",
         "records/viewer.js", *sorted(path.relative_to(web).as_posix() for name in ("index", "tally") for path in web.glob(f"games/*/{name}.js"))]
WORKERS = ["offline/bot-worker.js", "offline/replay-worker.js", "offline/worker.js"]

# Small modules of several parts that are put into main.js: each would be one more request otherwise.
IN_MAIN = ["games/drawing.js", "games/poster.js", "lib/sight.js", "play/motion.js", "play/rule-links.js",
           *sorted(path.relative_to(web).as_posix() for path in web.glob("games/*/kids.js")), "main.js"]

# A chunk of shared modules gets the name of the first of these that it contains.
CHUNKS = ["main.js", "play/table.js", "games/posters.js", "records/api.js", "offline/host.js"]


def run(entries, *options):
    """Runs esbuild into a new directory. Returns that directory and the description of the outputs."""
    into = Path(tempfile.mkdtemp(dir=out))
    subprocess.run([esbuild, *entries, "--bundle", "--minify", "--charset=utf8", "--target=es2022",
                    "--log-level=warning", "--outbase=.", f"--outdir={into}", f"--metafile={into}/meta.json", *options],
                   cwd=web, check=True)
    outputs = json.loads((into / "meta.json").read_text(encoding="utf-8"))["outputs"]
    return into, {os.path.relpath(web / path, into): about for path, about in outputs.items()}


def name_of(path, about):
    """The final path of an output: that of the source for an entry point, else one of CHUNKS."""
    if "entryPoint" in about:
        return path
    for name in CHUNKS:
        if name in about["inputs"]:
            return name
    sys.exit(f"bundle_page.py: no name for a chunk of {', '.join(about['inputs'])}; add one of them to CHUNKS or IN_MAIN")


def write(into, outputs):
    """Moves the outputs to their final paths and adapts the imports in them. The entry main.js only imports the chunk
    of the same name, which replaces it."""
    names = {path: name_of(path, about) for path, about in outputs.items()}
    for path, name in names.items():
        if name == "main.js" and "entryPoint" in outputs[path]:
            continue

        def moved(found):
            target = os.path.normpath(Path(path).parent / found[1])
            if target not in names:
                return found[0]
            way = os.path.relpath(names[target], Path(name).parent)
            return f'"{way if way.startswith(".") else "./" + way}"'

        text = re.sub(r'"(\.\.?/[\w./-]+\.js)"', moved, (into / path).read_text(encoding="utf-8"))
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
    shutil.rmtree(into)


shutil.rmtree(out, ignore_errors=True)
out.mkdir(parents=True)
shared = out / "shared.js"  # imported by every part, so that esbuild puts these modules into one chunk
shared.write_text("".join(f"import {json.dumps(str(web / name))};\n" for name in IN_MAIN), encoding="utf-8")
# main.js awaits preload.js where index.html does not contain it: preload.js must not import main.js.
write(*run(PARTS, f"--inject:{shared}", "--external:./preload.js", "--splitting", "--format=esm", "--chunk-names=[hash]"))
write(*run(WORKERS, "--splitting", "--format=esm", "--chunk-names=[hash]"))
write(*run(["preload.js"], "--format=iife"))
# style.css imports tokens.css
write(*run(sorted(path.relative_to(web).as_posix() for path in web.rglob("*.css") if path.name != "tokens.css"),
           "--external:*.woff2"))
shared.unlink()
stamp.touch()
sources = sorted(str(path) for path in web.rglob("*") if path.suffix in (".js", ".css"))
depfile.write_text(f"{os.path.relpath(stamp)}: {' '.join(sources)}\n", encoding="utf-8")
