"""Where the pips of all faces in view appear tells how a large die stands: whether level, and how high."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.cubes.cube import CORNERS, Attitude, Sight, upright
from vision.cubes.cube_faces import top_places
from vision.cubes.pips_seen import pips_seen
from vision.cubes.standing import ONE_OFF_PX, Standing, standing_of
from vision.cubes.storeys import ON_ANOTHER, ON_BOARD, storeys_up
from vision.doubts.asked import MAY_HIDE, NOT_UNDERSTOOD
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.judging.together import judge_body
from vision.table.kinds import Kind, kinds_of
from vision.ways.sighting import sight_of

PLACE, TURN_DEG = (400.0, 230.0), 25.0
FLAT = upright(*PLACE, np.deg2rad(TURN_DEG))
LEARNED = DieModel(EDGE, pip_spacing_mm=0.25 * EDGE, six_across_mm=0.25 * EDGE)

IVORY, DARK = (150, 190, 205), (30, 30, 35)

Look = Callable[..., Sight]
Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    """Look far aslant at a table in a picture of four times the pixels: dice of 40 px, two sides of which are seen."""
    afar = camera(32.0)
    k = afar.lens.k * np.array([[2.0], [2.0], [1.0]])
    return PaintedTable(view=replace(afar, lens=replace(afar.lens, width=2560, height=1440, k=k)))


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(replace(table.setup(), dice=(LEARNED,)))[0]


@pytest.fixture
def look(table: PaintedTable, kind: Kind) -> Look:
    """Look at a die of a value that leans, or whose top face appears at the same place, but higher."""

    def seen(value: int, lean_deg: float = 0.0, floor: float = 0.0, colours: Sequence[Colour] = ()) -> Sight:
        there = kind.plane.lower(kind.plane.appear(np.array([[*PLACE, EDGE]])), EDGE + floor)[0]
        die = table.clear().die((there[0], there[1]), turned(value, TURN_DEG, lean_deg), *colours, floor=floor)
        return sight_of(find_bodies(die.picture(), kind)[0], kind)

    return seen


def measured(sight: Sight, value: int, at: Attitude = FLAT) -> Standing:
    standing = standing_of(sight, at, value)
    assert standing is not None
    return standing


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_level_die_on_the_board_is_told_to_be(look: Look, value: int) -> None:
    standing = measured(look(value), value)
    assert standing.level
    assert standing.tilt_deg < 1.0
    assert standing.told_up == pytest.approx(0.0, abs=0.25)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_level_die_on_another_is_told_to_lie_there(look: Look, value: int) -> None:
    standing = measured(look(value, floor=EDGE), value)
    assert standing.level
    assert standing.told_up == pytest.approx(1.0, abs=0.25)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [4.0, 7.0, 12.0, 25.0])
def test_a_die_that_leans_is_not_told_to_be_level(look: Look, value: int, lean_deg: float) -> None:
    standing = standing_of(look(value, lean_deg), FLAT, value)
    assert standing is None or not standing.level


def test_the_lean_of_a_die_that_is_fitted_so_is_measured(look: Look) -> None:
    leaning = Attitude(*PLACE, turned(5, TURN_DEG, 7.0))
    assert measured(look(5, 7.0), 5, leaning).tilt_deg == pytest.approx(7.0, abs=0.7)


def test_the_turn_of_a_1_is_found_by_its_sides(look: Look) -> None:
    assert measured(look(1), 1, upright(*PLACE, np.deg2rad(TURN_DEG + 40.0))).level


def test_the_sides_of_a_1_tell_on_what_it_lies(look: Look) -> None:
    low, high = (storeys_up(look(1, floor=floor), FLAT, 1) for floor in (0.0, EDGE))
    assert low is not None
    assert high is not None
    assert ON_BOARD[0] <= low <= ON_BOARD[1]
    assert high >= ON_ANOTHER


def test_pips_are_found_to_a_fraction_of_a_pixel_on_every_face_in_view(look: Look) -> None:
    sight = look(5)
    seen = pips_seen(sight, FLAT, 5)
    assert seen is not None
    assert seen.faces == 3
    on_board = FLAT.middle_mm(EDGE) + EDGE * seen.on_die @ FLAT.r.T
    there = sight.plane.appear(on_board) - (sight.window.left, sight.window.top)
    assert np.abs(seen.places - there).max() < 0.5 * sight.pixel


def test_a_face_whose_pips_are_not_where_they_must_be_is_left_out(look: Look) -> None:
    beside = upright(PLACE[0] + 0.3 * EDGE, PLACE[1], np.deg2rad(TURN_DEG))
    assert pips_seen(look(5), beside, 5) is None


def test_the_pip_of_a_1_is_what_stands_out_most_not_what_is_a_little_lighter_beside_it(look: Look) -> None:
    sight = look(1, colours=(IVORY, DARK))
    (top,) = sight.plane.appear(np.array([[*PLACE, EDGE]])) - (sight.window.left, sight.window.top)
    shine = np.zeros(sight.tone.shape, np.float32)
    cv2.circle(shine, (round(top[0] + 7.0), round(top[1])), 4, 40.0, cv2.FILLED)
    tone = np.clip(sight.tone + cv2.GaussianBlur(shine, (0, 0), 2.0), 0, 255).astype(np.uint8)
    seen = pips_seen(replace(sight, find_tone=lambda: tone), FLAT, 1)
    assert seen is not None
    assert np.linalg.norm(seen.places[-1] - top) < sight.pixel


def test_a_pip_that_something_touches_does_not_tell_where_the_others_agree(look: Look) -> None:
    sight = look(5)
    seen = pips_seen(sight, FLAT, 5)
    assert seen is not None
    column, row = seen.places[-1].round().astype(int)
    tone = cv2.circle(sight.tone.copy(), (column + 3, row), 3, int(sight.tone[row, column]), cv2.FILLED)
    standing = measured(replace(sight, find_tone=lambda: np.asarray(tone, np.uint8)), 5)
    assert standing.level
    assert standing.off_px < ONE_OFF_PX
    assert standing.told_up == pytest.approx(0.0, abs=0.25)


def test_pips_that_a_wall_hides_in_part_are_left_out(look: Look) -> None:
    sight = look(5)
    seen = pips_seen(sight, FLAT, 5)
    assert seen is not None
    view = sight.view.copy()
    column, row = seen.places[0].round().astype(int)
    view[row, column] = 0
    left = pips_seen(replace(sight, view=view), FLAT, 5)
    assert left is not None
    assert len(left.places) < len(seen.places)
    assert measured(replace(sight, view=view), 5).level


@pytest.mark.parametrize(("learned", "doubt"), [(True, MAY_HIDE), (False, NOT_UNDERSTOOD)])
def test_what_is_not_known_beside_a_die_that_surely_lies_flat_leaves_no_doubt_of_the_die(
    table: PaintedTable, kind: Kind, learned: bool, doubt: str
) -> None:
    """Of one of its own colour, where only its pips tell what of the body is the die."""
    x, y = PLACE
    table.clear().patch([(x + 7, y - 30), (x + 50, y - 25), (x + 35, y + 25), (x + 9, y + 14)], (25, 25, 170))
    picture = table.die(PLACE, turned(1, TURN_DEG)).picture()
    unlearned = kinds_of(replace(table.setup(), dice=(DieModel(EDGE),)))[0]
    of_kind = kind if learned else unlearned
    (body,) = find_bodies(picture, of_kind)
    (rest,) = judge_body(body, of_kind, table.board, []).rests
    assert rest.doubt == doubt


def test_one_face_alone_does_not_tell(look: Look) -> None:
    sight = look(5)
    top = top_places(sight, FLAT, 1.1 * CORNERS[[0, 2, 6, 4], :2])
    view = cv2.fillConvexPoly(np.zeros_like(sight.view), top.round().astype(np.int32), 255)
    assert standing_of(replace(sight, view=np.asarray(view, np.uint8)), FLAT, 5) is None


def test_neither_dice_whose_pips_were_not_learned_nor_small_ones_tell(look: Look) -> None:
    sight = look(5)
    unlearned = replace(sight, patterns=replace(sight.patterns, spacing=None))
    assert standing_of(unlearned, FLAT, 5) is None
    assert standing_of(replace(sight, pixel=2.0 * sight.pixel), FLAT, 5) is None
