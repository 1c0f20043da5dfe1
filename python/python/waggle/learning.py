"""Positions and games as NumPy arrays, and moves as numbers.

**Actions.** Moves are numbered as in OpenSpiel's Hive: ``196 * piece + 7 * reference +
direction``, and 5488 for a pass. A piece's number is its index in ``wQ wA1 wA2 wA3 wG1 wG2 wG3
wS1 wS2 wB1 wB2 wM wL wP``, plus 14 for Black's. The reference is a piece next to the destination,
and the direction leads from it to the destination: 0 north-east, 1 east, 2 south-east, 3
south-west, 4 west, 5 north-west, 6 on top. The first piece of a game is "on top of itself". So a
move has an action for each possible reference; ``Position.action_of`` returns the least.

**Observations** are from the view of the player to move. ``planes`` centers the hive in a square
of ``size`` columns (``q``) and rows (``r``); 32 always fits all of it. ``piece_list`` has a row
for each of the 28 pieces.

Every function takes a position or a game and returns an array, or takes several (a list or a
``GameBatch``) and returns an array with an extra first dimension. With ``out=`` it fills an array
that is there.

**Symmetries.** The board has twelve: below six, a turn by so many sixths clockwise; from six on, a
reflection that swaps columns and rows comes first. ``planes(position, symmetry=s)`` shows the
position under the symmetry ``s``. An action ``a`` there is ``ACTION_SYMMETRIES[s][a]``, so
``policy[ACTION_SYMMETRIES[s]] = policy.copy()`` moves a policy along, and
``symmetric(position, s)`` the position itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ._waggle import (
    ACTION_COUNT,
    FEATURE_NAMES,
    PIECE_FIELD_NAMES,
    PLANE_NAMES,
    Game,
    GameBatch,
    Hex,
    Position,
    TreeSearch,
    action_mask,
    action_string,
    evaluate,
    features,
    piece_list,
    planes,
)
from ._waggle import samples as _samples
from ._waggle import selfplay as _selfplay
from .engine import Engine
from .files import _open
from .search import thread_count

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from .results import Analysis

__all__ = [
    "ACTION_COUNT",
    "ACTION_SYMMETRIES",
    "FEATURE_NAMES",
    "PIECE_FIELD_NAMES",
    "PLANE_NAMES",
    "GameBatch",
    "SelfPlay",
    "TreeSearch",
    "action_mask",
    "action_string",
    "evaluate",
    "features",
    "piece_list",
    "planes",
    "policy_target",
    "read_samples",
    "selfplay",
    "symmetric",
]

#: A lead in liberties that no other score reaches.
_DECISIVE = 1000.0

#: The directions under each symmetry; "on top", the last, stays.
_DIRECTIONS = np.array(
    [[*((((3 - d) if s >= 6 else d) + s) % 6 for d in range(6)), 6] for s in range(12)]
)


def _action_symmetries() -> NDArray[np.int64]:
    pairs = 7 * (np.arange(ACTION_COUNT - 1) // 7)
    moves = pairs + _DIRECTIONS[:, np.arange(ACTION_COUNT - 1) % 7]
    passes = np.full((12, 1), ACTION_COUNT - 1)
    return np.concatenate([moves, passes], axis=1).astype(np.int64)


ACTION_SYMMETRIES: NDArray[np.int64] = _action_symmetries()
"""Each action under each symmetry, ``int64`` of shape ``(12, 5489)``."""
ACTION_SYMMETRIES.flags.writeable = False


def symmetric(position: Position, symmetry: int) -> Position:
    """A position turned or reflected; the hive stays where it is by its first piece.

    >>> from waggle import Position
    >>> from waggle.learning import ACTION_SYMMETRIES, symmetric
    >>> position = Position("Base").after("wS1").after("bS1 wS1-").after("wQ -wS1")
    >>> actions = [int(ACTION_SYMMETRIES[7][action]) for action in position.legal_actions()]
    >>> sorted(actions) == symmetric(position, 7).legal_actions()
    True
    """
    if not 0 <= symmetry < 12:
        raise ValueError(f"expected a symmetry from 0 to 11, found {symmetry}")
    stacks = position.stacks()
    center = next(iter(stacks), None)

    def image(hex: Hex) -> Hex:
        assert center is not None
        q, r = center.offset_to(hex)
        if symmetry >= 6:
            q, r = r, q
        for _ in range(symmetry % 6):
            q, r = -r, q + r
        return Hex(center.q + q, center.r + r)

    return Position.from_stacks(
        {image(hex): stack for hex, stack in stacks.items()},
        game_type=position.game_type,
        ply=position.ply,
        last_moved=position.last_moved,
    )


def policy_target(
    game: Game, analysis: Analysis, *, temperature: float = 0.25
) -> NDArray[np.float32]:
    """How much each action should be played, ``float32`` of shape ``(5489,)``: a softmax over the
    scores of the lines of an analysis. A lead of ``temperature`` liberties more makes a move *e*
    times as likely; a forced win gets everything, and what the lines do not begin with nothing.
    Of the actions that name a move the least stands for it.

    >>> from waggle import Engine, Game
    >>> from waggle.learning import policy_target
    >>> game = Game("Base;;;wS1;bS1 wS1-")
    >>> target = policy_target(game, Engine().analyse(game, depth=2, lines=4))
    >>> int((target > 0).sum()), round(float(target.sum()), 3)
    (4, 1.0)
    """
    if not temperature > 0:
        raise ValueError(f"expected a temperature above 0, found {temperature}")
    target = np.zeros(ACTION_COUNT, np.float32)
    scored = [line for line in analysis.lines if line.score is not None]
    if scored:
        us = game.side_to_move
        leads = np.array([line.score.lead(us) for line in scored if line.score], np.float64)
        # Forced wins and losses are further from the others than any lead.
        leads = np.clip(leads, -_DECISIVE, _DECISIVE)
        weights = np.exp((leads - leads.max()) / temperature)
        actions = [game.position.action_of(line.moves[0]) for line in scored]
        target[actions] = weights / weights.sum()
    return target


@dataclass(frozen=True, eq=False)
class SelfPlay:
    """Self-play games and their searched positions.

    The arrays have an entry for each training position: searched, not solved, and after the
    opening plies. Values are from the view of the player to move.
    """

    first: int
    """The number of the first game."""
    games: list[str]
    """The games as GameStrings, ordered by number."""
    scores: list[list[float | None]]
    """For each move of each game its player's score in liberties: infinite for a proven win or
    loss, ``None`` for a random move."""
    number: NDArray[np.int64]
    """The number of the game, ``int64``."""
    nodes: NDArray[np.int64]
    """The nodes per move of that game, ``int64``; 0 if it was read from a file."""
    ply: NDArray[np.int32]
    """The ply of the position, ``int32``."""
    score: NDArray[np.int32]
    """The search's score in hundredths of a liberty, ``int32``."""
    points: NDArray[np.float32]
    """The training target: a mean of this score and all later ones, in points, ``float32``."""
    result: NDArray[np.float32]
    """The points of the game, ½ if it was not finished, ``float32``."""
    is_quiet: NDArray[np.bool_]
    """Whether the move played leaves the queens' liberties unchanged."""
    is_finished: NDArray[np.bool_]
    """Whether the game was finished."""
    features: NDArray[np.uint8]
    """The features of the evaluation, ``uint8`` of shape ``(positions, 2, features)``."""

    def game(self, index: int) -> Game:
        """The game up to the position with this index in the arrays."""
        game = Game(self.games[int(self.number[index]) - self.first])
        while game.ply > int(self.ply[index]):
            game.undo()
        return game

    def policies(
        self,
        indices: Iterable[int] | None = None,
        *,
        lines: int = 8,
        nodes: int | None = None,
        temperature: float = 0.25,
        threads: int | None = None,
    ) -> NDArray[np.float32]:
        """The ``policy_target`` of positions with these indices, by default of all: ``float32`` of
        shape ``(positions, 5489)``, 22 kB each. Each position is searched for the best ``lines``
        with so many ``nodes``, by default those of its game, and the result is the same with any
        number of ``threads``, by default one for each processor.

        >>> from waggle.learning import selfplay
        >>> played = selfplay(2, nodes=50)
        >>> played.policies([0, 5, 7], lines=4).shape
        (3, 5489)
        """

        def target(index: int) -> NDArray[np.float32]:
            game = self.game(index)
            limit = int(self.nodes[index]) if nodes is None else nodes
            # What another search has left in the table would change this one.
            analysis = Engine(table_mib=1).analyse(game, nodes=limit, lines=lines)
            return policy_target(game, analysis, temperature=temperature)

        chosen = [int(index) for index in (range(len(self.number)) if indices is None else indices)]
        targets = np.empty((len(chosen), ACTION_COUNT), np.float32)
        with ThreadPoolExecutor(thread_count(threads)) as pool:
            for row, policy in enumerate(pool.map(target, chosen)):
                targets[row] = policy
        return targets


def selfplay(
    count: int,
    *,
    first: int = 0,
    nodes: int = 4000,
    seed: int = 0,
    later: float = 0.7,
    game_type: str | None = None,
    threads: int | None = None,
) -> SelfPlay:
    """Plays self-play games with so many ``threads``, by default one for each processor.

    A game depends only on its number, ``nodes``, ``seed`` and ``game_type``: the games ``first`` to
    ``first + count - 1`` are the same in any order, on any machine. Without a ``game_type``, each
    twelve games have the eight types in turn and then Base and Base+MLP, the most played, twice
    more. Each game starts with some random moves and has a few later. For mistakes at several
    depths, a third of the games is played with half of ``nodes`` per move, and a third with twice
    as many.
    ``later`` is the weight of later scores in a position's ``points``.

    >>> from waggle.learning import FEATURE_NAMES, selfplay
    >>> games = selfplay(2, nodes=50)
    >>> len(games.games), games.features.shape[1:] == (2, len(FEATURE_NAMES))
    (2, True)
    """
    arrays = _selfplay(
        first,
        count,
        nodes=nodes,
        seed=seed,
        later=later,
        game_type=game_type,
        threads=thread_count(threads),
    )
    return SelfPlay(first=first, **arrays)


def read_samples(path: str | os.PathLike[str], *, later: float = 0.7) -> SelfPlay:
    """The games of a file that ``waggle tune --keep`` has written, which may be packed (``.gz``),
    and their positions, as ``waggle tune`` has them before it joins those with equal features.
    """
    with _open(Path(path)) as file:
        first, *lines = file.read().decode().split("\n")
    if not first.startswith("# games without contempt"):
        raise ValueError(f"expected a file of `waggle tune --keep`, found `{first[:80]}`")
    # The last line may still be written to.
    return SelfPlay(first=0, **_samples(lines[:-1], later))
