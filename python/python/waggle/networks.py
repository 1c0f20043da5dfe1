"""Networks that evaluate positions, as files and as arrays of weights."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._waggle import FEATURE_NAMES, network_arrays, network_file

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

NetworkFile = Union["Network", str, "os.PathLike[str]", bytes]
"""A network, or the path or the bytes of its file."""

#: The most of a hidden unit, and the steps of a hundredth of a liberty, as in docs/network.md.
_CLIP, _STEPS = 2048, 16
#: The most that the weights of an engine's lane come to.
_MOST_OF_SUMS = 32_760


@dataclass(frozen=True, eq=False)
class Network:
    """A network that evaluates positions, as arrays; ``docs/network.md`` says what they mean. A
    lane is a hidden unit, and the last one the linear part.

    >>> from waggle import Engine, Game
    >>> from waggle.learning import Network, evaluate, features
    >>> network, game = Network.read(), Game("Base;;;wS1;bS1 wS1-")
    >>> network.columns.shape[2], bool(network.evaluate(features(game)) == evaluate(game))
    (64, True)
    >>> finer = Network(network.bias, network.columns * 0.7, network.output, network.draw, "mine")
    >>> Engine(network=finer).best_move(game, depth=1) in game.legal_moves()
    True
    """

    bias: NDArray[Any]
    """The bias of each lane."""
    columns: NDArray[Any]
    """The weights of the features, of shape ``(2, features, lanes)``: those of the player to move,
    then of the opponent."""
    output: NDArray[Any]
    """What each unit weighs in the value; in the last lane 2048."""
    draw: NDArray[Any]
    """What each unit weighs in the chance of a draw; in the last lane the bias."""
    origin: str = ""
    """How it was trained."""

    @classmethod
    def read(cls, file: NetworkFile | None = None) -> Network:
        """The network of a file, by default the one that is built in: arrays of ``int16``."""
        return cls(**network_arrays(file))

    def to_bytes(self) -> bytes:
        """The file. Its weights are rounded as the engine has them: those of a feature to
        multiples of the least power of two, from 8 on, that have room in a byte, all others to
        whole numbers.
        """
        shape = 2, len(FEATURE_NAMES), len(self.bias)
        if np.shape(self.columns) != shape:
            raise ValueError(f"expected columns of shape {shape}, found {np.shape(self.columns)}")
        weights = (self.bias, self.columns, self.output, self.draw)
        bias, columns, output, draw = (np.ascontiguousarray(it, np.float32) for it in weights)
        return network_file(bias, columns, output, draw, self.origin)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, conventionally ``.hivenet``."""
        Path(path).write_bytes(self.to_bytes())

    def rounded(self) -> Network:
        """The network as the engine has it, to see what the rounding costs."""
        return Network.read(self.to_bytes())

    def evaluate(self, counts: ArrayLike) -> NDArray[Any]:
        """The values of positions, from their ``features``, for the player to move in hundredths of
        a liberty. If the weights are whole numbers, ``int32`` and the engine's to the last digit;
        otherwise ``float64``, before all rounding.
        """
        seen = np.asarray(counts, np.float64)
        size = self.columns.shape[0] * self.columns.shape[1]
        sums = seen.reshape(-1, size) @ self.columns.reshape(size, -1).astype(np.float64)
        sums = sums.clip(-_MOST_OF_SUMS, _MOST_OF_SUMS) + self.bias
        hidden, linear = sums[:, :-1].clip(0, _CLIP), sums[:, -1].clip(-(2**15), 2**15 - 1)
        output = self.output.astype(np.float64)
        steps = (hidden @ output[:-1] + linear * output[-1]) / _CLIP
        arrays = (self.bias, self.columns, self.output)
        if all(np.issubdtype(array.dtype, np.integer) for array in arrays):
            values: NDArray[Any] = np.trunc(np.trunc(steps) / _STEPS).astype(np.int32)
        else:
            values = steps / _STEPS
        return values.reshape(seen.shape[:-2])


def file_of(network: NetworkFile) -> bytes:
    """The bytes of a network's file."""
    if isinstance(network, Network):
        return network.to_bytes()
    return network if isinstance(network, bytes) else Path(network).read_bytes()
