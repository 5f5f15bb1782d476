"""Stable-Baselines3 takes the environments as they are, and learns."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))


def test_the_checker_of_sb3() -> None:
    from stable_baselines3.common.env_checker import check_env

    from ludex.envs import LudexEnv

    for obs in ("planes", "entities", "pixels"):
        check_env(LudexEnv("zelda", obs=obs))


def test_single_environments_work_unmodified() -> None:
    from stable_baselines3 import PPO

    from ludex.envs import LudexEnv

    PPO("MlpPolicy", LudexEnv("zelda"), n_steps=64, batch_size=64, device="cpu").learn(256)


def test_the_vector_environment_is_one_of_sb3() -> None:
    from ludex.sb3 import LudexVecEnv

    envs = LudexVecEnv(4, "butterflies", max_ticks=20)
    envs.seed(3)
    first = envs.reset()
    assert first.shape == (4, *envs.observation_space.shape)
    ended = 0
    for _ in range(60):
        _, rewards, dones, infos = envs.step(np.zeros(4, np.int64))
        assert rewards.dtype == np.float32
        for i in np.flatnonzero(dones):
            ended += 1
            assert infos[i]["terminal_observation"].shape == envs.observation_space.shape
            assert infos[i]["episode"]["l"] <= 20
    assert ended >= 8


def test_masks_for_maskable_ppo() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    from ludex.sb3 import LudexVecEnv

    envs = LudexVecEnv(4, ["aliens", "zelda"])
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=32, device="cpu")
    model.learn(128)
    masks = np.stack(envs.env_method("action_masks"))
    assert masks.dtype == np.bool_ and masks[0].sum() == 4 and masks[1].sum() == 6


def test_ppo_learns_a_bundled_game_in_ten_minutes() -> None:
    import ppo

    start = time.perf_counter()
    before, after, _ = ppo.train("butterflies", level=0, steps=ppo.STEPS, seed=1, max_ticks=200)
    assert before < 0.1
    assert after >= ppo.STATED_WIN_RATE, f"{after:.0%}"
    assert time.perf_counter() - start < 600
