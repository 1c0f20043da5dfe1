"""Equality, hashes, copies, pickles, pictures, and colors that are named."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import pydoc
import struct
import warnings
import xml.dom.minidom
from pathlib import Path
from typing import Any, Callable

import pytest
import waggle
from conftest import random_game
from waggle import (
    Bug,
    Color,
    Direction,
    Engine,
    Game,
    Hex,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Piece,
    Position,
    Score,
    SetupError,
    explore_openings,
    find_puzzles,
    learning,
)


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


def test_pieces_have_names_numbers_and_an_order() -> None:
    pieces = Piece.all()
    assert len(pieces) == len(set(pieces)) == 28
    assert pieces == sorted(pieces)
    for index, piece in enumerate(pieces):
        assert Piece(str(piece)) == piece == Piece.of(piece.color, piece.bug, piece.number)
        assert piece.index == index
        assert pickled(piece) == copy.deepcopy(piece) == piece
    assert Piece("WM1") == Piece("wM")
    assert Piece("wQ") != "wQ"
    with pytest.raises(NotationError, match="`wX1`"):
        Piece("wX1")
    with pytest.raises(NotationError, match="from 1 to 3 for a Soldier Ant, found 4"):
        Piece.of(Color.WHITE, Bug.ANT, 4)


def test_enumerations_are_python_s_own() -> None:
    assert Piece("bA1").color is Color.BLACK
    assert Piece("bA1").bug is Bug.ANT
    assert [bug.quantity for bug in Bug] == [1, 2, 2, 3, 3, 1, 1, 1]
    assert [direction.opposite.opposite for direction in Direction] == list(Direction)
    assert [outcome.points(Color.WHITE) for outcome in Outcome] == [1, 0, 0.5]


def test_hexes_lie_on_a_torus() -> None:
    center = Hex(16, 16)
    assert Hex(16 + 32, 16 - 64) == center
    assert len({center, *center.neighbors()}) == 7
    for direction in Direction:
        neighbor = center.neighbor(direction)
        assert neighbor.neighbor(direction.opposite) == center
        assert center.direction_to(neighbor) is direction
        assert center.offset_to(neighbor) == direction.value
        assert pickled(neighbor) == neighbor
    assert center.direction_to(Hex(0, 0)) is None


def test_moves_are_their_texts() -> None:
    game = Game("Base;;;wS1")
    move = game.parse_uhp("bA1 wS1 -")
    assert [str(move), f"{move:>9}", repr(move)] == ["bA1 wS1-", " bA1 wS1-", "Move('bA1 wS1-')"]
    assert move == "bA1 wS1-" == move
    assert (move == "bA1 wS1 -", move == 7, move != None) == (False, False, True)  # noqa: E711
    assert {move, "bA1 wS1-", game.parse_move("bA1  wS1-")} == {move}
    assert move == game.find_move("bA1", Hex(17, 16)) == pickled(move)
    assert move is copy.copy(move) is copy.deepcopy(move)
    assert (pickled(move).piece, pickled(move).hex) == (Piece("bA1"), Hex(17, 16))
    moves = game.legal_moves()
    assert sorted(moves) == sorted(map(str, moves)) != moves
    assert "bA" < move < "bB"
    with pytest.raises(TypeError, match="not supported"):
        _ = move < 7  # type: ignore[operator]
    assert (Move.PASS.piece, Move.PASS.hex, Move.PASS.is_pass) == (None, None, True)
    assert pickled(Move.PASS) == Move.PASS == "pass"
    for made in (Move, lambda: Move._restored(40_000, 0), lambda: Move._restored(0, 65_535)):
        with pytest.raises((TypeError, NotationError)):
            made()


def test_moves_that_cannot_be_legal_are_parsed_and_not_found() -> None:
    position = Position("Base;White[3] wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0!")
    move = position.parse_move(r"wA1 \wQ")
    assert (move.piece, position.is_legal(move)) == (Piece("wA1"), True)
    beside = position.parse_move("wA1 bQ-")
    assert (str(beside), position.is_legal(beside)) == ("wA1 bQ-", False)
    for find in (
        lambda: position.parse_uhp("wA1 bQ-"),
        lambda: position.find_move("wA1", beside.hex),
        lambda: position.variation([move, "bA1 bQ-", "wQ bA1-"]),
    ):
        with pytest.raises(IllegalMoveError, match=r"`w.+ b.+-`: "):
            find()
    assert position.variation([move, "bA1 bQ-"]) == [move, "bA1 bQ-"]
    assert position.variation(iter([])) == []
    with pytest.raises(TypeError, match="expected a list of moves, found the text 'wA1 -wQ'"):
        position.variation("wA1 -wQ")


def test_equal_positions_have_equal_hashes_however_they_came_about() -> None:
    one = Game("Base;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ -wA1").position
    other = Game("Base;;;wA1;bS1 wA1-;wS1 -wA1;bA1 bS1-;wQ -wS1").position
    assert one != other
    again = Position("Base")
    for text in ["wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-", "wQ -wA1"]:
        again = again.after(text)
    assert again == one
    assert hash(again) == hash(one)
    assert again.key == one.key
    assert len({one, other, again}) == 2
    assert one != Game("Base+M;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ -wA1").position


def test_games_go_forth_and_back() -> None:
    game = Game("Base+MLP")
    before = game.position
    played = [game.play(text) for text in ("wL", "bL wL-")]
    assert game.moves == list(game) == played
    assert game.move_strings() == ["wL", "bL wL-"]
    assert before.ply == 0, "a position does not change"
    copied = game.copy()
    assert [game.undo(), game.undo(), game.undo()] == [played[1], played[0], None]
    assert (len(game), len(copied), game == copied) == (0, 2, False)
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_games_may_begin_in_a_position_set_up() -> None:
    position = random_game(5, plies=25).position
    game = Game.from_position(position)
    assert (game.start, game.position, len(game)) == (position, position, 0)
    assert not position.is_game_over()
    move = game.play(game.legal_moves()[0])
    assert game.positions() == [position, game.position]
    assert game.move_strings() == [position.move_string(move)]
    for again in (pickled(game), game.copy()):
        assert again == game
    assert game != Game(game.game_type)
    read = Game(str(game))
    assert len(read.legal_moves()) == len(game.legal_moves())
    for again in (Game(position.setup_string()).position, Position(str(position))):
        assert sorted(again.legal_moves()) == sorted(position.legal_moves())
    assert Position(str(game)).count_moves() == game.position.count_moves()
    assert Game("Base").start is Game.from_position(Position("Base")).start is None


def test_an_archived_game_takes_the_queen_wherever_it_plays_her() -> None:
    text = "Base;InProgress;White[2];wQ;bP wQ-"
    with pytest.raises(NotationError, match="move 1, `wQ`"):
        Game(text)
    game = Game(text, archived=True)
    assert game.game_type == "Base+P"
    assert pickled(game) == game
    game = Game("Base", archived=True)
    move = game.parse_uhp("wQ")
    assert game.is_legal("wQ")
    assert game.variation(["wQ", "bQ wQ-", "wA1 -wQ"])[1] == "bQ wQ-"
    assert game.move_string("wQ") == game.find_move("wQ", move.hex) == game.play("wQ") == move
    for refused in (Game("Base").parse_uhp, Game("Base", archived=True).position.parse_uhp):
        with pytest.raises(IllegalMoveError, match="`wQ`: the queen may not be"):
            refused("wQ")


def test_pieces_may_be_numbered_freely() -> None:
    for text in ("Base;InProgress;White[2];wS2;bS1 wS2-", "Base;;;wS2;bS1 wS2-;", "wS2;bS1 wS2-"):
        assert Game(text).move_strings() == ["wS1", "bS1 wS1-"]
        assert Position(text) == Game("Base;;;wS1;bS1 wS1-").position
    for text in ("Base;;;wQ;bS1 wQ-", "Base;;;wM"):
        with pytest.raises(NotationError, match="move"):
            Game(text)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            "Base;WhiteWins;White[9];wS1",
            [
                "the state is `WhiteWins`, but the moves give `InProgress`",
                "the turn is `White[9]`, but the moves give `Black[1]`",
            ],
        ),
        ("Base;x;;wS1", ["the state is `x`, which is none of UHP's"]),
        ("Base;;;wS1", []),
        ("Base;wS1;bS1 wS1-", []),
        ("Base;InProgress;Black[1];wS1", []),
        ("Base;setup;White[5];wQ@0,0 bQ@1,0 wB1@1,0+", []),
    ],
)
def test_contradictions_in_a_game_string_are_warned_of(text: str, messages: list[str]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Game(text)
    assert [str(warning.message) for warning in caught] == messages
    assert all(warning.filename == __file__ for warning in caught)


def test_numbers_out_of_range_are_the_same_error_everywhere() -> None:
    game, batch = Game("Base"), learning.GameBatch(2)
    for wrong in (
        lambda: game.perft(-1),
        lambda: game.position.perft(31),
        lambda: Piece.of("w", Bug.ANT, -1),
        lambda: Position.from_stacks({}, ply=-1),
        lambda: learning.GameBatch(-1),
        lambda: learning.GameBatch(1, max_plies=-1),
        lambda: learning.GameBatch.from_positions([game], max_plies=70_000),
        lambda: batch.random_actions(-1),
        lambda: batch.play_out(-1),
        lambda: learning.planes(game, size=-1),
        lambda: learning.planes(game, symmetry=-1),
        lambda: learning.symmetric(game.position, -1),
        lambda: learning.action_string(-1),
        lambda: learning.selfplay(-1, nodes=5),
        lambda: learning.selfplay(1, first=-1, nodes=5),
        lambda: learning.selfplay(1, nodes=-1),
        lambda: learning.selfplay(1, nodes=5, seed=-1),
        lambda: learning.selfplay(1, nodes=5, threads=-1),
        lambda: Engine(seed=-1),
        lambda: Engine(threads=-1),
        lambda: list(find_puzzles([game], nodes=-1)),
        lambda: explore_openings([game], nodes=-1),
    ):
        with pytest.raises(ValueError, match="expected"):
            wrong()


def test_errors_name_the_input() -> None:
    game = Game("Base")
    for text, message in [
        ("wA9", "`wA9`: expected a number from 1 to 3 in `wA9`, found 9"),
        ("wA1 bQ-", "`wA1 bQ-`: `bQ` is not on the table"),
    ]:
        with pytest.raises(NotationError) as caught:
            game.play(text)
        assert message in str(caught.value)
    for text, message in [
        ("wQ", "`wQ`: the queen may not be a player's first piece"),
        ("pass", "`pass`: a pass is legal only when there is no other move"),
    ]:
        with pytest.raises(IllegalMoveError) as caught_move:
            game.play(text)
        assert str(caught_move.value) == message
        with pytest.raises(IllegalMoveError):
            game.position.after(text)
        assert not game.is_legal(text)
    assert not game.is_legal("hello")
    with pytest.raises(TypeError, match="expected a Move or a MoveString, found 3"):
        game.play(3)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="found `Chess`"):
        Position("Chess")
    with pytest.raises(SetupError, match="the hive is not connected"):
        Position.from_stacks({Hex(0, 0): ["wQ"], Hex(9, 9): ["bQ"]}, ply=8)
    with pytest.raises(ValueError, match="expected a depth from 0 to 30, found 31"):
        game.perft(31)


def test_pictures_are_svg() -> None:
    game = random_game(7, plies=40)
    for picture in (game._repr_svg_(), game.svg(dark=True), game.position._repr_svg_()):
        assert xml.dom.minidom.parseString(picture).documentElement.tagName == "svg"
    assert game.svg(size=100) != game.svg(size=200)
    assert "to move" in game.text() or "won" in game.text()


def test_arrows_and_marks_are_drawn() -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1")
    spider, beside = game.position.hex_of("bS1"), game.position.parse_move("bQ bS1-").hex
    assert spider is not None
    assert beside is not None

    def added(*arrows: object, marks: tuple[object, ...] = (), source: Any = game) -> set[str]:
        # The mark beside the hive makes room for what else is drawn there.
        plain, drawn = (
            xml.dom.minidom.parseString(source.svg(arrows=lines, marks=[beside, *outlines]))
            for lines, outlines in (((), ()), (arrows, marks))
        )
        before, after = (
            {node.toxml() for node in it.documentElement.childNodes} for it in (plain, drawn)
        )
        assert before < after or not (arrows or marks)
        return after - before

    from_hand, between = added("bQ bS1-"), added(("bS1", "wQ"))
    assert len(from_hand) == len(between) == 1
    assert from_hand == added(game.parse_move("bQ bS1-")) == added((Piece("bQ"), beside))
    assert from_hand == added(("bQ", beside), source=game.position)
    assert between == added((spider, Piece("wQ"))) != added(("wQ", "bS1"))
    assert from_hand | between == added("bQ bS1-", ("bS1", "wQ"))
    assert added(marks=("bS1",)) == added(marks=(spider, "bS1", beside))
    assert len(added(marks=(spider, Piece("wQ")))) == 2
    assert game.svg(arrows=["pass"]) == game.svg()
    red, plain = ({color: [("bS1", "wQ")]} for color in ("red", "green"))
    assert game.svg(arrows=red) != game.svg(arrows=plain) == game.svg(arrows=[("bS1", "wQ")])
    assert game.svg(marks={"blue": ["wQ"]}) != game.svg(marks=["wQ"])
    png = game.to_png(size=64, arrows=red)
    assert png.startswith(b"\x89PNG")
    assert 64 in struct.unpack(">II", png[16:24])


@pytest.mark.parametrize(
    ("drawn", "error", "message"),
    [
        ({"marks": [Hex(0, 0)]}, ValueError, r"hexes on the hive or beside it, found Hex\(0"),
        ({"marks": ["bA1"]}, ValueError, "expected a hex or a piece in play, found bA1 in hand"),
        ({"arrows": [("wS1", "bA1")]}, ValueError, "found bA1 in hand"),
        ({"arrows": ["bX1"]}, NotationError, "bX1"),
        ({"arrows": [("wS1",)]}, ValueError, "length 2"),
        ({"arrows": [3]}, TypeError, "found 3"),
        ({"marks": 3}, TypeError, "marks"),
        ({"size": 0}, ValueError, "size from 16 to 16384, found 0"),
        ({"arrows": {"pink": []}}, ValueError, "`green`, `red`, `blue`, `yellow`, found `pink`"),
    ],
)
def test_what_cannot_be_drawn_is_named(drawn: object, error: type[Exception], message: str) -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1")
    for place in (game, game.position):
        with pytest.raises(error, match=message):
            place.svg(**drawn)  # type: ignore[arg-type]


def test_a_star_gives_what_the_packages_promise_and_no_more() -> None:
    for module in ("waggle", "waggle.cluster", "waggle.learning"):
        given: dict[str, object] = {}
        exec(f"from {module} import *", given)
        loaded = importlib.import_module(module)
        assert set(given) - {"__builtins__"} == set(loaded.__all__)
    assert "class Game" in pydoc.render_doc(waggle, renderer=pydoc.plaintext)
    with pytest.raises(AttributeError, match="no attribute 'Asynchrony'"):
        _ = waggle.Asynchrony


PACKAGE = Path(waggle.__file__).parent
REVIEW = Engine(table_mib=1).review(Game("Base;;;wS1;bS1 wS1-;wA1 -wS1"), depth=1)


def environment(color: Color | str) -> object:
    gym = pytest.importorskip("waggle.gym")
    return gym.HiveEnv("Base", color=color).color


#: Each public function that takes a color, by the name of its parameter.
TAKERS: dict[str, Callable[[Color | str], object]] = {
    "Score.winner": lambda color: Score(winner=color, plies=1),  # type: ignore[arg-type]
    "Score.lead": lambda color: Score(liberties=1).lead(color),
    "Score.chance": lambda color: Score(liberties=1).chance(color),
    "Outcome.points": lambda color: Outcome.WHITE_WINS.points(color),
    "Review.summary": lambda color: REVIEW.summary(color),
    "Piece.of": lambda color: Piece.of(color, Bug.ANT),
    "Position.in_hand": lambda color: Game("Base;;;wA1").position.in_hand(color, Bug.ANT),
    "HiveVectorEnv.__init__": environment,
}


def taking_colors() -> set[str]:
    """The public functions with a parameter `color`, as their sources declare them."""
    found = set()
    for path in [*PACKAGE.glob("*.py"), PACKAGE / "_waggle.pyi"]:
        for owner in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            members = owner.body if isinstance(owner, (ast.ClassDef, ast.Module)) else []
            for member in members:
                if not isinstance(member, ast.FunctionDef):
                    continue
                arguments = [*member.args.args, *member.args.kwonlyargs]
                notes = [ast.unparse(it.annotation) for it in arguments if it.annotation]
                if any("Color" in note.replace("|", " ").split() for note in notes):
                    found.add(f"{getattr(owner, 'name', path.stem)}.{member.name}")
    return found


def test_every_function_that_takes_a_color_is_listed() -> None:
    assert taking_colors() - {"_vocabulary.as_color"} == TAKERS.keys() - {"Score.winner"}


@pytest.mark.parametrize("name", TAKERS)
def test_a_color_may_be_named(name: str) -> None:
    take = TAKERS[name]
    answers = {color: take(color) for color in Color}
    assert answers[Color.WHITE] != answers[Color.BLACK]
    for color in Color:
        word = color.value
        for named in (word, word.lower(), word.upper(), word[0], word[0].lower()):
            assert take(named) == answers[color], named
    for wrong in ("nonsense", "", "whit", 5, True, Bug.ANT, Outcome.WHITE_WINS):
        with pytest.raises(TypeError, match=r"expected a color: Color.WHITE, `White`, `w` or"):
            take(wrong)  # type: ignore[arg-type]
