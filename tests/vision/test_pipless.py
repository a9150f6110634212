"""Where dice have light pips and a dark body shows none, no other die lies; where it might, nothing is said."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import BLACK, EDGE, PaintedTable, camera, turned

from vision.colours.highlight import DieColours
from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import fitted_at
from vision.doubts.asked import rests_of
from vision.doubts.under import Suspicion, suspicions_of
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess, guesses_at, raised
from vision.ways.left_out import with_blank
from vision.ways.phantoms import without_phantoms
from vision.ways.pipless import holds_no_die, shows_sides
from vision.ways.resting import Rest, Surroundings

PLACE, BESIDE = (400.0, 230.0), (421.0, 230.0)
SIZE = 160
DARK_FELT = (36, 40, 34)
LIGHT_PIPS, DARK_PIPS, DULL = (200, 200, 200), (60, 58, 58), 0.5
DIE, OTHER = upright(*PLACE, 0.0), upright(*BESIDE, 0.0)


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(camera(30.0), felt=DARK_FELT)


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


def looked_at(table: PaintedTable, kind: Kind) -> Sight:
    """Look at the place of the die."""
    column, row = kind.plane.to_px(np.array([PLACE]))[0]
    window = Window(int(column) - SIZE // 2, int(row) - SIZE // 2, SIZE, SIZE)
    patch, nothing = kind.plane.cut(table.picture(), window), np.zeros((SIZE, SIZE), np.uint8)
    return Sight(
        kind.plane, window, patch, nothing, ~nothing, nothing, ~nothing, lambda: patch[..., 0], kind.patterns, EDGE,
        noise=1.0,
    )  # fmt: skip


def beside(sight: Sight) -> Mask:
    """Mark where another die beside the first would show."""
    return np.asarray(outline_of(sight, OTHER) & ~outline_of(sight, DIE), dtype=np.uint8)


def in_shadow(table: PaintedTable, pips: tuple[int, int, int] = LIGHT_PIPS) -> PaintedTable:
    """Put a black die on the board whose shadow is as large as another and as dark."""
    return table.clear().shadow(BESIDE, 14.0, DULL).die(PLACE, turned(3, 0.0), BLACK, pips)


def test_a_dark_shadow_that_shows_no_pip_holds_no_die(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table), kind)
    assert holds_no_die(sight, beside(sight), [DIE])


@pytest.mark.parametrize("lean_deg", [0.0, 25.0])
@pytest.mark.parametrize("value", range(1, 7))
def test_another_dark_die_shows_its_pips_however_it_lies(
    table: PaintedTable, kind: Kind, value: int, lean_deg: float
) -> None:
    painted = in_shadow(table).die(BESIDE, turned(value, 0.0, lean_deg), BLACK, LIGHT_PIPS)
    sight = looked_at(painted, kind)
    assert not holds_no_die(sight, beside(sight), [DIE])


def test_pips_of_small_dice_blur_in_the_shade(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table), kind)
    assert not holds_no_die(replace(sight, pixel=kind.pixel), beside(sight), [DIE])


@pytest.mark.parametrize("known", [True, False])
def test_a_line_that_is_printed_on_the_board_is_no_pip(kind: Kind, known: bool) -> None:
    table = PaintedTable(camera(30.0), felt=DARK_FELT)
    table.stripe(BESIDE[0], 4.0, (150, 150, 150))
    sight = looked_at(in_shadow(table), kind)
    empty = table.setup().background
    assert empty is not None
    board = kind.plane.cut(empty.image, sight.window) if known else None
    assert holds_no_die(replace(sight, empty=board), beside(sight), [DIE]) is known


def test_a_pip_shows_on_a_printed_board(kind: Kind) -> None:
    table = PaintedTable(camera(30.0), felt=DARK_FELT)
    table.stripe(BESIDE[0] - 12.0, 4.0, (150, 150, 150))
    sight = looked_at(in_shadow(table).die(BESIDE, turned(4, 0.0), BLACK, LIGHT_PIPS), kind)
    empty = table.setup().background
    assert empty is not None
    assert not holds_no_die(replace(sight, empty=kind.plane.cut(empty.image, sight.window)), beside(sight), [DIE])


@pytest.mark.parametrize("learned", [True, False])
def test_beside_a_die_whose_face_a_lamp_whitens_learned_colours_tell_how_pips_shine(
    table: PaintedTable, kind: Kind, learned: bool
) -> None:
    sight = looked_at(in_shadow(table), kind)
    white = np.where(outline_of(sight, DIE)[..., None] > 0, np.uint8(255), sight.patch)
    colours = (DieColours(*(np.array(each, np.float32) for each in (BLACK, LIGHT_PIPS))),) * learned
    assert holds_no_die(replace(sight, patch=white, colours=colours), beside(sight), [DIE]) is learned


def test_what_other_dice_have_taken_tells_nothing(table: PaintedTable, kind: Kind) -> None:
    painted = in_shadow(table).die(BESIDE, turned(5, 0.0), BLACK, LIGHT_PIPS)
    sight = looked_at(painted, kind)
    assert holds_no_die(sight, beside(sight), [DIE], [outline_of(sight, OTHER)])


def test_dark_pips_may_be_overlooked_in_the_dark(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table, DARK_PIPS), kind)
    assert not holds_no_die(sight, beside(sight), [DIE])


def test_one_of_the_tables_dice_with_dark_pips_may_be_overlooked_in_the_dark(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table), kind)
    light, dark = (
        DieColours(*(np.array(each, np.float32) for each in (BLACK, pip))) for pip in (LIGHT_PIPS, DARK_PIPS)
    )
    assert holds_no_die(replace(sight, colours=(light,)), beside(sight), [DIE])
    assert not holds_no_die(replace(sight, colours=(light, dark)), beside(sight), [DIE])


def test_a_wall_may_hide_a_die_and_a_lamp_its_pips(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table), kind)
    part = beside(sight)
    walled = replace(sight, view=np.where(part > 0, 0, 255).astype(np.uint8))
    lit = replace(sight, patch=np.where(part[..., None] > 0, np.uint8(250), sight.patch))
    assert not holds_no_die(walled, part, [DIE])
    assert not holds_no_die(lit, part, [DIE])


def guessed(sight: Sight, at: Attitude, state: DieState = DieState.FLAT) -> Guess:
    support = None if state is DieState.FLAT else Support.DIE
    return Guess(fitted_at(sight, at), state, support, outline_of(sight, at), 1.0, 0.0)


def test_a_die_that_shows_no_pip_of_its_own_beside_others_is_none(table: PaintedTable, kind: Kind) -> None:
    sight = looked_at(in_shadow(table), kind)
    with_phantom, alone = (
        Choice((guessed(sight, DIE), guessed(sight, OTHER, DieState.COCKED)), 3.0),
        Choice((guessed(sight, DIE),), 2.0),
    )
    assert without_phantoms(sight, [with_phantom, alone]) == [alone]
    assert without_phantoms(sight, [with_phantom]) == [with_phantom]


def test_dice_that_show_pips_are_no_phantoms(table: PaintedTable, kind: Kind) -> None:
    painted = in_shadow(table).die(BESIDE, turned(5, 0.0), BLACK, LIGHT_PIPS)
    sight = looked_at(painted, kind)
    both = Choice((guessed(sight, DIE), guessed(sight, OTHER)), 3.0)
    assert without_phantoms(sight, [both]) == [both]


# -- what follows -----------------------------------------------------------------------------------------------------


@pytest.fixture
def around(kind: Kind) -> Surroundings:
    return Surroundings(kind.plane, kind.board, (), (), EDGE)


def with_body(sight: Sight, *more: Mask) -> Sight:
    """Let the body be the die and what else is given; hardly anything is told from it."""
    own = np.bitwise_or.reduce([outline_of(sight, DIE), *more])
    return replace(sight, own=own, other=np.zeros_like(own))


def body_beside(table: PaintedTable, kind: Kind, pips: int) -> Sight:
    """Look at a die whose body reaches beside it: over its shadow, or another die if that has pips."""
    painted = in_shadow(table)
    if pips:
        painted.die(BESIDE, turned(pips), BLACK, LIGHT_PIPS)
    bare = looked_at(painted, kind)
    return with_body(bare, beside(bare))


@pytest.mark.parametrize("pips", [0, 5])
def test_a_die_may_hide_another_in_its_body_unless_that_shows_no_pip(
    table: PaintedTable, kind: Kind, around: Surroundings, pips: int
) -> None:
    sight = body_beside(table, kind, pips)
    (rest,) = rests_of(sight, [Choice((guessed(sight, DIE),), 3.0)], around)
    assert (rest.doubt is None) == (pips == 0)


@pytest.mark.parametrize("pips", [0, 5])
def test_in_what_shows_no_pip_no_die_is_sought(
    table: PaintedTable, kind: Kind, around: Surroundings, pips: int
) -> None:
    sight = body_beside(table, kind, pips)
    found = with_blank(sight, [[guessed(sight, DIE)]], around)[1:]
    assert bool(found) == (pips > 0)


@pytest.mark.parametrize("lower", [None, 4])
def test_a_die_with_a_shadow_below_it_lies_on_another_only_if_that_shows_pips(
    kind: Kind, around: Surroundings, lower: int | None
) -> None:
    table = PaintedTable(camera(30.0), felt=DARK_FELT)
    higher = raised(looked_at(table, kind), DIE, EDGE)
    there = higher.x_mm, higher.y_mm
    if lower:
        table.die(there, turned(lower), BLACK, LIGHT_PIPS).die(there, turned(3), BLACK, LIGHT_PIPS, floor=EDGE)
    else:
        table.shadow((there[0], there[1] - 4.0), 18.0, DULL).die(PLACE, turned(3), BLACK, LIGHT_PIPS)
    bare = looked_at(table, kind)
    sight = with_body(bare, outline_of(bare, higher), outline_of(bare, upright(*there, 0.0)))
    ways = guesses_at(sight, [], DIE, around, near_die=False)
    assert (DieState.STACKED in {guess.state for guess in ways}) == (lower is not None)


def test_from_above_a_lower_die_needs_to_show_no_pip(table: PaintedTable, kind: Kind) -> None:
    steep = PaintedTable(camera(10.0), felt=DARK_FELT)
    (from_above,) = kinds_of(steep.setup())
    assert shows_sides(looked_at(table, kind), DIE)
    assert not shows_sides(looked_at(steep, from_above), DIE)


@pytest.mark.parametrize(("pips", "suspicion"), [(0, Suspicion.NONE), (5, Suspicion.MAY)])
def test_a_missing_die_is_not_suspected_under_one_about_which_no_pip_is_seen(
    table: PaintedTable, kind: Kind, pips: int, suspicion: Suspicion
) -> None:
    painted = table.clear().shadow((PLACE[0], PLACE[1] - 8.0), 14.0, DULL)
    if pips:
        painted.die((PLACE[0], PLACE[1] - 1.1 * EDGE), turned(pips), BLACK, LIGHT_PIPS)
    painted.die(PLACE, turned(1), BLACK, LIGHT_PIPS)
    bare = looked_at(painted, kind)
    below = outline_of(bare, upright(PLACE[0], PLACE[1] - 0.6 * EDGE, 0.0))
    one = Rest(*PLACE, EDGE / 2, 0.0, EDGE, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert suspicions_of([[one]], [with_body(bare, below)], [False], [kind]) == [suspicion]
