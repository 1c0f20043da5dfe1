"""Engines for asyncio: the methods of ``AnyEngine``, to be awaited."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, Generic, TypeVar

from . import _waggle
from ._waggle import FULL_STRENGTH, EngineError, Game
from .engine import Engine
from .search import AnyEngine, Limit, thread_count, whole
from .uhp import UhpEngine

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence

    from typing_extensions import Concatenate, ParamSpec, Self

    from .engine import _NativeSource
    from .networks import NetworkFile
    from .results import Analysis

    _P = ParamSpec("_P")

_T = TypeVar("_T")
#: Table bytes for each node: its entry, and as much again, so that few entries are lost.
_BYTES_FOR_A_NODE = 32


class _Call(Generic[_T]):
    """A call for the first engine that is free, on a thread of its own."""

    def __init__(self, pool: AnyAsyncEngine, work: Callable[[AnyEngine], _T]) -> None:
        self._pool = pool
        self._work = work
        self._lock = threading.Lock()
        self._engine: AnyEngine | None = None
        self._is_stopped = False

    def run(self) -> _T:
        with self._pool._lent() as engine:
            with self._lock:
                if self._is_stopped:
                    raise EngineError("the call was ended before it had begun")
                engine._is_interrupted = False
                self._engine = engine
            try:
                return self._work(engine)
            finally:
                with self._lock:
                    self._engine = None

    def stop(self) -> None:
        """Ends it, whether it has begun or not; what has begun may still have a result."""
        with self._lock:
            self._is_stopped = True
            if self._engine is not None:
                self._engine._interrupt()


class AsyncSearch:
    """A running search: an asynchronous iterator over its finished iterations, as ``Search``.

    Leaving the ``async with`` block, or dropping the search, stops it.
    """

    def __init__(self, engine: AnyAsyncEngine, iterate: Callable[[AnyEngine], Any]) -> None:
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[Analysis | None] = asyncio.Queue()

        def tell(analysis: Analysis | None) -> None:
            # Fails only if the loop is closed, when nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(found.put_nowait, analysis)

        def work(engine: AnyEngine) -> Analysis:
            search = iterate(engine)
            for analysis in search:
                tell(analysis)
            result: Analysis = search.result()
            return result

        self._found = found
        self._call, self._future = engine._start(work)
        self._future.add_done_callback(lambda _: tell(None))
        self._is_abandoned = False

    def __aiter__(self) -> AsyncSearch:
        return self

    async def __anext__(self) -> Analysis:
        if (analysis := await self._next()) is None:
            raise StopAsyncIteration
        return analysis

    async def _next(self) -> Analysis | None:
        """The next iteration; ``None`` when only the result remains."""
        analysis = await self._found.get()
        if analysis is None:
            # For later calls.
            self._found.put_nowait(None)
            self._future.result()
        return analysis

    def stop(self) -> None:
        """Stops the search within a few milliseconds; its result stays available."""
        self._call.stop()

    async def result(self) -> Analysis:
        """Waits for the result, skipping iterations."""
        if self._is_abandoned:
            raise EngineError("the search was abandoned before it had a result")
        while await self._next() is not None:
            pass
        return self._future.result()

    async def __aenter__(self) -> AsyncSearch:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._is_abandoned = kind is not None and not self._future.done()
        self.stop()
        if kind is None:
            await self.result()

    def __del__(self) -> None:
        with contextlib.suppress(AttributeError):
            self._call.stop()


def _searched(
    method: Callable[Concatenate[AnyEngine, _P], Any],
) -> Callable[Concatenate[AnyAsyncEngine, _P], AsyncSearch]:
    """``AnyEngine.iterate`` as a search to be awaited."""

    @functools.wraps(method)
    def searched(self: AnyAsyncEngine, /, *args: _P.args, **named: _P.kwargs) -> AsyncSearch:
        return AsyncSearch(self, lambda engine: method(engine, *args, **named))

    return searched


def _awaited(
    method: Callable[Concatenate[AnyEngine, _P], _T],
) -> Callable[Concatenate[AnyAsyncEngine, _P], Coroutine[Any, Any, _T]]:
    """A method of ``AnyEngine`` that is awaited; to cancel it ends it at once."""

    @functools.wraps(method)
    async def awaited(self: AnyAsyncEngine, /, *args: _P.args, **named: _P.kwargs) -> _T:
        call, future = self._start(lambda engine: getattr(engine, method.__name__)(*args, **named))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            call.stop()
            raise

    return awaited


class AnyAsyncEngine:
    """What engines for asyncio have in common: the methods of ``AnyEngine``.

    Calls may overlap; those that wait for a free engine are served in order. To cancel a call, or
    to leave a search, ends it at once.
    """

    iterate = _searched(AnyEngine.iterate)
    analyse = _awaited(AnyEngine.analyse)
    best_move = _awaited(AnyEngine.best_move)
    solve = _awaited(AnyEngine.solve)
    review = _awaited(AnyEngine.review)
    explain = _awaited(AnyEngine.explain)
    clear = _awaited(AnyEngine.clear)

    def __init__(self, count: int, create: Callable[[], AnyEngine]) -> None:
        self._create = create
        self._free: deque[AnyEngine] = deque()
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="waggle")
        self._calls: set[_Call[Any]] = set()
        self._process = os.getpid()
        self._is_closed = False

    async def close(self) -> None:
        """Ends what is under way, and the engine."""
        self._is_closed = True
        for call in list(self._calls):
            call.stop()
        await asyncio.get_running_loop().run_in_executor(None, self._end)

    def _start(self, work: Callable[[AnyEngine], _T]) -> tuple[_Call[_T], Future[_T]]:
        self._check_open()
        if os.getpid() != self._process:
            raise EngineError(
                "the engine was created before this process was forked: create another one"
            )
        call = _Call(self, work)
        self._calls.add(call)
        future = self._threads.submit(call.run)
        future.add_done_callback(lambda _: self._calls.discard(call))
        return call, future

    @contextlib.contextmanager
    def _lent(self) -> Iterator[AnyEngine]:
        """An engine for one of the threads, of which there are as many."""
        self._check_open()
        try:
            engine = self._free.pop()
        except IndexError:
            engine = self._create()
        try:
            yield engine
        except EngineError:
            if not self._is_closed:
                raise
        finally:
            self._free.append(engine)
        self._check_open()

    def _check_open(self) -> None:
        if self._is_closed:
            raise EngineError("the engine has been closed")

    def _end(self) -> None:
        self._threads.shutdown()
        while self._free:
            self._free.pop().close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.close()


class _FreshEngine(Engine):
    """An engine that begins each search with an empty table, no larger than it can use."""

    def _search(self, game: Game, limit: Limit, lines: int) -> _NativeSource:
        threads, mib, level, seed, network = self._settings
        if limit.nodes is not None:
            mib = min(mib, (limit.nodes * _BYTES_FOR_A_NODE >> 20) + 1)
        self._native = _waggle.NativeEngine(threads, mib, level, seed, network)
        return super()._search(game, limit, lines)


class AsyncEngine(AnyAsyncEngine):
    """Waggle's engine for asyncio: as many searches at once as it has ``threads``.

    Each search has one thread and an empty table, so that by depth or nodes its result does not
    depend on what runs beside it.

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

    def __init__(
        self,
        *,
        threads: int | None = None,
        table_mib: int = 64,
        level: int = FULL_STRENGTH,
        seed: int = 0,
        network: NetworkFile | None = None,
    ) -> None:
        def create() -> Engine:
            settings: Any = {"level": level, "seed": seed, "network": network}
            return _FreshEngine(threads=1, table_mib=table_mib, **settings)

        # Here, because of wrong settings.
        engine = create()
        super().__init__(thread_count(threads), create)
        self._free.append(engine)
        #: The engine's name and version, its playing strength, and what decides its errors.
        self.name, self.level, self.seed = engine.name, engine.level, engine.seed


class AsyncUhpEngine(AnyAsyncEngine):
    """A ``UhpEngine`` for asyncio: as many searches at once as it has ``processes``.

    The ``settings`` are those of ``UhpEngine``. A process is started when it is first needed.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        processes: int = 1,
        **settings: Any,
    ) -> None:
        def create() -> UhpEngine:
            engine = UhpEngine(command, **settings)
            self.name = engine.name
            return engine

        #: The engine's name, as it reports it once it has started.
        self.name = command if isinstance(command, str) else " ".join(command)
        super().__init__(whole("at least one process", processes, 1), create)
