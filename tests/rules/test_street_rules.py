"""The rules SC-1 to SC-14 and SC-20 to SC-22 of street craps (games.md A.0)."""

import pytest
from street_play import cover_stake, new_game, stacks, staked, throw

from controller.errors import RuleError
from controller.rules.dice import ALL_PAIRS
from controller.rules.street_table import ENDINGS, Landing, StreetTable


def refusal(game, **line):
    """The reason of a refusal, which must leave the state as it was."""
    before = game.state()
    with pytest.raises(RuleError) as refused:
        game.do(line)
    assert game.state() == before
    assert str(refused.value)[0].isupper()
    assert str(refused.value).endswith(".")
    return str(refused.value)


def test_SC_1_two_players_one_shoots_the_other_fades():
    state = new_game().state()
    assert (state["shooter"], state["fader"], state["thrower"]) == ("A", "B", "A")


def test_SC_2_the_stake_goes_into_the_bank_before_the_first_throw():
    game = new_game()
    assert "before the stake" in refusal(game, do="throw", dice=[1, 1])
    assert "no stake to cover" in refusal(game, do="fade", amount=5)
    game.do({"do": "stake", "amount": 20})
    assert game.state()["bank"] == 20
    assert game.state()["phase"] == "fade"


def test_SC_2_a_stake_must_be_in_the_shooters_stack():
    game = new_game()
    assert "not enough money for 100.01" in refusal(game, do="stake", amount=100.01)
    game.do({"do": "stake", "amount": 100})
    assert stacks(game) == {"A": 0, "B": 100}


def test_SC_2_a_stake_may_be_repeated_until_it_is_covered():
    game = new_game()
    game.do({"do": "stake", "amount": 20})
    game.do({"do": "stake", "amount": 100})
    assert stacks(game) == {"A": 0, "B": 100}
    game.do({"do": "stake", "amount": 5})
    assert (stacks(game)["A"], game.state()["stake"]) == (95, 5)
    game.do({"do": "fade", "amount": 5})
    assert "under way" in refusal(game, do="stake", amount=6)


def test_SC_2_a_stake_of_0_withdraws_and_is_no_stake():
    game = new_game()
    assert "no stake" in refusal(game, do="stake", amount=0)
    game.do({"do": "stake", "amount": 20})
    assert game.do({"do": "stake", "amount": 0}).word == "ok"
    assert (game.state()["phase"], stacks(game)) == ("stake", {"A": 100, "B": 100})


def test_SC_3_the_fader_covers_wholly_or_partly_and_never_more():
    game = new_game()
    game.do({"do": "stake", "amount": 20})
    assert "must not exceed" in refusal(game, do="fade", amount=20.01)
    game.do({"do": "fade", "amount": 0.01})
    assert game.state()["bank"] == 20.01
    assert "covered already" in refusal(game, do="fade", amount=1)


def test_SC_3_the_fader_covers_from_his_own_stack():
    game = new_game({"A": 100, "B": 10})
    game.do({"do": "stake", "amount": 20})
    assert "B has not enough money" in refusal(game, do="fade", amount=11)


def test_SC_3_decision_6_a_cover_of_0_is_refused():
    game = new_game()
    game.do({"do": "stake", "amount": 20})
    assert "more than 0" in refusal(game, do="fade", amount=0)


def test_SC_4_no_come_out_before_the_cover():
    game = new_game()
    game.do({"do": "stake", "amount": 20})
    assert "before the cover" in refusal(game, do="throw", dice=[3, 4])
    assert not game.expects_throw()
    game.do({"do": "fade", "amount": 20})
    assert game.expects_throw()


@pytest.mark.parametrize("dice", ALL_PAIRS)
def test_SC_5_SC_6_SC_7_every_come_out(dice):
    game = staked(20, 15)
    word = throw(game, *dice)
    total, state = sum(dice), game.state()
    if total in (7, 11):
        assert (word, stacks(game), state["shooter"]) == ("natural", {"A": 115, "B": 85}, "B")
    elif total in (2, 3, 12):
        assert (word, stacks(game), state["shooter"]) == ("craps", {"A": 85, "B": 115}, "B")
    else:
        assert (word, state["point"], state["phase"], state["bank"]) == ("point", total, "point", 35)


@pytest.mark.parametrize("point", [(2, 2), (1, 4), (3, 3), (2, 6), (4, 5), (4, 6)])
@pytest.mark.parametrize("dice", ALL_PAIRS)
def test_SC_7_SC_8_SC_9_every_throw_for_every_point(point, dice):
    game = staked(20, 15)
    throw(game, *point)
    word = throw(game, *dice)
    if sum(dice) == sum(point):
        assert (word, stacks(game), game.state()["shooter"]) == ("pass", {"A": 115, "B": 85}, "A")
    elif sum(dice) == 7:
        assert (word, stacks(game), game.state()["shooter"]) == ("seven_out", {"A": 85, "B": 115}, "B")
    else:
        assert (word, game.state()["point"], game.state()["bank"]) == ("no_decision", sum(point), 35)


def test_SC_10_a_winning_shooter_takes_the_bank_with_its_uncovered_rest():
    game = staked(20, 5)
    assert stacks(game) == {"A": 80, "B": 95}
    throw(game, 5, 6)
    assert (stacks(game), game.state()["bank"]) == ({"A": 105, "B": 95}, 0)


def test_SC_11_a_losing_shooter_loses_the_cover_and_gets_the_rest_back():
    game = staked(20, 5)
    throw(game, 1, 1)
    assert (stacks(game), game.state()["bank"]) == ({"A": 95, "B": 105}, 0)


def test_SC_12_after_a_seven_out_the_roles_swap_and_all_begins_again():
    game = staked()
    throw(game, 3, 3)
    throw(game, 3, 4)
    state = game.state()
    assert (state["shooter"], state["fader"], state["thrower"], state["phase"]) == ("B", "A", "B", "stake")
    assert (state["point"], state["stake"], state["fade"]) == (None, 0, 0)
    cover_stake(game, 7)
    assert stacks(game) == {"A": 73, "B": 113}


def test_SC_13_before_the_cover_the_dice_are_passed_without_loss():
    game = new_game()
    game.do({"do": "stake", "amount": 20})
    assert game.do({"do": "pass_dice", "player": "A"}).word == "ok"
    state = game.state()
    assert (state["shooter"], state["phase"], state["bank"], stacks(game)) == ("B", "stake", 0, {"A": 100, "B": 100})


def test_SC_13_in_mid_round_passing_the_dice_costs_the_covered_amount():
    for throws in ([], [(3, 3)]):
        game = staked(20, 15)
        for dice in throws:
            throw(game, *dice)
        assert game.do({"do": "pass_dice", "player": "A"}).word == "forfeit"
        assert (stacks(game), game.state()["shooter"]) == ({"A": 85, "B": 115}, "B")


def test_SC_13_a_forfeit_swaps_the_roles_whatever_swap_after_says():
    game = staked(20, swap_after=[])
    game.do({"do": "pass_dice", "player": "A"})
    assert game.state()["shooter"] == "B"


def test_SC_13_only_the_shooter_may_pass_the_dice():
    for game in (new_game(), staked()):
        assert "Only the shooter" in refusal(game, do="pass_dice", player="B")


def test_SC_14_decision_1_the_shooter_keeps_the_dice_after_a_pass():
    game = staked()
    throw(game, 3, 3)
    throw(game, 3, 3)
    assert game.state()["shooter"] == "A"


@pytest.mark.parametrize("chosen", [[], ["natural"], ["craps"], ["pass"], ["seven_out"], list(ENDINGS), "standard"])
def test_SC_14_decision_2_swap_after_says_when_the_roles_swap(chosen):
    endings = {"natural": [(3, 4)], "craps": [(1, 1)], "pass": [(3, 3), (3, 3)], "seven_out": [(3, 3), (3, 4)]}
    for ending, throws in endings.items():
        game = staked(swap_after=chosen)
        words = [throw(game, *dice) for dice in throws]
        swaps = ending in (["seven_out"] if chosen == "standard" else chosen)
        assert words[-1] == ending
        assert game.state()["shooter"] == ("B" if swaps else "A")


def test_SC_20_a_player_may_leave_between_rounds_and_the_stake_comes_back():
    for player in ("A", "B"):
        game = new_game()
        game.do({"do": "stake", "amount": 20})
        assert game.do({"do": "leave", "player": player}).word == "ok"
        state = game.state()
        assert (state["over"], state["phase"], state["thrower"], state["bank"]) == (True, "over", None, 0)
        assert stacks(game) == {"A": 100, "B": 100}


@pytest.mark.parametrize(("player", "left"), [("A", {"A": 80, "B": 120}), ("B", {"A": 115, "B": 85})])
def test_SC_21_decision_4_leaving_in_mid_round_cedes_the_whole_bank(player, left):
    game = staked(20, 15)
    throw(game, 2, 2)
    assert game.do({"do": "leave", "player": player}).word == "bank_ceded"
    assert (stacks(game), game.state()["bank"], game.state()["over"]) == (left, 0, True)


def test_SC_21_the_round_begins_with_the_cover():
    game = staked(20, 15)
    assert game.do({"do": "leave", "player": "A"}).word == "bank_ceded"
    assert stacks(game) == {"A": 80, "B": 120}


def test_SC_22_anyone_may_box_up_until_the_first_counted_throw():
    game = new_game()
    for player in ("A", "B"):
        assert game.do({"do": "box_up", "player": player}).word == "ok"
    cover_stake(game)
    throw(game, 3, 3, cocked=True)
    game.do({"do": "box_up", "player": "B"})
    throw(game, 3, 3)
    assert "between rounds" in refusal(game, do="box_up", player="B")
    throw(game, 3, 3)
    game.do({"do": "box_up", "player": "B"})


def test_nothing_is_allowed_after_the_end():
    game = new_game()
    game.do({"do": "leave", "player": "B"})
    for line in (
        {"do": "stake", "amount": 5},
        {"do": "fade", "amount": 5},
        {"do": "throw", "dice": [1, 1]},
        {"do": "box_up", "player": "A"},
        {"do": "pass_dice", "player": "A"},
        {"do": "leave", "player": "A"},
    ):
        assert refusal(game, **line) == "The game is over: B has left."


def test_the_game_is_over_when_a_player_has_nothing_left():
    game = staked(100, stacks={"A": 100, "B": 100})
    throw(game, 1, 1)
    assert (stacks(game), game.state()["phase"]) == ({"A": 0, "B": 200}, "over")
    assert "A has nothing left" in refusal(game, do="stake", amount=5)
    assert game.view().over


def test_an_uncovered_rest_keeps_the_shooter_in_the_game():
    game = staked(100, 99.99)
    throw(game, 1, 1)
    assert (stacks(game), game.state()["phase"]) == ({"A": 0.01, "B": 199.99}, "stake")


def test_somebody_who_does_not_play_can_do_nothing():
    for action in ("box_up", "pass_dice", "leave"):
        assert "Nobody called Z" in refusal(staked(), do=action, player="Z")


def test_can_tells_what_verify_would_refuse():
    table = StreetTable({"A": 10_000, "B": 10_000}, "A")
    assert table.can_stake(10_000)
    assert not table.can_stake(10_001)
    assert not table.can_fade(1)
    assert not table.can_throw()
    assert table.can_pass_dice("A")
    assert not table.can_pass_dice("B")
    table.stake(500)
    assert table.can_fade(500)
    table.fade(500)
    record = table.throw(Landing((2, 2)))
    assert (record.result, record.counted, record.settlement) == ("point", True, None)
    assert not table.can_box_up("A")
    assert table.can_leave("B")


def test_a_counted_throw_without_dice_is_a_programming_error_that_changes_nothing():
    table = StreetTable({"A": 100, "B": 100}, "A")
    table.stake(10)
    table.fade(10)
    before = table.copy()
    with pytest.raises(ValueError, match="needs its dice"):
        table.throw(Landing(None))
    assert table == before


def test_people_see_puck_roles_bets_and_what_is_waited_for():
    game = new_game()
    assert game.view().prompt == "A, the shooter, must put a stake in the bank."
    game.do({"do": "stake", "amount": 20.5})
    assert game.view().prompt == "B, the fader, must cover the stake of 20.50, wholly or partly."
    ruling = game.do({"do": "fade", "amount": 15})
    assert (ruling.situation, ruling.message) == ("come_out", "B covers 15 of 20.50. Coming out!")
    assert game.view().prompt == "A must throw the come-out."
    throw(game, 3, 3)
    view = game.view()
    assert (view.puck_on, view.point, view.bank_cents, view.thrower) == (True, 6, 3550, "A")
    assert [(seat.name, seat.role, seat.bets) for seat in view.seats] == [
        ("A", "shooter", (("stake", 2050),)),
        ("B", "fader", (("fade", 1500),)),
    ]
    throw(game, 1, 1, wall=[False, False])
    assert game.view().prompt == "B must throw for A: the point is 6."
    ruling = game.do({"do": "throw", "dice": [3, 4]})
    assert ruling.message == "Seven out: B wins 15. The dice go to B."
    assert ruling.situation == "seven_out"


def test_why_not_says_the_reason_and_changes_nothing():
    game = new_game()
    before = game.state()
    assert game.why_not({"do": "stake", "amount": 5}) is None
    assert "before the stake" in game.why_not({"do": "throw", "dice": [1, 1]})
    assert "Unknown action" in game.why_not({"do": "dance"})
    assert game.state() == before
