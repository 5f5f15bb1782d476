"""Games as a vector environment for Gymnasium: many at once, stepped in parallel by one call into Rust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._ludex import Batch, Game, Rows, State
from ._spaces import dtype_of, legend, observation_space
from .envs import as_seed, check_render_mode, find_game, level_list
from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["LudexVectorEnv"]

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class Arrays:
    """The arrays that a batch writes to."""

    def __init__(self, batch: Batch, obs: str) -> None:
        count, players, actions = len(batch), batch.players, len(batch.actions)
        dtype = dtype_of(obs)
        self.observations: NDArray[Any] | None = None if dtype is None else np.zeros((count, *batch.shape), dtype)
        self.rewards = np.zeros(count * players, np.float64)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.scores = np.zeros(count * players, np.float64)
        self.winners = np.zeros(count * players, np.int64)
        self.ticks = np.zeros(count, np.int64)
        self.masks = np.zeros((count * players, actions), np.int8)
        self.levels = np.zeros(count, np.int64)
        self.rows = Rows(
            self.observations,
            self.rewards,
            self.terminated,
            self.truncated,
            self.scores,
            self.winners,
            self.ticks,
            self.masks,
            self.levels,
        )


class LudexVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once. The arguments are those of `LudexEnv`, and:

    num_envs: how many.
    game: one for all, or several, which the environments take in turn; then observations and actions are those of all of them
        together.
    autoreset_mode: what becomes of games that have ended.
    copy: False hands out the arrays that the next step writes to, which saves a copy.
    threads: 0 for one a core.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 20}

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game | Sequence[str | Game] = "zelda",
        level: int | str | Sequence[int | str] = 0,
        obs: str = "planes",
        *,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 0,
        block: int = 10,
        depth: int = 4,
        entities: int = 256,
        max_ticks: int | None = None,
        max_episode_steps: int | None = None,
        win_reward: float = 0.0,
        loss_reward: float = 0.0,
        games_dir: str | None = None,
        render_block: int = 24,
    ) -> None:
        if num_envs < 1:
            raise UsageError("num_envs must be at least 1")
        check_render_mode(render_mode, self.metadata)
        mode = AutoresetMode(autoreset_mode)
        if obs == "text" and mode == AutoresetMode.SAME_STEP:
            raise UsageError("texts of games that are over are not kept: use another autoreset_mode with obs='text'")
        games = [game] if isinstance(game, (str, Game)) else list(game)
        self.games = [find_game(one, games_dir) for one in games]
        self.levels = level_list(level)
        self.num_envs = num_envs
        self.obs = obs
        self.copy = copy
        self.render_mode = render_mode
        self.render_block = render_block
        self._batch = Batch(
            [(one, self.levels) for one in self.games],
            num_envs,
            obs=obs,
            block=block,
            depth=depth,
            entities=entities,
            autoreset=_MODES[mode],
            max_ticks=max_ticks if max_ticks is not None else max_episode_steps,
            win_reward=win_reward,
            loss_reward=loss_reward,
            threads=threads,
        )
        if self._batch.players != 1:
            raise UsageError("this is a game for two: play it with ludex.multi.LudexParallelEnv")
        self.action_names = tuple(self._batch.actions)
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(obs, self._batch.shape, self._largest())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.metadata = {
            **type(self).metadata,
            "autoreset_mode": mode,
            "actions": list(self.action_names),
            "legends": [legend(obs, one, self.levels[0]) for one in self.games],
        }
        self._mode = mode
        self._now = Arrays(self._batch, obs)
        self._last = Arrays(self._batch, obs) if mode == AutoresetMode.SAME_STEP else None
        self._everywhere = np.ones(num_envs, np.bool_)
        self._everywhere.flags.writeable = False
        self._names = np.full(num_envs, None, dtype=object)
        self._names[:] = [self.action_names] * num_envs
        self._started = False

    def _largest(self) -> Game:
        return max(self.games, key=lambda game: len(game.types))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins games: environment i with seed + i, or each with its own from a list. `options["reset_mask"]` says where."""
        self._check_open()
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
        seeds = self._seeds(seed)
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.ascontiguousarray(mask)
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise UsageError(f"reset_mask must be an array of bool with shape ({self.num_envs},)")
            if not mask.any():
                raise UsageError("reset_mask must be true somewhere")
        self._batch.reset(seeds, self._now.rows, mask)
        self._started = True
        return self._observations(), self._infos(self._everywhere if mask is None else mask)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.int64]:
        if seed is None or isinstance(seed, (int, np.integer)):
            seeds: list[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise UsageError(f"{len(seeds)} seeds for {self.num_envs} environments")
        if self._started:
            following = self._batch.next_seeds()
        else:
            following = self.np_random.integers(1 << 48, size=self.num_envs)
        chosen = [int(after) if one is None else as_seed(one) for one, after in zip(seeds, following, strict=True)]
        return np.array(chosen, np.int64)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a tick in every environment."""
        self._check_open()
        actions = np.ascontiguousarray(actions)
        if actions.dtype != np.int64:
            if not np.issubdtype(actions.dtype, np.integer):
                raise UsageError(f"actions must be integers, not {actions.dtype}")
            actions = actions.astype(np.int64)
        now, last = self._now, self._last
        self._batch.step(actions, now.rows, None if last is None else last.rows)
        infos = self._infos(self._everywhere)
        if last is not None:
            ended = now.terminated | now.truncated
            if ended.any():
                self._add_last(infos, last, ended)
        if self.copy:
            return self._observations(), now.rewards.copy(), now.terminated.copy(), now.truncated.copy(), infos
        return self._observations(), now.rewards, now.terminated, now.truncated, infos

    def _observations(self) -> Any:
        if self.obs == "text":
            return tuple(self._batch.texts())
        seen = self._now.observations
        if seen is None:
            return np.zeros((self.num_envs, 0), np.uint8)
        return seen.copy() if self.copy else seen

    def _infos(self, where: NDArray[np.bool_]) -> dict[str, Any]:
        now = self._now
        facts = {
            "score": now.scores,
            "winner": now.winners,
            "tick": now.ticks,
            "level": now.levels,
            "action_mask": now.masks,
            "actions": self._names,
        }
        infos: dict[str, Any] = {}
        for key, value in facts.items():
            infos[key] = value.copy() if self.copy else value
            infos[f"_{key}"] = where
        return infos

    def _add_last(self, infos: dict[str, Any], last: Arrays, ended: NDArray[np.bool_]) -> None:
        """The last moments of games that began anew in this step, as Gymnasium's own vector environments tell them."""
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = np.zeros(0, np.uint8) if last.observations is None else last.observations[i].copy()
        facts: dict[str, NDArray[Any]] = {
            "score": np.where(ended, last.scores, 0.0),
            "winner": np.where(ended, last.winners, 0),
            "tick": np.where(ended, last.ticks, 0),
            "level": np.where(ended, last.levels, 0),
            "action_mask": np.where(ended[:, None], last.masks, 0).astype(np.int8),
            "actions": np.full(self.num_envs, None, dtype=object),
        }
        facts["actions"][ended] = self._names[ended]
        info: dict[str, Any] = {}
        for key, value in facts.items():
            info[key] = value
            info[f"_{key}"] = ended.copy()
        infos.update(final_obs=final, _final_obs=ended.copy(), final_info=info, _final_info=ended.copy())

    def render(self) -> tuple[Any, ...] | None:
        """All states, as pictures or as text."""
        if self.render_mode == "rgb_array":
            return tuple(self.state(i).render(self.render_block) for i in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self._batch.texts())
        return None

    def state(self, env: int) -> State:
        """A copy of the state of an environment."""
        return self._batch.state(env)

    def restore_state(self, env: int, state: State) -> None:
        """Goes on in an environment from a state of its game; the next step shows it."""
        self._batch.set_state(env, state)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left to be done: memory goes with the environment."""

    def _check_open(self) -> None:
        if self.closed:
            raise UsageError("the environment is closed: make a new one")
