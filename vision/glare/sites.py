"""The nine sites of pips, one by one: a pip, none, or nothing known, since a lamp may have left nothing there."""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.pips import FIRST_LAYOUT, LAYOUTS, SITES
from vision.faces.topface import SPACINGS
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.shifted import FACE_PART, FACE_PX, SHIFTS, in_picture

SPOT, RING = 0.075, (0.14, 0.185)
"""Radii, in edges, of what is surely inside of a pip, and of a ring that is surely outside."""

LEAST_STEP, CLEAR_STEP = 4.0, 6.0
"""Steps in grey levels from body to pip: below the first there is none, from the second on there is one, where the
ring around is calm."""

SATURATED = 250.0
"""What is brighter on average shows no pip that is brighter still."""

RESTLESS = 2.0
"""A ring that differs within itself by more than the step, divided by this, tells nothing."""

TORN = 1.2
"""A pip whose inside differs by so many times its step is cut off by a mirror image that leaves nothing of pips."""

SURE_PIP, SURE_BODY = -1.5, -4.0
"""Mean log-likelihood ratios of a site from which on, and down from which, colour says that there is a pip, or none."""

MOST_WHITE = np.array([0.45] * 4 + [0.15] + [0.45] * 4)
"""The part of what is around a pip that may look like one, too, (9,): the next pips' rims, which the middle has not."""

ALL_AGREE, ONE_WRONG, ONE_UNKNOWN = 0.9, 0.4, 0.93
"""Evidence of a value where every site agrees, and what is left of it for each site that does not or is not known."""


def read_sites(face: Image, polarities: Sequence[bool] = (True, False)) -> tuple[float, ...]:
    """Give the evidence (6,) of the values of a face (FACE_PX, FACE_PX, 3), at the pose that agrees best with any.

    `polarities`: whether pips lighter than the body are looked for, and darker ones.
    """
    calm = cv2.GaussianBlur(face, (3, 3), 0, borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    inside, outside = (_around(calm, radii) for radii in ((0.0, SPOT / 2, SPOT), RING))
    return _best(np.concatenate([_shown(inside, outside, light) for light in polarities]))


def sites_by_colour(pips: NDArray[np.float32]) -> tuple[float, ...]:
    """Give the evidence (6,) of the values of a face by log-likelihoods of pips (FACE_PX, FACE_PX).

    Where all around a place looks like a pip as well, a lamp may have left nothing of one, or of none.
    """
    here, around = (_around(pips, radii)[..., 0] for radii in ((0.0, SPOT / 2, SPOT), RING))
    inside = here.mean(axis=2)
    pip = (inside >= SURE_PIP) & ((around >= SURE_PIP).mean(axis=2) <= MOST_WHITE)
    return _best(np.where(pip, 1.0, np.where(inside <= SURE_BODY, 0.0, np.nan)))


def _best(shown: Floats) -> tuple[float, ...]:
    """Give the evidence of the values (6,) at the pose whose sites (k, 9) agree best with any."""
    evidence = _evidence(shown)
    return tuple(float(share) for share in evidence[evidence.max(axis=1).argmax()])


def _shown(inside: NDArray[np.float32], outside: NDArray[np.float32], light: bool) -> Floats:
    """Say what each site shows, (k, 9): 1 a pip lighter (or darker) than around it, 0 none, NaN not known.

    Where a pip ends at the edge of a mirror image, what is white beside it may be pips as well; and where all is white,
    unless pips elsewhere show that dark ones stand out from it.
    """
    levels = np.sort(outside, axis=2)
    low, level, high = (levels[:, :, round(part * (levels.shape[2] - 1))] for part in (0.15, 0.5, 0.85))
    step = (inside.mean(axis=2) - level) * (1.0 if light else -1.0)
    restless = high - low
    pip = ((step >= CLEAR_STEP) & (step >= restless / RESTLESS)).any(axis=2)
    blown = level >= SATURATED
    room = ~blown if light else ~blown | (pip & blown.all(axis=2)).any(axis=1)[:, None, None]
    none = (room & (np.abs(step) < LEAST_STEP) & (restless < 2 * CLEAR_STEP)).any(axis=2) & ~pip
    white = blown.all(axis=2)
    torn = pip & white & (np.ptp(inside, axis=2) >= TORN * step).all(axis=2)
    none &= ~(white & torn.any(axis=1, keepdims=True))
    return np.where(pip, 1.0, np.where(none, 0.0, np.nan))


def _around(face: NDArray[np.float32], radii: tuple[float, ...]) -> NDArray[np.float32]:
    """Look at circles about the sites of all poses (k, 9): colours (k, 9, m, 3), or (k, 9, m, 1) of one channel."""
    angles = np.linspace(0.0, 2 * np.pi, 12, endpoint=False)
    circle = np.concatenate([r * np.column_stack([np.cos(angles), np.sin(angles)]) for r in radii])
    columns, rows = in_picture(_SITES[:, :, None] + circle, FACE_PART, FACE_PX)
    across, down = (places.reshape(-1, len(circle)) for places in (columns, rows))
    seen = cv2.remap(face, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32).reshape(*columns.shape, -1)


def _evidence(shown: Floats) -> Floats:
    """Compare what the sites of each pose (k, 9) show with each value's pips, (k, 6)."""
    unknown = np.isnan(shown)
    wrong = (((shown > 0.5)[:, None] != LAYOUTS) & ~unknown[:, None]).sum(axis=2)
    agreed = ALL_AGREE * ONE_WRONG**wrong * ONE_UNKNOWN ** unknown.sum(axis=1)[:, None]
    return np.maximum.reduceat(agreed, FIRST_LAYOUT, axis=1)


_SITES = np.array([SITES * spacing + (across, down) for spacing, across, down in product(SPACINGS, SHIFTS, SHIFTS)])
"""Where the nine sites lie in each pose tried, (k, 9, 2) in edges about the middle of the face."""
