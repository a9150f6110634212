"""The pips of all faces of a die that look at the camera, found one by one to a fraction of a pixel."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight
from vision.cubes.cube_faces import Shown, face_places, shown_of
from vision.cubes.pip_grid import FACE_PX, IN_VIEW, INK, ROOM, STEPS, narrow
from vision.faces.pips import OPPOSITE_SUM
from vision.faces.topface import look
from vision.frame import Image
from vision.geometry import Floats

LEAST_SIDE, LEAST_SHARE, LEAST_LEAD, CLEAR_LEAD = 0.12, 0.5, 0.1, 0.3
"""How much of a face must be in view, in areas of a top face, for its pips to be found; and what those of a value must
explain of it, and how much more than any other's; or only that, where it is so much: noise leaves less to explain."""

AS_DARK, AS_LARGE, NOISE_STEPS = 0.45, 1.8, 4.0
"""What part of the contrast of a face's strongest pip each of its pips must have; how much more ink one may have than
another: where there is more, a mirror image touches it; and how many times the noise its contrast must be."""

MOST_ASKEW = 0.04
"""How far, in edges, what is found may lie from how the pips of a face do, its place aside (rms)."""

LEAST_APART_PX = 8.0
"""Pips that appear nearer to each other, in pixels of the picture, smear into each other: both seem nearer still."""

BLUR = 0.15
"""How far, in edges, from a pip's middle what a wall hides takes something of it."""

_STEPS = (np.arange(FACE_PX) + 0.5) / FACE_PX - 0.5
_GRID = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, eq=False)
class PipsSeen:
    """Pips of a die: where they appear in a window, (n, 2), and are on it, in edges, (n, 3); and on how many faces."""

    places: Floats
    on_die: Floats
    faces: int


def pips_seen(sight: Sight, at: Attitude, value: int) -> PipsSeen | None:
    """Find the pips of a die that seems to lie so and to show a value; None where their spacing was not learned.

    Faces whose value is not clear, or whose pips are not all seen as they must be, are left out.
    """
    if sight.patterns.spacing is None:
        return None
    shown = shown_of(sight, at)
    squares, grids = (face_places(sight, at, grid) for grid in (_SQUARE, _GRID))
    each = [
        (axis, pips)
        for axis, seen in _values(shown, at.top_axis, value)
        if (pips := _pips_of(sight, grids[axis], seen)) is not None
    ]
    found = [(_in_window(squares[axis], c), _on_die(axis, float(shown.ways[axis]), pips)) for axis, (c, pips) in each]
    kept = [(p[clear], d[clear]) for p, d in found if (clear := _unsmeared(p, LEAST_APART_PX * sight.pixel)).any()]
    if not kept:
        return None
    places, on_die = (np.concatenate(part) for part in zip(*kept, strict=True))
    return PipsSeen(places, on_die, len(kept))


def _values(shown: Shown, top: int, value: int) -> Iterator[tuple[int, int]]:
    """Give the axes of the faces that are seen well enough, with their values; beside a top face not its own pair's."""
    for axis in range(3):
        shares = shown.shares[axis].copy()
        if axis == top:
            shares[np.arange(6) != value - 1] = 0.0
        else:
            shares[[value - 1, OPPOSITE_SUM - value - 1]] = 0.0
        second, first = np.sort(shares)[-2:]
        lead = first - second
        clear = lead >= CLEAR_LEAD or (first >= LEAST_SHARE and lead >= LEAST_LEAD)
        if shown.areas[axis] >= LEAST_SIDE and clear:
            yield axis, int(shares.argmax()) + 1


def _pips_of(sight: Sight, places: Floats, value: int) -> tuple[Floats, Floats] | None:
    """Find the pips of a value on a face whose grid appears at places (m, 2): their centres and where they must be.

    Both (n, 2) in edges about the face's middle, without those that a wall hides; None where they are not as they must.
    """
    columns, rows = places.astype(np.float32).T[:, None]
    face, view = (look(picture, columns, rows).reshape(FACE_PX, FACE_PX) for picture in (sight.tone, sight.view))
    found = [
        (strength, centres[kept], pips[kept])
        for pips in sight.patterns.pips_of(value)
        for strength, centres, kept in _found(face, view, pips, NOISE_STEPS * sight.noise)
        if _askew(centres[kept], pips[kept]) <= MOST_ASKEW
    ]
    _, *clearest = max(found, key=lambda one: one[0], default=(0.0,))
    return (clearest[0], clearest[1]) if clearest else None


def _found(face: Image, view: Image, pips: Floats, least: float) -> Iterator[tuple[float, Floats, NDArray[np.bool_]]]:
    """Find what is lighter than a face around it where pips must be (n, 2), and what is darker: centres, and which.

    With by how many grey levels each stands out, which are so many at least.
    """
    for ink in narrow(face):
        centres, strength, amount = _centres(ink, pips)
        kept = ~_hidden(view, centres)
        if not kept.any() or strength[kept].min() < max(least, 1.0, AS_DARK * float(strength[kept].max())):
            continue
        if amount[kept].max() <= AS_LARGE * amount[kept].min():
            yield float(strength[kept].min()), centres, kept


def _centres(ink: Image, near: Floats) -> tuple[Floats, Floats, Floats]:
    """Find centres (n, 2) of ink near some places; with how strong it is there, and how much of it there is, (n,)."""
    apart = np.linalg.norm(near - near[:, None], axis=2) + 9.0 * np.eye(len(near))
    room = min(ROOM, float(apart.min()) / 2)
    found = [_centre(ink.astype(np.float32), place, room) for place in near]
    return tuple(np.array(each) for each in zip(*found, strict=True))  # type: ignore[return-value]


def _centre(ink: NDArray[np.float32], centre: Floats, room: float) -> tuple[Floats, float, float]:
    """Find the centre (2,) of ink so near to a place, its strength and amount; the place itself where there is none."""
    strongest = amount = 0.0
    for _ in range(STEPS):
        columns, rows = (_span(float(v), room) for v in centre)
        part = ink[rows, columns]
        along, across = _STEPS[columns] - centre[0], (_STEPS[rows] - centre[1])[:, None]
        part = part * (along * along + across * across < room * room)
        strongest = float(part.max(initial=0.0))
        thick = np.maximum(part - INK * strongest, 0.0)
        amount = float(thick.sum())
        if amount <= 0.0:
            break
        centre = centre + np.array([(thick * along).sum(), (thick * across).sum()]) / amount
    return centre, strongest, amount


def _span(middle: float, room: float) -> slice:
    """Give the columns of a face, or rows, so near to a place, in edges about its middle."""
    first, last = ((middle + side * room + 0.5) * FACE_PX for side in (-1, 1))
    return slice(max(0, int(first)), max(0, int(last) + 1))


def _hidden(view: Image, centres: Floats) -> NDArray[np.bool_]:
    """Say of which pips at centres (n, 2) a wall hides something, (n,)."""
    hidden = (np.argwhere(view < IN_VIEW)[:, ::-1] + 0.5) / FACE_PX - 0.5
    return np.asarray((np.linalg.norm(hidden - centres[:, None], axis=2) < BLUR).any(axis=1))


def _askew(centres: Floats, pips: Floats) -> float:
    off = centres - pips
    return float(np.sqrt(np.square(off - off.mean(axis=0)).sum(axis=1).mean()))


def _in_window(square: Floats, centres: Floats) -> Floats:
    """Give where in the window points (n, 2) of a face appear whose corners appear there (4, 2)."""
    there = cv2.getPerspectiveTransform(_SQUARE.astype(np.float32), square.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(centres[None], there)[0], dtype=np.float64)


def _unsmeared(places: Floats, least: float) -> NDArray[np.bool_]:
    """Say which of pips that appear at some places (n, 2) have none so near to one side of them alone, (n,)."""
    away = places - places[:, None]
    near = np.linalg.norm(away, axis=2) < least
    return np.asarray(np.linalg.norm((away * near[..., None]).sum(axis=1), axis=1) < least / 2)


def _on_die(axis: int, way: float, pips: Floats) -> Floats:
    """Give where on a die points (n, 2) of the face are that looks along an axis in this way, (n, 3)."""
    points = np.empty((len(pips), 3))
    points[:, axis] = 0.5 * way
    points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = pips.T
    return points
