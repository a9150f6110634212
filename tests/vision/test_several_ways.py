"""A face that no way of reading shows clearly: what several ways say together, and what none of them can know."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from vision.cubes.cube import upright
from vision.faces.topface import patterns_for
from vision.geometry import DieModel
from vision.glare.several_ways import Way, told_by_several
from vision.glare.shifted import FACE_PX
from vision.glare.upper_face import _in_several_ways

SHARES = (0.05, 0.28, 0.35, 0.61, 0.74, 0.19)
BY_PLACES = (0.02, 0.04, 0.11, 0.27, 0.67, 0.27)


def of(value: int, most: float = 0.7, least: float = 0.2) -> tuple[float, ...]:
    return tuple(most if k == value else least for k in range(1, 7))


def sites(shares: tuple[float, ...]) -> Way:
    return Way(shares, by_places=True, knows_hidden=True)


def test_a_value_is_told_where_two_ways_speak_against_each_other_one() -> None:
    told = told_by_several([Way(SHARES), Way(SHARES), sites(BY_PLACES)])
    assert told is not None
    assert told.index(max(told)) + 1 == 5
    assert max(told) == 1.0
    assert sorted(told)[-2] <= 1.0 - 2 / 3


def test_ways_that_do_not_know_what_a_lamp_hides_are_not_enough() -> None:
    assert told_by_several([Way(SHARES), Way(SHARES), Way(SHARES)]) is None


def test_pips_that_may_be_hidden_are_not_missing() -> None:
    """A 4 by what stands out, of which nothing is known of the middle."""
    may_be_5 = tuple(0.63 if value in (4, 5) else 0.1 for value in range(1, 7))
    assert told_by_several([Way(of(4)), Way(of(4)), sites(may_be_5)]) is None


@pytest.mark.parametrize("other", [Way(of(3)), sites(of(3, 0.9, 0.1))])
def test_ways_that_say_different_values_tell_none(other: Way) -> None:
    assert told_by_several([Way(of(5)), sites(of(5)), other]) is None


@pytest.mark.parametrize("blind", [Way(of(3, 0.3, 0.1)), sites(of(3, 0.5, 0.1))])
def test_a_way_that_sees_nothing_says_nothing(blind: Way) -> None:
    told = told_by_several([Way(of(5)), sites(of(5)), blind])
    assert told is not None
    assert told.index(1.0) + 1 == 5


def test_nothing_is_told_where_nothing_stands_out() -> None:
    assert told_by_several([Way(of(5, 0.3, 0.1)), sites(of(5)), sites(of(5))]) is None


@pytest.mark.parametrize(
    ("explained", "by_relief"), [(0.9, False), (0.7, None)], ids=["pips say where it is", "nothing does"]
)
def test_where_a_face_is_its_pips_tell_if_its_outline_does_not(
    monkeypatch: pytest.MonkeyPatch, explained: float, by_relief: bool | None
) -> None:
    sight = cast(Any, SimpleNamespace(patterns=patterns_for(DieModel(19.05), 40.0), colours=()))
    face = np.full((FACE_PX, FACE_PX, 3), 200, np.uint8)
    monkeypatch.setattr("vision.glare.upper_face._surely_top", lambda *_: False)
    monkeypatch.setattr("vision.glare.upper_face.told_by_several", lambda _: of(5, 1.0, 0.0))
    found = _in_several_ways(face, sight, upright(0.0, 0.0, 0.0), of(5, explained), None)
    assert (found.by_relief if found else None) == by_relief
    assert found is None or found.clear
