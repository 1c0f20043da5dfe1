"""The enumerations of Hive."""

from __future__ import annotations

import enum


class Color(enum.Enum):
    """A player. ``"White"``, ``"white"`` and ``"w"`` work wherever a color is expected.

    >>> from waggle import Color
    >>> Color.WHITE.other
    <Color.BLACK: 'Black'>
    """

    WHITE = "White"
    BLACK = "Black"

    @property
    def other(self) -> Color:
        """The opponent."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    def __str__(self) -> str:
        return self.value


_COLORS = {name: color for color in Color for name in (color.value.lower(), color.value[0].lower())}


def as_color(color: Color | str) -> Color:
    """A color, or the one with this name."""
    if isinstance(color, Color):
        return color
    if isinstance(color, str) and (named := _COLORS.get(color.lower())):
        return named
    raise TypeError(f"expected a color: Color.WHITE, `White`, `w` or Black's, found {color!r}")


class Bug(enum.Enum):
    """A kind of piece; its value is UHP's letter.

    >>> from waggle import Bug
    >>> Bug("A"), Bug.ANT.quantity
    (<Bug.ANT: 'A'>, 3)
    """

    QUEEN = "Q"
    SPIDER = "S"
    BEETLE = "B"
    GRASSHOPPER = "G"
    ANT = "A"
    MOSQUITO = "M"
    LADYBUG = "L"
    PILLBUG = "P"

    @property
    def quantity(self) -> int:
        """How many of these a player has, if the bug is in play."""
        return _QUANTITIES.get(self, 1)

    def __str__(self) -> str:
        return self.name.capitalize()


_QUANTITIES = {Bug.SPIDER: 2, Bug.BEETLE: 2, Bug.GRASSHOPPER: 3, Bug.ANT: 3}


class Direction(enum.Enum):
    """One of the six directions, clockwise from the north-west.

    Hexes are pointy-top, as in UHP: there is an east but no north. The value is the step in axial
    coordinates, ``(q, r)``.

    >>> from waggle import Direction
    >>> Direction.EAST.value, Direction.EAST.opposite
    ((1, 0), <Direction.WEST: (-1, 0)>)
    """

    NORTH_WEST = (0, -1)
    NORTH_EAST = (1, -1)
    EAST = (1, 0)
    SOUTH_EAST = (0, 1)
    SOUTH_WEST = (-1, 1)
    WEST = (-1, 0)

    @property
    def opposite(self) -> Direction:
        """The opposite direction."""
        q, r = self.value
        return Direction((-q, -r))


class Outcome(enum.Enum):
    """The result of a finished game; its value is UHP's word.

    >>> from waggle import Color, Outcome
    >>> Outcome.BLACK_WINS.winner
    <Color.BLACK: 'Black'>
    >>> Outcome.DRAW.points(Color.WHITE)
    0.5
    """

    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"

    def __str__(self) -> str:
        return self.value

    @property
    def winner(self) -> Color | None:
        """The winner, ``None`` for a draw."""
        if self is Outcome.DRAW:
            return None
        return Color.WHITE if self is Outcome.WHITE_WINS else Color.BLACK

    def points(self, color: Color | str) -> float:
        """A player's points: 1, ½ or 0."""
        color = as_color(color)
        if self is Outcome.DRAW:
            return 0.5
        return float(self.winner is color)


#: The eight game types in UHP's notation, from the base game to all expansions.
GAME_TYPES = (
    "Base",
    "Base+M",
    "Base+L",
    "Base+ML",
    "Base+P",
    "Base+MP",
    "Base+LP",
    "Base+MLP",
)
