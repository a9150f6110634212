"""What a lamp's mirror image leaves of an upper face, and the sides, rule out values: what alone is left is told."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from drawn_faces import BLACK, PART, PATTERNS, face, mirroring, small
from painted_table import FACES, turned
from test_by_sides import AHEAD, CLEAR, aslant, handed, shown

from vision.colours.highlight import DieColours
from vision.doubts.asked import NOT_UNDERSTOOD
from vision.faces.told_by import ToldBy
from vision.frame import Image
from vision.glare.ruled_out import possible
from vision.judging import by_what_is_left
from vision.judging.together import Judged
from vision.reader import TableReader
from vision.reading import TableReading
from vision.ways.resting import Rest

COLOURS = DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))
IVORY, WHITE, SIDE, DARK = (150, 150, 146), (226, 232, 236), (150, 155, 158), (25, 25, 28)
DARK_ON_IVORY = DieColours(np.array(IVORY, np.float32), np.array(DARK, np.float32))
DARK_ON_WHITE = DieColours(np.array((213, 220, 224), np.float32), np.array(DARK, np.float32))
LAYOUTS = [PATTERNS.pips_of(value) for value in range(1, 7)]
WHITE_RIGHT = [(0.42, -1.0), (2.0, -1.0), (2.0, 2.0), (0.42, 2.0)]
WHITE_ALL = [(-1.0, -1.0), (2.0, -1.0), (2.0, 2.0), (-1.0, 2.0)]
WHITE_INNER = [(0.09, 0.09), (0.91, 0.09), (0.91, 0.91), (0.09, 0.91)]
WHITE_CORNER = [(-1.0, -1.0), (0.75, -1.0), (0.75, 0.75), (-1.0, 0.75)]


def left(picture: Image, colours: tuple[DieColours, ...] = (COLOURS,)) -> list[int]:
    return [k + 1 for k in np.flatnonzero(possible(picture, PART, colours, LAYOUTS, 0.108))]


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_without_a_mirror_image_rules_nothing_out(value: int) -> None:
    """What hides a pip there is no lamp."""
    assert left(small(face(value))) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("value", "others"),
    [(1, [1]), (2, [2, 3]), (3, [2, 3]), (4, [4, 5, 6]), (5, [4, 5, 6]), (6, [6])],
)
def test_a_mirror_image_leaves_those_whose_pips_it_hides(value: int, others: list[int]) -> None:
    """The middle, and all right of it, is white: what is left of it shows no pip, one, two or three."""
    assert left(small(mirroring(face(value), WHITE_RIGHT, by=255))) == others


@pytest.mark.parametrize("value", range(1, 7))
def test_what_is_left_rules_the_true_value_never_out(value: int) -> None:
    lit = mirroring(face(value), WHITE_CORNER, by=255)
    assert value in left(small(lit))
    assert value in left(small(np.ascontiguousarray(np.rot90(lit))))


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("by", [60, 100])
def test_pips_are_seen_in_a_mirror_image_that_is_not_white(value: int, by: int) -> None:
    brighter = face(value).astype(float) * 0.6
    assert left(small(mirroring(brighter, WHITE_RIGHT, by=by))) == [value]


WALL, LIT_RIGHT = (60, 120, 190), [(0.6, -1.0), (2.0, -1.0), (2.0, 2.0), (0.6, 2.0)]


def before_wall(picture: Image, part: float) -> tuple[Image, np.ndarray]:
    """Hide a part of a face, from its left side on."""
    hidden = np.zeros(picture.shape[:2], dtype=bool)
    hidden[:, : round(part * len(picture))] = True
    return np.where(hidden[..., None], np.uint8(WALL), picture), hidden


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("pips", ["light", "dark"])
def test_what_a_wall_and_a_mirror_image_leave_in_view_rules_the_others_out(value: int, pips: str) -> None:
    """The pips on the left are behind it; those in the middle and on the right are no other value's."""
    drawn, colours, by = (0.6 * face(value), COLOURS, 60) if pips == "light" else (1.0 * dark(value), DARK_ON_IVORY, 50)
    picture, hidden = before_wall(small(mirroring(drawn, LIT_RIGHT, by=by)), 0.36)
    found = possible(picture, PART, (colours,), LAYOUTS, 0.108, hidden)
    assert [k + 1 for k in np.flatnonzero(found)] == [value]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("pips", ["light", "dark"])
def test_what_a_wall_alone_leaves_in_view_rules_the_others_out(value: int, pips: str) -> None:
    """The middle pips are in view, and those on the right."""
    drawn, colours = (face(value), COLOURS) if pips == "light" else (dark(value), DARK_ON_IVORY)
    picture, hidden = before_wall(small(drawn), 0.36)
    found = possible(picture, PART, (colours,), LAYOUTS, 0.108, hidden)
    assert [k + 1 for k in np.flatnonzero(found)] == [value]


@pytest.mark.parametrize(("value", "others"), [(1, [1]), (2, [2, 3]), (3, [2, 3]), (4, [4, 5]), (5, [4, 5]), (6, [6])])
def test_values_that_differ_behind_a_wall_only_are_not_ruled_out(value: int, others: list[int]) -> None:
    picture, hidden = before_wall(small(face(value)), 0.5)
    found = possible(picture, PART, (COLOURS,), LAYOUTS, 0.108, hidden)
    assert [k + 1 for k in np.flatnonzero(found)] == others


def test_what_no_value_explains_rules_nothing_out() -> None:
    spotted = np.random.default_rng(3).integers(0, 255, (40, 40, 3)).astype(np.uint8)
    hidden = before_wall(spotted, 0.2)[1]
    assert possible(spotted, PART, (COLOURS,), LAYOUTS, 0.108, hidden).all()


@pytest.mark.parametrize(("value", "others"), [(1, [1]), (2, [2, 3]), (3, [2, 3]), (4, [4, 5]), (5, [4, 5]), (6, [6])])
def test_pips_are_seen_in_the_mirror_images_of_two_lamps(value: int, others: list[int]) -> None:
    """One leaves its pips, the other none in the middle and the lower right."""
    lit = mirroring(mirroring(face(value), WHITE_RIGHT, by=60), [(0.42, 0.3), (2.0, 0.3), (2.0, 2.0), (0.42, 2.0)], 250)
    assert left(small(lit)) == others


def test_where_a_wall_hides_most_of_a_face_nothing_is_ruled_out() -> None:
    picture, hidden = before_wall(small(mirroring(face(6), WHITE_RIGHT, by=255)), 0.7)
    assert possible(picture, PART, (COLOURS,), LAYOUTS, 0.108, hidden).all()


def dark(value: int) -> Image:
    return face(value, IVORY, DARK)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("by", [50, 70])
def test_dark_pips_are_seen_in_a_mirror_image_though_there_they_are_as_light_as_the_body(value: int, by: int) -> None:
    assert left(small(mirroring(dark(value), WHITE_RIGHT, by=by)), (DARK_ON_IVORY,)) == [value]


@pytest.mark.parametrize(
    ("value", "others"),
    [(1, [1]), (2, [2, 3]), (3, [2, 3]), (4, [4, 5, 6]), (5, [4, 5, 6]), (6, [6])],
)
def test_where_body_and_dark_pips_are_white_nothing_is_told(value: int, others: list[int]) -> None:
    assert left(small(mirroring(dark(value), WHITE_RIGHT, by=255)), (DARK_ON_IVORY,)) == others


def with_sides(large: Image) -> Image:
    """Darken what lies beyond two sides of a face that is a little smaller than it was learned to be."""
    edge = round(0.1 * len(large))
    large[:edge] = large[:, -edge:] = SIDE
    return large


@pytest.mark.parametrize(
    ("value", "others"),
    [(1, [1]), (2, [2, 3]), (3, [2, 3]), (4, [4, 5, 6]), (5, [4, 5, 6]), (6, [6])],
)
def test_a_lamp_is_told_from_the_white_of_a_white_die(value: int, others: list[int]) -> None:
    """Its body is as pale as a lamp's mirror image on others, and its sides are darker: these are not its body."""
    lit = with_sides(mirroring(face(value, WHITE, DARK), WHITE_RIGHT, by=255))
    assert left(small(lit), (DARK_ON_WHITE,)) == others


@pytest.mark.parametrize("value", range(1, 7))
def test_a_mirror_image_that_pips_part_rules_the_true_value_not_out(value: int) -> None:
    """Only the middle of a 6 is one piece: what is as light beside it is no body without a lamp."""
    lit = mirroring(face(value, WHITE, DARK), WHITE_INNER, by=125)
    assert value in left(small(lit), (DARK_ON_WHITE,))


@pytest.mark.parametrize("value", range(1, 7))
def test_where_the_body_is_white_faint_pips_that_are_all_alike_tell_the_others_too(value: int) -> None:
    """In the mirror image the body would be brighter than white, and pips are just not as bright."""
    assert left(small(mirroring(dark(value), WHITE_ALL, by=212)), (DARK_ON_IVORY,)) == [value]


def test_where_light_grows_from_pip_to_pip_those_that_are_as_white_as_the_body_are_not_ruled_out() -> None:
    """The left pips of a 5 are just not white; the middle one is, nearer to the lamp's middle."""
    lit = lighter_towards_one_side(dark(5), least=198, most=266)
    assert 5 in left(small(lit), (DARK_ON_IVORY,))


def lighter_towards_one_side(large: Image, least: float, most: float) -> Image:
    """Add light that grows from the left side to the right one."""
    light = np.linspace(least, most, large.shape[1])[None, :, None]
    return np.minimum(large + light, 255).astype(np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
def test_dark_pips_without_a_mirror_image_rule_nothing_out(value: int) -> None:
    assert left(small(dark(value)), (DARK_ON_IVORY,)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("value", [4, 5])
def test_a_mirror_image_that_greys_one_dark_pip_leaves_the_true_value(value: int) -> None:
    corner = [(-1.0, -1.0), (0.4, -1.0), (0.4, 0.4), (-1.0, 0.4)]
    assert left(small(mirroring(dark(value), corner, by=60)), (DARK_ON_IVORY,)) == [value]


def test_without_learned_colours_nothing_is_ruled_out() -> None:
    assert left(small(face(3)), ()) == [1, 2, 3, 4, 5, 6]


def test_a_side_rules_out_its_own_value_and_the_opposite_one() -> None:
    """What mirrors a lamp all over, and shows one side, leaves four values: none of them is named."""
    table = aslant()
    shown(table, 3, AHEAD)
    table.lamp(AHEAD, 1.0, 255)
    reading = TableReader(handed(table.setup(count=1), None)).read(table.picture())
    assert not reading.ok


@pytest.mark.parametrize(
    ("evidence", "named"),
    [
        ((0, 0, 1, 0, 0, 0), True),
        ((0, 0.4, 0.1, 0, 0, 0), True),
        ((0, 0.4, 0.3, 0, 0, 0), False),
        ((0, 0.3, 0, 0, 0, 0), False),
    ],
)
def test_what_is_left_names_a_value_that_leads(evidence: tuple[float, ...], named: bool) -> None:
    assert ToldBy.LEFT.name_one(evidence) is named


def in_front(value: int, turn_deg: float) -> int:
    """Give the value of the side that looks at the camera."""
    r = turned(value, turn_deg)
    axis = int(np.abs(r[1]).argmax())
    return FACES[axis][0 if r[1, axis] < 0 else 1]


@pytest.mark.parametrize(("turn_deg", "side"), [(90.0, 4), (270.0, 3)])
def test_a_side_tells_a_2_from_a_3_whose_middle_is_white(turn_deg: float, side: int) -> None:
    assert in_front(2, turn_deg) == side
    reading = half_white(2, turn_deg)
    assert reading.ok, reading.reasons
    assert reading.values == (2, 5)


def test_a_side_that_both_may_have_does_not() -> None:
    assert in_front(3, 90.0) == 6
    assert not half_white(3, 90.0).ok


def half_white(value: int, turn_deg: float) -> TableReading:
    """Read a 5 and a die of which one side is seen, and the middle of whose face and all left of it mirrors a lamp."""
    table = aslant()
    shown(table, value, AHEAD, turn_deg)
    table.lamp(AHEAD, 0.62, 255)
    shown(table, 5, CLEAR, 25.0)
    return TableReader(table.setup(count=2)).read(table.picture())


@pytest.mark.parametrize(
    ("doubt", "by_sides", "told"),
    [
        (None, [1, 3, 4, 6], True),
        (None, [1, 2, 3, 4, 5, 6], False),
        (None, [1, 6], False),
        (NOT_UNDERSTOOD, [1, 3, 4, 6], False),
    ],
)
def test_a_clear_face_of_which_no_value_would_be_left_is_told_by_those_that_the_sides_leave(
    monkeypatch: pytest.MonkeyPatch, doubt: str | None, by_sides: list[int], told: bool
) -> None:
    """What seems to be a lamp in it hides none of its pips: a 4 all of whose pips are seen, and of a 5 nearly all."""
    values = np.isin(np.arange(1, 7), by_sides)
    monkeypatch.setattr(by_what_is_left, "only_top_untold", lambda *_: True)
    monkeypatch.setattr(by_what_is_left, "left_of", lambda *_: np.zeros(6, bool))
    monkeypatch.setattr(by_what_is_left, "left_by_sides", lambda *_: values)
    rest = Rest(*AHEAD, 8.0, 0.0, 16.0, (0.1, 0.51, 0.39, 0.94, 0.75, 0.48), doubt=doubt)
    judged = cast(Judged, SimpleNamespace(rests=[rest], whole=object()))
    assert by_what_is_left._told(rest, judged).readable is told
