"""Learns Hive by playing against itself, from nothing but the rules: AlphaZero in JAX.

    pip install ./python jax optax matplotlib
    python examples/alphazero.py run --minutes 10
    python examples/alphazero.py run --minutes 10     # goes on

A network gives each move a probability and each position a value. It plays games against itself
with a tree search (`waggle.learning.TreeSearch`), and learns to move as the search advises and to
expect how the games end. Now and then it is measured: its policy alone against random moves, which
begins at a half, and then with its search up a ladder, random moves and levels 1, 3 and 5 of the
engine. The folder `run` keeps the last checkpoint, which a later call resumes, and a picture of the
curve.

By default the network sees the counts of the engine's evaluation (`waggle.learning.features`) and
is small enough for a processor. With `--planes --width 128 --blocks 6 --games 512 --leaves 16` it
sees the board itself and is large enough for a GPU.
"""

from __future__ import annotations

import argparse
import os
import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from waggle import Color, Engine
from waggle.learning import (
    ACTION_COUNT,
    FEATURE_NAMES,
    PLANE_NAMES,
    GameBatch,
    TreeSearch,
    action_mask,
    features,
    planes,
)

#: The side of the planes.
SIZE = 16
#: Pieces of both players, as actions number them.
PIECES = 28
#: Of an action's seven directions, all but the last lead beside a piece. The counts do not tell the
#: first six apart, so that a network that sees only counts has two outputs for each pair of pieces.
BESIDE = 6
#: So many actions of a position are learned from, those with the largest shares.
MOVES = 32
#: What is measured: whether the network searches, and its opponent, random moves or a level.
LADDER = ((False, None), (True, None), (True, 1), (True, 3), (True, 5))

#: The weights of a network, by layer.
Params = dict[str, np.ndarray]
#: Arrays with a row for each position: what the network sees, whether Black is to move, the legal
#: actions (packed), the actions that the search found best, their shares, and the points.
Lessons = tuple[np.ndarray, ...]


def new_params(see_planes: bool, width: int, blocks: int) -> Params:
    """The weights of a network that knows nothing: all moves are equal and all positions even."""
    rng = np.random.default_rng(0)
    kernel = (3, 3) if see_planes else ()
    inputs = len(PLANE_NAMES) if see_planes else 2 * len(FEATURE_NAMES)
    params = {}
    for layer in range(blocks + 1):
        shape = (*kernel, width if layer else inputs, width)
        scale = (2 / np.prod(shape[:-1])) ** 0.5
        params[f"weights {layer}"] = rng.normal(0, scale, shape).astype(np.float32)
        params[f"bias {layer}"] = np.zeros(width, np.float32)
    outputs = PIECES * PIECES * (BESIDE + 1 if see_planes else 2)
    params["policy"] = np.zeros((width, outputs), np.float32)
    params["value"] = np.zeros(width, np.float32)
    return params


def forward(params: Params, seen: jax.Array, black: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The logarithms of the policy for all actions, and the logit of the points."""
    see_planes = params["weights 0"].ndim == 4
    if see_planes:
        hidden = jnp.moveaxis(seen, 1, -1).astype(jnp.float32)
    else:
        hidden = seen.reshape(len(seen), -1).astype(jnp.float32) / 4
    for layer in range(len(params) // 2 - 1):
        weights = params[f"weights {layer}"]
        if see_planes:
            axes = ("NHWC", "HWIO", "NHWC")
            sums = jax.lax.conv_general_dilated(
                hidden, weights, (1, 1), "SAME", dimension_numbers=axes
            )
        else:
            sums = hidden @ weights
        active = jax.nn.relu(sums + params[f"bias {layer}"])
        hidden = hidden + active if layer else active
    if see_planes:
        hidden = hidden.mean((1, 2)) + hidden.max((1, 2))
    pairs = (hidden @ params["policy"]).reshape(len(seen), PIECES, PIECES, -1)
    # The network sees ours and theirs; actions are White's and Black's.
    swapped = jnp.roll(pairs, (PIECES // 2, PIECES // 2), (1, 2))
    pairs = jnp.where(black[:, None, None, None], swapped, pairs)
    if not see_planes:
        pairs = jnp.concatenate([jnp.repeat(pairs[..., :1], BESIDE, -1), pairs[..., 1:]], -1)
    passing = jnp.zeros((len(seen), 1))
    return jnp.concatenate([pairs.reshape(len(seen), -1), passing], 1), hidden @ params["value"]


def loss(params: Params, lessons: Lessons) -> jax.Array:
    """How far policy and value are from what the search found and how the games went on."""
    seen, black, packed, actions, shares, points = lessons
    logits, value = forward(params, seen, black)
    legal = jnp.unpackbits(packed, axis=1, bitorder="little")[:, :ACTION_COUNT]
    logs = jax.nn.log_softmax(jnp.where(legal == 1, logits, -1e9))
    policy = -(shares * jnp.take_along_axis(logs, actions, 1)).sum(1).mean()
    return policy + optax.sigmoid_binary_cross_entropy(value, points).mean()


OPTIMIZER = optax.adamw(1e-3, weight_decay=1e-4)


@jax.jit
def improve(params: Params, state: optax.OptState, lessons: Lessons) -> tuple:
    """A step of training: the new weights, the optimizer's state, and the loss before it."""
    error, slopes = jax.value_and_grad(loss)(params, lessons)
    updates, state = OPTIMIZER.update(slopes, state, params)
    return optax.apply_updates(params, updates), state, error


@jax.jit
def judged(params: Params, seen: jax.Array, black: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The policy and the values as `TreeSearch` takes them."""
    logits, value = forward(params, seen, black)
    return logits, jax.nn.sigmoid(value)


class Player:
    """A network that searches in the games of a batch."""

    def __init__(
        self, params: Params, batch: GameBatch, options: argparse.Namespace, **more: float
    ) -> None:
        inputs = ["planes" if options.planes else "features", "black"]
        self.params = params
        self.batch = batch
        self.visits = options.visits
        self.search = TreeSearch(
            batch,
            inputs=inputs,
            size=SIZE,
            leaves=options.leaves,
            scale=options.scale,
            **more,
        )

    def think(self) -> TreeSearch:
        """The search of the positions on the boards."""
        self.search.run(lambda seen, black: judged(self.params, seen, black), self.visits)
        return self.search


def seen_of(batch: GameBatch, see_planes: bool) -> np.ndarray:
    """What the network sees of the games."""
    return planes(batch, size=SIZE) if see_planes else features(batch)


def drawn(
    params: Params, batch: GameBatch, options: argparse.Namespace, rng: np.random.Generator
) -> np.ndarray:
    """Actions drawn by the policy alone."""
    logits, _ = judged(params, seen_of(batch, options.planes), batch.black_to_move())
    # The largest of the logarithms with such noise is drawn by the probabilities.
    noisy = np.asarray(logits) + rng.gumbel(size=(len(batch), ACTION_COUNT))
    return np.where(action_mask(batch), noisy, -np.inf).argmax(1)


def self_play(player: Player, options: argparse.Namespace) -> Iterator[Lessons]:
    """The lessons of games against itself, those of all that end at the same time at once."""
    batch = player.batch
    open_lessons: list[list[Lessons]] = [[] for _ in range(options.games)]
    while True:
        search = player.think()
        shares, values = search.policy(), search.values()
        best = np.argpartition(shares, -MOVES)[:, -MOVES:].astype(np.int32)
        shares = np.take_along_axis(shares, best, 1)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1e-9)
        rows = (
            seen_of(batch, options.planes),
            batch.black_to_move(),
            action_mask(batch, packed=True),
            best,
            shares,
            values,
        )
        for game in np.flatnonzero(~batch.is_over()):
            open_lessons[game].append(tuple(array[game] for array in rows))
        # Variety at first, the best moves later.
        batch.play(search.choose(np.where(batch.plies() < 16, 1.0, 0.5)))
        ended = np.flatnonzero(batch.is_over())
        if len(ended):
            done = []
            points, stopped = batch.points(), batch.is_truncated()
            for game in ended:
                # From the end back: the end counts, and more and more what searches expected since.
                # A game that was only stopped ends as its last search expected.
                expected = None if stopped[game] else points[game]
                for *row, value in reversed(open_lessons[game]):
                    white = 1 - value if row[1] else value
                    later = white if expected is None else expected
                    expected = options.later * later + (1 - options.later) * white
                    ours = 1 - expected if row[1] else expected
                    done.append((*row, np.float32(ours)))
                open_lessons[game] = []
            batch.reset()
            if done:
                yield tuple(np.stack(column) for column in zip(*done))


class Memory:
    """The last positions that were played, from which the network learns."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen = 0
        self.columns: list[np.ndarray] = []

    def add(self, lessons: Lessons) -> None:
        """Takes positions in the place of the oldest."""
        if not self.columns:
            self.columns = [np.zeros((self.size, *it.shape[1:]), it.dtype) for it in lessons]
        rows = (self.seen + np.arange(len(lessons[0]))) % self.size
        for column, array in zip(self.columns, lessons):
            column[rows] = array
        self.seen += len(rows)

    def sample(self, rng: np.random.Generator, count: int) -> Lessons:
        """So many positions, drawn at random."""
        rows = rng.integers(min(self.seen, self.size), size=count)
        return tuple(column[rows] for column in self.columns)


def match(params: Params, searches: bool, level: int | None, options: argparse.Namespace) -> float:
    """The points of the network of 1 against a level or random moves, colors in turn."""
    points, rng = [], np.random.default_rng(1)
    for color in Color:
        batch = GameBatch(options.matches // 2, options.type, max_plies=200)
        player = Player(params, batch, options, noise=0, seed=1)
        engine = None if level is None else Engine(level=level, seed=1, table_mib=1)
        while not (over := batch.is_over()).all():
            ply = int(batch.plies()[~over][0])
            if (ply % 2 == 0) == (color is Color.WHITE):
                if searches:
                    batch.play(player.think().choose(0.5 if ply < 6 else 0.0))
                else:
                    batch.play(drawn(params, batch, options, rng))
            elif engine is None:
                batch.play(batch.random_actions(seed=ply))
            else:
                actions = np.full(len(batch), -1)
                for game in np.flatnonzero(~over):
                    position = batch[int(game)].position
                    actions[game] = position.action_of(engine.best_move(batch[int(game)]))
                batch.play(actions)
        points.append(batch.points() if color is Color.WHITE else 1 - batch.points())
    return float(np.mean(points))


def climb(params: Params, options: argparse.Namespace) -> list[float]:
    """The points against each step of the ladder."""
    points = []
    for searches, level in LADDER:
        points.append(match(params, searches, level, options))
        print(f"  {points[-1]:.1%} {label(searches, level)}", flush=True)
    return points


def label(searches: bool, level: int | None) -> str:
    """What a step of the ladder measures."""
    opponent = "random moves" if level is None else f"level {level}"
    return f"{'with search' if searches else 'policy alone'} against {opponent}"


def draw(curve: list[tuple[float, list[float]]], target: Path) -> None:
    """Draws the points against each step of the ladder over the minutes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    minutes = [row[0] / 60 for row in curve]
    for step, opponent in enumerate(LADDER):
        axes.plot(minutes, [row[1][step] for row in curve], marker="o", label=label(*opponent))
    axes.set(xlabel="minutes of processor time", ylabel="points of 1", ylim=(-0.02, 1.02))
    axes.grid(alpha=0.3)
    axes.legend(loc="center right")
    figure.savefig(target, dpi=110)
    plt.close(figure)


def settings(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the checkpoint and the curve are kept")
    parser.add_argument("--minutes", type=float, default=10, help="processor time of learning")
    parser.add_argument("--type", default="Base", help="the game type")
    parser.add_argument("--planes", action="store_true", help="see planes instead of counts")
    parser.add_argument("--width", type=int, default=96, help="the width of the network")
    parser.add_argument("--blocks", type=int, default=1, help="its layers, besides the first")
    parser.add_argument("--visits", type=int, default=16, help="visits of the search a move")
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--leaves", type=int, default=4, help="leaves of a game at once")
    parser.add_argument("--plies", type=int, default=120, help="where games are stopped")
    parser.add_argument("--scale", type=float, default=30, help="what a point weighs in a target")
    parser.add_argument("--later", type=float, default=0.9, help="the weight of what comes later")
    parser.add_argument("--kept", type=int, default=60_000, help="positions that are learned from")
    parser.add_argument("--batch", type=int, default=256, help="positions of a step of training")
    parser.add_argument("--passes", type=float, default=3, help="how often a position is learned")
    parser.add_argument("--matches", type=int, default=40, help="games against each of the ladder")
    parser.add_argument("--climbs", type=int, default=4, help="how often the ladder is climbed")
    return parser.parse_args(arguments)


def main() -> None:
    """Learns, climbs the ladder, and keeps a checkpoint."""
    options = settings()
    options.folder.mkdir(parents=True, exist_ok=True)
    checkpoint = options.folder / "checkpoint.pickle"
    shape = (options.planes, options.width, options.blocks)
    params, memory, spent, curve = new_params(*shape), Memory(options.kept), 0.0, []
    state = OPTIMIZER.init(params)
    if checkpoint.exists():
        was, params, state, memory, spent, curve = pickle.loads(checkpoint.read_bytes())
        if was != shape:
            raise SystemExit(f"{checkpoint} is of --planes, --width, --blocks {was}")

    def report() -> None:
        print(f"{spent / 60:.1f} minutes, {memory.seen} positions", flush=True)
        curve.append((spent, climb(params, options)))
        learned = jax.tree.map(np.asarray, (params, state))
        # Written beside and then moved, so that there always is a whole one.
        beside = checkpoint.with_suffix(".new")
        beside.write_bytes(pickle.dumps((shape, *learned, memory, spent, curve)))
        os.replace(beside, checkpoint)
        draw(curve, options.folder / "curve.svg")

    if not curve:
        report()
    rng, due = np.random.default_rng(memory.seen), 0.0
    times = iter(spent + 60 * options.minutes * np.arange(1, options.climbs + 1) / options.climbs)
    next_climb, began = next(times), time.process_time() - spent
    batch = GameBatch(options.games, options.type, max_plies=options.plies)
    player = Player(params, batch, options, seed=memory.seen)
    for lessons in self_play(player, options):
        memory.add(lessons)
        due += options.passes * len(lessons[0]) / options.batch
        while due >= 1:
            params, state, error = improve(params, state, memory.sample(rng, options.batch))
            due -= 1
        player.params = params
        spent = time.process_time() - began
        if spent >= next_climb:
            print(f"loss {error:.3f}")
            report()
            # The ladder does not count.
            began = time.process_time() - spent
            next_climb = next(times, None)
            if next_climb is None:
                return


if __name__ == "__main__":
    main()
