"""Hands and arms in the picture: large, unexplained, and reaching in from outside."""

import cv2

from vision.judging.together import Judged

HIDES = 0.1
"""The part of a top face's area, inside the walls, that a hand covers at least where it may hide something."""

ARM, HAND_AT_BORDER = 6.0, 1.2
"""What nothing explains of a hand that reaches in over a wall, and of one at the picture's edge, in top faces."""

WITHIN = 0.95
"""The part of a body that lies inside the walls if it does not reach in."""


def is_hand(judged: Judged) -> bool:
    """Say whether a body is a hand or an arm that may hide something."""
    body, edge_px = judged.body, judged.kind.edge_px
    if judged.tried is None:
        return False
    if cv2.countNonZero(cv2.bitwise_and(judged.unexplained, body.seen.open_view)) < HIDES * edge_px**2:
        return False
    unexplained = cv2.countNonZero(judged.unexplained) / edge_px**2
    reaches_in = body.seen.inside < WITHIN and unexplained > ARM
    return reaches_in or (body.seen.at_border and unexplained > HAND_AT_BORDER)
