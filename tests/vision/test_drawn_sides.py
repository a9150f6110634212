"""Both sides of a large level die, drawn in each way it may look, tell its upper value though each alone is a blur."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, EDGE, PaintedTable, camera, sight_at, turned

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import shown_of
from vision.cubes.drawn_sides import LEAST_SIDE, drawn_sides
from vision.faces.whole_die import RUNS
from vision.geometry import DieModel
from vision.table.kinds import Kind, kinds_of

LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE, pip_radius_mm=0.108 * EDGE)
ASIDE, AHEAD, TURN_DEG = (250.0, 300.0), (450.0, 225.0), 18.0
ASIDE_TURNED = upright(*ASIDE, np.deg2rad(TURN_DEG))


def near(left_handed: bool = False) -> PaintedTable:
    """A table seen a little aslant in a picture of four times the pixels: dice of 45 px with narrow sides."""
    view = camera(12.0)
    k = np.diag([2.0, 2.0, 1.0]) @ view.lens.k
    view = replace(view, lens=replace(view.lens, width=2560, height=1440, k=k))
    return PaintedTable(view=view, left_handed=left_handed)


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(replace(near().setup(), dice=(LEARNED,)))[0]


def shown(table: PaintedTable, value: int) -> PaintedTable:
    """Lay a die aside that shows a value on either kind of dice."""
    up = 7 - value if table.left_handed and value in (3, 4) else value
    return table.clear().die(ASIDE, turned(up, TURN_DEG))


def left(sight: Sight, right_handed: bool = True, at: Attitude = ASIDE_TURNED) -> np.ndarray:
    sides = drawn_sides(sight, at)
    assert sides is not None
    return sides.left(LEARNED, (RUNS > 0) == right_handed)


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_two_narrow_sides_tell_the_upper_value(kind: Kind, value: int, left_handed: bool) -> None:
    sight = sight_at(shown(near(left_handed), value), kind)
    assert shown_of(sight, ASIDE_TURNED).areas[:2].min() < 0.2
    unexplained = left(sight, not left_handed)
    assert unexplained.argmin() == value - 1
    assert unexplained.min() < 0.1


@pytest.mark.parametrize("value", [1, 6])
def test_pips_of_a_narrow_side_stand_out_beside_a_lamp_in_the_upper_face(kind: Kind, value: int) -> None:
    place = 380.0, 300.0
    table = near().clear().die(place, turned(value), body=BLACK).lamp(place, 1.0, light=255)
    at = upright(*place, 0.0)
    sight = sight_at(table, kind)
    assert shown_of(sight, at).areas[:2].min() < 0.07
    unexplained = left(sight, at=at)
    assert unexplained.argmin() == value - 1
    assert unexplained.min() < 0.09


@pytest.mark.parametrize("value", [1, 6])
def test_from_a_die_that_lies_a_little_elsewhere_they_are_told_as_well(kind: Kind, value: int) -> None:
    sight = sight_at(shown(near(), value), kind)
    off = upright(ASIDE[0] + 0.6, ASIDE[1] - 0.6, np.deg2rad(TURN_DEG + 2.0))
    assert left(sight, at=off).argmin() == value - 1


def test_a_value_that_none_of_the_ways_shows_leaves_all(kind: Kind) -> None:
    sides = drawn_sides(sight_at(shown(near(), 3), kind), ASIDE_TURNED)
    assert sides is not None
    assert sides.left(LEARNED, np.zeros(48, bool)).tolist() == [1.0] * 6


def test_a_die_of_which_one_side_is_seen_is_not_told(kind: Kind) -> None:
    sight = sight_at(near().clear().die(AHEAD, turned(3)), kind)
    at = upright(*AHEAD, 0.0)
    assert shown_of(sight, at).areas[:2].min() < LEAST_SIDE
    assert drawn_sides(sight, at) is None


def test_sides_that_others_cover_are_not_told(kind: Kind) -> None:
    sight = sight_at(shown(near(), 3), kind)
    assert drawn_sides(sight, ASIDE_TURNED, [outline_of(sight, ASIDE_TURNED)]) is None


@pytest.mark.parametrize("model", [replace(LEARNED, pip_radius_mm=None), replace(LEARNED, pip_spacing_mm=None)])
def test_dice_whose_pips_were_not_learned_are_not_told(kind: Kind, model: DieModel) -> None:
    sight = sight_at(shown(near(), 3), kind)
    known = kinds_of(replace(near().setup(), dice=(model,)))[0]
    assert drawn_sides(replace(sight, patterns=known.patterns), ASIDE_TURNED) is None


def test_small_dice_are_not_told(kind: Kind) -> None:
    table = PaintedTable(view=camera(12.0))
    small = kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]
    assert drawn_sides(sight_at(shown(table, 3), small), ASIDE_TURNED) is None
