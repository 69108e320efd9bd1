#!/usr/bin/python3
"""Includes point downward only (ARCHITECTURE.md). Prints TAP, one line a layer.

A game's own header is for that game, its agents, the score and solve commands, the reckoning and tests: everybody else
reaches games through games/games.h, and front ends never see a match's state."""
import re
import sys
from pathlib import Path

MAY_INCLUDE = {
    "core": {"core"},
    "games": {"games", "core"},
    "agents": {"agents", "games", "core"},
    "store": {"store", "core"},
    "host": {"host", "store", "agents", "games", "core"},
    "sim": {"sim", "agents", "games", "core"},
    "replay": {"replay", "agents", "games", "core"},
    "term": {"term", "agents", "games", "core"},
    "server": {"server", "host", "replay", "store", "agents", "games", "core"},
    "wasm": {"wasm", "host", "replay", "store", "sim", "agents", "games", "core"},
    "cli": {"cli", "replay", "server", "store", "term", "sim", "agents", "games", "core"},
}
OF_AGENTS_FOR_THE_HOST = "agents/advice.h"  # the form of an answer; who thinks is the port's
MAY_INCLUDE_A_GAME = {"cli/sabords.h", "replay/reckon.c"}
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
            is_a_game = to == "games" and include != "games/games.h"
            if is_a_game and layer not in ("games", "agents") and name not in MAY_INCLUDE_A_GAME:
                yield f"{name} includes the game {include}"
            if is_a_game and layer == "games" and not same_game(name, include):
                yield f"{name} includes another game, {include}"
        if layer not in MAY_TOUCH_A_STATE:
            for use in re.findall(r"\bmatch(?:\.|->)state\b|\bm->state\b", text):
                yield f"{name} reads the truth: {use}"


def same_game(name, include):
    stem = include.removeprefix("games/").removesuffix(".h")
    return Path(name).stem.startswith(stem)


def main():
    root = Path(sys.argv[1]) / "src"
    layers = sorted(p.name for p in root.iterdir() if p.is_dir())
    failed = 0
    print(f"1..{len(layers)}")
    for number, layer in enumerate(layers, 1):
        found = [f"{layer}/ is no known layer"] if layer not in MAY_INCLUDE else list(faults(layer, root))
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} - {layer} includes only what lies below")
        for fault in found:
            print(f"# {fault}")
    return 1 if failed else 0


sys.exit(main())
