"""Whole games, from beginning to end."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any, Protocol

from ._ludex import DEFAULT_SEED, Agent, Game, State, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Play", "Player", "play"]


class Player(Protocol):
    """An agent written in Python: made with a turn to prepare itself, then asked once a tick."""

    def act(self, turn: Turn) -> str:
        """The name of the action to take."""
        ...


class Play:
    """A game that has been played. In a notebook it shows itself as an animation."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def won(self) -> bool:
        """Was it won?"""
        return self.state.won is True

    @property
    def score(self) -> float:
        """The score at the end."""
        return self.state.score

    @property
    def ticks(self) -> int:
        """The ticks played."""
        return self.state.tick

    def gif(self, block: int = 24, fps: float = 20.0) -> bytes:
        """The game as an animated GIF."""
        return self.state.gif(block, fps)

    def record(self, path: str) -> None:
        """Writes a recording for `ludex replay` and `ludex verify`."""
        self.state.record(path)

    def _repr_html_(self) -> str:
        picture = b64encode(self.gif(block=16)).decode()
        return f'<img alt="{self!r}" src="data:image/gif;base64,{picture}">'

    def __repr__(self) -> str:
        outcome = {True: "won", False: "lost", None: "neither won nor lost"}[self.state.won]
        return f"Play({self.state.game.name!r}, {outcome} with score {self.score} after {self.ticks} ticks)"


def play(
    game: str | Game,
    agent: str | Agent | Callable[[State], str] | type[Any],
    level: int | str = 0,
    seed: int = DEFAULT_SEED,
    budget: str = "40ms-cpu",
    max_ticks: int | None = None,
) -> Play:
    """Plays a game in this process.

    The agent is a text such as "olets", an `Agent`, a function from a state to the name of an action, or a class with `act`,
    which is made with a turn and asked with one in every tick.
    """
    own = game if isinstance(game, Game) else Game(game)
    state = own.state(level, seed)
    if isinstance(agent, str):
        agent = Agent(agent)
    player: Any = None
    if isinstance(agent, type):
        player = agent(Turn(state, budget, preparation=True))
    while not state.is_over and (max_ticks is None or state.tick < max_ticks):
        if isinstance(agent, Agent):
            action = agent(state, budget)
        elif player is not None:
            action = player.act(Turn(state, budget, seed=state.tick))
        else:
            action = agent(state)
        state.play(action)
    return Play(state)
