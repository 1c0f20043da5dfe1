"""Positions and games as NumPy arrays, and moves as numbers.

**Actions.** Moves are numbered as in OpenSpiel's Hive: ``196 * piece + 7 * reference +
direction``, and 5488 for a pass. A piece's number is its index in ``wQ wA1 wA2 wA3 wG1 wG2 wG3
wS1 wS2 wB1 wB2 wM wL wP``, plus 14 for Black's. The reference is a piece next to the destination,
and the direction leads from it to the destination: 0 north-east, 1 east, 2 south-east, 3
south-west, 4 west, 5 north-west, 6 on top. The first piece of a game is "on top of itself". So a
move has an action for each possible reference; ``Position.action_of`` returns the least.

**Observations** are from the view of the player to move. ``planes`` centers the hive in a square
of ``size`` columns (``q``) and rows (``r``); 32 always fits all of it. ``piece_list`` has a row
for each of the 28 pieces.

Every function takes a position or a game and returns an array, or takes several (a list or a
``GameBatch``) and returns an array with an extra first dimension.
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
    """Self-play games and their searched positions.

    The arrays have an entry for each training position: searched, not solved, and after the
    opening plies. Values are from the view of the player to move.
    """

    #: The number of the first game.
    first: int
    #: The games as GameStrings, ordered by number.
    games: list[str]
    #: For each move of each game its player's score in liberties: infinite for a proven win or
    #: loss, ``None`` for a random move.
    scores: list[list[float | None]]
    #: The number of the game, ``int64``.
    number: NDArray[np.int64]
    #: The nodes per move of that game, ``int64``.
    nodes: NDArray[np.int64]
    #: The ply of the position, ``int32``.
    ply: NDArray[np.int32]
    #: The search's score in hundredths of a liberty, ``int32``.
    score: NDArray[np.int32]
    #: The training target: a mean of this score and all later ones, in points, ``float32``.
    points: NDArray[np.float32]
    #: The points of the game, ½ if it was not finished, ``float32``.
    result: NDArray[np.float32]
    #: Whether the move played leaves the queens' liberties unchanged.
    is_quiet: NDArray[np.bool_]
    #: Whether the game was finished.
    is_finished: NDArray[np.bool_]
    #: The features of the evaluation, ``uint8`` of shape ``(positions, 2, features)``.
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
    """Plays self-play games on all processors.

    A game depends only on its number, ``nodes`` and ``seed``: the games ``first`` to ``first +
    count - 1`` are the same in any order, on any machine. The eight game types rotate; each
    game starts with some random moves and has a few later. For mistakes at several depths, a third
    of the games is played with half of ``nodes`` per move, and a third with twice as many.
    ``later`` is the weight of later scores in a position's ``points``.

    >>> games = selfplay(2, nodes=50)
    >>> len(games.games), games.features.shape[1:] == (2, len(FEATURE_NAMES))
    (2, True)
    """
    arrays = _selfplay(first, count, nodes=nodes, seed=seed, later=later)
    return SelfPlay(first=first, **arrays)
