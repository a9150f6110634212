"""Practice: every throw is taken, the puck follows, nothing is bet."""

import itertools
from collections import Counter
from typing import Any

import pytest

from controller.errors import ProtocolError, RuleError
from controller.rules.dice import ALL_PAIRS
from controller.rules.practice import Practice


@pytest.fixture
def practice() -> Practice:
    return Practice.set_up({"players": ["Ann", "Bob"]})


def throw(practice: Practice, *dice: int, **more: Any) -> str:
    return practice.do({"do": "throw", "dice": list(dice), **more}).word


def test_every_pair_is_taken_at_come_out_and_on_every_point() -> None:
    for first, second in itertools.product(ALL_PAIRS, ALL_PAIRS):
        practice = Practice.set_up({"players": ["Ann"]})
        word = throw(practice, *first)
        assert word == {7: "natural", 11: "natural", 2: "craps", 3: "craps", 12: "craps"}.get(sum(first), "point")
        point = sum(first) if word == "point" else None
        assert practice.point == point
        word = throw(practice, *second)
        if point is not None:
            assert word == {point: "pass", 7: "seven_out"}.get(sum(second), "no_decision")
            assert practice.point == (point if word == "no_decision" else None)
        assert practice.totals == Counter([sum(first), sum(second)])
        assert practice.expects_throw()


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ({"off": True}, "void_off_board"),
        ({"dice": [3, 4], "cocked": True}, "void_cocked"),
        ({"dice": [3, 4], "wall": [False, False]}, "void_no_wall"),
        ({"dice": [3, 4], "wall": [False, False], "off": True, "cocked": True}, "void_off_board"),
        ({"dice": [3, 4], "wall": [True, False], "touched_object": True}, "natural"),
    ],
)
def test_a_void_throw_is_counted_as_void_only(practice: Practice, line: dict[str, Any], word: str) -> None:
    assert practice.do({"do": "throw", **line}).word == word
    void = word.startswith("void")
    assert (practice.voids, practice.rolls) == (int(void), int(not void))


def test_the_figures_are_said_after_each_throw(practice: Practice) -> None:
    throw(practice, 2, 2)
    assert practice.figures() == "1 roll, 0 sevens."
    throw(practice, 3, 4)
    ruling = practice.do({"do": "throw", "dice": [5, 5]})
    assert ruling.message == "10. 3 rolls, 1 seven: one in 3.0."


def test_hand_dice_and_shooter_change_by_lines(practice: Practice) -> None:
    practice.do({"do": "hand", "hand": "left"})
    practice.do({"do": "box_up", "name": "red casino"})
    throw(practice, 2, 2)
    practice.do({"do": "shooter", "player": "Cy"})
    state = practice.state()
    assert (state["hand"], state["dice"], state["shooter"], state["point"]) == ("left", "red casino", "Cy", None)
    assert [seat.name for seat in practice.view().seats] == ["Ann", "Bob", "Cy"]
    assert practice.view().thrower == "Cy"


def test_a_copy_stands_by_itself(practice: Practice) -> None:
    copy = practice.copy()
    throw(copy, 3, 4)
    assert (practice.rolls, copy.rolls) == (0, 1)


def test_after_the_end_nothing_is_taken(practice: Practice) -> None:
    practice.do({"do": "finish"})
    assert practice.view().over and not practice.expects_throw()
    assert practice.why_not({"do": "throw", "dice": [1, 1]}) is not None
    with pytest.raises(RuleError, match="is over"):
        throw(practice, 1, 1)


@pytest.mark.parametrize(
    "line",
    [
        {"do": "dance"},
        {"do": "throw"},
        {"do": "throw", "dice": [1, 7]},
        {"do": "throw", "dice": [1, 2], "wall": "far"},
        {"do": "hand"},
        {"do": "hand", "hand": "x" * 65},
        {"do": "shooter", "player": " "},
        {"do": "box_up", "name": 7},
        {"do": "throw", "dice": [1, 2], "spin": True},
        {},
    ],
)
def test_what_is_no_line_is_an_error_and_changes_nothing(practice: Practice, line: dict[str, Any]) -> None:
    before = practice.state()
    with pytest.raises(ProtocolError):
        practice.do(line)
    assert practice.state() == before


@pytest.mark.parametrize("line", [{}, {"players": []}, {"players": ["A", "A"]}, {"players": ["A"], "stacks": {}}])
def test_a_bad_set_up_is_refused(line: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        Practice.set_up(line)
