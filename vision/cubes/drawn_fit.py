"""Moves and turns a die until its pips, drawn as they would appear, agree best with what stands out in the picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.cubes.cube import Attitude, Sight
from vision.cubes.pip_canvas import Amounts, PipCanvas, Placed, canvases_of
from vision.cubes.standing import turned_about
from vision.faces.pips import OPPOSITE_SUM, PIPS
from vision.geometry import Floats
from vision.pictures.segment import Mask

LOOKS, STEPS = 2, 4
"""So often is it looked what the faces show, and so many steps are taken each time, and at last."""

NUDGES = np.array([0.15, 0.15, 0.15, 0.017, 0.017, 0.017])
MOST, STILL = np.array([1.0] * 3 + [0.12] * 3), np.array([0.02] * 3 + [0.002] * 3)
"""How far a die is moved, mm, and turned, rad, to see what that changes; how far in a step at most; what ends them."""

DAMPED, DAMPED_MORE, MOST_DAMPED = 1e-3, 8.0, 10.0
"""How much steps are damped at first, and how much more, up to where, each time that one does not help."""

NEIGHBOURS = 4.0
"""So many neighbouring pixels err alike."""

ALL, LEVEL, TOP = [0, 1, 2, 3, 4, 5], [0, 1, 2, 5], 2
"""What may change of a die: x, y and z of its middle, and its turns about these; of a level one; and its upper axis."""


@dataclass(frozen=True, eq=False)
class DrawnFit:
    """A die as it was placed, with the pips (n, 2) that it shows on each axis."""

    canvas: PipCanvas
    die: Placed
    pips: dict[int, Floats]

    @cached_property
    def left(self) -> Amounts:
        """What its pips leave unexplained, those of each face as strong as explains most, (n,)."""
        return unexplained(self.canvas, self.drawn_on(self.canvas))

    def drawn_on(self, canvas: PipCanvas) -> list[Amounts]:
        """Draw the pips of each of its faces on a canvas, each (n,)."""
        return [canvas.drawn(self.die, *face) for face in self.pips.items()]

    @property
    def off(self) -> float:
        """What part of what varies that is, 0..1."""
        return self.canvas.share(self.left)

    @property
    def tilt_deg(self) -> float:
        """The angle between its most upward face's normal and the vertical."""
        return float(np.degrees(np.arccos(np.clip(np.abs(self.die.r[2]).max(), 0.0, 1.0))))

    @property
    def tilt_error_deg(self) -> float:
        """How exactly that is told, were there no other place where the pips agree as well."""
        slopes = self._slopes(ALL)
        spread = np.linalg.pinv(slopes.T @ slopes) * float(np.square(self.left).mean()) * NEIGHBOURS
        return float(np.degrees(np.sqrt(spread[3, 3] + spread[4, 4])))

    def normal(self, axis: int) -> Floats:
        """Give which way the face looks that looks at the camera along an axis, (3,)."""
        r = self.die.r[:, axis]
        towards = self.canvas.plane.camera.position_mm - self.die.middle_mm
        return np.asarray(r * np.sign(towards @ r))

    def mirrored(self, axis: int) -> Placed:
        """Place it as far turned beyond the line of sight as that face is before it: the face appears alike.

        The other faces in view are others (the two poses of a plane: Schweighofer and Pinz 2006).
        """
        half = self.canvas.edge_mm / 2
        face_mm = self.die.middle_mm + half * self.normal(axis)
        sight_mm = self.canvas.plane.camera.position_mm - face_mm
        about = np.cross(self.normal(axis), sight_mm / np.linalg.norm(sight_mm))
        sine = float(np.linalg.norm(about))
        turn = turned_about(2.0 * float(np.arcsin(min(sine, 1.0))) / max(sine, 1e-9) * about)
        return Placed(face_mm - half * turn @ self.normal(axis), turn @ self.die.r)

    def fitted(self, ways: list[int], steps: int) -> "DrawnFit":
        """Move and turn it in some ways so that least is left (Levenberg, Marquardt)."""
        fit, damping = self, DAMPED
        for _ in range(steps):
            slopes = fit._slopes(ways)
            while damping <= MOST_DAMPED:
                step = fit._step(slopes, ways, damping)
                moved = fit._moved(step)
                if moved.off < fit.off:
                    break
                damping *= DAMPED_MORE
            else:
                return fit
            fit, damping = moved, max(damping / DAMPED_MORE, DAMPED)
            if (np.abs(step) <= STILL).all():
                break
        return fit

    def _moved(self, by: Floats) -> "DrawnFit":
        """Move it by mm (3) and turn it by rad (3)."""
        return replace(self, die=Placed(self.die.middle_mm + by[:3], turned_about(by[3:]) @ self.die.r))

    def _slopes(self, ways: list[int]) -> Floats:
        """Give how what is left changes with it in some ways, (n, k)."""
        each = [(self._moved(nudge).left - self.left) / nudge.sum() for nudge in np.diag(NUDGES)[ways]]
        return np.stack(each, axis=1).astype(np.float64)

    def _step(self, slopes: Floats, ways: list[int], damping: float) -> Floats:
        """Give the step (6,) in some ways that leaves least, so damped."""
        among = slopes.T @ slopes
        damped = among + damping * np.diag(np.diag(among)) + 1e-9 * np.eye(len(ways))
        step = np.zeros(len(ALL))
        step[ways] = np.linalg.solve(damped, -slopes.T @ self.left)
        return np.clip(step, -MOST, MOST)


def fit_drawn(sight: Sight, at: Attitude, value: int, others: Sequence[Mask], ways: list[int]) -> DrawnFit | None:
    """Move a die that shows a value on its upper face, from where it seems to be, until its drawn pips agree best.

    What `others` cover does not count; None where nothing is left.
    """
    canvases, start, top = canvases_of(sight, at, others), Placed(at.middle_mm(sight.edge_mm), at.r), at.top_axis
    if not canvases:
        return None
    fit = showing(max(canvases, key=lambda one: likeliest(one, start, top, [value])[0]), start, value, top)
    for _ in range(LOOKS):
        fit = showing(fit.canvas, fit.fitted(ways, STEPS).die, value, top)
    return fit.fitted(ways, STEPS)


def unexplained(canvas: PipCanvas, drawn: list[Amounts]) -> Amounts:
    """Give what drawn faces (n,), each as strong as explains most, leave of what is seen on a canvas, (n,)."""
    system = np.stack([*drawn, np.ones_like(canvas.seen)])
    among = (system @ system.T).astype(np.float64) + 1e-6 * np.eye(len(system))
    strengths = np.linalg.solve(among, (system @ canvas.seen).astype(np.float64))
    return np.asarray(strengths.astype(np.float32) @ system - canvas.seen)


def showing(canvas: PipCanvas, die: Placed, value: int, top: int = TOP) -> DrawnFit:
    """Say what each face in view shows: the pips that explain most of it, beside a value on the `top` axis."""
    beside = [v for v in PIPS if v not in (value, OPPOSITE_SUM - value)]
    values = {axis: [value] if axis == top else beside for axis in canvas.in_view(die)}
    return DrawnFit(canvas, die, {axis: likeliest(canvas, die, axis, among)[1] for axis, among in values.items()})


def likeliest(canvas: PipCanvas, die: Placed, axis: int, values: list[int]) -> tuple[float, Floats]:
    """Give those pips (n, 2) of some values that explain most of a face; and how much they do, first."""
    layouts = [pips for value in values for pips in canvas.patterns.pips_of(value)]
    return max(((_told(canvas.drawn(die, axis, pips), canvas.seen), pips) for pips in layouts), key=lambda one: one[0])


def _told(drawn: Amounts, seen: Amounts) -> float:
    """Say how much drawn pips explain of what is seen."""
    return max(float(drawn @ seen), 0.0) ** 2 / max(float(drawn @ drawn), 1e-6)
