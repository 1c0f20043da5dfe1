"""The engine for asyncio."""

from __future__ import annotations

import asyncio
import math
import time

import pytest
from conftest import needs_fork, random_game, said_by_a_fork
from waggle import AsyncEngine, Engine, EngineError, Game

QUIET = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")


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


def test_what_it_finds_is_what_the_other_engines_say() -> None:
    async def main() -> None:
        async with AsyncEngine(threads=1, table_mib=4) as engine:
            assert QUIET.is_legal(await engine.best_move(QUIET, depth=2))
            review = await engine.review(QUIET, depth=1)
            assert [move.move for move in review.moves] == QUIET.move_strings()
            depths = [found.depth async for found in engine.iterate(QUIET, depth=3)]
            assert depths == [1, 2, 3, 3]
            set_up = Game("Base;White[5] wQ@0,0 bQ@1,0 wB1@1,0+")
            assert set_up.is_legal((await engine.analyse(set_up, depth=1)).best)

    asyncio.run(main())
    assert Engine(table_mib=4).analyse(QUIET, depth=2).depth == 2


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


def test_mistakes_are_exceptions() -> None:
    async def main() -> AsyncEngine:
        engine = AsyncEngine(threads=1, table_mib=4)
        with pytest.raises(ValueError, match="expected a limit"):
            await engine.analyse(QUIET)
        for endless in (math.inf, math.nan):
            with pytest.raises(ValueError, match="expected a time in seconds"):
                await engine.analyse(QUIET, time=endless)
        for wrong in ({"depth": 0}, {"nodes": -1}, {"time": -1.0}):
            with pytest.raises(EngineError, match=r"expected|invalid"):
                await engine.analyse(QUIET, **wrong)
        open_call = asyncio.ensure_future(engine.analyse(QUIET, time=600))
        await asyncio.sleep(0.05)
        await engine.close()
        await engine.close()
        with pytest.raises(EngineError, match="the engine has been closed"):
            await open_call
        with pytest.raises(EngineError, match="the engine has been closed"):
            await engine.analyse(QUIET, depth=1)
        with pytest.raises(ValueError, match="expected threads from 1 to 1024"):
            AsyncEngine(threads=9999)
        other = AsyncEngine(threads=1, table_mib=4)
        await other.analyse(QUIET, depth=1)
        return other

    other = asyncio.run(main())

    async def elsewhere() -> None:
        with pytest.raises(EngineError, match="belongs to another event loop"):
            await other.analyse(QUIET, depth=1)

    asyncio.run(elsewhere())


@needs_fork
def test_an_engine_of_the_parent_process_is_refused_after_a_fork(
    capfd: pytest.CaptureFixture[str],
) -> None:
    engine = AsyncEngine(threads=1, table_mib=4)
    said = said_by_a_fork(lambda: str(asyncio.run(engine.analyse(QUIET, depth=1))))
    assert said.endswith("forked: create another one")
    assert capfd.readouterr().err == ""
