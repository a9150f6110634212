"""Chips and stacks of chips among the bodies: round, wider than a die, and no reason to ask."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.channels import brightest_of
from vision.pictures.kernels import square
from vision.pictures.quantiles import quantile
from vision.pictures.segment import Mask

Points = NDArray[np.float32]

LEAST_RADIUS_MM, MOST_RADIUS_MM = 12.0, 25.0
HIGHEST_STACK_MM = 70.0
"""What stands higher is no stack of chips on a dice table."""

SMALLEST_DIE_MM = 12.0
"""Stacks that hide so much of the board behind them, at that height, may hide a die altogether."""

_TRIPLES = np.random.default_rng(1).random((150, 3))
"""Three points of a rim, as parts of its length, for each circle that is tried; always the same."""

DIRECTIONS = 36
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

UNCOVERED = 0.87
"""The part of a chip's rim that, seen, leaves no room for a die over it."""

WHOLE_RIM, STACK_FILLS = 0.85, 0.95
"""The part of a rim that both ends of a stack's outline show together; and how well the stack fits the body (IoU)."""

RINGS, RING_ANGLES = np.linspace(0.1, 0.5, 6), 60
_TURNS = np.linspace(0.0, 2 * np.pi, RING_ANGLES, endpoint=False)
_ACROSS, _DOWN = RINGS[:, None] * np.cos(_TURNS), RINGS[:, None] * np.sin(_TURNS)
STRANGE_STEP, STRANGE_LENGTH = 30.0, 0.1
"""What lies on a chip changes some ring by more grey levels for such a length at least, in radii: a pip does."""

BRIGHT, DIMMEST = 200.0, 0.4
"""The brightest channel of what is seen in good light; and in what part of that light colours differ least."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round body in its window: middle of the upper face (px) and radius (px).

    `arc`: part of its rim seen, of what no wall hides; `plain`: nothing can lie on it, each ring about its middle is of
    one colour; `stack_mm`: the height of the stack under it, as far as the outline tells; `cut`: all of the outline
    before a wall is its rim.
    """

    column: float
    row: float
    radius: float
    arc: float = 1.0
    plain: bool = False
    stack_mm: float = 0.0
    cut: bool = False

    @property
    def uncovered(self) -> bool:
        """Whether so much of its rim is seen that no die lies over it."""
        return self.arc >= UNCOVERED


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
        near = _off_rim(rim, circle) < 1.2
        before_wall = self.beside_hidden[rim[:, 1].astype(int), rim[:, 0].astype(int)] == 0
        nothing_else = near[before_wall].mean() >= ON_CIRCLE if before_wall.any() else False
        in_view = max(1.0 - _arc_in(self.hidden, circle), LITTLE_IN_VIEW if nothing_else else LEAST_IN_VIEW)
        return Disc(column, row, radius, min(_arc(rim[near], circle) / in_view, 1.0), cut=bool(nothing_else))

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
    circles = _circles(rim, place.low, place.high) if len(rim) >= LEAST_POINTS else rim[:0]
    if not len(circles):
        return None
    across, down = rim[:, 0] - circles[:, :1], rim[:, 1] - circles[:, 1:2]
    gaps = np.abs(np.sqrt(across * across + down * down) - circles[:, 2:])
    best = np.argsort(-np.count_nonzero(gaps < 1.0, axis=1))[:MOST_TRIED]
    discs = (place.disc_of(rim, _refined(rim, circles[index], place.low, place.high)) for index in best)
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
    circle = _refined(whole, np.array([*middle, wide / 2], np.float32), low, high)
    arc = _arc(whole[_off_rim(whole, circle) < 1.2], circle)
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


def _circles(rim: Points, low: float, high: float) -> Points:
    """Draw circles (n, 3) = column, row, radius through triples of rim points, always the same triples."""
    picks = (_TRIPLES * len(rim)).astype(np.intp)
    a, b, c = rim[picks[:, 0]], rim[picks[:, 1]], rim[picks[:, 2]]
    ab, ac = b - a, c - a
    cross = 2 * (ab[:, 0] * ac[:, 1] - ab[:, 1] * ac[:, 0])
    usable = np.abs(cross) > 0.5 * low**2
    a, ab, ac, cross = a[usable], ab[usable], ac[usable], cross[usable]
    ab2, ac2 = (ab**2).sum(axis=1), (ac**2).sum(axis=1)
    x = (ac[:, 1] * ab2 - ab[:, 1] * ac2) / cross
    y = (ab[:, 0] * ac2 - ac[:, 0] * ab2) / cross
    radius = np.hypot(x, y)
    good = (radius >= low) & (radius <= high)
    return np.asarray(np.column_stack([a[:, 0] + x, a[:, 1] + y, radius])[good], dtype=np.float32)


def _refined(rim: Points, circle: Points, low: float, high: float) -> Points:
    """Fit a circle (3,) to the rim points near it, by least squares; as it was where that leads astray."""
    best = circle
    for reach in (2.5, 1.5):
        near = rim[_off_rim(rim, best) < reach].astype(np.float64)
        if len(near) < 10:
            return circle
        fitted = _through(near, best[:2].astype(np.float64))
        if fitted is None:
            return circle
        best = fitted
    return best if low <= best[2] <= high else circle


def _through(points: Floats, about: Floats) -> Points | None:
    """Give the circle (3,) nearest to points (n, 2) about a place (2,); None through points of one line."""
    system = np.ones((len(points), 3))
    system[:, :2] = points - about
    squares = np.einsum("ij,ij->i", system[:, :2], system[:, :2])[:, None]
    solved, found = cv2.solve(system.T @ system, system.T @ squares, flags=cv2.DECOMP_CHOLESKY)
    if not solved:
        return None
    across, down, rest = found.ravel().tolist()
    column, row = about[0] + across / 2, about[1] + down / 2
    return np.array([column, row, np.sqrt(max(rest + (across**2 + down**2) / 4, 0.0))], np.float32)


def _off_rim(points: Points, circle: Points) -> NDArray[np.float32]:
    """Give how far points (n, 2) are from the rim of a circle (3,), (n,)."""
    across, down = points[:, 0] - circle[0], points[:, 1] - circle[1]
    return np.asarray(np.abs(np.sqrt(across * across + down * down) - circle[2]), dtype=np.float32)


def _arc(rim: Points, circle: Points) -> float:
    angles = np.arctan2(rim[:, 1] - circle[1], rim[:, 0] - circle[0])
    bins = ((angles / (2 * np.pi) + 0.5) * DIRECTIONS).astype(int) % DIRECTIONS
    return np.count_nonzero(np.bincount(bins)) / DIRECTIONS


def _arc_in(area: Mask, circle: Points) -> float:
    """Give the part of a circle's directions that lie in an area (h, w), which goes on beyond the window as it ends."""
    angles = np.linspace(0.0, 2 * np.pi, DIRECTIONS, endpoint=False)
    columns, rows = (np.round(circle[k] + circle[2] * f(angles)).astype(int) for k, f in ((0, np.cos), (1, np.sin)))
    height, width = area.shape
    return float((area[rows.clip(0, height - 1), columns.clip(0, width - 1)] > 0).sum()) / DIRECTIONS


def stack_area(body: Mask, disc: Disc, scale: float, drift: Floats, room_mm: float = 1.5) -> Mask:
    """Mark a disc and the stack under or above it, as far as the body goes along the drift, with a little room."""
    area, wide = np.zeros(body.shape, np.uint8), disc.radius + room_mm * scale
    _draw(area, disc.column, disc.row, wide)
    across, down = drift.tolist()
    for way in (1.0, -1.0):
        height = 2.0
        while height < HIGHEST_STACK_MM:
            column, row = disc.column + way * height * across, disc.row + way * height * down
            known = way < 0 and height <= disc.stack_mm
            if not known and not _within(body, column, row, disc.radius):
                break
            _draw(area, column, row, wide)
            height += 2.0
    return area


def _within(body: Mask, column: float, row: float, radius: float) -> bool:
    """Say whether nearly all of a circle, as far as the window shows it, belongs to a body (h, w)."""
    moved = np.zeros(body.shape, np.uint8)
    _draw(moved, column, row, radius)
    return cv2.countNonZero(cv2.bitwise_and(moved, body)) >= 0.97 * cv2.countNonZero(moved)


def disc_area(like: Mask, disc: Disc) -> Mask:
    """Mark a disc in a mask like another (h, w)."""
    canvas = np.zeros(like.shape, np.uint8)
    _draw(canvas, disc.column, disc.row, disc.radius)
    return canvas


def _draw(canvas: Mask, column: float, row: float, radius: float) -> None:
    cv2.circle(canvas, (round(column * 16), round(row * 16)), round(radius * 16), 255, cv2.FILLED, shift=4)


def is_plain(patch: Image, disc: Disc) -> bool:
    """Say whether the rings inside of a chip's rim, of a picture (h, w, 3), are each of one colour."""
    columns, rows = disc.column + disc.radius * _ACROSS, disc.row + disc.radius * _DOWN
    seen = cv2.remap(patch, columns.astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR).astype(np.float32)
    middles = np.sort(seen, axis=1)[:, RING_ANGLES // 2 - 1 : RING_ANGLES // 2 + 1].mean(axis=1, keepdims=True)
    away = brightest_of(np.abs(seen - middles))
    return _little(away > STRANGE_STEP * DIMMEST) or _little(away > STRANGE_STEP * light_on(colours_of(patch, disc)))


def _little(strange: NDArray[np.bool_]) -> bool:
    """Say whether what looks strange on rings (n, angles) is short on each of them."""
    return bool((np.count_nonzero(strange, axis=1) / RING_ANGLES * 2 * np.pi * RINGS).max() < STRANGE_LENGTH)


def colours_of(patch: Image, disc: Disc) -> NDArray[np.uint8]:
    """Give the colours (n, 3) of a disc in a picture (h, w, 3), row by row."""
    inside = np.flatnonzero(disc_area(patch[..., 0], disc))
    return patch.reshape(-1, 3).take(inside, axis=0)


def light_on(colours: NDArray[np.uint8] | NDArray[np.float32]) -> float:
    """Give in what part of good light colours (n, 3) are seen: in such a part of their grey levels they differ."""
    brightest = float(quantile(brightest_of(colours), 0.95)) if len(colours) else BRIGHT
    return min(max(brightest / BRIGHT, DIMMEST), 1.0)
