"""Environments for Gymnasium: its own checker, and what it does not check."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import gvgai_games
from gymnasium.utils.env_checker import check_env

import ludex
from ludex.envs import LudexEnv

OBSERVATIONS = ["planes", "ids", "entities", "pixels", "text"]


def check(env: gymnasium.Env[Any, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", ludex.games(players=1))
def test_the_checker_has_no_complaint(name: str) -> None:
    check(gymnasium.make(f"ludex/{name}-v0"))


@pytest.mark.parametrize("obs", OBSERVATIONS)
@pytest.mark.parametrize("name", ["zelda", "aliens", "chipschallenge"])
def test_the_checker_has_no_complaint_about_observations(name: str, obs: str) -> None:
    check(gymnasium.make(f"ludex/{name}-v0", obs=obs, level=3))


@pytest.mark.parametrize("path", gvgai_games("gridphysics", "contphysics"))
def test_the_checker_has_no_complaint_about_gvgai(path: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("ludex/game-v0", game=path).unwrapped
        assert isinstance(env, LudexEnv)
        if env.game.players == 1:
            check_env(env)


def test_observations_are_in_their_space_for_whole_games() -> None:
    for obs in OBSERVATIONS:
        env = gymnasium.make("ludex/zelda-v0", obs=obs, level=[0, 1, 2])
        env.action_space.seed(3)
        env.reset(seed=3)
        for _ in range(300):
            seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
            assert seen in env.observation_space and isinstance(reward, float)
            assert info["action_mask"].dtype == np.int8 and info["actions"][0] == "NIL"
            if terminated or truncated:
                assert info["winner"] in (0, 1) or truncated
                env.reset()


def test_a_game_is_that_of_its_seed() -> None:
    env = LudexEnv("zelda", level=1)
    env.reset(seed=99)
    state = ludex.Game("zelda").state(1, seed=99)
    for action in [1, 1, 2, 5, 3, 4] * 10:
        _, _, terminated, _, info = env.step(action)
        state.play(env.action_names[action])
        assert (info["score"], info["tick"]) == (state.score, state.tick)
        assert env.state() == state
        if terminated:
            break


def test_rewards_of_wins_and_losses(corridor: ludex.Game) -> None:
    env = LudexEnv(corridor, win_reward=10.0)
    env.reset(seed=0)
    right = env.action_names.index("RIGHT")
    assert env.step(right)[1] == 0.0
    _, reward, terminated, truncated, info = env.step(right)
    assert (reward, terminated, truncated, info["winner"]) == (12.0, True, False, 1)
    with pytest.raises(ludex.UsageError, match="reset"):
        env.step(0)


def test_limits_on_time_truncate(corridor: ludex.Game) -> None:
    env = LudexEnv(corridor, max_ticks=5)
    env.reset(seed=0)
    flags = [env.step(0)[2:4] for _ in range(5)]
    assert flags == [(False, False)] * 4 + [(False, True)]


def test_masks_follow_the_avatar() -> None:
    env = gymnasium.make("ludex/aliens-v0").unwrapped
    assert isinstance(env, LudexEnv)
    _, info = env.reset(seed=0)
    assert info["action_mask"].tolist() == [1, 1, 1, 1] == env.action_mask().tolist()
    assert env.action_space.sample(mask=info["action_mask"]) in range(4)


def test_legends() -> None:
    env = gymnasium.make("ludex/zelda-v0").unwrapped
    assert len(env.metadata["legend"]["planes"]) == env.observation_space.shape[0]  # type: ignore[index]
    seen, _ = env.reset(seed=0)
    walls = seen[env.metadata["legend"]["planes"].index("wall")]
    assert walls[0].all() and walls[:, 0].all()


def test_environments_are_copied_and_pickled() -> None:
    env = LudexEnv("zelda")
    env.reset(seed=4)
    for action in [1, 2, 3]:
        env.step(action)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.state() == env.state()
        assert np.array_equal(other.step(1)[0], copy.deepcopy(env).step(1)[0])
    fresh = pickle.loads(pickle.dumps(LudexEnv("zelda")))
    fresh.reset(seed=1)


def test_states_can_be_taken_up_again() -> None:
    env = LudexEnv("zelda", level=[0, 1])
    first, _ = env.reset(seed=4)
    start = env.clone_state()
    for action in [1, 2, 3]:
        env.step(action)
    assert np.array_equal(env.restore_state(start), first)
    with pytest.raises(ludex.UsageError, match="another game"):
        env.restore_state(ludex.Game("aliens").state())
    with pytest.raises(ludex.UsageError, match="another game or level"):
        env.restore_state(ludex.Game("zelda").state(4))


def test_rendering() -> None:
    env = gymnasium.make("ludex/zelda-v0", render_mode="rgb_array")
    env.reset(seed=0)
    picture = env.render()
    assert isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape[2] == 3
    env = gymnasium.make("ludex/zelda-v0", render_mode="ansi")
    env.reset(seed=0)
    assert "Legend" in str(env.render())


def test_closed_environments_say_so() -> None:
    env = LudexEnv("zelda")
    env.reset(seed=0)
    env.close()
    env.close()
    for use in (lambda: env.step(0), env.reset, env.state):
        with pytest.raises(ludex.UsageError, match="closed"):
            use()


def test_bad_arguments() -> None:
    for options, part in [
        ({"obs": "sound"}, "planes"),
        ({"level": 9}, "levels are"),
        ({"level": []}, "at least one level"),
        ({"render_mode": "3d"}, "rgb_array"),
        ({"obs": "pixels", "block": 0}, "block"),
        ({"max_ticks": 0}, "max_ticks"),
    ]:
        with pytest.raises(ludex.UsageError, match=part):
            LudexEnv("zelda", **options)
    env = LudexEnv("zelda")
    with pytest.raises(ludex.UsageError, match="before step"):
        env.step(0)
    env.reset(seed=0)
    for action in (17, -1):
        with pytest.raises(ludex.UsageError, match="no action"):
            env.step(action)
    for wrong in ("UP", 1.5, None, np.array([1, 2])):
        with pytest.raises((ludex.UsageError, TypeError)):
            env.step(wrong)


def test_games_of_two_play_alone_when_asked() -> None:
    assert gymnasium.make("ludex/game-v0", game="zelda").unwrapped.metadata["actions"][0] == "NIL"
