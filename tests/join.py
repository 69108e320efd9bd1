#!/usr/bin/python3
"""People in terminals at a server's table: join.py PROGRAM [--write] [PART...]. Prints TAP.

Two people, one on the full screen and one with lines of text, play a whole game at a real server that is killed and
started again in the middle. Then lists, refusals, and golden screens of the waiting room (tests/golden/tui)."""
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from served import PATIENCE, Server
from tui import LANGUAGES, Report, Screen

SIZES = [(80, 24), (120, 40)]


class Room(Screen):
    """A screen without what differs between two runs: the code, the port and the commitment."""

    def text(self):
        text = super().text()
        text = re.sub(r"Table \w{6}", "Table CODE12", text)
        text = re.sub(r"(équitables|fair)  [0-9a-f]{8}", r"\1  00000000", text)
        return re.sub(r"(équitables|fair)  [0-9a-f]{1,7}…", r"\1  000…", text)


def options_of(table):
    return " ".join(f"--option {option}" for option in table)


def code_on(screen):
    text = screen.eventually(lambda shown: re.search(r"able (\w{6})\b", shown))
    return re.search(r"able (\w{6})\b", text).group(1)


def is_over(text):
    return "revanche" in text


def press_when_asked(screen, key, is_asking, seen):
    """Presses the key if the screen shows a new question. Returns the text that was answered."""
    text = screen.text()
    if text == seen or not is_asking(text):
        return seen
    screen.press(*key)
    return text


def asks_on_screen(text):
    lines = text.replace("\u00a0", " ").splitlines()
    return any(line.startswith(" Entrée : ") for line in lines[-4:])


def asks_in_lines(text):
    """Whether the last line is an empty prompt, and a list of choices follows the prompt before it."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines or lines[-1] != ">":
        return False
    after = [index for index, line in enumerate(lines[:-1]) if line.startswith(">")]
    return any(re.match(r" 1 +\S", line) for line in lines[after[-1] if after else 0:])


def play(report, screen, plain, restart):
    """Plays until both terminals show the end. In the middle the server is killed and started again."""
    seen_screen = seen_lines = None
    moves = 0
    restarted = False
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end:
        answered = press_when_asked(screen, ["Enter"], asks_on_screen, seen_screen)
        moves += answered != seen_screen
        seen_screen = answered
        answered = press_when_asked(plain, ["1", "Enter"], asks_in_lines, seen_lines)
        moves += answered != seen_lines
        seen_lines = answered
        if moves >= 12 and not restarted:
            restarted = True
            restart()
            back = plain.eventually(lambda text: "rétablie" in text)
            report.check("rétablie" in back, "lines: the connection is back after a restart of the server", [back])
            seen_screen = seen_lines = None
        if restarted and is_over(screen.text()) and is_over(plain.text()):
            return True
    return False


def whole_game(report, program, scratch):
    server = Server(program, scratch, "--store", f"{scratch}/tables.db", lang="fr")
    address = f"http://127.0.0.1:{server.port}/"
    plain_command = (f"join {address} --new mille-sabords --plain --name Zoé "
                     + options_of(["seats=person,person", "first=1", "chat=free", "pace=0"]))
    plain = Screen(program, plain_command, (100, 40), LANGUAGES["fr"])
    code = code_on(plain)
    screen = Screen(program, f"join '{address}#t={code}' --name Hugo", (80, 24), LANGUAGES["fr"])
    waiting = screen.eventually(lambda text: "prendre cette place" in text)
    report.check("prendre cette place" in waiting, "full screen: the waiting room offers the free seat", [waiting])
    screen.press("Enter")
    text = plain.eventually(lambda shown: "Hugo prend place" in shown)
    report.check("Hugo prend place" in text, "lines: somebody sits down", [text])

    screen.press("c")
    screen.press("-l", "Bonjour à tous")
    screen.press("Enter")
    text = plain.eventually(lambda shown: "Hugo\u00a0: Bonjour à tous" in shown)
    report.check("Hugo\u00a0: Bonjour à tous" in text, "lines: a message of the other terminal", [text])
    plain.press("-l", "dire Salut")
    plain.press("Enter")
    text = screen.eventually(lambda shown: "Zoé\u00a0: Salut" in shown)
    report.check("Zoé\u00a0: Salut" in text, "full screen: a message of the other terminal", [text])

    plain.press("-l", "réagir 2")
    plain.press("Enter")
    text = screen.eventually(lambda shown: "Zoé réagit" in shown)
    report.check("Zoé réagit\u00a0: «\u00a0Bravo" in text, "full screen: a reaction is a text", [text])

    def restart():
        server.stop(signal.SIGKILL)
        lost = screen.eventually(lambda shown: "connexion perdue" in shown)
        report.check("connexion perdue" in lost, "full screen: the lost connection is shown", [lost])
        server.start()

    plain.press("-l", "commencer")
    plain.press("Enter")
    over = play(report, screen, plain, restart)
    report.check(over, "two terminals play a whole game with a restart of the server",
                 [screen.text(), plain.text()])

    passes = list(Path(f"{plain.home.name}/state/flibuste/tables").glob("*.json"))
    private = [stat.S_IMODE(path.stat().st_mode) for path in passes]
    report.check(private == [0o600], "the tokens are in one file that only its owner can read", [str(private)])

    plain.press("-l", "quitter")
    plain.press("Enter")
    text = plain.eventually(lambda shown: "status 0" in shown)
    report.check(f"join {code}" in text, "leaving prints the command that returns", [text])
    screen.press("q")
    screen.press("q")
    text = screen.eventually(lambda shown: "status 0" in shown)
    report.check(f"join {code}" in text, "full screen: the second q leaves", [text])

    environment = {"HOME": plain.home.name, "XDG_STATE_HOME": f"{plain.home.name}/state", "LANG": "fr_FR.UTF-8",
                   "PATH": os.environ["PATH"]}
    known = subprocess.run([program, "join"], env=environment, capture_output=True, text=True, check=False)
    report.check(code in known.stdout and "Hugo" in known.stdout, "join alone lists the table", [known.stdout])
    saves = subprocess.run([program, "saves"], env=environment, capture_output=True, text=True, check=False)
    report.check(code in saves.stdout, "saves lists the table", [saves.stdout])
    menu = subprocess.run([program, "--lang", "fr"], env=environment, input="p\n1\nquitter\nq\n", text=True,
                          capture_output=True, check=False)
    report.check(f"table {code}" in menu.stdout and "(vous)" in menu.stdout, "the menu returns to the seat",
                 [menu.stdout + menu.stderr])
    again = subprocess.run([program, "join", code, "--plain"], env=environment, input="quitter\n", capture_output=True,
                           text=True, check=False)
    report.check("(vous)" in again.stdout and not again.returncode, "join CODE returns to the seat",
                 [again.stdout + again.stderr])
    screen.close()
    plain.close()
    server.stop()


def ends(report, program, scratch):
    """Two terminals: one proposes to end the game and is refused; then it resigns, which must be typed twice."""
    server = Server(program, scratch, "--store", f"{scratch}/ends.db", lang="fr")
    address = f"http://127.0.0.1:{server.port}/"
    plain = Screen(program, f"join {address} --new mille-sabords --plain --name Zoé "
                   + options_of(["seats=person,person", "first=1", "pace=0"]), (100, 40), LANGUAGES["fr"])
    code = code_on(plain)
    screen = Screen(program, f"join '{address}#t={code}' --name Hugo", (80, 24), LANGUAGES["fr"])
    screen.eventually(lambda text: "prendre cette place" in text)
    screen.press("Enter")
    plain.eventually(lambda shown: "Hugo prend place" in shown)
    for line, expected in (("commencer", "Zoé"), ("arrêter", "proposez d’arrêter")):
        plain.press("-l", line)
        plain.press("Enter")
        plain.eventually(lambda shown: expected in shown)
    text = screen.eventually(lambda shown: "propose" in shown)
    report.check("propose" in text, "full screen: the other one proposes to end the game", [text])
    screen.press("n")
    text = plain.eventually(lambda shown: "La partie continue" in shown)
    report.check("La partie continue" in text, "lines: the proposal is declined", [text])
    for line, expected in (("abandon", "pour confirmer"), ("abandon", "Hugo gagne")):
        plain.press("-l", line)
        plain.press("Enter")
        text = plain.eventually(lambda shown: expected in " ".join(shown.split()))
        report.check(expected in " ".join(text.split()), f"lines: resigning, {expected}", [text])
    text = screen.eventually(is_over)
    report.check(is_over(text), "full screen: the game is over", [text])
    screen.close()
    plain.close()
    server.stop()


def play_by_pipe(report, program, scratch):
    """A whole game of each game through a pipe: the first choice of every list, or two items."""
    server = Server(program, scratch, "--store", "memory")
    for game, more in (("mille-sabords", []), ("corsaires", ["teams=off"]), ("buccaneer", []), ("buccaneer",
                       ["aide-memoire=on"]), ("pirates-en-duel", ["target=15"]), ("aux-sabords", ["board=11", "end=one"])):
        made = subprocess.run([program, "join", f"http://127.0.0.1:{server.port}/", "--lang", "en", "--name", "Zoe",
                               "--new", game, "--seats", "3" if game == "buccaneer" else "2", "--option", "pace=0",
                               *sum((["--option", option] for option in more), [])],
                              env={"HOME": f"{scratch}/pipe", "PATH": os.environ["PATH"]}, check=False,
                              input="\n" + "1\nh 1 2\n" * 3000, capture_output=True, text=True, timeout=8 * PATIENCE)
        report.check("“rematch” to play again" in made.stdout and "Scores:" in made.stdout,
                     f"{game} {more} is played to its end through a pipe",
                     [made.stdout[-1500:], made.stderr])
    server.stop()


def refusals(report, program, scratch):
    """Each wrong command is answered by one sentence and a status."""
    server = Server(program, scratch, "--store", "memory")
    address = f"http://127.0.0.1:{server.port}/"
    cases = [
        ([], "give the address", 2),
        (["http://"], "isn’t an address", 2),
        (["ABC123"], "give its server", 2),
        (["http://127.0.0.1:1/#t=ABC123"], "can’t be reached", 1),
        (["http://flibuste.invalid/#t=ABC123"], "found", 1),
        ([f"https://127.0.0.1:{server.port}/#t=ABC123"], "encrypted", 1),
        ([address + "#t=ABC123"], "No table has that code", 1),
        ([address, "--new", "corsaire"], "corsaires", 2),
        ([address, "--new", "corsaires", "--option", "teams=maybe"], "the server refuses", 1),
        ([address + "#t=ABC123", "--seat", "9"], "--seat", 2),
        ([address, "more"], "more", 2),
    ]
    for arguments, expected, status in cases:
        got = subprocess.run([program, "--lang", "en", "join", *arguments], input="", capture_output=True, text=True,
                             check=False, env={"HOME": f"{scratch}/nobody", "PATH": os.environ["PATH"]})
        one = got.stderr.count("\n") == 1
        report.check(expected in got.stderr and got.returncode == status and one, f"join {' '.join(arguments)}",
                     [f"{got.returncode}: {got.stderr}"])
    got = subprocess.run([program, "--lang", "en", "join", address], capture_output=True, text=True, check=False,
                         env={"HOME": f"{scratch}/nobody", "PATH": os.environ["PATH"]})
    report.check("No public tables" in got.stdout and not got.returncode, "an address without a table: the lobby",
                 [got.stdout + got.stderr])
    server.stop()


def waiting_rooms(report, program, scratch):
    server = Server(program, scratch, "--store", "memory")
    for size in SIZES:
        for lang, locale in LANGUAGES.items():
            options = options_of(["seats=person,bot:bosco,open,person", "clock=bank:600+5", "captures=hidden", "lobby=public"])
            screen = Room(program, f"join http://127.0.0.1:{server.port}/ --new corsaires --name Zoé {options}", size,
                          locale)
            screen.eventually(lambda text: "(vous)" in text or "(you)" in text)
            report.golden(screen, f"join-{size[0]}-{lang}")
            got = subprocess.run([program, "--lang", lang, "join", f"http://127.0.0.1:{server.port}/"], text=True,
                                 capture_output=True, check=False, env={"HOME": scratch, "PATH": os.environ["PATH"]})
            report.check("Corsaires" in got.stdout and "Zoé" in got.stdout, "the lobby lists a public table",
                         [got.stdout + got.stderr])
            screen.close()
    server.stop()


def main():
    program = str(Path(sys.argv[1]).resolve())
    report = Report("--write" in sys.argv)
    parts = {part.__name__: part for part in (waiting_rooms, refusals, whole_game, ends, play_by_pipe)}
    chosen = ["waiting_rooms"] if report.write else sys.argv[2:] or list(parts)
    with tempfile.TemporaryDirectory() as scratch:
        for name in chosen:
            parts[name](report, program, scratch)
    print(f"1..{report.number}")
    return report.failed > 0


if __name__ == "__main__":
    sys.exit(main())
