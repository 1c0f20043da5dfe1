"""``python -m waggle.cluster match|selfplay|review``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING

from . import ClusterError, NodesError, connect, play_match, play_selfplay, review_games
from ._program import find

if TYPE_CHECKING:
    from collections.abc import Sequence

_MATCH = """
All other arguments are those of `waggle match`, see `waggle match --help`. With --nodes or --depth
the games are the same on any machines.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m waggle.cluster",
        description="Matches, self-play and reviews on many machines.",
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--address", help="the cluster (default: RAY_ADDRESS, or this machine)")
    shared.add_argument("--resume", action="store_true", help="resume an interrupted run")
    shared.add_argument("--quiet", action="store_true", help="do not show progress")

    match = verbs.add_parser(
        "match",
        parents=[shared],
        help="play engines against each other",
        epilog=_MATCH,
        allow_abbrev=False,
    )
    match.add_argument("--pgn", required=True, metavar="FILE", help="the file for the games")
    match.add_argument("--sprt", metavar="TEST", help="stop when this test reaches a verdict")
    match.add_argument("--json", action="store_true", help="print the summary as JSON")
    match.add_argument("--program", metavar="FILE", help="the executable (default: `waggle`)")
    match.add_argument("--cpus", type=float, default=1, help="processors per game")

    play = verbs.add_parser("selfplay", parents=[shared], help="play self-play games for training")
    play.add_argument("--games", type=int, default=8000, metavar="N")
    play.add_argument(
        "--nodes",
        type=int,
        default=4000,
        metavar="N",
        help="nodes per move; a third of the games has half, a third twice as many",
    )
    play.add_argument("--seed", type=int, default=0, metavar="N")
    play.add_argument("--later", type=float, default=0.7, metavar="SHARE")
    play.add_argument(
        "--type", dest="game_type", metavar="TYPE", help="the game type of all games (default: all)"
    )
    play.add_argument("--network", metavar="FILE", help="what evaluates positions")
    play.add_argument("--group", type=int, default=64, metavar="N", help="games per file")
    play.add_argument(
        "--out", dest="folder", required=True, metavar="DIR", help="the folder for the games"
    )

    review = verbs.add_parser("review", parents=[shared], help="review the games of an archive")
    review.add_argument("archive", help="PGN, SGF or GameStrings")
    review.add_argument("--depth", type=int, metavar="PLIES")
    review.add_argument("--nodes", type=int, metavar="N")
    review.add_argument("--time", type=float, metavar="SECONDS")
    review.add_argument("--threads", type=int, default=1, metavar="N")
    review.add_argument("--table", dest="table_mib", type=int, default=64, metavar="MIB")
    review.add_argument(
        "--out", dest="target", required=True, metavar="FILE", help="one JSON document per line"
    )
    return parser


class _Progress:
    """Prints progress to standard error from time to time."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._told = self._begun
        self._before: int | None = None

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._before is None:
            self._before = done - 1
        if now - self._told >= 1 or done == total:
            self._told = now
            speed = 3600 * (done - self._before) / max(now - self._begun, 1e-9)
            print(f"{done} of {total} {self._what}, {speed:.0f} an hour", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.verb != "match":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        if options.verb == "match":
            # Said before Ray takes its time to start.
            find(options.program)
        connect(options.address)
        return _run(options, rest)
    except NodesError as error:
        print(f"error: {error}", file=sys.stderr)
        return 4
    except KeyboardInterrupt:
        print("interrupted: continue with --resume", file=sys.stderr)
        return 130
    except Exception as error:
        is_told = isinstance(error, (ClusterError, OSError, ValueError))
        kind = "" if is_told else f"{type(error).__name__}: "
        # Python would end with 1, which is the answer no.
        print(f"error: {kind}{error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace, rest: list[str]) -> int:
    # What is left are the arguments of the function, by their names.
    settings = vars(options)
    verb, is_quiet, _ = (settings.pop(name) for name in ("verb", "quiet", "address"))
    progress = None if is_quiet else _Progress
    if verb == "match":
        as_json = settings.pop("json")
        result = play_match(rest, progress=progress and progress("pairs"), **settings)
        print(json.dumps(result.report) if as_json else result.text.rstrip())
        return result.code
    if verb == "selfplay":
        positions = play_selfplay(progress=progress and progress("groups"), **settings)
        print(f"{positions} positions in `{options.folder}`")
        return 0
    reviews = review_games(progress=progress and progress("games"), **settings)
    print(f"{reviews} reviews in `{options.target}`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
