"""What an engine answers: plain values, which can be compared, printed and pickled."""

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
    """What a position is worth, always from White's view, whoever is to move.

    >>> score = Score(liberties=-0.75)
    >>> str(score), round(score.chance(Color.BLACK), 2)
    ('Black +0.75', 0.73)
    >>> str(Score(winner=Color.WHITE, plies=5))
    'White in 5'
    """

    #: White's lead in liberties (empty neighbors of a queen); ``None`` if a win is forced.
    liberties: float | None = None
    #: Who can force a win.
    winner: Color | None = None
    #: The plies to the end of that win; 0 if the game is over.
    plies: int | None = None

    @classmethod
    def _of(cls, document: Mapping[str, Any]) -> Score:
        win = document["win"]
        if win is None:
            return cls(liberties=document["liberties"])
        return cls(winner=Color(win["winner"]), plies=win["plies"])

    def lead(self, color: Color) -> float:
        """The lead of a player in liberties; infinite if a win is forced."""
        if self.winner is not None:
            return math.inf if self.winner is color else -math.inf
        lead = self.liberties or 0.0
        return lead if color is Color.WHITE else -lead

    def chance(self, color: Color) -> float:
        """The share of a point that a player can expect: 1 for a forced win, 0 for a loss."""
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
    """A line of play, as MoveStrings, with its score; ``None`` if the engine gives none."""

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
    #: The score of the best line; ``None`` if the engine gives none.
    score: Score | None
    #: The best lines, as many as were asked for, the best one first.
    lines: tuple[Line, ...]
    #: Plies of the last finished iteration.
    depth: int
    #: Plies of the longest line searched.
    deepest: int
    #: Positions searched.
    nodes: int
    #: Time since the search began.
    seconds: float
    #: Whether this is the result, not an iteration.
    is_final: bool
    #: What another engine says the position is worth, in its own units and from its own view.
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
        """Positions searched in a second."""
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def moves(self) -> tuple[str, ...]:
        """The best line as MoveStrings (the principal variation)."""
        return self.lines[0].moves if self.lines else ()

    def __str__(self) -> str:
        best = str(self.lines[0]) if self.lines else "no move"
        return f"depth {self.depth}, {self.nodes:,} nodes: {best}"


@dataclass(frozen=True)
class Replies:
    """Replies that are answered alike."""

    #: The replies as MoveStrings.
    moves: tuple[str, ...]
    #: What wins against them; ``None`` if they themselves lose the game.
    answer: Proof | None


@dataclass(frozen=True)
class Proof:
    """A winning move with what wins against every legal reply."""

    #: The move as a MoveString.
    move: str
    #: All replies in groups; none if the move ends the game.
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
    """The shortest forced win, or that there is none within so many plies."""

    #: The most plies that the win might have taken.
    within: int
    #: A forced win within so many plies has been excluded.
    no_win_within: int
    #: The plies to the end; ``None`` if no win has been found.
    plies: int | None
    #: The winning move.
    best: Move | None
    #: The winning move with what wins against every reply.
    proof: Proof | None
    #: The proof for people.
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
    """Why a move has its mark: a sentence, and a line of play that shows it."""

    #: What kind of sentence it is, such as ``allows_win``.
    kind: str
    #: The sentence.
    text: str
    #: Whether the rules or the solver prove it; otherwise it is the engine's opinion.
    proven: bool
    #: Where its line begins: ``before`` or ``after`` the move.
    origin: str
    #: MoveStrings that show it; may be empty.
    line: tuple[str, ...]
    #: What it claims, by the names of the document.
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

    #: Its number, from 1.
    ply: int
    #: Who played it.
    player: Color
    #: The move as a MoveString.
    move: str
    #: The score before it, with best play.
    before: Score
    #: The score after it.
    after: Score
    #: By how much the player's chances have fallen, from 0 to 1.
    loss: float
    #: ``forced``, ``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``.
    mark: str
    #: In how many plies the player could have forced a win but no longer can.
    missed_win_plies: int | None
    #: In how many plies the opponent can force a win but could not before.
    allowed_win_plies: int | None
    #: Plies of the last finished iteration before the move.
    depth: int
    #: What should have been played; ``None`` if nothing is better.
    better: Line | None
    #: Whether it ends the game with a draw by repetition.
    repetition: bool
    #: Whether it was looked at again with more effort, as moves about to be marked are.
    second_look: bool
    #: Why it has its mark, the most telling sentence first.
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
    """A player's moves in numbers."""

    moves: int
    choices: int
    forced: int
    best: int
    good: int
    inaccuracies: int
    mistakes: int
    blunders: int
    missed_wins: int
    #: The mean loss of the moves that were not forced.
    mean_loss: float
    #: Their mean accuracy in percent, as docs/review.md defines it; ``None`` if there are none.
    accuracy: float | None = None


@dataclass(frozen=True)
class Review:
    """A game with a judgment on each of its moves."""

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

    #: What it counts.
    name: str
    #: What White has of it.
    white: int
    #: What Black has of it.
    black: int
    #: What the difference is worth to White.
    liberties: float


@dataclass(frozen=True)
class QueenSafety:
    """The safety of a queen on the table, with the names of the pieces concerned."""

    #: Empty adjacent hexes.
    liberties: int
    #: The pieces on the other adjacent hexes, clockwise from the north-west.
    filled_by: tuple[str, ...]
    #: The piece on top of her.
    covered_by: str | None
    #: The opponent's pieces that could come beside or onto her with the next move.
    attackers: tuple[str, ...]
    #: How many of her liberties that move could fill.
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
    #: The terms that make a difference, the largest first.
    terms: tuple[Term, ...]
    #: For each player, the pieces that must not move because they hold the hive together.
    pinned: Mapping[Color, Sequence[str]]
    #: For each player, the safety of the queen; ``None`` while she is in hand.
    queens: Mapping[Color, QueenSafety | None]
    #: All of it for people.
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
