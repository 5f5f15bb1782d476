"""What the tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import ludex

GVGAI = os.environ.get("LUDEX_GVGAI")

CORRIDOR = """BasicGame
  SpriteSet
    goal > Immovable
    avatar > MovingAvatar
  InteractionSet
    goal avatar > killSprite scoreChange=2
  TerminationSet
    SpriteCounter stype=goal limit=0 win=True
  LevelMapping
    g > goal
    A > avatar
"""

RACE = """BasicGame no_players=2
  SpriteSet
    wall > Immovable
    flag > Immovable
    avatar >
      red > MovingAvatar
      blue > MovingAvatar
  InteractionSet
    avatar wall > stepBack
    avatar avatar > stepBack
    flag red > killSprite scoreChange=1,0
    flag blue > killSprite scoreChange=0,1
  TerminationSet
    SpriteCounter stype=flag limit=0 count_score=True
    Timeout limit=60 win=False,False
  LevelMapping
    w > wall
    f > flag
    A > red
    B > blue
"""
RACE_LEVEL = "wwwwwwwww\nwA  f  fw\nw   f   w\nwf  f  Bw\nwwwwwwwww\n"


@pytest.fixture
def corridor() -> ludex.Game:
    return ludex.Game(CORRIDOR, levels=["A g\n", "A   g\n"], name="corridor")


@pytest.fixture
def race() -> ludex.Game:
    return ludex.Game(RACE, levels=[RACE_LEVEL], name="race")


def gvgai_games(*groups: str) -> list[str]:
    """The games of GVGAI, where they are at hand."""
    if GVGAI is None:
        return []
    base = Path(GVGAI) / "examples" if (Path(GVGAI) / "examples").is_dir() else Path(GVGAI)
    games: list[str] = []
    for group in groups:
        for level in sorted((base / group).glob("*_lvl0.txt")):
            game = level.with_name(level.name.removesuffix("_lvl0.txt") + ".txt")
            if game.is_file():
                games.append(str(game))
    return games
