#!/usr/bin/python3
"""Joins the modules of the page, so that a browser asks for one file and not for thirty, and slims its style sheets:
join_page.py WEB OUT STAMP

OUT/main.js is WEB/main.js with everything it imports, each module in a function of its own, without comments,
but for early.js, which comes before it;
OUT/games/*.js and OUT/records/viewer.js take what they import from there, and hold what lies beside them. What is joined does what the folder does: --web serves that."""
import re
import sys
from pathlib import Path

web, out = Path(sys.argv[1]), Path(sys.argv[2])
imported = re.compile(r"^import (\{[^}]*\}|\* as \w+) from '([^']+)';\n", re.M)
exported = re.compile(r"^export (?:const|function|async function|class) (\w+)", re.M)


early = "early.js"


def name_of(path):
    return re.sub(r"\W", "_", path.relative_to(web).as_posix())


def without_comments(text):
    text = re.sub(r"^\s*/\*\*?(?:[^*]|\*(?!/))*\*/[ \t]*\n", "", text, flags=re.M)
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    text = re.sub(r"(?<=[;,{}()]) // [^'\"`\n]*$", "", text, flags=re.M)
    text = re.sub(r"/\*\* @\w+ [^*]*\*/ ?", "", text)
    return re.sub(r"^\s+", "", text, flags=re.M)


def slim(sheet):
    """A style sheet without comments and spaces that say nothing."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    sheet = re.sub(r"\s+", " ", sheet)
    return re.sub(r"(?<=[;,:]) | ?([{}]) ?", r"\1", sheet).replace(";}", "}").strip() + "\n"


def imports_of(path, text):
    return [(what, (path.parent / where).resolve()) for what, where in imported.findall(text)]


def taken(what, module):
    """const { a, b } = module; or const all = module;"""
    what = what.removeprefix("* as ").replace(" as ", ": ")
    return f"const {what} = {name_of(module)};\n"


def in_order(path, done):
    for _, module in imports_of(path, path.read_text(encoding="utf-8")):
        if module not in done and module.name != early:
            in_order(module, done)
    done.append(path)
    return done


def body_of(path):
    text = path.read_text(encoding="utf-8")
    head = "".join(taken(what, module) for what, module in imports_of(path, text))
    text = without_comments(imported.sub("", text))
    text = re.sub(r"import\('\./", f"import('./{path.parent.relative_to(web).as_posix()}/", text)
    return head, text.replace("import('././", "import('./")


def in_a_function(path):
    head, text = body_of(path)
    names = ", ".join(exported.findall(text))
    text = re.sub(r"^export ", "", text, flags=re.M)
    return f"const {name_of(path)} = (() => {{\n{head}{text}return {{ {names} }};\n}})();\n"


def joined(main):
    modules = in_order(main, [])[:-1]
    head, text = body_of(main)
    names = ", ".join(name_of(path) for path in modules)
    first = f"import * as {name_of(web / early)} from './{early}';\n"
    return first + "".join(map(in_a_function, modules)) + f"export {{ {names} }};\n" + head + text


def apart(path):
    modules = in_order(path, [])[:-1]
    own = [module for module in modules if module.parent == path.parent]
    names = ", ".join(name_of(module) for module in modules if module not in own)
    head, text = body_of(path)
    return f"import {{ {names} }} from '../main.js';\n" + "".join(map(in_a_function, own)) + head + text


web = web.resolve()
for folder in ("games", "records"):
    (out / folder).mkdir(parents=True, exist_ok=True)
(out / early).write_text(without_comments((web / early).read_text(encoding="utf-8")), encoding="utf-8")
(out / "main.js").write_text(joined(web / "main.js"), encoding="utf-8")
for path in sorted((web / "games").glob("*.js")):
    if path.name != "games.js" and not path.stem.endswith("-art"):
        (out / "games" / path.name).write_text(apart(path), encoding="utf-8")
(out / "records/viewer.js").write_text(apart(web / "records/viewer.js"), encoding="utf-8")
for path in sorted(web.rglob("*.css")):
    (out / path.relative_to(web)).write_text(slim(path.read_text(encoding="utf-8")), encoding="utf-8")
Path(sys.argv[3]).touch()
