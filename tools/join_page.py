#!/usr/bin/python3
"""Joins the modules of the page, so that a browser asks for one file and not for thirty, and slims its style sheets:
join_page.py WEB OUT STAMP

OUT/main.js is WEB/main.js with everything it imports, each module in a function of its own, without comments
and spaces that say nothing, but for early.js, which embed_site.py puts into index.html;
OUT/seat.js holds the rest of what a match needs; OUT/door.js, reckoning.js, room.js, rules.js, games/*.js and records/viewer.js take
what they import from those two, and hold what only they import. What is joined does what the folder does: --web serves that."""
import re
import shutil
import sys
from pathlib import Path

web, out = Path(sys.argv[1]), Path(sys.argv[2])
imported = re.compile(r"^import (\{[^}]*\}|\* as \w+) from '([^']+)';\n", re.M)
exported = re.compile(r"^export (?:const|function|async function|class) (\w+)", re.M)


early = "early.js"


def name_of(path):
    return re.sub(r"\W", "_", path.relative_to(web).as_posix())


def slim_script(text):
    """A script without comments and spaces that say nothing; strings and patterns stay as they are."""
    out, before, at = [], "", 0
    while at < len(text):
        found = word.match(text, at) or blank.match(text, at) or string.match(text, at)
        if text[at] == "`":
            end = end_of_template(text, at)
            out.append(slim_markup(text[at:end]))
            at, before = end, "`"
            continue
        elif text[at] == "/" and not found and (before in may_precede_pattern or before[-1] in "(,=:[!&|?{};+>"):
            piece = pattern.match(text, at).group()
        else:
            piece = found.group() if found else text[at]
        at += len(piece)
        if blank.fullmatch(piece):
            out.append("\n" if "\n" in piece else " ")
        else:
            out.append(piece)
            before = piece
    return without_blanks(out)


def slim_markup(text):
    """A template without line ends between tags, and its numbers without a leading zero."""
    return re.sub(r"(?<![\w.])0(?=\.\d)", "", re.sub(r">\n\s*<", "><", text))


word = re.compile(r"[\w$]+")
blank = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.S)
string = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*\"""")
pattern = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*")
may_precede_pattern = ("", "return", "case", "typeof")


def end_of_template(text, at):
    """Where a template ends that begins here; there may be templates in its parts."""
    at += 1
    while text[at] != "`":
        if text.startswith("${", at):
            at = end_of_part(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def end_of_part(text, at):
    depth = 1
    while depth:
        found = string.match(text, at)
        if text[at] == "`" or found:
            at = found.end() if found else end_of_template(text, at)
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at


def without_blanks(pieces):
    """A space stays between two words, and between two signs that would be one; a line's end stays where a
    statement may end."""
    out = [""]
    for i, piece in enumerate(pieces):
        last, after = out[-1][-1:], (pieces[i + 1] if i + 1 < len(pieces) else "\n")[0]
        if piece == " " and not (is_word(last) and is_word(after)) and not (last == after and last in "+-"):
            continue
        if piece == "\n" and (last in "{,;([=&|?:\n" or after in "})].,?:&|"):
            continue
        out.append(piece)
    return "".join(out)


def is_word(character):
    return character.isalnum() or character in ("_", "$")


def slim(sheet):
    """A style sheet without comments and spaces that say nothing, and with the short name of no colour."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    sheet = re.sub(r"\s+", " ", sheet)
    return re.sub(r"(?<=[;,:]) | ?([{}>]) ?", r"\1", sheet).replace(";}", "}").replace("transparent", "#0000").strip() + "\n"


def imports_of(path, text):
    return [(what, (path.parent / where).resolve()) for what, where in imported.findall(text)]


def taken(what, module):
    """const { a, b } = module; or const all = module;"""
    what = what.removeprefix("* as ").replace(" as ", ": ")
    return f"const {what} = {name_of(module)};\n"


def in_order(path, done):
    for _, module in imports_of(path, path.read_text(encoding="utf-8")):
        if module not in done:
            in_order(module, done)
    if path not in done:
        done.append(path)
    return done


def body_of(path):
    text = path.read_text(encoding="utf-8")
    head = "".join(taken(what, module) for what, module in imports_of(path, text))
    text = imported.sub("", text)
    text = re.sub(r"import\('\./", f"import('./{path.parent.relative_to(web).as_posix()}/", text)
    return head, text.replace("import('././", "import('./")


def in_a_function(path):
    head, text = body_of(path)
    names = ", ".join(exported.findall(text))
    text = re.sub(r"^export ", "", text, flags=re.M)
    return f"const {name_of(path)} = (() => {{\n{head}{text}return {{ {names} }};\n}})();\n"


def names_of(modules):
    return ", ".join(map(name_of, modules))


def joined(main, homes):
    """A script with all it imports that has no home yet; the rest it takes from there."""
    modules = in_order(main, [])[:-1]
    own = [module for module in modules if module not in homes]
    up = "../" * (len(main.relative_to(web).parts) - 1) or "./"
    taken_from = [(home, [module for module in modules if homes.get(module) == home]) for home in dict.fromkeys(homes.values())]
    head, text = body_of(main)
    return "".join(f"import {{ {names_of(those)} }} from '{up}{home}';\n" for home, those in taken_from if those) + "".join(
        map(in_a_function, own)) + (f"export {{ {names_of(own)} }};\n" if own else "") + head + text


def join(name, homes):
    """Writes a script, and says where what it holds is to be found from now on."""
    own = in_order(web / name, [])[:-1]
    text = joined(web / name, homes)
    write(name, slim_script(text))
    return homes | {module: name for module in own if module not in homes}


def write(name, text):
    (out / name).write_text(text, encoding="utf-8")


web = web.resolve()
shutil.rmtree(out, ignore_errors=True)  # what is no longer a file of its own
for folder in ("games", "records"):
    (out / folder).mkdir(parents=True, exist_ok=True)
write(early, slim_script((web / early).read_text(encoding="utf-8")))
homes = join("seat.js", join("main.js", {}))
for name in ("door.js", "reckoning.js", "room.js", "rules.js", "records/viewer.js"):
    join(name, homes)
for path in sorted((web / "games").glob("*.js")):
    if path.name != "games.js" and not path.stem.endswith("-art"):
        join(f"games/{path.name}", homes)
for path in sorted(web.rglob("*.css")):
    write(path.relative_to(web), slim(path.read_text(encoding="utf-8")))
Path(sys.argv[3]).touch()
