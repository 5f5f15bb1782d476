"""Agents: those of Ludex by their text, and those written in Python, alone and in the arena."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import agents_for_tests as own
import pytest

import ludex


def test_an_agent_says_what_it_would_do_and_why(corridor: ludex.Game) -> None:
    agent = ludex.Agent("olets")
    state = corridor.state(1)
    assert agent(state, budget="200fm") in {"RIGHT", "LEFT", "NIL"}
    insight = agent.insight()
    assert {name for name, _, _ in insight["actions"]} >= {"RIGHT", "LEFT"}
    assert 0 < insight["calls"] <= 200
    assert pickle.loads(pickle.dumps(agent)).text == agent.text


def test_an_agent_wins_by_its_answers(corridor: ludex.Game) -> None:
    agent, state = ludex.Agent("olets"), corridor.state(1)
    while not state.is_over and state.tick < 50:
        state.play(agent(state, "200fm"))
    assert state.won


def test_agents_play_the_same_game_again() -> None:
    state = ludex.Game("zelda").state(0, seed=2)

    def game() -> list[str]:
        agent, now = ludex.Agent("samplemcts", seed=5), state.copy()
        actions: list[str] = []
        for _ in range(10):
            actions.append(agent(now, "100fm"))
            now.play(actions[-1])
        return actions

    assert game() == game()


def test_texts_that_are_no_agent() -> None:
    with pytest.raises(ludex.UsageError, match="olets"):
        ludex.Agent("olts")
    with pytest.raises(ludex.UsageError, match="480fm"):
        ludex.Agent("olets")(ludex.Game("zelda").state(), budget="plenty")


def test_nothing_to_decide_after_the_end(corridor: ludex.Game) -> None:
    state = corridor.state()
    state.play("RIGHT")
    state.play("RIGHT")
    with pytest.raises(ludex.UsageError, match="over"):
        ludex.Agent("olets")(state, "10fm")


def test_turns_count_and_stop(corridor: ludex.Game) -> None:
    turn = ludex.Turn(corridor.state(), "3fm")
    simulator = turn.simulator()
    assert [simulator.advance("NIL") for _ in range(4)] == [True, True, True, False]
    assert (turn.calls, turn.calls_left, turn.spent) == (3, 0, 1.0)
    assert turn.actions == ["UP", "LEFT", "DOWN", "RIGHT"] or "RIGHT" in turn.actions
    assert simulator.copy().observe().tick == 3 and turn.observe().tick == 0
    assert ludex.Turn(corridor.state(), "3fm", preparation=True).calls_left == 75


def test_whole_games(corridor: ludex.Game) -> None:
    for agent in ("olets", ludex.Agent("olets"), own.OneStep, lambda state: "RIGHT"):
        played = ludex.play(corridor, agent, level=0, budget="100fm", max_ticks=500)
        assert played.won and played.score == 2.0, agent
    assert "image/gif" in played._repr_html_() and "won" in repr(played)


def test_agents_in_python_play_in_the_arena(tmp_path: Path) -> None:
    out = tmp_path / "run"
    folder = ludex.arena(
        [own.OneStep, "random", own.Broken, own.Greedy],
        games=["butterflies"],
        levels="0-1",
        reps=1,
        budget="30fm",
        out=str(out),
    )
    frame = ludex.results(folder)
    assert len(frame) == 8
    rows = {agent: lines for agent, lines in frame.groupby("agent")}
    assert set(rows) == {
        "python:agents_for_tests:OneStep",
        "random",
        "python:agents_for_tests:Broken",
        "python:agents_for_tests:Greedy",
    }
    one_step = rows["python:agents_for_tests:OneStep"]
    assert (one_step["fm_calls"] > one_step["ticks"]).all() and one_step["disqualified"].isna().all()
    assert rows["python:agents_for_tests:Broken"]["disqualified"].str.contains("that was too much").all()
    greedy = rows["python:agents_for_tests:Greedy"]
    assert (greedy["fm_calls"] == 30 * (greedy["ticks"] + 1)).all()
    same = rows["random"]["seed"].tolist() == one_step["seed"].tolist()
    assert same, "all agents meet the same games"
    text = str(ludex.report(folder))
    assert "OneStep" in text and "random" in text
    files = ludex.report(folder, out=tmp_path / "page").write(tmp_path / "page")
    assert any(file.suffix == ".html" for file in files)
    polars = ludex.results(folder, frame="polars")
    assert polars.shape[0] == 8
    # The same call again plays nothing anew.
    ludex.arena(
        [own.OneStep, "random", own.Broken, own.Greedy],
        games=["butterflies"],
        levels="0-1",
        reps=1,
        budget="30fm",
        out=str(out),
    )
    assert len(ludex.results(folder)) == 8


def test_labels_and_a_control_reach_the_report(tmp_path: Path) -> None:
    agents = {"my own": own.OneStep, "dice": "random", "one": "onestep"}
    folder = ludex.arena(agents, games=["butterflies"], levels="0-1", reps=1, budget="30fm", out=str(tmp_path / "run"))
    text = str(ludex.report(folder))
    assert all(label in text for label in agents) and "python:" not in text and "random" not in text, text
    found = json.loads(ludex.report(folder, control="dice").text("json"))
    assert found["control"] == "dice" and len(found["pairs"]) == 2
    renamed = ludex.report(folder, labels={"chance": "random", "mine": own.OneStep}, control="chance")
    assert "Against chance" in str(renamed) and "mine" in renamed.text("latex")
    with pytest.raises(ludex.UsageError, match="every agent has one label"):
        str(ludex.report(folder, labels={"one": "random", "two": "random"}))


def test_games_in_the_arena_are_those_played_alone(tmp_path: Path) -> None:
    folder = ludex.arena(
        ["python:agents_for_tests:OneStep"],
        games=["aliens"],
        levels="0",
        reps=1,
        budget="20fm",
        out=str(tmp_path / "run"),
        jobs=1,
    )
    again = ludex.arena(
        ["python:agents_for_tests:OneStep"],
        games=["aliens"],
        levels="0",
        reps=1,
        budget="20fm",
        out=str(tmp_path / "again"),
        jobs=2,
    )
    columns = ["score", "ticks", "fm_calls", "win"]
    assert ludex.results(folder)[columns].equals(ludex.results(again)[columns])


def test_late_agents_are_disqualified(tmp_path: Path) -> None:
    folder = ludex.arena(
        [own.Slow], games=["aliens"], levels="0", reps=1, budget="10ms-cpu", jobs=1, out=str(tmp_path / "run")
    )
    assert ludex.results(folder)["disqualified"].str.contains("is forgiven").all()


def test_what_cannot_play_in_the_arena() -> None:
    class Local:
        pass

    with pytest.raises(ludex.UsageError, match="inside a function"):
        ludex.arena([Local], games=["aliens"])
    with pytest.raises(ludex.UsageError, match="MODULE:CLASS"):
        ludex.arena(["python:nothing"], games=["aliens"])
    with pytest.raises(ludex.UsageError, match="zelda"):
        ludex.arena(["random"], games=["zleda"])
    with pytest.raises(ludex.UsageError, match="pandas or polars"):
        ludex.results("nowhere", frame="excel") if False else _wrong_frame()


def _wrong_frame() -> None:
    from ludex.arena import results

    folder = ludex.arena(["random"], games=["aliens"], levels="0", reps=1, budget="1fm", out=_folder())
    results(folder, frame="excel")


def _folder() -> str:
    import tempfile

    return tempfile.mkdtemp() + "/run"
