"""Drawn throws for the wall judge: they end where the dice lie, are judged, and are kept."""

from pathlib import Path

import numpy as np
import pytest
from wall_drawn import Silhouettes, draw
from wall_throws import Block, Line, Task, judged, keep, kept
from walls import filmed, outcomes

from controller.throws.events import WallEdge
from controller.throws.judge import Judge
from controller.twin.camera import DieView
from controller.twin.faults import Fault
from controller.twin.settings import TwinSettings
from controller.twin.twin import Twin
from vision.motion.region import Region, region_of
from vision.reading import DieState, Motion, MotionReading

pytestmark = pytest.mark.twin

TASK = Task(5, 3, drawn=True)
FELT_MM = 9.5
"""Half a casino die."""


@pytest.fixture(scope="module")
def block() -> Block:
    return draw(TASK)


@pytest.fixture(scope="module")
def region() -> Region:
    return region_of(Twin().unpainted_setup, 640, 360)


def readings(block: Block, throw: int) -> list[MotionReading]:
    return [event for event in block.throws[throw].events if isinstance(event, MotionReading)]


def view(x_mm: float, y_mm: float, *steps_mm: float) -> DieView:
    """A level die; `steps_mm`: how far it has gone along x at each pose of the exposure."""
    return DieView(0, tuple((np.array([x_mm + step, y_mm, FELT_MM]), np.eye(3)) for step in steps_mm or (0.0,)))


def test_tracks_end_where_the_dice_lie(block: Block) -> None:
    for k, throw in enumerate(block.throws):
        last = readings(block, k)[-1]
        lying = [die.centre_mm for die in throw.truth.dice if die.state is not DieState.OFF_BOARD]
        assert last.motion is Motion.STILL
        assert len(last.sightings) == len(lying) > 0
        for x, y, _ in lying:
            assert min(np.hypot(s.x_mm - x, s.y_mm - y) for s in last.sightings) < 3.0


def test_a_throw_is_watched_from_the_empty_board_to_the_dice_at_rest(block: Block) -> None:
    for k, throw in enumerate(block.throws):
        seen = [reading.motion for reading in readings(block, k)]
        order = [motion for motion, before in zip(seen, [None, *seen], strict=False) if motion is not before]
        assert order == [Motion.EMPTY, Motion.MOVING, Motion.SETTLING, Motion.STILL]
        times = [e.t_ns if isinstance(e, WallEdge) else e.exposed_ns for e in throw.events]
        assert times == sorted(times)


def test_every_throw_is_judged_once(block: Block) -> None:
    judge = Judge(block.table())
    assert [len(judged(judge, throw.truth, throw.events)) for throw in block.throws] == [1] * TASK.count
    assert all(outcome.seen for outcome in outcomes(TASK, block))


def test_one_task_gives_one_block(block: Block) -> None:
    assert [throw.events for throw in draw(TASK).throws] == [throw.events for throw in block.throws]


def test_a_kept_block_is_not_made_again(tmp_path: Path, block: Block) -> None:
    keep(tmp_path, TASK, block)
    (path,) = tmp_path.iterdir()
    before = path.stat().st_mtime_ns
    filmed([TASK], tmp_path, jobs=1)
    assert path.stat().st_mtime_ns == before
    again = kept(tmp_path, TASK)
    assert again is not None
    assert again.throws == block.throws
    assert kept(tmp_path, Task(6, 3, drawn=True)) is None


@pytest.mark.parametrize(
    ("task", "name"),
    [
        (Task(930000, 50, drawn=True), "drawn_raw-930000-50-well"),
        (Task(930001, 50, drawn=True, line=Line.HELD), "drawn_held-930001-50-well"),
        (Task(7, 20, drawn=True, everything=True), "drawn_raw_random-7-20-well"),
        (Task(8, 20, fault=Fault.DEAD_SENSOR), "raw-8-20-dead_sensor"),
        (Task(9, 5, everything=True, line=Line.RINGING, fault=Fault.STUCK_SENSOR), "ringing_random-9-5-stuck_sensor"),
    ],
)
def test_a_task_is_known_by_its_name(task: Task, name: str) -> None:
    assert task.name == name
    assert Task.named(name) == task


def test_silhouettes_show_each_die_once_at_its_size(region: Region) -> None:
    drawn = Silhouettes(region, TwinSettings(), np.random.default_rng(1))
    apart = drawn.blobs([view(300, 150), view(600, 300)])
    assert [0.9 < blob.area_dice < 1.3 for blob in apart] == [True, True]
    (together,) = drawn.blobs([view(300, 150), view(312, 162)])
    assert together.area_dice > 1.3
    assert drawn.blobs([]) == drawn.blobs([view(-3000, 150)]) == ()


def test_a_flying_die_is_seen_where_it_was_for_long_enough(region: Region) -> None:
    drawn = Silhouettes(region, TwinSettings(), np.random.default_rng(1))
    (still,) = drawn.blobs([view(418, 200)])
    (fast,) = drawn.blobs([view(400, 200, 0.0, 9.0, 18.0, 27.0, 36.0)])
    (middle_px,) = region.camera.project(np.array([[418.0, 200.0, FELT_MM]]))
    two_of_five_times = (27.0 - 9.0 + 19.05) / 19.05
    assert fast.area_dice / still.area_dice == pytest.approx(two_of_five_times, rel=0.15)
    assert np.hypot(*(np.array(fast.centre_px) - middle_px)) < 2.0


def test_throws_are_judged_as_if_there_were_no_sensor_at_the_rim() -> None:
    block = draw(Task(5, 2, drawn=True, line=Line.HELD))
    bare = block.without_rim()
    assert [zone.name for zone in block.table().zones] == ["far-1", "far-2", "far-3", "far-rim"]
    assert [zone.name for zone in bare.table().zones] == ["far-1", "far-2", "far-3"]
    for throw, same in zip(block.throws, bare.throws, strict=True):
        rubber = [e for e in throw.events if not isinstance(e, WallEdge) or e.zone != "far-rim"]
        assert list(same.events) == rubber
