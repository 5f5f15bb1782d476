"""The vector environment gives what Gymnasium's own gives of single environments, step by step."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import ludex
from ludex.buffers import BufferEnv
from ludex.envs import LudexEnv
from ludex.pool import LudexPool
from ludex.vector import LudexVectorEnv

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]


def same(ours: Any, theirs: Any) -> bool:
    """Equal in every part, arrays and all."""
    if isinstance(theirs, dict):
        return theirs.keys() == ours.keys() and all(same(ours[key], theirs[key]) for key in theirs)
    if isinstance(theirs, np.ndarray) and theirs.dtype == object:
        return len(ours) == len(theirs) and all(same(a, b) for a, b in zip(ours, theirs, strict=True))
    if isinstance(theirs, np.ndarray):
        return theirs.dtype == ours.dtype and np.array_equal(ours, theirs)
    if isinstance(theirs, tuple):
        return len(ours) == len(theirs) and all(same(a, b) for a, b in zip(ours, theirs, strict=True))
    return bool(ours == theirs)


def compare(game: str, mode: AutoresetMode, steps: int, **options: Any) -> None:
    count = 3
    ours = LudexVectorEnv(count, game, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: LudexEnv(game, **options) for _ in range(count)], autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert same(ours.reset(seed=5), theirs.reset(seed=5))
    ours.action_space.seed(1)
    for step in range(steps):
        actions = ours.action_space.sample()
        ours_now, theirs_now = ours.step(actions), theirs.step(actions)
        for part, (a, b) in enumerate(zip(ours_now, theirs_now, strict=True)):
            assert same(a, b), f"{game} {mode}, step {step}, part {part}"
        ended = theirs_now[2] | theirs_now[3]
        if mode == AutoresetMode.DISABLED and ended.any():
            where = {"options": {"reset_mask": ended}}
            observations, _ = ours.reset(**where)
            assert same(observations, theirs.reset(**where)[0])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ludex.games(players=1))
def test_equal_to_single_environments(name: str, mode: AutoresetMode) -> None:
    compare(name, mode, 100, max_ticks=40)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["zelda", "aliens", "frogs"])
def test_equal_for_a_thousand_steps(name: str, mode: AutoresetMode) -> None:
    compare(name, mode, 1000, level=[0, 1, 2, 3, 4], win_reward=1.0, loss_reward=-1.0)


@pytest.mark.parametrize("obs", ["ids", "entities", "pixels", "text"])
def test_equal_with_other_observations(obs: str) -> None:
    compare("zelda", AutoresetMode.NEXT_STEP, 60, obs=obs, max_ticks=25)


def test_make_vec() -> None:
    envs = gymnasium.make_vec("ludex/zelda-v0", num_envs=4, level=2, obs="ids")
    assert isinstance(envs.unwrapped, LudexVectorEnv)
    observations, _ = envs.reset(seed=1)
    assert observations.shape[0] == 4 and observations.dtype == np.int16
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_several_games_at_once() -> None:
    envs = LudexVectorEnv(6, ["zelda", "aliens", "frogs"], level=[0, 1])
    envs.reset(seed=1)
    assert [envs.state(i).game.name for i in range(4)] == ["zelda", "aliens", "frogs", "zelda"]
    for _ in range(50):
        observations, *_, infos = envs.step(envs.action_space.sample())
    assert observations.shape == envs.observation_space.shape
    assert infos["action_mask"][1].sum() == 4


def test_states_can_be_taken_up() -> None:
    envs = LudexVectorEnv(2, "zelda")
    envs.reset(seed=1)
    for _ in range(10):
        envs.step(np.array([1, 2]))
    envs.restore_state(1, envs.state(0))
    observations, *_ = envs.step(np.array([3, 3]))
    assert np.array_equal(observations[0], observations[1])


def test_without_copies_the_arrays_are_the_same() -> None:
    envs = LudexVectorEnv(2, "zelda", copy=False)
    first, _ = envs.reset(seed=1)
    assert envs.step(np.array([1, 2]))[0] is first
    copying = LudexVectorEnv(2, "zelda")
    first, _ = copying.reset(seed=1)
    assert copying.step(np.array([1, 2]))[0] is not first


def test_bad_input() -> None:
    envs = LudexVectorEnv(2, "zelda", autoreset_mode="Disabled")
    with pytest.raises(ludex.UsageError, match="before step"):
        envs.step(np.array([0, 0]))
    envs.reset(seed=0)
    for actions, part in [
        (np.array([0.5, 1.0]), "integers"),
        (np.array([0]), "2 elements"),
        (np.array([0, 99]), "no action 99"),
        (np.array([[0, 1]]), "one dimension"),
    ]:
        with pytest.raises(ludex.UsageError, match=part):
            envs.step(actions)
    with pytest.raises(ludex.UsageError, match="bool"):
        envs.reset(options={"reset_mask": np.array([1, 0])})
    with pytest.raises(ludex.UsageError, match="seeds"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ludex.UsageError, match="at least 1"):
        LudexVectorEnv(0, "zelda")
    with pytest.raises(ludex.UsageError, match="texts"):
        LudexVectorEnv(1, "zelda", obs="text", autoreset_mode=AutoresetMode.SAME_STEP)
    envs.close()
    with pytest.raises(ludex.UsageError, match="closed"):
        envs.step(np.array([0, 0]))


def test_batches_refuse_arrays_that_do_not_fit() -> None:
    from ludex._ludex import Batch, Rows
    from ludex.vector import Arrays

    batch = Batch([(ludex.Game("zelda"), [0])], 2, obs="planes")
    good = Arrays(batch, "planes")
    parts = [good.observations, good.rewards, good.terminated, good.truncated, good.scores]
    rest = [good.winners, good.ticks, good.masks, good.levels]
    with pytest.raises(ludex.UsageError, match="float64"):
        Rows(good.observations, good.rewards.astype(np.float32), *parts[2:], *rest)
    with pytest.raises(ludex.UsageError, match="uint8"):
        Rows(good.rewards, *parts[1:], *rest)
    short = Rows(good.observations, good.rewards[:1], *parts[2:], *rest)
    with pytest.raises(ludex.UsageError, match="rewards"):
        batch.reset(np.zeros(2, np.int64), short)
    with pytest.raises(ludex.UsageError, match="twice"):
        batch.reset(np.zeros(2, np.int64), Rows(None, good.rewards, *parts[2:4], good.rewards, *rest))
    good.rewards.flags.writeable = False
    with pytest.raises(ludex.UsageError, match="read-only"):
        batch.reset(np.zeros(2, np.int64), good.rows)


def test_arrays_of_the_caller() -> None:
    rewards = np.zeros(8, np.float32)
    env = BufferEnv("zelda", 8, buf={"rewards": rewards}, max_ticks=30)
    observations, _ = env.reset()
    seen = 0
    for _ in range(100):
        again, *_, infos = env.step(np.zeros(8, np.int32))
        assert again is observations and env.rewards is rewards
        seen += len(infos)
    assert (seen >= 24 and infos == []) or infos[0].keys() == {"score", "won", "length", "env"}
    with pytest.raises(ludex.UsageError, match="float32"):
        BufferEnv("zelda", 8, buf={"rewards": np.zeros(8)})


def test_sending_and_receiving() -> None:
    pool = LudexPool("zelda", 8, batch_size=2, seed=3)
    whole = LudexVectorEnv(8, "zelda")
    expected, _ = whole.reset(seed=3)
    pool.async_reset()
    steps = 0
    for _ in range(40):
        observations, *_, info = pool.recv()
        if info["tick"].max() == 0:
            assert np.array_equal(observations, expected[info["env_id"]])
        pool.send(np.zeros(2, np.int64), info["env_id"])
        steps += 1
    assert steps == 40
    with pytest.raises(ludex.UsageError, match="one part"):
        pool.send(np.zeros(2, np.int64), np.array([1, 2]))
    pool.close()
    one = LudexPool("zelda", 4)
    one.reset()
    assert one.step(np.zeros(4, np.int64))[1].shape == (4,)
    one.close()
