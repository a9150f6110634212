"""Black dice beside each other of which one is hardly told from its shadow: its pips are seen all the same."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.bodies.body import Body
from vision.faces.explain import Face, main_colour, outline
from vision.finding.bodies import find_bodies
from vision.finding.in_shade import faces_in_shade
from vision.pictures.segment import Mask
from vision.table.kinds import Kind, kinds_of

FELT, BLACK, PIPS = (120, 115, 110), (24, 22, 22), (210, 210, 210)
SIX, OTHER = (400.0, 230.0), (400.0, 250.5)


def two_dice(value: int) -> tuple[Kind, Body]:
    """Paint a 6 and another die beside it; give their body as if it were the 6 alone, and the other its shade."""
    table = PaintedTable(view=camera(20.0), felt=FELT, noise=2.0).clear()
    for place, shown in ((OTHER, value), (SIX, 6)):
        table.die(place, turned(shown), BLACK, PIPS)
    kind = kinds_of(table.setup(count=2))[0]
    (body,) = find_bodies(table.picture(), kind)
    six, other = (outline_at(place, body, kind) for place in (SIX, OTHER))
    dark = np.asarray(np.where(body.seen.patch.max(axis=2) < 100, other, 0), dtype=np.uint8)
    return kind, replace(body, seen=replace(body.seen, mask=six, shade=dark & ~six))


def outline_at(place: tuple[float, float], body: Body, kind: Kind) -> Mask:
    """Draw the outline of a flat die into a body's window."""
    window = body.seen.window
    column, row = kind.plane.appear(np.array([[*place, EDGE]]))[0] - (window.left, window.top)
    return outline(kind.plane, window, Face(float(column), float(row), 0.0, (0.0,) * 6), EDGE)


def found_beside(kind: Kind, body: Body) -> list[Face]:
    tone = main_colour(body.seen.patch, body.seen.mask)
    return faces_in_shade(body.seen, kind, tone, body.seen.mask)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_a_die_that_looks_like_shade_is_found_by_its_pips_though_one_is_in_its_middle(value: int) -> None:
    kind, body = two_dice(value)
    assert found_beside(kind, body)[0].value == value


def test_a_single_pip_in_the_shade_is_no_die() -> None:
    kind, body = two_dice(1)
    assert found_beside(kind, body) == []


@pytest.mark.parametrize("value", [3, 4])
def test_pips_in_the_shade_that_the_empty_board_shows_as_well_are_printed(value: int) -> None:
    kind, body = two_dice(value)
    printed = replace(body.seen.empty, picture=body.seen.patch)
    assert found_beside(kind, replace(body, seen=replace(body.seen, empty=printed))) == []


def test_where_nothing_is_in_the_shade_nothing_is_sought() -> None:
    kind, body = two_dice(5)
    bare = replace(body.seen, shade=np.zeros_like(body.seen.shade))
    assert found_beside(kind, replace(body, seen=bare)) == []
