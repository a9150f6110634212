"""How a die stands, told by drawing its pips as they would appear: those of narrow sides blur, yet tell it.

Where pips are too near to each other to be found one by one (`pips_seen`), what they look like together is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cubes.cube import Attitude, Sight, upright
from vision.cubes.drawn_fit import ALL, LEVEL, TOP, DrawnFit, likeliest, showing
from vision.cubes.pip_canvas import PipCanvas, Placed, canvases_of
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.cubes.standing import turned_about, turned_by_pips
from vision.geometry import Floats
from vision.pictures.segment import Mask

LOOKS, LEVEL_STEPS, FREE_STEPS = 2, 4, 12
"""So often is it looked what the faces show; so many steps find a level die each time, and one that may lean."""

MOST_OFF, LEVEL_DEG, LEVEL_ERROR_DEG, AS_GOOD, WORSE_MIRRORED = 0.2, 3.0, 1.2, 0.8, 1.3
"""What a surely level die leaves unexplained at most; how much the one near it that fits best may tilt, how exactly
that must be told, and what part of it that one must leave at least; and how much more the mirrored one must leave: of
1,028 faces of dice that leaned none was level so, of 232 that lay flat 96."""

LOWER, HIGHER = 0.8, 1.15
"""How much of that a die leaves that lies higher by an edge where it lies there, at most; and, where it does not, at
least: of 14 upper dice 0.3 to 0.93, of 39 on the board 0.88 to 5."""


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
    def mirrored(self) -> DrawnFit:
        """The one that leans as far beyond the line of sight as this is before it: its top face appears alike.

        Its sides in view are others (the two poses of a plane: Schweighofer and Pinz 2006).
        """
        canvas, (top_mm, sight_mm) = self.lying.canvas, self._seen_along()
        axis = np.cross((0.0, 0.0, 1.0), sight_mm / np.linalg.norm(sight_mm))
        sine = float(np.linalg.norm(axis))
        turn = turned_about(2.0 * float(np.arcsin(sine)) / max(sine, 1e-9) * axis)
        leaning = Placed(top_mm - canvas.edge_mm / 2 * turn[:, 2], turn @ self.lying.die.r)
        return showing(canvas, leaning, self.value).fitted(ALL, FREE_STEPS)

    @cached_property
    def raised(self) -> DrawnFit:
        """The level one that lies higher by an edge, and whose top face appears in the same place."""
        canvas, (_, sight_mm) = self.lying.canvas, self._seen_along()
        above = self.lying.die.middle_mm + canvas.edge_mm / sight_mm[2] * sight_mm
        return showing(canvas, Placed(above, self.lying.die.r), self.value).fitted(LEVEL, LEVEL_STEPS)

    def _seen_along(self) -> tuple[Floats, Floats]:
        """Give the middle of its top face, and the way from there to the camera, mm (3,)."""
        top_mm = self.lying.die.middle_mm + np.array([0.0, 0.0, self.lying.canvas.edge_mm / 2])
        return top_mm, self.lying.canvas.plane.camera.position_mm - top_mm

    @cached_property
    def level(self) -> bool:
        """Say whether it surely lies level."""
        off = self.lying.off
        if off > MOST_OFF or self.free.off < AS_GOOD * off or self.free.tilt_deg > LEVEL_DEG:
            return False
        return self.free.tilt_error_deg <= LEVEL_ERROR_DEG and self.mirrored.off >= WORSE_MIRRORED * off

    @property
    def up(self) -> float | None:
        """By how many dice it lies higher than it is taken to, 0 or 1; None where that is not told."""
        if not self.level:
            return None
        higher = self.raised.off / self.lying.off
        return 0.0 if higher >= HIGHER else 1.0 if higher <= LOWER else None


def drawn_die(sight: Sight, at: Attitude, value: int, others: Sequence[Mask] = ()) -> DrawnDie | None:
    """Draw a die that seems to lie `at` and to show a value, outside of what `others` cover.

    None where dice are too small, or the size and spacing of their pips was not learned.
    """
    if sight.edge_px < LEAST_EXACT_PX or sight.patterns.spacing is None:
        return None
    canvases = canvases_of(sight, at, others)
    if not canvases:
        return None
    starts = [_levelled(one, sight.edge_mm) for one in ([at, turned_by_pips(sight, at)] if value == 1 else [at])]
    canvas = max(canvases, key=lambda one: likeliest(one, starts[0], TOP, [value])[0])
    return DrawnDie(min((_lying(canvas, start, value) for start in starts), key=lambda fit: fit.off), value)


def _levelled(at: Attitude, edge_mm: float) -> Placed:
    level = upright(at.x_mm, at.y_mm, at.turn, at.floor_mm)
    return Placed(level.middle_mm(edge_mm), level.r)


def _lying(canvas: PipCanvas, start: Placed, value: int) -> DrawnFit:
    """Fit a level die that shows a value, with the pips on its sides that explain most."""
    fit = showing(canvas, start, value)
    for _ in range(LOOKS):
        fit = showing(canvas, fit.fitted(LEVEL, LEVEL_STEPS).die, value)
    return fit.fitted(LEVEL, LEVEL_STEPS)
