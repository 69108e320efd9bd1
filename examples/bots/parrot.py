#!/usr/bin/env python3
"""A bot that plays any legal move: flibuste arena corsaires --agents exec:examples/bots/parrot.py,greedy"""
import random
import sys


def say(line):
    print(line, flush=True)


moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "flibuste-bot":
        say("name Parrot")
        say("want legal")
        say("ready")
    elif word == "legal":
        moves = rest.split(";")
    elif word == "go":
        say("move " + random.choice(moves))
    elif word == "quit":
        break
