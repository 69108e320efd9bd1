"""libflibuste through ctypes: where it is, and the types of its functions (docs/library.md)."""
import ctypes
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_int16, c_int32, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64
from ctypes import c_void_p

API = 1  # the version of the interface that this package was written for
NOBODY, CHANCE, SPECTATOR, TRUTH, UNSEEN = 255, 8, 9, 10, 0xFFFF
MAX_MOVES, MAX_SEATS = 512, 8


class Rng(ctypes.Structure):
    _fields_ = [("state", c_uint64 * 4)]


class Step(ctypes.Structure):
    _fields_ = [("move", c_uint16), ("seat", c_uint16)]


class Effort(ctypes.Structure):
    _fields_ = [("playouts", c_uint32), ("threads", c_int32), ("seed", c_uint64)]


class Shares(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("start", "luck", "skill", "rest", "result")]


class Decision(ctypes.Structure):
    _fields_ = [("step", c_uint32), ("made", c_uint16), ("best", c_uint16), ("seat", c_uint16), ("is_mistake", c_uint16),
                ("loss", c_double), ("error", c_double)]


class BatchSetup(ctypes.Structure):
    _fields_ = [("game", c_void_p), ("options", c_char_p), ("seats", c_int32), ("games", c_int32), ("threads", c_int32),
                ("spare", c_int32), ("seed", c_uint64)]


TEXT = (c_char_p, c_size_t)  # a buffer and its size
HANDLE = c_void_p
OUT = POINTER(c_void_p)
FUNCTIONS = {  # name without "flibuste_": result, arguments
    "version": (c_char_p, ()), "api": (c_int, ()), "status_text": (c_char_p, (c_int,)),
    "rng_new": (Rng, (c_uint64, c_uint64)), "rng_below": (c_uint32, (POINTER(Rng), c_uint32)),
    "game_count": (c_int, ()), "game_at": (HANDLE, (c_int,)), "game_find": (HANDLE, (c_char_p,)),
    "game_name": (c_char_p, (HANDLE,)), "game_version": (c_int, (HANDLE,)),
    "game_title": (c_size_t, (HANDLE, c_char_p, *TEXT)), "game_moves": (c_int, (HANDLE,)),
    "game_seats_min": (c_int, (HANDLE,)), "game_seats_max": (c_int, (HANDLE,)), "game_has_secrets": (c_int, (HANDLE,)),
    "game_option": (c_char_p, (HANDLE, c_int)), "game_option_value": (c_char_p, (HANDLE, c_int, c_int)),
    "move_text": (c_size_t, (HANDLE, c_uint16, *TEXT)), "move_read": (c_int, (HANDLE, c_char_p, POINTER(c_uint16))),
    "match_new": (c_int, (HANDLE, c_int, c_char_p, OUT)),
    "setup_fault": (c_size_t, (HANDLE, c_int, c_char_p, *TEXT)), "match_copy": (c_int, (HANDLE, OUT)),
    "match_free": (None, (HANDLE,)), "match_restart": (None, (HANDLE,)), "match_game": (HANDLE, (HANDLE,)),
    "match_seats": (c_int, (HANDLE,)), "match_viewer": (c_int, (HANDLE,)), "match_option": (c_char_p, (HANDLE, c_int)),
    "match_set_player": (c_int, (HANDLE, c_int, c_char_p, c_char_p)), "match_player": (c_char_p, (HANDLE, c_int)),
    "match_turn": (c_uint16, (HANDLE,)), "match_mover": (c_int, (HANDLE,)),
    "match_play": (c_int, (HANDLE, c_int, c_uint16)), "match_play_text": (c_int, (HANDLE, c_int, c_char_p)),
    "match_play_chance": (c_int, (HANDLE, POINTER(Rng))),
    "match_chances": (c_int, (HANDLE, POINTER(c_uint16), POINTER(c_uint16), c_int)),
    "match_steps": (c_uint32, (HANDLE,)), "match_step": (Step, (HANDLE, c_uint32)),
    "match_undo": (c_int, (HANDLE, c_uint32)), "match_score": (c_int32, (HANDLE, c_int)),
    "match_winners": (c_uint16, (HANDLE,)), "match_team": (c_int, (HANDLE, c_int)), "match_hash": (c_uint64, (HANDLE,)),
    "record_read": (c_int, (c_char_p, c_size_t, OUT, *TEXT)), "record_write": (c_size_t, (HANDLE, c_int, *TEXT)),
    "record_verify": (c_int, (HANDLE, POINTER(c_int))),
    "sight_new": (HANDLE, ()), "sight_free": (None, (HANDLE,)), "match_see": (c_int, (HANDLE, c_int, HANDLE)),
    "sight_viewer": (c_int, (HANDLE,)), "sight_seats": (c_int, (HANDLE,)), "sight_turn": (c_uint16, (HANDLE,)),
    "sight_hash": (c_uint64, (HANDLE,)), "sight_moves": (c_int, (HANDLE, POINTER(c_uint16), c_int)),
    "sight_is_legal": (c_int, (HANDLE, c_uint16)), "sight_imagine": (c_int, (HANDLE, POINTER(Rng))),
    "observation_size": (c_int, (HANDLE,)), "observation_version": (c_int, (HANDLE,)),
    "observation_field": (c_char_p, (HANDLE, c_int, POINTER(c_int), POINTER(c_int))),
    "sight_observe": (c_int, (HANDLE, POINTER(c_int16), c_int)),
    "sight_prompt": (c_size_t, (HANDLE, c_char_p, *TEXT)), "sight_say": (c_size_t, (HANDLE, Step, c_char_p, *TEXT)),
    "sight_why_not": (c_size_t, (HANDLE, c_uint16, c_char_p, *TEXT)), "sight_json": (c_size_t, (HANDLE, *TEXT)),
    "agent_name": (c_char_p, (HANDLE, c_int)), "agent_new": (c_int, (HANDLE, c_char_p, OUT)),
    "agent_free": (None, (HANDLE,)), "agent_choose": (c_int, (HANDLE, HANDLE, POINTER(Rng), POINTER(c_uint16))),
    "search_new": (c_int, (HANDLE, Effort, OUT)), "search_free": (None, (HANDLE,)), "search_count": (c_int, (HANDLE,)),
    "search_move": (c_uint16, (HANDLE, c_int, POINTER(c_uint32))), "search_chance": (c_double, (HANDLE, c_int, c_int)),
    "hint_new": (c_int, (HANDLE, Effort, OUT)), "hint_free": (None, (HANDLE,)), "hint_count": (c_int, (HANDLE,)),
    "hint_is_exact": (c_int, (HANDLE,)), "hint_move": (c_uint16, (HANDLE, c_int)),
    "hint_chance": (c_double, (HANDLE, c_int, POINTER(c_double))), "hint_reason": (c_size_t, (HANDLE, c_char_p, *TEXT)),
    "analysis_new": (c_int, (HANDLE, c_int, Effort, OUT)), "analysis_free": (None, (HANDLE,)),
    "analysis_count": (c_int, (HANDLE,)), "analysis_decision": (Decision, (HANDLE, c_int)),
    "analysis_shares": (Shares, (HANDLE, c_int)), "analysis_json": (c_size_t, (HANDLE, *TEXT)),
    "batch_new": (c_int, (POINTER(BatchSetup), OUT, *TEXT)), "batch_free": (None, (HANDLE,)),
    "batch_reset": (None, (HANDLE, c_uint64)), "batch_array": (c_void_p, (HANDLE, c_int, POINTER(c_size_t))),
    "batch_step": (c_int, (HANDLE, c_void_p, POINTER(c_int))), "batch_sample": (None, (HANDLE, c_void_p)),
}


class Functions:
    """The functions of the library, without the prefix flibuste_. A type is declared when a function is first used."""

    def __init__(self, library):
        self._library = library

    def __getattr__(self, name):
        function = getattr(self._library, "flibuste_" + name)
        function.restype, function.argtypes = FUNCTIONS[name]
        setattr(self, name, function)
        return function


def load():
    """Loads $FLIBUSTE_LIBRARY, or the installed library."""
    path = os.environ.get("FLIBUSTE_LIBRARY", "libflibuste.so.0")
    try:
        library = Functions(ctypes.CDLL(path))
    except OSError as error:
        raise ImportError(f"libflibuste cannot be loaded: install it, or set FLIBUSTE_LIBRARY to its path ({error})")
    if library.api() < API:
        raise ImportError(f"expected libflibuste with interface {API} or later, not {library.api()}")
    return library
