"""Reviews of the games of an archive: a task is a game."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._waggle import GameFileError, __version__
from ..engine import Engine
from ..files import GameRecord, read_games
from ..results import Review
from ..search import Limit
from ._output import Output
from ._tasks import ClusterError, run

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from ._tasks import Progress

#: The default time per position, as in ``waggle review``.
_TIME = 0.4


@dataclass(frozen=True)
class ArchivedReview:
    """The review of a game of an archive."""

    number: int
    """The number of the game in its file, from 1."""
    tags: dict[str, str]
    """The tags of the game."""
    review: Review
    """The judgment of its moves."""


def review_games(
    archive: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int = 1,
    table_mib: int = 64,
    resume: bool = False,
    progress: Progress = None,
) -> int:
    """Reviews all games of an archive, and returns the number of reviews in ``target``.

    The limits are per position, as in ``waggle review``. Each line of the target is the document of
    ``waggle review --json``, preceded by the ``number`` of the game, its ``fingerprint``, the
    ``settings`` and its ``tags``; for an unreadable game, or one without moves, it has an
    ``error``. With ``resume``, the target must be of the same games and settings.
    """
    limits: dict[str, Any] = {"depth": depth, "nodes": nodes, "time": time}
    if depth is None and nodes is None and time is None:
        limits["time"] = _TIME
    given = {"limits": limits, "table_mib": table_mib, "version": __version__}
    games = _games(Path(archive))
    marks = {number: {"fingerprint": _mark(game)} for number, game in games.items()}
    output = Output(Path(target), resume=resume)
    has = set()
    for line in _lines(Path(target)):
        number = line["number"]
        for name, here in {"settings": given, **marks.get(number, {"fingerprint": None})}.items():
            if line.get(name) != here:
                there = line.get(name)
                raise ClusterError(
                    f"`{target}` belongs to another archive or other settings, name another file: "
                    f"the {name} of game {number} are {there} there, {here} here"
                )
        has.add(number)
    together = "".join(mark["fingerprint"] for mark in marks.values())
    work = {"games": hashlib.sha256(together.encode()).hexdigest()[:16], **given}
    numbers = output.begin(work, [number for number in games if number not in has])
    total, done = len(games), len(games) - len(numbers)
    tasks = run(
        _review,
        (Limit(**limits), threads, table_mib),
        ((number, games[number]) for number in numbers),
        cpus=threads,
    )
    try:
        for number, document in tasks:
            line = {"number": number, **marks[number], "settings": given, **document}
            output.add(number, json.dumps(line) + "\n")
            done += 1
            if progress is not None:
                progress(done, total)
    finally:
        output.close()
    return sum(1 for line in _lines(Path(target)) if "error" not in line)


def read_reviews(path: str | os.PathLike[str]) -> Iterator[ArchivedReview]:
    """Reads the reviews written by ``review_games`` or ``waggle review --all``."""
    for line in _lines(Path(path)):
        if "error" not in line:
            yield ArchivedReview(line["number"], line["tags"], Review._of(line))


def _games(archive: Path) -> dict[int, GameRecord | str]:
    """The games of an archive by number, or their errors."""
    broken: list[GameFileError] = []
    good = list(read_games(archive, on_error=broken.append))
    wrong = {error.game: str(error) for error in broken}
    games: dict[int, GameRecord | str] = {}
    left = iter(good)
    for number in range(1, len(good) + len(wrong) + 1):
        games[number] = wrong[number] if number in wrong else next(left)
    if not games:
        raise ClusterError(f"`{archive}` has no games")
    return games


def _mark(game: GameRecord | str) -> str:
    """Tells games apart, and what is wrong with them."""
    text = game if isinstance(game, str) else str(game.game)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)


def _review(settings: tuple[Limit, int, int], game: GameRecord | str) -> dict[str, Any]:
    if isinstance(game, str):
        return {"error": game}
    if not game.game.ply:
        return {"error": "the game has no moves"}
    limit, threads, table_mib = settings
    engine = Engine(threads=threads, table_mib=table_mib)
    return {"tags": game.tags, **engine._judgment(game, limit)}
