#!/usr/bin/python3
"""Fuzzes the reader of .po files with seeded mutations of lang/: each is read, or refused with one line that names the
file; nothing else may happen: fuzz_texts.py TOOLS LANG [MUTATIONS]. Prints TAP."""
import contextlib
import io
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import words  # noqa: E402

LANG = Path(sys.argv[2])
MUTATIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 20000
PIECES = ['"', "\\", "\\n", '\\"', "msgid ", "msgstr ", "msgstr[0] ", "msgstr[9] ", "msgid_plural ", "#", "\n", "{n}", "{", "\0",
          "\u202f", "é", ""]


def mutate(text, rng):
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        gone = rng.choice((0, 0, 1, 5, 40))
        piece = rng.choice(PIECES) if rng.random() < 0.7 else text[(start := rng.randrange(len(text))):start + 30]
        text = text[:at] + piece + text[at + gone:]
    return text


def read(path):
    """What is printed if the file is refused, else None."""
    with contextlib.redirect_stderr(io.StringIO()) as printed, contextlib.redirect_stdout(printed):
        try:
            for key, forms, _ in words.entries(path):
                assert key and forms and all(isinstance(form, str) for form in forms)
            return None
        except SystemExit as error:
            return str(error.code) if isinstance(error.code, str) else printed.getvalue()


def main():
    rng, refused, wrong = random.Random(1), 0, []
    texts = [path.read_text(encoding="utf-8")[:1500].rpartition("\n\n")[0] or "#\n" for path in sorted(LANG.glob("*/*.po"))]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as scratch:
        path = Path(scratch) / "x.po"
        for number in range(MUTATIONS):
            text = mutate(rng.choice(texts), rng)
            path.write_text(text, encoding="utf-8")
            try:
                said = read(path)
            except Exception as error:  # of any kind
                wrong.append((number, repr(error), text[:200]))
                continue
            refused += said is not None
            if said is not None and ("x.po:" not in said or len(said.strip().splitlines()) != 1):
                wrong.append((number, said))
    print("1..2")
    print(f"{'not ok' if wrong else 'ok'} 1 - {MUTATIONS} mutations, {MUTATIONS / (time.monotonic() - begun):.0f} per second")
    for one in wrong[:3]:
        print(f"# {one!r:.500}")
    print(f"{'ok' if MUTATIONS // 20 < refused < MUTATIONS else 'not ok'} 2 - {refused} of them were refused")
    return 1 if wrong or not MUTATIONS // 20 < refused < MUTATIONS else 0


sys.exit(main())
