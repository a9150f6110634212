"""Solid things in the small picture, as outlines without their shadows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.motion.backdrop import Backdrop
from vision.motion.region import Region
from vision.pictures.kernels import square

_MOST = 24
_SMALLEST_DICE = 0.2
_HAND_DICE = 7.0
_ARM_DICE = 30.0
_FRAGMENT_SHARE = 0.4
_FRAGMENT_DICE = 0.8
_ROUND_DICE = 1.6
_DARKEST_SHADOW = 0.35
_DARKEST_SOFT_SHADOW = 0.6
_PARTLY_DICE = 0.6
_ROUND_SHARE = 0.75

Box = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Blob:
    """One outline in a small picture: `centre_px` in the whole picture, `contour` (n, 2) and `box` in the region.

    `area_dice` is in units of a resting die's silhouette at that place; `border_px` how many of the outline's
    pixels lie on the border of the region.
    """

    centre_px: tuple[float, float]
    area_dice: float
    box: Box
    contour: NDArray[np.int32]
    border_px: int = 0

    def is_hand(self, edge_px: float) -> bool:
        """Tell whether this is large and reaches in over the border, or larger than any dice: a hand or a sleeve.

        A dark sleeve may look like a shadow where it crosses the border.
        """
        return self.area_dice > _ARM_DICE or (self.area_dice > _HAND_DICE and self.border_px > 1.5 * edge_px)

    def overlaps(self, other: "Blob", within_px: float = 0.0) -> bool:
        """Tell whether the boxes of two blobs meet, or lie no farther apart."""
        (ax, ay, aw, ah), (bx, by, bw, bh) = self.box, other.box
        beside = ax < bx + bw + within_px and bx < ax + aw + within_px
        return beside and ay < by + bh + within_px and by < ay + ah + within_px

    def with_fragment(self, other: "Blob") -> "Blob":
        """Give this blob with a piece that was torn off it."""
        area = self.area_dice + other.area_dice
        share = other.area_dice / area
        x, y = (a + share * (b - a) for a, b in zip(self.centre_px, other.centre_px, strict=True))
        hull = cv2.convexHull(np.concatenate([self.contour, other.contour]))
        contour = np.asarray(hull, dtype=np.int32).reshape(-1, 2)
        return Blob((x, y), area, _box(contour), contour, self.border_px + other.border_px)

    def is_round(self) -> bool:
        """Tell whether the outline is a filled circle larger than a die: a chip or a coin; two dice never are."""
        _, radius = cv2.minEnclosingCircle(self.contour)
        filled = cv2.contourArea(cv2.convexHull(self.contour)) / (np.pi * max(radius, 1.0) ** 2)
        return self.area_dice > _ROUND_DICE and filled > _ROUND_SHARE

    def pixels(self) -> NDArray[np.float64]:
        """Give the pixels inside the outline, (n, 2) x, y in the region."""
        x, y, w, h = self.box
        patch = np.zeros((h, w), np.uint8)
        cv2.fillPoly(patch, [self.contour - np.array([x, y], np.int32)], 255)
        rows, columns = np.nonzero(patch)
        return np.column_stack([columns + x, rows + y]).astype(np.float64)


class BlobFinder:
    """Finds the solid things in crops of one region."""

    def __init__(self, region: Region, backdrop: Backdrop) -> None:
        self._region = region
        self._backdrop = backdrop
        self.changed = np.zeros(region.mask.shape, np.uint8)
        self._kernel = square(3)

    def find(self, picture: Image) -> tuple[Blob, ...]:
        """Give what lies on or over the board, largest first; shadows and specks are left out."""
        self._backdrop.compare(picture, self.changed)
        cv2.morphologyEx(self.changed, cv2.MORPH_CLOSE, self._kernel, dst=self.changed)
        outlines = sorted((c for c in _outlines(self.changed) if self._worth(_box(c))), key=len, reverse=True)
        found = [blob for outline in outlines[:_MOST] for blob in self._solid(picture, outline)]
        return _whole(found)

    def patch(self, blob: Blob) -> Image:
        """Draw a blob filled, (h, w) of the region, 255 inside."""
        drawn = np.zeros(self._region.mask.shape, np.uint8)
        cv2.fillPoly(drawn, [blob.contour], 255)
        return drawn

    def _worth(self, box: Box) -> bool:
        x, y, w, h = box
        return bool(w * h >= _SMALLEST_DICE * _die_px(self._region, x + w / 2, y + h / 2))

    def _solid(self, picture: Image, outline: NDArray[np.int32]) -> list[Blob]:
        """Cut the shadows off an outline. Where hardly a die is left of it, it may be a black die that only looks
        like a deep shadow, and only light shadows are cut off."""
        x, y, w, h = _box(outline)
        filled = np.zeros((h, w), np.uint8)
        cv2.fillPoly(filled, [outline - np.array([x, y], np.int32)], 1)
        body = self._body(picture, outline, filled, _DARKEST_SHADOW)
        die_px = _die_px(self._region, x + w / 2, y + h / 2)
        if cv2.countNonZero(body) < _PARTLY_DICE * die_px < cv2.countNonZero(filled):
            body = self._body(picture, outline, filled, _DARKEST_SOFT_SHADOW)
        return _pieces(body, self._region, x, y)

    def _body(self, picture: Image, outline: NDArray[np.int32], filled: Image, darkest: float) -> Image:
        x, y, w, h = _box(outline)
        body = self._backdrop.bodies(picture[y : y + h, x : x + w], x, y, darkest).astype(np.uint8)
        cv2.bitwise_and(body, filled, dst=body)
        cv2.morphologyEx(body, cv2.MORPH_OPEN, self._kernel, dst=body)
        return body


def blobs_of(bodies: Image, region: Region, x: int = 0, y: int = 0) -> tuple[Blob, ...]:
    """Give the solid things of a mask, largest first, without specks.

    `bodies` (h, w) is not 0 inside them; its corner lies at x, y of the region.
    """
    return _whole(_pieces(bodies, region, x, y))


def _pieces(bodies: Image, region: Region, x: int, y: int) -> list[Blob]:
    blobs = (_blob(contour + np.array([x, y], np.int32), region) for contour in _outlines(bodies))
    return [b for b in blobs if b.area_dice >= _SMALLEST_DICE]


def _blob(contour: NDArray[np.int32], region: Region) -> Blob:
    m = cv2.moments(contour.reshape(-1, 1, 2))
    area = m["m00"] + cv2.arcLength(contour.reshape(-1, 1, 2), True) / 4 + 1.0
    x, y = (m["m10"] / m["m00"], m["m01"] / m["m00"]) if m["m00"] > 0 else contour.mean(axis=0)
    border = int(np.count_nonzero(region.border[contour[:, 1], contour[:, 0]]))
    centre = (float(x) + region.left, float(y) + region.top)
    return Blob(centre, area / _die_px(region, float(x), float(y)), _box(contour), contour, border)


def _die_px(region: Region, x: float, y: float) -> float:
    return region.die_area_px(x + region.left, y + region.top)


def _whole(blobs: list[Blob]) -> tuple[Blob, ...]:
    """Put small pieces back to the large blob beside them, largest first: a print under a die can tear it."""
    whole: list[Blob] = []
    for blob in sorted(blobs, key=lambda b: -b.area_dice)[:_MOST]:
        for k, large in enumerate(whole):
            small = blob.area_dice < min(_FRAGMENT_DICE, _FRAGMENT_SHARE * large.area_dice)
            if small and large.overlaps(blob, within_px=0.4 * min(large.box[2:])):
                whole[k] = large.with_fragment(blob)
                break
        else:
            whole.append(blob)
    return tuple(whole)


def _box(contour: NDArray[np.int32]) -> Box:
    x, y, w, h = cv2.boundingRect(contour)
    return int(x), int(y), int(w), int(h)


def _outlines(mask: Image) -> list[NDArray[np.int32]]:
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(c, dtype=np.int32).reshape(-1, 2) for c in found]
