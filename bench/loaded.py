"""Shared by the benchmarks of the server: builds the program and the load generator into build/load."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "load"
PROGRAM, LOAD, BARE = BUILD / "flibuste", BUILD / "tests" / "load", BUILD / "tests" / "bare"
sys.path.insert(0, str(ROOT / "tests"))  # served.py, websocket.py


def build():
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["meson", "setup", BUILD, ROOT, "--buildtype=release"], check=True,
                       stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "flibuste", "tests/load", "tests/bare"], check=True,
                   stdout=subprocess.DEVNULL)
