"""What several tests need."""

from __future__ import annotations

import os
import random
import select
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from waggle import GAME_TYPES, EngineError, Game

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
QUIET = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")


def said_by_a_fork(work: Callable[[], str]) -> str:
    """What a function returns, or the error that it raises, in a fork of this process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = work()
        except EngineError as error:
            text = str(error)
        except BaseException as error:
            text = repr(error)
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        assert select.select([said], [], [], 60)[0], "it hangs"
        text = said.read()
    assert os.waitpid(child, 0)[1] == 0
    return text


def random_game(seed: int, plies: int = 60, game_type: str | None = None) -> Game:
    """A game of random moves, the same for the same seed."""
    chooser = random.Random(seed)
    game = Game(game_type or GAME_TYPES[seed % len(GAME_TYPES)])
    while game.outcome is None and game.ply < plies:
        game.play(chooser.choice(game.legal_moves()))
    return game


@pytest.fixture(scope="session")
def program() -> str:
    """The executable `waggle`."""
    built = [ROOT / "target" / profile / "waggle" for profile in ("release", "debug")]
    found = os.environ.get("WAGGLE") or next((str(path) for path in built if path.exists()), None)
    found = found or shutil.which("waggle")
    if found is None:
        pytest.skip("there is no executable: cargo build --release, or the variable WAGGLE")
    return found
