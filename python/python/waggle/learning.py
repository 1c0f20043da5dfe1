"""Positions and games as NumPy arrays, and moves as numbers.

**Actions.** Moves are numbered as in OpenSpiel's Hive; ``docs/python.md`` says how. A move has an
action for each piece that it can be named by; ``Position.action_of`` returns the least.

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

import dataclasses
import functools
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from ._waggle import (
    ACTION_COUNT,
    CHANCE_SCALE,
    FEATURE_NAMES,
    PEOPLE_INPUTS,
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
    people_inputs,
    piece_list,
    planes,
)
from ._waggle import samples as _samples
from ._waggle import selfplay as _selfplay
from .engine import Engine
from .files import _open, replacing
from .networks import Network, NetworkFile
from .search import thread_count, whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .results import Analysis

__all__ = [
    "ACTION_COUNT", "ACTION_SYMMETRIES", "CHANCE_SCALE", "FEATURE_NAMES", "PEOPLE_INPUTS",
    "PIECE_FIELD_NAMES", "PLANE_NAMES", "GameBatch", "Network", "Positions", "SelfPlay",
    "TreeSearch", "action_mask", "action_string", "evaluate", "features", "people_inputs",
    "piece_list", "planes", "policy_target", "read_samples", "selfplay", "selfplay_with",
    "symmetric",
]  # fmt: skip

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
    whole("a symmetry from 0 to 11", symmetry, 0, 11)
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

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file ``.npz``, which is replaced only when all is written."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        # Scores have different lengths: they are concatenated, with the length of each game.
        scores = fields.pop("scores")
        fields["lengths"] = np.array([len(game) for game in scores], dtype=np.int64)
        values = [np.nan if score is None else score for game in scores for score in game]
        fields["scores"] = np.array(values, dtype=np.float64)
        fields["games"] = np.array(fields["games"], dtype=np.str_)
        with replacing(path) as file:
            np.savez_compressed(file, **fields)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SelfPlay:
        """Reads such a file."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                fields: dict[str, Any] = {name: arrays[name] for name in arrays.files}
            groups = np.split(fields["scores"], np.cumsum(fields.pop("lengths"))[:-1])
            fields["scores"] = [[None if np.isnan(it) else float(it) for it in of] for of in groups]
            fields["games"] = [str(text) for text in fields["games"]]
            fields["first"] = int(fields["first"])
            return cls(**fields)
        except OSError:
            raise
        except Exception as error:
            raise ValueError(f"{path}: expected a whole file of `SelfPlay.save`") from error

    def positions(self) -> list[Position]:
        """The position of each entry of the arrays."""
        games = [Game(text).positions() for text in self.games]
        places = zip(self.number.tolist(), self.ply.tolist())
        return [games[number - self.first][ply] for number, ply in places]

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


class Positions:
    """The positions of files of self-play, which ``SelfPlay.save`` and ``waggle.cluster`` write, as
    a data set: each pass over it yields batches of ``rows`` positions at random, each a dictionary
    of arrays: the ``inputs``, of ``planes``, ``pieces``, ``features`` and ``mask``, and the file's
    ``points``, ``score``, ``result``, ``nodes``, ``ply`` and ``number``. One file is in memory at a
    time; the last batch of each may be smaller.

    >>> from waggle.learning import Positions, selfplay
    >>> selfplay(2, nodes=20).save("played.npz")
    >>> batch = next(iter(Positions("played.npz", inputs=["planes", "mask"], size=16, rows=8)))
    >>> batch["planes"].shape, batch["mask"].shape, batch["points"].shape
    ((8, 53, 16, 16), (8, 5489), (8,))
    """

    def __init__(
        self,
        files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        inputs: Sequence[str] = ("planes",),
        size: int = 32,
        rows: int = 256,
        seed: int = 0,
    ) -> None:
        paths = [files] if isinstance(files, (str, os.PathLike)) else files
        self._files: list[Path] = []
        for path in map(Path, paths):
            self._files += sorted(path.glob("*.npz")) if path.is_dir() else [path]
        makers: dict[str, Callable[..., Any]] = {
            "planes": functools.partial(planes, size=size),
            "pieces": piece_list,
            "features": features,
            "mask": action_mask,
        }
        if wrong := [name for name in inputs if name not in makers]:
            raise ValueError(f"expected inputs of {', '.join(makers)}, found {wrong[0]}")
        self._makers = {name: makers[name] for name in inputs}
        self._rows = whole("at least one row", rows, 1)
        self._chance = np.random.default_rng(seed)

    def __iter__(self) -> Iterator[dict[str, NDArray[Any]]]:
        for index in self._chance.permutation(len(self._files)):
            played = SelfPlay.load(self._files[index])
            positions = played.positions()
            order = self._chance.permutation(len(positions))
            for chosen in np.split(order, range(self._rows, len(order), self._rows)):
                some = [positions[at] for at in chosen]
                arrays = {name: make(some) for name, make in self._makers.items()}
                targets = ("points", "score", "result", "nodes", "ply", "number")
                yield arrays | {name: getattr(played, name)[chosen] for name in targets}


def selfplay(
    count: int,
    *,
    first: int = 0,
    nodes: int = 4000,
    seed: int = 0,
    later: float = 0.7,
    game_type: str | None = None,
    network: NetworkFile | None = None,
    threads: int | None = None,
) -> SelfPlay:
    """Plays self-play games with so many ``threads``, by default one for each processor.

    A game depends only on its number, ``nodes``, ``seed`` and ``game_type``: the games ``first`` to
    ``first + count - 1`` are the same in any order, on any machine. Without a ``game_type``, each
    twelve games have the eight types in turn and then Base and Base+MLP, the most played, twice
    more. Each game starts with some random moves and has a few later. For mistakes at several
    depths, a third of the games is played with half of ``nodes`` per move, and a third with twice
    as many.
    ``later`` is the weight of later scores in a position's ``points``. ``network`` evaluates
    positions instead of the one built in; ``selfplay_with`` plays with a function.

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
        network=network,
        threads=thread_count(threads),
    )
    return SelfPlay(first=first, **arrays)


def selfplay_with(
    judge: Callable[..., Any],
    count: int,
    *,
    visits: int = 100,
    temperature: float = 0.25,
    seed: int = 0,
    later: float = 0.7,
    game_type: str = "Base+MLP",
    max_plies: int = 200,
    **options: Any,
) -> SelfPlay:
    """Plays self-play games in which ``judge`` evaluates positions for a ``TreeSearch``, whose
    ``options`` (``inputs``, ``size``, ``leaves``, ``scale`` ...) may be given. The first 16 plies
    are drawn by the shares of the visits, later ones with this ``temperature``. Scores are the
    expected points, as the leads in liberties that give the engine as many.

    >>> import numpy as np
    >>> from waggle.learning import selfplay_with
    >>> def judge(features):
    ...     return None, np.full(len(features), 0.5, np.float32)
    >>> games = selfplay_with(judge, 2, inputs=["features"], visits=10, max_plies=30)
    >>> len(games.games), len(games.features) == len(games.points)
    (2, True)
    """
    batch = GameBatch(count, game_type, max_plies=max_plies)
    search = TreeSearch(batch, seed=seed, **options)
    scores: list[list[str]] = [[] for _ in range(count)]
    while not (over := batch.is_over()).all():
        search.run(judge, visits)
        for game, points in enumerate(search.values().tolist()):
            if not over[game]:
                scores[game].append(_score(points))
        batch.play(search.choose(np.where(batch.plies() < 16, 1.0, temperature)))
    games = (f"{batch[game]}\t{' '.join(scores[game])}" for game in range(count))
    return SelfPlay(first=0, **_samples(list(games), later))


def _score(points: float) -> str:
    """Expected points as files of ``waggle tune --keep`` have the score of a move."""
    if points in (0.0, 1.0):
        return "win" if points else "loss"
    return str(round(100 * math.log(points / (1 - points)) * CHANCE_SCALE))


def read_samples(path: str | os.PathLike[str], *, later: float = 0.7) -> SelfPlay:
    """The games of a file that ``waggle tune --keep`` has written, which may be packed (``.gz``),
    and their positions, as ``waggle tune`` has them before it joins those with equal features.
    """
    with _open(Path(path)) as file:
        first, *lines = file.read().decode().split("\n")
    if not first.startswith("# games without contempt"):
        raise ValueError(f"{path}: expected a file of `waggle tune --keep`, found `{first[:80]}`")
    # The last line may still be written to.
    return SelfPlay(first=0, **_samples(lines[:-1], later))
