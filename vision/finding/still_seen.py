"""What a body that is drawn anew must still show: its dice, their faces, and the sides of dark ones."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.colours.highlight import DieColours
from vision.faces.explain import Explanation, Face, top_of
from vision.pictures.kernels import square
from vision.pictures.segment import Mask, agreement

WELL_EXPLAINED, MUCH_WORSE, BESIDE_DICE = 0.75, 0.1, 0.5
"""Where dice agree so well with a body (IoU), it is not drawn anew with them agreeing worse by so much; how far beside
them is looked, twice, in edges."""

DARK_DICE = 0.6
"""Dice of less than this part of the board's brightness are dark."""

WELL_SEEN = 0.6
"""The part of a die's outline that makes it a body of its own; of dark dice less may be seen."""

WITHIN_TOP, WHOLE_TOP = 0.8, 0.9
"""What of the edge of a top face is surely the die's, and the part of that which must be seen of a die drawn anew."""

INNER_FACE = 0.35
"""What lies nearer than that, in edges, to the middle of a face shows it."""

CHIP_FACE_SCORE = 0.85
"""What pips must explain of a face beyond doubt, where a chip's printing could look like them."""

DICE_AGREEMENT = 0.8
"""Bodies with which dice agree so well (IoU) are theirs by outline."""


def still_seen(body: Body, found: Body, edge_px: float) -> bool:
    """Say whether a body drawn anew still shows its dice, their tops all over.

    Those that may all be shadow, and those on print of their own colour, were drawn better before.
    """
    mask, shapes = found.seen.mask, body.explanation.outlines
    if body.explanation.agreement < DICE_AGREEMENT or not well_seen(body):
        return True
    return all(_mostly_in(shape, mask) for shape in shapes) and tops_seen(body, mask, edge_px)


def loses_sides(body: Body, found: Body, tints: Sequence[DieColours], edge_px: float) -> bool:
    """Say whether a body drawn anew has lost sides of dark dice, which look like shadow: these agree worse with it."""
    board = cv2.mean(body.seen.empty.picture, mask=body.seen.mask)[:3]
    dark = all(tint.body.max() < DARK_DICE * max(board) for tint in tints)
    if body.faint or not body.explanation.faces or not dark:
        return False
    before = _agreement_near(body, edge_px)
    worse = before >= WELL_EXPLAINED and _agreement_near(found, edge_px) < before - MUCH_WORSE
    return worse or not found.explanation.faces


def _agreement_near(body: Body, edge_px: float) -> float:
    """Give how well the outlines of a body's dice agree with what is seen of it beside them, chips aside (IoU)."""
    shapes = body.explanation.outlines
    if not shapes:
        return 0.0
    dice = np.bitwise_or.reduce(shapes)
    near = cv2.subtract(cv2.dilate(dice, square(round(BESIDE_DICE * edge_px) | 1)), body.chips)
    own, shape = (np.asarray(cv2.bitwise_and(mask, near), dtype=np.uint8) for mask in (body.seen.mask, dice))
    return agreement(shape, own, body.seen.shade)


def show_again(faces: tuple[Face, ...], found: Explanation, edge_px: float) -> bool:
    """Say whether a body drawn anew still shows the faces that were beyond doubt, whatever dice explain it best."""
    sure = (face for face in faces if face.score >= CHIP_FACE_SCORE)
    return all(any(_same(face, other, edge_px) for other in (*found.faces, *found.others)) for face in sure)


def _same(one: Face, two: Face, edge_px: float) -> bool:
    """Say whether two faces are one."""
    apart = np.hypot(one.column - two.column, one.row - two.row)
    return one.value == two.value and bool(apart < INNER_FACE * edge_px)


def tops_seen(body: Body, mask: Mask, edge_px: float) -> bool:
    """Say whether a mask shows the tops of a body's dice all over."""
    tops = (top_of(face, mask, WITHIN_TOP * edge_px) for face in body.explanation.faces)
    return all(_mostly_in(top, mask, WHOLE_TOP) for top in tops)


def well_seen(body: Body) -> bool:
    """Say whether dice were found in a body and the most of them was seen, of what no wall hides."""
    shapes = [np.asarray(cv2.bitwise_and(shape, body.seen.open_view), np.uint8) for shape in body.explanation.outlines]
    return bool(shapes) and all(_mostly_in(shape, body.seen.mask) for shape in shapes)


def _mostly_in(shape: Mask, mask: Mask, least: float = WELL_SEEN) -> bool:
    return cv2.countNonZero(cv2.bitwise_and(shape, mask)) >= least * cv2.countNonZero(shape)
