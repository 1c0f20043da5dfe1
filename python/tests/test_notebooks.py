"""The notebooks run as a reader runs them: each in a fresh interpreter, cell by cell."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FOLDER = ROOT / "examples/notebooks"
#: What each needs besides the package.
NEEDS = {
    "1-first-steps": [],
    "2-analyse-my-games": [],
    "3-an-archive-in-pandas": ["pandas", "matplotlib"],
    "4-learn-by-self-play": ["jax", "matplotlib"],
    "5-a-cluster": ["ray"],
}


def test_every_notebook_is_listed() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_a_notebook_runs(name: str) -> None:
    for package in NEEDS[name]:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs {package}")
    if name == "5-a-cluster" and "WAGGLE_CLUSTER" not in os.environ:
        pytest.skip("no WAGGLE_CLUSTER")
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert all(not cell.get("outputs") for cell in notebook["cells"]), "outputs are not committed"
    done = subprocess.run(
        [sys.executable, "-c", "\n\n".join(cells)],
        cwd=FOLDER,
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("more", [["--curve", "curve.png"], ["--imitate", "5"]])
def test_the_example_that_learns_runs(tmp_path: Path, more: list[str]) -> None:
    """In seconds, so it has learned nothing yet."""
    pytest.importorskip("jax")
    command = [sys.executable, str(ROOT / "examples/learn_selfplay.py"), *more]
    command += ["--games", "8", "--nodes", "20", "--epochs", "1", "--matches", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if "--curve" in more:
        assert "8 games: " in done.stdout
        assert (tmp_path / "curve.png").stat().st_size > 5000
    else:
        assert "moves of level 5: the network predicts " in done.stdout
