"""How well a game was played, beyond who won: the measures of the GVGAI-LLM benchmark for any game and any player."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from ._ludex import Observation, State

__all__ = ["Measures", "measure"]


@dataclass(frozen=True)
class Measures:
    """The measures of one game.

    meaningful: the share of steps that were meaningful. A step is not if the action was NIL, if nothing moved, vanished or
        appeared and no score was made, or if it undid the step before.
    efficiency: the steps of a known win on this level divided by the steps taken, at most 1; 0 without a win. None where no
        win is known.
    normalised_score: the score divided by that of the known win, between 0 and 1; None where that is not positive.
    """

    won: bool
    score: float
    steps: int
    meaningful_steps: int
    meaningful: float
    efficiency: float | None
    normalised_score: float | None


def measure(state: State, reference_steps: int | None = None, reference_score: float | None = None) -> Measures:
    """Measures a game that was played with `State.play`, from its beginning to this state.

    reference_steps, reference_score: of a win on this level, such as a person's.
    """
    history = state.history()
    if history is None:
        raise UsageError("only a game that was played from its beginning with `play` can be measured")
    now = state.game.state(state.level, state.seed)
    before: Counter[tuple[object, ...]] | None = None
    shown = _shown(now.observe())
    meaningful = 0
    for actions in history:
        score = now.score
        now.play(actions)
        after = _shown(now.observe())
        undone = before is not None and after == before
        idle = all(action == "NIL" for action in actions) or (after == shown and now.score == score)
        meaningful += not (idle or undone)
        before, shown = shown, after
    steps = len(history)
    won = state.won is True
    efficiency = None
    if reference_steps is not None:
        efficiency = min(1.0, reference_steps / steps) if won and steps else 0.0
    normalised = None
    if reference_score is not None and reference_score > 0:
        normalised = max(0.0, min(1.0, state.score / reference_score))
    share = meaningful / steps if steps else 0.0
    return Measures(won, state.score, steps, meaningful, share, efficiency, normalised)


def _shown(observation: Observation) -> Counter[tuple[object, ...]]:
    """What is where, and where the avatar faces."""
    things: Counter[tuple[object, ...]] = Counter((kind, x, y) for _, kind, _, x, y in observation.sprites())
    things[("facing", *observation.avatar_orientation())] += 1
    return things
