"""What holds for the engine in this process and for another program alike: an ``AnyEngine``."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from waggle import AnyEngine, Engine, EngineError, Game, UhpEngine

if TYPE_CHECKING:
    from collections.abc import Iterator

QUIET = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")


@pytest.fixture(params=["Engine", "UhpEngine"])
def engine(request: pytest.FixtureRequest) -> Iterator[AnyEngine]:
    if request.param == "Engine":
        with Engine(table_mib=4) as native:
            yield native
    else:
        command = [request.getfixturevalue("program"), "uhp"]
        options = {"NumThreads": 1, "TableSizeMiB": 4}
        with UhpEngine(command, options=options) as other:
            yield other


def test_all_methods_agree_with_the_engine_in_this_process(engine: AnyEngine) -> None:
    native = Engine(table_mib=4)
    assert engine.name.startswith("Waggle")
    expected, found = (one.analyse(QUIET, depth=3, lines=2) for one in (native, engine))
    assert (found.best, found.lines, found.depth) == (expected.best, expected.lines, 3)
    assert found.is_final
    assert QUIET.is_legal(engine.best_move(QUIET, depth=3))
    assert all(QUIET.variation(line.moves) == list(line.moves) for line in found.lines)
    assert not engine.solve(QUIET, within=3)
    alone = QUIET.position
    assert engine.analyse(alone, depth=3).lines == native.analyse(alone, depth=3).lines
    assert alone.is_legal(engine.best_move(alone, depth=2))
    assert not engine.solve(alone, within=3)
    for position in (QUIET, QUIET.position):
        assert engine.explain(position).terms == native.explain(position).terms
    assert engine.review(QUIET, depth=2).moves == native.review(QUIET, depth=2).moves


def test_iterations_come_once_and_the_result_apart(engine: AnyEngine) -> None:
    search = engine.iterate(QUIET, depth=3)
    assert [analysis.depth for analysis in search] == [1, 2, 3]
    assert search.result().is_final
    assert search.result() is search.result()
    assert list(search) == []


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
    for wrong in ({"depth": -1}, {"nodes": 0}, {"time": -1.0}, {"time": float("nan")}, {}):
        for ask in (engine.analyse, engine.best_move, engine.review):
            with pytest.raises(ValueError, match="expected"):
                ask(QUIET, **wrong)
    with pytest.raises(ValueError, match=r"expected .*lines?.*, found 0"):
        engine.analyse(QUIET, depth=1, lines=0)


def test_a_closed_engine_says_so(engine: AnyEngine) -> None:
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.best_move(QUIET, depth=1)
