"""What little nothing explains beside a die that surely lies flat: another would show a pip there, shadow does not."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from painted_table import BLACK, EDGE, PaintedTable, camera, turned

from vision.cubes.cube import Sight
from vision.finding.bodies import find_bodies
from vision.judging.strange import little_in, pips_left_in
from vision.judging.together import Judged
from vision.pictures.segment import Mask
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.resting import Rest
from vision.ways.sighting import sight_of

PLACE, DARK_FELT, LIGHT_PIPS = (400.0, 230.0), (36, 40, 34), (200, 200, 200)
RIGHT_MM, WIDTH_MM, HEIGHT_MM = PLACE[0] + EDGE / 2 + 0.5, 4.0, 12.0
DARK, LARGE_MM = (24, 24, 24), 16.0
FLAT = Rest(*PLACE, EDGE / 2, 0.0, EDGE, (0.0, 0.0, 0.9, 0.0, 0.0, 0.0))


@pytest.fixture
def table() -> PaintedTable:
    return PaintedTable(camera(30.0), felt=DARK_FELT)


@pytest.fixture
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


def looked_at(table: PaintedTable, kind: Kind, with_pip: bool) -> Sight:
    """Look at a large black die, beside it something as dark, perhaps with a pip in it."""
    table.patch(_square(RIGHT_MM, WIDTH_MM, HEIGHT_MM), DARK)
    if with_pip:
        table.patch(_square(RIGHT_MM + 0.5, 3.0, 3.0), LIGHT_PIPS)
    picture = table.die(PLACE, turned(3, 0.0), BLACK, LIGHT_PIPS).picture()
    return replace(sight_of(find_bodies(picture, kind)[0], kind), pixel=1.0)


def _square(left_mm: float, width_mm: float, height_mm: float) -> list[tuple[float, float]]:
    low, high = PLACE[1] - height_mm / 2, PLACE[1] + height_mm / 2
    return [(left_mm, low), (left_mm + width_mm, low), (left_mm + width_mm, high), (left_mm, high)]


def left_over(sight: Sight, kind: Kind, width_mm: float) -> Mask:
    """Mark what is left beside the die, so wide, on the board."""
    corners = kind.plane.appear(np.array([[RIGHT_MM, PLACE[1] - HEIGHT_MM / 2, 0.0],
                                          [RIGHT_MM + width_mm, PLACE[1] + HEIGHT_MM / 2, 0.0]]))  # fmt: skip
    low, high = (np.sort(corners, axis=0) - (sight.window.left, sight.window.top)).round().astype(int)
    mask = np.zeros(sight.patch.shape[:2], np.uint8)
    mask[low[1] : high[1], low[0] : high[0]] = 255
    return mask


def asked(sight: Sight, kind: Kind, rest: Rest, width_mm: float = WIDTH_MM) -> bool:
    """Say whether what is left beside a die is a reason to look there."""
    mask = left_over(sight, kind, width_mm)
    seen = SimpleNamespace(window=sight.window, mask=mask, open_view=np.full_like(mask, 255), murky=np.zeros_like(mask))
    body = cast(Any, SimpleNamespace(seen=seen))
    return bool(little_in([Judged(body, kind, [rest], mask, look=lambda: sight)]))


@pytest.mark.parametrize("with_pip", [False, True])
def test_a_dark_strip_beside_a_flat_die_is_looked_at_only_where_it_shows_a_pip(
    table: PaintedTable, kind: Kind, with_pip: bool
) -> None:
    assert asked(looked_at(table, kind, with_pip), kind, FLAT) is with_pip


@pytest.mark.parametrize(
    "rest",
    [
        Rest(*PLACE, EDGE / 2, 0.0, EDGE, FLAT.evidence, state=DieState.COCKED),
        Rest(*PLACE, EDGE / 2, 0.0, EDGE, FLAT.evidence, doubt="may be cocked"),
    ],
    ids=["leaning", "in doubt"],
)
def test_beside_any_other_die_it_is_always_looked_at(table: PaintedTable, kind: Kind, rest: Rest) -> None:
    assert asked(looked_at(table, kind, with_pip=False), kind, rest)


def test_what_is_nearly_as_large_as_a_die_is_looked_at_whatever_it_shows(table: PaintedTable, kind: Kind) -> None:
    assert asked(looked_at(table, kind, with_pip=False), kind, FLAT, LARGE_MM)


@pytest.mark.parametrize(("with_pip", "dice", "shown"), [(True, [FLAT], 1), (False, [FLAT], 0), (True, [], 0)])
def test_a_pip_beside_a_bodys_die_is_looked_at_however_little_else_is_told(
    table: PaintedTable, kind: Kind, with_pip: bool, dice: list[Rest], shown: int
) -> None:
    """Of a dark die half behind a wall the board's colour leaves no more."""
    sight = looked_at(table, kind, with_pip)
    mask = left_over(sight, kind, WIDTH_MM)
    empty = table.setup().background
    assert empty is not None
    board = SimpleNamespace(picture=kind.plane.cut(empty.image, sight.window))
    seen = SimpleNamespace(window=sight.window, patch=sight.patch, empty=board, mask=mask, open_view=sight.view)
    body = cast(Any, SimpleNamespace(seen=seen))
    assert len(pips_left_in([Judged(body, kind, dice, mask)])) == shown
