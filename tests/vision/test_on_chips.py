"""Dice on and beside chips, and what of chips a wall hides: in dim light, on chips of their colour, beside stacks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from painted_table import BLACK, EDGE, RED, PaintedTable, camera, turned

from vision.bodies.chips import find_discs
from vision.bodies.disc import RINGS, Disc, is_plain, light_on
from vision.bodies.rounds import by_chips, gaps_in_chips
from vision.colours.highlight import DieColours
from vision.cubes.cube import upright
from vision.faces.pips import PIPS
from vision.faces.topface import by_value, explained, noise_hides
from vision.finding.bodies import find_bodies
from vision.geometry import DieModel
from vision.judging.look_alikes import MAY_BE_PRINTED
from vision.reader import TableReader
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.resting import CHIP_MM, HEIGHTS_MM, Surroundings

BLUE, WHITE_PIPS, DARK_PIPS = (170, 60, 30), (245, 245, 245), (20, 18, 16)
DIM_FELT, DIM_NOISE = (40, 28, 14), 4.7


def chip(pip: tuple[float, float] | None, scale: float = 2.2, light: float = 1.0) -> tuple[np.ndarray, Disc]:
    """Draw a chip of 19.5 mm with a pip of 1.6 mm at a place (angle in rad, radius in radii) on it."""
    radius = 19.5 * scale
    patch = np.full((120, 120, 3), (60, 110, 45), np.uint8)
    cv2.circle(patch, (60, 60), round(radius), BLUE, cv2.FILLED, cv2.LINE_AA)
    cv2.circle(patch, (60, 60 - round(0.85 * radius)), 4, WHITE_PIPS, cv2.FILLED)
    if pip is not None:
        at = 60 + pip[1] * radius * np.array([np.cos(pip[0]), np.sin(pip[0])])
        cv2.circle(patch, np.round(at * 16).astype(int).tolist(), round(1.6 * scale * 16), WHITE_PIPS, -1, shift=4)
    return np.asarray(patch * light, dtype=np.uint8), Disc(60.0, 60.0, radius)


@given(st.floats(0.0, 6.2), st.floats(float(RINGS[0]), float(RINGS[-1])), st.sampled_from([1.0, 0.5]))
def test_no_chip_with_a_pip_on_it_is_plain(angle: float, away: float, light: float) -> None:
    assert not is_plain(*chip((angle, away), light=light))


@pytest.mark.parametrize("light", [1.0, 0.6, 0.4])
def test_a_chip_with_nothing_on_it_is_plain_in_any_light(light: float) -> None:
    assert is_plain(*chip(None, light=light))
    assert light_on(chip(None, light=light)[0].reshape(-1, 3)) <= max(light, 0.4)


@pytest.mark.parametrize("hidden_px", [0, 70])
def test_a_chip_is_found_by_what_no_wall_hides_of_its_rim(hidden_px: int) -> None:
    patch, disc = chip(None)
    body, wall = np.zeros((120, 120), np.uint8), np.zeros((120, 120), np.uint8)
    cv2.circle(body, (60, 60), round(disc.radius), 255, cv2.FILLED)
    if hidden_px:
        wall[hidden_px:] = 255
        body[hidden_px:] = 0
    (found,) = find_discs(patch, body, body, 2.2, np.array([0.0, 0.01]), 12.0, wall)
    assert (found.column, found.row, found.radius) == pytest.approx((60, 60, disc.radius), abs=2.0)
    assert found.arc >= 0.85


def dim_face(value: int, noise: float) -> np.ndarray:
    """Paint a face (m, 3) of an ivory die in dim light."""
    patterns = kinds_of(PaintedTable().setup())[0].patterns
    near = np.linalg.norm(patterns.grid[:, None] - 0.25 * PIPS[value], axis=2).min(axis=1) < 0.108
    colours = np.where(near[:, None], (18, 17, 20), (57, 73, 82)) + np.random.default_rng(3).normal(0, noise, (400, 3))
    return np.clip(colours, 0, 255).round().astype(np.uint8)


@pytest.mark.parametrize("value", [2, 4, 6])
def test_a_face_in_noise_is_as_clear_as_without(value: int) -> None:
    patterns = kinds_of(PaintedTable().setup())[0].patterns
    still, noisy = (dim_face(value, noise) for noise in (0.0, 6.0))
    scores = [by_value(explained(face[None], patterns), patterns)[0, value - 1] for face in (still, noisy)]
    assert scores[1] < scores[0] - 0.03
    assert scores[1] * noise_hides(noisy, 6.0, patterns) == pytest.approx(scores[0], abs=0.03)
    assert noise_hides(noisy, 0.0, patterns) == 1.0


def test_dice_have_their_colours_in_any_light() -> None:
    die = DieColours(np.array(RED, np.float32), np.array(WHITE_PIPS, np.float32))
    dim = DieColours(die.body * np.float32(0.6), die.pip * np.float32(0.6))
    chips = DieColours(np.array(BLUE, np.float32), np.array(WHITE_PIPS, np.float32))
    assert dim.alike(die)
    assert not chips.alike(die)


@pytest.mark.parametrize("value", [2, 3, 5])
def test_a_die_on_a_chip_is_read_in_dim_light(value: int) -> None:
    table = PaintedTable(view=camera(24.0), felt=DIM_FELT, noise=DIM_NOISE)
    table.clear().chip((400, 230), (90, 34, 18)).die((402, 230), turned(value, 20), IVORY_DIM, PIPS_DIM, floor=3.3)
    reading = TableReader(table.setup(count=1)).read(table.picture())
    assert reading.values == (value,), reading.reasons


def dark_die_on_chip(value: int) -> PaintedTable:
    """Paint a black die on a pale chip, where it hides a part of the rim, on felt as dark as it is."""
    table = PaintedTable(view=camera(12.0), felt=(8, 18, 12), noise=4.1).clear().shadow((390, 222), 26, 0.4)
    black, pips = (9, 9, 9), (80, 84, 88)
    table.chip((412, 240), (95, 98, 100)).die((396, 226), turned(value, 35), black, pips, floor=3.3)
    return table.die((600, 300), turned(2, 20), black, pips)


@pytest.mark.parametrize("value", [1, 3, 5])
def test_a_dark_die_on_a_chip_that_looks_like_its_shadow_is_not_overlooked(value: int) -> None:
    table = dark_die_on_chip(value)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert not reading.ok or sorted(reading.values) == sorted((2, value))


def test_pips_in_what_is_missing_of_a_chip_are_read() -> None:
    table = dark_die_on_chip(3)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert sorted(reading.values) == [2, 3], reading.reasons
    assert {die.support for die in reading.dice} == {None, Support.CHIPS}


@pytest.mark.parametrize("bitten", [False, True])
def test_what_a_dark_die_leaves_of_a_chip_is_one(bitten: bool) -> None:
    table = PaintedTable(view=camera(12.0)).clear().chip((400, 230))
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    left, top, _, _ = cv2.boundingRect(body.seen.mask)
    mask = body.seen.mask.copy()
    mask[: top + 16 * bitten, : left + 40] = 0
    found = by_chips(replace(body.seen, mask=mask), kind)
    assert len(found.discs) == 1
    assert bool(gaps_in_chips(found).any()) == bitten
    nothing = by_chips(replace(body.seen, mask=np.zeros_like(mask)), kind)
    assert not nothing.discs
    assert not nothing.rest.any()


IVORY_DIM, PIPS_DIM = (57, 73, 82), (18, 17, 20)


def test_a_black_die_on_a_black_chip_is_read_where_its_colours_were_learned() -> None:
    table = PaintedTable(view=camera(12.0))
    table.clear().chip((400, 230), BLACK).die((402, 230), turned(5, 20), BLACK, floor=3.3)
    setup = table.setup(count=1)
    assert TableReader(setup).read(table.picture()).ok is False
    learned = DieModel(EDGE, body_bgr=BLACK, pip_bgr=WHITE_PIPS)
    reading = TableReader(replace(setup, dice=(learned,))).read(table.picture())
    assert reading.values == (5,), reading.reasons


@pytest.mark.parametrize("value", [1, 2, 4])
def test_a_red_die_on_a_white_and_blue_chip_on_red_felt_is_read(value: int) -> None:
    table = PaintedTable(view=camera(12.0), felt=(30, 26, 150))
    table.clear().chip((400, 230), (190, 200, 205)).die((402, 230), turned(value, 20), (40, 24, 235), floor=3.3)
    reading = TableReader(table.setup(count=1)).read(table.picture())
    (die,) = reading.dice
    assert (die.value, die.state, die.support) == (value, DieState.FLAT, Support.CHIPS), reading.reasons


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable(view=camera(30.0)).setup())[0]


@pytest.mark.parametrize("height_mm", HEIGHTS_MM)
@pytest.mark.parametrize("gap_mm", [-4.0, 0.0, 3.0])
def test_a_die_reaches_no_deeper_into_a_chip_than_at_the_height_at_which_that_may_lie(
    kind: Kind, height_mm: float, gap_mm: float
) -> None:
    at = upright(450.0, 400.0, 0.0)
    middle = np.array([[450.0, 400.0 - EDGE / 2 - 19.5 - gap_mm, height_mm]])
    column, row = kind.plane.appear(middle)[0]
    disc = Disc(float(column), float(row), 19.5 * kind.plane.scale)
    around = Surroundings(kind.plane, kind.board, (disc,), (), EDGE)
    assert around.overlap_mm(at) <= -gap_mm + 0.1
    assert around.near_chip(at)
    if height_mm == CHIP_MM:
        assert around.overlap_mm(at) <= -gap_mm


@pytest.mark.parametrize("rim", [(218, 228, 236), (210, 220, 228), (180, 190, 200)])
@pytest.mark.parametrize("label_mm", [9.0, 10.5, 12.0])
def test_what_is_printed_on_a_pale_chip_is_no_die(rim: tuple[int, int, int], label_mm: float) -> None:
    table = PaintedTable(view=camera(12.0)).clear().chip((400, 230), rim)
    table.print((400, 230), label_mm, (232, 243, 248)).print((401.6, 230), 1.8, (167, 172, 179))
    table.die((600, 300), turned(4, 20), (210, 232, 236), (18, 17, 20))
    reading = TableReader(table.setup(count=1)).read(table.picture())
    assert reading.values == (4,), reading.reasons
    assert reading.ok


@pytest.mark.parametrize("off_mm", [0.0, 4.0, 8.0])
@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0])
def test_a_1_on_a_pale_chip_is_a_die(off_mm: float, turn_deg: float) -> None:
    table = PaintedTable(view=camera(12.0)).clear().chip((400, 230), (180, 190, 200))
    table.die((400 + off_mm, 230), turned(1, turn_deg), (215, 236, 242), (18, 17, 20), floor=3.3)
    reading = TableReader(table.setup(count=1)).read(table.picture())
    assert [die.value for die in reading.dice] == [1], reading.reasons


def printed_chip(dice: int) -> PaintedTable:
    """Lay red dice on a board, and a pale chip printed with five dark dots."""
    table = (
        PaintedTable(view=camera(12.0)).clear().chip((400, 230), (215, 225, 235)).print((400, 230), 10.5, WHITE_CHIP)
    )
    for x, y in PIPS[5] * 0.25 * EDGE:
        table.print((400 + x, 230 + y), 1.9, (90, 30, 120))
    for k in range(dice):
        table.die((600, 150 + 150 * k), turned(3 + k, 20), (40, 24, 205), WHITE_PIPS)
    return table


WHITE_CHIP = (246, 246, 248)


def test_dots_on_a_chip_in_other_colours_than_the_dice_are_print_where_all_dice_are_seen() -> None:
    table = printed_chip(2)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.values == (3, 4), reading.reasons
    assert reading.ok


def test_dots_on_a_chip_in_other_colours_than_the_dice_are_asked_where_one_is_missing() -> None:
    table = printed_chip(1)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert not reading.ok
    assert any(MAY_BE_PRINTED in reason for reason in reading.reasons), reading.reasons


def test_dice_on_chips_in_the_colours_of_the_others_are_no_print() -> None:
    table = PaintedTable(view=camera(12.0)).clear().chip((400, 230), (215, 225, 235))
    table.die((402, 230), turned(5, 20), (40, 24, 205), WHITE_PIPS, floor=3.3)
    table.die((600, 150), turned(3, 20), (40, 24, 205), WHITE_PIPS)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert sorted(reading.values) == [3, 5], reading.reasons
    assert reading.ok
