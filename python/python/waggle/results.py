"""The results of an engine: plain values that can be compared, printed and pickled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._vocabulary import Color
from ._waggle import Move, chance_of_lead

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class Score:
    """The score of a position, always from White's view.

    >>> from waggle import Color, Score
    >>> score = Score(liberties=-0.75)
    >>> str(score), round(score.chance(Color.BLACK), 2)
    ('Black +0.75', 0.73)
    >>> str(Score(winner=Color.WHITE, plies=5))
    'White in 5'
    """

    #: White's lead in liberties (empty neighbors of a queen); ``None`` if a win is forced.
    liberties: float | None = None
    #: The player with a forced win.
    winner: Color | None = None
    #: The plies to that win; 0 if the game is over.
    plies: int | None = None

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Score:
        win = document["win"]
        if win is None:
            return cls(liberties=document["liberties"])
        return cls(winner=Color(win["winner"]), plies=win["plies"])

    def lead(self, color: Color) -> float:
        """A player's lead in liberties; infinite if a win is forced."""
        if self.winner is not None:
            return math.inf if self.winner is color else -math.inf
        lead = self.liberties or 0.0
        return lead if color is Color.WHITE else -lead

    def chance(self, color: Color) -> float:
        """A player's expected score, from 0 for a forced loss to 1 for a forced win."""
        if self.winner is not None:
            return float(self.winner is color)
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
    """A line as MoveStrings with its score, ``None`` if the engine reports none."""

    score: Score | None
    moves: tuple[str, ...]

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Line:
        return cls(Score._of(document["score"]), tuple(document["moves"]))

    def __str__(self) -> str:
        score = "" if self.score is None else f"{self.score}: "
        return score + "; ".join(self.moves)


@dataclass(frozen=True)
class Analysis:
    """The result of a search, or of one of its iterations."""

    #: The best move; ``None`` if the game is over.
    best: Move | None
    #: The score of the best line; ``None`` if the engine reports none.
    score: Score | None
    #: The requested number of best lines, best first.
    lines: tuple[Line, ...]
    #: The depth of the last finished iteration.
    depth: int
    #: The selective depth: the plies of the longest line searched.
    deepest: int
    #: Positions searched.
    nodes: int
    #: The time since the search began.
    seconds: float
    #: Whether this is the result, not an iteration.
    is_final: bool
    #: The score of another engine, in its own units and from its own view.
    engine_score: float | None = None

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Analysis:
        best = document["best"]
        return cls(
            best=None if best is None else Move.from_bits(best),
            score=Score._of(document["score"]),
            lines=tuple(Line._of(line) for line in document["lines"]),
            depth=document["depth"],
            deepest=document["deepest"],
            nodes=document["nodes"],
            seconds=document["seconds"],
            is_final=document["kind"] == "result",
        )

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second."""
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def moves(self) -> tuple[str, ...]:
        """The principal variation as MoveStrings."""
        return self.lines[0].moves if self.lines else ()

    def __str__(self) -> str:
        best = str(self.lines[0]) if self.lines else "no move"
        return f"depth {self.depth}, {self.nodes:,} nodes: {best}"


@dataclass(frozen=True)
class Replies:
    """Replies that have the same answer."""

    #: The replies as MoveStrings.
    moves: tuple[str, ...]
    #: The winning answer; ``None`` if the replies themselves lose the game.
    answer: Proof | None


@dataclass(frozen=True)
class Proof:
    """A winning move with an answer to every legal reply."""

    #: The move as a MoveString.
    move: str
    #: All replies in groups; empty if the move ends the game.
    replies: tuple[Replies, ...]

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Proof:
        groups = []
        for group in document["replies"]:
            answer = None if group["answer"] is None else cls._of(group["answer"])
            groups.append(Replies(tuple(group["moves"]), answer))
        return cls(document["move"], tuple(groups))


@dataclass(frozen=True)
class Solution:
    """The shortest forced win, or the proof that there is none within some plies."""

    #: The limit of the search in plies.
    within: int
    #: The plies within which a forced win is ruled out.
    no_win_within: int
    #: The plies to the win; ``None`` if none was found.
    plies: int | None
    #: The winning move.
    best: Move | None
    #: The winning move with an answer to every reply.
    proof: Proof | None
    #: The proof in words.
    text: str | None
    #: Positions searched.
    nodes: int

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Solution:
        best, proof = document["best"], document["proof"]
        return cls(
            within=document["within"],
            no_win_within=document["no_win_within"],
            plies=document["plies"],
            best=None if best is None else Move.from_bits(best),
            proof=None if proof is None else Proof._of(proof),
            text=document["text"],
            nodes=document["nodes"],
        )

    def __bool__(self) -> bool:
        return self.plies is not None

    def __str__(self) -> str:
        return self.text or f"no forced win within {self.no_win_within} plies"


@dataclass(frozen=True)
class Reason:
    """A reason for a move's mark: a sentence, and a line that shows it."""

    #: Its kind, such as ``allows_win``.
    kind: str
    #: The sentence.
    text: str
    #: Whether it is proven by the rules or the solver; otherwise it is the engine's opinion.
    proven: bool
    #: Where its line starts: ``before`` or ``after`` the move.
    origin: str
    #: The line that shows it, as MoveStrings; may be empty.
    line: tuple[str, ...]
    #: The other fields of its JSON document.
    facts: Mapping[str, Any]

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Reason:
        return cls(
            kind=document["kind"],
            text=document["text"],
            proven=document["proven"],
            origin=document["from"],
            line=tuple(document["line"]),
            facts=document["facts"],
        )

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ReviewedMove:
    """A move with the scores before and after it."""

    #: Its ply, from 1.
    ply: int
    #: Who played it.
    player: Color
    #: The move as a MoveString.
    move: str
    #: The score before it, with best play.
    before: Score
    #: The score after it.
    after: Score
    #: Whether the forced win before it is proven; otherwise the engine sees it.
    before_proven: bool
    #: Whether the forced win after it is proven.
    after_proven: bool
    #: The drop in the player's expected score, from 0 to 1.
    loss: float
    #: ``forced``, ``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``.
    mark: str
    #: The length in plies of a forced win that the player missed.
    missed_win_plies: int | None
    #: The length in plies of a forced win that the move allowed.
    allowed_win_plies: int | None
    #: The depth of the search before the move.
    depth: int
    #: The better line; ``None`` if there is none.
    better: Line | None
    #: Whether it ends the game by repetition.
    repetition: bool
    #: Whether it was searched again with more effort, as candidates for a mark are.
    second_look: bool
    #: The reasons for its mark, most important first.
    reasons: tuple[Reason, ...]

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> ReviewedMove:
        better = document["better"]
        return cls(
            ply=document["ply"],
            player=Color(document["player"]),
            move=document["move"],
            before=Score._of(document["before"]),
            after=Score._of(document["after"]),
            before_proven=document["before_proven"],
            after_proven=document["after_proven"],
            loss=document["loss"],
            mark=document["mark"],
            missed_win_plies=document["missed_win_plies"],
            allowed_win_plies=document["allowed_win_plies"],
            depth=document["depth"],
            better=None if better is None else Line._of(better),
            repetition=document["repetition"],
            second_look=document["second_look"],
            reasons=tuple(Reason._of(reason) for reason in document["reasons"]),
        )


@dataclass(frozen=True)
class Summary:
    """Statistics of a player's moves."""

    moves: int
    choices: int
    forced: int
    best: int
    good: int
    inaccuracies: int
    mistakes: int
    blunders: int
    missed_wins: int
    #: The mean loss of unforced moves.
    mean_loss: float
    #: Their mean accuracy in percent, as docs/review.md defines it; ``None`` if there are none.
    accuracy: float | None = None


@dataclass(frozen=True)
class Review:
    """A game with a judgment of each move."""

    #: The game as a GameString.
    game_string: str
    moves: tuple[ReviewedMove, ...]
    white: Summary
    black: Summary

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Review:
        players = document["players"]
        return cls(
            game_string=document["game"]["game_string"],
            moves=tuple(ReviewedMove._of(move) for move in document["moves"]),
            white=Summary(**players["white"]),
            black=Summary(**players["black"]),
        )

    def summary(self, color: Color) -> Summary:
        """The summary of a player's moves."""
        return self.white if color is Color.WHITE else self.black


@dataclass(frozen=True)
class Term:
    """One term of the static evaluation."""

    #: The feature it counts.
    name: str
    #: White's count.
    white: int
    #: Black's count.
    black: int
    #: The value of the difference for White.
    liberties: float


@dataclass(frozen=True)
class QueenSafety:
    """The safety of a queen in play, with the names of the pieces involved."""

    #: Empty adjacent hexes.
    liberties: int
    #: The pieces on the other adjacent hexes, clockwise from the north-west.
    filled_by: tuple[str, ...]
    #: The piece on top of the queen.
    covered_by: str | None
    #: The opponent's pieces that could reach a hex next to or on the queen in one move.
    attackers: tuple[str, ...]
    #: How many liberties such moves could fill.
    fillable: int

    @classmethod
    def _of(cls, document: Mapping[str, Any] | None) -> QueenSafety | None:
        if document is None:
            return None
        return cls(
            liberties=document["liberties"],
            filled_by=tuple(document["filled_by"]),
            covered_by=document["covered_by"],
            attackers=tuple(document["attackers"]),
            fillable=document["fillable"],
        )


@dataclass(frozen=True)
class Explanation:
    """The static evaluation of a position, split into its terms."""

    #: The sum.
    score: Score
    #: The non-zero terms, largest first.
    terms: tuple[Term, ...]
    #: The pinned pieces of each player.
    pinned: Mapping[Color, Sequence[str]]
    #: The safety of each player's queen; ``None`` while it is in hand.
    queens: Mapping[Color, QueenSafety | None]
    #: The evaluation in words.
    text: str

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
