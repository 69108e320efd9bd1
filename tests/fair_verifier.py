#!/usr/bin/python3
"""An independent verifier of fair dice, written from docs/fair-dice.md alone: fair_verifier.py RECORD [ODDS]. ODDS
is the output of `flibuste verify --odds RECORD`; without it only the odds of Mille Sabords! are known here.
Prints the result and exits with 0 if the dice are fair, 3 if they are not yet revealed, else 1."""
import hashlib
import struct
import sys

DICE = ["S", "P", "M", "X", "C", "D"]
CARDS = {"coin": 4, "diamond": 4, "animals": 4, "guardian": 4, "pirate": 4, "island": 4, "skull-1": 3,
         "skull-2": 2, "ship-2": 2, "ship-3": 2, "ship-4": 2}


def digest(*lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode("ascii")).digest()


def commitment(secret):
    return digest("flibuste commitment 1", f"secret {secret}").hex()


def key_of(table, secret, nonces):
    return digest("flibuste dice 1", f"table {table}", f"secret {secret}",
                  *(f"nonce {seat} {nonce}" for seat, nonce in enumerate(nonces, 1)))


def chacha_block(key, counter, nonce):
    """RFC 8439, 2.3: sixteen words."""
    start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *struct.unpack("<8L", key), counter,
             *struct.unpack("<3L", nonce)]
    x = list(start)

    def turn(word, by):
        return (word << by | word >> (32 - by)) & 0xffffffff

    def quarter(a, b, c, d):
        for i, j, k, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[i] = (x[i] + x[j]) & 0xffffffff
            x[k] = turn(x[k] ^ x[i], by)

    for _ in range(10):
        for four in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                     (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*four)
    return [(a + b) & 0xffffffff for a, b in zip(x, start)]


def roll(key, number, odds):
    """odds: pairs of a spelling and its weight, in order."""
    total = sum(weight for _, weight in odds)
    nonce = bytes(4) + struct.pack("<Q", number)
    counter = 0
    while True:
        for word in chacha_block(key, counter, nonce):
            if word < 2**32 - 2**32 % total:
                rest = word % total
                for move, weight in odds:
                    if rest < weight:
                        return move
                    rest -= weight
        counter += 1


def read(text):
    """The header as a table, nonces by seat, and the events: outcomes of chance, moves, undos."""
    head, nonces, events = {}, {}, []
    for line in text.splitlines():
        first, _, rest = line.partition(" ")
        if first == "*":
            events += [("*", word) for word in rest.split()]
        elif first == "undo":
            events.append(("undo", int(rest)))
        elif first.isdigit():
            events.append(("move", rest))
        elif first == "nonce":
            seat, _, nonce = rest.partition(" ")
            nonces[int(seat)] = nonce
        elif first:
            head[first] = rest
    return head, [nonces.get(seat, "") for seat in range(1, int(head["seats"]) + 1)], events


def sabords_odds(seats, stands, word):
    """The possible outcomes in Mille Sabords!, from the steps that are not undone."""
    if word.startswith("first-"):
        return [(f"first-{seat}", 1) for seat in range(1, seats + 1)]
    if word in DICE:
        return [(face, 1) for face in DICE]
    drawn = [card for kind, card in stands if kind == "*" and card in CARDS]
    drawn = drawn[len(drawn) // 35 * 35:]
    return [(card, n - drawn.count(card)) for card, n in CARDS.items() if n > drawn.count(card)]


def read_odds(text):
    for line in text.splitlines():
        _, odds = line.split(" : ")
        yield [(move, int(weight)) for move, weight in (pair.split("=") for pair in odds.split())]


def verify(text, odds_text=None):
    head, nonces, events = read(text)
    if "commitment" not in head:
        return 1, "no fair dice"
    if "secret" not in head:
        return 3, "dice not yet revealed"
    if commitment(head["secret"]) != head["commitment"]:
        return 1, "the secret is not the one committed to"
    key = key_of(head["table"], head["secret"], nonces)
    listed = read_odds(odds_text) if odds_text is not None else None
    known = head["game"].startswith("mille-sabords ") and head.get("viewer") is None
    stands, number = [], 0
    for kind, what in events:
        if kind == "undo":
            del stands[len(stands) - what:]
            continue
        if kind == "*":
            number += 1
            odds = next(listed) if listed else None
            if known:
                own = sabords_odds(len(nonces), stands, what)
                if odds not in (None, own):
                    return 1, f"roll {number}: odds {odds} are not {own}"
                odds = own
            if odds is None:
                return 1, "the odds of this game are needed"
            expected = roll(key, number, odds)
            if expected != what:
                return 1, f"roll {number} is {what}, not {expected}"
        stands.append((kind, what))
    return 0, f"dice fair: {number} rolls recomputed"


if __name__ == "__main__":
    texts = [open(path, encoding="utf-8").read() for path in sys.argv[1:]]
    status, said = verify(*texts)
    print(said)
    sys.exit(status)
