"""What a body shows of dice: which of its pixels only dice explain, and which are surely none."""

from collections.abc import Sequence
from functools import cache, partial

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.bodies.likely import LEFT_NOISE
from vision.bodies.overhang import hanging_over
from vision.colours.highlight import DieColours, blinded, mirrored
from vision.colours.tint import (
    TINTED,
    larger_than_pips,
    nearer_to_bodies,
    shows_in_shade,
    unlike_bodies,
    unlike_dice,
)
from vision.cubes.cube import Sight
from vision.faces.explain import main_colour
from vision.pictures.channels import brightest_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask, large_parts
from vision.table.kinds import Kind

LEAST_STRANGE = 0.2
"""Strange colours on a smaller part of a top face's area may be a die's own glints."""

DARK, MOST_ALIKE = 0.5, 0.1
"""Darker parts of a chip, against the dice's top, may be of any colour; one of another colour shows less like dice."""

LEAST_OWN = 0.5
"""The part of a top face's area from which on what is surely the dice's shows their colours."""

WELL_EXPLAINED, WHOLLY_WITHIN = 0.85, 0.9
"""Where flat dice agree so well with a body (IoU), what looks strange and lies in them for such a part is theirs."""

MOSTLY_LIT = 0.5
"""The part of what looks strange in a die that is as light as a lamp's mirror image, where it is one."""

LARGEST_LIT, MOST_KNOWN = 1.1, 0.2
"""How large a lamp's mirror image on a die is at most, in areas of a top face: no chip is so small. And what part of
one lies in other dice at most: of a chip under these more does."""

MOSTLY_UPON = 0.6
"""The part of a die's outline that lies in the area of chips that carry it."""

RIM_PX = 7
"""How wide the rim of a chip is, twice."""


def sight_of(body: Body, kind: Kind) -> Sight:
    """Say of each pixel of a body's window whether dice explain it, must not cover it, or neither."""
    seen = body.seen
    good = [face for face in body.explanation.faces if face.score >= TINTED]
    tints = seen.tints(good, kind, kind.colours)
    if tints:
        tints += kind.colours
    unlike = unlike_bodies(seen.planes, seen.mask, tints) if tints else np.zeros_like(seen.mask)
    unlike &= ~mirrored(seen.patch, unlike & ~body.chips, [tint.body for tint in tints])
    strange = larger_than_pips(unlike & ~seen.murky, kind.edge_px)
    strange |= _rims(strange, body.chips) & unlike & ~seen.murky
    if tints:
        strange |= unlike_dice(seen.planes, unlike, tints) & ~seen.murky
    strange &= ~hanging_over(seen.patch, strange & body.chips, body.discs, body.explanation.outlines, kind.edge_px)
    strange &= ~_of_dice(strange, body)
    if not body.discs and cv2.countNonZero(strange):
        strange &= ~_lit_beside(strange, body, kind.edge_px)
    murky = unlike & seen.murky
    unclear = _unclear(body, strange, unlike, tints)
    surely = _large(strange, body.chips, kind.edge_px)
    # What lies beside known chips and is none of them can only be a die's, whatever its sides mirror.
    no_die = surely if cv2.countNonZero(body.chips) else strange
    own = seen.mask & ~no_die & ~murky & ~unclear & seen.open_view
    other = ((~seen.mask & ~seen.shade) | surely) & ~(unclear & ~strange) & seen.open_view
    if tints and shows_in_shade(tints, seen.patch, seen.mask, kind.noise):
        other |= seen.shade & ~seen.mask & seen.open_view
    if tints:
        other &= seen.mask | seen.traces.unchanged | unlike_bodies(seen.empty.planes, other & ~seen.mask, tints)
        beside = other & ~seen.mask & ~seen.traces.unchanged
        other &= ~nearer_to_bodies(seen.planes, seen.empty.planes, beside, tints, kind.noise)
    other &= seen.mask | ~seen.traces.hazy
    things = (strange | body.chips) & seen.open_view
    return _sight(body, kind, own, other, things, _showing_dice(own, body, kind.edge_px))


def sight_as_drawn(body: Body, kind: Kind) -> Sight:
    """Take all of a body for dice and all around it for none, but for shadows: enough for one that lies there alone."""
    seen = body.seen
    own = seen.mask & seen.open_view
    other = ~seen.mask & ~seen.shade & ~seen.traces.hazy & seen.open_view
    return _sight(body, kind, own, other, body.chips & seen.open_view, own)


def sight_by_pips(body: Body, kind: Kind) -> Sight:
    """Take nothing of a body for its dice's outlines: their pips tell, and where the board surely shows."""
    seen, nothing = body.seen, np.zeros_like(body.seen.mask)
    shown = body.explanation.outlines[0]
    return _sight(body, kind, nothing, seen.traces.unchanged & seen.open_view, nothing, shown)


def _sight(body: Body, kind: Kind, own: Mask, other: Mask, things: Mask, shown: Mask) -> Sight:
    """Look at a body's window with what is told of its pixels; `shown` (h, w): where dice show their colours."""
    seen = body.seen
    tone = cache(partial(main_colour, seen.patch, shown, kind.pip_steps))
    masks = own, other, things, seen.open_view
    return Sight(
        kind.plane, seen.window, seen.patch, *masks, tone, kind.patterns, kind.model.edge_mm, kind.colours,
        kind.pixel, LEFT_NOISE * kind.noise, seen.empty.picture,
    )  # fmt: skip


def _showing_dice(own: Mask, body: Body, edge_px: float) -> Mask:
    """Give what shows the colours of dice: their own pixels; where those are few, all that lies where dice seem to."""
    if cv2.countNonZero(own) >= LEAST_OWN * edge_px**2:
        return own
    found = np.bitwise_or.reduce([np.zeros_like(own), *body.explanation.outlines]) & body.seen.mask
    return np.asarray(found if cv2.countNonZero(found) else body.seen.mask, dtype=np.uint8)


def _of_dice(strange: Mask, body: Body) -> Mask:
    """Give what looks strange in dice that explain a body well: sides mirror the felt, and their pips run together.

    In others what mirrors a lamp: a chip as light is larger.
    """
    if not body.explanation.outlines or not cv2.countNonZero(strange):
        return np.zeros_like(strange)
    inside = np.bitwise_or.reduce(body.explanation.outlines) & ~body.chips
    count, found = cv2.connectedComponents(strange, connectivity=8)
    labels = np.asarray(found, np.int32)
    whole = np.bincount(labels.ravel(), minlength=count)
    within = np.bincount(labels[inside > 0], minlength=count) >= WHOLLY_WITHIN * whole
    if body.explanation.agreement < WELL_EXPLAINED:
        within &= np.bincount(labels[blinded(body.seen.patch)], minlength=count) >= MOSTLY_LIT * whole
    within[0] = False
    return np.asarray(within[labels], dtype=np.uint8) * np.uint8(255)


def _lit_beside(strange: Mask, body: Body, edge_px: float) -> Mask:
    """Give what of strange colours beside a body's dice is as light as a lamp's mirror image, and may be another's."""
    _, found, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
    labels, sizes = np.asarray(found, np.int32), stats[:, cv2.CC_STAT_AREA]
    inside = np.bitwise_or.reduce([np.zeros_like(strange), *body.explanation.outlines])
    where = blinded(body.seen.patch), inside > 0
    light, known = (np.bincount(labels[each], minlength=len(sizes)) for each in where)
    lit = (light >= MOSTLY_LIT * sizes) & (known <= MOST_KNOWN * sizes) & (sizes <= LARGEST_LIT * edge_px**2)
    lit[0] = False
    return np.asarray(lit[labels], dtype=np.uint8) * np.uint8(255)


def _rims(strange: Mask, chips: Mask) -> Mask:
    """Give the rims of chips beside what is seen of them: their colour and the board's mix there, in threads."""
    if not cv2.countNonZero(chips):
        return chips
    spot = square(RIM_PX)
    near = cv2.dilate(cv2.bitwise_and(strange, chips), spot)
    return np.asarray(cv2.bitwise_and(near, cv2.subtract(chips, cv2.erode(chips, spot, iterations=2))), dtype=np.uint8)


def _large(strange: Mask, chips: Mask, edge_px: float) -> Mask:
    """Keep of what looks strange whatever belongs to a chip or is larger than a die's own glints."""
    on_chips = np.asarray(cv2.bitwise_and(strange, chips), dtype=np.uint8)
    left = np.asarray(cv2.subtract(strange, chips), dtype=np.uint8)
    return on_chips | large_parts(left, LEAST_STRANGE * edge_px**2)


def _unclear(body: Body, strange: Mask, unlike: Mask, tints: Sequence[DieColours]) -> Mask:
    """Mark what of chips cannot be told from dice: all of those in the dice's colour, of others what is too dark.

    Of chips that have the dice's colour in part and carry dice only that, and not where these lie.
    """
    if not _alike(body.chips, strange, body.explanation.outlines):
        return np.zeros_like(strange)
    if not tints:
        return body.chips
    least = DARK * min(float(tint.body.max()) for tint in tints)
    like = body.chips & ~unlike & ((brightest_of(body.seen.patch) >= least) * np.uint8(255))
    beside = _beside(body.chips, body.explanation.outlines)
    other_colour = cv2.countNonZero(like & beside) < MOST_ALIKE * cv2.countNonZero(beside)
    if other_colour:
        return np.asarray(body.chips & ~like, dtype=np.uint8)
    upon = tuple(shape for shape in body.explanation.outlines if _lies_upon(shape, body.chips))
    return _beside(body.chips & ~strange, upon) if upon else body.chips


def _lies_upon(shape: Mask, chips: Mask) -> bool:
    """Say whether a die's outline lies on chips for the most part."""
    return cv2.countNonZero(cv2.bitwise_and(shape, chips)) >= MOSTLY_UPON * cv2.countNonZero(shape)


def _alike(chips: Mask, strange: Mask, dice: tuple[Mask, ...]) -> bool:
    """Say whether chips have the dice's colour: beside the dice little of them looks strange."""
    beside = _beside(chips, dice)
    return cv2.countNonZero(cv2.bitwise_and(beside, strange)) < 0.7 * cv2.countNonZero(beside)


def _beside(chips: Mask, dice: tuple[Mask, ...]) -> Mask:
    """Give the part of chips that dice do not cover."""
    beside = chips.copy()
    for shape in dice:
        beside[shape > 0] = 0
    return beside
