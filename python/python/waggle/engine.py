"""The engine in this process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from . import _waggle
from ._waggle import FULL_STRENGTH, EngineError, Game, Position
from .results import Analysis, Explanation, Review, Solution
from .search import AnyEngine, Limit

if TYPE_CHECKING:
    from .files import GameRecord
    from .networks import NetworkFile


class _NativeSource:
    """A search on a thread of this process."""

    def __init__(self, native: _waggle.NativeSearch, position: Position) -> None:
        self._native: _waggle.NativeSearch | None = native
        self._position = position

    def next(self) -> Analysis | None:
        document = None if self._native is None else self._native.next()
        return None if document is None else Analysis._of(json.loads(document), self._position)

    def stop(self) -> None:
        if self._native is not None:
            self._native.stop()

    def abandon(self) -> None:
        # Stops it and waits for the thread, so that the engine is idle.
        self._native = None


class Engine(AnyEngine):
    """Waggle's engine, in this process.

    ``threads`` share a transposition table of ``table_mib`` MiB. With one thread, a
    search limited by depth or nodes always gives the same result after ``clear``. ``level``
    is the playing strength, from 1 (a beginner wins) to ``waggle.FULL_STRENGTH``. Weaker levels
    make random errors, determined by ``seed``, and move within a fraction of a second. ``network``
    evaluates positions instead of the one that is built in, which ``explain`` always explains.

    During a search other Python threads run, and Ctrl-C stops the search and raises
    ``KeyboardInterrupt``. An engine runs one search at a time; use several engines on several
    threads.

    >>> from waggle import Engine, Game
    >>> engine = Engine(threads=1, table_mib=16)
    >>> game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    >>> analysis = engine.analyse(game, depth=4, lines=2)
    >>> analysis.depth, len(analysis.lines), game.is_legal(analysis.best)
    (4, 2, True)
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        table_mib: int = 64,
        level: int = FULL_STRENGTH,
        seed: int = 0,
        network: NetworkFile | None = None,
    ) -> None:
        #: What the native engine is made of.
        self._settings = threads, table_mib, level, seed, network
        self._native: _waggle.NativeEngine | None = _waggle.NativeEngine(*self._settings)

    @property
    def name(self) -> str:
        """The engine's name and version."""
        return f"Waggle v{_waggle.__version__}"

    @property
    def level(self) -> int:
        """The playing strength, from 1 to ``waggle.FULL_STRENGTH``."""
        return self._settings[2]

    @property
    def seed(self) -> int:
        """What decides the errors of a weaker level."""
        return self._settings[3]

    @staticmethod
    def explain(position: Game | Position) -> Explanation:
        """The static evaluation of a position, split into its terms; needs no engine."""
        if isinstance(position, Game):
            position = position.position
        return Explanation._of(json.loads(_waggle.explain(position)))

    def clear(self) -> None:
        self._open().clear()

    def close(self) -> None:
        """Frees the engine's memory."""
        self._native = None

    def _open(self) -> _waggle.NativeEngine:
        if self._native is None:
            raise EngineError("the engine has been closed")
        return self._native

    def _search(self, game: Game, limit: Limit, lines: int) -> _NativeSource:
        native = self._open().search(game, limit, lines)
        return _NativeSource(native, game.position)

    def _solution(self, game: Game, within: int) -> Solution:
        return Solution._of(self._found(self._open().solve(game, within)), game.position)

    def _judged(self, record: GameRecord, limit: Limit) -> Review:
        return Review._of({**self._judgment(record, limit), "tags": record.tags})

    def _judgment(self, record: GameRecord, limit: Limit) -> dict[str, Any]:
        game, notes, result = record._played()
        return self._found(self._open().review(game, limit, notes, result))

    def _found(self, search: _waggle.NativeSearch) -> dict[str, Any]:
        """The document that a search ends with."""
        self._stops(search.stop)
        document = search.next()
        assert document is not None
        found: dict[str, Any] = json.loads(document)
        return found

    def _ending(self, limit: Limit) -> Limit:
        # A weak level needs no limit.
        return limit if self.level < FULL_STRENGTH else super()._ending(limit)

    def __repr__(self) -> str:
        threads, mib, level, seed, network = self._settings
        other = "" if network is None else f", network={network!r:.60}"
        return f"Engine(threads={threads}, table_mib={mib}, level={level}, seed={seed}{other})"
