"""Games for models of language: anything that makes text of text can play."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._ludex import DEFAULT_SEED, Game, State

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Answer", "Conversation", "play", "prompt", "read_action"]

_ANSWER = re.compile(r"action\s*:\s*\**\s*(\d+|[a-z_]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """What a model said, and what was made of it: the name of an action, or NIL if nothing could be read."""

    prompt: str
    text: str
    action: str
    understood: bool


@dataclass
class Conversation:
    """A game that a model played."""

    state: State
    answers: list[Answer] = field(default_factory=list[Answer])


def prompt(state: State, history: list[str] | None = None, rules: str = "english") -> str:
    """Everything that a model needs to choose an action: rules, state, what it did last, and how to answer."""
    parts = [
        "You play a game. These are its rules.",
        state.game.rules(rules),
        "This is the game now.",
        state.describe(),
    ]
    if history:
        parts.append("Your last actions, oldest first: " + ", ".join(history[-3:]) + ".")
    parts.append(
        "Some avatars turn at the first press of a direction and move at the second.\n"
        "Choose one of the actions. End your answer with a line of the form `Action: NUMBER`."
    )
    return "\n\n".join(parts)


def read_action(text: str, actions: list[str]) -> str | None:
    """The action that an answer names, by its number or its name; None if it names none of them."""
    found = _ANSWER.findall(text)
    if not found:
        return None
    word: str = found[-1]
    if word.isdigit():
        return actions[int(word)] if int(word) < len(actions) else None
    name = word.upper().removeprefix("ACTION_")
    return name if name in actions else None


def play(
    game: str | Game,
    model: Callable[[str], str],
    level: int | str = 0,
    seed: int = DEFAULT_SEED,
    max_ticks: int = 200,
    rules: str = "english",
) -> Conversation:
    """Lets a model play: a function from a prompt to an answer."""
    own = game if isinstance(game, Game) else Game(game)
    actions = own.actions(level)
    conversation = Conversation(own.state(level, seed))
    state, history = conversation.state, list[str]()
    while not state.is_over and state.tick < max_ticks:
        asked = prompt(state, history, rules)
        text = model(asked)
        action = read_action(text, actions)
        conversation.answers.append(Answer(asked, text, action or "NIL", action is not None))
        history.append(action or "NIL")
        state.play(action or "NIL")
    return conversation
