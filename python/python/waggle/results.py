"""The results of an engine: plain values that can be compared, printed and pickled."""

from __future__ import annotations

import html
import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from ._vocabulary import Color, as_color
from ._waggle import Game, Move, Position, chance_of_lead, review_page, review_pgn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_T = TypeVar("_T")
#: What belongs to a review in a line of an archive's.
_REVIEW = ("kind", "format", "game", "moves", "players")


def made(cls: type[_T], document: Mapping[str, Any], **read: Any) -> _T:
    """A data class of the fields that have been read, and the others of a document."""
    names: Any = cls.__dataclass_fields__  # type: ignore[attr-defined]
    return cls(**{name: document[name] for name in names if name in document} | read)


def framed(page: str) -> str:
    """A page inside of a notebook."""
    return f'<iframe width="100%" height="640" srcdoc="{html.escape(page)}"></iframe>'


@dataclass(frozen=True)
class Score:
    """The score of a position, always from White's view.

    >>> from waggle import Color, Score
    >>> score = Score(liberties=-0.75)
    >>> str(score), round(score.chance(Color.BLACK), 2)
    ('Black +0.75', 0.76)
    >>> str(Score(winner=Color.WHITE, plies=5))
    'White in 5'
    """

    liberties: float | None = None
    """White's lead in liberties (empty neighbors of a queen); ``None`` if a win is forced."""
    winner: Color | None = None
    """The player with a forced win."""
    plies: int | None = None
    """The plies to that win; 0 if the game is over."""

    def __post_init__(self) -> None:
        if self.winner is not None:
            object.__setattr__(self, "winner", as_color(self.winner))

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Score:
        win = document["win"]
        if win is None:
            return cls(liberties=document["liberties"])
        return cls(winner=Color(win["winner"]), plies=win["plies"])

    def lead(self, color: Color | str) -> float:
        """A player's lead in liberties; infinite if a win is forced."""
        color = as_color(color)
        if self.winner is not None:
            return math.inf if self.winner is color else -math.inf
        lead = self.liberties or 0.0
        return lead if color is Color.WHITE else -lead

    def chance(self, color: Color | str) -> float:
        """A player's expected score, from 0 for a forced loss to 1 for a forced win."""
        if self.winner is not None:
            return float(self.winner is as_color(color))
        return chance_of_lead(self.lead(color))

    def __str__(self) -> str:
        if self.winner is not None:
            return f"{self.winner} in {self.plies}"
        if not self.liberties:
            return "0.00"
        leader = Color.WHITE if self.liberties > 0 else Color.BLACK
        return f"{leader} +{abs(self.liberties):.2f}"


@dataclass(frozen=True)
class Line:
    """A line with its score."""

    score: Score | None
    """The score with best play; ``None`` if the engine reports none."""
    moves: tuple[Move, ...]
    """The moves, best play for both sides."""

    @classmethod
    def _of(cls, document: Mapping[str, Any], position: Position) -> Line:
        return cls(Score._of(document["score"]), tuple(position.variation(document["moves"])))

    def __str__(self) -> str:
        score = "" if self.score is None else f"{self.score}: "
        return score + "; ".join(map(str, self.moves))


@dataclass(frozen=True)
class Analysis:
    """The result of a search, or of one of its iterations."""

    best: Move | None
    """The best move; ``None`` if the game is over."""
    score: Score | None
    """The score of the best line; ``None`` if the engine reports none."""
    lines: tuple[Line, ...]
    """The requested number of best lines, best first."""
    depth: int
    """The depth of the last finished iteration."""
    deepest: int
    """The selective depth: the plies of the longest line searched."""
    nodes: int
    """Positions searched."""
    seconds: float
    """The time since the search began."""
    is_final: bool
    """Whether this is the result, not an iteration."""
    engine_score: float | None = None
    """The score of another engine, in its own units and from its own view."""
    _position: Position | None = field(default=None, repr=False, compare=False)

    @classmethod
    def _of(cls, document: Mapping[str, Any], position: Position) -> Analysis:
        lines = tuple(Line._of(line, position) for line in document["lines"])
        # A weak level may play another move than the first of the best line.
        chosen = document.get("best")
        first = lines[0].moves[0] if lines and lines[0].moves else None
        best = first if chosen is None else position.parse_uhp(chosen)
        score, is_final = Score._of(document["score"]), document["kind"] == "result"
        read: Any = {"best": best, "score": score, "lines": lines, "is_final": is_final}
        return made(cls, document, **read, _position=position)

    def _repr_svg_(self) -> str | None:
        """The position and an arrow for the best move."""
        arrows = [] if self.best is None else [self.best]
        return self._position and self._position.svg(size=480, names=True, arrows=arrows)

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second."""
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The principal variation."""
        return self.lines[0].moves if self.lines else ()

    def __str__(self) -> str:
        best = str(self.lines[0]) if self.lines else "no move"
        return f"depth {self.depth}, {self.nodes:,} nodes: {best}"


@dataclass(frozen=True)
class Replies:
    """Replies that have the same answer."""

    moves: tuple[Move, ...]
    """The replies."""
    answer: Proof | None
    """The winning answer; ``None`` if the replies themselves lose the game."""


@dataclass(frozen=True)
class Proof:
    """A winning move with an answer to every legal reply."""

    move: Move
    """The winning move."""
    replies: tuple[Replies, ...]
    """All replies in groups; empty if the move ends the game."""

    @classmethod
    def _of(cls, document: Mapping[str, Any], position: Position) -> Proof:
        move = position.parse_uhp(document["move"])
        position = position.after(move)
        groups = []
        for group in document["replies"]:
            moves = tuple(map(position.parse_uhp, group["moves"]))
            answer = group["answer"]
            if answer is not None:
                answer = cls._of(answer, position.after(moves[0]))
            groups.append(Replies(moves, answer))
        return cls(move, tuple(groups))


@dataclass(frozen=True)
class Solution:
    """The shortest forced win, or the proof that there is none within some plies."""

    within: int
    """The limit of the search in plies."""
    no_win_within: int
    """The plies within which a forced win is ruled out."""
    plies: int | None
    """The plies to the win; ``None`` if none was found."""
    proof: Proof | None
    """The winning move with an answer to every reply; ``None`` if there is none."""
    text: str | None
    """The proof in words."""
    nodes: int
    """Positions searched."""

    @classmethod
    def _of(cls, document: Mapping[str, Any], position: Position) -> Solution:
        proof = document["proof"]
        proof = None if proof is None else Proof._of(proof, position)
        return made(cls, document, proof=proof)

    @property
    def best(self) -> Move | None:
        """The winning move; ``None`` if there is none."""
        return None if self.proof is None else self.proof.move

    def __bool__(self) -> bool:
        return self.plies is not None

    def __str__(self) -> str:
        return self.text or f"no forced win within {self.no_win_within} plies"


@dataclass(frozen=True)
class Reason:
    """A reason for a move's mark: a sentence, and a line that shows it."""

    kind: str
    """Its kind, such as ``allows_win``."""
    text: str
    """The sentence."""
    proven: bool
    """Whether it is proven by the rules or the solver; otherwise it is the engine's opinion."""
    origin: str
    """Where its line starts: ``before`` or ``after`` the move."""
    line: tuple[Move, ...]
    """The line that shows it; may be empty."""
    facts: Mapping[str, Any]
    """The other fields of its JSON document."""

    @classmethod
    def _of(cls, document: Mapping[str, Any], before: Position, after: Position) -> Reason:
        start = before if document["from"] == "before" else after
        line = tuple(start.variation(document["line"]))
        return made(cls, document, origin=document["from"], line=line)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ReviewedMove:
    """A move with the scores before and after it."""

    ply: int
    """Its ply, from 1."""
    player: Color
    """Who played it."""
    move: Move
    """The move."""
    before: Score
    """The score before it, with best play."""
    after: Score
    """The score after it."""
    before_proven: bool
    """Whether the forced win before it is proven; otherwise the engine sees it."""
    after_proven: bool
    """Whether the forced win after it is proven."""
    loss: float
    """The drop in the player's expected score, from 0 to 1."""
    mark: str
    """``forced``, ``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``."""
    missed_win_plies: int | None
    """The length in plies of a forced win that the player missed."""
    allowed_win_plies: int | None
    """The length in plies of a forced win that the move allowed."""
    depth: int
    """The depth of the search before the move."""
    better: Line | None
    """The better line; ``None`` if there is none."""
    repetition: bool
    """Whether it ends the game by repetition."""
    second_look: bool
    """Whether it was searched again with more effort, as candidates for a mark are."""
    reasons: tuple[Reason, ...]
    """The reasons for its mark, most important first."""

    @classmethod
    def _of(
        cls, document: Mapping[str, Any], move: Move, before: Position, after: Position
    ) -> ReviewedMove:
        better = document["better"]
        return made(
            cls,
            document,
            player=Color(document["player"]),
            move=move,
            before=Score._of(document["before"]),
            after=Score._of(document["after"]),
            better=None if better is None else Line._of(better, before),
            reasons=tuple(Reason._of(reason, before, after) for reason in document["reasons"]),
        )


@dataclass(frozen=True)
class Summary:
    """Statistics of a player's moves."""

    moves: int
    """All moves."""
    choices: int
    """Moves that were not forced."""
    forced: int
    """Moves without an alternative."""
    best: int
    """Moves marked ``best``."""
    good: int
    """Moves marked ``good``."""
    inaccuracies: int
    """Moves marked ``inaccuracy``."""
    mistakes: int
    """Moves marked ``mistake``."""
    blunders: int
    """Moves marked ``blunder``."""
    missed_wins: int
    """Moves that missed a forced win."""
    mean_loss: float
    """The mean loss of unforced moves."""
    accuracy: float | None = None
    """Their mean accuracy in percent, as docs/review.md defines it; ``None`` if there are none."""
    among_people: Mapping[str, Any] | None = None
    """Where that stands among people, as docs/json.md describes it; ``None`` if it is not known."""


@dataclass(frozen=True)
class Review:
    """A game with a judgment of each move."""

    game_string: str
    """The game as a GameString."""
    moves: tuple[ReviewedMove, ...]
    """All moves, in order."""
    white: Summary
    """White's moves, summed up."""
    black: Summary
    """Black's moves, summed up."""
    tags: Mapping[str, str]
    """The tags of the game's file."""
    _document: str = field(repr=False, compare=False)

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Review:
        players = document["players"]
        game = Game(document["game"]["game_string"], archived=True)
        positions = game.positions()
        moves = zip(document["moves"], game.moves, positions, positions[1:])
        return cls(
            game_string=document["game"]["game_string"],
            moves=tuple(ReviewedMove._of(*move) for move in moves),
            white=Summary(**players["white"]),
            black=Summary(**players["black"]),
            tags=document.get("tags", {}),
            _document=json.dumps({name: document[name] for name in _REVIEW}),
        )

    def to_html(self) -> str:
        """The page of ``waggle review --html``, to step through the game."""
        return review_page(self._document)

    def _repr_html_(self) -> str:
        return framed(self.to_html())

    def to_pgn(self) -> str:
        """The game as PGN, with a comment on each error."""
        line = {"file": "", "number": 1, "fingerprint": "", "settings": "", "tags": dict(self.tags)}
        return review_pgn(json.dumps({**line, **json.loads(self._document)}))

    def summary(self, color: Color | str) -> Summary:
        """The summary of a player's moves."""
        return self.white if as_color(color) is Color.WHITE else self.black

    def to_pandas(self) -> Any:
        """The moves as a ``pandas.DataFrame``, a row each: ``ply``, ``player``, ``move``, ``mark``,
        ``loss``, the expected scores ``before`` and ``after`` it for its player, ``better`` (the
        first move of the better line) and ``reason`` (the first).
        """
        import pandas

        rows = [
            {
                "ply": move.ply,
                "player": str(move.player),
                "move": str(move.move),
                "mark": move.mark,
                "loss": move.loss,
                "before": move.before.chance(move.player),
                "after": move.after.chance(move.player),
                "better": str(move.better.moves[0]) if move.better and move.better.moves else None,
                "reason": move.reasons[0].text if move.reasons else None,
            }
            for move in self.moves
        ]
        return pandas.DataFrame(rows)


@dataclass(frozen=True)
class Term:
    """One term of the static evaluation."""

    name: str
    """The feature it counts."""
    white: int
    """White's count."""
    black: int
    """Black's count."""
    liberties: float
    """The value of the difference for White."""


@dataclass(frozen=True)
class QueenSafety:
    """The safety of a queen in play, with the names of the pieces involved."""

    liberties: int
    """Empty adjacent hexes."""
    filled_by: tuple[str, ...]
    """The pieces on the other adjacent hexes, clockwise from the north-west."""
    covered_by: str | None
    """The piece on top of the queen."""
    attackers: tuple[str, ...]
    """The pieces that the opponent's next move could bring next to or onto the queen."""
    fillable: int
    """How many liberties that move could fill."""

    @classmethod
    def _of(cls, document: Mapping[str, Any] | None) -> QueenSafety | None:
        if document is None:
            return None
        pieces = {name: tuple(document[name]) for name in ("filled_by", "attackers")}
        return made(cls, document, **pieces)


@dataclass(frozen=True)
class Explanation:
    """The static evaluation of a position, split into its terms."""

    score: Score
    """The sum."""
    terms: tuple[Term, ...]
    """The non-zero terms, largest first."""
    pinned: Mapping[Color, Sequence[str]]
    """The pinned pieces of each player."""
    queens: Mapping[Color, QueenSafety | None]
    """The safety of each player's queen; ``None`` while it is in hand."""
    text: str
    """The evaluation in words."""

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Explanation:
        pinned, queens = document["pinned"], document["queens"]
        keys = {color: color.value.lower() for color in Color}
        return cls(
            score=Score._of(document["score"]),
            terms=tuple(Term(**term) for term in document["terms"]),
            pinned={color: tuple(pinned[key]) for color, key in keys.items()},
            queens={color: QueenSafety._of(queens[key]) for color, key in keys.items()},
            text=document["text"],
        )

    def __str__(self) -> str:
        return self.text
