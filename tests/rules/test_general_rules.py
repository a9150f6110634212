"""General rule by rule (games.md A.4)."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from general_model import is_straight, points
from slow_models import answer

from controller.errors import ProtocolError
from controller.rules.general import General
from controller.rules.general_scores import BOXES, STRAIGHTS, worth

ALL_FIVES = tuple(product(range(1, 7), repeat=5))


def game(players: str = "AB", **options: str) -> General:
    line: dict[str, Any] = {"players": list(players)}
    return General.set_up(line | ({"options": options} if options else {}))


def started(players: str = "AB", **options: str) -> General:
    """A game in which the first player starts."""
    general = game(players, **options)
    assert draw(general, **{player: 1 + (player != players[0]) for player in players}) == "ok"
    return general


def draw(general: General, **values: int) -> str:
    return answer(general, {"do": "draw", "values": values})


def throw(general: General, *dice: int, keep: list[int] | None = None) -> str:
    line: dict[str, Any] = {"do": "throw", "dice": list(dice)}
    return answer(general, line if keep is None else line | {"keep": keep})


def score(general: General, box: str) -> str:
    return answer(general, {"do": "score", "box": box})


def test_the_transcript_of_the_protocol():
    general = game()
    assert draw(general, A=2, B=4) == "ok"
    assert throw(general, 2, 2, 4, 6, 1) == "ok"
    assert throw(general, 2, 5, 2, keep=[2, 2]) == "ok"
    assert score(general, "four_kind") == "ok"
    assert general.state()["sheets"]["A"] == {"four_kind": 40}


def test_GE_1_a_throw_is_of_five_dice():
    general = started()
    assert throw(general, 1, 2, 3, 4) == throw(general, 1, 2, 3, 4, 5, 6) == throw(general) == "refused"
    assert throw(general, 1, 2, 3, 4, 4) == "ok"
    assert general.state()["dice"] == [1, 2, 3, 4, 4]


@pytest.mark.parametrize("players", ["A", "AB", "ABCDEFG"])
def test_GE_2_any_number_plays_and_most_points_win(players):
    general = started(players)
    for round_number in range(10):
        for player in players:
            throw(general, 6, 6, 6, 6, 5) if player == "A" else throw(general, 1, 2, 2, 3, 3)
            score(general, BOXES[round_number])
    assert general.state()["winners"] == ["A"]
    assert general.state()["totals"]["A"] == 5 + 24 + 45


def test_GE_3_the_lowest_die_starts_and_then_it_goes_clockwise():
    general = game("ABCD")
    assert draw(general, A=3, B=6, C=2, D=5) == "ok"
    assert general.state()["order"] == ["C", "D", "A", "B"]
    assert draw(general, A=1, B=2, C=3, D=4) == "refused"


def test_decision_6_the_tied_throw_again():
    general = game("ABC")
    assert draw(general, A=2, B=2, C=6) == "tie"
    assert general.state()["tied"] == ["A", "B"]
    assert draw(general, A=1, B=2, C=3) == draw(general, A=1) == "refused"
    assert draw(general, A=5, B=5) == "tie"
    assert draw(general, A=6, B=5) == "ok"
    assert (general.state()["order"], general.state()["tied"]) == (["B", "C", "A"], [])


def test_GE_5_ten_rounds_of_three_throws_at_most():
    general = started("A")
    for _ in range(3):
        assert throw(general, 1, 2, 2, 3, 3) == "ok"
    assert throw(general, 1, 2, 2, 3, 3) == "refused"
    assert not general.expects_throw()
    for box in BOXES:
        assert general.state()["over"] is False
        throw(general, 1, 2, 2, 3, 3)
        assert score(general, box) == "ok"
    assert general.state()["over"] is True
    assert throw(general, 1, 2, 2, 3, 3) == score(general, "ones") == "refused"


def test_GE_6_some_dice_are_kept_and_may_be_picked_up_again():
    general = started()
    throw(general, 2, 2, 4, 6, 1)
    assert throw(general, 1, 3, keep=[2, 2, 2]) == "refused"
    assert throw(general, 3, 3, 5, keep=[2, 2]) == "ok"
    assert throw(general, 1, 2, 2, keep=[3, 3]) == "ok"
    assert general.state()["dice"] == [1, 2, 2, 3, 3]


def test_GE_6_nothing_is_kept_before_the_first_throw_and_something_must_be_thrown():
    general = started()
    assert throw(general, 1, 2, 3, keep=[1, 1]) == "refused"
    assert throw(general, 1, 2, 3, 3, 5, keep=[]) == "ok"
    assert throw(general, keep=[1, 2, 3, 3, 5]) == "refused"


def test_GE_6_kept_dice_may_be_named_before_the_throw():
    general = started()
    assert answer(general, {"do": "keep", "values": []}) == "ok"
    throw(general, 2, 2, 4, 6, 1)
    assert answer(general, {"do": "keep", "values": [2, 2]}) == "ok"
    assert general.view().prompt == "A keeps 2 2 and must throw the other 3."
    assert answer(general, {"do": "keep", "values": [5]}) == "refused"
    assert answer(general, {"do": "keep", "values": [2, 2, 4, 6, 1]}) == "refused"
    assert answer(general, {"do": "keep", "values": 2}) == "error"
    throw(general, 1, 1, 1, keep=[2, 2])
    assert general.table.named == ()


def test_GE_7_to_GE_12_every_throw_in_every_box_as_the_words_say():
    for dice in ALL_FIVES:
        if tuple(sorted(dice)) == dice:
            for box in BOXES:
                for number in (1, 2, 3):
                    assert worth(box, dice, number) == points(box, dice, number), (box, dice, number)


def test_GE_7_how_often_each_combination_comes_on_a_first_throw():
    found = Counter(box for dice in ALL_FIVES for box in BOXES[6:] if worth(box, dice, 2))
    assert found == {"straight": 420, "full_house": 300, "four_kind": 156, "general": 6}


def test_GE_8_the_joker_stands_for_2_and_6_only():
    assert {tuple(sorted(dice)) for dice in ALL_FIVES if is_straight(dice)} == STRAIGHTS
    for dice in ((1, 2, 3, 4, 6), (1, 2, 4, 5, 6), (1, 2, 3, 5, 6), (1, 1, 4, 5, 6), (1, 1, 2, 3, 4)):
        assert worth("straight", dice, 1) == 0


@pytest.mark.parametrize(
    ("box", "dice", "values"),
    [
        ("four_kind", (2, 2, 2, 2, 5), (45, 40, 40)),
        ("full_house", (2, 2, 2, 5, 5), (35, 30, 30)),
        ("straight", (1, 3, 4, 5, 6), (25, 20, 20)),
    ],
)
def test_GE_9_the_first_throw_is_worth_more(box, dice, values):
    assert tuple(worth(box, dice, number) for number in (1, 2, 3)) == values


def test_GE_9_decision_2_five_dice_thrown_again_are_a_second_throw():
    general = started()
    throw(general, 1, 2, 2, 3, 3)
    throw(general, 2, 2, 2, 2, 5)
    assert general.state()["worth"]["four_kind"] == 40


def test_GE_10_a_big_general_ends_the_game_in_any_round():
    general = started()
    for player in "AB":
        throw(general, 6, 6, 6, 5, 5) if player == "B" else throw(general, 1, 2, 2, 3, 3)
        score(general, "sixes")
    assert throw(general, 3, 3, 3, 3, 3) == "big_general"
    state = general.state()
    assert (state["over"], state["winners"], state["player"]) == (True, ["A"], None)
    assert score(general, "general") == "refused"


def test_decision_3_a_big_general_wins_with_its_box_filled_unless_the_table_says_otherwise():
    for options, ruling in (({}, "big_general"), ({"big_general": "box_open"}, "ok")):
        general = started("A", **options)
        throw(general, 1, 2, 2, 3, 3)
        score(general, "general")
        assert throw(general, 4, 4, 4, 4, 4) == ruling
    assert general.state()["worth"]["four_kind"] == 45


def test_GE_11_a_small_general_is_60_and_the_game_goes_on():
    general = started()
    throw(general, 3, 3, 3, 3, 1)
    assert throw(general, 3, keep=[3, 3, 3, 3]) == "ok"
    assert general.state()["worth"]["general"] == 60
    assert score(general, "general") == "ok"
    assert (general.state()["over"], general.state()["totals"]["A"]) == (False, 60)


def test_GE_12_equal_dice_of_one_number_are_added():
    general = started()
    throw(general, 4, 1, 5, 2, 2)
    worths = general.state()["worth"]
    assert (worths["twos"], worths["fives"], worths["sixes"]) == (4, 5, 0)
    assert (worths["straight"], worths["full_house"]) == (0, 0)


def test_GE_13_each_box_is_used_once_and_there_are_ten():
    general = started("A")
    assert len(BOXES) == 10
    throw(general, 1, 2, 2, 3, 3)
    assert score(general, "twos") == "ok"
    throw(general, 1, 2, 2, 3, 3)
    assert score(general, "twos") == score(general, "sevens") == "refused"
    assert list(general.state()["worth"]) == [box for box in BOXES if box != "twos"]


def test_GE_14_and_GE_15_any_open_box_may_be_filled_even_with_0():
    general = started("A")
    throw(general, 6, 6, 6, 6, 5)
    assert score(general, "ones") == "ok"
    assert general.state()["sheets"]["A"] == {"ones": 0}


def test_GE_16_equal_totals_share_the_win():
    general = started()
    for box in BOXES:
        for _ in "AB":
            throw(general, 1, 2, 2, 3, 3)
            score(general, box)
    assert general.state()["winners"] == ["A", "B"]


def test_decision_4_five_equal_are_a_kare_and_no_full_house():
    assert (worth("four_kind", (3,) * 5, 2), worth("full_house", (3,) * 5, 2)) == (40, 0)


def test_decision_8_the_most_without_a_big_general_is_270():
    most = [max(worth(box, dice, number) for dice in ALL_FIVES for number in (1, 2)) for box in BOXES[6:]]
    assert sum(most) + 5 * 21 == 270


@pytest.mark.parametrize(
    "line",
    [
        {"do": "throw"},
        {"do": "throw", "dice": [1, 2, 3, 4, 7]},
        {"do": "throw", "dice": "12345"},
        {"do": "throw", "dice": [1, 2, 3, 4, True]},
        {"do": "throw", "dice": [1, 2, 3], "keep": 4},
        {"do": "score"},
        {"do": "score", "box": 2},
        {"do": "draw", "values": {"A": 7, "B": 1}},
        {"do": "draw", "values": [1, 2]},
        {"do": "roll", "dice": [1, 2, 3, 4, 5]},
    ],
)
def test_a_line_that_is_none_is_an_error(line):
    assert answer(game(), line) == "error"
    assert answer(started(), line) == "error"


def test_nothing_but_the_draw_before_it_is_settled_who_starts():
    general = game()
    assert throw(general, 1, 2, 3, 4, 5) == score(general, "ones") == "refused"
    assert not general.expects_throw()
    started_game = started()
    assert score(started_game, "ones") == "refused"


@pytest.mark.parametrize(
    "wrong", [{"players": []}, {"options": {"big_general": "never"}}, {"options": {"more": 1}}, {"stack": 3}]
)
def test_a_set_up_that_is_none(wrong):
    with pytest.raises(ProtocolError):
        General.set_up({"players": ["A", "B"]} | wrong)


def test_what_people_see():
    general = started()
    throw(general, 2, 2, 4, 6, 1)
    view = general.view()
    assert view.sheet is not None
    assert view.sheet.heading == ("box", "A", "B", "now")
    assert ("twos", "", "", "4") in view.sheet.rows
    assert view.prompt == "A may fill a box, or keep some dice and throw the others again."
