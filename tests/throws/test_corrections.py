"""What people say about a throw, and what they probably will."""

import pytest

from controller.errors import RuleError
from controller.throws.corrections import answered, called_no_roll, corrected, likely_answers, missed
from controller.throws.policy import CASINO, STREET, throw_line
from controller.throws.ruling import Findings, rule
from controller.throws.verdict import Reason, Throw, ThrownDie


def thrown(*dice, policy=STREET, noted=()):
    verdict = rule(Findings(tuple(dice), 2, frozenset(noted), frames=(7,)), policy)
    return Throw(1, 2, tuple(dice), verdict, policy.name)


def flat(value=3, hit=True, **more):
    return ThrownDie(value, "flat", hit_wall=hit, **more)


def test_a_correction_keeps_the_warning_and_the_evidence():
    throw = corrected(thrown(flat(3), flat(4, hit=False)), (3, 5))
    assert throw.values == (3, 5)
    assert throw.verdict.reasons == (Reason.ONE_WALL,)
    assert throw.verdict.frames == (7,)
    assert throw_line(throw, STREET)["wall"] == [True, False]


def test_a_correction_of_a_void_throw_makes_it_count():
    throw = corrected(thrown(flat(3, hit=False), ThrownDie(4, "cocked", hit_wall=False)), (3, 4))
    assert throw.values == (3, 4)
    assert throw.verdict.reasons == ()
    assert throw_line(throw, STREET) == {
        "do": "throw", "dice": [3, 4], "wall": [True, True], "cocked": False, "off": False, "touched_object": False
    }  # fmt: skip


def test_a_correction_keeps_a_called_cocked_die_cocked():
    throw = corrected(thrown(flat(3), ThrownDie(4, "cocked", hit_wall=True), policy=CASINO), (3, 5))
    assert [d.state for d in throw.dice] == ["flat", "cocked"]
    assert throw.verdict.reasons == (Reason.COCKED,)


def test_a_correction_may_name_dice_nobody_saw():
    throw = corrected(thrown(flat(3), noted=[Reason.WRONG_COUNT]), (3, 6))
    assert throw.values == (3, 6)


def test_no_roll_counts_nothing_and_blames_nobody():
    throw = called_no_roll(thrown(flat(3, hit=False), flat(4, hit=False)))
    assert (throw.verdict.counts, throw.verdict.reasons, throw.values) == (False, (), None)
    with pytest.raises(RuleError, match="no roll"):
        throw_line(throw, STREET)


def test_a_missed_roll_counts_as_both_dice_at_the_wall():
    throw = missed((2, 5), 99, CASINO)
    assert (throw.values, throw.start_ns, throw.policy) == ((2, 5), 99, "casino")
    assert all(d.hit_wall for d in throw.dice)


@pytest.mark.parametrize("values", [(), (0, 3), (3, 7)])
def test_no_dice_are_refused(values):
    with pytest.raises(RuleError, match="from 1 to 6"):
        missed(values, 1, STREET)


def test_likely_faces_come_likeliest_first():
    unsure = flat(3, confidence=0.5, alternatives=((5, 0.4), (2, 0.1)))
    throw = thrown(unsure, flat(4), noted=[Reason.UNREADABLE])
    assert likely_answers(throw) == ("3 4", "5 4", "2 4", "no roll")


def test_likely_walls_leave_out_what_is_ruled_out():
    assert likely_answers(thrown(flat(3, hit=None), flat(4))) == ("both", "one", "no roll")
    assert likely_answers(thrown(flat(3, hit=None), flat(4, hit=False))) == ("one", "none", "no roll")
    assert likely_answers(thrown(flat(3), flat(4))) == ()


def test_a_nudge_is_most_likely_no_roll():
    assert likely_answers(thrown(flat(3), flat(4), noted=[Reason.MOVED_AGAIN]))[0] == "no roll"


@pytest.mark.parametrize(
    ("answer", "counts", "reasons"),
    [("both", True, ()), ("one", True, (Reason.ONE_WALL,)), ("none", False, (Reason.NO_WALL,))],
)
def test_SC27_SC28_a_wall_answer_is_ruled(answer, counts, reasons):
    throw = answered(thrown(flat(3, hit=None), flat(4, hit=None)), answer, STREET)
    assert (throw.verdict.counts, throw.verdict.reasons, throw.verdict.ask) == (counts, reasons, None)


def test_a_wall_answer_about_a_cocked_throw_leaves_it_void():
    throw = answered(thrown(flat(3, hit=None), ThrownDie(4, "cocked", hit_wall=False)), "one", STREET)
    assert throw.verdict.counts is False
    assert Reason.COCKED in throw.verdict.reasons


def test_faces_and_no_roll_are_answers_too():
    asked = thrown(flat(3, hit=None), flat(4))
    assert answered(asked, "3, 5", STREET).values == (3, 5)
    assert answered(asked, "No roll", STREET).verdict.counts is False


@pytest.mark.parametrize("answer", ["", "perhaps", "none"])
def test_an_answer_that_does_not_fit_is_refused(answer):
    with pytest.raises(RuleError, match="both, one, no roll"):
        answered(thrown(flat(3, hit=None), flat(4)), answer, STREET)


def test_every_likely_answer_can_be_given():
    asked = [
        thrown(flat(3, hit=None), flat(4)),
        thrown(flat(3), flat(4), noted=[Reason.MOVED_AGAIN]),
        thrown(flat(3), noted=[Reason.WRONG_COUNT]),
        thrown(flat(3), ThrownDie(None, "unreadable", alternatives=((2, 0.5),)), noted=[Reason.UNREADABLE]),
    ]
    for throw in asked:
        for answer in likely_answers(throw):
            assert answered(throw, answer, STREET).verdict.counts is not None
