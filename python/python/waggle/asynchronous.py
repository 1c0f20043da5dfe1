"""The analysis service in this process, for asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import math
import threading
from typing import TYPE_CHECKING, Any

from . import _waggle
from ._waggle import EngineError, Game, Move, Position
from .results import Analysis, Review
from .search import as_game, move_of, require_limit, thread_count

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from types import TracebackType

#: Queries that may wait.
_MAX_QUERIES = 1_000_000
#: The longest line that the service reads, in bytes.
_MAX_LINE = 100_000


class AsyncEngine:
    """Waggle's engine for asyncio: analyses as many positions at once as it has ``threads``.

    Calls may overlap; those that wait are served in order. Each search has one thread and an empty
    table, so that by depth or nodes its result does not depend on what runs beside it. To cancel
    a call ends its search at once. An engine belongs to the event loop that first uses it.

    >>> import asyncio
    >>> from waggle import AsyncEngine, Game
    >>> async def main() -> list[int]:
    ...     games = [Game("Base"), Game("Base;;;wS1"), Game("Base;;;wS1;bS1 wS1-")]
    ...     async with AsyncEngine(threads=2) as engine:
    ...         found = await asyncio.gather(*(engine.analyse(game, depth=2) for game in games))
    ...     return [analysis.depth for analysis in found]
    >>> asyncio.run(main())
    [2, 2, 2]
    """

    def __init__(self, *, threads: int | None = None, table_mib: int = 64) -> None:
        self._native = _waggle.NativeService(thread_count(threads), table_mib, _MAX_QUERIES)
        self._ids = map(str, itertools.count())
        self._open: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    async def analyse(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Searches the current position of a game for its best lines."""
        game = as_game(game)
        query = {**_limits(depth, nodes, time), "lines": lines}
        position = game.position
        async with _closing(self._ask(game, query)) as answers:
            return Analysis._of(await answers.__anext__(), position)

    async def iterate(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> AsyncIterator[Analysis]:
        """Yields the iterations of a search and its result, the last.

        To leave the loop ends the search when the iterator is closed: use
        ``contextlib.aclosing`` for at once.
        """
        game = as_game(game)
        position = game.position
        query = {**_limits(depth, nodes, time), "lines": lines, "every": 0.0}
        async with _closing(self._ask(game, query)) as answers:
            async for answer in answers:
                yield Analysis._of(answer, position)

    async def best_move(
        self,
        game: Game | Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Move:
        """The move to play."""
        return move_of(await self.analyse(game, depth=depth, nodes=nodes, time=time), game)

    async def review(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Review:
        """Judges every move of a game; the limits are per position."""
        query = {**_limits(depth, nodes, time), "review": True}
        async with _closing(self._ask(game, query)) as answers:
            return Review._of(await answers.__anext__())

    async def close(self) -> None:
        """Cancels what is searched, and ends the threads."""
        if not self._is_closed:
            self._is_closed = True
            self._send({"cancel": "*"})
            self._native.close()

    async def _ask(self, game: Game, query: dict[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Sends a query and yields its answers; a query that is given up is cancelled."""
        if self._is_closed:
            raise EngineError("the engine has been closed")
        number = next(self._ids)
        answers = self._open[number] = asyncio.Queue()
        try:
            self._send({"id": number, "game": game.game_string(), **query})
            self._start()
            while True:
                answer = await answers.get()
                if answer["kind"] == "error":
                    raise EngineError(answer["error"])
                if answer["kind"] == "cancelled":
                    raise EngineError("the engine has been closed")
                is_last = answer["kind"] != "iteration"
                if is_last:
                    del self._open[number]
                yield answer
                if is_last:
                    return
        finally:
            if self._open.pop(number, None) is not None and not self._is_closed:
                self._send({"cancel": number})

    def _send(self, query: dict[str, Any]) -> None:
        line = json.dumps(query).encode()
        if len(line) > _MAX_LINE:
            raise EngineError(f"expected a query of up to {_MAX_LINE} bytes, found {len(line)}")
        self._native.send(line)

    def _start(self) -> None:
        """Begins to read answers for this event loop."""
        loop = asyncio.get_running_loop()
        if self._loop is None:
            self._loop = loop
            reader = threading.Thread(target=_read, args=(self._native, loop, self._open))
            reader.daemon = True
            reader.start()
        elif self._loop is not loop:
            raise EngineError("the engine belongs to another event loop: create another one")

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    def __del__(self) -> None:
        # Ends the threads of an engine that nobody closed.
        with contextlib.suppress(AttributeError, EngineError):
            self._native.close()


@contextlib.asynccontextmanager
async def _closing(
    answers: AsyncGenerator[dict[str, Any], None],
) -> AsyncIterator[AsyncGenerator[dict[str, Any], None]]:
    """As ``contextlib.aclosing``, which Python 3.9 lacks."""
    try:
        yield answers
    finally:
        await answers.aclose()


def _read(
    native: _waggle.NativeService,
    loop: asyncio.AbstractEventLoop,
    open_queries: dict[str, asyncio.Queue[dict[str, Any]]],
) -> None:
    """Hands answers to those who wait for them, until the service ends."""

    def hand(answer: dict[str, Any]) -> None:
        waiting = open_queries.get(answer.get("id") or "")
        if waiting is not None:
            waiting.put_nowait(answer)

    while (line := native.next()) is not None:
        try:
            loop.call_soon_threadsafe(hand, json.loads(line))
        except RuntimeError:
            return  # The loop is closed.


def _limits(depth: int | None, nodes: int | None, time: float | None) -> dict[str, Any]:
    require_limit(depth, nodes, time)
    if time is not None and not math.isfinite(time):
        raise ValueError(f"expected a time in seconds, found {time}")
    given = {"depth": depth, "nodes": nodes, "time": time}
    return {name: limit for name, limit in given.items() if limit is not None}
