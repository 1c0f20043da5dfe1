"""Reviews an archive of games in parallel and plots the players' losses.

    pip install "./python[cluster]" matplotlib
    python examples/review_archive.py examples/levels.pgn

A move's loss is what it takes from its player's expected score, from 0 to 1. The archive may be any
that `waggle.read_games` reads; `--address` reviews it on a cluster instead of this machine. An
interrupted run resumes when started again.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from statistics import mean

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from waggle import Color
from waggle.cluster import ArchivedReview, connect, read_reviews, review_games

#: The plies averaged into one point of a line.
STRETCH = 20
#: Means of fewer moves are not shown.
FEWEST_MOVES = 40

#: (ply, loss) pairs by player.
Losses = "dict[str, list[tuple[int, float]]]"


def losses_of(reviews: list[ArchivedReview]) -> Losses:
    """The losses of each player, without forced moves and the opening moves of a match."""
    losses: Losses = defaultdict(list)
    for archived in reviews:
        opening = int(archived.tags.get("OpeningPlies", 0))
        for move in archived.review.moves:
            name = archived.tags.get(move.player.value) or move.player.value
            if move.mark != "forced" and move.ply > opening:
                losses[name].append((move.ply, move.loss))
    return {name: found for name, found in losses.items() if len(found) >= FEWEST_MOVES}


def ratings_of(reviews: list[ArchivedReview]) -> dict[str, float]:
    """The mean rating of each player, where the archive has ratings."""
    ratings = defaultdict(list)
    for archived in reviews:
        for color in Color:
            rating = archived.tags.get(f"{color.value}Elo", "")
            if rating.isdigit():
                ratings[archived.tags.get(color.value)].append(int(rating))
    return {name: mean(found) for name, found in ratings.items()}


def plot(reviews: list[ArchivedReview], target: Path) -> None:
    """Plots the losses by ply and by player."""
    losses, ratings = losses_of(reviews), ratings_of(reviews)
    weakest_first = sorted(losses, key=lambda name: -mean(loss for _, loss in losses[name]))
    colors = plt.colormaps["viridis"].resampled(max(2, len(weakest_first)))
    figure, (over_plies, by_player) = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    for index, name in enumerate(weakest_first):
        stretches = defaultdict(list)
        for ply, loss in losses[name]:
            stretches[(ply - 1) // STRETCH].append(loss)
        enough = sorted(place for place, found in stretches.items() if len(found) >= FEWEST_MOVES)
        over_plies.plot(
            [place * STRETCH + STRETCH / 2 for place in enough],
            [100 * mean(stretches[place]) for place in enough],
            marker="o",
            color=colors(index),
            label=name,
        )
    over_plies.set(xlabel="ply", ylabel="mean loss of a move, % of a point", ylim=0)
    over_plies.legend(frameon=False)
    means = {name: 100 * mean(loss for _, loss in losses[name]) for name in weakest_first}
    if ratings.keys() >= means.keys():
        by_player.scatter([ratings[name] for name in means], means.values())
        by_player.set(xlabel="rating", ylim=0)
    else:
        by_player.bar(means.keys(), means.values(), color=[colors(i) for i in range(len(means))])
    by_player.set(ylabel="mean loss of a move, % of a point")
    for axes in (over_plies, by_player):
        axes.spines[["top", "right"]].set_visible(False)
    games, moves = len(reviews), sum(map(len, losses.values()))
    figure.suptitle(f"{games} games, {moves} unforced moves")
    figure.savefig(target, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument(
        "--nodes", type=int, default=20_000, help="nodes per position (default: %(default)s)"
    )
    parser.add_argument("--address", help="the address of a Ray cluster (default: this machine)")
    parser.add_argument("--out", type=Path, default=Path("losses.png"))
    options = parser.parse_args()
    connect(options.address)
    target = options.out.with_suffix(".jsonl")
    review_games(
        options.archive,
        target,
        nodes=options.nodes,
        resume=target.exists(),
        progress=lambda done, total: print(f"\r{done} of {total} games", end="", flush=True),
    )
    reviews = list(read_reviews(target))
    plot(reviews, options.out)
    print(f"\n{len(reviews)} reviews in {target}, plotted in {options.out}")


if __name__ == "__main__":
    main()
