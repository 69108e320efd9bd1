#!/usr/bin/python3
"""Generates a C table of database migrations: migrations.py OUT.c NAME 001.sql 002.sql ... in this order."""
import sys
from pathlib import Path

out, name, paths = sys.argv[1], sys.argv[2], [Path(p) for p in sys.argv[3:]]
parts = ['/* Made by tools/migrations.py. */\n#include "store/backend.h"\n\n',
         f"const char *const {name}[] = {{\n"]
for number, path in enumerate(paths, 1):
    if path.stem != f"{number:03}":
        sys.exit(f"{path}: expected {number:03}.sql, without gaps")
    for line in path.read_text(encoding="ascii").splitlines():
        parts.append('    "%s\\n"\n' % line.replace("\\", "\\\\").replace('"', '\\"'))
    parts.append("    ,\n")
parts.append("    0,\n};\n")
Path(out).write_text("".join(parts), encoding="ascii")
