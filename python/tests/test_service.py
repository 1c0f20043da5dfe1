"""The analysis service: its answers have their schema."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from conftest import ROOT
from jsonschema import Draft202012Validator

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
