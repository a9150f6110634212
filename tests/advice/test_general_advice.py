"""Optimal play of General: the programme's values against the source's figure and against plain recursion."""

import json
from collections import Counter
from functools import cache
from itertools import product

import pytest
from click.testing import CliRunner

from controller.advice.general import choices, expected_total
from controller.advice.general_hands import HANDS, KEEPS, chances, keeps_of
from controller.cli.entry import stickman
from controller.errors import ConfigError
from controller.rules.general import General
from controller.rules.general_scores import BOXES, worth


def test_GE_decision_8_best_play_expects_156_19():
    assert round(expected_total(), 2) == 156.19


def test_there_are_252_hands_and_462_choices_and_every_throw_goes_somewhere():
    assert (len(HANDS), len(KEEPS)) == (252, 462)
    assert abs(chances().sum(axis=1) - 1).max() < 1e-12


def test_one_number_box_alone_is_worth_what_three_throws_at_it_bring():
    for face, box in enumerate(BOXES[:6], start=1):
        assert expected_total([box]) == pytest.approx(face * 5 * (1 - (5 / 6) ** 3), rel=1e-12)


def test_the_general_alone_comes_in_4_6029_percent():
    assert expected_total(["general"]) / 60 == pytest.approx(347_897 / 7_558_272, rel=1e-12)


@pytest.mark.parametrize("box", ["straight", "full_house", "four_kind"])
def test_one_box_alone_against_plain_recursion(box):
    """Every throw of the dice that are not kept, one by one."""

    @cache
    def best(hand: tuple[int, ...], throw: int) -> float:
        now = worth(box, hand, throw)
        if throw == 3:
            return now
        return max([now, *(after(kept, throw + 1) for kept in keeps_of(hand) if len(kept) < 5)])

    @cache
    def after(kept: tuple[int, ...], throw: int) -> float:
        falls = Counter(tuple(sorted(kept + dice)) for dice in product(range(1, 7), repeat=5 - len(kept)))
        return sum(best(hand, throw) * ways for hand, ways in falls.items()) / falls.total()

    assert expected_total([box]) == pytest.approx(after((), 1), rel=1e-12)


def test_the_best_choice_is_what_the_value_before_the_throw_counted_on():
    """The value of a round is the mean of the best choices after its first throw."""
    boxes = ("sixes", "straight", "general")
    mean = sum(choices(hand, 1, boxes)[0].expected * chance for hand, chance in zip(HANDS, chances()[0], strict=True))
    assert mean == pytest.approx(expected_total(boxes), rel=1e-12)


def test_the_sources_example_keeps_the_pair_of_twos_rather_than_one_six():
    found = choices((2, 2, 4, 6, 1), 1, BOXES)
    assert found[0].keep is not None
    twos = next(choice for choice in found if choice.keep == (2, 2))
    six = next(choice for choice in found if choice.keep == (6,))
    assert twos.expected > six.expected


def test_after_the_third_throw_only_boxes_are_left():
    found = choices((2, 2, 2, 5, 5), 3, BOXES)
    assert all(choice.keep is None for choice in found)
    assert (found[0].box, found[0].points) == ("full_house", 30)


def test_a_whole_game_by_the_advice_is_legal():
    game = General.set_up({"players": ["A"]})
    game.do({"do": "draw", "values": {"A": 1}})
    faces = iter([1, 2, 3, 5, 6, 4, 4, 1, 6, 2] * 40)
    while not game.state()["over"]:
        state = game.state()
        if not state["throw"]:
            game.do({"do": "throw", "dice": [next(faces) for _ in range(5)]})
            continue
        best = choices(state["dice"], state["throw"], list(state["worth"]))[0]
        if best.keep is None:
            assert best.points == state["worth"][best.box]
            game.do({"do": "score", "box": best.box})
        else:
            dice = [next(faces) for _ in range(5 - len(best.keep))]
            game.do({"do": "throw", "keep": list(best.keep), "dice": dice})
    assert game.state()["round"] == 10


@pytest.mark.parametrize(
    ("dice", "throw", "boxes"),
    [
        ((1, 2, 3, 4), 1, BOXES),
        ((1, 2, 3, 4, 7), 1, BOXES),
        ((1,) * 5, 4, BOXES),
        ((1,) * 5, 1, ["sevens"]),
        ((1,) * 5, 1, []),
    ],
)
def test_what_cannot_be_advised_on_is_said(dice, throw, boxes):
    with pytest.raises(ConfigError):
        choices(dice, throw, boxes)


def advise(*arguments: str, typed: str = ""):
    return CliRunner().invoke(stickman, ["advise", "general", *arguments], input=typed)


def test_the_command_advises_in_json():
    result = advise("2", "2", "4", "6", "1", "--throw", "3", "--filled", "sixes,straight", "--json")
    answer = json.loads(result.stdout)
    assert answer["dice"] == [1, 2, 2, 4, 6]
    assert "sixes" not in answer["open"]
    assert answer["best"] == answer["choices"][0]
    assert answer["best"]["do"] == "score"
    assert len(answer["choices"]) == 5


def test_the_command_reads_the_referees_state():
    game = General.set_up({"players": ["A"]})
    game.do({"do": "draw", "values": {"A": 1}})
    game.do({"do": "throw", "dice": [3, 3, 3, 3, 1]})
    result = advise("--state", "-", "--json", typed=json.dumps({"ruling": "ok", "state": game.state()}))
    assert json.loads(result.stdout)["best"]["keep"] == [3, 3, 3, 3]


def test_the_command_asks_for_what_is_not_given():
    result = advise(typed="ones twos\n6 6 6 6 2\n2\n")
    assert result.exit_code == 0
    assert "keep 6 6 6 6 and throw 1" in result.stdout


@pytest.mark.parametrize("arguments", [("--filled", "sevens"), ("1", "2", "--filled", "none", "--throw", "1")])
def test_the_command_refuses_what_is_no_sheet_or_no_dice(arguments):
    assert isinstance(advise(*arguments).exception, ConfigError)
