"""Positions and games as arrays."""

from __future__ import annotations

import copy
import os
import pickle
import random
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import random_game, said_by_a_fork
from waggle import Bug, Color, Engine, Game, Hex, IllegalMoveError, Piece, Position, learning
from waggle.learning import GameBatch, Network, action_mask, evaluate, features, planes, selfplay


def span(taken: set[int]) -> tuple[int, int]:
    """The first of consecutive columns or rows on the torus, and how many there are."""
    firsts = [at for at in taken if (at - 1) % 32 not in taken]
    return (firsts[0] if firsts else 0), len(taken)


def described(game: Game, size: int) -> np.ndarray:
    """The planes as `docs/python.md` describes them, the slow way."""
    position = game.position
    us = position.side_to_move
    array = np.zeros((len(learning.PLANE_NAMES), size, size), np.uint8)
    stacks = position.stacks()
    first_q, columns = span({hex.q for hex in stacks})
    first_r, rows = span({hex.r for hex in stacks})
    pinned = pinned_pieces(position)
    for hex, stack in stacks.items():
        q = (hex.q - first_q) % 32 + (size - columns) // 2
        r = (hex.r - first_r) % 32 + (size - rows) // 2
        if not (0 <= q < size and 0 <= r < size):
            continue
        for level, piece in enumerate(stack):
            theirs = piece.color is not us
            plane = 8 * theirs + list(Bug).index(piece.bug)
            if level + 1 < len(stack):
                plane += 16
            array[plane, r, q] += 1
            if piece == position.last_moved:
                array[33, r, q] = 1
            if piece in pinned:
                array[34 + theirs, r, q] = 1
        array[32, r, q] = len(stack)
    for side, color in enumerate((us, us.other)):
        for index, bug in enumerate(Bug):
            array[36 + 8 * side + index] = position.in_hand(color, bug)
    array[52] = us is Color.BLACK
    return array


def pinned_pieces(position: Position) -> set[Piece]:
    """Pieces without which the hive falls apart."""
    stacks = position.stacks()
    pinned = set()
    for hex, stack in stacks.items():
        others = set(stacks) - {hex}
        if len(stack) > 1 or not others:
            continue
        reached = {next(iter(others))}
        while True:
            more = {n for at in reached for n in at.neighbors() if n in others} | reached
            if more == reached:
                break
            reached = more
        if reached != others:
            pinned.add(stack[0])
    return pinned


def test_planes_are_as_described() -> None:
    assert len(learning.PLANE_NAMES) == 53
    for seed in range(24):
        game = random_game(seed, plies=2 + 4 * seed)
        for size in (32, 13, 6):
            assert np.array_equal(planes(game, size=size), described(game, size)), (seed, size)


def test_a_hive_across_the_edge_looks_the_same() -> None:
    game = random_game(11, plies=30)
    moved = {Hex(hex.q + 13, hex.r + 17): stack for hex, stack in game.position.stacks().items()}
    elsewhere = Position.from_stacks(
        moved, game_type=game.game_type, ply=game.ply, last_moved=game.position.last_moved
    )
    assert np.array_equal(planes(elsewhere), planes(game))
    assert np.array_equal(learning.piece_list(elsewhere), learning.piece_list(game))


def test_piece_lists_are_as_described() -> None:
    for seed in range(16):
        position = random_game(seed, plies=5 * seed).position
        rows = learning.piece_list(position)
        assert rows.shape == (28, len(learning.PIECE_FIELD_NAMES))
        us = position.side_to_move
        pieces = [p for color in (us, us.other) for p in Piece.all() if p.color is color]
        stacks = position.stacks()
        first_q, _ = span({hex.q for hex in stacks})
        first_r, _ = span({hex.r for hex in stacks})
        for piece, row in zip(pieces, rows.tolist()):
            hex = position.hex_of(piece)
            in_hand = piece in position.pieces_in_hand()
            state = 2 if hex else int(in_hand)
            expected = [state, int(piece.color is us), list(Bug).index(piece.bug), 0, 0, 0, 0, 0]
            if hex is not None:
                expected[3:] = [
                    (hex.q - first_q) % 32,
                    (hex.r - first_r) % 32,
                    position.stack(hex).index(piece),
                    int(position.is_covered(piece)),
                    int(position.last_moved == piece),
                ]
            assert row == expected, (seed, piece)


def test_wrong_actions_are_named() -> None:
    game = Game("Base;;;wS1;bS1 wS1-")
    for action, message in [
        (-1, "action -1: it is not a move in this position"),
        (9999, "action 9999: it is not a move in this position"),
        (5488, "action 5488, `pass`: a pass is legal only when there is no other move"),
        (4124, "action 4124, `bS1 wA1-`: it is not a move in this position"),
        (9, "action 9, `wQ wA1\\`: it is not a move in this position"),
    ]:
        with pytest.raises(IllegalMoveError) as caught:
            game.copy().play_action(action)
        assert message in str(caught.value)
    with pytest.raises(ValueError, match="expected an action from 0 to 5488, found 5489"):
        learning.action_string(5489)


def test_features_are_those_of_the_evaluation() -> None:
    counts = features(Position("Base"))
    assert counts.shape == (2, len(learning.FEATURE_NAMES))
    in_hand = [
        index for index, name in enumerate(learning.FEATURE_NAMES) if name.endswith("in hand")
    ]
    assert counts[0, in_hand].sum() == 11
    assert evaluate(Position("Base")).dtype == np.int32


def test_batches_play_as_games_do() -> None:
    rng = np.random.default_rng(3)
    batch = GameBatch(20, "Base+M", max_plies=40)
    games = [Game("Base+M") for _ in range(20)]
    while not batch.is_over().all():
        actions = batch.random_actions(int(rng.integers(1 << 60)))
        for game, action, over in zip(games, actions, batch.is_over()):
            assert over == (action == -1)
            if not over:
                game.play_action(int(action))
        batch.play(actions)
        assert batch.plies().tolist() == [game.ply for game in games]
    assert [batch.game(index) for index in range(20)] == games
    for points, game in zip(batch.points(), games):
        assert points == (0.5 if game.outcome is None else game.outcome.points(Color.WHITE))
    assert np.array_equal(planes(batch), planes(games))
    batch.reset()
    assert not batch.is_over().any()
    assert np.isnan(batch.points()).all()


def test_a_wrong_action_changes_no_game() -> None:
    batch = GameBatch(3, "Base")
    actions = batch.random_actions(1)
    for wrong in (actions + 0.5, actions.astype(float), [True, False, True], ["1", "2", "3"]):
        with pytest.raises(TypeError, match="expected whole numbers, found"):
            batch.play(wrong)
    with pytest.raises(IllegalMoveError, match="game 2, action 5488, `pass`"):
        batch.play([*actions[:2], 5488])
    with pytest.raises(ValueError, match="expected 3 actions, found 2"):
        batch.play([1, 2])
    with pytest.raises(IndexError, match="expected a game below 3, found 3"):
        batch.game(3)
    assert batch.plies().tolist() == [0, 0, 0]
    batch.play(actions.astype(np.uint16))
    assert batch.plies().tolist() == [1, 1, 1]


def test_playouts_end_games_in_the_same_way_for_the_same_seed() -> None:
    one, other, stopped = GameBatch(50), GameBatch(300), GameBatch(500, max_plies=30)
    for batch in (one, other, stopped):
        batch.play_out(4)
        assert batch.is_over().all()
        assert not action_mask(batch).any()
        assert not action_mask(batch, packed=True).any()
        assert (batch.random_actions(3) == -1).all()
    assert stopped.is_truncated().sum() > 400
    assert [str(one.game(i)) for i in range(50)] == [str(other.game(i)) for i in range(50)]
    assert len({str(one.game(i)) for i in range(50)}) == 50


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux")
def test_games_are_played_on_all_processors() -> None:
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("one processor")
    before = len(os.listdir("/proc/self/task"))
    player = threading.Thread(target=GameBatch(3000).play_out, args=[1])
    player.start()
    threads = [0]
    while player.is_alive():
        threads.append(len(os.listdir("/proc/self/task")))
        time.sleep(0.005)
    # Besides the player there is one on which Ctrl-C need not wait, and more.
    assert max(threads) > before + 2


def test_selfplay_is_decided_by_number_and_seed() -> None:
    together = selfplay(4, nodes=60, seed=3)
    apart = [selfplay(2, first=first, nodes=60, seed=3) for first in (0, 2)]
    assert together.games == apart[0].games + apart[1].games
    assert np.array_equal(together.features, np.concatenate([part.features for part in apart]))
    assert apart[1].first == 2
    assert set(apart[1].number) <= {2, 3}
    for index in range(0, len(together.number), 17):
        game = together.game(index)
        assert game.ply == together.ply[index]
        assert np.array_equal(features(game), together.features[index])
    assert all(len(Game(g)) == len(s) for g, s in zip(together.games, together.scores))


def test_many_positions_are_arrays_with_a_dimension_more_which_may_be_there() -> None:
    games = [random_game(seed, plies=9 * seed) for seed in range(4)]
    batch = GameBatch.from_positions(games)
    makers: list[tuple[Any, dict[str, Any]]] = [
        (planes, {"size": 13}),
        (planes, {}),
        (learning.piece_list, {}),
        (action_mask, {}),
        (action_mask, {"packed": True}),
        (features, {}),
        (evaluate, {}),
    ]
    for make, settings in makers:
        alone = [make(game, **settings) for game in games]
        for source, expected in ((games[2], alone[2]), (games, alone), (batch, alone)):
            assert np.array_equal(make(source, **settings), expected), (make, settings)
            out = np.ones_like(expected)
            assert make(source, out=out, **settings) is out
            assert np.array_equal(out, expected), (make, settings)
    packed = action_mask(batch, packed=True)
    assert packed.shape == (4, 687)
    unpacked = np.unpackbits(packed, axis=1, count=learning.ACTION_COUNT, bitorder="little")
    assert np.array_equal(unpacked.astype(bool), action_mask(batch))
    assert planes([]).shape == (0, len(learning.PLANE_NAMES), 32, 32)
    with pytest.raises(TypeError, match="expected a Position or a Game, found 3"):
        planes([3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="expected a size from 1 to 64, found 0"):
        planes(games[0], size=0)
    with pytest.raises(ValueError, match=r"shape \[53, 32, 32\], found \[53, 16, 16\]"):
        planes(games[0], out=planes(games[0], size=16))
    with pytest.raises(
        TypeError, match="expected `out` as an array of uint8, found one of float64"
    ):
        planes(games[0], out=np.zeros((53, 32, 32)))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="contiguous array"):
        planes(games[0], out=np.zeros((32, 32, 53), np.uint8).T)
    locked = np.zeros((53, 32, 32), np.uint8)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="can be written"):
        planes(games[0], out=locked)


def test_planes_and_actions_turn_together() -> None:
    for seed in range(8):
        game = random_game(seed, plies=4 + 5 * seed)
        position = game.position
        seen = set()
        for symmetry in range(12):
            turned = learning.symmetric(position, symmetry)
            assert np.array_equal(planes(turned), planes(position, symmetry=symmetry))
            actions = learning.ACTION_SYMMETRIES[symmetry][position.legal_actions()]
            assert sorted(actions.tolist()) == turned.legal_actions()
            seen.add(planes(turned).tobytes())
        assert len(seen) == 12
        assert np.array_equal(planes(position, symmetry=0), planes(position))
    assert sorted(learning.ACTION_SYMMETRIES[7].tolist()) == list(range(learning.ACTION_COUNT))
    for wrong in (12, -1):
        with pytest.raises((ValueError, OverflowError)):
            planes(Game(), symmetry=wrong)
        with pytest.raises(ValueError, match="expected a symmetry from 0 to 11"):
            learning.symmetric(Position(), wrong)


def test_draws_and_truncations_are_told_apart() -> None:
    repeated = Game("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-" + r";wQ \wA1;bQ bA1/;wQ -wA1;bQ bA1-" * 2)
    assert (repeated.state(), repeated.state(repetition_draw=True)) == ("InProgress", "Draw")
    assert (repeated.outcome, repeated.repetitions) == (None, 3)
    start = Game("Base")
    batch = GameBatch.from_positions([repeated, start], max_plies=repeated.ply)
    assert batch.is_over().tolist() == [True, False]
    assert batch.is_drawn().tolist() == [True, False]
    assert batch.is_truncated().tolist() == [False, False]
    batch.play_out(2)
    assert batch.is_truncated()[1] or batch.game(1).outcome is not None
    longer = GameBatch.from_positions([repeated], repetition_draw=False)
    assert not longer.is_over().any()
    assert action_mask(longer).any()


def test_batches_are_copied_pickled_and_indexed() -> None:
    batch = GameBatch.from_positions([random_game(seed, plies=11) for seed in range(5)])
    twin, restored = copy.copy(batch), pickle.loads(pickle.dumps(batch))
    batch.play(batch.random_actions(1))
    assert twin.plies().tolist() == restored.plies().tolist() == [11] * 5
    assert [str(restored[i]) for i in range(5)] == [str(twin.game(i)) for i in range(5)]
    assert str(batch[-1]) == str(batch.game(4))
    assert [str(game) for game in batch[1:3]] == [str(batch[1]), str(batch[2])]
    assert len(batch[np.array([True, False, True, False, False])]) == 2
    assert str(batch[[4, 0]][0]) == str(batch[4])
    with pytest.raises(IndexError):
        batch[5]
    batch.reset(np.ones(5, bool))
    assert batch.plies().tolist() == [0] * 5
    middle = GameBatch.from_positions([random_game(1, plies=11).position])
    middle.play(middle.random_actions(1))
    middle.reset([True])
    assert middle.plies().tolist() == [11]


def test_selfplay_has_the_type_and_is_the_same_with_any_threads() -> None:
    played = selfplay(5, nodes=30, game_type="Base+M", threads=1)
    assert all(Game(text).game_type == "Base+M" for text in played.games)
    assert selfplay(5, nodes=30, game_type="Base+M", threads=4).games == played.games
    types = [Game(text).game_type for text in selfplay(24, nodes=1).games]
    assert types[:12] == types[12:]
    assert [types[:12].count(name) for name in ("Base", "Base+M", "Base+MLP")] == [3, 1, 3]
    assert len(set(types)) == 8
    # A child of a process that has played has none of its threads.
    if hasattr(os, "fork"):
        said = said_by_a_fork(lambda: selfplay(5, nodes=30, game_type="Base+M").games[4])
        assert said == played.games[4]
    with pytest.raises(ValueError, match="at least one thread, found 0"):
        selfplay(1, threads=0)
    with pytest.raises(ValueError, match="at least one thread, found 0"):
        played.policies(threads=0)


def test_selfplay_has_policies_of_its_positions_with_any_threads() -> None:
    played = selfplay(3, nodes=40, seed=5)
    chosen = [0, len(played.number) - 1, 3]
    policies = played.policies(chosen, lines=3, threads=1)
    assert policies.shape == (3, learning.ACTION_COUNT)
    assert policies.dtype == np.float32
    assert np.array_equal(played.policies(chosen, lines=3, threads=3), policies)
    for index, policy in zip(chosen, policies):
        position = played.game(index).position
        assert set(policy.nonzero()[0]) <= set(position.legal_actions())
        assert 1 <= np.count_nonzero(policy) <= 3
        assert policy.sum() == pytest.approx(1)
    assert len(played.policies(lines=1, nodes=1)) == len(played.number)
    # One line is the engine's move.
    game = played.game(3)
    best = Engine(table_mib=1).best_move(game, nodes=int(played.nodes[3]))
    assert best is not None
    assert played.policies([3], lines=1)[0].argmax() == game.position.action_of(best)


def test_samples_of_a_file_are_those_of_the_games(tmp_path: Path) -> None:
    played = selfplay(3, nodes=30, seed=2)
    words = {None: "-", np.inf: "win", -np.inf: "loss"}
    lines = ["# games without contempt"]
    for game, scores in zip(played.games, played.scores):
        texts = [words[it] if it in words else str(round(it * 100)) for it in scores]  # type: ignore[operator]
        lines.append(f"{game}\t{' '.join(texts)}")
    (tmp_path / "games.txt").write_text("\n".join(lines) + "\nBase;")
    again = learning.read_samples(tmp_path / "games.txt")
    assert (again.games, again.scores) == (played.games, played.scores)
    for name in ("number", "ply", "score", "points", "result", "is_quiet", "features"):
        assert np.array_equal(getattr(again, name), getattr(played, name)), name
    # What a tree search expects is learned as it was.
    game = "Base;;;wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wQ -wA1;bQ bA1-;wG1 -wQ"
    score = learning._score(0.8)
    (tmp_path / "game.txt").write_text(f"{lines[0]}\n{game}\t{' '.join([score] * 7)}\n")
    assert learning.read_samples(tmp_path / "game.txt", later=0).points == pytest.approx(
        [0.8], abs=0.002
    )
    with pytest.raises(ValueError, match="expected a file of `waggle tune --keep`"):
        learning.read_samples(__file__)


def test_networks_are_files_arrays_and_engines(tmp_path: Path) -> None:
    games = [random_game(seed, plies=seed) for seed in range(60)]
    counts, own = features(games), Network.read()
    assert np.array_equal(own.evaluate(counts), evaluate(games))
    other = Network(own.bias + 0.3, own.columns * 1.37, own.output * 0.7, own.draw, "ours")
    other.write(tmp_path / "other.hivenet")
    read = Network.read(tmp_path / "other.hivenet")
    assert (read.origin, read.columns.dtype) == ("ours", np.int16)
    for network in (other, read, read.to_bytes(), str(tmp_path / "other.hivenet")):
        assert np.array_equal(read.evaluate(counts), evaluate(games, network=network))
    # What the rounding costs, in hundredths of a liberty.
    assert 0 < np.abs(other.evaluate(counts) - read.evaluate(counts)).mean() < 20
    assert selfplay(2, nodes=40, network=other).games != selfplay(2, nodes=40).games
    assert Engine(network=read).analyse(games[20], depth=3).is_final
    for wrong in (lambda: Engine(network=read, level=1), lambda: Network.read(b"hive")):
        with pytest.raises(ValueError, match="expected"):
            wrong()


def test_files_of_selfplay_are_a_data_set(tmp_path: Path) -> None:
    played = selfplay(3, nodes=20)
    played.save(tmp_path / "a.npz")
    batches = list(learning.Positions(tmp_path, inputs=["features", "mask"], rows=10))
    joined = {name: np.concatenate([it[name] for it in batches]) for name in batches[0]}
    order = np.lexsort((joined["ply"], joined["number"]))
    for name in ("features", "points", "ply", "number"):
        assert np.array_equal(joined[name][order], getattr(played, name))
    assert joined["mask"].any(1).all()
    (tmp_path / "a.npz").write_bytes((tmp_path / "a.npz").read_bytes()[:3000])
    with pytest.raises(ValueError, match=r"a\.npz: expected a whole file of `SelfPlay.save`"):
        list(learning.Positions(tmp_path))


def test_actions_are_numbered_as_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    compared = skipped = 0
    for seed in range(40):
        chooser = random.Random(seed)
        # The largest board, which ends no game for want of room.
        spiel = pyspiel.load_game("hive(board_size=14)")
        assert spiel.num_distinct_actions() == learning.ACTION_COUNT
        state, game = spiel.new_initial_state(), Game("Base+MLP")
        while not state.is_terminal() and game.outcome is None and game.ply < 90:
            theirs, ours = state.legal_actions(), game.legal_actions()
            if is_right(game):
                compared += 1
                assert ours == [a for a in theirs if enters_in_order(game, a)], str(game)
            else:
                skipped += 1
                assert set(ours) <= set(theirs), str(game)
            for action in ours:
                assert state.action_to_string(action) == learning.action_string(action)
            chosen = chooser.choice(ours)
            state.apply_action(chosen)
            game.play_action(chosen)
        assert state.is_terminal() == (game.outcome is not None) or game.ply >= 90
    assert compared > 1500
    assert skipped > 0


def is_right(game: Game) -> bool:
    """Without White's queen OpenSpiel pins nothing, so that Black may split the hive."""
    position = game.position
    return bool(position.hex_of("wQ")) or not position.hex_of("bQ")


def enters_in_order(game: Game, action: int) -> bool:
    """OpenSpiel lets `wA2` enter before `wA1`; the same piece by another name."""
    if action == learning.ACTION_COUNT - 1:
        return True
    piece = Piece(learning.action_string(action).split()[0])
    hand = game.position.pieces_in_hand()
    alike = [other for other in hand if (other.color, other.bug) == (piece.color, piece.bug)]
    return piece not in hand or piece == min(alike)
