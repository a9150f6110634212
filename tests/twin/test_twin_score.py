"""Rulings compared with the truth of a throw."""

import pytest

from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict
from controller.twin.score import Grade, score
from controller.twin.truth import DieTruth, ThrowTruth
from vision.reading import DieState


def truth(kind="any", second=DieState.FLAT, hits=(True, True)):
    dice = tuple(
        DieTruth(value, state, 0.0, (500.0, 200.0, 9.5), (), None, hit)
        for value, state, hit in zip((3, 4), (DieState.FLAT, second), hits, strict=True)
    )
    return ThrowTruth(0, kind, 0, 0, 0, dice)


def ruled(counts, *reasons, values=(3, 4), hits=(True, True), ask=None):
    dice = tuple(ThrownDie(value, "flat", hit_wall=hit) for value, hit in zip(values, hits, strict=True))
    return Throw(0, 1, dice, Verdict(counts, reasons, ask))


@pytest.mark.parametrize(
    ("really", "throw", "grade"),
    [
        (truth(), ruled(True), Grade.RIGHT),
        (truth(), ruled(True, values=(3, 5)), Grade.WRONG),
        (truth(), ruled(None, ask="Which faces?"), Grade.ASKED),
        (truth(hits=(True, False)), ruled(True), Grade.WRONG),
        (truth(second=DieState.COCKED), ruled(False, Reason.COCKED), Grade.RIGHT),
        (truth(second=DieState.COCKED), ruled(True), Grade.WRONG),
        (truth(second=DieState.OFF_BOARD), ruled(False, Reason.NO_WALL), Grade.WRONG),
    ],
)
def test_a_ruling_is_graded_by_what_really_happened(really, throw, grade):
    assert score(really, throw).ruling is grade


@pytest.mark.parametrize("kind", ["stacked", "cocked_die"])
def test_dice_set_down_by_hand_are_rightly_no_throw(kind):
    assert score(truth(kind, DieState.STACKED), None).ruling is Grade.RIGHT


def test_a_throw_nobody_saw_has_no_grade():
    assert score(truth(), None) is None
