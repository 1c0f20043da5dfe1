"""The engine in this process."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import QUIET, ROOT, needs_fork, random_game, said_by_a_fork
from waggle import (
    FULL_STRENGTH,
    Analysis,
    AsyncEngine,
    AsyncUhpEngine,
    Color,
    Engine,
    EngineError,
    Game,
    Score,
)


def puzzle(kind: str) -> Game:
    lines = (ROOT / "tests/data/puzzles.txt").read_text().splitlines()
    return Game(next(line[len(kind) :] for line in lines if line.startswith(kind)))


def test_limits_are_kept() -> None:
    engine = Engine(table_mib=4)
    assert engine.analyse(QUIET, nodes=500).nodes <= 600
    start = time.monotonic()
    engine.best_move(QUIET, time=0.2)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize("name", ["threads", "table_mib", "level", "seed"])
def test_wrong_settings_are_exceptions(name: str) -> None:
    for kind in (Engine, AsyncEngine):
        for wrong in (-1, 2**64) if name == "seed" else (0, -1):
            with pytest.raises(ValueError, match="expected"):
                kind(**{name: wrong})
    with pytest.raises(ValueError, match="expected at least one process, found 0"):
        AsyncUhpEngine("waggle", processes=0)
    with pytest.raises(ValueError, match="expected"):
        Engine(level=FULL_STRENGTH + 1)
    with pytest.raises(EngineError, match="does not fit into memory"):
        Engine(table_mib=1 << 20)
    engine = Engine(table_mib=1)
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.analyse(QUIET, depth=1)


def test_a_finished_game_has_a_score_and_no_move() -> None:
    game = puzzle("win 1 ")
    engine = Engine(table_mib=4)
    game.play(engine.best_move(game, depth=2))
    assert game.outcome is not None
    analysis = engine.analyse(game, depth=1)
    assert analysis.best is None
    assert analysis.score == Score(winner=game.outcome.winner, plies=0)
    with pytest.raises(EngineError, match="the game is over"):
        engine.best_move(game, depth=1)


def test_levels_play_legal_moves_without_a_limit() -> None:
    for level in (1, 5, FULL_STRENGTH - 1):
        engine = Engine(level=level, seed=level)
        assert QUIET.is_legal(engine.best_move(QUIET))
        assert engine.best_move(QUIET) == engine.best_move(QUIET), "the seed decides"


def test_forced_wins_are_found_and_proved() -> None:
    game = puzzle("win 3 ")
    engine = Engine(table_mib=16)
    solution = engine.solve(game, within=5)
    assert solution
    assert solution.plies == 3
    assert solution.proof is not None
    assert solution.proof.move == solution.best
    replies = [move for group in solution.proof.replies for move in group.moves]
    game.play(solution.best)
    assert sorted(replies) == sorted(game.legal_moves())
    none = engine.solve(QUIET, within=3)
    assert (bool(none), none.no_win_within) == (False, 3)


def test_reviews_judge_every_move() -> None:
    game = random_game(1, plies=14, game_type="Base")
    review = Engine(table_mib=4).review(game, depth=2)
    assert [move.move for move in review.moves] == game.moves
    assert review.white.moves + review.black.moves == len(game)
    assert any(move.mark == "blunder" or move.loss > 0 for move in review.moves)
    assert all(move.reasons and str(move.reasons[0]) for move in review.moves)
    assert all(reason.origin in ("before", "after") for reason in review.moves[-1].reasons)
    assert review.summary(Color.WHITE) is review.white
    assert pickle.loads(pickle.dumps(review)) == review


def test_other_python_threads_run_while_the_engine_thinks() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    Engine(table_mib=4).analyse(QUIET, time=0.3)
    stop.set()
    counter.join()
    assert counted > 1000


SCRIPT = ROOT / "python/tests/scripted_engine.py"
INTERRUPTED = """
import signal, sys, threading, time
import waggle.learning
from waggle import Engine, Game, UhpEngine
# A shell that starts something in the background has it ignore SIGINT, and what it starts, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
game = Game({game!r})
engine = Engine(table_mib=16, threads=2)
batch = waggle.learning.GameBatch(20_000)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
    # The engine is free again.
    engine.best_move(game, depth=1)
    print("free", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "engine.analyse(game, time=60)",
        "[None for _ in engine.iterate(game)]",
        "engine.solve(game, within=60)",
        "engine.review(game, time=60)",
        "game.perft(12)",
        "waggle.learning.selfplay(100, nodes=1_000_000)",
        "batch.play_out(1)",
        f"UhpEngine([sys.executable, '{SCRIPT}', 'stuck']).best_move(game, depth=1)",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_search_within_a_tenth_of_a_second(call: str) -> None:
    script = INTERRUPTED.format(game=str(QUIET), call=call)
    took = []
    for _ in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        word, when = child.stdout.readline().split()
        assert word == "interrupted"
        took.append(float(when) - sent)
        assert child.stdout.readline() == "free\n"
        assert child.wait(20) == 0
        child.stdout.close()
        if took[-1] < 0.1:
            break
    # The machine may be busy with something else, once or twice.
    assert min(took) < 0.1, took


def test_ctrl_c_right_after_an_iteration_frees_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object) -> Analysis:
        raise KeyboardInterrupt

    engine = Engine(table_mib=4)
    monkeypatch.setattr(Analysis, "_of", interrupted)
    with pytest.raises(KeyboardInterrupt) as held:
        for _ in engine.iterate(QUIET):
            pass
    monkeypatch.undo()
    # The traceback has the search, and that must not be what ends it.
    assert held.tb is not None
    assert engine.best_move(QUIET, depth=1)


@needs_fork
def test_an_engine_of_the_parent_process_is_refused_after_a_fork(
    capfd: pytest.CaptureFixture[str],
) -> None:
    one, other = Engine(table_mib=1), AsyncEngine(threads=1, table_mib=1)
    for said in (
        said_by_a_fork(lambda: str(one.best_move(QUIET, depth=1))),
        said_by_a_fork(lambda: str(asyncio.run(other.best_move(QUIET, depth=1)))),
    ):
        assert said.endswith("forked: create another one")
    assert capfd.readouterr().err == ""


@needs_fork
def test_an_open_search_is_refused_and_dropped_after_a_fork() -> None:
    search = Engine(table_mib=1).iterate(QUIET, depth=99)
    assert next(search).depth == 1

    def drop() -> str:
        nonlocal search
        try:
            next(search)
        except EngineError as error:
            said = str(error)
        del search
        return f"{said}, and dropped"

    assert said_by_a_fork(drop).endswith("forked: create another one, and dropped")
    search.stop()
    assert search.result().depth >= 1
