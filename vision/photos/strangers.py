"""Find spots that may be pips, but belong to none of the dice that were read: another die may lie there."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.photos.choose import Candidate
from vision.photos.grids import alike
from vision.photos.pips import Bools, Floats, Ints, Pips
from vision.photos.plane import Plane
from vision.pictures.lengths import lengths

OWN_FACE_EDGES = 0.62
SIDE_ZONE_EDGES = 1.35
"""Pips of a die's own side faces lie at most this far from the top face's centre, where the camera looks down."""
_SIDE_ZONE_PER_SLOPE = 0.4

_UPRIGHT = -0.05
_PAIR_RADII = (2.2, 6.0)
_GROUP_RADII = (1.8, 6.0)
_OVERLAP_RADII = (0.3, 1.7)
"""Spots of one kind that overlap are bits of a line, such as a cable; pips never do."""
_LEAST_GROUP = 3
_GROUP_SIZES = (0.6, 1.6)
_MOST_OF_A_KIND = 60
_RAGGED = 0.09
"""More spots of one kind than ten 6s have, and none as round as a pip, are the weave of a carpet."""
_WEAVE_SIZE_RATIO = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """The dice that were read, one row each, in rectified pixels; `ink` (n, 3): the colour of their pips.

    `used`: the pips of all of them; `strength`: their median contrast; `side_zone`: how far from a die's centre, in
    edges, its own sides may be seen.
    """

    centre: Floats
    edge: Floats
    radius: Floats
    ink: Floats
    used: Ints
    strength: float
    side_zone: float

    @staticmethod
    def of(chosen: list[Candidate], pips: Pips, plane: Plane) -> "Read":
        """Gather what the chosen faces have in common."""
        used = np.array([p for die in chosen for p in die.pips], np.intp)
        return Read(
            np.array([die.centre for die in chosen], np.float32).reshape(-1, 2),
            np.array([die.edge for die in chosen], np.float32),
            np.array([die.radius for die in chosen], np.float32),
            np.array([pips.ink[list(die.pips)].mean(axis=0) for die in chosen], np.float32).reshape(-1, 3),
            used,
            float(np.median(pips.contrast[used])) if chosen else 0.0,
            SIDE_ZONE_EDGES + _SIDE_ZONE_PER_SLOPE * plane.slope,
        )

    def __len__(self) -> int:
        """Count them."""
        return len(self.edge)

    def away(self, flat: Floats) -> Floats:
        """Give how far points (n, 2) are from the nearest die, in its edges; infinite without dice (n,)."""
        if not len(self):
            return np.full(len(flat), np.inf, np.float32)
        return np.asarray((distances(flat, self.centre) / self.edge).min(axis=1))


def distances(points: Floats, others: Floats) -> Floats:
    """Give how far all points (n, 2) are from all others (m, 2), (n, m)."""
    return np.asarray(lengths(points[:, None] - others[None]))


def stranger_reasons(read: Read, spots: Pips, pips: Pips, plane: Plane) -> Iterator[str]:
    """Name the spots no die explains. `pips` are those of the `spots` of which faces may be made."""
    free = np.nonzero(_unexplained(read, pips, plane))[0]
    for index in free[~_woven(read, pips, free, plane)][:3]:
        yield f"the spot at {_place(pips, index)} looks like a pip, but belongs to no face"
    for index in _strangers(read, spots, plane)[:1]:
        yield f"the spots near {_place(spots, index)} may be a die of another colour"
    circles = np.nonzero(_lone_circles(read, spots, plane))[0]
    for index in circles[~_woven(read, spots, circles, plane)][:2]:
        yield f"the circle at {_place(spots, index)} may be a pip of another die"
    for index in _groups(read, spots, pips, plane)[:1]:
        yield f"the spots around {_place(spots, index)} may be a face that was not read"


def pip_like(read: Read, pips: Pips) -> Bools:
    """Tell which spots look like the dice's pips in all, or like one of them; without dice, which are clearest."""
    clear = (pips.rough < 0.08) & (pips.closed > 0.85) & (pips.unrest < 0.3)
    if not len(read):
        return np.asarray(clear & (pips.contrast > 90) & (pips.rough < 0.05) & (pips.radius > 2))
    size = (pips.radius > 0.7 * read.radius.min()) & (pips.radius < 1.4 * read.radius.max())
    near_body = distances(pips.body, pips.body[read.used]).min(axis=1) < 0.5 * read.strength
    near_ink = distances(pips.ink, pips.ink[read.used]).min(axis=1) < 0.5 * read.strength
    in_all = size & near_body & near_ink & (pips.contrast > 0.5 * read.strength)
    each, known = np.meshgrid(np.arange(len(pips)), read.used, indexing="ij")
    return np.asarray(clear & (in_all | alike(pips, each, known).any(axis=1)))


def _place(pips: Pips, index: int) -> str:
    x, y = pips.centre[index]
    return f"({x:.0f}, {y:.0f})"


def _unexplained(read: Read, pips: Pips, plane: Plane) -> Bools:
    """Tell which spots look like the dice's pips, but belong to none of these dice, nor to their sides."""
    free = pip_like(read, pips) & (read.away(plane.flattened(pips.centre)) > read.side_zone)
    return np.asarray(free & ~_in_pip(read, pips, pips.centre))


def _in_pip(read: Read, pips: Pips, points: Floats) -> Bools:
    """Tell which points lie inside a pip of a die that was read."""
    return np.asarray((distances(points, pips.centre[read.used]) < pips.radius[read.used]).any(axis=1))


def _strangers(read: Read, spots: Pips, plane: Plane) -> Ints:
    """Find pairs of clear spots of one kind, in any colours, away from all dice: a die of another colour."""
    clear = (spots.rough < 0.07) & (spots.closed > 0.8) & (spots.unrest < 0.3) & (spots.radius > 1.6)
    if len(read):
        clear &= spots.contrast > 0.28 * read.strength
        clear &= (spots.radius > 0.6 * read.radius.min()) & (spots.radius < 1.6 * read.radius.max())
    else:
        clear &= spots.contrast > 60
    left = np.nonzero(clear & (plane.lean(spots) < 0.1) & _beside(read, spots, plane, _UPRIGHT))[0]
    one, _ = _near_and_alike(spots, left, plane, _PAIR_RADII)
    return one[~_woven(read, spots, one, plane)]


def _beside(read: Read, pips: Pips, plane: Plane, upright: float) -> Bools:
    """Tell which spots are on no die's top face, and on no side face either: those lean."""
    away = read.away(plane.flattened(pips.centre))
    return np.asarray((away > read.side_zone) | ((away > OWN_FACE_EDGES) & (plane.lean(pips) < upright)))


def _near_and_alike(pips: Pips, some: Ints, plane: Plane, radii: tuple[float, float]) -> tuple[Ints, Ints]:
    """Give the pairs, each twice, that look alike and lie as far apart as pips of a face, in radii."""
    flat = plane.flattened(pips.centre[some])
    apart = distances(flat, flat) / pips.radius[some][:, None]
    one, other = np.nonzero((apart > radii[0]) & (apart < radii[1]))
    same = alike(pips, some[one], some[other])
    return some[one[same]], some[other[same]]


def _lone_circles(read: Read, spots: Pips, plane: Plane) -> Bools:
    """Tell perfect circles away from all dice, in any colours: the pip of a larger die, or of one with a disc."""
    perfect = _is_circle(spots, 0.06) & (spots.radius > 2.5)
    if not len(read):
        large = (spots.radius > 5) & (spots.contrast > 80)
        return np.asarray(large & _is_circle(spots, 0.075) | perfect & (spots.rough < 0.045) & (spots.contrast > 60))
    perfect &= (spots.contrast > 0.3 * read.strength) & (plane.lean(spots) < 0)
    perfect &= (spots.radius > 0.6 * read.radius.min()) & (spots.radius < 2.5 * read.radius.max())
    flat = plane.flattened(spots.centre)
    nearest = (distances(flat, read.centre) / read.edge).argmin(axis=1)
    other_ink = lengths(spots.ink - read.ink[nearest]) > 0.5 * read.strength
    return np.asarray(perfect & (read.away(flat) > 1) & (other_ink | _beside(read, spots, plane, _UPRIGHT)))


def _is_circle(spots: Pips, rough: float) -> Bools:
    return np.asarray((spots.rough < rough) & (spots.closed > 0.95) & (spots.unrest < 0.4))


def _groups(read: Read, spots: Pips, pips: Pips, plane: Plane) -> Ints:
    """Find spots with two more of their kind beside them, less clear than pips that can be read."""
    if not len(read):
        return np.zeros(0, np.intp)
    fair = (
        (spots.rough < 0.075) & (spots.closed > 0.65) & (spots.unrest < 0.6) & (spots.contrast > 0.25 * read.strength)
    )
    fair &= (spots.radius > _GROUP_SIZES[0] * read.radius.min()) & (spots.radius < _GROUP_SIZES[1] * read.radius.max())
    fair &= _beside(read, spots, plane, -0.02) & ~_in_pip(read, pips, spots.centre)
    fair[_near_and_alike(spots, np.nonzero(fair)[0], plane, _OVERLAP_RADII)[0]] = False
    one, _ = _near_and_alike(spots, np.nonzero(fair)[0], plane, _GROUP_RADII)
    many = np.nonzero(np.bincount(one, minlength=len(spots)) >= _LEAST_GROUP - 1)[0]
    return many[~_woven(read, spots, many, plane)]


def _woven(read: Read, spots: Pips, some: Ints, plane: Plane) -> Bools:
    """Tell which of some spots are the ground's weave: off the dice lie very many of their kind, and ragged ones."""
    ragged = (spots.rough > _RAGGED) & (read.away(plane.flattened(spots.centre)) > OWN_FACE_EDGES)
    if ragged.sum() <= _MOST_OF_A_KIND:
        return np.zeros(len(some), bool)
    one, other = spots.take(some), spots.take(ragged)
    ratio = one.radius[:, None] / other.radius
    same = (ratio < _WEAVE_SIZE_RATIO) & (ratio > 1 / _WEAVE_SIZE_RATIO)
    same &= distances(one.ink, other.ink) < 0.6 * one.contrast[:, None]
    same &= distances(one.body, other.body) < 0.55 * one.contrast[:, None]
    return np.asarray(same.sum(axis=1) > _MOST_OF_A_KIND)
