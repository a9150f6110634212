"""One die, and five as at General: thrown at the simulated table, followed, and told apart at the wall."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from controller.cli.tables import twin_table
from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.throws.policy import STREET
from controller.throws.verdict import Throw
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.truth import ThrowTruth
from controller.twin.twin import Twin
from vision.frame import Frame
from vision.reading import DieReading, TableReading
from vision.watch import Watch

pytestmark = pytest.mark.twin

NO_WALLS = replace(STREET, one_wall="count", no_wall="count")


def lying(truth: ThrowTruth, frame: Frame) -> TableReading:
    dice = tuple(
        DieReading(d.value, d.state, (0.0, 0.0), d.centre_mm[:2], tilt_deg=d.tilt_deg, support=d.support)
        for d in truth.dice
        if frame.exposed_ns >= truth.start_ns
    )
    return TableReading(dice, exposed_ns=frame.exposed_ns, frame=frame.index)


def judged(twin: Twin, judge: Judge, kind: Kind) -> Iterator[Throw]:
    """Throw once: the eye follows the dice through the small stream, their faces come from the truth."""
    watch = Watch(twin.setup, lambda *_: TableReading())
    for event in twin.play(Plan(kind)):
        found = list(judge.take(event) if isinstance(event, WallEdge) else ())
        if isinstance(event, Frame):
            for seen in watch.see(event, False):
                found += judge.take(seen)
            if judge.wants_reading:
                found += judge.take(lying(twin.truths[-1], event))
        yield from (outcome for outcome in found if isinstance(outcome, Throw))


@pytest.mark.parametrize("count, kind", [(1, Kind.NORMAL), (1, Kind.ALL_SHORT), (5, Kind.ONE_SHORT)])
def test_so_many_dice_are_followed_and_each_is_told_its_wall(count, kind):
    settings = replace(TwinSettings(), dice=TwinSettings().dice[:1] * count)
    twin = Twin(settings, seed=3, small_only=True)
    table = twin_table(twin)
    (throw,) = judged(twin, Judge(table, NO_WALLS, expected=count), kind)
    truth = twin.truths[-1].dice
    assert (throw.values, throw.verdict.ask) == (tuple(die.value for die in truth), None)
    right = [die.hit_wall is true.hit_far_wall for die, true in zip(throw.dice, truth, strict=True)]
    assert all(ok or die.hit_wall is None for ok, die in zip(right, throw.dice, strict=True))
    assert sum(right) >= count - 1
    heard = [any(touch.hit_id is not None for touch in die.walls) for die in throw.dice]
    assert any(heard) is any(true.hit_far_wall for true in truth)
