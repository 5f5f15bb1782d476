"""Threads, forks and panics."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv

import ludex
from ludex.envs import LudexEnv
from ludex.vector import LudexVectorEnv


def steps(seed: int) -> list[float]:
    """What a hundred and twenty-eight games give: enough for all threads."""
    envs = LudexVectorEnv(128, "aliens", threads=2)
    envs.reset(seed=seed)
    envs.action_space.seed(seed)
    return [float(envs.step(envs.action_space.sample())[1].sum()) for _ in range(30)]


def make() -> LudexEnv:
    return LudexEnv("zelda")


def test_several_threads() -> None:
    expected = [steps(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(steps, range(4))) == expected


def test_one_environment_in_several_threads() -> None:
    env = LudexEnv("zelda")
    env.reset(seed=0)
    state = env.state()

    def use(_: int) -> int:
        for _ in range(50):
            state.copy().play("LEFT")
            env.state()
        return state.digest()

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(use, range(8)))) == 1


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    expected = steps(1)  # threads are running when the process is forked
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as processes:
        assert list(processes.map(steps, [1, 1])) == [expected, expected]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_batch_goes_on_in_a_forked_process() -> None:
    envs = LudexVectorEnv(128, "aliens", threads=2)
    envs.reset(seed=0)
    envs.step(np.zeros(128, np.int64))
    child = os.fork()
    if child == 0:
        envs.step(np.zeros(128, np.int64))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    envs.step(np.zeros(128, np.int64))


def test_gymnasium_in_processes() -> None:
    envs = AsyncVectorEnv([make, make], context="spawn")
    observations, _ = envs.reset(seed=1)
    assert np.array_equal(observations[0], make().reset(seed=1)[0])
    envs.step(np.array([1, 2]))
    envs.close()


def test_a_panic_becomes_an_exception() -> None:
    from ludex._ludex import panic_for_tests

    with pytest.raises(BaseException, match="this panic was asked for"):
        panic_for_tests()
    assert ludex.Game("zelda").state().tick == 0, "the process lives"
    assert sys.exc_info()[0] is None
