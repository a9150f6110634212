"""Where things lie close together each is found once, and whole."""

import pytest
from painted_table import PaintedTable, camera, turned

from vision.finding.bodies import find_bodies
from vision.table.kinds import kinds_of


@pytest.mark.parametrize("place", [(444.0, 210.0), (452.0, 216.0), (456.0, 210.0), (456.0, 222.0)])
def test_a_chip_is_found_once_that_the_window_of_the_dice_beside_it_cuts_off(place: tuple[float, float]) -> None:
    table = PaintedTable(view=camera(20.0))
    kind = kinds_of(table.setup())[0]
    table.die((400.0, 230.0), turned(4)).die((425.0, 255.0), turned(6)).chip(place)
    found = find_bodies(table.picture(), kind)
    assert sorted(([face.value for face in body.explanation.faces], len(body.discs)) for body in found) == [
        ([], 1), ([4], 0), ([6], 0),
    ]  # fmt: skip
