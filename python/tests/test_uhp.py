"""Programs that speak UHP, well and badly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import needs_fork, said_by_a_fork
from waggle import Game, UhpEngine, UhpError, UhpTimeoutError

START = Game("Base")
SCRIPT = Path(__file__).with_name("scripted_engine.py")


def scripted(manner: str, timeout: float | None = None, **more: Any) -> UhpEngine:
    return UhpEngine([sys.executable, str(SCRIPT), manner], timeout=timeout, **more)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def ends(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(pid)


def test_a_good_engine_is_asked_for_moves() -> None:
    with scripted("good") as engine:
        assert engine.name == "Scripted v1"
        assert engine.capabilities == ("Mosquito", "Ladybug")
        for limit in ({"depth": 3}, {"time": 0.1}, {"nodes": 100}):
            assert engine.best_move(START, **limit) == "wA1"
        analysis = engine.analyse(START, depth=2)
        assert (analysis.moves, analysis.score, analysis.is_final) == (("wA1",), None, True)
        (step,) = engine.iterate(START, depth=2)
        assert (step.best, step.is_final) == ("wA1", False), "it reports no more than its move"
        assert len(engine.legal_moves(START)) == 4
        for unknown in (
            lambda: engine.solve(START, within=3),
            lambda: engine.review(START, depth=1),
            lambda: engine.explain(START),
            lambda: engine.analyse(START, depth=1, lines=2),
        ):
            with pytest.raises(UhpError, match="Scripted v1"):
                unknown()
    assert ends(engine.pid)


def test_intermediate_results_are_shown_live() -> None:
    with scripted("reports") as engine:
        search = engine.iterate(START, depth=2)
        seen = list(search)
        assert [analysis.best for analysis in seen] == ["wS1", "wA1"]
        assert [analysis.depth for analysis in seen] == [1, 2]
        assert not any(analysis.is_final for analysis in seen)
        result = search.result()
        assert (result.depth, result.engine_score, result.is_final) == (2, 0.5, True)
        assert list(engine.iterate(START, depth=1))


@pytest.mark.parametrize("way", ["stop", "leave", "forget"])
def test_a_search_that_is_given_up_ends_and_the_engine_goes_on(way: str) -> None:
    with scripted("ponders") as engine:
        engine.set_option("NumThreads", 1)
        pid = engine.pid
        search = engine.iterate(START, depth=2)
        assert next(search).depth == 1
        if way == "stop":
            search.stop()
            assert (search.result().depth, search.result().is_final) == (1, True)
        elif way == "leave":
            with search:
                pass
            assert search.result().depth == 1
        del search
        assert ends(pid), "UHP has no command to stop it"
        assert engine.options(), "it is started again"
        assert engine.pid != pid


def test_a_search_that_is_over_leaves_the_engine_to_others(program: str) -> None:
    with UhpEngine([program]) as engine:
        stopped = engine.iterate(START)
        with pytest.raises(UhpError, match="already searching"):
            engine.best_move(START, depth=1)
        stopped.stop()
        ended = engine.iterate(START, depth=2)
        assert stopped.result().is_final
        assert next(ended).depth == 1
        while not (engine._dialogue and engine._dialogue.has_replied()):
            time.sleep(0.01)
        assert engine.options()
        assert ([it.depth for it in ended], ended.result().depth) == ([2], 2)
    with scripted("ponders") as engine:
        engine.iterate(START, depth=2).stop()
        assert engine.options()


def test_nokamute_is_told_fractions_of_a_second_as_it_likes_them() -> None:
    with scripted("nokamute") as engine:
        assert engine.name == "nokamute 1.0.3"
        for limit in ({"time": 0.5}, {"time": 1}, {"time": 0.25}, {"depth": 2}):
            assert START.is_legal(engine.best_move(START, **limit))
            assert START.is_legal(engine.analyse(START, **limit).best)
        for ask in (engine.best_move, engine.analyse):
            with pytest.raises(UhpError, match="rejects `bestmove nodes 100`: err Unrecognized"):
                ask(START, nodes=100)
    with scripted("nokamute", bestmove="bestmove seconds {s}") as engine:
        assert START.is_legal(engine.best_move(START, time=2))
        with pytest.raises(ValueError, match="expected a command, which has a reply"):
            engine.send(" ")
        with pytest.raises(ValueError, match="expected the limit `time`, which `bestmove seconds"):
            engine.best_move(START, depth=2)
    with pytest.raises(ValueError, match=r"expected a line with one of \{time\}, \{s\}"):
        scripted("nokamute", bestmove="bestmove")


@pytest.mark.parametrize("milliseconds", [230, 250])
def test_a_rival_with_habits_of_its_own_plays(milliseconds: int, program: str) -> None:
    manner = f"rival{milliseconds}"
    with scripted(manner) as engine:
        assert engine.capabilities == ("Mosquito", "Ladybug", "Pillbug")
        for limit in ({"time": 0.1}, {"time": 0.25}, {"depth": 2}):
            assert START.is_legal(engine.best_move(START, **limit))
            assert engine.analyse(START, **limit).score is None
        with pytest.raises(UhpError, match="rejects `options`: err Unrecognized"):
            engine.options()
    assert ends(engine.pid), "though it does not know `exit`"
    with (
        scripted(manner, options={"Ponder": "True"}) as engine,
        pytest.raises(UhpError, match="answers `busy`"),
    ):
        engine.best_move(START, depth=1)
    match = [program, "match", "--engine", f'"{sys.executable}" "{SCRIPT}" {manner}']
    match += ["--engine", "self", "--time", "0.25", "--margin", "1", "--max-plies", "6"]
    report = subprocess.run([*match, "--games", "2", "--json"], capture_output=True, check=True)
    assert json.loads(report.stdout)["endings"] == {"PlyLimit": 2}


@needs_fork
def test_a_fork_leaves_the_engine_to_its_parent() -> None:
    with scripted("good") as engine:

        def kill() -> str:
            try:
                engine.best_move(START, depth=1)
            except UhpError as error:
                said = str(error)
            engine.kill()
            return said

        assert "before this process was forked: start another one" in said_by_a_fork(kill)
        assert engine.best_move(START, depth=1)


@pytest.mark.parametrize(
    ("manner", "message"),
    [
        ("dies", r"ended with code 7 instead of answering `bestmove depth 1`"),
        ("cheats", r"answers `wQ`: the queen "),
        ("babbles", r"answers `wX9 \?\?\?`"),
        ("refuses", r"rejects `bestmove depth 1`: err no time today"),
        ("floods", r"ended|answers"),
    ],
)
def test_bad_answers_are_exceptions(manner: str, message: str) -> None:
    with scripted(manner) as engine:
        with pytest.raises(UhpError, match=message):
            engine.best_move(START, depth=1)
        # It is noticed again, and again without a hang.
        with pytest.raises(UhpError, match="Scripted v1"):
            engine.analyse(START, depth=1)
    assert ends(engine.pid)


@pytest.mark.parametrize(
    ("manner", "message"),
    [("mute", "did not answer its start within 0.5 s"), ("crash", "code 3.*out of honey")],
)
def test_engines_that_do_not_start_are_exceptions(manner: str, message: str) -> None:
    with pytest.raises(UhpError, match=message):
        scripted(manner, timeout=0.5 if manner == "mute" else None)
    with pytest.raises(UhpError, match="`no such engine` did not start"):
        UhpEngine(["no such engine"])
    with pytest.raises(UhpError, match="expected a command that starts an engine, found none"):
        UhpEngine("")


def test_a_timeout_holds_for_searches_without_a_time_limit() -> None:
    for ask in (UhpEngine.best_move, UhpEngine.analyse):
        with scripted("stuck") as engine:
            engine.timeout = 2
            with pytest.raises(UhpTimeoutError, match="`bestmove depth 1` within 2 s"):
                ask(engine, START, depth=1)
            engine.kill()


def test_a_late_answer_is_a_timeout_and_thrown_away_later() -> None:
    with scripted("slow") as engine:
        engine.timeout = 0.8
        with pytest.raises(UhpTimeoutError, match=r"not answer `bestmove time 00:00:00\.100`"):
            engine.best_move(START, time=0.1)
        engine.timeout = 10
        assert engine.best_move(START, depth=1) == "wA1"


@pytest.mark.skipif(os.name != "posix", reason="process groups")
@pytest.mark.parametrize("way", ["close", "kill", "forget", "with an error"])
def test_an_engine_is_killed_with_what_it_has_started(way: str) -> None:
    engine = scripted("child")
    pid, child = engine.pid, int(engine.name.rpartition(" ")[2])
    assert is_running(child)
    if way == "close":
        engine.close()
    elif way == "kill":
        engine.kill()
    elif way == "forget":
        del engine
    else:
        with pytest.raises(ZeroDivisionError), engine:
            1 / 0  # noqa: B018
    assert ends(pid)
    assert ends(child)


def test_a_killed_engine_that_prints_without_end_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    engine = scripted("endless")
    assert engine.best_move(START, depth=1) == "wA1"
    time.sleep(0.3)
    assert set(threading.enumerate()) - before, "it waits for somebody who reads"
    engine.kill()
    deadline = time.monotonic() + 5
    while (left := set(threading.enumerate()) - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left


def test_an_engine_that_does_not_end_is_killed() -> None:
    engine = scripted("deaf")
    start = time.monotonic()
    engine.close()
    assert time.monotonic() - start < 6
    assert ends(engine.pid)
