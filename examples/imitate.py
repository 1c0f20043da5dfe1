"""Learns to predict the moves of a level, or those in a file of games; says how many it predicts.

    pip install ./python jax optax
    python examples/imitate.py 5
    python examples/imitate.py games.pgn

The network is that of `learn_selfplay.py`, of which only the policy learns here. It is asked about
games that it has not seen, a tenth of all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from learn_selfplay import after_each, choices, forward, inputs_of, policy_loss, train
from waggle import FULL_STRENGTH, Engine, Game, Move, Position, read_games

#: The first moves of a game are random, or known from books; they are not learned.
OPENING = 6
#: Games of a level are stopped here.
MAX_PLIES = 80

Decision = tuple[Game, Move]


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


def target(game: Game, move: Move) -> tuple[Position, np.ndarray]:
    """The policy that plays this move alone."""
    return game.position, np.array([move == other for other in game.legal_moves()], np.float32)


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
    params = train([(policy_loss, choices(target(*made) for made in seen), 64)], options.steps)
    print(f"learned from {len(seen)} moves; of {len(unseen)} others")

    def predicted(game: Game) -> Move:
        policy, _ = forward(params, inputs_of(after_each(game.position)))
        return game.legal_moves()[policy.argmax()]

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
