"""Programs that speak UHP, well and badly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from waggle import Engine, Game, UhpEngine, UhpError, UhpTimeoutError

START = Game("Base")
SCRIPT = Path(__file__).with_name("scripted_engine.py")


def scripted(manner: str, timeout: float = 10.0) -> UhpEngine:
    return UhpEngine([sys.executable, str(SCRIPT), manner], timeout=timeout)


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
            assert START.move_string(engine.best_move(START, **limit)) == "wA1"
        analysis = engine.analyse(START, depth=2)
        assert (analysis.moves, analysis.score, analysis.is_final) == (("wA1",), None, True)
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
        seen = list(engine.iterate(START, depth=2))
        assert [START.move_string(analysis.best) for analysis in seen] == ["wS1", "wA1", "wA1"]
        assert [analysis.depth for analysis in seen] == [1, 2, 2]
        assert [analysis.is_final for analysis in seen] == [False, False, True]
        assert seen[-1].engine_score == 0.5
        # A search that is given up cannot be stopped in UHP: the engine is killed.
        for _ in engine.iterate(START, depth=2):
            break
    assert ends(engine.pid)


@pytest.mark.parametrize(
    ("manner", "message"),
    [
        ("dies", r"ended with code 7 instead of answering `bestmove depth 1`"),
        ("cheats", r"answers `wQ`, which is not legal"),
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
    [("mute", "did not answer `` within 0.5 s"), ("crash", "code 3.*out of honey")],
)
def test_engines_that_do_not_start_are_exceptions(manner: str, message: str) -> None:
    with pytest.raises(UhpError, match=message):
        scripted(manner, timeout=0.5 if manner == "mute" else 10)
    with pytest.raises(UhpError, match="`no such engine` did not start"):
        UhpEngine(["no such engine"])
    with pytest.raises(UhpError, match="expected a command that starts an engine, found none"):
        UhpEngine("")


def test_a_late_answer_is_a_timeout_and_thrown_away_later() -> None:
    with scripted("slow", timeout=0.3) as engine:
        with pytest.raises(UhpTimeoutError, match=r"not answer `bestmove time 00:00:00\.100`"):
            engine.best_move(START, time=0.1)
        engine.timeout = 10
        assert START.move_string(engine.best_move(START, depth=1)) == "wA1"


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


def test_an_engine_that_does_not_end_is_killed() -> None:
    engine = scripted("deaf")
    start = time.monotonic()
    engine.close()
    assert time.monotonic() - start < 6
    assert ends(engine.pid)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_kills_a_search() -> None:
    script = f"""
import sys
import signal
from waggle import Game, UhpEngine
# A shell that starts something in the background has it ignore SIGINT, and what it starts, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
engine = UhpEngine([{sys.executable!r}, {str(SCRIPT)!r}, "stuck"])
print(engine.pid, flush=True)
try:
    engine.best_move(Game("Base"), depth=1)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    pid = int(child.stdout.readline())
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    assert child.wait(10) == 0
    assert ends(pid)
    child.stdout.close()


def test_waggle_itself_has_all_methods(program: str) -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    options = {"NumThreads": 1, "TableSizeMiB": 64}
    with UhpEngine([program, "uhp"], options=options) as engine, Engine() as native:
        assert engine.name.startswith("Waggle")
        assert engine.options()["NumThreads"] == "1"
        assert set(engine.legal_moves(game)) == set(game.legal_moves())
        ours = native.analyse(game, depth=3, lines=2)
        theirs = engine.analyse(game, depth=3, lines=2)
        assert (theirs.best, theirs.lines) == (ours.best, ours.lines)
        assert game.is_legal(engine.best_move(game, depth=3))
        assert [found.depth for found in engine.iterate(game, depth=3)] == [1, 2, 3, 3]
        assert engine.explain(game).terms == native.explain(game).terms
        assert not engine.solve(game, within=3)
        theirs_reviewed = engine.review(game, depth=2)
        assert theirs_reviewed.moves == native.review(game, depth=2).moves
