"""Hive as a PettingZoo environment for two agents.

Requires PettingZoo and Gymnasium, which the package's extra ``zoo`` installs:
``pip install './python[zoo]'`` in a clone of Waggle's repository.
"""

from __future__ import annotations

import operator
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._vocabulary import Color
from ._waggle import ACTION_COUNT, PIECE_FIELD_NAMES, PLANE_NAMES, Game, IllegalMoveError
from .learning import action_mask, piece_list, planes
from .search import whole

__all__ = ["AGENTS", "HiveEnv", "env", "observation_space", "raw_env"]

AGENTS = {"player_0": Color.WHITE, "player_1": Color.BLACK}

_Observations = Literal["planes", "pieces"]
_RenderMode = Literal["ansi", "human", "svg"]
_Illegal = Literal["lose", "raise"]

_OTHER = {"player_0": "player_1", "player_1": "player_0"}


def _one_of(what: str, value: object, known: Any) -> None:
    if value not in get_args(known):
        names = ", ".join(f"`{name}`" for name in get_args(known))
        raise ValueError(f"expected {what} of {names}, found `{value}`")


def observation_space(observations: _Observations, size: int = 32) -> spaces.Box:
    """The space of the planes of this size, or of the list of pieces."""
    _one_of("observations", observations, _Observations)
    whole("a size from 1 to 64", size, 1, 64)
    if observations == "planes":
        return spaces.Box(0, 255, (len(PLANE_NAMES), size, size), np.uint8)
    return spaces.Box(-1, 31, (28, len(PIECE_FIELD_NAMES)), np.int8)


class HiveEnv(AECEnv):  # type: ignore[misc]
    """A game of Hive. ``player_0`` is White.

    An observation is a dictionary with ``observation``, from the view of the agent to move, and
    ``action_mask``; ``waggle.learning`` describes both. With ``observations="planes"`` the shape is
    ``(planes, size, size)``, with ``"pieces"`` it is the piece list. The waiting agent sees the
    same with an empty mask. At the end the winner gets 1 and the loser -1; a draw gives 0. A
    threefold repetition is a draw, and so is a game truncated after ``max_plies``. An illegal
    action ends the game with -1 for who chose it and a reason in ``infos``, or raises
    ``IllegalMoveError`` with ``illegal="raise"``.

    >>> from waggle.zoo import raw_env
    >>> environment = raw_env("Base", observations="pieces")
    >>> environment.reset()
    >>> environment.step(environment.game.legal_actions()[0])
    >>> environment.agent_selection
    'player_1'
    """

    game: Game
    """The game so far."""

    def __init__(
        self,
        game_type: str = "Base+MLP",
        *,
        observations: _Observations = "planes",
        size: int = 32,
        max_plies: int = 500,
        illegal: _Illegal = "lose",
        render_mode: _RenderMode | None = None,
    ) -> None:
        super().__init__()
        observation_space(observations, size)
        _one_of("illegal actions", illegal, _Illegal)
        if render_mode is not None:
            _one_of("a render mode", render_mode, _RenderMode)
        whole("at least one ply", max_plies, 1)
        self.metadata = {
            "name": "hive_v0",
            "render_modes": ["ansi", "human", "svg"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.game = Game(game_type)
        self.game_type = self.game.game_type
        self.observations = observations
        self.size = size
        self.max_plies = max_plies
        self.illegal = illegal
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        # Each agent keeps its space, so that its random sequence continues.
        self._spaces_of_observations = {agent: self._space_of_observations() for agent in AGENTS}
        self._spaces_of_actions = {agent: spaces.Discrete(ACTION_COUNT) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces_of_observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces_of_actions[agent]

    def _space_of_observations(self) -> spaces.Space[Any]:
        observation = observation_space(self.observations, self.size)
        mask = spaces.Box(0, 1, (ACTION_COUNT,), np.int8)
        return spaces.Dict({"observation": observation, "action_mask": mask})

    def observe(self, agent: str) -> dict[str, Any]:
        if self.observations == "planes":
            observation: Any = planes(self.game, size=self.size)
        else:
            observation = piece_list(self.game)
        if agent == self.agent_selection and not self._is_over:
            mask = action_mask(self.game).view(np.int8)
        else:
            mask = np.zeros(ACTION_COUNT, np.int8)
        return {"observation": observation, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = Game(self.game_type)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._is_over = False

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action, found none")
        self._cumulative_rewards[agent] = 0.0
        game = self.game
        is_illegal = False
        try:
            game.play_action(operator.index(action))
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            is_illegal = True
            self.infos[agent] = {"illegal": str(error)}
        self.agent_selection = _OTHER[agent]
        outcome = game.outcome
        if is_illegal or outcome is not None or game.repetitions >= 3:
            self.terminations = dict.fromkeys(self.agents, True)
        elif game.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            if self.render_mode == "human":
                self.render()
            return
        self._is_over = True
        if is_illegal:
            self.rewards = {agent: -1.0, _OTHER[agent]: 0.0}
            self._accumulate_rewards()
        elif outcome is not None:
            self.rewards = {agent: 2 * outcome.points(color) - 1 for agent, color in AGENTS.items()}
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.game.svg(names=True)
        if self.render_mode == "human":
            print(self.game.text())
            return None
        return self.game.text()

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __str__(self) -> str:
        return "hive_v0"


#: The environment without the checks of ``env``, which cost time.
raw_env = HiveEnv


def env(game_type: str = "Base+MLP", **settings: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks.

    >>> from waggle.zoo import env
    >>> environment = env("Base", observations="pieces")
    >>> environment.reset(seed=1)
    >>> for agent in environment.agent_iter(max_iter=10):
    ...     observation, reward, termination, truncation, info = environment.last()
    ...     mask = observation["action_mask"]
    ...     environment.step(environment.action_space(agent).sample(mask))
    """
    environment = wrappers.AssertOutOfBoundsWrapper(raw_env(game_type, **settings))
    return wrappers.OrderEnforcingWrapper(environment)
