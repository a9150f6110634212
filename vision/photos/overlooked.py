"""Find bodies that stand out like the dice that were read, are as large and as square, but show no face."""

import math
from collections.abc import Iterator

import cv2
import numpy as np
from cv2.typing import MatLike

from vision.frame import Image
from vision.photos.choose import Candidate
from vision.photos.pips import Bools, Floats, Level
from vision.photos.plane import Plane
from vision.pictures.kernels import ellipse, square
from vision.pictures.lengths import lengths
from vision.pictures.planes import strongest

_DIE_PX = 12
"""Bodies are sought in a picture in which a die is this large."""

_PIP = ellipse(5)
"""What is smaller than this, such as pips, cables and writing, is no body."""

_GROUND = square(21)
"""What is larger than this is ground."""

_STRENGTHS = (0.4, 0.7)
"""How strongly a body stands out against the dice that were read."""
_LEAST_STRENGTH = 25.0

_SIZES = (0.65, 1.75)
_LEAST_FILL = 0.8
"""The share of its rectangle that a square body fills; a round one fills 0.785."""
_MOST_ASPECT = 1.25
_OWN_ZONE_EDGES = 0.6
CLEAR_EDGES = 1.2
"""Nearer to a die its own sides and its shadow are seen."""


def overlooked_bodies(levels: list[Level], chosen: list[Candidate], plane: Plane) -> Floats:
    """Give the places (n, 2) in stored pixels of square bodies of a die's size and contrast without a face."""
    if not chosen:
        return np.zeros((0, 2), np.float32)
    small = _shrunk(levels, float(np.median([die.edge for die in chosen])))
    scale = small.shape[1] / levels[0].image.shape[1]
    dice = plane.stored(np.array([die.centre for die in chosen])) * scale
    edges = np.array([die.edge for die in chosen]) * scale
    found = [np.zeros((0, 2))]
    light, dark = _standing_out(small)
    strength = _strength_of_dice(np.maximum(light, dark), dice)
    for relief in (light, dark):
        own = _near(relief, dice, _OWN_ZONE_EDGES * edges)
        for share in _STRENGTHS:
            strong = (relief > max(_LEAST_STRENGTH, share * strength)) & ~own
            found.append(np.array(list(_square_bodies(strong))).reshape(-1, 2))
    places = np.concatenate(found)
    clear = (lengths(places[:, None] - dice[None]) > CLEAR_EDGES * edges).all(axis=1)
    return _each_once(np.asarray(places[clear] / scale, np.float32), _DIE_PX / scale)


def _each_once(places: Floats, apart_px: float) -> Floats:
    """Leave out what stands out in several strengths: places nearer to an earlier one than a die's edge."""
    kept: list[int] = []
    for index, place in enumerate(places):
        if all(math.dist(place, places[other]) > apart_px for other in kept):
            kept.append(index)
    return places[kept]


def _shrunk(levels: list[Level], edge_px: float) -> Image:
    """Give the picture in which a die of `edge_px` stored pixels is 12 px large; smaller dice stay as they are."""
    level = [one for one in levels if one is levels[0] or edge_px >= _DIE_PX * one.scale][-1]
    share = min(_DIE_PX * level.scale / edge_px, 1.0)
    h, w = level.image.shape[:2]
    size = (max(1, round(w * share)), max(1, round(h * share)))
    return np.asarray(cv2.resize(level.image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _standing_out(small: Image) -> tuple[Image, Image]:
    """Say how much lighter and darker than the ground each place is, (h, w), for things of a die's size."""
    no_dots = cv2.morphologyEx(small, cv2.MORPH_OPEN, _PIP)
    no_gaps = cv2.morphologyEx(small, cv2.MORPH_CLOSE, _PIP)
    light = cv2.subtract(no_dots, cv2.morphologyEx(no_dots, cv2.MORPH_OPEN, _GROUND))
    dark = cv2.subtract(cv2.morphologyEx(no_gaps, cv2.MORPH_CLOSE, _GROUND), no_gaps)
    return strongest(np.asarray(light, np.uint8)), strongest(np.asarray(dark, np.uint8))


def _strength_of_dice(relief: Image, dice: Floats) -> float:
    """Give the median over the dice of how much each stands out around its centre."""
    reach = round(0.3 * _DIE_PX)
    strengths = []
    for x, y in np.maximum(np.round(dice), 0).astype(int):
        around = relief[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
        strengths.append(float(np.median(around)) if around.size else 0.0)
    return float(np.median(strengths))


def _near(relief: Image, dice: Floats, radius: Floats) -> Bools:
    disc = np.zeros(relief.shape, np.uint8)
    for (x, y), reach in zip(dice, radius, strict=True):
        cv2.circle(disc, (round(float(x)), round(float(y))), round(float(reach)), 1, -1)
    return np.asarray(disc > 0)


def _square_bodies(strong: Bools) -> Iterator[tuple[float, float]]:
    """Give the centres of the parts that are whole, square and of a die's size; what they enclose belongs to them."""
    outlines, _ = cv2.findContours(strong.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    h, w = strong.shape
    for outline in outlines:
        x, y, wide, tall = cv2.boundingRect(outline)
        whole = x > 0 and y > 0 and x + wide < w and y + tall < h
        if whole and max(wide, tall) > _SIZES[0] * _DIE_PX and _is_square(outline):
            yield x + (wide - 1) / 2, y + (tall - 1) / 2


def _is_square(outline: MatLike) -> bool:
    """Tell whether an outline fills an upright or turned square of a die's size."""
    (_, (one, other), _) = cv2.minAreaRect(outline)
    longer, shorter = max(one, other) + 1, min(one, other) + 1
    size = math.sqrt(longer * shorter) / _DIE_PX
    if longer > _MOST_ASPECT * shorter or not _SIZES[0] < size < _SIZES[1]:
        return False
    rim = cv2.arcLength(outline, closed=True) / 2 + 1  # the outline runs through the middles of the outer pixels
    return cv2.contourArea(outline) + rim > _LEAST_FILL * longer * shorter
