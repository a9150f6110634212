"""What lies on the board that the empty board does not show: body evidence, tolerant of shadows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import BLOWN_OUT, Background, halved, samples_of
from vision.pictures.channels import brightest_of
from vision.pictures.kernels import ellipse, square
from vision.pictures.planes import Planes
from vision.pictures.quantiles import quantile
from vision.pictures.rectify import Box

Mask = NDArray[np.uint8]
Gain = NDArray[np.float32]

COARSE = 4
"""The first look for changes is taken at a quarter of the resolution."""

DARKEST_SHADOW = 0.38
"""A shadow leaves at least this part of the light; what is darker is a body."""


SHADED = 0.78
"""What has less of its light than this lies in a shadow, or is a dark body."""

MOST_LEVEL = 30.0

PRINT_STEP = 0.35
"""How far, in pixels of the plane, edges of the layout may be out of place: compression and a camera that gave way."""

TOGETHER, SAME_LIGHT, SAME_TINT = (5, 5), 0.25, 0.5
"""Over how many pixels, and up to what difference in brightness and in colour, in the threshold of a body's colour, the
board is unchanged: a die's side of the very same colour and brightness is very rare."""

SPECK = 1.5
"""How much clearer than a body's colour a speck must be seen, in that threshold."""


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Thresholds in grey levels. `change`: any difference worth a look; `chroma`: a body's colour."""

    change: float
    chroma: float


def sensitivity(noise: float, measured: bool) -> Sensitivity:
    """Choose thresholds from the background's noise; more careful where the background is only estimated."""
    care = 1.0 if measured else 1.8
    return Sensitivity(change=max(7.0, 3.0 * noise) * care, chroma=max(10.0, 4.5 * noise) * care)


def estimated_background(image: Image) -> Background:
    """Guess the empty board from one picture: what is larger than a few dice stays. Returns the same size."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (max(width // 8, 16), max(height // 8, 16)), interpolation=cv2.INTER_AREA)
    calm = cv2.medianBlur(small, 21)
    return Background(np.asarray(cv2.resize(calm, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8), 3.0)


def light_gain(image: Image, background: Background) -> Gain:
    """Measure how much brighter each channel is than on the empty board, (3,); robust against what lies there."""
    now, then = samples_of(image), background.samples
    usable = background.told_light & (brightest_of(now) < BLOWN_OUT)
    if np.count_nonzero(usable) < 100:
        return np.ones(3, np.float32)
    return np.asarray(np.clip(quantile(now[usable] / then[usable], 0.5), 0.5, 2.0), dtype=np.float32)


def changed_boxes(
    image: Image, background: Background, level: float, least_px: float, pad_px: float, gain: Gain | None = None
) -> list[Box]:
    """Find the boxes of what differs from the empty board at all, near ones merged; where given in the light of now."""
    empty = background.half if gain is None else _lit(background.half, gain)
    difference = cv2.absdiff(halved(image), empty)
    height, width = image.shape[:2]
    coarse = cv2.resize(difference, (width // COARSE, height // COARSE), interpolation=cv2.INTER_AREA)
    same = cv2.inRange(coarse, np.zeros(3), np.full(3, float(int(level))))
    mask = np.asarray(cv2.bitwise_not(same), dtype=np.uint8)
    reach = max(3, round(pad_px / COARSE)) | 1
    joined = cv2.dilate(mask, ellipse(reach))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    changed = np.bincount(np.asarray(labels, np.int32)[mask > 0], minlength=count)
    keep = np.flatnonzero(changed[1:] * COARSE**2 >= least_px) + 1
    return [_scaled(box[:4], COARSE) for box in boxes[keep].tolist()]


def _lit(empty: Image, gain: Gain) -> Image:
    """Show the empty board (h, w, 3) with its channels so much brighter (3,)."""
    return np.asarray(np.clip(np.round(empty * gain), 0, 255), dtype=np.uint8)


def _scaled(box: Sequence[int], times: int) -> Box:
    left, top, width, height = (times * side for side in box)
    return left, top, width, height


@dataclass(frozen=True, eq=False)
class Evidence:
    """How little each pixel (h, w) looks like the empty board in another light, in grey levels, and where it is shaded.

    A shadow multiplies all channels by one factor below 1; a body changes the colour, is brighter, or is darker
    than any shadow. In the shade a body of the same colour cannot be told from the board. `murky`: of a body only
    for being darker than most shadows; a deep shadow may be. `find_unchanged` marks what is as bright as the empty
    board, in its colour.
    """

    strength: NDArray[np.float32]
    shade: Mask
    murky: Mask
    find_unchanged: Callable[[], Mask]

    def clear(self, limits: Sensitivity) -> Mask:
        """Give where a body is seen beyond doubt, (h, w): no noise of compression is so strong."""
        return _mask(self.strength > max(MOST_LEVEL, 2 * limits.chroma))

    def with_body(self, more: Mask) -> "Evidence":
        """Add where a body is though it looks like the empty board, (h, w)."""
        if not cv2.countNonZero(more):
            return self
        return replace(self, strength=np.maximum(self.strength, (more > 0) * np.float32(2 * MOST_LEVEL)))


@dataclass(frozen=True, eq=False)
class Traces:
    """What differs from the empty board hardly or not at all: few bodies need it, so it is marked when asked for."""

    find_unchanged: Callable[[], Mask]
    find_hazy: Callable[[], Mask]

    @cached_property
    def unchanged(self) -> Mask:
        """Where the board looks as if nothing had come, (h, w)."""
        return self.find_unchanged()

    @cached_property
    def hazy(self) -> Mask:
        """Where the board looks a little like something else, (h, w)."""
        return self.find_hazy()


def body_evidence(seen: Planes, empty: Planes, steps: NDArray[np.float32], gain: Gain, limits: Sensitivity) -> Evidence:
    """Compare what is seen (3, h, w) with the same part of the empty board and its `steps` (h, w)."""
    then = empty * gain[:, None, None]
    power = np.einsum("kij,kij->ij", then, then)
    power += np.float32(60.0)
    light = np.einsum("kij,kij->ij", seen, then)
    light /= power
    then *= np.minimum(light, 1.0)
    rest = np.subtract(seen, then, out=then)
    colour = np.sqrt(np.einsum("kij,kij->ij", rest, rest))
    colour = np.maximum(colour - PRINT_STEP * steps, 0.0)
    find_unchanged = partial(_unchanged, colour.copy(), light, power, limits)
    deep = np.flatnonzero(light < DARKEST_SHADOW)
    fade = np.sqrt(power.ravel()[deep]) * (1.0 - light.ravel()[deep])
    dark = fade > 1.5 * limits.chroma
    deep, fade = deep[dark], fade[dark]
    murky = np.zeros(light.shape, np.uint8)
    murky.ravel()[deep] = (colour.ravel()[deep] < limits.chroma) * np.uint8(255)
    colour.ravel()[deep] = np.maximum(colour.ravel()[deep], 0.8 * fade)
    return Evidence(colour, _mask(light < SHADED), murky, find_unchanged)


def _unchanged(
    colour: NDArray[np.float32], light: NDArray[np.float32], power: NDArray[np.float32], limits: Sensitivity
) -> Mask:
    """Mark where neighbouring pixels together differ from the board neither in brightness nor in colour, (h, w)."""
    darker = cv2.blur((1.0 - light) * np.sqrt(power), TOGETHER)
    tinted = cv2.blur(colour, TOGETHER)
    return _mask((np.abs(darker) < SAME_LIGHT * limits.chroma) & (tinted < SAME_TINT * limits.chroma))


def _mask(where: NDArray[np.bool_]) -> Mask:
    return where.view(np.uint8) * np.uint8(255)


def bodies_in(strength: NDArray[np.float32], limits: Sensitivity, reach_px: float, least_px: float) -> list[Mask]:
    """Separate the bodies in an evidence map, each (h, w) 0/255, with edges where half of its contrast is reached.

    A low threshold finds them; one from their own contrast draws them, since compression smears colour outwards.
    """
    found = tidy(_mask(strength > limits.chroma), reach_px)
    bodies = []
    for rough in _parts(found, least_px):
        own = strength[rough > 0]
        contrast = float(np.partition(own, len(own) // 2)[len(own) // 2])
        level = min(max(0.25 * contrast, limits.chroma), MOST_LEVEL)
        sharp = _mask((strength > level) & (rough > 0))
        bodies += _parts(tidy(sharp, reach_px), least_px)
    return bodies


def hazy_in(strength: NDArray[np.float32], bodies: list[Mask], limits: Sensitivity, width_px: float) -> Mask:
    """Mark what is too weak to be drawn as a body, and too wide to be an edge's blur: a side that mirrors the board."""
    weak = _mask(strength > limits.chroma)
    for body in bodies:
        cv2.subtract(weak, body, dst=weak)
    size = max(3, round(width_px)) | 1
    wide = cv2.morphologyEx(weak, cv2.MORPH_OPEN, square(size))
    return np.asarray(wide, dtype=np.uint8)


def specks_in(strength: NDArray[np.float32], bodies: list[Mask], limits: Sensitivity, reach_px: float) -> list[Mask]:
    """Group small bright changes outside of the bodies, each group (h, w) 0/255 grown by `reach_px`.

    Of a black die on a dark table in low light the pips may be all that is seen.
    """
    size = max(3, round(reach_px)) | 1
    widen = ellipse(size)
    specks = _mask(strength > SPECK * limits.chroma)
    for body in bodies:
        cv2.subtract(specks, cv2.dilate(body, square(3)), dst=specks)
    specks = np.asarray(cv2.morphologyEx(specks, cv2.MORPH_OPEN, square(2)), dtype=np.uint8)
    if not cv2.countNonZero(specks):
        return []
    return _parts(np.asarray(cv2.dilate(specks, widen), dtype=np.uint8), 1)


def _parts(mask: Mask, least_px: float) -> list[Mask]:
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    if count == 2:
        return [mask] if cv2.countNonZero(mask) >= least_px else []
    parts = (_mask(labels == index) for index in range(1, count))
    return [part for part in parts if cv2.countNonZero(part) >= least_px]


def large_parts(mask: Mask, least_px: float) -> Mask:
    """Keep of a mask (h, w) the connected parts that are so large."""
    if cv2.countNonZero(mask) < least_px:
        return np.zeros_like(mask)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    keep = stats[:, cv2.CC_STAT_AREA] >= least_px
    keep[0] = False
    return np.asarray(keep[labels], dtype=np.uint8) * np.uint8(255)


def agreement(shape: cv2.typing.MatLike, body: Mask, shade: Mask) -> float:
    """Compare an expected outline with a body (IoU); what is missing of it in the shade does not count against it."""
    both = cv2.countNonZero(cv2.bitwise_and(shape, body))
    missing = cv2.bitwise_and(shape, cv2.bitwise_not(cv2.bitwise_or(body, shade)))
    whole = cv2.countNonZero(body) + cv2.countNonZero(missing)
    return both / whole if whole else 0.0


def tidy(mask: Mask, reach_px: float) -> Mask:
    """Close gaps up to `reach_px` (a pip that looks like the felt), fill holes, drop specks and threads."""
    size = max(3, round(reach_px)) | 1
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, ellipse(size))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(filled, contours, -1, 255, cv2.FILLED)
    cleaned = cv2.morphologyEx(filled, cv2.MORPH_OPEN, ellipse(5))
    return np.asarray(cleaned, dtype=np.uint8)
