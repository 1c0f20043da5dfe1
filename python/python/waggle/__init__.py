"""Hive for Python: the rules, game files, a strong engine, and arrays for training.

``waggle.learning`` has the arrays, ``waggle.zoo`` a PettingZoo environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._vocabulary import GAME_TYPES as GAME_TYPES
from ._vocabulary import Bug as Bug
from ._vocabulary import Color as Color
from ._vocabulary import Direction as Direction
from ._vocabulary import Outcome as Outcome
from ._waggle import FULL_STRENGTH as FULL_STRENGTH
from ._waggle import EngineError as EngineError
from ._waggle import Game as Game
from ._waggle import GameFileError as GameFileError
from ._waggle import Hex as Hex
from ._waggle import IllegalMoveError as IllegalMoveError
from ._waggle import Move as Move
from ._waggle import NotationError as NotationError
from ._waggle import Piece as Piece
from ._waggle import Position as Position
from ._waggle import SetupError as SetupError
from ._waggle import __version__ as __version__
from .engine import Engine as Engine
from .files import Comment as Comment
from .files import GameRecord as GameRecord
from .files import Variation as Variation
from .files import read_games as read_games
from .files import write_games as write_games
from .openings import Book as Book
from .openings import BookMove as BookMove
from .openings import Continuation as Continuation
from .openings import OpeningPosition as OpeningPosition
from .openings import OpeningTree as OpeningTree
from .openings import explore_openings as explore_openings
from .puzzles import Puzzle as Puzzle
from .puzzles import find_puzzles as find_puzzles
from .puzzles import puzzles_to_html as puzzles_to_html
from .results import Analysis as Analysis
from .results import Explanation as Explanation
from .results import Line as Line
from .results import Proof as Proof
from .results import QueenSafety as QueenSafety
from .results import Reason as Reason
from .results import Replies as Replies
from .results import Review as Review
from .results import ReviewedMove as ReviewedMove
from .results import Score as Score
from .results import Solution as Solution
from .results import Summary as Summary
from .results import Term as Term
from .search import AnyEngine as AnyEngine
from .search import Limit as Limit
from .search import Search as Search
from .uhp import UhpEngine as UhpEngine
from .uhp import UhpError as UhpError
from .uhp import UhpTimeoutError as UhpTimeoutError

if TYPE_CHECKING:
    from .asynchronous import AnyAsyncEngine as AnyAsyncEngine
    from .asynchronous import AsyncEngine as AsyncEngine
    from .asynchronous import AsyncSearch as AsyncSearch
    from .asynchronous import AsyncUhpEngine as AsyncUhpEngine


def __getattr__(name: str) -> Any:
    # Only for those who need it: to load asyncio takes as long as all the rest.
    if "Async" in name:
        from . import asynchronous

        return getattr(asynchronous, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
