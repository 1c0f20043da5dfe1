"""``waggle match`` on many machines: a task is a pair of games."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._waggle import __version__
from ..files import replacing
from . import _program
from ._output import Output
from ._tasks import ClusterError, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._tasks import Progress

#: Options whose files are copied to the machines.
_FILES = ("--config", "--openings", "--network")
#: Options of the program that its shards do not take.
_REFUSED = ("--shard", "--concurrency", "--log", "--summarise", "--list")
#: The maximum share of time spent on checking for a verdict.
_SHARE_OF_TESTS = 0.1

_DECIDED = {0: "accepted", 1: "rejected"}


@dataclass(frozen=True)
class MatchResult:
    """The result of a match."""

    report: dict[str, Any]
    """The output of ``waggle match --json``."""
    text: str
    """The output of ``waggle match``."""
    code: int
    """Its exit code: 0, or 3 if too many games ended by faults; with a test 0 if it has accepted, 1
    if it has rejected, 3 if it has not decided."""


@dataclass(frozen=True)
class _Part:
    """The description of the match for a machine."""

    program: bytes
    arguments: list[str]
    files: dict[str, bytes]
    """The files named by the arguments, with their contents."""
    cwd: str
    pairs: int


def play_match(
    arguments: Sequence[str],
    pgn: str | os.PathLike[str],
    *,
    resume: bool = False,
    sprt: str | None = None,
    program: str | os.PathLike[str] | None = None,
    cpus: float = 1,
    progress: Progress = None,
) -> MatchResult:
    """Plays a match, given by the arguments of ``waggle match``, into a PGN file.

    Games are written in the order of their numbers. With ``resume``, games already in the file are
    not played again. With ``sprt`` the match ends when the test reaches a verdict, and the file has
    the games up to it. The match also ends when too many games ended by faults. ``cpus`` is the
    number of processors per game.
    """
    for word in arguments:
        option = word.partition("=")[0]
        if option in _REFUSED:
            raise ClusterError(f"{option} is not for a cluster, which plays all shards itself")
    executable, path = _program.find(program), Path(pgn)
    output = Output(path, resume=resume)
    listing = [str(executable), "match", *arguments, "--pgn", str(path)]
    listing += ["--resume", "--shard", "1/1", "--list", "--json"]
    schedule = json.loads(_said(listing))
    missing: dict[int, set[int]] = {}
    for game in schedule["games"]:
        missing.setdefault(game["pair"], set()).add(game["number"])
    first = min(map(min, missing.values()), default=0)
    late = [number for number in _numbers(path) if number > first > 0]
    if sprt is not None and late:
        raise ClusterError(
            f"`{path}` has game {late[0]} but not game {first}: a test needs games in order"
        )
    work = {"match": schedule["match"], "version": __version__}
    pairs = output.begin(work, sorted(missing))
    total, done = len(missing), len(missing) - len(pairs)
    part = _Part(
        executable.read_bytes(), *_shipped(arguments), cwd=os.getcwd(), pairs=schedule["pairs"]
    )
    # A resumed file may already have a verdict.
    end = _End(executable, path, sprt, listing)
    finished = False
    tasks = run(_play_pair, part, ((pair, pair) for pair in pairs), cpus=cpus)
    try:
        finished = end.has_come(now=True)
        while not finished:
            try:
                pair, games = next(tasks)
            except StopIteration:
                break
            if not missing[pair] <= games.keys():
                raise ClusterError(f"pair {pair} returned without all of its games")
            # Earlier games of the file may belong to a match with another identifier.
            known = f'[Match "{schedule["match"]}"]'
            texts = [_MATCH.sub(known, games[number], 1) for number in sorted(missing[pair])]
            if output.add(pair, "".join(texts)):
                finished = end.has_come(now=output.is_complete)
            done += 1
            if progress is not None:
                progress(done, total)
    finally:
        tasks.close()
        output.close(finished=finished)
    return _result(executable, path, sprt)


class _End:
    """Whether the games of a file are all that are needed, checked from time to time."""

    def __init__(self, program: Path, pgn: Path, sprt: str | None, listing: list[str]) -> None:
        self._command = [str(program), "match", "--summarise", str(pgn), "--json"]
        self._command += ["--sprt", sprt or ""]
        self._listing = listing
        self._pgn = pgn
        self._is_test = sprt is not None
        self._not_before = 0.0

    def has_come(self, *, now: bool) -> bool:
        """Whether a test has a verdict, or too many games ended by faults."""
        if not self._pgn.exists() or self._pgn.stat().st_size == 0:
            return False
        started = time.monotonic()
        if started < self._not_before and not now:
            return False
        has_come = (self._is_test and self._is_decided()) or self._is_lost()
        ended = time.monotonic()
        self._not_before = ended + (ended - started) / _SHARE_OF_TESTS
        return has_come

    def _is_lost(self) -> bool:
        """Whether the program would play no more games."""
        return not json.loads(_said(self._listing))["games"]

    def _is_decided(self) -> bool:
        """Whether there is a verdict; if so, later games are dropped."""
        tested = _program.run(self._command)
        if tested.returncode not in (0, 1, 3):
            raise ClusterError(_program.last_lines(tested.stderr))
        if tested.returncode not in _DECIDED:
            return False
        counted = {game["number"] for game in json.loads(tested.stdout)["played"]}
        games = games_of(self._pgn.read_text(encoding="utf-8"))
        with replacing(self._pgn) as kept:
            kept.writelines(it.encode() for number, it in games.items() if number in counted)
        return True


def _result(program: Path, pgn: Path, sprt: str | None) -> MatchResult:
    command = [str(program), "match", "--summarise", str(pgn)]
    if sprt is not None:
        command += ["--sprt", sprt]
    text, document = _program.run(command), _program.run([*command, "--json"])
    if text.returncode not in (0, 1, 3) or document.returncode != text.returncode:
        raise ClusterError(_program.last_lines(text.stderr))
    return MatchResult(json.loads(document.stdout), text.stdout, text.returncode)


def _said(command: list[str]) -> str:
    """The output of a command that must succeed."""
    done = _program.run(command)
    if done.returncode != 0:
        raise ClusterError(_program.last_lines(done.stderr).removeprefix("error: "))
    return done.stdout


def _shipped(arguments: Sequence[str]) -> tuple[list[str], dict[str, bytes]]:
    """The arguments with files replaced by local names, and the contents of the files."""
    words: list[str] = []
    files: dict[str, bytes] = {}
    left = iter(arguments)
    for word in left:
        option, equals, value = word.partition("=")
        if option in _FILES:
            path = Path(value if equals else next(left, ""))
            # An engine is named by its network's file, and the extension gives the format.
            name = f"{len(files)}/{path.name}"
            files[name] = path.read_bytes()
            words += [option, name]
        else:
            words.append(word)
    return words, files


def _play_pair(part: _Part, pair: int) -> dict[int, str]:
    """Plays a pair of games and returns their PGN by number."""
    program = _program.unpack(part.program)
    with tempfile.TemporaryDirectory(prefix="waggle-") as name:
        folder = Path(name)
        for file, content in part.files.items():
            (folder / file).parent.mkdir()
            (folder / file).write_bytes(content)
        words = [str(folder / word) if word in part.files else word for word in part.arguments]
        pgn = folder / "pair.pgn"
        shard = ["--shard", f"{pair}/{part.pairs}", "--concurrency", "1", "--pgn", str(pgn)]
        done = _program.run([str(program), "match", *words, *shard], part.cwd)
        # A pair of which both games ended by faults says nothing, which is 3.
        if done.returncode not in (0, 3):
            raise ClusterError(_program.last_lines(done.stderr).removeprefix("error: "))
        return games_of(pgn.read_text(encoding="utf-8"))


#: The first line of each game; no comment line starts like this.
_GAME = re.compile(r'^(?=\[GameType ")', re.MULTILINE)
_MATCH = re.compile(r'^\[Match "[^"]*"\]$', re.MULTILINE)
_NUMBER = re.compile(r'^\[Game "(\d+)"\]$', re.MULTILINE)


def _numbers(pgn: Path) -> list[int]:
    return list(games_of(pgn.read_text(encoding="utf-8"))) if pgn.exists() else []


def games_of(text: str) -> dict[int, str]:
    """The games of a PGN file written by a match, by number."""
    games = ((_NUMBER.search(game), game) for game in _GAME.split(text))
    return {int(number[1]): game for number, game in games if number}
