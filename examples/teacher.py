"""Trains a teacher for small networks in JAX: a transformer over the pieces.

    pip install "./python[notebooks]"
    python -c "from waggle.learning import selfplay; selfplay(4000, nodes=600).save('games.npz')"
    python examples/teacher.py teacher games.npz --labels labels.npz
    python examples/train_network.py run games.npz --labels labels.npz

It is too slow to search with, but sees what no count holds: each piece on the table is a token with
its kind, owner and place to both queens, and looks at the others by where they are from it. The
counts of the engine's evaluation are one more token. Files of games, samples and the games kept
back are those of `train_network.py`, so that errors can be compared.

With `--base` it begins with the value of a network, and learns what that does not see. With
`--networks` the mean of small networks is the teacher: those of `train_network.py` with different
seeds, which err apart.

The folder keeps a checkpoint after each pass, from which the same call goes on. `--labels` writes
what the teacher expects of the positions that it learned from and, with `--around`, of others a
random move away. The default is small enough for a processor; `--width 160 --layers 4 --heads 8`
and hundreds of thousands of games are for a GPU.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from train_network import Samples, fitted, learner, points_of, read, read_games, squared_error
from waggle.learning import CHANCE_SCALE, FEATURE_NAMES, Network, features, piece_list

#: Places further from each other than this are alike.
RADIUS = 6
#: So many places are near; then there are the far ones, and those of a piece in hand.
FAR = 3 * RADIUS * (RADIUS + 1) + 1
NOWHERE = FAR + 1
#: The side of the table of places: columns and rows differ by less than 32 either way.
SIDE = 64
#: Kinds of pieces, what is said of a piece besides, and where the queens are in a list of pieces.
KINDS, FLAGS, QUEENS = 8, 4, [0, 14]
#: The state of a piece on the table; batches have room for a multiple of so many of them.
ON_TABLE, STEP = 2, 4

#: The weights, by name.
Params = dict[str, jax.Array]
#: Expects points, from lists of pieces and counts.
Judge = Callable[[np.ndarray, np.ndarray], np.ndarray]


def places() -> np.ndarray:
    """The number of a place by symmetry, and column and row from another place."""
    table = np.full((12, SIDE, SIDE), FAR, np.int32)
    near = [
        (q, r)
        for q in range(-RADIUS, RADIUS + 1)
        for r in range(-RADIUS, RADIUS + 1)
        if abs(q + r) <= RADIUS
    ]
    numbers = {place: number for number, place in enumerate(near)}
    for symmetry in range(12):
        for place in near:
            q, r = place if symmetry < 6 else place[::-1]
            for _ in range(symmetry % 6):
                q, r = -r, q + r
            table[symmetry, place[0], place[1]] = numbers[q, r]
    return table


PLACES = places()


def seated(pieces: np.ndarray) -> np.ndarray:
    """Lists of pieces with the two queens, then all pieces on the table, and then the others."""
    order = np.argsort(pieces[..., 0] != ON_TABLE, axis=1, kind="stable")
    rest = np.take_along_axis(pieces, order[..., None], 1)
    return np.concatenate([pieces[:, QUEENS], rest], 1)


def batches(pieces: np.ndarray, rows: int, rng: np.random.Generator) -> list[tuple]:
    """Positions with about as many pieces on the table: which, and their lists as far as needed."""
    rooms = -(-(pieces[:, 2:, 0] == ON_TABLE).sum(1) // STEP) * STEP
    order = rng.permutation(len(pieces))
    order = order[np.argsort(rooms[order], kind="stable")]
    groups = np.split(order, range(rows, len(order), rows))
    return [(group, pieces[group, : 2 + rooms[group[-1]]]) for group in groups if len(group)]


def new_params(options: argparse.Namespace) -> Params:
    """Random weights; the output begins at zero."""
    rng, width = np.random.default_rng(options.seed), options.width

    def random(*shape: int) -> np.ndarray:
        return rng.normal(0, shape[0] ** -0.5, shape)

    params = {
        "kind": rng.normal(0, 0.5, (2 * KINDS, width)),
        "flags": rng.normal(0, 0.5, (FLAGS, width)),
        "place": rng.normal(0, 0.3, (2, NOWHERE + 1, width)),
        "counts": random(2 * len(FEATURE_NAMES), width),
        "linear": np.zeros(2 * len(FEATURE_NAMES)),
        "value": np.zeros(width),
        "bias": np.zeros((NOWHERE + 1, options.layers * options.heads)),
    }
    for layer in range(options.layers):
        params[f"look {layer}"] = random(width, 3 * width)
        params[f"seen {layer}"] = random(width, width) / options.layers
        params[f"wide {layer}"] = random(width, 3 * width)
        params[f"wide bias {layer}"] = np.zeros(3 * width)
        params[f"back {layer}"] = random(3 * width, width) / options.layers
    return {name: jnp.asarray(array, jnp.float32) for name, array in params.items()}


def normal(tokens: jax.Array) -> jax.Array:
    """Tokens of mean 0 and variance 1."""
    tokens = tokens - tokens.mean(-1, keepdims=True)
    return tokens * jax.lax.rsqrt(jnp.square(tokens).mean(-1, keepdims=True) + 1e-5)


def forward(
    params: Params, pieces: jax.Array, counts: jax.Array, symmetry: jax.Array, heads: int
) -> jax.Array:
    """The lead of the player to move, in liberties, as each position looks under a symmetry."""
    rows, layers = len(pieces), params["bias"].shape[1] // heads
    fields = jnp.moveaxis(pieces.astype(jnp.int32), 2, 0)
    # Where each piece is, as seen from the queens and from all others.
    q, r = ((row[:, None] - row[:, :, None])[:, :, 2:] for row in fields[3:5])
    is_there = fields[0] == ON_TABLE
    place = jnp.asarray(PLACES)[symmetry[:, None, None], q, r]
    place = jnp.where(is_there[:, None, 2:] & is_there[:, :, None], place, NOWHERE)
    _, ours, bug, _, _, height, covered, resting = fields[:, :, 2:]
    flags = jnp.stack([height > 0, height, covered, resting], -1)
    tokens = (
        params["kind"][KINDS * ours + bug]
        + flags.astype(jnp.float32) @ params["flags"]
        + params["place"][0][place[:, 0]]
        + params["place"][1][place[:, 1]]
    )
    counts = counts.reshape(rows, -1).astype(jnp.float32)
    tokens = jnp.concatenate([(counts @ params["counts"])[:, None] / 4, tokens], 1)
    # The counts see all pieces alike; what is not on the table is seen by nobody.
    bias = jnp.pad(params["bias"][place[:, 2:]], ((0, 0), (1, 0), (1, 0), (0, 0)))
    absent = jnp.pad(~is_there[:, 2:], ((0, 0), (1, 0)))
    bias = jnp.where(absent[:, None, :, None], -1e9, bias)
    bias = jnp.moveaxis(bias.reshape(*bias.shape[:3], layers, heads), (3, 4), (0, 2))
    for layer in range(layers):
        look = (normal(tokens) @ params[f"look {layer}"]).reshape(*tokens.shape[:2], heads, -1)
        query, key, value = jnp.split(look, 3, -1)
        scores = jnp.einsum("nihd,njhd->nhij", query, key) / math.sqrt(query.shape[-1])
        shares = jax.nn.softmax(scores + bias[layer])
        seen = jnp.einsum("nhij,njhd->nihd", shares, value).reshape(tokens.shape)
        tokens = tokens + seen @ params[f"seen {layer}"]
        wide = normal(tokens) @ params[f"wide {layer}"] + params[f"wide bias {layer}"]
        tokens = tokens + jax.nn.relu(wide) @ params[f"back {layer}"]
    return normal(tokens)[:, 0] @ params["value"] + counts @ params["linear"]


class Teacher:
    """The transformer and its training."""

    def __init__(self, options: argparse.Namespace, steps: int) -> None:
        self.options = options
        schedule = optax.warmup_cosine_decay_schedule(
            0, options.step, min(500, steps // 10), steps, options.step / 100
        )
        optimizer = optax.chain(
            optax.clip_by_global_norm(1), optax.adamw(schedule, weight_decay=0.05)
        )
        self.begin = optimizer.init
        self.base, self.factor = None, 1.0

        def expected(params: Params, lead: jax.Array, *seen: jax.Array) -> jax.Array:
            return jax.nn.sigmoid((lead + forward(params, *seen, options.heads)) / CHANCE_SCALE)

        def loss(params: Params, points: jax.Array, *seen: jax.Array) -> jax.Array:
            return jnp.square(expected(params, *seen) - points).mean()

        @jax.jit
        def improve(params: Params, state: optax.OptState, *arrays: jax.Array) -> tuple:
            error, slopes = jax.value_and_grad(loss)(params, *arrays)
            updates, state = optimizer.update(slopes, state, params)
            return optax.apply_updates(params, updates), state, error

        self.improve, self.expected = improve, jax.jit(expected)

    def begin_with(self, base: Network, kept_back: Samples) -> None:
        """Learns only what the network does not see."""
        self.base = base
        self.factor, error = fitted([base], kept_back)
        print(f"begins with {error:.6f}, kept back", flush=True)

    def lead(self, counts: np.ndarray) -> np.ndarray:
        """What the network says that the teacher begins with."""
        if self.base is None:
            return np.zeros(len(counts), np.float32)
        return (self.base.evaluate(counts) / 100 / self.factor).astype(np.float32)

    def learn(self, params: Params, state: optax.OptState, samples: Samples, epoch: int) -> tuple:
        """A pass over all samples, each under a random symmetry; also the mean error."""
        rng, errors = np.random.default_rng((self.options.seed, epoch)), []
        groups = batches(samples.pieces, self.options.batch, rng)
        for index in rng.permutation(len(groups)):
            rows, pieces = groups[index]
            symmetry = rng.integers(12, size=len(rows))
            counts = samples.features[rows]
            seen = self.lead(counts), pieces, counts, symmetry
            params, state, error = self.improve(params, state, samples.points[rows], *seen)
            errors.append(error * len(rows))
        return params, state, float(jnp.stack(errors).sum()) / len(samples.points)

    def points(self, params: Params, pieces: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """The points that it expects: the mean of so many symmetries."""
        total, times = np.zeros(len(pieces), np.float32), self.options.symmetries
        for rows, some in batches(pieces, 4 * self.options.batch, np.random.default_rng(0)):
            lead = self.lead(counts[rows])
            for turn in range(times):
                turned = np.full(len(rows), turn * 12 // times)
                total[rows] += self.expected(params, lead, some, counts[rows], turned)
        return total / times


def around(options: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """Positions a random move away from those of the games: lists of pieces and counts."""
    rng, parts = np.random.default_rng(options.seed), []
    for path in options.games:
        played = read_games(path, options.later)
        for index in rng.integers(len(played.number), size=options.around):
            position = played.game(int(index)).position
            moves = sorted(position.legal_moves())
            after = position.after(moves[rng.integers(len(moves))])
            if not after.is_game_over():
                parts.append((piece_list(after), features(after)))
    pieces, counts = zip(*parts)
    return seated(np.stack(pieces)), np.stack(counts)


def mean_of(paths: list[Path], kept_back: Samples) -> Judge:
    """What networks expect on average, their scores scaled to fit the positions kept back."""
    networks = [Network.read(path) for path in paths]
    factor, error = fitted(networks, kept_back)
    print(f"kept back {error:.6f}, with scores divided by {factor:.2f}", flush=True)
    return lambda _, counts: np.mean([points_of(it, counts, factor) for it in networks], 0)


def settings(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options of the command line."""
    parser = learner(__doc__, "where the checkpoint is kept", 8, 1e-3, 256)
    parser.add_argument("--width", type=int, default=64, help="the width of a token")
    parser.add_argument("--layers", type=int, default=2, help="how often tokens look around")
    parser.add_argument("--heads", type=int, default=4, help="at how many others at once")
    parser.add_argument("--base", help="a network, or BuiltIn: learn what that one does not see")
    parser.add_argument("--networks", nargs="+", type=Path, help="their mean is the teacher")
    parser.add_argument("--symmetries", type=int, default=1, help="seen for a label, 1 to 12")
    parser.add_argument("--labels", type=Path, help="the file of labels to write")
    parser.add_argument("--around", type=int, default=0, help="positions beside those of a file")
    return parser.parse_args(arguments)


def trained(training: Samples, kept_back: Samples, options: argparse.Namespace) -> Judge:
    """Trains the transformer, and returns what it expects."""
    options.folder.mkdir(parents=True, exist_ok=True)
    checkpoint = options.folder / "checkpoint.pickle"
    teacher = Teacher(options, options.epochs * math.ceil(len(training.points) / options.batch))
    if options.base:
        base = Network.read(None if options.base == "BuiltIn" else options.base)
        teacher.begin_with(base, kept_back)
    params, epoch = new_params(options), 0
    state = teacher.begin(params)
    of_labels = ("labels", "around", "symmetries", "networks")
    shape = {name: it for name, it in vars(options).items() if name not in of_labels}
    if checkpoint.exists():
        was, params, state, epoch = pickle.loads(checkpoint.read_bytes())
        if was != shape:
            raise SystemExit(f"{checkpoint} has other options: name another folder")
    while epoch < options.epochs:
        params, state, error = teacher.learn(params, state, training, epoch)
        epoch += 1
        expected = teacher.points(params, kept_back.pieces, kept_back.features)
        missed = squared_error(expected, kept_back)
        print(f"pass {epoch}: {error:.6f}, kept back {missed:.6f}", flush=True)
        learned = jax.tree.map(np.asarray, (params, state))
        # Written beside and then moved, so that there always is a whole one.
        beside = checkpoint.with_suffix(".new")
        beside.write_bytes(pickle.dumps((shape, *learned, epoch)))
        os.replace(beside, checkpoint)
    return lambda pieces, counts: teacher.points(params, pieces, counts)


def main() -> None:
    """Trains, and labels positions."""
    options = settings()
    if options.labels and options.labels.exists():
        raise SystemExit(f"{options.labels} exists: name another file")
    training, kept_back = read(options.games, options.later, with_pieces=True)
    if not len(training.points) or not len(kept_back.points):
        raise SystemExit("expected quiet positions of more than one game, found none")
    print(f"{len(training.points)} positions, {len(kept_back.points)} kept back", flush=True)
    training.pieces, kept_back.pieces = seated(training.pieces), seated(kept_back.pieces)
    if options.networks:
        judge = mean_of(options.networks, kept_back)
    else:
        judge = trained(training, kept_back, options)
    if options.labels:
        pieces, counts = training.pieces, training.features
        if options.around:
            others = around(options)
            pieces, counts = map(np.concatenate, zip((pieces, counts), others))
        points = judge(pieces, counts)
        np.savez_compressed(options.labels, features=counts, points=points)
        print(f"{len(points)} labels", flush=True)


if __name__ == "__main__":
    main()
