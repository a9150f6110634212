"""What half of a chip's rim seems to show beside dice may be the lower of two: then the stack explains far more."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import EDGE, PaintedTable, camera, turned

from vision.bodies.body import Body
from vision.bodies.disc import Disc, disc_area
from vision.bodies.rounds import BESIDE_ARC
from vision.finding.bodies import find_bodies
from vision.judging.doubtful_chips import BETTER_AS_STACK, rather_stacked, without_chips_of, without_doubtful_chips
from vision.judging.together import judge_body
from vision.reading import DieState
from vision.table.kinds import Kind, kinds_of
from vision.ways.resting import Rest, Surroundings

LITTLE, MORE = BESIDE_ARC - 0.09, BESIDE_ARC + 0.05
PLACE, OFF = (400.0, 230.0), (-4.0, 0.2)


@pytest.fixture(scope="module")
def stack() -> tuple[Body, Kind]:
    """Two dice on each other, seen aslant."""
    table = PaintedTable(view=camera(28.0))
    table.die((PLACE[0] + OFF[0], PLACE[1] + OFF[1]), turned(5, 7.0)).die(PLACE, turned(2, 78.0), floor=EDGE)
    return body_on(table)


def body_on(table: PaintedTable) -> tuple[Body, Kind]:
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.picture(), kind)
    return body, kind


def with_disc(body: Body, kind: Kind, arc: float) -> Body:
    """Take the lower die for a chip of whose rim such a part is seen."""
    column, row = kind.plane.appear(np.array([[*PLACE, EDGE / 2]]))[0] - (body.seen.window.left, body.seen.window.top)
    disc = Disc(float(column), float(row), 17.0 * kind.plane.scale, arc)
    chips = disc_area(body.seen.mask, disc)
    return replace(body, discs=(disc,), chips=chips, rest=np.asarray(body.rest & ~chips, dtype=np.uint8))


@pytest.mark.parametrize(("arc", "state"), [(LITTLE, DieState.STACKED), (MORE, DieState.FLAT)])
def test_dice_on_each_other_are_no_die_on_a_chip_of_which_little_rim_is_seen(
    stack: tuple[Body, Kind], arc: float, state: DieState
) -> None:
    body, kind = stack
    judged = judge_body(with_disc(body, kind, arc), kind, PaintedTable().board, [])
    assert [rest.state for rest in judged.rests] == [state]
    assert bool(judged.body.discs) is (state is DieState.FLAT)


def test_a_die_on_a_chip_stays_on_it_however_little_of_the_rim_is_seen() -> None:
    table = PaintedTable(view=camera(28.0)).stack(PLACE, 3.3, 19.5, (110, 240, 245), (110, 240, 245))
    body, kind = body_on(table.die(PLACE, turned(4, 25.0), floor=3.3))
    assert body.discs
    hardly_round = replace(body, discs=tuple(replace(disc, arc=LITTLE) for disc in body.discs))
    judged = judge_body(hardly_round, kind, table.board, [])
    assert [rest.state for rest in judged.rests] == [DieState.FLAT]
    assert judged.body.discs == hardly_round.discs


def test_only_chips_of_which_little_rim_is_seen_are_left_out(stack: tuple[Body, Kind]) -> None:
    body, kind = stack
    assert without_doubtful_chips(body, kind) is None
    assert without_doubtful_chips(with_disc(body, kind, MORE), kind) is None
    doubtful = with_disc(body, kind, LITTLE)
    assert without_doubtful_chips(replace(doubtful, faint=True), kind) is None
    bare = without_doubtful_chips(doubtful, kind)
    assert bare is not None
    other = Disc(10.0, 10.0, 30.0)
    around = Surroundings(kind.plane, PaintedTable().board, (*doubtful.chips_px, other), (), EDGE)
    assert without_chips_of(around, doubtful, bare).chips == (other,)


@pytest.mark.parametrize(
    ("bare", "gain", "stacked"),
    [
        ([(DieState.STACKED, None)], BETTER_AS_STACK, True),
        ([(DieState.STACKED, None)], BETTER_AS_STACK - 0.1, False),
        ([(DieState.STACKED, "may be cocked")], 2.0, False),
        ([(DieState.FLAT, None)], 2.0, False),
        ([(DieState.STACKED, None), (DieState.FLAT, None)], 2.0, False),
    ],
)
def test_as_many_dice_one_surely_on_another_must_explain_far_more(
    bare: list[tuple[DieState, str | None]], gain: float, stacked: bool
) -> None:
    flat = Rest(*PLACE, EDGE / 2, 0.0, EDGE, (0.0,) * 6)
    rests = [replace(flat, state=state, doubt=doubt) for state, doubt in bare]
    assert rather_stacked([flat], rests, gain) is stacked
