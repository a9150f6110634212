"""Evidence as it was watched: where it stands, the highest it ever stood, and when it crossed its bound."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]

_SHOWN = 600


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """An e-process at some looks, in natural logarithms. Fair dice ever pass `bound` with chance `level` at most.

    `crossed_after` is the number of rolls at the first look above the bound, None while there was none. `rolls` and
    `path` are what a picture shows: some hundred looks, (m,) each.
    """

    level: float
    now: float
    highest: float
    crossed_after: int | None
    rolls: Ints
    path: Floats

    @property
    def bound(self) -> float:
        """Give log(1/level)."""
        return float(-np.log(self.level))

    @property
    def crossed(self) -> bool:
        """Tell whether the bound was ever crossed."""
        return self.crossed_after is not None


def watched(path: Floats, looks: Ints, level: float) -> Evidence:
    """Sum a whole path (L,) up, seen after `looks` (L,) rolls."""
    if not len(path):
        return Evidence(level, 0.0, 0.0, None, np.zeros(0, np.int64), np.zeros(0))
    over = path >= -np.log(level)
    crossed = int(looks[np.argmax(over)]) if over.any() else None
    shown = _shown_looks(path, over)
    return Evidence(level, float(path[-1]), max(0.0, float(path.max())), crossed, looks[shown], path[shown])


def _shown_looks(path: Floats, over: NDArray[np.bool_]) -> Ints:
    """Choose looks for a picture: evenly spaced, with the highest one and the first above the bound."""
    even = np.linspace(0, len(path) - 1, min(len(path), _SHOWN)).astype(np.int64)
    return np.unique([*even, int(path.argmax()), int(over.argmax())])
