"""The package: fast to import, with its command line, and typed."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import ludex


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def test_the_command_line() -> None:
    listed = run("-m", "ludex", "games")
    assert listed.returncode == 0 and "zelda" in listed.stdout
    wrong = run("-m", "ludex", "run", "zleda")
    assert wrong.returncode == 2 and "zelda" in wrong.stderr
    assert run("-m", "ludex", "nonsense").returncode == 2
    assert ludex.__version__ in run("-m", "ludex", "--version").stdout
    script = Path(sys.executable).with_name("ludex")
    if script.exists():
        assert subprocess.run([script, "games"], capture_output=True, check=False).returncode == 0


def test_the_import_is_fast() -> None:
    program = (
        "import time; start = time.process_time(); import ludex; "
        "took = time.process_time() - start; import sys; "
        "print(took, 'numpy' in sys.modules, 'gymnasium' in sys.modules)"
    )
    runs = [run("-c", program).stdout.split() for _ in range(5)]
    assert min(float(line[0]) for line in runs) < 0.1
    assert runs[0][1:] == ["False", "False"], "nothing heavy is imported before it is asked for"


def test_environments_are_registered_in_any_order() -> None:
    for first, second in [("ludex", "gymnasium"), ("gymnasium", "ludex")]:
        done = run("-c", f"import {first}, {second}; print(gymnasium.make('ludex/zelda-v0').reset(seed=1)[1]['tick'])")
        assert done.stdout.strip() == "0", done.stderr
    done = run("-c", "import gymnasium; print(gymnasium.make('ludex:ludex/zelda-v0').spec.id)")
    assert done.stdout.strip() == "ludex/zelda-v0", done.stderr


def test_all_default_seeds_are_the_command_lines() -> None:
    from ludex import llm, playing
    from ludex.buffers import BufferEnv
    from ludex.pool import LudexPool

    helped = run("-m", "ludex", "run", "--help").stdout
    assert f"[default: {ludex.DEFAULT_SEED}]" in helped[helped.index("--seed") :]
    for call in (ludex.Game.state, ludex.Agent, ludex.Turn, ludex.arena, llm.play, playing.play, BufferEnv, LudexPool):
        assert inspect.signature(call).parameters["seed"].default == ludex.DEFAULT_SEED, call


def test_it_is_typed() -> None:
    folder = Path(ludex.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_ludex.pyi").exists()
