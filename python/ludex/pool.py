"""Many games with actions sent and results received, in the manner of EnvPool: one part thinks while another is stepped."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ._ludex import DEFAULT_SEED
from .errors import UsageError
from .vector import LudexVectorEnv

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LudexPool"]


class LudexPool:
    """`num_envs` games in parts of `batch_size`, each stepped as a whole.

    `async_reset` begins all games; then `recv` gives the results of whichever part is ready first, with the numbers of its
    environments in `info["env_id"]`, and `send` takes the actions for these. The other arguments are those of
    `LudexVectorEnv`. Without a batch size smaller than the number of games, `step` does both at once.
    """

    def __init__(
        self, game: Any, num_envs: int, batch_size: int | None = None, seed: int = DEFAULT_SEED, **options: Any
    ) -> None:
        size = batch_size if batch_size is not None else num_envs
        if size < 1 or num_envs % size:
            raise UsageError(
                f"batch_size must divide the number of environments, and {size} does not divide {num_envs}"
            )
        self.num_envs, self.batch_size, self._seed = num_envs, size, seed
        options.setdefault("threads", 1 if size < num_envs else 0)
        options.setdefault("autoreset_mode", AutoresetMode.NEXT_STEP)
        self._parts = [LudexVectorEnv(size, game, **options) for _ in range(num_envs // size)]
        self._ready: Queue[tuple[int, Future[Any]]] = Queue()
        self._awaited: set[int] = set()
        self._threads = ThreadPoolExecutor(max_workers=min(len(self._parts), 16))
        first = self._parts[0]
        self.single_observation_space = first.single_observation_space
        self.single_action_space = first.single_action_space

    def __len__(self) -> int:
        return self.num_envs

    def async_reset(self) -> None:
        """Begins all games; their first observations come with `recv`."""
        for number, part in enumerate(self._parts):
            seed = self._seed + number * self.batch_size
            self._submit(number, lambda part=part, seed=seed: _as_step(part, part.reset(seed=seed)))

    def recv(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Results of the part that is ready first: observations, rewards, terminated, truncated, info."""
        if self._ready.empty() and not self._awaited:
            raise UsageError("nothing has been sent: call async_reset or send before recv")
        number, future = self._ready.get()
        self._awaited.discard(number)
        observations, rewards, terminated, truncated, info = future.result()
        start = number * self.batch_size
        info["env_id"] = np.arange(start, start + self.batch_size, dtype=np.int32)
        return observations, rewards, terminated, truncated, info

    def send(self, actions: Any, env_id: Any) -> None:
        """Actions for the environments of one part, as `recv` named them."""
        ids = np.asarray(env_id)
        number = int(ids[0]) // self.batch_size if ids.size else -1
        start = number * self.batch_size
        if ids.shape != (self.batch_size,) or not np.array_equal(ids, np.arange(start, start + self.batch_size)):
            raise UsageError("env_id must be those of one part, in the order in which recv gave them")
        if number in self._awaited:
            raise UsageError("this part has not answered yet: call recv before the next send")
        part, moves = self._parts[number], np.array(actions, np.int64)
        self._submit(number, lambda: part.step(moves))

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Begins all games and waits for them; only without parts."""
        self._check_whole()
        self.async_reset()
        observations, _, _, _, info = self.recv()
        return observations, info

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Sends and receives; only without parts."""
        self._check_whole()
        self.send(actions, np.arange(self.num_envs))
        return self.recv()

    def close(self) -> None:
        """Ends the threads."""
        self._threads.shutdown()

    def _check_whole(self) -> None:
        if len(self._parts) > 1:
            raise UsageError("with a batch_size, use async_reset, recv and send")

    def _submit(self, number: int, work: Any) -> None:
        self._awaited.add(number)
        future = self._threads.submit(work)
        future.add_done_callback(lambda done: self._ready.put((number, done)))


def _as_step(part: LudexVectorEnv, result: tuple[Any, dict[str, Any]]) -> Any:
    count = part.num_envs
    return result[0], np.zeros(count), np.zeros(count, np.bool_), np.zeros(count, np.bool_), result[1]
