"""How a die stands, told by drawing its pips as they would appear: those of narrow sides blur, yet tell it.

Where pips are too near to each other to be found one by one (`pips_seen`), what they look like together is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cubes.cube import Attitude, Sight, upright
from vision.cubes.drawn_fit import ALL, LEVEL, STEPS, TOP, DrawnFit, fit_drawn, showing
from vision.cubes.pip_canvas import Placed
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.cubes.standing import turned_about, turned_by_pips
from vision.geometry import Floats
from vision.pictures.segment import Mask

FREE_STEPS = 12
"""So many steps find a die that may lean."""

TILTED_DEG, TILTED_STEPS, AS_GOOD_TILTED = 8.0, 6, 0.85
"""By how much one is tilted at first that leans by more, and how many steps are taken from there, twice: where a face
looks at the camera a little tilt changes nothing, and none would be found. And what part of that of a level die it must
leave at least."""

MOST_OFF, LEVEL_DEG, LEVEL_ERROR_DEG, AS_GOOD, WORSE_MIRRORED = 0.15, 3.0, 0.7, 0.8, 1.4
"""What a surely level die leaves unexplained at most; how much the one near it that fits best may tilt, how exactly
that must be told, and what part of it that one must leave at least; and how much more the mirrored one must leave: of
400 faces of dice that leaned none was level so, of 366 that lay flat 242. Of 891 others that lay flat 543 are, and 531
where none that was tilted at first may leave much less: so is none of 27 that leaned by less than 20 degrees, of which
one was level else."""

ONE_MOST_OFF = 0.05
"""The same of a die that shows a 1: any pip looks like it."""

LOWER = 0.8
"""How much of that a die leaves that lies higher by an edge where it lies there, at most."""

BENDS, AS_LOW = 0.05, 0.3
"""How much more of that dice leave that lie an edge higher or lower, in the mean, where they tell how high it lies; and
up to where, in edges, it lies no higher: of 144 upper dice 121 tell it, none lower than 0.37; of 115 on the board 109
lie as low."""

_TILTS = [
    turned_about(np.deg2rad(TILTED_DEG) * np.array([np.cos(a), np.sin(a), 0.0])) for a in np.deg2rad((0, 120, 240))
]


@dataclass(frozen=True, eq=False)
class DrawnDie:
    """The level die whose drawn pips agree best with the picture; and others, where they are asked for."""

    lying: DrawnFit
    value: int

    @cached_property
    def free(self) -> DrawnFit:
        """The one near it that may lean."""
        return self.lying.fitted(ALL, FREE_STEPS)

    @cached_property
    def tilted(self) -> DrawnFit:
        """The one that agrees best of those begun at a tilt to some side."""
        return min((self._begun(tilt) for tilt in _TILTS), key=lambda fit: fit.off)

    def _begun(self, tilt: Floats) -> DrawnFit:
        """Tilt it about the middle of its top face, and seek the best one from there."""
        canvas, die, half_mm = self.lying.canvas, self.lying.die, np.array([0.0, 0.0, self.lying.canvas.edge_mm / 2])
        fit = showing(canvas, Placed(die.middle_mm + half_mm - tilt @ half_mm, tilt @ die.r), self.value)
        fit = showing(canvas, fit.fitted(ALL, TILTED_STEPS).die, self.value)
        return fit.fitted(ALL, TILTED_STEPS)

    @cached_property
    def mirrored(self) -> DrawnFit:
        """The leaning one whose top face appears alike."""
        return showing(self.lying.canvas, self.lying.mirrored(TOP), self.value).fitted(ALL, FREE_STEPS)

    @cached_property
    def raised(self) -> DrawnFit:
        """The level one that lies higher by an edge, and whose top face appears in the same place."""
        return self._moved_up(1.0)

    @cached_property
    def lowered(self) -> DrawnFit:
        """The one that lies lower by an edge."""
        return self._moved_up(-1.0)

    def _moved_up(self, edges: float) -> DrawnFit:
        canvas, middle_mm = self.lying.canvas, self.lying.die.middle_mm
        sight_mm = canvas.plane.camera.position_mm - middle_mm - (0.0, 0.0, canvas.edge_mm / 2)
        there = middle_mm + edges * canvas.edge_mm / sight_mm[2] * sight_mm
        return showing(canvas, Placed(there, self.lying.die.r), self.value).fitted(LEVEL, STEPS)

    @property
    def explains(self) -> bool:
        """Say whether it explains nearly all pips."""
        return self.lying.off <= most_off(self.value)

    @property
    def level(self) -> bool:
        """Say whether it surely lies level."""
        return self.looks_level and self.mirrored.off >= WORSE_MIRRORED * self.lying.off

    @cached_property
    def looks_level(self) -> bool:
        """Say whether it lies level, unless it leans as the mirrored one does."""
        off = self.lying.off
        if not self.explains or self.free.off < AS_GOOD * off or self.free.tilt_deg > LEVEL_DEG:
            return False
        return self.free.tilt_error_deg <= LEVEL_ERROR_DEG and self.tilted.off >= AS_GOOD_TILTED * off

    @property
    def up(self) -> float | None:
        """By how many dice it lies higher than it is taken to, 0 or 1; None where that is not told."""
        if not self.level:
            return None
        if self.not_higher:
            return 0.0
        return 1.0 if self.raised.off <= LOWER * self.lying.off else None

    @property
    def not_higher(self) -> bool:
        """Say whether lower and higher ones leave so much more that it lies no higher."""
        lower, off, higher = self.lowered.off, self.lying.off, self.raised.off
        bends = (lower + higher) / 2 - off
        return bends >= BENDS * off and (lower - higher) / 4 <= AS_LOW * bends


def most_off(value: int) -> float:
    """Give what a level die leaves unexplained at most that shows a value: any pip looks like a 1."""
    return ONE_MOST_OFF if value == 1 else MOST_OFF


def drawn_die(
    sight: Sight, at: Attitude, value: int, others: Sequence[Mask] = (), least_px: float = LEAST_EXACT_PX
) -> DrawnDie | None:
    """Draw a die that seems to lie `at` and to show a value, outside of what `others` cover.

    None where dice are smaller than `least_px`, or the size and spacing of their pips was not learned.
    """
    if sight.edge_px < least_px or sight.patterns.spacing is None:
        return None
    starts = [at, turned_by_pips(sight, at)] if value == 1 else [at]
    fits = (fit_drawn(sight, _levelled(start), value, others, LEVEL) for start in starts)
    best = min((fit for fit in fits if fit), key=lambda fit: fit.off, default=None)
    return DrawnDie(best, value) if best else None


def _levelled(at: Attitude) -> Attitude:
    return upright(at.x_mm, at.y_mm, at.turn, at.floor_mm)
