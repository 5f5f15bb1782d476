"""Trains PPO of Stable-Baselines3, unmodified, on a bundled game: `python ppo.py [GAME]`.

Says how often it wins before and after; with the defaults it takes some minutes on two cores.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from stable_baselines3 import PPO

from ludex.sb3 import LudexVecEnv

STEPS = 600_000
"""How long the defaults train."""
STATED_WIN_RATE = 0.7
"""What training with the defaults is said to reach at least."""


def win_rate(model: PPO, envs: LudexVecEnv, games: int) -> float:
    """How many of so many games the policy wins, acting as it was trained."""
    observations, won = envs.reset(), list[bool]()
    while len(won) < games:
        actions, _ = model.predict(observations, deterministic=False)
        observations, _, dones, infos = envs.step(actions)
        won += [infos[i]["won"] for i in np.flatnonzero(dones)]
    return float(np.mean(won[:games]))


def train(game: str, level: int, steps: int, seed: int, max_ticks: int) -> tuple[float, float, float]:
    """Win rates before and after, and the seconds that training took."""
    options = {"level": level, "obs": "planes", "max_ticks": max_ticks, "win_reward": 5.0, "loss_reward": -1.0}
    envs = LudexVecEnv(256, game, **options)
    envs.seed(seed)
    model = PPO(
        "MlpPolicy",
        envs,
        n_steps=32,
        batch_size=2048,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.98,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128]},
    )
    tests = LudexVecEnv(32, game, **options)
    tests.seed(seed + 1_000_000)
    before = win_rate(model, tests, 100)
    start = time.perf_counter()
    model.learn(steps)
    took = time.perf_counter() - start
    return before, win_rate(model, tests, 200), took


def main() -> None:
    """Trains and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="butterflies")
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-ticks", type=int, default=200)
    options = parser.parse_args()
    before, after, took = train(options.game, options.level, options.steps, options.seed, options.max_ticks)
    print(f"{options.game}: wins {before:.0%} before and {after:.0%} after {options.steps} steps in {took:.0f} s")


if __name__ == "__main__":
    main()
