"""Pips in the mirror image of a lamp, told by colour: the light that is added there makes no body a pip.

A mirror image adds as much light to every channel, however much of it there is at a place, and a picture shows about
the square root of light. So a pixel is a body's if the body's colour and some light explain it, until the channels are
full; and a pip's if a pip's colour does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.pictures.channels import Level, brightest_of, darkest_of
from vision.pictures.kernels import ellipse
from vision.pictures.segment import Mask

BLINDING, PALE, HARDLY_LIT = 248, 190, 20.0
"""The brightest and the darkest channel of what mirrors a lamp, in grey levels; and how much paler than dice were
learned to be they are in a little more light."""

TINGE = 8.0
"""By how many grey levels channels differ where white light still shows the colour of what mirrors it."""

LEAST_COVERED, OWN_COLOUR = 0.3, 26.0
"""The part of a face from which on a mirror image hides its colour; how far off, in grey levels, the rest may be."""

ADDED = np.concatenate([np.arange(0.0, 300.0, 4.0), np.arange(300.0, 800.0, 25.0)]).astype(np.float32)
"""How much light a mirror image may add, as the grey levels that it alone would show: enough to fill the channel of
which the room's light has least, whatever is below."""

FULL = 255.0
WHITE_LIGHT = np.ones(3, dtype=np.float32)
COLOUR_ERROR = 4.0
"""How far, in grey levels, a pixel may be off its colour (standard deviation)."""

ALIKE, POSSIBLE = 12.0, 18.0
"""How far off, in grey levels, what mirrors a lamp on a die surely is, and what it may be."""

LEAST_EXPLAINED, LEAST_OF_BODY = 0.7, 0.4
"""The part of a face that its colours, with light added, must explain: the rest is where they mix. And of a body, whose
sides are darker."""

LEAST_MIRRORED = 0.1
"""The part of a body from which on a mirror image may hide its pips."""

RIM_PX = 5
"""How wide the rim of a pip is, twice: there its colour and the body's mix, as if light were added to the body."""

MOST_SAID = 6.0
"""No single pixel says more than this, as a log-likelihood ratio."""

BODY_PART = 25.0
"""The part, in percent, of what mirrors no lamp that is surely the body: the rest are pips and the mirror's edge."""

GAINS = np.linspace(0.5, 1.4, 19, dtype=np.float32)
"""How much darker or lighter than it was learned a die may be: in finer steps than white pips differ from a body that
mirrors a lamp."""


@dataclass(frozen=True, slots=True)
class DieColours:
    """The colours of a die's body and pips, as they were learned or are seen, (3,) BGR 0..255."""

    body: NDArray[np.float32]
    pip: NDArray[np.float32]

    @property
    def light(self) -> NDArray[np.float32]:
        """The colour of the light in which they are seen, (3,), 1 in its brightest channel: body or pips are white."""
        brighter = max(self.body, self.pip, key=np.sum)
        return np.asarray(brighter / max(float(brighter.max()), 1.0), dtype=np.float32)

    def lit(self, dark: NDArray[np.float32]) -> "DieColours":
        """Give the colours in the light in which the body looks most like pixels (n, 3) without a mirror image."""
        gain = GAINS[_distances(dark, self.body * GAINS[:, None]).argmin()] if len(dark) else np.float32(1.0)
        return DieColours(self.body * gain, np.minimum(self.pip * gain, np.float32(FULL)))

    def alike(self, other: "DieColours") -> bool:
        """Say whether body and pips have the colours of another, in any light."""
        return self.off(other) <= OWN_COLOUR

    def off(self, other: "DieColours") -> float:
        """Say how far body and pips together are from the colours of another, in the light in which that is least."""
        gains = GAINS[:, None]
        off = np.linalg.norm(self.body - other.body * gains, axis=1) + np.linalg.norm(
            self.pip - np.minimum(other.pip * gains, np.float32(FULL)), axis=1
        )
        return float(off.min())

    def mirrors(self, learned: "DieColours") -> bool:
        """Say whether these are another's colours with light added, of which something is left.

        Not of pale dice with dark pips: whatever is pale with grey dots would be one.
        """
        if learned.body.sum() > learned.pip.sum():
            return False
        pairs = (self.body, learned.body), (self.pip, learned.pip)
        off = [float(_off(own[None], other, learned.light)[0]) for own, other in pairs]
        return max(off) <= POSSIBLE**2 and float(np.ptp(self.body)) >= TINGE

    def distance(self, dark: NDArray[np.float32]) -> float:
        """Say how far, in grey levels, pixels (n, 3) without a mirror image are from the body's colour."""
        return float(_distances(dark, self.body[None])[0]) if len(dark) else 0.0


def _distances(dark: NDArray[np.float32], bodies: NDArray[np.float32]) -> NDArray[np.float64]:
    """Say how far those of some pixels (n, 3) are that are surely a body's, for each of bodies (k, 3), (k,)."""
    off = np.linalg.norm(dark - bodies[:, None], axis=2)
    return np.asarray(np.percentile(off, BODY_PART, axis=1), dtype=np.float64)


def blinded(picture: Image) -> NDArray[np.bool_]:
    """Mark what may mirror a lamp in a picture (h, w, 3), (h, w)."""
    pale, dim = (cv2.inRange(picture, (low,) * 3, (high,) * 3) for low, high in ((PALE, 255), (0, BLINDING - 1)))
    return np.asarray(cv2.subtract(pale, dim) > 0)


def mirrored(patch: Image, where: Mask, bodies: Sequence[NDArray[np.float32]]) -> Mask:
    """Mark the pixels of a mask (h, w) that show a lamp's mirror image on a die of one of these colours (3,).

    Something of the die's colour must be left: what is white altogether may as well be a white chip.
    """
    found = np.zeros_like(where)
    rows, columns = np.nonzero(blinded(patch) & (where > 0))
    if len(rows):
        pixels = patch[rows, columns].astype(np.float32)
        off = np.min([_off(pixels, body, WHITE_LIGHT) for body in bodies], axis=0)
        tinged = brightest_of(pixels) - darkest_of(pixels) >= TINGE
        found[rows, columns] = np.where((off <= ALIKE**2) & tinged, 255, 0)
    return found


def colours_in_highlight(face: NDArray[np.float32], learned: Sequence[DieColours]) -> DieColours | None:
    """Give the colours of the die whose face (n, 3) a mirror image covers in part; None where none of them fits."""
    if not learned:
        return None
    dark = _dark(face, PALE)
    if len(dark) > (1.0 - LEAST_COVERED) * len(face):
        return None
    own = _nearest(dark, learned)
    return own if own.distance(dark) <= OWN_COLOUR else None


def pips_by_colour(face: Image, learned: Sequence[DieColours]) -> NDArray[np.float32] | None:
    """Say of each pixel of a face (h, w, 3) how much likelier a pip's it is than a body's, (h, w) log-likelihoods.

    Of dice of several colours the face's own are taken; None where none of them, with light added, explains the face.
    """
    said, explained = _pips(face, np.ones(face.shape[:2], dtype=bool), learned)
    return said if explained >= LEAST_EXPLAINED else None


def without_light(patch: Image, body: Mask, learned: Sequence[DieColours]) -> Image | None:
    """Draw the pips of a body (h, w) that mirrors a lamp as if it did not, (h, w, 3); None where it does not."""
    inside = body > 0
    if not learned or (blinded(patch) & inside).sum() < LEAST_MIRRORED * inside.sum():
        return None
    said, explained = _pips(patch, inside, learned)
    return _in_grey(said) if explained >= LEAST_OF_BODY else None


def pips_alone(patch: Image, place: Mask, learned: Sequence[DieColours]) -> Image:
    """Draw what of a place (h, w) has the colour of pips, whatever light is added, and not of bodies, (h, w, 3)."""
    return _in_grey(_pips(patch, place > 0, learned)[0])


def _in_grey(said: NDArray[np.float32]) -> Image:
    return np.repeat(pictured(said)[..., None], 3, axis=2)


def pictured(pips: NDArray[np.float32]) -> Image:
    """Draw log-likelihoods of pips (h, w) as grey levels, (h, w)."""
    return np.asarray(128.0 + 20.0 * pips, dtype=np.uint8)


def own_colours(pixels: Image, learned: Sequence[DieColours]) -> DieColours:
    """Give the learned colours, in the light there, that what of pixels (n, 3) mirrors no lamp has.

    White dice are `PALE` without a lamp.
    """
    palest = max(PALE, *(float(each.body.min()) + HARDLY_LIT for each in learned))
    return _nearest(_dark(pixels, palest), learned)


def _pips(picture: Image, where: NDArray[np.bool_], learned: Sequence[DieColours]) -> tuple[NDArray[np.float32], float]:
    """Give log-likelihoods of pips (h, w), none elsewhere, and how much of a place the colours explain."""
    own = _nearest(_dark(picture[where], PALE), learned)
    pixels = cv2.GaussianBlur(picture, (3, 3), 0)[where].astype(np.float32)
    body, pip = (_off(pixels, colour, own.light) for colour in (own.body, own.pip))
    said = np.full(picture.shape[:2], -MOST_SAID, dtype=np.float32)
    said[where] = np.clip((body - pip) / np.float32(2 * COLOUR_ERROR**2), -MOST_SAID, MOST_SAID)
    rim = ellipse(RIM_PX)
    explained = float((np.minimum(body, pip) <= POSSIBLE**2).mean())
    return np.asarray(cv2.dilate(said, rim), dtype=np.float32), explained


def _dark(pixels: NDArray[Level], palest: float) -> NDArray[np.float32]:
    """Keep of pixels (n, 3) those that mirror no lamp, nor lie at the edge of its image: none of them is so pale."""
    return np.asarray(pixels[darkest_of(pixels) < palest], dtype=np.float32)


def _nearest(dark: NDArray[np.float32], learned: Sequence[DieColours]) -> DieColours:
    """Give the colours, in the light there, that most of the pixels (n, 3) without a mirror image have."""
    return min((colours.lit(dark) for colours in learned), key=lambda colours: colours.distance(dark))


def _off(pixels: NDArray[np.float32], colour: NDArray[np.float32], light: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give how far, squared, pixels (n, 3) are from a colour to which light of a colour was added, (n,)."""
    possible = np.minimum(np.float32(FULL), np.hypot(colour, ADDED[:, None] * light))
    # |p - q|^2 for all pairs, as sums of products: much quicker than all differences.
    pairs = (possible**2).sum(axis=1) - 2.0 * pixels @ possible.T
    return np.asarray(np.maximum(pairs.min(axis=1) + (pixels**2).sum(axis=1), 0.0), dtype=np.float32)
