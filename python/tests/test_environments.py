"""Gymnasium's environments and OpenSpiel's game."""

from __future__ import annotations

import copy
import random
import warnings

import numpy as np
import pytest
from waggle import Color, Game, IllegalMoveError
from waggle.learning import ACTION_COUNT

gymnasium = pytest.importorskip("gymnasium")

from waggle.gym import HiveEnv, HiveVectorEnv, Opponent  # noqa: E402


@pytest.mark.parametrize("observations", ["planes", "pieces"])
def test_gymnasium_s_own_checks_pass(observations: str) -> None:
    from gymnasium.utils.env_checker import check_env

    environment = gymnasium.make("waggle/Hive-v0", observations=observations, render_mode="ansi")
    with warnings.catch_warnings():
        # The lower bound of a piece's fields.
        warnings.filterwarnings("ignore", message=".*A Box observation space")
        check_env(environment.unwrapped)


def test_an_illegal_action_loses() -> None:
    environment = HiveEnv("Base", color="w")
    environment.reset(seed=1)
    _, reward, terminated, truncated, info = environment.step(ACTION_COUNT - 1)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert not info["action_mask"].any()
    assert "a pass is legal only when" in info["illegal"]
    assert environment.game.ply == 0
    _, info = environment.reset()
    assert info["action_mask"].any()
    strict = HiveEnv("Base", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="a pass is legal only when"):
        strict.step(ACTION_COUNT - 1)
    with pytest.raises(ValueError, match="expected illegal actions of `lose`, `raise`, found `x`"):
        HiveEnv("Base", illegal="x")


def test_an_illegal_action_loses_one_of_many_games() -> None:
    environments = HiveVectorEnv(3, "Base")
    _, infos = environments.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = ACTION_COUNT + 7
    _, rewards, terminated, truncated, infos = environments.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert infos["action_mask"].any(axis=1).tolist() == [True, False, True]
    actions = infos["action_mask"].argmax(axis=1)
    _, rewards, terminated, _, infos = environments.step(actions)
    assert not terminated.any()
    assert rewards.tolist() == [0, 0, 0]
    assert environments.games.plies().tolist() == [4, 0, 4], "it begins anew"
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("opponent", ["random", 1, lambda game: game.legal_moves()[-1]])
def test_many_games_are_played_at_once_with_either_color(opponent: Opponent) -> None:
    options = {"game_type": "Base", "max_plies": 30, "opponent": opponent, "color": None}
    environments = gymnasium.make_vec("waggle/Hive-v0", num_envs=16, **options)
    observations, info = environments.reset(seed=3)
    rng = np.random.default_rng(2)
    games = environments.unwrapped.games
    black = games.black_to_move()
    assert games.plies().tolist() == black.tolist()
    assert 0 < black.sum() < 16
    ended = 0
    before = np.zeros(16, bool)
    for _ in range(20):
        assert environments.observation_space.contains(observations)
        masks = info["action_mask"]
        assert masks.shape == (16, ACTION_COUNT)
        assert (masks.any(axis=1) == ~before).all()
        actions = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        observations, rewards, terminated, truncated, info = environments.step(np.array(actions))
        assert not (terminated & truncated).any()
        colors = environments.unwrapped._black
        for game, over, is_black, reward in zip(games, terminated, colors, rewards):
            color = Color.BLACK if is_black else Color.WHITE
            assert reward == (2 * game.outcome.points(color) - 1 if over and game.outcome else 0)
        assert (games.plies()[before] <= 1).all(), "they start anew"
        if callable(opponent) and not games.is_over()[0]:
            game = games[0]
            assert game.undo() == opponent(game) or before[0]
        before = terminated | truncated
        ended += int(before.sum())
    assert ended >= 16
    with pytest.raises(TypeError):
        HiveEnv("Base").step(0.5)


def test_wrong_opponents_are_named() -> None:
    with pytest.raises(ValueError, match="expected an opponent: `random`, a level or a function"):
        HiveEnv(opponent="expert")
    with pytest.raises(ValueError, match="expected a level from 1"):
        HiveEnv(opponent=99)


def test_openspiel_s_algorithms_play_by_our_rules() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts
    from waggle.spiel import WaggleBot

    game = pyspiel.load_game("python_waggle_hive(game_type=Base,max_plies=40)")
    state = game.new_initial_state()
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(game, 1.4, 3, evaluator, random_state=rng), WaggleBot(level=2)]
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert state.clone().history() == state.history()
    assert sum(state.returns()) == 0
    assert Game(str(state)) == state.game
    tensor = state.observation_tensor(0)
    assert len(tensor) == 53 * 16 * 16
    theirs = pyspiel.load_game("hive").new_initial_state()
    # OpenSpiel lets the second of two pieces enter first.
    theirs.apply_action(theirs.string_to_action("wA2"))
    for _ in range(6):
        theirs.apply_action(WaggleBot(level=1).step(theirs))
    # Moves of OpenSpiel's own are understood.
    chooser = random.Random(1)
    for _ in range(20):
        theirs = pyspiel.load_game("hive").new_initial_state()
        bot = WaggleBot(level=1)
        for ply in range(8):
            if ply % 2:
                theirs.apply_action(bot.step(theirs))
                continue
            # With White's queen on the table, both have the same rules.
            queens = [action for action in theirs.legal_actions() if action // 196 == 0]
            theirs.apply_action(chooser.choice(queens if ply == 2 else theirs.legal_actions()))


@pytest.mark.parametrize("color", ["White", Color.BLACK])
def test_a_truncated_game_is_seen_by_the_agent(color: Color) -> None:
    for max_plies in (6, 7):
        environment = HiveEnv("Base", color=color, max_plies=max_plies)
        _, info = environment.reset(seed=1)
        truncated = False
        while not truncated:
            action = int(np.flatnonzero(info["action_mask"])[0])
            _, _, _, truncated, info = environment.step(action)
        assert environment.game.side_to_move is Color(color)


def test_a_copy_of_an_environment_leaves_the_original_alone() -> None:
    one, other = HiveEnv("Base"), HiveEnv("Base")
    for environment in (one, other):
        environment.reset(seed=1)
    copied = copy.deepcopy(one)
    for _ in range(3):
        copied.step(copied.game.legal_actions()[0])
    for environment in (one, other):
        environment.step(environment.game.legal_actions()[0])
    assert str(one.game) == str(other.game)


def test_an_illegal_action_changes_no_game() -> None:
    environments = HiveVectorEnv(2, "Base", max_plies=2, illegal="raise")
    _, infos = environments.reset(seed=1)
    _, _, _, truncated, _ = environments.step(infos["action_mask"].argmax(axis=1))
    assert truncated.all()
    environments.reset()
    with pytest.raises(IllegalMoveError):
        environments.step(np.array([0, ACTION_COUNT - 1]))
    assert environments.games.plies().tolist() == [0, 0]
