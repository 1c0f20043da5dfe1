"""The words of Hive that are few enough to be enumerated."""

from __future__ import annotations

import enum


class Color(enum.Enum):
    """A player.

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


class Bug(enum.Enum):
    """A kind of piece; its value is the letter that UHP uses.

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
        """How many of this kind a player has if the kind is in play."""
        return _QUANTITIES.get(self, 1)

    def __str__(self) -> str:
        return self.name.capitalize()


_QUANTITIES = {Bug.SPIDER: 2, Bug.BEETLE: 2, Bug.GRASSHOPPER: 3, Bug.ANT: 3}


class Direction(enum.Enum):
    """One of the six directions, clockwise from the north-west.

    Hexes stand on a corner, as in UHP: there is an east, but no north. The value is the step
    in axial coordinates, ``(q, r)``.

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
        """The direction back."""
        q, r = self.value
        return Direction((-q, -r))


class Outcome(enum.Enum):
    """How a game has ended; its value is the word that UHP uses.

    >>> Outcome.BLACK_WINS.winner
    <Color.BLACK: 'Black'>
    >>> Outcome.DRAW.points(Color.WHITE)
    0.5
    """

    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"
    DRAW = "Draw"

    @property
    def winner(self) -> Color | None:
        """Who has won, ``None`` for a draw."""
        if self is Outcome.DRAW:
            return None
        return Color.WHITE if self is Outcome.WHITE_WINS else Color.BLACK

    def points(self, color: Color) -> float:
        """What a player has scored: 1, ½ or 0."""
        if self is Outcome.DRAW:
            return 0.5
        return float(self.winner is color)


#: The eight game types as UHP writes them, from the base game to the full one.
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
