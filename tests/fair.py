#!/usr/bin/python3
"""Fair dice, verified independently: fair.py PROGRAM MAKER. Prints TAP.

Golden records, records of the program's own table and records with many undos (fair_maker.c) are verified by the
program and by tools/verify.py, which knows only docs/fair-dice.md. Then they are tampered with."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
VERIFIER = HERE.parent / "tools" / "verify.py"
sys.path.insert(0, str(VERIFIER.parent))
import verify  # noqa: E402

PROGRAM, MAKER = sys.argv[1:3]
GAMES = ["mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords"]
results = []


def check(name, ok, detail=""):
    results.append((name, bool(ok), str(detail)))


def run(*arguments, stdin=""):
    return subprocess.run([PROGRAM, *arguments, "--lang", "en"], input=stdin, capture_output=True,
                          text=True, timeout=300)


def ours(text):
    got = run("verify", "-", "--json", stdin=text)
    return (json.loads(got.stdout) if got.stdout else {"dice": "refused"}), got


def odds_of(text):
    return run("verify", "-", "--odds", stdin=text).stdout


def strangers(text):
    return verify.verify(text, odds_of(text))


def is_fair(name, text):
    verdict, got = ours(text)
    status, said = strangers(text)
    check(f"{name}: fair", verdict["dice"] == "fair" and got.returncode == 0, got)
    check(f"{name}: fair to a stranger, too", status == 0 and
          said == f"the dice are fair: {verdict.get('rolls')} rolls checked", said)


def is_unfair(name, text, dice, expected):
    verdict, got = ours(text)
    status, said = strangers(text)
    check(f"{name}: not fair", verdict["dice"] == dice and verdict["valid"] is False
          and got.returncode == 1 and expected in got.stderr, got)
    check(f"{name}: not fair to a stranger either", status == 1
          and expected.replace("Roll", "roll") in said, said)


def made(*arguments):
    return subprocess.run([MAKER, *arguments], capture_output=True, text=True, check=True).stdout


def golden_records():
    files = sorted((HERE / "golden" / "fair").glob("*.txt"))
    check("there is a golden record of every game",
          {path.stem.split(".")[0] for path in files} == set(GAMES), files)
    for path in files:
        is_fair(path.stem, path.read_text(encoding="utf-8"))


def tables_in_the_terminal():
    for game in GAMES:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "record"
            got = run("play", game, "--people", "0", "--dice", "fair", "--nonces", "rum,,parrot",
                      "--save", str(path))
            text = path.read_text(encoding="utf-8")
            shown = re.search(r"^commitment (\w+)$", text, re.M)
            check(f"{game}: the commitment is shown first", shown and shown[1] in got.stdout[:400])
            is_fair(f"{game} in the terminal", text)


def tables_that_players_end():
    """A resignation, and the end because only bots are left, are no steps: the dice are as before."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "record"
            run("play", game, "--dice", "fair", "--save", str(path), stdin="1\n" * 3 + "resign\n" * 2)
            text = path.read_text(encoding="utf-8")
            check(f"{game}: the record ends with a resignation", re.search("^resign 1$", text, re.M), text)
            is_fair(f"{game}, resigned", text)


def records_with_undos():
    undos = 0
    for game in GAMES:
        for seed in ("1", "2"):
            text = made(game, seed)
            undos += text.count("\nundo ")
            is_fair(f"{game} with undos, {seed}", text)
    check("things were taken back", undos > 100, undos)


def tampering():
    for game in GAMES:
        for roll in ("1", "9"):
            forged = made(game, "3", roll)
            is_unfair(f"{game}, roll {roll}", forged, "wrong-roll", f"Roll {roll} is")
        honest = made(game, "3")
        for seat, nonce in re.findall(r"^nonce (\d) (\S+)$", honest, re.M):
            line = f"nonce {seat} {nonce}\n"
            is_unfair(f"{game}, nonce {seat} changed", honest.replace(line, line[:-1] + "x\n"),
                      "wrong-roll", "Roll ")
            is_unfair(f"{game}, nonce {seat} left out", honest.replace(line, ""), "wrong-roll", "Roll ")
        is_unfair(f"{game}, a nonce added", honest.replace("nonce 3", "nonce 2 late\nnonce 3"),
                  "wrong-roll", "Roll ")
        is_unfair(f"{game}, another table", re.sub(r"\ntable .*", "\ntable other", honest),
                  "wrong-roll", "Roll ")
        for word in ("commitment", "secret"):
            spoilt = re.sub(rf"\n{word} (.)", lambda m: f"\n{word} " + "10"[m[1] == "1"], honest)
            is_unfair(f"{game}, {word} changed", spoilt, "wrong-commitment", "match the commitment")


def before_the_end():
    honest = made("corsaires", "4")
    hidden = re.sub(r"\nsecret .*", "", honest)
    verdict, got = ours(hidden)
    check("without its secret: not yet revealed", verdict["dice"] == "hidden" and verdict["valid"], got)
    check("and said so", "isn’t in the file yet" in run("verify", "-", stdin=hidden).stdout)
    check("and to a stranger", strangers(hidden) == (3, "the secret is not revealed yet"))
    plain = (HERE / "golden" / "records" / "corsaires-2.txt").read_text(encoding="utf-8")
    verdict, got = ours(plain)
    check("an old record claims nothing to a stranger",
          strangers(plain) == (3, "the record makes no claim about its dice"))
    check("an old record claims nothing", verdict["dice"] == "other" and verdict["valid"], got)
    check("and nothing is said of it", "ice" not in run("verify", "-", stdin=plain).stdout)


def vectors():
    """The test vectors of docs/fair-dice.md."""
    text = (HERE.parent / "docs" / "fair-dice.md").read_text(encoding="utf-8").split("## Test vectors")[1]
    record = verify.Record("flibuste-record 1\ngame none 1\nseats 3\ntable test\nnonce 1 rum\nnonce 3 cutlass\n"
                           f"secret {re.search(r'secret +([0-9a-f]+)', text)[1]}\n")
    key = verify.match_key(record)
    check("vectors: the key", key.hex() == re.search(r"key +([0-9a-f]+)", text)[1], key.hex())
    for name, odds, pattern in (("an even die", verify.even(*"123456"), r"1 to 6: ([1-6 ]+)"),
                                ("weights", {"a": 1, "b": 2, "c": 3, "d": 4}, r"a b c d\): ([a-d ]+)")):
        expected = re.search(pattern, text)[1].split()
        rolled = [verify.roll_result(key, n, odds) for n in range(1, len(expected) + 1)]
        check(f"vectors: {name}", rolled == expected and len(expected) >= 8, rolled)


def table_of_odds():
    """The counts in docs/fair-dice.md are those of the verifier, which the golden records confirm."""
    text = (HERE.parent / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    for game, title in (("mille-sabords", "Mille Sabords!"), ("pirates-en-duel", "Pirates en Duel"),
                        ("aux-sabords", "Aux Sabords")):
        row = re.search(rf"^\| {title} \|(.*)", text, re.M)[1]
        documented = {card: int(copies) for card, copies in re.findall(r"`([a-z][a-z0-9-]*)` (\d+)", row)}
        known = {card: copies for deck in verify.DECKS[game] for card, copies in deck.items()}
        differ = {card for card in documented if documented[card] != known.get(card)}
        check(f"{game}: the documented deck", not differ and len(documented) > 5, differ)


def stranger_alone():
    """Without odds: whole records of two games, and a refusal where the record does not determine a list."""
    for game, status, expected in (("mille-sabords", 0, "the dice are fair: "), ("buccaneer", 0, "the dice are fair: "),
                                   ("aux-sabords", 2, "roll 1 needs the odds")):
        got = subprocess.run([sys.executable, "-I", VERIFIER, HERE / "golden" / "fair" / f"{game}.undone.txt"],
                             capture_output=True, text=True, check=False)
        check(f"{game}: a stranger without odds", got.returncode == status and got.stdout.startswith(expected), got)
    honest = made("mille-sabords", "5")
    for roll in ("1", "2", "9"):
        status, said = verify.verify(made("mille-sabords", "5", roll))
        check(f"roll {roll} forged, without odds", status == 1 and f"roll {roll} is" in said, said)
    status, said = verify.verify(honest.replace("\n\n", "\n\nundo 1\n", 1))
    check("an undo of nothing is refused", status == 2 and "undo" in said, said)
    for name, text in (("no record", "hello\n"), ("a short secret", re.sub(r"\nsecret ..", "\nsecret ", honest)),
                       ("no table", re.sub(r"\ntable .*", "", honest))):
        check(f"{name} is refused", verify.verify(text)[0] == 2, verify.verify(text))


def forged_odds():
    """A host that rolled something else could also print odds from which it follows."""
    for game in GAMES:
        forged = made(game, "3", "9")
        odds = odds_of(forged)
        result = re.search(r"^9 (\S+) :", odds, re.M)[1]
        for name, line in (("one result", f"{result}=1"), ("more copies", f"{result}=9999"),
                           ("an unknown result", f"{result}=1 kraken=1")):
            status, said = verify.verify(forged, re.sub(r"^9 (\S+) : .*", rf"9 \1 : {line}", odds, flags=re.M))
            check(f"{game}: odds with {name}", status == 1, said)


def resuming():
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "record"
        run("play", "mille-sabords", "--dice", "fair", "--save", str(path), stdin="\n")
        kept = path.read_text(encoding="utf-8")
        is_fair("a game just begun", kept)
        run("play", "--resume", str(path), stdin="card\nthrow\n")
        longer = path.read_text(encoding="utf-8")
        check("the game goes on", len(longer) > len(kept), longer)
        is_fair("a game gone on with", longer)
        got = run("play", "--resume", str(path), "--dice", "os")
        check("its dice go on by themselves", got.returncode == 2 and "--dice" in got.stderr, got)
        path.write_text(re.sub(r"\nsecret .*", "", kept), encoding="utf-8")
        got = run("play", "--resume", str(path))
        check("without its secret it cannot go on", got.returncode == 1 and "secret" in got.stderr, got)


def refusals():
    for name, expected, *arguments in (
            ("a secret that is none", "64 hexadecimal", "--dice", "fair:12"),
            ("a capital secret", "64 hexadecimal", "--dice", "fair:" + "A" * 64),
            ("nonces alone", "--dice fair", "--nonces", "a"),
            ("too many nonces", "one word per seat", "--dice", "fair", "--seats", "2", "--nonces", "a,b,c"),
            ("a nonce with a space", "one word per seat", "--dice", "fair", "--nonces", "a b"),
            ("a long nonce", "one word per seat", "--dice", "fair", "--nonces", "a" * 33)):
        got = run("play", "mille-sabords", *arguments)
        check(f"refused: {name}", got.returncode == 2 and expected in got.stderr
              and len(got.stderr.splitlines()) == 1 and not got.stdout, got)


for part in (golden_records, tables_in_the_terminal, tables_that_players_end, records_with_undos, tampering,
             before_the_end, vectors,
             table_of_odds, stranger_alone, forged_odds, resuming, refusals):
    part()
print(f"1..{len(results)}")
for number, (name, ok, detail) in enumerate(results, 1):
    print(f"{'ok' if ok else 'not ok'} {number} - {name}")
    if not ok:
        print(f"# {detail[:2000]!r}")
sys.exit(not all(ok for _, ok, _ in results))
