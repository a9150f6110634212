"""A camera that falls silent is said on the displays within two seconds, and play goes on when it is back."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "vision"))
sys.path.insert(0, str(Path(__file__).parent.parent / "session"))
from motion_scene import FRAME_NS
from motion_scene import Scene as Painted
from session_fakes import BEGUN, FAKE_HOUSE

from controller.cli.evening import TICK_S, Evening
from controller.displays.scene import Scene
from controller.journal import Journal
from controller.session.order import Event
from controller.session.pipeline import Pipeline, Result
from controller.session.session import Session
from controller.throws.events import Command, Health
from controller.throws.verdict import Throw
from vision.frame import Frame
from vision.reading import TableReading
from vision.watch import Watch

SECOND = 1_000_000_000
BEGIN_NS = 100 * SECOND
BOARD = Painted()
EMPTY = BOARD.picture()


class Script:
    """An inbox with frames for a while, then silence, then frames again; it holds the time."""

    def __init__(self, watched_s: float, silent_s: float, streams: tuple[str, ...]) -> None:
        self.now_ns = BEGIN_NS
        self.closed = False
        self.last_ns = self.back_ns = 0
        self._events = self._play(watched_s, silent_s, streams)

    def get(self, _timeout_s: float) -> Event | None:
        try:
            return next(self._events)
        except StopIteration:
            self.closed = True
            return None

    def _play(self, watched_s: float, silent_s: float, streams: tuple[str, ...]) -> Iterator[Event | None]:
        yield from self._frames(watched_s, ("small", "main"))
        self.last_ns = self.now_ns
        while self.now_ns < self.last_ns + silent_s * SECOND:
            yield from self._frames(TICK_S, streams) if streams else self._tick()
        self.back_ns = self.now_ns
        yield from self._frames(watched_s, ("small", "main"))

    def _tick(self) -> Iterator[None]:
        self.now_ns += round(TICK_S * 1e9)
        yield None

    def _frames(self, seconds: float, streams: tuple[str, ...]) -> Iterator[Event | None]:
        for k in range(round(seconds * 1e9 / FRAME_NS)):
            self.now_ns += FRAME_NS
            for stream in streams:
                yield Frame(EMPTY, self.now_ns, k, stream)  # type: ignore[arg-type]


class Onlookers:
    """People who only watch."""

    gone = False

    def act(self, _session: Session, _results: tuple[Result, ...], _now_ns: int) -> Iterator[Command]:
        return iter(())


class Watcher:
    """A judge who sees no throws."""

    wants_reading = False

    def take(self, _event: object) -> tuple[Throw | Health, ...]:
        return ()


def shown_troubles(script: Script, folder: Path) -> list[tuple[int, tuple[str, ...]]]:
    """Give each change of what the displays say is wrong, with its time."""
    shown: list[tuple[int, tuple[str, ...]]] = []

    def show(scene: Scene) -> None:
        if not shown or shown[-1][1] != scene.troubles:
            shown.append((script.now_ns, scene.troubles))

    watch = Watch(BOARD.setup(), lambda _image, ns, k: TableReading(exposed_ns=ns, frame=k))
    with Journal.open(folder / "j") as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        pipeline = Pipeline(watch, Watcher(), session, perf_ns=lambda: 0, show=show)
        Evening(script, pipeline, lambda: script.now_ns, watch.stalled).run(Onlookers())  # type: ignore[arg-type]
    return shown


@pytest.mark.parametrize("left", [(), ("small",)], ids=["both streams", "the main stream"])
def test_silence_is_said_within_two_seconds_and_taken_back(tmp_path: Path, left: tuple[str, ...]) -> None:
    script = Script(watched_s=0.6, silent_s=2.2, streams=left)
    well, lost, back = shown_troubles(script, tmp_path)
    assert well[1] == back[1] == ()
    assert "camera gives no pictures" in lost[1][0]
    assert 0 < lost[0] - script.last_ns <= 2 * SECOND
    assert 0 <= back[0] - script.back_ns <= SECOND


def test_a_pause_of_a_second_is_no_trouble(tmp_path: Path) -> None:
    script = Script(watched_s=0.4, silent_s=1.0, streams=())
    assert len(shown_troubles(script, tmp_path)) == 1


def test_a_camera_that_never_begins_is_said_too(tmp_path: Path) -> None:
    script = Script(watched_s=0.0, silent_s=3.0, streams=())
    _, (when_ns, troubles) = shown_troubles(script, tmp_path)
    assert when_ns - BEGIN_NS <= 2 * SECOND and "no pictures" in troubles[0]
