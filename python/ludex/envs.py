"""Games as environments for Gymnasium, one at a time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._ludex import Env, Game, State
from ._spaces import legend, observation_space
from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["LudexEnv"]


def find_game(game: str | Game, games_dir: str | None) -> Game:
    """A game, by whatever names it."""
    return game if isinstance(game, Game) else Game(game, games_dir=games_dir)


def level_list(level: int | str | Sequence[int | str]) -> list[int | str]:
    """Levels as a list: numbers, texts, or several of them."""
    levels: list[int | str] = [level] if isinstance(level, (int, str, np.integer)) else list(level)
    if not levels:
        raise UsageError("an environment needs at least one level")
    return [int(one) if isinstance(one, np.integer) else one for one in levels]


def check_render_mode(mode: str | None, metadata: dict[str, Any]) -> None:
    """Refuses a way to render that an environment does not have."""
    if mode is not None and mode not in metadata["render_modes"]:
        raise UsageError(f"there is no render mode {mode!r}: it is one of {', '.join(metadata['render_modes'])}")


class Closed:
    """What is left of an environment after its end."""

    def __getattr__(self, name: str) -> Any:
        raise UsageError("the environment is closed: make a new one")


class LudexEnv(gymnasium.Env[Any, Any]):
    """A game as an environment.

    game: a bundled name, a path, a name in `games_dir`, the text of a game, or a `ludex.Game`.
    level: a number or the text of a level; of several, each game draws one by its seed.
    obs: planes, ids, entities, pixels, text or none.
    block, depth, entities: pixels of a cell, sprites shown of a cell, lines of entities.
    max_ticks: games are truncated after so many ticks; the rules of the framework end them after 2000.
    win_reward, loss_reward: added to the reward, which is the change of the score.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi", "human"], "render_fps": 20}

    def __init__(
        self,
        game: str | Game,
        level: int | str | Sequence[int | str] = 0,
        obs: str = "planes",
        *,
        render_mode: str | None = None,
        block: int = 10,
        depth: int = 4,
        entities: int = 256,
        max_ticks: int | None = None,
        win_reward: float = 0.0,
        loss_reward: float = 0.0,
        games_dir: str | None = None,
        render_block: int = 24,
    ) -> None:
        check_render_mode(render_mode, self.metadata)
        self.game = find_game(game, games_dir)
        self.levels = level_list(level)
        self.obs = obs
        self.render_mode = render_mode
        self.render_block = render_block
        self._settings: dict[str, Any] = {
            "obs": obs,
            "block": block,
            "depth": depth,
            "entities": entities,
            "max_ticks": max_ticks,
            "win_reward": win_reward,
            "loss_reward": loss_reward,
        }
        self._human = render_mode == "human"
        self._started = False
        self._core: Any = Env(self.game, self.levels, **self._settings)
        self.action_names: tuple[str, ...] = tuple(self._core.actions)
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.action_names))
        self.observation_space: spaces.Space[Any] = observation_space(obs, self._core.shape, self.game)
        self.metadata = {
            **type(self).metadata,
            "actions": list(self.action_names),
            "legend": legend(obs, self.game, self.levels[0]),
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game. The same seed gives the same game as on the command line; without one, games follow each other."""
        super().reset(seed=seed)
        if seed is None and not self._started:
            seed = int(self.np_random.integers(1 << 48))
        result: tuple[Any, dict[str, Any]] = self._core.reset(None if seed is None else as_seed(seed))
        self._started = True
        if self._human:
            self.render()
        return result

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a tick."""
        result: tuple[Any, float, bool, bool, dict[str, Any]] = self._core.step(action)
        if self._human:
            self.render()
        return result

    def render(self) -> Any:
        """The state as a picture (rgb_array), as text (ansi), or shown in the terminal (human)."""
        if self.render_mode == "rgb_array":
            return self.state().render(self.render_block)
        if self.render_mode == "ansi":
            return self.describe()
        if self.render_mode == "human":
            sys.stdout.write("\x1b[H\x1b[2J" + self.describe() if sys.stdout.isatty() else self.describe())
            sys.stdout.flush()
            return None
        gymnasium.logger.warn("render needs a render_mode: pass one to make, such as render_mode='rgb_array'")
        return None

    def close(self) -> None:
        """Ends the environment. It can be called again."""
        self._core = Closed()

    def action_mask(self) -> NDArray[np.int8]:
        """1 for each action that the avatar has now."""
        mask: NDArray[np.int8] = self._core.mask()
        return mask

    def describe(self) -> str:
        """The state in words."""
        return self.state().describe()

    def rules(self, style: str = "english") -> str:
        """The rules of the game: in plain English, or as they are written ("vgdl")."""
        return self.game.rules(style)

    def state(self) -> State:
        """A copy of the state: to plan with, to save, to look at."""
        state: State = self._core.state()
        return state

    forward_model = state
    clone_state = state

    def restore_state(self, state: State) -> Any:
        """Goes on from a state of this game, and gives its observation."""
        self._core.set_state(state)
        self._started = True
        return self._core.observe()

    def __getstate__(self) -> dict[str, Any]:
        fields = dict(self.__dict__)
        core = fields.pop("_core")
        nothing = isinstance(core, Closed) or not self._started
        fields["_saved"] = None if nothing else core.state()
        fields["_closed"] = isinstance(core, Closed)
        return fields

    def __setstate__(self, fields: dict[str, Any]) -> None:
        saved, closed = fields.pop("_saved"), fields.pop("_closed")
        self.__dict__.update(fields)
        self._core = Closed() if closed else Env(self.game, self.levels, **self._settings)
        if saved is not None:
            self._core.set_state(saved)


def as_seed(seed: int) -> int:
    """The engine's seeds have 64 bits with a sign."""
    return seed if -(1 << 63) <= seed < 1 << 63 else seed % (1 << 63)
