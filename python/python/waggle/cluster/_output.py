"""A file of numbered results that survives a crash of its writer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ._tasks import ClusterError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Output:
    """A file of results in the order of their numbers.

    Results arrive in any order. Each is saved at once as a line of JSON in the journal
    ``FILE.journal``. The file has the results up to the first missing one. When it is complete, the
    journal is removed. After a crash, reopening the output restores the results of the journal,
    except an incomplete last line.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self._journal_path = path.with_name(path.name + ".journal")
        self._results: dict[int, str] = {}
        self._order: list[int] = []
        self._next = 0
        self._journal: IO[bytes] | None = None
        self._file: IO[bytes] | None = None
        #: The work that the journal belongs to; ``None`` without a journal.
        self._work: Any = None
        is_there = path.exists() and path.stat().st_size > 0
        if not resume and (is_there or self._journal_path.exists()):
            raise ClusterError(f"`{path}` already has results: use --resume or another file")
        #: The size of the file without the results of the journal.
        self._base = path.stat().st_size if is_there else 0
        if self._journal_path.exists():
            self._read_journal()
            # The rest is in the journal.
            if is_there:
                os.truncate(path, self._base)

    def _read_journal(self) -> None:
        text = self._journal_path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            os.truncate(self._journal_path, len(whole))
        lines = whole.splitlines()
        if len(lines) < 2:
            # It failed before its first result.
            os.truncate(self._journal_path, 0)
            return
        header = json.loads(lines[0])
        self._work, self._base = header["work"], min(self._base, header["base"])
        for line in lines[1:]:
            entry = json.loads(line)
            self._results[entry["number"]] = entry["result"]

    def begin(self, work: Any, numbers: Sequence[int]) -> list[int]:
        """Sets the results to add to the file, in order, and the ``work`` they belong to.

        Returns the numbers of those still missing.
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
        """Saves a result; returns whether the file has grown."""
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
        """Writes the results that are next in order."""
        assert self._file is not None
        before = self._next
        while self._next < len(self._order) and self._order[self._next] in self._results:
            self._file.write(self._results[self._order[self._next]].encode())
            self._next += 1
        self._file.flush()
        return self._next > before

    @property
    def is_complete(self) -> bool:
        """Whether the file is complete."""
        return self._next == len(self._order)

    def close(self, *, finished: bool = False) -> None:
        """Closes the files, and removes the journal if it is no longer needed.

        Without any result the file is as it was before.
        """
        for file in (self._file, self._journal):
            if file is not None:
                file.close()
        if self._file is None:
            return
        if finished or self.is_complete or not self._results:
            self._journal_path.unlink(missing_ok=True)
        if not self._results and not self.path.stat().st_size:
            self.path.unlink()
