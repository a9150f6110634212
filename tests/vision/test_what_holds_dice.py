"""What may hold a leaning die: another die, or a thing beside it; not the die itself seen otherwise."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, turned

from vision.bodies.disc import Disc
from vision.cubes.cube import Attitude, Fitted, Sight, covered, outline_of, upright
from vision.cubes.fitting import fit_flat, fit_leaning
from vision.judging.together import near_another
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.guesses import Guess, beside_things
from vision.ways.left_out import with_blank
from vision.ways.resting import CHIP_MM, Surroundings

PLACE = (400.0, 230.0)
CHIP_RADIUS_MM = 19.5


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable().setup())[0]


def sight(kind: Kind, shift_mm: float, size_mm: float) -> Sight:
    """Look at a die beside, or in, whose middle a thing lies."""
    column, row = kind.plane.to_px(np.array([PLACE]))[0]
    window = Window(int(column) - 60, int(row) - 60, 120, 120)
    patch, nothing = np.zeros((120, 120, 3), np.uint8), np.zeros((120, 120), np.uint8)
    things = nothing.copy()
    left, half = 60 + round(shift_mm * kind.plane.scale), round(size_mm / 2 * kind.plane.scale)
    things[60 - half : 60 + half, left - half : left + half] = 255
    return Sight(kind.plane, window, patch, nothing, nothing, things, ~nothing, lambda: nothing, kind.patterns, EDGE)


def test_what_lies_inside_of_a_dies_outline_does_not_hold_it(kind: Kind) -> None:
    at = upright(*PLACE, 0.0)
    inside = sight(kind, 0.0, 8.0)
    assert not (inside.things & ~outline_of(inside, at)).any()
    assert not beside_things(inside, at)


def test_a_thing_beside_a_die_may_hold_it(kind: Kind) -> None:
    assert beside_things(sight(kind, 17.0, 14.0), upright(*PLACE, 0.0))


def test_bits_of_mixed_colour_beside_a_die_do_not_hold_it(kind: Kind) -> None:
    bits = sight(kind, 12.0, 8.0)
    assert (bits.things & ~outline_of(bits, upright(*PLACE, 0.0))).any()
    assert not beside_things(bits, upright(*PLACE, 0.0))


def test_two_faces_of_one_die_do_not_hold_each_other(kind: Kind) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    here, side, other = (upright(PLACE[0] + away, PLACE[1], 0.0) for away in (0.0, 0.6 * EDGE, 1.2 * EDGE))
    assert not near_another([here, side], here, around)
    assert near_another([here, other], here, around)


def flat_or_leaning(seen: Sight, support: Support | None) -> tuple[Guess, Guess]:
    """Give a flat die, and one that leans instead, covers all of the body and so explains more."""
    level, tilted = upright(*PLACE, 0.0), Attitude(*PLACE, turned(3, 0.0, 30.0))
    flat, leaning = (Fitted(at, (0.0, 0.0, 0.9, 0.0, 0.0, 0.0), 0.9, 1.0, 0.0) for at in (level, tilted))
    return (
        Guess(flat, DieState.FLAT, None, outline_of(seen, level), 2.0, 0.0),
        Guess(leaning, DieState.COCKED, support, seen.own, 3.0, 0.0),
    )


def body_of(kind: Kind, *dice: Attitude) -> Sight:
    """Look at the outlines of dice and at nothing else."""
    empty = sight(kind, 0.0, 0.0)
    own: Mask = np.bitwise_or.reduce([outline_of(empty, at) for at in dice])
    return replace(empty, own=own, other=np.bitwise_not(own))


def test_where_a_die_seems_to_lean_on_nothing_another_is_sought_that_leans_on_it(kind: Kind) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    there = PLACE[0] + 1.16 * EDGE, PLACE[1]
    seen = body_of(kind, upright(*PLACE, 0.0), Attitude(*there, turned(4, 0.0, 25.0)))
    way = list(flat_or_leaning(seen, None))
    kept, found = with_blank(seen, [way], around)
    assert kept is way
    leaning = [guess for guess in found if guess.state is DieState.COCKED]
    assert leaning
    for guess in leaning:
        assert guess.by_outline
        assert guess.support is Support.DIE
        assert (guess.fitted.attitude.x_mm, guess.fitted.attitude.y_mm) == pytest.approx(there, abs=2.5)


def test_where_something_holds_a_leaning_die_no_other_is_sought(kind: Kind) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    there = upright(PLACE[0] + 1.16 * EDGE, PLACE[1], 0.0)
    seen = body_of(kind, upright(*PLACE, 0.0), there)
    ways = [list(flat_or_leaning(seen, Support.WALL))]
    assert with_blank(seen, ways, around) == ways


def test_where_a_flat_die_leaves_nothing_over_no_other_is_sought(kind: Kind) -> None:
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    seen = body_of(kind, upright(*PLACE, 0.0))
    ways = [list(flat_or_leaning(seen, None))]
    assert with_blank(seen, ways, around) == ways


def on_rim(kind: Kind, lean_deg: float, under_mm: float = 4.0) -> tuple[Attitude, Surroundings]:
    """Lean a die towards larger x, and put a chip so far under it where it is lifted."""
    at = Attitude(*PLACE, turned(3, 0.0, lean_deg))
    lower = at.lower_face_mm(EDGE)
    lifted = lower[lower[:, 2].argmax()]
    away = np.sign(lifted[0] - PLACE[0]) * (CHIP_RADIUS_MM - under_mm)
    column, row = kind.plane.appear(np.array([[lifted[0] + away, PLACE[1], CHIP_MM]]))[0]
    chip = Disc(float(column), float(row), CHIP_RADIUS_MM * kind.plane.scale)
    return at, Surroundings(kind.plane, kind.board, (chip,), (), EDGE)


@pytest.mark.parametrize(
    ("lean_deg", "low", "on"), [(3.0, False, False), (5.0, True, False), (6.0, True, False), (12.0, False, True)]
)
def test_a_rounded_edge_lies_lower_on_a_chips_rim_than_a_sharp_one(
    kind: Kind, lean_deg: float, low: bool, on: bool
) -> None:
    at, around = on_rim(kind, lean_deg)
    assert (around.lies_low_on_rim(at), around.lies_on_rim(at)) == (low, on)


def test_a_die_beside_a_chip_lies_on_no_rim_however_it_leans(kind: Kind) -> None:
    at, around = on_rim(kind, 5.0, under_mm=-3.0)
    assert not around.lies_low_on_rim(at)
    assert not around.lies_on_rim(at)


@pytest.mark.parametrize("lean_deg", [5.0, 6.5])
def test_a_slight_lean_on_a_chips_rim_fits_better_than_lying_flat(kind: Kind, lean_deg: float) -> None:
    at, around = on_rim(kind, lean_deg)
    seen = body_of(kind, at)
    flat = fit_flat(seen, upright(PLACE[0] + 0.4, PLACE[1] - 0.3, 0.04))
    leaning = fit_leaning(seen, flat.attitude, around.lies_low_on_rim)
    assert leaning is not None
    assert leaning.cover > flat.cover
    assert leaning.cover == pytest.approx(covered(seen, seen.own), abs=0.01)
