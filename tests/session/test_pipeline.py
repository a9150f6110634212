"""The pipeline: what the judge decides is ruled, kept and shown; a full disk makes it wait, not forget."""

from pathlib import Path

import numpy as np
from session_fakes import BEGUN, FAKE_HOUSE, put, thrown

from controller.displays.scene import Scene
from controller.journal import Journal
from controller.session.pipeline import Pipeline
from controller.session.session import Session
from controller.throws.events import Health, WallEdge
from controller.throws.verdict import Throw
from vision.frame import Frame
from vision.reading import MotionReading, TableReading

SECOND = 1_000_000_000


class FakeEye:
    trouble: str | None = None

    def see(self, frame: Frame, read: bool) -> tuple[MotionReading | TableReading, ...]:
        return (TableReading(exposed_ns=frame.exposed_ns),)


class FakeJudge:
    wants_reading = True

    def __init__(self, throws: dict[int, Throw]) -> None:
        self.throws = throws

    def take(self, event: object) -> tuple[Throw | Health, ...]:
        if isinstance(event, WallEdge):
            return (Health(event.t_ns, event.zone, False, "far-1 is stuck."),)
        found = self.throws.get(getattr(event, "exposed_ns", -1))
        return (found,) if found else ()


def frame(t_ns: int) -> Frame:
    return Frame(np.zeros((2, 2, 3), np.uint8), t_ns, 0)


def test_a_full_disk_keeps_the_throw_waiting_and_then_counts_it_once(tmp_path: Path) -> None:
    scenes: list[Scene] = []
    with Journal.open(tmp_path / "j") as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        judge = FakeJudge({SECOND: thrown(5, 3, 4)})
        pipeline = Pipeline(FakeEye(), judge, session, perf_ns=lambda: 0, show=scenes.append)
        pipeline.take(put(1, 500))
        assert pipeline.take(put(2, 500))[0].outcome.ruling == "refused"
        journal._database.execute("PRAGMA query_only = 1")
        assert pipeline.take(frame(SECOND)) == ()
        assert pipeline.unkept == 1
        assert "journal" in scenes[-1].troubles[0]
        journal._database.execute("PRAGMA query_only = 0")
        assert pipeline.take(frame(SECOND + 10)) == ()
        (result,) = pipeline.take(frame(3 * SECOND))
        assert result.outcome.ruling == "odd"
        assert pipeline.unkept == 0
        assert scenes[-1].troubles == ()
        assert [entry.kind for entry in journal.entries()] == ["begun", "line", "throw"]
        assert {stage.stage for stage in pipeline.times.summary()} == {"read", "judge", "rule and keep"}


def test_troubles_of_sensors_and_camera_are_shown(tmp_path: Path) -> None:
    scenes: list[Scene] = []
    with Journal.open(tmp_path / "j") as journal:
        eye = FakeEye()
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        pipeline = Pipeline(eye, FakeJudge({}), session, perf_ns=lambda: 0, show=scenes.append)
        pipeline.take(WallEdge(1, "far-1", 1))
        eye.trouble = "The lamp is off."
        pipeline.take(frame(2))
        assert scenes[-1].troubles == ("The lamp is off.", "far-1 is stuck.")
