"""Puzzles: positions in which one move alone forces a win."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import _waggle
from ._vocabulary import Color
from ._waggle import Game, Move, Position
from .files import GameRecord
from .results import Proof, made

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move alone forces a win."""

    id: str
    """An identifier; the same for puzzles that are rotations or reflections of each other."""
    game: int
    """The number of the game among those that were searched, from 1."""
    position: Position
    """The position; the side to move wins."""
    plies: int
    """The plies to the end with best play."""
    difficulty: int
    """The lowest level of the engine that finds the first move in most of five tries."""
    themes: tuple[str, ...]
    """What the main line is about, such as ``quiet_move``; see ``waggle puzzles --help``."""
    line: tuple[Move, ...]
    """The main line."""
    solution: Proof
    """The winning moves, with the replies that hold out longest."""
    _document: str = field(repr=False, compare=False)

    @classmethod
    def _of(cls, text: str) -> Puzzle:
        document = json.loads(text)
        position = Position(document["position"])
        return made(
            cls,
            document,
            game=document["number"],
            position=position,
            themes=tuple(document["themes"]),
            line=tuple(position.variation(document["line"])),
            solution=Proof._of(_grouped(document["solution"]), position),
            _document=text,
        )

    @property
    def winner(self) -> Color:
        """Who wins."""
        return self.position.side_to_move

    def to_record(self) -> GameRecord:
        """The main line as a game that begins in the position, for ``write_games``."""
        document = json.loads(self._document)
        game = Game.from_position(self.position)
        for move in self.line:
            game.play(move)
        tags = {
            "White": document["white"],
            "Black": document["black"],
            "Event": document["occasion"],
            "Difficulty": str(self.difficulty),
            "Themes": ", ".join(self.themes),
        }
        return GameRecord(game, {name: value for name, value in tags.items() if value})


def _grouped(step: dict[str, object]) -> dict[str, object]:
    """A step of a solution as a proof, whose replies are groups."""
    replies = [
        {
            "moves": [reply["move"]],
            "answer": reply["answer"] and _grouped(reply["answer"]),
        }
        for reply in step["replies"]  # type: ignore[attr-defined]
    ]
    return {"move": step["move"], "replies": replies}


def find_puzzles(
    games: Iterable[GameRecord | Game],
    *,
    within: int = 5,
    duals: bool = False,
    nodes: int = 2_000_000,
    table_mib: int = 16,
) -> Iterator[Puzzle]:
    """Finds the puzzles of games as ``waggle puzzles`` does: forced wins within so many plies,
    proven by the solver, which gives up on a position after ``nodes`` nodes. With ``duals``, some
    of the best replies may leave more than one way to win. A puzzle comes once, even if it occurs
    again turned or reflected.
    """
    known = set()
    for number, record in enumerate(map(GameRecord._of, games), 1):
        played = record._played()
        for text in _waggle.find_puzzles(played, number, within, nodes, duals, table_mib):
            puzzle = Puzzle._of(text)
            if puzzle.id not in known:
                known.add(puzzle.id)
                yield puzzle


def puzzles_to_html(puzzles: Iterable[Puzzle]) -> str:
    """A page on which to solve puzzles, that of ``waggle puzzles --html``."""
    return _waggle.puzzles_page([puzzle._document for puzzle in puzzles])
