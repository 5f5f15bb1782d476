"""States: values that are copied, saved, compared, looked at and recorded."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random

import pytest

import ludex
from ludex._ludex import cli


def wander(state: ludex.State, ticks: int, seed: int = 0) -> ludex.State:
    random = Random(seed)
    for _ in range(ticks):
        state.play(random.choice(state.actions()))
    return state


def test_copies_are_independent() -> None:
    state = wander(ludex.Game("zelda").state(1, seed=3), 20)
    before = state.digest()
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and hash(other) == hash(state)
        other.advance("LEFT")
        other.advance("LEFT")
        assert state.digest() == before
    target = state.game.state(1)
    target.copy_from(state)
    assert target == state


@pytest.mark.parametrize("name", ["zelda", "aliens", "boulderdash"])
def test_saved_states_go_on_as_before(name: str) -> None:
    game = ludex.Game(name)
    state = wander(game.state(2, seed=5), 40)
    again = game.restore(state.save(), 2)
    assert again == state
    assert wander(again, 30).digest() == wander(state, 30).digest()


def test_what_cannot_be_restored() -> None:
    game = ludex.Game("zelda")
    saved = game.state(0).save()
    with pytest.raises(ludex.RestoreError, match="another game or level"):
        game.restore(saved, 1)
    with pytest.raises(ludex.RestoreError, match="another game"):
        ludex.Game("aliens").restore(saved)
    with pytest.raises(ludex.RestoreError, match="no saved state"):
        game.restore(b"nonsense")
    newer = saved[:4] + b"\x07" + saved[5:]
    with pytest.raises(ludex.RestoreError, match="another version"):
        game.restore(newer)


def test_states_of_other_games_are_refused() -> None:
    with pytest.raises(ludex.UsageError, match="another game"):
        ludex.Game("zelda").state().copy_from(ludex.Game("aliens").state())


def test_bad_actions_and_players() -> None:
    state = ludex.Game("zelda").state()
    with pytest.raises(ludex.UsageError, match="NIL UP"):
        state.play("JUMP")
    with pytest.raises(ludex.UsageError, match="2 actions for 1 player"):
        state.play(["UP", "UP"])
    with pytest.raises(ludex.UsageError, match="no player 1"):
        state.describe(1)
    with pytest.raises(TypeError):
        state.play(3)  # type: ignore[arg-type]


def test_observations_tell_what_agents_may_ask() -> None:
    state = ludex.Game("zelda").state(0, seed=1)
    seen = state.observe()
    assert seen.grid_size[0] * seen.block == seen.world_size[0]
    assert seen.is_avatar_alive() and not seen.is_game_over
    assert len(seen.sprites()) == sum(len(lists) for c in _categories() for lists in seen.of_category(c))
    assert any(kind == seen.avatar_type() for column in seen.grid() for cell in column for _, kind, *_ in cell)
    wander(state, 60)
    assert state.observe().tick == 60 and seen.tick == 0
    assert state.observe().events()
    with pytest.raises(ludex.UsageError, match="npc"):
        seen.of_category("monsters")


def _categories() -> list[str]:
    return ["avatar", "resource", "portal", "npc", "static", "from_avatar", "movable"]


def test_pictures() -> None:
    state = wander(ludex.Game("zelda").state(), 5)
    assert state.render(10).shape[2] == 3
    assert state.png()[:4] == b"\x89PNG" == state._repr_png_()[:4]
    assert state.gif(8)[:3] == b"GIF"
    with pytest.raises(ludex.UsageError, match="256"):
        state.render(0)


@pytest.mark.parametrize("name", ["zelda", "aliens"])
def test_games_from_python_are_accepted_by_verify(name: str, tmp_path: Path) -> None:
    # Longer than the game lasts.
    state = wander(ludex.Game(name).state(1, seed=11), 200)
    file = tmp_path / "game.jsonl.gz"
    state.record(str(file))
    assert cli(["ludex", "verify", str(file)]) == 0
    state = state.game.state()
    state.advance("NIL")
    with pytest.raises(ludex.UsageError, match="played with `play`"):
        state.record(str(file))


def test_the_same_seed_gives_the_game_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDEX_GVGAI", raising=False)
    actions = tmp_path / "actions.txt"
    state = wander(ludex.Game("zelda").state(0, seed=7), 50)
    history = state.history()
    assert history is not None
    actions.write_text("\n".join(line[0] for line in history))
    theirs, ours = tmp_path / "theirs.jsonl", tmp_path / "ours.jsonl"
    command = ["ludex", "record", "zelda", "0", "--seed", "7", "--actions", str(actions), "-o", str(theirs)]
    assert cli(command) == 0
    state.record(str(ours))
    assert theirs.read_text().splitlines()[1:] == ours.read_text().splitlines()[1:]
