"""Bodies drawn anew: dark dice keep the sides that look like shadow, bright ones their new outline."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import PaintedTable, turned

from vision.bodies.body import Body, Seen
from vision.colours.highlight import DieColours
from vision.faces.explain import Explanation
from vision.finding.bodies import find_bodies
from vision.finding.still_seen import loses_sides, well_seen
from vision.table.kinds import kinds_of

EDGE_PX = 34.0


@pytest.fixture(scope="module")
def body() -> Body:
    table = PaintedTable()
    (found,) = find_bodies(table.die((400.0, 230.0), turned(4)).picture(), kinds_of(table.setup())[0])
    return found


def cut(body: Body, part: float) -> Body:
    """Take from a body the lower part of what is seen of it."""
    mask = body.seen.mask.copy()
    rows = np.flatnonzero(mask.any(axis=1))
    mask[rows[round(len(rows) * (1.0 - part))] :] = 0
    return replace(body, seen=replace(body.seen, mask=mask, shade=np.zeros_like(mask)))


def tint(level: float) -> DieColours:
    return DieColours(np.full(3, level, np.float32), np.full(3, 240.0, np.float32))


@pytest.mark.parametrize(("level", "part", "loses"), [(20, 0.3, True), (20, 0.02, False), (200, 0.3, False)])
def test_a_dark_die_that_is_drawn_anew_keeps_its_sides(body: Body, level: float, part: float, loses: bool) -> None:
    assert loses_sides(body, cut(body, part), [tint(level)], EDGE_PX) == loses


def test_a_dark_die_that_is_seen_no_more_when_drawn_anew_was_drawn_better_before(body: Body) -> None:
    gone = replace(body, explanation=Explanation((), (), 0.0))
    assert loses_sides(body, gone, [tint(20)], EDGE_PX)
    assert not loses_sides(gone, body, [tint(20)], EDGE_PX)


def test_a_body_of_which_nothing_is_left_when_drawn_anew_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_left(seen: Seen, *_args: object) -> Seen:
        return replace(seen, mask=np.zeros_like(seen.mask))

    monkeypatch.setattr("vision.finding.bodies.shows_in_shade", lambda *_args: False)
    monkeypatch.setattr("vision.finding.bodies.redrawn", nothing_left)
    table = PaintedTable()
    (found,) = find_bodies(table.die((400.0, 230.0), turned(4)).picture(), kinds_of(table.setup())[0])
    assert [face.value for face in found.explanation.faces] == [4]


@pytest.mark.parametrize(("behind_wall", "well"), [(True, True), (False, False)])
def test_what_a_wall_hides_of_a_die_must_not_be_seen(body: Body, behind_wall: bool, well: bool) -> None:
    half = cut(body, 0.55)
    open_view = np.where(cut(body, 0.55).seen.mask, body.seen.open_view, 0).astype(np.uint8)
    seen = replace(half.seen, open_view=open_view) if behind_wall else half.seen
    assert well_seen(replace(half, seen=seen)) == well
