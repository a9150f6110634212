"""Dice that may lean a little: flat where both their pips and their outline say so, and not where one of them does."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import PaintedTable, camera, sight_at, turned

from vision.choosing import Choice
from vision.cube import Attitude, Sight, outline_of, upright
from vision.fitting import fit_allowed, fit_flat
from vision.guesses import Guess
from vision.kinds import kinds_of
from vision.reading import DieState, Support
from vision.slight import leans_less_clearly, lies_clearly, rather_flat

PLACE, TURN_DEG, LEAN_DEG = (400.0, 230.0), 25.0, 9.0


def both(lean_deg: float, value: int = 4) -> tuple[Sight, Guess, Guess]:
    """Paint a die that leans by so much; give what is seen of it, and the best flat and leaning guesses."""
    table = PaintedTable(view=camera(20.0)).die(PLACE, turned(value, TURN_DEG, lean_deg))
    whole = sight_at(table, kinds_of(table.setup())[0])
    flat = fit_flat(whole, upright(*PLACE, np.deg2rad(TURN_DEG)))
    start = Attitude(*PLACE, turned(value, TURN_DEG, LEAN_DEG))
    leaning = fit_allowed(whole, [start], lambda at: at.tilt_deg >= 7.0)
    guesses = [
        Guess(fitted, state, Support.CHIPS, outline_of(whole, fitted.attitude), fitted.merit, 0.0)
        for fitted, state in ((flat, DieState.FLAT), (leaning, DieState.COCKED))
    ]
    return whole, guesses[0], guesses[1]


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_flat_die_agrees_better_with_pips_and_outline_than_one_that_leans(value: int) -> None:
    whole, flat, leaning = both(0.0, value)
    assert lies_clearly(whole, flat, leaning)
    assert leans_less_clearly(whole, leaning, flat)


@pytest.mark.parametrize("value", [2, 4, 5, 6])
def test_a_die_that_leans_a_little_is_not_flat(value: int) -> None:
    whole, flat, leaning = both(LEAN_DEG, value)
    assert not lies_clearly(whole, flat, leaning)


def test_what_a_wall_hides_tells_nothing_of_the_rest() -> None:
    whole, flat, leaning = both(0.0)
    view = whole.view.copy()
    view[: int(np.nonzero(flat.shape)[0].mean())] = 0
    assert not lies_clearly(replace(whole, view=view), flat, leaning)


def test_a_flat_die_comes_first_where_one_that_leans_explains_hardly_more() -> None:
    whole, flat, leaning = both(0.0)
    lies, leans = Choice((flat,), 2.0), Choice((leaning,), 2.05)
    assert rather_flat(whole, [leans, lies]) == [lies, leans]
    much_better = Choice((leaning,), 2.5)
    assert rather_flat(whole, [much_better, lies]) == [much_better, lies]
