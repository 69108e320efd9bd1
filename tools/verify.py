#!/usr/bin/python3
"""An independent verifier of fair dice, written from docs/fair-dice.md alone. It needs no part of Flibuste.

    verify.py RECORD [ODDS]

RECORD is a complete record; ODDS is the output of `flibuste verify --odds RECORD`. Dice, first players and decks are
derived from the record itself; if ODDS is given, both must agree. ODDS is needed only where the rules of a game decide:
for discards that are shuffled again, hands that are shown, and dice of two kinds with equal faces.

Exit status: 0 the dice are fair, 1 they are not, 2 the files cannot be used, 3 nothing can be said yet."""
import hashlib
import re
import struct
import sys
from collections import Counter

FAIR, UNFAIR, UNUSABLE, UNKNOWN = range(4)


class Unusable(Exception):
    """The files are not a record and its odds."""


class Unfair(Exception):
    """The dice contradict the record."""


# ---- the odds of docs/fair-dice.md: each roll belongs to one die or deck, in a fixed order ----

def even(*faces):
    return {face: 1 for face in faces}


def corsaires():
    deck = {}
    for colour in ("yellow", "red", "green", "blue"):
        deck |= {f"{colour}-{skulls}": copies for skulls, copies in ((1, 2), (2, 4), (3, 4), (4, 2))}
    deck |= {f"galleon-{gold}": n for gold, n in ((2, 5), (3, 6), (4, 5), (5, 5), (6, 2), (7, 1), (8, 1))}
    return deck | even("captain-yellow", "captain-red", "captain-green", "captain-blue", "admiral")


def combat():
    deck = {"fishing": 1, "storm": 2, "encounter": 2, "capture": 5, "plunder": 5, "boarding-black": 2,
            "cannonade-black": 2}
    for colours in ("blue-red", "blue-white", "blue-green", "red-white", "red-green", "white-green"):
        deck |= even("boarding-" + colours, "cannonade-" + colours)
    return deck


DICE = {
    "mille-sabords": [even(*"SPMXCD")],
    "aux-sabords": [even(*(f"die-{n}" for n in range(1, 7)))],
    "pirates-en-duel": [{"S": 4, "B": 1, "N": 1}, {"S": 2, "B": 3, "N": 1}],
}
DECKS = {
    "mille-sabords": [{"coin": 4, "diamond": 4, "animals": 4, "guardian": 4, "pirate": 4, "island": 4, "skull-1": 3,
                       "skull-2": 2, "ship-2": 2, "ship-3": 2, "ship-4": 2}],
    "corsaires": [corsaires(), {"show-" + card: copies for card, copies in corsaires().items()}],
    "buccaneer": [even(*(f"ship-{n}" for n in range(1, 16)))],
    "pirates-en-duel": [
        {"sailor-sabre": 4, "sailor-cannon": 4, "helm-sabre": 2, "helm-cannon": 2, "medic-sabre": 3,
         "medic-cannon": 3, "lookout-sabre": 3, "lookout-cannon": 3, "parrot-sabre": 3, "parrot-cannon": 3,
         "tavern-sabre": 1, "tavern-cannon": 1, "monkey-sabre": 1, "monkey-cannon": 1, "warrior": 2,
         "shipwright": 2, "dinghy-sabre": 1, "dinghy-cannon": 1, "brother-sabre": 1, "brother-cannon": 1,
         "twin": 2, "sergeant": 1, "marksman": 1, "pistol": 1, "carriage": 1}, combat()],
    "aux-sabords": [{"pistol": 8, "sabre": 8, "leg": 8, "ship": 12, "pirate": 16, "captain": 2}],
}
# Decks to which all cards return when they are empty, and no card before.
REFILLED = {"mille-sabords"}
COLOURS = ("red", "blue", "yellow", "green")


# ---- the record ----

class Record:
    """The lines of a record that dice depend on."""

    def __init__(self, text):
        self.table = self.commitment = self.secret = self.game = None
        self.seats, self.nonces, self.is_partial = 0, {}, False
        self.steps = []  # results of rolls; None: a move; a number: steps that are taken back
        lines = [line for line in text.replace("\r\n", "\n").split("\n") if line]
        if not lines or lines[0] != "flibuste-record 1":
            raise Unusable("this is not a record of version 1")
        for line in lines[1:]:
            word, _, rest = line.partition(" ")
            if word == "*":
                self.steps += rest.split()
            elif word == "undo":
                self.steps.append(number(rest, 1, 9999))
            elif word.isdigit():
                self.steps.append(None)
            else:
                self.head(word, rest)
        if not self.game or not self.seats:
            raise Unusable("the record has no game or no seats")

    def rolls(self):
        """Number and result of every roll, and a list of the steps before it that have not been taken back. The caller
        appends the result with its odds, which are part of the steps of later rolls."""
        roll, before = 0, []
        for step in self.steps:
            if isinstance(step, int):
                if step > len(before):
                    raise Unusable("an undo takes back more steps than there are")
                del before[len(before) - step:]
                continue
            if step:
                roll += 1
                yield roll, step, before
            else:
                before.append(None)

    def head(self, word, rest):
        if word == "game":
            self.game = rest.split(" ")[0]
        elif word == "seats":
            self.seats = number(rest, 1, 8)
        elif word == "viewer":
            self.is_partial = True
        elif word == "table":
            self.table = matching(r"[A-Za-z0-9_-]{1,32}", rest)
        elif word in ("commitment", "secret"):
            setattr(self, word, matching(r"[0-9a-f]{64}", rest))
        elif word == "nonce":
            seat, _, nonce = rest.partition(" ")
            self.nonces[number(seat, 1, self.seats)] = matching(r"[A-Za-z0-9_-]{1,32}", nonce)


def number(text, least, most):
    if not re.fullmatch(r"[0-9]{1,7}", text) or not least <= int(text) <= most:
        raise Unusable(f"{text!r} is not a number from {least} to {most}")
    return int(text)


def matching(pattern, text):
    if not re.fullmatch(pattern, text):
        raise Unusable(f"{text!r} is malformed")
    return text


def read_odds(text):
    """The lists by number of the roll, each with its result."""
    lists = {}
    for line in text.splitlines():
        head, colon, rest = line.partition(" : ")
        words = head.split(" ")
        if not colon or len(words) != 2:
            raise Unusable(f"{line[:60]!r} is not a line of odds")
        odds = {}
        for item in rest.split():
            move, _, weight = item.rpartition("=")
            odds[move] = number(weight, 1, 9999)
        lists[number(words[0], 1, 9999999)] = (words[1], odds)
    return lists


# ---- the possible results of a roll ----

def first_players(record):
    """Who starts. With fewer than four colours, Aux Sabords has only those that play: the odds list them."""
    if record.game == "aux-sabords":
        return None
    return even(*(f"first-{seat}" for seat in range(1, record.seats + 1)))


def derive_deck(record, deck, before):
    """A deck is the previous deck without the card drawn. Which cards an empty one is replaced with depends on the
    rules, as do the hands that are shown at the end."""
    previous = next((step for step in reversed(before) if step and step[0] in deck), None)
    if previous:
        drawn, odds = previous
        left = {card: copies - (card == drawn) for card, copies in odds.items() if copies > (card == drawn)}
        if left:
            return left
    is_shown = all(card.startswith("show-") for card in deck)
    return None if is_shown or (previous and record.game not in REFILLED) else deck


def derive(record, result, before):
    """The list of a roll as far as the record determines it, or None."""
    if result.startswith("first-"):
        return first_players(record)
    dice = [die for die in DICE.get(record.game, []) if result in die]
    if len(dice) == 1:
        return dice[0]
    deck = next((deck for deck in DECKS.get(record.game, []) if result in deck), None)
    return derive_deck(record, deck, before) if deck else None


def is_plausible(record, odds):
    """Whether a list that the record alone does not determine can be one of the game's lists."""
    if all(move.startswith("first-") for move in odds):
        colours = [f"first-{colour}" for colour in COLOURS]
        return list(odds) == [move for move in colours if move in odds] and set(odds.values()) == {1}
    if odds in DICE.get(record.game, []):
        return True
    for deck in DECKS.get(record.game, []):
        if list(odds) == [card for card in deck if card in odds]:
            return all(weight <= deck[card] for card, weight in odds.items())
    return False


def possible_results(derived, told, roll, result):
    """The list of a roll, derived from the record, told by the odds, or both if they agree."""
    if not told:
        if derived is None:
            raise Unusable(f"roll {roll} needs the odds: flibuste verify --odds RECORD")
        return derived
    if told[0] != result:
        raise Unusable(f"the odds of roll {roll} are those of another record")
    if derived is not None and list(derived.items()) != list(told[1].items()):
        raise Unfair(f"the odds of roll {roll} are not those of the game")
    return told[1]


# ---- the dice ----

def sha256(*lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode("ascii"))


def match_key(record):
    nonces = (f"nonce {seat} {record.nonces.get(seat, '')}" for seat in range(1, record.seats + 1))
    return sha256("flibuste dice 1", "table " + record.table, "secret " + record.secret, *nonces).digest()


def chacha20_block(key, counter, nonce):
    """One block of RFC 8439."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter,
             *struct.unpack("<3I", nonce)]
    x = list(start)

    def quarter(a, b, c, d):
        for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = x[first] + x[second] & 0xFFFFFFFF
            mixed = x[third] ^ x[first]
            x[third] = (mixed << bits | mixed >> 32 - bits) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for diagonal in range(4):
            quarter(diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4)
    return [a + b & 0xFFFFFFFF for a, b in zip(x, start)]


def words_of_roll(key, roll):
    counter = 0
    while True:
        yield from chacha20_block(key, counter, struct.pack("<IQ", 0, roll))
        counter += 1


def roll_result(key, roll, odds):
    total = sum(odds.values())
    limit = 2 ** 32 - 2 ** 32 % total
    rest = next(word for word in words_of_roll(key, roll) if word < limit) % total
    for move, weight in odds.items():
        if rest < weight:
            return move
        rest -= weight
    raise AssertionError("the weights do not add up")


# ---- the verdict ----

def check(record, lists):
    if sha256("flibuste commitment 1", "secret " + record.secret).hexdigest() != record.commitment:
        raise Unfair("the secret does not match the commitment")
    if record.is_partial:
        return UNKNOWN, "the commitment matches; the rolls of a partial record cannot be checked"
    key, roll = match_key(record), 0
    for roll, result, before in record.rolls():
        derived = derive(record, result, before)
        odds = possible_results(derived, lists.get(roll), roll, result)
        if derived is None and not is_plausible(record, odds):
            raise Unfair(f"the odds of roll {roll} are not those of the game")
        expected = roll_result(key, roll, odds)
        if result != expected:
            raise Unfair(f"roll {roll} is {result} instead of {expected}")
        before.append((result, odds))
    return FAIR, f"the dice are fair: {roll} rolls checked"


def verify(text, odds=""):
    """The exit status and a sentence."""
    try:
        record, lists = Record(text), read_odds(odds)
        if not record.commitment:
            return UNKNOWN, "the record makes no claim about its dice"
        if not record.table:
            raise Unusable("the record names no table")
        if not record.secret:
            return UNKNOWN, "the secret is not revealed yet"
        return check(record, lists)
    except Unfair as error:
        return UNFAIR, f"the dice are not fair: {error}"
    except Unusable as error:
        return UNUSABLE, str(error)


def main():
    if not 2 <= len(sys.argv) <= 3:
        print("usage: verify.py RECORD [ODDS]", file=sys.stderr)
        return UNUSABLE
    try:
        texts = [open(path, encoding="utf-8", newline="").read() for path in sys.argv[1:]]
    except (OSError, UnicodeDecodeError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return UNUSABLE
    status, sentence = verify(*texts)
    print(sentence)
    return status


if __name__ == "__main__":
    sys.exit(main())
