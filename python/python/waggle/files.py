"""Game files: PGN, SGF and GameStrings, streamed game by game."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import json
import os
import secrets
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Callable, Union, cast

from . import _waggle
from ._waggle import Game, GameFileError, Move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ._vocabulary import Outcome

Source = Union[str, "os.PathLike[str]", "Iterable[str]", "Iterable[bytes]"]
"""A path, an open text or binary file, or an iterable of lines."""

#: How much of a file is read to detect its format.
_BEGINNING = 64 * 1024
#: The formats of files that are written.
_ENDINGS = {".pgn": "pgn", ".sgf": "sgf", ".txt": "gamestrings", ".uhp": "gamestrings"}
#: The columns that are read of a table.
_COLUMNS = ("uhp_string", "player_white", "player_black", "winner")
#: Endings of packed files that are not written.
_OTHER_PACKINGS = (".bz2", ".xz", ".zst", ".zip", ".7z")


@dataclass(frozen=True)
class Comment:
    """A comment between two moves."""

    ply: int
    """The number of preceding moves."""
    text: str
    """What it says."""


@dataclass
class Variation:
    """Moves that might have been played instead.

    >>> from waggle import Game, GameRecord, Variation
    >>> game = Game("Base;;;wS1;bS1 wS1-")
    >>> record = GameRecord(game, variations=[Variation(1, ["bA1 wS1-"])])
    >>> print("".join(record.to_pgn().splitlines(True)[-4:-1]), end="")
    1. wS1
    2. bS1 wS1-
    (2. bA1 wS1-)
    """

    ply: int
    """The number of the game's moves before it: it stands beside the next one."""
    moves: list[Move]
    """Its moves; for a variation that is written, their MoveStrings will do."""
    comments: list[Comment] = field(default_factory=list)
    """Its comments, with plies from the beginning of the game."""
    variations: list[Variation] = field(default_factory=list)
    """Variations of its own moves, with plies from the beginning of the game."""

    @classmethod
    def _of(cls, found: _waggle._Branch) -> Variation:
        ply, moves, comments, others = found
        return cls(ply, moves, [Comment(*it) for it in comments], list(map(cls._of, others)))


@dataclass
class GameRecord:
    """A game of a file: its moves, tags, result, comments and variations.

    >>> from waggle import Game, GameRecord
    >>> record = GameRecord(Game("Base;;;wS1;bS1 wS1-"), {"White": "ann"})
    >>> print(record.to_pgn().splitlines()[5])
    [White "ann"]
    """

    game: Game
    """The moves."""
    tags: dict[str, str] = field(default_factory=dict)
    """The tags in the order of the file, without the game type and the result."""
    result: Outcome | None = None
    """The result according to the file, which may be by resignation, agreement or time;
    ``None`` if unfinished or unknown."""
    comments: list[Comment] = field(default_factory=list)
    """The comments, in order."""
    contradictions: list[str] = field(default_factory=list)
    """The statements of the file that its moves contradict."""
    variations: list[Variation] = field(default_factory=list)
    """What might have been played instead, in the order of the file."""

    def _repr_svg_(self) -> str:
        return self.game._repr_svg_()

    def to_pgn(self) -> str:
        """The game as PGN in MzingaViewer's form."""
        return self._write("pgn")

    def to_sgf(self) -> str:
        """The game as SGF in boardspace.net's form, which has no variations and not every tag."""
        return self._write("sgf")

    def to_game_string(self) -> str:
        """The game as a line with its GameString, and nothing else."""
        return self._write("gamestrings")

    @classmethod
    def _of(cls, game: GameRecord | Game) -> GameRecord:
        return game if isinstance(game, GameRecord) else cls(game)

    def _played(self, **more: object) -> tuple[Game, str, Outcome | None]:
        """The game, its tags and more notes as UHP's ``write`` takes them, and its result."""
        notes = json.dumps(
            {"headings": self.tags, **more},
            default=lambda it: str(it) if isinstance(it, Move) else vars(it),
        )
        return self.game, notes, self.game.outcome if self.result is None else self.result

    def _write(self, format: str) -> str:
        played = self._played(comments=self.comments, variations=self.variations)
        return _waggle.write_game(format, *played)


def read_games(
    source: Source,
    *,
    format: str | None = None,
    on_error: Callable[[GameFileError], object] | None = None,
) -> Iterator[GameRecord]:
    r"""Streams the games of a file, or of all files of games in a folder.

    The format, ``pgn``, ``sgf`` or ``gamestrings``, is detected from the start of the file, or
    else from its name; a file ``.gz`` is unpacked. A table ``.parquet``, which needs ``pyarrow``,
    has the columns of docs/archives.md. An unreadable game raises ``GameFileError``, unless
    ``on_error`` is given: then that is called with the error, and the next game is read.

    >>> from waggle import read_games
    >>> lines = ["Base;;;wS1;bS1 wS1-", "Base;;;wS1;bX", "Base+M;;;wM"]
    >>> errors = []
    >>> [record.game.ply for record in read_games(lines, on_error=errors.append)]
    [2, 1]
    >>> print(errors[0])
    game 2, line 2: move 2, `bX`: expected a piece such as `wA1`, found `bX`
    """
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        if path.is_dir():
            files = (file for file in sorted(path.rglob("*")) if _ending(file) in _ENDINGS)
            games = (read_games(file, format=format, on_error=on_error) for file in files)
            return itertools.chain.from_iterable(games)
        if _ending(path) == ".parquet":
            return _read(_rows(path), "collection", on_error)
        if format is None:
            with _open(path) as file:
                format = _waggle.format_of(file.read(_BEGINNING), _name(path))
        return _read_file(path, format, on_error)
    lines = ((it.encode() if isinstance(it, str) else it).rstrip(b"\r\n") for it in source)
    if format is not None:
        return _read(lines, format, on_error)
    beginning = list(_first(lines))
    format = _waggle.format_of(b"\n".join(beginning), None)
    return _read(itertools.chain(beginning, lines), format, on_error)


def write_games(
    target: str | os.PathLike[str] | IO[str],
    records: Iterable[GameRecord | Game],
    *,
    format: str | None = None,
) -> int:
    """Writes games one by one and returns their number.

    The format is by default that of the file's extension: ``.pgn``, ``.sgf``, or ``.txt`` and
    ``.uhp`` for GameStrings; a file ``.gz`` is packed. An existing file is replaced only after all
    games have been written, where links lead; pipes and devices are written to.

    >>> from waggle import Game, write_games
    >>> import io
    >>> file = io.StringIO()
    >>> write_games(file, [Game("Base;;;wS1"), Game("Base;;;wA1")], format="gamestrings")
    2
    >>> print(file.getvalue().splitlines()[1])
    Base;InProgress;Black[1];wA1
    """
    if not isinstance(target, (str, os.PathLike)):
        return _write_all(target, records, format or "pgn")
    path = Path(target)
    if path.suffix.lower() in _OTHER_PACKINGS:
        raise ValueError(f"expected a file of games, packed as `.gz` or not, found `{path}`")
    if format is None:
        format = _ENDINGS.get(_ending(path))
        if format is None:
            known = ", ".join(f"`{ending}`" for ending in _ENDINGS)
            raise ValueError(f"expected a file {known} or its `format`, found `{path}`")
    with (
        replacing(path) as out,
        gzip.GzipFile(_name(path), "wb", fileobj=out) if _is_packed(path) else out as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file,
    ):
        return _write_all(file, records, format)


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file that replaces an old one, where links lead, when all is written; or a pipe."""
    stream = {"/dev/stdout": 1, "/dev/stderr": 2}.get(str(path))
    if stream or (Path(path).exists() and not Path(path).is_file()):
        with open(os.dup(stream) if stream else path, "wb") as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    unfinished = Path(f"{target}.{secrets.token_hex(4)}.part")
    try:
        with unfinished.open("xb") as file:
            yield file
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _is_packed(path: Path) -> bool:
    return path.suffix.lower() == ".gz"


def _name(path: Path) -> str:
    """The name of the file, unpacked."""
    return path.stem if _is_packed(path) else path.name


def _ending(path: Path) -> str:
    return Path(_name(path)).suffix.lower()


def _open(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path, "rb")) if _is_packed(path) else path.open("rb")


def _write_all(file: IO[str], records: Iterable[GameRecord | Game], format: str) -> int:
    count = 0
    for record in map(GameRecord._of, records):
        file.write(record._write(format))
        count += 1
    return count


def _read_file(
    path: Path, format: str, on_error: Callable[[GameFileError], object] | None
) -> Iterator[GameRecord]:
    with _open(path) as file:
        yield from _read((line.rstrip(b"\r\n") for line in file), format, on_error)


def _rows(path: Path) -> Iterator[bytes]:
    """The games of a parquet file as lines of JSON, a few at a time."""
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        found = file.schema_arrow.names
        if "uhp_string" not in found:
            raise ValueError(f"{path}: expected a column `uhp_string`, found {', '.join(found)}")
        known = [name for name in found if name in _COLUMNS]
        for batch in file.iter_batches(4096, columns=known):
            yield from (json.dumps(row, default=str).encode() for row in batch.to_pylist())


def _read(
    lines: Iterable[bytes], format: str, on_error: Callable[[GameFileError], object] | None
) -> Iterator[GameRecord]:
    reader = _waggle.GameReader(format)
    for line in lines:
        yield from _records(reader.push(line), on_error)
    yield from _records(reader.finish(), on_error)


def _records(
    games: list[_waggle._ReadGame], on_error: Callable[[GameFileError], object] | None
) -> Iterator[GameRecord]:
    for game in games:
        if not isinstance(game, GameFileError):
            played, tags, result, comments, contradictions, branches = game
            notes = [Comment(*comment) for comment in comments]
            others = list(map(Variation._of, branches))
            yield GameRecord(played, dict(tags), result, notes, contradictions, others)
        elif on_error is None:
            raise game
        else:
            on_error(game)


def _first(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines up to the first that shows the format."""
    for line in lines:
        yield line
        text = line.strip().removeprefix(b"\xef\xbb\xbf").strip()
        if text and not text.startswith(b"#"):
            return
