"""Twenty throws of every kind through eye and judge against the twin's truth: `make bench-table` in small."""

import pytest

pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")

from controller.cli.trial import Trial, trials
from controller.twin.score import Grade
from controller.twin.throwing import Kind
from controller.twin.twin import Twin

KINDS = (
    *[Kind.ANY] * 6, *[Kind.NORMAL] * 4, *[Kind.ONE_SHORT] * 2, *[Kind.ALL_SHORT] * 2, *[Kind.OVER_WALL] * 2,
    *[Kind.COCKED_CHIP] * 2, Kind.ON_CHIP, Kind.NEAR_MISS,
)  # fmt: skip
MOST_ASKED = 4

pytestmark = [pytest.mark.twin, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def played() -> list[Trial]:
    return list(trials(Twin(seed=12), KINDS))


def test_every_throw_is_seen_once(played: list[Trial]) -> None:
    assert [trial.truth.index for trial in played if trial.throw is None or trial.more] == []


def test_no_ruling_is_wrong(played: list[Trial]) -> None:
    assert [trial.score.why for trial in played if trial.score and trial.score.ruling is Grade.WRONG] == []


def test_no_face_is_wrong_and_sure(played: list[Trial]) -> None:
    assert not [trial for trial in played if trial.score and trial.score.reading is Grade.WRONG]


def test_few_throws_are_asked(played: list[Trial]) -> None:
    asked = [trial.score.why for trial in played if trial.score and trial.score.ruling is Grade.ASKED]
    assert len(asked) <= MOST_ASKED, asked


def test_void_throws_are_void_for_their_reason_or_asked(played: list[Trial]) -> None:
    void = [trial for trial in played if not trial.truth.counts]
    assert len(void) >= 4
    assert all(trial.throw is not None and trial.throw.verdict.counts is not True for trial in void)
