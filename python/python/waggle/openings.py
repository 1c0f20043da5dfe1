"""How games begin: opening trees and opening books."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _waggle
from ._waggle import Game, Move, Position
from .files import GameRecord
from .results import Score, framed, made
from .search import thread_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True)
class Continuation:
    """A move that was played in a position of an opening tree."""

    move: Move
    """The move."""
    to: int
    """The index of the position after it, which other moves may also lead to."""
    games: int
    """The games in which it was played."""
    decided: int
    """Those that have a result."""
    white_points: float
    """White's points in them; a draw is half a point."""
    years: tuple[int, int] | None
    """The years of the first and the last of its games; ``None`` if no date is known."""
    players: tuple[tuple[str, int], ...]
    """Who played it most, each with the number of games."""

    @classmethod
    def _of(cls, document: Mapping[str, Any], position: Position) -> Continuation:
        years = document["years"]
        return made(
            cls,
            document,
            move=position.parse_move(document["move"]),
            years=None if years is None else tuple(years),
            players=tuple((player["name"], player["games"]) for player in document["players"]),
        )


@dataclass(frozen=True)
class OpeningPosition:
    """A position of an opening tree, in one orientation for all that are symmetric to it."""

    game_type: str
    """The game type."""
    line: tuple[Move, ...]
    """The most frequent line that leads to it."""
    games: int
    """The games that reached it."""
    others: int
    """The games that ended here, or went on to positions with too few games."""
    score: Score | None
    """The engine's score; ``None`` if it was not asked."""
    moves: tuple[Continuation, ...]
    """The moves played, most frequent first."""

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> OpeningPosition:
        game = Game(";".join([document["type"], "", "", *document["line"]]), archived=True)
        score = document["score"]
        return made(
            cls,
            document,
            game_type=document["type"],
            line=tuple(game.moves),
            score=None if score is None else Score._of(score),
            moves=tuple(Continuation._of(move, game.position) for move in document["moves"]),
        )


@dataclass(frozen=True)
class OpeningTree:
    """How games begin: positions up to symmetry, with the moves played and the engine's scores."""

    games: int
    """The games counted."""
    positions: tuple[OpeningPosition, ...]
    """The positions, each after those that lead to it; the first of each type is the start."""
    _page: str = field(repr=False, compare=False)
    _pgn: str = field(repr=False, compare=False)

    def to_html(self) -> str:
        """A page with the board and the moves beside it, that of ``waggle openings --html``."""
        return self._page

    def _repr_html_(self) -> str:
        return framed(self._page)

    def to_pgn(self) -> str:
        """A game for each type, with a variation for each move that is not the most frequent."""
        return self._pgn

    def to_pandas(self) -> Any:
        """The moves as a ``pandas.DataFrame``, a row each: ``type``, ``line`` (the moves before
        it), ``ply``, ``move``, ``games``, ``decided``, ``white`` (White's share of the points),
        ``score`` (White's expected score after it), ``first`` and ``last`` (years).
        """
        import pandas

        rows = [
            {
                "type": position.game_type,
                "line": "; ".join(map(str, position.line)),
                "ply": len(position.line) + 1,
                "move": str(way.move),
                "games": way.games,
                "decided": way.decided,
                "white": way.white_points / way.decided if way.decided else None,
                "score": score and score.chance("w"),
                "first": way.years and way.years[0],
                "last": way.years and way.years[1],
            }
            for position in self.positions
            for way in position.moves
            for score in [self.positions[way.to].score]
        ]
        return pandas.DataFrame(rows)


def explore_openings(
    games: Iterable[GameRecord | Game],
    *,
    plies: int = 8,
    min_games: int = 5,
    nodes: int = 10_000,
    threads: int | None = None,
) -> OpeningTree:
    """The opening tree of games, as ``waggle openings`` shows it.

    It has the positions of the first ``plies`` plies that at least ``min_games`` games reached,
    each searched with ``nodes`` nodes; 0 asks for no scores. ``threads`` are searched at once, by
    default as many as there are processors. Games that begin in a position set up do not count.

    >>> from waggle import Game, explore_openings
    >>> games = [Game("Base;;;wS1;bS1 wS1-"), Game("Base;;;wS1;bA1 wS1-"), Game("Base;;;wA1")]
    >>> tree = explore_openings(games, min_games=1, nodes=100)
    >>> [(str(way.move), way.games) for way in tree.positions[0].moves]
    [('wS1', 2), ('wA1', 1)]
    >>> "{2 games, score " in tree.to_pgn()
    True
    """
    document, page, pgn = _waggle.explore_openings(
        map(GameRecord._played, map(GameRecord._of, games)),
        plies,
        min_games,
        nodes,
        thread_count(threads),
    )
    found = json.loads(document)
    positions = tuple(map(OpeningPosition._of, found["positions"]))
    return OpeningTree(found["games"], positions, page, pgn)


@dataclass(frozen=True)
class BookMove:
    """A move of an opening book."""

    move: Move
    """The move."""
    weight: int
    """How often to play it, relative to the others."""


class Book:
    """An opening book: a file of ``waggle book build`` or its bytes, or the engine's own.

    >>> from waggle import Book, Game
    >>> book = Book()
    >>> game = Game("Base+MLP")
    >>> while moves := book.moves(game):
    ...     _ = game.play(moves[0].move)
    >>> game.ply > 2
    True
    """

    def __init__(self, file: str | os.PathLike[str] | bytes | None = None) -> None:
        self._file = file if isinstance(file, (bytes, type(None))) else Path(file).read_bytes()
        self._native = _waggle.NativeBook(self._file)

    def moves(self, position: Position | Game) -> list[BookMove]:
        """The moves of a position, most frequent first and one of each set of symmetric moves;
        empty if the book does not know it.
        """
        position = position.position if isinstance(position, Game) else position
        return [BookMove(*found) for found in self._native.moves(position)]

    def to_pgn(self) -> str:
        """A game for each type, with a variation for each move that is not the most frequent."""
        return self._native.pgn()

    def __reduce__(self) -> tuple[type[Book], tuple[bytes | None]]:
        return Book, (self._file,)

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._native)
