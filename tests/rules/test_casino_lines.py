"""Line, come and put bets with their odds: CC-PASS to CC-DCODDS-ON, and what is a contract."""

import pytest
from casino_play import BOXES, at_point, bet, dice_of, net, new_game, refused, roll


def cash(game):
    return game.state()["cash"]


@pytest.mark.parametrize(("dice", "won"), [((3, 4), 10), ((5, 6), 10), ((1, 1), -10), ((1, 2), -10), ((6, 6), -10)])
def test_CC_PASS_the_come_out_decides(dice, won):
    game = new_game()
    bet(game, "pass", 10)
    assert net(game, *dice) == won
    assert (cash(game), game.state()["on_table"], game.state()["point"]) == (1000 + won, 0, None)


@pytest.mark.parametrize("point", BOXES)
def test_CC_PASS_the_point_before_a_seven(point):
    for dice, won in ((dice_of(point), 10), ((3, 4), -10)):
        game = new_game()
        bet(game, "pass", 10)
        assert net(game, *dice_of(point)) == 0
        assert net(game, 5, 6) == net(game, 1, 1) == 0
        assert game.state()["point"] == point
        assert net(game, *dice) == won
        assert game.state()["point"] is None


def test_CC_PASS_CONTRACT_stands_once_the_point_is_on():
    game = new_game()
    bet(game, "pass", 10)
    game.do({"take_down": "pass", "amount": 4})
    assert game.state()["on_table"] == 6
    game.do({"take_down": "pass"})
    assert (cash(game), game.state()["bets"]) == (1000, [])
    bet(game, "pass", 10)
    roll(game, 2, 2)
    assert "CC-PASS-CONTRACT" in refused(game, {"take_down": "pass"})
    assert "CC-PASS-CONTRACT" in refused(game, {"take_down": "pass", "amount": 1})


def test_CC_PASS_with_the_point_on_it_would_be_a_put():
    game = at_point(6)
    assert "CC-PASS" in refused(game, {"bet": "pass", "amount": 10})
    bet(game, "put", 10, 6)
    assert net(game, 3, 3) == 10


@pytest.mark.parametrize(("bar", "pushes"), [(12, (6, 6)), (2, (1, 1)), (3, (1, 2))])
def test_CC_DP_bars_one_total(bar, pushes):
    for dice, won in (((1, 1), 10), ((1, 2), 10), ((6, 6), 10), ((3, 4), -10), ((5, 6), -10)):
        game = new_game(bar=bar)
        bet(game, "dont_pass", 10)
        answer = roll(game, *dice)
        if dice == pushes:
            assert (answer["net"], answer["resolved"][0]["result"], answer["on_table"]) == (0, "push", 0)
            assert answer["cash"] == 1000
        else:
            assert answer["net"] == won


def test_CC_DP_BAR2_is_the_reason_of_a_push_on_two():
    game = new_game(bar=2)
    bet(game, "dont_pass", 10)
    assert roll(game, 1, 1)["resolved"][0]["reason"] == "CC-DP-BAR2"


def test_CC_DP_seven_wins_after_the_point_and_it_may_be_removed():
    game = new_game()
    bet(game, "dont_pass", 10)
    roll(game, 2, 2)
    game.do({"take_down": "dont_pass", "amount": 4})
    assert net(game, 3, 4) == 6
    assert "CC-DP" in refused(at_point(6), {"bet": "dont_pass", "amount": 10})


def test_CC_COME_only_with_a_point_then_travels():
    assert "CC-COME" in refused(new_game(), {"bet": "come", "amount": 10})
    game = at_point(4)
    bet(game, "come", 10)
    answer = roll(game, 4, 5)
    assert answer["resolved"] == [
        {
            "bet": "come",
            "number": 9,
            "parent": None,
            "result": "moved",
            "stake": 10,
            "profit": 0,
            "reason": "CC-COME",
        }
    ]
    bet(game, "come", 5)
    assert [(one["number"], one["amount"]) for one in game.state()["bets"]] == [(9, 10), (None, 5)]


def test_CC_COME_the_number_pays_while_the_next_bet_moves_there():
    game = at_point(4)
    bet(game, "come", 10)
    roll(game, 4, 5)
    bet(game, "come", 5)
    answer = roll(game, 6, 3)
    assert [(one["result"], one["stake"]) for one in answer["resolved"]] == [("win", 10), ("moved", 5)]
    assert [(one["number"], one["amount"]) for one in game.state()["bets"]] == [(9, 5)]


def test_CC_COME_a_seven_wins_the_box_and_loses_the_numbers():
    game = at_point(4)
    bet(game, "come", 10)
    roll(game, 4, 5)
    bet(game, "come", 5)
    assert net(game, 3, 4) == 5 - 10


def test_CC_COME_CONTRACT_stands_once_it_has_travelled_and_works_on_the_come_out():
    game = at_point(4)
    bet(game, "come", 10)
    game.do({"take_down": "come"})
    bet(game, "come", 10)
    roll(game, 4, 5)
    assert "CC-COME-CONTRACT" in refused(game, {"take_down": "come", "number": 9})
    assert "CC-COME" in refused(game, {"working": "come", "number": 9, "on": False})
    roll(game, 2, 2)
    assert game.state()["point"] is None
    assert net(game, 3, 4) == -10


def test_CC_COME_a_number_cannot_be_bet_upon():
    assert "CC-COME" in refused(at_point(4), {"bet": "come", "number": 9, "amount": 10})


@pytest.mark.parametrize(("dice", "won"), [((3, 4), -10), ((5, 6), -10), ((1, 1), 10), ((1, 2), 10), ((6, 6), 0)])
def test_CC_DC_mirrors_the_come(dice, won):
    game = at_point(4)
    bet(game, "dont_come", 10)
    assert net(game, *dice) == won


def test_CC_DC_takes_the_tables_bar():
    game = at_point(4, bar=3)
    bet(game, "dont_come", 10)
    assert roll(game, 1, 2)["resolved"][0]["result"] == "push"


def test_CC_DC_may_come_down_after_it_travelled_with_its_odds():
    game = at_point(4)
    bet(game, "dont_come", 10)
    roll(game, 4, 5)
    bet(game, "odds", 60, 9, parent="dont_come")
    game.do({"take_down": "dont_come", "number": 9})
    assert (cash(game), game.state()["bets"]) == (1000, [])


@pytest.mark.parametrize(
    ("point", "times", "won"), [(4, 3, 60), (5, 4, 60), (6, 5, 60), (8, 5, 60), (9, 4, 60), (10, 3, 60)]
)
def test_CC_ODDS_LIMIT_3_4_5_times_all_win_the_same(point, times, won):
    game = new_game()
    bet(game, "pass", 10)
    roll(game, *dice_of(point))
    line = {"bet": "odds", "parent": "pass", "amount": 10 * times}
    game.do(line)
    assert "CC-ODDS-LIMIT" in refused(game, {**line, "amount": 0.01})
    answer = roll(game, *dice_of(point))
    assert [one["profit"] for one in answer["resolved"]] == [10, won]
    assert (answer["resolved"][1]["reason"], answer["net"]) == ("CC-ODDS", 70)


@pytest.mark.parametrize("point", BOXES)
def test_CC_LAYODDS_six_times_the_flat_bet(point):
    game = new_game()
    bet(game, "dont_pass", 10)
    roll(game, *dice_of(point))
    assert "CC-ODDS-LIMIT" in refused(game, {"bet": "odds", "parent": "dont_pass", "amount": 60.01})
    bet(game, "odds", 60, parent="dont_pass")
    answer = roll(game, 3, 4)
    win = {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}[point]
    assert (answer["net"], answer["resolved"][1]["reason"]) == (10 + win, "CC-LAYODDS")


@pytest.mark.parametrize(
    ("odds", "most", "laid"), [("1x", 10, 20), ("2x", 20, 40), ("100x", 1000, 2000), ("none", 0, 0)]
)
def test_CC_ODDS_LIMIT_is_the_houses(odds, most, laid):
    game = new_game(100_000, odds=odds)
    bet(game, "pass", 10)
    bet(game, "dont_pass", 10)
    roll(game, 2, 2)
    for parent, limit in (("pass", most), ("dont_pass", laid)):
        assert "CC-ODDS-LIMIT" in refused(game, {"bet": "odds", "parent": parent, "amount": limit + 0.01})
        if limit:
            bet(game, "odds", limit, parent=parent)


def test_CC_ODDS_may_be_removed_at_any_time():
    game = new_game()
    bet(game, "pass", 10)
    roll(game, 2, 2)
    bet(game, "odds", 30, parent="pass")
    game.do({"take_down": "odds", "parent": "pass", "amount": 10})
    assert (cash(game), game.state()["on_table"]) == (970, 30)
    game.do({"take_down": "odds", "parent": "pass"})
    assert game.state()["on_table"] == 10


def test_CC_ODDS_LIMIT_a_flat_bet_is_not_reduced_from_under_its_odds():
    game = new_game()
    bet(game, "dont_pass", 10)
    roll(game, 2, 2)
    bet(game, "odds", 60, parent="dont_pass")
    assert "CC-ODDS-LIMIT" in refused(game, {"take_down": "dont_pass", "amount": 5})
    game.do({"take_down": "odds", "parent": "dont_pass", "amount": 30})
    game.do({"take_down": "dont_pass", "amount": 5})


def test_CC_ODDS_the_points_own_number_may_be_named():
    game = new_game()
    bet(game, "pass", 10)
    roll(game, 2, 2)
    bet(game, "odds", 10, 4, parent="pass")
    assert game.state()["bets"][1] == {
        "bet": "odds",
        "number": None,
        "parent": "pass",
        "amount": 10,
        "working": True,
        "vig": 0,
    }
    assert "CC-ODDS" in refused(game, {"bet": "odds", "parent": "pass", "number": 5, "amount": 1})


def come_with_odds(kind="come", **settings):
    """A come-out with a bet of 10 on nine and odds of 20 behind it."""
    game = at_point(4, **settings)
    bet(game, kind, 10)
    roll(game, 4, 5)
    bet(game, "odds", 20, 9, parent=kind)
    roll(game, 2, 2)
    return game


@pytest.mark.parametrize(("dice", "won"), [((3, 4), -10), ((3, 6), 10)])
def test_CC_COMEODDS_OFF_come_odds_go_back_on_the_come_out(dice, won):
    answer = roll(come_with_odds(), *dice)
    assert (answer["net"], answer["on_table"], answer["cash"]) == (won, 0, 1000 + won)
    assert [(one["result"], one["reason"]) for one in answer["resolved"]][1] == ("returned", "CC-COMEODDS-OFF")


@pytest.mark.parametrize(("dice", "won"), [((3, 4), -30), ((3, 6), 40)])
def test_CC_COMEODDS_OFF_unless_called_or_the_house_has_them_on(dice, won):
    game = come_with_odds()
    game.do({"working": "odds", "parent": "come", "number": 9, "on": True})
    assert net(game, *dice) == won
    assert net(come_with_odds(come_out={"come_odds": "on"}), *dice) == won


def test_CC_DCODDS_ON_dont_come_odds_work_on_the_come_out_unless_called_off():
    assert net(come_with_odds("dont_come"), 3, 4) == pytest.approx(10 + 13.33)
    game = come_with_odds("dont_come")
    game.do({"working": "odds", "parent": "dont_come", "number": 9, "on": False})
    answer = roll(game, 3, 4)
    assert (answer["net"], answer["resolved"][1]["reason"]) == (10, "CC-DCODDS-ON")


@pytest.mark.parametrize("number", BOXES)
def test_CC_PUT_is_a_contract_on_any_number_and_takes_odds(number):
    assert "CC-PUT" in refused(new_game(), {"bet": "put", "number": number, "amount": 10})
    game = at_point(14 - number if number != 7 else 4)
    bet(game, "put", 10, number)
    assert "CC-PUT" in refused(game, {"take_down": "put", "number": number})
    bet(game, "odds", 10, number, parent="put")
    assert "CC-PUT" in refused(game, {"working": "put", "number": number, "on": False})
    assert net(game, 3, 4) == -20


def test_CC_PUT_flat_works_on_the_come_out_unless_the_house_has_it_off():
    for call, won in (("on", -10), ("off", 0)):
        game = at_point(4, come_out={"put": call})
        bet(game, "put", 10, 6)
        roll(game, 2, 2)
        assert net(game, 3, 4) == won
    assert "CC-PUT" in refused(game, {"working": "put", "number": 6, "on": True})


@pytest.mark.parametrize("called", [None, True])
@pytest.mark.parametrize("dice", [(3, 4), (3, 3)])
def test_CC_PUT_odds_wait_with_their_flat_bet_where_the_house_has_it_off_on_the_come_out(called, dice):
    game = at_point(4, come_out={"put": "off"})
    bet(game, "put", 10, 6)
    bet(game, "odds", 50, 6, parent="put", working=called)
    roll(game, 2, 2)
    assert [one["working"] for one in game.state()["bets"]] == [False, False]
    answer = roll(game, *dice)
    assert (answer["resolved"], game.state()["on_table"]) == ([], 60)
