"""Memory that stays level."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from conftest import random_game
from waggle import Game, GameRecord, Move, Piece, Position, read_games
from waggle.learning import GameBatch, action_mask, planes


def resident() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux")
def test_many_positions_leave_nothing_behind() -> None:
    game = random_game(3, plies=30, game_type="Base+MLP")
    move = game.legal_moves()[0]
    record = GameRecord(game).to_pgn().splitlines()

    def work(times: int) -> None:
        for _ in range(times):
            # Ten positions of every kind there is.
            position = game.position
            after = position.after(move)
            game.play(move)
            game.undo()
            for _ in range(4):
                hash(after)
                after.legal_moves()
                position.after(move)
            position.stacks()
        for _ in range(times // 200):
            planes([position, after])
            action_mask(game)
            GameBatch(4, "Base", max_plies=10).play_out(times)
            list(read_games(record))
            with pytest.raises(ValueError, match="wX"):
                Game("wX;bX")

    work(10_000)
    before = resident()
    work(30_000)
    grown = resident() - before
    assert grown < 2_000_000, grown


def test_references_are_counted_right() -> None:
    game = random_game(1, plies=20)
    moves = game.legal_moves()
    counts = [sys.getrefcount(move) for move in moves]
    for _ in range(1000):
        game.legal_moves()
        game.position.legal_moves()
        for move in moves:
            _ = move.piece, move.hex
            game.move_string(move)
    del move  # which still holds the last one
    assert [sys.getrefcount(move) for move in moves] == counts
    piece = Piece.of(game.side_to_move, next(iter(type(moves[0].piece.bug))))
    count = sys.getrefcount(piece)
    for _ in range(1000):
        game.position.hex_of(piece)
        Position("Base").pieces_in_hand()
        Piece.all()
    assert sys.getrefcount(piece) == count
    assert Move.PASS is Move.PASS
