"""Bodies that the window of another thing cuts off: where things lie close, one window shows a part of the other's."""

import cv2

from vision.bodies.body import Body
from vision.pictures.segment import Mask

SAME_PART = 0.8
"""What part of a cut off body a whole one holds."""


def not_cut_off(bodies: list[Body]) -> list[Body]:
    """Drop bodies that the window of another thing cuts off, where their own window shows them whole."""
    parts = [body for body in bodies if not body.faint and _at_border(body.seen.mask)]
    return [body for body in bodies if body not in parts or not any(_shows_whole(other, body) for other in bodies)]


def _at_border(mask: Mask) -> bool:
    return any(cv2.countNonZero(line) for line in (mask[0], mask[-1], mask[:, 0], mask[:, -1]))


def _shows_whole(whole: Body, part: Body) -> bool:
    """Say whether a body holds nearly all of one in another window (h, w), and more."""
    one, two = whole.seen.window, part.seen.window
    if one == two or cv2.countNonZero(whole.seen.mask) <= cv2.countNonZero(part.seen.mask):
        return False
    left, top = max(one.left, two.left), max(one.top, two.top)
    right, bottom = min(one.left + one.width, two.left + two.width), min(one.top + one.height, two.top + two.height)
    if right <= left or bottom <= top:
        return False
    here, there = (
        body.seen.mask[top - w.top : bottom - w.top, left - w.left : right - w.left]
        for body, w in ((whole, one), (part, two))
    )
    return cv2.countNonZero(cv2.bitwise_and(here, there)) >= SAME_PART * cv2.countNonZero(part.seen.mask)
