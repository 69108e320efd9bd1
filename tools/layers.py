#!/usr/bin/python3
"""Checks that includes point downward only (ARCHITECTURE.md), and that a game is named in its own files only. Prints
TAP, one line per layer, then one for the names of games.

A game's own header is for that game, its agents, its commands and tests. Everything else uses games through
games/games.h, and front ends never see a match's state."""
import re
import sys
from pathlib import Path

MAY_INCLUDE = {
    "core": {"core"},
    "games": {"games", "core"},
    "agents": {"agents", "games", "core"},
    "store": {"store", "core"},
    "host": {"host", "store", "agents", "games", "core"},
    "net": {"net"},
    "bots": {"bots", "replay", "agents", "games", "core"},
    "sim": {"sim", "agents", "games", "core"},
    "replay": {"replay", "agents", "games", "core"},
    "lib": {"lib", "replay", "agents", "games", "core"},
    "term": {"term", "bots", "agents", "games", "core"},
    "tui": {"tui", "term", "bots", "agents", "games", "core"},
    "online": {"online", "net", "tui", "term", "bots", "agents", "games", "core"},
    "server": {"server", "net", "host", "replay", "store", "agents", "games", "core"},
    "wasm": {"wasm", "host", "replay", "store", "sim", "agents", "games", "core"},
    "cli": {"cli", "online", "net", "bots", "replay", "server", "store", "tui", "term", "sim", "agents", "games", "core"},
}
OF_AGENTS_FOR_THE_HOST = "agents/advice/advice.h"  # the result of advice; the port does the search
MAY_TOUCH_A_STATE = {"core", "games", "agents", "sim"}


def faults(layer, root):
    for path in sorted(root.glob(f"{layer}/**/*.[ch]")):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        for include in re.findall(r'#include "([^"]+)"', text):
            to = include.split("/")[0]
            if to not in MAY_INCLUDE[layer]:
                yield f"{name} includes {include}"
            if layer == "host" and to == "agents" and include != OF_AGENTS_FOR_THE_HOST:
                yield f"{name} includes {include}"
            is_a_game = to == "games" and include not in ("games/games.h", "games/games.def")
            if is_a_game and layer not in ("games", "agents") and not is_own_file(name, include):
                yield f"{name} includes the game {include}"
            if is_a_game and layer == "games" and not same_game(name, include):
                yield f"{name} includes another game, {include}"
        if layer not in MAY_TOUCH_A_STATE:
            for use in re.findall(r"\bmatch(?:\.|->)state\b|\bm->state\b", text):
                yield f"{name} reads the truth: {use}"


def same_game(name, include):
    return Path(name).parent == Path(include).parent


def is_own_file(name, include):
    """Whether a file, cli/GAME/..., belongs to the game whose header it includes, games/GAME/..."""
    return name.startswith("cli/") and name.split("/")[1] == include.split("/")[1]


def names_of_games(root):
    """Places outside a game's own files that name a game. games.def, list.js and posters.js are the lists of games."""
    games = re.findall(r'^FL_GAME\((\w+), "([^"]+)"\)', (root / "src/games/games.def").read_text(encoding="utf-8"), re.M)
    name = re.compile("|".join(c_name.replace("_", "[ _-]?") for c_name, _ in games), re.I)
    lists = {"src/games/games.def", "web/games/list.js", "web/games/posters.js"}
    own = re.compile(r"^(src/(games|agents|cli|term|tui)|web/games)/(%s)(/|\.c$)" % "|".join(sum(games, ())))
    files = [path for folder in ("src", "web") for path in (root / folder).rglob("*")
             if path.suffix in (".c", ".h", ".js", ".css", ".html", ".in", ".build")]
    for path in sorted(files) + [root / "meson.build", root / "lang/meson.build"]:
        file = path.relative_to(root).as_posix()
        if file in lists or own.match(file):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if name.search(line):
                yield f"{file}:{number}: {line.strip()[:80]}"


def main():
    root = Path(sys.argv[1])
    layers = sorted(path.name for path in (root / "src").iterdir() if path.is_dir())
    results = [(f"{layer} includes only what lies below", [f"{layer}/ is no known layer"] if layer not in MAY_INCLUDE
                else list(faults(layer, root / "src"))) for layer in layers]
    results.append(("generic files of src and web name no game", list(names_of_games(root))))
    print(f"1..{len(results)}")
    for number, (title, found) in enumerate(results, 1):
        print(f"{'not ok' if found else 'ok'} {number} - {title}")
        for fault in found:
            print(f"# {fault}")
    return 1 if any(found for _, found in results) else 0


sys.exit(main())
