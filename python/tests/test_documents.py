"""What documents say holds: examples, notebooks, what is public, the schema of the service."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import waggle
import waggle.asynchronous
import waggle.cluster
import waggle.gym
import waggle.learning
import waggle.zoo
from conftest import ROOT
from jsonschema import Draft202012Validator

MODULES = [waggle, waggle._vocabulary, waggle.asynchronous, waggle.engine, waggle.files]
MODULES += [waggle.gym, waggle.learning, waggle.networks]
MODULES += [waggle.cluster, waggle.results, waggle.search, waggle.uhp, waggle.zoo]
if importlib.util.find_spec("pyspiel"):
    MODULES.append(importlib.import_module("waggle.spiel"))


def public() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for module in MODULES:
        found.append((module.__name__, module))
        for name in getattr(module, "__all__", dir(module)):
            value = getattr(module, name)
            is_ours = getattr(value, "__module__", "").startswith(("waggle", "builtins"))
            if not name.startswith("_") and is_ours and callable(value):
                found.append((f"{module.__name__}.{name}", value))
    return found


def test_everything_public_is_documented() -> None:
    missing = []
    for name, value in public():
        members = [(name, value)]
        if inspect.isclass(value):
            owned = {k: v for k, v in vars(value).items() if not k.startswith("_")}
            members += [
                (f"{name}.{member}", thing)
                for member, thing in owned.items()
                if callable(thing) or isinstance(thing, (property, staticmethod))
            ]
        for member, thing in members:
            inherited = member.endswith(("observation_space", "action_space", "observe", "reset"))
            inherited = inherited or member.endswith((".step", ".render"))
            if not inspect.getdoc(thing) and not inherited:
                missing.append(member)
    assert not missing


def test_every_field_is_described() -> None:
    """Where editors and the reference find it: in a string below the field."""
    missing = []
    for path in Path(waggle.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            for field, below in zip(node.body, [*node.body[1:], None]):
                is_field = isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
                if is_field and not field.target.id.startswith("_"):
                    described = isinstance(below, ast.Expr) and isinstance(
                        below.value, ast.Constant
                    )
                    if not described:
                        missing.append(f"{path.name}: {node.name}.{field.target.id}")
    assert not missing


def test_the_examples_of_docstrings_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a reader runs them: each in a fresh interpreter."""
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    seen = set()
    for name, value in public():
        finder = doctest.DocTestFinder(exclude_empty=True, recurse=inspect.isclass(value))
        for test in finder.find(value, name, module=False):
            key = (test.docstring, test.name.rpartition(".")[2])
            if test.examples and key not in seen:
                seen.add(key)
                test.globs = {"__name__": "__main__"}
                runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 50


def test_the_example_without_a_package_says_what_it_lacks() -> None:
    command = [sys.executable, str(ROOT / "examples/analyse_game.py"), "Base;;;wS1"]
    nowhere = {**os.environ, "WAGGLE": "/nowhere/waggle"}
    done = subprocess.run(command, env=nowhere, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "expected the program `/nowhere/waggle`, found none: name it in the variable WAGGLE\n"
    )


@pytest.mark.parametrize("path", ["README.md", "python/README.md", "docs/python.md"])
def test_the_examples_of_the_documents_work(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a reader runs them, in a folder with the repository's files."""
    text = (ROOT / path).read_text()
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert blocks
    source = "\n".join(block for block in blocks if ">>>" in block)
    for folder in ("examples", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    globs = {"__name__": "__main__"}
    test = doctest.DocTestParser().get_doctest(source, globs, path, path, 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test)
    assert runner.failures == 0


NOTEBOOKS = ROOT / "examples/notebooks"
#: What each needs besides the package.
NEEDS = {
    "1-first-steps": [],
    "2-analyse-my-games": [],
    "3-an-archive-in-pandas": ["pandas", "matplotlib"],
    "4-learn-by-self-play": ["jax", "optax", "matplotlib"],
    "5-a-cluster": ["ray"],
}


def test_every_notebook_is_listed() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == sorted(NEEDS)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if needed else [])
        for name, needed in NEEDS.items()
    ],
)
def test_a_notebook_runs(name: str) -> None:
    """As a reader runs it: in a fresh interpreter, cell by cell."""
    for package in NEEDS[name]:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs {package}")
    if name == "5-a-cluster" and "WAGGLE_CLUSTER" not in os.environ:
        pytest.skip("no WAGGLE_CLUSTER")
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert all(not cell.get("outputs") for cell in notebook["cells"]), "outputs are not committed"
    done = subprocess.run(
        [sys.executable, "-c", "\n\n".join(cells)],
        cwd=NOTEBOOKS,
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_examples_that_learn_run(tmp_path: Path) -> None:
    """In seconds, so the networks learn little; another call goes on."""
    pytest.importorskip("optax")

    def run(script: str, *words: str) -> str:
        command = [sys.executable, str(ROOT / "examples" / script), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    few = ["--visits", "4", "--games", "8", "--plies", "12", "--matches", "2", "--climbs", "1"]
    for shape in ([], ["--planes", "--width", "8"]):
        folder = "zero" + "".join(shape)
        for reports in (2, 1):
            said = run("alphazero.py", folder, *shape, *few, "--minutes", "0.01")
            assert said.count("policy alone") == reports
        assert (tmp_path / folder / "curve.svg").stat().st_size > 5000

    waggle.learning.selfplay(45, nodes=20).save(tmp_path / "games.npz")
    teacher = ["teacher", "games.npz", "--width", "16", "--epochs", "2", "--base", "BuiltIn"]
    for passes, labels in ((2, "some.npz"), (0, "labels.npz")):
        said = run("teacher.py", *teacher, "--around", "9", "--labels", labels)
        assert said.count("pass ") == passes
    few = ["games.npz", "--epochs", "3", "--units", "15", "--match", "2", "--nodes", "9"]
    for folder, more in (("plain", []), ("taught", ["--labels", "labels.npz"])):
        for passes in (3, 0):
            said = run("train_network.py", folder, *few, *more)
            assert (said.count("pass "), said.count("nodes a move")) == (passes, 1)
        network = waggle.learning.Network.read(tmp_path / folder / "network.hivenet")
        assert (len(network.bias), "train_network" in network.origin) == (16, True)
        assert (tmp_path / folder / "curve.svg").stat().st_size > 5000
    assert "labels for 100.0% of the positions, and " in said
    networks = [f"{folder}/network.hivenet" for folder in ("plain", "taught")]
    said = run("teacher.py", *teacher, "--labels", "mean.npz", "--networks", *networks)
    assert ("pass " in said, "scores divided by" in said) == (False, True)

    games = "\n".join(waggle.learning.SelfPlay.load(tmp_path / "games.npz").games)
    (tmp_path / "games.txt").write_text(games)
    said = run("train_people.py", "games.txt", "--epochs", "2", "--out", "mine.people")
    assert said.count("positions kept back: first in ") == 2
    assert (tmp_path / "mine.people").stat().st_size > 100_000


GAME = "Base+MLP;;;wL;bL wL-;wQ -wL;bQ bL/;wA1 \\wQ;bA1 bQ-;wA1 bA1\\;bG1 bA1/"
WON = "win 1 "


def answers(program: str, *queries: Any) -> list[dict[str, Any]]:
    text = "\n".join(query if isinstance(query, str) else json.dumps(query) for query in queries)
    run = subprocess.run(
        [program, "service", "--threads", "2", "--queue", "8"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_every_answer_has_the_schema(program: str) -> None:
    puzzles = (ROOT / "tests/data/puzzles.txt").read_text().splitlines()
    won = next(line.removeprefix(WON) for line in puzzles if line.startswith(WON))
    full = {"nodes": 300, "lines": 2, "explain": True, "threat": True, "win_within": 3, "every": 0}
    found = answers(
        program,
        {"id": "all", "game": GAME, "plies": "all", **full},
        {"id": "won", "game": won, **full},
        {"id": "start", "game": "Base", "threat": True, "nodes": 1},
        {"id": "review", "game": won, "nodes": 30, "review": True},
        {"id": "endless", "game": "Base", "nodes": 2**63},
        {"id": "wrong", "game": "Base", "node": 1},
        "{",
        {"cancel": "endless"},
        {"status": True},
    )
    schema = json.loads((ROOT / "docs/service.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    for answer in found:
        # The part of its kind alone, for an error that says where it is.
        part = {"$ref": f"#/$defs/{answer['kind']}", "$defs": schema["$defs"]}
        Draft202012Validator(part).validate(answer)
        Draft202012Validator(schema).validate(answer)
    kinds = {kind["$ref"].rpartition("/")[2] for kind in schema["oneOf"]}
    assert {answer["kind"] for answer in found} == kinds
    solutions = [answer["solution"]["proof"] for answer in found if "solution" in answer]
    assert None in solutions
    assert any(solutions)
    # And it would notice.
    for wrong in ({**found[0], "surplus": 1}, {"kind": "error", "format": 1, "id": None}):
        assert not Draft202012Validator(schema).is_valid(wrong)
