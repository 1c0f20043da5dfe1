"""Trains a network for the engine in JAX, on games of the engine against itself, and plays with it.

    pip install "./python[notebooks]"
    python -c "from waggle.learning import selfplay; selfplay(4000, nodes=600).save('games.npz')"
    python examples/train_network.py run games.npz --match 100

Games are files of `SelfPlay.save` and `waggle.cluster`, or of `waggle tune --keep`, packed or not.
The form of the network is the engine's (`docs/network.md`), and it is trained as `waggle tune` does
it: on the quiet positions, those with equal counts joined, one game in 19 kept back. The network is
a moving average of the weights, whose steps stay as large as they are. The last two passes begin
with it and learn with the weights as the engine rounds them, in small steps. The pass is chosen
whose average, rounded, errs least in the games kept back. JAX uses a GPU if there is one.

The folder `run` gets `network.hivenet`, which the engine plays with, `curve.svg`, and a checkpoint
after each pass, from which the same call goes on if it was interrupted. With `--labels` the network
learns what a teacher thinks of positions (`examples/teacher.py`), by `--mix` against the targets.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from waggle import Color, Engine, Game
from waggle.learning import (
    CHANCE_SCALE,
    FEATURE_NAMES,
    Network,
    SelfPlay,
    piece_list,
    read_samples,
)

#: The most of a hidden unit, and the steps of a liberty and of a draw's output (docs/network.md).
CLIP, STEPS, DRAW_STEPS = 2048, 1600, 256
#: One game in so many is kept back: of all types, which take turns with a period of 12.
KEPT_BACK_OF = 19
#: The last passes, which learn with rounded weights, and their first step as a share of the others.
ROUNDED, FINE = 2, 0.2
#: The most steps of which the weights are averaged, and the share of those so far.
AVERAGED, AVERAGED_SHARE = 5000, 0.25
#: Positions whose error is measured at once.
ROWS = 65_536
#: Random plies before a game of the match.
OPENING = 6

#: The weights of a network, in liberties.
Params = dict[str, jax.Array]
#: What a pass goes on from: the weights, their average, and the optimizer's state.
Learned = tuple[Params, Params, optax.OptState]


@dataclass
class Samples:
    """Quiet positions with different counts."""

    features: np.ndarray
    """The counts, `uint8` of shape `(positions, 2, features)`."""
    points: np.ndarray
    """The expected points of the player to move."""
    score: np.ndarray
    """What the search said, in liberties, less the longer no piece was placed."""
    drawn: np.ndarray
    """1 if the game was a draw, 0 if not, -1 if there is no game."""
    pieces: np.ndarray
    """Their lists of pieces, if asked for."""

    def take(self, rows: np.ndarray) -> Samples:
        """Some of them."""
        return Samples(*(array[rows] for array in vars(self).values()))


def idle(text: str) -> list[int]:
    """For each move of a game, the moves since a piece was placed."""
    placed, found, since = {"pass"}, [], 0
    for move in text.split(";")[3:]:
        found.append(since)
        piece = move.split()[0]
        since = since + 1 if piece in placed else 0
        placed.add(piece)
    return found


def hashes(features: np.ndarray) -> np.ndarray:
    """A number for the counts of each position."""
    factors = np.random.default_rng(0).integers(2**63, size=features[0].size, dtype=np.uint64)
    parts = [
        features[at : at + ROWS].reshape(-1, len(factors)).astype(np.uint64) @ factors
        for at in range(0, len(features), ROWS)
    ]
    return np.concatenate(parts)


def mean_by(groups: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The means of the values of each group."""
    return np.bincount(groups, values) / np.bincount(groups)


def read_games(path: Path, later: float) -> SelfPlay:
    """The games of a file."""
    return SelfPlay.load(path) if path.suffix == ".npz" else read_samples(path, later=later)


def pieces_of(played: SelfPlay, rows: np.ndarray) -> np.ndarray:
    """The lists of pieces of positions."""
    games, first = played.number[rows] - played.first, 0
    lists = np.empty((len(rows), 28, 8), np.int8)
    for game, count in zip(*np.unique(games, return_counts=True)):
        some = slice(first, first + count)
        lists[some] = piece_list(Game(played.games[game]).positions())[played.ply[rows[some]]]
        first += count
    return lists


def read(paths: list[Path], later: float, *, with_pieces: bool = False) -> tuple[Samples, Samples]:
    """The samples of files to train on, and those kept back."""
    parts, kept, games = [], [], 0
    for path in paths:
        played = read_games(path, later)
        quiet = np.flatnonzero(played.is_quiet)
        since = [idle(text) for text in played.games]
        places = zip(played.number[quiet] - played.first, played.ply[quiet])
        waited = np.array([since[game][ply] for game, ply in places])
        # A lead counts half after 18 moves without a placement.
        score = played.score[quiet] / 100 * 18 / (18 + waited)
        drawn = ((played.result > 0) & (played.result < 1))[quiet].astype(np.int8)
        pieces = pieces_of(played, quiet) if with_pieces else np.empty((len(quiet), 0), np.int8)
        parts.append(Samples(played.features[quiet], played.points[quiet], score, drawn, pieces))
        kept.append((games + played.number[quiet] - played.first) % KEPT_BACK_OF == 0)
        games += len(played.games)
    columns = [np.concatenate([vars(part)[name] for part in parts]) for name in vars(parts[0])]
    samples, kept_back = Samples(*columns), np.concatenate(kept)
    # Positions with equal counts are one, and belong where they occurred first.
    _, first, group = np.unique(hashes(samples.features), return_index=True, return_inverse=True)
    counted = np.flatnonzero(kept_back[first][group] == kept_back)
    joined = samples.take(first)
    joined.points = mean_by(group[counted], samples.points[counted]).astype(np.float32)
    joined.score = mean_by(group[counted], samples.score[counted])
    return joined.take(~kept_back[first]), joined.take(kept_back[first])


def with_labels(training: Samples, kept_back: Samples, path: Path, mix: float) -> Samples:
    """The samples with the labels of a teacher mixed into their points, and what else it labels."""
    with np.load(path) as file:
        features, points = file["features"], file["points"]
    keys, first, group = np.unique(hashes(features), return_index=True, return_inverse=True)
    features, labels = features[first], mean_by(group, points).astype(np.float32)
    at = np.searchsorted(keys, own := hashes(training.features)).clip(max=len(keys) - 1)
    found = keys[at] == own
    print(f"labels for {found.mean():.1%} of the positions", end="")
    mixed = (1 - mix) * training.points + mix * labels[at]
    training.points = np.where(found, mixed, training.points).astype(np.float32)
    other = ~np.isin(keys, own) & ~np.isin(keys, hashes(kept_back.features))
    print(f", and {other.sum()} others", flush=True)
    nothing = np.zeros(other.sum())
    pieces = np.empty((len(nothing), *training.pieces.shape[1:]), np.int8)
    drawn = np.full(len(nothing), -1, np.int8)
    more = Samples(features[other], labels[other], nothing, drawn, pieces)
    arrays = (np.concatenate([vars(training)[name], vars(more)[name]]) for name in vars(more))
    return Samples(*arrays)


def new_params(units: int, seed: int) -> Params:
    """Small random weights; the linear part, the last lane, begins at zero."""
    rng, lanes = np.random.default_rng(seed), units + 1
    columns = rng.uniform(-0.15, 0.15, (2 * len(FEATURE_NAMES), lanes))
    bias, output = rng.uniform(0.2, 0.8, lanes), rng.uniform(-0.3, 0.3, units)
    columns[:, -1] = bias[-1] = 0
    arrays = {"columns": columns, "bias": bias, "output": output, "draw": np.zeros(lanes)}
    return {name: jnp.asarray(array, jnp.float32) for name, array in arrays.items()}


def forward(params: Params, counts: jax.Array, scale: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The expected points and the chance of a draw."""
    sums = (counts * scale) @ params["columns"] + params["bias"]
    hidden = jnp.clip(sums[:, :-1], 0, 1)
    lead = sums[:, -1] + hidden @ params["output"]
    # What is learned of draws changes nothing else.
    draw = jax.lax.stop_gradient(hidden) @ params["draw"][:-1] + params["draw"][-1]
    return jax.nn.sigmoid(lead / CHANCE_SCALE), 0.5 + 0.5 * draw / (1 + jnp.abs(draw))


class Trainer:
    """Samples where JAX computes, and the steps of training with them."""

    def __init__(self, samples: Samples, options: argparse.Namespace) -> None:
        squares = np.zeros(len(FEATURE_NAMES))
        for at in range(0, len(samples.points), ROWS):
            rows = samples.features[at : at + ROWS].astype(np.float32)
            squares += np.square(rows, out=rows).sum((0, 1))
        # Counts are scaled to the order of 1, alike for both players.
        sizes = np.sqrt(squares / (2 * len(samples.points)))
        self.scale = jnp.asarray(np.tile(1 / np.maximum(sizes, 1), 2), jnp.float32)
        self.count, self.options = len(samples.points), options
        self.arrays = self.on_device(samples)
        self.batches = math.ceil(self.count / options.batch)
        self.unrounded = max(options.epochs - ROUNDED, 0)
        fine = optax.linear_schedule(FINE * options.step, 0, ROUNDED * self.batches)
        parts = [optax.constant_schedule(options.step), fine]
        schedule = optax.join_schedules(parts, [self.unrounded * self.batches])
        optimizer = optax.adamw(schedule, weight_decay=0.01)
        self.begin = optimizer.init

        def loss(params: Params, seen: jax.Array, points: jax.Array, drawn: jax.Array) -> tuple:
            expected, draw = forward(params, seen, self.scale)
            error = jnp.square(expected - points).mean()
            return error + jnp.where(drawn < 0, 0, jnp.square(draw - drawn)).mean(), error

        @jax.jit
        def improve(
            learned: Learned, factor: float | None, share: float, arrays: tuple, rows: jax.Array
        ) -> tuple[Learned, jax.Array]:
            params, average, state = learned
            some = (array[rows] for array in arrays)
            # What the rounded weights would learn is learned by those that are not.
            current = params if factor is None else self.rounded(params, factor)
            (_, error), slopes = jax.value_and_grad(loss, has_aux=True)(current, *some)
            updates, state = optimizer.update(slopes, state, params)
            params = optax.apply_updates(params, updates)
            return (params, optax.incremental_update(params, average, share), state), error

        self.improve = improve
        self.expected = jax.jit(lambda params, seen: forward(params, seen, self.scale)[0])

    @staticmethod
    def on_device(samples: Samples) -> tuple[jax.Array, ...]:
        """The arrays of samples as JAX has them."""
        seen = samples.features.reshape(len(samples.points), -1)
        return tuple(jnp.asarray(array) for array in (seen, samples.points, samples.drawn))

    def learn(self, learned: Learned, factor: float, epoch: int) -> tuple[Learned, float]:
        """A pass over all samples; also the mean error before its steps. The last passes round for
        that factor of the scores.
        """
        if epoch == self.unrounded:
            learned = (learned[1], *learned[1:])
        rounding = factor if epoch >= self.unrounded else None
        order = np.random.default_rng((self.options.seed, epoch)).permutation(self.count)
        errors = []
        for batch in range(self.batches):
            rows = order[batch * self.options.batch :][: self.options.batch]
            steps = AVERAGED_SHARE * (epoch * self.batches + batch + 1)
            share = 1 / min(max(steps, 1), AVERAGED)
            learned, error = self.improve(learned, rounding, share, self.arrays, rows)
            errors.append(error * len(rows))
        return learned, float(jnp.stack(errors).sum()) / self.count

    def points(self, params: Params, features: np.ndarray) -> np.ndarray:
        """The points that the network expects."""
        seen = features.reshape(len(features), -1)
        parts = [self.expected(params, seen[at : at + ROWS]) for at in range(0, len(seen), ROWS)]
        return np.concatenate(parts)

    def factor(self, params: Params, kept_back: Samples) -> float:
        """What gives scores the size of those of the search, so that a liberty means the same in
        every network.
        """
        points = self.points(params, kept_back.features).astype(np.float64)
        leads = np.log(points / (1 - points)) * CHANCE_SCALE
        return math.sqrt(np.square(kept_back.score).sum() / np.square(leads).sum())

    def steps(self, factor: float) -> Params:
        """How many steps of the engine's each weight is if scores are multiplied by a factor."""
        lanes = jnp.full(self.options.units + 1, CLIP, jnp.float32).at[-1].set(STEPS * factor)
        steps = {"columns": self.scale[:, None] * lanes, "bias": lanes}
        return steps | {"output": STEPS * factor, "draw": DRAW_STEPS}

    def rounded(self, params: Params, factor: float) -> Params:
        """The weights as the engine has them: those of a column are bytes times a power of two."""
        steps = self.steps(factor)
        largest = jnp.abs(params["columns"] * steps["columns"]).max(1, keepdims=True)
        steps["columns"] /= 2 ** jnp.clip(jnp.ceil(jnp.log2(largest / 127.5)), 3, 8)
        return {
            name: jnp.round(array * steps[name]) / steps[name] for name, array in params.items()
        }

    def network(self, params: Params, factor: float, origin: str) -> Network:
        """The network as the engine takes it, its scores multiplied by a factor."""
        whole = {
            name: np.asarray(params[name] * steps, np.float64)
            for name, steps in self.steps(factor).items()
        }
        return Network(
            whole["bias"],
            whole["columns"].reshape(2, len(FEATURE_NAMES), -1),
            np.append(whole["output"], CLIP),
            whole["draw"],
            origin,
        )


def squared_error(expected: np.ndarray, samples: Samples) -> float:
    """The mean of the squared misses."""
    return float(np.square(expected - samples.points, dtype=np.float64).mean())


def points_of(network: Network, features: np.ndarray, factor: float) -> np.ndarray:
    """The points that the engine expects, its scores divided by a factor."""
    parts = [network.evaluate(features[at : at + ROWS]) for at in range(0, len(features), ROWS)]
    return 1 / (1 + np.exp(-np.concatenate(parts) / 100 / factor / CHANCE_SCALE))


def fitted(networks: list[Network], samples: Samples) -> tuple[float, float]:
    """What the scores of networks are divided by so that their mean fits best, and its error then.

    Networks are written with scores as large as those of a search, which promise too much.
    """

    def missed(factor: float) -> float:
        points = [points_of(network, samples.features, factor) for network in networks]
        return squared_error(np.mean(points, 0), samples)

    return min(
        ((factor, missed(factor)) for factor in np.linspace(0.8, 1.6, 17)), key=itemgetter(1)
    )


def play(network: Network, pair: int, nodes: int) -> list[float]:
    """The points of the network in two games against the built-in one, from one opening."""
    rng, points = np.random.default_rng(pair), []
    opening = Game(("Base", "Base+MLP")[pair % 2])
    for _ in range(OPENING):
        moves = sorted(opening.legal_moves())
        opening.play(moves[rng.integers(len(moves))])
    for ours in Color:
        game = opening.copy()
        engines = {color: Engine(threads=1, table_mib=8) for color in Color}
        engines[ours] = Engine(threads=1, table_mib=8, network=network)
        while not game.is_game_over(claim_draw=True) and game.ply < 200:
            game.play(engines[game.side_to_move].best_move(game, nodes=nodes))
        points.append(0.5 if game.outcome is None else game.outcome.points(ours))
    return points


def match(network: Network, options: argparse.Namespace) -> str:
    """Plays the match, and says how it ended."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = pool.map(lambda pair: play(network, pair, options.nodes), range(options.match // 2))
        points = np.array(list(pairs))
    error = points.mean(1).std(ddof=1) / math.sqrt(len(points)) if len(points) > 1 else 0.5
    won, lost = (points == 1).sum(), (points == 0).sum()
    return (
        f"{won} won, {points.size - won - lost} drawn, {lost} lost against the built-in network "
        f"with {options.nodes} nodes a move: {points.mean():.1%} ± {1.96 * error:.1%}"
    )


def draw(curve: list[tuple[float, float]], built_in: float, target: Path) -> None:
    """Draws the errors over the passes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    passes = range(1, len(curve) + 1)
    for column, label in enumerate(("in training", "kept back")):
        axes.plot(passes, [row[column] for row in curve], marker=".", label=label)
    axes.axhline(built_in, color="gray", linestyle="--", label="built-in network, kept back")
    axes.set(xlabel="passes", ylabel="squared error of the points", yscale="log")
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    figure.savefig(target, dpi=110)
    plt.close(figure)


def learner(
    about: str, folder: str, epochs: int, step: float, batch: int
) -> argparse.ArgumentParser:
    """The options of whatever learns from games, with these defaults."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("folder", type=Path, help=folder)
    parser.add_argument("games", type=Path, nargs="+", help="files of games")
    parser.add_argument("--later", type=float, default=0.75, help="as `waggle tune` has it")
    parser.add_argument("--epochs", type=int, default=epochs, help="passes over all positions")
    parser.add_argument("--step", type=float, default=step, help="the optimizer's largest step")
    parser.add_argument("--batch", type=int, default=batch, help="positions of a step")
    parser.add_argument("--seed", type=int, default=1, help="of the weights and the order")
    return parser


def settings(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = learner(__doc__, "where network, curve and checkpoint are kept", 40, 3e-3, 2048)
    parser.add_argument("--units", type=int, default=63, help="15 to 511, a multiple of 16 less 1")
    parser.add_argument("--labels", type=Path, help="what a teacher thinks of positions")
    parser.add_argument("--mix", type=float, default=1.0, help="the weight of a label, 0 to 1")
    parser.add_argument("--match", type=int, default=0, help="games against the built-in network")
    parser.add_argument("--nodes", type=int, default=2000, help="of a move in them")
    options = parser.parse_args(arguments)
    if options.units not in range(15, 512, 16):
        parser.error(f"--units: expected one less than a multiple of 16, found {options.units}")
    return options


def main() -> None:
    """Trains, writes the network, and plays."""
    options = settings()
    training, kept_back = read(options.games, options.later)
    if not len(training.points) or not len(kept_back.points):
        raise SystemExit("expected quiet positions of more than one game, found none")
    print(f"{len(training.points)} positions, {len(kept_back.points)} kept back", flush=True)
    if options.labels:
        training = with_labels(training, kept_back, options.labels, options.mix)
    options.folder.mkdir(parents=True, exist_ok=True)
    checkpoint = options.folder / "checkpoint.pickle"
    trainer = Trainer(training, options)
    params = new_params(options.units, options.seed)
    learned, best, factor, curve = (params, params, trainer.begin(params)), (params, 1.0), 1.0, []
    shape = {name: it for name, it in vars(options).items() if name not in ("match", "nodes")}
    if checkpoint.exists():
        was, learned, best, factor, curve = pickle.loads(checkpoint.read_bytes())
        if was != shape:
            raise SystemExit(f"{checkpoint} has other options: name another folder")
    _, built_in = fitted([Network.read()], kept_back)
    for epoch in range(len(curve), options.epochs):
        learned, error = trainer.learn(learned, factor, epoch)
        average = learned[1]
        factor = trainer.factor(average, kept_back)
        rounded = trainer.rounded(average, factor)
        curve.append((error, squared_error(trainer.points(rounded, kept_back.features), kept_back)))
        if curve[-1][1] == min(row[1] for row in curve):
            best = rounded, factor
        print(f"pass {epoch + 1}: {error:.6f}, kept back {curve[-1][1]:.6f}", flush=True)
        kept = jax.tree.map(np.asarray, (learned, best))
        # Written beside and then moved, so that there always is a whole one.
        beside = checkpoint.with_suffix(".new")
        beside.write_bytes(pickle.dumps((shape, *kept, factor, curve)))
        os.replace(beside, checkpoint)
    draw(curve, built_in, options.folder / "curve.svg")
    error = min(row[1] for row in curve)
    origin = f"examples/train_network.py: {trainer.count} positions, squared error {error:.6f}"
    network = trainer.network(*best, origin)
    network.write(options.folder / "network.hivenet")
    print(f"squared error {error:.6f} of those kept back, as the engine rounds it")
    print(f"the built-in network, its scores scaled to fit: {built_in:.6f}")
    if options.match > 1:
        print(match(network, options), flush=True)


if __name__ == "__main__":
    main()
