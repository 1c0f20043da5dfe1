"""What must hold whatever is passed: no panic of Rust reaches Python."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waggle import (
    GAME_TYPES,
    Color,
    Engine,
    Game,
    GameRecord,
    Hex,
    Move,
    Piece,
    Search,
    _waggle,
    read_games,
)
from waggle.learning import GameBatch, TreeSearch

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


#: A game with a stack, a throw to come, and both queens in danger.
GAME = Game(
    "Base+MLP;;;wG1;bB1 wG1/;wM -wG1;bB2 \\bB1;wA1 wM\\;bA1 bB1/;wQ wG1\\;bQ \\bA1;wM \\bQ;bB2 bQ"
)
OVER = Game(
    "Base;;;wS1;bS1 -wS1;wQ wS1-;bQ -bS1;wG1 wQ-;bA1 \\bQ;wG2 wQ/;bA1 wQ\\;wA1 wG1-;bA2 \\bQ;"
    "wA2 wG1/;bA2 \\wQ;wB1 wA1-;bA3 \\bQ;wB1 wA1/;bA3 /wQ"
)

NUMBERS = [*(sign * 2**bits for sign in (-1, 1) for bits in (0, 1, 5, 7, 8, 15, 31, 63, 70)), 0, 3]
TEXTS = ["", "wQ", "bA3 -wQ", "pass", "Base+MLP", "Base;;;wS1", "pgn", "\0", "ä" * 99, "wQ " * 9999]
ODD = [None, True, 0.5, float("nan"), float("inf"), b"", b"\xff\xfe[", [], [1], [[]], (0, 0), {}]


def values() -> list[Any]:
    """What functions are called with; games are new, since they may be played on."""
    game = GAME.copy()
    things = [game, OVER.copy(), Game("Base"), game.position, OVER.position]
    things += [*game.legal_moves()[:2], Move.PASS, *Piece.all()[::9], Color.WHITE]
    things += [
        Hex(0, 0),
        Hex(-9, 99),
        GameBatch(2),
        TreeSearch(GameBatch(2)),
        [game],
        [game.position] * 2,
        object(),
        int,
    ]
    return [*NUMBERS, *TEXTS, *ODD, *things]


#: What works long or takes much memory if it is told to, and how much of each argument is tried.
MODEST: dict[str, Callable[[Any], bool]] = {
    "perft": lambda value: not isinstance(value, int) or value < 4,
    "selfplay": lambda value: not isinstance(value, int) or value < 4,
    "planes": lambda value: not isinstance(value, int) or value < 2**8,
    "GameBatch": lambda value: not isinstance(value, int) or value < 2**15,
    "TreeSearch": lambda value: not isinstance(value, int) or value < 2**8,
    "select": lambda value: not isinstance(value, int) or value < 2**8,
    "run": lambda value: not isinstance(value, int) or value < 2**8,
    "play_out": lambda value: not isinstance(value, int) or value < 2**15,
}


def functions(thing: object) -> list[str]:
    """The names of what can be called of a class or of the module."""
    ours = [name for name in dir(thing) if not name.startswith("__")]
    special = ["__getitem__", "__eq__", "__lt__", "__len__", "__hash__", "__repr__", "__reduce__"]
    return [name for name in ours + special if callable(getattr(thing, name, None))]


def assert_answers(name: str, function: Any, chance: random.Random) -> None:
    """Calls a function with arguments drawn at random: a panic is no ``Exception``."""
    if name in ("search", "review", "solve"):
        return  # They have a test of their own.
    pool = [value for value in values() if MODEST.get(name, lambda _: True)(value)]
    arguments = [chance.choice(pool) for _ in range(chance.randrange(5))]
    named = {}
    if name == "selfplay":
        arguments, named = (
            arguments[:2],
            {key: chance.choice([1, 2, -1, None, 0.5]) for key in ("nodes", "seed", "later")},
        )
    try:
        function(*arguments, **named)
    except Exception:
        pass
    except BaseException as panic:
        pytest.fail(f"{name}{tuple(arguments)!r:.300} {named}: {panic!r}")


KINDS = ["Game", "Position", "Move", "Piece", "Hex", "GameBatch", "TreeSearch"]


@pytest.mark.parametrize("kind", KINDS)
def test_methods_answer_or_raise(kind: str) -> None:
    chance = random.Random(kind)
    cls = getattr(_waggle, kind)
    of_class = [value for value in values() if isinstance(value, cls)]
    for _ in range(150):
        assert_answers(kind, cls, chance)
    for name in functions(cls):
        for _ in range(60):
            owner = chance.choice(of_class)
            # A game that was played on is another one the next time.
            assert_answers(name, getattr(owner.copy() if kind == "Game" else owner, name), chance)


def test_functions_answer_or_raise() -> None:
    chance = random.Random(1)
    names = [name for name in functions(_waggle) if not name[0].isupper() and name[0] != "_"]
    assert {"planes", "write_game", "explain", "selfplay", "action_mask"} <= set(names)
    for name in names:
        for _ in range(200):
            assert_answers(name, getattr(_waggle, name), chance)


def test_engines_answer_or_raise() -> None:
    chance = random.Random(3)
    calls = ["analyse", "best_move", "solve", "review", "iterate"]
    names = ["depth", "nodes", "time", "within", "lines"]
    engine = Engine(table_mib=1, threads=1)
    for _ in range(300):
        game = chance.choice([GAME, OVER, Game("Base"), None, "Base", GAME.position])
        some = {name: chance.choice([0, 1, -1, 2**70, None, "x", 0.5, -0.5]) for name in names}
        limits = {name: some[name] for name in chance.sample(names, 2)}
        # Otherwise it would take as long as it is told to.
        limits["nodes"] = min(limits.get("nodes") or 9, 9) if limits.get("nodes") != "x" else "x"
        try:
            answer = getattr(engine, chance.choice(calls))(game, **limits)
            if isinstance(answer, Search):
                answer.stop()
                answer.result()
        except Exception:
            continue
        except BaseException as panic:
            pytest.fail(f"{game!r:.200} {limits}: {panic!r}")
    assert engine.best_move(GAME, nodes=9) in GAME.legal_moves()
