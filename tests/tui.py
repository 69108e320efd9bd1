#!/usr/bin/python3
"""The full screen in tmux: tui.py PROGRAM [--write] [NAME...]. Prints TAP.

Golden screens (tests/golden/tui): each game at three moments, in two sizes and both languages, and other screens.
Then a whole game of each game, played with the Enter key alone. Nothing depends on time: each step waits for a
condition. After an intended change: python3 tests/tui.py BUILD/flibuste --write, then read the difference."""
import difflib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden" / "tui"
RECORDS = HERE / "golden" / "records"
PATIENCE = 60  # seconds until a condition must be true
SIZES = [(80, 24), (120, 40)]
LANGUAGES = {"fr": "fr_FR.UTF-8", "en": "en_GB.UTF-8"}

# name: command, and the keys before each moment
GAMES = {
    "mille-sabords": ("play mille-sabords --seed 3 --pace 0 --names Zoé",
                      [[], ["Enter", "Enter"], ["1", "3", "Right"]]),
    "corsaires": ("play corsaires --seed 3 --seats 4 --pace 0 --names Zoé",
                  [[], ["Enter", "Right", "Space"], ["Enter", "Enter", "Enter"]]),
    "buccaneer": ("play buccaneer --seed 7 --seats 4 --pace 0 --names Zoé --option first=1",
                  [[], ["Space"], ["Right", "Enter", "Enter", "Enter", "Enter", "Enter"]]),
    "pirates-en-duel": ("play pirates-en-duel --seed 4 --seats 4 --pace 0 --names Zoé --option level=3",
                        [[], ["Enter"], ["Enter"] * 6]),
    "aux-sabords": ("play aux-sabords --seed 3 --seats 4 --pace 0 --names Zoé",
                    [[], ["Enter", "Enter", "Enter"], ["Enter"] * 12]),
}


class Screen:
    """A program in a tmux server of its own."""

    def __init__(self, program, command, size, locale, extra=None):
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.socket = str(Path(self.home.name) / "tmux")
        environment = {"HOME": self.home.name, "XDG_STATE_HOME": f"{self.home.name}/state", "LANG": locale,
                       "TZ": "UTC", "TERM": "screen-256color", "PATH": os.environ["PATH"], **(extra or {})}
        variables = " ".join(f"{key}='{value}'" for key, value in environment.items())
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]),
                  f"cd {self.home.name} && env -i {variables} {program} {command}; echo \"status $?\"; exec cat")

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, text=True, stdout=subprocess.PIPE,
                              env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout

    def text(self):
        return self.tmux("capture-pane", "-p")

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def eventually(self, condition):
        """The text of the screen once the condition is true, or the last text."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if condition(text) or time.monotonic() > end:
                return text
            time.sleep(0.01)

    def settled(self):
        """The text once it is unchanged for a while: only for writing golden files."""
        before, since = self.text(), time.monotonic()
        while time.monotonic() - since < 0.7:
            time.sleep(0.05)
            now = self.text()
            if now != before:
                before, since = now, time.monotonic()
        return before

    def changed(self, before):
        return self.eventually(lambda text: text != before and text.strip())

    def close(self):
        self.tmux("kill-server")
        self.home.cleanup()


class Report:
    def __init__(self, write):
        self.write, self.number, self.failed = write, 0, 0

    def check(self, good, name, notes=()):
        self.number += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.number} - {name}")
        for note in notes if not good else ():
            print(f"# {note}")

    def golden(self, screen, name):
        path = GOLDEN / f"{name}.txt"
        if self.write:
            GOLDEN.mkdir(exist_ok=True)
            path.write_text(screen.settled(), encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        got = screen.eventually(lambda text: text == expected)
        self.check(got == expected, name,
                   difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got", lineterm="", n=1))


def moments(report, program, game, size, lang):
    command, keys = GAMES[game]
    screen = Screen(program, command, size, LANGUAGES[lang])
    for moment, pressed in enumerate(keys, 1):
        for key in pressed:
            before = screen.eventually(lambda text: is_asking(text))
            screen.press(key)
            screen.changed(before)
        screen.eventually(lambda text: is_asking(text))
        report.golden(screen, f"{game}-{moment}-{size[0]}-{lang}")
    screen.close()


def is_asking(text):
    """Whether the status line, or the row above it, says what Enter does."""
    return any(line.startswith((" Entrée : ", " Enter: ")) for line in text.replace("\u00a0", " ").splitlines()[-3:-1])


def is_prompting(text):
    """Whether line mode waits for input."""
    return any(line.startswith(">") for line in text.splitlines())


def is_over(text):
    return any(word in text for word in ("Entrée terminer", "Enter leave"))


def whole_game(report, program, game):
    """Enter alone plays a game to its end, and the game is saved."""
    command = f"play {game} --seed 5 --pace 0 --seats 3"
    screen = Screen(program, command, (80, 24), LANGUAGES["fr"])
    text, pressed = screen.eventually(is_asking), 0
    while not is_over(text) and pressed < 3000:
        screen.press("Enter")
        pressed += 1
        before, text = text, screen.changed(text)
        if text == before:
            break
        text = screen.eventually(lambda shown: is_asking(shown) or is_over(shown))
    over = is_over(text)
    screen.press("Enter")
    end = screen.eventually(lambda shown: "status" in shown)
    report.check(over and "status 0" in end and "flibuste replay" in end, f"a whole game of {game} by keys",
                 [] if over else [f"{pressed} times Enter, then:", *text.splitlines()])
    screen.close()


def others(report, program):
    def start(command, size=(80, 24), lang="fr", **extra):
        screen = Screen(program, command, size, LANGUAGES.get(lang, lang), extra)
        screen.eventually(is_asking)
        return screen

    play = "play mille-sabords --seed 3 --pace 0 --names Zoé"
    screen = start(play)
    screen.press("?")
    screen.eventually(lambda text: "Aide" in text)
    report.golden(screen, "help-fr")
    screen.press("Escape")
    screen.eventually(is_asking)
    screen.press(":")
    screen.press("con")
    screen.press("Tab")
    text = screen.eventually(lambda shown: ":conseil" in shown)
    report.check(":conseil" in text, "Tab completes a command")
    screen.press("C-c")
    text = screen.eventually(is_asking)
    report.check(is_asking(text), "Ctrl-C empties the command line")
    screen.press("C-c")
    text = screen.eventually(lambda shown: "status" in shown)
    report.check("status 130" in text and "play --resume" in text, "Ctrl-C ends with status 130", text.splitlines())
    screen.close()

    screen = start(play + " --seats 2")
    for line, expected in (("abandon", "Pour confirmer"), ("abandon", "abandonnez la partie")):
        screen.press(":")
        screen.eventually(lambda shown: any(row.startswith(":") for row in shown.splitlines()))
        screen.press(line)
        screen.press("Enter")
        text = screen.eventually(lambda shown: expected in " ".join(shown.split()))
        report.check(expected in " ".join(text.split()), f"resigning on the full screen: {expected}", text.splitlines())
    text = screen.eventually(is_over)
    report.check("Rackham gagne" in text or "Anne Bonny gagne" in text, "the other one wins", text.splitlines())
    screen.press("Enter")
    screen.close()

    screen = start(play)
    screen.tmux("resize-window", "-x", "100", "-y", "30")
    text = screen.eventually(lambda shown: is_asking(shown) and len(shown.splitlines()) == 30)
    report.check(is_asking(text), "a resized window is drawn again")
    screen.tmux("resize-window", "-x", "50", "-y", "15")
    text = screen.eventually(lambda shown: "--plain" in shown)
    report.check("--plain" in text, "a small window asks for more room")
    screen.tmux("resize-window", "-x", "80", "-y", "24")
    screen.eventually(is_asking)
    screen.press("q")
    text = screen.eventually(lambda shown: "status" in shown)
    report.check("status 0" in text and "play --resume" in text, "q leaves and names the saved game", text.splitlines())
    screen.close()

    screen = start("play aux-sabords --seed 3 --seats 4 --pace 0 --names Zoé", lang="C", LC_ALL="C",
                   NO_COLOR="1")
    report.golden(screen, "ascii")
    report.check(screen.text().isascii(), "without UTF-8 every character is ASCII")
    screen.close()

    for name, command, extra in (("--plain", play + " --plain", {}), ("TERM=dumb", play, {"TERM": "dumb"})):
        screen = Screen(program, command, (80, 24), LANGUAGES["fr"], extra)
        text = screen.eventually(is_prompting)
        report.check("aide" in text, f"{name} prints lines", [] if "aide" in text else text.splitlines())
        screen.close()

    screen = Screen(program, play, (79, 24), LANGUAGES["fr"])
    text = screen.eventually(is_prompting)
    report.check("aide" in text, "a terminal of 79 columns gets lines")
    screen.close()

    # The menu: a game is begun, left, and resumed from the list of saved games.
    screen = start("")
    report.golden(screen, "menu-fr")
    screen.press("2")
    screen.eventually(lambda shown: "▸ 2" in shown)
    screen.press("Enter")
    screen.eventually(lambda shown: "en main" in shown and is_asking(shown))
    screen.press("q")
    text = screen.eventually(lambda shown: "en cours" in shown)
    report.check("Corsaires" in text and "en cours" in text, "the menu lists the game that was left", text.splitlines())
    screen.press("Tab")
    screen.eventually(lambda shown: "reprendre cette partie" in shown)
    screen.press("Enter")
    text = screen.eventually(lambda shown: "en main" in shown and is_asking(shown))
    report.check("en main" in text, "and resumes it")
    screen.press("q")
    screen.eventually(lambda shown: "en cours" in shown)
    screen.press("q")
    text = screen.eventually(lambda shown: "status" in shown)
    report.check("status 0" in text, "the menu ends with status 0")
    screen.close()

    screen = start("learn buccaneer")
    report.golden(screen, "learn-fr")
    screen.press("Right", "Right", "Right", "Space")
    screen.eventually(lambda shown: "▐R5▌" in shown)
    screen.press("Enter")
    text = screen.eventually(lambda shown: "étape 2 sur" in shown)
    report.check("étape 2 sur" in text, "the expected move continues the lesson", text.splitlines())
    screen.close()

    screen = Screen(program, f"replay {RECORDS}/mille-sabords-2.txt", (120, 40), LANGUAGES["en"])
    screen.eventually(lambda shown: "chances of winning" in shown)
    screen.press("v")
    screen.eventually(lambda shown: "greedy 1’s view" in shown)
    screen.press("x")
    screen.eventually(lambda shown: "Better" in shown)
    report.golden(screen, "replay-en")
    screen.press("End")
    text = screen.eventually(lambda shown: "step 120 of 120" in shown)
    report.check("step 120 of 120" in text, "End goes to the end of a replay")
    screen.press("q")
    text = screen.eventually(lambda shown: "status" in shown)
    report.check("status 0" in text, "q leaves a replay")
    screen.close()

    # Ctrl-Z: the shell gets the terminal back, and fg redraws.
    screen = Screen("bash", "--norc -i", (80, 24), LANGUAGES["fr"])
    screen.eventually(lambda shown: "$" in shown or "#" in shown)  # the prompt of bash
    screen.press(f"{program} {play}", "Enter")
    screen.eventually(is_asking)
    screen.press("C-z")
    text = screen.eventually(lambda shown: "Stopped" in shown or "Arrêté" in shown)
    report.check("Stopped" in text or "Arrêté" in text, "Ctrl-Z returns to the shell", text.splitlines())
    screen.press("stty -a | grep -o 'isig icanon'; fg", "Enter")
    text = screen.eventually(is_asking)
    report.check(is_asking(text), "fg continues the game", text.splitlines())
    screen.press("q")
    screen.eventually(lambda shown: "--resume" in shown)
    screen.press("stty -a | grep -o ' icanon'; echo done", "Enter")
    text = screen.eventually(lambda shown: "done" in shown.splitlines())
    report.check(" icanon" in text.splitlines(), "the terminal is restored", text.splitlines())
    screen.close()

    # A killed program restores the terminal too.
    screen = Screen("bash", "--norc -i", (80, 24), LANGUAGES["fr"])
    screen.eventually(lambda shown: "$" in shown or "#" in shown)  # the prompt of bash
    file = f"{screen.home.name}/killed.record"
    screen.press(f"{program} {play} --save {file}", "Enter")
    screen.eventually(is_asking)
    found = subprocess.run(["pgrep", "-f", file], text=True, stdout=subprocess.PIPE, check=True).stdout.split()
    os.kill(int(found[0]), signal.SIGTERM)
    screen.eventually(lambda shown: "--resume" in shown)
    screen.press("stty -a | grep -o ' icanon'; echo done", "Enter")
    text = screen.eventually(lambda shown: "done" in shown.splitlines())
    report.check(" icanon" in text.splitlines(), "SIGTERM restores the terminal", text.splitlines())
    screen.close()


def main():
    program = os.path.abspath(sys.argv[1])
    names = [name for name in sys.argv[2:] if name != "--write"]
    report = Report("--write" in sys.argv)
    for game in GAMES:
        if names and game not in names:
            continue
        for size in SIZES:
            for lang in LANGUAGES:
                moments(report, program, game, size, lang)
        whole_game(report, program, game)
    if not names or "others" in names:
        others(report, program)
    print(f"1..{report.number}")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
