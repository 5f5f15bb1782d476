"""Ludex: general video game playing for Python.

Games in VGDL as fast environments (Gymnasium, PettingZoo), planning agents, experiments.

    import gymnasium
    import ludex

    env = gymnasium.make("ludex/zelda-v0", level=2, obs="planes")
    state = ludex.Game("zelda").state(level=0, seed=42)
    action = ludex.Agent("olets")(state, budget="480fm")
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from . import errors
from ._ludex import (
    DEFAULT_SEED,
    Agent,
    Game,
    Observation,
    Simulator,
    State,
    Turn,
    __version__,
    action_names,
    bundled_games,
)
from .errors import Diagnostic, GameError, LudexError, RestoreError, UsageError

if TYPE_CHECKING:
    from .arena import arena, report, results
    from .playing import Play, play

ACTIONS: tuple[str, ...] = tuple(action_names())
"""The names of all actions."""

__all__ = [
    "ACTIONS",
    "DEFAULT_SEED",
    "Agent",
    "Diagnostic",
    "Game",
    "GameError",
    "LudexError",
    "Observation",
    "Play",
    "RestoreError",
    "Simulator",
    "State",
    "Turn",
    "UsageError",
    "__version__",
    "arena",
    "errors",
    "games",
    "play",
    "report",
    "results",
]

_LATER = {"arena": "arena", "report": "arena", "results": "arena", "play": "playing", "Play": "playing"}


def games(players: int | None = None) -> list[str]:
    """The names of the games that ship with Ludex: all of them, or those for so many players."""
    return [name for name, *_, number in bundled_games() if players in (None, number)]


def __getattr__(name: str) -> Any:
    # Loaded when they are asked for, so that the import is fast.
    if name in _LATER:
        from importlib import import_module

        value = getattr(import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register_with_gymnasium() -> None:
    """Registers the environments: now if Gymnasium is there, or as soon as it is imported."""
    if "gymnasium" in sys.modules:
        from .registration import register

        register()
    else:
        from ._later import after_import

        after_import("gymnasium", f"{__name__}.registration", "register")


_register_with_gymnasium()
