"""Experiments: agents of Ludex and agents written in Python play the same games under the same rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._ludex import DEFAULT_SEED, export_csv, play_arena
from ._ludex import report as _report
from .errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Report", "arena", "report", "results"]


def arena(
    agents: Sequence[str | type[Any]] | Mapping[str, str | type[Any]],
    games: Sequence[str] = ("bundled1",),
    levels: str = "0-4",
    reps: int = 3,
    budget: str = "200fm",
    seed: int = DEFAULT_SEED,
    jobs: int | None = None,
    out: str | None = None,
    games_dir: str | None = None,
    lenient: bool = False,
) -> Path:
    """Plays an experiment and gives the folder of its results. What has been played before is not played again.

    Agents are texts such as "olets", texts such as "python:my_module:MyAgent", or classes with `act`. Those in Python play in
    processes of their own, with the same budgets and rules as the others. A mapping gives them labels, which stay through tables
    and plots: {"small": "samplemcts(depth=5)", "mine": MyAgent}.
    """
    labels = _labels(agents) if isinstance(agents, Mapping) else []
    listed = list(agents.values()) if isinstance(agents, Mapping) else list(agents)
    names = [_name(agent) for agent in listed]
    guests = [_guest(agent) for agent in listed if _is_guest(agent)]
    folder, stopped = play_arena(
        names, labels, guests, list(games), levels, reps, budget, seed, jobs, out, games_dir, lenient
    )
    if stopped:
        raise KeyboardInterrupt(f"stopped before the end: the same call goes on with what is in {folder}")
    return Path(folder)


def _is_guest(agent: str | type[Any]) -> bool:
    return not isinstance(agent, str) or agent.startswith("python:")


def _name(agent: str | type[Any]) -> str:
    """The text under which the results of an agent are kept, or one that means it."""
    return _guest(agent)[0] if _is_guest(agent) else str(agent)


def _labels(agents: Mapping[str, str | type[Any]]) -> list[tuple[str, str]]:
    return [(_name(agent), label) for label, agent in agents.items()]


def _guest(agent: str | type[Any]) -> tuple[str, list[str]]:
    """The name of an agent in Python, and the command line of its process."""
    if isinstance(agent, str):
        module, _, name = agent.removeprefix("python:").partition(":")
        if not module or not name:
            raise UsageError(f"{agent!r} names no agent: write python:MODULE:CLASS")
        place = module
    else:
        module, name = agent.__module__, agent.__qualname__
        place = module
        if module == "__main__":
            file = getattr(sys.modules["__main__"], "__file__", None)
            if file is None:
                raise UsageError(
                    f"{name} lives in a notebook or a console, and agents play in processes of their own: put it into a "
                    "file my_agents.py and import it from there"
                )
            place, module = str(Path(file).resolve()), Path(file).stem
        if "<locals>" in name:
            raise UsageError(
                f"{name} is defined inside a function: define it in a module, so that its process finds it"
            )
    paths = [path for path in sys.path if path] + [str(Path.cwd())]
    command = [sys.executable, "-m", "ludex._worker", place, name, *paths]
    return f"python:{module}:{name}", command


def results(run: str | Path, frame: str = "pandas") -> Any:
    """All games of a folder of results as a frame of pandas or polars, a line for each game."""
    text = export_csv(str(run))
    if frame == "pandas":
        import pandas

        return pandas.read_csv(StringIO(text))
    if frame == "polars":
        import polars

        return polars.read_csv(StringIO(text), infer_schema_length=None)
    raise UsageError(f"there is no frame {frame!r}: it is pandas or polars")


class Report:
    """What results say. Print it, show it in a notebook, or write it to a folder."""

    def __init__(
        self,
        runs: Sequence[str | Path],
        labels: Mapping[str, str | type[Any]] | None = None,
        control: str | None = None,
    ) -> None:
        self.runs = [str(run) for run in runs]
        self.labels = _labels(labels or {})
        self.control = control

    def text(self, format: str = "text") -> str:
        """As text, markdown, latex, csv, html or json."""
        return _report(self.runs, format, self.labels, self.control)

    def write(self, folder: str | Path) -> list[Path]:
        """The page with tables and plots, Markdown, LaTeX and CSV; gives the files."""
        written = _report(self.runs, "text", self.labels, self.control, str(folder))
        return [Path(line) for line in written.splitlines()]

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.text("markdown")


def report(
    *runs: str | Path,
    out: str | Path | None = None,
    labels: Mapping[str, str | type[Any]] | None = None,
    control: str | None = None,
) -> Report:
    """What the results of one or several runs say; with `out`, also as files in a folder.

    Labels say what agents are called, {"all": "soemers-all"}, and win over those of the runs. With a control, by label or as it
    is written, all others are compared with that one alone: fewer comparisons, which find smaller differences.
    """
    if not runs:
        raise UsageError("a report needs the folder of at least one run")
    made = Report(runs, labels, control)
    if out is not None:
        made.write(out)
    return made
