"""What several tests need."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from waggle import GAME_TYPES, Game

ROOT = Path(__file__).parents[2]


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
