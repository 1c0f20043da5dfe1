"""How fast Waggle is from Python, beside OpenSpiel: prints the table of `docs/python.md`.

    pip install open_spiel "./python[zoo]"
    python python/benchmarks/against_openspiel.py

Both sides do the same in turn, a little at a time, so that a busy machine slows both alike; the
time is that of one processor. OpenSpiel lists the three ants in a hand as three moves: rows by
leaf, action and position compare equal work, rows by ply what a learner meets. Each row has the
least ratio that the project wants; a row below it is an error.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from waggle import Game, Position
from waggle.learning import GameBatch, action_mask, planes
from waggle.zoo import raw_env

PLIES = 60
ROUNDS = 7
MIDDLE_GAME = (
    r"Base+MLP;InProgress;White[10];wL;bB1 wL-;wQ /wL;bM bB1\;wQ wL\;bG1 bM/;wM /wL;bQ bG1\;wQ wM\;"
    r"bG1 -wL;wA1 /wQ;bA1 \bQ;wP /wM;bA1 wA1\;wA2 /wP;bP \bQ;wA2 bQ\;bM bQ"
)
SPIEL = pyspiel.load_game("hive")
GAMES = 256


class Row(NamedTuple):
    """A piece of work, done by both; each returns how much it has done."""

    what: str
    #: What is counted.
    per: str
    ours: Callable[[], int]
    theirs: Callable[[], int]
    #: The ratio that is wanted.
    least: float


def spiel_state(game: Game) -> Any:
    """OpenSpiel's state after the moves of a game, each named by its least number."""
    state, position = SPIEL.new_initial_state(), Position(game.game_type)
    for move in game.moves:
        state.apply_action(position.action_of(move))
        position = position.after(move)
    return state


def times(count: int, work: Callable[[], int]) -> Callable[[], int]:
    """Work that is done so often."""
    return lambda: sum(work() for _ in range(count))


def seeded(count: int, work: Callable[[random.Random], int]) -> Callable[[], int]:
    """Work that is done so often, each time with other random numbers."""
    return lambda: sum(work(random.Random(seed)) for seed in range(count))


def playout(chooser: random.Random) -> int:
    game, listed = Game("Base+MLP"), 0
    while game.outcome is None and game.ply < PLIES:
        actions = game.legal_actions()
        game.play_action(chooser.choice(actions))
        listed += len(actions)
    return listed


def spiel_playout(chooser: random.Random) -> int:
    state, listed = SPIEL.new_initial_state(), 0
    while not state.is_terminal() and state.move_number() < PLIES:
        actions = state.legal_actions()
        state.apply_action(chooser.choice(actions))
        listed += len(actions)
    return listed


def steps(chooser: random.Random) -> int:
    """What a learner does for each move: planes, mask, a choice, the move."""
    game = Game("Base+MLP")
    seen, mask = planes(game), action_mask(game)
    while game.outcome is None and game.ply < PLIES:
        planes(game, out=seen)
        legal = np.flatnonzero(action_mask(game, out=mask))
        game.play_action(legal[chooser.randrange(len(legal))])
    return game.ply


def zoo_steps(chooser: random.Random) -> int:
    environment = raw_env("Base+MLP", max_plies=PLIES)
    environment.reset()
    for _ in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            break
        legal = np.flatnonzero(observation["action_mask"].view(bool))
        environment.step(legal[chooser.randrange(len(legal))])
    return environment.game.ply


def spiel_steps(chooser: random.Random) -> int:
    state, plies = SPIEL.new_initial_state(), 0
    while not state.is_terminal() and plies < PLIES:
        np.asarray(state.observation_tensor(), np.float32)
        legal = np.flatnonzero(np.asarray(state.legal_actions_mask(), bool))
        state.apply_action(legal[chooser.randrange(len(legal))])
        plies += 1
    return plies


BATCH = GameBatch(GAMES, "Base+MLP", max_plies=PLIES)
BATCH_PLANES, BATCH_MASKS = planes(BATCH, size=16), action_mask(BATCH, packed=True)


def batch_steps() -> int:
    BATCH.reset(np.ones(GAMES, bool))
    plies = 0
    while not BATCH.is_over().all():
        planes(BATCH, size=16, out=BATCH_PLANES)
        action_mask(BATCH, packed=True, out=BATCH_MASKS)
        BATCH.play(BATCH.random_actions(plies))
        plies += 1
    return int(BATCH.plies().sum())


def walk(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(walk(position.after(move), depth - 1) for move in moves)


def spiel_walk(state: Any, depth: int) -> int:
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(spiel_walk(state.child(action), depth - 1) for action in actions)


def rows() -> list[Row]:
    game = Game(MIDDLE_GAME)
    position, state = game.position, spiel_state(game)
    start, spiel_start = Position("Base+MLP"), SPIEL.new_initial_state()
    listed, spiel_listed = position.legal_actions, state.legal_actions
    leaves = times(1, lambda: spiel_walk(spiel_start, 4))
    plies = seeded(10, spiel_steps)
    spiel_lists = times(200, lambda: len(spiel_listed()))
    spiel_planes = times(100, lambda: bool(state.observation_tensor()))
    spiel_games = seeded(10, spiel_playout)
    walks, counts = times(1, lambda: walk(start, 4)), times(100, lambda: start.perft(4))
    lists = times(4000, lambda: len(listed()))
    games, seen = seeded(100, playout), times(2000, lambda: len(planes(game)) // 53)
    many = f"a step of {GAMES} games, planes of 16 × 16, against it"
    zoo = "a step of `zoo.raw_env`, against that loop"
    return [
        Row("perft 4 of Base+MLP, in a Python loop", "leaf", walks, leaves, 2),
        Row("the same, `perft`", "leaf", counts, leaves, 100),
        Row("`legal_actions` of a middle game", "action", lists, spiel_lists, 14),
        Row("random play-outs by action numbers", "action", games, spiel_games, 14),
        Row("planes of the default size, one at a time", "position", seen, spiel_planes, 20),
        Row("a step with planes, mask and choice", "ply", seeded(100, steps), plies, 20),
        Row(zoo, "ply", seeded(100, zoo_steps), plies, 20),
        Row(many, "ply", batch_steps, plies, 100),
    ]


def cost(work: Callable[[], int]) -> float:
    """Nanoseconds of processor time for each."""
    begun = time.process_time()
    done = work()
    return (time.process_time() - begun) / done * 1e9


def shown(number: float) -> str:
    """To three digits."""
    return f"{float(f'{number:.3g}'):,g}"


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        # Batches use all processors, and who shares one with others waits for memory.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    all_rows = rows()
    best: dict[tuple[str, str], float] = {}
    for _ in range(ROUNDS):
        for row in all_rows:
            for side, work in (("ours", row.ours), ("theirs", row.theirs)):
                spent = cost(work)
                best[row.what, side] = min(spent, best.get((row.what, side), spent))
    print("| ns | per | Waggle | OpenSpiel | ratio |\n|---|---|---:|---:|---:|")
    slow = []
    for row in all_rows:
        ours, theirs = best[row.what, "ours"], best[row.what, "theirs"]
        ratio = shown(float(f"{theirs / ours:.2g}" if theirs < 10 * ours else round(theirs / ours)))
        print(f"| {row.what} | {row.per} | {shown(ours)} | {shown(theirs)} | {ratio} |")
        if theirs < row.least * ours:
            slow.append(f"{row.what}: {theirs / ours:.1f}, less than {row.least:g}")
    print("\n".join(slow), file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
