"""Reads the drawings of `tests/rules`; `tests/common/drawing.rs` says how they are written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from waggle import Hex, Piece, Position

#: Columns of half a cell: by so much is a row shifted against the next.
HALF = 3


@dataclass
class Drawing:
    """A drawn position and what the drawing claims about it."""

    title: str
    position: Position
    state: str
    only_pass: bool
    mover: Piece | None
    goals: set[Hex] = field(default_factory=set)


def drawings(folder: Path) -> list[Drawing]:
    """All drawings of a folder."""
    found = []
    for path in sorted(folder.glob("*.hive")):
        blocks = re.split(r"(?m)^(?=#)(?<!\A)", path.read_text())
        merged: list[str] = []
        for block in blocks:
            # A title may have several lines.
            if merged and all(line.startswith("#") for line in merged[-1].splitlines()):
                merged[-1] += block
            else:
                merged.append(block)
        found += [parse(block.splitlines(), path.name) for block in merged if block.strip()]
    return found


def parse(lines: list[str], name: str) -> Drawing:
    title, claims, picture = [], {}, []
    stacks: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("#"):
            title.append(line.lstrip("# "))
        elif ": " in line:
            key, value = line.strip().split(": ", 1)
            if key == "stack":
                top, *below = value.split(" on ")
                stacks[top] = below
            else:
                claims[key] = value
        elif line.strip() or picture:
            picture.append(line)
    mover = claims.get("mover")
    table: dict[Hex, list[str]] = {}
    goals = set()
    first = None
    for row, line in enumerate(picture):
        for token in re.finditer(r"\S+", line):
            first = first or (row, token.start())
            down, right = row - first[0], token.start() - first[1]
            q, odd = divmod(right // HALF - down, 2)
            assert (right % HALF, odd) == (0, 0), (name, title, token)
            # The first piece of a game has its fixed place.
            hex = Hex(16 + q, 16 + down)
            text = token.group()
            if text.endswith("x"):
                goals.add(hex)
            top = text.rstrip("x*")
            if text.endswith("*"):
                mover = top
            if top and top != ".":
                table[hex] = [*reversed(stacks.pop(top, [])), top]
    assert not stacks, (name, title, stacks)
    color, _, number = claims.get("turn", "white").partition(" ")
    ply = 2 * int(number or 10) - (2 if color == "white" else 1)
    position = Position.from_stacks(
        table,
        game_type=claims.get("game", "Base+MLP"),
        ply=ply,
        last_moved=claims.get("last"),
    )
    return Drawing(
        title=f"{name}: {' '.join(title)}",
        position=position,
        state=claims.get("state", "InProgress"),
        only_pass=claims.get("only") == "pass",
        mover=None if mover is None else Piece(mover),
        goals=goals,
    )
