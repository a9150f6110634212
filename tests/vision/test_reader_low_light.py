"""Dice in light so dim that their sides and their shadows differ by less than a pixel's noise."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.bodies.body import Seen
from vision.bodies.likely import redrawn
from vision.colours.highlight import DieColours
from vision.cubes.cube import Attitude, Sight
from vision.cubes.fitting import fit_flat
from vision.doubts.asked import HARDLY_SEEN
from vision.faces.explain import Explanation, outline, top_of
from vision.finding.bodies import find_bodies
from vision.finding.dark_search import _better_told, _is_clear, with_dark_dice
from vision.geometry import Board, Floats
from vision.judging.missing import OVERLOOKED
from vision.judging.one_size import judged_by_size
from vision.judging.sizes import Looked
from vision.judging.together import Judged, judge_body
from vision.pictures.ground import Empty, steps_of
from vision.pictures.planes import planes_of
from vision.pictures.rectify import Window
from vision.pictures.segment import Traces
from vision.reader import TableReader
from vision.reading import DieState, TableReading
from vision.table.kinds import kinds_of
from vision.ways.all_faces import ByAllFaces
from vision.ways.resting import doubted

NOISE = 4.5
FELT, BLACK, IVORY = (13, 36, 24), (14, 13, 13), (66, 84, 93)
WHITE_PIPS, DARK_PIPS = (90, 95, 98), (18, 17, 20)
EDGE_PX = 38.0


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(24.0), felt=FELT, noise=NOISE)


@pytest.fixture(scope="module")
def reader(table: PaintedTable) -> TableReader:
    return TableReader(table.setup(count=1))


def read(table: PaintedTable, reader: TableReader, *die: object) -> TableReading:
    """Read a die with its shadow around and beside it."""
    table.clear().shadow((408, 238), 24, 0.45)
    table.die((400, 230), *die)  # type: ignore[arg-type]
    return reader.read(table.picture())


@pytest.mark.parametrize("value", [1, 3, 6])
@pytest.mark.parametrize("colours", [(BLACK, WHITE_PIPS), (IVORY, DARK_PIPS)])
def test_dice_are_told_from_their_shadows(
    table: PaintedTable, reader: TableReader, value: int, colours: tuple[object, ...]
) -> None:
    reading = read(table, reader, turned(value, 25), *colours)
    assert reading.values == (value,)
    assert reading.ok, reading.reasons


@pytest.mark.parametrize("value", [1, 2, 4, 6])
def test_a_black_die_on_dark_grey_felt_is_not_taken_for_its_shadow(value: int) -> None:
    table = PaintedTable(view=camera(12.0), felt=(62, 58, 55), noise=2.4)
    reading = read(table, TableReader(table.setup(count=1)), turned(value, 25), (24, 22, 22), (210, 210, 210))
    assert reading.values == (value,)
    assert reading.ok, reading.reasons


def faintly(table: PaintedTable) -> TableReading:
    """Read one die of which hardly more than pips is seen."""
    return TableReader(table.setup(count=1)).read(table.picture())


def test_a_lone_1_of_a_black_die_on_dark_felt_is_read_by_the_dark_around_its_pip() -> None:
    table = PaintedTable(view=camera(8.0), felt=(23, 21, 20), noise=4.1).clear().shadow((408, 238), 30, 0.5)
    reading = faintly(table.die((400, 230), turned(1, 25), (11, 10, 10), (90, 95, 98)))
    assert reading.values == (1,)
    assert reading.ok, reading.reasons


@pytest.mark.parametrize("beside_mm", [None, 12.0])
def test_a_bright_spot_alone_or_beside_another_is_no_1(beside_mm: float | None) -> None:
    table = PaintedTable(view=camera(8.0), felt=(23, 21, 20), noise=4.1).clear()
    if beside_mm is not None:
        table.shadow((400, 230), 17, 0.45)
    for x_mm in (400.0, *(() if beside_mm is None else (400.0 + beside_mm, 400.0 - beside_mm))):
        table.patch([(x_mm - 2, 228), (x_mm + 2, 228), (x_mm + 2, 232), (x_mm - 2, 232)], (90, 95, 98))
    reading = faintly(table)
    assert not (reading.ok and reading.values == (1,))


DARK_FELT, FAINT, FAINT_PIPS = (23, 21, 20), (11, 10, 10), (90, 95, 98)


@pytest.mark.parametrize(("value", "lean_deg"), [(2, 42.0), (4, -40.0)])
def test_pips_that_no_die_explains_are_asked_though_nothing_else_of_one_is_seen(value: int, lean_deg: float) -> None:
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear().shadow((406, 238), 26, 0.5)
    table.die((400, 230), turned(value, 20.0, lean_deg), FAINT, FAINT_PIPS)
    reading = TableReader(table.setup()).read(table.picture())
    assert reading.values == ()
    assert ["neither a readable die nor a chip" in reason for reason in reading.reasons] == [True]


@pytest.mark.parametrize(("count", "asked"), [(2, False), (3, True)])
def test_so_many_bright_spots_of_a_pips_size_beside_each_other_are_asked(count: int, asked: bool) -> None:
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear()
    for x_mm, y_mm in ((400.0, 230.0), (405.0, 236.5), (411.0, 232.0))[:count]:
        spot = [(x_mm - 1.5, y_mm - 1.0), (x_mm + 1.5, y_mm - 1.0), (x_mm + 1.0, y_mm + 1.5), (x_mm - 1.0, y_mm + 1.5)]
        table.patch(spot, FAINT_PIPS)
    assert TableReader(table.setup()).read(table.picture()).ok != asked


def two_faint(beside_mm: float, lean_deg: float, value: int) -> TableReading:
    """Read a black 3 beside another black die, in their shadows, on dark felt."""
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear()
    place, there = (400.0, 230.0), (400.0 + beside_mm, 231.0)
    table.shadow((412.0, 236.0), 34, 0.45)
    table.die(place, turned(3, 0.0), FAINT, FAINT_PIPS).die(there, turned(value, 0.0, lean_deg), FAINT, FAINT_PIPS)
    return TableReader(table.setup(count=2)).read(table.picture())


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_faint_dice_side_by_side_lie_flat_where_all_their_pips_do(value: int) -> None:
    reading = two_faint(20.0, 0.0, value)
    assert sorted(reading.values) == sorted((3, value))
    assert reading.ok, reading.reasons


@pytest.mark.parametrize("value", [1, 2, 4, 5, 6])
@pytest.mark.parametrize("lean_deg", [28.0, 38.0])
def test_a_faint_die_that_leans_on_another_is_not_called_flat(value: int, lean_deg: float) -> None:
    reading = two_faint(23.5, lean_deg, value)
    assert not reading.ok or DieState.COCKED in [die.state for die in reading.dice]


@pytest.mark.parametrize(("leans_deg", "asked"), [(8.0, True), (0.0, False)])
def test_a_faint_die_may_lean_whose_sides_show_no_pips_where_every_fit_leans(
    monkeypatch: pytest.MonkeyPatch, leans_deg: float, asked: bool
) -> None:
    def fits(whole: Sight, at: Attitude) -> ByAllFaces:
        flat = fit_flat(whole.near(at), at)
        bare = replace(flat, pips=max(flat.evidence), shown=1.4)
        leaning = replace(bare, attitude=replace(at, r=turned(flat.value, 0.0, leans_deg)))
        return ByAllFaces(bare, (leaning, leaning))

    monkeypatch.setattr("vision.judging.faint.by_all_faces", fits)
    reading = two_faint(20.0, 0.0, 2)
    assert any("may be cocked" in reason for reason in reading.reasons) == asked


@pytest.mark.parametrize("value", [4, 5])
def test_a_pip_of_a_faint_die_is_no_1_where_a_die_that_shows_more_explains_more_and_is_read(
    monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    """However dark it is around the 1, and though nothing bright lies beside its outline: the other pips lie in it."""
    monkeypatch.setattr("vision.judging.faint.nothing_bright_beside", lambda *_: True)
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear().shadow((406.0, 238.0), 26, 0.5)
    table.die((400.0, 230.0), turned(value, 20.0), FAINT, FAINT_PIPS)
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    pip = body.explanation.faces[0]
    off = 0.25 * EDGE_PX * np.array([[np.cos(pip.turn), -np.sin(pip.turn)], [np.sin(pip.turn), np.cos(pip.turn)]])
    rests = []
    for corner in ((-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)):
        column, row = off @ corner + (pip.column, pip.row)
        one = replace(pip, column=float(column), row=float(row), evidence=(0.9, 0.0, 0.0, 0.0, 0.0, 0.0))
        shape = outline(kind.plane, body.seen.window, one, EDGE)
        faint = replace(body, explanation=Explanation((one,), (shape,), 0.0), faint=True)
        rests += judge_body(faint, kind, table.board, []).rests
    read = [rest for rest in rests if rest.doubt is None]
    assert all(rest.doubt == HARDLY_SEEN for rest in rests if rest not in read)
    assert {int(np.argmax(rest.evidence)) + 1 for rest in read} == {value}
    assert all(np.hypot(rest.x_mm - 400.0, rest.y_mm - 230.0) < 2.0 for rest in read)


def test_a_pip_of_a_faint_die_that_leans_is_no_1_and_its_face_is_not_called_flat() -> None:
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear().shadow((406.0, 238.0), 26, 0.5)
    table.die((400.0, 230.0), turned(4, 20.0, 14.0), FAINT, FAINT_PIPS)
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    pip = body.explanation.faces[0]
    one = replace(pip, column=pip.column + 7.0, row=pip.row + 7.0, evidence=(0.9, *[0.0] * 5))
    shape = outline(kind.plane, body.seen.window, one, EDGE)
    faint = replace(body, explanation=Explanation((one,), (shape,), 0.0), faint=True)
    (rest,) = judge_body(faint, kind, table.board, []).rests
    assert rest.doubt is not None


def faint_at_wall(rotation: Floats, gap_mm: float) -> TableReading:
    """Read a black die on dark felt at a wall above which the camera hangs: nothing is seen of its sides."""
    table = PaintedTable(view=camera(-12.0), felt=DARK_FELT, noise=4.1).clear().shadow((450.0, 434.0), 26, 0.5)
    return faintly(table.die((450.0, table.board.width_mm - EDGE / 2 - gap_mm), rotation, FAINT, FAINT_PIPS))


@pytest.mark.parametrize(("value", "reasons"), [(4, 0), (5, 0), (6, 0), (3, 1)])
def test_a_faint_die_at_a_wall_is_believed_where_its_pips_lie_on_a_level_square(value: int, reasons: int) -> None:
    reading = faint_at_wall(turned(value), 2.0)
    assert [die.value for die in reading.dice] == [value]
    assert [HARDLY_SEEN in reason for reason in reading.reasons] == [True] * reasons


@pytest.mark.parametrize("lean_deg", [24.0, 32.0])
@pytest.mark.parametrize("turn_deg", [90.0, -90.0])
@pytest.mark.parametrize("value", [4, 5, 6])
def test_a_faint_die_that_leans_at_a_wall_is_not_called_flat(value: int, turn_deg: float, lean_deg: float) -> None:
    reading = faint_at_wall(turned(value, turn_deg, lean_deg), 4.0)
    assert not reading.ok or [die.state for die in reading.dice] == [DieState.COCKED]


def faint_at_far_wall(value: int, lean_deg: float = 0.0) -> TableReading:
    """Read a black die on dark felt at a wall, a little of whose sides is in view."""
    table = PaintedTable(view=camera(6.0), felt=DARK_FELT, noise=4.1).clear().shadow((450.0, 434.0), 26, 0.5)
    place = (450.0, table.board.width_mm - EDGE / 2 - 4.0)
    return faintly(table.die(place, turned(value, 20.0, lean_deg), FAINT, FAINT_PIPS))


@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_faint_die_at_a_wall_is_believed_where_no_fit_of_all_its_pips_leans(value: int) -> None:
    reading = faint_at_far_wall(value)
    assert reading.values == (value,)
    assert reading.ok, reading.reasons


@pytest.mark.parametrize("lean_deg", [-32.0, -24.0, -12.0, 12.0, 24.0, 32.0])
@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_faint_die_that_leans_where_little_of_its_sides_is_in_view_is_not_called_flat(
    value: int, lean_deg: float
) -> None:
    reading = faint_at_far_wall(value, lean_deg)
    assert not reading.ok or [die.state for die in reading.dice] == [DieState.COCKED]


def apart_and_faint(
    values: tuple[int, ...], under: int | None = None
) -> tuple[TableReading, list[tuple[float, float]]]:
    """Read black dice far from each other, where one is missing; one may lie on another."""
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear()
    places = [(250.0 + 170.0 * k, 160.0 + 60.0 * k) for k in range(len(values))]
    for k, (place, value) in enumerate(zip(places, values, strict=True)):
        table.shadow((place[0] + 6.0, place[1] + 8.0), 26, 0.5)
        if k == under:
            table.die((place[0] + 1.0, place[1] + 5.0), turned(2, 10), FAINT, FAINT_PIPS)
        table.die(place, turned(value, 20.0 * k), FAINT, FAINT_PIPS, floor=EDGE if k == under else 0.0)
    return TableReader(table.setup(count=len(values) + 1)).read(table.picture()), places


def test_where_dark_dice_may_be_overlooked_that_is_asked_and_no_die_is_named() -> None:
    reading, _ = apart_and_faint((3, 5, 4))
    assert sorted(reading.values) == [3, 4, 5]
    assert reading.reasons == (OVERLOOKED,)


def test_where_one_dark_die_is_seen_of_two_it_is_not_said_to_hide_the_other_unless_it_may() -> None:
    table = PaintedTable(view=camera(33.0), felt=DARK_FELT, noise=4.1).clear().shadow((406.0, 238.0), 26, 0.5)
    table.die((400.0, 230.0), turned(3, 20.0), FAINT, FAINT_PIPS)
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert reading.values == (3,)
    assert reading.reasons == (OVERLOOKED,)


@pytest.mark.parametrize("under", [0, 1, 2])
def test_how_far_apart_its_pips_lie_tells_the_upper_one_of_faint_dice(under: int) -> None:
    reading, places = apart_and_faint((3, 5, 4), under)
    assert len(reading.reasons) == 1
    assert "may lie on another" in reading.reasons[0]
    named = next(die for die in reading.dice if f"{die.centre_mm[0]:.0f}, {die.centre_mm[1]:.0f}" in reading.reasons[0])
    assert np.hypot(*np.subtract(named.centre_mm, places[under])) < EDGE


@pytest.mark.parametrize("value", [2, 3])
def test_a_few_bright_pips_of_a_die_in_the_colour_of_the_felt_are_not_overlooked(value: int) -> None:
    table = PaintedTable(view=camera(8.0, 768, 432), felt=DARK_FELT, noise=4.1).clear()
    table.die((400.0, 230.0), turned(value, 25.0), DARK_FELT, FAINT_PIPS)
    assert [die.value for die in faintly(table).dice] == [value]


@pytest.mark.parametrize("tilt_deg", [8.0, 16.0])
@pytest.mark.parametrize("value", [1, 3])
def test_a_stack_of_black_dice_with_clear_pips_is_not_overlooked(value: int, tilt_deg: float) -> None:
    table = PaintedTable(view=camera(tilt_deg), felt=(40, 37, 35), noise=4.1).stripe(395.0, 4.0, (90, 92, 95))
    reader = TableReader(table.setup(count=2))
    table.clear().shadow((408, 238), 28, 0.45)
    table.die((401, 231), turned(2, 10), BLACK, (110, 115, 118))
    table.die((400, 230), turned(value, 25), BLACK, (110, 115, 118), floor=EDGE)
    assert not reader.read(table.picture()).ok


@pytest.mark.parametrize("lean_deg", [15.0, 30.0, 40.0])
def test_a_leaning_die_is_not_called_flat(table: PaintedTable, reader: TableReader, lean_deg: float) -> None:
    reading = read(table, reader, turned(5, 25, lean_deg), BLACK, WHITE_PIPS)
    assert not reading.ok or [die.state for die in reading.dice] == [DieState.COCKED]


def seen(picture: np.ndarray, felt: tuple[int, int, int], mask: np.ndarray) -> Seen:
    """Give a body on plain felt, with noise."""
    rng = np.random.default_rng(3)
    patch = np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
    empty = np.full_like(patch, 0) + np.array(felt, np.uint8)
    ground = Empty(empty, planes_of(empty), steps_of(empty))
    nothing, all_of_it = np.zeros_like(mask), np.full_like(mask, 255)
    traces = Traces(nothing.copy, nothing.copy)
    return Seen(Window(0, 0, 100, 100), patch, planes_of(patch), ground, mask, nothing, mask, all_of_it, False, traces)


def test_a_body_is_redrawn_without_its_shadow_and_chips_stay() -> None:
    felt = (26, 78, 52)
    picture = np.full((100, 100, 3), felt, float)
    picture[20:60, 30:95] *= 0.4
    picture[20:60, 30:70] = BLACK
    mask, die, chip = (np.zeros((100, 100), np.uint8) for _ in range(3))
    mask[20:60, 30:95] = die[20:60, 30:70] = 255
    chip[60:65, 40:50] = mask[60:65, 40:50] = 255
    colours = DieColours(np.array(BLACK, np.float32), np.array(WHITE_PIPS, np.float32))
    again = redrawn(seen(picture, felt, mask), [colours], chip, np.ones(3, np.float32), NOISE, EDGE_PX)
    expected = (die > 0) | (chip > 0)
    assert ((again.mask > 0) ^ expected).sum() < 0.05 * expected.sum()
    assert not again.murky.any()


def test_what_looks_like_the_die_in_any_light_is_left_open() -> None:
    felt = (30, 30, 30)
    picture = np.full((100, 100, 3), felt, float)
    picture[20:60, 30:70] = 14.0
    mask = np.zeros((100, 100), np.uint8)
    mask[20:60, 30:70] = 255
    colours = DieColours(np.full(3, 14.0, np.float32), np.full(3, 95.0, np.float32))
    again = redrawn(seen(picture, felt, mask), [colours], np.zeros_like(mask), np.ones(3, np.float32), NOISE, EDGE_PX)
    assert (again.mask[25:55, 35:65] > 0).mean() < 0.1
    assert (again.shade[25:55, 35:65] > 0).mean() > 0.9


@pytest.mark.parametrize(("other_pip", "doubt"), [(True, HARDLY_SEEN), (False, None)])
def test_a_1_of_a_black_die_is_doubted_where_another_pip_is_seen_beside_its_body(
    other_pip: bool, doubt: str | None
) -> None:
    """Of a black 2 in its shadow a body may be drawn around one pip, with which it looks like a 1."""
    table = PaintedTable(view=camera(12.0), felt=(62, 58, 55), noise=2.4).clear().shadow((403, 236), 24, 0.6)
    table.die((400, 230), turned(2 if other_pip else 1, 25), (21, 20, 19), (200, 205, 210))
    kind = kinds_of(table.setup(count=1))[0]
    (body,) = find_bodies(table.picture(), kind)
    (face,) = body.explanation.faces
    turn = -face.turn
    away = -0.245 * kind.edge_px * other_pip * np.array([np.cos(turn) - np.sin(turn), np.sin(turn) + np.cos(turn)])
    one = replace(face, column=face.column + away[0], row=face.row + away[1], evidence=(0.95, *[0.1] * 5))
    shape = outline(kind.plane, body.seen.window, one, kind.model.edge_mm)
    around_it = replace(body.seen, mask=shape & body.seen.mask)
    drawn = replace(body, seen=around_it, explanation=Explanation((one,), (shape,), 0.8))
    (rest,) = judge_body(drawn, kind, kind.board, []).rests
    assert int(np.argmax(rest.evidence)) + 1 == 1
    assert rest.doubt == doubt


def test_a_body_drawn_around_one_pip_of_a_black_2_does_not_tell_more_than_both_pips() -> None:
    table = PaintedTable(view=camera(20.0), felt=DARK_FELT, noise=4.1).clear().shadow((406.0, 238.0), 26, 0.5)
    table.die((400.0, 230.0), turned(2, 20.0), FAINT, FAINT_PIPS)
    kind = kinds_of(table.setup(count=1))[0]
    (body,) = find_bodies(table.picture(), kind)
    (face,) = body.explanation.faces
    cos, sin = np.cos(face.turn), np.sin(face.turn)
    column, row = 0.245 * kind.edge_px * np.array([[cos, -sin], [sin, cos]]) @ (1.0, 1.0) + (face.column, face.row)
    one = replace(face, column=float(column), row=float(row), evidence=(0.9, *[0.1] * 5))
    shape = outline(kind.plane, body.seen.window, one, kind.model.edge_mm)
    seen_of_it = replace(body.seen, mask=top_of(one, shape, 0.8 * kind.edge_px))
    drawn = replace(body, seen=seen_of_it, explanation=Explanation((one,), (shape,), 0.95))
    found = with_dark_dice([replace(drawn, faint=False)], [], body.seen, kind, 4.1)
    assert [f.value for each in found for f in each.explanation.faces] == [2]


@pytest.mark.parametrize(("two", "told"), [(0.95, True), (0.85, False)])
def test_a_pip_of_a_face_that_a_body_shows_far_clearer_is_no_1_in_the_dark(two: float, told: bool) -> None:
    """A glossy black die may shine more than dark felt: its body is badly drawn then, and its pips are clear."""
    table = PaintedTable(view=camera(20.0), felt=(76, 72, 70), noise=2.0).clear()
    table.die((400.0, 230.0), turned(2, 20.0), (92, 90, 90), (205, 205, 205))
    kind = kinds_of(table.setup(count=1))[0]
    (body,) = find_bodies(table.picture(), kind)
    (face,) = body.explanation.faces
    shape = body.explanation.outlines[0]
    glossy = replace(face, evidence=(0.1, two, *[0.1] * 4))
    poor = replace(body, explanation=Explanation((glossy,), (shape,), 0.6))
    pip = replace(face, column=face.column + 0.3 * kind.edge_px, evidence=(0.92, *[0.1] * 5))
    dark = replace(body, explanation=Explanation((pip,), (shape,), 0.65), faint=True)
    assert _better_told(poor, dark, kind) is told


@pytest.mark.parametrize(("score", "specks", "clear"), [(0.63, True, False), (0.63, False, True), (0.9, True, True)])
def test_a_body_whose_face_is_hardly_explained_may_be_a_shadow_beside_specks_that_may_be_pips(
    score: float, specks: bool, clear: bool
) -> None:
    """The top of a glossy black die may be as light as the felt: its body is its sides and its shadow."""
    table = PaintedTable(view=camera(20.0), noise=2.0).clear().die((400.0, 230.0), turned(5, 20.0), (40, 38, 38))
    kind = kinds_of(table.setup(count=1))[0]
    (body,) = find_bodies(table.picture(), kind)
    (face,) = body.explanation.faces
    hardly = replace(face, evidence=(0.1, 0.1, score, *[0.1] * 3))
    explained = replace(body.explanation, faces=(hardly,))
    assert _is_clear(replace(body, explanation=explained), 2.0, specks) is clear


@pytest.mark.parametrize(("part", "told"), [(1.0, True), (0.6, False)])
def test_a_lone_pip_in_a_body_of_a_dies_outline_is_no_1_in_the_dark(part: float, told: bool) -> None:
    """A lamp's mirror image hides the other pips of a black 4: each that is left looks like a 1."""
    table = PaintedTable(view=camera(20.0), noise=2.0).clear().die((400.0, 230.0), turned(4, 20.0), (40, 38, 38))
    kind = kinds_of(table.setup(count=1))[0]
    (body,) = find_bodies(table.picture(), kind)
    (face,) = body.explanation.faces
    mask = body.seen.mask.copy()
    mask[: round((1.0 - part) * len(mask))] = 0
    seen = replace(body.seen, mask=mask)
    unread = replace(body, seen=seen, explanation=Explanation((), (), 0.0))
    pip = replace(face, column=face.column + 0.25 * kind.edge_px, evidence=(0.92, *[0.1] * 5))
    shape = outline(kind.plane, body.seen.window, pip, kind.model.edge_mm)
    dark = replace(body, explanation=Explanation((pip,), (shape,), 0.5), faint=True)
    assert _better_told(unread, dark, kind) is told


@pytest.mark.parametrize(("arc", "doubt"), [(0.95, None), (0.8, HARDLY_SEEN)])
def test_what_shines_beside_a_black_1_is_no_pip_where_it_is_a_chip_that_nothing_covers(
    arc: float, doubt: str | None
) -> None:
    table = PaintedTable(view=camera(4.0), felt=(62, 58, 55), noise=2.4).clear().shadow((403, 236), 24, 0.6)
    table.chip((437.0, 230.0), (200, 205, 210)).die((400, 230), turned(1, 25), (21, 20, 19), (200, 205, 210))
    kind = kinds_of(table.setup(count=1))[0]
    dark, chip = sorted(find_bodies(table.picture(), kind), key=lambda body: len(body.discs))
    (disc,) = chip.discs
    (rest,) = judge_body(dark, kind, kind.board, [replace(chip, discs=(replace(disc, arc=arc),))]).rests
    assert rest.doubt == doubt


@pytest.mark.parametrize("turn_deg", [40.0, 65.0])
@pytest.mark.parametrize("wide_mm", [6.0, 12.0])
def test_a_die_of_the_felts_own_colour_beside_print_is_read_by_its_pips(turn_deg: float, wide_mm: float) -> None:
    """One row of a 6 hangs together with the print: between the rows, where the middle of its face is, is nothing."""
    felt = (22, 18, 88)
    table = PaintedTable(view=camera(14.0), felt=felt, noise=5.0).stripe(407.0, wide_mm, (150, 150, 150))
    reading = faintly(table.shadow((408, 238), 24, 0.6).die((400, 230), turned(6, turn_deg), felt, (150, 152, 155)))
    assert reading.values == (6,)
    assert reading.ok, reading.reasons


@pytest.mark.parametrize(("count", "sure"), [(2, True), (3, False)])
def test_what_may_be_a_dark_die_is_none_where_all_dice_of_a_throw_are_seen(
    count: int, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PaintedTable(view=camera(14.0)).clear().die((400, 230), turned(3)).die((600, 150), turned(5))

    def with_faint_one(looks: list[Looked], board: Board) -> list[Judged]:
        judged = judged_by_size(looks, board)
        seen = judged[0]
        faint = doubted(replace(seen.rests[0], x_mm=200.0), HARDLY_SEEN)
        return [*judged, replace(seen, body=replace(seen.body, faint=True), rests=[faint])]

    monkeypatch.setattr("vision.reader.judged_by_size", with_faint_one)
    reading = TableReader(table.setup(count=count)).read(table.picture())
    assert (reading.ok, len(reading.dice)) == (sure, 2 if sure else 3)
