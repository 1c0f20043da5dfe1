"""A child process with non-blocking pipes, killed together with its own children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The longest line accepted from an engine, in bytes; a game of 5,000 plies fits.
_MAX_LINE = 1 << 20
#: The number of buffered lines; an engine that prints more must wait.
_LINES_AHEAD = 256
#: The number of lines kept from standard error.
_ERROR_LINES = 30


class Late(Exception):
    """Nothing arrived before the deadline."""


class Closed(Exception):
    """The child has closed its output, most likely by exiting."""


class _Lines:
    """Lines from a reader to a caller; the reader waits while there are many."""

    def __init__(self) -> None:
        self._kept: deque[bytes] = deque()
        self._changed = threading.Condition()
        self._is_ended = False

    def put(self, line: bytes) -> bool:
        """Keeps a line, unless nobody will take it."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_ended or len(self._kept) < _LINES_AHEAD)
            if not self._is_ended:
                self._kept.append(line)
                self._changed.notify_all()
            return not self._is_ended

    def end(self) -> None:
        """There will be no more; those that are there can be taken."""
        with self._changed:
            self._is_ended = True
            self._changed.notify_all()

    def has(self, line: bytes, times: int) -> bool:
        """Whether the line is there so many times, or there will be no more."""
        with self._changed:
            return self._is_ended or sum(it.rstrip() == line for it in self._kept) >= times

    def take(self, deadline: float | None) -> bytes:
        """The next line, waiting at most until the deadline."""
        with self._changed:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            if not self._changed.wait_for(lambda: self._kept or self._is_ended, left):
                raise Late
            if not self._kept:
                raise Closed
            self._changed.notify_all()
            return self._kept.popleft()


class ChildProcess:
    """A running program, killed with its process group when closed or garbage-collected."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
    ) -> None:
        self._child = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=None if env is None else {**os.environ, **env},
            # Its own process group: a script can be killed together with the engine it started,
            # and Ctrl-C in the terminal does not reach them.
            start_new_session=True,
        )
        self.lines = _Lines()
        self._errors: deque[str] = deque(maxlen=_ERROR_LINES)
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _kill, self._child, self.lines, self._owner)
        output, errors = (
            threading.Thread(target=target, args=arguments, daemon=True)
            for target, arguments in (
                (_read_lines, (self._child.stdout, self.lines)),
                (_keep_last_lines, (self._child.stderr, self._errors)),
            )
        )
        output.start()
        errors.start()
        self._error_reader = errors

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._child.pid

    @property
    def is_ours(self) -> bool:
        """Whether this process started it: after a fork the readers are the parent's."""
        return os.getpid() == self._owner

    def write_line(self, line: str) -> None:
        """Sends a line. If the child has exited, the line is lost and reading reports the exit."""
        with contextlib.suppress(OSError, ValueError):
            assert self._child.stdin is not None
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()

    def read_line(self, deadline: float | None) -> str:
        """The next line of output, waiting at most until the deadline."""
        return self.lines.take(deadline).decode(errors="replace").rstrip("\r\n")

    def last_error_lines(self, patience: float) -> list[str]:
        """The last lines of standard error, waiting at most this long for its end."""
        self._error_reader.join(patience)
        return list(self._errors)

    def exit_code(self, patience: float) -> int | None:
        """The exit code, waiting at most this long."""
        try:
            return self._child.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    def close(self, patience: float) -> int | None:
        """Closes the input, waits, kills the rest of the group, and returns the exit code."""
        with contextlib.suppress(OSError, ValueError):
            assert self._child.stdin is not None
            self._child.stdin.close()
        code = self.exit_code(patience)
        self.kill()
        return code

    def kill(self) -> None:
        """Kills the program and its children."""
        self._finalizer()


def _kill(child: subprocess.Popen[bytes], lines: _Lines, owner: int) -> None:
    if os.getpid() != owner:
        return  # A fork's copy, which leaves the parent its engine.
    if hasattr(os, "killpg"):
        # Fails only if the group is gone.
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        child.kill()
    child.wait()
    # The reader may wait for somebody to take its lines.
    lines.end()
    # Unsent lines are lost with the child; the readers close the other ends.
    with contextlib.suppress(OSError):
        assert child.stdin is not None
        child.stdin.close()


def _read_lines(output: IO[bytes], lines: _Lines) -> None:
    with contextlib.suppress(OSError, ValueError), output:
        while True:
            line = output.readline(_MAX_LINE)
            is_cut = not line.endswith(b"\n") and len(line) >= _MAX_LINE
            if not line or is_cut or not lines.put(line):
                break
    lines.end()


def _keep_last_lines(errors: IO[bytes], kept: deque[str]) -> None:
    with contextlib.suppress(OSError, ValueError), errors:
        while line := errors.readline(1024):
            kept.append(line.decode(errors="replace").rstrip("\r\n"))
