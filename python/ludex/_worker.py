"""The process in which an agent written in Python plays in the arena: `python -m ludex._worker PLACE CLASS [PATH...]`.

It reads lines of JSON from its standard input and answers each with one on its standard output. What the agent prints goes to
standard error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def find(place: str, name: str) -> Any:
    """The class of this name, in a module or in a file."""
    if place.endswith(".py"):
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location("__ludex_agent__", place)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot load {place}")
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        from importlib import import_module

        module = import_module(place)
    value: Any = module
    for part in name.split("."):
        value = getattr(value, part)
    return value


class Player:
    """An agent and the game that it plays along in."""

    def __init__(self, make: Any, begin: dict[str, Any]) -> None:
        from ._ludex import Game, Turn

        text = begin["game"] if "\n" in begin["game"] else begin["game"] + "\n"
        self.turn_type = Turn
        self.budget: str = begin["budget"]
        self.player: int = begin["player"]
        self.seed: int = begin["agent_seed"]
        self.state = Game(text, levels=[begin["level"]], strict=False).state(0, begin["seed"])
        turn = Turn(self.state, self.budget, self.player, self.seed, preparation=True)
        self.agent = make(turn)
        self.spent = turn

    def act(self, request: dict[str, Any]) -> str:
        """Plays what has been played, and asks the agent."""
        for action in request["played"]:
            self.state.play(action)
        if (self.state.tick, self.state.scores[self.player]) != (request["tick"], request["score"]):
            raise RuntimeError("the agent's copy of the game has come apart from the game")
        turn = self.turn_type(self.state, self.budget, self.player, (self.seed + self.state.tick) % (1 << 64))
        self.spent = turn
        action = self.agent.act(turn)
        if not isinstance(action, str):
            raise TypeError(f"act must give the name of an action, such as 'LEFT', not {action!r}")
        return action


def main() -> None:
    """Answers until the input ends."""
    place, name, *paths = sys.argv[1:]
    sys.path[:0] = [path for path in paths if path not in sys.path]
    # Answers have the standard output to themselves.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    make: Any = None
    player: Player | None = None
    for line in sys.stdin:
        request = json.loads(line)
        start = time.process_time()
        answer: dict[str, Any] = {}
        try:
            if "hello" in request:
                make = find(place, name)
            elif player is None:
                player = Player(make, request)
            else:
                answer["action"] = player.act(request)
            if player is not None:
                answer.update(calls=player.spent.calls, iterations=player.spent.iterations)
        except Exception as problem:  # the game goes on without this agent, and its results say why
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        answer["cpu"] = time.process_time() - start
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
