"""Learns to predict the moves of a level, or those in a file of games; says how many it predicts.

    pip install ./python jax optax
    python examples/imitate.py 5
    python examples/imitate.py games.pgn

The network has one hidden layer, and says from the features of the engine's evaluation after a move
(`waggle.learning.features`) how good the move is. It is asked about games that it has not seen, a
tenth of all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

import jax
import jax.numpy as jnp
import numpy as np
import optax
from waggle import FULL_STRENGTH, Engine, Game, Move, Position, read_games
from waggle.learning import FEATURE_NAMES, features

INPUTS = 2 * len(FEATURE_NAMES)
HIDDEN = 64

#: The first moves of a game are random, or known from books; they are not learned.
OPENING = 6
#: Games of a level are stopped here.
MAX_PLIES = 80

Decision = tuple[Game, Move]
Params = dict[str, np.ndarray]
#: Arrays with a row for each decision: the features after each move, and how much it should be
#: played, -1 where there is none.
Arrays = tuple[np.ndarray, np.ndarray]


def new_params() -> Params:
    """The weights of an untrained network."""
    weights = np.random.default_rng(0).normal(0, (2 / INPUTS) ** 0.5, (INPUTS, HIDDEN))
    return {
        "hidden": weights.astype(np.float32),
        "bias": np.zeros(HIDDEN, np.float32),
        "policy": np.zeros(HIDDEN, np.float32),
    }


def scores_of(params: Params, inputs: jax.Array) -> jax.Array:
    """The scores of moves, of the features after them."""
    hidden = inputs.astype(np.float32) / 4 @ params["hidden"] + params["bias"]
    return hidden * (hidden > 0) @ params["policy"]


def loss(params: Params, inputs: jax.Array, targets: jax.Array) -> jax.Array:
    """How far the policy is from the targets."""
    scores = jnp.where(targets >= 0, scores_of(params, inputs), -1e6)
    return optax.safe_softmax_cross_entropy(scores, jnp.maximum(targets, 0)).mean()


def trained(arrays: Arrays, steps: int) -> Params:
    """A network trained on batches of 64 decisions."""
    optimizer = optax.adam(2e-3)

    @jax.jit
    def improve(params: Params, state: optax.OptState, batch: Arrays) -> tuple:
        updates, state = optimizer.update(jax.grad(loss)(params, *batch), state)
        return optax.apply_updates(params, updates), state

    rng, params = np.random.default_rng(0), new_params()
    state = optimizer.init(params)
    for _ in range(steps):
        some = rng.integers(len(arrays[0]), size=64)
        params, state = improve(params, state, (arrays[0][some], arrays[1][some]))
    return jax.tree.map(np.asarray, params)  # which is quicker for a few positions


def after_each(position: Position) -> np.ndarray:
    """The features after the legal moves."""
    after = [position.after(move) for move in position.legal_moves()]
    return features(after).reshape(len(after), INPUTS)


def choices(made: Iterable[Decision]) -> Arrays:
    """The decisions as arrays."""
    rows = [(after_each(game.position), game.legal_moves().index(move)) for game, move in made]
    most = max(len(after) for after, _ in rows)
    inputs = np.zeros((len(rows), most, INPUTS), np.uint8)
    targets = np.full((len(rows), most), -1, np.float32)
    for row, (after, chosen) in enumerate(rows):
        inputs[row, : len(after)] = after
        targets[row, : len(after)] = 0
        targets[row, chosen] = 1
    return inputs, targets


def played_by(level: int, games: int, game_type: str) -> Iterator[Game]:
    """Games of a level against itself, after random moves."""
    engine, rng = Engine(level=level, seed=1, table_mib=8), np.random.default_rng(1)
    for _ in range(games):
        game = Game(game_type)
        while game.ply < MAX_PLIES and not game.is_game_over(claim_draw=True):
            is_opening = game.ply < OPENING
            game.play(rng.choice(game.legal_moves()) if is_opening else engine.best_move(game))
        yield game


def decisions(games: Iterable[Game]) -> Iterator[Decision]:
    """The positions of games in which there was a choice, and the moves that were played there."""
    for game in games:
        past = game.copy()
        while past.ply > OPENING:
            move = past.undo()
            if len(past.legal_moves()) > 1:
                yield past.copy(), move


def main() -> None:
    """Learns from most games, and predicts the moves of the others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", help="a level, or a file of games")
    parser.add_argument("--games", type=int, default=400, help="games of a level against itself")
    parser.add_argument("--type", default="Base", help="the game type of these")
    parser.add_argument("--steps", type=int, default=6000, help="steps of training")
    parser.add_argument("--nodes", type=int, default=10_000, help="nodes of the full strength")
    options = parser.parse_args()
    level = int(options.source) if options.source.isdigit() else None
    if level is None:
        games = [record.game for record in read_games(options.source)]
    else:
        games = list(played_by(level, options.games, options.type))
    few = max(1, len(games) // 10)
    seen, unseen = list(decisions(games[few:])), list(decisions(games[:few]))
    params = trained(choices(seen), options.steps)
    print(f"learned from {len(seen)} moves; of {len(unseen)} others")

    def predicted(game: Game) -> Move:
        return game.legal_moves()[scores_of(params, after_each(game.position)).argmax()]

    full = Engine(level=FULL_STRENGTH, table_mib=8)
    predictors: dict[str, Callable[[Game], Move]] = {
        "the network predicts": predicted,
        f"level {FULL_STRENGTH} plays": lambda game: full.best_move(game, nodes=options.nodes),
    }
    if level is not None:
        again = Engine(level=level, seed=2, table_mib=8)
        predictors[f"level {level} with another seed plays"] = again.best_move
    for name, choose in predictors.items():
        print(f"  {name} {np.mean([choose(game) == move for game, move in unseen]):.1%}")
    print(f"  chance is {np.mean([1 / len(game.legal_moves()) for game, _ in unseen]):.1%}")


if __name__ == "__main__":
    main()
