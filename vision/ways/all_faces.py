"""How a die lies by the pips of all its faces in view alone, whatever its outline or the chips beside it tell."""

from dataclasses import dataclass, replace

import numpy as np

from vision.bodies.body import Body
from vision.cubes.cube import Attitude, Fitted, Sight, upright
from vision.cubes.fitting import fit_best_flat, fit_blank, fit_tilted
from vision.table.kinds import Kind
from vision.ways.guesses import CLEAR_PIPS, LEAST_TILT_DEG
from vision.ways.sighting import sight_by_pips

LEANS_MORE = 0.1
"""How much more the pips of a die that leans explain of its faces at least, in areas of a top face, than those of a
flat one in its place: of 17 that leaned 0.13 to 0.68, of 46 flat ones up to 0.1."""

SIDES_SHOW, SIDES_IN_VIEW = 0.6, 0.2
"""What part of its sides in view their pips must explain where a wall may hold a die: of leaning ones up to 0.2. And
how much of them must be in view, in areas of a top face."""

LEVEL_DEG, LEVEL_SHOWS, LEVEL_IN_VIEW = 3.5, 0.35, 0.15
"""The same of a die that every free fit finds to be level: of 42 leaning ones one fit at least tilts by 12 degrees."""

ALL_SHOW = 0.65
"""The same of such a die that may lean by its outline: of 122 leaning ones that show a clear face as flat ones would no
free fit tilts one, by little on a chip, of whose sides 0.48 is explained."""

SIDES_MISSING = 0.06
"""A die shows less than such a part of the pips of a level one's sides where it leans on another."""

TURNS_DEG = (0.0, 30.0, 60.0)
"""How a flat die is turned where a search for it begins: the pip of a 1 does not say."""


@dataclass(frozen=True, eq=False)
class ByAllFaces:
    """The level die that explains most of all pips, and two that may lean: from that one on, and from anyhow."""

    flat: Fitted
    free: tuple[Fitted, Fitted]

    @property
    def lying(self) -> Fitted | None:
        """The level die that explains most; None where a leaning one with a clear upper face explains more."""
        level = [self.flat, *(fit for fit in self.free if fit.attitude.tilt_deg < LEAST_TILT_DEG)]
        most = max(level, key=lambda fit: fit.pips)
        leaning = [fit.pips for fit in self.free if max(fit.evidence) >= CLEAR_PIPS]
        return most if max(leaning, default=0.0) - most.pips < LEANS_MORE else None

    @property
    def one_of_more(self) -> Fitted | None:
        """The die that shows another face than a 1 whose pip is rather one of that face's: it explains far more."""
        others = (fit for fit in self.free if fit.value > 1 and max(fit.evidence) >= CLEAR_PIPS)
        best = max(others, key=lambda fit: fit.pips, default=None)
        return best if best and best.pips >= self.flat.pips + LEANS_MORE else None

    def tilt_less(self, deg: float) -> bool:
        """Say whether no free fit finds a die that leans by so much."""
        return all(fit.attitude.tilt_deg < deg for fit in self.free)

    def sides_show(self, value: int) -> bool:
        """Say whether enough of the sides of a level die of a value is in view, and their pips are where they must be.

        Fewer are enough where no free fit finds a die that leans at all.
        """
        level = self.tilt_less(LEVEL_DEG)
        return self._sides_show(value, *((LEVEL_IN_VIEW, LEVEL_SHOWS) if level else (SIDES_IN_VIEW, SIDES_SHOW)))

    def all_level(self, value: int) -> bool:
        """Say whether no free fit finds a die that leans at all, and the sides of a level one of a value show."""
        return self.tilt_less(LEVEL_DEG) and self._sides_show(value, LEVEL_IN_VIEW, ALL_SHOW)

    def _sides_show(self, value: int, in_view: float, part: float) -> bool:
        lying = self.lying
        if lying is None or lying.value != value:
            return False
        sides, pips = _sides_of(lying)
        return sides >= in_view and pips >= part * sides

    @property
    def sides_missing(self) -> bool:
        """Whether hardly any pips are where those of a level die's sides must be seen, and every free fit leans."""
        if self.lying is None or any(fit.attitude.tilt_deg < LEAST_TILT_DEG for fit in self.free):
            return False
        sides, pips = _sides_of(self.lying)
        return sides >= SIDES_IN_VIEW and pips < SIDES_MISSING * sides


def by_all_faces(whole: Sight, at: Attitude) -> ByAllFaces:
    """Fit a level die to the pips of all faces, and ones that may lean, where one seems to lie at `at`."""
    sight = whole.near(at)
    turns = (at.turn + turn for turn in np.deg2rad(TURNS_DEG))
    flat = fit_best_flat(sight, [upright(at.x_mm, at.y_mm, float(turn)) for turn in turns])
    return ByAllFaces(flat, (fit_tilted(sight, flat.attitude), fit_blank(sight, at.x_mm, at.y_mm)))


def lies_by_sides(at: Attitude, value: int, body: Body, kind: Kind) -> bool:
    """Say whether the pips beside an upper face of a value are those that a level die's sides show there."""
    return by_all_faces(sight_by_pips(body, kind), at).sides_show(value)


def lies_by_all(whole: Sight, at: Attitude, value: int) -> bool:
    """Say whether the pips of all faces show a level die of a value and no leaning one, whatever its outline tells."""
    nothing = np.zeros_like(whole.own)
    return by_all_faces(replace(whole, own=nothing, things=nothing), at).all_level(value)


def _sides_of(lying: Fitted) -> tuple[float, float]:
    """Give how much of a die's sides is in view, and what their pips explain of it, in areas of a top face."""
    return lying.shown - 1.0, lying.pips - max(lying.evidence)
