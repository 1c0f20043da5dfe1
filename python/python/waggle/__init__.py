"""Hive for Python: the rules, game files, a strong engine, and arrays for training.

``waggle.learning`` has the arrays, ``waggle.zoo`` a PettingZoo environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._vocabulary import GAME_TYPES, Bug, Color, Direction, Outcome
from ._waggle import (
    FULL_STRENGTH,
    EngineError,
    Game,
    GameFileError,
    Hex,
    IllegalMoveError,
    Move,
    NotationError,
    Piece,
    Position,
    SetupError,
    __version__,
)
from .engine import Engine
from .files import Comment, GameRecord, Variation, read_games, write_games
from .openings import (
    Book,
    BookMove,
    Continuation,
    OpeningPosition,
    OpeningTree,
    explore_openings,
)
from .puzzles import Puzzle, find_puzzles, puzzles_to_html
from .results import (
    Analysis,
    Explanation,
    Line,
    Proof,
    QueenSafety,
    Reason,
    Replies,
    Review,
    ReviewedMove,
    Score,
    Solution,
    Summary,
    Term,
)
from .search import AnyEngine, Limit, Search
from .uhp import UhpEngine, UhpError, UhpTimeoutError

if TYPE_CHECKING:
    from .asynchronous import AnyAsyncEngine, AsyncEngine, AsyncSearch, AsyncUhpEngine

__all__ = [
    "FULL_STRENGTH", "GAME_TYPES", "Analysis", "AnyAsyncEngine", "AnyEngine", "AsyncEngine",
    "AsyncSearch", "AsyncUhpEngine", "Book", "BookMove", "Bug", "Color", "Comment", "Continuation",
    "Direction", "Engine", "EngineError", "Explanation", "Game", "GameFileError", "GameRecord",
    "Hex", "IllegalMoveError", "Limit", "Line", "Move", "NotationError", "OpeningPosition",
    "OpeningTree", "Outcome", "Piece", "Position", "Proof", "Puzzle", "QueenSafety", "Reason",
    "Replies", "Review", "ReviewedMove", "Score", "Search", "SetupError", "Solution", "Summary",
    "Term", "UhpEngine", "UhpError", "UhpTimeoutError", "Variation", "__version__",
    "explore_openings", "find_puzzles", "puzzles_to_html", "read_games", "write_games",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Only for those who need it: to load asyncio takes as long as all the rest.
    if name in __all__ and "Async" in name:
        from . import asynchronous

        return getattr(asynchronous, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
