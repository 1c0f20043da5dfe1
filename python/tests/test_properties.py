"""What must hold whatever is passed, tried by hypothesis."""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable

import pytest
import waggle.learning
from hypothesis import given, settings
from hypothesis import strategies as st
from waggle import GAME_TYPES, Game, GameRecord, Hex, Move, Piece, Position, read_games

PLIES = st.lists(st.integers(0, 10_000), max_size=80)


def played(game_type: str, choices: list[int]) -> Game:
    game = Game(game_type)
    for choice in choices:
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[choice % len(moves)])
    return game


GAMES = st.builds(played, st.sampled_from(GAME_TYPES), PLIES)


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_games_survive_every_round_trip(game: Game) -> None:
    assert Game(str(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    record = GameRecord(game, {"White": "ann", "Black": "joanna"})
    for text in (record.to_pgn(), record.to_sgf(), record.to_game_string()):
        (again,) = read_games(text.splitlines())
        assert again.game == game
        assert again.result == game.outcome
    position = game.position
    assert pickle.loads(pickle.dumps(position)) == position
    for text, move in zip(game.move_strings(), game.moves):
        assert text.split()[0] in (str(move.piece), "pass")
        assert text == move


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_legal_moves_have_texts_and_numbers_of_their_own(game: Game) -> None:
    position = game.position
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves) == position.count_moves()
    texts = [str(move) for move in moves]
    assert texts == [position.move_string(move) for move in moves]
    assert [position.parse_move(text) for text in texts] == moves
    actions = position.legal_actions()
    assert actions == sorted(set(actions))
    named = [position.move_of_action(action) for action in actions]
    assert set(named) == set(moves)
    for move in moves:
        action = position.action_of(move)
        assert action == min(a for a, m in zip(actions, named) if m == move)
        after = position.after(move)
        assert after.ply == position.ply + 1
        assert game.play(move) == move
        assert game.position == after
        assert game.undo() == move
    assert game.position == position


#: Whatever may be passed by mistake.
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=20),
    st.sampled_from([*waggle.Color, *waggle.Bug, *waggle.Direction, *Piece.all(), Move.PASS]),
    st.builds(Hex, st.integers(-(2**63), 2**63 - 1), st.integers(0, 40)),
    st.lists(st.one_of(st.integers(), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.builds(Hex, st.integers(0, 3), st.just(0)), st.lists(st.text(max_size=3))),
    st.sampled_from([Game("Base;;;wS1;bS1 wS1-"), Position("Base")]),
)
LIKE_MOVES = st.text(alphabet="wbWBQSBGAMLP123 -/\\;.pas", max_size=12)
LIKE_GAMES = st.text(alphabet="Base+MLP;wbQSA12 -/\\InProgress[]", max_size=40)


def methods() -> list[tuple[str, Callable[..., object]]]:
    """All that can be called with nothing but values."""
    game, position = Game("Base+MLP;;;wS1;bS1 wS1-;wQ -wS1"), Position("Base+MLP")
    found: list[tuple[str, Callable[..., object]]] = []
    for owner in (game, position, Hex(1, 2), Piece("wA1"), Move.PASS):
        for name in dir(owner):
            if not name.startswith("_") and callable(getattr(owner, name)):
                found.append((f"{type(owner).__name__}.{name}", getattr(owner, name)))
    for made in (Game, Position, Piece, Hex, waggle.learning.GameBatch):
        found.append((made.__name__, made))
    for name in ("planes", "piece_list", "action_mask", "features", "evaluate", "action_string"):
        found.append((name, getattr(waggle.learning, name)))
    found.append(("format_of", waggle._waggle.format_of))
    found.append(("explain", waggle._waggle.explain))
    return found


@pytest.mark.parametrize(("name", "method"), methods())
@settings(max_examples=25, deadline=None)
@given(arguments=st.lists(st.one_of(ANYTHING, LIKE_MOVES, LIKE_GAMES), max_size=3))
def test_wrong_arguments_are_exceptions(
    name: str, method: Callable[..., object], arguments: list[object]
) -> None:
    if name in ("Game.perft", "Position.perft", "GameBatch") and arguments:
        first = arguments[0]
        # A deep count takes as long as it takes, and many games as much memory.
        if isinstance(first, int) and not -1 < first < 4:
            return
    # A panic would be a `BaseException` that is none of these.
    with contextlib.suppress(TypeError, ValueError, OverflowError, AttributeError, IndexError):
        method(*arguments)


@settings(max_examples=150, deadline=None)
@given(st.one_of(LIKE_GAMES, st.text(max_size=40)))
def test_any_text_is_a_game_or_an_exception(text: str) -> None:
    try:
        game = Game(text)
    except ValueError:
        return
    assert Game(str(game)) == game


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(LIKE_GAMES, LIKE_MOVES, st.text(max_size=20)), max_size=6))
def test_any_lines_are_read_or_an_exception(lines: list[str]) -> None:
    for format in ("pgn", "sgf", "gamestrings"):
        errors: list[Exception] = []
        for record in read_games(lines, format=format, on_error=errors.append):
            assert len(record.game) >= 0
        assert all(isinstance(error, ValueError) for error in errors)
