"""Dark dice on dark boards: their pips are seen, their bodies hardly differ from their own shadows."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies.body import Body
from vision.bodies.disc import Disc
from vision.faces.explain import Face
from vision.faces.topface import Patterns, by_value, explained, sample_faces
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.kernels import square
from vision.pictures.segment import Mask, agreement, tidy

DARKER_THAN_BOARD = 0.75
"""A die is dark where its body has less than this part of the board's brightness."""

BETWEEN = (0.3, 0.42, 0.55, 0.68)
"""Where between die and board the edge of the body is drawn; the shadow lies somewhere between."""

PRINTED, CLEARER = 0.5, 0.2
"""Pips that the empty board shows so well are printed, unless the picture shows them so much better: a line on the
layout looks a little like a 2."""

SOFT, ALL_OVER = (5, 5), 0.75
"""Over how many pixels a dark body's brightness is taken together, and what part of its outline is dark."""

AROUND, BRIGHTER, SPECKS = 0.4, 1.6, 0.01
"""How far around an outline, in parts of its size, what is so much brighter than the board is another pip; and up to
what part of that area it is noise."""

BEYOND_RIM = 1.08
"""How far a chip may shine, in its radii."""

LEAST_STEP = 3.0
"""Steps smaller than so many times the noise draw no edge, and are no pips."""


def dark_body(
    patch: Image, empty: Image, face: Face, shape: Mask, hidden: Mask, patterns: Patterns, edge_px: float, noise: float
) -> tuple[Mask, float] | None:
    """Draw the body of a dark die from its own darkness: the mask (h, w) and how well it agrees with `shape` in view.

    `shape` is the outline of the flat die with this face; `hidden` (h, w): where a wall hides it. None for what the
    empty board shows as well and for what is brighter; no agreement for a die that cannot be told from the board.
    """
    own, felt = _levels(patch, empty, face, hidden, patterns, edge_px)
    if own > felt + LEAST_STEP * noise or is_printed(empty, face, patterns, edge_px):
        return None
    grey, board = (np.asarray(p, dtype=np.float32).mean(axis=2) for p in (patch, empty))
    if own > DARKER_THAN_BOARD * felt or felt - own < LEAST_STEP * noise:
        return shape, 0.0
    best: tuple[Mask, float] | None = None
    in_view = cv2.subtract(shape, hidden)
    for part in BETWEEN:
        levels = np.asarray(own + part * (np.minimum(board, 1.6 * felt) - own), dtype=np.float32)
        mask = _darker(grey, levels, face, shape, edge_px)
        fit = agreement(in_view, mask, np.zeros_like(mask))
        if best is None or fit > best[1]:
            best = mask, fit
    return best


def dark_all_over(body: Body) -> bool:
    """Say whether a body is darker than the board all over the outline of its die in view, pips aside."""
    shape = cv2.bitwise_and(np.asarray(body.explanation.outlines[0], dtype=np.uint8), body.seen.open_view)
    grey, board = _soft(body)
    dark = (grey < DARKER_THAN_BOARD * board)[shape > 0]
    return bool(dark.size and dark.mean() >= ALL_OVER)


def nothing_bright_beside(body: Body, noise: float, chips: Sequence[Disc] = ()) -> bool:
    """Say whether no other pips lie around the outline of a body's die; those of its sides are in the outline.

    Nor on `chips` (in pixels of the whole plane) of which so much is seen that no die lies over them.
    """
    shape = np.asarray(body.explanation.outlines[0], dtype=np.uint8)
    reach = square(2 * round(AROUND * float(np.sqrt(cv2.countNonZero(shape)))) + 1)
    beside = cv2.subtract(cv2.dilate(shape, reach), shape)
    size = cv2.countNonZero(beside)
    for chip in chips:
        if chip.uncovered:
            middle = round(chip.column - body.seen.window.left), round(chip.row - body.seen.window.top)
            cv2.circle(beside, middle, round(BEYOND_RIM * chip.radius), 0, cv2.FILLED)
    grey, board = _soft(body)
    bright = (grey > BRIGHTER * board + LEAST_STEP * noise) & (beside > 0)
    return bool(np.count_nonzero(bright) <= SPECKS * size)


def _soft(body: Body) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give how bright a body's window is, over some pixels together, and the empty board there, (h, w) each."""
    grey = cv2.blur(cv2.cvtColor(body.seen.patch, cv2.COLOR_BGR2GRAY), SOFT)
    return np.asarray(grey, dtype=np.float32), np.maximum(body.seen.empty.planes.mean(axis=0), np.float32(1.0))


def is_printed(empty: Image, face: Face, patterns: Patterns, edge_px: float) -> bool:
    """Say whether the empty board shows the same pips nearly as well: a die printed on the layout."""
    share = _shares_of(empty, face, patterns, edge_px)[face.value - 1]
    return bool(share > max(PRINTED, face.score - CLEARER))


def _shares_of(empty: Image, face: Face, patterns: Patterns, edge_px: float) -> Floats:
    """Give what the values' pips explain of the empty board where a face is, (6,)."""
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(empty, pose, patterns.points, edge_px)
    return np.asarray(by_value(explained(colours, patterns), patterns)[0], dtype=np.float64)


def _levels(
    patch: Image, empty: Image, face: Face, hidden: Mask, patterns: Patterns, edge_px: float
) -> tuple[float, float]:
    """Give the grey levels of a die's body, pips aside, and of the board beneath it, where no wall hides its face."""
    pose = np.array([[face.column, face.row, face.turn]])
    in_view = sample_faces(hidden, pose, patterns.points, edge_px)[0] == 0
    places = in_view if in_view.any() else np.ones_like(in_view)
    seen, under = (sample_faces(p, pose, patterns.points, edge_px)[0].mean(axis=1)[places] for p in (patch, empty))
    return float(np.percentile(seen, 20)), float(np.median(under))


def _darker(grey: NDArray[np.float32], level: NDArray[np.float32], face: Face, shape: Mask, edge_px: float) -> Mask:
    """Mark what is darker than a level, pips filled in, where it hangs together with the face."""
    dark = np.asarray(grey < level, dtype=np.uint8) * np.uint8(255)
    cv2.circle(dark, (round(face.column), round(face.row)), round(0.42 * edge_px), 255, cv2.FILLED)
    near = cv2.dilate(shape, square(round(1.2 * edge_px)))
    whole = tidy(np.asarray(cv2.bitwise_and(dark, near), dtype=np.uint8), 0.25 * edge_px)
    _, labels = cv2.connectedComponents(whole)
    own = labels[min(max(round(face.row), 0), len(grey) - 1), min(max(round(face.column), 0), grey.shape[1] - 1)]
    return np.asarray((labels == own) & (own > 0), dtype=np.uint8) * np.uint8(255)
