"""What a person is asked about the dice that were chosen, by their pips, outlines, and what else would explain them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, turned

from vision.bodies.disc import Disc
from vision.cubes.cube import Attitude, Fitted, Sight, outline_of, upright
from vision.doubts.asked import HARDLY_SEEN, MAY_HIDE, NOT_UNDERSTOOD, rests_of
from vision.judging.together import _plainly_fits
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.table.kinds import Kind, kinds_of
from vision.ways.agreeing import outlined
from vision.ways.choosing import Choice
from vision.ways.guesses import IN_CHIP_COST, Guess
from vision.ways.resting import CHIP_MM, Surroundings
from vision.ways.sides import sides_unlike

PLACE, BESIDE = (400.0, 230.0), (424.0, 230.0)
SIZE = 160


@pytest.fixture(scope="module")
def kind() -> Kind:
    return kinds_of(PaintedTable().setup())[0]


@pytest.fixture
def around(kind: Kind) -> Surroundings:
    return Surroundings(kind.plane, kind.board, (), (), EDGE)


def looked_at(kind: Kind, at: Attitude) -> Sight:
    """Look at a place where only board is seen."""
    column, row = kind.plane.to_px(np.array([[at.x_mm, at.y_mm]]))[0]
    window = Window(int(column) - SIZE // 2, int(row) - SIZE // 2, SIZE, SIZE)
    patch, nothing = np.zeros((SIZE, SIZE, 3), np.uint8), np.zeros((SIZE, SIZE), np.uint8)
    return Sight(kind.plane, window, patch, nothing, ~nothing, nothing, ~nothing, lambda: nothing, kind.patterns, EDGE)


def with_body(sight: Sight, own: Mask) -> Sight:
    return replace(sight, own=own, other=np.bitwise_not(own))


def upper_part(shape: Mask, part: float) -> Mask:
    """Keep so much of a shape (h, w), its upper rows."""
    told = np.cumsum(shape > 0).reshape(shape.shape) <= part * np.count_nonzero(shape)
    return np.where(told, shape, 0).astype(np.uint8)


def not_told_around(sight: Sight, one: Guess) -> Sight:
    """Let nothing around a die be surely none."""
    return replace(sight, other=np.where(one.shape > 0, sight.other, 0).astype(np.uint8))


def guess(
    sight: Sight, at: Attitude, state: DieState, value: int, clear: float, sides: float = 0.0, sides_pips: float = 0.0
) -> Guess:
    """Make a guess whose upper face's pips explain `clear` of it, and those of its sides so much of so large sides."""
    evidence = tuple(clear if value == each else 0.0 for each in range(1, 7))
    fitted = Fitted(at, evidence, clear + sides_pips, 1.0 + sides, 0.0)
    support = None if state is DieState.FLAT else Support.DIE
    return Guess(fitted, state, support, outline_of(sight, at), 0.0, 0.0)


def doubt_of_one(sight: Sight, one: Guess, around: Surroundings) -> str | None:
    """Give what is in doubt about a die where there is no other answer."""
    (rest,) = rests_of(sight, [Choice((one,), 2.0)], around)
    return rest.doubt


@pytest.mark.parametrize(("clear", "doubt"), [(0.73, "may be cocked"), (0.77, None)])
def test_a_stack_is_asked_whose_upper_face_is_not_clear(
    kind: Kind, around: Surroundings, clear: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0, EDGE)
    sight = looked_at(kind, at)
    stack = guess(sight, at, DieState.STACKED, 3, clear)
    assert doubt_of_one(with_body(sight, stack.shape), stack, around) == doubt


@pytest.mark.parametrize(
    ("clear", "lead", "doubt"),
    [(0.9, 0.2, "may lie flat"), (0.97, 0.2, None), (0.9, 0.6, None)],
    ids=["as clear beside each other", "clearer on each other", "explains far more"],
)
def test_two_dice_that_may_as_well_lie_beside_each_other_are_no_sure_stack(
    kind: Kind, around: Surroundings, clear: float, lead: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0, EDGE)
    sight = looked_at(kind, at)
    stack = guess(sight, at, DieState.STACKED, 3, clear)
    one = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 3, 0.9)
    two = guess(sight, upright(*BESIDE, 0.0), DieState.FLAT, 6, 0.6)
    choices = [Choice((stack,), 4.0), Choice((one, two), 4.0 - lead)]
    (rest,) = rests_of(with_body(sight, stack.shape), choices, around)
    assert rest.doubt == doubt


@pytest.mark.parametrize(
    ("clear", "sides_pips", "doubt"),
    [(0.82, 0.0, NOT_UNDERSTOOD), (0.82, 0.36, None), (0.9, 0.0, None)],
    ids=["neither is clear", "the sides are", "the face is"],
)
def test_one_of_several_dice_in_a_body_shows_its_face_or_its_sides_clearly(
    kind: Kind, around: Surroundings, clear: float, sides_pips: float, doubt: str | None
) -> None:
    """Beside another die's pips those of a 5, with some of a side's, looked like a 4."""
    sight = looked_at(kind, upright(*PLACE, 0.0))
    one = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 4, clear, 0.4, sides_pips)
    two = guess(sight, upright(*BESIDE, 0.0), DieState.FLAT, 3, 0.97)
    choices = [Choice((one, two), 4.0), Choice((two,), 3.0)]
    rests = rests_of(with_body(sight, one.shape | two.shape), choices, around)
    assert [rest.doubt for rest in rests] == [doubt, None]


@pytest.mark.parametrize(
    ("leaning_clear", "less", "doubt"),
    [(0.7, 1.1, "may lie on another"), (0.7, 1.3, None), (0.8, 1.1, None)],
    ids=["unclear", "a stack explains far less", "clear"],
)
def test_a_flat_die_beside_one_that_leans_unclearly_may_be_the_upper_one(
    kind: Kind, around: Surroundings, leaning_clear: float, less: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    flat = guess(sight, at, DieState.FLAT, 3, 0.95)
    leaning = guess(sight, Attitude(*BESIDE, turned(2, 0.0, 32.0)), DieState.COCKED, 2, leaning_clear)
    stack = guess(sight, at, DieState.STACKED, 3, 0.95)
    body = with_body(sight, flat.shape | leaning.shape)
    found, _ = rests_of(body, [Choice((flat, leaning), 4.0), Choice((stack,), 4.0 - less)], around)
    assert found.state is DieState.FLAT
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("tilt_deg", "floor_mm", "clear", "doubt"),
    [(32.0, 0.0, 0.7, None), (21.0, 0.0, 0.9, "may lie on another"), (32.0, 8.0, 0.9, "may lie on another")],
    ids=["leans", "hardly leans", "hangs"],
)
def test_a_flat_die_beside_one_that_hardly_leans_on_it_or_would_hang_may_be_the_upper_one(
    kind: Kind, around: Surroundings, tilt_deg: float, floor_mm: float, clear: float, doubt: str | None
) -> None:
    sight = looked_at(kind, upright(*PLACE, 0.0))
    flat = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 3, 0.95)
    leaning = guess(sight, Attitude(*BESIDE, turned(2, 0.0, tilt_deg), floor_mm), DieState.COCKED, 2, clear)
    found, _ = rests_of(with_body(sight, flat.shape | leaning.shape), [Choice((flat, leaning), 4.0)], around)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("clear", "body", "doubt"),
    [
        (0.88, "both", None), (0.93, "both", "may be cocked"), (0.93, "flat", None),
        (0.94, "part", "may be cocked"), (0.955, "flat", None), (0.97, "flat", "may be cocked"),
    ],
    ids=["far less", "little less", "little less, outlined worse", "hardly less", "flat outlined very well", "more"],
)  # fmt: skip
def test_a_lean_in_which_the_face_is_less_clear_is_no_reason_to_ask(
    kind: Kind, around: Surroundings, clear: float, body: str, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    flat = guess(sight, at, DieState.FLAT, 3, 0.95)
    slight = guess(sight, Attitude(*PLACE, turned(3, 0.0, 8.0)), DieState.COCKED, 3, clear)
    own = {"both": flat.shape | slight.shape, "flat": flat.shape, "part": upper_part(flat.shape, 0.93)}[body]
    (found,) = rests_of(with_body(sight, own), [Choice((flat,), 2.0), Choice((slight,), 1.95)], around)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("lean_deg", "flat_clear", "doubt"),
    [(5.0, 0.92, "may lie flat"), (5.0, 0.88, None), (8.0, 0.92, None)],
    ids=["flat is clearer", "leaning is clearer", "leans more"],
)
def test_a_die_that_leans_slightly_on_a_chips_rim_may_lie_flat_where_that_is_clearer(
    kind: Kind, around: Surroundings, lean_deg: float, flat_clear: float, doubt: str | None
) -> None:
    at = Attitude(*PLACE, turned(3, 0.0, lean_deg))
    sight = looked_at(kind, at)
    leaning = replace(guess(sight, at, DieState.COCKED, 3, 0.9), support=Support.CHIPS)
    flat = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 3, flat_clear)
    found, *_ = rests_of(with_body(sight, leaning.shape), [Choice((leaning,), 4.0), Choice((flat,), 2.0)], around)
    assert found.state is DieState.COCKED
    assert found.doubt == doubt


@pytest.mark.parametrize(("more", "doubt"), [(0.05, "may lie flat"), (-0.05, None)])
def test_a_die_on_a_chips_rim_may_lie_flat_where_only_the_chips_place_speaks_against_it(
    kind: Kind, around: Surroundings, more: float, doubt: str | None
) -> None:
    at = Attitude(*PLACE, turned(3, 0.0, 8.0))
    sight = looked_at(kind, at)
    leaning = replace(guess(sight, at, DieState.COCKED, 3, 0.9), support=Support.CHIPS, merit=3.0)
    level = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 3, 0.9)
    in_chip = replace(level, merit=3.0 + more - IN_CHIP_COST, cost=IN_CHIP_COST)
    choices = [Choice((leaning,), 3.0), Choice((in_chip,), in_chip.merit)]
    found, *_ = rests_of(with_body(sight, leaning.shape), choices, around)
    assert found.state is DieState.COCKED
    assert found.doubt == doubt


def test_what_is_missing_of_a_die_that_nothing_holds_is_no_reason_to_ask(kind: Kind, around: Surroundings) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 3, 0.95)
    for part, doubt in ((0.7, None), (0.5, "is not wholly understood")):
        seen = with_body(sight, upper_part(die.shape, part))
        assert outlined(seen, at) == pytest.approx(part, abs=0.03)
        assert doubt_of_one(seen, die, around) == doubt


@pytest.mark.parametrize(("sides_pips", "doubt"), [(0.1, "is not wholly understood"), (0.3, None)])
def test_of_a_face_seen_by_its_relief_the_outline_may_be_missing_in_part_where_its_sides_show(
    kind: Kind, around: Surroundings, sides_pips: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = replace(guess(sight, at, DieState.FLAT, 4, 0.9, 0.5, sides_pips), mirrored=True)
    assert doubt_of_one(with_body(sight, upper_part(die.shape, 0.75)), die, around) == doubt


def test_of_a_die_whose_pips_places_show_that_it_is_level_more_of_the_outline_may_be_missing(
    kind: Kind, around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 5, 0.95)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    seen = with_body(sight, upper_part(die.shape, 0.74))
    for level, doubt in ((None, "is not wholly understood"), (True, None)):
        monkeypatch.setattr("vision.doubts.asked.is_level", lambda *_args, level=level: level)
        assert doubt_of_one(seen, die, near) == doubt


@pytest.mark.parametrize(("lead", "doubt"), [(1.6, None), (1.0, "is not wholly understood")])
def test_of_a_level_die_still_more_may_be_missing_where_nothing_else_comes_near(
    kind: Kind, around: Surroundings, monkeypatch: pytest.MonkeyPatch, lead: float, doubt: str | None
) -> None:
    monkeypatch.setattr("vision.doubts.asked.is_level", lambda *_: True)
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die, other = guess(sight, at, DieState.FLAT, 5, 0.95), guess(sight, at, DieState.FLAT, 4, 0.5)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    seen = with_body(sight, upper_part(die.shape, 0.65))
    (rest,) = rests_of(seen, [Choice((die,), 2.0), Choice((other,), 2.0 - lead)], near)
    assert rest.doubt == doubt


@pytest.mark.parametrize(("level", "doubt"), [(None, "may be cocked"), (True, "is not wholly understood")])
def test_a_level_die_leans_on_no_other_however_little_of_it_is_seen(
    kind: Kind, around: Surroundings, monkeypatch: pytest.MonkeyPatch, level: bool | None, doubt: str
) -> None:
    monkeypatch.setattr("vision.doubts.asked.is_level", lambda *_: level)
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 5, 0.95)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    assert doubt_of_one(with_body(sight, upper_part(die.shape, 0.46)), die, near) == doubt


@pytest.mark.parametrize(
    ("state", "value", "doubt"),
    [(DieState.COCKED, 5, None), (DieState.STACKED, 5, "may lie on another"), (DieState.FLAT, 4, "may lie flat")],
)
def test_a_level_die_leans_in_no_answer_but_may_lie_on_another_or_show_another_face(
    kind: Kind, around: Surroundings, monkeypatch: pytest.MonkeyPatch, state: DieState, value: int, doubt: str | None
) -> None:
    monkeypatch.setattr("vision.doubts.asked.is_level", lambda *_: True)
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    flat = guess(sight, at, DieState.FLAT, 5, 0.95)
    there = Attitude(*PLACE, turned(5, 0.0, 30.0)) if state is DieState.COCKED else at
    rival = guess(sight, there, state, value, 0.95)
    (found,) = rests_of(with_body(sight, flat.shape), [Choice((flat,), 2.0), Choice((rival,), 1.95)], around)
    assert found.doubt == doubt


def test_what_is_missing_of_a_die_near_another_is_a_reason_to_ask(kind: Kind, around: Surroundings) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 3, 0.95)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    assert doubt_of_one(with_body(sight, upper_part(die.shape, 0.7)), die, near) == "may be cocked"


@pytest.mark.parametrize(
    ("value", "clear", "sides_pips", "doubt"),
    [(3, 0.95, 0.4, None), (3, 0.95, 0.2, "may be cocked"), (3, 0.86, 0.4, "may be cocked"), (1, 0.88, 0.4, None),
     (1, 0.88, 0.2, "may be cocked"), (1, 0.84, 0.4, "may be cocked")],
)  # fmt: skip
def test_what_is_missing_of_a_die_near_another_is_no_reason_where_the_pips_of_its_sides_show(
    kind: Kind, around: Surroundings, value: int, clear: float, sides_pips: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, value, clear, 0.8, sides_pips)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    rival = guess(sight, at, DieState.FLAT, 5, 0.7)
    # Of a 1 enough must be told from the board, in part as board.
    seen = replace(sight, own=upper_part(die.shape, 0.72), other=np.bitwise_not(upper_part(die.shape, 0.9)))
    found, *_ = rests_of(seen, [Choice((die,), 2.0), Choice((rival,), 1.85)], near)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("less", "seen_part", "told_part", "doubt"),
    [(0.4, 0.6, 0.6, None), (0.4, 0.45, 0.45, "may be cocked"), (0.4, 0.6, 0.95, "may be cocked"),
     (0.2, 0.6, 0.6, "may be cocked")],
    ids=["outlined by what is seen", "hardly seen", "board where it must be", "leaning explains nearly as much"],
)  # fmt: skip
def test_of_a_die_beside_another_that_lies_clearly_and_is_outlined_half_must_be_seen(
    kind: Kind, around: Surroundings, less: float, seen_part: float, told_part: float, doubt: str | None
) -> None:
    sight = looked_at(kind, upright(*PLACE, 0.0))
    die, other = (guess(sight, upright(*at, 0.0), DieState.FLAT, 3, 0.95) for at in (PLACE, BESIDE))
    leaning = guess(sight, Attitude(*PLACE, turned(3, 0.0, 30.0)), DieState.COCKED, 3, 0.9)
    told = np.bitwise_not(die.shape | other.shape) | (die.shape & ~upper_part(die.shape, 1.0 - told_part + seen_part))
    body = replace(sight, own=upper_part(die.shape, seen_part) | other.shape, other=told)
    found, _ = rests_of(body, [Choice((die, other), 4.0), Choice((leaning, other), 4.0 - less)], around)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("value", "clear", "less", "doubt"),
    [(3, 0.74, 1.6, None), (3, 0.74, 1.4, "may be cocked"), (3, 0.68, 1.6, "may be cocked"), (1, 0.84, 1.6, None)],
)
def test_a_die_beside_another_of_which_nothing_else_explains_anything_needs_no_clear_face(
    kind: Kind, around: Surroundings, value: int, clear: float, less: float, doubt: str | None
) -> None:
    sight = looked_at(kind, upright(*PLACE, 0.0))
    die = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, value, clear)
    other = guess(sight, upright(*BESIDE, 0.0), DieState.FLAT, 3, 0.95)
    told = np.bitwise_not(die.shape | other.shape)
    body = replace(sight, own=upper_part(die.shape, 0.7) | other.shape, other=told)
    found, _ = rests_of(body, [Choice((die, other), 4.0), Choice((other,), 4.0 - less)], around)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("less", "clear", "seen", "doubt"),
    [(0.16, 0.9, 0.93, None), (0.11, 0.9, 0.93, None), (0.101, 0.9, 0.93, HARDLY_SEEN), (0.101, 0.9, 1.0, None),
     (0.16, 0.84, 1.0, HARDLY_SEEN)],
    ids=["leads", "gains hardly leaning", "gains leaning", "gains, but outlined very well", "face less clear"],
)  # fmt: skip
def test_a_die_that_cannot_be_told_from_the_chip_beside_it_is_believed_where_it_leads(
    kind: Kind, around: Surroundings, less: float, clear: float, seen: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 2, clear)
    slight = replace(guess(sight, Attitude(*PLACE, turned(2, 0.0, 8.0)), DieState.COCKED, 2, clear), cost=0.13)
    column, row = kind.plane.appear(np.array([[PLACE[0] + EDGE / 2 + 24.0, PLACE[1], CHIP_MM]]))[0]
    at_chip = replace(around, chips=(Disc(float(column), float(row), 19.5 * kind.plane.scale),))
    own = upper_part(die.shape, seen)
    body = replace(sight, own=own, other=np.asarray(cv2.subtract(die.shape, own), np.uint8))
    found, *_ = rests_of(body, [Choice((die,), 2.0), Choice((slight,), 2.0 - less)], at_chip)
    assert found.doubt == doubt


@pytest.mark.parametrize(("sides_pips", "sure"), [(0.4, True), (0.2, False)])
def test_a_die_that_can_hardly_be_told_from_the_board_is_believed_where_its_sides_show(
    kind: Kind, around: Surroundings, sides_pips: float, sure: bool
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 3, 0.83, 0.8, sides_pips)
    column, row = kind.plane.appear(np.array([[PLACE[0] + EDGE / 2 + 24.0, PLACE[1], CHIP_MM]]))[0]
    at_chip = replace(around, chips=(Disc(float(column), float(row), 19.5 * kind.plane.scale),))
    seen = replace(sight, own=upper_part(die.shape, 0.7), other=np.bitwise_not(die.shape))
    assert doubt_of_one(seen, die, at_chip) == (None if sure else "is hardly seen against the board")


def test_what_a_body_has_beyond_a_very_clear_1_may_be_another(kind: Kind, around: Surroundings) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    shifted = outline_of(sight, upright(PLACE[0] + 0.25 * EDGE, PLACE[1], 0.0))
    found = []
    for clear in (0.97, 0.9):
        die = guess(sight, at, DieState.FLAT, 1, clear)
        found.append(doubt_of_one(with_body(sight, die.shape | shifted), die, around))
    assert found == [MAY_HIDE, "is not wholly understood"]


def test_what_a_body_has_beyond_a_die_that_nothing_holds_is_a_reason_to_ask(kind: Kind, around: Surroundings) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 3, 0.95)
    shifted = outline_of(sight, upright(PLACE[0] + 0.25 * EDGE, PLACE[1], 0.0))
    assert doubt_of_one(with_body(sight, die.shape | shifted), die, around) == MAY_HIDE
    unclear = guess(sight, at, DieState.FLAT, 3, 0.85)
    assert doubt_of_one(with_body(sight, die.shape | shifted), unclear, around) == "is not wholly understood"


def test_what_a_body_has_beyond_a_die_that_clearly_lies_flat_beside_another_may_hide_one(
    kind: Kind, around: Surroundings
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, 3, 0.95)
    near = replace(around, dice=((PLACE[0] + 1.5 * EDGE, PLACE[1]),))
    shifted = outline_of(sight, upright(PLACE[0] + 0.25 * EDGE, PLACE[1], 0.0))
    assert doubt_of_one(with_body(sight, die.shape | shifted), die, near) == MAY_HIDE


@pytest.mark.parametrize(("reach_px", "doubt"), [(2, None), (5, MAY_HIDE)])
def test_colour_that_reaches_a_pixel_of_the_picture_beyond_a_die_hides_no_other(
    kind: Kind, around: Surroundings, reach_px: int, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = replace(looked_at(kind, at), pixel=2.0)
    die = guess(sight, at, DieState.FLAT, 3, 0.95)
    wider = np.asarray(cv2.dilate(die.shape, np.ones((2 * reach_px + 1,) * 2, np.uint8)), dtype=np.uint8)
    assert doubt_of_one(with_body(sight, wider), die, around) == doubt


@pytest.mark.parametrize(
    ("part", "less", "asked"), [(0.9, 0.12, False), (0.84, 0.12, True), (0.84, 0.16, False), (0.8, 0.16, True)]
)
def test_a_die_that_a_wall_may_hold_shows_its_outline_unless_any_other_answer_is_worse(
    kind: Kind, around: Surroundings, part: float, less: float, asked: bool
) -> None:
    at = upright(PLACE[0], EDGE / 2 + 3.0, 0.0)
    assert around.holds(at)
    sight = looked_at(kind, at)
    one, other = (guess(sight, at, state, 1, 0.95) for state in (DieState.FLAT, DieState.COCKED))
    seen = with_body(sight, upper_part(one.shape, part))
    found, *_ = rests_of(seen, [Choice((one,), 2.0), Choice((other,), 2.0 - less)], around)
    assert (found.doubt == "may be cocked") == asked


ONES = pytest.mark.parametrize(
    ("clear", "sides", "sides_pips", "sure"),
    [
        pytest.param(0.9, 0.5, 0.3, True, id="sides seen"),
        pytest.param(0.9, 0.5, 0.2, False, id="pips of sides missing"),
        pytest.param(0.9, 0.2, 0.15, False, id="hardly any side in view"),
        pytest.param(0.8, 0.5, 0.4, False, id="pip unclear"),
    ],
)


@ONES
def test_a_lone_1_is_believed_where_the_pips_of_its_sides_are_seen_too(
    kind: Kind, around: Surroundings, clear: float, sides: float, sides_pips: float, sure: bool
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    one = guess(sight, at, DieState.FLAT, 1, clear, sides, sides_pips)
    other = guess(sight, at, DieState.FLAT, 6, 0.5)
    seen = not_told_around(with_body(sight, upper_part(one.shape, 0.81)), one)
    found, *_ = rests_of(seen, [Choice((one,), 2.0), Choice((other,), 1.2)], around)
    assert found.doubt == (None if sure else "is not wholly understood")


@pytest.mark.parametrize(
    ("clear", "less", "doubt"),
    [(0.9, 1.2, None), (0.9, 0.8, "is not wholly understood"), (0.8, 1.2, "is not wholly understood")],
    ids=["nothing else", "something else", "pip unclear"],
)
def test_a_lone_1_is_believed_where_nothing_else_explains_the_body(
    kind: Kind, around: Surroundings, clear: float, less: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    one, other = (guess(sight, at, DieState.FLAT, *face) for face in ((1, clear), (6, 0.5)))
    seen = with_body(sight, upper_part(one.shape, 0.81))
    found, *_ = rests_of(seen, [Choice((one,), 2.0), Choice((other,), 2.0 - less), Choice((), 0.0)], around)
    assert found.doubt == doubt


@pytest.mark.parametrize(
    ("clear", "sides_pips", "told", "sure"),
    [(0.8, 0.3, True, True), (0.7, 0.3, True, False), (0.8, 0.2, True, False), (0.8, 0.3, False, False)],
    ids=["rounded", "pip unclear", "sides unclear", "not told all around"],
)
def test_a_lone_rounded_1_is_believed_where_no_die_is_all_around_it(
    kind: Kind, around: Surroundings, clear: float, sides_pips: float, told: bool, sure: bool
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    one = guess(sight, at, DieState.FLAT, 1, clear, 1.0, sides_pips)
    other = guess(sight, at, DieState.FLAT, 6, 0.5)
    seen = with_body(sight, upper_part(one.shape, 0.81))
    seen = seen if told else not_told_around(seen, one)
    found, *_ = rests_of(seen, [Choice((one,), 2.0), Choice((other,), 1.2)], around)
    assert (found.doubt is None) == sure


@ONES
def test_a_1_on_a_chip_is_believed_where_the_pips_of_its_sides_are_seen_too(
    kind: Kind, around: Surroundings, clear: float, sides: float, sides_pips: float, sure: bool
) -> None:
    at = upright(*PLACE, 0.0, CHIP_MM)
    sight = looked_at(kind, at)
    one = guess(sight, at, DieState.FLAT, 1, clear, sides, sides_pips)
    column, row = kind.plane.appear(np.array([[*PLACE, CHIP_MM]]))[0]
    on_chip = replace(around, chips=(Disc(float(column), float(row), 19.5 * kind.plane.scale),))
    # A chip of the dice's colour: half of the outline cannot be told from it.
    seen = replace(sight, own=upper_part(one.shape, 0.5), other=np.bitwise_not(one.shape))
    assert doubt_of_one(seen, one, on_chip) == (None if sure else "is hardly seen against the board")


@pytest.mark.parametrize(
    ("value", "clear", "sides_pips", "sure"),
    [(1, 0.9, 0.4, True), (1, 0.9, 0.2, False), (3, 0.82, 0.4, True), (3, 0.82, 0.2, False), (3, 0.9, 0.0, True)],
)
def test_a_die_on_a_chip_of_its_colour_is_sure_by_its_sides_or_a_face_beyond_doubt(
    kind: Kind, around: Surroundings, value: int, clear: float, sides_pips: float, sure: bool
) -> None:
    at = upright(*PLACE, 0.0, CHIP_MM)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, value, clear, 0.8, sides_pips)
    column, row = kind.plane.appear(np.array([[*PLACE, CHIP_MM]]))[0]
    on_chip = replace(around, chips=(Disc(float(column), float(row), 19.5 * kind.plane.scale),))
    seen = replace(sight, own=np.zeros_like(sight.own), other=np.bitwise_not(die.shape))
    assert (doubt_of_one(seen, die, on_chip) is None) is sure


@pytest.mark.parametrize("hidden", [True, False])
def test_what_a_wall_hides_of_a_flat_die_needs_not_be_told(kind: Kind, around: Surroundings, hidden: bool) -> None:
    sight = looked_at(kind, upright(*PLACE, 0.0))
    flat, beside = (guess(sight, upright(*at, 0.0), DieState.FLAT, 3, 0.87) for at in (PLACE, BESIDE))
    seen = upper_part(flat.shape, 0.7)
    view = np.bitwise_not(flat.shape & ~seen) if hidden else sight.view
    whole = replace(sight, own=seen | beside.shape, other=~(flat.shape | beside.shape), view=view)
    found, _ = rests_of(whole, [Choice((flat, beside), 4.0), Choice((), 3.8)], around)
    assert (found.doubt is None) is hidden


@pytest.mark.parametrize(("lead", "doubt"), [(0.4, "may be cocked"), (0.6, None)])
def test_the_upper_one_of_two_that_shows_a_1_needs_not_be_as_clear_where_it_leads(
    kind: Kind, around: Surroundings, lead: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0, EDGE)
    sight = looked_at(kind, at)
    stack = guess(sight, at, DieState.STACKED, 1, 0.9, 0.6, 0.3)
    flat = guess(sight, upright(*PLACE, 0.0), DieState.FLAT, 1, 0.9, 0.6, 0.3)
    choices = [Choice((stack,), 3.0), Choice((flat,), 3.0 - lead)]
    (found,) = rests_of(with_body(sight, stack.shape), choices, around)
    assert found.doubt == doubt


@pytest.mark.parametrize(("sides_pips", "doubt"), [(0.06, "may be cocked"), (0.12, None)])
def test_a_stack_is_asked_whose_sides_do_not_look_as_they_must(
    kind: Kind, around: Surroundings, sides_pips: float, doubt: str | None
) -> None:
    at = upright(*PLACE, 0.0, EDGE)
    sight = looked_at(kind, at)
    stack = guess(sight, at, DieState.STACKED, 3, 0.95, 0.6, sides_pips)
    assert doubt_of_one(with_body(sight, stack.shape), stack, around) == doubt


@pytest.mark.parametrize(
    ("state", "sides", "sides_pips", "unlike"),
    [
        (DieState.FLAT, 0.8, 0.2, True),
        (DieState.FLAT, 0.8, 0.4, False),
        (DieState.FLAT, 0.2, 0.0, False),
        (DieState.COCKED, 0.8, 0.2, False),
    ],
)
def test_the_sides_of_a_level_die_tell_that_it_lies_otherwise(
    kind: Kind, state: DieState, sides: float, sides_pips: float, unlike: bool
) -> None:
    at = upright(*PLACE, 0.0)
    assert sides_unlike(guess(looked_at(kind, at), at, state, 4, 0.86, sides, sides_pips)) is unlike


@pytest.mark.parametrize(("value", "clear", "doubt"), [(4, 0.94, "may lie flat"), (4, 0.84, None), (6, 0.94, None)])
def test_a_leaning_die_is_asked_that_shows_another_face_beyond_doubt_where_it_lies_flat(
    kind: Kind, around: Surroundings, value: int, clear: float, doubt: str | None
) -> None:
    level, leaning = upright(*PLACE, 0.0), Attitude(*PLACE, turned(6, 0.0, 34.0))
    sight = looked_at(kind, level)
    cocked = guess(sight, leaning, DieState.COCKED, 6, 0.84)
    flat = guess(sight, level, DieState.FLAT, value, clear)
    seen = with_body(sight, cocked.shape)
    (rest,) = rests_of(seen, [Choice((cocked,), 2.33), Choice((flat,), 2.0)], around)
    assert rest.doubt == doubt


@pytest.mark.parametrize(
    ("value", "told", "sure"), [(1, 0.35, True), (1, 0.2, False), (3, 0.2, True), (3, 0.05, False)]
)
def test_at_a_wall_more_must_be_told_around_a_1(kind: Kind, value: int, told: float, sure: bool) -> None:
    at = upright(EDGE / 2 + 2.0, 230.0, 0.0)
    around = Surroundings(kind.plane, kind.board, (), (), EDGE)
    sight = looked_at(kind, at)
    die = guess(sight, at, DieState.FLAT, value, 0.96, 0.6, 0.05)
    rim = np.asarray(cv2.subtract(cv2.dilate(die.shape, np.ones((9, 9), np.uint8)), die.shape), np.uint8)
    seen = replace(sight, own=die.shape, other=upper_part(rim, told))
    assert doubt_of_one(seen, die, around) == (None if sure else HARDLY_SEEN)


@pytest.mark.parametrize(
    ("support", "beside", "doubt"),
    [(None, (), "may lie flat"), (None, ((PLACE[0] + EDGE, PLACE[1]),), None), (Support.DIE, (), None)],
)
def test_a_die_that_leans_on_nothing_may_lie_flat(
    kind: Kind,
    around: Surroundings,
    support: Support | None,
    beside: tuple[tuple[float, float], ...],
    doubt: str | None,
) -> None:
    leaning = Attitude(*PLACE, turned(6, 0.0, 34.0))
    sight = looked_at(kind, leaning)
    cocked = replace(guess(sight, leaning, DieState.COCKED, 6, 0.94), support=support)
    (rest,) = rests_of(with_body(sight, cocked.shape), [Choice((cocked,), 2.33)], replace(around, dice=beside))
    assert rest.doubt == doubt


@pytest.mark.parametrize(("clear", "beside", "plain"), [(0.82, False, True), (0.82, True, False), (0.95, True, True)])
def test_a_less_clear_face_beside_another_bodys_die_is_looked_at_again(
    kind: Kind, around: Surroundings, clear: float, beside: bool, plain: bool
) -> None:
    at = upright(*PLACE, 0.0)
    sight = looked_at(kind, at)
    seen = with_body(sight, outline_of(sight, at))
    dice = ((PLACE[0] + 1.1 * EDGE, PLACE[1]),) * beside
    evidence = (0.0, 0.0, 0.0, 0.0, clear, 0.0)
    assert _plainly_fits(seen, at, evidence, replace(around, dice=dice)) is plain
