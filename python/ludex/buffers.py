"""Many games that write into arrays of the caller, in the manner of PufferLib: no copies, games begin anew by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from ._ludex import DEFAULT_SEED, Batch, Game, Rows
from ._spaces import dtype_of, observation_space
from .envs import find_game, level_list
from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BufferEnv"]


class BufferEnv:
    """Games with arrays `observations`, `rewards` (float32), `terminals`, `truncations`, `masks` and `actions` (int32).

    buf: an object, or a dict, that has some of these arrays; those that it lacks are made. `reset` and `step` write in place.
    What a step tells of a game that ended is in the list of infos: its score, whether it was won and its length.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        level: int | str | Sequence[int | str] = 0,
        obs: str = "planes",
        *,
        buf: Any = None,
        seed: int = DEFAULT_SEED,
        threads: int = 0,
        max_ticks: int | None = None,
        win_reward: float = 0.0,
        loss_reward: float = 0.0,
        games_dir: str | None = None,
        block: int = 10,
        depth: int = 4,
        entities: int = 256,
    ) -> None:
        dtype = dtype_of(obs)
        if dtype is None:
            raise UsageError("observations in arrays are planes, ids, entities or pixels")
        self.game = find_game(game, games_dir)
        self.num_agents = num_envs
        self._batch = Batch(
            [(self.game, level_list(level))],
            num_envs,
            obs=obs,
            block=block,
            depth=depth,
            entities=entities,
            autoreset="same_step",
            max_ticks=max_ticks,
            win_reward=win_reward,
            loss_reward=loss_reward,
            threads=threads,
        )
        count, names = len(self._batch), self._batch.actions
        self.single_observation_space = observation_space(obs, self._batch.shape, self.game)
        self.single_action_space = spaces.Discrete(len(names))
        shape = (count, *self._batch.shape)
        self.observations = _given(buf, "observations", shape, dtype)
        self.rewards = _given(buf, "rewards", (count,), np.float32)
        self.terminals = _given(buf, "terminals", (count,), np.bool_)
        self.truncations = _given(buf, "truncations", (count,), np.bool_)
        self.masks = _given(buf, "masks", (count,), np.bool_)
        self.actions = _given(buf, "actions", (count,), np.int32)
        self.masks[:] = True
        self.action_masks = np.zeros((count, len(names)), np.int8)
        self._rewards = np.zeros(count, np.float64)
        self._last = _facts(count, len(names))
        now = _facts(count, len(names))
        now["masks"] = self.action_masks
        flags = (self._rewards, self.terminals, self.truncations)
        order = ("scores", "winners", "ticks", "masks", "levels")
        self._rows = Rows(self.observations, *flags, *(now[key] for key in order))
        spare = (np.zeros(count, np.float64), np.zeros(count, np.bool_), np.zeros(count, np.bool_))
        self._last_rows = Rows(None, *spare, *(self._last[key] for key in order))
        self._seed = seed

    def reset(self, seed: int | None = None) -> tuple[Any, list[dict[str, Any]]]:
        """Begins all games; environment i with seed + i."""
        first = self._seed if seed is None else seed
        self._batch.reset(np.arange(first, first + self.num_agents, dtype=np.int64), self._rows)
        self.rewards[:] = 0.0
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Plays a tick everywhere."""
        self.actions[:] = actions
        self._batch.step(self.actions.astype(np.int64), self._rows, self._last_rows)
        self.rewards[:] = self._rewards
        infos: list[dict[str, Any]] = []
        for i in np.flatnonzero(self.terminals | self.truncations):
            infos.append(
                {
                    "score": float(self._last["scores"][i]),
                    "won": bool(self._last["winners"][i] == 1),
                    "length": int(self._last["ticks"][i]),
                    "env": int(i),
                }
            )
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self) -> None:
        """Nothing is left to be done."""


def _facts(count: int, actions: int) -> dict[str, Any]:
    return {
        "scores": np.zeros(count, np.float64),
        "winners": np.zeros(count, np.int64),
        "ticks": np.zeros(count, np.int64),
        "masks": np.zeros((count, actions), np.int8),
        "levels": np.zeros(count, np.int64),
    }


def _given(buf: Any, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    """The caller's array, or a new one."""
    array = buf.get(name) if isinstance(buf, dict) else getattr(buf, name, None)
    if array is None:
        return np.zeros(shape, dtype)
    if array.shape != shape or array.dtype != dtype:
        raise UsageError(
            f"{name} must have shape {shape} and dtype {np.dtype(dtype).name}, and has {array.shape} and {array.dtype}"
        )
    return array
