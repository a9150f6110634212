"""Dice at rest without a throw: set or dropped onto the board and left to physics, for statistics of reading."""

from enum import StrEnum

import numpy as np

from controller.errors import ConfigError
from controller.twin.outcome import ends_of, rotation_of
from controller.twin.physics import DieStart, Physics
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Toss, scatter_chips
from controller.twin.world import CHIP_HEIGHT_MM, CHIP_RADIUS_MM
from vision.geometry import Floats
from vision.reading import DieState, Support

TRIES = 80
STAYS_MM = 0.7
Turn = tuple[float, float, float, float]


class Rest(StrEnum):
    """How the first die of a scene lies; the others lie flat and free."""

    FLAT = "flat"
    TOUCH_DIE = "touch_die"
    TOUCH_WALL = "touch_wall"
    TOUCH_CHIP = "touch_chip"
    ON_CHIP = "on_chip"
    LEAN_CHIP = "lean_chip"
    LEAN_WALL = "lean_wall"
    LEAN_DIE = "lean_die"
    STACKED = "stacked"


USUAL = {
    Rest.FLAT: 0.44, Rest.TOUCH_DIE: 0.12, Rest.TOUCH_WALL: 0.1, Rest.TOUCH_CHIP: 0.06, Rest.ON_CHIP: 0.06,
    Rest.LEAN_CHIP: 0.08, Rest.LEAN_WALL: 0.05, Rest.LEAN_DIE: 0.05, Rest.STACKED: 0.04,
}  # fmt: skip
"""How often each kind comes when a scene's kind is left open."""


def draw_kind(rng: np.random.Generator, dice: int) -> Rest:
    """Draw a kind of scene that this many dice can show."""
    kinds = [k for k in USUAL if dice > 1 or k not in (Rest.TOUCH_DIE, Rest.LEAN_DIE, Rest.STACKED)]
    weights = np.array([USUAL[k] for k in kinds])
    return kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]


class Scenes:
    """Arranges resting dice on one table."""

    def __init__(self, settings: TwinSettings, physics: Physics) -> None:
        self._settings = settings
        self._physics = physics

    def arrange(self, kind: Rest, rng: np.random.Generator) -> Toss:
        """Find dice at rest of a kind. Raises ConfigError when none came about."""
        for _ in range(TRIES):
            chips = scatter_chips(self._settings, self._settings.chips, rng)
            starts, chips = self._draw(kind, chips, rng)
            flight = self._physics.throw(starts, chips)
            toss = Toss(starts, chips, flight, ends_of(flight, self._settings), Kind.ANY)
            if _fits(kind, toss) and self._stays(toss):
                return toss
        raise ConfigError(
            f"No resting scene {kind.value!r} came about on this table. Ask for another kind or more dice."
        )

    def _stays(self, toss: Toss) -> bool:
        """Whether dice put down exactly so stay so: what creeps or balances is not at rest."""
        ends = zip(toss.ends, toss.flight.turns[-1], strict=True)
        again = self._physics.throw(tuple(_drop(np.array(e.centre_mm), _four(q)) for e, q in ends), toss.chips_mm)
        return bool(np.abs(again.places_mm[-1] - toss.flight.places_mm[-1]).max() < STAYS_MM)

    def _draw(self, kind: Rest, chips_mm: Floats, rng: np.random.Generator) -> tuple[tuple[DieStart, ...], Floats]:
        spots = self._free_spots(chips_mm, rng)
        starts = [_set_down(s.edge_mm, spot, rng) for s, spot in zip(self._settings.dice, spots, strict=True)]
        edge = self._settings.dice[0].edge_mm
        if kind in (Rest.TOUCH_DIE, Rest.LEAN_DIE, Rest.STACKED):
            starts[0] = _beside(kind, edge, starts[1], rng)
        elif kind in (Rest.TOUCH_CHIP, Rest.ON_CHIP, Rest.LEAN_CHIP):
            high = 1 if kind is Rest.ON_CHIP else int(rng.integers(1, 4))
            tower = [(*spots[0], (k + 0.5) * CHIP_HEIGHT_MM) for k in range(high)]
            chips_mm = np.vstack([np.array(tower), chips_mm])
            starts[0] = _at_chip(kind, edge, np.array(tower[-1]), rng)
        elif kind in (Rest.TOUCH_WALL, Rest.LEAN_WALL):
            starts[0] = _at_wall(kind, edge, self._settings, rng)
        return tuple(starts), chips_mm

    def _free_spots(self, chips_mm: Floats, rng: np.random.Generator) -> list[Floats]:
        board = self._settings.board
        taken: list[Floats] = [np.asarray(c[:2]) for c in chips_mm]
        spots: list[Floats] = []
        low, high = (30, 30), (board.length_mm - self._settings.rubber_depth_mm - 30, board.width_mm - 30)
        for _ in self._settings.dice:
            for _ in range(200):
                spot = rng.uniform(low, high)
                if all(np.linalg.norm(spot - other) > 46 for other in taken):
                    break
            taken.append(spot)
            spots.append(spot)
        return spots


def _set_down(edge_mm: float, spot_mm: Floats, rng: np.random.Generator) -> DieStart:
    place = (float(spot_mm[0]), float(spot_mm[1]), edge_mm / 2 + 0.02)
    return DieStart(place, flat_turn(rng), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def flat_turn(rng: np.random.Generator) -> Turn:
    """Draw a turn with any face up, level, turned anyhow about the vertical."""
    half = rng.uniform(0, np.pi)
    return _product((float(np.cos(half)), 0.0, 0.0, float(np.sin(half))), _any_face(rng))


def _four(q: Floats) -> Turn:
    return float(q[0]), float(q[1]), float(q[2]), float(q[3])


def _product(one: Turn, two: Floats) -> Turn:
    a, b, c, d = one
    e, f, g, h = (float(v) for v in two)
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def _drop(place_mm: Floats, turn: Turn) -> DieStart:
    return DieStart(_three(place_mm), turn, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def _push(start: DieStart, speed_mm_s: Floats) -> DieStart:
    return DieStart(start.place_mm, start.turn, _three(speed_mm_s), start.spin_rad_s)


def _three(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def _beside(kind: Rest, edge_mm: float, other: DieStart, rng: np.random.Generator) -> DieStart:
    """Place a die next to another, wedged against its side, or on top of it."""
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn), 0.0])
    at = np.array(other.place_mm)
    if kind is Rest.TOUCH_DIE:
        start = _set_down(edge_mm, (at + way * edge_mm * rng.uniform(1.0, 1.42))[:2], rng)
        return _push(start, -60 * way)
    if kind is Rest.STACKED:
        return _drop(at + way * rng.uniform(0, 0.4) * edge_mm + (0, 0, edge_mm + 0.5), flat_turn(rng))
    sides = rotation_of(np.array(other.turn)).T
    level = [s for s in sides if abs(s[2]) < 0.5]
    return _wedged(edge_mm, at[:2], edge_mm / 2, level[int(rng.integers(2))] * rng.choice([-1, 1]), rng)


def _wedged(edge_mm: float, spot_mm: Floats, gap_mm: float, away: Floats, rng: np.random.Generator) -> DieStart:
    """Tilt a die between the felt and an upright face that lies `gap_mm` from a spot and looks `away`."""
    lean = np.radians(rng.uniform(33, 44.5))
    reach = edge_mm / 2 * (np.cos(lean) + np.sin(lean))
    # Only this way round does the wall hinder the die from falling flat.
    axis = -np.cross(away, (0, 0, 1))
    tilt = np.array([np.cos(lean / 2), *(np.sin(lean / 2) * axis)])
    yaw = np.arctan2(away[1], away[0]) / 2 + rng.normal(0, 0.006)
    level = _product((float(np.cos(yaw)), 0.0, 0.0, float(np.sin(yaw))), _any_face(rng))
    place = np.array([*(spot_mm + away[:2] * (gap_mm + reach + 0.05)), reach + 0.05])
    return _drop(place, _product(_four(tilt), np.array(level)))


def _at_chip(kind: Rest, edge_mm: float, chip_mm: Floats, rng: np.random.Generator) -> DieStart:
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn), 0.0])
    if kind is Rest.ON_CHIP:
        above = (0, 0, CHIP_HEIGHT_MM / 2 + edge_mm / 2 + 0.3)
        return _drop(chip_mm + way * rng.uniform(0, 12) + above, flat_turn(rng))
    if kind is Rest.TOUCH_CHIP:
        start = _set_down(edge_mm, (chip_mm + way * (CHIP_RADIUS_MM + edge_mm * rng.uniform(0.5, 0.72)))[:2], rng)
        return _push(start, -50 * way)
    out = CHIP_RADIUS_MM + edge_mm * rng.uniform(-0.1, 0.45)
    return _drop(chip_mm + way * out + (0, 0, edge_mm * 0.6), flat_turn(rng))


def _at_wall(kind: Rest, edge_mm: float, settings: TwinSettings, rng: np.random.Generator) -> DieStart:
    """Place a die at one of the four walls, level or wedged between wall and felt."""
    board = settings.board
    x, y = rng.uniform(0.08, 0.9) * board.length_mm, rng.uniform(0.08, 0.92) * board.width_mm
    spot, away = (
        ((0.0, y), (1.0, 0.0, 0.0)),
        ((board.length_mm - settings.rubber_depth_mm, y), (-1.0, 0.0, 0.0)),
        ((x, 0.0), (0.0, 1.0, 0.0)),
        ((x, board.width_mm), (0.0, -1.0, 0.0)),
    )[int(rng.integers(4))]
    if kind is Rest.LEAN_WALL:
        return _wedged(edge_mm, np.array(spot), 0.0, np.array(away), rng)
    gap = edge_mm * rng.uniform(0.5, 0.72)
    return _push(_set_down(edge_mm, np.array(spot) + gap * np.array(away[:2]), rng), -50 * np.array(away))


def _any_face(rng: np.random.Generator) -> Floats:
    """Draw the quarter turn that brings a face up."""
    faces = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [1, -1, 0, 0], [1, 0, 1, 0], [1, 0, -1, 0]], float)
    face = faces[int(rng.integers(6))]
    return np.asarray(face / np.linalg.norm(face), dtype=np.float64)


def _fits(kind: Rest, toss: Toss) -> bool:
    """Whether the first die came to rest as wished and the others lie on the board."""
    first = toss.ends[0]
    if any(e.state in (DieState.MOVING, DieState.OFF_BOARD) for e in toss.ends):
        return False
    leans = first.state is DieState.COCKED and 4.0 < first.tilt_deg < 46.0
    near = min((np.hypot(*np.subtract(e.centre_mm, first.centre_mm)[:2]) for e in toss.ends[1:]), default=1e9)
    flat = first.state is DieState.FLAT
    return {
        Rest.FLAT: flat and first.support is None,
        Rest.TOUCH_DIE: flat and near < 30,
        Rest.TOUCH_WALL: flat,
        Rest.TOUCH_CHIP: flat and first.support is None,
        Rest.ON_CHIP: flat and first.support is Support.CHIPS,
        Rest.LEAN_CHIP: leans and first.support is Support.CHIPS,
        Rest.LEAN_WALL: leans and first.support is Support.WALL,
        Rest.LEAN_DIE: leans and first.support is Support.DIE,
        Rest.STACKED: first.state is DieState.STACKED,
    }[kind]
