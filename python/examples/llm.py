"""Lets a language model play: any function from a prompt to an answer.

    python llm.py                       with a scripted model, which looks for nothing and walks about
    python llm.py --command 'llm -m X'  with a program that reads a prompt and writes an answer

The whole prompt of the first turn is printed with --show.
"""

from __future__ import annotations

import argparse
import subprocess
from itertools import cycle
from typing import TYPE_CHECKING

from ludex import llm
from ludex.metrics import measure

if TYPE_CHECKING:
    from collections.abc import Callable


def scripted() -> Callable[[str], str]:
    """A model that has its answers by heart."""
    answers = cycle(["Up it is.\nAction: 1", "Action: 2", "I strike.\nAction: USE", "Action: 4", "hm"])
    return lambda prompt: next(answers)


def program(command: str) -> Callable[[str], str]:
    """A model behind a command line."""

    def ask(prompt: str) -> str:
        return subprocess.run(command, shell=True, input=prompt, capture_output=True, text=True, check=True).stdout

    return ask


def main() -> None:
    """Plays a game and says how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="zelda")
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ticks", type=int, default=60)
    parser.add_argument("--command")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    model = program(options.command) if options.command else scripted()
    game = llm.play(options.game, model, options.level, options.seed, options.ticks)
    if options.show:
        print(game.answers[0].prompt)
    understood = sum(answer.understood for answer in game.answers)
    print(f"{understood} of {len(game.answers)} answers understood")
    print(measure(game.state))


if __name__ == "__main__":
    main()
