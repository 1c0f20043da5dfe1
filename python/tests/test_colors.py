"""A color may be named wherever one is expected, and nothing else passes as one."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Callable

import pytest
import waggle
from waggle import Bug, Color, Engine, Game, Outcome, Piece, Score

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
