"""The spaces of observations, for all environments."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from .errors import UsageError

if TYPE_CHECKING:
    from ._ludex import Game

OBSERVATIONS = ("planes", "ids", "entities", "pixels", "text", "none")
FIELDS = ("present", "type", "category", "x", "y", "facing_x", "facing_y", "health")
_LARGEST = 1e6
_TEXT_LENGTH = 1 << 20


def observation_space(obs: str, shape: list[int], game: Game) -> spaces.Space[Any]:
    """The space of the observations of a game."""
    dimensions = tuple(shape)
    if obs == "planes":
        return spaces.Box(0, 1, dimensions, np.uint8)
    if obs == "pixels":
        return spaces.Box(0, 255, dimensions, np.uint8)
    if obs == "ids":
        return spaces.Box(0, len(game.types), dimensions, np.int16)
    if obs == "entities":
        return spaces.Box(-_LARGEST, _LARGEST, dimensions, np.float32)
    if obs == "text":
        return spaces.Text(max_length=_TEXT_LENGTH, min_length=1, charset=string.printable)
    if obs == "none":
        return spaces.Box(0, 1, (0,), np.uint8)
    raise UsageError(f"there is no observation {obs!r}: it is one of {', '.join(OBSERVATIONS)}")


def dtype_of(obs: str) -> type[np.generic] | None:
    """What the elements of an observation are; none where it is no array."""
    types: dict[str, type[np.generic]] = {
        "planes": np.uint8,
        "pixels": np.uint8,
        "ids": np.int16,
        "entities": np.float32,
    }
    return types.get(obs)


def legend(obs: str, game: Game, level: int | str) -> dict[str, Any]:
    """What the numbers of an observation mean."""
    if obs == "planes":
        return {"planes": [name for _, name in game.legend(level)]}
    if obs == "ids":
        return {"ids": {number + 1: name for number, name in game.legend(level)}}
    if obs == "entities":
        return {"fields": list(FIELDS), "types": dict(game.legend(level))}
    return {}
