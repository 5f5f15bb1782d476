"""Games in words: observations, prompts, measures, and the interface of the GVGAI-LLM benchmark."""

from __future__ import annotations

import os
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import ludex
from ludex import llm
from ludex.envs import LudexEnv
from ludex.metrics import measure


def test_observations_in_words() -> None:
    env = LudexEnv("zelda", obs="text")
    text, info = env.reset(seed=0)
    for part in ("Map (", "Legend: ", "You: seeker at column", "Actions: 0 NIL, 1 UP"):
        assert part in text
    assert text in env.observation_space and info["actions"] == env.action_names
    assert "When door touches bearer" in env.rules("english")


def test_a_model_of_language_plays(corridor: ludex.Game) -> None:
    right = corridor.actions().index("RIGHT")
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        return f"I see the goal to the right.\nAction: {right}" if len(asked) > 1 else "I am not sure."

    game = llm.play(corridor, model)
    assert game.state.won
    assert [answer.action for answer in game.answers] == ["NIL", "RIGHT", "RIGHT"]
    assert [answer.understood for answer in game.answers] == [False, True, True]
    assert "rules" in asked[0] and "Your last actions, oldest first: NIL, RIGHT." in asked[2]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Action:1", "UP"),
        ("action: **2**", "LEFT"),
        ("Action: up", "UP"),
        ("Action: ACTION_LEFT", "LEFT"),
        ("Action: 1 ... no, Action: 2", "LEFT"),
        ("Action: 9", None),
        ("go left", None),
    ],
)
def test_answers_are_read(text: str, action: str | None) -> None:
    assert llm.read_action(text, ["NIL", "UP", "LEFT"]) == action


def test_measures(corridor: ludex.Game) -> None:
    state = corridor.state(1)
    for action in ["RIGHT", "LEFT", "NIL", "RIGHT", "RIGHT", "RIGHT", "RIGHT"]:
        state.play(action)
    measured = measure(state, reference_steps=4, reference_score=2.0)
    assert (measured.won, measured.steps, measured.meaningful_steps) == (True, 7, 5)
    assert measured.efficiency == pytest.approx(4 / 7) and measured.normalised_score == 1.0
    state = corridor.state(1)
    state.advance("NIL")
    with pytest.raises(ludex.UsageError, match="play"):
        measure(state)


def test_the_interface_of_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDEX_GVGAI", raising=False)
    from ludex.compat import gym_gvgai

    env = gym_gvgai.make("gvgai-zelda-lvl1-v0")
    assert env.unwrapped.spec is not None and env.unwrapped.spec.id == "gvgai-zelda-lvl1-v0"
    seen, info = env.reset(seed=1)
    assert seen.dtype == np.uint8 and seen.shape[2] == 4 and seen.shape[0] % 10 == 0
    inner = env.unwrapped
    assert isinstance(inner, gym_gvgai.GVGAIEnv)
    assert inner.get_action_meanings()[0] == "ACTION_NIL" and len(inner.get_action_meanings()) == env.action_space.n
    assert info["winner"] == "NO_WINNER"
    rows = info["ascii"].split("\n")
    cells = [row.split(",") for row in rows]
    assert len(cells) == info["grid"].shape[0] and len(cells[0]) == info["grid"].shape[1]
    assert any("seeker" in cell for row in cells for cell in row) and "wall" in cells[0][0]
    assert np.asarray(inner.render()).shape[2] == 3
    for _ in range(30):
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        if terminated or truncated:
            break
    assert info["winner"] in {"NO_WINNER", "PLAYER_WINS", "PLAYER_LOSES"}
    with pytest.raises(ludex.UsageError, match="gvgai-GAME-lvlN-v0"):
        gym_gvgai.make("zelda")


def test_the_benchmark_plays_with_ten_pixels_a_cell() -> None:
    from ludex.compat.gym_gvgai import GVGAIEnv

    folder = os.environ.get("LUDEX_GVGAI")
    groups = [Path(folder) / group for group in ("gridphysics", "contphysics")] if folder else []
    names = [(path.name[: -len("_lvl0.txt")], folder) for group in groups for path in group.glob("*_lvl0.txt")]
    for name, games_dir in [("zelda", None), *names]:
        env = GVGAIEnv(name, games_dir=games_dir)
        env.reset(seed=1)
        assert env.state().observe().block == 10, name
        assert env.observation_space.contains(env.step(0)[0])


def test_the_benchmark_finds_the_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDEX_GVGAI", raising=False)
    from ludex.compat import gym_gvgai

    gym_gvgai.export_games(str(tmp_path))
    assert (tmp_path / "envs/games/zelda_v0/zelda.txt").read_text() == ludex.Game("zelda").text
    assert (tmp_path / "envs/games/zelda_v0/zelda_lvl4.txt").is_file()
    assert gymnasium.spec("gvgai-aliens-lvl0-v0") is not None
