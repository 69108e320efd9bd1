"""Vectorised environments: many games in lockstep, played by libflibuste."""
import ctypes

import numpy as np

from . import BadSetup, IllegalMove, _c, _check, _game, _library, _options

_SEAT, _OBSERVATION, _MASK, _COUNT, _LEGAL, _DONE, _REWARD, _SCORE, _LENGTH = range(9)


class VectorEnv:
    """N games in lockstep. Every row waits for a decision of the seat `seat[i]`; step() makes all decisions.

    The arrays below belong to the library: they never move, are not copied, and show the present decisions after every
    reset() and step(). A game that ends is reported once by `done`, `reward`, `score` and `length`; its row then already
    describes the first decision of the next game (automatic reset).

    seat         uint8   [n]          the seat that has to decide
    observation  int16   [n, size]    the sight of that seat (Game.observation_fields)
    mask         uint8   [n, moves]   1 for legal moves
    count        uint16  [n]          the number of legal moves
    legal        uint16  [n, 512]     the legal moves, count[i] of them
    done         uint8   [n]          1: the last decision ended a game
    reward       float32 [n, seats]   after the end: the share of the win less 1 / seats; else 0
    score        int32   [n, seats]   after the end: the scores
    length       uint32  [n]          decisions of the present game, or of the game that ended

    Results depend on the seed and the actions, not on the number of threads."""

    def __init__(self, game, games, seats=None, seed=0, threads=1, **options):
        self.game = _game(game)
        self.games, self.threads = int(games), int(threads)
        self.seats = self.game.seats[0] if seats is None else seats
        text = _options(options)
        setup = _library.BatchSetup(self.game._handle, text, self.seats, self.games, self.threads, 0, seed)
        self._handle, why = ctypes.c_void_p(), ctypes.create_string_buffer(512)
        _check(_c.batch_new(setup, self._handle, why, len(why)), why.value.decode())
        self.seat = self._array(_SEAT, np.uint8)
        self.observation = self._array(_OBSERVATION, np.int16, self.game.observation_size)
        self.mask = self._array(_MASK, np.uint8, self.game.move_count)
        self.count = self._array(_COUNT, np.uint16)
        self.legal = self._array(_LEGAL, np.uint16, _library.MAX_MOVES)
        self.done = self._array(_DONE, np.uint8)
        self.reward = self._array(_REWARD, np.float32, self.seats)
        self.score = self._array(_SCORE, np.int32, self.seats)
        self.length = self._array(_LENGTH, np.uint32)
        self._actions = np.empty(self.games, np.uint16)
        self._actions_at = self._actions.ctypes.data

    def __del__(self):
        if getattr(self, "_handle", None):
            _c.batch_free(self._handle)

    def _array(self, number, dtype, *more):
        """An array over the memory of the library. It keeps the environment alive."""
        row = ctypes.c_size_t()
        at = _c.batch_array(self._handle, number, row)
        buffer = (ctypes.c_uint8 * (row.value * self.games)).from_address(at)
        buffer._environment = self
        array = np.frombuffer(buffer, dtype).reshape(self.games, *more)
        array.flags.writeable = False
        return array

    def reset(self, seed=0):
        """Starts all games again."""
        _c.batch_reset(self._handle, seed)
        return self.observation

    def sample(self):
        """One random legal move per game: an array that the next call overwrites."""
        _c.batch_sample(self._handle, self._actions_at)
        return self._actions

    def step(self, actions):
        """Makes one decision in every game. If an action is not legal, nothing changes and IllegalMove is raised."""
        if actions is not self._actions:
            actions = np.ascontiguousarray(actions)
            if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
                raise BadSetup(f"expected {self.games} whole numbers as actions, not {actions.dtype} {actions.shape}")
            if actions.dtype != np.uint16:
                wrong = (actions < 0) | (actions >= self.game.move_count)
                if wrong.any():
                    raise IllegalMove(f"row {wrong.argmax()}: there is no move {actions[wrong.argmax()]}")
                actions = actions.astype(np.uint16)
        row = ctypes.c_int()
        at = self._actions_at if actions is self._actions else actions.ctypes.data
        if _c.batch_step(self._handle, at, row):
            move = int(actions[row.value])
            raise IllegalMove(f"row {row.value}: move {move} is not legal for seat {self.seat[row.value]}")
        return self.observation, self.reward, self.done
