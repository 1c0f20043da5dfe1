"""The environment of PettingZoo."""

from __future__ import annotations

import warnings
from typing import Callable

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test
from waggle import Game, zoo


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
def test_an_illegal_move_loses(make: Callable[..., AECEnv]) -> None:
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


def test_boards_are_rendered() -> None:
    raw = zoo.HiveEnv("Base", render_mode="ansi")
    raw.reset()
    assert raw.render() == Game("Base").text()
    svg = zoo.HiveEnv("Base", render_mode="svg").render()
    assert svg is not None
    assert svg.startswith("<svg")


def test_wrong_settings_are_named() -> None:
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


def test_finished_games_have_no_legal_actions() -> None:
    raw = zoo.raw_env("Base", observations="pieces", max_plies=6)
    raw.reset()
    while not any(raw.truncations.values()):
        assert raw.observe(raw.agent_selection)["action_mask"].any()
        raw.step(raw.game.legal_actions()[0])
    assert not raw.observe(raw.agent_selection)["action_mask"].any()
