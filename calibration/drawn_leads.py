"""How the faces of a kind of large dice stand to each other, as both sides of one that was read say, drawn together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import shown_of
from vision.cubes.drawn_fit import TOP
from vision.cubes.drawn_sides import DrawnSides, drawn_sides
from vision.faces.pips import FIRST_LAYOUT, TURNS
from vision.faces.whole_die import RUNS, layouts_seen, seen
from vision.geometry import FACES, DieModel, Floats

MOST_LEFT = 0.5
"""What part of what is seen of its sides may be left unexplained of a die that says anything."""

LEAST_LEAD, TOGETHER, LEAST_DICE = 0.3, 1.0, 2
"""How far a die must lead one way to say so, all dice together, and how many must say so, where none says the other:
of 2,264 leads of 566 dice at 53 tables two lay 0.38 and 0.43 the wrong way, of one die, and none farther; 147 of 212
questions were so answered, all rightly. Dice of two makers may lie among each other: one does not tell."""

TURNED_LEAD = 0.2
"""How much more the pips of an upper 2, 3 or 6 must explain as they are turned than the other way to count."""


@dataclass(frozen=True, eq=False)
class DrawnLeads:
    """What is left of a die's sides if the faces stand to each other so, or so not: (2, 2, 2, 2), of each of `FACES`.

    Index 1 is so (right-handed, two at corner ...), 0 the other way round.
    """

    left: Floats

    def of_runs(self) -> float:
        """Give how far right-handed dice lead over left-handed ones: the logarithm of what these leave more."""
        return self._lead(self.left, 0)

    def of_turn(self, name: str, right_handed: bool) -> float:
        """Give how far one turn leads over the other on dice on which 1, 2 and 3 run so."""
        return self._lead(self.left[int(right_handed)], FACES.index(name) - 1)

    @staticmethod
    def _lead(left: Floats, axis: int) -> float:
        otherwise, so = (float(np.take(left, k, axis=axis).min()) for k in (0, 1))
        return float(np.log(otherwise / so)) if min(otherwise, so) <= MOST_LEFT else 0.0


def said_by(leads: Sequence[float]) -> int:
    """Say which of two ways dice are by their leads for the first: 1, -1 the other one, 0 not known."""
    way = 1 if sum(leads) > 0 else -1
    clear = [lead * way >= LEAST_LEAD for lead in leads]
    denied = any(lead * way <= -LEAST_LEAD for lead in leads)
    return way if abs(sum(leads)) >= TOGETHER and sum(clear) >= LEAST_DICE and not denied else 0


def drawn_leads(sight: Sight, at: Attitude, value: int, model: DieModel) -> DrawnLeads | None:
    """Draw the sides of a flat die that was read in every way in which they may stand to its upper value.

    None where `drawn_sides` are.
    """
    sides = drawn_sides(sight, at)
    if sides is None:
        return None
    layout, left = _upper_layout(sight, at, value), np.empty((2,) * len(FACES))
    for so in product((False, True), repeat=len(FACES)):
        stand: dict[str, Any] = dict(zip(FACES, so, strict=True))
        left[tuple(map(int, so))] = _left(sides, value, layout, replace(model, **stand))
    return DrawnLeads(left)


def _left(sides: DrawnSides, value: int, layout: int | None, model: DieModel) -> float:
    ways = ((RUNS > 0) == model.right_handed) & (seen(TOP, 1) == value)
    if layout is not None:
        ways &= layouts_seen(TOP, 1, model)[0] == layout
    return float(sides.left(model, ways)[value - 1])


def _upper_layout(sight: Sight, at: Attitude, value: int) -> int | None:
    """Say which of its turns an upper value shows; None where it has but one, or that is not clear."""
    turns, first = TURNS[value], FIRST_LAYOUT[value - 1]
    shares: NDArray[np.float32] = shown_of(sight, at).turned[TOP, first : first + turns]
    if turns == 1 or np.ptp(shares) < TURNED_LEAD:
        return None
    return int(first + shares.argmax())
