#!/usr/bin/python3
"""External bots: examples, faults, isolation, the engine. Prints TAP. usage: bots.py FLIBUSTE SOURCE [CC]"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FLIBUSTE = os.path.abspath(sys.argv[1])
EXAMPLES = Path(sys.argv[2], "examples/bots").resolve()
CC = sys.argv[3] if len(sys.argv) > 3 else "cc"
ANSWERS = """
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "flibuste-bot": print("want legal\\nready", flush=True)
    elif word == "legal": moves = rest.split(";")
    elif word == "go": GO
    elif word == "quit": break
"""
number = failures = 0


def report(good, title, detail=""):
    global number, failures
    number += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {title}")
    if not good and detail:
        print("\n".join("# " + line for line in str(detail).splitlines()[:20]))


def run(*arguments, text=None):
    return subprocess.run([FLIBUSTE, "--lang", "en", *arguments], input=text, capture_output=True, text=True, timeout=240)


def program(folder, name, text):
    path = Path(folder, name)
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return str(path)


def sim(command, *more, agents="greedy", games="2"):
    done = run("sim", "corsaires", "--games", games, "--agents", f"exec:{command},{agents}", "--json", *more)
    return json.loads(done.stdout)["by_agent"][0].get("replaced") if done.returncode == 0 else done.stderr


def examples(folder):
    first = str(Path(folder, "first"))
    subprocess.run([*CC.split(), "-o", first, str(EXAMPLES / "first.c")], check=True)
    for command in (str(EXAMPLES / "parrot.py"), str(EXAMPLES / "last.sh"), first):
        done = run("bot-check", command)
        cases = done.stdout.count("\nok ") + done.stdout.startswith("ok ")
        report(done.returncode == 0 and cases >= 50, f"bot-check accepts {Path(command).name}: {cases} cases",
               done.stdout + done.stderr)
        lines = Path(EXAMPLES, {"first": "first.c"}.get(Path(command).name, Path(command).name)).read_text().splitlines()
        report(len(lines) <= 30, f"{Path(command).name} has at most 30 lines: {len(lines)}")
    done = run("arena", "buccaneer", "--games", "12", "--agents", f"exec:{EXAMPLES}/parrot.py,greedy", "--json")
    rates = {agent["agent"].rpartition("/")[2]: agent["win_rate"] for agent in json.loads(done.stdout)["by_agent"]}
    report(rates["greedy"] > rates["parrot.py"], "an external bot plays in the arena", rates)
    done = run("play", "corsaires", "--people", "0", "--seats", "2", "--bots", f"exec:{first},matelot", "--seed", "4",
               "--save", str(Path(folder, "played.txt")))
    report(done.returncode == 0 and "seat 1 exec " in Path(folder, "played.txt").read_text(),
           "an external bot plays in the terminal", done.stdout[-300:] + done.stderr)


def faults(folder):
    go = lambda text: ANSWERS.replace("GO", text)
    cases = {
        "crashed": ("ends at once", "pass"),
        "late": ("never answers", go("pass")),
        "illegal": ("answers nonsense", go('print("move sink the admiral", flush=True)')),
        "flooded": ("floods", go('print("x" * 100000, flush=True)')),
        "refused": ("refuses the game", go('print("refuse I only play chess", flush=True)')),
    }
    for fault, (title, text) in cases.items():
        replaced = sim(program(folder, fault, text), "--bot-time", "50", games="1")
        others = isinstance(replaced, dict) and sum(n for name, n in replaced.items() if name != fault)
        report(isinstance(replaced, dict) and replaced[fault] > 0 and not others,
               f"a bot that {title} is replaced: {fault}", replaced)
    half = go('print("move " + (moves[0] if len(moves) % 2 else "?"), flush=True)')
    replaced = sim(program(folder, "half", half))
    report(isinstance(replaced, dict) and 0 < replaced["illegal"] < 150 and not replaced["crashed"],
           "a bot that is sometimes wrong plays its other moves itself", replaced)
    done = run("sim", "corsaires", "--games", "1", "--agents", f"exec:{folder}/illegal,greedy")
    report("moves were replaced by random ones (illegal " in done.stdout, "the result names the bot and the cause",
           done.stdout)
    done = run("sim", "corsaires", "--games", "1", "--agents", "exec:,greedy")
    report(done.returncode == 2 and "unknown bot" in done.stderr, "an empty command is refused", done.stderr)
    done = run("bot-check", str(Path(folder, "illegal")), "--game", "corsaires", "--bot-time", "100")
    report(done.returncode == 1 and "# illegal: sink the admiral" in done.stdout, "bot-check names the nonsense",
           done.stdout)
    done = run("bot-check")
    report(done.returncode == 2 and "./mybot" in done.stderr, "bot-check without a program says what it expects",
           done.stderr)
    done = run("bot-check", "x", "--game", "corsaire")
    report(done.returncode == 2 and "corsaires" in done.stderr, "bot-check suggests a game", done.stderr)


def isolation(folder):
    probe = """
import socket, sys
def tried(what):
    try: what(); return "yes"
    except Exception as error: return type(error).__name__
def connect(): socket.create_connection(("127.0.0.1", int(sys.argv[1])), 1).close()
network = tried(connect)
memory = tried(lambda: bytearray(3 << 30))
open("/dev/stderr", "w").write(f"network {network} memory {memory}\\n")
"""
    import socket
    server = socket.create_server(("127.0.0.1", 0))
    path = program(folder, "probe", probe)
    done = run("sim", "corsaires", "--games", "1", "--agents", f"exec:{path} {server.getsockname()[1]},greedy")
    server.close()
    isolated = run("bot-check", path, "--game", "corsaires").stdout.splitlines()[0]
    allowed = "yes" if isolated.endswith("none") else None
    words = done.stderr.split()
    network, memory = (words[1], words[3]) if len(words) >= 4 else ("?", "?")
    report(network != "yes" or allowed, f"a bot has no network ({isolated.lstrip('# ')}): {network}", done.stderr)
    report(memory == "MemoryError", f"a bot has a limit of memory: {memory}", done.stderr)


def engine():
    for game in ("corsaires", "mille-sabords", "pirates-en-duel"):
        results = [json.loads(run("sim", game, "--games", "3", "--agents", agents, "--json").stdout)["hash"]
                   for agents in ("greedy", f"exec:{FLIBUSTE} engine greedy")]
        report(results[0] == results[1], f"the engine plays {game} as its agent does", results)
    done = run("bot-check", f"{FLIBUSTE} engine ismcts:30", "--game", "corsaires", "--bot-time", "5000")
    report(done.returncode == 0, "bot-check accepts an engine that searches", done.stdout)
    start = "flibuste-bot 1\ngame mille-sabords 1\nseats 2\noption first 1\nseat 1\nstart\n"
    middle = "1 card\n* coin\n1 throw\n* S P M X C D C C\n"
    done = run("engine", text=start + middle + "hint 400\nanalyse 16\ngo 1000\nend\nquit\n")
    lines = done.stdout.splitlines()
    hints = [line for line in lines if line.startswith("hint ")]
    report(done.returncode == 0 and hints and hints[0].startswith("hint 1 wins 0.") and "done" in lines,
           "the engine gives hints", done.stdout)
    analysis = [line for line in lines if line.startswith("analysis ")]
    report(len(analysis) == 1 and json.loads(analysis[0].partition(" ")[2]), "the engine analyses", done.stdout[:400])
    report(any(line.startswith("move ") for line in lines), "and moves", done.stdout[:400])
    wrong = {"flibuste-bot 7\n": "refuse expected version 1", "game chess 1\n": "refuse unknown game",
             "game corsaires 9\n": "refuse expected version 1 of the rules", "go 5\n": "error no game was started",
             start + "2 card\n": "error this event is not possible here", start + "go 10\n": "move card",
             start + "hint 0\n": "error expected a number of playouts", "1 card\n": "error expected \"start\"",
             "agent " + "x" * 99 + "\n": "error expected \"agent NAME\"", "option a b\n": "error expected \"option",
             start + "x" * 200000 + "\n": "ready"}
    for text, answer in wrong.items():
        done = run("engine", text=text)
        report(done.returncode == 0 and answer in done.stdout, f"the engine answers: {answer}", done.stdout[-300:])


with tempfile.TemporaryDirectory() as scratch:
    examples(scratch)
    faults(scratch)
    isolation(scratch)
engine()
print(f"1..{number}")
sys.exit(1 if failures else 0)
