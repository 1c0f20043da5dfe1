"""Positions and games as NumPy arrays, and moves as numbers.

**Actions.** A move is numbered as in OpenSpiel's Hive: ``196 * piece + 7 * reference +
direction``, and 5488 for a pass. A piece is its place among ``wQ wA1 wA2 wA3 wG1 wG2 wG3 wS1
wS2 wB1 wB2 wM wL wP`` and, 14 further, Black's. The reference is a neighbor of where the piece
goes, from which it lies in this direction: 0 north-east, 1 east, 2 south-east, 3 south-west, 4
west, 5 north-west, 6 on top. The first piece of a game is "on top of itself". So a move has a
number for each neighbor that it may be named by; ``Position.action_of`` gives the least.

**Observations** are seen by the player to move. ``planes`` lays the position on a square of
``size`` columns (``q``) and rows (``r``) with the hive in the middle; 32 always has room for all
of it. ``piece_list`` has a row for each of the 28 pieces.

Every function takes a position or a game, and gives an array for it, or many of them (a list, a
``GameBatch``), and gives one array with a dimension more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._waggle import (
    ACTION_COUNT,
    FEATURE_NAMES,
    PIECE_FIELD_NAMES,
    PLANE_NAMES,
    Game,
    GameBatch,
    action_mask,
    action_string,
    evaluate,
    features,
    piece_list,
    planes,
)
from ._waggle import selfplay as _selfplay

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ACTION_COUNT",
    "FEATURE_NAMES",
    "PIECE_FIELD_NAMES",
    "PLANE_NAMES",
    "GameBatch",
    "SelfPlay",
    "action_mask",
    "action_string",
    "evaluate",
    "features",
    "piece_list",
    "planes",
    "selfplay",
]


@dataclass(frozen=True)
class SelfPlay:
    """Games of the engine against itself, and the positions in them that were searched.

    The arrays have one entry for each position that is worth learning from: searched, not
    solved, and not of the first plies. Numbers are for the player to move.
    """

    #: The number of the first game.
    first: int
    #: The games as GameStrings, in the order of their numbers.
    games: list[str]
    #: For each move of each game its player's score in liberties: infinite where a win or a
    #: loss was proved, ``None`` where the move was drawn at random.
    scores: list[list[float | None]]
    #: The number of the game, ``int64``.
    number: NDArray[np.int64]
    #: How many positions were searched for each move of that game, ``int64``.
    nodes: NDArray[np.int64]
    #: How many moves led to the position, ``int32``.
    ply: NDArray[np.int32]
    #: The search's score in hundredths of a liberty, ``int32``.
    score: NDArray[np.int32]
    #: The points to be expected: a mean over the score and all that came later, ``float32``.
    points: NDArray[np.float32]
    #: The points of the finished game, ½ if it was broken off, ``float32``.
    result: NDArray[np.float32]
    #: Whether the move played changes no liberty of a queen.
    is_quiet: NDArray[np.bool_]
    #: Whether the game was finished.
    is_finished: NDArray[np.bool_]
    #: What the evaluation counts, ``uint8`` of shape ``(positions, 2, features)``.
    features: NDArray[np.uint8]

    def game(self, index: int) -> Game:
        """The game up to the position with this index in the arrays."""
        game = Game(self.games[int(self.number[index]) - self.first])
        while game.ply > int(self.ply[index]):
            game.undo()
        return game


def selfplay(
    count: int, *, first: int = 0, nodes: int = 4000, seed: int = 0, later: float = 0.7
) -> SelfPlay:
    """Plays games of the engine against itself, on all processors.

    A game depends only on its number, ``nodes`` and ``seed``: the games ``first`` to ``first +
    count - 1`` are the same in any order, on any machine. The eight game types take turns; each
    game begins with some random moves and has a few later. So that there are mistakes of several
    depths, a third of the games is played with half of ``nodes`` positions searched for a move, a
    third with twice as many. ``later`` weighs what came after a position in its ``points``.

    >>> games = selfplay(2, nodes=50)
    >>> len(games.games), games.features.shape[1:] == (2, len(FEATURE_NAMES))
    (2, True)
    """
    arrays = _selfplay(first, count, nodes=nodes, seed=seed, later=later)
    return SelfPlay(first=first, **arrays)
