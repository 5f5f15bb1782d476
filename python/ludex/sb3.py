"""Many games as a `VecEnv` of Stable-Baselines3. Single environments need no adapter."""

# Stable-Baselines3 need not be installed where this is checked.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from .vector import LudexVectorEnv

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LudexVecEnv"]


class LudexVecEnv(VecEnv):
    """The arguments are those of `ludex.vector.LudexVectorEnv`."""

    def __init__(self, num_envs: int, game: Any, **options: Any) -> None:
        self.env = LudexVectorEnv(num_envs, game, autoreset_mode=AutoresetMode.SAME_STEP, copy=True, **options)
        self._actions: Any = None
        self._masks = np.ones((num_envs, len(self.env.action_names)), np.bool_)
        self._returns = np.zeros(num_envs, np.float64)
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Any:
        """Begins all games."""
        seed = self._seeds[0]
        observations, infos = self.env.reset(seed=None if seed is None else int(seed))
        self._masks = infos["action_mask"].astype(np.bool_)
        self.reset_infos = [{"action_mask": mask} for mask in infos["action_mask"]]
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        return observations

    def step_async(self, actions: Any) -> None:
        """Remembers the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Plays a tick everywhere."""
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        self._returns += rewards
        dones = terminated | truncated
        self._masks = infos["action_mask"].astype(np.bool_)
        lines: list[dict[str, Any]] = [{"action_mask": mask} for mask in infos["action_mask"]]
        for i in np.flatnonzero(dones):
            final = infos["final_info"]
            lines[i].update(
                terminal_observation=infos["final_obs"][i],
                won=bool(final["winner"][i] == 1),
                score=float(final["score"][i]),
                episode={"r": float(self._returns[i]), "l": int(final["tick"][i]), "t": 0.0},
            )
            lines[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
            self._returns[i] = 0.0
        return observations, rewards.astype(np.float32), dones, lines

    def action_masks(self, env: int) -> Any:
        """The actions that the avatar of an environment has, as MaskablePPO of sb3-contrib asks for them."""
        return self._masks[env]

    def close(self) -> None:
        """Ends the environments."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, the same for all environments."""
        owner = self if attr_name == "action_masks" else self.env
        return [getattr(owner, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Sets an attribute of all environments."""
        setattr(self.env, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Calls a method of the vector environment with the number of each environment."""
        method = getattr(self if method_name == "action_masks" else self.env, method_name)
        return [method(i, *args, **kwargs) for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No environment is wrapped. Results of games are in the infos, as a Monitor puts them there."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Any]:
        """Pictures of all environments."""
        return [self.env.state(i).render(self.env.render_block) for i in range(self.num_envs)]
