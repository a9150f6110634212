"""Dice that seem to lie flat but may be the upper one of two, where a die is missing and may lie hidden under them.

The upper die is nearer to the camera: its outline is larger by a few hundredths. A lower one that stands exactly under
it shows a side as wide as the camera looks aslant: straight under the camera none. One that stands off shows less, and
one beside a wall that stands between it and the camera nothing.
"""

import cv2
import numpy as np

from vision.cube import Attitude, Sight, outline_of, upright
from vision.guesses import MOST_OFF, raised
from vision.kinds import Kind
from vision.reading import DieState
from vision.resting import Rest, doubted
from vision.segment import Mask

MOST_LARGER = 2.0
"""How much larger than a flat die's outline a body is at most where nothing lies hidden, in what being nearer adds to
the upper die's: bodies are drawn no more exactly."""

LEAST_SIDE, LEAST_BOARD, LEAST_IN_VIEW = 0.1, 0.5, 0.5
"""How wide, in edges, the side of a lower die must be to be looked for; and the parts of it that must show the board,
and that no wall may hide."""


def doubt_upper(rests: list[Rest], whole: Sight | None, kind: Kind) -> list[Rest]:
    """Doubt the one die of a body if it may lie on another; `whole` is None where only its pips are seen."""
    if len(rests) != 1 or rests[0].state is not DieState.FLAT:
        return rests
    return [doubted(rests[0], "may lie on another")] if _may_hide_one(rests[0], whole, kind) else rests


def _may_hide_one(rest: Rest, whole: Sight | None, kind: Kind) -> bool:
    """Say whether a body is so much larger than a flat die's outline that another may lie under it."""
    edge, eye = kind.model.edge_mm, kind.plane.camera.position_mm
    # So wide, in edges, is the side that a lower die shows; and so far off must it stand to show none.
    aslant = float(np.hypot(rest.x_mm - eye[0], rest.y_mm - eye[1]) / (eye[2] - edge))
    if whole is None:
        return aslant <= MOST_OFF
    at = upright(rest.x_mm, rest.y_mm, rest.turn, rest.z_mm - edge / 2)
    sight = whole.near(at)
    if aslant > MOST_OFF:
        return _behind_rim(sight, at)
    stacked = float(((eye[2] - edge) / (eye[2] - 2 * edge)) ** 2 - 1.0)
    larger = _excess(sight, outline_of(sight, at)) > min((stacked + aslant) / 2, MOST_LARGER * stacked)
    return larger or (aslant > LEAST_SIDE and not _board_below(sight, at))


def _board_below(sight: Sight, at: Attitude) -> bool:
    """Say whether the board is seen where the side of a die that stands exactly under this one would show."""
    side = _side_below(sight, at)
    board = cv2.countNonZero(cv2.bitwise_and(side, sight.other))
    return board >= LEAST_BOARD * cv2.countNonZero(side)


def _behind_rim(sight: Sight, at: Attitude) -> bool:
    """Say whether a wall hides most of where the side of a die that stands exactly under this one would show."""
    side = _side_below(sight, at)
    return cv2.countNonZero(cv2.bitwise_and(side, sight.view)) < LEAST_IN_VIEW * cv2.countNonZero(side)


def _side_below(sight: Sight, at: Attitude) -> Mask:
    """Draw what would show of a die that stands exactly under this one, (h, w)."""
    upper = raised(sight, at, sight.edge_mm)
    lower = outline_of(sight, upright(upper.x_mm, upper.y_mm, at.turn))
    return np.asarray(cv2.subtract(lower, outline_of(sight, at)), dtype=np.uint8)


def _excess(sight: Sight, shape: Mask) -> float:
    """Give how much larger a body is than an outline (h, w), as a part of it."""
    beyond = cv2.countNonZero(cv2.subtract(sight.own, shape))
    missing = cv2.countNonZero(cv2.bitwise_and(sight.other, shape))
    return (beyond - missing) / max(1, cv2.countNonZero(shape))
