"""What holds for all engines alike: in this process, another program, and both for asyncio."""

from __future__ import annotations

import asyncio
import functools
import inspect
import pickle
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from conftest import QUIET, random_game
from waggle import (
    AnyAsyncEngine,
    AnyEngine,
    AsyncEngine,
    AsyncSearch,
    AsyncUhpEngine,
    Engine,
    EngineError,
    GameRecord,
    Limit,
    UhpEngine,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class Blocking:
    """An engine for asyncio, or its search, whose methods are called as those of the others."""

    def __init__(self, awaited: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.awaited, self.loop = awaited, loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.awaited, name)
        return functools.partial(self.call, value) if callable(value) else value

    def call(self, function: Any, *args: Any, **named: Any) -> Any:
        async def main() -> Any:
            found = function(*args, **named)
            return await found if inspect.isawaitable(found) else found

        found = self.loop.run_until_complete(main())
        return Blocking(found, self.loop) if isinstance(found, AsyncSearch) else found

    def __iter__(self) -> Blocking:
        return self

    def __next__(self) -> Any:
        try:
            return self.call(self.awaited.__anext__)
        except StopAsyncIteration:
            raise StopIteration from None

    def __enter__(self) -> Blocking:
        self.call(self.awaited.__aenter__)
        return self

    def __exit__(self, *error: Any) -> None:
        self.call(self.awaited.__aexit__, *error)


KINDS = ["Engine", "UhpEngine", "AsyncEngine", "AsyncUhpEngine"]


@pytest.fixture(params=KINDS)
def engine(request: pytest.FixtureRequest) -> Iterator[AnyEngine]:
    options = {"NumThreads": 1, "TableSizeMiB": 4}
    is_native = request.param in ("Engine", "AsyncEngine")
    command = [] if is_native else [request.getfixturevalue("program"), "uhp"]
    created: AnyEngine | AnyAsyncEngine = {
        "Engine": lambda: Engine(table_mib=4),
        "UhpEngine": lambda: UhpEngine(command, options=options),
        "AsyncEngine": lambda: AsyncEngine(threads=1, table_mib=4),
        "AsyncUhpEngine": lambda: AsyncUhpEngine(command, options=options),
    }[request.param]()
    if isinstance(created, AnyEngine):
        with created:
            yield created
    else:
        loop = asyncio.new_event_loop()
        with Blocking(created, loop) as blocking:
            yield blocking  # type: ignore[misc]
        loop.close()


def test_the_engines_for_asyncio_have_every_method_of_the_others() -> None:
    names = {name for name in dir(AnyEngine) if not name.startswith("_")} - {"name"}
    assert {"analyse", "best_move", "iterate", "solve", "review", "explain", "clear"} < names
    for name in names:
        for kind in (AsyncEngine, AsyncUhpEngine):
            assert inspect.signature(getattr(kind, name)).parameters.keys() == (
                inspect.signature(getattr(AnyEngine, name)).parameters.keys()
            )
    assert {"level", "seed", "name"} <= vars(AsyncEngine(threads=1, level=3, seed=7)).keys()
    search = {name for name in dir(AsyncSearch) if name[0] != "_"}
    assert search == {"result", "stop"}


def test_all_methods_agree_with_the_engine_in_this_process(engine: AnyEngine) -> None:
    native = Engine(table_mib=4)
    expected, found = (one.analyse(QUIET, depth=3, lines=2) for one in (native, engine))
    assert (found.best, found.lines, found.depth) == (expected.best, expected.lines, 3)
    assert found.is_final
    assert found.lines[0].score == found.score
    assert found.lines[0].score.lead("w") >= found.lines[1].score.lead("w")
    assert pickle.loads(pickle.dumps(found)) == found
    assert QUIET.is_legal(engine.best_move(QUIET, depth=3))
    assert all(QUIET.variation(line.moves) == list(line.moves) for line in found.lines)
    assert not engine.solve(QUIET, within=3)
    alone = QUIET.position
    assert engine.analyse(alone, depth=3).lines == native.analyse(alone, depth=3).lines
    assert alone.is_legal(engine.best_move(alone, depth=2))
    assert not engine.solve(alone, within=3)
    for position in (QUIET, QUIET.position):
        explained = engine.explain(position)
        assert explained.terms == native.explain(position).terms
        total = sum(term.liberties for term in explained.terms)
        assert abs(total - explained.score.liberties) < 0.2
    assert engine.review(QUIET, depth=2).moves == native.review(QUIET, depth=2).moves
    record = GameRecord(QUIET, {"White": "ann"})
    assert engine.review(record, depth=1).tags == {"White": "ann"}
    assert engine.analyse(QUIET, Limit(depth=2)).depth == 2
    assert engine.name.startswith("Waggle")
    engine.clear()
    assert engine.analyse(QUIET, depth=3).nodes == native_nodes(3)


def native_nodes(depth: int) -> int:
    """What a search takes that begins with an empty table."""
    return Engine(table_mib=4).analyse(QUIET, depth=depth).nodes


def test_iterations_come_once_and_the_result_apart(engine: AnyEngine) -> None:
    search = engine.iterate(QUIET, depth=3)
    assert [analysis.depth for analysis in search] == [1, 2, 3]
    assert search.result().is_final
    assert search.result() is search.result()
    assert list(search) == []
    endless = engine.iterate(QUIET)
    assert next(endless).depth == 1
    endless.stop()
    assert endless.result().is_final


@pytest.mark.parametrize("way", ["break", "stop", "leave", "raise"])
def test_a_search_is_given_up_at_once(engine: AnyEngine, way: str) -> None:
    search = engine.iterate(QUIET, depth=99)
    if way == "break":
        for analysis in search:
            if analysis.depth == 2:
                break
        del search
    elif way == "stop":
        assert next(search).depth == 1
        search.stop()
        assert search.result().is_final
    elif way == "leave":
        with search:
            assert next(search).depth == 1
        assert search.result().is_final
    else:
        with pytest.raises(ZeroDivisionError), search:
            1 / 0  # noqa: B018
        with pytest.raises(EngineError, match="abandoned before it had a result"):
            search.result()
    started = time.monotonic()
    assert engine.best_move(QUIET, depth=1)
    assert time.monotonic() - started < 5


def test_an_engine_does_one_thing_at_a_time(engine: AnyEngine) -> None:
    if isinstance(engine, Blocking):
        pytest.skip("calls wait for a free engine")
    refused: list[str] = []

    def ask() -> None:
        try:
            engine.best_move(QUIET, depth=1)
        except EngineError as error:
            refused.append(str(error))

    with engine.iterate(QUIET, depth=99) as search:
        other = threading.Thread(target=ask)
        other.start()
        other.join()
        for think in (
            lambda: engine.solve(QUIET, within=3),
            lambda: engine.review(QUIET, depth=1),
            lambda: engine.iterate(QUIET, depth=1),
        ):
            with pytest.raises(EngineError, match="already searching"):
                think()
        assert next(search).depth == 1
    assert ["already searching" in text for text in refused] == [True]
    assert engine.best_move(QUIET, depth=1)


def test_wrong_limits_are_the_same_exceptions(engine: AnyEngine) -> None:
    for wrong, message in [
        ({"depth": -1}, "a depth from 0 to 255, found -1"),
        ({"depth": 256}, "a depth from 0 to 255, found 256"),
        ({"nodes": 0}, "at least one node, found 0"),
        ({"time": -1.0}, "a time from 0 to 1e9 seconds, found -1.0"),
        ({"time": float("nan")}, "a time from 0 to 1e9 seconds, found nan"),
        ({"time": float("inf")}, "a time from 0 to 1e9 seconds, found inf"),
        ({}, "a limit, `depth`, `nodes` or `time`, found none"),
        ({"limit": Limit(), "depth": 0, "nodes": -1}, "at least one node, found -1"),
        ({"limit": Limit(depth=1), "depth": 1}, "`depth`, `nodes` and `time`, found both"),
    ]:
        for ask in (engine.analyse, engine.best_move, engine.review):
            with pytest.raises(ValueError, match=f"expected.* {message}"):
                ask(QUIET, **wrong)
    with pytest.raises(ValueError, match="expected lines from 1 to 10000, found 0"):
        engine.analyse(QUIET, depth=1, lines=0)
    with pytest.raises(ValueError, match="expected plies from 1 to 99, found 0"):
        engine.solve(QUIET, within=0)
    for ask in (engine.analyse, engine.best_move, engine.explain):
        with pytest.raises(TypeError):
            ask("Base", **({} if ask == engine.explain else {"depth": 1}))  # type: ignore[arg-type]


def test_a_closed_engine_says_so(engine: AnyEngine) -> None:
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.best_move(QUIET, depth=1)


def test_many_positions_are_analysed_at_once() -> None:
    games = [random_game(seed, plies=8 + seed) for seed in range(12)]

    async def main(threads: int) -> list[tuple[object, ...]]:
        async with AsyncEngine(threads=threads, table_mib=4) as engine:
            found = await asyncio.gather(
                *(engine.analyse(game, nodes=400, lines=2) for game in games)
            )
            for game, analysis in zip(games, found):
                assert game.outcome is not None or game.is_legal(analysis.best)
            return [(it.best, it.lines, it.depth, it.nodes, it.is_final) for it in found]

    assert asyncio.run(main(1)) == asyncio.run(main(3))


def test_a_cancelled_call_ends_its_search() -> None:
    async def main() -> None:
        async with AsyncEngine(threads=1, table_mib=4) as engine:
            endless = asyncio.ensure_future(engine.analyse(QUIET, time=600))
            waiting = asyncio.ensure_future(engine.analyse(QUIET, depth=1))
            await asyncio.sleep(0.1)
            assert not waiting.done(), "there is one thread"
            endless.cancel()
            assert (await waiting).depth == 1
            with pytest.raises(asyncio.CancelledError):
                await endless
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse(QUIET, time=600), 0.1)
            async for analysis in engine.iterate(QUIET, time=600):
                if analysis.depth == 2:
                    break
            assert (await engine.analyse(QUIET, depth=1)).depth == 1

    started = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - started < 60


def test_a_closed_engine_ends_what_is_under_way() -> None:
    async def main() -> None:
        engine = AsyncEngine(threads=1, table_mib=4)
        endless = asyncio.ensure_future(engine.analyse(QUIET, time=600))
        waiting = asyncio.ensure_future(engine.analyse(QUIET, time=600))
        search = engine.iterate(QUIET)
        await asyncio.sleep(0.05)
        await engine.close()
        await engine.close()
        for call in (endless, waiting, search.result(), engine.analyse(QUIET, depth=1)):
            with pytest.raises(EngineError, match="the engine has been closed"):
                await call

    asyncio.run(main())


def test_levels_and_several_event_loops() -> None:
    engine = AsyncEngine(threads=1, level=3, seed=5)
    assert (engine.level, engine.seed) == (3, 5)
    for _ in range(2):
        assert asyncio.run(engine.best_move(QUIET)) == Engine(level=3, seed=5).best_move(QUIET)


def test_a_program_plays_several_games_at_once(program: str) -> None:
    async def main() -> None:
        command = [program, "uhp"]
        async with AsyncUhpEngine(command, processes=2, options={"NumThreads": 1}) as engine:
            calls = (engine.best_move(random_game(seed, plies=9), depth=1) for seed in range(5))
            assert len(await asyncio.gather(*calls)) == 5
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.solve(QUIET, within=60), 0.1)
            async with engine.iterate(QUIET, time=600) as search:
                assert (await search.__anext__()).depth == 1
            assert (await search.result()).is_final
            assert len(engine._free) <= 2

    asyncio.run(main())


def test_asyncio_is_loaded_by_those_who_use_it() -> None:
    code = "import sys, waggle; print('asyncio' in sys.modules, waggle.AsyncEngine.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False AsyncEngine\n"
