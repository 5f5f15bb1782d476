"""A search of one's own: breadth first, with digests to tell states that have been seen."""

from __future__ import annotations

from collections import deque

import ludex


def solve(state: ludex.State, most: int = 20_000) -> list[str] | None:
    """The shortest way to win, if it is found among so many states. For games without chance."""
    seen = {state.digest(rng=False)}
    queue: deque[tuple[ludex.State, list[str]]] = deque([(state, [])])
    while queue and len(seen) < most:
        now, actions = queue.popleft()
        for action in now.actions():
            after = now.copy()
            after.advance(action)
            digest = after.digest(rng=False)
            if after.won:
                return [*actions, action]
            if not after.is_over and digest not in seen:
                seen.add(digest)
                queue.append((after, [*actions, action]))
    return None


CORRIDOR = """BasicGame
  SpriteSet
    wall > Immovable
    goal > Immovable
    avatar > MovingAvatar
  InteractionSet
    avatar wall > stepBack
    goal avatar > killSprite scoreChange=1
  TerminationSet
    SpriteCounter stype=goal limit=0 win=True
  LevelMapping
    w > wall
    g > goal
    A > avatar
"""
LEVEL = """wwwwwwww
wA w  gw
w  w w w
w    w w
wwwwwwww
"""

if __name__ == "__main__":
    print(solve(ludex.Game(CORRIDOR, levels=[LEVEL]).state()))
