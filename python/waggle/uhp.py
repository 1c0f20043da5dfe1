"""External engines that speak the Universal Hive Protocol."""

from __future__ import annotations

import json
import math
import shlex
import time as clock
from typing import TYPE_CHECKING, Any

from ._process import ChildProcess, Closed, Late
from ._waggle import EngineError, Game, Move, Position
from .results import Analysis, Explanation, Line, Review, Solution

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType

#: The option that makes engines print a line for each depth.
_REPORTS = "ReportIntermediateBestMoves"
#: The maximum lines of a reply.
_MAX_REPLY = 100_000


class UhpError(EngineError):
    """An engine did not start, ended, or rejected a command."""


class UhpTimeoutError(UhpError):
    """An engine did not answer in time. It is still running: close it, or try again."""


class UhpEngine:
    """An external UHP engine, such as nokamute, MzingaEngine or ``waggle``.

    ``command`` is a command line or a list of arguments. The program runs in its own process
    group, and is killed with its children when the engine is closed or dropped. It has ``timeout``
    seconds for its greeting and for each command that does not search; a search has that much
    more than its time limit. Ctrl-C during a search kills it.

    ``options`` are set at the start. The methods are those of ``Engine``. Those that UHP lacks
    (``solve``, ``review``, ``explain``, several lines) work with engines that support Waggle's
    extensions, and raise ``UhpError`` with others. Scores in an engine's own units are in
    ``Analysis.engine_score``.

    >>> with UhpEngine("waggle uhp", options={"NumThreads": 1}) as engine:  # doctest: +SKIP
    ...     game = Game("Base")
    ...     game.play(engine.best_move(game, time=0.1))
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float = 10.0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise UhpError("expected a command that starts an engine, found none")
        self.timeout = timeout
        self._owed = 1
        try:
            self._process = ChildProcess(words, cwd, env)
        except OSError as error:
            raise UhpError(f"`{words[0]}` did not start: {error}") from error
        self._name = words[0]
        self._extensions: frozenset[str] | None = None
        self._reports: bool | None = None
        try:
            banner = self._reply("", timeout)
            names = [line[3:].strip() for line in banner if line.startswith("id ")]
            self._name = names[0] if names else words[0]
            self.capabilities = _capabilities(banner)
            for name, value in (options or {}).items():
                self.set_option(name, value)
        except BaseException:
            self._process.kill()
            raise

    @property
    def name(self) -> str:
        """The engine's name, as it reports it."""
        return self._name

    @property
    def pid(self) -> int:
        """The engine's process id."""
        return self._process.pid

    def send(self, line: str, timeout: float | None = None) -> list[str]:
        """Sends a command and waits for its reply: the lines before ``ok``.

        After a timeout, the late reply is awaited first and discarded.
        """
        self._tell(line)
        return _accepted(self._name, line, self._reply(line, timeout or self.timeout))

    def options(self) -> dict[str, str]:
        """The engine's options and their values."""
        found = {}
        for line in self.send("options"):
            fields = line.split(";")
            if len(fields) >= 3:
                found[fields[0]] = fields[2]
        return found

    def set_option(self, name: str, value: object) -> None:
        """Sets an option; a ``bool`` becomes ``True`` or ``False``."""
        self.send(f"options set {name} {value}")

    def legal_moves(self, game: Game) -> list[Move]:
        """The legal moves according to the engine."""
        self._set_up(game)
        reply = self.send("validmoves")
        texts = reply[0].split(";") if reply else []
        return [game.parse_move(text) for text in texts if text]

    def iterate(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Iterator[Analysis]:
        """Searches, and yields each iteration that the engine reports, the result last.

        Engines without such reports yield only the result.
        """
        _check(depth, nodes, time)
        self._set_up(game)
        patience = None if time is None else time + self.timeout
        if "analyze" in self._known():
            limits = _limits(depth, nodes, time)
            yield from self._analyze(game, f"analyze lines {lines}{limits}", patience)
        elif lines != 1:
            raise UhpError(f"{self._name} supports one line, not {lines}")
        else:
            yield from self._bestmove(game, _effort(depth, nodes, time), patience)

    def analyse(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Searches the current position of a game."""
        last = None
        for analysis in self.iterate(game, depth=depth, nodes=nodes, time=time, lines=lines):
            last = analysis
        if last is None:
            raise UhpError(f"{self._name} reported nothing for {game}")
        return last

    def best_move(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Move:
        """The move to play."""
        _check(depth, nodes, time)
        self._set_up(game)
        command = _effort(depth, nodes, time)
        self._tell(command)
        patience = None if time is None else time + self.timeout
        reply = _accepted(self._name, command, self._thought(command, patience))
        return self._move(game, reply[-1] if reply else "")

    def solve(self, game: Game, *, within: int) -> Solution:
        """Searches for the shortest forced win within this many plies."""
        document = self._document(game, "solve", f"solve plies {within}")
        proof, score = document["proof"], document["score"]
        return Solution._of(
            {
                **document,
                "plies": None if score is None else score["win"]["plies"],
                "best": None if proof is None else game.parse_move(proof["move"]).bits,
                "text": None if score is None else score["words"],
            }
        )

    def review(
        self,
        game: Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Review:
        """Judges every move of a game; the limits are per position."""
        _check(depth, nodes, time)
        command = f"review{_limits(depth, nodes, time)}"
        return Review._of(self._document(game, "review", command))

    def explain(self, position: Game | Position) -> Explanation:
        """The static evaluation of a game's current position, split into its terms."""
        if not isinstance(position, Game):
            raise UhpError("UHP has games, not positions: expected a Game")
        evaluation = self._document(position, "explain", "explain")["evaluation"]
        rows = (f"{term['liberties']:+.2f}  {term['name']}" for term in evaluation["terms"])
        return Explanation._of({**evaluation, "text": "\n".join(rows)})

    def close(self) -> None:
        """Asks the engine to exit, and kills it after three seconds."""
        self._process.write_line("exit")
        self._process.close(3.0)

    def kill(self) -> None:
        """Kills the engine and its children at once."""
        self._process.kill()

    def __enter__(self) -> UhpEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.kill()

    def __repr__(self) -> str:
        return f"<UhpEngine {self._name}, process {self.pid}>"

    def _set_up(self, game: Game) -> None:
        self.send(f"newgame {game.game_string()}")

    def _known(self) -> frozenset[str]:
        """The commands that the engine lists."""
        if self._extensions is None:
            try:
                lines = self.send("help")
            except UhpTimeoutError:
                raise
            except UhpError:
                lines = []
            words = (line.split() for line in lines)
            self._extensions = frozenset(line[0].rstrip(":").lower() for line in words if line)
        return self._extensions

    def _document(self, game: Game, name: str, command: str) -> dict[str, Any]:
        if name not in self._known():
            raise UhpError(f"{self._name} does not support `{name}`, which is an extension of UHP")
        self._set_up(game)
        self._tell(command)
        reply = _accepted(self._name, command, self._thought(command, None))
        document = self._parsed(reply[-1] if reply else "")
        return document

    def _analyze(self, game: Game, command: str, patience: float | None) -> Iterator[Analysis]:
        for line in self._live(command, patience):
            document = self._parsed(line)
            best = document["lines"][0]["moves"] if document["lines"] else []
            document["best"] = game.parse_move(best[0]).bits if best else None
            yield Analysis._of(document)

    def _bestmove(self, game: Game, command: str, patience: float | None) -> Iterator[Analysis]:
        if self._reports is None:
            self._reports = _REPORTS in self.options()
            if self._reports:
                self.set_option(_REPORTS, True)
        started = clock.monotonic()
        last = None
        for line in self._live(command, patience):
            move, *fields = line.split(";")
            depth = int(fields[0]) if fields and fields[0].isdigit() else 0
            score = _number(fields[1]) if len(fields) > 1 else None
            moves = tuple(fields[2:]) or (move,)
            if last is not None and not fields and moves[0] == last.moves[0]:
                depth, score, moves = last.depth, last.engine_score, last.moves
            last = Analysis(
                best=self._move(game, move),
                score=None,
                lines=(Line(None, moves),),
                depth=depth,
                deepest=max(depth, len(moves)),
                nodes=0,
                seconds=clock.monotonic() - started,
                is_final=not fields,
                engine_score=score,
            )
            yield last

    def _live(self, command: str, patience: float | None) -> Iterator[str]:
        """The lines of a reply as they arrive."""
        self._tell(command)
        deadline = None if patience is None else clock.monotonic() + patience
        try:
            while (line := self._line(command, deadline, patience)) is not None:
                if line.startswith(("err", "invalidmove")):
                    self._reply(command, self.timeout)
                    _accepted(self._name, command, [line])
                yield line
        except (KeyboardInterrupt, GeneratorExit):
            # UHP has no command to stop it.
            if self._owed:
                self._process.kill()
            raise

    def _move(self, game: Game, text: str) -> Move:
        try:
            move = game.parse_move(text)
        except ValueError as error:
            raise UhpError(f"{self._name} answers `{text}`: {error}") from error
        if not game.is_legal(move):
            raise UhpError(f"{self._name} answers `{text}`, which is not legal in {game}")
        return move

    def _parsed(self, line: str) -> dict[str, Any]:
        try:
            document = json.loads(line)
        except ValueError as error:
            raise UhpError(f"{self._name} answers `{line[:80]}`: {error}") from error
        if not isinstance(document, dict):
            raise UhpError(f"{self._name} answers `{line[:80]}`, which is not a JSON object")
        return document

    def _tell(self, line: str) -> None:
        self._process.write_line(" ".join(line.splitlines()))
        self._owed += 1

    def _thought(self, command: str, patience: float | None) -> list[str]:
        """The reply to a command that searches."""
        try:
            return self._reply(command, patience)
        except KeyboardInterrupt:
            self._process.kill()
            raise

    def _reply(self, command: str, patience: float | None) -> list[str]:
        """All lines of the outstanding reply."""
        deadline = None if patience is None else clock.monotonic() + patience
        lines: list[str] = []
        while (line := self._line(command, deadline, patience)) is not None:
            lines.append(line)
            if len(lines) > _MAX_REPLY:
                self._process.kill()
                raise UhpError(f"{self._name} sends an endless reply to `{command}`")
        return lines

    def _line(self, command: str, deadline: float | None, patience: float | None) -> str | None:
        """The next line of the outstanding reply; ``None`` at its end."""
        try:
            while True:
                line = self._process.read_line(deadline)
                if line.rstrip() == "ok":
                    self._owed -= 1
                    if self._owed <= 0:
                        return None
                elif self._owed == 1:
                    return line
        except Late:
            raise UhpTimeoutError(
                f"{self._name} did not answer `{command}` within {patience:g} s"
            ) from None
        except Closed:
            code = self._process.exit_code(1.0)
            said = "; ".join(self._process.last_error_lines()[-3:])
            about = f": {said}" if said else ""
            raise UhpError(
                f"{self._name} ended with code {code} instead of answering `{command}`{about}"
            ) from None


def _accepted(name: str, command: str, reply: list[str]) -> list[str]:
    for line in reply:
        if line.startswith(("err", "invalidmove")):
            raise UhpError(f"{name} rejects `{command[:200]}`: {line}")
    return reply


def _capabilities(banner: list[str]) -> tuple[str, ...]:
    """The expansions in the greeting, such as ``('Mosquito', 'Ladybug')``."""
    for line in banner:
        if not line.startswith("id "):
            return tuple(word.strip() for word in line.split(";") if word.strip())
    return ()


def _check(depth: int | None, nodes: int | None, time: float | None) -> None:
    if depth is None and nodes is None and time is None:
        raise ValueError("expected a limit, `depth`, `nodes` or `time`, found none")
    if time is not None and not (math.isfinite(time) and time >= 0):
        raise ValueError(f"expected a non-negative time in seconds, found {time}")


def _limits(depth: int | None, nodes: int | None, time: float | None) -> str:
    """Limits of Waggle's extensions, which may be combined."""
    named = (("depth", depth), ("nodes", nodes), ("seconds", time))
    return "".join(f" {name} {value}" for name, value in named if value is not None)


def _effort(depth: int | None, nodes: int | None, time: float | None) -> str:
    """The command for a best move, which takes one limit."""
    given = [limit for limit in (depth, nodes, time) if limit is not None]
    if len(given) != 1:
        raise ValueError("expected one limit, `depth`, `nodes` or `time`, found several")
    if depth is not None:
        return f"bestmove depth {depth}"
    if nodes is not None:
        return f"bestmove nodes {nodes}"
    assert time is not None
    whole, fraction = divmod(round(time * 1000), 1000)
    minutes, seconds = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"bestmove time {hours:02}:{minutes:02}:{seconds:02}"
    return f"{text}.{fraction:03}" if fraction else text


def _number(text: str) -> float | None:
    text = text.strip().replace("∞", "inf")
    try:
        return float(text)
    except ValueError:
        return None
