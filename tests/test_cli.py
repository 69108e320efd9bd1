#!/usr/bin/python3
"""The command line as people and programs use it: test_cli.py PROGRAM. Prints TAP.

Every kind of wrong input gives one line on stderr that says what was expected, exit status 1 or 2, and nothing on
stdout."""
import html.parser
import json
import os
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from served import eventually

PROGRAM = sys.argv[1]
PATIENCE = 300  # seconds, for a busy machine
GOLDEN = Path(__file__).parent / "golden" / "records"
results = []


def run(*arguments, stdin="", lang="en_GB.UTF-8"):
    environment = {"PATH": os.environ["PATH"], "HOME": scratch, "LANG": lang}
    return subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True,
                          env=environment, timeout=PATIENCE)


def check(name, ok, detail=""):
    results.append((name, bool(ok), str(detail)))


def refused(name, status, expected, *arguments, stdin=""):
    """One clear line, the right status, and nothing on stdout."""
    got = run(*arguments, stdin=stdin)
    lines = got.stderr.splitlines()
    ok = (got.returncode == status and len(lines) == 1 and expected in got.stderr
          and got.stderr.startswith("flibuste: ") and not got.stdout)
    check(f"refused: {name}", ok, f"status {got.returncode}, stderr {got.stderr!r}")


def scores(name, points, event, card, dice, *more):
    got = run("score", "mille-sabords", "--card", card, "--dice", dice, "--json", *more)
    answer = json.loads(got.stdout)
    check(f"score: {name}", answer["points"] == points and answer["event"] == event, answer)
    return answer


def terminals():
    """What depends on the environment: characters, width, and the name of the program."""
    for game in ("mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords"):
        got = run("--lang", "fr", "play", game, "--seed", "3", stdin="1\n" * 20, lang="C").stdout
        check(f"in the locale C, {game} is ASCII", got.isascii() and len(got) > 1000, got)
    got = run("play", "corsaires", "--seed", "3", lang="C").stdout
    check("every character of a hand has a substitute", "Pirate 1 = Y2" in got, got)
    command = [PROGRAM, "play", "buccaneer", "--seed", "7", "--seats", "4", "--option", "first=1"]
    for columns, listed in ((80, 2), (120, 3), (200, 5)):
        got = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=PATIENCE,
                             env={"HOME": scratch, "LANG": "en_GB.UTF-8", "COLUMNS": str(columns), "FLIBUSTE_COMMAND": "./run"})
        first = next((line for line in got.stdout.splitlines() if line.startswith(" 1 ")), "")
        check(f"{columns} columns list {listed} moves per line", first.count("Capture") == listed, first)
    check("./run prints commands with its own name", "\n  ./run play --resume " in got.stdout, got.stdout[-300:])


def usage():
    refused("an unknown command", 2, "unknown command “sail”. For a list: flibuste --help", "sail")
    refused("a mistyped command", 2, "unknown command “paly”. Did you mean “play”?", "paly")
    refused("a mistyped game", 2, "unknown game “corsaire”. Did you mean “corsaires”?", "play", "corsaire")
    refused("a mistyped option", 2, "unknown option “--sets”. Did you mean “--seats”?", "play", "corsaires", "--sets", "3")
    refused("help of an unknown command", 2, "unknown command “sail”", "help", "sail")
    refused("an unknown option", 2, "“--xyz”. For a list: flibuste sim --help", "sim", "mille-sabords", "--xyz")
    refused("an option without its value", 2, "--seats", "sim", "mille-sabords", "--seats")
    refused("a language that is neither", 2, "--lang is en or fr, not “de”.", "--lang", "de", "games")
    refused("no game", 2, "mille-sabords", "sim")
    refused("no game to learn", 2, "mille-sabords", "learn")
    refused("an unknown game to learn", 2, "mille-sabords", "learn", "chess")
    refused("more to learn than one game", 2, "corsaires", "learn", "buccaneer", "corsaires")
    refused("an unknown game", 2, "mille-sabords", "sim", "chess")
    refused("one player", 2, "takes 2 to 5 players, so --seats 1 won’t work.", "sim", "mille-sabords", "--seats", "1")
    refused("six players", 2, "takes 2 to 5 players, so --seats 6 won’t work.", "sim", "mille-sabords", "--seats", "6")
    for command in ("sim", "play"):
        refused(f"seats in words, {command}", 2, "--seats must be a whole number from 2 to 8, not “two”.", command,
                "corsaires", "--seats", "two")
    refused("seven players", 2, "takes 2 to 6 players, or 8, so 7 won’t work (rule 1.1).", "play", "corsaires", "--seats",
            "7")
    refused("nine players in the terminal", 2, "Corsaires takes 2 to 8 players, so --seats 9 won’t work.", "play",
            "corsaires", "--seats", "9")
    refused("an option that the game has not", 2, "has no option “foo”. Choose from teams=auto|off|on,", "sim",
            "corsaires", "--option", "foo=1")
    refused("an option out of range", 2, "target is 6000, 5000 or 8000, not “7000”.", "sim", "mille-sabords",
            "--option", "target=7000")
    refused("an option that is none", 2, "floor=off|on", "sim", "mille-sabords", "--option", "x")
    for command in ("sim", "play"):
        refused(f"more options than any game has, {command}", 2, "unexpected argument “floor=on”",
                command, "mille-sabords", *["--option", "floor=off"] * 8, "--option", "floor=on")
    refused("a first player who is not there", 2, "first player", "sim", "mille-sabords",
            "--option", "first=5")
    refused("a number that is none", 2, "--games", "sim", "mille-sabords", "--games", "many")
    refused("a number with a tail", 2, "--seed", "sim", "mille-sabords", "--seed", "1x")
    refused("no games at all", 2, "--games", "sim", "mille-sabords", "--games", "0")
    refused("an unknown agent", 2, "random, greedy, ismcts, exact-points, exact-win", "sim", "mille-sabords",
            "--agents", "mad")
    refused("an agent of another game", 2, "a name from random, greedy", "sim", "corsaires", "--agents",
            "exact-win")
    refused("an agent without a name", 2, 'unknown bot “”', "sim", "mille-sabords", "--agents",
            "greedy,")
    for effort in ("many", "0", "-1", "1x", "", "1000000001"):
        refused(f"an effort of {effort!r}", 2, 'the effort after “greedy:”', "sim", "mille-sabords",
                "--agents", f"greedy:{effort}")
    refused("a level with another effort", 2, "an effort of its own", "sim", "mille-sabords",
            "--agents", "matelot:5")
    for less in ("many", "0", "-1", "1x", "", "1000000001"):
        refused(f"a level thinking {less!r} times less", 2, 'the number after “bosco/”', "sim", "corsaires",
                "--agents", f"bosco/{less}")
    refused("an agent thinking less", 2, "LEVEL/N", "sim", "corsaires", "--agents", "ismcts/5")
    refused("too few agents", 2, "2 bots but 3 seats: give one for all of them, or one per seat.", "sim", "mille-sabords", "--seats", "3",
            "--agents", "random,greedy")
    refused("too many agents", 2, "3 bots but 2 seats: add --seats 3.", "sim", "mille-sabords", "--seats", "2",
            "--agents", "random,greedy,random")
    inferred = run("sim", "mille-sabords", "--agents", "random,greedy,random", "--games", "2", "--json").stdout
    check("three agents are three seats", '"seats":3' in inferred.replace(" ", ""), inferred)
    refused("more agents than seats", 2, "takes 2 to 5 players", "sim", "mille-sabords", "--agents", "random" + ",random" * 5)
    refused("an argument too many", 2, "unexpected argument “please”", "games", "please")
    refused("a rule that does not exist", 1, "99.9", "rules", "mille-sabords", "99.9")
    refused("verify without a file", 2, "saved game", "verify")
    refused("a file that is not there", 1, "can’t read", "verify", "/no/such/file")
    refused("a folder", 1, "can’t read", "verify", "/")
    french = run("verify", "/no/such/file", lang="fr_FR.UTF-8").stderr
    long_name = run("verify", "x" * 300, lang="fr_FR.UTF-8").stderr
    check("a name that is too long, in French", "le nom est trop long." in long_name, long_name)
    loop = Path(scratch, "loop")
    loop.symlink_to(loop)
    other = run("verify", str(loop), lang="fr_FR.UTF-8").stderr
    check("any other refusal of the system, in French", other.endswith("le système a refusé.\n"), other)
    with open(f"{scratch}/large", "wb") as large:
        large.truncate((16 << 20) + 1)
    refused("a file that is too large", 1, "a saved game is 16 MiB at most", "verify", f"{scratch}/large")
    check("what the system says is said in French, too", "aucun fichier ni dossier de ce nom" in french, french)


def helping():
    """Every command has a help text in both languages that names all its options."""
    commands = re.findall(r"^  ([a-z-]+) ", run("--help").stdout, re.M)
    check("--help lists the commands", len(commands) == 23 and {"join", "play", "serve", "score"} <= set(commands), commands)
    completion = (Path(__file__).parent.parent / "completions" / "flibuste.bash").read_text()
    for command in commands:
        found = re.search(rf"^    (?:\w+ \| )?{command}(?: \| \w+)?\) options=\"([^\"]*)\"", completion, re.M)
        options = set(re.findall(r"--[\w-]+", found[1])) - {"--lang"}
        for lang in ("fr", "en"):
            text = run("--lang", lang, command, "--help").stdout
            missing = [option for option in options if option not in text]
            check(f"help of {command}, {lang}", f"flibuste {command}" in text and not missing, missing or text)
            check(f"help of {command} fits in 80 columns, {lang}", max(map(len, text.split("\n"))) <= 80, text)
    check("help COMMAND, -h", run("help", "play").stdout == run("play", "-h").stdout == run("play", "--help").stdout)
    check("help, -h", run("help").stdout == run("-h").stdout == run("--help").stdout)


def bad_scores():
    def bad(name, expected, *arguments):
        refused(name, 2, expected, "score", *arguments)
    bad("score of seven dice", "eight letters", "mille-sabords", "--card", "none", "--dice", "SPMXCDS")
    bad("score of nine dice", "eight letters", "mille-sabords", "--card", "none", "--dice", "SPMXCDSPM")
    bad("score of a letter that is no face", "eight letters", "mille-sabords", "--card", "none",
        "--dice", "SPMXCDSZ")
    bad("score without dice", "--dice is missing", "mille-sabords", "--card", "none")
    bad("score without a card", "--card is missing", "mille-sabords", "--dice", "SPMXCDSP")
    bad("score with a card that does not exist", "unknown card “ship-5”", "mille-sabords", "--card",
        "ship-5", "--dice", "SPMXCDSP")
    bad("dice on an island that are not among the dice", "--island", "mille-sabords", "--card",
        "island", "--dice", "SSSPPPPP", "--island", "CC")
    bad("a skull on the island", "--island", "mille-sabords", "--card", "island", "--dice",
        "SSSPPPPP", "--island", "S")
    bad("an island without its card", "--island", "mille-sabords", "--card", "coin", "--dice",
        "SSSPPPPP", "--island", "PP")


def good_scores():
    scores("the rulebook's full chest", 1300, "score", "none", "CCCCMMMD")
    scores("the rulebook's pirate", 1400, "score", "pirate", "SSCCCCDP")
    scores("a ship taken", 700, "score", "ship-2", "XXCCCPMS")
    scores("a ship missed is negative", -300, "score", "ship-2", "XCCCPPMM")
    scores("a bust on a ship is negative", -1000, "bust", "ship-4", "SSSXXXXC")
    scores("four skulls on a ship are a bust", -500, "bust", "ship-3", "SSSSXXXC")
    scores("a bust", 0, "bust", "coin", "SSSCCCCC")
    scores("a card skull makes three", 0, "bust", "skull-1", "SSCCCCCC")
    scores("a bust with treasure", 400, "bust", "island", "SSSCCCPP", "--island", "CCC")
    scores("small letters", 1300, "score", "none", "ccccmmmd")
    answer = scores("Skull Island", 0, "skull-island", "pirate", "SSSSPPMX")
    check("score: every opponent loses", answer["others"] == -800, answer)
    sums = scores("a breakdown adds up", 1400, "score", "pirate", "SSCCCCDP")["breakdown"]
    check("score: the lines of the breakdown add up", sum(l["points"] for l in sums) == 1400, sums)
    words = run("score", "mille-sabords", "--card", "none", "--dice", "CCCCMMMD", "--lang", "fr")
    check("score: in French", "coffre plein\u00a0: 500" in words.stdout and "1\u202f300 points." in words.stdout,
          words.stdout)


def solve(*more):
    return json.loads(run("solve", "mille-sabords", "--json", *more).stdout)


def solved_cards():
    answer = solve()
    points = {card["card"]: card["points"] for card in answer["cards"]}
    check("solve: every card", [card["copies"] for card in answer["cards"]]
          == [4, 4, 4, 4, 4, 4, 3, 2, 2, 2, 2], answer)
    check("solve: the figures of the docs", (points["coin"], points["guardian"], points["ship-4"])
          == (781.537630, 912.182129, -155.604200), points)
    first = answer["cards"][0]
    check("solve: four skulls or more of eight dice", first["island"] == 0.030656, first)
    check("solve: a ship is taken, missed or lost", all(
        0 < card["taken"] <= 1 - card["bust"] for card in answer["cards"][8:]), answer)
    check("solve: nothing is taken without a ship", first["taken"] == 0, first)
    mean = sum(card["copies"] * card["points"] for card in answer["cards"]) / 35
    check("solve: the deck is the mean of its cards", abs(answer["deck"]["points"] - mean) < 1e-5)
    words = run("solve", "mille-sabords", "--lang", "fr").stdout
    check("solve: in French", "Île au Trésor" in words and "644.348831" in words, words)
    picture = run("solve", "mille-sabords", "--svg").stdout
    check("solve: a picture", picture.startswith("<svg ") and picture.count("<rect") > 300)


def solved_positions():
    # Two skulls: rerolling two dice survives in 25 of 36 cases, and 500 + 300 points rise a little at most.
    answer = solve("--card", "coin", "--dice", "SSCCCCPM")
    check("solve: what stopping is worth", answer["stop"] == 1000, answer)
    best = answer["moves"][0]
    check("solve: the best throw", best["move"] == "reroll 7 8" and best["faces"] == "PM"
          and 700 < best["points"] < 1000, best)
    check("solve: best first", all(a["points"] >= b["points"] - 1e-6 for a, b in
                                   zip(answer["moves"], answer["moves"][1:])))
    check("solve: equal dice once", len({(m["move"].split()[0], m["faces"])
                                         for m in answer["moves"]}) == len(answer["moves"]))
    saved = solve("--card", "guardian", "--dice", "SSSCCCPM")
    # One die: five of six faces continue, by hand 400, 400, 400, 600, 500 points.
    check("solve: the guardian is asked", saved["stop"] == 0 and saved["moves"][0] ==
          {"move": "reroll 1", "faces": "S", "points": 383.333333}, saved["moves"][:1])
    used = solve("--card", "guardian", "--dice", "SSSCCCPM", "--guardian-used")
    check("solve: she has helped", used == {"stop": 0, "moves": []}, used)
    island = solve("--card", "pirate", "--dice", "SSSSCCPM", "--first")
    check("solve: Skull Island", island == {"stop": None, "moves": [
        {"move": "throw", "faces": "PMCC", "points": 0}]}, island)
    later = solve("--card", "pirate", "--dice", "SSSSCCPM")
    check("solve: four skulls later", later == {"stop": 0, "moves": []}, later)
    ship = solve("--card", "ship-3", "--dice", "SSSSXXXX", "--first")
    check("solve: a ship lost", ship == {"stop": -500, "moves": []}, ship)
    nine = solve("--card", "diamond", "--dice", "DDDDDDDD")
    check("solve: nine of a kind", nine == {"stop": 5400, "moves": []}, nine)
    bust = solve("--card", "island", "--dice", "SSSCCCPM", "--island", "CCC")
    check("solve: a bust with treasure", bust == {"stop": 400, "moves": []}, bust)
    treasure = solve("--card", "island", "--dice", "SSCCCPMX", "--island", "CC")["moves"]
    put = next(m for m in treasure if m["move"] == "put 5")
    bare = next(m for m in treasure if m["move"] == "reroll 7 8")
    check("solve: laying a coin on the card comes first", put["faces"] == "C"
          and put["points"] > bare["points"] + 50, (put, bare))


def keep_chances(target, lowest, chance, version=2):
    """Writes a cached solution in which all probabilities are equal."""
    totals = target // 100 - lowest
    data = struct.pack("<d", chance) * (totals * (2 * totals + 106))
    check_sum = 0xCBF29CE484222325
    for byte in data:
        check_sum = (check_sum ^ byte) * 0x100000001B3 % 2 ** 64
    folder = Path(scratch) / ".cache" / "flibuste"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"mille-sabords-{target}.chances").write_bytes(
        f"flibuste-chances {version} {target // 100} {lowest} 9 1e-11\n".encode() + data
        + struct.pack("<Q", check_sum))


def solved_for_winning():
    keep_chances(1000, -40, 0.25)
    answer = solve("--win", "--target", "1000")
    check("solve: the chance of the first player, from the disk",
          answer == {"first_wins": 0.25, "residual": 1e-11}, answer)
    answer = solve("--target", "1000", "--mine", "300", "--theirs", "1200", "--phase", "last")
    check("solve: the chance of who is to move", answer["wins"] == 0.25, answer)
    dice = ("--card", "coin", "--dice", "SSCCCCPM", "--target", "1000")
    answer = solve(*dice, "--mine", "900", "--theirs", "1800", "--phase", "last")
    check("solve: stopping above the other wins the last round", answer["stop"] == 1, answer)
    answer = solve(*dice, "--mine", "800", "--theirs", "1800", "--phase", "last")
    check("solve: a tie is half a win", answer["stop"] == 0.5, answer)
    answer = solve(*dice, "--mine", "0", "--theirs", "900", "--phase", "sudden")
    check("solve: the target wins sudden death", answer["stop"] == 1, answer)
    answer = solve(*dice, "--mine", "-100", "--theirs", "900", "--phase", "sudden")
    check("solve: otherwise the other moves", answer["stop"] == 0.75
          and answer["moves"][0]["wins"] >= 0.75, answer)
    words = run("solve", "mille-sabords", "--win", "--target", "1000", "--lang", "fr").stdout
    check("solve: chances in French", "premier joueur gagne" in words and "0.250000000" in words)
    table = subprocess.run([PROGRAM, "solve", "mille-sabords", "--win", "--target", "1000",
                            "--table"], capture_output=True, env={"HOME": scratch}, timeout=PATIENCE)
    check("solve: the agent's table", len(table.stdout) == 4 + 2 * 50 * 206
          and struct.unpack("<HhH", table.stdout[:6]) == (2, -40, 16384), len(table.stdout))
    keep_chances(1000, -40, 0.25, version=1)
    answer = solve("--win", "--target", "1000")
    check("solve: a solution of an older version is not used",
          abs(answer["first_wins"] - 0.577892624) < 2e-7, answer)


def bad_solves():
    def worse(name, expected, *arguments):
        refused(name, 2, expected, "solve", "mille-sabords", "--target", "1000", *arguments)
    worse("solve with a target between hundreds", "--target", "--target", "1050")
    worse("solve with a target that is none", "--target", "--target", "far")
    worse("solve with a phase that is none", "normal, last or sudden", "--phase", "late")
    worse("solve with a total that is none", "--mine", "--mine", "x")
    worse("solve with a total between hundreds", "--theirs", "--theirs", "250")
    worse("solve of a game that is over", "below the target", "--mine", "1000")
    worse("solve of a last round nobody started", "last round", "--theirs", "900", "--phase", "last")

    def bad(name, expected, *arguments):
        refused(name, 2, expected, "solve", "mille-sabords", *arguments)
    bad("solve with seven dice", "eight letters", "--card", "coin", "--dice", "SPMXCDS")
    bad("solve with nine letters", "eight letters", "--card", "coin", "--dice", "SPMXCDSPM")
    bad("solve with no card", "--card is missing", "--dice", "SPMXCDSP")
    bad("solve without dice", "--dice is missing", "--card", "coin")
    bad("solve with a card that does not exist", "unknown card “none”", "--card", "none", "--dice",
        "SPMXCDSP")
    bad("solve with a skull on the island", "--island", "--card", "island", "--dice", "SPMXCDSP",
        "--island", "S")
    bad("solve with an island on a first throw", "--first", "--card", "island", "--dice",
        "SPMXCDSP", "--island", "P", "--first")
    bad("solve with another card's guardian", "guardian", "--card", "coin", "--dice", "SPMXCDSP",
        "--guardian-used")
    bad("solve with an argument too many", "unexpected argument", "please")


def simulations():
    def sim(*more):
        return json.loads(run("sim", "mille-sabords", "--games", "300", "--json", *more).stdout)
    one, two = sim("--agents", "greedy"), sim("--agents", "greedy", "--threads", "3")
    timing = {"seconds", "games_per_second", "moves_per_second", "threads", "cpu_seconds",
              "peak_memory_kb"}
    same = {k: v for k, v in one.items() if k not in timing}
    check("sim: the same seed is the same result whatever the threads",
          same == {k: v for k, v in two.items() if k not in timing}, (one, two))
    check("sim: another seed is another result", sim("--agents", "greedy", "--seed", "2")["hash"]
          != one["hash"])
    check("sim: speeds are given", one["games_per_second"] > 0 and one["moves_per_second"] > 0)
    check("sim: wins add up to one", abs(sum(s["win_rate"] for s in one["by_seat"]) - 1) < 1e-4)
    mixed = sim("--seats", "3", "--agents", "greedy,random,random")["by_seat"]
    check("sim: greedy beats random", mixed[0]["win_rate"] > 0.9, mixed)
    words = run("sim", "mille-sabords", "--games", "10", "--lang", "fr")
    check("sim: in French", "coups par seconde" in words.stdout, words.stdout)


def rotations():
    def sim(*more):
        return json.loads(run("sim", "mille-sabords", "--games", "300", "--json", *more).stdout)
    still = sim("--agents", "greedy,random")
    turned = sim("--agents", "greedy,random", "--rotate", "--leads")
    check("sim: rotated agents win from every seat", still["by_seat"][1]["win_rate"] < 0.1
          and abs(turned["by_seat"][1]["win_rate"] - 0.5) < 0.1, turned["by_seat"])
    agents = {a["agent"]: a for a in turned["by_agent"]}
    check("sim: rotated agents are reported by name", agents["greedy"]["win_rate"] > 0.9
          and agents["random"]["played"] == 300 and agents["greedy"]["fair_share"] == 0.5, agents)
    check("sim: a histogram counts every game", all(
        sum(turned[key]["histogram"]["counts"]) == 300 for key in ("length", "lead_changes")))
    check("sim: leads are not watched unasked", "lead_changes" not in still)
    order = [place["win_rate"] for place in turned["by_order"]]
    check("sim: the order of play adds up", abs(sum(order) - 1) < 1e-4, order)
    level, agent = sim("--agents", "bosco"), sim("--agents", "seasoned:60")
    check("sim: a level is its agent", level["hash"] == agent["hash"], (level, agent))
    plain, eager = sim("--agents", "greedy"), sim("--agents", "greedy:3")
    check("sim: greedy ignores its effort", plain["hash"] == eager["hash"], (plain, eager))

    def played(agent):
        return json.loads(run("sim", "buccaneer", "--games", "1", "--agents", agent, "--json").stdout)["hash"]
    check("sim: a level that thinks less has fewer playouts", played("bosco/5") == played("ismcts:10")
          and played("bosco/5") != played("bosco/10"))
    check("sim: however little it thinks, there is one playout",
          played("bosco/1000000") == played("ismcts:1"))
    check("sim: a level that does not search cannot think less",
          played("moussaillon/40") == played("moussaillon"))
    words = run("sim", "mille-sabords", "--games", "20", "--seats", "3", "--agents",
                "exact-points:1000000,random,greedy", "--lang", "fr").stdout.splitlines()[-4:]
    check("sim: columns are as wide as the longest name",
          len({line.index("%") for line in words[1:]}) == 1, "\n".join(words))


def arenas():
    def arena(game, *more):
        return json.loads(run("arena", game, "--json", *more).stdout)
    timing = {"seconds", "games_per_second", "moves_per_second", "threads", "cpu_seconds",
              "peak_memory_kb"}
    three = ("mille-sabords", "--agents", "exact-points,greedy,random", "--games", "300")
    one, two = arena(*three), arena(*three, "--threads", "3")
    check("arena: threads do not matter", {k: v for k, v in one.items() if k not in timing}
          == {k: v for k, v in two.items() if k not in timing}, (one, two))
    elo = [agent["elo"] for agent in one["by_agent"]]
    check("arena: the stronger has more Elo", elo[0] == 0 > elo[1] > elo[2], elo)
    check("arena: everybody plays as often", [a["played"] for a in one["by_agent"]] == [200] * 3)
    check("arena: every pair", [(p["one"], p["other"]) for p in one["pairs"]] == [
        ("exact-points", "greedy"), ("exact-points", "random"), ("greedy", "random")], one["pairs"])
    alone = arena("mille-sabords", "--seats", "4", "--agents", "exact-points", "--against",
                  "greedy", "--games", "400")["by_agent"]
    check("arena: one among three others", [a["fair_share"] for a in alone] == [0.25, 0.75]
          and alone[0]["times_fair_95"][0] > 1.3
          and abs(alone[0]["times_fair"] - 4 * alone[0]["win_rate"]) < 1e-3, alone)
    teams = arena("corsaires", "--seats", "4", "--option", "teams=on", "--agents", "greedy,random",
                  "--games", "40")
    check("arena: one agent a team", teams["by_seat"][0]["win_rate"] == teams["by_seat"][1]["win_rate"]
          and teams["by_agent"][0]["win_rate"] > 0.8, teams)
    words = run("arena", *three, "--lang", "fr").stdout
    check("arena: in French", "coups par seconde" in words and "× égale" in words, words)


def sequential_tests():
    def test(*more):
        got = json.loads(run("arena", "mille-sabords", "--sprt", "--json", *more).stdout)
        return got["sprt"]["verdict"], got["games"], got["sprt"]["llr"], got["hash"]
    better = test("--agents", "exact-points,greedy")
    check("sprt: stops when the first is better", better[0] == "stronger" and better[1] < 2000
          and better[2] >= 2.94, better)
    check("sprt: threads do not matter", better == test("--agents", "exact-points,greedy",
                                                        "--threads", "3"), better)
    worse = test("--agents", "greedy,exact-points")
    check("sprt: stops when it is not", worse[0] == "not-stronger" and worse[2] <= -2.94, worse)
    same = test("--agents", "greedy,greedy:2")
    check("sprt: the same under another name is not stronger", same[0] == "not-stronger", same)
    open_end = test("--agents", "exact-points,exact-points:2", "--games", "20")
    check("sprt: too few games are no verdict", open_end[0] == "undecided" and open_end[1] == 20)
    among = test("--agents", "exact-points", "--against", "greedy", "--seats", "3")
    check("sprt: one among others", among[0] == "stronger", among)
    for lang, sentence in (("en", "is stronger than greedy"), ("fr", "exact-points bat greedy")):
        words = run("arena", "mille-sabords", "--sprt", "--agents", "exact-points,greedy", "--lang",
                    lang).stdout
        check(f"sprt: a verdict in words, {lang}", sentence in words.splitlines()[0]
              and "2,94" in words.replace(".", ","), words)


def bad_arenas():
    def bad(name, expected, *arguments, status=2):
        refused(name, status, expected, "arena", "mille-sabords", *arguments)
    two = ("--agents", "greedy,random")
    bad("arena without agents", "at least two different bots")
    bad("arena of one", "at least two different bots", "--agents", "greedy")
    bad("arena of one, twice", "at least two different bots", "--agents", "greedy,greedy")
    bad("arena of none against one", "at least two different bots", "--against", "greedy")
    bad("arena of one against itself", "another bot", "--agents", "greedy", "--against", "greedy")
    bad("arena against nobody known", "unknown bot", "--agents", "greedy", "--against", "mad")
    bad("arena of nine", "8 bots at most", "--agents", ",".join(f"greedy:{n}" for n in range(1, 10)))
    bad("sprt of three", "exactly two", "--sprt", "--agents", "greedy,random,exact-points")
    bad("sprt that asks for nothing", "--elo0 (20) must be below --elo1 (20)", "--sprt", *two,
        "--elo0", "20")
    for option in ("--elo0", "--elo1", "--alpha", "--beta"):
        bad(f"sprt with a bad {option}", f"{option} must be a number from", "--sprt", *two, option, "x")
    bad("sprt that is sure", "--alpha must be", "--sprt", *two, "--alpha", "0")
    bad("sprt without a number", "--beta must be", "--sprt", *two, "--beta", "nan")
    bad("a page that cannot be written, before a long run", "can’t write /no/such/page.html", *two,
        "--html", "/no/such/page.html", "--games", "1000000000", status=1)


class Page(html.parser.HTMLParser):
    """Collects unclosed tags and everything that refers to something outside the page."""
    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.tags = [], [], []
        self.feed(text)
        self.faults += self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.faults += [name for name, _ in attributes if name in ("src", "href", "onload")]

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append("/" + tag)


def reports():
    page = Path(scratch) / "page.html"
    for lang, title in (("fr", "<title>Arène\u00a0: Mille Sabords"), ("en", "<title>Arena: Mille Sabords")):
        got = run("arena", "mille-sabords", "--agents", "exact-points,greedy", "--games", "40",
                  "--html", str(page), "--lang", lang)
        text = page.read_text(encoding="utf-8")
        found = Page(text)
        check(f"a page of the arena, {lang}", got.returncode == 0 and title in text
              and f'<html lang="{lang}">' in text and not found.faults, found.faults)
        check(f"a page needs nothing but itself, {lang}", "script" not in found.tags
              and "link" not in found.tags and "http" not in text and "url(" not in text)
        check(f"a page has its plots, {lang}", found.tags.count("svg") == 7
              and found.tags.count("table") == 3, found.tags)
        check(f"a page is light or dark, {lang}", "prefers-color-scheme:dark" in text)
    run("sim", "buccaneer", "--agents", "greedy", "--games", "40", "--html", str(page))
    found = Page(page.read_text(encoding="utf-8"))
    check("a page of the simulator", found.tags.count("svg") == 5 and not found.faults, found.faults)
    full = run("sim", "mille-sabords", "--games", "40", "--html", "/dev/full")
    check("a page on a full disk is an error", full.returncode == 1 and "can’t write" in full.stderr)


def full_disk():
    """What cannot be printed is an error, said once; the reader of a closed pipe knows already."""
    for arguments in (["--help"], ["--version"], ["games"], ["games", "--help"], ["rules", "corsaires"]):
        with open("/dev/full", "w", encoding="utf-8") as full:
            got = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60,
                                 env={"PATH": os.environ["PATH"], "HOME": scratch, "LANG": "en"}, check=False)
        check(f"{' '.join(arguments)} on a full disk", got.returncode == 1 and
              got.stderr == "flibuste: can’t write to standard output.\n", (got.returncode, got.stderr))
    reader, writer = os.pipe()
    os.close(reader)
    got = subprocess.run([PROGRAM, "--help"], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60,
                         env={"PATH": os.environ["PATH"], "HOME": scratch, "LANG": "en"}, check=False)
    os.close(writer)
    check("--help to a closed pipe", got.returncode == 1 and not got.stderr, (got.returncode, got.stderr))


def waits_for_interrupt(process):
    """Whether the program catches Ctrl-C, according to its signal mask in /proc."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("SigCgt:"):
            return int(line.split()[1], 16) >> (signal.SIGINT - 1) & 1
    return False


def worked(process):
    """Processor seconds that the program has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(*arguments, stderr=subprocess.PIPE, times=1):
    """Sends Ctrl-C in the middle of the work, the second one when the first was received."""
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=stderr,
                               text=True, env={"LANG": "en_GB.UTF-8"})
    eventually(lambda: waits_for_interrupt(process) and worked(process) > 0.2)
    process.send_signal(signal.SIGINT)
    if times == 2:
        eventually(lambda: not waits_for_interrupt(process))
        process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, out, errors


def written_to(terminal):
    """Everything written to a terminal after its last writer has ended: it arrives in pieces."""
    pieces = []
    try:
        while piece := os.read(terminal, 10000):
            pieces.append(piece)
    except OSError:  # the end of file on Linux
        pass
    os.close(terminal)
    return b"".join(pieces).decode()


def interruptions():
    for arguments in (("sim", "mille-sabords", "--games", "1000000000", "--threads", "2"),
                      ("arena", "mille-sabords", "--agents", "greedy,random", "--games", "1000000000")):
        status, out, errors = interrupted(*arguments, "--json")
        got = json.loads(out) if status == 0 else {}
        check(f"{arguments[0]}: Ctrl-C prints what there is", got.get("interrupted") is True
              and 0 < got["games"] < 1000000000 and not errors, (status, errors))
    status, out, errors = interrupted("sim", "mille-sabords", "--games", "1000000000")
    check("sim: Ctrl-C in words", status == 0 and "Interrupted. These are the games" in out, out)
    endless = ("analyse", str(GOLDEN / "corsaires-8.txt"), "--playouts")
    status, out, errors = interrupted(*endless, "1000")
    check("analyse: Ctrl-C leaves no result", status == 1 and not out and
          errors == "flibuste: interrupted: there’s no result.\n", (status, errors))
    status, out, errors = interrupted(*endless, "10000000")
    check("analyse: Ctrl-C ends it in the middle of a number", status == 1 and not out and
          errors == "flibuste: interrupted: there’s no result.\n", (status, errors))
    status, out, errors = interrupted("sim", "corsaires", "--agents", "ismcts:100000000", "--games", "1", times=2)
    check("sim: a second Ctrl-C ends it in the middle of a game", status == -signal.SIGINT, (status, errors))
    ours, theirs = os.openpty()
    interrupted("arena", "mille-sabords", "--agents", "greedy,random", "--games", "1000000000",
                stderr=theirs)
    os.close(theirs)
    bar = written_to(ours)
    check("arena: a bar on a terminal, wiped at the end", "\r[   " in bar and "]   0%" in bar
          and bar.endswith("\r\033[K"), repr(bar))


def words_and_pages():
    check("help in the language of LANG", "Usage\u00a0:" in run("--help", lang="fr_FR.UTF-8").stdout)
    check("--lang is stronger than LANG", "Usage:" in run("--lang", "en", "--help",
                                                          lang="fr_FR.UTF-8").stdout)
    check("an unknown LANG is English", "Usage:" in run("--help", lang="de_DE.UTF-8").stdout)
    check("version", run("--version").stdout.startswith("flibuste "))
    check("games as JSON", json.loads(run("games", "--json").stdout)[0]["name"] == "mille-sabords")
    check("games in words", "--option target=6000|5000|8000" in run("games").stdout)
    for lang, title in (("fr", "\n1. Matériel"), ("en", "\n1. Components")):
        page = run("rules", "mille-sabords", "--lang", lang).stdout
        check(f"rules in {lang}, without markup and rulings", title in page
              and not re.search(r"^[#>|]|\*\*|`|\([A-Z]\d", page, re.MULTILINE), page)
    rule = run("rules", "mille-sabords", "5.2").stdout
    check("one rule with its table", rule.startswith("5.2 ") and re.search(r"^  8 +4", rule, re.MULTILINE)
          and "5.3" not in rule, rule)
    note = run("rules", "mille-sabords", "8.6").stdout
    check("a note is indented", "\n    ⚓ Flibuste’s ruling: " in note, note)
    check("one section", run("rules", "mille-sabords", "3").stdout.startswith("3. "))


def backups():
    refused("a backup of nothing", 2, "flibuste backup tables.db copy.db", "backup")
    refused("a backup to nowhere", 2, "flibuste backup tables.db copy.db", "backup", "one")
    refused("a backup of too much", 2, "three", "backup", "one", "two", "three")
    refused("a backup of no file", 1, "can’t open", "backup", f"{scratch}/none", f"{scratch}/copy")
    refused("a backup of a record", 1, "isn’t a Flibuste database", "backup",
            str(GOLDEN / "mille-sabords-2.txt"), f"{scratch}/copy")
    refused("a backup of memory", 1, "nothing to back up", "backup", "memory:", f"{scratch}/copy")
    kinds = "“mysql://localhost/x” isn’t a database. Use memory:, sqlite:PATH, postgres://… or a path."
    refused("a backup of an unknown kind of store", 1, kinds, "backup", "mysql://localhost/x", f"{scratch}/copy")
    refused("a server with an unknown kind of store", 1, kinds, "serve", "--listen", "127.0.0.1:0", "--quiet", "--store",
            "mysql://localhost/x")
    refused("a copy of nothing", 2, "flibuste copy tables.db", "copy", "one")
    refused("a copy of no file", 1, "can’t open", "copy", f"{scratch}/none", f"{scratch}/copy")
    check("a copy of no file creates none", not Path(f"{scratch}/none").exists() and not Path(f"{scratch}/copy").exists())
    refused("a copy of too much", 2, "three", "copy", "one", "two", "three")
    refused("a copy with a password", 2, "visible to other users", "copy", f"{scratch}/one", "postgres://a:b@localhost/x")
    refused("a server with a password", 2, "visible to other users", "serve", "--store", "postgres://h/x?password=b")
    refused("a node nowhere", 2, "isn’t an address", "serve", "--node", "here")
    settings = Path(scratch) / "settings"
    for name, text in {"without a value": "rate", "of an unknown name": "speed = 3", "that is not yes or no": "quiet = 1"}.items():
        settings.write_text(f"# comment\n\n{text}\n", encoding="utf-8")
        refused(f"a setting {name}", 2, "settings:3: “", "serve", "--settings", str(settings))
    refused("settings that are not there", 2, "can’t read", "serve", "--settings", f"{scratch}/none")
    with sqlite3.connect(f"{scratch}/bare") as file:
        file.executescript(f"PRAGMA application_id = {0x666C6962}; PRAGMA user_version = 1; CREATE TABLE seat (name)")
    file.close()
    got = run("serve", "--listen", "127.0.0.1:0", "--store", f"{scratch}/bare")
    check("no server on a store whose tables are gone", got.returncode == 1 and "isn’t a Flibuste database" in got.stderr,
          got.stderr)  # after a line of its log


def sites():
    refused("a site of nothing", 2, "site FOLDER", "site")
    refused("a site of too much", 2, "two", "site", "one", "two")
    folder = Path(scratch) / "site"
    if "no offline play" in run("site", str(folder)).stderr:  # built without WebAssembly
        return
    refused("a site in a folder of others", 1, "isn’t empty", "site", str(GOLDEN))
    refused("a site in a file", 1, "isn’t empty", "site", str(GOLDEN / "mille-sabords-2.txt"))
    refused("a site nowhere", 1, "can’t write", "site", f"{scratch}/none/such")
    for name in ("a site", "a site once more"):
        got = run("site", str(folder))
        built = next(folder.glob("flibuste-*"), folder)
        check(name, got.returncode == 0 and (built / "words" / "fr.json").exists(), got.stderr)
    listed = re.findall(r'"([^"]+)"', re.search(r"const files = (.*);", (folder / "sw.js").read_text())[1])
    written = {str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()}
    check("the service worker keeps all of a site", set(listed) == written - {"sw.js"}, str(listed))
    fixed = {path.name for path in folder.iterdir()} - {built.name}
    check("the other files have fixed addresses", fixed == {"index.html", "sw.js", "icon.svg", "manifest.webmanifest"}, fixed)


def records():
    files = sorted(GOLDEN.glob("*.txt"))
    check("there are golden records", files)
    for path in files:
        got = run("verify", str(path), "--json")
        check(f"golden record: {path.stem}", got.returncode == 0 and json.loads(got.stdout)["valid"],
              got.stderr)
    text = files[0].read_text()
    lines = text.splitlines()
    refused("an empty record", 1, "flibuste-record 1", "verify", "-", stdin="")
    refused("a truncated record", 1, "ends before its hash", "verify", "-",
            stdin="\n".join(lines[:len(lines) // 2]) + "\n")
    refused("a record without its last line", 1, "ends before its hash", "verify", "-",
            stdin="\n".join(lines[:-1]) + "\n")
    refused("a record of another version", 1, "another version", "verify", "-",
            stdin=text.replace(lines[1], lines[1].rsplit(" ", 1)[0] + " 77"))
    refused("Pirates en Duel with its first cards", 1, "another version", "verify", "-",
            stdin="flibuste-record 1\ngame pirates-en-duel 1\nseats 2\n")
    refused("a record with another score", 1, "scores", "verify", "-",
            stdin=text.replace("\nscores ", "\nscores 1"))
    refused("binary rubbish", 1, "flibuste-record 1", "verify", "-", stdin="\x00\x01\x02" * 1000)
    refused("a line without end", 1, "flibuste-record 1", "verify", "-", stdin="x" * 100000)


PARTS = Path(__file__).parent / "golden" / "parts"


def hints():
    def hint(name, *more):
        return json.loads(run("hint", str(PARTS / name), "--json", *more).stdout)
    few = ("--playouts", "300")
    whole, part = hint("open.txt", *few), hint("open-seat-3.txt", *few)
    check("hint: a whole record tells no more than the player's part of it", whole == part,
          (whole, part))
    check("hint: the same whatever the threads", whole == hint("open.txt", *few, "--threads", "3"))
    check("hint: another seed is another search", whole != hint("open.txt", *few, "--seed", "2"))
    check("hint: for whom, and out of how many moves", whole["seat"] == 3 and
          whole["legal"] >= len(whole["moves"]) > 1 and not whole["exact"], whole)
    check("hint: every playout is behind some move", whole["playouts"] == 300 ==
          sum(m["playouts"] for m in hint("open.txt", *few, "--top", "32")["moves"]), whole)
    check("hint: only as many as asked for", len(hint("open.txt", *few, "--top", "1")["moves"]) == 1)
    check("hint: why, in both languages", "«\u00a0" in whole["why"]["fr"] and "“" in whole["why"]["en"],
          whole["why"])
    check("hint: time is kept", hint("open.txt", "--seconds", "0.1")["playouts"] >= 1000)
    text = run("hint", str(PARTS / "open.txt"), *few, "--lang", "fr").stdout
    check("hint: in French words", "parties simulées" in text and whole["why"]["fr"].split()[0] in
          text, text)
    exact_hints()


def exact_hints():
    """A turn of Mille Sabords! for two: probabilities and points are those of the solver."""
    save = str(Path(scratch) / "turn.record")
    run("play", "mille-sabords", "--seats", "2", "--seed", "3", "--save", save, stdin="\n\n")
    got = json.loads(run("hint", save, "--json", "--top", "32").stdout)
    best, wins = got["moves"][0], [move["wins"] for move in got["moves"]]
    check("hint: worked out where the game is solved", got["exact"] and not got["playouts"], got)
    check("hint: the best first", wins == sorted(wins, reverse=True), wins)
    dice = [line for line in Path(save).read_text().splitlines() if line.startswith("* ")]
    card, faces = dice[-2][2:], dice[-1][2:].replace(" ", "")
    solved = {move["move"]: move["points"] for move in json.loads(
        run("solve", "mille-sabords", "--card", card, "--dice", faces, "--json").stdout)["moves"]}
    check("hint: the points of the solver", solved and best["points"] == solved[best["move"]],
          (best, solved))


def bad_hints():
    def bad(name, status, expected, file, *more):
        for command in ("hint", "analyse"):
            if command in expected:
                refused(f"{name}, {command}", status, expected[command], command, file, *more)
    whole, part = str(PARTS / "open.txt"), str(PARTS / "open-seat-3.txt")
    both = lambda text: {"hint": text, "analyse": text}
    bad("a file that is not there", 1, both("can’t read"), "nowhere.txt")
    bad("no record at all", 1, both("flibuste-record 1"), str(Path(__file__)))
    bad("playouts that are no number", 2, both("--playouts must be a whole number"), whole,
        "--playouts", "abc")
    bad("no playouts", 2, both("--playouts must be"), whole, "--playouts", "0")
    bad("a seat that is no number", 2, both("--seat must be a whole number from 1 to 3"), whole,
        "--seat", "3rd")
    bad("a seat nobody holds", 2, both("--seat must be a whole number from 1 to 3"), whole,
        "--seat", "4")
    bad("no threads", 2, both("--threads"), whole, "--threads", "0")
    bad("an argument too many", 2, both("unexpected argument"), whole, "more")
    bad("another one's part", 1, both("isn’t seat 1’s"), part, "--seat", "1")
    bad("a watcher's part", 1, both("what a spectator sees"), str(PARTS / "open-watcher.txt"))
    bad("a finished game", 1, {"hint": "this game is over"}, str(GOLDEN / "corsaires-3.txt"))
    bad("chance to move", 1, {"hint": "nothing to choose"}, str(PARTS / "chance-next.txt"))
    bad("another one's turn", 1, {"hint": "it’s not seat 1’s turn. Try --seat 3."}, whole,
        "--seat", "1")
    bad("seconds that are no number", 2, {"hint": "--seconds must be"}, whole, "--seconds", "soon")
    bad("playouts and seconds", 2, {"hint": "don’t go together"}, whole, "--playouts", "9",
        "--seconds", "1")
    bad("no moves to show", 2, {"hint": "--top must be"}, whole, "--top", "0")
    bad("secrets, and nobody's eyes", 1, {"analyse": "--seat"}, whole)
    refused("a hint without a file", 2, "name of a saved game is missing", "hint")
    refused("an analysis without a file", 2, "name of a saved game is missing", "analyse")


def adds_up(account):
    parts = [round(1e6 * account[key]) for key in ("start", "luck", "skill", "rest")]
    return sum(parts) == round(1e6 * account["result"])


def analyses():
    def analyse(path, *more):
        return json.loads(run("analyse", str(path), "--json", *more).stdout)
    exact = analyse(GOLDEN / "mille-sabords-2.txt")
    one, two = exact["players"]
    check("analyse: Mille Sabords! for two is exact", exact["exact"] and exact["finished"])
    check("analyse: what is written adds up", adds_up(one) and adds_up(two), (one, two))
    check("analyse: one's rest is the other's losses", abs(one["rest"] + two["skill"]) < 1e-3 and
          abs(two["rest"] + one["skill"]) < 1e-3, (one, two))
    check("analyse: skill is the sum of the losses", abs(one["skill"] + sum(
        d["loss"] for d in exact["decisions"] if d["seat"] == 1)) < 1e-4, one)
    check("analyse: luck is the sum of the throws", abs(one["luck"] - sum(
        t["change"][0] for t in exact["throws"])) < 1e-3, one)
    check("analyse: mistakes are named", all(d["mistake"] == (d["loss"] > 0.001)
                                             for d in exact["decisions"]))
    words = run("analyse", str(GOLDEN / "mille-sabords-2.txt"), lang="fr_FR.UTF-8").stdout
    check("analyse: in words", "Les plus grosses erreurs\u00a0:" in words and "et finit à" in words,
          words)
    searched_analyses(analyse)


def searched_analyses(analyse):
    few = ("--playouts", "16")
    teams = analyse(GOLDEN / "corsaires-8.txt", *few)
    check("analyse: eight players in teams add up", len(teams["players"]) == 8 and
          all(map(adds_up, teams["players"])), teams["players"])
    check("analyse: the same whatever the threads", teams ==
          analyse(GOLDEN / "corsaires-8.txt", *few, "--threads", "3"))
    check("analyse: an error wherever there is one", all(
        d["error"] > 0 for d in teams["decisions"] if d["loss"]), teams["decisions"])
    check("analyse: noise is no mistake", all(d["loss"] > 2 * d["error"] - 2e-6 for d in
                                              teams["decisions"] if d["mistake"]))
    whole = analyse(PARTS / "open.txt", "--seat", "3", *few)
    part = analyse(PARTS / "open-seat-3.txt", *few)
    check("analyse: a live game is seen with the player's eyes", whole == part, (whole, part))
    check("analyse: and about this seat alone", not part["finished"] and
          [p["seat"] for p in part["players"]] == [3] == sorted(
              {d["seat"] for d in part["decisions"]}), part)
    check("analyse: an unfinished game is called so", "The game isn’t over" in run(
        "analyse", str(PARTS / "dice-falling.txt")).stdout)


def plays():
    """What a player meets in line mode."""
    def play(*arguments, typed, lang="en_GB.UTF-8"):
        return run("play", *arguments, stdin="".join(line + "\n" for line in typed), lang=lang)

    finished = f"{scratch}/finished.record"
    play("mille-sabords", "--seed", "8", "--save", finished, typed=["1"] * 400)
    before = Path(finished).read_text()
    again = play("mille-sabords", "--seed", "9", "--save", finished, typed=[])
    check("--save never overwrites a finished game", again.returncode == 1 and "contains a finished game" in again.stderr
          and Path(finished).read_text() == before, again.stderr)

    def form_crew(number, line, lang="en_GB.UTF-8"):
        return play("buccaneer", "--seed", "7", "--seats", "3", "--option", "first=1", "--save",
                    f"{scratch}/crew-{number}.record", typed=[line, "q"], lang=lang).stdout

    check("pirates are typed as they are drawn", "form a crew of 2" in form_crew(1, "r5 on y2"))
    check("pirates are typed as they are drawn, in French",
          "formez un équipage de 2" in form_crew(2, "R5 sur J2", "fr_FR.UTF-8"))
    check("a crew of another player is refused with its reason", "isn’t yours" in form_crew(3, "b5 on y2"))

    def roll(number, typed, lang="en_GB.UTF-8"):
        return play("mille-sabords", "--dice", "manual", "--seats", "2", "--save", f"{scratch}/dice-{number}.record",
                    typed=[*typed, "q"], lang=lang).stdout

    check("real dice: the number of the player who goes first", "You go first." in roll(1, ["1"]))
    check("real dice: the names of the faces", "You roll 3 parrots, 1 monkey" in roll(
        2, ["1", "", "island", "", "skull parrot parrot parrot coin diamond monkey sabre"]))
    check("real dice: the names of the faces, in French", "Vous obtenez 2 perroquets, 2 sabres" in roll(
        3, ["1", "", "gard", "", "tete perr perr piece dia singe sabre sabre"], "fr_FR.UTF-8"))

    menu = run(stdin="1\ndeux\n\nq\nq\n", lang="fr_FR.UTF-8").stdout
    check("menu: a number in words is asked for in digits", "Tapez un nombre en chiffres" in menu, menu)
    refused("a step after the end", 2, "--step is from 0 to 120", "replay", str(GOLDEN / "mille-sabords-2.txt"), "--step",
            "9999")
    listed = run("saves").stdout
    check("saves: names a game and how to resume it", "Mille Sabords!" in listed and "play --resume" in listed, listed)
    number = re.search(r"(\d+)  [\d:]+  Mille Sabords", run(stdin="p\n\nq\n", lang="fr_FR.UTF-8").stdout)
    check("menu: lists the saved games", number)
    resumed = run(stdin=f"p\n{number and number[1]}\nq\n", lang="fr_FR.UTF-8").stdout
    check("menu: resumes a saved game", "Pour la reprendre" in resumed, resumed)
    ended = interrupted_play()
    check("Ctrl-C ends a game with status 130", ended == 130, ended)


def interrupted_play():
    process = subprocess.Popen([PROGRAM, "play", "corsaires", "--seed", "1", "--save", f"{scratch}/ended.record"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env={"PATH": os.environ["PATH"], "HOME": scratch, "LANG": "en_GB.UTF-8"})
    for line in process.stdout:
        if line.startswith("Draw"):
            break
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    return process.returncode


def little_tried():
    """A move that was hardly tried is not the best, and no interval exceeds 100 %."""
    record = f"{scratch}/crew-1.record"
    for playouts in (40, 60, 80, 120, 200):
        moves = json.loads(run("hint", record, "--playouts", str(playouts), "--json").stdout)["moves"]
        most = max(move["playouts"] for move in moves)
        check(f"hint: {playouts} playouts, the first move was tried", 8 * moves[0]["playouts"] >= most, moves)
        shown = re.findall(r"(\d+)% ± (\d+)", run("hint", record, "--playouts", str(playouts)).stdout)
        check(f"hint: {playouts} playouts, intervals end at 100 %", shown and
              all(int(chance) + int(error) <= 101 for chance, error in shown), shown)


with tempfile.TemporaryDirectory() as scratch:
    for part in (terminals, usage, helping, bad_scores, good_scores, solved_cards, solved_positions, solved_for_winning,
                 bad_solves,
                 simulations, rotations, arenas, sequential_tests, bad_arenas, reports,
                 interruptions, plays, little_tried, words_and_pages, full_disk, backups, sites, records, hints, bad_hints, analyses):
        part()

print(f"1..{len(results)}")
for number, (name, ok, detail) in enumerate(results, 1):
    print(f"{'ok' if ok else 'not ok'} {number} - {name}")
    if not ok:
        print("# " + detail.replace("\n", "\n# "))
sys.exit(0 if all(ok for _, ok, _ in results) else 1)
