"""Which round things among a body are chips and coins, and what of it neither they nor dice explain."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.bodies.body import NO_DICE, Body, Seen
from vision.bodies.chips import roundish
from vision.bodies.disc import Disc, disc_area, is_plain, stack_area
from vision.bodies.stacks import stack_side
from vision.colours.tint import TINTED, mostly_dice, unlike_bodies
from vision.faces.explain import Explanation
from vision.geometry import Floats
from vision.pictures.kernels import ellipse, square
from vision.pictures.rectify import TopPlane, Window
from vision.pictures.segment import Mask, agreement
from vision.table.kinds import Kind

LEAST_BODY = 0.2
"""Parts of a top face's area below which a changed place is a speck."""

LEAST_CHIP, SURE_CHIP, LARGE_CHIP = 0.6, 0.85, 1.1
"""The least radius of a chip, in edges; one that no die's outline has; and one of which dice beside each other show no
arc."""

FULL_ARC, STACK_ARC, STACK_AGREEMENT = 0.85, 0.55, 0.88
"""The part of its rim that must be seen of a chip no larger than a die's outline; of one on a stack, and how well the
stack explains the body (IoU)."""

BESIDE_ARC, OTHER_THAN_DICE, LIKE_DICE = 0.65, 0.8, 0.4
"""The part of its rim that must be seen of a coin beside dice, and how much of it must have another colour; how much of
a chip of which less is seen."""

SURE_ARC = 0.8
"""The part of its rim that must be seen of a chip in a body that holds no dice."""

ROUND_LABEL, OFF_MIDDLE = 0.9, 0.15
"""How well a chip's label agrees with a circle (IoU), as no die's top does, and how far off the chip's middle it is at
most, as a part of the chip's radius."""

INSIDE = 0.93
"""What of a chip, as a part of its radius, is surely inside of its rim."""

RISES_MM = 10.0
"""How high above the board chips on each other are taken to lie, to tell how far they appear to move."""


def with_discs(seen: Seen, found: Explanation, discs: list[Disc], kind: Kind, drift: Floats) -> Body:
    """Make a body of the dice and those discs that are chips."""
    edge, mask = kind.edge_px, seen.mask
    known = [replace(disc, plain=is_plain(seen.patch, disc)) for disc in discs]
    sure = [disc for disc in known if _is_chip(disc, seen, found, kind)]
    chips = np.zeros(mask.shape, np.uint8)
    for disc in sure:
        chips |= stack_area(mask, disc, kind.plane.scale, drift)
    rest = unexplained(mask, chips, found.outlines, edge)
    sides = [stack_side(seen, rest, disc, kind.plane.scale, drift, kind.colours) for disc in sure]
    if any(cv2.countNonZero(side) for side in sides):
        chips = np.bitwise_or.reduce([chips, *sides])
        rest = unexplained(mask, chips, found.outlines, edge)
    return Body(seen, found, tuple(sure), chips, rest)


def by_chips(seen: Seen, kind: Kind) -> Body:
    """Explain a body by chips alone."""
    drift, least_mm = drift_of(kind.plane, seen.window), LEAST_CHIP * kind.model.edge_mm
    discs = roundish(seen.patch, seen.mask, kind.plane.scale, drift, least_mm, seen.hidden) if seen.mask.any() else []
    return with_discs(seen, NO_DICE, discs, kind, drift)


def _is_chip(disc: Disc, seen: Seen, found: Explanation, kind: Kind) -> bool:
    """Say whether a disc is a chip's, not the outline of a die or of a leaning one and its shadow."""
    if disc.radius > SURE_CHIP * kind.edge_px:
        least = STACK_ARC if disc.radius > LARGE_CHIP * kind.edge_px else BESIDE_ARC
        return disc.arc >= least or _unlike_dice(disc, seen, found, kind) >= LIKE_DICE
    return _surely_round(disc, seen, kind) or _no_die(disc, seen, found, kind)


def surely_chips(body: Body, edge_px: float) -> bool:
    """Say whether chips on which nothing can lie explain all of a body."""
    sure = (disc.plain and disc.arc >= SURE_ARC and disc.radius > SURE_CHIP * edge_px for disc in body.discs)
    return bool(body.discs) and all(sure) and cv2.countNonZero(body.rest) < LEAST_BODY * edge_px**2


def _surely_round(disc: Disc, seen: Seen, kind: Kind) -> bool:
    """Say whether a disc no larger than a die's outline is a chip's: full, or the plain top of a stack."""
    if mostly_dice(seen.patch, seen.planes, seen.mask, kind.colours):
        return False
    if disc.arc >= FULL_ARC or not disc.plain or disc.arc < STACK_ARC:
        return disc.arc >= FULL_ARC
    stack = stack_area(seen.mask, disc, kind.plane.scale, drift_of(kind.plane, seen.window), room_mm=0.0)
    return agreement(stack, seen.mask, seen.shade) >= STACK_AGREEMENT


def _no_die(disc: Disc, seen: Seen, found: Explanation, kind: Kind) -> bool:
    """Say whether a disc no larger than a die's outline, beside dice, has a colour that those have nowhere: a coin."""
    beside = disc.arc >= BESIDE_ARC and any(face.score >= TINTED for face in found.faces)
    return beside and _unlike_dice(disc, seen, found, kind) >= OTHER_THAN_DICE


def _unlike_dice(disc: Disc, seen: Seen, found: Explanation, kind: Kind) -> float:
    """Give the part of a disc, apart from the dice beside it, that has another colour than those; 1 where none is."""
    good = [face for face in found.faces if face.score >= TINTED]
    tints = seen.tints(good, kind, kind.colours)
    area = left_over(disc_area(seen.mask, disc), found.outlines, 0.0)
    if not tints or not cv2.countNonZero(area):
        return 1.0
    return cv2.countNonZero(unlike_bodies(seen.planes, area, tints)) / cv2.countNonZero(area)


def white_label(white: Mask, chip: Disc) -> Mask:
    """Mark what of something white (h, w) is a chip's label with what is printed on it: round, about its middle."""
    label = np.zeros_like(white)
    contours, _ = cv2.findContours(white & disc_area(white, chip), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return label
    cv2.drawContours(label, [max(contours, key=cv2.contourArea)], -1, 255, cv2.FILLED)
    moments = cv2.moments(label, binaryImage=True)
    column, row = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    round_one = disc_area(white, Disc(column, row, float(np.sqrt(moments["m00"] / np.pi))))
    is_round = agreement(round_one, label, np.zeros_like(label)) >= ROUND_LABEL
    in_middle = np.hypot(column - chip.column, row - chip.row) <= OFF_MIDDLE * chip.radius
    return label if is_round and in_middle else np.zeros_like(label)


def gaps_in_chips(body: Body) -> Mask:
    """Mark what of chips' upper faces, but for their rims, is no part of a body, (h, w): what lies there is dark."""
    tops = np.zeros_like(body.seen.mask)
    for disc in body.discs:
        tops |= disc_area(tops, replace(disc, radius=INSIDE * disc.radius))
    return np.asarray(cv2.subtract(cv2.bitwise_and(tops, body.seen.open_view), body.seen.mask), dtype=np.uint8)


def unexplained(body: Mask, chips: Mask, dice: Sequence[Mask], edge_px: float) -> Mask:
    """Give what of a body (h, w) neither dice nor chips explain, (h, w)."""
    rest = cv2.subtract(left_over(body, dice, edge_px), chips)
    return np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, square(5)), dtype=np.uint8)


def left_over(mask: Mask, dice: Sequence[Mask], edge_px: float) -> Mask:
    """Give what of a body the outlines of dice, a little widened, do not cover."""
    rest, widen = mask.copy(), ellipse(max(3, round(0.2 * edge_px)) | 1)
    for shape in dice:
        cv2.subtract(rest, cv2.dilate(shape, widen), dst=rest)
    return rest


def drift_of(plane: TopPlane, window: Window) -> Floats:
    """Give how far (2,) in px a point in a window appears to move for each mm that it stands higher."""
    middle = np.array([window.left + window.width / 2, window.top + window.height / 2])
    eye = plane.camera.position_mm
    return np.asarray((middle - plane.to_px(eye[:2])) / (eye[2] - RISES_MM), dtype=np.float64)
