"""Hive against an opponent, as environments of Gymnasium.

Importing this module registers ``waggle/Hive-v0``:

>>> import gymnasium
>>> import waggle.gym
>>> environment = gymnasium.make("waggle/Hive-v0", game_type="Base", observations="pieces")
>>> observation, info = environment.reset(seed=1)
>>> int(info["action_mask"].sum())
4
>>> environments = gymnasium.make_vec("waggle/Hive-v0", num_envs=8, game_type="Base", size=16)
>>> observations, infos = environments.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((8, 53, 16, 16), (8, 5489))

Requires Gymnasium, which the package's extra ``zoo`` installs.
"""

from __future__ import annotations

import operator
import random
from typing import Any, Callable, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._vocabulary import Color, as_color
from ._waggle import (
    ACTION_COUNT,
    Game,
    GameBatch,
    IllegalMoveError,
    Move,
    action_mask,
    piece_list,
    planes,
)
from .engine import Engine
from .zoo import _Illegal, _Observations, _one_of, observation_space

__all__ = ["HiveEnv", "HiveVectorEnv", "Opponent"]

Opponent = Union[str, int, Callable[[Game], Move]]
"""The other side: ``"random"``, a level of the engine, or a function from a game to a move."""


def _player(opponent: Opponent, seed: int) -> Callable[[Game, random.Random], Move]:
    if callable(opponent):
        return lambda game, _: opponent(game)
    if opponent == "random":
        return lambda game, chooser: chooser.choice(game.legal_moves())
    if isinstance(opponent, int):
        engine = Engine(level=opponent, seed=seed)
        return lambda game, _: engine.best_move(game, nodes=10_000)
    raise ValueError(f"expected an opponent: `random`, a level or a function, found `{opponent}`")


class HiveEnv(gymnasium.Env[Any, np.int64]):
    """One player of a game against an ``opponent``, who moves as part of each step.

    The agent has the color ``color``, or a random one if it is ``None``. Observations and actions
    are those of ``waggle.learning``, ``info["action_mask"]`` has the legal actions. At the end the
    reward is 1, -1, or 0 for a draw; a threefold repetition is a draw. An illegal action ends the
    game with -1 and a reason in ``info``, or raises ``IllegalMoveError`` with ``illegal="raise"``.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game_type: str = "Base+MLP",
        *,
        opponent: Opponent = "random",
        color: Color | str | None = Color.WHITE,
        observations: _Observations = "planes",
        size: int = 32,
        max_plies: int = 500,
        illegal: _Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        _one_of("illegal actions", illegal, _Illegal)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"expected a render mode of `ansi`, `svg`, found `{render_mode}`")
        self.game = Game(game_type)
        self._game_type = self.game.game_type
        self._opponent = opponent
        self._color = None if color is None else as_color(color)
        self.color = self._color or Color.WHITE
        self._observations = observations
        self._size = size
        self._max_plies = max_plies
        self._illegal = illegal
        #: Why the game was lost by an illegal action.
        self._lost_by: str | None = None
        self.render_mode = render_mode
        self.observation_space = observation_space(observations, size)
        self.action_space = spaces.Discrete(ACTION_COUNT)
        self._chooser = random.Random()
        self._play = _player(opponent, self._chooser.getrandbits(60))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._chooser = random.Random(seed)
            self._play = _player(self._opponent, self._chooser.getrandbits(60))
        self.game = Game(self._game_type)
        self._lost_by = None
        self.color = self._color or self._chooser.choice(list(Color))
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        try:
            self.game.play_action(operator.index(action))
        except IllegalMoveError as error:
            if self._illegal == "raise":
                raise
            self._lost_by = str(error)
            return self._observation(), -1.0, True, False, self._info()
        self._answer()
        outcome = self.game.outcome
        reward = 0.0 if outcome is None else 2.0 * outcome.points(self.color) - 1
        terminated = outcome is not None or self.game.repetitions >= 3
        truncated = not terminated and self.game.ply >= self._max_plies
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        return self.game.svg(names=True) if self.render_mode == "svg" else self.game.text()

    def _is_over(self) -> bool:
        game = self.game
        is_over = game.outcome is not None or game.repetitions >= 3 or game.ply >= self._max_plies
        return is_over or self._lost_by is not None

    def _answer(self) -> None:
        game = self.game
        is_over = game.outcome is not None or game.repetitions >= 3
        # Even after the last ply, so that the agent always sees the position from its own view.
        if game.side_to_move is not self.color and not is_over:
            game.play(self._play(game, self._chooser))

    def _observation(self) -> NDArray[Any]:
        if self._observations == "planes":
            return planes(self.game, size=self._size)
        return piece_list(self.game)

    def _info(self) -> dict[str, Any]:
        if self._lost_by is not None:
            return {"action_mask": np.zeros(ACTION_COUNT, np.int8), "illegal": self._lost_by}
        if self._is_over():
            return {"action_mask": np.zeros(ACTION_COUNT, np.int8)}
        return {"action_mask": action_mask(self.game).view(np.int8)}


class HiveVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games of White against random moves, played without a loop in Python.

    As ``HiveEnv``; a game that is over starts anew with the next step, whose action it ignores.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game_type: str = "Base+MLP",
        *,
        observations: _Observations = "planes",
        size: int = 32,
        max_plies: int = 500,
        illegal: _Illegal = "lose",
    ) -> None:
        _one_of("illegal actions", illegal, _Illegal)
        self.num_envs = num_envs
        self._illegal = illegal
        #: Which games were lost by an illegal action.
        self._lost = np.zeros(num_envs, bool)
        # Even, so that a game ends before a move of the agent's.
        self.games = GameBatch(num_envs, game_type, max_plies=max_plies + max_plies % 2)
        self._observations = observations
        self._size = size
        self.single_observation_space = observation_space(observations, size)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeds = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.games.reset(np.ones(self.num_envs, bool))
        self._lost[:] = False
        return self._observation(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        games = self.games
        fresh = games.is_over() | self._lost
        lost = self._played(actions, ~fresh)
        games.reset(fresh)
        self._lost = lost
        answers = games.random_actions(int(self._seeds.integers(1 << 60)))
        games.play(answers, ~(fresh | lost))
        points = games.points()
        truncated = games.is_truncated()
        terminated = games.is_over() & ~truncated | lost
        rewards = np.where(games.is_over(), 2 * np.nan_to_num(points, nan=0.5) - 1, 0.0)
        return (
            self._observation(),
            np.where(lost, -1.0, rewards),
            terminated,
            truncated,
            self._info(),
        )

    def _played(self, actions: Any, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Plays the legal actions, and says which games of these have got another."""
        try:
            self.games.play(actions, which)
        except IllegalMoveError:
            if self._illegal == "raise":
                raise
        else:
            return np.zeros(self.num_envs, bool)
        chosen = np.asarray(actions)
        known = (chosen >= 0) & (chosen < ACTION_COUNT)
        masks = action_mask(self.games)
        legal = known & masks[np.arange(self.num_envs), np.where(known, chosen, 0)]
        self.games.play(actions, which & legal)
        return which & ~legal

    def _observation(self) -> NDArray[Any]:
        if self._observations == "planes":
            return planes(self.games, size=self._size)
        return piece_list(self.games)

    def _info(self) -> dict[str, Any]:
        masks = action_mask(self.games).view(np.int8)
        masks[self._lost] = 0
        return {"action_mask": masks}


gymnasium.register(
    "waggle/Hive-v0",
    entry_point="waggle.gym:HiveEnv",
    vector_entry_point="waggle.gym:HiveVectorEnv",
)
