"""How fast the rules are from Python, beside those of OpenSpiel: the table of `docs/python.md`.

Both sides do the same in turn, a little at a time, so that a busy machine slows both alike.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

from waggle import Game, Position
from waggle.learning import GameBatch

PLIES = 100
ROUNDS = 5
MIDDLE_GAME = (
    r"Base+MLP;InProgress;White[10];wL;bB1 wL-;wQ /wL;bM bB1\;wQ wL\;bG1 bM/;wM /wL;bQ bG1\;wQ wM\;"
    r"bG1 -wL;wA1 /wQ;bA1 \bQ;wP /wM;bA1 wA1\;wA2 /wP;bP \bQ;wA2 bQ\;bM bQ"
)
SPIEL = pyspiel.load_game("hive(board_size=14)")


def spiel_state(game: Game) -> Any:
    """OpenSpiel's state after the moves of a game, each named by its least number."""
    state, position = SPIEL.new_initial_state(), Position(game.game_type)
    for move in game.moves:
        state.apply_action(position.action_of(move))
        position = position.after(move)
    return state


def random_game(chooser: random.Random) -> int:
    game = Game("Base+MLP")
    while game.outcome is None and game.ply < PLIES:
        game.play(chooser.choice(game.legal_moves()))
    return game.ply


def random_spiel_game(chooser: random.Random) -> int:
    state = SPIEL.new_initial_state()
    plies = 0
    while not state.is_terminal() and plies < PLIES:
        state.apply_action(chooser.choice(state.legal_actions()))
        plies += 1
    return plies


def random_batch(chooser: random.Random) -> int:
    batch = GameBatch(200, max_plies=PLIES)
    batch.play_out(chooser.getrandbits(60))
    return int(batch.plies().sum())


def walk(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves())
    return sum(walk(position.after(move), depth - 1) for move in position.legal_moves())


def walk_spiel(state: Any, depth: int) -> int:
    if depth == 1:
        return len(state.legal_actions())
    return sum(walk_spiel(state.child(action), depth - 1) for action in state.legal_actions())


def seconds(work: Callable[[], object]) -> float:
    """The processor time of a piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def best(work: Callable[[], object], times: int) -> float:
    return min(seconds(work) for _ in range(times))


def playouts() -> None:
    spent: dict[str, float] = {}
    plies: dict[str, int] = {}
    ways = {"Waggle": random_game, "GameBatch": random_batch, "OpenSpiel": random_spiel_game}
    games = {"Waggle": 100, "GameBatch": 5, "OpenSpiel": 3}
    for round in range(ROUNDS):
        for name, play in ways.items():
            chooser = random.Random(round)
            start = time.process_time()
            plies[name] = plies.get(name, 0) + sum(play(chooser) for _ in range(games[name]))
            spent[name] = spent.get(name, 0.0) + time.process_time() - start
    for name in ways:
        each = plies[name] / spent[name]
        print(f"random play-outs, {name}: {each:,.0f} plies/s, {each / PLIES:,.0f} games/s")


def perft() -> None:
    """The leaves that each side counts: OpenSpiel names a move once for each reference."""
    game = Game("Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
    state = spiel_state(game)
    leaves, named = game.perft(3), walk_spiel(state, 3)
    ours = best(lambda: walk(game.position, 3), 3)
    native = best(lambda: game.perft(3), 3)
    theirs = seconds(lambda: walk_spiel(state, 3))
    print(f"perft 3 of an opening: {leaves:,} leaves, {named:,} with every name of a move")
    print(f"  `perft` {native:.6f} s, in a Python loop {ours:.3f} s, OpenSpiel {theirs:.3f} s")
    start, spiel_start = Position("Base+MLP"), SPIEL.new_initial_state()
    leaves, named = start.perft(4), walk_spiel(spiel_start, 4)
    native = best(lambda: start.perft(4), 5)
    ours = best(lambda: walk(start, 4), 2)
    theirs = seconds(lambda: walk_spiel(spiel_start, 4))
    print(f"perft 4 from the start: {leaves:,} leaves, {named:,} with every name of a move")
    print(f"  `perft` {native:.6f} s, in a Python loop {ours:.3f} s, OpenSpiel {theirs:.3f} s")


def legal_moves() -> None:
    game = Game(MIDDLE_GAME)
    state = spiel_state(game)
    position = game.position
    count = 20_000

    def repeat(work: Callable[[], object], times: int) -> float:
        def loop() -> None:
            for _ in range(times):
                work()

        return best(loop, 5) / times * 1e6

    moves = len(position.legal_moves())
    listed = repeat(position.legal_moves, count)
    counted = repeat(position.count_moves, count)
    # What a list of objects that are there already costs.
    objects = repeat(position.legal_moves().copy, count)
    theirs = repeat(state.clone().legal_actions, 50)
    actions = repeat(position.legal_actions, count)
    print(f"legal moves of a middle game ({moves}): {listed:.2f} µs; counted {counted:.2f} µs")
    print(f"  a copy of the list {objects:.2f} µs; legal actions {actions:.2f} µs")
    print(f"  OpenSpiel {theirs:.1f} µs")


if __name__ == "__main__":
    playouts()
    perft()
    legal_moves()
