"""Trains a model of people's moves in JAX, on a GPU if there is one.

    pip install "./python[notebooks]"
    python examples/train_people.py games.parquet --out mine.people
    waggle tune-people others.txt --model mine.people

It reads what `waggle.read_games` reads, parquet, too, and makes the inputs of a few thousand
positions at a time: those of 100,000 games would not fit in memory. The network is the program's
(`docs/people.md`); one game in ten is kept back and measured after each pass. `waggle tune-people`
trains the same on processors; here are the arrays, for a recipe of your own.
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
from waggle import Game, read_games
from waggle.learning import PEOPLE_INPUTS, people_inputs

#: The sums of the first layer, the last of which goes to the output, and the units of the second.
LANES, SECOND = 64, 32
#: One game in so many is kept back.
KEPT_BACK_OF = 10
#: The positions of a batch, and those that are in memory to be shuffled.
BATCH, SHUFFLED = 256, 8192
#: Batches have room for a multiple of so many rows and inputs, so that few are compiled.
ROWS, NUMBERS = 4096, 2**18
#: So many steps of a file are the mean square root of a column's weights, and the least step.
FINENESS, LEAST_STEP = 1.35, 1 / 40

#: The weights, by name, in the order of the file.
Params = dict[str, jax.Array]
#: The rows of a position, the one that all moves share first, and the index of the move played.
Choice = tuple[np.ndarray, np.ndarray, np.ndarray, int]
#: Rows of many positions, with the number of the position of each row.
Batch = dict[str, np.ndarray]


def choices(game: Game) -> Iterator[Choice]:
    """The positions of a game in which there was a choice, the last one first."""
    game = game.copy()
    while len(game):
        played = list(game)[-1]
        game.undo()
        moves, (start, index, value) = people_inputs(game)
        if len(moves) > 1 and played in moves:
            yield start, index, value, moves.index(played)


def games_of(source: str, kept_back: bool, most: int | None) -> Iterator[Game]:
    """One game in ten, or the others, read as they are needed."""
    for number, record in enumerate(islice(read_games(source, on_error=print), most)):
        if (number % KEPT_BACK_OF == 0) == kept_back and record.game.start is None:
            yield record.game


def shuffled(positions: Iterator[Choice], random: np.random.Generator) -> Iterator[Choice]:
    """Positions in another order, few of them in memory."""
    held: list[Choice] = []
    for position in positions:
        if len(held) < SHUFFLED:
            held.append(position)
        else:
            at = int(random.integers(SHUFFLED))
            held[at], position = position, held[at]
            yield position
    random.shuffle(held)
    yield from held


def filled(parts: list[np.ndarray], step: int, fill: int) -> np.ndarray:
    """The parts in one array, whose length is a multiple of the step."""
    whole = np.concatenate(parts)
    return np.pad(whole, (0, -len(whole) % step), constant_values=fill)


def batches(positions: Iterator[Choice]) -> Iterator[Batch]:
    """Batches of positions. Rows and inputs that only fill up belong to one that is left out."""
    while some := list(islice(positions, BATCH)):
        owner, own, row, index, value, played, rows = [], [], [], [], [], [], 0
        for number, (start, inputs, values, choice) in enumerate(some):
            lengths = np.diff(start)
            shared = np.arange(len(lengths)) == 0
            owner.append(np.where(shared, BATCH, number))
            own.append(np.full(len(lengths), rows))
            row.append(np.repeat(rows + np.arange(len(lengths)), lengths))
            index.append(inputs.astype(np.int32))
            value.append(values)
            played.append(rows + 1 + choice)
            rows += len(lengths)
        # There is always a last row that nobody has.
        owner.append(np.array([BATCH]))
        own.append(np.array([rows]))
        played += [rows] * (BATCH - len(some))
        yield {
            "owner": filled(owner, ROWS, BATCH),
            "shared": filled(own, ROWS, rows),
            "row": filled(row, NUMBERS, rows),
            "index": filled(index, NUMBERS, 0),
            "value": filled(value, NUMBERS, 0),
            "played": np.array(played),
            "count": np.array(len(some)),
        }


def steps_of(columns: jax.Array) -> jax.Array:
    """The step of each column in a file, as the power of two in eighths."""
    size = jnp.sqrt(jnp.mean(columns**2, axis=1)) / FINENESS
    most = jnp.abs(columns).max(axis=1) / 127
    return jnp.ceil(8 * jnp.log2(jnp.maximum(jnp.maximum(size, most), LEAST_STEP)))


def rounded(columns: jax.Array) -> jax.Array:
    """The columns as a file keeps them, with the slope of those that are not rounded."""
    step = 2 ** (steps_of(columns)[:, None] / 8)
    return columns + jax.lax.stop_gradient(jnp.round(columns / step) * step - columns)


def logits(params: Params, batch: Batch, rounds: bool, kept: jax.Array) -> jax.Array:
    """For each row the logarithm of its move's probability, up to what a position has in common."""
    rows = len(batch["owner"])
    columns = rounded(params["columns"]) if rounds else params["columns"]
    each = columns[batch["index"]] * batch["value"][:, None]
    sums = jax.ops.segment_sum(each, batch["row"], rows, indices_are_sorted=True)
    sums = sums + sums[batch["shared"]] + params["bias"]
    hidden = jax.nn.relu(sums) * kept[jnp.minimum(batch["owner"], BATCH - 1)]
    # The last lane goes to the output alone.
    units = hidden[:, :-1] @ params["layer"][:-1] + params["layer_bias"]
    return sums[:, -1] + jax.nn.relu(units) @ params["output"]


def likelihoods(found: jax.Array, batch: Batch) -> jax.Array:
    """The logarithm of the probability of each row's move."""
    most = jax.ops.segment_max(found, batch["owner"], BATCH + 1)
    odds = jnp.exp(found - most[batch["owner"]])
    total = jax.ops.segment_sum(odds, batch["owner"], BATCH + 1)
    return found - (most + jnp.log(total))[batch["owner"]]


def loss(params: Params, batch: Batch, rounds: bool, kept: jax.Array) -> jax.Array:
    """The mean of minus the logarithm of the probability of the moves that were played."""
    found = likelihoods(logits(params, batch, rounds, kept), batch)[batch["played"]]
    counts = jnp.arange(BATCH) < batch["count"]
    return -jnp.where(counts, found, 0).sum() / batch["count"]


@jax.jit
def measured(params: Params, batch: Batch) -> jax.Array:
    """How often the move played is the likeliest, and among three; the loss; and the positions."""
    whole = jnp.ones((BATCH, LANES))
    found = likelihoods(logits(params, batch, True, whole), batch)
    played = found[batch["played"]]
    better = found > jnp.append(played, jnp.inf)[batch["owner"]]
    rank = jax.ops.segment_sum(better.astype(jnp.int32), batch["owner"], BATCH + 1)[:BATCH]
    counts = jnp.arange(BATCH) < batch["count"]
    each = [rank == 0, rank < 3, -played, jnp.ones(BATCH)]
    return jnp.stack([jnp.where(counts, it, 0).sum() for it in each])


def initial(random: np.random.Generator) -> Params:
    """Weights before training."""
    shapes = {
        "columns": (PEOPLE_INPUTS, LANES),
        "bias": (LANES,),
        "layer": (LANES, SECOND),
        "layer_bias": (SECOND,),
        "output": (SECOND,),
    }
    sizes = {"columns": 0.15, "layer": LANES**-0.5, "output": SECOND**-0.5}
    return {
        name: jnp.asarray(random.uniform(-1, 1, shape) * sizes.get(name, 0), jnp.float32)
        for name, shape in shapes.items()
    }


def fnv1a(data: bytes) -> int:
    """The hash of a file: FNV-1a with 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


def file_of(params: Params, origin: str) -> bytes:
    """The file of a model, as `crates/engine/src/people/file.rs` describes it."""
    powers = np.asarray(steps_of(params["columns"]))
    whole = np.round(np.asarray(params["columns"]) / 2 ** (powers[:, None] / 8))
    text = origin.encode()
    body = struct.pack("<HBBH", PEOPLE_INPUTS, LANES, SECOND, len(text)) + text
    body += powers.astype(np.int8).tobytes() + whole.clip(-128, 127).astype(np.int8).tobytes()
    others = [params[name] for name in ("bias", "layer", "layer_bias", "output")]
    body += b"".join(np.asarray(it, "<f4").tobytes() for it in others)
    return b"people 1" + struct.pack("<Q", fnv1a(body)) + body


def main() -> None:
    """Trains, measures after each pass, and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", help="a file or a folder of games")
    parser.add_argument("--out", type=Path, required=True, help="the file of the model")
    parser.add_argument("--games", dest="most", type=int, help="read so many games at most")
    parser.add_argument("--epochs", type=int, default=8, help="passes; the last three round")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.out.exists():
        parser.error(f"{args.out} exists already")

    random, key = np.random.default_rng(args.seed), jax.random.key(args.seed)
    params = initial(random)
    plies = sum(map(len, games_of(args.games, False, args.most)))
    steps = max(args.epochs * -(-plies // BATCH), 2)
    rate = optax.warmup_cosine_decay_schedule(0, 2e-3, min(300, steps // 2), steps)
    optimizer = optax.adamw(rate, weight_decay=1.0)
    state = optimizer.init(params)

    @partial(jax.jit, static_argnames="rounds")
    def learn(params: Params, state: object, batch: Batch, key: jax.Array, rounds: bool):
        kept = jax.random.bernoulli(key, 0.8, (BATCH, LANES)) / 0.8
        slopes = jax.grad(loss)(params, batch, rounds, kept)
        changes, state = optimizer.update(slopes, state, params)
        return optax.apply_updates(params, changes), state

    said = ""
    for epoch in range(1, args.epochs + 1):
        positions = chain.from_iterable(map(choices, games_of(args.games, False, args.most)))
        for batch in batches(shuffled(positions, random)):
            key, now = jax.random.split(key)
            params, state = learn(params, state, batch, now, epoch > args.epochs - 3)
        found = np.zeros(4)
        positions = chain.from_iterable(map(choices, games_of(args.games, True, args.most)))
        for batch in batches(positions):
            found += np.asarray(measured(params, batch))
        first, three, mean, count = found / max(found[3], 1) * [1, 1, 1, found[3]]
        said = (
            f"{count:.0f} positions kept back: first in {first:.1%}, among three in {three:.1%}, "
            f"loss {mean:.3f}"
        )
        print(f"pass {epoch}: {said}", flush=True)
    args.out.write_bytes(file_of(params, f"examples/train_people.py, {plies} plies; {said}"))


if __name__ == "__main__":
    main()
