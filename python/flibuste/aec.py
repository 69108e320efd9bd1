"""One game as an agent-environment cycle, with the names and the meaning of PettingZoo's AECEnv."""
import numpy as np

from . import Match, _game


class AECEnv:
    """One agent acts at a time; step() applies to agent_selection. After the end every agent is selected once more and
    steps with None. Agents are "seat_1", "seat_2", ... Spaces are described by their shapes, without a dependency on
    Gymnasium: observations are {"observation": int16[size], "action_mask": int8[moves]}, actions numbers below moves.

    Hidden information stays hidden: observe(agent) is the sight of that agent."""

    metadata = {"name": "flibuste", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, game, seats=None, render_mode=None, **options):
        self.game = _game(game)
        self.render_mode = render_mode
        self._seats, self._options = seats, options
        count = Match(self.game, seats, 0, **options).seats
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(count)]
        self.agents = []

    # ---- spaces ----

    def observation_space(self, agent):
        return {"observation": ((self.game.observation_size,), np.int16), "action_mask": ((self.game.move_count,), np.int8)}

    def action_space(self, agent):
        return self.game.move_count

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    # ---- play ----

    def reset(self, seed=None, options=None):
        seed = int(np.random.SeedSequence().entropy % 2**63) if seed is None else seed
        self.match = Match(self.game, self._seats, seed, **self._options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def _mover(self):
        return self.possible_agents[self.match.mover]

    def observe(self, agent):
        sight = self.match.sight(self.possible_agents.index(agent))
        return {"observation": sight.observe(), "action_mask": sight.mask()}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.match.play(int(action), self.possible_agents.index(agent))
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.match.over:
            self._finish()
        else:
            self.agent_selection = self._mover()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]

    def _finish(self):
        winners = self.match.winners
        for seat, agent in enumerate(self.possible_agents):
            share = 1 / len(winners) if seat in winners else 0.0
            self.rewards[agent] = share - 1 / len(self.possible_agents)
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _was_dead_step(self, action):
        """An agent whose game is over leaves; the next one is selected."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2**63):
        """Yields agent_selection until no agent is left."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self):
        return self.match.sight(self.match.mover).prompt() if not self.match.over else str(self.match.scores)

    def state(self):
        """Not offered: the complete state would contain what players may not know."""
        raise NotImplementedError("use observe(agent): the complete state contains secrets")

    def close(self):
        self.agents = []


def env(game, **options):
    """The environment, as PettingZoo's modules name it."""
    return AECEnv(game, **options)
