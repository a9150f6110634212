"""What is drawn for people: every die outlined and named, nothing hidden, what is asked dashed and numbered."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.drawing.lettering import Rect, free, placed, text_size, wrapped
from vision.drawing.overlay import ASK, SURE, VOID, draw_overlay
from vision.frame import Image
from vision.reading import DieReading, DieState, TableReading

FELT = (60, 110, 45)


def felt(width: int = 1280, height: int = 720) -> Image:
    return np.full((height, width, 3), FELT, np.uint8)


def die(x: float, y: float, value: int | None = 4, state: DieState = DieState.FLAT, sure: float = 0.99) -> DieReading:
    return DieReading(value, state, (x, y), (x, y), edge_px=24.0, angle_deg=20.0, confidence=sure)


def near(drawn: Image, x: float, y: float, colour: tuple[int, int, int], reach: int = 26) -> int:
    """Count pixels of a colour around a place."""
    part = drawn[max(int(y) - reach, 0) : int(y) + reach, max(int(x) - reach, 0) : int(x) + reach].astype(int)
    return int((np.abs(part - colour).max(axis=2) < 25).sum())


def test_the_picture_itself_is_not_drawn_into() -> None:
    image = felt()
    drawn = draw_overlay(image, TableReading((die(500, 300),)))
    assert (image == FELT).all()
    assert drawn.shape == image.shape


def test_a_sure_die_is_outlined_and_its_face_left_free() -> None:
    drawn = draw_overlay(felt(), TableReading((die(640, 360),)))
    assert near(drawn, 640, 360, SURE) > 60
    assert (drawn[352:369, 632:649] == FELT).all()


def test_a_die_on_a_board_is_outlined_as_it_is_turned_in_the_picture() -> None:
    one = DieReading(4, DieState.FLAT, (640.0, 360.0), (320.0, 180.0), edge_px=200.0, angle_deg=20.0)
    mirrored = draw_overlay(felt(), TableReading((one,)), lambda x_mm, y_mm, _: (2 * x_mm, 720 - 2 * y_mm))
    half = 100 + 0.1 * 200
    for turn, shown in ((-20.0, True), (20.0, False)):
        way = np.deg2rad(turn + 45.0)
        corner = 640 + half * np.sqrt(2) * np.cos(way), 360 + half * np.sqrt(2) * np.sin(way)
        assert (near(mirrored, *corner, SURE, 8) > 8) == shown


@pytest.mark.parametrize(
    ("state", "above_px"), [(DieState.FLAT, 50.0), (DieState.STACKED, 50.0), (DieState.COCKED, 0.0)]
)
def test_a_level_die_is_outlined_about_its_upper_face_where_one_looks_aslant(state: DieState, above_px: float) -> None:
    one = DieReading(4, state, (640.0, 360.0), (320.0, 410.0), edge_px=100.0, angle_deg=0.0, confidence=0.99)
    aslant = draw_overlay(felt(), TableReading((one,)), lambda x_mm, y_mm, up: (2 * x_mm, 2 * y_mm - 100 * up - 410))
    colour, half = SURE if state is DieState.FLAT else VOID, 60
    for row in (360 - above_px - half, 360 - above_px + half):
        assert near(aslant, 640 - 48, row, colour, 6) > 8


@pytest.mark.parametrize(
    ("one", "colour"),
    [
        (die(640, 360, 3, DieState.COCKED), VOID),
        (die(640, 360, None, DieState.UNREADABLE, 0.0), ASK),
        (die(640, 360, 3, sure=0.6), ASK),
    ],
)
def test_what_is_not_flat_or_not_sure_has_another_colour(one: DieReading, colour: tuple[int, int, int]) -> None:
    drawn = draw_overlay(felt(), TableReading((one,)))
    assert near(drawn, 640, 360, colour) > 40
    assert near(drawn, 640, 360, SURE) == 0


def test_a_die_that_a_reason_names_is_dashed_and_amber() -> None:
    reasons = ("The die at 641, 360 mm may lie on another; look again.",)
    asked = draw_overlay(felt(), TableReading((die(640, 360), die(300, 500)), False, reasons))
    sure = draw_overlay(felt(), TableReading((die(640, 360), die(300, 500))))
    assert near(asked, 640, 360, ASK) > 40
    assert near(asked, 640, 360, SURE) == 0 < near(sure, 640, 360, SURE)
    assert near(asked, 300, 500, SURE) > 40


def test_a_place_in_pixels_without_a_die_is_ringed() -> None:
    reasons = ("the circle at (900, 400) may be a pip of another die",)
    drawn = draw_overlay(felt(), TableReading((die(300, 500),), False, reasons))
    assert near(drawn, 900, 400, ASK) > 40


def test_a_place_on_the_board_without_a_die_is_ringed_where_the_table_shows_it() -> None:
    reasons = ("Something at 90, 40 mm is neither a readable die nor a chip; look there.",)
    reading = TableReading((die(300, 500),), False, reasons)
    assert near(draw_overlay(felt(), reading, lambda x_mm, y_mm, _: (10 * x_mm, 10 * y_mm)), 900, 400, ASK) > 40
    assert near(draw_overlay(felt(), reading), 900, 400, ASK) == 0


def test_reasons_that_point_at_one_place_share_a_ring() -> None:
    once = ("the circle at (900, 400) may be a pip of another die",)
    one, two = (draw_overlay(felt(), TableReading((), False, once * times)) for times in (1, 2))
    assert near(two, 900, 400, ASK, 14) == near(one, 900, 400, ASK, 14)


def test_small_dice_are_shown_enlarged_and_large_ones_are_not() -> None:
    image = felt()
    image[352:369, 632:649] = (10, 20, 230)
    red = lambda picture: int((np.abs(picture.astype(int) - (10, 20, 230)).max(axis=2) < 25).sum())  # noqa: E731
    small = draw_overlay(image, TableReading((die(640, 360),)))
    large = draw_overlay(image, TableReading((DieReading(4, DieState.FLAT, (640.0, 360.0), edge_px=120.0),)))
    assert red(small) > 5 * red(image)
    assert red(large) == red(image)


def test_dice_are_never_covered_by_the_banner_or_by_enlargements() -> None:
    corners = tuple(die(x, y) for x in (40.0, 1240.0) for y in (40.0, 680.0))
    drawn = draw_overlay(felt(), TableReading(corners[:3]))
    for one in corners[:3]:
        x, y = (int(c) for c in one.centre_px)
        assert (drawn[y - 6 : y + 7, x - 6 : x + 7] == FELT).all()


@pytest.mark.parametrize("size", [(40, 30), (160, 120), (4608, 2592)])
def test_pictures_of_any_size_can_be_drawn_into(size: tuple[int, int]) -> None:
    reasons = tuple(f"the spot at ({k}, {k}) looks like a pip, but belongs to no face" for k in range(30))
    reading = TableReading((die(20, 15), die(30, 20, None, DieState.UNREADABLE, 0.0)), False, reasons)
    assert draw_overlay(felt(*size), reading).shape == (size[1], size[0], 3)


def test_no_dice_is_said_too() -> None:
    assert near(draw_overlay(felt(), TableReading()), 36, 36, SURE, 40) > 100


def test_sentences_are_broken_between_words() -> None:
    text = "The die at 248, 404 mm may lie on another; look again."
    lines = wrapped(text, 0.6, 200)
    assert " ".join(lines) == text
    assert len(lines) > 1 and all(text_size(line, 0.6)[0] <= 200 for line in lines)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.floats(30, 610), st.floats(30, 330)), min_size=1, max_size=12))
def test_labels_stay_in_the_picture_and_off_their_die_where_there_is_room(places: list[tuple[float, float]]) -> None:
    boxes = [Rect.around(x, y, 30, 30) for x, y in places]
    taken = list(boxes)
    for box in boxes:
        spot = placed((60, 18), box, [one for one in taken if one is not box], (640, 360))
        assert spot.left >= 0 and spot.top >= 0 and spot.right <= 640 and spot.bottom <= 360
        taken.append(spot)
    lonely = placed((60, 18), boxes[0], [], (640, 360))
    assert lonely.overlap(boxes[0]) < 1e-6


def test_the_first_free_place_is_taken() -> None:
    spots = [Rect(0, 0, 10, 10), Rect(20, 0, 30, 10)]
    assert free(spots, []) == spots[0]
    assert free(spots, [Rect(5, 5, 6, 6)]) == spots[1]
    assert free(spots, [Rect(0, 0, 30, 10)]) is None
