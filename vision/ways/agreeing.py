"""How well a die agrees with a body: its outline, its pips, and what of the body it leaves over."""

from dataclasses import replace

import cv2
import numpy as np

from vision.colours.highlight import blinded
from vision.cubes.cube import Attitude, Sight, agreement, outline_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.ways.guesses import CLEAR_MARGIN, CLEAR_PIPS, Guess
from vision.ways.sides import sides_show

LEAST_TOLD = 0.3
"""The part of the rim around a die beside a chip, or a 1 at a wall, that must be told from dice."""

POOR_OUTLINE, POOR_PIPS, POOR_RELIEF = 0.84, 0.55, 0.35
"""An outline (IoU) that agrees worse with the body, or pips that explain less of the faces, are not understood."""

RELIEF_OUTLINE = 0.9
"""The same of a die whose pips are seen by their relief only, those of its sides not."""

MOST_UNCOVERED = 0.1
"""What of a body a flat die may leave over, in areas of a top face: a die under it shows more."""

RIM = 0.25
"""How wide, in edges, the rim of a chip is, half of it outside of the chip."""


def understood(
    whole: Sight, guess: Guess, others: list[Mask], least_outline: float = POOR_OUTLINE, left: float = MOST_UNCOVERED
) -> bool:
    """Say whether a die's outline agrees with the body and its pips with the faces in view.

    `left`: what of a body a flat die may leave over, in areas of a top face.
    """
    if guess.state is DieState.FLAT and cv2.countNonZero(uncovered(whole, guess, others)) > left * whole.face_px:
        return False
    return explained(whole, guess, others, least_outline)


def explained(whole: Sight, guess: Guess, others: list[Mask], least_outline: float) -> bool:
    """Say the same, whatever the body has beyond a flat die."""
    apart = off_rims(whole.without(others), guess)
    least = RELIEF_OUTLINE if guess.mirrored and not sides_show(guess) else least_outline
    fits = outlined(apart, guess.fitted.attitude) >= least
    stacked = guess.state is DieState.STACKED
    pips = POOR_RELIEF if guess.mirrored else POOR_PIPS
    read = guess.fitted.clear >= CLEAR_PIPS and guess.fitted.margin >= CLEAR_MARGIN
    return (fits or stacked) and (read or guess.fitted.pips >= pips * guess.fitted.shown)


def with_lamp(whole: Sight, shape: Mask) -> Sight:
    """Take what mirrors a lamp within a die's outline for its own: alone it may as well be a white chip."""
    lamp = np.where(blinded(whole.patch), shape, np.uint8(0))
    own, rest = cv2.bitwise_or(whole.own, lamp), cv2.bitwise_not(lamp)
    other, things = (np.asarray(cv2.bitwise_and(mask, rest), dtype=np.uint8) for mask in (whole.other, whole.things))
    return replace(whole, own=np.asarray(own, dtype=np.uint8), other=other, things=things)


def uncovered(whole: Sight, guess: Guess, others: list[Mask]) -> Mask:
    """Give what of the body a die and the others leave over, (h, w); threads along its outline do not count.

    Neither does what the camera smears over it: colour reaches a pixel of the picture too far.
    """
    apart = off_rims(whole.without(others), guess)
    smeared = cv2.dilate(guess.shape, square(2 * round(apart.pixel) + 1))
    rest = cv2.morphologyEx(cv2.subtract(apart.own, smeared), cv2.MORPH_OPEN, square(3))
    return np.asarray(rest, dtype=np.uint8)


def off_rims(apart: Sight, guess: Guess) -> Sight:
    """Leave the rims of chips beside a die out of account, where chip and shadow look like a part of the die."""
    size = round(RIM * apart.face_px**0.5) | 1
    rims = cv2.subtract(cv2.dilate(apart.things, square(size)), guess.shape)
    return replace(apart, own=np.asarray(cv2.subtract(apart.own, rims), dtype=np.uint8))


def outlined(whole: Sight, at: Attitude) -> float:
    """Give how well a die's outline agrees with what of the body is near it."""
    sight = whole.near(at)
    return agreement(sight, outline_of(sight, at))


def agrees_but_smear(whole: Sight, at: Attitude) -> float:
    """Give how well a die's outline agrees with the body (IoU) but for a band as wide as the camera smears colours.

    What is not told of the outline counts against it.
    """
    sight = whole.near(at)
    shape, band = outline_of(sight, at), square(2 * round(sight.pixel) + 1)
    inner, beyond = cv2.erode(shape, band), cv2.subtract(sight.own, cv2.dilate(shape, band))
    both = cv2.countNonZero(cv2.bitwise_and(inner, sight.own))
    return both / max(1, cv2.countNonZero(inner) + cv2.countNonZero(beyond))


def told_around(whole: Sight, shape: Mask) -> float:
    """Give the part of the rim around an outline, of what no wall hides, that shows surely no die."""
    rim = cv2.bitwise_and(cv2.subtract(cv2.dilate(shape, square(9)), shape), whole.view)
    return cv2.countNonZero(cv2.bitwise_and(rim, whole.other)) / max(1, cv2.countNonZero(rim))
