"""Several players at one casino table, as a session plays it: seats, dice going round, press and regress, the view."""

import json
import pickle
from pathlib import Path

import pytest
from casino_play import bet, dice_of, new_game, refused, roll, seated

from controller.errors import ProtocolError
from controller.rules.casino.layout import layout_of
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.game import SeatView

HANDS = json.loads((Path(__file__).parents[1] / "data" / "real_craps_hands.json").read_text())["hands"]


def test_each_seat_has_its_own_bets_and_is_paid_by_the_same_roll():
    game = seated(A=100, B=50)
    bet(game, "pass", 10, seat="A")
    bet(game, "dont_pass", 10, seat="B")
    assert roll(game, 2, 2)["net"] == {"A": 0, "B": 0}
    answer = roll(game, 3, 4)
    assert answer["net"] == {"A": -10, "B": 10}
    assert answer["cash"] == {"A": 90, "B": 60}
    assert answer["on_table"] == {"A": 0, "B": 0}
    assert [(one["seat"], one["bet"], one["result"]) for one in answer["resolved"]] == [
        ("A", "pass", "lose"),
        ("B", "dont_pass", "win"),
    ]


def test_the_state_of_several_seats():
    game = seated(A=100, B=50)
    bet(game, "field", 5, seat="B")
    field = {"bet": "field", "number": None, "parent": None, "amount": 5, "working": True, "vig": 0}
    assert game.state() == {
        "seats": {"A": {"cash": 100, "on_table": 0, "bets": []}, "B": {"cash": 45, "on_table": 5, "bets": [field]}},
        "shooter": "A",
        "point": None,
        "over": False,
    }


def test_one_seat_with_a_name_answers_by_seat_too():
    game = seated(player=100)
    bet(game, "field", 5)
    assert set(game.state()) == {"seats", "shooter", "point", "over"}
    assert roll(game, 1, 1)["net"] == {"player": 10}
    assert game.copy().state() == game.state()


def test_a_line_of_several_seats_must_say_whose_bet_it_is():
    game = seated(A=100, B=50)
    with pytest.raises(ProtocolError, match="Name the `seat`"):
        game.do({"bet": "pass", "amount": 5})
    assert "CC-MIX" in refused(game, {"bet": "pass", "amount": 5, "seat": "C"})
    assert "CC-ODDS" in refused(game, {"bet": "odds", "parent": "pass", "amount": 5, "seat": "B"})


def test_another_seats_flat_bet_carries_no_odds():
    game = seated(A=100, B=50)
    bet(game, "pass", 5, seat="A")
    roll(game, 2, 2)
    assert "CC-ODDS" in refused(game, {"bet": "odds", "parent": "pass", "amount": 5, "seat": "B"})


def test_the_dice_go_round_at_the_seven_out_past_those_who_have_nothing():
    game = seated(A=100, B=10, C=100)
    bet(game, "pass", 10, seat="B")
    roll(game, 1, 1)
    assert game.state()["seats"]["B"]["cash"] == 0
    shooters = [game.state()["shooter"]]
    for _ in range(3):
        roll(game, 2, 2)
        roll(game, 3, 4)
        shooters.append(game.state()["shooter"])
    assert shooters == ["A", "C", "A", "C"]


def test_the_shooter_keeps_the_dice_after_natural_craps_and_pass():
    game = seated(A=100, B=10)
    for dice in ((3, 4), (1, 1), (2, 2), (2, 2)):
        roll(game, *dice)
        assert game.state()["shooter"] == "A"


def test_the_game_is_over_when_nobody_has_anything():
    game = seated(A=5, B=5)
    for seat in ("A", "B"):
        bet(game, "any7", 5, seat=seat)
    assert game.expects_throw()
    roll(game, 1, 1)
    view = game.view()
    assert (view.over, view.thrower, game.expects_throw()) == (True, None, False)
    assert "over" in view.prompt


def test_press_doubles_or_adds_and_regress_reduces():
    game = seated(A=100)
    game.do({"bet": "place", "number": 6, "amount": 6, "seat": "A"})
    assert game.do({"press": "place", "number": 6, "seat": "A"}).message == "A presses place 6 to 12."
    game.do({"press": "place", "number": 6, "amount": 18, "seat": "A"})
    assert game.do({"regress": "place", "number": 6, "amount": 24, "seat": "A"}).message == "A takes place 6 down to 6."
    assert game.state()["seats"]["A"] | {"bets": []} == {"cash": 94, "on_table": 6, "bets": []}
    assert "CC-BANK" in refused(game, {"press": "place", "number": 6, "amount": 95, "seat": "A"})


def test_a_pressed_bet_stays_called():
    game = new_game()
    bet(game, "place", 6, 6, working=True)
    game.do({"press": "place", "number": 6})
    assert game.state()["bets"][0]["working"] is True


def test_the_view_shows_stacks_bets_and_what_the_last_roll_paid():
    game = seated(A=100, B=50)
    bet(game, "pass", 10, seat="A")
    bet(game, "hop", 1, [6, 5], seat="B")
    assert [seat.payout_cents for seat in game.view().seats] == [None, None]
    roll(game, 2, 2)
    game.do({"bet": "come", "amount": 5, "seat": "B"})
    roll(game, 4, 5)
    game.do({"bet": "odds", "parent": "come", "number": 9, "amount": 20, "seat": "B"})
    view = game.view()
    assert (view.puck_on, view.point, view.thrower, view.bank_cents) == (True, 4, "A", 0)
    assert view.seats == (
        SeatView("A", 9000, "shooter", (("pass", 1000),), 0),
        SeatView("B", 2400, "", (("come 9", 500), ("odds on come 9", 2000)), 0),
    )
    assert "the point is 4" in view.prompt
    assert game.do({"roll": [3, 6]}).message == "No decision: B wins 35."
    assert [seat.payout_cents for seat in game.view().seats] == [0, 3500]


def test_what_people_hear():
    game = new_game()
    assert game.do({"bet": "buy", "number": 4, "amount": 20}).message == "player bets 20 on buy 4, commission 1."
    assert game.do({"working": "buy", "number": 4, "on": True}).message == "buy 4 of player is working."
    assert game.do({"roll": [3, 4]}).message == "Natural: player loses 21."
    assert game.do({"roll": [3, 3]}).message == "The point is 6."
    assert game.do({"bet": "field", "amount": 5}).message == "player bets 5 on field."
    assert game.do({"take_down": "field"}).message == "player takes field down."
    assert game.do({"roll": [3, 4]}).situation == "seven_out"


def test_why_not_says_what_a_line_would_be_refused_for_and_changes_nothing():
    game = new_game()
    before = game.table.copy()
    assert game.why_not({"bet": "pass", "amount": 10}) is None
    assert game.why_not({"bet": "come", "amount": 10}).startswith("CC-COME")
    assert game.why_not({"bet": "pass"}) == "The field `amount` is missing."
    assert game.table == before


def test_every_action_can_be_asked_before():
    table = CrapsTable.begin(layout_of(Settings()), {"A": 1000})
    line, place = table.layout.find("pass"), table.layout.find("place", 6)
    assert table.can_bet("A", line, 1000) and not table.can_bet("A", line, 1001) and not table.can_bet("B", line, 1)
    assert not table.can_press("A", place)
    table.bet("A", place, 100)
    assert table.can_press("A", place) and not table.can_press("A", place, 901)
    assert table.can_take_down("A", place, 99) and not table.can_take_down("A", place, 101)
    assert table.can_call("A", place, True) and not table.can_call("A", line, True)
    assert table.can_roll()


def test_dice_that_are_none_and_tables_without_players_are_a_callers_fault():
    table = CrapsTable.begin(layout_of(Settings()), {"A": 1000})
    with pytest.raises(ValueError, match="no two dice"):
        table.roll((0, 7))
    with pytest.raises(ValueError, match="at least one player"):
        CrapsTable.begin(layout_of(Settings()), {})


def test_a_table_travels_to_another_process_with_its_boxes():
    table = CrapsTable.begin(layout_of(Settings(crapless=True)), {"A": 1000, "B": 500})
    table.bet("A", table.layout.find("pass"), 100)
    table.roll((1, 1))
    there = pickle.loads(pickle.dumps(table))
    assert there == table and there.layout is table.layout
    there.roll((1, 1))
    assert there.seats["A"].cash_cents == 1100


def test_records_cannot_be_changed():
    table = CrapsTable.begin(layout_of(Settings()), {"A": 1000})
    for record in (table.bet("A", table.layout.find("field"), 100), table.roll((1, 1))):
        with pytest.raises(AttributeError):
            record.seat = "B"


def test_CC_PASS_CC_DP_real_hands_go_as_they_were_recorded_and_right_and_wrong_mirror_each_other():
    counted = 0
    for hand in HANDS:
        game = seated(A=1000, B=1000)
        for total, result in hand["throws"]:
            if result.startswith("void"):
                continue
            if game.state()["point"] is None:
                bet(game, "pass", 10, seat="A")
                bet(game, "dont_pass", 10, seat="B")
            ruling = game.do({"roll": dice_of(total)})
            paid = ruling.answer["net"]
            assert ruling.word == result
            won = {"natural": 10, "craps": -10, "pass": 10, "seven_out": -10}.get(result, 0)
            assert paid == {"A": won, "B": 0 if (total, result) == (12, "craps") else -won}
            counted += 1
        assert game.state()["shooter"] == ("B" if hand["throws"][-1][1] == "seven_out" else "A")
    assert counted == 621 - 31
