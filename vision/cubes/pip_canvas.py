"""Pips of a die drawn as they would appear, to be compared with what stands out in the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import blinded
from vision.cubes.cube import Attitude, Sight, outline_of
from vision.faces.topface import PatternSet
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import ellipse, square
from vision.pictures.rectify import TopPlane
from vision.pictures.segment import Mask

FINER, CORNERS, SIXTEENTHS = 3, 24, 4
"""Pips are drawn in so many times finer pixels, as polygons of so many corners, placed to two to the minus so many."""

DRAWN_WIDER = 0.5
"""By so many of the finer pixels a polygon is drawn wider than it is."""

LENS_PX, PIP_WIDE = 0.8, 2.6
"""How far the picture blurs (standard deviation, pixels of it), and how wide, in radii, a pip may be at most."""

SMEARED_PX = 5
"""How far, twice, a lamp's mirror image smears over what is beside it."""

RIM_PX = 5
"""How wide the rim of what dice cover is, twice, that does not count."""

MARGIN_PX = 3
"""So far around what counts pips are drawn, too: they blur."""

Amounts = NDArray[np.float32]

_ANGLES = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
_ROUND = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)


@dataclass(frozen=True, eq=False)
class Placed:
    """A cube anywhere: its middle (3,), mm, and its axes on the board (3, 3)."""

    middle_mm: Floats
    r: Floats


@dataclass(frozen=True, eq=False)
class PipCanvas:
    """The surroundings of a die: by how much what is as narrow as pips stands out where it counts, (n,).

    `counts`: which pixels (h, w) do; `corner_px`: the window's left and top on the plane; `radius` of pips, in edges;
    `darker`: what stands out is darker than what is around it, not lighter.
    """

    plane: TopPlane
    patterns: PatternSet
    edge_mm: float
    radius: float
    blur_px: float
    corner_px: tuple[int, int]
    counts: NDArray[np.bool_]
    seen: Amounts
    darker: bool

    def drawn(self, die: Placed, axis: int, pips: Floats) -> Amounts:
        """Draw pips (n, 2) on the face of a die that looks at the camera along an axis: what they cover, 0..1, (n,)."""
        places = self.plane.appear(self._rims_mm(die, axis, pips)) - self.corner_px
        finer = ((places + 0.5) * FINER - 0.5) * 2**SIXTEENTHS
        height, width = self.counts.shape
        canvas = np.zeros((height * FINER, width * FINER), np.uint8)
        polygons = np.round(finer).astype(np.int32).reshape(-1, CORNERS, 2)
        cv2.fillPoly(canvas, list(polygons), 255, cv2.LINE_AA, SIXTEENTHS)
        covered = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
        blurred = cv2.GaussianBlur(covered.astype(np.float32), (0, 0), self.blur_px)
        return np.asarray(blurred[self.counts] / np.float32(255))

    def _rims_mm(self, die: Placed, axis: int, pips: Floats) -> Floats:
        drawn = self.radius - DRAWN_WIDER / FINER / (self.edge_mm * self.plane.scale)
        around = (pips[:, None] + drawn * _ROUND).reshape(-1, 2)
        points = np.empty((len(around), 3))
        points[:, axis] = 0.5 * np.sign(self._towards(die)[axis])
        points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = around.T
        return np.asarray(die.middle_mm + self.edge_mm * points @ die.r.T)

    def share(self, left: Amounts) -> float:
        """Say what part of what varies here is left, (n,), 0..1."""
        return float(np.square(left).mean()) / max(float(self.seen.var()), 1e-6)

    def in_view(self, die: Placed) -> list[int]:
        """Give the axes of which a face looks at the camera."""
        return [axis for axis, away in enumerate(self._towards(die)) if abs(away) > self.edge_mm / 2]

    def _towards(self, die: Placed) -> Floats:
        """Give how far the camera is along each axis of a die, mm (3,)."""
        return np.asarray((self.plane.camera.position_mm - die.middle_mm) @ die.r)


def canvases_of(sight: Sight, at: Attitude, others: Sequence[Mask]) -> list[PipCanvas]:
    """Cut out a die's surroundings without what other dice cover: with what is lighter there, and with what is darker.

    None at all where nothing is left, or the size of pips was not learned.
    """
    counts = outline_of(sight, at)
    for other in others:
        counts = np.asarray(cv2.subtract(counts, other), np.uint8)
    return canvases_in(sight, without_rim(counts))


def without_rim(part: Mask) -> Mask:
    """Take the rim of what dice cover (h, w) away: what is narrow beside them stands out as pips do."""
    return np.asarray(cv2.erode(part, square(RIM_PX)), np.uint8)


def canvases_in(sight: Sight, part: Mask) -> list[PipCanvas]:
    """Do the same with a part (h, w) of what is seen."""
    counts = np.asarray(cv2.bitwise_and(part, sight.view), np.uint8)
    left, top, width, height = cv2.boundingRect(counts)
    if not width or sight.patterns.radius is None:
        return []
    cut, inside, patch = (_cut(picture, left, top, width, height) for picture in (sight.tone, counts, sight.patch))
    pip = ellipse(2 * round(PIP_WIDE / 2 * sight.patterns.radius * sight.edge_mm * sight.plane.scale) + 1)
    corner = (sight.window.left + max(0, left - MARGIN_PX), sight.window.top + max(0, top - MARGIN_PX))
    known = sight.plane, sight.patterns, sight.edge_mm, sight.patterns.radius, LENS_PX * sight.pixel
    canvases = []
    lit = _lit(patch, pip)
    unlit = _without(cut, lit, inside & ~lit)
    for way, tone, shown in ((cv2.MORPH_TOPHAT, unlit, inside & ~lit), (cv2.MORPH_BLACKHAT, cut, inside)):
        ink = cv2.morphologyEx(tone, way, pip)[shown > 0].astype(np.float32)
        canvases.append(PipCanvas(*known, corner, shown > 0, ink, way == cv2.MORPH_BLACKHAT))
    return [canvas for canvas in canvases if canvas.seen.size]


def _lit(patch: Image, pip: Mask) -> Mask:
    """Mark what mirrors a lamp in a picture (h, w, 3), and what it smears over: where it is wider than a light pip."""
    light = blinded(patch).astype(np.uint8)
    count, labels = cv2.connectedComponents(light, connectivity=8)
    wider = np.bincount(labels[cv2.morphologyEx(light, cv2.MORPH_OPEN, pip) > 0], minlength=count) > 0
    wider[0] = False
    return np.asarray(cv2.dilate(wider[labels] * np.uint8(255), square(SMEARED_PX)), np.uint8)


def _without(tone: Image, lit: Mask, own: Mask) -> Image:
    """Give a die its own tone (h, w) where it mirrors a lamp: so pips beside the mirror image stand out as well."""
    return np.where(lit > 0, np.uint8(np.median(tone[own > 0])), tone) if own.any() else tone


def _cut(picture: Image, left: int, top: int, width: int, height: int) -> Image:
    """Cut a part out of a window, with a margin."""
    rows = slice(max(0, top - MARGIN_PX), top + height + MARGIN_PX)
    return np.asarray(picture[rows, max(0, left - MARGIN_PX) : left + width + MARGIN_PX])
