"""The interface of GVGAI's environments as the GVGAI-LLM benchmark uses it: `import ludex.compat.gym_gvgai as gym_gvgai`.

Importing it registers the ids `gvgai-GAME-lvlN-v0`, for the games of the folder that `LUDEX_GVGAI` names, or else for those that
ship with Ludex. Observations are pictures with four colours at ten pixels a cell; info has `winner`, `actions`, `ascii` and
`grid`; actions are NIL and then those of the avatar. As in GVGAI's learning track, games are played with ten pixels a cell, which
rounds speeds in another way than elsewhere. Unlike there, games are seeded, and no Java is needed.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .._ludex import Env, Game, State, bundled_games
from ..errors import UsageError

__all__ = ["GVGAIEnv", "export_games", "make"]

_BLOCK = 10
_WINNERS = {-1: "NO_WINNER", 0: "PLAYER_LOSES", 1: "PLAYER_WINS"}
_ID = re.compile(r"gvgai-(?P<game>.+)-lvl(?P<level>\d+)-v\d+$")


class GVGAIEnv(gymnasium.Env[Any, Any]):
    """A level of a game."""

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": 25}

    def __init__(self, game: str, level: int = 0, games_dir: str | None = None, render_mode: str | None = None) -> None:
        self.game_name = game
        self.level = level
        self.render_mode = render_mode
        self.game = _in_blocks(Game(game, games_dir=games_dir))
        self._core = Env(self.game, [level], obs="pixels", block=_BLOCK)
        own = self.game.state(level).actions()
        self.actions = [f"ACTION_{name}" for name in own]
        self._numbers = [self._core.actions.index(name) for name in own]
        height, width, _ = self._core.shape
        self.observation_space = spaces.Box(0, 255, (height, width, 4), np.uint8)
        self.action_space = spaces.Discrete(len(self.actions))
        self._types = self.game.types
        self._started = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game. Without a seed games follow each other, from one that the environment's generator draws."""
        super().reset(seed=seed)
        if seed is None and not self._started:
            seed = int(self.np_random.integers(1 << 48))
        observation, _ = self._core.reset(seed)
        self._started = True
        return _with_alpha(observation), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a tick."""
        if not 0 <= int(action) < len(self._numbers):
            raise UsageError(f"there is no action {action}: actions are numbers below {len(self._numbers)}")
        observation, reward, terminated, truncated, _ = self._core.step(self._numbers[int(action)])
        return _with_alpha(observation), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """The picture with three colours."""
        return self._core.observe()

    def get_action_meanings(self) -> list[str]:
        """The names of the actions."""
        return list(self.actions)

    def state(self) -> State:
        """A copy of the state."""
        return self._core.state()

    def _info(self) -> dict[str, Any]:
        state = self._core.state()
        columns = state.observe().grid()
        rows = len(columns[0]) if columns else 0
        grid = np.empty((rows, len(columns)), dtype=object)
        for x, column in enumerate(columns):
            for y, cell in enumerate(column):
                grid[y, x] = " ".join(self._types[kind] for _, kind, _, _, _ in cell)
        ascii = "\n".join(",".join(row) for row in grid)
        winner = _WINNERS[state.winners[0]]
        return {"winner": winner, "actions": list(self.actions), "ascii": ascii, "grid": grid, "score": state.score}


def _in_blocks(game: Game) -> Game:
    """The game with cells of ten pixels, whatever its text says."""

    def header(line: re.Match[str]) -> str:
        return f"{re.sub(r'square_size=[^ ]*', '', line[0]).rstrip()} square_size={_BLOCK}"

    text = re.sub(r"^\s*BasicGame\b[^\n]*", header, game.text, count=1, flags=re.MULTILINE)
    return Game(text, levels=game.levels, name=game.name, strict=False)


def _with_alpha(picture: Any) -> Any:
    alpha = np.full((*picture.shape[:2], 1), 255, np.uint8)
    return np.concatenate([picture, alpha], axis=2)


def make(id: str, **options: Any) -> gymnasium.Env[Any, Any]:
    """The environment of an id such as `gvgai-zelda-lvl0-v0`."""
    if _ID.match(id) is None:
        raise UsageError(f"{id!r} names no environment: write gvgai-GAME-lvlN-v0")
    return gymnasium.make(id, **options)


def _folder() -> str | None:
    return os.environ.get("LUDEX_GVGAI") or None


def _names(folder: str | None) -> list[tuple[str, int]]:
    if folder is None:
        return [(name, levels) for name, _, _, levels, players in bundled_games() if players == 1]
    base = Path(folder) / "examples" if (Path(folder) / "examples").is_dir() else Path(folder)
    found: dict[str, int] = {}
    for group in ("gridphysics", "contphysics"):
        for level in sorted((base / group).glob("*_lvl*.txt")):
            name = level.stem.rsplit("_lvl", 1)[0]
            found[name] = found.get(name, 0) + 1
    return sorted(found.items())


def _register() -> None:
    folder = _folder()
    for name, levels in _names(folder):
        for level in range(levels):
            id = f"gvgai-{name}-lvl{level}-v0"
            if id not in gymnasium.registry:
                kwargs = {"game": name, "level": level, "games_dir": folder}
                gymnasium.register(id=id, entry_point="ludex.compat.gym_gvgai:GVGAIEnv", kwargs=kwargs)


def export_games(folder: str) -> None:
    """Writes the texts of all games and levels as files, laid out as the benchmark looks for them."""
    for name, levels in _names(_folder()):
        game = Game(name, games_dir=_folder())
        place = Path(folder) / "envs" / "games" / f"{name}_v0"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.txt").write_text(game.text, encoding="utf-8")
        for number in range(min(levels, len(game.levels))):
            (place / f"{name}_lvl{number}.txt").write_text(game.levels[number], encoding="utf-8")


def __getattr__(name: str) -> Any:
    # The benchmark looks for the texts of games below `gym_gvgai.dir`: they are written when it asks.
    if name == "dir":
        folder = tempfile.mkdtemp(prefix="ludex-gvgai-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        export_games(folder)
        globals()["dir"] = folder
        return folder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_register()
