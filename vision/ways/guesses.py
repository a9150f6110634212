"""The ways in which one die may lie: flat, on chips, leaning, on another die; each fitted to the picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cubes.cube import Attitude, Fitted, Sight, agreement, covered, levelled, outline_of, upright
from vision.cubes.cube_faces import all_fitted, pips_in, poses_of
from vision.cubes.fitting import (
    fit_beside,
    fit_best_flat,
    fit_blank,
    fit_each_flat,
    fit_flat,
    fit_leaning,
    fit_steeper,
    fit_tilted,
    in_any_turn,
)
from vision.faces.told_by import ToldBy
from vision.glare.upper_face import InGlare, evidence_in_glare, more_pips_hidden
from vision.pictures.kernels import square
from vision.pictures.segment import Mask, large_parts
from vision.reading import DieState, Support
from vision.ways.pipless import holds_no_die, shows_sides
from vision.ways.resting import COCKED_DEG, HEIGHTS_MM, ON_BOARD_MM, Rest, Surroundings

LEAST_TILT_DEG = 5.5
"""Fits that tilt less are flat dice."""

LEAST_FREE_DEG, HARDLY_DEG, FREE_COST = 20.0, 2.0, 0.4
"""A die that nothing but another die holds does not lean by less, and seldom by little more; and one that nothing holds
is not likely to lean."""

HIDDEN = 0.3
"""What is left of the evidence of a face of which a lamp may hide pips."""

PLAIN_FACE = 0.8
"""What the pips of an upper face explain that mirrors nothing."""

CLEAR_PIPS, CLEAR_MARGIN = 0.7, 0.15
"""Pips that explain so much of a top face, and so much more than any others, are no mirror image."""

ALONE = 0.94
"""A flat die whose outline agrees so well has no other one under it."""

BESIDE_MM, LEAST_THING, LEAST_SOLID = 3.0, 0.06, 0.3
"""Something can hold a leaning die where so much of it lies within that distance, and it is so large in all; areas in
parts of a top face's."""

TILT_COST, RIM_COST, LOW_COST, STACK_COST, IN_CHIP_COST = 0.05, 0.08, 0.11, 0.3, 0.3
"""What a rarer way to lie must explain more, in areas of a top face; RIM_COST, LOW_COST: to lean on a chip's rim with
a sharp edge, and with a rounded one."""

OTHER_FLAT = 0.05
"""How much more, in areas of a top face, a flat die explains that lies elsewhere than one that leans there would fall:
where a lamp's mirror image covers most of its face, nothing but the outline tells how it is turned."""

LOWER_SEEN, MOST_OFF = 0.06, 0.55
"""The least part of a top face's area that the lower of two dice must add, and how far, in edges, it may stand off."""


@dataclass(frozen=True, eq=False)
class Guess:
    """One die lying in one way: its fit, the silhouette (h, w) of it and of the die `under` it, what it is worth.

    `mirrored`: its top face mirrors a lamp and was read by its relief. `evened`: what of its worth white pips in a
    lamp's mirror image give, which are told from it only where a fit is exact; `below`: what the pips of the die under
    it give.
    """

    fitted: Fitted
    state: DieState
    support: Support | None
    shape: Mask
    merit: float
    cost: float
    by_outline: bool = False
    under: Attitude | None = None
    mirrored: bool = False
    evened: float = 0.0
    below: float = 0.0

    def seen_again(self, whole: Sight) -> "Guess":
        """Give the same guess at its worth in another sight of the same window."""
        return replace(self, merit=_merit(whole, self.fitted, self.shape, self.cost) + self.below)

    @property
    def answer(self) -> tuple[str, int]:
        """What is said of the die: its value, where it is flat."""
        return ("flat", self.fitted.value) if self.state is DieState.FLAT else ("void", 0)


def guesses_at(whole: Sight, taken: list[Mask], start: Attitude, around: Surroundings, near_die: bool) -> list[Guess]:
    """Fit every way in which a die whose top face seems to lie at `start` may lie; `taken` is of other dice."""
    sight = whole.without(taken).near(start)
    flat = fit_flat(sight, start)
    cost = 0.0 if around.overlap_mm(flat.attitude) < ON_BOARD_MM else IN_CHIP_COST
    level = [(flat, cost), *((lifted, 0.0) for lifted in _lifted(sight, start, around))]
    guesses = [_guess(whole, one, DieState.FLAT, around.touched(one.attitude), cost) for one, cost in level]
    tilted = _leaning(whole, sight, fit_tilted(sight, flat.attitude), around, near_die)
    guesses += tilted
    if all(guess.cost >= FREE_COST for guess in tilted):
        guesses += _on_rim(whole, sight, flat.attitude, around)
    plain = agreement(sight, outline_of(sight, flat.attitude)) >= ALONE
    return guesses if plain else guesses + _stacked(whole, taken, flat.attitude)


def _lifted(sight: Sight, start: Attitude, around: Surroundings) -> Iterator[Fitted]:
    """Fit a die that lies flat on chips, where they can carry it."""
    if not around.over_chip(start):
        return
    lifted = fit_each_flat(sight, [raised(sight, start, height) for height in HEIGHTS_MM])
    yield from (fitted for fitted in lifted if around.over_chip(fitted.attitude))


def _leaning(whole: Sight, sight: Sight, fitted: Fitted, around: Surroundings, near_die: bool) -> list[Guess]:
    """Give a leaning die; where nothing but another die holds it, by as much as one leans there at least."""
    at = fitted.attitude
    if near_die and LEAST_TILT_DEG <= at.tilt_deg < LEAST_FREE_DEG and not _held(whole, at, around):
        fitted = fit_steeper(sight, at, LEAST_FREE_DEG)
    return _tilted(whole, fitted, around, near_die)


def _held(whole: Sight, at: Attitude, around: Surroundings) -> bool:
    """Say whether a wall, a chip or something unknown may hold a leaning die."""
    return around.holds(at) or beside_things(whole, at)


def _tilted(whole: Sight, fitted: Fitted, around: Surroundings, near_die: bool) -> list[Guess]:
    """Give a leaning die, unless it would fall flat or stand in a wall: nothing holds it, or a chip carries it."""
    at = fitted.attitude
    stands_in_wall = not near_die and around.in_wall(at)  # on another die it is higher, and so farther from there
    if at.tilt_deg < LEAST_TILT_DEG or around.carried(at) or stands_in_wall:
        return []
    held = _held(whole, at, around)
    if at.tilt_deg < LEAST_FREE_DEG and not held:
        return []
    support = around.touched(at) or (Support.DIE if near_die else Support.CHIPS if held else None)
    firmly = (held and not _falls(at, around)) or (near_die and not hardly_leans(at))
    cost = TILT_COST if firmly else FREE_COST
    return [_guess(whole, fitted, DieState.COCKED, support, cost)]


def on_nothing(guess: Guess) -> Guess:
    """Give a guess of a die alone in its body: what seemed to be another one, on which it leans, is none."""
    if guess.state is not DieState.COCKED or guess.support is not Support.DIE:
        return guess
    return replace(guess, support=None, merit=guess.merit + guess.cost - FREE_COST, cost=FREE_COST)


def _falls(at: Attitude, around: Surroundings) -> bool:
    """Say whether a die leans a little beside a chip that does not lift it: there it falls, wherever that is right."""
    return at.tilt_deg < LEAST_FREE_DEG and around.falls_beside_chip(at)


def hardly_leans(at: Attitude) -> bool:
    """Say whether a die leans by about as little as one can on another: there it is likelier to lie."""
    return at.tilt_deg < LEAST_FREE_DEG + HARDLY_DEG


def _on_rim(whole: Sight, sight: Sight, flat: Attitude, around: Surroundings) -> list[Guess]:
    """Fit a die beside a chip as it must lean if it lies on the rim."""
    if not around.near_chip(flat) or around.carried(flat):
        return []
    rims = ((around.lies_on_rim, RIM_COST), (around.lies_low_on_rim, LOW_COST))
    ways = ((fit_leaning(sight, flat, may), cost) for may, cost in rims)
    return [_guess(whole, fitted, DieState.COCKED, Support.CHIPS, cost) for fitted, cost in ways if fitted]


def beside_things(whole: Sight, at: Attitude) -> bool:
    """Say whether something that is no die lies beside a die; what lies inside of its outline holds nothing.

    Nor do bits: there a die's colour and the board's mix.
    """
    solid = large_parts(whole.things, LEAST_SOLID * whole.face_px)
    if not cv2.countNonZero(solid):
        return False
    shape = outline_of(whole, at)
    reach = 2 * round(BESIDE_MM * whole.plane.scale) + 1
    around = cv2.subtract(cv2.dilate(shape, square(reach)), shape)
    beside = cv2.bitwise_and(around, solid)
    return cv2.countNonZero(beside) > LEAST_THING * whole.face_px


def guess_blank(whole: Sight, taken: list[Mask], x_mm: float, y_mm: float, around: Surroundings) -> list[Guess]:
    """Fit a die that only its outline shows, flat or leaning."""
    sight = whole.without(taken).near(upright(x_mm, y_mm, 0.0))
    fitted = fit_blank(sight, x_mm, y_mm)
    at = fitted.attitude
    level = guesses_at(whole, taken, levelled(at), around, bool(taken))
    flat = fit_best_flat(sight, in_any_turn(x_mm, y_mm))
    lying = [guess.fitted.attitude for guess in level if guess.state is DieState.FLAT]
    if all(flat.merit >= fitted.merit + OTHER_FLAT for fitted in all_fitted(sight, poses_of(lying))):
        level += guesses_at(whole, taken, flat.attitude, around, bool(taken))
    guesses = level + _leaning(whole, sight, fitted, around, bool(taken))
    return [replace(guess, by_outline=True) for guess in guesses]


def guess_beside(whole: Sight, flat: Attitude, around: Surroundings) -> list[Guess]:
    """Fit a die that leans on a flat one."""
    return _tilted(whole, fit_beside(whole, flat), around, near_die=True)


def _guess(whole: Sight, fitted: Fitted, state: DieState, support: Support | None, cost: float) -> Guess:
    shape = outline_of(whole, fitted.attitude)
    seen, glare = _through_glare(whole, fitted)
    by_relief, evened = bool(glare and glare.by_relief), seen.pips - fitted.pips if glare and glare.evened else 0.0
    merit = _merit(whole, seen, shape, cost)
    return Guess(seen, state, support, shape, merit, cost, mirrored=by_relief, evened=evened)


def _merit(whole: Sight, fitted: Fitted, shape: Mask, cost: float) -> float:
    return fitted.pips - cost + covered(whole, shape)


def _through_glare(whole: Sight, fitted: Fitted) -> tuple[Fitted, InGlare | None]:
    """Read the top face anew where a lamp's mirror image hides the pips; None where it does not, or tells no more."""
    named = ToldBy.PIPS.name_one(fitted.evidence)
    if named and more_pips_hidden(whole, fitted.attitude, fitted.value):
        return replace(fitted, evidence=tuple(min(share, HIDDEN) for share in fitted.evidence)), None
    if named and max(fitted.evidence) >= PLAIN_FACE:
        return fitted, None
    seen = evidence_in_glare(whole, fitted.attitude, fitted.evidence)
    if seen is None or max(seen.evidence) < max(fitted.evidence):
        return fitted, None
    if named and np.argmax(seen.evidence) != np.argmax(fitted.evidence):
        return fitted, None
    more = max(seen.evidence) - max(fitted.evidence)
    return replace(fitted, evidence=seen.evidence, pips=fitted.pips + more, noisy=1.0), seen


def _stacked(whole: Sight, taken: list[Mask], flat: Attitude) -> list[Guess]:
    """Fit two dice on each other whose upper face appears where a flat die's would."""
    if not _leaves_die(whole, [*taken, outline_of(whole, flat)], flat):
        return []
    upper = fit_flat(whole.without(taken).near(flat), raised(whole, flat, whole.edge_mm))
    upper_shape = outline_of(whole, upper.attitude)
    if not _leaves_die(whole, [*taken, upper_shape], upper.attitude):
        return []
    lower = _lower(whole.without([*taken, upper_shape]).near(upper.attitude), upper.attitude)
    lower_shape = outline_of(whole, lower.attitude)
    beside = np.asarray(cv2.bitwise_not(upper_shape), dtype=np.uint8)
    side = cv2.bitwise_and(lower_shape, beside)
    added = cv2.countNonZero(cv2.bitwise_and(side, whole.own))
    off = np.hypot(lower.attitude.x_mm - upper.attitude.x_mm, lower.attitude.y_mm - upper.attitude.y_mm)
    if added < max(LOWER_SEEN * whole.face_px, 0.5 * cv2.countNonZero(side)) or off > MOST_OFF * whole.edge_mm:
        return []
    aslant = shows_sides(whole, upper.attitude)
    if aslant and holds_no_die(whole, np.asarray(side, dtype=np.uint8), [upper.attitude], taken):
        return []
    shape = np.asarray(cv2.bitwise_or(upper_shape, lower_shape), dtype=np.uint8)
    below = pips_in(whole, lower.attitude, beside)
    merit = _merit(whole, upper, shape, STACK_COST) + below
    return [Guess(upper, DieState.STACKED, Support.DIE, shape, merit, STACK_COST, under=lower.attitude, below=below)]


def _leaves_die(whole: Sight, shapes: list[Mask], at: Attitude) -> bool:
    """Say whether enough near a die is not covered by these shapes for another to be seen under it."""
    return cv2.countNonZero(whole.without(shapes).near(at).own) >= LOWER_SEEN * whole.face_px


def raised(whole: Sight, flat: Attitude, up_mm: float) -> Attitude:
    """Give the die so much higher above the board whose top face appears at the same place."""
    top = whole.plane.appear(np.array([[flat.x_mm, flat.y_mm, whole.edge_mm]]))
    x, y = whole.plane.lower(top, whole.edge_mm + up_mm)[0]
    return replace(flat, x_mm=float(x), y_mm=float(y), floor_mm=up_mm)


def _lower(sight: Sight, upper: Attitude) -> Fitted:
    """Fit the lower die to what the upper one leaves over; its middle lies under the upper one."""
    starts = [upright(upper.x_mm, upper.y_mm, turn) for turn in np.deg2rad((0.0, 30.0, 60.0))]
    return fit_best_flat(sight, starts)


def tilt_of(guess: Guess) -> float:
    """Give the tilt that is told of a guess."""
    tilt = guess.fitted.attitude.tilt_deg
    return tilt if guess.state is DieState.COCKED and tilt > COCKED_DEG else 0.0


def rest_of(guess: Guess, edge_mm: float) -> Rest:
    """Give how the die of a guess lies, in no doubt."""
    at = guess.fitted.attitude
    x, y, z = (float(v) for v in at.middle_mm(edge_mm))
    return Rest(
        x, y, z, at.turn, edge_mm, guess.fitted.evidence, guess.state, guess.support, tilt_of(guess),
        told_by=ToldBy.RELIEF if guess.mirrored else ToldBy.PIPS,
    )  # fmt: skip
