"""What must hold whatever is passed, tried by hypothesis."""

from __future__ import annotations

import copy
import pickle

from hypothesis import given, settings
from hypothesis import strategies as st
from waggle import GAME_TYPES, Game, GameRecord, read_games

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
    for again in (Game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again == game
        assert str(again) == str(game)
    assert game.positions()[-1] == game.position
    assert len(game.positions()) == len(game) + 1
    record = GameRecord(game, {"White": "ann", "Black": "joanna"})
    for text in (record.to_pgn(), record.to_sgf(), record.to_game_string()):
        (again,) = read_games(text.splitlines())
        assert again.game == game
        assert again.result == game.outcome
    position = game.position
    again = pickle.loads(pickle.dumps(position))
    assert again == position == copy.copy(position)
    assert hash(again) == hash(position)
    assert again.legal_moves() == position.legal_moves()
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


LIKE_MOVES = st.text(alphabet="wbWBQSBGAMLP123 -/\\;.pas", max_size=12)
LIKE_GAMES = st.text(alphabet="Base+MLP;wbQSA12 -/\\InProgress[]", max_size=40)


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
