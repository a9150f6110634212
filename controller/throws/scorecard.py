"""The second look at a die at the far wall: points for each of its traits, added to what the stories say.

A scorecard (Hastie and Tibshirani, Generalized Additive Models, 1990): each trait alone raises or lowers the log odds,
by a step function, so that what spoke for a ruling can be read off.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from controller.throws.points import POINTS
from controller.throws.traits import AtWall, Told, log_odds, traits

Steps = tuple[tuple[float, ...], tuple[float, ...]]
"""Where a trait's points change, and the points: first those for a die without it, then those below each step and
from the last one on."""


HIT_SHARE = 0.5
"""How much of the second look counts where a hit is claimed: stories err less there, and the mean of both least."""


@dataclass(frozen=True, slots=True)
class Look:
    """How likely a die hit: `hit` where that is to be claimed, `not_missed` where a miss is to be ruled out.

    A hit goes by the mean of both looks, a miss by the one that believes it less.
    """

    hit: float
    not_missed: float


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Points for traits."""

    points: Mapping[str, Steps]

    def scores(self, found: Mapping[str, float]) -> dict[str, float]:
        """Give the points of each trait on the card."""
        return {name: _points(steps, found.get(name)) for name, steps in self.points.items()}

    def looks(self, at_wall: AtWall, told: Told) -> list[Look]:
        """Look at each die again."""
        return [self._look(at_wall, die, told) for die in range(len(told.chances))]

    def _look(self, at_wall: AtWall, die: int, told: Told) -> Look:
        first = log_odds(told.chances[die])
        points = sum(self.scores(traits(at_wall, die, told)).values())
        return Look(_chance(first + points * HIT_SHARE), _chance(first + max(points, 0.0)))


def _chance(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))


def _points(steps: Steps, value: float | None) -> float:
    begins, points = steps
    return points[0] if value is None else points[1 + bisect_right(begins, value)]


SCORECARD = Scorecard(POINTS)
