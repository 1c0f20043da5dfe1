"""Running searches, and what all engines have in common."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Protocol

from ._waggle import EngineError, Game, Move, Position

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from .results import Analysis, Explanation, Review, Solution


def thread_count(threads: int | None) -> int:
    """So many threads, by default one for each processor."""
    if threads is None:
        return os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"expected at least one thread, found {threads}")
    return threads


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if error is None and self._source is not None:
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


def require_limit(depth: int | None, nodes: int | None, time: float | None) -> None:
    """Raises an exception unless there is a limit."""
    if depth is None and nodes is None and time is None:
        raise ValueError("expected a limit, `depth`, `nodes` or `time`, found none")


def move_of(analysis: Analysis, game: Game | Position) -> Move:
    """The best move, which a finished game has not."""
    if analysis.best is None:
        raise EngineError(f"the game is over: {as_game(game)}")
    return analysis.best


class AnyEngine(ABC):
    """What ``Engine`` and ``UhpEngine`` have in common.

    A position works wherever a game is searched; without its past there are no repetitions.

    >>> from waggle import AnyEngine, Engine, Game
    >>> def opening(engine: AnyEngine, plies: int) -> Game:
    ...     game = Game("Base+MLP")
    ...     for _ in range(plies):
    ...         game.play(engine.best_move(game, depth=1))
    ...     return game
    >>> len(opening(Engine(), 4))
    4
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The engine's name."""

    @abstractmethod
    def iterate(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Search:
        """Starts a search."""

    def analyse(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Searches the current position of a game for its best lines."""
        self._check(depth, nodes, time)
        return self.iterate(game, depth=depth, nodes=nodes, time=time, lines=lines).result()

    def best_move(
        self,
        game: Game | Position,
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
        return move_of(self.analyse(game, depth=depth, nodes=nodes, time=time), game)

    @abstractmethod
    def solve(self, game: Game | Position, *, within: int) -> Solution:
        """Searches for the side to move's shortest forced win within this many plies, or proves
        that there is none. ``Engine`` ignores the game's earlier positions; another engine is
        sent the whole game.

        >>> from waggle import Engine, Game
        >>> bool(Engine().solve(Game("Base"), within=3))
        False
        """

    @abstractmethod
    def review(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Review:
        """Judges every move of a game; the limits are per position.

        >>> from waggle import Engine, Game
        >>> review = Engine().review(Game("Base;;;wS1;bS1 wS1-"), depth=2)
        >>> [move.move for move in review.moves]
        [Move('wS1'), Move('bS1 wS1-')]
        """

    @abstractmethod
    def explain(self, position: Game | Position) -> Explanation:
        """The static evaluation of a position, split into its terms.

        >>> from waggle import Engine, Game
        >>> Engine.explain(Game("Base")).terms[0].name
        'to move'
        """

    @abstractmethod
    def close(self) -> None:
        """Ends the engine."""

    @abstractmethod
    def _check(self, depth: int | None, nodes: int | None, time: float | None) -> None:
        """Raises an exception unless a search with these limits ends."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
