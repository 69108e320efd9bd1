"""Five pirate games for programs: matches, sights, records, agents, hints, and environments for learning.

    import flibuste
    match = flibuste.Match("mille-sabords", seats=2, seed=7)
    agent = flibuste.Agent("mille-sabords", "greedy")
    while not match.over:
        match.play(agent.choose(match.sight()))
    print(match.scores, match.winners)

Seats are numbered from 0. Objects are not for use by two threads at once. numpy is needed by observations and
environments only, and imported when they are first used."""
import ctypes
import json

from . import _library

_c = _library.load()
CHANCE, SPECTATOR, TRUTH, NOBODY = _library.CHANCE, _library.SPECTATOR, _library.TRUTH, _library.NOBODY
__version__ = _c.version().decode()


class FlibusteError(Exception):
    """The base of all exceptions of this package."""


class IllegalMove(FlibusteError, ValueError):
    """A move that is not legal now, or a seat whose turn it is not."""


class BadSetup(FlibusteError, ValueError):
    """A game, number of seats or option that does not exist, or a batch of an impossible size."""


class BadRecord(FlibusteError, ValueError):
    """A text that is not a record."""


class Hidden(FlibusteError):
    """A request that would reveal hidden information."""


class GameOver(FlibusteError):
    """The match is over."""


_EXCEPTIONS = {1: GameOver, 2: IllegalMove, 3: IllegalMove, 4: FlibusteError, 5: FlibusteError, 6: BadSetup, 7: BadSetup,
               8: BadRecord, 9: BadSetup, 10: Hidden, 11: MemoryError}


def _check(status, sentence=""):
    if status:
        raise _EXCEPTIONS[status](sentence or _c.status_text(status).decode())


def _text(function, *arguments):
    """Calls a function that writes text, with a buffer that is large enough."""
    room = 512
    while True:
        buffer = ctypes.create_string_buffer(room)
        length = function(*arguments, buffer, room)
        if length < room:
            return buffer.value.decode()
        room = length + 1


def _code(language):
    return language.encode() if language else None


class Game:
    """The rules of a game, by name. Equal names give equal games."""

    def __init__(self, name):
        self._handle = _c.game_find(str(name).encode())
        if not self._handle:
            raise BadSetup(f"unknown game {name!r}: expected one of {', '.join(games())}")
        self.name = str(name)
        self.version = _c.game_version(self._handle)
        self.move_count = _c.game_moves(self._handle)
        self.seats = range(_c.game_seats_min(self._handle), _c.game_seats_max(self._handle) + 1)
        self.has_secrets = bool(_c.game_has_secrets(self._handle))

    def __eq__(self, other):
        return isinstance(other, Game) and self._handle == other._handle

    def __hash__(self):
        return hash(self._handle)

    def __repr__(self):
        return f"flibuste.Game({self.name!r})"

    def title(self, language="en"):
        return _text(_c.game_title, self._handle, _code(language))

    @property
    def options(self):
        """The options and their values, the default first."""
        found = {}
        while (name := _c.game_option(self._handle, len(found))) is not None:
            values, number = [], len(found)
            while (value := _c.game_option_value(self._handle, number, len(values))) is not None:
                values.append(value.decode())
            found[name.decode()] = values
        return found

    @property
    def agents(self):
        """The names of the agents and levels that play this game."""
        names = []
        while (name := _c.agent_name(self._handle, len(names))) is not None:
            names.append(name.decode())
        return names

    @property
    def observation_size(self):
        return _c.observation_size(self._handle)

    @property
    def observation_version(self):
        return _c.observation_version(self._handle)

    @property
    def observation_fields(self):
        """The fields of an observation: slices of its values by name."""
        fields, first, count = {}, ctypes.c_int(), ctypes.c_int()
        while name := _c.observation_field(self._handle, len(fields), first, count):
            fields[name.decode()] = slice(first.value, first.value + count.value)
        return fields

    def spell(self, move):
        """The notation of a move: "reroll 3 5"."""
        return _text(_c.move_text, self._handle, move)

    def read(self, text):
        """The move with this notation, legal or not."""
        move = ctypes.c_uint16()
        if _c.move_read(self._handle, text.encode(), move):
            raise IllegalMove(f"no move of {self.name} is spelled {text!r}")
        return move.value


def games():
    """The names of all games."""
    return [_c.game_name(_c.game_at(i)).decode() for i in range(_c.game_count())]


def _game(game):
    return game if isinstance(game, Game) else Game(game)


def _options(options):
    return " ".join(f"{name.replace('_', '-')}={value}" for name, value in options.items()).encode()


class Rng:
    """Random numbers, the same on every machine for equal seeds."""

    def __init__(self, seed=0, stream=0):
        self._rng = _c.rng_new(seed, stream)

    def below(self, n):
        return _c.rng_below(self._rng, n)


class Sight:
    """What one viewer knows at one moment. Match.sight makes it."""

    def __init__(self, game, match_handle, viewer):
        self.game = game
        self._handle = _c.sight_new()
        if not self._handle:
            raise MemoryError
        _check(_c.match_see(match_handle, viewer, self._handle))
        self.viewer = viewer

    def __del__(self):
        if getattr(self, "_handle", None):
            _c.sight_free(self._handle)

    @property
    def turn(self):
        """The seats that may move."""
        return _seats(_c.sight_turn(self._handle))

    @property
    def legal(self):
        """The legal moves of the viewer, as numbers."""
        moves = (ctypes.c_uint16 * _library.MAX_MOVES)()
        return moves[:_c.sight_moves(self._handle, moves, _library.MAX_MOVES)]

    @property
    def legal_texts(self):
        return [self.game.spell(move) for move in self.legal]

    def observe(self):
        """The sight as an array of int16 (Game.observation_fields)."""
        import numpy
        out = numpy.empty(self.game.observation_size, numpy.int16)
        _check(_c.sight_observe(self._handle, out.ctypes.data_as(ctypes.POINTER(ctypes.c_int16)), out.size))
        return out

    def mask(self):
        """An array of int8 with a 1 for each legal move."""
        import numpy
        mask = numpy.zeros(self.game.move_count, numpy.int8)
        mask[self.legal] = 1
        return mask

    def prompt(self, language="en"):
        return _text(_c.sight_prompt, self._handle, _code(language))

    def say(self, move, seat=None, language="en"):
        """What a move would do, as sentences."""
        step = _library.Step(move, self.viewer if seat is None else seat)
        return _text(_c.sight_say, self._handle, step, _code(language))

    def why_not(self, move, language="en"):
        """Why a move is not legal, with the number of the rule; empty if it is."""
        return _text(_c.sight_why_not, self._handle, move, _code(language))

    def view(self):
        """The table as the object `sight` of docs/protocol.md."""
        return json.loads(_text(_c.sight_json, self._handle))

    def hint(self, playouts=0, threads=1, seed=1, language="en"):
        """The best moves of the viewer: a list of (move, chance to win, standard error), and the reason."""
        handle, error = ctypes.c_void_p(), ctypes.c_double()
        _check(_c.hint_new(self._handle, _library.Effort(playouts, threads, seed), handle))
        try:
            moves = [(_c.hint_move(handle, i), _c.hint_chance(handle, i, error), error.value)
                     for i in range(_c.hint_count(handle))]
            return moves, _text(_c.hint_reason, handle, _code(language))
        finally:
            _c.hint_free(handle)

    def search(self, playouts=1000, threads=1, seed=1):
        """Statistics of a search: a list of (move, visits, chances to win of all seats), best first."""
        handle, visits = ctypes.c_void_p(), ctypes.c_uint32()
        _check(_c.search_new(self._handle, _library.Effort(playouts, threads, seed), handle))
        try:
            seats = range(_c.sight_seats(self._handle))
            return [(_c.search_move(handle, i, visits), visits.value, [_c.search_chance(handle, i, s) for s in seats])
                    for i in range(_c.search_count(handle))]
        finally:
            _c.search_free(handle)


def _seats(bits):
    return [seat for seat in range(16) if bits >> seat & 1]


class Match:
    """A match. Dice and cards are played automatically from the seed, unless seed is None: then chance is a seat
    (flibuste.CHANCE), whose moves the caller plays."""

    def __init__(self, game, seats=None, seed=0, **options):
        self.game = _game(game)
        self._handle = ctypes.c_void_p()
        seats = self.game.seats[0] if seats is None else seats
        text = _options(options)
        if status := _c.match_new(self.game._handle, seats, text, self._handle):
            _check(status, _text(_c.setup_fault, self.game._handle, seats, text))
        self._rng = None if seed is None else _c.rng_new(seed, 0)
        self._roll()

    @classmethod
    def _of(cls, handle, seed):
        match = cls.__new__(cls)
        match._handle = handle
        match.game = Game(_c.game_name(_c.match_game(handle)).decode())
        match._rng = None if seed is None else _c.rng_new(seed, 0)
        return match

    @classmethod
    def from_record(cls, text, seed=None):
        """The match of a record, complete or as one viewer saw it."""
        handle, why = ctypes.c_void_p(), ctypes.create_string_buffer(512)
        data = text.encode() if isinstance(text, str) else text
        status = _c.record_read(data, len(data), handle, why, len(why))
        _check(status, why.value.decode())
        return cls._of(handle, seed)

    def __del__(self):
        if getattr(self, "_handle", None):
            _c.match_free(self._handle)

    def _roll(self):
        if self._rng is not None and _c.match_turn(self._handle) == 1 << CHANCE:
            _check(_c.match_play_chance(self._handle, self._rng))

    def copy(self, seed=None):
        handle = ctypes.c_void_p()
        _check(_c.match_copy(self._handle, handle))
        return Match._of(handle, seed)

    @property
    def seats(self):
        return _c.match_seats(self._handle)

    @property
    def options(self):
        return {name: _c.match_option(self._handle, i).decode() for i, name in enumerate(self.game.options)}

    @property
    def turn(self):
        """The seats that may move."""
        return _seats(_c.match_turn(self._handle))

    @property
    def mover(self):
        """The first seat that may move, or None."""
        seat = _c.match_mover(self._handle)
        return None if seat < 0 else seat

    @property
    def over(self):
        return not _c.match_turn(self._handle)

    @property
    def steps(self):
        """All steps so far: (seat, notation); None for a hidden move."""
        steps = [_c.match_step(self._handle, i) for i in range(_c.match_steps(self._handle))]
        return [(s.seat, None if s.move == _library.UNSEEN else self.game.spell(s.move)) for s in steps]

    @property
    def scores(self):
        return [_c.match_score(self._handle, seat) for seat in range(self.seats)]

    @property
    def winners(self):
        return _seats(_c.match_winners(self._handle))

    @property
    def hash(self):
        return _c.match_hash(self._handle)

    def sight(self, viewer=None):
        """What a viewer knows; without a viewer, the first seat that may move."""
        if viewer is None and (viewer := self.mover) is None:
            viewer = SPECTATOR
        return Sight(self.game, self._handle, viewer)

    def play(self, move, seat=None):
        """Makes a move, a number or a notation, of the first seat that may move or of another one."""
        seat = self.mover if seat is None else seat
        if seat is None:
            raise GameOver("the match is over")
        if isinstance(move, str):
            status = _c.match_play_text(self._handle, seat, move.encode())
        else:
            status = _c.match_play(self._handle, seat, int(move) if 0 <= int(move) < 65536 else 65534)
        if status:
            _check(status, f"{_c.status_text(status).decode()} ({move!r}, seat {seat})")
        self._roll()

    def chances(self):
        """The possible moves of chance with their weights."""
        moves, weights = (ctypes.c_uint16 * _library.MAX_MOVES)(), (ctypes.c_uint16 * _library.MAX_MOVES)()
        count = _c.match_chances(self._handle, moves, weights, _library.MAX_MOVES)
        return dict(zip(moves[:count], weights[:count]))

    def undo(self, steps):
        """Goes back to the first `steps` steps."""
        _check(_c.match_undo(self._handle, steps))

    def name_player(self, seat, name, kind="person"):
        _check(_c.match_set_player(self._handle, seat, kind.encode(), name.encode()))

    def record(self, viewer=TRUTH):
        """The record that a viewer may have."""
        text = _text(_c.record_write, self._handle, viewer)
        if not text:
            raise Hidden("this match has no record for this viewer")
        return text

    def dice(self):
        """The result of recomputing fair dice: "fair", "other", ..."""
        verdict = ctypes.c_int()
        _check(_c.record_verify(self._handle, verdict))
        return ("other", "hidden", "partial", "fair", "wrong-commitment", "wrong-roll")[verdict.value]

    def analyse(self, seat=NOBODY, playouts=0, threads=1, seed=1):
        """The report of `flibuste analyse --json` (docs/analysis.md)."""
        handle = ctypes.c_void_p()
        _check(_c.analysis_new(self._handle, seat, _library.Effort(playouts, threads, seed), handle))
        try:
            return json.loads(_text(_c.analysis_json, handle))
        finally:
            _c.analysis_free(handle)


class Agent:
    """A bot: "greedy", "ismcts:2000", "capitaine", ... (Game.agents)."""

    def __init__(self, game, name, seed=0):
        self.game = _game(game)
        self.name = name
        self._handle = ctypes.c_void_p()
        if status := _c.agent_new(self.game._handle, name.encode(), self._handle):
            _check(status, f"unknown agent {name!r}: expected one of {', '.join(self.game.agents)}, or NAME:EFFORT")
        self._rng = _c.rng_new(seed, 1)

    def __del__(self):
        if getattr(self, "_handle", None):
            _c.agent_free(self._handle)

    def choose(self, sight):
        """A move of the sight's viewer, whose turn it is."""
        move = ctypes.c_uint16()
        _check(_c.agent_choose(self._handle, sight._handle, self._rng, move))
        return move.value


def __getattr__(name):
    """Imports what needs numpy when it is first used."""
    if name == "VectorEnv":
        from .vector import VectorEnv
        return VectorEnv
    if name in ("AECEnv", "env"):
        from . import aec
        return getattr(aec, name)
    raise AttributeError(f"module 'flibuste' has no attribute {name!r}")
