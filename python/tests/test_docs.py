"""Every example of the documentation runs."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import RACE, RACE_LEVEL

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("python*.md")) + [ROOT / "docs" / "for-learning.md", ROOT / "python" / "README.md"]

AGENTS = """
class OneStep:
    def __init__(self, turn):
        pass

    def act(self, turn):
        def value(action):
            simulator = turn.simulator()
            simulator.advance(action)
            return simulator.score + 1000 * (simulator.winner == 1)
        return max(turn.actions, key=value)
"""


def examples() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for page in PAGES:
        blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        found += [(f"{page.stem}-{number}", block) for number, block in enumerate(blocks)]
    return found


@pytest.mark.parametrize(("name", "code"), examples(), ids=[name for name, _ in examples()])
def test_examples_run(name: str, code: str, tmp_path: Path) -> None:
    if "stable_baselines3" in code and find_spec("stable_baselines3") is None:
        pytest.skip("Stable-Baselines3 is not installed")
    (tmp_path / "race.vgdl").write_text(RACE)
    (tmp_path / "race_level.txt").write_text(RACE_LEVEL)
    (tmp_path / "my_agents.py").write_text(AGENTS)
    (tmp_path / "example.py").write_text(code)
    done = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if name == "python-0":
        verified = [sys.executable, "-m", "ludex", "verify", "zelda.jsonl.gz"]
        assert subprocess.run(verified, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_examples_are_short() -> None:
    for name, code in examples():
        lines = [line for line in code.splitlines() if line.strip()]
        assert len(lines) <= 13, f"{name} has {len(lines)} lines"


@pytest.mark.parametrize("example", ["llm.py", "planning.py"])
def test_programs_run(example: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "python/examples" / example)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    path = ROOT / "python/examples/tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    committed = [cell.get("outputs") for cell in notebook.cells if cell.cell_type == "code"]
    assert any(committed), "the outputs are committed"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
