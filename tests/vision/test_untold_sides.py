"""A die whose own sides look like the board in its shadow: what is seen beside it tells nothing of one under it."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, IVORY, RED, PaintedTable, camera, turned

from vision.bodies import find_bodies
from vision.kinds import kinds_of
from vision.resting import Rest
from vision.sighting import sight_of
from vision.together import attitude_of, judge_body
from vision.under import Suspicion, suspicions_of

PLACE = (150.0, 80.0)
LIGHT, DARK = (245, 245, 245), (20, 20, 20)


def suspected(table: PaintedTable, part: float) -> Suspicion:
    """Say what is suspected of the only die where so much of it, its sides, is taken for board."""
    (kind,) = kinds_of(table.setup(count=2))
    (body,) = find_bodies(table.picture(), kind)
    whole = sight_of(body, kind)
    rows = np.flatnonzero(whole.own.any(axis=1))
    sides = whole.own.copy()
    sides[: rows[round(len(rows) * (1.0 - part))]] = 0
    untold = replace(whole, own=whole.own & ~sides, other=whole.other | sides)
    judged = judge_body(body, kind, table.board, [])
    (suspicion,) = suspicions_of([judged.rests], [untold], [False], [kind])
    return suspicion


@pytest.mark.parametrize(("part", "suspicion"), [(0.1, Suspicion.NONE), (0.35, Suspicion.MAY)])
def test_where_a_dies_own_sides_are_taken_for_board_one_may_lie_under_it(part: float, suspicion: Suspicion) -> None:
    dark_pips = PaintedTable(view=camera(tilt_deg=20.0)).die(PLACE, turned(5, 25.0), IVORY, DARK)
    assert suspected(dark_pips, part) == suspicion


def test_light_pips_of_one_under_it_would_be_seen_all_the_same() -> None:
    alone = PaintedTable(view=camera(tilt_deg=20.0)).die(PLACE, turned(5, 25.0), RED, LIGHT)
    assert suspected(alone, 0.35) is Suspicion.NONE


@pytest.mark.parametrize("lower", range(1, 7))
def test_of_two_dice_on_each_other_the_lower_ones_light_pips_are_seen(lower: int) -> None:
    stacked = PaintedTable(view=camera(tilt_deg=20.0)).die(PLACE, turned(lower, 50.0), RED, LIGHT)
    (kind,) = kinds_of(stacked.setup(count=2))
    stacked.die(PLACE, turned(5, 25.0), RED, LIGHT, floor=EDGE)
    (body,) = find_bodies(stacked.picture(), kind)
    flat = attitude_of(body.explanation.faces[0], body, kind)
    seems = Rest(flat.x_mm, flat.y_mm, EDGE / 2, flat.turn, EDGE, (0.0, 0.0, 0.0, 0.0, 0.9, 0.0))
    (suspicion,) = suspicions_of([[seems]], [sight_of(body, kind)], [False], [kind])
    assert suspicion is not Suspicion.NONE
