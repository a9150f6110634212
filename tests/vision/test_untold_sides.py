"""A die whose own sides look like the board in its shadow: what is seen beside it tells nothing of one under it."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

from vision.doubts.under import Suspicion, suspicions_of
from vision.finding.bodies import find_bodies
from vision.judging.together import judge_body
from vision.table.kinds import kinds_of
from vision.ways.sighting import sight_of

PLACE = (150.0, 80.0)


@pytest.mark.parametrize(("part", "suspicion"), [(0.1, Suspicion.NONE), (0.35, Suspicion.MAY)])
def test_where_a_dies_own_sides_are_taken_for_board_one_may_lie_under_it(part: float, suspicion: Suspicion) -> None:
    table = PaintedTable(view=camera(tilt_deg=20.0)).die(PLACE, turned(5, 25.0))
    (kind,) = kinds_of(table.setup(count=2))
    (body,) = find_bodies(table.picture(), kind)
    whole = sight_of(body, kind)
    rows = np.flatnonzero(whole.own.any(axis=1))
    sides = whole.own.copy()
    sides[: rows[round(len(rows) * (1.0 - part))]] = 0
    untold = replace(whole, own=whole.own & ~sides, other=whole.other | sides)
    judged = judge_body(body, kind, table.board, [])
    assert suspicions_of([judged.rests], [untold], [False], [kind]) == [suspicion]
