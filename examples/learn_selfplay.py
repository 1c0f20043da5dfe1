"""Learns to play Hive from self-play in minutes: a small policy and value network in JAX.

    pip install ./python jax optax matplotlib
    python examples/learn_selfplay.py --curve learning.svg

The network sees a position as the features of the engine's evaluation (`waggle.learning.features`)
and has one hidden layer. From the features after a move its policy says how good the move is, and
its value what the player who moves next may expect. Both learn from games of the engine against
itself: the value from how they went on, the policy from the engine's scores of the best moves. The
network plays by looking two moves ahead; the curve shows how many games it wins against random
moves and against level 1 as it learns from more games.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads only wait in products so small

import jax
import jax.numpy as jnp
import numpy as np
import optax
from waggle import Color, Engine, Game, Move, Position
from waggle.learning import FEATURE_NAMES, SelfPlay, features, selfplay

INPUTS = 2 * len(FEATURE_NAMES)
HIDDEN = 64
#: What the policy counts beside the value, which has learned from far more positions.
POLICY = 0.2
#: So many moves, those that look best, are judged by the best answer to them.
WIDTH = 8
#: The value of a finished game, for its winner.
WON = 1e6
#: Longer games of a match are left unfinished.
MAX_PLIES = 150

Params = dict[str, np.ndarray]
#: Arrays with a row for each example.
Arrays = tuple[np.ndarray, ...]


def new_params(seed: int) -> Params:
    """The weights of an untrained network."""
    weights = np.random.default_rng(seed).normal(0, (2 / INPUTS) ** 0.5, (INPUTS, HIDDEN))
    return {
        "hidden": weights.astype(np.float32),
        "bias": np.zeros(HIDDEN, np.float32),
        "policy": np.zeros((HIDDEN, 1), np.float32),
        "value": np.zeros((HIDDEN, 1), np.float32),
    }


def forward(params: Params, inputs: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The policy's score of a move and the value for the next player, of the features after it."""
    hidden = inputs.astype(np.float32) / 4 @ params["hidden"] + params["bias"]
    hidden = hidden * (hidden > 0)
    return (hidden @ params["policy"])[..., 0], (hidden @ params["value"])[..., 0]


def inputs_of(positions: list[Position]) -> np.ndarray:
    """What the network sees, `uint8` of shape `(positions, INPUTS)`."""
    return features(positions).reshape(len(positions), INPUTS)


def after_each(position: Position) -> list[Position]:
    """The positions after the legal moves."""
    return [position.after(move) for move in position.legal_moves()]


def value_loss(params: Params, inputs: jax.Array, points: jax.Array) -> jax.Array:
    """How far the values of positions are from the points."""
    return optax.sigmoid_binary_cross_entropy(forward(params, inputs)[1], points).mean()


def policy_loss(params: Params, inputs: jax.Array, targets: jax.Array) -> jax.Array:
    """How far the policy is from the targets; see `choices`."""
    scores = jnp.where(targets >= 0, forward(params, inputs)[0], -WON)
    return optax.safe_softmax_cross_entropy(scores, jnp.maximum(targets, 0)).mean()


def train(lessons: list[tuple[Callable[..., jax.Array], Arrays, int]], steps: int) -> Params:
    """A network trained by several losses at once, each on batches of so many rows."""
    optimizer = optax.adam(2e-3)

    def total(params: Params, batches: list[Arrays]) -> jax.Array:
        return sum(loss(params, *batch) for (loss, *_), batch in zip(lessons, batches))

    @jax.jit
    def improve(params: Params, state: optax.OptState, batches: list[Arrays]) -> tuple:
        updates, state = optimizer.update(jax.grad(total)(params, batches), state)
        return optax.apply_updates(params, updates), state

    rng, params = np.random.default_rng(0), new_params(0)
    state = optimizer.init(params)
    for _ in range(steps):
        rows = [rng.integers(len(arrays[0]), size=size) for _, arrays, size in lessons]
        batches = [
            tuple(array[some] for array in arrays) for (_, arrays, _), some in zip(lessons, rows)
        ]
        params, state = improve(params, state, batches)
    return jax.tree.map(np.asarray, params)  # which is quicker for a few positions


def expectations(played: SelfPlay) -> Arrays:
    """The features of positions and the points expected from them.

    The arrays of self-play leave out positions with a proven result. They are added here: who has
    never seen a won game does not know how to win one.
    """
    proven = [
        (position, score > 0)
        for text, scores in zip(played.games, played.scores)
        for position, score in zip(Game(text).positions(), scores)
        if score is not None and math.isinf(score)
    ]
    inputs = inputs_of([position for position, _ in proven])
    points = np.array([won for _, won in proven], np.float32)
    inputs = np.concatenate([played.features.reshape(-1, INPUTS), inputs])
    return inputs, np.concatenate([played.points, points])


def searched(played: SelfPlay, count: int, nodes: int) -> Iterator[tuple[Position, np.ndarray]]:
    """Positions of the games, and how much each of their moves should be played."""
    indices = np.random.default_rng(7).integers(len(played.number), size=count)
    for index, target in zip(indices, played.policies(indices, nodes=nodes)):
        game = played.game(int(index))
        yield game.position, target[[game.position.action_of(move) for move in game.legal_moves()]]


def choices(decisions: Iterable[tuple[Position, np.ndarray]]) -> Arrays:
    """The features after each move, and how much it should be played: -1 where there is none."""
    rows = [(inputs_of(after_each(position)), target) for position, target in decisions]
    most = max(len(target) for _, target in rows)
    inputs = np.zeros((len(rows), most, INPUTS), np.uint8)
    targets = np.full((len(rows), most), -1, np.float32)
    for row, (after, target) in enumerate(rows):
        inputs[row, : len(target)] = after
        targets[row, : len(target)] = target
    return inputs, targets


def taught(games: int, nodes: int, steps: int, game_type: str) -> Params:
    """A network that has learned from so many games."""
    played = selfplay(games, nodes=nodes, game_type=game_type)
    decisions = choices(searched(played, 4 * games, nodes))
    return train([(value_loss, expectations(played), 512), (policy_loss, decisions, 32)], steps)


def best_move(params: Params, game: Game) -> Move:
    """The move whose best answer is worst for the opponent, of those that look best."""

    def judge(positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
        policy, value = forward(params, inputs_of(positions))
        for index, position in enumerate(positions):
            if position.outcome is not None:
                value[index] = WON * (2 * position.outcome.points(position.side_to_move) - 1)
        return policy, value

    moves, positions = game.legal_moves(), after_each(game.position)
    policy, value = judge(positions)

    def after_best_answer(index: int) -> float:
        answers = after_each(positions[index])
        return judge(answers)[1].min() if answers else -value[index]

    past = {position.key for position in game.positions()}
    order = np.argsort(value - POLICY * policy)
    fresh = [index for index in order if positions[index].key not in past]
    return moves[max((fresh or order)[:WIDTH], key=after_best_answer)]


def match(params: Params, level: int | None, games: int, game_type: str) -> tuple[int, int]:
    """How many games the network wins and loses against a level or random moves, colors in turn.

    The others are drawn, by repetition too, or left unfinished.
    """
    rng = np.random.default_rng(3)
    points = []
    for number in range(games):
        color = list(Color)[number % 2]
        engine = None if level is None else Engine(level=level, seed=number, table_mib=1)
        game = Game(game_type)
        while game.ply < MAX_PLIES and not game.is_game_over(claim_draw=True):
            if game.ply < 2 or (game.side_to_move is not color and engine is None):
                game.play(rng.choice(game.legal_moves()))  # at first, so that no games are alike
            else:
                ours = game.side_to_move is color
                game.play(best_move(params, game) if ours else engine.best_move(game))
        points.append(0.5 if game.outcome is None else game.outcome.points(color))
    return points.count(1), points.count(0)


def draw(curve: list[tuple[int, float, float]], target: str) -> None:
    """Draws the learning curve."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    games, against_random, against_level = zip(*curve)
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    axes.plot(games, against_random, marker="o", label="random moves")
    axes.plot(games, against_level, marker="o", label="level 1")
    axes.set(xlabel="games learned from", ylabel="share of games won", ylim=(0, 1.02))
    axes.set_xscale("symlog", linthresh=min(filter(None, games), default=1))
    axes.set_xticks(games, games)
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(title="against", loc="lower right")
    figure.savefig(target, dpi=110)


def main() -> None:
    """Learns from more and more games, and says how well the network plays."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1600, help="games to learn from, at the end")
    parser.add_argument("--nodes", type=int, default=200, help="nodes of the engine a move")
    parser.add_argument("--steps", type=int, default=3000, help="steps of training")
    parser.add_argument("--matches", type=int, default=100, help="games against each opponent")
    parser.add_argument("--type", default="Base", help="the game type")
    parser.add_argument("--curve", metavar="FILE", help="draws the learning curve")
    options = parser.parse_args()
    curve = []
    for games in (0, *(options.games // part for part in (64, 8, 1))):
        params = new_params(0)
        if games:
            params = taught(games, options.nodes, options.steps, options.type)
        shares = []
        for name, opponent in (("random moves", None), ("level 1", 1)):
            won, lost = match(params, opponent, options.matches, options.type)
            shares.append(won / options.matches)
            print(
                f"{games} games, {time.process_time():.0f} s of processor time: of "
                f"{options.matches} against {name} {won} won, {lost} lost",
                flush=True,
            )
        curve.append((games, *shares))
    if options.curve:
        draw(curve, options.curve)


if __name__ == "__main__":
    main()
