"""How near to a wall a die came to rest, by its place and its turn."""

import pytest
from throws_stage import TABLE

from controller.throws.events import Wall
from controller.throws.nearness import lies_at
from vision.reading import DieReading, DieState

STANDS_MM = TABLE.length_mm - TABLE.rubber_mm - TABLE.edge_mm / 2


def lying(before_mm, angle_deg=0.0, state=DieState.FLAT):
    return DieReading(4, state, (0.0, 0.0), (STANDS_MM - before_mm, 200.0), angle_deg=angle_deg)


@pytest.mark.parametrize(
    "die, at_rubber",
    [
        (lying(0.2), True),
        (lying(2.0), False),
        (lying(4.0, angle_deg=45.0), True),
        (lying(4.0, angle_deg=90.0), False),
        (lying(4.0, angle_deg=None), True),
        (lying(4.0, state=DieState.COCKED), True),
        (lying(9.0, angle_deg=45.0), False),
    ],
)
def test_a_die_lies_at_the_rubber_where_its_nearest_edge_may_touch_the_tips(die, at_rubber):
    assert lies_at(TABLE, Wall.FAR, die) is at_rubber


def test_a_die_whose_place_is_not_known_may_lie_at_any_wall():
    assert lies_at(TABLE, Wall.FAR, DieReading(4, DieState.FLAT, (0.0, 0.0)))
