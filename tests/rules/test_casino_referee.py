"""The casino over the referee protocol: the transcript, answers, refusals that name their rule, errors."""

import json

import pytest
from casino_play import Transcript, new_game, refused, roll
from hypothesis import given, settings
from hypothesis import strategies as st

SETUP = {"bankroll": 1000}


def with_bets(*lines):
    table = Transcript()
    for line in lines:
        assert table.say(line).get("accepted", True), line
    return table


def test_the_transcript_of_the_protocol():
    table = with_bets(
        {"bet": "pass", "amount": 10},
        {"roll": [2, 2]},
        {"bet": "come", "amount": 10},
        {"roll": [4, 5]},
        {"bet": "odds", "parent": "come", "number": 9, "amount": 40},
    )
    answer = table.say({"roll": [3, 6]})
    assert {name: answer[name] for name in ("net", "cash", "on_table", "point")} == {
        "net": 70,
        "cash": 1060,
        "on_table": 10,
        "point": 4,
    }


def test_set_up_state_and_answers_have_their_fields():
    table = Transcript()
    empty = {"cash": 1000, "on_table": 0, "point": None, "bets": [], "over": False}
    assert table.begun == {"ruling": "ok", "state": empty}
    bet = {"bet": "place", "number": 6, "parent": None, "amount": 12, "working": False, "vig": 0}
    state = {**empty, "cash": 988, "on_table": 12, "bets": [bet]}
    assert table.say({"bet": "place", "number": 6, "amount": 12}) == {"ruling": "ok", "accepted": True, "state": state}
    answer = table.say({"bet": "place", "number": 7, "amount": 12})
    assert {**answer, "reason": ""} == {"ruling": "refused", "accepted": False, "reason": "", "state": state}
    state = {**state, "point": 4, "bets": [{**bet, "working": True}]}
    money = {"net": 0, "cash": 988, "on_table": 12, "point": 4, "resolved": []}
    assert table.say({"roll": [2, 2]}) == {"ruling": "point", **money, "state": state}
    resolved = {"bet": "place", "number": 6, "parent": None, "result": "win", "stake": 12, "profit": 14}
    money = {"net": 14, "cash": 1002, "on_table": 12, "point": 4, "resolved": [{**resolved, "reason": "CC-PLACE"}]}
    assert table.say({"roll": [1, 5]}) == {"ruling": "no_decision", **money, "state": {**state, "cash": 1002}}


def test_a_second_bet_adds_to_the_first_and_null_stands_for_left_out():
    table = with_bets({"bet": "field", "amount": 5}, {"bet": "field", "amount": 0.5, "number": None, "parent": None})
    answer = table.say({"roll": [1, 1]})
    assert (answer["net"], answer["resolved"][0]["stake"]) == (11, 5.5)


def test_the_stick_hears_what_the_roll_was_for_the_table():
    table = Transcript()
    words = [table.say({"roll": dice})["ruling"] for dice in ([3, 4], [1, 1], [2, 2], [5, 6], [2, 2], [3, 3], [3, 4])]
    assert words == ["natural", "craps", "point", "no_decision", "pass", "point", "seven_out"]


def test_CC_BANK_the_game_is_over_without_cash_and_bets():
    table = Transcript({"bankroll": 10})
    table.say({"bet": "pass", "amount": 10})
    assert table.say({"roll": [2, 2]})["state"]["over"] is False
    assert table.say({"roll": [3, 4]})["state"]["over"] is True
    refused_roll = table.say({"roll": [3, 4]})
    assert (refused_roll["ruling"], refused_roll["accepted"]) == ("refused", False)
    assert refused_roll["reason"].startswith("CC-BANK: The game is over")
    assert Transcript({"bankroll": 0}).begun["state"]["over"] is True


BAD_AMOUNTS = (
    *(b"0", b"-5", b"0.001", b"NaN", b"Infinity", b"-Infinity", b'"5"', b"null", b"true", b"[5]", b"{}"),
    *(b"1000.01", b"1000000000.01", b"1e400", b"1e-99999999999999999999", b"9" * 5000),
)


@pytest.mark.parametrize("amount", BAD_AMOUNTS)
@pytest.mark.parametrize("line", [b'{"bet":"pass","amount":%s}', b'{"bet":"hop","number":[1,2],"amount":%s}'])
def test_CC_BANK_every_bad_amount_is_refused_and_the_money_unchanged(amount, line):
    table = Transcript()
    answer = table.say(line % amount)
    assert (answer["ruling"], answer["accepted"]) == ("refused", False)
    assert answer["reason"].startswith("CC-BANK: ") and answer["reason"].endswith(".")
    assert answer["state"] == table.begun["state"]
    assert table.say(line % b"5")["accepted"] is True


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"bet": "insurance", "amount": 5}, "CC-MIX"),
        ({"bet": "", "amount": 5}, "CC-MIX"),
        ({"bet": "place", "amount": 5}, "CC-PLACE"),
        ({"bet": "place", "number": 7, "amount": 5}, "CC-PLACE"),
        ({"bet": "place", "number": 3, "amount": 5}, "CC-PLACE"),
        ({"bet": "place_lose", "number": 11, "amount": 5}, "CC-PLACELOSE"),
        ({"bet": "buy", "number": -4, "amount": 5}, "CC-BUY"),
        ({"bet": "lay", "number": 10**30, "amount": 5}, "CC-LAY"),
        ({"bet": "hard", "number": 5, "amount": 5}, "CC-HARD"),
        ({"bet": "horn_high", "number": 7, "amount": 5}, "CC-HORNHIGH"),
        ({"bet": "repeater", "number": 7, "amount": 5}, "CC-REPEAT"),
        ({"bet": "hop", "number": [0, 7], "amount": 5}, "CC-HOP"),
        ({"bet": "field", "number": 4, "amount": 5}, "CC-FIELD"),
        ({"bet": "pass", "number": 4, "amount": 5}, "CC-PASS"),
        ({"bet": "field", "parent": "pass", "amount": 5}, "CC-FIELD"),
        ({"bet": "odds", "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "field", "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "pass", "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "dont_pass", "amount": 5}, "CC-LAYODDS"),
        ({"bet": "odds", "parent": "come", "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "come", "number": 7, "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "come", "number": 6, "amount": 5}, "CC-ODDS"),
        ({"bet": "odds", "parent": "dont_come", "number": 6, "amount": 5}, "CC-LAYODDS"),
        ({"bet": "come", "amount": 5}, "CC-COME"),
        ({"bet": "dont_come", "amount": 5}, "CC-DC"),
        ({"bet": "put", "number": 6, "amount": 5}, "CC-PUT"),
        ({"bet": "field", "amount": 5, "working": False}, "CC-FIELD"),
        ({"bet": "pass", "amount": 5, "working": False}, "CC-PASS"),
        ({"take_down": "pass"}, "CC-PASS"),
        ({"take_down": "place", "number": 6}, "CC-PLACE"),
        ({"working": "place", "number": 6, "on": True}, "CC-PLACE"),
        ({"press": "place", "number": 6}, "CC-PLACE"),
        ({"regress": "place", "number": 6, "amount": 1}, "CC-PLACE"),
        ({"bet": "pass", "amount": 5, "seat": "Z"}, "CC-MIX"),
    ],
)
def test_a_refusal_is_a_sentence_that_names_the_rule(line, rule):
    table = Transcript()
    answer = table.say(line)
    assert (answer["ruling"], answer["accepted"]) == ("refused", False)
    assert answer["reason"].startswith(f"{rule}: ") and answer["reason"].endswith(".")
    assert answer["state"] == table.begun["state"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"bet": "pass", "amount": 5}, "CC-PASS"),
        ({"bet": "dont_pass", "amount": 5}, "CC-DP"),
        ({"bet": "small", "amount": 5}, "CC-ATS"),
        ({"bet": "fire", "amount": 5}, "CC-FIRE"),
        ({"take_down": "field", "amount": 6}, "CC-BANK"),
        ({"take_down": "field", "amount": 0}, "CC-BANK"),
        ({"take_down": "field", "amount": -1}, "CC-BANK"),
        ({"working": "field", "on": False}, "CC-FIELD"),
    ],
)
def test_a_wrong_phase_is_refused_with_the_point_on(line, rule):
    table = with_bets({"roll": [2, 2]}, {"bet": "field", "amount": 5})
    assert table.say(line)["reason"].startswith(f"{rule}: ")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"[]",
        b"{}",
        b'{"do":"roll"}',
        b'{"bet":"pass"}',
        b'{"bet":5,"amount":5}',
        b'{"bet":null,"amount":5}',
        b'{"bet":["pass"],"amount":5}',
        b'{"bet":"pass","amount":5,"colour":"red"}',
        b'{"bet":"pass","amount":5,"roll":[1,2]}',
        b'{"bet":"place","amount":5,"number":"6"}',
        b'{"bet":"place","amount":5,"number":true}',
        b'{"bet":"place","amount":5,"number":6.0}',
        b'{"bet":"place","amount":5,"number":[6]}',
        b'{"bet":"hop","amount":5,"number":11}',
        b'{"bet":"hop","amount":5,"number":[5]}',
        b'{"bet":"hop","amount":5,"number":[5,true]}',
        b'{"bet":"odds","amount":5,"parent":1}',
        b'{"bet":"place","amount":5,"number":6,"working":"on"}',
        b'{"working":"place","number":6}',
        b'{"working":"place","number":6,"on":1}',
        b'{"working":"place","number":6,"on":null}',
        b'{"take_down":"pass","all":true}',
        b'{"regress":"pass"}',
        b'{"bet":"pass","amount":5,"seat":7}',
        b'{"roll":[1]}',
        b'{"roll":[1,7]}',
        b'{"roll":[0,6]}',
        b'{"roll":[1,true]}',
        b'{"roll":"12"}',
        b'{"roll":[1,2],"seat":"player"}',
    ],
)
def test_what_is_no_legal_line_is_an_error(line):
    table = Transcript()
    answer = table.say(line)
    assert set(answer) == {"ruling", "reason"} and answer["ruling"] == "error"
    assert table.say({"bet": "pass", "amount": 5})["state"]["cash"] == 995


@pytest.mark.parametrize(
    "set_up",
    [
        {},
        {"settings": {}},
        {"bankroll": -1},
        {"bankroll": "1000"},
        {"bankroll": True},
        {"bankroll": 1000, "seats": {"A": 1}},
        {"seats": {}},
        {"seats": ["A"]},
        {"seats": {"A": 1, " ": 2}},
        {"seats": {"A": 0.001}},
        {"bankroll": 1000, "colour": "red"},
        *(
            {"bankroll": 1000, "settings": settings}
            for settings in (
                5,
                {"colour": "red"},
                {"bar": 4},
                {"bar": True},
                {"bar": "12"},
                {"field": {"3": 2}},
                {"field": {"2": 0}},
                {"field": {"2": True}},
                {"field": {"2": 2.5}},
                {"odds": "3x4"},
                {"odds": "0x"},
                {"odds": 5},
                {"odds": []},
                {"come_out": {"field": "on"}},
                {"come_out": {"place": True}},
                {"vig": "sometimes"},
                {"vig_rounding": "up"},
                {"vig_min": -1},
                {"hop": {"soft": 15}},
                {"ats": {"small": "34"}},
                {"fire": {"3": 5}},
                {"table_min": -1},
                {"table_min": "5"},
                {"table_min": 10, "table_max": 5},
                {"payout_rounding": "half"},
                {"crapless": 1},
            )
        ),
    ],
)
def test_a_bad_set_up_is_an_error_and_the_next_line_is_the_set_up(set_up):
    table = Transcript(set_up)
    assert table.begun["ruling"] == "error"
    assert table.say(SETUP)["ruling"] == "ok"


def test_all_settings_may_be_given_at_their_usual_values():
    usual = {
        "bar": 12,
        "field": {"2": 2, "12": 2},
        "odds": "3-4-5x",
        "come_out": {
            "place": "off",
            "buy": "off",
            "lay": "off",
            "hard": "off",
            "come_odds": "off",
            "dc_odds": "on",
            "big": "on",
            "place_lose": "off",
            "put": "on",
        },
        "vig": "upfront",
        "vig_rounding": "none",
        "vig_min": 0,
        "hop": {"easy": 15, "hard": 30},
        "ats": {"small": 34, "tall": 34, "all": 175},
        "fire": {"4": 24, "5": 249, "6": 999},
        "table_min": 0.01,
        "table_max": None,
        "payout_rounding": "cent",
    }
    spelled, short = new_game(**usual), new_game()
    assert spelled.table.layout is short.table.layout


def test_CC_BANK_the_tables_limits_hold_for_the_whole_bet_but_not_for_odds():
    game = new_game(table_min=5, table_max=20)
    assert "minimum is 5" in refused(game, {"bet": "pass", "amount": 4.99})
    game.do({"bet": "pass", "amount": 15})
    assert "maximum is 20" in refused(game, {"bet": "pass", "amount": 5.01})
    game.do({"bet": "pass", "amount": 5})
    assert "minimum is 5" in refused(game, {"take_down": "pass", "amount": 16})
    roll(game, 2, 2)
    game.do({"bet": "odds", "parent": "pass", "amount": 1})
    game.do({"bet": "odds", "parent": "pass", "amount": 59})


def test_CC_BANK_a_bet_and_its_commission_must_be_in_the_cash():
    game = new_game(20)
    roll(game, 3, 3)
    assert "CC-BANK" in refused(game, {"bet": "buy", "number": 4, "amount": 20})
    game.do({"bet": "buy", "number": 4, "amount": 19.04})
    assert game.state()["cash"] == 0.01


def test_answers_are_one_line_of_ascii_and_amounts_are_exact():
    table = Transcript({"bankroll": 0.3})
    text = table.referee.answer(b'{"bet":"pass","amount":0.1}')
    assert '"cash": 0.2,' in text and "\n" not in text and text.isascii()
    assert json.loads(text)["state"]["on_table"] == 0.1


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 13),
    st.integers(),
    st.floats(),
    st.sampled_from(["pass", "come", "odds", "hop", "place", "fire", "on", "A", "", "x" * 100]),
)
VALUES = st.one_of(SCALARS, SCALARS, st.lists(SCALARS, max_size=3), st.dictionaries(st.text(max_size=3), SCALARS))
FIELDS = ("bet", "take_down", "press", "regress", "roll", "working", "amount", "number", "parent", "on", "seat", "do")
ANYTHING = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4)


@settings(max_examples=300, deadline=None)
@given(st.lists(ANYTHING, min_size=5, max_size=20))
def test_no_line_ends_the_process_and_what_is_not_accepted_changes_nothing(lines):
    table = Transcript()
    state = table.begun["state"]
    for line in lines:
        answer = table.say(line)
        if answer["ruling"] in ("error", "refused"):
            assert answer["reason"].endswith(".")
            assert answer.get("state", state) == state
        state = answer.get("state", state)
