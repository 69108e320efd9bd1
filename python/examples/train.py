#!/usr/bin/python3
"""Trains a small policy to play Corsaires against random opponents, with numpy alone.

usage: train.py [--seconds S] [--svg FILE] [--seed N]

A network with one hidden layer maps the sight of a player to a score per move; moves are drawn from the scores of the
legal ones. After every batch of games the network is changed so that decisions of games that went better than average
become more likely (REINFORCE, with Adam). The learning curve is written as an SVG picture."""
import argparse
import time

import numpy as np

import flibuste

GAMES, HIDDEN, RATE = 256, 64, 3e-3


class Policy:
    def __init__(self, inputs, moves, rng):
        self.weights = [rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32), np.zeros(HIDDEN, np.float32),
                        np.zeros((HIDDEN, moves), np.float32), np.zeros(moves, np.float32)]
        self.mean = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def forward(self, x, mask):
        """The hidden layer and the probabilities of the legal moves."""
        hidden = np.maximum(x @ self.weights[0] + self.weights[1], 0)
        scores = hidden @ self.weights[2] + self.weights[3]
        scores = np.where(mask, scores, -np.inf)
        chance = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chance / chance.sum(axis=1, keepdims=True)

    def gradient(self, x, hidden, slope):
        back = (slope @ self.weights[2].T) * (hidden > 0)
        return [x.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]

    def update(self, gradient):
        """One step of Adam."""
        self.updates += 1
        rate = RATE * (1 - 0.999**self.updates)**0.5 / (1 - 0.9**self.updates)
        for weight, g, mean, square in zip(self.weights, gradient, self.mean, self.square):
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def inputs_of(observation):
    """Small numbers stay, larger ones are compressed."""
    x = observation.astype(np.float32)
    return np.sign(x) * np.log1p(np.abs(x))


def play(policy, environment, seed, rng, learns=True):
    """Plays one game per row; the policy has seat row % 2. Returns its share of wins and the gradient."""
    environment.reset(seed)
    rows = np.arange(GAMES)
    own, running = rows % 2, np.ones(GAMES, bool)
    margin, wins, memory = np.zeros(GAMES, np.float32), np.zeros(GAMES), []
    while running.any():
        actions = environment.sample().copy()
        acting = rows[running & (environment.seat == own)]
        if len(acting):
            x, mask = inputs_of(environment.observation[acting]), environment.mask[acting] > 0
            hidden, chance = policy.forward(x, mask)
            draws = (chance.cumsum(axis=1) < rng.random((len(acting), 1))).sum(axis=1)
            draws = np.where(mask[np.arange(len(acting)), np.minimum(draws, mask.shape[1] - 1)], draws, mask.argmax(axis=1))
            actions[acting] = draws
            if learns:
                memory.append((acting, x, hidden, chance, draws))
        environment.step(actions)
        ended = rows[running & (environment.done > 0)]
        margin[ended] = environment.score[ended, own[ended]] - environment.score[ended, 1 - own[ended]]
        wins[ended] = environment.reward[ended, own[ended]] + 0.5
        running[ended] = False
    return wins.mean(), learn(policy, memory, margin) if learns else None


def learn(policy, memory, margin):
    """The gradient: decisions of better games become more likely."""
    advantage = (margin - margin.mean()) / (margin.std() + 1e-6)
    total = None
    for acting, x, hidden, chance, draws in memory:
        slope = chance.copy()
        slope[np.arange(len(acting)), draws] -= 1
        slope *= advantage[acting, None] / GAMES
        gradient = policy.gradient(x, hidden, slope)
        total = gradient if total is None else [a + b for a, b in zip(total, gradient)]
    return total


def picture(curve, path):
    """The share of wins by the number of games, as SVG."""
    width, height, left, top = 640, 360, 56, 24
    most = max(games for games, _ in curve) or 1
    at = lambda games, rate: (left + games / most * (width - left - 16), top + (1 - rate) * (height - top - 48))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in curve))
    marks = "".join(f'<line x1="{left}" x2="{width - 16}" y1="{at(0, r)[1]:.1f}" y2="{at(0, r)[1]:.1f}" stroke="#ccc"/>'
                    f'<text x="{left - 8}" y="{at(0, r)[1] + 4:.1f}" text-anchor="end">{r:.0%}</text>'
                    for r in (0, 0.25, 0.5, 0.75, 1))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
                   f'font-size="13"><title>Share of wins against random play</title><rect width="100%" height="100%" '
                   f'fill="#fff"/>{marks}<polyline points="{line}" fill="none" stroke="#0b5fa5" stroke-width="2"/>'
                   f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">games of training: 0 to {most:,}; '
                   f'wins against random play in Corsaires</text></svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--svg", default="learning.svg")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    environment = flibuste.VectorEnv("corsaires", GAMES, seats=2, seed=arguments.seed)
    policy = Policy(environment.game.observation_size, environment.game.move_count, rng)
    curve, start, batch = [], time.process_time(), 0
    while time.process_time() - start < arguments.seconds:
        rate, gradient = play(policy, environment, arguments.seed + batch, rng)
        policy.update(gradient)
        curve.append((batch * GAMES, float(rate)))
        batch += 1
    smooth = [(games, float(np.mean([r for _, r in curve[max(0, i - 4):i + 1]]))) for i, (games, _) in enumerate(curve)]
    picture(smooth, arguments.svg)
    tests = [play(policy, environment, 10**6 + i, rng, learns=False)[0] for i in range(4)]
    print(f"{batch * GAMES} games of training, then {np.mean(tests):.1%} wins in {4 * GAMES} games against random play")


if __name__ == "__main__":
    main()
