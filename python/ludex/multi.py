"""Games for two as environments for PettingZoo, in which both act in every tick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from ._ludex import Env, Game, State
from ._spaces import legend, observation_space
from .envs import Closed, as_seed, check_render_mode, find_game, level_list
from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LudexParallelEnv"]


class LudexParallelEnv(ParallelEnv[str, Any, Any]):
    """A game for several players. The arguments are those of `ludex.envs.LudexEnv`. Agents are player_0 and player_1."""

    metadata: dict[str, Any] = {
        "name": "ludex_v0",
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 20,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        game: str | Game,
        level: int | str | Sequence[int | str] = 0,
        obs: str = "planes",
        *,
        render_mode: str | None = None,
        block: int = 10,
        depth: int = 4,
        entities: int = 256,
        max_ticks: int | None = None,
        win_reward: float = 0.0,
        loss_reward: float = 0.0,
        games_dir: str | None = None,
        render_block: int = 24,
    ) -> None:
        check_render_mode(render_mode, self.metadata)
        self.game = find_game(game, games_dir)
        self.levels = level_list(level)
        self.obs = obs
        self.render_mode = render_mode
        self.render_block = render_block
        self._core: Any = Env(
            self.game,
            self.levels,
            obs=obs,
            block=block,
            depth=depth,
            entities=entities,
            max_ticks=max_ticks,
            win_reward=win_reward,
            loss_reward=loss_reward,
        )
        self.action_names: tuple[str, ...] = tuple(self._core.actions)
        self.possible_agents = [f"player_{i}" for i in range(self._core.players)]
        self.agents: list[str] = []
        self._observation_spaces = {
            agent: observation_space(obs, self._core.shape, self.game) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(len(self.action_names)) for agent in self.possible_agents}
        self.metadata = {
            **type(self).metadata,
            "actions": list(self.action_names),
            "legend": legend(obs, self.game, self.levels[0]),
        }
        self._started = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: all see the same."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self._action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins a game."""
        if seed is None and not self._started:
            generator, _ = seeding.np_random()
            seed = int(generator.integers(1 << 48))
        self._core.reset(None if seed is None else as_seed(seed))
        self._started = True
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a tick with an action of each agent."""
        if not self.agents:
            raise UsageError("the game is over or has not begun: call reset before step")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise UsageError(f"there is no action of {', '.join(missing)}: every agent acts in every tick")
        rewards, terminated, truncated = self._core.step_all([int(actions[a]) for a in self.possible_agents])
        agents = self.agents
        observations, infos = self._observations(), self._infos()
        if terminated or truncated:
            self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            {agent: bool(terminated) for agent in agents},
            {agent: bool(truncated) for agent in agents},
            infos,
        )

    def _observations(self) -> dict[str, Any]:
        if self.obs == "text":
            state = self.clone_state()
            return {agent: state.describe(player) for player, agent in enumerate(self.agents)}
        return {agent: self._core.observe() for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        state = self.clone_state()
        scores, winners = state.scores, state.winners
        return {
            agent: {
                "score": scores[player],
                "winner": winners[player],
                "tick": state.tick,
                "action_mask": self._core.mask(player),
                "actions": self.action_names,
            }
            for player, agent in enumerate(self.agents)
        }

    def state(self) -> Any:
        """What is seen of the whole game: the same that each agent sees."""
        return self._core.observe()

    def clone_state(self) -> State:
        """A copy of the state: to plan with, to save, to look at."""
        state: State = self._core.state()
        return state

    def render(self) -> Any:
        """The state as a picture, or as text."""
        if self.render_mode == "rgb_array":
            return self.clone_state().render(self.render_block)
        if self.render_mode == "ansi":
            return self.clone_state().describe()
        return None

    def close(self) -> None:
        """Ends the environment. It can be called again."""
        self._core = Closed()
        self.agents = []
