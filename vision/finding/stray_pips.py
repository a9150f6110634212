"""Pips that no die explains: of a dark die that leans in the dark nothing else may be seen, and no face in them."""

from dataclasses import replace

import cv2
import numpy as np

from vision.bodies.body import NO_DICE, Body, Seen
from vision.bodies.disc import Disc, disc_area
from vision.geometry import Floats
from vision.pictures.channels import darkest_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.table.kinds import Kind

LEAST_PIPS = 3
"""So many beside each other are no lamp's mirror image on board or chips: of 1,900 pictures 41 of those that are read
rightly show one or two apart from their dice, and none as many."""

LEAST_AREA, MOST_AREA = 0.007, 0.06
"""How large a pip appears, in areas of a top face, aslant or higher than on top of a flat die and blurred."""

BRIGHTER = 6.0
"""How much brighter than the empty board pips are in every channel, in parts of a pixel's noise."""

AT_WALL, AROUND, DARK_AROUND = 0.5, 0.2, 0.6
"""How near to what a wall hides, in edges, a single pip lies of a dark die behind it; how far around it one looks, and
the part of that which is darker than the board."""

APART, TOGETHER = 0.2, 1.0
"""How far, in edges, they lie from all that dice and chips explain at least; and from each other at most."""


def stray_pips(place: Seen, bodies: list[Body], kind: Kind, noise: float) -> list[Body]:
    """Give what may be a die of which nothing but its pips is seen, as a body that holds no dice to be fitted."""
    bright = cv2.bitwise_and(_brighter(place, BRIGHTER * noise), cv2.bitwise_not(_explained(bodies, place, kind)))
    spots = _spots(np.asarray(bright, dtype=np.uint8), kind)
    away = np.linalg.norm(spots[:, None] - spots, axis=2)
    several = (away <= TOGETHER * kind.edge_px).sum(axis=1) >= LEAST_PIPS
    told = [
        spot for spot, enough in zip(spots, several, strict=True) if enough or _behind_wall(spot, bright, place, kind)
    ]
    if not told:
        return []
    around = [disc_area(place.mask, Disc(float(x), float(y), kind.edge_px / 2)) for x, y in told]
    area = np.asarray(np.bitwise_or.reduce(around), dtype=np.uint8)
    return [Body(replace(place, mask=area), NO_DICE, (), np.zeros_like(area), area, only_pips=True)]


def pips_within(seen: Seen, where: Mask, kind: Kind) -> Floats:
    """Give the middles (n, 2) of light pips in a part (h, w) of a window."""
    bright = cv2.bitwise_and(_brighter(seen, BRIGHTER * kind.noise), where)
    return _spots(np.asarray(bright, dtype=np.uint8), kind)


def _behind_wall(spot: Floats, bright: cv2.typing.MatLike, place: Seen, kind: Kind) -> bool:
    """Say whether a spot (2,) lies in something dark that goes on behind a wall: of a die there one pip may be seen."""
    column, row = spot.tolist()
    at_wall, around = (disc_area(place.mask, Disc(column, row, reach * kind.edge_px)) for reach in (AT_WALL, AROUND))
    if not cv2.countNonZero(cv2.bitwise_and(at_wall, place.hidden)):
        return False
    shown = cv2.subtract(cv2.bitwise_and(around, place.open_view), cv2.dilate(bright, square(3)))
    return cv2.countNonZero(cv2.bitwise_and(shown, place.shade)) >= DARK_AROUND * cv2.countNonZero(shown)


def _brighter(place: Seen, least: float) -> Mask:
    """Mark what is brighter than the empty board in every channel, (h, w), but single pixels."""
    more = darkest_of(np.asarray(cv2.subtract(place.patch, place.empty.picture), dtype=np.uint8))
    bright = np.where((more > least) & (place.open_view > 0), 255, 0).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, square(2)), dtype=np.uint8)


def _explained(bodies: list[Body], place: Seen, kind: Kind) -> Mask:
    """Mark what bodies cover, with their dice and chips, and a little more."""
    covered = [mask for body in bodies for mask in (body.seen.mask, body.chips, *body.explanation.outlines)]
    size = round(APART * kind.edge_px) | 1
    every = np.bitwise_or.reduce([np.zeros_like(place.mask), *covered])
    return np.asarray(cv2.dilate(every, square(size)), dtype=np.uint8)


def _spots(bright: Mask, kind: Kind) -> Floats:
    """Give the middles (n, 2) of what is as large as a pip."""
    _, _, stats, middles = cv2.connectedComponentsWithStats(bright, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA] / kind.edge_px**2
    return np.asarray(middles[1:][(areas >= LEAST_AREA) & (areas <= MOST_AREA)], dtype=np.float64)
