"""A face of which a part mirrors something pale: dark pips are half as dark there, and the edge is no pips."""

import pytest
from painted_table import PaintedTable, turned

from vision.reader import TableReader

IVORY_IN_DIM_LIGHT, RED, GREEN = (120, 110, 110), (50, 50, 150), (60, 100, 60)
DARK = (15, 15, 15)
PLACE = (300.0, 200.0)


@pytest.mark.parametrize(
    ("body", "light"), [(IVORY_IN_DIM_LIGHT, 130), (IVORY_IN_DIM_LIGHT, 150), (RED, 130), (GREEN, 180)]
)
@pytest.mark.parametrize("value", range(1, 7))
def test_dark_pips_in_a_pale_mirror_image_are_right_or_asked(
    value: int, body: tuple[int, int, int], light: int
) -> None:
    table = PaintedTable()
    table.die(PLACE, turned(value), body, DARK).lamp(PLACE, 0.6, light, pale=True).die(
        (600, 150), turned(3, 50), body, DARK
    )
    reading = TableReader(table.setup(count=2)).read(table.picture())
    assert not reading.ok or reading.values == tuple(sorted((3, value)))


@pytest.mark.parametrize("value", range(1, 7))
def test_a_faint_mirror_image_hides_no_pips(value: int) -> None:
    table = PaintedTable()
    table.die(PLACE, turned(value), (150, 170, 180), DARK).lamp(PLACE, 0.5, 60, pale=True)
    reading = TableReader(table.setup(count=1)).read(table.picture())
    assert reading.ok, reading.reasons
    assert reading.values == (value,)
