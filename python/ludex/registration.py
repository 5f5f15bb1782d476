"""The ids of the environments."""

from __future__ import annotations

import gymnasium

from ._ludex import bundled_games

ENTRY = "ludex.envs:LudexEnv"
VECTOR_ENTRY = "ludex.vector:LudexVectorEnv"


def register() -> None:
    """Registers `ludex/NAME-v0` for every bundled game for one player, and `ludex/game-v0`, which takes any as `game`."""
    _register("ludex/game-v0", {})
    for name, *_, players in bundled_games():
        if players == 1:
            _register(f"ludex/{name}-v0", {"game": name})


def register_folder(folder: str, prefix: str = "") -> list[str]:
    """Registers the games of a folder, laid out as GVGAI's examples, as `ludex/PREFIX NAME-v0`; gives the ids."""
    from pathlib import Path

    ids: list[str] = []
    base = Path(folder) / "examples" if (Path(folder) / "examples").is_dir() else Path(folder)
    for level in sorted(base.glob("**/*_lvl0.txt")):
        name = level.name.removesuffix("_lvl0.txt")
        if level.with_name(f"{name}.txt").is_file():
            ids.append(f"ludex/{prefix}{name}-v0")
            _register(ids[-1], {"game": str(level.with_name(f"{name}.txt"))})
    return ids


def _register(id: str, kwargs: dict[str, object]) -> None:
    if id not in gymnasium.registry:
        gymnasium.register(id=id, entry_point=ENTRY, vector_entry_point=VECTOR_ENTRY, kwargs=kwargs)
