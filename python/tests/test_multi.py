"""Games for two: PettingZoo's own tests."""

from __future__ import annotations

import warnings

import pytest
from conftest import gvgai_games
from pettingzoo.test import parallel_api_test, parallel_seed_test

import ludex
from ludex.multi import LudexParallelEnv


def check(game: str | ludex.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(LudexParallelEnv(game, max_ticks=200), num_cycles=300)
        parallel_seed_test(lambda: LudexParallelEnv(game), num_cycles=100)


def test_pettingzoo_has_no_complaint(race: ludex.Game) -> None:
    check(race)


@pytest.mark.parametrize("name", ludex.games(players=2))
def test_pettingzoo_has_no_complaint_about_bundled_games(name: str) -> None:
    check(name)


@pytest.mark.parametrize("path", gvgai_games("2player"))
def test_pettingzoo_has_no_complaint_about_gvgai(path: str) -> None:
    check(path)


@pytest.mark.parametrize("obs", ["ids", "entities", "pixels", "text"])
def test_other_observations(race: ludex.Game, obs: str) -> None:
    env = LudexParallelEnv(race, obs=obs)
    observations, infos = env.reset(seed=0)
    assert all(observations[agent] in env.observation_space(agent) for agent in env.agents)
    assert infos["player_1"]["actions"][0] == "NIL"


def test_each_has_a_score(race: ludex.Game) -> None:
    env = LudexParallelEnv(race)
    env.reset(seed=0)
    actions = {name: number for number, name in enumerate(env.action_names)}
    moves = {"player_0": actions["RIGHT"], "player_1": actions["UP"]}
    total = {"player_0": 0.0, "player_1": 0.0}
    while env.agents:
        _, rewards, _, _, infos = env.step(moves)
        for agent, reward in rewards.items():
            total[agent] += reward
    assert total["player_0"] > 0 and total["player_1"] > 0
    assert infos["player_0"]["score"] == total["player_0"]
    with pytest.raises(ludex.UsageError, match="reset"):
        env.step(moves)
    env.reset(seed=0)
    with pytest.raises(ludex.UsageError, match="player_1"):
        env.step({"player_0": 0})


def test_bad_settings_are_refused(race: ludex.Game) -> None:
    with pytest.raises(ludex.UsageError, match="at least one level"):
        LudexParallelEnv(race, level=[])
    with pytest.raises(ludex.UsageError, match="there is no render mode"):
        LudexParallelEnv(race, render_mode="human")
