#!/usr/bin/python3
"""Generates the win tables of Mille Sabords! as C: chances.py OUT.c TARGET.chances...

Each file is made by `flibuste solve mille-sabords --win --target TARGET --table`."""
import struct
import sys
from pathlib import Path

out, paths = sys.argv[1], [Path(p) for p in sys.argv[2:]]
parts = ['/* Made by tools/chances.py. */\n#include "agents/mille_sabords/win_solver.h"\n'
         '#include "agents/mille_sabords/win_tables.h"\n\n']
rows = []
for path in paths:
    data = path.read_bytes()
    version, lowest = struct.unpack_from("<hh", data)
    numbers = struct.unpack(f"<{len(data) // 2 - 2}H", data[4:])
    parts.append('_Static_assert(FL_WIN_VERSION == %d, "%s is of another version");\n' % (version, path.name))
    lines = [", ".join(map(str, numbers[i:i + 16])) for i in range(0, len(numbers), 16)]
    parts.append("static const uint16_t to_%s[] = {\n%s};\n" % (path.stem, ",\n".join(lines)))
    rows.append("    {%s / 100, %d, to_%s},\n" % (path.stem, lowest, path.stem))
parts.append("const struct fl_chances fl_chances[] = {\n" + "".join(rows) + "    {0, 0, 0},\n};\n")
Path(out).write_text("".join(parts), encoding="utf-8")
