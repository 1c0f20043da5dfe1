"""The stubs have the docstrings of what is public, which editors show, without the examples.

``python tests/test_stubs.py`` writes them there, if the installed module has others.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import waggle
from waggle import _waggle, learning

STUBS = Path(__file__).parents[1] / "python/waggle/_waggle.pyi"


def shown(thing: object) -> str:
    """What an editor needs to know; ``help`` has examples, too."""
    paragraphs = (inspect.getdoc(thing) or "").split("\n\n")
    return "\n\n".join(text for text in paragraphs if not text.startswith(">>>"))


def with_docstrings(source: str) -> str:
    """The source of the stubs, in which each class and function has the module's docstring."""
    lines = source.split("\n")
    tree = ast.parse(source)
    found: list[tuple[ast.ClassDef | ast.FunctionDef, str]] = []
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            # A game has what it and positions have in common.
            owner = getattr(_waggle, node.name, _waggle.Game)
            if all(getattr(it, owner.__name__, None) is not owner for it in (waggle, learning)):
                continue
            if owner.__name__ == node.name:
                found.append((node, shown(owner)))
            members = node.body if isinstance(node, ast.ClassDef) else []
            for member in members:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("__"):
                    found.append((member, shown(getattr(owner, member.name))))
    # From the last on, so that line numbers stay.
    for node, doc in sorted(found, key=lambda pair: -pair[0].lineno):
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if not doc or "overload" in decorators:
            continue
        indent = " " * (node.col_offset + 4)
        text = "\n".join((indent + line).rstrip() for line in f'"""{doc}'.split("\n"))
        text += f'\n{indent}"""' if "\n" in doc else '"""'
        if "\\" in doc:
            text = text.replace('"""', 'r"""', 1)
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            # A docstring, or the three dots.
            start, end = first.lineno - 1, first.end_lineno or first.lineno
            head = lines[start][: first.col_offset].rstrip()
            lines[start:end] = [head, text] if head else [text]
        else:
            lines.insert(first.lineno - 1 - len(getattr(first, "decorator_list", [])), text)
    return "\n".join(lines)


def test_the_stubs_have_the_docstrings_of_the_module() -> None:
    source = STUBS.read_text(encoding="utf-8")
    assert with_docstrings(source) == source
    assert source.count('"""') > 150


if __name__ == "__main__":
    STUBS.write_text(with_docstrings(STUBS.read_text(encoding="utf-8")), encoding="utf-8")
