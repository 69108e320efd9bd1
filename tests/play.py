#!/usr/bin/python3
"""The terminal as players use it, including pipes and signals: play.py PROGRAM. Prints TAP."""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from served import eventually

PROGRAM = os.path.abspath(sys.argv[1])
RECORDS = Path(__file__).resolve().parent / "golden" / "records"
PATIENCE = 120  # seconds, for a busy machine
results = []


def check(name, ok, detail=""):
    results.append((name, bool(ok), str(detail)))


def environment(**more):
    return {"PATH": os.environ["PATH"], "HOME": os.getcwd(), "LANG": "en_GB.UTF-8",
            "TERM": "xterm", **more}


def run(*arguments, lines=(), stdin=None, **more):
    text = "".join(line + "\n" for line in lines) if stdin is None else stdin
    return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True,
                          env=environment(**more), timeout=PATIENCE)


def play(*arguments, **more):
    return run("play", "mille-sabords", *arguments, **more)


def verified(path):
    return run("verify", path).returncode == 0


class Terminal:
    """The program on its own pseudo-terminal of eighty columns."""

    def __init__(self, *arguments, **more):
        self.child, self.end = pty.fork()
        if not self.child:
            os.execve(PROGRAM, [PROGRAM, *arguments], environment(**more))
        self.text = ""

    def read(self, until, seconds=PATIENCE):
        """Reads until a text appears, or the program ends; returns whether it appeared."""
        start, stop = len(self.text), time.monotonic() + seconds
        while until not in self.text[start:] and time.monotonic() < stop:
            if select.select([self.end], [], [], min(0.2, seconds))[0]:
                try:
                    piece = os.read(self.end, 4096)
                except OSError:
                    break
                if not piece:
                    break
                self.text += piece.decode("utf-8", "replace")
        return until in self.text[start:]

    def prompted(self):
        """Waits until a line can be typed: before that the terminal itself would consume Ctrl-D."""
        def is_prompt():
            self.read("\0", 0.01)
            takes_lines = termios.tcgetattr(self.end)[3] & termios.ICANON
            return not takes_lines and re.search(r"> (\033\[[0-9;?]*[a-zA-Z])*$", self.text)
        eventually(is_prompt)

    def type(self, keys):
        os.write(self.end, keys.encode())

    def leave(self):
        """The exit status, or minus the signal."""
        begun = time.monotonic()
        self.read("\0")  # until it ends
        if time.monotonic() - begun >= PATIENCE:
            os.kill(self.child, signal.SIGKILL)
        _, status = os.waitpid(self.child, 0)
        os.close(self.end)
        return os.waitstatus_to_exitcode(status)


def whole_games():
    got = play("--seed", "5", "--save", "whole", lines=["1"] * 400)
    check("a game is played to its end", got.returncode == 0 and "wins!" in got.stdout,
          got.stderr)
    check("its record is right", verified("whole") and "winners" in Path("whole").read_text())
    play("--seed", "5", "--save", "whole-again", lines=["1"] * 400)
    check("the same seed gives the same game",
          Path("whole").read_text() == Path("whole-again").read_text())
    other = play("--save", "fresh-1", lines=["1"] * 400)
    another = play("--save", "fresh-2", lines=["1"] * 400)
    check("without a seed games differ", other.returncode == another.returncode == 0 and
          Path("fresh-1").read_text() != Path("fresh-2").read_text())
    check("five may play, and bots of several levels",
          "(level 1: Powder Monkey)" in play("--seats", "5", "--bots", "moussaillon,matelot", "--save", "five",
                                 lines=["quit"]).stdout)
    seat = play("--as-seat", "2", "--names", "A,B,C", "--save", "as", lines=["quit"]).stdout
    check("a person may take any seat", "A (level 2: Sailor), B, C (level 2: Sailor)" in seat, seat)


def leaving():
    got = play("--seed", "1", "--save", "left", lines=["", "quit"])
    check("quit: status 0, and how to go on", got.returncode == 0 and
          "flibuste play --resume left" in got.stdout and not got.stderr, got)
    got = play("--seed", "1", "--save", "closed", lines=[""])
    check("input closed: status 1 and one line", got.returncode == 1 and
          got.stderr.count("\n") == 1 and "--resume closed" in got.stdout, got)
    check("both leave the same record",
          Path("left").read_text() == Path("closed").read_text() and verified("left"))
    got = play("--save", "no-newline", stdin="quit")
    check("a last line without an end counts", got.returncode == 0, got)
    got = subprocess.run(f"yes 1 | {PROGRAM} play mille-sabords --save pipe | head -3", shell=True,
                         capture_output=True, text=True, env=environment(), timeout=PATIENCE)
    check("a closed output is noticed", "can’t write the output" in got.stderr, got.stderr)
    check("and the record can be resumed", verified("pipe"))
    got = run("play", "mille-sabords", lines=["quit"], XDG_STATE_HOME=os.getcwd() + "/state")
    kept = list(Path("state/flibuste").glob("mille-sabords-*.record"))
    check("a game is kept without being asked", len(kept) == 1 and str(kept[0]) in got.stdout, got)
    got = play(lines=["quit"], HOME="/dev/null")
    check("where nothing can be kept, one can still play", got.returncode == 0 and
          "isn’t saved" in got.stdout, got)
    got = play("--save", "no/such/place", lines=["quit"])
    check("a path that cannot be written is reported, status 1", got.returncode == 1 and
          "can’t be saved in no/such/place: no file or folder has that name" in got.stdout, got)


def told(text):
    """The lines of the log: from a bullet to the line before the next one."""
    return [" ".join(line.split()) for line in re.findall(r"^• .*(?:\n  \S.*)*", text, re.M)]


def whole_turns():
    """A bot's turn is told as it is told afterwards: in one sentence where nothing dramatic happens."""
    for game in ("mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords"):
        options = ["--option", "aide-memoire=on"] if game == "buccaneer" else []
        path = f"turns-{game}"
        live = told(run("play", game, "--people", "0", "--seed", "4", "--save", path, *options).stdout)
        later = told(run("replay", path).stdout)
        different = [pair for pair in zip(live, later) if pair[0] != pair[1]]
        check(f"bots' turns are told as in a replay: {game}", live and live == later, different[:1])
    got = run("play", "pirates-en-duel", "--seed", "4", "--save", "hired", lines=["1"] * 30, LANG="fr_FR.UTF-8")
    quiet = [line for line in told(got.stdout) if re.match("• Rackham recrute .*, puis tire .* pièce", line)]
    check("a quiet turn is one sentence while a person plays", quiet, told(got.stdout))
    before = re.split(r"^> ", got.stdout, flags=re.M)
    log = run("replay", "hired", "--viewer", "1", LANG="fr_FR.UTF-8").stdout
    bots = [line for line in told(log) if re.match("• (Anne Bonny|Rackham) ", line)]
    check("everything is told before the person is asked",
          [line for part in before for line in told(part) if re.match("• (Anne Bonny|Rackham) ", line)] == bots, bots)


def resuming():
    """A game that is left after every single line and resumed with the same seed is the same game."""
    typed = ["1"] * 12 + ["r 1 2", "r 2 3", "1"] * 6 + ["1"] * 5
    play("--seed", "8", "--save", "straight", lines=typed)
    play("--seed", "8", "--save", "halting", lines=typed[:1])
    for line in typed[1:]:
        run("play", "--seed", "8", "--resume", "halting", lines=[line])
    straight, halting = Path("straight").read_text(), Path("halting").read_text()
    check("a game left and resumed at every line is the same game",
          straight == halting and straight.count("\n") > 60, f"{straight}\n---\n{halting}")
    got = run("play", "mille-sabords", "--resume", "halting", "--save", "elsewhere", lines=["quit"])
    check("a resumed game may be kept elsewhere", got.returncode == 0 and
          "--resume elsewhere" in got.stdout and Path("halting").read_text() == halting, got)
    got = run("play", "--resume", "halting", lines=["log", "quit"])
    check("who resumes hears what happened last", got.stdout.count("•") > 5, got.stdout)
    play("--names", "Zoé", "--save", "named", lines=["quit"])
    got = run("play", "--resume", "named", lines=["quit"])
    check("names and levels come from the record", "Zoé, Anne Bonny (level 2: Sailor)" in got.stdout, got)


def undoing():
    """A record with an undo: moves before the undo can be undone too."""
    def kept(name, moves):
        run("play", "buccaneer", "--people", "3", "--seed", "3", "--save", name,
            lines=["1"] * moves + ["quit"])
        return Path(name).read_text()
    hashed = re.search("hash .*", kept("one-move", 1)).group()
    Path("undone").write_text(re.sub("\n+hash .*", f"\nundo 1\n\n{hashed}", kept("two-moves", 2)))
    got = run("play", "--resume", "undone", lines=["undo", "quit"])
    check("a move before an undo of the record is taken back", got.returncode == 0 and
          Path("undone").read_text().count("undo 1\n") == 2 and verified("undone"), got)


def resigning():
    """The first command warns of the consequence; only the same again resigns."""
    got = run("play", "corsaires", "--seats", "2", "--seed", "3", "--save", "resigned",
              lines=["resign", "scores", "resign", "resign"])
    check("one resigns after a confirmation", got.returncode == 0 and "You resign." in told_words(got) and
          told_words(got).count("the game ends and Anne Bonny wins. To confirm, type") == 2 and
          "Anne Bonny wins!" in got.stdout, got)
    check("the record says so, and verifies", verified("resigned") and
          "\nresign 1\n\nwinners 2\n" in Path("resigned").read_text(), Path("resigned").read_text())
    check("the replay shows it", "Pirate 1 resigns." in run("replay", "resigned").stdout)
    got = run("play", "aux-sabords", "--seats", "2", "--seed", "3", "--save", "abandon",
              lines=["abandon", "abandon"], LANG="fr_FR.UTF-8")
    check("in French, too, where « abandonner » is also a move", "Vous abandonnez la partie." in told_words(got), got)
    got = play("--people", "2", "--seats", "3", "--seed", "3", "--save", "goes-on",
               lines=["resign", "resign", "", "quit"])
    check("of three, a bot plays on for the one who resigned", got.returncode == 0 and
          "a bot plays for you and you can no longer win" in told_words(got) and
          "resign 1\n" in Path("goes-on").read_text() and verified("goes-on"), got)
    got = run("play", "--resume", "goes-on", lines=["1"] * 400)
    record = Path("goes-on").read_text()
    check("after a break as well, and the one who resigned does not win", got.returncode == 0 and
          verified("goes-on") and re.search("^winners [23 ]+$", record, re.M), got.stdout[-600:])
    got = run("play", "--resume", "hesitant", lines=["resign"]) if play(
        "--save", "hesitant", lines=["resign", "quit"]).returncode == 0 else None
    check("a warning alone changes nothing", got and "resign" not in Path("hesitant").read_text(), got)
    got = play("--save", "letters", lines=["r", "re", "quit"])
    check("no beginning of the word resigns or hides another command", "To confirm" not in told_words(got), got)


def told_words(got):
    """The output with every line break as a space."""
    return " ".join(got.stdout.split())


def remembering():
    """Buccaneer without its aide-memoire: the log names no covered pawn, and nobody can look back before the end
    (rule 4.7)."""
    marks = re.compile(r"captures? (the|your) (red|blue|yellow|black|green) [2-5?]")
    got = run("play", "buccaneer", "--seed", "4", "--save", "unfinished", lines=["1"] * 4 + ["log", "quit"])
    captures = len(re.findall("captures? one of|takes? a crew of", got.stdout))
    check("from memory: captures are reported without the pawns' values",
          got.returncode == 0 and captures > 8 and not marks.search(got.stdout), got.stdout)
    got = run("replay", "unfinished")
    check("from memory: a replay before the end shows the present alone",
          got.returncode == 0 and got.stdout.count("Ships to come") == 1 and not marks.search(got.stdout), got)
    got = run("replay", "unfinished", "--step", "3")
    check("from memory: an earlier position is refused",
          got.returncode == 1 and "from memory" in got.stderr and not got.stdout, got)
    got = run("analyse", "unfinished")
    check("from memory: so is an analysis", got.returncode == 1 and "from memory" in got.stderr, got)
    run("play", "buccaneer", "--seed", "4", "--save", "finished", lines=["1"] * 400)
    got = run("replay", "finished")
    check("from memory: after the end everything is shown", marks.search(got.stdout), got.stdout[-300:])
    run("play", "buccaneer", "--seed", "4", "--save", "aided", "--option", "aide-memoire=on",
        lines=["1"] * 4 + ["quit"])
    check("with the aide-memoire everything is shown at once",
          marks.search(run("replay", "aided", "--step", "3").stdout))


def remembering_on_a_terminal():
    """Earlier tables of such a game are cleared, including the scrollback buffer, when a new one is drawn."""
    t = Terminal("play", "buccaneer", "--seed", "4", "--option", "first=1", "--save", "wiped")
    t.prompted()
    t.type("1\r")
    check("from memory: the bots play and the person is asked again", t.read("Form a crew or attack a ship", 60))
    tables = t.text.split("\033[2J\033[3J\033[H")
    check("from memory: a terminal shows one table at a time",
          len(tables) == 4 and all(table.count("Ships to come") == 1 for table in tables), tables)
    t.leave()


def refused(name, expected, *arguments, status=1):
    got = run("play", *arguments)
    check(f"refused: {name}", got.returncode == status and got.stderr.count("\n") == 1 and
          expected in got.stderr and not got.stdout, got)


def refusing():
    Path("diary").write_text("dear diary\n")
    Path("empty").write_text("")
    play("--save", "open", lines=["quit"])
    refused("a file that is no record", "diary isn’t a saved game", "mille-sabords", "--save", "diary")
    check("the file is as it was", Path("diary").read_text() == "dear diary\n")
    refused("an unfinished game", "unfinished", "mille-sabords", "--save", "open")
    os.mkfifo("fifo")
    refused("what is no file", "isn’t a saved game", "mille-sabords", "--save", "fifo")
    refused("a directory", "isn’t a saved game", "mille-sabords", "--save", ".")
    refused("resuming no record", "line 1", "--resume", "diary")
    refused("resuming nothing", "can’t read", "--resume", "nothing")
    refused("resuming a finished game", "this game is over", "--resume",
            str(RECORDS / "mille-sabords-2.txt"))
    refused("resuming with other seats", "come from the file", "--resume", "open", "--seats", "2",
            status=2)
    refused("dice of no kind", "os, manual, fair, fair:SECRET, seed:NUMBER or file:FILE",
            "mille-sabords", "--dice", "loaded", status=2)
    refused("dice from no file", "can’t read", "mille-sabords", "--dice", "file:nothing")
    refused("a seed that is none", "seed", "mille-sabords", "--seed", "x", status=2)
    refused("a seed and dice", "--seed and --dice", "mille-sabords", "--seed", "1", "--dice", "os",
            status=2)
    refused("an unknown level", "moussaillon, matelot", "mille-sabords", "--bots", "king", status=2)
    refused("more levels than bots", "--bots", "mille-sabords", "--seats", "2", "--bots",
            "matelot,matelot", status=2)
    refused("more people than seats", "--people", "mille-sabords", "--seats", "2", "--people", "3",
            status=2)
    refused("a seat that is not there", "--as-seat", "mille-sabords", "--as-seat", "4", status=2)
    refused("people and seats that do not agree", "--as-seat", "mille-sabords", "--people", "2",
            "--as-seat", "1", status=2)
    refused("a path that is too long", "too long", "mille-sabords", "--save", "x" * 2000)
    refused("a name that is none", "--names", "mille-sabords", "--names", "a\x1b[2J", status=2)
    refused("a colour that is none", "auto, always or never", "mille-sabords", "--color", "red",
            status=2)
    got = play("--save", "empty", lines=["quit"])
    check("an empty file may be written", got.returncode == 0 and verified("empty"), got)


def partial_records():
    """A partial record can be replayed, but not resumed."""
    play("--seed", "3", "--save", "full", lines=["1"] * 5)
    text = Path("full").read_text()
    head, rest = text.split("\nseat ", 1)
    Path("watched").write_text(f"{head}\nviewer watcher\nseat {rest}")
    check("a partial record is right", verified("watched"), run("verify", "watched").stderr)
    refused("resuming a partial record", "only one player’s view", "--resume", "watched")
    check("it can be replayed", run("replay", "watched").returncode == 0)
    got = run("replay", "watched", "--viewer", "1")
    check("but not with other eyes", got.returncode == 1 and "only one view" in got.stderr, got)


def chance():
    typed = ["first-1", "", "guardian", "", "SSPPMMXX", "r 1 3 4", "cdc", "stop", "quit"]
    got = play("--dice", "manual", "--save", "manual", lines=typed)
    check("real dice are typed in", "* S S P P M M X X\n1 reroll 1 3 4\n* C D C\n" in
          Path("manual").read_text(), got.stdout)
    got = play("--dice", "manual", "--save", "manual-2", lines=["first-1", "", "pirate", "",
                                                                "SPMXCDSSS", "SPMXCDSQ", "SPM"])
    check("too many dice or wrong ones are asked again, none is used",
          Path("manual-2").read_text().splitlines()[-3] == "* S P M" and
          got.stdout.count("That’s not possible.") == 2, got.stdout)
    got = run("play", "aux-sabords", "--dice", "manual", "--names", "Mary", "--save", "manual-3",
              lines=["first-blue", "leg leg leg leg leg", "quit"])
    check("who is dealt a real card is named", "Anne Bonny: which 5 cards" in got.stdout and
          "Rackham: which 5 cards" in got.stdout, got)
    got = run("play", "--resume", "manual-2", "--dice", "manual", lines=["XCDSS"])
    check("a throw left half typed is resumed", "* S P M X C D S S" in
          Path("manual-2").read_text(), got)
    steps = [line for line in (RECORDS / "corsaires-2.txt").read_text().splitlines()
             if line[:2] in ("* ", "1 ", "2 ")]
    told = [line[2:] for line in steps if not line.startswith("* show-")]
    got = run("play", "corsaires", "--seats", "2", "--people", "2", "--dice", "manual", "--save",
              "told", lines=told)
    check("real cards are typed in; what can only be one thing is not asked",
          "scores 46 54" in Path("told").read_text(), got)
    check("questions and answers about real cards are short",
          "Possible answers: first-1\u00a0=\u00a0Pirate 1, first-2\u00a0=\u00a0Pirate 2.\n" in got.stdout,
          got.stdout[:600])
    got = run("play", "buccaneer", "--dice", "manual", "--save", "manual-ships",
              lines=["rack", "ship 14", "quit"])
    words = " ".join(got.stdout.split())
    check("real cards are named in few words", "first-2 = Anne Bonny, first-3 = Rackham." in words
          and "ship-15 = ship 15 (6 pirates, 30 ducats)." in words and
          "* first-3 ship-14\n" in Path("manual-ships").read_text(), got)
    Path("bytes").write_bytes(bytes(range(40)))
    got = play("--dice", "file:bytes", "--save", "filed", lines=["1"] * 400)
    check("a file of bytes ends: one line, and the game is kept", got.returncode == 1 and
          "has run out" in got.stderr and verified("filed"), got)
    again = play("--dice", "file:bytes", "--save", "filed-2", lines=["1"] * 400)
    check("the same bytes give the same dice", again.returncode == 1 and
          Path("filed").read_text().split("\n\n")[1].splitlines()[0] ==
          Path("filed-2").read_text().split("\n\n")[1].splitlines()[0])


def colours():
    plain = play("--seed", "1", "--save", "plain", lines=["quit"]).stdout
    inked = play("--seed", "1", "--save", "inked", "--color", "always", lines=["quit"]).stdout
    check("a pipe gets no colours unless they are wanted", "\033[" not in plain and
          "\033[" in inked)
    for more, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        t = Terminal("play", "mille-sabords", "--seed", "11", "--save", f"tty-{len(results)}", **more)
        t.read("Turn up a card.")
        drawn = t.text
        t.type("quit\n")
        check(f"a terminal with {more or 'nothing said'}: {'colours' if coloured else 'none'}",
              ("\033[36m" in drawn) == coloured, repr(drawn))
        t.leave()


def terminals():
    t = Terminal("play", "mille-sabords", "--seed", "11", "--save", "typed")
    check("the table comes up on a terminal", t.read("Turn up a card."), t.text)
    t.prompted()
    t.type("quix")
    t.read("x")
    t.type("\x7ft")
    t.read("t")
    check("nothing happens before Enter", "The game is saved" not in t.text)
    t.type("\n")
    check("a line can be edited", t.read("The game is saved"), repr(t.text))
    check("and the status is 0", t.leave() == 0)
    for key, name in (("\x03", "Ctrl-C"), ("\x04", "Ctrl-D")):
        t = Terminal("play", "mille-sabords", "--seed", "11", "--save", name)
        t.read("Turn up a card.")
        t.type("\n")
        t.read("Roll all eight dice.")
        t.prompted()
        if key == "\x03":
            t.type("qux")
            t.read("qux")
            t.type(key)
            t.type("scores\n")
            check("Ctrl-C empties the line first", t.read("Scores"), repr(t.text))
            t.prompted()
        t.type(key)
        check(f"{name}: the game is kept", t.read("--resume"), repr(t.text))
        status, expected = t.leave(), 130 if key == "\x03" else 1
        check(f"{name}: status {expected}", status == expected, status)
        check(f"{name}: it can be resumed", verified(name) and "1 card" in Path(name).read_text())
    t = Terminal("play", "mille-sabords", "--seed", "11", "--save", "terminated")
    t.read("Turn up a card.")
    os.kill(t.child, signal.SIGTERM)
    check("SIGTERM: the game is kept", t.read("--resume") and t.leave() == 130 and
          verified("terminated"), repr(t.text))
    t = Terminal("play", "mille-sabords", "--seed", "12", "--people", "0", "--save", "paused")
    t.read(" rolls ")
    t.type("\x03")
    check("Ctrl-C while bots play", t.read("--resume") and t.leave() == 130 and verified("paused"),
          repr(t.text))
    t = Terminal("play", "mille-sabords", "--seed", "11", "--save", "killed")
    t.read("Turn up a card.")
    t.type("\n")
    t.read("Roll all eight dice.")
    os.kill(t.child, signal.SIGKILL)
    t.leave()
    check("even SIGKILL leaves a whole record", verified("killed") and
          "1 card" in Path("killed").read_text() and not list(Path(".").glob("*.part")))


def replaying():
    record = str(RECORDS / "mille-sabords-2.txt")
    got = run("replay", record)
    check("a replay tells the whole story", got.returncode == 0 and "wins!" in got.stdout and
          got.stdout.count("•") > 50, got)
    check("and says the same again", run("replay", record, "--all").stdout == got.stdout)
    got = run("replay", "-", stdin=Path(record).read_text())
    check("a record may come from standard input", got.returncode == 0 and
          "wins!" in got.stdout, got)
    t = Terminal("replay", record)
    steps = [("", "Step 0 of"), ("\n", "Step 1 of"), ("n\n", "Step 2 of"), ("p\n", "Step 1 of"),
             ("17\n", "Step 17 of"), ("x\n", "Press Enter, or type p"), ("99999\n", "wins!"),
             ("p\n", "Step"), ("e\n", "wins!")]
    for keys, expected in steps:
        t.type(keys)
        check(f"replay, {keys.strip() or 'Enter'}: {expected}", t.read(expected), repr(t.text[-300:]))
    t.type("q\n")
    check("replay: q leaves", t.leave() == 0)
    for arguments, expected in ((["--viewer", "9"], "--viewer"), (["--step", "x"], "--step"),
                                (["--delay", "-1"], "--delay")):
        got = run("replay", record, *arguments)
        check(f"replay refuses {' '.join(arguments)}", got.returncode == 2 and
              expected in got.stderr and got.stderr.count("\n") == 1, got)


def menu():
    got = run(lines=[])
    check("the menu without input: status 1 and one line", got.returncode == 1 and
          got.stderr == "flibuste: the input has ended.\n" and "Mille Sabords!" in got.stdout, got)
    got = run(lines=["q"])
    check("the menu can be left", got.returncode == 0 and not got.stderr, got)
    got = run(lines=["l", "q"])
    check("the menu speaks both languages", "What shall we play?" in got.stdout and
          "À quoi jouons-nous\u202f?" in got.stdout, got)
    got = run(lines=["1", "65538", "-65534"])
    check("the menu refuses players beyond counting", got.stdout.count("Type a number from 2 to 5.") == 2, got)
    got = run(lines=["1", ""] + ["1"] * 400 + ["q"])
    check("a game from the menu, to its end", re.search("wins?!", got.stdout) and
          got.stdout.count("What shall we play?") > 1, got.stdout[-500:])


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for part in (whole_games, whole_turns, leaving, resuming, undoing, resigning, remembering, remembering_on_a_terminal,
                     refusing, partial_records, chance, colours, terminals, replaying, menu):
            part()
        os.chdir("/")
    print(f"1..{len(results)}")
    for number, (name, ok, detail) in enumerate(results, 1):
        print(f"{'ok' if ok else 'not ok'} {number} - {name}")
        if not ok:
            for line in detail.splitlines():
                print(f"# {line}")
    return 0 if all(ok for _, ok, _ in results) else 1


sys.exit(main())
