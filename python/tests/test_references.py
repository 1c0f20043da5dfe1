"""Nothing that is done over and over keeps references or memory of Python.

Every build of CPython counts its blocks of memory. A debug build counts the references in the whole
interpreter, too, so that there these tests find a single one that is not given back.
"""

from __future__ import annotations

import copy
import gc
import io
import pickle
import sys
from pathlib import Path
from typing import Callable

import numpy as np
import pytest
from conftest import random_game
from waggle import Engine, EngineError, Game, GameRecord, Hex, Move, Piece, Position, read_games
from waggle.files import write_games
from waggle.learning import (
    GameBatch,
    action_mask,
    action_string,
    evaluate,
    features,
    piece_list,
    planes,
    selfplay,
)

GAME = random_game(7, plies=30, game_type="Base+MLP")
MOVE = GAME.legal_moves()[0]
PGN = GameRecord(GAME, {"White": "ann"}).to_pgn().splitlines()
ENGINE = Engine(table_mib=1)
BATCH = GameBatch(4, "Base", max_plies=40)


def play_and_undo() -> None:
    game = GAME.copy()
    game.play(MOVE)
    assert game.undo() == MOVE
    assert [len(game), game.repetitions, game.state()]
    game.perft(2)


def values() -> None:
    position = GAME.position
    assert position.after(MOVE) != position
    assert {position: 1, GAME.position: 2} == {position: 2}
    assert all(position.stack(hex) == stack for hex, stack in position.stacks().items())
    moves = {move: GAME.move_string(move) for move in GAME.legal_moves()}
    assert list(moves) == GAME.legal_moves()
    assert all(str(move) == text == move for move, text in moves.items())
    assert Hex(1, 2).neighbors()
    assert str(Piece("wA1")) == "wA1"


def copies() -> None:
    for thing in (GAME, GAME.position, MOVE, MOVE.piece, MOVE.hex):
        assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == thing


def mistakes() -> None:
    for wrong in (
        lambda: Game("wX;bX"),
        lambda: GAME.play("wA1 zz"),
        lambda: Position("Base+Q"),
        lambda: planes([GAME, 1]),  # type: ignore[arg-type]
        lambda: planes(GAME, size=0),
        lambda: ENGINE.analyse(GAME, depth=-1),
        lambda: BATCH.play(np.zeros(3, dtype=np.int64)),
        lambda: GAME.position.after(Move.PASS),
    ):
        with pytest.raises((ValueError, TypeError, EngineError)):
            wrong()


def arrays() -> None:
    many = [GAME.position, GAME.position]
    for make in (planes, piece_list, action_mask, features, evaluate):
        assert len(make(many)) == 2
        make(GAME)
    for size in (1, 7, 64):
        planes(GAME.positions(), size=size)
    assert action_string(GAME.legal_actions()[0])


def batches() -> None:
    BATCH.reset()
    for seed in range(10):
        BATCH.play(BATCH.random_actions(seed=seed))
    planes(BATCH)
    action_mask(BATCH)
    BATCH.play_out(seed=3)
    assert len(BATCH.points()) == len(BATCH.plies()) == len(BATCH.is_over()) == 4


def files() -> None:
    records = list(read_games(PGN))
    written = io.StringIO()
    assert write_games(written, records, format="sgf") == 1
    errors: list[object] = []
    assert not list(read_games(["Base;;;wS1;bX"], on_error=errors.append))
    assert errors


def drawings() -> None:
    for drawing in (GAME.svg(), GAME._repr_svg_(), GAME.text()):
        assert drawing


def searches() -> None:
    analysis = ENGINE.analyse(GAME, depth=1, lines=2)
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    with ENGINE.iterate(GAME) as search:
        next(search)
    assert ENGINE.solve(GAME, within=1) is not None
    assert Engine.explain(GAME).terms


def reviews() -> None:
    assert ENGINE.review(Game("Base;;;wS1;bS1 wS1-"), depth=1).moves
    assert selfplay(1, nodes=5).games


#: What is done without arrays, and with them.
WORK = [play_and_undo, values, copies, files, drawings, searches]
WITH_ARRAYS = [mistakes, arrays, batches, reviews]
TIMES = 100

#: Things that exist once, and to which all others refer.
SINGLE: list[object] = [None, True, False, 0, 1, "", (), np.ndarray, np.uint8, np.generic]
SINGLE += [np.dtype(name) for name in ("u1", "i1", "i4", "i8", "f4", "bool")]
SINGLE += [Game, Position, Move, Piece, Hex, GameBatch, *GAME.legal_moves(), *Piece.all()]


def held(has_arrays: bool) -> tuple[int, int, int]:
    """All references, where they are counted, those to single things, and blocks of memory."""
    for _ in range(3):
        gc.collect()
    # The macros of NumPy's build for normal interpreters do not count.
    total = 0 if has_arrays else getattr(sys, "gettotalrefcount", int)()
    return total, sum(sys.getrefcount(thing) for thing in SINGLE), sys.getallocatedblocks()


@pytest.mark.parametrize("work", WORK + WITH_ARRAYS, ids=lambda work: str(work.__name__))
def test_what_is_done_again_and_again_keeps_nothing(work: Callable[[], None]) -> None:
    has_arrays = work in WITH_ARRAYS
    grown = [TIMES]
    # What grows at first is a cache, what grows in every round is lost.
    for _ in range(20):
        before = held(has_arrays)
        for _ in range(TIMES):
            work()
        grown = [now - then for now, then in zip(held(has_arrays), before)]
        if max(grown) < TIMES // 2:
            return
    pytest.fail(f"references, references to single things, blocks: {grown} in {TIMES} times")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux")
def test_rust_keeps_no_memory() -> None:
    def resident() -> int:
        gc.collect()
        return 4096 * int(Path("/proc/self/statm").read_text().split()[1])

    def work(times: int) -> None:
        for _ in range(times):
            after = GAME.position.after(MOVE)
            assert after.stacks()
            assert copy.copy(GAME).play(MOVE) in GAME.legal_moves()
        for _ in range(times // 200):
            arrays()
            batches()
            files()

    work(4_000)
    before = resident()
    work(20_000)
    assert resident() - before < 2_000_000
