"""Chips and stacks of chips among the bodies: round, wider than a die, and no reason to ask."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.bodies.circles import Points, arc_in, arc_of, circles_through, off_rim, refined
from vision.bodies.disc import STRANGE_STEP, Disc, disc_area, stack_area
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import square
from vision.pictures.segment import Mask

LEAST_RADIUS_MM, MOST_RADIUS_MM = 12.0, 25.0
SMALLEST_DIE_MM = 12.0
"""Stacks that hide so much of the board behind them, at that height, may hide a die altogether."""

LEAST_ARC, LEAST_IN_VIEW = 0.5, 0.6
"""The part of a chip's rim, of what no wall hides of it, that must be seen as a rim; where more is hidden, as if no
more were."""

ON_CIRCLE, LITTLE_IN_VIEW, LITTLE_OPEN = 0.9, 0.25, 0.1
"""What part of the outline before a wall must be a chip's rim where that hides most of it; and how much of the rim, and
of the chip, it leaves at least: dice have corners."""

MOST_CHIPS, MOST_COLOURS = 12, 600
LEAST_FRESH, LEAST_OPEN = 0.3, 0.4
"""The part of what no wall hides of a chip that nothing else may explain; and how much of it no wall hides."""

LEAST_POINTS, MOST_TRIED = 20, 8
"""So many points of a rim tell where it is; and so many circles through them are looked at, the likeliest."""

FULL, APART = 0.93, 0.9
"""How much of a chip must belong to the body; and how near chips lie to each other, in parts of both radii."""

WHOLE_RIM, STACK_FILLS = 0.85, 0.95
"""The part of a rim that both ends of a stack's outline show together; and how well the stack fits the body (IoU)."""


def find_discs(
    patch: Image, body: Mask, rest: Mask, scale: float, drift: Floats, least_mm: float, hidden: Mask | None = None
) -> list[Disc]:
    """Find round bodies in a picture (h, w, 3) that explain what the dice leave over.

    `body` is everything, `rest` what no die explains; `drift` (2,) is where, in px per mm of height, things appear
    to move as they stand higher; `least_mm` the least radius that cannot be a die; `hidden` (h, w): where a wall hides
    what may be a part of them.
    """
    if cv2.countNonZero(rest) < LITTLE_OPEN * np.pi * (max(least_mm, LEAST_RADIUS_MM) * scale) ** 2:
        return []
    upper = _upper_chip(body, rest, scale, drift, least_mm)
    if upper is not None:
        return [upper]
    possible = np.asarray(cv2.bitwise_or(body, _alike(patch, rest)), dtype=np.uint8)
    radii = max(least_mm, LEAST_RADIUS_MM) * scale, MOST_RADIUS_MM * scale
    place = _Place(body, possible, np.zeros_like(body) if hidden is None else hidden, *radii)
    left, found = rest.copy(), list[Disc]()
    while len(found) < MOST_CHIPS:
        disc = _roundest(place, left, found)
        if disc is None:
            break
        cv2.subtract(left, stack_area(body, disc, scale, drift), dst=left)
        found.append(disc)
    return found


@dataclass(frozen=True, eq=False)
class _Place:
    """Where round bodies are sought, (h, w): a body, what may be a part of one though it is none of the body's, and
    what a wall hides. `low`, `high`: how large they may be, radii in px."""

    body: Mask
    possible: Mask
    hidden: Mask
    low: float
    high: float

    def disc_of(self, rim: Points, circle: Points) -> Disc:
        """Give the disc of a circle (3,) with how much of it is seen as a rim, of points (n, 2)."""
        column, row, radius = (float(v) for v in circle)
        near = off_rim(rim, circle) < 1.2
        before_wall = self.beside_hidden[rim[:, 1].astype(int), rim[:, 0].astype(int)] == 0
        nothing_else = near[before_wall].mean() >= ON_CIRCLE if before_wall.any() else False
        in_view = max(1.0 - arc_in(self.hidden, circle), LITTLE_IN_VIEW if nothing_else else LEAST_IN_VIEW)
        return Disc(column, row, radius, min(arc_of(rim[near], circle) / in_view, 1.0), cut=bool(nothing_else))

    @cached_property
    def beside_hidden(self) -> Mask:
        """Where outlines are a wall's, (h, w)."""
        return np.asarray(cv2.dilate(self.hidden, square(5)), dtype=np.uint8)

    def is_full(self, disc: Disc, left: Mask) -> bool:
        """Say whether a disc, as far as no wall hides it, is a part of the body, and enough `left` unexplained."""
        shape = np.asarray(cv2.subtract(disc_area(left, disc), self.hidden), dtype=np.uint8)
        least = (LITTLE_OPEN if disc.cut else LEAST_OPEN) * np.pi * disc.radius**2
        whole = cv2.countNonZero(shape)
        if whole < least or cv2.countNonZero(cv2.bitwise_and(shape, left)) < LEAST_FRESH * whole:
            return False
        return cv2.countNonZero(cv2.bitwise_and(shape, self.possible)) >= FULL * whole


def _alike(patch: Image, body: Mask) -> Mask:
    """Mark what has a body's colour; of a chip on a layout printed in that colour some looks like the empty board."""
    if not cv2.countNonZero(body):
        return body
    inside = np.flatnonzero(body > 0)
    colours = patch.reshape(-1, 3).take(inside[:: 1 + len(inside) // MOST_COLOURS], axis=0)
    half = len(colours) // 2
    colour = np.partition(np.ascontiguousarray(colours.T), half, axis=1)[:, half].astype(np.float64)
    low, high = np.maximum(colour - STRANGE_STEP, 0.0), colour + STRANGE_STEP
    return np.asarray(cv2.inRange(patch, low, high), dtype=np.uint8)


def roundish(
    patch: Image, body: Mask, scale: float, drift: Floats, least_mm: float, hidden: Mask | None = None
) -> list[Disc]:
    """Find round bodies whatever dice may explain; the outline's dents are filled, for rims in the felt's colour."""
    whole = hull_of(body)
    return find_discs(patch, whole, whole, scale, drift, least_mm, hidden)


def hull_of(body: Mask) -> Mask:
    """Fill the dents of a body, unless it is so rugged that it is several."""
    contours, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.concatenate([c.reshape(-1, 2) for c in contours]))
    filled = np.zeros(body.shape, np.uint8)
    cv2.fillConvexPoly(filled, hull, 255)
    return filled if cv2.countNonZero(filled) < 1.6 * cv2.countNonZero(body) else body


def _roundest(place: _Place, left: Mask, others: list[Disc]) -> Disc | None:
    """Give the circle that most rim points of the unexplained part lie on, if it is full and round enough."""
    if cv2.countNonZero(left) < LEAST_FRESH * np.pi * place.low**2:
        return None
    rim = _rim(place.body, left)
    circles = circles_through(rim, place.low, place.high) if len(rim) >= LEAST_POINTS else rim[:0]
    if not len(circles):
        return None
    across, down = rim[:, 0] - circles[:, :1], rim[:, 1] - circles[:, 1:2]
    gaps = np.abs(np.sqrt(across * across + down * down) - circles[:, 2:])
    best = np.argsort(-np.count_nonzero(gaps < 1.0, axis=1))[:MOST_TRIED]
    discs = (place.disc_of(rim, refined(rim, circles[index], place.low, place.high)) for index in best)
    round_ones = (disc for disc in discs if disc.arc >= LEAST_ARC and _apart(disc, others))
    return next((disc for disc in round_ones if place.is_full(disc, left)), None)


def _apart(disc: Disc, others: list[Disc]) -> bool:
    """Say whether a disc stands in no other."""
    gaps = (np.hypot(disc.column - o.column, disc.row - o.row) - APART * (disc.radius + o.radius) for o in others)
    return all(gap > 0.0 for gap in gaps)


def _upper_chip(body: Mask, rest: Mask, scale: float, drift: Floats, least_mm: float) -> Disc | None:
    """Give the upper chip of a stack: its outline is one chip's rim, torn in two along the drift (2,)."""
    rim, px_per_mm = _rim(body, rest), float(np.linalg.norm(drift))
    if len(rim) < LEAST_POINTS or not px_per_mm:
        return None
    way = drift / px_per_mm
    side = np.array([-way[1], way[0]])
    along, across = rim @ way, rim @ side
    wide, long = float(np.ptp(across)), float(np.ptp(along))
    if not 0.0 < long - wide < SMALLEST_DIE_MM * (px_per_mm + scale):
        return None
    lower = (along < along.max() - long / 2)[:, None]
    whole = np.asarray(rim + lower * (long - wide) * way, dtype=np.float32)
    middle = (along.max() - wide / 2) * way + (across.min() + wide / 2) * side
    low, high = max(least_mm, LEAST_RADIUS_MM) * scale, MOST_RADIUS_MM * scale
    circle = refined(whole, np.array([*middle, wide / 2], np.float32), low, high)
    arc = arc_of(whole[off_rim(whole, circle) < 1.2], circle)
    column, row, radius = (float(v) for v in circle)
    disc = Disc(column, row, radius, arc, stack_mm=(long - wide) / px_per_mm)
    fits = low <= radius <= high and arc >= WHOLE_RIM and _fills(body, disc, drift)
    return disc if fits else None


def _fills(body: Mask, upper: Disc, drift: Floats) -> bool:
    """Say whether a stack, down to where its lowest chip appears, is all of a body."""
    column, row = np.array([upper.column, upper.row]) - upper.stack_mm * drift
    lowest = disc_area(body, replace(upper, column=float(column), row=float(row)))
    stack = hull_of(np.asarray(cv2.bitwise_or(disc_area(body, upper), lowest), dtype=np.uint8))
    both, either = cv2.bitwise_and(stack, body), cv2.bitwise_or(stack, body)
    return cv2.countNonZero(both) >= STACK_FILLS * cv2.countNonZero(either)


def _rim(body: Mask, left: Mask) -> Points:
    """List outline points (n, 2) of the body that border on what is unexplained."""
    contours, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    points = np.concatenate([c.reshape(-1, 2) for c in contours])
    near = cv2.dilate(left, square(3))
    return np.asarray(points[near[points[:, 1], points[:, 0]] > 0], dtype=np.float32)
