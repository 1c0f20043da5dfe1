"""The tree search whose leaves the user's own function judges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import ROOT, random_game
from waggle import Color, Engine, Game, Move, read_games
from waggle.learning import (
    ACTION_COUNT,
    GameBatch,
    TreeSearch,
    action_mask,
    features,
    piece_list,
    planes,
)

FORMS = {"planes": planes, "pieces": piece_list, "features": features, "mask": action_mask}
OVER = random_game(3, plies=900, game_type="Base")


def know_nothing(first: np.ndarray, *_: np.ndarray) -> tuple[None, np.ndarray]:
    return None, np.full(len(first), 0.5, np.float32)


def with_a_win(plies: int, color: Color) -> list[Game]:
    """Games in which this player wins in so many plies and not faster."""
    engine, found = Engine(table_mib=1), []
    for record in read_games(ROOT / "examples/levels.pgn"):
        game = record.game.copy()
        for _ in range(plies):
            game.undo()
        if record.game.outcome is not None and game.side_to_move is color:
            solution = engine.solve(game, within=plies)
            found += [game] if solution.plies == plies else []
    return found[:3]


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize(("plies", "visits"), [(1, 1), (3, 4_000)])
def test_a_win_is_found_and_proven_by_a_network_that_knows_nothing(
    color: Color, plies: int, visits: int
) -> None:
    games = with_a_win(plies, color)
    assert games
    search = TreeSearch(GameBatch.from_positions(games), seed=1)
    search.run(know_nothing, visits)
    assert search.values().tolist() == [1.0] * len(games)
    engine = Engine(table_mib=1)
    for game, action, shares in zip(games, search.choose(), search.policy()):
        after = game.copy()
        after.play_action(int(action))
        for reply in after.legal_moves():
            left = after.position.after(reply)
            assert left.outcome is not None or engine.solve(left, within=3).plies is not None
        assert shares[action] > 0


def test_equal_seeds_find_the_same_with_any_number_of_games() -> None:
    def found(games: int, seed: int, **options: Any) -> list[tuple[int, float]]:
        batch = GameBatch(games, "Base+M", max_plies=40)
        search = TreeSearch(batch, seed=seed, **options)
        result = []
        for _ in range(6):
            search.run(know_nothing, visits=30)
            result.append((int(search.choose(temperature=1)[0]), float(search.values()[0])))
            batch.play(search.choose())
        return result

    # One thread, and several.
    assert found(1, seed=1) == found(300, seed=1) != found(1, seed=2)
    assert found(1, seed=1, noise=0) != found(1, seed=1, noise=1)


def test_values_are_those_of_the_player_to_move() -> None:
    games = [random_game(seed, plies=11 + seed, game_type="Base") for seed in range(4)]
    search = TreeSearch(GameBatch.from_positions(games), inputs=["planes"])
    # The last plane says that Black is to move: White always wins.
    search.run(lambda planes: (None, 1.0 - planes[:, -1, 0, 0]), visits=60)
    assert search.values().tolist() == [game.side_to_move is Color.WHITE for game in games]


def test_the_function_gets_what_the_other_functions_make() -> None:
    batch = GameBatch(3)
    for seed in range(15):
        batch.play(batch.random_actions(seed))
    made = TreeSearch(batch, inputs=list(FORMS), size=12, leaves=2).inputs
    given = {name: array.copy() for name, array in made.items()}
    search = TreeSearch(batch, inputs=given, size=12, leaves=2)
    assert search.select(visits=9) == 3
    for name, array in given.items():
        assert search.inputs[name] is array
    assert np.array_equal(given["planes"][:3], planes(batch, size=12))
    for name in ("pieces", "features", "mask"):
        assert np.array_equal(given[name][:3], FORMS[name](batch))
    # The leaves that were not judged are given up.
    assert search.select(visits=9) == 3
    search.expand(None, np.zeros(3))
    assert search.visits().tolist() == [1, 1, 1]


def test_a_policy_is_followed_and_a_move_has_the_sum_of_its_actions() -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-")
    search = TreeSearch(GameBatch.from_positions([game]), noise=0)
    move = next(m for m in game.legal_moves() if m.piece is not None and m.piece.bug.value == "A")
    logits = np.full((8, ACTION_COUNT), -50.0, np.float32)
    logits[:, game.position.action_of(move)] = 0
    search.run(lambda planes: (logits[: len(planes)], np.full(len(planes), 0.5)), visits=20)
    assert game.position.move_of_action(int(search.choose()[0])) == move
    shares = search.policy()[0]
    names = [a for a in game.legal_actions() if game.position.move_of_action(a) == move]
    assert np.allclose(shares[names], shares[names[0]])
    assert shares[names].sum() > 0.9
    assert np.isclose(shares.sum(), 1)
    assert not shares[~action_mask(game)].any()


def test_with_a_scale_a_move_counts_by_its_points() -> None:
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    best = game.legal_moves()[5]
    sought = piece_list(game.position.after(best))

    def judge(pieces: np.ndarray) -> tuple[None, np.ndarray]:
        return None, np.where((pieces == sought).all((1, 2)), 0.1, 0.5)

    names = [a for a in game.legal_actions() if game.position.move_of_action(a) == best]
    options: Any = {"inputs": ["pieces"], "noise": 0, "exploration": 9}
    for scale in (None, 30):
        search = TreeSearch(GameBatch.from_positions([game]), scale=scale, **options)
        search.run(judge, visits=len(game.legal_moves()) + 1)
        assert (search.policy()[0, names].sum() > 0.9) == (scale is not None)
    assert search.choose()[0] in names


@pytest.mark.parametrize("game_type", ["Base", "Base+MLP"])
def test_games_are_played_to_their_end_with_legal_moves_and_reuse(game_type: str) -> None:
    batch = GameBatch(8, game_type, max_plies=70)
    search = TreeSearch(batch, inputs=["features"], leaves=3, seed=4)
    kept = 0
    while not batch.is_over().all():
        search.run(know_nothing, visits=12)
        actions = search.choose(temperature=np.where(batch.plies() < 40, 1e3, 0))
        batch.play(actions)
        kept += int(search.visits().sum())
    assert kept > 0
    assert not search.policy().any()
    assert search.choose().tolist() == [-1] * 8
    assert np.isnan(search.values()).all()
    batch.reset()
    search.run(know_nothing, visits=5)
    assert search.visits().tolist() == [5] * 8


def test_passes_and_draws() -> None:
    games = [record.game.copy() for record in read_games(ROOT / "examples/levels.pgn")]
    must_pass = next(game for game in games if Move.PASS in game.moves)
    while must_pass.undo() != Move.PASS:
        pass
    search = TreeSearch(GameBatch.from_positions([must_pass]))
    search.run(know_nothing, visits=30)
    assert search.choose().tolist() == [ACTION_COUNT - 1]
    # One ply before the limit every move draws, whatever the function says.
    batch = GameBatch.from_positions([random_game(1, 9, "Base")], max_plies=10)
    search = TreeSearch(batch)
    search.run(lambda planes: (None, np.ones(len(planes))), visits=500)
    assert search.values().tolist() == [0.5]
    # Going back to where the game was twice already is a draw.
    game = Game("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    for move in ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"] * 2:
        game.play(move)
    game.undo()
    search = TreeSearch(GameBatch.from_positions([game]), noise=0)
    search.run(lambda planes: (None, planes[:, -1, 0, 0] * 0.2), visits=400)
    assert search.values()[0] >= 0.5


def test_who_resigns_loses() -> None:
    batch = GameBatch.from_positions([Game("Base"), Game("Base;;;wS1"), OVER, Game("Base")])
    batch.resign([True, True, True, False])
    copied = batch.copy()
    for some in (batch, copied, batch[:]):
        assert some.is_over().tolist() == [True, True, True, False]
        assert some.points()[:2].tolist() == [0, 1]
    assert not TreeSearch(batch).policy().any()
    batch.play(batch.random_actions(seed=1))
    assert batch.plies().tolist()[:2] == [0, 1]
    batch.reset()
    assert batch.is_over().tolist() == [False] * 4


def test_mistakes_are_named() -> None:
    search = TreeSearch(GameBatch(2), inputs=("mask",), leaves=1)
    with pytest.raises(ValueError, match="game 0 was not searched"):
        search.choose()
    zeros = np.zeros((2, ACTION_COUNT), np.float32)
    for policy, values, message in [
        (None, [0.5], r"expected values of shape \(2,\) or more, found \[1\]"),
        (None, [0.5, -0.1], "expected values from 0 to 1, found -0.1 in row 1"),
        (None, [float("nan"), 0.5], "expected values from 0 to 1, found NaN in row 0"),
        (zeros[:1], [0.5, 0.5], r"expected a policy of shape \(2, 5489\), or more rows"),
        (zeros * np.nan, [0.5, 0.5], "expected a policy of numbers, found none in row 0"),
    ]:
        assert search.select(visits=1) == 2
        with pytest.raises(ValueError, match=message):
            search.expand(policy, values)
    for wrong in ({"inputs": ["plane"]}, {"noise": 2}, {"exploration": -1}, {"leaves": 0}):
        with pytest.raises(ValueError, match="expected "):
            TreeSearch(GameBatch(1), **wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a policy and values"):
        TreeSearch(GameBatch(1)).run(lambda _: 3, visits=2)  # type: ignore[arg-type, return-value]
