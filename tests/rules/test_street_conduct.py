"""The conduct rules SC-23 to SC-28 of street craps, with decisions 8 and 9."""

import itertools

import pytest
from street_play import cover_stake, no_wall, one_wall, stacks, staked, throw

from controller.errors import ProtocolError


def thrower(game):
    return game.state()["thrower"]


def test_SC_23_both_dice_at_the_wall_is_a_plain_throw():
    assert throw(staked(), 2, 2, wall=[True, True]) == "point"


@pytest.mark.parametrize(
    ("fault", "word"),
    [({"cocked": True}, "void_cocked"), ({"off": True}, "void_off_board"), ({"wall": [False, False]}, "void_no_wall")],
)
def test_SC_24_SC_26_SC_28_a_void_throw_decides_nothing(fault, word):
    game = staked()
    money = stacks(game)
    assert throw(game, 3, 4, **fault) == word
    assert (game.state()["phase"], stacks(game)) == ("come_out", money)
    throw(game, 2, 2)
    assert throw(game, 3, 4, **fault) == word
    assert (game.state()["phase"], game.state()["point"], stacks(game)) == ("point", 4, money)


def test_SC_25_a_die_that_touches_something_counts():
    assert throw(staked(), 3, 4, touched_object=True) == "natural"


def test_SC_24_SC_26_dice_are_not_looked_at_where_a_die_is_cocked_or_gone():
    game = staked()
    assert game.do({"do": "throw", "off": True}).word == "void_off_board"
    assert game.do({"do": "throw", "off": True, "dice": [3, None]}).word == "void_off_board"
    assert game.do({"do": "throw", "cocked": True, "dice": [3, 9]}).word == "void_cocked"
    for line in ({"do": "throw"}, {"do": "throw", "cocked": True}, {"do": "throw", "wall": [False, False]}):
        with pytest.raises(ProtocolError, match="`dice` is missing"):
            game.do(line)


def test_SC_27_one_wall_warns_and_again_hands_the_throws_over():
    game = staked()
    assert (one_wall(game, 2, 2), thrower(game)) == ("point+warning", "A")
    assert (one_wall(game, 1, 1), thrower(game)) == ("no_decision+opponent_throws", "B")
    assert game.state()["shooter"] == "A"


def test_SC_27_either_die_may_be_the_one_that_missed():
    game = staked()
    assert throw(game, 2, 2, wall=[True, False]) == "point+warning"
    assert throw(game, 6, 6, wall=[False, True]) == "no_decision+opponent_throws"


@pytest.mark.parametrize(("dice", "word"), [((2, 2), "pass"), ((3, 4), "seven_out")])
def test_SC_27_the_second_one_wall_throw_itself_counts(dice, word):
    game = staked()
    one_wall(game, 2, 2)
    assert one_wall(game, *dice) == f"{word}+opponent_throws"
    state = game.state()
    assert (state["phase"], state["thrower"]) == ("stake", state["shooter"])


@pytest.mark.parametrize(("dice", "word"), [((3, 4), "natural+warning"), ((1, 1), "craps+warning")])
def test_SC_27_the_suffix_is_appended_to_a_throw_that_decides(dice, word):
    assert one_wall(staked(), *dice) == word


def test_SC_27_decision_8_warnings_end_with_the_round():
    game = staked()
    one_wall(game, 2, 2)
    throw(game, 2, 2)
    cover_stake(game)
    assert one_wall(game, 2, 2) == "point+warning"


def test_SC_27_decision_8_a_warning_of_the_come_out_lasts_until_the_round_is_decided():
    game = staked()
    one_wall(game, 2, 2)
    for dice in ((1, 1), (6, 6), (5, 6)):
        assert throw(game, *dice) == "no_decision"
    assert one_wall(game, 1, 1) == "no_decision+opponent_throws"


def test_SC_27_decision_8_a_substitute_is_warned_each_time_and_goes_on():
    game = staked()
    one_wall(game, 2, 2)
    one_wall(game, 1, 1)
    for _ in range(3):
        assert one_wall(game, 1, 2) == "no_decision+warning"
        assert thrower(game) == "B"
    assert one_wall(game, 2, 2) == "pass+warning"
    assert stacks(game) == {"A": 120, "B": 80}


def test_SC_28_no_wall_voids_and_the_fader_throws_the_rest_of_the_round():
    game = staked()
    assert no_wall(game, 3, 4) == "void_no_wall"
    assert (thrower(game), game.state()["shooter"], game.state()["phase"]) == ("B", "A", "come_out")
    throw(game, 3, 4)
    assert (stacks(game), thrower(game), game.state()["shooter"]) == ({"A": 120, "B": 80}, "B", "B")


def test_SC_28_the_substitution_ends_with_the_round():
    game = staked()
    throw(game, 2, 2)
    no_wall(game)
    throw(game, 2, 2)
    assert (game.state()["shooter"], thrower(game)) == ("A", "A")


def test_SC_28_decision_8_a_substitutes_void_throw_changes_no_thrower():
    game = staked()
    no_wall(game)
    assert (no_wall(game), thrower(game)) == ("void_no_wall", "B")


def test_SC_28_the_shooter_may_still_pass_the_dice_while_another_throws_for_him():
    game = staked(20, 15)
    no_wall(game)
    with pytest.raises(ValueError, match="Only the shooter"):
        game.do({"do": "pass_dice", "player": "B"})
    assert game.do({"do": "pass_dice", "player": "A"}).word == "forfeit"
    assert stacks(game) == {"A": 85, "B": 115}


@pytest.mark.parametrize("fault", [{"cocked": True}, {"off": True}])
def test_SC_27_only_a_counted_throw_warns(fault):
    game = staked()
    assert "+" not in throw(game, 2, 2, wall=[True, False], **fault)
    assert one_wall(game, 2, 2) == "point+warning"


FAULTS = list(itertools.product([0, 1], [0, 1], [(1, 1), (1, 0), (0, 1), (0, 0)]))


@pytest.mark.parametrize(("off", "cocked", "wall"), FAULTS)
def test_decision_9_the_order_of_faults_and_only_the_first_penalty(off, cocked, wall):
    game = staked()
    walls = [bool(hit) for hit in wall]
    word = throw(game, 2, 2, off=bool(off), cocked=bool(cocked), wall=walls)
    if off:
        expected, then = "void_off_board", "A"
    elif not any(wall):
        expected, then = "void_no_wall", "B"
    elif cocked:
        expected, then = "void_cocked", "A"
    else:
        expected, then = "point" if all(wall) else "point+warning", "A"
    assert (word, thrower(game)) == (expected, then)
