"""A die that is seen in two bodies is one die, and pips of its sides are none of their own."""

from dataclasses import replace

import pytest

from vision.doubts.asked import MAY_BE_UPPER, MAY_HIDE
from vision.judging.once import apart, hiding_none, lying_on_none, near_any, seen_once
from vision.reading import DieState
from vision.ways.resting import Rest

EDGE = 16.0


def rest(x_mm: float, clear: float = 0.9, state: DieState = DieState.FLAT) -> Rest:
    return Rest(x_mm, 200.0, EDGE / 2, 0.0, EDGE, (0.0, 0.0, clear, 0.0, 0.0, 0.0), state)


def test_of_a_die_seen_twice_the_clearer_one_stays() -> None:
    assert seen_once([[rest(100.0, 0.7)], [rest(106.0, 0.9)]], [False, False]) == [[], [rest(106.0, 0.9)]]


@pytest.mark.parametrize(("apart_mm", "faint", "kept"), [(12.5, True, 0), (12.5, False, 1), (16.0, True, 1)])
def test_pips_within_a_clear_dies_reach_are_those_of_its_sides(apart_mm: float, faint: bool, kept: int) -> None:
    clear, pips = rest(100.0, 0.85), rest(100.0 + apart_mm, 0.95)
    once = seen_once([[clear], [pips]], [False, faint])
    assert once[0] == [clear]
    assert len(once[1]) == kept


def test_pips_beside_a_die_in_doubt_may_be_another_dies() -> None:
    doubtful = replace(rest(100.0), doubt="may be cocked")
    assert seen_once([[doubtful], [rest(112.0)]], [False, True]) == [[doubtful], [rest(112.0)]]


@pytest.mark.parametrize(("two", "kept"), [(0.95, False), (0.9, True)])
def test_a_pip_of_a_clearer_face_in_its_place_is_no_1(two: float, kept: bool) -> None:
    one = replace(rest(100.0), evidence=(0.94, 0.0, 0.0, 0.0, 0.0, 0.0))
    more = replace(rest(104.0), evidence=(0.0, two, 0.0, 0.0, 0.0, 0.0))
    assert seen_once([[one], [more]], [False, True]) == ([[one], []] if kept else [[], [more]])


def test_dice_nearer_than_dice_can_be_are_asked() -> None:
    near, far = apart([rest(100.0), rest(114.0)]), apart([rest(100.0), rest(116.5)])
    assert [each.doubt for each in near] == ["may lie on another"] * 2
    assert [each.doubt for each in far] == [None, None]


def test_a_die_is_near_what_may_hold_it() -> None:
    assert near_any(rest(100.0), [rest(125.0)])
    assert not near_any(rest(100.0), [rest(135.0)])


def test_only_the_doubt_whether_a_die_hides_another_is_dropped() -> None:
    hides, leans = replace(rest(100.0), doubt=MAY_HIDE), replace(rest(140.0), doubt="may be cocked")
    assert hiding_none([hides, leans]) == [rest(100.0), leans]


@pytest.mark.parametrize(
    ("beside", "kept"),
    [
        (rest(120.0), False),
        (replace(rest(120.0), doubt="may be cocked"), True),
        (rest(120.0, 0.3), True),
        (rest(120.0, state=DieState.COCKED), False),
        (replace(rest(120.0, state=DieState.COCKED), z_mm=1.2 * EDGE), True),
        (replace(rest(120.0, state=DieState.COCKED), evidence=(0.0, 0.9, 0.0, 0.0, 0.0, 0.0)), True),
        (replace(rest(200.0), doubt="may be cocked"), False),
    ],
)
def test_a_die_lies_on_none_where_all_beside_it_are_dice_beyond_doubt(beside: Rest, kept: bool) -> None:
    """What seems to lean and shows two pips at most may be the side of a lower die in the upper one's shadow."""
    upper = replace(rest(100.0), doubt=MAY_BE_UPPER)
    assert lying_on_none([upper, beside]) == [upper if kept else rest(100.0), beside]


@pytest.mark.parametrize(("clear", "asked"), [(0.9, None), (0.89, MAY_BE_UPPER)])
def test_only_a_plain_die_is_said_to_lie_on_none(clear: float, asked: str | None) -> None:
    """What is less plain may be the side of one that leans on the die beside it."""
    first, _ = lying_on_none([replace(rest(100.0, clear), doubt=MAY_BE_UPPER), rest(120.0)])
    assert first.doubt == asked
