"""Games: found, given as text, and pointed at where they are wrong."""

from __future__ import annotations

import pickle

import pytest

import ludex


def test_bundled_games() -> None:
    names = ludex.games()
    assert len(names) == 70 and "zelda" in names
    assert len(ludex.games(players=1)) == 60 and "twinlocks" in ludex.games(players=2)
    zelda = ludex.Game("zelda")
    assert zelda.bundled and zelda.players == 1 and len(zelda.levels) == 5
    assert zelda.actions() == ["NIL", "UP", "LEFT", "DOWN", "RIGHT", "USE"]
    assert ludex.Game("aliens").actions() == ["NIL", "LEFT", "RIGHT", "USE"]


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(ludex.UsageError, match="zelda"):
        ludex.Game("zleda")
    with pytest.raises(ludex.UsageError, match="levels are 0, 1, 2, 3, 4"):
        ludex.Game("zelda").state(level=7)
    with pytest.raises(ludex.UsageError, match="as text"):
        ludex.Game("zelda", levels=["A"])


def test_mistakes_have_a_place_and_a_hint(corridor: ludex.Game) -> None:
    text = corridor.text.replace("MovingAvatar", "MovingAvater")
    with pytest.raises(ludex.GameError, match="did you mean `MovingAvatar`") as caught:
        ludex.Game(text)
    assert (caught.value.line, caught.value.column) == (4, 14)
    assert caught.value.code is not None and caught.value.diagnostics[0].severity == "error"
    assert pickle.loads(pickle.dumps(caught.value)).line == 4
    with pytest.raises(ludex.GameError, match="a level of corridor"):
        corridor.state("")


def test_what_is_odd_is_told(corridor: ludex.Game) -> None:
    text = corridor.text.replace("MovingAvatar", "MovingAvater")
    lenient = ludex.Game(text, levels=["A"], strict=False)
    findings = [ludex.Diagnostic(*finding) for finding in lenient.check(0)]
    assert any("MovingAvatar" in str(finding) for finding in findings)
    assert ludex.Game("zelda").check(0) == []


def test_games_and_levels_as_text(corridor: ludex.Game) -> None:
    state = corridor.state("A  g")
    for _ in range(3):
        state.play("RIGHT")
    assert state.is_over and state.won and state.score == 2


def test_rules() -> None:
    zelda = ludex.Game("zelda")
    assert "When door touches bearer: kills door. Score +1." in zelda.rules("english")
    assert zelda.rules("vgdl") == zelda.text
    with pytest.raises(ludex.UsageError, match="english"):
        zelda.rules("latin")


def test_games_are_pickled(corridor: ludex.Game) -> None:
    for game in (corridor, ludex.Game("zelda")):
        again = pickle.loads(pickle.dumps(game))
        assert (again.name, again.text, again.levels) == (game.name, game.text, game.levels)
    assert pickle.loads(pickle.dumps(ludex.Game("zelda"))).bundled
