"""Hive with Waggle's rules as a game of OpenSpiel, and Waggle's engine as a bot.

Importing this module registers ``python_waggle_hive``, so that OpenSpiel's algorithms play by our
rules, with the same numbers for actions as its own ``hive``:

>>> import pyspiel
>>> import waggle.spiel
>>> game = pyspiel.load_game("python_waggle_hive(game_type=Base)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> bots = [waggle.spiel.WaggleBot(level=1), waggle.spiel.WaggleBot(level=1, seed=1)]
>>> while not state.is_terminal() and state.move_number() < 8:
...     state.apply_action(bots[state.current_player()].step(state))
>>> len(state.history())
8

Through OpenSpiel's wrapper play-outs are four to six times as fast as with their own ``hive``,
tensors and copies half and a quarter. Search with ``open_spiel.python.algorithms.mcts``:
``pyspiel.MCTSBot`` ends the interpreter on every game that is written in Python.

Requires OpenSpiel: ``pip install open_spiel``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._vocabulary import Color
from ._waggle import ACTION_COUNT, FULL_STRENGTH, PLANE_NAMES, Game, planes
from .engine import Engine
from .learning import action_string

__all__ = ["HiveGame", "HiveState", "WaggleBot"]

_SIZE = 16
_TYPE = pyspiel.GameType(
    short_name="python_waggle_hive",
    long_name="Hive by Waggle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game_type": "Base+MLP", "max_plies": 500, "size": _SIZE},
)


class HiveGame(pyspiel.Game):  # type: ignore[misc]
    """Its parameters: ``game_type``, ``max_plies``, a draw after so many, ``size`` of planes."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"game_type": "Base+MLP", "max_plies": 500, "size": _SIZE, **(params or {})}
        self.game_type = Game(given["game_type"]).game_type
        self.max_plies = int(given["max_plies"])
        self.size = int(given["size"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTION_COUNT,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> HiveState:
        """A game without moves."""
        return HiveState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Observations are the planes of ``waggle.learning``."""
        return _Observer(self.size)


class HiveState(pyspiel.State):  # type: ignore[misc]
    """A game so far; a threefold repetition is a draw."""

    def __init__(self, game: HiveGame) -> None:
        super().__init__(game)
        self.game = Game(game.game_type)
        self._max_plies = game.max_plies

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        game = self.game
        return game.outcome is not None or game.repetitions >= 3 or game.ply >= self._max_plies

    def current_player(self) -> int:
        """0 for White, 1 for Black."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.game.ply % 2

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.game.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return action_string(action)

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for a draw and before the end."""
        outcome = self.game.outcome
        if outcome is None:
            return [0.0, 0.0]
        return [2.0 * outcome.points(color) - 1 for color in (Color.WHITE, Color.BLACK)]

    def __str__(self) -> str:
        return str(self.game)


class _Observer:
    """The planes from the view of the player to move."""

    def __init__(self, size: int) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(len(PLANE_NAMES) * size * size, np.float32)
        self.dict = {"observation": self.tensor.reshape(len(PLANE_NAMES), size, size)}
        self._size = size

    def set_from(self, state: HiveState, player: int) -> None:
        """Observes a state."""
        self.dict["observation"][:] = planes(state.game, size=self._size)

    def string_from(self, state: HiveState, player: int) -> str:
        """The game as a GameString."""
        return str(state)


class WaggleBot(pyspiel.Bot):  # type: ignore[misc]
    """Waggle's engine as a player of ``python_waggle_hive`` and of OpenSpiel's own ``hive``."""

    def __init__(self, *, level: int = FULL_STRENGTH, seed: int = 0, nodes: int = 10_000) -> None:
        super().__init__()
        self._engine = Engine(level=level, seed=seed)
        self._nodes = nodes

    def step(self, state: Any) -> int:
        """The action to play."""
        if isinstance(state, HiveState):
            return self._action(state.game)
        game, ours = _replayed(state)
        theirs = {number: piece for piece, number in ours.items()}
        return _renamed(self._action(game), theirs)

    def _action(self, game: Game) -> int:
        return game.position.action_of(self._engine.best_move(game, nodes=self._nodes))


def _replayed(state: Any) -> tuple[Game, dict[int, int]]:
    """A game of OpenSpiel's own Hive, whose parameters name the expansions, and our numbers of its
    pieces: there ``wA2`` may enter before ``wA1``.
    """
    params = state.get_game().get_parameters()
    bugs = (("M", "uses_mosquito"), ("L", "uses_ladybug"), ("P", "uses_pillbug"))
    expansions = "".join(letter for letter, name in bugs if params.get(name, True))
    game = Game(f"Base+{expansions}" if expansions else "Base")
    ours: dict[int, int] = {}
    for action in state.history():
        game.play_action(_renamed(action, ours))
    return game, ours


def _renamed(action: int, names: dict[int, int]) -> int:
    """The action with other numbers for its pieces; one without gets the least free of its kind."""
    if action == ACTION_COUNT - 1:
        return action
    piece, rest = divmod(action, 196)
    reference, direction = divmod(rest, 7)
    for number in (piece, reference):
        if number not in names:
            taken = names.values()
            first = number - number % 14 + _FIRST_OF_KIND[number % 14]
            names[number] = next(it for it in range(first, first + 3) if it not in taken)
    return 196 * names[piece] + 7 * names[reference] + direction


#: For each piece of a player the first of its kind: ``wQ wA1 wA2 wA3 wG1 …``.
_FIRST_OF_KIND = (0, 1, 1, 1, 4, 4, 4, 7, 7, 9, 9, 11, 12, 13)


pyspiel.register_game(_TYPE, HiveGame)
