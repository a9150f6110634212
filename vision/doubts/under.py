"""Dice that seem to lie flat but may be the upper one of two, where a die is missing and may lie hidden under them.

The upper die is nearer to the camera: its outline is larger by a few hundredths. A lower one that stands exactly under
it shows a side as wide as the camera looks aslant: straight under the camera none. One that stands off shows less, and
one beside a wall that stands between it and the camera nothing. The upper one's pips lie farther apart than the other
dice's, and than those were learned to lie, by the same few hundredths: that tells most, wherever pips are seen.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum

import cv2
import numpy as np

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.drawn_die import drawn_die
from vision.cubes.fitting import fit_flat
from vision.cubes.pip_grid import LEAST_SIX_PX, spacing_of
from vision.cubes.storeys import raised_part, storeys_up
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.table.kinds import Kind
from vision.ways.guesses import MOST_OFF, raised
from vision.ways.pipless import holds_no_die, shows_sides
from vision.ways.resting import Rest

MOST_LARGER = 2.0
"""How much larger than a flat die's outline a body is at most where nothing lies hidden, in what being nearer adds to
the upper die's: bodies are drawn no more exactly."""

LEAST_SIDE, WIDE_SIDE = 0.1, 0.2
"""How wide, in edges, the side of a lower die must be to be looked for, and to be seen as a die's."""

MOST_ASLANT, IN_THE_OPEN = 0.75, 1.5
"""Where one looks more aslant, a lower die that stands off as far as it can shows a side that is seen. From `MOST_OFF`
on, bodies nearer to a wall than so many edges are not compared with their outlines: walls mirror and shade them."""

LEAST_IN_VIEW, LEAST_BOARD, LEAST_DIE, LEAST_TOLD = 0.2, 0.5, 0.08, 0.05
"""What part of that side must be in view; what part of a narrow one must show the board, and what part of a wide one
shows a die where one stands there; and what part of a wide one must be told at all, to be either."""

UNTOLD = 0.2
"""The part of a die's own outline taken for board from which on nothing beside it is told: dark sides in a shadow."""

AS_LOW, AS_HIGH = 0.35, 0.65
"""How far apart pips lie, from as far as the other dice's, 0, to as far as those of a die on another, 1: up to where
a die lies like the others, and from where on surely higher."""

MOST_APART = 1.6
"""How far from all dice's median, in that measure, what was measured is pips at all."""


class Suspicion(IntEnum):
    """How far a die is suspected to lie on another.

    `WALL`: a wall hides where one would show, which may as well lie elsewhere behind it; `MAY`: by what is seen around
    it; `SURE`: by how its pips lie.
    """

    NONE = 0
    WALL = 1
    MAY = 2
    SURE = 3


def suspicions_of(
    rests: Sequence[Sequence[Rest]], sights: Sequence[Sight | None], faint: Sequence[bool], kinds: Sequence[Kind]
) -> list[Suspicion]:
    """Say of each body, with dice of these kinds, whether its one die may lie on another.

    Of `faint` ones, of which only pips are seen, these tell, and whether a die under them could be hidden at all.
    """
    single = [each[0] if len(each) == 1 and each[0].state is DieState.FLAT else None for each in rests]
    every = zip(single, sights, kinds, strict=True)
    measured = [_spacing(rest, whole, kind) if rest and whole else None for rest, whole, kind in every]
    spacings = _plausible(measured, kinds)
    told = [_by_pips(k, spacings, kinds) for k in range(len(single))]
    each_body = zip(single, told, sights, faint, kinds, strict=True)
    return [_suspicion(rest, by_pips, whole, hazy, kind) for rest, by_pips, whole, hazy, kind in each_body]


def _suspicion(rest: Rest | None, by_pips: Suspicion | None, whole: Sight | None, faint: bool, kind: Kind) -> Suspicion:
    """Say how far a die is suspected, by how its pips lie among those of its kind, or else by its looks."""
    if rest is None:
        return Suspicion.NONE
    return _by_looks(rest, whole, faint, kind) if by_pips is None else by_pips


def _by_pips(number: int, spacings: list[float | None], kinds: Sequence[Kind]) -> Suspicion | None:
    """Say how far a die is suspected by how its pips lie among those of its kind; None where that does not tell."""
    kind = kinds[number]
    learned = [1.0] if kind.patterns.spacing else []
    others = learned + [s for k, s in enumerate(spacings) if s and k != number and kinds[k] is kind]
    return _by_spacing(spacings[number], others, kind)


def _spacing(rest: Rest, whole: Sight, kind: Kind) -> float | None:
    """Measure how far apart a flat die's pips lie: against what was learned of these dice, or else in edges."""
    value = rest.likeliest
    if kind.patterns.spacing:
        up = storeys_up(whole, _lying(rest, kind), value)
        return None if up is None else 1.0 + up * _raised(kind)
    if value == 6 and kind.native_px < LEAST_SIX_PX:
        return None
    return spacing_of(whole, _lying(rest, kind), value)


def _plausible(spacings: list[float | None], kinds: Sequence[Kind]) -> list[float | None]:
    """Drop what lies farther from its kind's than lying on a die explains: something else than pips was measured."""
    return [s if s and _off(s, k, spacings, kinds) <= MOST_APART else None for k, s in enumerate(spacings)]


def _off(spacing: float, number: int, spacings: list[float | None], kinds: Sequence[Kind]) -> float:
    """Give how far from its kind's median something was measured, in what lying on a die adds."""
    known = [s for s, kind in zip(spacings, kinds, strict=True) if s and kind is kinds[number]]
    return abs(spacing / float(np.median(known)) - 1.0) / _raised(kinds[number])


def _raised(kind: Kind) -> float:
    """Give how much farther apart the pips of a die on another appear, as a part."""
    return raised_part(float(kind.plane.camera.position_mm[2]), kind.model.edge_mm)


def _lying(rest: Rest, kind: Kind) -> Attitude:
    """Give how a flat die lies."""
    return upright(rest.x_mm, rest.y_mm, rest.turn, rest.z_mm - kind.model.edge_mm / 2)


def _by_spacing(spacing: float | None, others: list[float], kind: Kind) -> Suspicion | None:
    """Compare how far apart a die's pips lie with those of the other dice; None where that does not tell."""
    if spacing is None or not others:
        return None
    part = (spacing / float(np.median(others)) - 1.0) / _raised(kind)
    if part <= AS_LOW:
        return Suspicion.NONE
    return Suspicion.SURE if part >= AS_HIGH else None


def _by_looks(rest: Rest, whole: Sight | None, faint: bool, kind: Kind) -> Suspicion:
    """Say by the body's outline, and where that leaves a suspicion by the pips of all faces, drawn as they would be.

    A 1 tells nothing of how it is turned: suspected, it is looked at again as its outline says it is.
    """
    outlined = None if faint else whole
    suspicion = _by_outline(rest, outlined, kind)
    if suspicion and outlined and rest.likeliest == 1:
        suspicion = _by_outline(replace(rest, turn=_turn_of(rest, outlined, kind)), outlined, kind)
    drawn = drawn_die(whole, _lying(rest, kind), rest.likeliest) if suspicion and whole else None
    return Suspicion.NONE if drawn and drawn.explains and drawn.not_higher else suspicion


def _turn_of(rest: Rest, whole: Sight, kind: Kind) -> float:
    """Give how a flat die is turned by its outline and the pips of all its faces, rad."""
    lying = _lying(rest, kind)
    return fit_flat(whole.near(lying), lying).attitude.turn


def _by_outline(rest: Rest, whole: Sight | None, kind: Kind) -> Suspicion:
    """Say by the body's outline, and by what is seen beside it, whether a die may lie on another."""
    edge, eye = kind.model.edge_mm, kind.plane.camera.position_mm
    # So wide, in edges, is the side that a lower die shows; and so far off must it stand to show none.
    aslant = float(np.hypot(rest.x_mm - eye[0], rest.y_mm - eye[1]) / (eye[2] - edge))
    if whole is None:
        return Suspicion.MAY if aslant <= MOST_OFF else Suspicion.NONE
    at = _lying(rest, kind)
    sight = whole.near(at)
    if shows_sides(sight, at) and holds_no_die(sight, _about(sight, at), [at]):
        return Suspicion.NONE
    if _missing(sight, outline_of(sight, at)) > UNTOLD:
        return Suspicion.MAY
    looked_at = aslant <= MOST_OFF or (aslant <= MOST_ASLANT and _in_the_open(rest, kind))
    if looked_at and _larger(sight, at, aslant, eye[2]):
        return Suspicion.MAY
    return _by_side(sight, at, aslant) if aslant > LEAST_SIDE else Suspicion.NONE


def _in_the_open(rest: Rest, kind: Kind) -> bool:
    """Say whether a die lies far enough from all walls."""
    board = kind.board
    nearest = min(rest.x_mm, rest.y_mm, board.length_mm - rest.x_mm, board.width_mm - rest.y_mm)
    return nearest > IN_THE_OPEN * kind.model.edge_mm


def _larger(sight: Sight, at: Attitude, aslant: float, eye_mm: float) -> bool:
    """Say whether a body is so much larger than a flat die's outline that another may lie under it."""
    stacked = float(((eye_mm - sight.edge_mm) / (eye_mm - 2 * sight.edge_mm)) ** 2 - 1.0)
    return _excess(sight, outline_of(sight, at)) > min((stacked + aslant) / 2, MOST_LARGER * stacked)


def _by_side(sight: Sight, at: Attitude, aslant: float) -> Suspicion:
    """Say by what is seen where a die that stands exactly under this one would appear."""
    side = _side_below(sight, at)
    view = np.asarray(cv2.bitwise_and(side, sight.view), dtype=np.uint8)
    seen = cv2.countNonZero(view)
    if seen < LEAST_IN_VIEW * cv2.countNonZero(side):
        return Suspicion.WALL
    die, board = (cv2.countNonZero(cv2.bitwise_and(view, told)) for told in (sight.own, sight.other))
    if aslant > WIDE_SIDE:
        shows = die >= LEAST_DIE * seen or die + board < LEAST_TOLD * seen
    else:
        shows = board < LEAST_BOARD * seen
    return Suspicion.MAY if shows else Suspicion.NONE


def _about(sight: Sight, at: Attitude) -> Mask:
    """Draw where a die under this one would show, (h, w): its sides, and as much of its top as stands off."""
    both = cv2.bitwise_or(_side_below(sight, at), outline_of(sight, at))
    size = 2 * round(MOST_OFF * sight.face_px**0.5) + 1
    return np.asarray(cv2.dilate(both, square(size)), dtype=np.uint8)


def _side_below(sight: Sight, at: Attitude) -> Mask:
    """Draw what would show of a die that stands exactly under this one, (h, w)."""
    upper = raised(sight, at, sight.edge_mm)
    lower = outline_of(sight, upright(upper.x_mm, upper.y_mm, at.turn))
    return np.asarray(cv2.subtract(lower, outline_of(sight, at)), dtype=np.uint8)


def _excess(sight: Sight, shape: Mask) -> float:
    """Give how much larger a body is than an outline (h, w), as a part of it."""
    beyond = cv2.countNonZero(cv2.subtract(sight.own, shape)) / max(1, cv2.countNonZero(shape))
    return beyond - _missing(sight, shape)


def _missing(sight: Sight, shape: Mask) -> float:
    """Give the part of an outline (h, w) that shows something else."""
    return cv2.countNonZero(cv2.bitwise_and(sight.other, shape)) / max(1, cv2.countNonZero(shape))
