#!/usr/bin/python3
"""Prints a C file that includes every header of SRC: a name with two meanings does not compile. usage: headers.py SRC
[FOLDER...]: without those in these folders."""
import sys
from pathlib import Path

src = Path(sys.argv[1])
for path in sorted(src.glob("*/**/*.h")):
    if not {"stubs", *sys.argv[2:]} & set(path.parts):
        print(f'#include "{path.relative_to(src).as_posix()}"')
print("int main(void) { return 0; }")
