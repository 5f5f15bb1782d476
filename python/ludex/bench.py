"""How many steps a second: `python -m ludex.bench`.

For every game: the batch without observations and with planes, into the same arrays again and again; Gymnasium's
SyncVectorEnv over the single environment; the Rust loop without Python; and what a step of the single environment costs beyond
the step of the engine. All in one run, so that figures can be compared.

With --cpu, time is processor time divided by the number of threads: what the machine gives when nobody else uses it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from . import games
from ._ludex import Batch, Game, loop_for_bench

if TYPE_CHECKING:
    from collections.abc import Callable

    from .vector import Arrays


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m ludex.bench", description=__doc__)
    parser.add_argument("games", nargs="*", help="names of games; all bundled ones without any")
    parser.add_argument("--envs", type=int, default=1024, help="environments at once (1024)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each measurement (0.5)")
    parser.add_argument("--threads", type=int, default=0, help="threads; 0 for one a core")
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--cpu", action="store_true", help="take processor time, on a machine that is shared")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each game")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if not options.json:
        print(f"{'game':18} {'none':>9} {'planes':>9} {'sync':>9} {'rust':>9} {'single':>9} {'overhead':>9}")
        print(f"{'':18} {'steps/s':>9} {'steps/s':>9} {'steps/s':>9} {'steps/s':>9} {'us/step':>9} {'us/step':>9}")
    for name in options.games or games(players=1):
        row = measure(name, options.envs, options.seconds, options.threads, options.level, options.cpu)
        rows.append(row)
        if options.json:
            print(json.dumps(row))
        else:
            _print(row)
        sys.stdout.flush()
    if not options.json and len(rows) > 1:
        medians: dict[str, Any] = {key: statistics.median(row[key] for row in rows) for key in rows[0] if key != "game"}
        _print({"game": "median", **medians})


def _print(row: dict[str, Any]) -> None:
    millions = [f"{row[key] / 1e6:8.3f}M" for key in ("none", "planes", "sync", "rust")]
    print(f"{row['game']:18} {' '.join(millions)} {row['single_us']:9.2f} {row['overhead_us']:9.2f}")


def measure(name: str, envs: int, seconds: float, threads: int, level: int, cpu: bool) -> dict[str, Any]:
    """The figures of one game."""
    game = Game(name)
    clock = Clock(cpu, threads or os.cpu_count() or 1)
    alone = Clock(cpu, 1)
    none = _batch(game, level, envs, "none", threads, seconds, clock)
    planes = _batch(game, level, envs, "planes", threads, seconds, clock)
    # The engine alone, with the same actions: what a step costs without Python and without observations.
    rust = _loop(game, level, envs, threads, seconds, clock)
    core = _loop(game, level, 1, 1, seconds, alone)
    single, sync = _single(game, level, seconds, alone), _sync(game, level, seconds, alone)
    return {
        "game": name,
        "none": none,
        "planes": planes,
        "sync": sync,
        "rust": rust,
        "single_us": 1e6 / single,
        "overhead_us": 1e6 / single - 1e6 / core,
    }


class Clock:
    """Time by the wall, or processor time of this process divided among its threads."""

    def __init__(self, cpu: bool, threads: int) -> None:
        self.cpu, self.threads = cpu, threads

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.process_time() / self.threads if self.cpu else time.perf_counter()


def _rate(step: Callable[[], object], count: int, seconds: float, clock: Clock) -> float:
    """Steps a second, of a step that counts for several; the best of three, because others use the machine, too."""
    best = 0.0
    for _ in range(3):
        done, start = 0, clock.now()
        while (took := clock.now() - start) < seconds / 3:
            step()
            done += count
        best = max(best, done / took)
    return best


def _loop(game: Game, level: int, envs: int, threads: int, seconds: float, clock: Clock) -> float:
    best = 0.0
    for _ in range(3):
        start, wall = clock.now(), time.perf_counter()
        rate = loop_for_bench(game, level, envs, int(seconds * 333), threads)
        steps = rate * (time.perf_counter() - wall)
        best = max(best, steps / (clock.now() - start))
    return best


def _batch(game: Game, level: int, envs: int, obs: str, threads: int, seconds: float, clock: Clock) -> float:
    from .vector import Arrays

    batch = Batch([(game, [level])], envs, obs=obs, threads=threads)
    arrays: Arrays = Arrays(batch, obs)
    batch.reset(np.arange(envs, dtype=np.int64), arrays.rows)
    random = np.random.default_rng(0)
    actions = [random.integers(len(batch.actions), size=envs) for _ in range(64)]
    turn = iter(int(i) for i in random.integers(64, size=100_000_000 // max(envs, 1000)))

    def step() -> None:
        batch.step(actions[next(turn)], arrays.rows)

    for _ in range(20):
        step()
    return _rate(step, envs, seconds, clock)


def _single(game: Game, level: int, seconds: float, clock: Clock) -> float:
    from .envs import LudexEnv

    env = LudexEnv(game, level, obs="none")
    env.reset(seed=0)
    actions = [int(a) for a in np.random.default_rng(0).integers(len(env.action_names), size=1000)]

    def steps() -> None:
        play = env.step
        for action in actions:
            _, _, terminated, truncated, _ = play(action)
            if terminated or truncated:
                env.reset()

    return _rate(steps, len(actions), seconds, clock)


def _sync(game: Game, level: int, seconds: float, clock: Clock) -> float:
    from gymnasium.vector import SyncVectorEnv

    from .envs import LudexEnv

    count = 16
    envs = SyncVectorEnv([lambda: LudexEnv(game, level) for _ in range(count)], copy=False)
    envs.reset(seed=0)
    random = np.random.default_rng(0)
    actions = [random.integers(int(envs.single_action_space.n), size=count) for _ in range(64)]  # type: ignore[attr-defined]
    turn = 0

    def step() -> None:
        nonlocal turn
        turn += 1
        envs.step(actions[turn % 64])

    return _rate(step, count, seconds, clock)


if __name__ == "__main__":
    main()
