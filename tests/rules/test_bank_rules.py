"""Bank craps rule by rule (games.md A.1)."""

from fractions import Fraction
from typing import Any

import pytest
from slow_models import answer

from controller.errors import ProtocolError, RuleError
from controller.rules.bank import Bank
from controller.rules.bank_table import DEFAULT_BANDS, band_edge
from controller.rules.dice import ALL_PAIRS

BARAQUE, ABATTAGE, FOUR, SEVEN = [1, 1], [5, 6], [2, 2], [3, 4]


def game(players: str = "ABCD", chips: dict[str, Any] | None = None, **more: Any) -> Bank:
    names = list(players)
    return Bank.set_up({"players": names, "banker": names[0], "chips": chips or dict.fromkeys(names, 100)} | more)


def first(bank: Bank, player: str, amount: Any) -> str:
    return answer(bank, {"do": "first", "player": player, "amount": amount})


def band(bank: Bank, player: str, name: str, amount: Any) -> str:
    return answer(bank, {"do": "band", "player": player, "band": name, "amount": amount})


def throw(bank: Bank, dice: list[int]) -> str:
    return answer(bank, {"do": "throw", "dice": dice})


def with_point() -> Bank:
    bank = game()
    first(bank, "B", 10)
    assert throw(bank, FOUR) == "point"
    return bank


def lose_the_dice(bank: Bank) -> None:
    assert first(bank, bank.state()["thrower"], 1) == "ok"
    assert throw(bank, BARAQUE) == "baraque"


def test_the_transcript_of_the_protocol():
    bank = game()
    assert first(bank, "B", 10) == first(bank, "C", 5) == "ok"
    assert throw(bank, [2, 2]) == "point"
    assert bank.state()["postillon"] == 4
    assert band(bank, "C", "low", 4) == "ok"
    assert throw(bank, [1, 2]) == "no_decision"
    assert (bank.state()["chips"]["C"], bank.state()["chips"]["A"]) == (99, 96)
    assert throw(bank, [1, 3]) == "point_made"
    assert bank.state()["chips"] == {"A": 81, "B": 110, "C": 109, "D": 100}


@pytest.mark.parametrize("count", [2, 3, 7])
def test_FB_1_any_number_plays_and_each_is_banker_in_turn(count):
    names = "ABCDEFG"[:count]
    bank = game(names)
    bankers = [bank.state()["banker"]]
    while not bank.state()["over"]:
        lose_the_dice(bank)
        if bank.state()["banker"] != bankers[-1]:
            bankers.append(bank.state()["banker"])
    assert bankers == list(names)


def test_FB_2_the_postillon_marks_the_point_and_stakes_lie_on_the_layout():
    bank = with_point()
    state = bank.state()
    assert (state["postillon"], state["first_jet"], state["chips"]["B"]) == (4, {"B": 10}, 90)
    assert (bank.view().puck_on, bank.view().point) == (True, 4)


def test_FB_3_the_first_thrower_is_at_the_bankers_right():
    assert game("ABCD").state()["thrower"] == "B"
    line = {"players": ["A", "B", "C"], "banker": "C", "chips": dict.fromkeys("ABC", 10)}
    assert Bank.set_up(line).state()["thrower"] == "A"


def test_FB_4_the_thrower_must_stake_the_others_may_and_the_banker_must_not():
    bank = game()
    assert first(bank, "C", 5) == "ok"
    assert throw(bank, SEVEN) == "refused"
    assert first(bank, "A", 5) == "refused"
    assert first(bank, "B", 5) == "ok"
    assert throw(bank, SEVEN) == "abattage"
    assert throw(bank, SEVEN) == "refused"


def test_FB_5_to_FB_7_all_36_first_throws():
    for pair in ALL_PAIRS:
        bank = game()
        first(bank, "B", 10)
        first(bank, "D", 4)
        word = throw(bank, list(pair))
        chips = bank.state()["chips"]
        if sum(pair) in (2, 3, 12):
            assert (word, chips, bank.state()["thrower"]) == ("baraque", {"A": 114, "B": 90, "C": 100, "D": 96}, "C")
        elif sum(pair) in (7, 11):
            assert (word, chips, bank.state()["thrower"]) == ("abattage", {"A": 86, "B": 110, "C": 100, "D": 104}, "B")
        else:
            assert (word, chips, bank.state()["thrower"]) == ("point", {"A": 100, "B": 90, "C": 100, "D": 96}, "B")
            assert bank.state()["postillon"] == sum(pair)


@pytest.mark.parametrize("point", [4, 5, 6, 8, 9, 10])
def test_FB_8_to_FB_11_all_36_throws_for_each_point(point):
    for pair in ALL_PAIRS:
        bank = game()
        first(bank, "B", 10)
        throw(bank, [point // 2, point - point // 2])
        band(bank, "C", "low", 3)
        band(bank, "C", "high", 2)
        total = sum(pair)
        word = throw(bank, list(pair))
        banker = (-3 if total <= 6 else 3) + (-2 if total >= 8 else 2)
        ruling, first_jet, thrower = "no_decision", 0, "B"
        if total == point:
            ruling, first_jet = "point_made", -10
        elif total == 7:
            ruling, first_jet, thrower = "seven_out", 10, "C"
        state = bank.state()
        assert (word, state["thrower"]) == (ruling, thrower)
        assert state["chips"]["A"] == 100 + banker + first_jet
        assert state["chips"]["C"] == 100 - banker
        assert state["bands"] == {"low": {}, "high": {}}
        assert state["first_jet"] == ({"B": 10} if ruling == "no_decision" else {})


def test_FB_11_bands_are_closed_before_the_postillon_and_open_again_before_each_throw():
    bank = game()
    first(bank, "B", 10)
    assert band(bank, "C", "low", 1) == "refused"
    throw(bank, FOUR)
    assert band(bank, "C", "low", 1) == band(bank, "B", "high", 1) == "ok"
    throw(bank, [4, 4])
    assert band(bank, "C", "high", 1) == "ok"
    assert band(bank, "C", "middle", 1) == "refused"
    assert band(bank, "A", "low", 1) == "refused"


def test_FB_12_the_game_ends_when_everybody_has_been_banker():
    bank = game("ABC")
    for _ in range(5):
        lose_the_dice(bank)
        assert not bank.state()["over"]
    lose_the_dice(bank)
    assert (bank.state()["over"], bank.state()["thrower"]) == (True, None)
    assert first(bank, "B", 1) == throw(bank, SEVEN) == "refused"
    assert not bank.expects_throw()


def test_gap_2_a_band_that_favours_the_ponte_is_warned_of():
    assert game().warnings() == []
    warned = game(bands={"middle": [5, 6, 7, 8], "field": [2, 3, 4, 9, 10, 11, 12]}).warnings()
    assert warned == ["The band middle favours the ponte: the bank loses 1/9 of every unit bet on it."]
    fair = game(bands={"even": [2, 4, 6, 8, 10, 12]})
    assert fair.warnings() == []


def test_gap_2_edges_of_the_bands_that_were_considered():
    assert {band_edge(totals) for totals in DEFAULT_BANDS.values()} == {Fraction(1, 6)}
    assert band_edge(frozenset({2, 3, 4, 9, 10, 11, 12})) == Fraction(1, 9)
    assert band_edge(frozenset({2, 3, 5, 9, 10, 11, 12})) == Fraction(1, 18)


def test_gap_4_first_jet_stakes_can_be_taken_back_until_the_postillon_is_set():
    bank = game()
    first(bank, "B", 10)
    first(bank, "B", 5)
    assert bank.state()["first_jet"] == {"B": 15}
    assert answer(bank, {"do": "withdraw_first", "player": "B"}) == "ok"
    assert bank.state()["chips"]["B"] == 100
    assert answer(bank, {"do": "withdraw_first", "player": "B"}) == "refused"
    bank = with_point()
    assert answer(bank, {"do": "withdraw_first", "player": "B"}) == "refused"
    assert first(bank, "C", 5) == "refused"


def test_gap_5_and_6_dice_go_to_the_right_and_the_bank_after_every_ponte_lost_them():
    bank = game("ABC")
    lose_the_dice(bank)
    assert (bank.state()["banker"], bank.state()["thrower"]) == ("A", "C")
    lose_the_dice(bank)
    assert (bank.state()["banker"], bank.state()["thrower"]) == ("B", "C")
    lose_the_dice(bank)
    assert (bank.state()["banker"], bank.state()["thrower"]) == ("B", "A")


def test_gap_8_a_bet_that_the_banker_could_not_pay_is_refused():
    bank = game(chips={"A": 20, "B": 100, "C": 100, "D": 100})
    assert first(bank, "B", 21) == "refused"
    assert first(bank, "B", 15) == "ok"
    assert first(bank, "C", 6) == "refused"
    assert first(bank, "C", 5) == "ok"
    throw(bank, FOUR)
    assert band(bank, "D", "low", 1) == "refused"


def test_a_banker_without_chips_ends_his_term_and_a_ponte_without_chips_is_passed_over():
    bank = game("ABC", chips={"A": 10, "B": 10, "C": 0})
    first(bank, "B", 10)
    assert throw(bank, SEVEN) == "abattage"
    # A has nothing: B is banker; C has nothing and A has nothing, so nobody can throw for B or C.
    assert bank.state()["over"]
    bank = game("ABC", chips={"A": 10, "B": 0, "C": 5})
    assert bank.state()["thrower"] == "C"


def test_FB_9_edge_of_the_first_jet_is_7_of_495():
    """By the engine itself: the chance that a first-jet stake wins, point by point."""
    won = Fraction(0)
    for pair in ALL_PAIRS:
        bank = game()
        first(bank, "B", 10)
        word = throw(bank, list(pair))
        if word == "abattage":
            won += Fraction(1, 36)
        elif word == "point":
            words = [throw(bank.copy(), list(again)) for again in ALL_PAIRS]
            made, lost = words.count("point_made"), words.count("seven_out")
            won += Fraction(1, 36) * Fraction(made, made + lost)
    assert 1 - 2 * won == Fraction(7, 495)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["A"], "chips": {"A": 1}},
        {"banker": "Z"},
        {"chips": {"A": 1}},
        {"chips": {"A": -1, "B": 1}},
        {"bands": {"low": []}},
        {"bands": {"low": [1]}},
        {"bands": {"low": [True]}},
        {"bands": {" ": [2]}},
        {"bands": 7},
        {"more": 1},
    ],
)
def test_a_set_up_that_is_none(wrong):
    with pytest.raises(ProtocolError):
        Bank.set_up({"players": ["A", "B"], "banker": "A", "chips": {"A": 9, "B": 9}} | wrong)


@pytest.mark.parametrize(
    "line",
    [
        {"do": "first", "player": "B"},
        {"do": "first", "player": 3, "amount": 1},
        {"do": "bet", "player": "B", "amount": 1},
        {"do": "throw", "dice": [7, 1]},
        {"do": "throw"},
        {"do": "throw", "dice": [1, 2], "wall": [True, True]},
        {"player": "B"},
    ],
)
def test_a_line_that_is_none_is_an_error(line):
    assert answer(game(), line) == "error"


@pytest.mark.parametrize("amount", [0, -1, 0.001, "5", 10**10, 101, None, float("nan"), True])
def test_every_bad_amount_is_refused(amount):
    assert first(game(), "B", amount) == "refused"


def test_a_refusal_names_its_rule():
    with pytest.raises(RuleError, match="FB-4"):
        game().do({"do": "throw", "dice": [1, 2]})


def test_what_people_see():
    bank = with_point()
    band(bank, "C", "high", 2)
    throw(bank, [4, 4])
    view = bank.view()
    seats = {seat.name: seat for seat in view.seats}
    assert (seats["A"].role, seats["B"].role, seats["C"].role) == ("banker", "thrower", "ponte")
    assert (seats["C"].payout_cents, seats["B"].payout_cents) == (200, None)
    assert seats["B"].bets == (("premier jet", 1000),)
    assert view.sheet is not None
    assert view.sheet.rows[1] == ("low", "2 3 4 5 6", "0")
