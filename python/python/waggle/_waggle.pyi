"""The part of the package that is written in Rust."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, TypeAlias

from ._vocabulary import Bug, Color, Direction, Outcome
from .networks import NetworkFile
from .search import Limit

__version__: Final[str]
ACTION_COUNT: Final[int]
CHANCE_SCALE: Final[float]
FULL_STRENGTH: Final[int]
FEATURE_NAMES: Final[tuple[str, ...]]
PEOPLE_INPUTS: Final[int]
PLANE_NAMES: Final[tuple[str, ...]]
PIECE_FIELD_NAMES: Final[tuple[str, ...]]

class NotationError(ValueError):
    """A text that is no piece, move, game type or game."""

class IllegalMoveError(ValueError):
    """A move that the rules do not allow."""

class SetupError(ValueError):
    """Pieces that are not a position of Hive."""

class GameFileError(ValueError):
    """A game of a file that cannot be read. ``game`` and ``line`` say where, counted from 1."""

    game: int
    line: int

class EngineError(RuntimeError):
    """An engine that cannot do what is asked of it."""

class _Value:
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class _Copied(_Value):
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: dict[int, Any]) -> Self: ...

class _Ordered(_Value):
    def __lt__(self, other: Self, /) -> bool: ...
    def __le__(self, other: Self, /) -> bool: ...
    def __gt__(self, other: Self, /) -> bool: ...
    def __ge__(self, other: Self, /) -> bool: ...

@final
class Piece(_Ordered):
    """One tile, such as ``wA1``: White's first Soldier Ant.

    Pieces are ordered and indexed with White's first, each player's in the order of ``Bug``.
    There are 28 in a game with all expansions.
    """
    def __new__(cls, name: str) -> Piece: ...
    @staticmethod
    def of(color: Color | str, bug: Bug, number: int = 1) -> Piece:
        """The piece of this color and kind with this number, counted from 1."""
    @staticmethod
    def all() -> list[Piece]:
        """All 28 pieces in the order of their index."""
    @property
    def color(self) -> Color:
        """Its color."""
    @property
    def bug(self) -> Bug:
        """Its bug."""
    @property
    def number(self) -> int:
        """Its number among its bug, from 1, in order of placement."""
    @property
    def index(self) -> int:
        """Its index, below 28."""

@final
class Hex(_Ordered):
    """A hex on a torus of 32 × 32, on which no hive can touch itself.

    ``q`` grows to the east, ``r`` to the south-east; both are taken modulo 32. White's first
    piece goes to ``Hex(16, 16)``.
    """
    def __new__(cls, q: int, r: int) -> Hex: ...
    @property
    def q(self) -> int:
        """The column, growing to the east, below 32."""
    @property
    def r(self) -> int:
        """The row, growing to the south-east, below 32."""
    @property
    def index(self) -> int:
        """A dense number below 1,024: ``32 * r + q``."""
    def neighbor(self, direction: Direction) -> Hex:
        """The hex one step away."""
    def neighbors(self) -> list[Hex]:
        """The six neighbors, clockwise from the north-west."""
    def direction_to(self, other: Hex) -> Direction | None:
        """The direction in which ``other`` is a neighbor, ``None`` if it is not."""
    def offset_to(self, other: Hex) -> tuple[int, int]:
        """The offset from here to ``other``, ``(q, r)``, the short way round the torus: each
        component is between -16 and 15.
        """

@final
class Move(_Copied):
    """A move as its MoveString, such as ``wA1 bQ-``.

    A move prints, sorts, compares and hashes as its MoveString, in the notation of MzingaEngine,
    and has the piece and the hex that the text means in its position: that of the game that makes
    it, or the ``position`` or game that is given, in which it need not be legal. A MoveString in any
    notation works wherever a move is expected.
    """

    PASS: ClassVar[Move]
    def __new__(cls, text: Move | str, position: Position | Game) -> Move: ...
    @property
    def piece(self) -> Piece | None:
        """The piece that is placed, moved or thrown; ``None`` for a pass."""
    @property
    def hex(self) -> Hex | None:
        """The destination; ``None`` for a pass."""
    @property
    def is_pass(self) -> bool:
        """Whether this is a pass."""
    def __format__(self, format: str, /) -> str: ...
    def __lt__(self, other: Move | str, /) -> bool: ...
    def __le__(self, other: Move | str, /) -> bool: ...
    def __gt__(self, other: Move | str, /) -> bool: ...
    def __ge__(self, other: Move | str, /) -> bool: ...

_Mark: TypeAlias = Hex | Piece | str
_Arrow: TypeAlias = Move | str | tuple[_Mark, _Mark]
_Ink: TypeAlias = Literal["green", "red", "blue", "yellow"]

class _Both(_Copied):
    """What positions and games have in common."""
    @property
    def game_type(self) -> str:
        """The game type, such as ``Base+MLP``."""
    @property
    def side_to_move(self) -> Color:
        """The side to move."""
    @property
    def ply(self) -> int:
        """The number of plies played, including passes."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome on the board, ``None`` while the game is in progress."""
    def legal_moves(self) -> list[Move]:
        """All legal moves: empty if the game is over, only a pass if there is no other move."""
    def is_legal(self, move: Move | str) -> bool:
        """Whether a move is legal now. Text that is not a move is not legal."""
    def parse_move(self, text: str) -> Move:
        """Parses a MoveString in any known notation, legal or not."""
    def parse_uhp(self, text: str) -> Move:
        """Parses the MoveString of a legal move in any known notation."""
    def find_move(self, piece: Piece | str, hex: Hex) -> Move:
        """The legal move of a piece to a hex."""
    def move_string(self, move: Move | str) -> str:
        """Writes a legal move in MzingaEngine's notation."""
    def variation(self, line: Iterable[Move | str]) -> list[Move]:
        """The moves of a line that starts here, as MoveStrings or moves, each checked."""
    def perft(self, depth: int) -> int:
        """The perft count at this depth, at most 30."""
    def legal_actions(self) -> list[int]:
        """All legal actions, ascending: see ``waggle.learning``."""
    def svg(
        self,
        *,
        size: int = 800,
        names: bool = False,
        dark: bool = False,
        arrows: Sequence[_Arrow] | Mapping[_Ink, Sequence[_Arrow]] | None = None,
        marks: Sequence[_Mark] | Mapping[_Ink, Sequence[_Mark]] | None = None,
    ) -> str:
        """The current position as an SVG drawing, with the last move of a game marked; ``size`` is
        the longer side in pixels. ``arrows`` are moves, or pairs of a tail and a head; ``marks``
        are outlined. A tail, a head or a mark is a hex or a piece; a tail may be a piece in hand.
        A dictionary has them by color: ``green``, which is the usual one, ``red``, ``blue`` and
        ``yellow``.
        """
    def to_png(self, **drawing: Any) -> bytes:
        """The drawing that ``svg`` makes with the same arguments, as PNG."""
    def people(self) -> list[tuple[Move, float]]:
        """How likely people play each legal move, the likeliest first, in the opinion of the model that
        ``waggle tune-people`` has trained. A game has its last moves, too. Its games were Base+MLP:
        for other types this is a guess, and a ``UserWarning`` says so.
        """
    def _repr_svg_(self) -> str: ...

@final
class Position(_Both):
    """A position: the pieces in play and in hand, the side to move, and the resting piece.

    ``text`` is a game type, the text of a position set up, or a GameString in any known notation.
    Positions are immutable: ``after`` returns the next one. Two are equal if they have the same
    pieces on the same hexes in the same order, the same ply, and the same last moved piece.
    ``key`` ignores the numbers of pieces of the same bug: it decides repetitions.
    """
    def __new__(cls, text: str = "Base+MLP") -> Position: ...
    @staticmethod
    def from_stacks(
        stacks: Mapping[Hex, Iterable[Piece | str]],
        *,
        game_type: str = "Base+MLP",
        ply: int,
        last_moved: Piece | str | None = None,
    ) -> Position:
        """Sets up a position: stacks of pieces, each from the bottom to the top, after ``ply``
        plies, of which the last moved the piece ``last_moved``.
        """
    @property
    def last_moved(self) -> Piece | None:
        """The piece that was placed, moved or thrown on the previous ply, which must rest; ``None`` at
        the start and after a pass.
        """
    @property
    def key(self) -> int:
        """A 64-bit hash that decides repetitions: equal if the same kinds of bugs of each player lie
        on the same hexes in the same order, the same player is to move, and the same piece rests
        where that matters. It ignores the numbers of the pieces and the ply, but not where on the
        torus the hive lies.
        """
    def is_game_over(self) -> bool:
        """Whether the game has an outcome."""
    def count_moves(self) -> int:
        """The number of legal moves, without listing them."""
    def after(self, move: Move | str) -> Position:
        """The position after a legal move."""
    def hex_of(self, piece: Piece | str) -> Hex | None:
        """The hex of a piece, ``None`` if it is in hand."""
    def top(self, hex: Hex) -> Piece | None:
        """The top piece on a hex."""
    def height(self, hex: Hex) -> int:
        """The number of pieces on a hex."""
    def stack(self, hex: Hex) -> list[Piece]:
        """The pieces on a hex, from the bottom to the top."""
    def stacks(self) -> dict[Hex, list[Piece]]:
        """All hexes with pieces, and the pieces on each from the bottom to the top."""
    def is_covered(self, piece: Piece | str) -> bool:
        """Whether this piece is covered."""
    def pieces_on_table(self) -> list[Piece]:
        """The pieces in play, by index."""
    def pieces_in_hand(self) -> list[Piece]:
        """The pieces in hand, by index."""
    def in_hand(self, color: Color | str, bug: Bug) -> int:
        """The number of pieces of a bug in a player's hand."""
    def action_of(self, move: Move | str) -> int:
        """The action of a legal move: the lowest of those that name it."""
    def move_of_action(self, action: int) -> Move:
        """The legal move that an action names."""
    def setup_string(self) -> str:
        """The position as a text that is read again: the type, the turn, and each piece with its
        coordinates. The location on the torus is lost.
        """
    def hop(self) -> str:
        """The position in HOP, the text of pepeke.app and hivegame.com: equal for positions that are
        equal up to symmetry and numbering, and read by ``Position`` and ``Game``. The turn number and
        the numbers of the pieces are lost.
        """

@final
class Game(_Both):
    """A game: its moves and the current position.

    ``text`` is a game type or a GameString in any known notation; a ``UserWarning`` says where its
    state or turn contradict its moves. ``archived=True`` accepts games of old archives without a
    warning: there the queen may be placed first, and the type may lack expansions that are played.

    Games are mutable and so not hashable; use ``position`` as a key.
    """
    def __new__(cls, text: str = "Base+MLP", *, archived: bool = False) -> Game: ...
    @staticmethod
    def from_position(position: Position) -> Game:
        """A game that starts from this position."""
    @property
    def start(self) -> Position | None:
        """The position from which the game started, ``None`` for the standard start."""
    @property
    def position(self) -> Position:
        """The current position; later moves do not change it."""
    def positions(self) -> list[Position]:
        """All positions from the start to the current one: one more than the moves."""
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game has an outcome; ``claim_draw`` also counts a threefold repetition."""
    @property
    def repetitions(self) -> int:
        """How often the current position has occurred, including now. The third occurrence is a draw
        in tournaments, but not by the rules.
        """
    @property
    def moves(self) -> list[Move]:
        """The moves played so far."""
    def state(self, *, repetition_draw: bool = False) -> str:
        """The state in UHP's notation, such as ``InProgress``; with ``repetition_draw``, a threefold
        repetition makes it ``Draw``.
        """
    def move_strings(self) -> list[str]:
        """The moves played so far as MoveStrings."""
    def play(self, move: Move | str) -> Move:
        """Plays a legal move, a ``Move`` or its MoveString, and returns it."""
    def undo(self) -> Move | None:
        """Takes the last move back and returns it, ``None`` at the start."""
    def game_string(self) -> str:
        """The game as a GameString in MzingaEngine's notation."""
    def play_action(self, action: int) -> Move:
        """Plays the legal move that an action names, and returns it."""
    def text(self, *, colored: bool = False) -> str:
        """The board as text, for a terminal."""
    def copy(self) -> Game:
        """A copy of the game."""
    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

_Notes: TypeAlias = list[tuple[int, str]]
_Branch: TypeAlias = tuple[int, list[Move], _Notes, list[_Branch]]
_ReadGame: TypeAlias = (
    tuple[Game, list[tuple[str, str]], Outcome | None, _Notes, list[str], list[_Branch]]
    | GameFileError
)

@final
class GameReader:
    def __new__(cls, format: str) -> GameReader: ...
    def push(self, line: bytes) -> list[_ReadGame]: ...
    def finish(self) -> list[_ReadGame]: ...

def format_of(beginning: bytes, name: str | None = None) -> str: ...
def write_game(format: str, game: Game, notes: str, result: Outcome | None) -> str: ...

_Played: TypeAlias = tuple[Game, str, Outcome | None]

def explore_openings(
    games: Iterable[_Played], plies: int, min_games: int, nodes: int, threads: int
) -> tuple[str, str, str]: ...
def find_puzzles(
    played: _Played,
    number: int,
    within: int,
    nodes: int,
    duals: bool,
    table_mib: int,
) -> list[str]: ...
def puzzles_page(documents: list[str]) -> str: ...
def review_page(document: str) -> str: ...
def review_pgn(line: str) -> str: ...

@final
class NativeBook:
    def __new__(cls, file: bytes | None = None) -> NativeBook: ...
    def moves(self, position: Position) -> list[tuple[Move, int]]: ...
    def pgn(self) -> str: ...
    def __len__(self) -> int: ...

_Source: TypeAlias = Position | Game | GameBatch | Iterable[Position] | Iterable[Game]

def action_string(action: int) -> str:
    """An action as a MoveString, which need not be legal in any position."""

def planes(
    source: _Source,
    *,
    size: int = 32,
    symmetry: int = 0,
    out: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """The planes of one or several positions: ``uint8`` of shape ``(planes, size, size)``, with an
    extra first dimension for several. ``symmetry``, below 12, turns or reflects the board; see
    ``ACTION_SYMMETRIES``. ``out`` is an array to fill instead of a new one.
    """

def piece_list(source: _Source, *, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
    """The pieces of one or several positions as rows of numbers: ``int8`` of shape ``(28, fields)``,
    with an extra first dimension for several. ``out`` is an array to fill instead of a new one.
    """

@overload
def action_mask(
    source: _Source, *, packed: Literal[False] = False, out: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]: ...
@overload
def action_mask(
    source: _Source, *, packed: Literal[True], out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]: ...
def features(source: _Source, *, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """The evaluation's features of one or several positions: ``uint8`` of shape ``(2, features)``,
    the player to move first, with an extra first dimension for several. ``out`` is an array to
    fill instead of a new one.
    """

def people_inputs(source: Position | Game) -> tuple[list[Move], list[NDArray[Any]]]:
    """What the model of people's moves sees of a position or, with the moves before, of a game: the legal
    moves, and the arrays ``start``, ``index``, ``value``. Row ``i`` has the inputs ``index[start[i]:start[i + 1]]``
    with the values at the same places, which are added if one occurs twice; all others are zero. The first
    row belongs to every move, the row ``i + 1`` to ``moves[i]`` alone.
    """

def evaluate(
    source: _Source, *, network: NetworkFile | None = None, out: NDArray[np.int32] | None = None
) -> Any:
    """The static evaluation of one or several positions for the player to move, in hundredths of a
    liberty: an ``int32``, or an array of them. ``out`` is an array to fill instead of a new one.
    ``network`` is another than the one built in, as for ``Engine``.
    """

def selfplay(
    first: int,
    count: int,
    *,
    nodes: int,
    seed: int,
    later: float,
    game_type: str | None,
    network: NetworkFile | None,
    threads: int,
) -> dict[str, Any]: ...
def samples(lines: list[str], later: float) -> dict[str, Any]: ...

@final
class GameBatch:
    """A batch of games played at once, without a loop in Python, on as many threads as there are
    processors; what is played does not depend on their number.

    A game is over when a queen is surrounded, at a threefold repetition (unless
    ``repetition_draw`` is off), or after ``max_plies``. Finished games ignore their actions.
    A game that a player has resigned is over, too. ``batch[3]`` is a copy of a game, ``batch[2:5]`` or ``batch[batch.is_over()]`` a batch of copies.
    """
    def __new__(
        cls,
        count: int,
        game_type: str = "Base+MLP",
        *,
        repetition_draw: bool = True,
        max_plies: int = 500,
    ) -> GameBatch: ...
    @staticmethod
    def from_positions(
        positions: Iterable[Position] | Iterable[Game],
        *,
        repetition_draw: bool = True,
        max_plies: int = 500,
    ) -> GameBatch:
        """A batch that goes on from these positions or games; ``reset`` returns to a position, or to
        the start of a game.
        """
    def game(self, index: int) -> Game:
        """A copy of one of the games."""
    @overload
    def __getitem__(self, index: int, /) -> Game: ...
    @overload
    def __getitem__(self, index: slice | ArrayLike, /) -> GameBatch: ...
    def play(self, actions: ArrayLike, which: ArrayLike | None = None) -> None:
        """Plays an action in each unfinished game, or only in those for which ``which`` is true. If
        any of them is illegal, none is played.
        """
    def random_actions(self, seed: int) -> NDArray[np.int64]:
        """A uniformly random legal action for each game, -1 for finished ones: ``int64``, determined by
        the seed.
        """
    def play_out(self, seed: int) -> None:
        """Plays each game to its end with random moves, determined by the seed."""
    def is_over(self) -> NDArray[np.bool_]:
        """Which games are over: ``bool``."""
    def is_drawn(self) -> NDArray[np.bool_]:
        """Which games are drawn, by both queens or by repetition: ``bool``."""
    def is_truncated(self) -> NDArray[np.bool_]:
        """Which games ended only because they reached ``max_plies``: ``bool``."""
    def points(self) -> NDArray[np.float32]:
        """White's points, 1, ½ or 0: ``float32``, NaN for unfinished games."""
    def plies(self) -> NDArray[np.int32]:
        """The number of plies of each game: ``int32``."""
    def black_to_move(self) -> NDArray[np.bool_]:
        """The side to move in each game: ``bool``, true for Black."""
    def resign(self, which: ArrayLike) -> None:
        """The player to move resigns in each unfinished game for which ``which`` is true."""
    def reset(self, which: ArrayLike | None = None) -> None:
        """Restarts the games for which ``which`` is true, by default all finished ones."""
    def copy(self) -> GameBatch:
        """A copy of the batch."""
    def __len__(self) -> int: ...

@final
class TreeSearch:
    """A tree search with your own network: PUCT over all games of a batch at once, whose leaves your
    function judges, many in one call; `docs/python.md` has its shapes and units.

    ``inputs`` names what the function gets of the leaves, a row for each: ``"planes"`` (of ``size``),
    ``"pieces"``, ``"features"``, ``"mask"`` and ``"black"``, whether Black is to move. A dictionary of
    arrays instead of names is filled, with ``len(batch) * leaves`` rows each.

    It returns a policy, the logarithms of how likely each action is, ``float32`` of shape ``(rows,
    5489)``, or ``None``; and values, the points that the player to move expects, from 0 to 1.

    At the root, ``noise`` of the policy is Dirichlet's with the parameter ``evenness`` over the number
    of moves: none in a match. Up to ``leaves`` of a game are judged at once. With ``scale``, ``policy``
    and ``choose`` do not count visits: a move has its part of the policy, times *e* to the power of
    ``scale`` for each point that the search found it to be better than others. With few visits (16, and a
    scale of 30) such a target teaches more.
    """

    inputs: Final[dict[str, NDArray[Any]]]
    def __new__(
        cls,
        batch: GameBatch,
        *,
        inputs: Iterable[str] | Mapping[str, NDArray[Any]] | None = None,
        size: int = 16,
        leaves: int = 8,
        exploration: float = 1.25,
        noise: float = 0.25,
        evenness: float = 10.0,
        scale: float | None = None,
        seed: int = 0,
    ) -> TreeSearch: ...
    def select(self, visits: int) -> int:
        """Finds leaves and writes them into the first rows of ``inputs``; returns how many. The search of
        a game ends, and then finds none, when its root has so many ``visits`` with those of earlier
        moves, and when its result is proven. Leaves that were not expanded are given up.
        """
    def expand(self, policy: ArrayLike | None, values: ArrayLike) -> None:
        """Takes what a function says of the leaves that ``select`` has found: a policy, or ``None``, and
        values.
        """
    def run(self, judge: Callable[..., tuple[ArrayLike | None, ArrayLike]], visits: int) -> None:
        """Searches until each root has so many ``visits``. ``judge`` is called with the arrays of
        ``inputs`` in their order, cut after a power of two of rows, the next above the leaves (so that
        a compiler sees few shapes), and returns a policy, or ``None``, and values.
        """
    def policy(self, *, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """How much each action was looked at (or see ``scale``), as shares of 1: ``float32`` of shape
        ``(games, 5489)``, a target for a policy. The actions that name a move have equal parts of its share. Proven wins
        share all; games that are over, or were not searched, have zeros. ``out`` is an array to fill
        instead of a new one.
        """
    def choose(self, temperature: ArrayLike | None = None) -> NDArray[np.int64]:
        """An action for each game, -1 for those that are over: ``int64``. With ``temperature`` 0 the one
        that was looked at most, otherwise drawn by the shares to the power of ``1 / temperature``, which
        may be an array with a number for each game. A game that was not searched is an error.
        """
    def values(self) -> NDArray[np.float32]:
        """The points that the player to move may expect in each game, from 0 to 1: ``float32``, NaN if it
        is over or was not searched.
        """
    def visits(self) -> NDArray[np.int32]:
        """The visits of each root, those of earlier moves included: ``int32``, 0 if its game is over."""

@final
class NativeEngine:
    def __new__(
        cls, threads: int, table_mib: int, level: int, seed: int, network: NetworkFile | None
    ) -> NativeEngine: ...
    def search(self, game: Game, limit: Limit, lines: int) -> NativeSearch: ...
    def solve(self, game: Game, within: int) -> NativeSearch: ...
    def review(
        self,
        game: Game,
        limit: Limit,
        notes: str,
        result: Outcome | None,
    ) -> NativeSearch: ...
    def clear(self) -> None: ...

@final
class NativeSearch:
    def next(self) -> str | None: ...
    def stop(self) -> None: ...

def chance_of_lead(liberties: float) -> float:
    """The expected score at this lead in liberties."""

def explain(position: Position) -> str: ...
def network_arrays(network: NetworkFile | None) -> dict[str, Any]: ...
def network_file(
    bias: NDArray[np.float32],
    columns: NDArray[np.float32],
    output: NDArray[np.float32],
    draw: NDArray[np.float32],
    origin: str,
) -> bytes: ...
