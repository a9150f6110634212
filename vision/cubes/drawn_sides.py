"""The upper value of a level die, told by its two sides: their pips are drawn together in each way the die may look.

Of a narrow strip of a side the pips blur into one another, and what each value explains of it alone tells little; yet
there are only four ways to lie for each upper value, and both strips must look as in one of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight, outline_of
from vision.cubes.cube_faces import shown_of, top_places
from vision.cubes.drawn_fit import STEPS, TOP, DrawnFit, unexplained
from vision.cubes.pip_canvas import PipCanvas, Placed, canvases_in
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.faces.pips import PIPS
from vision.faces.whole_die import VALUES, layouts_seen, seen
from vision.geometry import DieModel, Floats
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

LEAST_SIDE = 0.05
"""How much of each side must be seen, in areas of a top face."""

MOVED = [0, 1, 5]
"""What changes of a die so that it agrees best: where on the board it lies, and its turn."""

TRIED = 2
"""So many of the ways to show a value on top are moved so, those that agree best as they are."""

_TOP_CORNERS = np.array([[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]])


def drawn_sides(sight: Sight, at: Attitude, others: Sequence[Mask] = ()) -> "DrawnSides | None":
    """Draw the sides of a level die, outside of what `others` cover.

    None where two sides are not in view, dice are too small, or the size and spacing of their pips was not learned.
    """
    if sight.edge_px < LEAST_EXACT_PX or sight.patterns.spacing is None or not _two_in_view(sight, at):
        return None
    sides = [DrawnSides(canvas, Placed(at.middle_mm(sight.edge_mm), at.r)) for canvas in _canvases(sight, at, others)]
    return min(sides, key=lambda each: float(each.offs.min()), default=None)


def _two_in_view(sight: Sight, at: Attitude) -> bool:
    return bool(np.delete(shown_of(sight, at).areas, TOP).min() >= LEAST_SIDE)


def _canvases(sight: Sight, at: Attitude, others: Sequence[Mask]) -> list[PipCanvas]:
    """Cut a die's sides out: with what is lighter there or what is darker, as its pips are; both where none knows."""
    top = np.zeros_like(sight.view)
    cv2.fillConvexPoly(top, np.round(top_places(sight, at, _TOP_CORNERS)).astype(np.int32), 255)
    sides = cv2.subtract(outline_of(sight, at), cv2.dilate(top, square(3)))
    for other in others:
        sides = cv2.subtract(sides, other)
    darker = {bool(each.pip.sum() < each.body.sum()) for each in sight.colours} or {False, True}
    return [canvas for canvas in canvases_in(sight, np.asarray(sides, np.uint8)) if canvas.darker in darker]


@dataclass(frozen=True, eq=False)
class DrawnSides:
    """The sides of a level die; `moved`: what is left where it agrees best, by the layouts (`LAYOUTS`) on them."""

    canvas: PipCanvas
    die: Placed
    moved: dict[tuple[int, ...], float] = field(default_factory=dict)

    @cached_property
    def axes(self) -> list[int]:
        """Give the axes of the two sides."""
        return [axis for axis in self.canvas.in_view(self.die) if axis != TOP]

    @cached_property
    def layouts(self) -> list[Floats]:
        """The pips of every value in each of its turns, (9) of (n, 2)."""
        return [pips for value in PIPS for pips in self.canvas.patterns.pips_of(value)]

    @cached_property
    def offs(self) -> Floats:
        """What part of what varies any two layouts leave unexplained on the die where it is, (9, 9), 0..1."""
        one, other = ([self.canvas.drawn(self.die, axis, pips) for pips in self.layouts] for axis in self.axes)
        return np.array([[self.canvas.share(unexplained(self.canvas, [a, b])) for b in other] for a in one])

    def left(self, model: DieModel, ways: NDArray[np.bool_]) -> Floats:
        """Give what is left beside each upper value, (6,): all of it beside one that is on top in none of `ways` (48,).

        On dice of a model, as far as that says how their pips are turned.
        """
        looks, left = self._looks(model, ways), np.ones(6)
        for upper in VALUES:
            nearest = sorted((look for *look, top in looks if top == upper), key=lambda look: self.offs[*look])
            left[upper - 1] = min((self._moved(*look) for look in nearest[:TRIED]), default=1.0)
        return left

    def _looks(self, model: DieModel, ways: NDArray[np.bool_]) -> set[tuple[int, ...]]:
        """Give the layout on each side, and the upper value, of every way to look."""
        towards = np.sign((self.canvas.plane.camera.position_mm - self.die.middle_mm) @ self.die.r)
        each = [np.stack(layouts_seen(axis, int(towards[axis]), model), axis=1)[ways].tolist() for axis in self.axes]
        uppers = [[upper] for upper in seen(TOP, 1)[ways].tolist()]
        return {look for way in zip(*each, uppers, strict=True) for look in product(*way)}

    def _moved(self, *layouts: int) -> float:
        """Give what two layouts leave where the die that shows them agrees best."""
        if layouts not in self.moved:
            pips = {axis: self.layouts[layout] for axis, layout in zip(self.axes, layouts, strict=True)}
            self.moved[layouts] = DrawnFit(self.canvas, self.die, pips).fitted(MOVED, STEPS).off
        return self.moved[layouts]
