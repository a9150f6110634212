"""From a simulated flight to what people would say of it: which face is up, how each die lies, what it leans on."""

from dataclasses import dataclass

import numpy as np

from controller.throws.events import Wall
from controller.twin.physics import LONGEST_S, Bump, Flight
from controller.twin.settings import DieStyle, TwinSettings
from controller.twin.truth import COCKED_OVER_DEG
from vision.geometry import Floats
from vision.reading import DieState, Support

# Body axes ±x ±y ±z of a right-handed die; a left-handed one has 3 and 4 changed over.
_RIGHT = ((1, 6), (2, 5), (3, 4))
_LEFT = ((1, 6), (2, 5), (4, 3))
LEVEL_MM = 1.0


@dataclass(frozen=True, slots=True)
class DieEnd:
    """How one die ended: like DieTruth, before there is a clock."""

    value: int
    state: DieState
    tilt_deg: float
    centre_mm: tuple[float, float, float]
    rotation: tuple[float, ...]
    support: Support | None
    hit_far_wall: bool
    bumps: tuple[Bump, ...]


def rotations_of(quaternions: Floats) -> Floats:
    """Turn unit quaternions (n, 4), w first, into rotation matrices (n, 3, 3), body to board."""
    w, x, y, z = quaternions.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.asarray(np.moveaxis(np.array(rows), 2, 0), dtype=np.float64)


def rotation_of(quaternion: Floats) -> Floats:
    """Turn one unit quaternion (w, x, y, z) into a rotation matrix (3, 3), body to board."""
    return np.asarray(rotations_of(np.asarray(quaternion)[None])[0], dtype=np.float64)


def face_value(axis: int, sign: int, style: DieStyle) -> int:
    """Give the value on a body axis (0 x, 1 y, 2 z) and side (1, -1)."""
    return (_LEFT if style.left_handed else _RIGHT)[axis][0 if sign > 0 else 1]


def top_face(rotation: Floats, style: DieStyle) -> tuple[int, float]:
    """Give the most upward face's value and its tilt in degrees."""
    up = rotation[2]
    axis = int(np.abs(up).argmax())
    tilt = float(np.degrees(np.arccos(min(1.0, abs(float(up[axis]))))))
    return face_value(axis, 1 if up[axis] > 0 else -1, style), tilt


def ends_of(flight: Flight, settings: TwinSettings) -> tuple[DieEnd, ...]:
    """Read every die's end from a flight."""
    return tuple(_end_of(flight, i, settings) for i in range(len(settings.dice)))


def _end_of(flight: Flight, die: int, settings: TwinSettings) -> DieEnd:
    style = settings.dice[die]
    rotation = rotation_of(flight.turns[-1, die])
    value, tilt = top_face(rotation, style)
    place = flight.places_mm[-1, die]
    touching = flight.touching[die]
    bumps = tuple(b for b in flight.bumps if b.die == die)
    return DieEnd(
        value,
        DieState.MOVING if flight.rest_s > LONGEST_S - 0.2 else _state(place, tilt, touching, style, settings),
        tilt,
        (float(place[0]), float(place[1]), float(place[2])),
        tuple(float(v) for v in rotation.ravel()),
        _support(place, tilt, touching, style),
        any(b.wall is Wall.FAR and b.face == "inner" for b in bumps),
        bumps,
    )


def _state(place: Floats, tilt: float, touching: frozenset[str], style: DieStyle, settings: TwinSettings) -> DieState:
    board = settings.board
    inside = 0 < place[0] < board.length_mm and 0 < place[1] < board.width_mm
    if not inside or "table" in touching or place[2] > board.wall_height_mm:
        return DieState.OFF_BOARD
    if tilt > COCKED_OVER_DEG:
        return DieState.COCKED
    raised = place[2] > style.edge_mm * 1.3
    return DieState.STACKED if raised and "die" in touching else DieState.FLAT


def _support(place: Floats, tilt: float, touching: frozenset[str], style: DieStyle) -> Support | None:
    """What carries a die besides the felt; a flat die that only stands beside something has none."""
    raised = place[2] > style.edge_mm / 2 + LEVEL_MM
    if tilt <= COCKED_OVER_DEG and not raised:
        return None
    if "chip" in touching:
        return Support.CHIPS
    if "die" in touching:
        return Support.DIE
    return Support.WALL if any(t.startswith("wall") for t in touching) else None
