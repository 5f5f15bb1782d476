"""Agents written in Python that the tests let play in the arena."""

from __future__ import annotations

from random import Random

import ludex


class OneStep:
    """Tries every action once and takes the best."""

    def __init__(self, turn: ludex.Turn) -> None:
        self.random = Random(1)

    def act(self, turn: ludex.Turn) -> str:
        best, chosen = float("-inf"), "NIL"
        for action in turn.actions:
            simulator = turn.simulator()
            if not simulator.advance(action):
                break
            value = simulator.score + {1: 1000, 0: -1000, -1: 0}[simulator.winner] + self.random.random()
            if value > best:
                best, chosen = value, action
        return chosen


class Greedy:
    """Asks for more calls than it has, and counts on the budget to stop it."""

    def __init__(self, turn: ludex.Turn) -> None:
        self.calls = 0

    def act(self, turn: ludex.Turn) -> str:
        simulator = turn.simulator()
        while turn.next_iteration() and simulator.advance("NIL"):
            pass
        return "NIL"


class Broken:
    """Falls over at its third decision."""

    def __init__(self, turn: ludex.Turn) -> None:
        self.left = 2

    def act(self, turn: ludex.Turn) -> str:
        if self.left == 0:
            raise RuntimeError("that was too much")
        self.left -= 1
        print("what agents print does not disturb anybody")
        return "NIL"


class Slow:
    """Takes its time."""

    def __init__(self, turn: ludex.Turn) -> None:
        pass

    def act(self, turn: ludex.Turn) -> str:
        total = 0
        for i in range(10_000_000):
            total += i
        return "NIL" if total else "UP"
