"""An upper face that mirrors a lamp: what is seen of it, and what its body and pips would show in any light.

A lamp adds as much light to both, and a picture shows about the square root of light, up to the most that it can show.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import FULL, DieColours
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.lit_parts import LIT, Parts, lit_widely
from vision.glare.marks import Marks
from vision.glare.shifted import places_in
from vision.pictures.channels import darkest_of

FLAT_PART = 0.72
"""The part of the edge up to which a face is flat and holds its pips."""

LIGHT = np.concatenate([[0.0], *(np.arange(*part) for part in ((20, 200, 8), (200, 400, 16), (420, 800, 60)))])
"""How much light a lamp may add, as the levels that it alone would show: the most leaves nothing but white."""

IN_LAMP = np.array([0.94, 1.0, 1.06])
"""How much darker or lighter than elsewhere on the face the body, without the lamp, may be in a mirror image."""

BENT = (2.0, 1.0)
"""The power of its levels that a camera's picture shows light in: as nearly all do, and as it is."""

PLAIN = len(LIGHT)
"""The light in which a body is that mirrors no lamp, as a step of all: of the lamp's, of the body's, of the power."""

STEPS = 8
MIXES = np.array([*np.linspace(0.0, 1.0, STEPS + 1), 1.125, 1.25])
"""How far a pixel may be on the way from the body's colour to the pips': a light pip's middle is lighter than all of it
was learned to be."""

ERROR, MOST = 8.0, 12.0
"""How far off a pixel may be, in grey levels (standard deviation); and the most, in variances, that one leaves."""

GAINS = {True: np.arange(0.6, 1.41, 0.05), False: np.arange(0.94, 1.07, 0.02)}
LEAST_PLAIN, AS_KNOWN = 0.1, 0.11
"""How much darker or lighter than in the rest of the picture a body with light pips, or with dark ones, may be on a
face, where so much of it shows; and from how much more on it may as well be as known."""

EACH = 2
"""Of so many pixels along either side one is looked at to tell a lamp's light."""


@dataclass(frozen=True, eq=False)
class LitFace:
    """A face that mirrors a lamp: `pixels` (n * n, 3), and its darkest channel, a `tone` (n, n).

    `in_view` (n, n): what no wall hides, and `seen`: what of it is flat. `shown` (mixes, light, 3): what a mixture of
    body and pip shows in each light.
    """

    pixels: NDArray[np.float32]
    tone: Parts
    seen: Marks
    in_view: Marks
    shown: NDArray[np.float32]
    light_pips: bool
    edge_px: float

    @staticmethod
    def of(face: Image, part: float, own: DieColours, hidden: Marks) -> "list[LitFace]":
        """Look at a face (n, n, 3), `part` of its edge, whose `own` colours are known but for their brightness.

        That of a dark body tells little, and a lamp makes it as light as pips in less light: both are looked at.
        """
        pixels = face.reshape(-1, 3).astype(np.float32)
        seen = (np.abs(places_in(len(face), part)) < FLAT_PART / 2).all(axis=2) & ~hidden
        tone = np.asarray(cv2.blur(darkest_of(face), (3, 3)), dtype=np.uint8)
        light_pips = bool(own.pip.sum() > own.body.sum())
        every = (_shown(own, gain) for gain in _gains(pixels[seen.ravel()], own, light_pips))
        return [LitFace(pixels, tone, seen, ~hidden, shown, light_pips, len(face) / part) for shown in every]

    @property
    def body(self) -> float:
        """The darkest channel of the body where no lamp is."""
        return float(self.shown[0, PLAIN].min())

    @property
    def lit_share(self) -> float:
        """The part of it that mirrors a lamp."""
        return float(lit_widely(self.tone, self.body, self.light_pips, self.edge_px)[self.seen].mean())

    @cached_property
    def channels(self) -> NDArray[np.float32]:
        """Its pixels, channel by channel, (3, n * n)."""
        return np.ascontiguousarray(self.pixels.T)

    @cached_property
    def places(self) -> Floats:
        """Where its pixels lie, in edges about the middle, (n * n, 2)."""
        return places_in(len(self.tone), len(self.tone) / self.edge_px).reshape(-1, 2)

    @cached_property
    def looked_at(self) -> NDArray[np.intp]:
        """Which pixels tell what light is on a part, (m,)."""
        grid = np.zeros_like(self.seen)
        grid[::EACH, ::EACH] = True
        return np.flatnonzero(self.seen & grid)

    @cached_property
    def in_each_light(self) -> NDArray[np.float32]:
        """How far off, in variances, each of them is as each mixture in each light, (m, STEPS + 1, light, 3)."""
        off = np.square(self.pixels[self.looked_at][:, None, None] - self.shown[: STEPS + 1]) / np.float32(ERROR**2)
        return np.asarray(np.minimum(off, np.float32(MOST / 2), out=off), dtype=np.float32)


def _shown(own: DieColours, gain: float) -> NDArray[np.float32]:
    """Give what each mixture of body and pip shows in each light of lamp and room, and power, (mixes, light, 3)."""
    colours = (own.body + MIXES[:, None] * (own.pip - own.body)) * gain
    lit = [_lit(np.minimum(FULL, colours * more), power) for power, more in product(BENT, IN_LAMP)]
    return np.asarray(np.minimum(FULL, np.concatenate(lit, axis=1)), dtype=np.float32)


def _lit(colours: Floats, power: float) -> Floats:
    """Add each light of a lamp to colours (mixes, 3), (mixes, lamp's, 3)."""
    return np.asarray((colours[:, None] ** power + LIGHT[:, None] ** power) ** (1.0 / power))


def _gains(pixels: NDArray[np.float32], own: DieColours, light_pips: bool) -> list[float]:
    """Say how much lighter than known body and pips may be on pixels (n, 3) of a face."""
    gains = GAINS[light_pips]
    plain = pixels[pixels.min(axis=1) <= gains[-1] * float(own.body.min()) + LIT[light_pips]]
    if len(plain) <= LEAST_PLAIN * len(pixels):
        return [1.0]
    explained = pixels if light_pips else plain
    best = float(min(gains, key=lambda gain: _off_own(explained, own, gain)))
    return [best] if abs(best - 1.0) <= AS_KNOWN else [1.0, best]


def _off_own(pixels: NDArray[np.float32], own: DieColours, gain: float) -> float:
    """Say how far pixels (n, 3) are, in variances, from body and pips that are so much lighter than known."""
    each = [np.square(pixels - np.minimum(FULL, colour * gain)).sum(axis=1) for colour in (own.body, own.pip)]
    return float(np.minimum(np.min(each, axis=0) / ERROR**2, MOST).mean())
