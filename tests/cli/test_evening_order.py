"""What is said before the first picture stands before it in time as well."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "session"))
from session_fakes import BEGUN, FAKE_HOUSE, put

from controller.cli.evening import Evening
from controller.journal import Journal
from controller.session.order import Event, Inbox, time_of
from controller.session.pipeline import Pipeline, Result
from controller.session.session import Session
from controller.throws.events import Command, Health
from controller.throws.verdict import Throw
from vision.frame import Frame

MS = 1_000_000
AHEAD_NS = 150 * MS
IMAGE = np.zeros((2, 2, 3), np.uint8)


class Blind:
    """An eye and a judge that see nothing."""

    trouble = None
    wants_reading = False

    def see(self, _frame: Frame, _read: bool) -> tuple[()]:
        return ()

    def take(self, _event: object) -> tuple[Throw | Health, ...]:
        return ()


class Hasty:
    """People who say something before the first picture has come, and something after every other event."""

    gone = False

    def act(self, _session: Session, _results: tuple[Result, ...], now_ns: int) -> Iterator[Command]:
        yield from () if _results else (put(now_ns, 5),)


class Gone:
    """People who leave at once."""

    gone = True

    def act(self, _session: Session, _results: tuple[Result, ...], _now_ns: int) -> Iterator[Command]:
        return iter(())


@pytest.mark.parametrize("until_ms", [0, 300, 5000])
def test_what_happens_after_the_people_have_gone_is_handed_on_for_as_long_as_it_is_wanted(
    tmp_path: Path, until_ms: int
) -> None:
    inbox = Inbox(most_frames=200)
    for k in range(60):
        inbox.put(Frame(IMAGE, k * 16 * MS, k, "small"))
        inbox.put(Frame(IMAGE, k * 16 * MS, k, "main"))
    inbox.close()
    taken: list[Event] = []
    with Journal.open(tmp_path / "j") as journal:
        pipeline = Pipeline(Blind(), Blind(), Session.begin(journal, FAKE_HOUSE, BEGUN), perf_ns=lambda: 0)
        evening = Evening(inbox, pipeline)
        assert evening.run(Gone()).commands == 0
        evening.linger(taken.append, until_ms * MS)
    last_ms = max((time_of(event) // MS for event in taken), default=0)
    assert min(until_ms, 944) <= last_ms <= until_ms + 16


def test_time_never_goes_back_after_what_is_said_before_the_first_picture(tmp_path: Path) -> None:
    taken: list[Event] = []
    inbox = Inbox(most_frames=200)
    for k in range(60):
        for stream in ("small", "main"):
            inbox.put(Frame(IMAGE, k * 16 * MS, k, stream))  # type: ignore[arg-type]
    inbox.close()
    with Journal.open(tmp_path / "j") as journal:
        session = Session.begin(journal, FAKE_HOUSE, BEGUN)
        pipeline = Pipeline(Blind(), Blind(), session, perf_ns=lambda: 0, record=taken.append)
        Evening(inbox, pipeline, lambda: AHEAD_NS).run(Hasty())
    assert isinstance(taken[0], Command)
    assert sum(isinstance(event, Frame) for event in taken) > 80
    assert [time_of(event) for event in taken] == sorted(time_of(event) for event in taken)
