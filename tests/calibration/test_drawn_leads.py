"""Sides drawn together say how the faces of dice stand to each other, where enough dice say so and none denies it."""

import numpy as np
import pytest

from calibration.drawn_leads import LEAST_LEAD, MOST_LEFT, TOGETHER, DrawnLeads, said_by

LITTLE = LEAST_LEAD / 2


@pytest.mark.parametrize(
    ("leads", "said"),
    [
        ([TOGETHER / 2, TOGETHER / 2], 1),
        ([-TOGETHER / 2, -TOGETHER / 2, LITTLE], 0),
        ([-TOGETHER, -TOGETHER / 2, LITTLE], -1),
        ([2 * TOGETHER], 0),
        ([2 * TOGETHER, LITTLE], 0),
        ([LEAST_LEAD, LEAST_LEAD], 0),
        ([TOGETHER, TOGETHER, -LEAST_LEAD], 0),
        ([], 0),
    ],
)
def test_two_dice_that_lead_and_none_that_leads_the_other_way_say_how_all_are(leads: list[float], said: int) -> None:
    assert said_by(leads) == said


def left(right_handed: float, two_so: float) -> DrawnLeads:
    """A die that leaves so many times as much of its sides if left-handed, and if its 2 is not turned so."""
    amounts = np.full((2, 2, 2, 2), 0.1)
    amounts[0] *= right_handed
    amounts[:, 0] *= two_so
    return DrawnLeads(amounts)


def test_a_die_leads_by_the_logarithm_of_what_the_other_way_leaves_more() -> None:
    die = left(right_handed=2.0, two_so=0.5)
    assert die.of_runs() == pytest.approx(np.log(2.0))
    for runs in (False, True):
        assert die.of_turn("two_at_corner", runs) == pytest.approx(-np.log(2.0))
        assert die.of_turn("six_beside_two", runs) == 0.0


def test_how_a_2_is_turned_is_told_on_dice_that_run_so() -> None:
    amounts = left(right_handed=2.0, two_so=1.0).left
    amounts[1, 0] *= 3.0
    assert DrawnLeads(amounts).of_turn("two_at_corner", True) == pytest.approx(np.log(3.0))
    assert DrawnLeads(amounts).of_turn("two_at_corner", False) == 0.0


def test_a_die_of_whose_sides_much_stays_unexplained_says_nothing() -> None:
    doubtful = DrawnLeads(left(right_handed=1.5, two_so=1.0).left * 1.01 * MOST_LEFT / 0.1)
    assert doubtful.of_runs() == 0.0
