"""The empty board as it looks now: follows slow light, takes clutter in, and says where a picture differs."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.motion.region import Region
from vision.pictures.channels import brightest_of, sum_of
from vision.pictures.kernels import square
from vision.pictures.quantiles import quantile

_SAMPLES = 1500
_GAIN_STEP = 0.008
_FOLLOW_EVERY = 16
_FLOOR_LEVELS = 11.0
_SATURATED = 235
_SATURATED_LEVELS = 40.0
_EDGE_SHARE = 0.25
_NOISE_PERCENT = 98.0
_NOISE_SHARE = 1.6
_NOISIEST_LEVELS = 36.0
_FORGIVEN_LEVELS = 25
_BARE_SHARE = 0.5
_NO_FRACTIONS = np.empty(0, np.uint16)


class Backdrop:
    """A reference picture of the region and, per pixel, how much difference is still no object.

    `noise` is the standard deviation of one pixel (grey levels). All pictures are crops of the region.
    """

    def __init__(self, region: Region, reference: Image, noise: float) -> None:
        self._region = region
        self._reference, self._bare = reference.copy(), reference
        self._noise = noise
        self._gain = 1.0
        self._age = 0
        self._difference = np.empty_like(self._reference)
        self._channels = [np.empty(region.mask.shape, np.uint8) for _ in range(3)]
        self.score = np.empty(region.mask.shape, np.uint8)
        self._samples = _sample_points(region)
        rows, columns = np.divmod(self._samples, region.width)
        self._sample_map = np.column_stack([columns, rows]).astype(np.int16)[:, None]
        self._light()
        self._floor = max(_FLOOR_LEVELS, 3.0 * noise)
        self._one, self._none = np.ones_like(self._reference), np.zeros_like(region.mask)
        self._forgiven = np.zeros(region.mask.shape, np.uint8)
        self._measure()

    @property
    def gain(self) -> float:
        """How much brighter the last picture was than the reference."""
        return self._gain

    @property
    def floor(self) -> float:
        """The least difference, grey levels, that this camera's noise allows to mean anything."""
        return self._floor

    @property
    def level(self) -> float:
        """How bright the reference is under the light of the last picture, grey levels."""
        return self._level

    def compare(self, picture: Image, out: Image) -> None:
        """Mark in `out` (255) where a picture differs by more than noise, whatever the overall light."""
        self._follow_light(picture)
        cv2.absdiff(picture, self._lit, dst=self._difference)
        blue, green, red = cv2.split(self._difference, self._channels)
        cv2.max(blue, green, dst=self.score)
        cv2.max(self.score, red, dst=self.score)
        cv2.blur(self.score, (3, 3), dst=self.score)
        cv2.compare(self.score, self._tolerance, cv2.CMP_GT, dst=out)
        cv2.bitwise_and(out, self._region.mask, dst=out)

    def bodies(self, picture: Image, x: int, y: int, darkest: float) -> NDArray[np.bool_]:
        """Tell solid things from shadows in a patch of the region at (x, y): (h, w), True where not a shadow.

        A shadow keeps the felt's colour and only scales it, to the share `darkest` at most; an object changes
        the colour, or is brighter or darker than that.
        """
        h, w = picture.shape[:2]
        lit = self._lit[y : y + h, x : x + w].astype(np.float32)
        seen = picture.astype(np.float32)
        scale = np.einsum("ijk,ijk->ij", seen, lit) / (np.einsum("ijk,ijk->ij", lit, lit) + 1.0)
        rest = brightest_of(np.abs(seen - scale[..., None] * lit))
        colour = rest > max(7.0, 3.0 * self._noise) + 0.05 * brightest_of(lit)
        solid: NDArray[np.bool_] = colour | (scale < darkest) | (scale > 1.0)
        return solid

    def follow(self, picture: Image, objects: Image) -> None:
        """Move the reference slowly towards a picture wherever there is no object: a running median."""
        self._age += 1
        if self._age % _FOLLOW_EVERY != 1:
            return
        self._follow_noise()
        target = cv2.convertScaleAbs(picture, alpha=1.0 / self._gain)
        free = cv2.compare(cv2.dilate(objects, square(7)), self._none, cv2.CMP_EQ)
        up = cv2.min(cv2.subtract(target, self._reference), self._one)
        down = cv2.min(cv2.subtract(self._reference, target), self._one)
        moved = cv2.subtract(cv2.add(self._reference, up), down)
        cv2.copyTo(moved, free, self._reference)
        self._light()
        if self._age % (_FOLLOW_EVERY * 16) == 1:
            self._forgiven = self._forgiven - (self._forgiven > 0)
            self._measure()

    def take_in(self, picture: Image, patch: Image) -> None:
        """Make what lies under `patch` (255) part of the empty board."""
        under = cv2.dilate(patch, square(5)) > 0
        self._reference[under] = cv2.convertScaleAbs(picture, alpha=1.0 / self._gain)[under]
        self._light()
        self._measure()

    def forgive(self, patch: Image) -> None:
        """Ask for more difference under `patch` (255) from now on: the light flickers there."""
        under = cv2.dilate(patch, square(7)) > 0
        self._forgiven[under] = np.minimum(self._forgiven[under].astype(int) + _FORGIVEN_LEVELS, 100)
        self._measure()

    def is_hole(self, picture: Image, patch: Image) -> bool:
        """Tell whether the outline under `patch` is drawn in the reference and not in the picture: a thing gone."""
        ring = cv2.morphologyEx(patch, cv2.MORPH_GRADIENT, square(3)) > 0
        x, y, w, h = cv2.boundingRect(patch)
        part = np.s_[max(y - 3, 0) : y + h + 3, max(x - 3, 0) : x + w + 3]
        now, before = (_gradient(image[part])[ring[part]] for image in (picture, self._lit))
        return bool(now.size and now.mean() < 0.6 * before.mean())

    def is_bare(self, picture: Image, patch: Image) -> bool:
        """Tell whether what lies under `patch` is the board as it was at first rather than what was taken in since."""
        x, y, w, h = cv2.boundingRect(patch)
        part = np.s_[y : y + h, x : x + w]
        at_first = np.asarray(cv2.convertScaleAbs(self._bare[part], alpha=self._gain), dtype=np.uint8)
        from_first, from_now = (_off(picture[part], board, patch[part]) for board in (at_first, self._lit[part]))
        return from_first < _BARE_SHARE * from_now

    def _follow_light(self, picture: Image) -> None:
        gain = float(quantile(self._sampled(picture) / self._sampled_reference, 0.5))
        if abs(gain - self._gain) >= _GAIN_STEP:
            self._gain = gain
            self._light()

    def _sampled(self, picture: Image) -> NDArray[np.float32]:
        taken = np.asarray(cv2.remap(picture, self._sample_map, _NO_FRACTIONS, cv2.INTER_NEAREST), dtype=np.uint8)
        return sum_of(taken[:, 0]) + np.float32(3.0)

    def _light(self) -> None:
        """Put the reference under the light of now."""
        self._sampled_reference = self._sampled(self._reference)
        self._lit = np.asarray(cv2.convertScaleAbs(self._reference, alpha=self._gain), dtype=np.uint8)
        self._level = float(np.mean(self._lit[::8, ::8]))

    def _follow_noise(self) -> None:
        """Raise the floor to what this camera's noise and compression need; things cover far less than 2 %."""
        spread = float(np.percentile(self.score.reshape(-1)[self._samples], _NOISE_PERCENT))
        wanted = max(_FLOOR_LEVELS, 3.0 * self._noise, min(_NOISE_SHARE * spread + 2.0, _NOISIEST_LEVELS))
        if abs(wanted - self._floor) > 1.0:
            self._floor += 0.5 * (wanted - self._floor)
            self._measure()

    def _measure(self) -> None:
        """Work out the tolerance: noise, more at edges (the camera shakes), in white glare and where it flickers."""
        grey = cv2.cvtColor(self._reference, cv2.COLOR_BGR2GRAY)
        edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, square(3))
        bright = cv2.dilate(np.asarray(grey), square(5)) > _SATURATED
        levels = self._floor + _EDGE_SHARE * edges + _SATURATED_LEVELS * bright + self._forgiven
        self._tolerance = np.asarray(np.clip(levels, 0, 140), dtype=np.uint8)


def _off(picture: Image, board: Image, patch: Image) -> float:
    """Give how far a picture is from the board under a patch, grey levels."""
    return float(np.mean(cv2.mean(cv2.absdiff(picture, board), mask=patch)[:3]))


def _sample_points(region: Region) -> NDArray[np.intp]:
    inside = np.flatnonzero(region.mask)
    return inside[:: max(1, len(inside) // _SAMPLES)]


def _gradient(image: Image) -> NDArray[np.float32]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, square(3)), dtype=np.float32)
