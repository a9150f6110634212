"""Rare rests made likely: where a die almost wedges itself, it does, and physics goes on from there.

A die seldom stays leaning. A throw is searched for a moment at which one die is nearly in place (or rolls out just
before the far wall). There it is turned and shifted by less than it moves between two frames, nearly all of its speed
is taken away, as a fold in the felt would, and the throw is simulated on: what stays leaning leans by physics.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from controller.throws.events import Wall
from controller.twin.outcome import rotations_of
from controller.twin.physics import SAMPLE_S, Bump, DieStart, Flight
from controller.twin.settings import TwinSettings
from vision.geometry import Floats

_REACH_MM = 5.0
_TURN = np.cos(np.radians(16))
_LEAN_DEG = (34.5, 44.5)
_UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Catch:
    """At this sample of a flight, this die takes this place and turn (rotation, body to board)."""

    sample: int
    die: int
    place_mm: Floats
    rotation: Floats
    keep: float = 0.0


Finder = Callable[[Flight, int, TwinSettings], list[Catch]]


def at_walls(flight: Flight, die: int, settings: TwinSettings) -> list[Catch]:
    """Moments at which a die could wedge itself between the felt and a wall."""
    board = settings.board
    faces = (
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((board.length_mm - settings.rubber_depth_mm, 0.0, 0.0), (-1.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        ((0.0, board.width_mm, 0.0), (0.0, -1.0, 0.0)),
    )
    edge = settings.dice[die].edge_mm
    found = []
    for k in _low_samples(flight, die, edge):
        for spot, away in faces:
            found += _wedged(flight, k, die, np.array(spot), np.array(away), edge)
    return found


def at_dice(flight: Flight, die: int, settings: TwinSettings) -> list[Catch]:
    """Moments at which a die could wedge itself against the side of another that lies flat."""
    edge = settings.dice[die].edge_mm
    found = []
    for other in (k for k in range(len(settings.dice)) if k != die):
        apart = np.linalg.norm(flight.places_mm[:, die] - flight.places_mm[:, other], axis=1)
        for k in _low_samples(flight, die, edge):
            if apart[k] < 1.6 * edge:
                found += _at_sides(flight, k, die, other, edge)
    return found


def before_far_wall(flight: Flight, die: int, settings: TwinSettings) -> list[Catch]:
    """Moments at which a die that has not hit the far wall yet rolls 1 to 7 mm before its rubber."""
    edge = settings.dice[die].edge_mm
    turns = rotations_of(flight.turns[:, die])
    front = flight.places_mm[:, die, 0] + edge / 2 * np.abs(turns[:, 0]).sum(1)
    gap = settings.board.length_mm - settings.rubber_depth_mm - front
    hits = [b.start_s for b in flight.bumps if b.die == die and b.wall is Wall.FAR]
    before = np.arange(len(gap)) * SAMPLE_S < min(hits, default=np.inf)
    low = flight.places_mm[:, die, 2] < 1.2 * edge
    samples = np.flatnonzero((gap > 1) & (gap < 7) & before & low)
    return [Catch(int(k), die, flight.places_mm[k, die], turns[k], 0.1) for k in samples]


def _low_samples(flight: Flight, die: int, edge_mm: float) -> list[int]:
    """Every second sample at which a die is at the felt."""
    height = flight.places_mm[:, die, 2]
    return [int(k) for k in np.flatnonzero((height < 0.95 * edge_mm) & (height > 0.5 * edge_mm))[::2]]


def _at_sides(flight: Flight, k: int, die: int, other: int, edge_mm: float) -> list[Catch]:
    sides = rotations_of(flight.turns[k : k + 1, other])[0].T
    if np.abs(sides[:, 2]).max() < 0.999:
        return []
    level = [s * sign for s in sides if abs(s[2]) < 0.5 for sign in (1.0, -1.0)]
    found = []
    for away in level:
        spot = flight.places_mm[k, other] + away * edge_mm / 2
        aside = np.cross(away, _UP) @ (flight.places_mm[k, die] - spot)
        if abs(aside) < 0.5 * edge_mm:
            found += _wedged(flight, k, die, spot, away, edge_mm)
    return found


def _wedged(flight: Flight, k: int, die: int, spot_mm: Floats, away: Floats, edge_mm: float) -> list[Catch]:
    """Fit a die into the corner of felt and an upright face through a spot, if it is nearly there."""
    place = flight.places_mm[k, die]
    if abs(float((place - spot_mm) @ away) - 0.7 * edge_mm) > _REACH_MM + 0.2 * edge_mm:
        return []
    rotation = _eased(rotations_of(flight.turns[k : k + 1, die])[0], away)
    if rotation is None:
        return []
    reach = edge_mm / 2 * np.abs(away @ rotation).sum()
    high = edge_mm / 2 * np.abs(rotation[2]).sum()
    moved = place + (reach - float((place - spot_mm) @ away)) * away
    moved[2] = high
    near = float(np.linalg.norm(moved - place)) < _REACH_MM
    return [Catch(k, die, moved, rotation)] if near else []


def _eased(rotation: Floats, away: Floats) -> Floats | None:
    """Turn a die a little so that an edge runs along the face and it leans by an angle that can hold, or None."""
    along = np.cross(away, _UP)
    axis = int(np.abs(rotation.T @ along).argmax())
    body = rotation[:, axis] * np.sign(rotation[:, axis] @ along)
    if body @ along < _TURN:
        return None
    level = _between(body, along) @ rotation
    side = level[:, (axis + 1) % 3]
    phase = float(np.degrees(np.arctan2(side @ _UP, side @ away))) % 90.0
    lean = phase if phase < 45 else phase - 90.0
    wanted = float(np.clip(-lean, *_LEAN_DEG))
    if abs(-lean - wanted) > 14:
        return None
    return np.asarray(_about(along, np.radians(wanted + lean)) @ level, dtype=np.float64)


def _between(one: Floats, two: Floats) -> Floats:
    """The least rotation that brings one unit vector to another."""
    axis = np.cross(one, two)
    sine = float(np.linalg.norm(axis))
    return _about(axis / sine, float(np.arctan2(sine, one @ two))) if sine > 1e-9 else np.eye(3)


def _about(axis: Floats, angle: float) -> Floats:
    """The rotation about a unit axis (Rodrigues)."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k, dtype=np.float64)


def starts_at(flight: Flight, catch: Catch) -> tuple[DieStart, ...]:
    """The dice as they move at the moment of a catch, the caught one as the catch says."""
    k = catch.sample
    back, ahead = max(k - 1, 0), min(k + 1, len(flight.places_mm) - 1)
    long = max(ahead - back, 1) * SAMPLE_S
    speed = (flight.places_mm[ahead] - flight.places_mm[back]) / long
    starts = []
    for i in range(len(speed)):
        spin = _spin(flight.turns[back, i], flight.turns[ahead, i]) / long
        place, turn, share = flight.places_mm[k, i], flight.turns[k, i], 1.0
        if i == catch.die:
            place, turn, share = catch.place_mm, _quaternion(catch.rotation), catch.keep
        starts.append(DieStart(_three(place), _four(turn), _three(share * speed[i]), _three(share * spin)))
    return tuple(starts)


def _quaternion(rotation: Floats) -> Floats:
    """The unit quaternion (w first) of a rotation matrix, from its largest component."""
    m = rotation
    squares = np.array([
        1 + m[0, 0] + m[1, 1] + m[2, 2], 1 + m[0, 0] - m[1, 1] - m[2, 2],
        1 - m[0, 0] + m[1, 1] - m[2, 2], 1 - m[0, 0] - m[1, 1] + m[2, 2],
    ])  # fmt: skip
    table = np.array([
        [squares[0], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], squares[1], m[1, 0] + m[0, 1], m[0, 2] + m[2, 0]],
        [m[0, 2] - m[2, 0], m[1, 0] + m[0, 1], squares[2], m[2, 1] + m[1, 2]],
        [m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[2, 1] + m[1, 2], squares[3]],
    ])  # fmt: skip
    row = table[int(squares.argmax())]
    return np.asarray(row / np.linalg.norm(row), dtype=np.float64)


def joined(first: Flight, sample: int, rest: Flight) -> Flight:
    """One flight from the beginning of `first` up to a sample and on with `rest`."""
    at = sample * SAMPLE_S
    later = tuple(replace(b, start_s=b.start_s + at, end_s=b.end_s + at) for b in rest.bumps)
    known: tuple[Bump, ...] = tuple(b for b in first.bumps if b.start_s < at)
    return Flight(
        np.vstack([first.places_mm[:sample], rest.places_mm]),
        np.vstack([first.turns[:sample], rest.turns]),
        at + rest.rest_s,
        known + later,
        rest.touching,
        np.concatenate([first.energy_mj[:sample], rest.energy_mj]),
    )


def _spin(one: Floats, two: Floats) -> Floats:
    """The turn from one quaternion to another as a vector in the body's frame, rad."""
    w, x, y, z = one
    back = np.array([[w, x, y, z], [-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]) @ two
    back = back if back[0] >= 0 else -back
    sine = float(np.linalg.norm(back[1:]))
    half = float(np.arctan2(sine, back[0]))
    return np.asarray(back[1:] * (2 * half / sine if sine > 1e-9 else 2.0), dtype=np.float64)


def _three(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def _four(values: Floats) -> tuple[float, float, float, float]:
    return float(values[0]), float(values[1]), float(values[2]), float(values[3])
