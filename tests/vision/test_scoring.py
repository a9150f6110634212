"""Readings compared with labels: what is right, what is asked, what is wrong, and the sums of it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from painted_table import PaintedTable, turned

from controller.errors import ConfigError
from vision.accuracy.labels import Labelled, TrueDie, load_labels
from vision.accuracy.scoring import Compared, Grade, compare, kind_of
from vision.accuracy.tally import NOT_FLAT, NOTHING, Bin, Tally, tallies
from vision.reader import TableReader
from vision.reading import DieReading, DieState, TableReading

AT = [(100.0, 100.0), (300.0, 100.0), (500.0, 100.0)]
FACES = st.lists(st.integers(1, 6), max_size=6)


def label(*values: int, places: bool = False, **kept: str) -> Labelled:
    dice = (TrueDie(v, centre_mm=AT[k] if places else None) for k, v in enumerate(values))
    return Labelled(Path("a.jpg"), tuple(dice), **kept)


def die(value: int | None, at: tuple[float, float] = (0.0, 0.0), state: DieState = DieState.FLAT) -> DieReading:
    return DieReading(value, state, at, at, edge_px=24.0, confidence=0.99)


def reading(*dice: DieReading, reasons: tuple[str, ...] = ()) -> TableReading:
    return TableReading(dice, not reasons, reasons)


def grades(one: Compared) -> list[Grade]:
    return [pair.grade for pair in one.pairs]


def test_what_is_as_labelled_is_right() -> None:
    one = compare(label(2, 5), reading(die(5), die(2)))
    assert (one.grade, grades(one)) == (Grade.RIGHT, [Grade.RIGHT, Grade.RIGHT])


def test_a_sure_wrong_value_makes_the_picture_wrong() -> None:
    one = compare(label(2, 5), reading(die(5), die(3)))
    assert (one.grade, sorted(grades(one))) == (Grade.WRONG, [Grade.RIGHT, Grade.WRONG])


def test_a_die_that_is_not_seen_or_not_there_is_wrong_where_the_picture_is_sure() -> None:
    assert compare(label(2, 5), reading(die(5))).grade is Grade.WRONG
    assert compare(label(2), reading(die(2), die(6))).grade is Grade.WRONG
    assert compare(label(), reading()).grade is Grade.RIGHT


def test_a_person_sees_what_is_not_ok_and_only_the_named_die_is_asked() -> None:
    reasons = ("The die at 102, 99 mm could be a 2 or a 3; look again.",)
    one = compare(label(2, 5, places=True), reading(die(3, AT[0]), die(5, AT[1]), reasons=reasons))
    assert (one.grade, grades(one)) == (Grade.ASKED, [Grade.ASKED, Grade.RIGHT])


def test_a_reason_that_names_pixels_finds_its_die() -> None:
    one = compare(label(2, 5), reading(die(2, (300.0, 80.0)), die(5), reasons=("the 2 at (301, 84) fits badly",)))
    assert grades(one) == [Grade.ASKED, Grade.RIGHT]


def test_a_place_decides_which_die_was_misread() -> None:
    one = compare(label(2, 5, places=True), reading(die(5, AT[0]), die(2, AT[1])))
    assert grades(one) == [Grade.WRONG, Grade.WRONG]


def test_of_dice_in_one_place_those_that_are_alike_belong_together() -> None:
    stacked = (
        TrueDie(6, centre_mm=(100.0, 100.0), hidden=True),
        TrueDie(3, DieState.STACKED, centre_mm=(104.0, 100.0)),
    )
    one = compare(Labelled(Path("a.jpg"), stacked), reading(die(3, (101.0, 100.0), DieState.STACKED)))
    assert one.grade is Grade.RIGHT


def test_a_cocked_die_called_flat_is_wrong_and_its_value_matters_only_flat() -> None:
    leaning = Labelled(Path("a.jpg"), (TrueDie(4, DieState.COCKED, centre_mm=AT[0]),))
    assert compare(leaning, reading(die(4, AT[0]))).grade is Grade.WRONG
    assert compare(leaning, reading(die(1, AT[0], DieState.COCKED))).grade is Grade.RIGHT
    assert compare(label(4, places=True), reading(die(4, AT[0], DieState.COCKED))).grade is Grade.WRONG


def test_a_hidden_die_may_be_missed_but_not_misread() -> None:
    hidden = Labelled(Path("a.jpg"), (TrueDie(4, centre_mm=AT[0], hidden=True),))
    assert compare(hidden, reading()).grade is Grade.RIGHT
    assert compare(hidden, reading(die(3, AT[0]))).grade is Grade.WRONG


def test_what_lies_off_the_board_matters_to_nobody() -> None:
    assert compare(label(4), reading(die(4), die(2, AT[2], DieState.OFF_BOARD))).grade is Grade.RIGHT


@given(FACES, FACES)
def test_a_sure_picture_is_right_exactly_where_the_values_are_the_same(true: list[int], seen: list[int]) -> None:
    one = compare(label(*true), reading(*(die(value) for value in seen)))
    assert (one.grade is Grade.RIGHT) == (sorted(true) == sorted(seen))
    assert len(one.pairs) == max(len(true), len(seen))


def test_reasons_of_one_kind_are_counted_together() -> None:
    assert kind_of("The die at 120, -3 mm could be a 3 or a 5; look again.") == (
        "The die at … could be a # or a #; look again."
    )
    assert kind_of("the 4 at (12, 340) is cut off") == kind_of("the 6 at (3, 4) is cut off")


def test_the_readers_own_reasons_name_the_die_that_they_mean() -> None:
    table = PaintedTable()
    table.die((300, 200), turned(4, 20), blank=True).die((500, 120), turned(3, 50))
    seen = TableReader(table.setup(count=2)).read(table.picture())
    true = (TrueDie(4, centre_mm=(300.0, 200.0)), TrueDie(3, centre_mm=(500.0, 120.0)))
    one = compare(Labelled(Path("a.jpg"), true), seen)
    assert (one.grade, grades(one)) == (Grade.ASKED, [Grade.ASKED, Grade.RIGHT])


def test_sums_are_made_for_each_model_and_for_all() -> None:
    red = compare(label(2, 5, model="red"), reading(die(2), die(5)))
    blue = compare(label(1, 6, model="blue"), reading(die(1), die(4)))
    asked = compare(label(3, model="blue"), reading(reasons=("the circle at (1, 2) may be a pip",)))
    first, second, both = tallies([red, blue, asked])
    assert (first.model, second.model) == ("blue", "red")
    assert dict(second.dice) == {Grade.RIGHT: 2}
    assert dict(both.dice) == {Grade.RIGHT: 3, Grade.WRONG: 1, Grade.ASKED: 1}
    assert dict(both.pictures) == {Grade.RIGHT: 1, Grade.WRONG: 1, Grade.ASKED: 1}
    assert (both.confusion["6", "4"], both.confusion["3", NOTHING], both.confusion["2", "2"]) == (1, 1, 1)
    assert both.rejects == {"the circle at … may be a pip": 1}


def test_states_have_their_own_row_and_column() -> None:
    leaning = Labelled(Path("a.jpg"), (TrueDie(4, DieState.STACKED, centre_mm=AT[0]),))
    tally = Tally()
    tally.add(compare(leaning, reading(die(4, AT[0], DieState.COCKED))))
    assert tally.confusion == {(NOT_FLAT, NOT_FLAT): 1}


def test_a_picture_that_cannot_be_read_is_told_and_counts_nowhere() -> None:
    (only,) = tallies([Compared(label(2), reading(), (), error="a.jpg is empty.")])
    assert (only.failed, only.pictures.total(), only.median_ms) == (["a.jpg is empty."], 0, None)


def test_confidence_is_held_against_what_was_right() -> None:
    tally = Tally()
    for value in (1, 1, 1, 2):
        tally.add(compare(label(1), reading(die(value))))
    assert tally.reliability() == (Bin(0.98, 0.995, pytest.approx(0.99), 3, 4),)
    low, high = tally.reliability()[0].interval
    assert (low, high) == (pytest.approx(0.3006, abs=1e-4), pytest.approx(0.9544, abs=1e-4))


def test_labels_are_lines_with_values_or_dice(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    rows = [
        {"image": "a.jpg", "values": [5, 2], "source": "club"},
        {"image": "b.jpg", "model": "red", "dice": [{"value": 4, "state": "cocked", "centre_mm": [10, 20]}]},
        {"image": "c.jpg", "values": []},
    ]
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")
    first, second, third = load_labels(path)
    assert (first.image, first.values, first.model) == (tmp_path / "a.jpg", (2, 5), "club")
    assert second == Labelled(tmp_path / "b.jpg", (TrueDie(4, DieState.COCKED, centre_mm=(10.0, 20.0)),), "red")
    assert third.dice == ()
    assert load_labels(path, tmp_path / "x")[0].image == tmp_path / "x" / "a.jpg"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nothing", "line 1: no JSON object"),
        ('{"values": [1]}', "line 1: no image"),
        ('{"image": "a.jpg"}', "line 1: no values"),
        ('{"image": "a.jpg", "values": [7]}', "a die shows 1 to 6, not 7"),
        ('{"image": "a.jpg", "dice": [{"value": 2, "state": "upright"}]}', "is no die"),
        ('{"image": "a.jpg", "dice": [3]}', "3 is no die"),
        ('{"image": "a.jpg", "values": [1.0, 5]}', "a die shows 1 to 6, not 1.0"),
        ('{"image": "a.jpg", "values": [5, true]}', "a die shows 1 to 6, not True"),
        ('{"image": "a.jpg", "dice": [{"value": 2, "centre_px": [1]}]}', "a place is a list of numbers"),
        ('{"image": "a.jpg", "dice": [{"value": 2, "centre_mm": "12"}]}', "a place is a list of numbers"),
        ('{"image": "a.jpg", "dice": [{"value": 2, "centre_mm": [NaN, 3]}]}', "a place is no number"),
        ('{"image": "a.jpg", "dice": [{"value": 2, "centre_px": [1e999, 3]}]}', "a place is no number"),
        ("", "holds no labels"),
    ],
)
def test_labels_that_are_none_are_named_by_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(line)
    with pytest.raises(ConfigError, match=message):
        load_labels(path)


def test_the_truth_of_stills_becomes_labels(tmp_path: Path) -> None:
    spec = {"color": "red", "kind": "casino"}
    seen = {"off_board": False, "in_frame": True, "centre_px": [5, 6], "centre_mm": [7, 8], "spec": spec}
    dice = [
        {**seen, "value": 1, "tilt_deg": 0.0, "cocked": False, "supports": ["floor"], "top_visible_fraction": 1.0},
        {**seen, "value": 2, "tilt_deg": 9.0, "cocked": True, "supports": ["chip_0"], "top_visible_fraction": 1.0},
        {**seen, "value": 3, "tilt_deg": 0.1, "cocked": True, "supports": ["chip_0"], "top_visible_fraction": 1.0},
        {**seen, "value": 4, "tilt_deg": 0.1, "cocked": True, "supports": ["die0"], "top_visible_fraction": 0.2},
        {**seen, "value": 5, "tilt_deg": 0.0, "cocked": False, "supports": [], "top_visible_fraction": 1.0}
        | {"off_board": True},
    ]
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({"stills": [{"file": "s.jpg", "dice": dice}]}, indent=1))
    (one,) = load_labels(path)
    states = [(true.value, true.state, true.hidden) for true in one.dice]
    assert states == [
        (1, DieState.FLAT, False),
        (2, DieState.COCKED, False),
        (3, DieState.FLAT, False),
        (4, DieState.STACKED, True),
    ]
    assert (one.model, one.values) == ("red casino", (1, 3))
    path.write_text(json.dumps({"stills": [{"file": "s.jpg"}]}))
    with pytest.raises(ConfigError, match="no truth of stills"):
        load_labels(path)
