"""Rare rests made likely: where the cloth could have caught a die, it does, and physics goes on from there.

A die seldom stays leaning. A throw is searched for a moment at which one die is almost wedged (or rolls out just before
the far wall), nearly all of its speed is taken away there, as a fold in the felt would, and the throw is simulated on.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from controller.throws.events import Wall
from controller.twin.outcome import rotations_of
from controller.twin.physics import SAMPLE_S, Bump, DieStart, Flight
from controller.twin.settings import TwinSettings
from vision.geometry import Floats

_TOUCH_MM = 1.6
_LEANS = (24.0, 44.5)
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) / 2


def wall_moments(flight: Flight, die: int, settings: TwinSettings) -> NDArray[np.intp]:
    """Samples at which a die is tilted with one edge on the felt and another at a wall."""
    corners, tilted = _shape(flight, die, settings)
    board = settings.board
    gaps = (
        corners[..., 0].min(1),
        board.length_mm - settings.rubber_depth_mm - corners[..., 0].max(1),
        corners[..., 1].min(1),
        board.width_mm - corners[..., 1].max(1),
    )
    return np.flatnonzero(tilted & (np.abs(np.min(gaps, axis=0)) < _TOUCH_MM))


def die_moments(flight: Flight, die: int, settings: TwinSettings) -> NDArray[np.intp]:
    """Samples at which a die is tilted with one edge on the felt, close beside another die."""
    _, tilted = _shape(flight, die, settings)
    edge = settings.dice[die].edge_mm
    apart = np.linalg.norm(flight.places_mm - flight.places_mm[:, die : die + 1], axis=2)
    apart[:, die] = np.inf
    level = flight.places_mm[..., 2].max(1) < 0.9 * edge
    near = (apart.min(1) > 0.95 * edge) & (apart.min(1) < 1.4 * edge)
    return np.flatnonzero(tilted & near & level)


def short_moments(flight: Flight, die: int, settings: TwinSettings) -> NDArray[np.intp]:
    """Samples at which a die that has not hit the far wall yet rolls 1 to 7 mm before its rubber."""
    corners, _ = _shape(flight, die, settings)
    gap = settings.board.length_mm - settings.rubber_depth_mm - corners[..., 0].max(1)
    hits = [b.start_s for b in flight.bumps if b.die == die and b.wall is Wall.FAR]
    before = np.arange(len(gap)) * SAMPLE_S < min(hits, default=np.inf)
    low = flight.places_mm[:, die, 2] < 1.2 * settings.dice[die].edge_mm
    return np.flatnonzero((gap > 1) & (gap < 7) & before & low)


def _shape(flight: Flight, die: int, settings: TwinSettings) -> tuple[Floats, NDArray[np.bool_]]:
    """The die's corners (t, 8, 3) and whether it stands tilted on the felt, by sample."""
    edge = settings.dice[die].edge_mm
    turns = rotations_of(flight.turns[:, die])
    corners = flight.places_mm[:, die, None, :] + np.einsum("tij,cj->tci", turns, _CORNERS * edge)
    tilt = np.degrees(np.arccos(np.minimum(np.abs(turns[:, 2]).max(1), 1.0)))
    tilted = (tilt > _LEANS[0]) & (tilt < _LEANS[1]) & (np.abs(corners[..., 2].min(1)) < _TOUCH_MM)
    return corners, tilted


def starts_at(flight: Flight, sample: int, keep: Floats) -> tuple[DieStart, ...]:
    """The dice as they move at a sample, each keeping a share `keep` (n,) of its speed and spin."""
    back, ahead = max(sample - 1, 0), min(sample + 1, len(flight.places_mm) - 1)
    long = (ahead - back) * SAMPLE_S
    speed = (flight.places_mm[ahead] - flight.places_mm[back]) / long
    starts = []
    for i, share in enumerate(keep):
        spin = _spin(flight.turns[back, i], flight.turns[ahead, i]) / long
        place, turn = flight.places_mm[sample, i], flight.turns[sample, i]
        starts.append(DieStart(_three(place), _four(turn), _three(share * speed[i]), _three(share * spin)))
    return tuple(starts)


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
