"""Whether the pips of a 4 or 5 lie on a square grid tells whether a die is level, their spacing how high it lies."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Attitude, Sight, upright
from vision.cubes.cube_faces import top_places
from vision.cubes.pip_grid import ASKEW, SQUARE, off_square, rows_of_six, spacing_of, spots_of, surely_square
from vision.finding.bodies import find_bodies
from vision.table.kinds import kinds_of
from vision.ways.sighting import sight_of

PLACE = (400.0, 230.0)


def seen(table: PaintedTable, value: int, lean_deg: float) -> Sight:
    """Look at a die that shows a value, level or leaning."""
    kind = kinds_of(table.setup())[0]
    picture = table.clear().die(PLACE, turned(value, 25.0, lean_deg)).picture()
    return sight_of(find_bodies(picture, kind)[0], kind)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(20.0))


@pytest.mark.parametrize("value", [4, 5])
def test_the_pips_of_a_level_die_lie_on_a_square_grid(table: PaintedTable, value: int) -> None:
    sight, flat = seen(table, value, 0.0), upright(*PLACE, np.deg2rad(25.0))
    spots = spots_of(sight, flat, value)
    assert spots is not None
    assert off_square(sight, flat, value, spots) <= SQUARE
    assert off_square(sight, Attitude(*PLACE, turned(value, 25.0, 12.0)), value, spots) >= ASKEW


@pytest.mark.parametrize("value", [4, 5])
def test_the_pips_of_a_leaning_die_do_not(table: PaintedTable, value: int) -> None:
    sight, leaning = seen(table, value, 14.0), Attitude(*PLACE, turned(value, 25.0, 14.0))
    spots = spots_of(sight, leaning, value)
    assert spots is not None
    assert off_square(sight, leaning, value, spots) <= SQUARE
    assert off_square(sight, upright(*PLACE, np.deg2rad(25.0)), value, spots) >= ASKEW


@pytest.fixture(scope="module")
def near_table() -> PaintedTable:
    """Look at the table in a picture of four times the pixels: dice of 45 px."""
    afar = camera(20.0)
    k = afar.lens.k * np.array([[2.0], [2.0], [1.0]])
    return PaintedTable(view=replace(afar, lens=replace(afar.lens, width=2560, height=1440, k=k)))


@pytest.mark.parametrize("value", [4, 5])
@pytest.mark.parametrize(("lean_deg", "surely"), [(0.0, True), (3.0, False), (8.0, False)])
def test_where_pips_are_found_exactly_only_those_of_a_level_die_lie_on_a_square_beyond_doubt(
    near_table: PaintedTable, value: int, lean_deg: float, surely: bool
) -> None:
    sight, flat = seen(near_table, value, lean_deg), upright(*PLACE, np.deg2rad(25.0))
    spots = spots_of(sight, flat, value)
    assert spots is not None
    assert surely_square(sight, off_square(sight, flat, value, spots)) is surely


def test_pips_of_small_dice_are_not_found_so_exactly(table: PaintedTable) -> None:
    assert not surely_square(seen(table, 5, 0.0), 0.0)


@pytest.mark.parametrize("value", [1, 2, 3, 6])
def test_other_values_say_nothing(table: PaintedTable, value: int) -> None:
    assert spots_of(seen(table, value, 0.0), upright(*PLACE, np.deg2rad(25.0)), value) is None


def test_pips_that_are_not_all_seen_say_nothing(table: PaintedTable) -> None:
    beside = upright(PLACE[0] + 0.5 * EDGE, PLACE[1], np.deg2rad(25.0))
    assert spots_of(seen(table, 5, 0.0), beside, 5) is None


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_pips_lie_farther_apart_on_a_die_that_lies_higher(table: PaintedTable, value: int) -> None:
    kind = kinds_of(table.setup())[0]
    level = spacing_of(seen(table, value, 0.0), upright(*PLACE, np.deg2rad(25.0)), value)
    assert level == pytest.approx(0.25, rel=0.02)
    picture = table.clear().die(PLACE, turned(value, 25.0), floor=EDGE).picture()
    there = kind.plane.lower(kind.plane.appear(np.array([[*PLACE, 2 * EDGE]])), EDGE)[0]
    sight = sight_of(find_bodies(picture, kind)[0], kind)
    raised = spacing_of(sight, upright(*there, np.deg2rad(25.0)), value)
    eye_mm = kind.plane.camera.position_mm[2]
    assert raised is not None
    assert raised / level == pytest.approx((eye_mm - EDGE) / (eye_mm - 2 * EDGE), abs=0.008)


def test_a_one_has_no_spacing(table: PaintedTable) -> None:
    assert spacing_of(seen(table, 1, 0.0), upright(*PLACE, np.deg2rad(25.0)), 1) is None


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_pips_that_are_all_in_view_are_measured_whatever_a_wall_hides_beside_them(
    table: PaintedTable, value: int
) -> None:
    sight, flat = seen(table, value, 0.0), upright(*PLACE, np.deg2rad(25.0))
    free = spacing_of(sight, flat, value)
    assert free is not None
    assert spacing_of(behind_wall(sight, flat, 0.39), flat, value) == pytest.approx(free, abs=0.001)
    assert spacing_of(behind_wall(sight, flat, 0.25), flat, value) is None
    assert spacing_of(behind_wall(sight, flat, 0.33), flat, value) is None


@pytest.mark.parametrize(("edges", "grey"), [(0.38, 255), (0.41, 255), (0.41, 0)])
def test_the_rows_of_a_six_are_measured_alike_beside_a_rounded_rim(
    table: PaintedTable, edges: float, grey: int
) -> None:
    """A rim is brighter or darker than the face; light that fades over it moves no row either."""
    sight, flat = seen(table, 6, 0.0), upright(*PLACE, np.deg2rad(25.0))
    even = rows_of_six(sight, flat)
    assert even == pytest.approx(0.25, rel=0.02)
    rimmed = behind_wall(sight, flat, edges, grey).tone
    tone = (rimmed * np.linspace(1.0, 0.7, rimmed.shape[1])).astype(np.uint8)
    assert rows_of_six(replace(sight, find_tone=lambda: tone), flat) == pytest.approx(even, abs=0.006)


def behind_wall(sight: Sight, at: Attitude, edges: float, grey: int = 255) -> Sight:
    """Show a wall where a die's face lies farther than so many edges to one side of its middle; pips end at 0.36."""
    strip = np.array([[edges, -0.6], [0.6, -0.6], [0.6, 0.6], [edges, 0.6]])
    view, tone = sight.view.copy(), sight.tone.copy()
    for picture, hidden in ((view, 0), (tone, grey)):
        cv2.fillConvexPoly(picture, top_places(sight, at, strip).round().astype(np.int32), hidden)
    return replace(sight, view=view, find_tone=lambda: tone)
