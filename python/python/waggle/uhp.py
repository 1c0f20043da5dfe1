"""External engines that speak the Universal Hive Protocol."""

from __future__ import annotations

import contextlib
import json
import shlex
import threading
import time as clock
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from ._dialogue import Dialogue, Rejected, UhpError, UhpTimeoutError
from ._waggle import Game, Move, Position
from .results import Analysis, Explanation, Line, Review, Solution
from .search import AnyEngine, Limit, as_game

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from .files import GameRecord

__all__ = ["UhpEngine", "UhpError", "UhpTimeoutError"]

#: The option that makes engines print a line for each depth.
_REPORTS = "ReportIntermediateBestMoves"
#: What engines may do while it is not their turn, and what turns it off, as in `waggle match`.
_PONDERING = {"BackgroundPondering": "False", "Ponder": "False", "PonderDuringIdle": "Disabled"}
#: The default timeout in seconds.
_TIMEOUT = 10.0
#: For a search without a limit, which UHP does not have.
_A_DAY = Limit(time=86_399)
_T = TypeVar("_T")


class UhpEngine(AnyEngine):
    """An external UHP engine, such as nokamute, MzingaEngine or ``waggle``.

    ``command`` is a command line or a list of arguments. The program runs in its own process
    group, and is killed with its children when the engine is closed or dropped. ``options`` are
    set at the start; an engine that ponders by default does so only if they ask for it.

    ``timeout`` is how many seconds the engine has for its greeting and for each reply; a search
    with a time limit has that much more than its limit. The default is 10 seconds, and no limit
    for searches by depth or nodes, solutions and reviews.

    A limit is sent the way the engine understands: if it rejects fractions in ``bestmove time``,
    as ``bestmove seconds``.
    ``bestmove`` is a template for engines with other commands, with ``{time}``, ``{s}`` or
    ``{ms}``, ``{depth}`` or ``{nodes}``, as for ``waggle match --bestmove``. What UHP lacks
    (``solve``, ``review``, ``explain``, several lines) works with engines that support Waggle's
    extensions, and raises ``UhpError`` with others. Scores in an engine's own units are in
    ``Analysis.engine_score``.

    A search that is stopped or given up ends at once. An engine without a command for that is
    killed, and started again for the next call.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        timeout: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        bestmove: str | None = None,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise UhpError("expected a command that starts an engine, found none")
        self._program = words, cwd, env
        self._template = _Template(bestmove) if bestmove else None
        self.timeout = timeout
        self._options = dict(options or {})
        #: The form that the engine takes, by kind of limit.
        self._forms: dict[str, str] = {}
        self._lock = threading.Lock()
        #: The search that it is busy with.
        self._source: _UhpSource | None = None
        self._is_closed = False
        self._dialogue: Dialogue | None = None
        self._name = words[0]
        #: The expansions that it plays, such as ``('Mosquito', 'Ladybug')``.
        self.capabilities: tuple[str, ...] = ()
        self._extensions: frozenset[str] | None = None
        self._reports: bool | None = None
        self._start()

    def _start(self) -> Dialogue:
        dialogue = Dialogue(*self._program, self._patience)
        self._name, self.capabilities = dialogue.name, _capabilities(dialogue.banner)
        try:
            for name, off in _PONDERING.items():
                with contextlib.suppress(Rejected):
                    found = _options(dialogue.ask(f"options get {name}", self._patience))
                    if found.get(name, off).lower() != off.lower():
                        dialogue.ask(f"options set {name} {off}", self._patience)
            for name, value in self._options.items():
                dialogue.ask(f"options set {name} {value}", self._patience)
        except BaseException:
            dialogue.process.kill()
            raise
        self._dialogue, self._pid = dialogue, dialogue.process.pid
        return dialogue

    @property
    def name(self) -> str:
        """The engine's name, as it reports it."""
        return self._name

    @property
    def pid(self) -> int:
        """The engine's process id, or that of the last process if it was killed."""
        return self._pid

    @property
    def _patience(self) -> float:
        return _TIMEOUT if self.timeout is None else self.timeout

    def send(self, line: str, timeout: float | None = None) -> list[str]:
        """Sends a command and waits for its reply: the lines before ``ok``.

        After a timeout, the late reply is awaited first and discarded.
        """
        if not line.strip():
            raise ValueError("expected a command, which has a reply, found an empty line")
        with self._turn() as dialogue:
            return dialogue.ask(line, timeout or self._patience)

    def options(self) -> dict[str, str]:
        """The engine's options and their values."""
        return _options(self.send("options"))

    def set_option(self, name: str, value: object) -> None:
        """Sets an option; a ``bool`` becomes ``True`` or ``False``."""
        self.send(f"options set {name} {value}")
        self._options[name] = value

    def legal_moves(self, game: Game) -> list[Move]:
        """The legal moves according to the engine."""
        with self._turn() as dialogue:
            self._set_up(dialogue, game)
            reply = dialogue.ask("validmoves", self._patience)
            texts = reply[0].split(";") if reply else []
            return [self._read(game.parse_move, text) for text in texts if text]

    def clear(self) -> None:
        """Ends the process; the next call starts another."""
        with self._turn():
            self._end()

    def explain(self, position: Game | Position) -> Explanation:
        document = self._document(as_game(position), "explain", "explain")
        evaluation = document["evaluation"]
        rows = (f"{term['liberties']:+.2f}  {term['name']}" for term in evaluation["terms"])
        return Explanation._of({**evaluation, "text": "\n".join(rows)})

    def close(self) -> None:
        """Asks the engine to exit, and kills it after three seconds."""
        self._is_closed = True
        if self._dialogue is not None and self._dialogue.process.is_ours:
            self._dialogue.tell("exit")
            self._dialogue.process.close(3.0)

    def kill(self) -> None:
        """Kills the engine and its children at once."""
        self._is_closed = True
        if self._dialogue is not None:
            self._dialogue.process.kill()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    def __repr__(self) -> str:
        return f"<UhpEngine {self._name}, process {self.pid}>"

    def _search(self, game: Game, limit: Limit, lines: int) -> _UhpSource:
        def begin(dialogue: Dialogue) -> Iterator[Analysis]:
            if "analyze" in self._known(dialogue):
                return self._analyze(dialogue, game.position, limit, lines)
            if lines != 1:
                raise UhpError(f"{self._name} supports one line, not {lines}")
            return self._bestmove(dialogue, game.position, limit or _A_DAY)

        return self._started(game, begin)

    def _choice(self, game: Game, limit: Limit) -> _UhpSource:
        # Not `analyze`, which ignores the engine's options.
        return self._started(game, lambda dialogue: self._bestmove(dialogue, game.position, limit))

    def _started(self, game: Game, begin: Callable[[Dialogue], Iterator[Analysis]]) -> _UhpSource:
        dialogue = self._occupy()
        try:
            self._set_up(dialogue, game)
            self._source = _UhpSource(self, begin(dialogue))
            return self._source
        except BaseException:
            self._release()
            raise

    def _solution(self, game: Game, within: int) -> Solution:
        document = self._document(game, "solve", f"solve plies {within}")
        score = document["score"]
        return self._read(
            Solution._of,
            {
                **document,
                "plies": None if score is None else score["win"]["plies"],
                "text": None if score is None else score["words"],
            },
            game.position,
        )

    def _judged(self, record: GameRecord, limit: Limit) -> Review:
        document = self._document(record.game, "review", f"review{_limits(limit)}")
        return self._read(Review._of, {**document, "tags": record.tags})

    def _occupy(self) -> Dialogue:
        """The engine for one call; another one meanwhile is refused."""
        if self._is_closed:
            raise UhpError(f"{self._name} has been closed")
        if self._dialogue is not None and not self._dialogue.process.is_ours:
            raise UhpError(
                f"{self._name} was started before this process was forked: start another one"
            )
        is_free = self._source is None or self._source.gives_way()
        if not is_free or not self._lock.acquire(blocking=False):
            raise UhpError(
                f"{self._name} is already searching: wait, stop it, or use another engine"
            )
        try:
            return self._dialogue or self._start()
        except BaseException:
            self._release()
            raise

    def _release(self) -> None:
        self._stop = self._source = None
        self._lock.release()

    @contextlib.contextmanager
    def _turn(self) -> Iterator[Dialogue]:
        """The engine, for commands that it answers at once."""
        dialogue = self._occupy()
        try:
            yield dialogue
        finally:
            self._release()

    def _end(self) -> None:
        """Kills the engine, which the next call starts again."""
        if self._dialogue is not None:
            self._dialogue.process.kill()
            self._dialogue = None
            self._reports = None

    def _set_up(self, dialogue: Dialogue, game: Game) -> None:
        dialogue.ask(f"newgame {game.game_string()}", self._patience)

    def _patience_for(self, limit: Limit) -> float | None:
        return self.timeout if limit.time is None else limit.time + self._patience

    def _known(self, dialogue: Dialogue) -> frozenset[str]:
        """The commands that the engine lists."""
        if self._extensions is None:
            try:
                lines = dialogue.ask("help", self._patience)
            except Rejected:
                lines = []
            words = (line.split() for line in lines)
            self._extensions = frozenset(line[0].rstrip(":").lower() for line in words if line)
        return self._extensions

    def _document(self, game: Game, name: str, command: str) -> dict[str, Any]:
        with self._turn() as dialogue:
            self._stops(self._end)
            if name not in self._known(dialogue):
                raise UhpError(
                    f"{self._name} does not support `{name}`, which is an extension of UHP"
                )
            self._set_up(dialogue, game)
            try:
                reply = dialogue.ask(command, self.timeout)
            except KeyboardInterrupt:
                self._end()
                raise
            return self._parsed(reply[-1] if reply else "")

    def _efforts(self, limit: Limit) -> list[str]:
        """The commands for a best move that an engine may understand, the known one alone."""
        given = [part for part in (limit.depth, limit.nodes, limit.time) if part is not None]
        if len(given) != 1:
            raise ValueError("expected one limit, `depth`, `nodes` or `time`, found several")
        if self._template is not None:
            return [self._template.filled(limit)]
        if limit.depth is not None:
            return [f"bestmove depth {limit.depth}"]
        if limit.nodes is not None:
            return [f"bestmove nodes {limit.nodes}"]
        assert limit.time is not None
        forms = {
            "time": f"bestmove time {_clock(limit.time)}",
            "seconds": f"bestmove seconds {round(limit.time, 3)}",
        }
        if limit.time == int(limit.time):
            return [forms["time"]]
        known = self._forms.get("fraction")
        return [forms[known]] if known else list(forms.values())

    def _answers(
        self, dialogue: Dialogue, forms: list[str], patience: float | None
    ) -> Iterator[str]:
        """The reply to the first of these commands that the engine does not reject."""
        begun = dialogue.lines(forms[0], patience)

        def answers() -> Iterator[str]:
            first: Rejected | None = None
            for command in forms:
                try:
                    yield from dialogue.lines(command, patience) if first else begun
                except Rejected as error:
                    first = first or error
                    continue
                if len(forms) > 1:
                    self._forms["fraction"] = command.split()[1]
                return
            assert first is not None
            raise first

        return answers()

    def _analyze(
        self, dialogue: Dialogue, position: Position, limit: Limit, lines: int
    ) -> Iterator[Analysis]:
        command = f"analyze lines {lines}{_limits(limit)}"
        found = dialogue.lines(command, self._patience_for(limit))
        return (self._read(Analysis._of, self._parsed(line), position) for line in found)

    def _bestmove(self, dialogue: Dialogue, position: Position, limit: Limit) -> Iterator[Analysis]:
        forms = self._efforts(limit)
        if self._reports is None:
            try:
                self._reports = _REPORTS in _options(dialogue.ask("options", self._patience))
            except Rejected:
                self._reports = False
            if self._reports:
                dialogue.ask(f"options set {_REPORTS} True", self._patience)
        return self._reported(position, self._answers(dialogue, forms, self._patience_for(limit)))

    def _reported(self, position: Position, lines: Iterator[str]) -> Iterator[Analysis]:
        """The iterations that an engine reports, at least its move, and the result."""
        started = clock.monotonic()
        last = None
        for line in lines:
            text, *fields = line.split(";")
            depth = int(fields[0]) if fields and fields[0].isdigit() else 0
            score = _number(fields[1]) if len(fields) > 1 else None
            best = self._move(position, text)
            moves = _line(position, fields[2:]) or (best,)
            if last is not None and not fields and best == last.best:
                depth, score, moves = last.depth, last.engine_score, last.moves
            is_step = bool(fields) or last is None
            last = Analysis(
                best=best,
                score=None,
                lines=(Line(None, moves),),
                depth=depth,
                deepest=max(depth, len(moves)),
                nodes=0,
                seconds=clock.monotonic() - started,
                is_final=False,
                engine_score=score,
                _position=position,
            )
            if is_step:
                yield last
        if last is None:
            self._move(position, "")
        else:
            yield replace(last, is_final=True)

    def _move(self, position: Position, text: str) -> Move:
        return self._read(position.parse_uhp, text)

    def _read(self, reader: Callable[..., _T], *answer: object) -> _T:
        """What an answer says, which may be nonsense."""
        try:
            return reader(*answer)
        except ValueError as error:
            raise UhpError(f"{self._name} answers {error}") from error

    def _parsed(self, line: str) -> dict[str, Any]:
        try:
            document = json.loads(line)
        except ValueError as error:
            raise UhpError(f"{self._name} answers `{line[:80]}`: {error}") from error
        if not isinstance(document, dict):
            raise UhpError(f"{self._name} answers `{line[:80]}`, which is not a JSON object")
        return document


class _UhpSource:
    """A search of another engine, which is busy until it is over."""

    def __init__(self, engine: UhpEngine, found: Iterator[Analysis]) -> None:
        self._engine = engine
        self._left = self._read(found)
        self._is_over = self._is_killed = False
        #: Held by who waits for the engine.
        self._reading = threading.RLock()

    def _read(self, found: Iterator[Analysis]) -> Iterator[Analysis]:
        last = None
        try:
            for last in found:
                self._is_over |= last.is_final
                yield last
        except UhpError:
            self._is_over = True
            if not self._is_killed:
                raise
            # What it has reported is its result.
            if last is not None:
                yield replace(last, is_final=True)

    def next(self) -> Analysis | None:
        """The next analysis, ``None`` if there is none."""
        with self._reading:
            return next(self._left, None)

    def stop(self) -> None:
        """Ends the search; UHP itself has no command for that."""
        engine = self._engine
        if self._is_over or engine._dialogue is None:
            return
        self._is_over = True
        if "stop" in (engine._extensions or ()):
            engine._dialogue.tell("stop")
        else:
            self._is_killed = True
            engine._end()

    def gives_way(self) -> bool:
        """Frees the engine for another call, if this is over: the rest of it is kept."""
        dialogue = self._engine._dialogue
        is_over = self._is_over or dialogue is None or dialogue.has_replied()
        if not is_over or not self._reading.acquire(blocking=False):
            return False
        kept: list[Analysis] = []
        try:
            with contextlib.suppress(UhpError):
                kept.extend(self._left)
            self._left = iter(kept)
            if self._engine._source is self:
                self._engine._release()
        finally:
            self._reading.release()
        return True

    def abandon(self) -> None:
        """Frees the engine."""
        if self._engine._dialogue is None or self._engine._dialogue.process.is_ours:
            self.stop()
        with self._reading:
            if self._engine._source is self:
                self._engine._release()


class _Template:
    """A command for a best move with placeholders for its limit."""

    _KINDS = ("time", "s", "ms", "depth", "nodes")

    def __init__(self, text: str) -> None:
        found = [kind for kind in self._KINDS if f"{{{kind}}}" in text]
        if len(found) != 1 or len(text.splitlines()) != 1:
            raise ValueError(
                "expected a line with one of {time}, {s}, {ms}, {depth} and {nodes}, such as "
                f"`bestmove seconds {{s}}`, found `{text}`"
            )
        self._text, self._kind = text, found[0]

    def filled(self, limit: Limit) -> str:
        values: dict[str, object] = {"depth": limit.depth, "nodes": limit.nodes}
        if (time := limit.time) is not None:
            values.update(time=_clock(time), s=round(time, 3), ms=round(time * 1000))
        value = values.get(self._kind)
        if value is None:
            kind = self._kind if self._kind in ("depth", "nodes") else "time"
            raise ValueError(f"expected the limit `{kind}`, which `{self._text}` needs")
        return self._text.replace(f"{{{self._kind}}}", str(value))


def _line(position: Position, texts: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a line up to the first that is not legal: what engines expect is not checked."""
    moves: list[Move] = []
    for text in texts:
        try:
            moves.append(position.parse_uhp(text))
        except ValueError:
            break
        position = position.after(moves[-1])
    return tuple(moves)


def _options(reply: list[str]) -> dict[str, str]:
    """The values of options by name."""
    rows = (line.split(";") for line in reply)
    return {fields[0]: fields[2] for fields in rows if len(fields) >= 3}


def _capabilities(banner: list[str]) -> tuple[str, ...]:
    """The expansions in the greeting."""
    for line in banner:
        if not line.startswith("id "):
            return tuple(word.strip() for word in line.split(";") if word.strip())
    return ()


def _limits(limit: Limit) -> str:
    """Limits of Waggle's extensions, which may be combined."""
    named = (("depth", limit.depth), ("nodes", limit.nodes), ("seconds", limit.time))
    return "".join(f" {name} {value}" for name, value in named if value is not None)


def _clock(time: float) -> str:
    """Seconds as UHP writes them, such as ``00:00:01.500``."""
    whole, fraction = divmod(round(time * 1000), 1000)
    minutes, seconds = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours:02}:{minutes:02}:{seconds:02}"
    return f"{text}.{fraction:03}" if fraction else text


def _number(text: str) -> float | None:
    text = text.strip().replace("∞", "inf")
    try:
        return float(text)
    except ValueError:
        return None
