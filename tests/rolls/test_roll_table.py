"""Rolls in columns: what fits, what is refused, and whether columns are dice."""

import numpy as np
import pytest

from controller.errors import RollsError
from controller.rolls.table import NO, NO_TIME, NOBODY, UNKNOWN, YES, DiceSet, RollTable, columns_told_apart, name_of


def test_one_column_of_faces_is_one_die() -> None:
    table = RollTable.of([1, 6, 0])
    assert (len(table), table.dice) == (3, 1)
    assert table.counts.tolist() == [UNKNOWN] * 3
    assert table.time_ms.tolist() == [NO_TIME] * 3
    assert table.counted().tolist() == [True, True, False]


def test_a_void_roll_is_not_counted() -> None:
    table = RollTable.of([[3, 4], [3, 4], [3, 4]], counts=[YES, NO, UNKNOWN])
    assert table.counted().tolist() == [True, False, True]


def test_taking_rows_takes_every_column_and_keeps_names() -> None:
    rest = np.arange(12, dtype=np.float32).reshape(3, 2, 2)
    table = RollTable.of([[1, 2], [3, 4], [5, 6]], rest_mm=rest, shooter=[0, 1, 0], shooters=("Ann", "Ben"))
    taken = table.take(np.array([True, False, True]))
    assert taken.faces.tolist() == [[1, 2], [5, 6]]
    assert taken.rest_mm is not None
    assert taken.rest_mm.tolist() == rest[[0, 2]].tolist()
    assert taken.shooters == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"faces": [[7, 1]]}, "faces are 1 to 6"),
        ({"faces": [[1, 1]], "counts": [YES, YES]}, "column counts has 2 rows where there are 1 rolls"),
        ({"faces": [[1, 1]], "shooter": [0]}, "column shooter holds a code outside the 0 names in shooters"),
        ({"faces": [[[1]]]}, "rolls by dice"),
    ],
)
def test_columns_that_do_not_fit_are_refused(columns: dict[str, object], message: str) -> None:
    with pytest.raises(RollsError, match=message):
        RollTable.of(columns.pop("faces"), **columns)  # type: ignore[arg-type]


def test_sorted_columns_are_no_dice() -> None:
    random = np.random.default_rng(1)
    faces = random.integers(1, 7, (50, 2)).astype(np.uint8)
    assert columns_told_apart(faces) == ("d1", "d2")
    assert columns_told_apart(np.sort(faces, axis=1)) == ()
    assert columns_told_apart(faces[:, :1]) == ("d1",)


def test_names_and_dice_sets() -> None:
    table = RollTable.of([[1, 2]], dice_sets=(DiceSet("red and white", ("red", "white")),))
    assert table.dice_sets[0].dice == ("red", "white")
    assert name_of(("Ann",), 0) == "Ann"
    assert name_of(("Ann",), NOBODY) == ""


def test_an_empty_table_is_a_table() -> None:
    table = RollTable.of(np.zeros((0, 2)))
    assert len(table) == 0
    assert not table.counted().any()
