"""Moves and turns a die until its pips, drawn as they would appear, agree best with what stands out in the picture."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.cubes.pip_canvas import Amounts, PipCanvas, Placed
from vision.cubes.standing import turned_about
from vision.faces.pips import OPPOSITE_SUM, PIPS
from vision.geometry import Floats

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
        seen = self.canvas.seen
        drawn = np.stack([self.canvas.drawn(self.die, *face) for face in self.pips.items()])
        system = np.concatenate([drawn, np.ones((1, len(seen)), np.float32)])
        among = (system @ system.T).astype(np.float64) + 1e-6 * np.eye(len(system))
        strengths = np.linalg.solve(among, (system @ seen).astype(np.float64))
        return np.asarray(strengths.astype(np.float32) @ system - seen)

    @property
    def off(self) -> float:
        """What part of what varies that is, 0..1."""
        return float(np.square(self.left).mean()) / max(float(self.canvas.seen.var()), 1e-6)

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
