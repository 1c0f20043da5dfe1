"""Commands to a UHP engine and its replies, one after the other."""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING

from ._process import ChildProcess, Closed, Late
from ._waggle import EngineError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

#: The maximum lines of a reply.
_MAX_REPLY = 100_000


class UhpError(EngineError):
    """An engine did not start, ended, or rejected a command."""


class UhpTimeoutError(UhpError):
    """An engine did not answer in time. It is still running: close it, or try again."""


class Rejected(UhpError):
    """An engine answered ``err`` or ``invalidmove``."""


class Dialogue:
    """A running engine. Replies that nobody waited for are read and dropped."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        patience: float,
    ) -> None:
        self.name = command[0]
        try:
            self.process = ChildProcess(command, cwd, env)
        except OSError as error:
            raise UhpError(f"`{self.name}` did not start: {error}") from error
        #: Replies to come.
        self._owed = 1
        try:
            #: The lines of the greeting.
            self.banner = list(self._reply("", patience))
        except BaseException:
            self.process.kill()
            raise
        names = [line[3:].strip() for line in self.banner if line.startswith("id ")]
        self.name = names[0] if names else self.name

    def ask(self, command: str, patience: float | None) -> list[str]:
        """Sends a command and returns the lines of its reply."""
        return list(self.lines(command, patience))

    def lines(self, command: str, patience: float | None) -> Iterator[str]:
        """Sends a command and yields the lines of its reply as they arrive."""
        self.tell(command)
        self._owed += 1
        return self._accepted(command, patience)

    def has_replied(self) -> bool:
        """Whether all that it owes has come."""
        return self.process.lines.has(b"ok", self._owed)

    def _accepted(self, command: str, patience: float | None) -> Iterator[str]:
        for line in self._reply(command, patience):
            if line.startswith(("err", "invalidmove")):
                for _ in self._reply(command, patience):
                    pass
                raise Rejected(f"{self.name} rejects `{command[:200]}`: {line}")
            yield line

    def tell(self, line: str) -> None:
        """Sends a line that has no reply of its own."""
        self.process.write_line(" ".join(line.splitlines()))

    def _reply(self, command: str, patience: float | None) -> Iterator[str]:
        deadline = None if patience is None else clock.monotonic() + patience
        asked = f"`{command}`" if command else "its start"
        for _ in range(_MAX_REPLY):
            if (line := self._line(asked, deadline, patience)) is None:
                return
            yield line
        self.process.kill()
        raise UhpError(f"{self.name} sends an endless reply to {asked}")

    def _line(self, asked: str, deadline: float | None, patience: float | None) -> str | None:
        """The next line of the last reply; ``None`` at its end."""
        try:
            while self._owed:
                line = self.process.read_line(deadline)
                if line.rstrip() == "ok":
                    self._owed -= 1
                elif self._owed == 1:
                    return line
        except Late:
            message = f"{self.name} did not answer {asked} within {patience:g} s"
            raise UhpTimeoutError(message) from None
        except Closed:
            code = self.process.exit_code(1.0)
            said = "; ".join(self.process.last_error_lines(1.0)[-3:])
            about = f": {said}" if said else ""
            raise UhpError(
                f"{self.name} ended with code {code} instead of answering {asked}{about}"
            ) from None
        return None
