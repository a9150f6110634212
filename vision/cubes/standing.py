"""How a die stands, told by where the pips of its faces appear: its tilt to half a degree, its height to a few mm.

Pips of two faces do not lie in one plane, so that they tell all six ways in which a die may be turned and moved.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight, upright
from vision.cubes.fitting import fit_best_flat
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.cubes.pips_seen import PipsSeen, pips_seen
from vision.geometry import Floats

LEAST_PIPS = 4
"""So many pips are two places more than a die may be turned and moved in ways."""

PLACE_PX = 0.12
"""How exactly pips are found, in pixels of the picture (standard deviation): of most dice they are twice as exact."""

MOST_OFF_PX = 0.5
"""How far, in those, pips may lie from where those of a level die appear (rms), to be its pips."""

ONE_OFF_PX, LEAST_LEFT, MUCH_NEARER = 0.25, 6, 0.5
"""From how far off on, in those, one pip is left out that alone is off, as what a mirror image touches is; how many
pips must be left; and to what part of that the others must then be off."""

LEVEL_DEG, LEVEL_ERROR_DEG = 2.0, 1.0
"""A die that tilts by no more is level, where that is told so exactly: of 455 level dice of 40 px and more three in
five are told to be, most others show no side; of 895 that lean none shows two faces as a level die would."""

LEAST_UP, MOST_UP = -0.5, 1.5
"""Between what heights, in edges, a die may lie at all: what is measured beyond is something else than its pips."""

HEIGHT_ERROR = 0.2
"""How exactly, in edges, a level die's height must be told to tell whether it lies on another."""

LOOKS, NEAR_ENOUGH = 3, 0.15
"""So often pips are looked for, each time nearer to where they are, until a die is as high as it was taken to be, in
edges."""

TURNS_DEG = (0.0, 15.0, 30.0, 45.0, 60.0, 75.0)
"""How a die that shows a 1 is turned where a search for its sides begins."""

STEPS = 6
"""So many steps of Gauss and Newton: each starts from a fit that is off by less than a pip."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a die stands: its tilt, and how high it would lie above the board were it level, in edges; with their errors.

    `off_px`: how far, in pixels of the picture, the pips appear from where those of a level die would (rms).
    """

    tilt_deg: float
    tilt_error_deg: float
    up: float
    up_error: float
    off_px: float

    @property
    def level(self) -> bool:
        """Say whether it is surely level."""
        exact = self.off_px <= MOST_OFF_PX and self.tilt_error_deg <= LEVEL_ERROR_DEG
        return exact and self.tilt_deg <= LEVEL_DEG and LEAST_UP <= self.up <= MOST_UP

    @property
    def told_up(self) -> float | None:
        """How high it lies, where it is surely level and that is told exactly."""
        return self.up if self.level and self.up_error <= HEIGHT_ERROR else None


def standing_of(sight: Sight, at: Attitude, value: int) -> Standing | None:
    """Measure how a die stands that seems to lie `at` and to show a value.

    None where pips of less than two faces are found, or dice are too small.
    """
    if sight.face_px**0.5 < LEAST_EXACT_PX * sight.pixel or sight.patterns.spacing is None:
        return None
    at = turned_by_pips(sight, at) if value == 1 else at
    rays = level = None
    for _ in range(LOOKS):
        found = _rays(sight, at, value)
        if found is None:
            break
        rays, level = _without_one_off(found, at, ONE_OFF_PX * sight.pixel / sight.plane.scale)
        moved_mm = level.middle_mm[2] - at.middle_mm(sight.edge_mm)[2]
        at = replace(at, x_mm=level.middle_mm[0], y_mm=level.middle_mm[1], r=level.r, floor_mm=level.floor_mm)
        if abs(moved_mm) < NEAR_ENOUGH * sight.edge_mm:
            break
    return _measured(sight, rays.fit(at, _ALL), level) if rays and level else None


def _without_one_off(rays: "_Rays", start: Attitude, most_mm: float) -> tuple["_Rays", "_Placed"]:
    """Place a level die by its pips, but for one that lies far off where the others do not."""
    level = rays.fit(start, _LEVEL)
    if level.off_mm <= most_mm or len(rays.seen_mm) <= LEAST_LEFT:
        return rays, level
    fewer = rays.without(rays.farthest(level))
    other = fewer.fit(start, _LEVEL) if fewer.faces > 1 else level
    return (fewer, other) if other.off_mm <= MUCH_NEARER * level.off_mm else (rays, level)


def _rays(sight: Sight, at: Attitude, value: int) -> "_Rays | None":
    """Find the pips of a die; None where they are too few, or on one face only."""
    seen = pips_seen(sight, at, value)
    enough = seen is not None and seen.faces > 1 and len(seen.places) >= LEAST_PIPS
    return _Rays.of(sight, seen) if seen and enough else None


def _measured(sight: Sight, free: "_Placed", level: "_Placed") -> Standing:
    """Tell how a die stands by how it was fitted in all ways, and as a level one."""
    pixel_mm = sight.pixel / sight.plane.scale
    tilts = np.sqrt(np.diagonal(free.spread)[_TILTS]) * PLACE_PX * pixel_mm
    up = np.sqrt(level.spread[_UP, _UP]) * PLACE_PX * pixel_mm
    return Standing(
        float(np.degrees(np.arccos(np.clip(np.abs(free.r[2]).max(), 0.0, 1.0)))), float(np.degrees(np.hypot(*tilts))),
        level.floor_mm / sight.edge_mm, float(up / sight.edge_mm), level.off_mm / pixel_mm,
    )  # fmt: skip


def turned_by_pips(sight: Sight, at: Attitude) -> Attitude:
    """Turn a level die that shows a 1, whose pip looks the same in any turn, so that its sides' pips explain most."""
    near = sight.near(at)
    nothing = np.zeros_like(near.own)
    turns = (upright(at.x_mm, at.y_mm, at.turn + by, at.floor_mm) for by in np.deg2rad(TURNS_DEG))
    return fit_best_flat(replace(near, own=nothing, other=nothing, things=nothing), list(turns)).attitude


_ALL, _LEVEL = (0, 1, 2, 3, 4, 5), (0, 1, 2, 5)
_UP, _TILTS = 2, slice(3, 5)
"""What may change of a die: x, y and z of its middle, and its turns about these; which may of a level one."""


@dataclass(frozen=True, eq=False)
class _Placed:
    """A die as it was fitted: its middle (3,) and axes (3, 3) on the board, how far its pips are off (rms, mm), and the
    covariance of what was fitted, for pips found to a mm. `floor_mm`: how high its lowest corner lies."""

    middle_mm: Floats
    r: Floats
    floor_mm: float
    off_mm: float
    spread: Floats


@dataclass(frozen=True, eq=False)
class _Rays:
    """Where pips appear on the plane of top faces, seen from the camera, (n, 2) mm, and where on a die they are."""

    seen_mm: Floats
    on_die_mm: Floats
    eye_mm: Floats
    depth_mm: float
    edge_mm: float

    @classmethod
    def of(cls, sight: Sight, pips: PipsSeen) -> "_Rays":
        eye = sight.plane.camera.position_mm
        on_plane = sight.plane.to_mm(pips.places + np.array([sight.window.left, sight.window.top]))
        return cls(on_plane - eye[:2], pips.on_die * sight.edge_mm, eye, eye[2] - sight.plane.z_mm, sight.edge_mm)

    @property
    def faces(self) -> int:
        """Count the faces on which these pips are: where they lie farthest out."""
        on_face = np.abs(self.on_die_mm) >= 0.999 * self.edge_mm / 2
        return int(on_face.any(axis=0).sum())

    def without(self, number: int) -> "_Rays":
        """Leave a pip out."""
        seen, on_die = (np.delete(points, number, axis=0) for points in (self.seen_mm, self.on_die_mm))
        return replace(self, seen_mm=seen, on_die_mm=on_die)

    def farthest(self, placed: "_Placed") -> int:
        """Give the number of the pip that is farthest off of a die that is placed so."""
        off, _ = self._off(placed.middle_mm, placed.r)
        return int(np.linalg.norm(off.reshape(-1, 2), axis=1).argmax())

    def fit(self, start: Attitude, ways: tuple[int, ...]) -> _Placed:
        """Place a die in the given ways from a start so that its pips appear where they are seen (Gauss, Newton)."""
        middle, r = start.middle_mm(self.edge_mm), start.r
        for _ in range(STEPS):
            off, slopes = self._off(middle, r)
            step = np.zeros(len(_ALL))
            step[list(ways)] = np.linalg.lstsq(slopes[:, ways], -off, rcond=None)[0]
            middle, r = middle + step[:3], turned_about(step[3:]) @ r
        off, slopes = self._off(middle, r)
        spread = np.asarray(np.linalg.pinv(slopes[:, ways].T @ slopes[:, ways]), dtype=np.float64)
        floor = float(middle[2] - self.edge_mm / 2 * np.abs(r[2]).sum())
        return _Placed(middle, r, floor, float(np.sqrt(2.0 * np.square(off).mean())), spread)

    def _off(self, middle_mm: Floats, r: Floats) -> tuple[Floats, Floats]:
        """Give how far pips appear beside where they are seen, (2 n,), and how that changes with a die, (2 n, 6)."""
        arms = self.on_die_mm @ r.T
        x, y, z = (middle_mm + arms - self.eye_mm).T
        reach = -self.depth_mm / z
        seen = np.stack([reach * x, reach * y], axis=1)
        zero = np.zeros_like(reach)
        moved = np.stack([np.stack([reach, zero, -reach * x / z], 1), np.stack([zero, reach, -reach * y / z], 1)], 1)
        turned = -moved @ _crossed(arms)
        slopes = np.concatenate([moved, turned], axis=2).reshape(-1, len(_ALL))
        return (seen - self.seen_mm).ravel(), slopes


def _crossed(arms: Floats) -> Floats:
    """Give the matrices (n, 3, 3) that cross arms (n, 3) with what they multiply."""
    x, y, z = arms.T
    zero = np.zeros_like(x)
    return np.stack([np.stack([zero, -z, y], 1), np.stack([z, zero, -x], 1), np.stack([-y, x, zero], 1)], 1)


def turned_about(by: NDArray[np.float64]) -> Floats:
    """Give the rotation (3, 3) about an axis by its length, rad (Rodrigues)."""
    angle = float(np.linalg.norm(by))
    if angle < 1e-12:
        return np.eye(3)
    (k,) = _crossed(by[None] / angle)
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * k @ k)
