"""Dice of which only pips are seen, judged once more beside what all others turned out to be."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from vision.doubts.asked import HARDLY_SEEN
from vision.judging import only_pips
from vision.judging.count import Count
from vision.judging.only_pips import judged_beside_leaning, rather_by_pips
from vision.judging.together import Judged
from vision.reading import DieState, Support
from vision.ways.resting import Rest

EDGE = 16.0
TWO = Count(2)


def rest(x_mm: float, value: int = 3, state: DieState = DieState.FLAT, doubt: str | None = None) -> Rest:
    evidence = tuple(0.97 * (value == k) for k in range(1, 7))
    return Rest(x_mm, 200.0, EDGE / 2, 0.0, EDGE, evidence, state, doubt=doubt)


def judged(*rests: Rest, faint: bool = False, discs: bool = False) -> Judged:
    """Dice of a body of which half a pixel is left."""
    body = SimpleNamespace(faint=faint, discs=("a chip",) * discs)
    look = lambda: cast(Any, "its pips")  # noqa: E731
    return Judged(cast(Any, body), cast(Any, None), list(rests), np.full((1, 1), 255, np.uint8), look)


@pytest.fixture
def level(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether drawn pips say that dice lie level."""
    says = [True]
    monkeypatch.setattr(only_pips, "is_level_as_drawn", lambda *_: says[-1])
    return says


DOUBTED = rest(106.0, 2, DieState.COCKED, "may lie flat")
FAR, SURE = judged(rest(300.0)), judged(rest(100.0), faint=True)


def test_pips_that_surely_show_a_level_die_replace_what_was_seen_in_its_place_and_is_in_doubt(
    level: list[bool],
) -> None:
    for chips in (False, True):
        told = rather_by_pips([judged(DOUBTED, discs=chips), SURE, FAR], TWO)
        assert [each.rests for each in told] == [[], SURE.rests, FAR.rests]
        assert bool(told[0].unexplained.any()) is chips


@pytest.mark.parametrize(
    "seen",
    [
        [judged(replace(DOUBTED, doubt=None)), SURE, FAR],
        [judged(replace(DOUBTED, x_mm=120.0)), SURE, FAR],
        [judged(DOUBTED, rest(105.0, 4)), SURE, FAR],
        [judged(DOUBTED), judged(rest(100.0, doubt=HARDLY_SEEN), faint=True), FAR],
        [judged(DOUBTED), SURE],
        [judged(DOUBTED), SURE, FAR, judged(rest(500.0))],
    ],
)
def test_what_is_sure_or_elsewhere_stays_and_so_does_all_where_that_leaves_another_number_of_dice(
    level: list[bool], seen: list[Judged]
) -> None:
    assert [each.rests for each in rather_by_pips(seen, TWO)] == [each.rests for each in seen]


def test_pips_that_do_not_show_that_a_die_is_level_replace_nothing(level: list[bool]) -> None:
    level.append(False)
    seen = [judged(DOUBTED), SURE, FAR]
    assert rather_by_pips(seen, TWO) is seen


LEANING = judged(rest(118.0, 6, DieState.COCKED))


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Beside what dice a body was judged anew: then it is as before. Its pips are a dark die's, and no other face's."""
    places: list[object] = []

    def anew(body: object, *_: object) -> Judged:
        places.append(_[-1])
        return judged(*cast(Any, body).rests, faint=True)

    monkeypatch.setattr(only_pips, "judge_body", anew)
    monkeypatch.setattr(only_pips, "dark_all_over", lambda _: True)
    monkeypatch.setattr(only_pips, "by_all_faces", lambda *_: SimpleNamespace(one_of_more=None))
    return places


def faint(one: Rest) -> Judged:
    each = judged(one, faint=True)
    cast(Any, each.body).rests = [one]
    return each


def test_a_die_beside_one_that_surely_leans_is_judged_beside_it(beside: list[object]) -> None:
    asked = faint(rest(100.0, doubt=HARDLY_SEEN))
    judged_beside_leaning([asked, LEANING, FAR], cast(Any, None))
    assert beside == [[(118.0, 200.0)]]


@pytest.mark.parametrize(
    "seen",
    [
        [faint(rest(100.0)), LEANING],
        [faint(rest(100.0, doubt="may be cocked")), LEANING],
        [judged(rest(100.0, doubt=HARDLY_SEEN)), LEANING],
        [faint(rest(60.0, doubt=HARDLY_SEEN)), LEANING],
        [faint(rest(100.0, doubt=HARDLY_SEEN)), judged(rest(118.0, 6))],
        [faint(rest(100.0, doubt=HARDLY_SEEN)), judged(rest(118.0, 6, DieState.COCKED, "may lie flat"))],
    ],
)
def test_others_are_not_judged_anew(beside: list[object], seen: list[Judged]) -> None:
    assert judged_beside_leaning(seen, cast(Any, None))[0] is seen[0]
    assert not beside


@pytest.mark.parametrize(
    ("value", "support", "apart_mm", "told"),
    [
        (1, None, 18.0, True),
        (1, Support.DIE, 18.0, True),
        (1, Support.WALL, 18.0, False),
        (1, None, 25.0, False),
        (2, None, 18.0, False),
    ],
)
def test_a_1_that_another_die_must_lean_on_lies_flat(
    beside: list[object], value: int, support: Support | None, apart_mm: float, told: bool
) -> None:
    leaning = judged(replace(rest(100.0 + apart_mm, 6, DieState.COCKED), support=support))
    asked = faint(rest(100.0, value, doubt=HARDLY_SEEN))
    (one,) = judged_beside_leaning([asked, leaning], cast(Any, None))[0].rests
    assert (one.doubt is None) is told
