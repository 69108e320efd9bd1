#!/usr/bin/python3
"""Generates a C table of the files in a directory, which become part of the program: embed.py OUT.c DIRECTORY"""
import sys
from pathlib import Path

out, paths = sys.argv[1], sorted(Path(sys.argv[2]).iterdir())
parts = ['/* Made by tools/embed.py. */\n#include "cli/embedded.h"\n\n']
rows = []
for number, path in enumerate(paths):
    data = path.read_bytes()
    lines = [", ".join(map(str, data[i:i + 24])) for i in range(0, len(data), 24)]
    parts.append("static const unsigned char file_%d[] = {\n%s, 0};\n" % (number, ",\n".join(lines)))
    rows.append('    {"%s", file_%d, %d},\n' % (path.name, number, len(data)))
parts.append("const struct fl_embedded fl_embedded[] = {\n" + "".join(rows) + "    {0, 0, 0},\n};\n")
Path(out).write_text("".join(parts), encoding="utf-8")
