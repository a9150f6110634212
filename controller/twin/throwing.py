"""The hand: plans of throws, and the search for a real throw that ends as planned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

import numpy as np

from controller.errors import ConfigError
from controller.throws.events import Wall
from controller.twin.catching import Catch, at_dice, at_walls, before_far_wall, joined, starts_at
from controller.twin.outcome import DieEnd, ends_of
from controller.twin.physics import DieStart, Flight, Physics
from controller.twin.settings import TwinSettings
from controller.twin.world import CHIP_HEIGHT_MM, CHIP_RADIUS_MM
from vision.geometry import Floats
from vision.reading import DieState, Support

TRIES = 160
CATCHES = 4
STILL = (0.0, 0.0, 0.0)
TOGETHER_S = 0.01
TWICE_S = 0.03


class Kind(StrEnum):
    """What a throw shall become. ANY takes what physics gives."""

    ANY = "any"
    NORMAL = "normal"
    ONE_SHORT = "one_short"
    ALL_SHORT = "all_short"
    NEAR_MISS = "near_miss"
    OVER_WALL = "over_wall"
    COCKED = "cocked"
    COCKED_WALL = "cocked_wall"
    COCKED_CHIP = "cocked_chip"
    COCKED_DIE = "cocked_die"
    ON_CHIP = "on_chip"
    STACKED = "stacked"
    TOGETHER = "together"
    TWICE = "twice"
    SIDE_FIRST = "side_first"


@dataclass(frozen=True, slots=True)
class Plan:
    """A wish for one throw. `chips`: how many lie on the board (None: as the table has).

    `keep`: faces of dice lying there that the hand leaves where they are. `as_it_comes`: thrown in the manner of the
    kind, but taken whatever becomes of it.
    """

    kind: Kind = Kind.ANY
    chips: int | None = None
    keep: tuple[int, ...] = ()
    as_it_comes: bool = False

    @property
    def wanted(self) -> Kind:
        """What a throw must become to be taken."""
        return Kind.ANY if self.as_it_comes else self.kind


@dataclass(frozen=True, eq=False)
class Left:
    """What the hand leaves on the board: dice by their number, as they lie, and the chips (centres, mm)."""

    dice: Mapping[int, DieStart]
    chips_mm: Floats


@dataclass(frozen=True, eq=False)
class Toss:
    """A found throw: how the dice left the hand, where the chips lay (centres, mm), and what came of it."""

    starts: tuple[DieStart, ...]
    chips_mm: Floats
    flight: Flight
    ends: tuple[DieEnd, ...]
    kind: Kind


class Thrower:
    """Throws dice until a throw ends as planned; every toss is a whole simulation, see `catching` for the rare ones."""

    def __init__(self, settings: TwinSettings, physics: Physics) -> None:
        self._settings = settings
        self._physics = physics

    def toss(self, plan: Plan, rng: np.random.Generator, left: Left | None = None) -> Toss:
        """Find a throw for a plan, beside what is left lying. Raises ConfigError when this table cannot show one."""
        if left is not None:
            return self._beside(left, rng)
        chips = scatter_chips(self._settings, self._settings.chips if plan.chips is None else plan.chips, rng)
        for _ in range(TRIES):
            found = self._try(plan, chips, rng)
            if found is not None:
                return found
        raise ConfigError(
            f"No throw of {len(self._settings.dice)} dice became {plan.kind.value!r} in {TRIES} tries on this table. "
            "Plan another kind, or another number of dice or chips."
        )

    def _beside(self, left: Left, rng: np.random.Generator) -> Toss:
        drawn = draw_starts(Kind.ANY, self._settings, rng)
        starts = tuple(left.dice.get(number, start) for number, start in enumerate(drawn))
        return self._simulate(starts, left.chips_mm, Kind.ANY)

    def _try(self, plan: Plan, chips_mm: Floats, rng: np.random.Generator) -> Toss | None:
        starts = draw_starts(plan.kind, self._settings, rng)
        toss = self._simulate(starts, chips_mm, plan.kind)
        if fits(plan.wanted, toss, self._settings):
            return toss
        if plan.wanted in (Kind.COCKED_CHIP, Kind.ON_CHIP) or (plan.wanted is Kind.COCKED and rng.random() < 0.3):
            found = self._with_chip_in_the_way(plan, toss, rng)
        else:
            found = None
        return found or self._caught(plan.wanted, toss, rng)

    def _caught(self, kind: Kind, toss: Toss, rng: np.random.Generator) -> Toss | None:
        """Let the felt catch one die where that may leave it as planned."""
        finders = _CATCHES.get(kind, ())
        catches = [
            c for find in finders for die in range(len(toss.ends)) for c in find(toss.flight, die, self._settings)
        ]
        for index in rng.permutation(len(catches))[:CATCHES]:
            again = self._go_on(toss, catches[int(index)])
            if fits(kind, again, self._settings):
                return again
        return None

    def _go_on(self, toss: Toss, catch: Catch) -> Toss:
        rest = self._physics.throw(starts_at(toss.flight, catch), toss.chips_mm)
        flight = joined(toss.flight, catch.sample, rest)
        return replace(toss, flight=flight, ends=ends_of(flight, self._settings))

    def _with_chip_in_the_way(self, plan: Plan, toss: Toss, rng: np.random.Generator) -> Toss | None:
        """Throw the same way again with a chip lying where a die would have come to rest."""
        on_board = [e for e in toss.ends if e.state is DieState.FLAT]
        if not on_board:
            return None
        end = on_board[int(rng.integers(len(on_board)))]
        for _ in range(4):
            reach = rng.uniform(0, 14) if plan.kind is Kind.ON_CHIP else rng.uniform(12, 32)
            turn = rng.uniform(0, 2 * np.pi)
            spot = np.array(end.centre_mm[:2]) + reach * np.array([np.cos(turn), np.sin(turn)])
            chips = np.vstack(
                [toss.chips_mm, _stack(spot, 1 if plan.kind is Kind.ON_CHIP else int(rng.integers(1, 4)))]
            )
            again = self._simulate(toss.starts, chips, plan.kind)
            if _clear_of_walls(spot, self._settings) and fits(plan.kind, again, self._settings):
                return again
        return None

    def _simulate(self, starts: tuple[DieStart, ...], chips_mm: Floats, kind: Kind) -> Toss:
        flight = self._physics.throw(starts, chips_mm)
        return Toss(starts, chips_mm, flight, ends_of(flight, self._settings), kind)


def left_lying(last: Toss | None, faces: Sequence[int]) -> Left | None:
    """Find dice of the last toss that show these faces, flat; None where nothing is to be left lying.

    Raises ConfigError where no such dice lie there.
    """
    if not faces:
        return None
    ends = () if last is None else last.ends
    found: dict[int, DieStart] = {}
    for face in faces:
        number = next((n for n, end in enumerate(ends) if n not in found and _shows(end, face)), None)
        if number is None or last is None:
            raise ConfigError(f"No dice showing {' '.join(map(str, faces))} lie there to be kept. Throw all of them.")
        turn = last.flight.turns[-1][number]
        place = _three(last.flight.places_mm[-1][number])
        found[number] = DieStart(place, (float(turn[0]), float(turn[1]), float(turn[2]), float(turn[3])), STILL, STILL)
    return None if last is None else Left(found, last.chips_mm)


def _shows(end: DieEnd, face: int) -> bool:
    return end.state is DieState.FLAT and end.value == face


_CATCHES = {
    Kind.COCKED: (at_walls, at_dice),
    Kind.COCKED_WALL: (at_walls,),
    Kind.COCKED_DIE: (at_dice,),
    Kind.NEAR_MISS: (before_far_wall,),
}


def fits(kind: Kind, toss: Toss, settings: TwinSettings) -> bool:
    """Tell whether a throw came out as planned."""
    ends = toss.ends
    states = [e.state for e in ends]
    hits = [e.hit_far_wall for e in ends]
    flat = all(s is DieState.FLAT for s in states)
    if any(e.state is DieState.MOVING for e in ends):
        return False
    supports = {e.support for e in ends if e.state is DieState.COCKED and 5 <= e.tilt_deg <= 46}
    return {
        Kind.ANY: True,
        Kind.NORMAL: flat and all(hits),
        Kind.ONE_SHORT: flat and sum(hits) == len(hits) - 1,
        Kind.ALL_SHORT: flat and not any(hits),
        Kind.NEAR_MISS: flat and not all(hits) and _near_miss(toss, settings),
        Kind.OVER_WALL: DieState.OFF_BOARD in states,
        Kind.COCKED: bool(supports),
        Kind.COCKED_WALL: Support.WALL in supports,
        Kind.COCKED_CHIP: Support.CHIPS in supports,
        Kind.COCKED_DIE: Support.DIE in supports,
        Kind.ON_CHIP: flat and any(e.support is Support.CHIPS for e in ends),
        Kind.STACKED: DieState.STACKED in states,
        Kind.TOGETHER: flat and all(hits) and _together(toss),
        Kind.TWICE: flat and any(_twice(e) for e in ends),
        Kind.SIDE_FIRST: flat and any(_side_first(e) for e in ends),
    }[kind]


def _far_s(end: DieEnd) -> list[float]:
    """When a die met the inner face of the far wall."""
    return [b.start_s for b in end.bumps if b.wall is Wall.FAR and b.face == "inner"]


def _together(toss: Toss) -> bool:
    """Whether all dice first met the far wall within a few milliseconds."""
    first = [_far_s(end)[0] for end in toss.ends]
    return max(first) - min(first) <= TOGETHER_S


def _twice(end: DieEnd) -> bool:
    """Whether a die came back to the far wall."""
    return any(later - before >= TWICE_S for before, later in pairwise(_far_s(end)))


def _side_first(end: DieEnd) -> bool:
    """Whether a die met a side wall before the far one."""
    side = [b.start_s for b in end.bumps if b.wall in (Wall.LEFT, Wall.RIGHT) and b.face == "inner"]
    return bool(side) and side[0] < min(_far_s(end), default=0.0)


def _near_miss(toss: Toss, settings: TwinSettings) -> bool:
    """Whether a die came within about 5 mm of the rubber without touching it."""
    tips = settings.board.length_mm - settings.rubber_depth_mm
    for i, end in enumerate(toss.ends):
        gap = tips - toss.flight.places_mm[:, i, 0].max()
        if not end.hit_far_wall and gap < settings.dice[i].edge_mm * 0.5 + 7:
            return True
    return False


def draw_starts(kind: Kind, settings: TwinSettings, rng: np.random.Generator) -> tuple[DieStart, ...]:
    """Draw how the dice leave the hand: side by side, one common swing, a little apart in speed and spin."""
    board = settings.board
    speed = _speed(kind, rng)
    aim = rng.normal(0, 0.09)
    middle = board.width_mm * rng.uniform(0.36, 0.64)
    swing = np.array([speed * np.cos(aim), speed * np.sin(aim), _lift(kind, rng)])
    base = np.array([rng.uniform(15, 70), middle, rng.uniform(145, 200)])
    spots = _cluster(len(settings.dice), max(d.edge_mm for d in settings.dice) * 1.85, rng)
    if kind is Kind.STACKED:
        return _let_down(settings, np.array([base[0] + rng.uniform(60, 200), base[1]]), rng)
    starts = []
    for i, spot in enumerate(spots):
        shorter = _shortfall(kind, i, len(spots), rng)
        speed_mm_s = swing * (shorter, shorter, 1) + rng.normal(0, (0.03 * speed, 70, 90))
        spin = rng.normal((0, 12, 0), (16, 18, 16))
        starts.append(DieStart(_three(base + spot), _any_turn(rng), _three(speed_mm_s), _three(spin)))
    return tuple(starts)


def _let_down(settings: TwinSettings, spot_mm: Floats, rng: np.random.Generator) -> tuple[DieStart, ...]:
    """Draw dice that a hand puts down upon each other instead of throwing them."""
    starts = []
    height = 2.0
    for style in settings.dice:
        place = np.array([*(spot_mm + rng.uniform(-3, 3, 2)), height + style.edge_mm / 2])
        half = rng.uniform(0, np.pi)
        turn = (float(np.cos(half)), 0.0, 0.0, float(np.sin(half)))
        starts.append(DieStart(_three(place), turn, (float(rng.uniform(0, 60)), 0.0, 0.0), (0.0, 0.0, 0.0)))
        height += style.edge_mm + 0.3
    return tuple(starts)


def _speed(kind: Kind, rng: np.random.Generator) -> float:
    if kind in (Kind.ALL_SHORT, Kind.NEAR_MISS):
        return float(rng.uniform(1000, 2000))
    if kind is Kind.OVER_WALL:
        return float(rng.uniform(2600, 4200))
    if kind is Kind.COCKED_WALL:
        return float(rng.uniform(1500, 2600))
    return float(rng.uniform(2000, 3500))


def _lift(kind: Kind, rng: np.random.Generator) -> float:
    return float(rng.uniform(600, 1700) if kind is Kind.OVER_WALL else rng.uniform(-500, 650))


def _shortfall(kind: Kind, index: int, count: int, rng: np.random.Generator) -> float:
    """How much slower than the others one die leaves the hand, for throws in which one falls short."""
    if kind is Kind.ONE_SHORT and index == count - 1:
        return float(rng.uniform(0.35, 0.75))
    return 1.0


def _cluster(count: int, apart_mm: float, rng: np.random.Generator) -> Floats:
    """Give places of dice in the hand, two rows across the swing, none overlapping."""
    across = [((k % 3) - (min(count, 3) - 1) / 2) * apart_mm for k in range(count)]
    along = [-(k // 3) * apart_mm for k in range(count)]
    return np.column_stack([along, across, np.zeros(count)]) + rng.uniform(-2, 2, (count, 3))


def _any_turn(rng: np.random.Generator) -> tuple[float, float, float, float]:
    q = rng.normal(size=4)
    q /= np.linalg.norm(q)
    return float(q[0]), float(q[1]), float(q[2]), float(q[3])


def _three(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def scatter_chips(settings: TwinSettings, count: int, rng: np.random.Generator) -> Floats:
    """Lay chips, single and in low stacks, anywhere on the felt apart from each other: centres (n, 3) in mm."""
    board = settings.board
    stacks: list[Floats] = []
    spots: list[Floats] = []
    left = count
    for _ in range(60):
        if left <= 0:
            break
        spot = rng.uniform((60, 40), (board.length_mm - 60, board.width_mm - 40))
        if all(np.linalg.norm(spot - other) > 2.3 * CHIP_RADIUS_MM for other in spots):
            high = min(left, int(rng.choice([1, 1, 1, 2, 3])))
            spots.append(spot)
            stacks.append(_stack(spot, high))
            left -= high
    return np.vstack(stacks) if stacks else np.zeros((0, 3))


def _stack(spot_mm: Floats, high: int) -> Floats:
    return np.array([[spot_mm[0], spot_mm[1], (k + 0.5) * CHIP_HEIGHT_MM] for k in range(high)])


def _clear_of_walls(spot_mm: Floats, settings: TwinSettings) -> bool:
    board, reach = settings.board, CHIP_RADIUS_MM
    low = (reach, reach)
    high = (board.length_mm - settings.rubber_depth_mm - reach, board.width_mm - reach)
    return bool((spot_mm > low).all() and (spot_mm < high).all())
