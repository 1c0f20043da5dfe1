"""The engine for asyncio."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest
from conftest import needs_fork, random_game, said_by_a_fork
from waggle import AsyncEngine, AsyncUhpEngine, Engine, EngineError, Game

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


def test_wrong_settings_are_exceptions() -> None:
    for wrong in ({"threads": 0}, {"table_mib": 0}, {"level": 99}, {"seed": -1}):
        with pytest.raises(ValueError, match="expected"):
            AsyncEngine(**wrong)
    with pytest.raises(ValueError, match="expected at least one process, found 0"):
        AsyncUhpEngine("waggle", processes=0)


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


@needs_fork
def test_an_engine_of_the_parent_process_is_refused_after_a_fork(
    capfd: pytest.CaptureFixture[str],
) -> None:
    engine = AsyncEngine(threads=1, table_mib=4)
    said = said_by_a_fork(lambda: str(asyncio.run(engine.analyse(QUIET, depth=1))))
    assert said.endswith("forked: create another one")
    assert capfd.readouterr().err == ""
