"""What the faces of cubes show in a picture: where they appear, and what pips explain of them."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import CORNERS, Attitude, Fitted, Sight, covered, outline_of, outlines_of
from vision.faces.explain import Face
from vision.faces.pips import FIRST_LAYOUT
from vision.faces.topface import Patterns, best_of, by_value, explained, explained_in_part, look, noise_hides, points_of
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.segment import Mask

Merits = NDArray[np.float32]
Places = NDArray[np.float32]

LEAST_SIDE, LEAST_FACE = 0.1, 0.8
"""Faces that show less of themselves, in areas of a top face, have no readable pips; nor have those of which another
die hides more than the rest of this part."""

LEAST_HIDDEN, LEAST_LEFT, LEAST_PIPS = 0.04, 0.5, 0.5
"""The part of a face that others must hide to be read by the rest; and the parts of it and of a value's pips that must
be left for that."""

COVER_SAMPLES = 10
"""What a face covers is looked at in so many points a side."""


@dataclass(frozen=True, eq=False)
class Poses:
    """Attitudes as arrays: `places` (n, 3) are x, y and the floor's height in mm, `r` (n, 3, 3) is die to board."""

    places: Floats
    r: Floats

    @property
    def tops(self) -> NDArray[np.intp]:
        """Which axis of each die is most upright, (n,)."""
        return np.asarray(np.abs(self.r[:, 2]).argmax(axis=1))

    def picked(self, index: NDArray[np.intp]) -> "Poses":
        """Give some of them."""
        return Poses(self.places[index], self.r[index])

    def middles_mm(self, edge_mm: float) -> Floats:
        """Give the cubes' middles, (n, 3)."""
        middles = self.places.copy()
        middles[:, 2] += edge_mm / 2 * np.abs(self.r[:, 2]).sum(axis=1)
        return middles

    def attitude(self, index: int) -> Attitude:
        """Give one of them."""
        x, y, floor = (float(v) for v in self.places[index])
        return Attitude(x, y, self.r[index], floor)


def poses_of(attitudes: list[Attitude]) -> Poses:
    """Put attitudes into arrays."""
    places = np.array([[at.x_mm, at.y_mm, at.floor_mm] for at in attitudes])
    return Poses(places, np.stack([at.r for at in attitudes]))


@dataclass(frozen=True, eq=False)
class _Faces:
    """The faces (n * 3) of n cubes that look at the camera, one for each axis: where the points of a grid appear.

    `columns`, `rows` (n * 3, m) in the window; `areas` (n, 3): what the faces show of themselves in areas of a top
    face, 0 for an axis of which neither face is in view.
    """

    columns: Places
    rows: Places
    areas: Places


_CORNERS = points_of(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]))
_COVER = (np.arange(COVER_SAMPLES) + 0.5) / COVER_SAMPLES - 0.5
_COVER_POINTS = points_of(np.stack(np.meshgrid(_COVER, _COVER), axis=-1).reshape(-1, 2))


@lru_cache(maxsize=16)
def _with_corners(patterns: Patterns, cover: bool) -> Places:
    """Give a face's corners, the points at which what it `cover`s is looked at, and those of patterns, (3, k)."""
    return np.concatenate([_CORNERS, *([_COVER_POINTS] if cover else []), patterns.points], axis=1)


def _faces(sight: Sight, poses: Poses, points: Places) -> _Faces:
    """Place points (3, 4 + m), a face's corners first, on the faces of poses (n)."""
    bases, away = _bases(sight, poses)
    x, y = sight.places(bases.reshape(3, -1, 3), points)
    area = np.abs((x[:, 2] - x[:, 0]) * (y[:, 3] - y[:, 1]) - (x[:, 3] - x[:, 1]) * (y[:, 2] - y[:, 0]))
    areas = area.reshape(-1, 3) / np.float32(2.0 * sight.face_px)
    return _Faces(x[:, 4:], y[:, 4:], areas * (np.abs(away) > sight.edge_mm / 2))


def _bases(sight: Sight, poses: Poses) -> tuple[Places, Floats]:
    """Give what places the points of a face on each axis of poses (n), and how far it looks away, mm (n, 3).

    The first: x, y and z of its middle and of its two sides, (3, n, 3 axes, 3).
    """
    eye, edge, r = sight.plane.camera.position_mm, sight.edge_mm, poses.r
    from_eye = poses.middles_mm(edge) - eye
    away = np.einsum("nij,ni->nj", r, from_eye)
    axes = r.transpose(1, 0, 2)
    bases = np.empty((3, len(r), 3, 3), np.float32)
    bases[..., 0] = from_eye.T[..., None] - edge / 2 * np.sign(away) * axes
    bases[..., 1] = edge * axes.take((1, 2, 0), axis=2)
    bases[..., 2] = edge * axes.take((2, 0, 1), axis=2)
    return bases, away


def quick_merits(sight: Sight, poses: Poses) -> Merits:
    """Compare poses (n) with the picture in few points and one channel: outline and pips together, (n,)."""
    quick, count = sight.patterns.quick, _COVER_POINTS.shape[1]
    faces = _faces(sight, poses, _with_corners(quick, True))
    columns, rows = faces.columns[:, :count], faces.rows[:, :count]
    weights = cv2.remap(sight.soft_weights, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    covers = (np.add.reduce(np.asarray(weights), axis=1) / np.float32(count)).reshape(-1, 3) * faces.areas
    inner = _Faces(faces.columns[:, count:], faces.rows[:, count:], faces.areas)
    pips = _read(sight, inner, poses.tops, sight.tone, quick).pips
    return np.asarray(pips + covers.sum(axis=1), dtype=np.float32)


def drawn_merits(sight: Sight, poses: Poses) -> Merits:
    """Do the same with drawn outlines."""
    drawn = [covered(sight, shape) for shape in outlines_of(sight, poses.middles_mm(sight.edge_mm), poses.r)]
    faces = _faces(sight, poses, _with_corners(sight.patterns.quick, False))
    return _read(sight, faces, poses.tops, sight.tone, sight.patterns.quick).pips + np.array(drawn, np.float32)


@dataclass(frozen=True, eq=False)
class _Read:
    """What n cubes show: evidence (n, 6) of the top faces; what pips explain and how much is in view, (n,).

    `colours` (n * 3, m, channels) of the faces that look at the camera, one for each axis.
    """

    evidence: NDArray[np.float32]
    pips: NDArray[np.float32]
    shown: NDArray[np.float32]
    colours: NDArray[np.uint8]


def _read(sight: Sight, faces: _Faces, tops: NDArray[np.intp], picture: Image, patterns: Patterns) -> _Read:
    """Read the faces in a picture, seen at the points of the patterns, by what walls leave in view of them."""
    colours = look(picture, faces.columns, faces.rows).reshape(*faces.columns.shape, -1)
    shares, in_view = _shares(sight, faces, colours, patterns, patterns.first)
    evidence = shares[np.arange(len(tops)), tops]
    best = np.where(_POSSIBLE[evidence.argmax(axis=1), tops], shares, 0.0).max(axis=2)
    shown = np.where(faces.areas >= LEAST_SIDE, faces.areas, 0.0) * in_view
    return _Read(evidence, (best * shown).sum(axis=1), shown.sum(axis=1), colours)


def _shares(
    sight: Sight, faces: _Faces, colours: NDArray[np.uint8], patterns: Patterns, first: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what patterns explain of the faces that look at the camera, the best `first` (g,) on, (n, 3, g).

    And the part in view of each, (n, 3).
    """
    shares = best_of(explained(colours, patterns), first)
    in_view = np.ones(len(shares), np.float32)
    if sight.clear_view is not None:
        seen = look(sight.clear_view, faces.columns, faces.rows) > 0
        in_view = seen.mean(axis=1, dtype=np.float32)
        cut = np.flatnonzero(in_view <= 1.0 - LEAST_HIDDEN)
        told, left = explained_in_part(colours[cut], seen[cut], patterns, first)
        enough = (left >= LEAST_PIPS) & (in_view[cut, None] >= LEAST_LEFT)
        shares[cut] = np.where(enough, told, shares[cut])
    return shares.reshape(-1, 3, len(first)), in_view.reshape(-1, 3)


def _possible() -> NDArray[np.bool_]:
    """Say which values each face may show, by the top face's value and axis, (6, 3, 3, 6).

    Beside a top face neither its value nor the opposite one shows.
    """
    values, axes = np.arange(6), np.arange(3)
    beside = (values != values[:, None]) & (values != 5 - values[:, None])
    top = axes[:, None] == axes
    return np.asarray(beside[:, None, None] | top[:, :, None], dtype=bool)


_POSSIBLE = _possible()


def all_fitted(sight: Sight, poses: Poses) -> list[Fitted]:
    """Compare poses with the picture in all points and colours."""
    faces = _faces(sight, poses, _with_corners(sight.patterns, False))
    seen = _read(sight, faces, poses.tops, sight.patch, sight.patterns)
    return [_fitted_as(sight, poses.attitude(k), seen, k) for k in range(len(poses.r))]


def _fitted_as(sight: Sight, at: Attitude, seen: _Read, k: int) -> Fitted:
    """Say how well the cube of number `k` explains the picture, from what it shows."""
    evidence, cover = tuple(float(e) for e in seen.evidence[k]), covered(sight, outline_of(sight, at))
    noisy = noise_hides(seen.colours[3 * k + at.top_axis], sight.noise, sight.patterns)
    return Fitted(at, evidence, float(seen.pips[k]), float(seen.shown[k]), cover, noisy)


def pips_in(sight: Sight, at: Attitude, view: Mask) -> float:
    """Give what pips explain of the faces of a cube that are seen in a view (h, w), in areas of a top face."""
    faces = _faces(sight, poses_of([at]), _with_corners(sight.patterns, False))
    colours = look(sight.patch, faces.columns, faces.rows).reshape(*faces.columns.shape, -1)
    shares = by_value(explained(colours, sight.patterns), sight.patterns).max(axis=1)
    seen = (look(view, faces.columns, faces.rows) > 0).mean(axis=1)
    shown = np.where((faces.areas[0] >= LEAST_SIDE) & (seen >= LEAST_FACE), faces.areas[0], 0.0)
    return float((shares * shown).sum())


def top_places(sight: Sight, at: Attitude, grid: Floats) -> Floats:
    """Give the places (m, 2) in the window of a grid (m, 2), in edges, on the most upward face."""
    bases, _ = _bases(sight, poses_of([at]))
    columns, rows = sight.places(bases[:, 0, at.top_axis, None], points_of(grid))
    return np.stack([columns[0], rows[0]], axis=1).astype(np.float64)


def face_places(sight: Sight, at: Attitude, grid: Floats) -> Floats:
    """Give those of a grid on the face of each axis that looks at the camera, (3, m, 2).

    A face's grid lies along the next axis and the one after that.
    """
    faces = _faces(sight, poses_of([at]), np.concatenate([_CORNERS, points_of(grid)], axis=1))
    return np.stack([faces.columns, faces.rows], axis=2).astype(np.float64)


def top_face(sight: Sight, fitted: Fitted) -> Face:
    """Give the most upward face of a fit as it appears in the window."""
    at = fitted.attitude
    column, row = top_places(sight, at, CORNERS[::2, :2]).mean(axis=0)
    return Face(float(column), float(row), at.turn, fitted.evidence)


def fitted_at(sight: Sight, at: Attitude) -> Fitted:
    """Say how well one attitude explains the picture."""
    return all_fitted(sight, poses_of([at]))[0]


@dataclass(frozen=True, eq=False)
class Shown:
    """What the faces of a cube that look at the camera show, one for each axis.

    `turned` (3, 9): what each value's pips explain of them in each of its turns (`LAYOUTS`); `areas` (3,): how much is
    in view of them, in areas of a top face; `ways` (3,): 1 where they look along their axis, -1 against it; `bodies`
    (3, 3): their colours.
    """

    turned: NDArray[np.float32]
    areas: Places
    ways: Floats
    bodies: Floats

    @property
    def shares(self) -> NDArray[np.float32]:
        """What each value's pips explain in any turn, (3, 6)."""
        return best_of(self.turned, FIRST_LAYOUT)


def shown_of(sight: Sight, at: Attitude) -> Shown:
    """Look at the faces of one cube."""
    poses = poses_of([at])
    faces = _faces(sight, poses, _with_corners(sight.patterns, False))
    colours = look(sight.patch, faces.columns, faces.rows).reshape(*faces.columns.shape, -1)
    turned, in_view = _shares(sight, faces, colours, sight.patterns, sight.patterns.first_turned)
    towards = sight.plane.camera.position_mm - poses.middles_mm(sight.edge_mm)[0]
    return Shown(turned[0], (faces.areas * in_view)[0], np.sign(towards @ at.r), np.median(colours, axis=1))
