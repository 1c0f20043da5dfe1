"""Learns to play Hive from self-play in a few minutes: a small policy and value network in JAX.

    pip install ./python jax matplotlib
    python examples/learn_selfplay.py --curve learning.png
    python examples/learn_selfplay.py --imitate 5

A network of one hidden layer sees the features of the positions after each legal move
(`waggle.learning.features`). Its policy is a softmax over the moves, its value the expected score.
It learns from self-play of the engine: the value from how the games went on, the policy from the
scores of the best moves. Then it plays, looking one move ahead, against random moves and level 1. With `--imitate` it learns to predict the moves
of a level instead.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from waggle import FULL_STRENGTH, Color, Engine, Game, Position
from waggle.learning import FEATURE_NAMES, GameBatch, features, policy_target, selfplay

INPUTS = 2 * len(FEATURE_NAMES)
HIDDEN = 64
#: Moves of a position that are padded to, and the most that are kept.
MOVES = 128
#: What the policy counts beside the value, which has learned from far more positions.
POLICY = 0.2

Params = dict[str, jax.Array]


def new_params(seed: int) -> Params:
    """The weights of an untrained network."""
    key = jax.random.key(seed)
    return {
        "hidden": jax.random.normal(key, (INPUTS, HIDDEN)) * (2 / INPUTS) ** 0.5,
        "bias": jnp.zeros(HIDDEN),
        "policy": jnp.zeros((HIDDEN, 1)),
        "value": jnp.zeros((HIDDEN, 1)),
        "chance": jnp.zeros(1),
    }


def forward(params: Params, inputs: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The policy's score of a move and the value for whoever moves next, of the features after it."""
    hidden = jax.nn.relu(inputs.astype(jnp.float32) / 4 @ params["hidden"] + params["bias"])
    value = (hidden @ params["value"] + params["chance"])[..., 0]
    return (hidden @ params["policy"])[..., 0], value


class Choices(NamedTuple):
    """Positions with their moves, as arrays."""

    #: The features after each move, `uint8`, `(positions, MOVES, INPUTS)`.
    inputs: np.ndarray
    #: How much each move should be played, `(positions, MOVES)`; they add up to one.
    targets: np.ndarray
    #: Which of the moves there are, `(positions, MOVES)`.
    legal: np.ndarray


def after_each(position: Position) -> np.ndarray:
    """The features after each legal move."""
    successors = [position.after(move) for move in position.legal_moves()]
    return features(successors).reshape(len(successors), INPUTS)


def choices_of(decisions: list[tuple[Position, np.ndarray]]) -> Choices:
    """Positions and how much each of their legal moves should be played."""
    inputs = np.zeros((len(decisions), MOVES, INPUTS), np.uint8)
    targets = np.zeros((len(decisions), MOVES), np.float32)
    legal = np.zeros((len(decisions), MOVES), bool)
    for row, (position, target) in enumerate(decisions):
        count = min(len(target), MOVES)
        inputs[row, :count] = after_each(position)[:count]
        targets[row, :count] = target[:count]
        legal[row, :count] = True
    return Choices(inputs, targets, legal)


def losses(params: Params, positions: tuple, choices: Choices) -> jax.Array:
    """How far the values and the policy are from their targets."""
    inputs, points = positions
    value = forward(params, inputs)[1]
    of_values = jnp.mean(jax.nn.softplus(value) - points * value)
    scores = jnp.where(choices.legal, forward(params, choices.inputs)[0], -1e9)
    of_moves = -jnp.mean(jnp.sum(choices.targets * jax.nn.log_softmax(scores), axis=1))
    return of_values + of_moves


@jax.jit
def adam(params: Params, state: tuple, step: int, positions: tuple, choices: Choices) -> tuple:
    """A step of training."""
    loss, slope = jax.value_and_grad(losses)(params, positions, choices)
    mean, square = state
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, slope)

    def moved(weight: jax.Array, m: jax.Array, s: jax.Array) -> jax.Array:
        m, s = m / (1 - 0.9**step), s / (1 - 0.999**step)
        return weight - 0.002 * m / (jnp.sqrt(s) + 1e-8)

    return jax.tree.map(moved, params, mean, square), (mean, square), loss


def train(
    params: Params, inputs: np.ndarray, points: np.ndarray, choices: Choices, epochs: int
) -> Params:
    """Trains on all positions and choices, in batches."""
    rng = np.random.default_rng(0)
    state = (jax.tree.map(jnp.zeros_like, params), jax.tree.map(jnp.zeros_like, params))
    size = min(64, len(choices.inputs))
    for step in range(1, epochs * len(choices.inputs) // size + 1):
        some = rng.integers(len(inputs), size=512)
        rows = rng.integers(len(choices.inputs), size=size)
        batch = Choices(*(array[rows] for array in choices))
        params, state, _ = adam(params, state, step, (inputs[some], points[some]), batch)
    return params


def chooser(params: Params) -> Callable[[Game], object]:
    """Plays a winning move, or the one with the best value and policy that repeats nothing."""
    weights = {name: np.asarray(array) for name, array in params.items()}

    def play(game: Game) -> object:
        inputs = after_each(game.position)
        hidden = np.maximum(inputs.astype(np.float32) / 4 @ weights["hidden"] + weights["bias"], 0)
        policy = (hidden @ weights["policy"])[:, 0]
        value = (hidden @ weights["value"] + weights["chance"])[:, 0]
        moves, us = game.legal_moves(), game.side_to_move
        fresh = []
        for index in np.argsort(value - POLICY * policy):
            game.play(moves[index])
            wins = game.outcome is not None and game.outcome.winner is us
            repeats = game.repetitions > 1
            game.undo()
            if wins:
                return moves[index]
            if not repeats:
                fresh.append(moves[index])
        return fresh[0] if fresh else moves[0]

    return play


def searched(games: int, nodes: int, game_type: str) -> Iterator[tuple[Position, np.ndarray]]:
    """Positions of random play, and how good the engine finds their moves."""
    engine = Engine(table_mib=8)
    batch = GameBatch(games, game_type)
    rng = np.random.default_rng(7)
    for ply in range(40):
        batch.play(batch.random_actions(ply))
        if ply < 5:
            continue
        for index in rng.choice(games, games // 8 + 1, replace=False):
            game = batch[int(index)]
            if game.outcome is not None:
                continue
            analysis = engine.analyse(game, nodes=nodes, lines=8)
            position = game.position
            actions = [position.action_of(move) for move in game.legal_moves()]
            yield position, policy_target(game, analysis)[actions]


def played_by(level: int, games: int, seed: int, game_type: str) -> Iterator[tuple[Game, object]]:
    """Positions of games of a level against itself, and the moves it plays there."""
    engine = Engine(level=level, seed=seed, table_mib=8)
    rng = np.random.default_rng(seed)
    for _ in range(games):
        game = Game(game_type)
        while game.outcome is None and game.ply < 60 and game.repetitions < 3:
            move = engine.best_move(game)
            if game.ply >= 6:
                yield game.copy(), move
                game.play(move)
            else:
                game.play(rng.choice(game.legal_moves()))


def points_against(params: Params, opponent: str | int, games: int, game_type: str) -> float:
    """The network's points against random moves or a level, with colors in turn."""
    ours = chooser(params)
    rng = np.random.default_rng(3)
    total = 0.0
    for number in range(games):
        color = list(Color)[number % 2]
        engine = None if opponent == "random" else Engine(level=int(opponent), seed=number, table_mib=1)
        game = Game(game_type)
        for _ in range(2):
            game.play(rng.choice(game.legal_moves()))
        while game.outcome is None and game.ply < 200 and game.repetitions < 3:
            if game.side_to_move is color:
                game.play(ours(game))
            elif engine is None:
                game.play(rng.choice(game.legal_moves()))
            else:
                game.play(engine.best_move(game))
        total += 0.5 if game.outcome is None else game.outcome.points(color)
    return total


def learn(options: argparse.Namespace) -> None:
    """Trains on more and more self-play, and says how well the network plays."""
    begun = time.monotonic()
    played = selfplay(options.games, nodes=options.nodes, game_type=options.type)
    decisions = list(searched(options.games // 4, options.nodes, options.type))
    choices = choices_of(decisions)
    inputs = played.features.reshape(len(played.number), INPUTS)
    made = time.monotonic() - begun
    print(f"{len(inputs)} positions and {len(decisions)} choices in {made:.0f} s")
    curve = []
    for part in (0, 1 / 16, 1 / 4, 1):
        params = new_params(0)
        if part:
            some, rows = int(part * len(inputs)), max(1, int(part * len(decisions)))
            part_of_choices = Choices(*(array[:rows] for array in choices))
            params = train(params, inputs[:some], played.points[:some], part_of_choices, options.epochs)
        shares = [
            points_against(params, opponent, options.matches, options.type) / options.matches
            for opponent in ("random", 1)
        ]
        curve.append((part * options.games, *shares))
        passed = time.monotonic() - begun
        print(
            f"{part * options.games:6.0f} games: {shares[0]:.0%} against random moves, "
            f"{shares[1]:.0%} against level 1, after {passed:.0f} s"
        )
    if options.curve:
        draw(curve, options.curve)


def imitate(options: argparse.Namespace) -> None:
    """Learns to predict the moves of a level; scores on games that it has not seen."""

    def decisions(games: int, seed: int) -> list[tuple[Game, object]]:
        return list(played_by(options.imitate, games, seed, options.type))

    def exact(game: Game, move: object) -> tuple[Position, np.ndarray]:
        moves = game.legal_moves()
        target = np.zeros(len(moves), np.float32)
        target[moves.index(move)] = 1
        return game.position, target

    seen, unseen = decisions(options.games // 4, 1), decisions(max(2, options.games // 20), 2)
    choices = choices_of([exact(game, move) for game, move in seen])
    inputs = np.zeros((1, INPUTS), np.uint8)
    params = train(new_params(0), inputs, np.full(1, 0.5, np.float32), choices, 4 * options.epochs)
    engine = Engine(level=FULL_STRENGTH, table_mib=8)

    def predicted(game: Game) -> object:
        scores = forward(params, after_each(game.position))[0]
        return game.legal_moves()[int(np.argmax(scores))]

    def strongest(game: Game) -> object:
        return engine.best_move(game, nodes=options.nodes)

    network, full = (
        np.mean([choose(game) == move for game, move in unseen]) for choose in (predicted, strongest)
    )
    chance = np.mean([1 / len(game.legal_moves()) for game, _ in unseen])
    print(
        f"of {len(unseen)} moves of level {options.imitate}: the network predicts {network:.0%}, "
        f"level {FULL_STRENGTH} plays {full:.0%}, chance {chance:.0%}"
    )


def draw(curve: list[tuple[float, float, float]], target: str) -> None:
    """Draws the learning curve."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    games, against_random, against_level = zip(*curve)
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(games, against_random, marker="o", label="random moves")
    axes.plot(games, against_level, marker="o", label="level 1")
    axes.set(xlabel="games of self-play", ylabel="share of points", ylim=(0, 1.02), xscale="symlog")
    axes.grid(alpha=0.3)
    axes.legend(title="against", loc="lower right")
    figure.savefig(target, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=600, help="games of self-play")
    parser.add_argument("--nodes", type=int, default=200, help="nodes a move")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--matches", type=int, default=100, help="games against each opponent")
    parser.add_argument("--type", default="Base", help="the game type")
    parser.add_argument("--curve", metavar="FILE", help="draws the learning curve")
    parser.add_argument("--imitate", type=int, metavar="LEVEL", help="learns a level's moves instead")
    options = parser.parse_args()
    if options.imitate:
        imitate(options)
    else:
        learn(options)


if __name__ == "__main__":
    main()
