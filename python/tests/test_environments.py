"""The environments of Gymnasium and PettingZoo, and OpenSpiel's game."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import warnings
from typing import Callable

import numpy as np
import pytest
from waggle import Color, Game, IllegalMoveError
from waggle.learning import ACTION_COUNT

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402
from waggle import zoo  # noqa: E402
from waggle.gym import HiveEnv, HiveVectorEnv, Opponent  # noqa: E402


@pytest.mark.parametrize("observations", ["planes", "pieces"])
def test_gymnasium_s_own_checks_pass(observations: str) -> None:
    from gymnasium.utils.env_checker import check_env

    environment = gymnasium.make("waggle/Hive-v0", observations=observations, render_mode="ansi")
    with warnings.catch_warnings():
        # The lower bound of a piece's fields.
        warnings.filterwarnings("ignore", message=".*A Box observation space")
        check_env(environment.unwrapped)


def test_an_illegal_action_loses_and_wrong_settings_are_named() -> None:
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
    for wrong, message in [
        ({"illegal": "x"}, "expected illegal actions of `lose`, `raise`, found `x`"),
        ({"opponent": "expert"}, "expected an opponent: `random`, a level or a function"),
        ({"opponent": 99}, "expected a level from 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            HiveEnv("Base", **wrong)


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
    # Their own bot ends the interpreter, as the documents warn.
    code = "import pyspiel, waggle.spiel; game = pyspiel.load_game('python_waggle_hive')\n"
    code += "evaluator = pyspiel.RandomRolloutEvaluator(1, 1)\n"
    code += "bot = pyspiel.MCTSBot(game, evaluator, 1.4, 5, 10, True, 1, False)\n"
    code += "print('ready', flush=True); bot.step(game.new_initial_state())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.stdout, done.returncode < 0) == (b"ready\n", True), done.stderr


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


@pytest.mark.parametrize("observations", ["planes", "pieces"])
@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env])
def test_pettingzoo_s_own_tests_pass(make: Callable[..., AECEnv], observations: str) -> None:
    with warnings.catch_warnings():
        # A dictionary with a mask is what PettingZoo recommends, but warns about.
        warnings.filterwarnings("ignore", message="Observation")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        warnings.filterwarnings("ignore", message="The observation contains negative")
        environment = make("Base", observations=observations, size=20, max_plies=60)
        api_test(environment, num_cycles=200, verbose_progress=False)
        seed_test(lambda: make("Base", observations=observations, max_plies=20), num_cycles=50)


def test_a_game_is_played_to_its_end() -> None:
    environment = zoo.env("Base", observations="pieces", max_plies=400)
    environment.reset(seed=1)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, _ = environment.last()
        rewards[agent] += reward
        action = None
        if not (termination or truncation):
            mask = observation["action_mask"]
            assert np.flatnonzero(mask).tolist() == environment.unwrapped.game.legal_actions()
            action = environment.action_space(agent).sample(mask)
        environment.step(action)
    assert sum(rewards.values()) == 0
    outcome = environment.unwrapped.game.outcome
    if outcome is not None and outcome.winner is not None:
        assert set(rewards.values()) == {-1, 1}


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env])
def test_an_illegal_action_loses_in_pettingzoo(make: Callable[..., AECEnv]) -> None:
    environment = make("Base", observations="pieces")
    environment.reset()
    environment.step(5488)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": -1, "player_1": 0}
    assert "action 5488" in environment.infos["player_0"]["illegal"]
    rewards = {agent: environment.last()[1] for agent in environment.agent_iter(1)}
    assert rewards == {"player_1": 0}
    strict = make("Base", illegal="raise")
    strict.reset()
    with pytest.raises(ValueError, match="action 5488"):
        strict.step(5488)


def test_boards_of_pettingzoo_are_rendered() -> None:
    raw = zoo.raw_env("Base", render_mode="ansi")
    raw.reset()
    assert raw.render() == Game("Base").text()
    svg = zoo.raw_env("Base", render_mode="svg").render()
    assert svg is not None
    assert svg.startswith("<svg")


def test_wrong_settings_of_pettingzoo_are_named() -> None:
    for wrong, message in [
        ({"observations": "plane"}, "expected observations of `planes`, `pieces`, found `plane`"),
        ({"render_mode": "rgb_array"}, "expected a render mode of `ansi`, `human`, `svg`, found"),
        ({"size": 0}, "expected a size from 1 to 64, found 0"),
        ({"max_plies": 0}, "expected at least one ply, found 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            zoo.env("Base", **wrong)
    raw = zoo.raw_env("Base")
    raw.reset()
    with pytest.raises(TypeError):
        raw.step(2.5)


def test_finished_games_of_pettingzoo_have_no_legal_actions() -> None:
    raw = zoo.raw_env("Base", observations="pieces", max_plies=6)
    raw.reset()
    while not any(raw.truncations.values()):
        assert raw.observe(raw.agent_selection)["action_mask"].any()
        raw.step(raw.game.legal_actions()[0])
    assert not raw.observe(raw.agent_selection)["action_mask"].any()
