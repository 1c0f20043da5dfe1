"""Every example of the documentation works, and everything public is documented."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
import waggle
import waggle.asynchronous
import waggle.cluster
import waggle.gym
import waggle.learning
import waggle.zoo
from conftest import ROOT

MODULES = [waggle, waggle._vocabulary, waggle.asynchronous, waggle.engine, waggle.files]
MODULES += [waggle.gym, waggle.learning, waggle.networks]
MODULES += [waggle.cluster, waggle.results, waggle.search, waggle.uhp, waggle.zoo]
if importlib.util.find_spec("pyspiel"):
    MODULES.append(importlib.import_module("waggle.spiel"))


def public() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for module in MODULES:
        found.append((module.__name__, module))
        for name in getattr(module, "__all__", []) or dir(module):
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
