"""How sure a face is: its fit, its rivals in the same place, and whether a reason names it."""

import numpy as np
import pytest

from vision.photos.choose import Candidate
from vision.photos.confidence import confidence


def face(value: int, fit: float, x: float = 100.0, pips: tuple[int, ...] = (0,)) -> Candidate:
    return Candidate(value, np.array([x, 100.0]), 40.0, 0.0, pips, fit * value, 4.0, -0.1)


def test_a_good_fit_without_rivals_is_nearly_certain() -> None:
    die = face(5, 0.97)
    sure, others = confidence(die, [die], [die], doubted=False)
    assert sure > 0.98
    assert others == ()


def test_a_doubt_takes_confidence_away() -> None:
    die = face(5, 0.9)
    assert confidence(die, [die], [die], doubted=True)[0] < confidence(die, [die], [die], doubted=False)[0]


def test_a_rival_on_the_same_pips_is_an_alternative() -> None:
    die = face(5, 0.9)
    sure, others = confidence(die, [die, face(4, 0.95)], [die], doubted=False)
    assert [value for value, _ in others] == [4]
    assert sure + sum(share for _, share in others) <= 1
    assert others[0][1] == pytest.approx(0.25, abs=0.1)


def test_a_face_elsewhere_is_no_rival() -> None:
    die = face(5, 0.9)
    assert confidence(die, [die, face(4, 0.95, x=300.0, pips=(9,))], [die], doubted=False)[1] == ()


def test_a_pattern_that_needs_another_dies_pip_is_no_rival() -> None:
    die, other = face(1, 0.95, pips=(1,)), face(4, 0.95, x=150.0, pips=(2, 3, 4, 5))
    across = face(2, 0.95, x=120.0, pips=(1, 2))
    assert confidence(die, [die, other, across], [die, other], doubted=False)[1] == ()
