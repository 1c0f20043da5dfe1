"""Limits, running searches, and what all engines have in common."""

from __future__ import annotations

import operator
import os
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Protocol

from ._waggle import EngineError, Game, Move, Position
from .files import GameRecord

if TYPE_CHECKING:
    from typing_extensions import Self

    from .results import Analysis, Explanation, Review, Solution

#: The most lines of an analysis.
_MOST_LINES = 10_000


def thread_count(threads: int | None) -> int:
    """So many threads, by default one for each processor."""
    if threads is None:
        return os.cpu_count() or 1
    return whole("at least one thread", threads, 1)


def whole(expected: str, number: int, least: int, most: int = 2**64 - 1) -> int:
    """A whole number within these bounds."""
    if not least <= operator.index(number) <= most:
        raise ValueError(f"expected {expected}, found {number}")
    return number


@dataclass(frozen=True)
class Limit:
    """How long to search; the first of these that is reached ends it.

    >>> from waggle import Engine, Game, Limit
    >>> Engine().analyse(Game("Base"), Limit(depth=2, time=60)).depth
    2
    """

    depth: int | None = None
    """Plies, from 0 to 255."""
    nodes: int | None = None
    """Positions searched."""
    time: float | None = None
    """Seconds."""

    def __post_init__(self) -> None:
        if self.depth is not None:
            whole("a depth from 0 to 255", self.depth, 0, 255)
        if self.nodes is not None:
            whole("at least one node", self.nodes, 1)
        if self.time is not None and not 0 <= self.time <= 1e9:
            raise ValueError(f"expected a time from 0 to 1e9 seconds, found {self.time}")

    @classmethod
    def _of(
        cls, limit: Limit | None, depth: int | None, nodes: int | None, time: float | None
    ) -> Limit:
        """The limit of a call, which has one or its parts."""
        parts = cls(depth, nodes, time)
        if limit is None:
            return parts
        if not isinstance(limit, Limit):
            raise TypeError(f"expected a Limit, found {limit!r}")
        if parts:
            raise ValueError("expected a `Limit` or `depth`, `nodes` and `time`, found both")
        return limit

    def __bool__(self) -> bool:
        return self != Limit()


class _Source(Protocol):
    """Where a search runs."""

    def next(self) -> Analysis | None:
        """Waits for the next iteration, or the result; ``None`` if it was stopped without one."""

    def stop(self) -> None:
        """Ends the search soon; it still has a result, if it had found anything."""

    def abandon(self) -> None:
        """Frees the engine, whether the search has ended or not."""


class Search:
    """A running search: an iterator over its finished iterations.

    >>> from waggle import Engine, Game
    >>> engine = Engine()
    >>> with engine.iterate(Game("Base"), depth=3) as search:
    ...     [analysis.depth for analysis in search]
    [1, 2, 3]
    >>> search.result().is_final
    True

    Leaving the ``with`` block, or dropping the search, stops it.
    """

    def __init__(self, source: _Source) -> None:
        self._source: _Source | None = source
        self._result: Analysis | None = None

    def __iter__(self) -> Search:
        return self

    def __next__(self) -> Analysis:
        analysis = self._next()
        if analysis is None:
            raise StopIteration
        return analysis

    def _next(self) -> Analysis | None:
        """The next iteration; ``None`` when only the result remains."""
        if self._source is None:
            return None
        try:
            analysis = self._source.next()
        except BaseException:
            # Ctrl-C may arrive after the search's last check, and the traceback keeps us alive.
            self._abandon()
            raise
        if analysis is not None and not analysis.is_final:
            return analysis
        self._result = analysis
        self._abandon()
        return None

    def stop(self) -> None:
        """Stops the search within a few milliseconds; its result stays available."""
        if self._source is not None:
            self._source.stop()

    def result(self) -> Analysis:
        """Waits for the result, skipping iterations."""
        while self._next() is not None:
            pass
        if self._result is None:
            raise EngineError("the search was abandoned before it had a result")
        return self._result

    def _abandon(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            source.abandon()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None and self._source is not None:
                self._source.stop()
                while self._next() is not None:
                    pass
        finally:
            self._abandon()

    def __del__(self) -> None:
        self._abandon()


def as_game(source: Game | Position) -> Game:
    """A game as it is; a position as a game that starts there."""
    return source if isinstance(source, Game) else Game.from_position(source)


class AnyEngine(ABC):
    """What engines have in common; ``AsyncEngine`` has it for asyncio.

    A position works wherever a game is searched; without its past there are no repetitions. The
    limits are ``depth`` in plies, ``nodes``, and ``time`` in seconds, or all of them in a
    ``Limit``.

    >>> from waggle import AnyEngine, Engine, Game
    >>> def opening(engine: AnyEngine, plies: int) -> Game:
    ...     game = Game("Base+MLP")
    ...     for _ in range(plies):
    ...         game.play(engine.best_move(game, depth=1))
    ...     return game
    >>> len(opening(Engine(), 4))
    4
    """

    #: What ends the present call, and whether it is to end.
    _stop: Callable[[], object] | None = None
    _is_interrupted = False

    @property
    @abstractmethod
    def name(self) -> str:
        """The engine's name."""

    def iterate(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Search:
        """Starts a search and yields its iterations; without limits it runs until stopped.

        ``result()`` has the move in any case.
        """
        limit = Limit._of(limit, depth, nodes, time)
        whole(f"lines from 1 to {_MOST_LINES}", lines, 1, _MOST_LINES)
        return self._begun(self._search(as_game(game), limit, lines))

    def analyse(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Searches the current position of a game for its best lines."""
        limit = self._ending(Limit._of(limit, depth, nodes, time))
        return self.iterate(game, limit, lines=lines).result()

    def best_move(
        self,
        game: Game | Position,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Move:
        """The move to play.

        >>> from waggle import Engine, Game
        >>> game = Game("Base+MLP")
        >>> game.is_legal(Engine(level=3).best_move(game))
        True
        """
        game = as_game(game)
        limit = self._ending(Limit._of(limit, depth, nodes, time))
        best = self._begun(self._choice(game, limit)).result().best
        if best is None:
            raise EngineError(f"the game is over: {game}")
        return best

    def solve(self, game: Game | Position, *, within: int) -> Solution:
        """Searches for the side to move's shortest forced win within this many plies, or proves
        that there is none. ``Engine`` ignores the game's earlier positions; another engine is
        sent the whole game.

        >>> from waggle import Engine, Game
        >>> bool(Engine().solve(Game("Base"), within=3))
        False
        """
        return self._solution(as_game(game), whole("plies from 1 to 99", within, 1, 99))

    def review(
        self,
        game: Game | GameRecord,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Review:
        """Judges every move of a game; the limits are per position. The names and the result of a
        ``GameRecord`` are in the review.

        >>> from waggle import Engine, Game
        >>> review = Engine().review(Game("Base;;;wS1;bS1 wS1-"), depth=2)
        >>> [move.move for move in review.moves]
        [Move('wS1'), Move('bS1 wS1-')]
        """
        limit = _some(Limit._of(limit, depth, nodes, time))
        return self._judged(GameRecord._of(game), limit)

    @abstractmethod
    def explain(self, position: Game | Position) -> Explanation:
        """The static evaluation of a position, split into its terms.

        >>> from waggle import Engine, Game
        >>> Engine.explain(Game("Base")).terms[0].name
        'to move'
        """

    @abstractmethod
    def clear(self) -> None:
        """Forgets what earlier searches have found, as a new engine would."""

    @abstractmethod
    def close(self) -> None:
        """Ends the engine."""

    @abstractmethod
    def _search(self, game: Game, limit: Limit, lines: int) -> _Source:
        """Starts a search."""

    def _choice(self, game: Game, limit: Limit) -> _Source:
        """Starts the search for a move to play."""
        return self._search(game, limit, 1)

    @abstractmethod
    def _solution(self, game: Game, within: int) -> Solution: ...

    @abstractmethod
    def _judged(self, record: GameRecord, limit: Limit) -> Review: ...

    def _ending(self, limit: Limit) -> Limit:
        """A limit with which a search ends."""
        return _some(limit)

    def _begun(self, source: _Source) -> Search:
        self._stops(source.stop)
        return Search(source)

    def _stops(self, stop: Callable[[], object]) -> None:
        """Takes what ends the present call."""
        self._stop = stop
        if self._is_interrupted:
            stop()

    def _interrupt(self) -> None:
        """Ends the present call, on any thread; it may still have a result."""
        self._is_interrupted = True
        if (stop := self._stop) is not None:
            stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close()


def _some(limit: Limit) -> Limit:
    if not limit:
        raise ValueError("expected a limit, `depth`, `nodes` or `time`, found none")
    return limit
