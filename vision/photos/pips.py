"""Find round spots of any size and polarity, and measure how round, how large and on what colour they lie."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.pictures.kernels import square
from vision.pictures.lengths import lengths
from vision.pictures.planes import channels_of

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

WORKING_SIDE_PX = 800
"""Longer side of the picture in which spots are sought; they are measured in the stored picture."""

MOST_SIDE_PX = 1000
"""Pictures up to this size are searched as they are."""

_SIGMAS = (1.0, 1.41, 2.0)
"""Blurs of one octave: their differences answer to radii of about 1.8 and 2.5 px; 3.5 is the next octave's."""

_NEXT = square(3)
_BEST_SIZE = 0.9
_SMALLEST_SIDE_PX = 32
_MIN_RESPONSE = 5
_MAX_SPOTS = 140
_MIN_CONTRAST = 25.0
_MAX_EDGE_RATIO = 3.5
_RAYS = 16
_FEW_RAYS = 8
_STEPS = (np.arange(12) + 0.5) / 5
"""Where a ray from the spot's centre is sampled, in radii: 0.1 to 2.3."""

_INSIDE_AND_AROUND = slice(0, 4), slice(7, 11)
"""The steps that lie in a spot, and those on what is around it."""

_RESTLESS = 14
"""Of the 32 places around a spot, counted from the calmest, the one that tells how restless it is there."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """One size of the picture: `image` (h, w, 3), and how many stored pixels one of its pixels spans."""

    image: Image
    scale: float

    def sample(self, points_px: Floats) -> Floats:
        """Interpolate at points (n, m, 2) of the stored picture; gives (n, m, 3) float."""
        columns, rows = (self._own(points_px[..., k]) for k in (0, 1))
        return self._taken(columns, rows).astype(np.float32)

    def along_rays(self, centre_px: Floats, radius_px: Floats, rays: int) -> Image:
        """Interpolate at `_STEPS` along rays from n places (n, 2) of the stored picture; gives (steps, rays, n, 3)."""
        turn, radius = np.arange(rays) * (2 * np.pi / rays), radius_px / np.float32(self.scale)
        away = (np.multiply.outer(_STEPS, way(turn)).astype(np.float32)[..., None] for way in (np.cos, np.sin))
        columns, rows = (self._own(along) + radius * off for along, off in zip(centre_px.T, away, strict=True))
        taken = self._taken(columns.reshape(len(_STEPS), -1), rows.reshape(len(_STEPS), -1))
        return taken.reshape(len(_STEPS), rays, -1, 3)

    def _own(self, along_px: Floats) -> NDArray[np.float32]:
        """Give in its own pixels where columns or rows of the stored picture lie."""
        half = np.float32(0.5)
        return np.asarray((along_px.astype(np.float32) + half) / np.float32(self.scale) - half)

    def _taken(self, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> Image:
        taken = cv2.remap(self.image, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(taken, dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class Pips:
    """Round spots, one row each; stored pixels, colours BGR 0..255.

    `stretch` (n, 2) is (a - b) / (a + b) of the outline's ellipse as a vector at twice its angle; `rough` how
    far the outline is from that ellipse, in radii; `closed` the share of rays that leave the spot;
    `unrest` the spread of the colour around the spot in units of its contrast.
    """

    centre: Floats
    radius: Floats
    stretch: Floats
    rough: Floats
    closed: Floats
    body: Floats
    ink: Floats
    unrest: Floats

    def __len__(self) -> int:
        """Count them."""
        return len(self.radius)

    def take(self, chosen: Bools | NDArray[np.intp]) -> "Pips":
        """Keep some."""
        return Pips(*(getattr(self, f.name)[chosen] for f in fields(self)))

    @cached_property
    def contrast(self) -> Floats:
        """Colour distance between spot and surroundings, (n,)."""
        return np.asarray(lengths(self.ink - self.body))

    @staticmethod
    def joined(parts: Iterable["Pips"]) -> "Pips":
        """Put several lots together."""
        lots = list(parts)
        return Pips(*(np.concatenate([getattr(p, f.name) for p in lots]) for f in fields(Pips)))


_NO_PIPS = Pips(*(np.zeros(shape, np.float32) for shape in ((0, 2), 0, (0, 2), 0, 0, (0, 3), (0, 3), 0)))


def pyramid(image: Image) -> list[Level]:
    """Give the picture in falling sizes: as stored, at working size, and by halves from there."""
    levels = [Level(image, 1.0)]
    longer = max(image.shape[:2])
    if longer > MOST_SIDE_PX:
        levels.append(_shrunk(levels[0], longer / WORKING_SIDE_PX))
    while min(levels[-1].image.shape[:2]) >= 2 * _SMALLEST_SIDE_PX:
        levels.append(_shrunk(levels[-1], 2.0))
    return levels


def find_pips(levels: list[Level]) -> Pips:
    """Find the round spots of a picture, each once, in the level where it is about three pixels in radius."""
    first = 1 if max(levels[0].image.shape[:2]) > MOST_SIDE_PX else 0
    lots = [(max(index - 1, 0), *_spots(levels[index])) for index in range(first, len(levels))]
    finer = np.concatenate([np.full(len(centre), index) for index, centre, _ in lots])
    centre, radius = (np.concatenate([lot[part] for lot in lots]) for part in (1, 2))
    rough = _measured(levels, finer, centre, radius, _FEW_RAYS)
    good = _is_round(rough, 0.30)
    again = _measured(levels, finer[good], rough.centre[good], rough.radius[good], _RAYS)
    return _each_once(again.take(_is_round(again, 0.2) & (again.unrest < 0.6)))


def sample_by_level(levels: list[Level], points: Floats, which: Ints) -> Floats:
    """Sample points (n, m, 2), each row in its own level; gives (n, m, 3)."""
    seen = np.zeros((*points.shape[:2], 3), np.float32)
    for index in np.unique(which):
        rows = which == index
        seen[rows] = levels[index].sample(points[rows])
    return seen


def _shrunk(level: Level, factor: float) -> Level:
    """Shrink by up to 2 with a mean of what falls together, the quick way; by more in steps of 2."""
    h, w = level.image.shape[:2]
    step = min(factor, 2.0)
    size = (max(1, round(w / step)), max(1, round(h / step)))
    exact_half = size[0] * 2 == w and size[1] * 2 == h
    way = cv2.INTER_AREA if exact_half else cv2.INTER_LINEAR
    smaller = Level(np.asarray(cv2.resize(level.image, size, interpolation=way), np.uint8), level.scale * w / size[0])
    return smaller if factor <= 2 else _shrunk(smaller, factor / 2)


def _spots(level: Level) -> tuple[Floats, Floats]:
    """Find dark and light spots of 1.5 to 4.5 px radius; centres (n, 2) and radii (n,) in stored pixels."""
    grey = cv2.cvtColor(level.image, cv2.COLOR_BGR2GRAY)
    blue, green, red = channels_of(level.image)
    weakest = cv2.min(cv2.min(blue, green), red)
    light = cv2.addWeighted(grey, 0.5, weakest, 0.5, 0)
    found = [_extrema(np.asarray(grey, np.uint8), dark=True), _extrema(np.asarray(light, np.uint8), dark=False)]
    x, y, r, response = (np.concatenate([f[i] for f in found]) for i in range(4))
    best = np.argsort(-response)[:_MAX_SPOTS]
    centre = (np.column_stack([x, y])[best] + 0.5) * level.scale - 0.5
    return centre.astype(np.float32), (r[best] * level.scale).astype(np.float32)


def _extrema(channel: Image, dark: bool) -> tuple[Floats, Floats, Floats, Floats]:
    """Find local maxima of the differences of blurs that are no edges, in the size that answers best."""
    differences = []
    narrow, narrow_sigma = _blurred(channel, _SIGMAS[0]), _SIGMAS[0]
    for sigma in _SIGMAS[1:]:
        wide = _blurred(narrow, math.sqrt(sigma**2 - narrow_sigma**2))
        differences.append(np.asarray(cv2.subtract(wide, narrow) if dark else cv2.subtract(narrow, wide), np.uint8))
        narrow, narrow_sigma = wide, sigma
    rows: list[NDArray[np.float64]] = []
    for index, difference in enumerate(differences):
        places = _peaks(difference)
        others = [d.ravel().take(places) for d in differences[:index] + differences[index + 1 :]]
        places = places[difference.ravel().take(places) >= _BEST_SIZE * np.max(others, axis=0)]
        places = places[_no_edge(difference, places)]
        y, x = np.divmod(places, difference.shape[1])
        response = difference.ravel().take(places)
        rows.append(np.column_stack([x, y, np.full(len(x), 1.75 * _SIGMAS[index]), response]))
    table = np.concatenate(rows).astype(np.float32)
    return table[:, 0], table[:, 1], table[:, 2], table[:, 3]


def _blurred(channel: Image, sigma: float) -> Image:
    """Blur with a kernel of two sigmas to each side: the tails beyond weigh less than a grey level."""
    side = 2 * math.ceil(2 * sigma) + 1
    return np.asarray(cv2.GaussianBlur(channel, (side, side), sigma), np.uint8)


def _peaks(difference: Image) -> Ints:
    """Find the local maxima, counted row by row, the picture's border left out."""
    _, strong = cv2.threshold(difference, _MIN_RESPONSE - 1, 1, cv2.THRESH_BINARY)
    highest = cv2.compare(difference, cv2.dilate(difference, _NEXT), cv2.CMP_EQ)
    peak = np.asarray(cv2.bitwise_and(highest, strong), np.uint8)
    peak[[0, -1]] = peak[:, [0, -1]] = 0
    return np.flatnonzero(peak.view(np.bool_))


def _no_edge(difference: Image, places: Ints) -> Bools:
    """Tell where the response falls off in every direction alike (Lowe 2004, section 4.1)."""
    steps = np.add.outer(np.array([-difference.shape[1], 0, difference.shape[1]]), np.array([-1, 0, 1]))
    at = difference.ravel().take(steps[..., None] + places).astype(np.float32)  # row, column, place
    xx = at[1, 2] + at[1, 0] - 2 * at[1, 1]
    yy = at[2, 1] + at[0, 1] - 2 * at[1, 1]
    xy = (at[2, 2] + at[0, 0] - at[0, 2] - at[2, 0]) / 4
    determinant = xx * yy - xy**2
    limit = (_MAX_EDGE_RATIO + 1) ** 2 / _MAX_EDGE_RATIO
    return np.asarray((determinant > 0) & ((xx + yy) ** 2 < limit * determinant))


def _measured(levels: list[Level], which: Ints, centre: Floats, radius: Floats, rays: int) -> Pips:
    """Measure spots, each in its level, along rays from their centres: where does spot turn into body?

    The levels rise. Channels, steps and rays come before spots here, for numpy to have long rows to go along.
    """
    if not len(radius):
        return _NO_PIPS
    seen = _along_rays(levels, which, centre, radius, rays)
    inside, around = (_of_each_spot(seen[:, steps, :: rays // _FEW_RAYS]) for steps in _INSIDE_AND_AROUND)
    ink = np.sort(inside, axis=2)[..., inside.shape[2] // 2]
    body = _ground(around, ink)
    step = ink - body
    power = np.maximum(np.einsum("cn,cn->n", step, step), np.float32(1.0))
    inkness = np.einsum("csrn,cn->srn", seen, step)
    inkness -= np.einsum("cn,cn->n", body, step)
    inkness /= power
    aside = np.abs(around - body[..., None]).sum(axis=0)
    unrest = np.sort(aside, axis=1)[:, _RESTLESS] / np.sqrt(power)
    return _outlined(centre, radius, inkness, body.T, ink.T, unrest.astype(np.float32))


def _along_rays(levels: list[Level], which: Ints, centre: Floats, radius: Floats, rays: int) -> NDArray[np.float32]:
    """Look along rays from n spots, each in its level, the levels rising, (3, steps, rays, n)."""
    seen = np.empty((3, len(_STEPS), rays, len(radius)), np.float32)
    for index in np.unique(which):
        part = slice(*np.searchsorted(which, (index, index + 1)))
        seen[..., part] = levels[index].along_rays(centre[part], radius[part], rays).transpose(3, 0, 1, 2)
    return seen


def _of_each_spot(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """Put what is seen (3, steps, rays, n) of each of n spots together, (3, n, steps * rays)."""
    return np.ascontiguousarray(seen.reshape(3, -1, seen.shape[3]).transpose(0, 2, 1))


def _ground(around: NDArray[np.float32], ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the colour (3, n) around each spot (3, n, k), leaning away from the ink: neighbours and dark gaps do not
    count."""
    low, high = round(0.45 * around.shape[2]), round(0.75 * around.shape[2])
    away = around - ink[..., None]
    band = np.einsum("cnk,cnk->nk", away, away).argsort(axis=1)[:, low:high]
    places = band.T + np.arange(len(band)) * around.shape[2]
    return np.asarray(around.reshape(3, -1).take(places, axis=1).mean(axis=1), dtype=np.float32)


def _outlined(centre: Floats, radius: Floats, inkness: Floats, body: Floats, ink: Floats, unrest: Floats) -> Pips:
    """Fit centre, radius and stretch to the outline, the best single change from spot to body on each ray.

    `inkness` (steps, rays, n): 1 in the spot, 0 on the body.
    """
    for step in (3, 2, 1, 0):  # glare inside a pip is ink too
        np.maximum(inkness[step], inkness[step + 1], out=inkness[step])
    gain = np.clip(inkness, -0.5, 1.5) - np.float32(0.5)
    for step in range(1, len(gain)):
        gain[step] += gain[step - 1]
    last = gain.argmax(axis=0)
    place = last * last.size + np.arange(last.size).reshape(last.shape)
    at, after = (inkness.ravel().take(k) for k in (place, place + last.size * (last < len(gain) - 1)))
    part = np.clip((at - 0.5) / np.maximum(at - after, 0.05), 0, 1)
    reach: Floats = np.ascontiguousarray(((last.astype(np.float32) + 0.5 + part) / 5).T)
    open_ray = np.ascontiguousarray(((last >= 10) | (gain.ravel().take(place) <= 0)).T)
    middle = _median(reach)
    reach = np.where(open_ray, middle[:, None], reach)
    turn = np.arange(reach.shape[1], dtype=np.float32) * np.float32(2 * np.pi / reach.shape[1])
    reach = _without_dents(reach) if reach.shape[1] > _FEW_RAYS else reach
    once, twice = (np.stack([np.cos(k * turn), np.sin(k * turn)], axis=1) for k in (1, 2))
    mean = np.maximum(reach.mean(axis=1), 0.05)
    shift = 2 * reach @ once / len(turn)
    stretch = 2 * reach @ twice / len(turn) / mean[:, None]
    model = mean[:, None] * (1 + stretch @ twice.T) + shift @ once.T
    away = reach - model
    rough = _median(np.abs(away)) / mean + 0.5 * np.sqrt((away**2).mean(axis=1)) / mean
    moved = centre + np.clip(shift, -0.7, 0.7) * radius[:, None]
    return Pips(
        moved.astype(np.float32),
        (mean * radius).astype(np.float32),
        stretch.astype(np.float32),
        rough.astype(np.float32),
        1 - open_ray.mean(axis=1).astype(np.float32),
        body,
        ink,
        unrest,
    )


def _median(amounts: Floats) -> Floats:
    """Give the median of each row (n, an even number); np.median takes twice as long for so few."""
    half = amounts.shape[1] // 2
    return np.asarray(np.sort(amounts, axis=1)[:, half - 1 : half + 1].mean(axis=1))


def _without_dents(reach: Floats) -> Floats:
    """Close dents of one or two rays (n, rays), where glare crosses the rim."""
    widest = np.maximum(np.maximum(reach, np.roll(reach, 1, axis=1)), np.roll(reach, -1, axis=1))
    closed = np.minimum(np.minimum(widest, np.roll(widest, 1, axis=1)), np.roll(widest, -1, axis=1))
    return np.where(reach < 0.75 * closed, closed, reach)


def _is_round(pips: Pips, limit: float) -> Bools:
    flat = np.hypot(pips.stretch[:, 0], pips.stretch[:, 1])
    return (pips.rough < limit) & (flat < 0.45) & (pips.closed > 0.6) & (pips.contrast > 22)


def _each_once(pips: Pips) -> Pips:
    """Where several sizes found one spot, keep the roundest."""
    order = np.argsort(pips.rough + 0.5 * (1 - pips.closed), kind="stable")
    pips = pips.take(order)
    x, y = pips.centre.T
    one, other = pips.radius[:, None], pips.radius[None]
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < (0.8 * np.minimum(one, other)) ** 2
    near &= (one < 2 * other) & (other < 2 * one)
    kept = np.ones(len(pips), bool)
    for index in np.flatnonzero(np.count_nonzero(near, axis=1) > 1):
        if kept[index]:
            kept[index + 1 :] &= ~near[index, index + 1 :]
    return pips.take(kept)
