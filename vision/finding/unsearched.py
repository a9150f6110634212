"""What is not searched for dice, for it is more than a throw can be: a person is asked to look there."""

from dataclasses import replace

import cv2
import numpy as np

from vision.bodies.body import NO_DICE, Body, Seen
from vision.pictures.segment import Mask

MOST_THINGS = 24
"""So many things that are no chips are searched for dice in one picture; a throw has six dice at most."""

MOST_DARK = 150.0
"""In so large an area, in top faces, dark dice are sought that only their pips show: what surrounds things takes 5."""

MOST_FACES_AREA = 14.0
"""Bodies of more top faces' area than this, and wide, are hands: no dice are searched in them."""

DIE_AREA = 1.6
"""What a die takes, in areas of a top face."""


def likest_to_dice(masks: list[Mask], most: int, edge_px: float) -> tuple[list[Mask], list[Mask]]:
    """Part masks (h, w) into so many whose size is most like a die's, in the order they have, and the others."""
    if len(masks) <= most:
        return masks, []
    unlike = [abs(float(np.log(cv2.countNonZero(mask) / (DIE_AREA * edge_px**2)))) for mask in masks]
    kept = set(np.argsort(unlike, kind="stable")[: max(most, 0)])
    return [m for k, m in enumerate(masks) if k in kept], [m for k, m in enumerate(masks) if k not in kept]


def unsearched(seen: Seen, masks: list[Mask]) -> list[Body]:
    """Make one body of what is not searched, (h, w) each; none of nothing."""
    if not masks:
        return []
    area = np.asarray(np.bitwise_or.reduce(masks), dtype=np.uint8)
    return [Body(replace(seen, mask=area), NO_DICE, (), np.zeros_like(area), area, unsearched=True)]


def too_large(mask: Mask, edge_px: float) -> bool:
    """Say whether a body is too large and wide for dice: a hand, an arm."""
    if cv2.countNonZero(mask) <= MOST_FACES_AREA * edge_px**2:
        return False
    return float(cv2.minMaxLoc(cv2.distanceTransform(mask, cv2.DIST_L2, 3))[1]) > edge_px
