"""What is a die's and what its shadow's where no threshold tells them apart: by likelihood, over some pixels at a time.

In dim light a dark side of a die differs from the shadow beside it by less than the noise of a pixel. But the colours
are known: the empty board's in any shadow, and the die's own, which its top face shows, in any light.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies.body import Seen
from vision.colours.highlight import DieColours
from vision.frame import Image
from vision.pictures.kernels import square
from vision.pictures.planes import Planes, planes_of
from vision.pictures.segment import PRINT_STEP, Mask, tidy

SHADOWS, SIDES = (0.3, 1.1), (0.25, 1.4)
"""What part of its light the board in a shadow keeps; and how bright a die's sides are, against its top face."""

LEFT_NOISE, COLOUR_ERROR, COLOUR_PART = 0.7, 1.0, 0.08
"""The part of the noise that a pixel of the plane has; and how far colours may be off without any, in grey levels and
as a part of a pixel's brightness (standard deviations)."""

SOFT = 0.13
"""Over what part of an edge the likelihood of pixels is taken together."""

MOST_SAID, CLEARLY = 3.0, 2.0
"""No single pixel says more than this, and from what on pixels together tell, as log-likelihood ratios."""

PIXELS_ALIKE = 4
"""So many pixels together have the noise of one."""

FAR_OFF = 4.0
"""What is so many standard deviations from both colours is neither board nor die."""

OUTSIDE, INSIDE = 0.12, 0.03
"""How far from a die's edge, in edges, pixels may show board and die at once."""

GAP = 0.16
"""Gaps and threads narrower than this, in edges, are none."""

HALF = np.float32(0.5)

Values = NDArray[np.float32]
Where = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Told:
    """Which pixels (h, w) show a die, which the board, and which neither; the others may be either."""

    die: Where
    board: Where
    neither: Where


def redrawn(
    seen: Seen, tints: Sequence[DieColours], chips: Mask, gain: NDArray[np.float32], noise: float, edge_px: float
) -> Seen:
    """Draw a body anew as what looks more like dice of these colours than like the board in any shadow.

    What looks like neither, and chips (h, w), stay as they were; what may be either is left as shade. `gain` (3,): how
    much brighter than the empty board the channels are.
    """
    empty = seen.empty.planes * gain[:, None, None]
    bright = np.einsum("kij,kij->ij", seen.planes, seen.planes)
    variance = np.float32((LEFT_NOISE * noise) ** 2 + COLOUR_ERROR**2) + np.float32(COLOUR_PART**2) * bright
    told = _told(seen, empty, tints, variance, edge_px)
    told = replace(told, die=told.die & (chips == 0), neither=told.neither | (chips > 0))
    told = replace(told, board=told.board | ((seen.traces.unchanged > 0) & (seen.mask == 0) & ~told.die))
    told = _with_sharp_edges(told, seen.patch, empty, tints, variance, edge_px)
    known = _mask(told.die | (told.neither & (seen.mask > 0)))
    mask = _joined(tidy(known, GAP * edge_px), seen.mask)
    shade = cv2.subtract(_mask(~(told.die | told.board | told.neither)), mask)
    return replace(seen, mask=mask, shade=np.asarray(shade, dtype=np.uint8), murky=np.zeros_like(mask))


def _told(seen: Seen, empty: Planes, tints: Sequence[DieColours], variance: Values, edge_px: float) -> _Told:
    """Compare each pixel with the board's and the dice's colours; nothing that may be a pip is told to be board."""
    print_error = PRINT_STEP * seen.empty.steps
    board = np.square(np.maximum(np.sqrt(_off(seen.planes, empty, SHADOWS)) - print_error, 0.0))
    bodies = np.min([_off_colour(seen.planes, tint.body) for tint in tints], axis=0)
    pips = [_off_colour(seen.planes, colour) for t in tints for colour in (t.pip, (t.pip + t.body) * HALF)]
    neither = cv2.blur(np.minimum(board, bodies), (3, 3)) > FAR_OFF**2 * variance
    die = _together((board - bodies) / (2 * variance), edge_px) > CLEARLY
    felt = _together((np.min([bodies, *pips], axis=0) - board) / (2 * variance), edge_px) > CLEARLY
    return _Told(die & ~neither, felt & ~neither, neither)


def _with_sharp_edges(
    told: _Told, patch: Image, empty: Planes, tints: Sequence[DieColours], variance: Values, edge_px: float
) -> _Told:
    """Draw the edge of a die where its pixels have half of the board's light that is seen beside it."""
    light, power = _board_light(patch, empty, tints)
    band = _near_edge(told.die, round(OUTSIDE * edge_px), round(INSIDE * edge_px)) & ~told.neither
    beside = _nearest(light, told.board & ~band)
    if beside is None:
        return told
    clear = band & (power * beside**2 > FAR_OFF**2 * variance)
    inside = light < 0.5 * beside
    return replace(told, die=np.where(clear, inside, told.die), board=np.where(clear, ~inside, told.board))


def _board_light(patch: Image, empty: Planes, tints: Sequence[DieColours]) -> tuple[Values, Values]:
    """Give how much of the board's light each pixel has, (h, w), whatever of a die's it has, and how well that is told.

    The latter is what of the board's colour is not the dice's, squared.
    """
    body = np.mean([tint.body for tint in tints], axis=0)
    way = body / max(float(np.linalg.norm(body)), 1.0)
    own = empty - np.einsum("k,kij->ij", way, empty) * way[:, None, None]
    power = np.einsum("kij,kij->ij", own, own)
    soft = planes_of(np.asarray(cv2.blur(patch, (3, 3)), dtype=np.uint8))
    return np.einsum("kij,kij->ij", soft, own) / np.maximum(power, 1.0), power


def _together(ratio: Values, edge_px: float) -> Values:
    """Take the likelihood ratios (h, w) of neighbours together."""
    size = round(SOFT * edge_px) | 1
    mean = cv2.blur(np.clip(ratio, -MOST_SAID, MOST_SAID), (size, size))
    return np.asarray(mean, dtype=np.float32) * np.float32(size * size / PIXELS_ALIKE)


def _near_edge(area: Where, outside_px: int, inside_px: int) -> Where:
    """Mark what is so near to the edge of an area (h, w)."""
    mask = _mask(area)
    grown = cv2.dilate(mask, square(2 * outside_px + 1))
    core = cv2.erode(mask, square(2 * inside_px + 1))
    return np.asarray(cv2.subtract(grown, core) > 0)


def _nearest(values: Values, where: Where) -> Values | None:
    """Give for each pixel the value of the nearest one of some (h, w); None where there are none."""
    if not where.any():
        return None
    _, labels = cv2.distanceTransformWithLabels(_mask(~where), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    known = np.zeros(int(labels.max()) + 1, np.float32)
    known[labels[where]] = values[where]
    return np.asarray(known[labels], dtype=np.float32)


def _joined(mask: Mask, known: Mask) -> Mask:
    """Keep the parts of a mask that hang together with a known one."""
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    keep = np.bincount(np.asarray(labels, np.int32)[known > 0], minlength=count) > 0
    keep[0] = False
    return _mask(keep[labels])


def _off_colour(seen: Planes, colour: NDArray[np.float32]) -> Values:
    return _off(seen, np.broadcast_to(colour[:, None, None], seen.shape), SIDES)


def _off(seen: Planes, colours: Planes, lights: tuple[float, float]) -> Values:
    """Give how far, squared, pixels (3, h, w) are from colours (3, h, w) in the best of these lights, (h, w)."""
    power = np.einsum("kij,kij->ij", colours, colours) + np.float32(1.0)
    light = np.clip(np.einsum("kij,kij->ij", seen, colours) / power, *lights)
    rest = seen - light * colours
    return np.asarray(np.einsum("kij,kij->ij", rest, rest), dtype=np.float32)


def _mask(where: Where) -> Mask:
    return where.astype(np.uint8) * np.uint8(255)
