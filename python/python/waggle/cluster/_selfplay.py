"""Self-play: a task is a group of games."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._waggle import __version__
from ..learning import SelfPlay, selfplay
from ..networks import NetworkFile, file_of
from ._tasks import ClusterError, run

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from ._tasks import Progress

_SETTINGS = "settings.json"


def play_selfplay(
    games: int,
    folder: str | os.PathLike[str],
    *,
    nodes: int = 4000,
    seed: int = 0,
    later: float = 0.7,
    game_type: str | None = None,
    network: NetworkFile | None = None,
    group: int = 64,
    resume: bool = False,
    progress: Progress = None,
) -> int:
    """Plays games 0 to ``games - 1`` of ``waggle.learning.selfplay`` into a folder, and returns
    the number of positions.

    Each group of games is a file ``games-NUMBER.npz``, named after its first game and written
    atomically; ``settings.json`` has the settings. With ``resume``, existing groups are not played
    again, and ``games`` may be larger than before.
    """
    if games < 1 or group < 1:
        raise ClusterError(f"expected games and a group of at least 1, found {games} and {group}")
    target = Path(folder)
    settings: dict[str, Any] = {"nodes": nodes, "seed": seed, "later": later, "group": group}
    settings["version"] = __version__
    if game_type is not None:
        settings["game_type"] = game_type
    file = None if network is None else file_of(network)
    if file is not None:
        settings["network"] = hashlib.sha256(file).hexdigest()[:16]
    _check(target, settings, resume)
    first = range(0, games, group)
    sizes = {number: min(group, games - number) for number in first}
    missing = [number for number in first if not _is_there(target, number, sizes[number])]
    done = len(sizes) - len(missing)
    tasks = run(
        _play,
        {**settings, "network": file},
        ((number, (number, sizes[number])) for number in missing),
    )
    for number, played in tasks:
        played.save(target / _name(number))
        done += 1
        if progress is not None:
            progress(done, len(sizes))
    return sum(len(played.number) for played in read_selfplay(target))


def read_selfplay(folder: str | os.PathLike[str]) -> Iterator[SelfPlay]:
    """The groups of games of a folder, ordered by number."""
    for path in sorted(Path(folder).glob("games-*.npz")):
        yield SelfPlay.load(path)


def _check(folder: Path, settings: dict[str, Any], resume: bool) -> None:
    """Creates the folder, or checks that its games have the same settings."""
    path = folder / _SETTINGS
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings) + "\n", encoding="utf-8")
        return
    if not resume:
        raise ClusterError(f"`{folder}` already has games: use --resume or another folder")
    written = json.loads(path.read_text(encoding="utf-8"))
    if written != settings:
        raise ClusterError(f"`{folder}` has games of other settings: {written}, not {settings}")


def _name(number: int) -> str:
    return f"games-{number:09}.npz"


def _is_there(folder: Path, number: int, size: int) -> bool:
    """Whether the group is complete; the last one of an earlier run may be smaller."""
    path = folder / _name(number)
    return path.exists() and len(SelfPlay.load(path).games) == size


def _play(settings: dict[str, Any], task: tuple[int, int]) -> SelfPlay:
    first, size = task
    named = ("nodes", "seed", "later", "game_type", "network")
    limits = {name: settings[name] for name in named if name in settings}
    return selfplay(size, first=first, threads=1, **limits)
