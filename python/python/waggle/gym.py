"""Hive against an opponent, as environments of Gymnasium.

Importing this module registers ``waggle/Hive-v0``:

>>> import gymnasium
>>> import waggle.gym
>>> environment = gymnasium.make("waggle/Hive-v0", game_type="Base", observations="pieces")
>>> observation, info = environment.reset(seed=1)
>>> int(info["action_mask"].sum())
4

Requires Gymnasium, which the package's extra ``zoo`` installs.
"""

from __future__ import annotations

import operator
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

_Step = tuple[NDArray[Any], Any, Any, Any, dict[str, Any]]


class HiveVectorEnv(VectorEnv[Any, Any, Any]):
    """One player of each of many games; the ``opponent`` moves as part of each step.

    The agent has the color ``color``, or a random one in each game if it is ``None``. Against
    random actions the games are played without a loop in Python. Observations and actions are those
    of ``waggle.learning``, ``infos["action_mask"]`` has the legal actions. At the end the reward is
    1, -1, or 0 for a draw; a threefold repetition is a draw. An illegal action ends the game with
    -1, or raises ``IllegalMoveError`` with ``illegal="raise"``. A game that is over starts anew
    with the next step, whose action it ignores.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game_type: str = "Base+MLP",
        *,
        opponent: Opponent = "random",
        color: Color | str | None = Color.WHITE,
        observations: _Observations = "planes",
        size: int = 32,
        max_plies: int = 500,
        illegal: _Illegal = "lose",
    ) -> None:
        _one_of("illegal actions", illegal, _Illegal)
        self.num_envs = num_envs
        self._illegal = illegal
        #: Why the last game was lost by an illegal action.
        self._reason = ""
        #: Which games the last step has ended.
        self._ended = np.zeros(num_envs, bool)
        # One more, for the opponent's answer: the agent always sees the position from its own view.
        self.games = GameBatch(num_envs, game_type, max_plies=max_plies + 1)
        self._max_plies = max_plies
        self._opponent = opponent
        self._color = None if color is None else as_color(color)
        #: In which games the agent is Black.
        self._black = np.full(num_envs, self._color is Color.BLACK)
        self._observations = observations
        self._size = size
        self.single_observation_space = observation_space(observations, size)
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begin(None)

    def _begin(self, seed: int | None) -> None:
        self._chance = np.random.default_rng(seed)
        self._move: Callable[[Game], Move | None] | None = None
        if isinstance(self._opponent, int):
            engine = Engine(level=self._opponent, seed=int(self._chance.integers(1 << 60)))
            self._move = lambda game: engine.best_move(game, nodes=10_000)
        elif callable(self._opponent):
            self._move = self._opponent
        elif self._opponent != "random":
            raise ValueError(
                f"expected an opponent: `random`, a level or a function, found `{self._opponent}`"
            )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        if seed is not None:
            self._begin(seed)
        self._restart(np.ones(self.num_envs, bool))
        self._answer(np.ones(self.num_envs, bool))
        return self._observation(), self._info()

    def step(self, actions: Any) -> _Step:
        games, fresh = self.games, self._ended
        lost = self._played(actions, ~fresh)
        self._restart(fresh)
        self._answer(~lost)
        truncated = games.is_truncated() | ~games.is_over() & (games.plies() >= self._max_plies)
        truncated &= ~lost
        terminated = games.is_over() & ~truncated | lost
        points = np.where(self._black, 1 - games.points(), games.points())
        rewards = np.where(games.is_over(), 2 * np.nan_to_num(points, nan=0.5) - 1, 0.0)
        self._ended = terminated | truncated
        rewards = np.where(lost, -1.0, rewards)
        return self._observation(), rewards, terminated, truncated, self._info()

    def _restart(self, which: NDArray[np.bool_]) -> None:
        self.games.reset(which)
        self._ended = self._ended & ~which
        if self._color is None:
            drawn = self._chance.integers(2, size=self.num_envs) == 1
            self._black = np.where(which, drawn, self._black)

    def _answer(self, which: NDArray[np.bool_]) -> None:
        """Plays the opponent's moves, where it is to move."""
        games = self.games
        which = which & ~games.is_over() & (games.black_to_move() != self._black)
        actions = games.random_actions(int(self._chance.integers(1 << 60)))
        if self._move is not None:
            for index in np.flatnonzero(which).tolist():
                game = games[index]
                move = self._move(game)
                assert move is not None, "the game is not over"
                actions[index] = game.position.action_of(move)
        games.play(actions, which)

    def _played(self, actions: Any, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Plays the legal actions, and says which games of these have got another."""
        try:
            self.games.play(actions, which)
        except IllegalMoveError as error:
            if self._illegal == "raise":
                raise
            self._reason = str(error)
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
        masks[self._ended] = 0
        return {"action_mask": masks}


class HiveEnv(gymnasium.Env[Any, np.int64]):
    """One player of a game: ``HiveVectorEnv`` with one game, without a dimension for it, and with
    its ``options``. After an illegal action ``info["illegal"]`` has the reason.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, game_type: str = "Base+MLP", *, render_mode: str | None = None, **options: Any
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"expected a render mode of `ansi`, `svg`, found `{render_mode}`")
        self.render_mode = render_mode
        self._one = HiveVectorEnv(1, game_type, **options)
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    @property
    def game(self) -> Game:
        """A copy of the game so far."""
        return self._one.games[0]

    @property
    def color(self) -> Color:
        """The agent's color."""
        return Color.BLACK if self._one._black[0] else Color.WHITE

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        observations, infos = self._one.reset(seed=seed)
        return observations[0], {"action_mask": infos["action_mask"][0]}

    def step(self, action: Any) -> _Step:
        self._one._reason = ""
        seen, rewards, terminated, truncated, infos = self._one.step([operator.index(action)])
        info = {"action_mask": infos["action_mask"][0]}
        if self._one._reason:
            info["illegal"] = self._one._reason
        return seen[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self) -> Any:
        return self.game.svg(names=True) if self.render_mode == "svg" else self.game.text()


gymnasium.register(
    "waggle/Hive-v0",
    entry_point="waggle.gym:HiveEnv",
    vector_entry_point="waggle.gym:HiveVectorEnv",
)
