"""Unpickling of objects whose constructors take other arguments."""

from __future__ import annotations

from ._waggle import Game, GameBatch, Hex, Piece, Position


def position(
    stacks: dict[Hex, list[Piece]], game_type: str, ply: int, last_moved: str | None
) -> Position:
    """A position from its stacks."""
    return Position.from_stacks(stacks, game_type=game_type, ply=ply, last_moved=last_moved)


def game(game_type: str, start: Position | None, archived: bool, moves: list[str]) -> Game:
    """A game from its moves."""
    restored = Game.from_position(start) if start else Game(game_type, archived=archived)
    for move in moves:
        restored.play(move)
    return restored


def batch(
    games: list[Game], repetition_draw: bool, max_plies: int, resigned: list[bool]
) -> GameBatch:
    """A batch from its games."""
    restored = GameBatch.from_positions(games, repetition_draw=repetition_draw, max_plies=max_plies)
    restored.resign(resigned)
    return restored
