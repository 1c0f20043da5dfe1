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
    "4-learn-by-self-play": ["jax", "optax", "matplotlib"],
    "5-a-cluster": ["ray"],
}


def test_every_notebook_is_listed() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NEEDS)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if needed else [])
        for name, needed in NEEDS.items()
    ],
)
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


@pytest.mark.slow
def test_the_example_that_learns_runs(tmp_path: Path) -> None:
    pytest.importorskip("optax")
    few = ["--visits", "4", "--games", "8", "--plies", "12", "--matches", "2", "--climbs", "1"]
    for shape in ([], ["--planes", "--width", "8"]):
        run = "run" + "".join(shape)
        command = [sys.executable, str(ROOT / "examples/alphazero.py"), run, *shape, *few]
        # In seconds, so the network learns nothing; another call goes on.
        for reports in (2, 1):
            done = subprocess.run(
                [*command, "--minutes", "0.01"], cwd=tmp_path, capture_output=True, text=True
            )
            assert done.stdout.count("policy alone") == reports, done.stderr
        assert (tmp_path / run / "curve.svg").stat().st_size > 5000
