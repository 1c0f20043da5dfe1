"""A file of numbered results that survives whoever writes it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ._errors import ClusterError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Output:
    """A file of results in the order of their numbers.

    Results come in any order. Each is kept at once in a journal beside the file, ``FILE.journal``:
    a line of JSON. The file has those up to the first that is missing. When all are there, the
    journal is removed. If the writer is killed, whoever opens the output again finds the results
    of the journal; a line that was not written to its end is left out.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self._journal_path = path.with_name(path.name + ".journal")
        self._results: dict[int, str] = {}
        self._order: list[int] = []
        self._next = 0
        self._journal: IO[bytes] | None = None
        self._file: IO[bytes] | None = None
        #: What the results of the journal belong to; ``None`` without one.
        self._work: Any = None
        is_there = path.exists() and path.stat().st_size > 0
        if not resume and (is_there or self._journal_path.exists()):
            raise ClusterError(
                f"`{path}` has results already: go on with --resume, or name another file"
            )
        #: The size of the file before the results of the journal.
        self._base = path.stat().st_size if is_there else 0
        if self._journal_path.exists():
            self._read_journal()
            # What follows is in the journal.
            if is_there:
                os.truncate(path, self._base)

    def _read_journal(self) -> None:
        text = self._journal_path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            os.truncate(self._journal_path, len(whole))
        lines = whole.splitlines()
        if not lines:
            return
        header = json.loads(lines[0])
        self._work, self._base = header["work"], min(self._base, header["base"])
        for line in lines[1:]:
            entry = json.loads(line)
            self._results[entry["number"]] = entry["result"]

    def begin(self, work: Any, numbers: Sequence[int]) -> list[int]:
        """Says which results the file is to have besides those it has, and in which order.

        ``work`` is what they belong to. Gives the numbers of those that are missing.
        """
        if self._work is not None and self._work != work:
            path = self._journal_path
            raise ClusterError(f"`{path}` belongs to other work: {self._work}, not {work}")
        self._order = list(numbers)
        self._file = self.path.open("ab")
        self._journal = self._journal_path.open("ab")
        if self._work is None:
            self._append({"work": work, "base": self._base})
        self._advance()
        return [number for number in numbers if number not in self._results]

    def add(self, number: int, result: str) -> bool:
        """Keeps a result; says whether the file has grown."""
        if number in self._results:
            return False
        self._results[number] = result
        self._append({"number": number, "result": result})
        return self._advance()

    def _append(self, entry: Any) -> None:
        assert self._journal is not None
        self._journal.write(json.dumps(entry).encode() + b"\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def _advance(self) -> bool:
        """Writes what is next in order."""
        assert self._file is not None
        before = self._next
        while self._next < len(self._order) and self._order[self._next] in self._results:
            self._file.write(self._results[self._order[self._next]].encode())
            self._next += 1
        self._file.flush()
        return self._next > before

    @property
    def is_complete(self) -> bool:
        """Whether the file has all results."""
        return self._next == len(self._order)

    def close(self, *, finished: bool = False) -> None:
        """Closes the files; the journal goes if the file is complete, or needs no more."""
        for file in (self._file, self._journal):
            if file is not None:
                file.close()
        if finished or (self._file is not None and self.is_complete):
            self._journal_path.unlink(missing_ok=True)
