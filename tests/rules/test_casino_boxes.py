"""Box numbers, hardways, props and the bets that count: CC-PLACE to CC-REPEAT, with commission and breakage."""

import pytest
from casino_play import at_point, bet, box_of, dice_of, net, new_game, refused, roll


def cash(game):
    return game.state()["cash"]


@pytest.mark.parametrize(("number", "won"), [(4, 18), (5, 14), (6, 14), (8, 14), (9, 14), (10, 18)])
def test_CC_PLACE_pays_and_stays_up(number, won):
    game = at_point(8 if number != 8 else 6)
    amount = 12 if number in (6, 8) else 10
    bet(game, "place", amount, number)
    assert net(game, *dice_of(number)) == won
    assert game.state()["on_table"] == amount
    assert net(game, *dice_of(number)) == won
    assert net(game, 3, 4) == -amount


def test_CC_PLACE_OFF_on_the_come_out_unless_called():
    game = new_game()
    bet(game, "place", 12, 6)
    assert game.state()["bets"][0]["working"] is False
    assert net(game, 3, 4) == 0
    game.do({"working": "place", "number": 6, "on": True})
    assert game.state()["bets"][0]["working"] is True
    assert net(game, 3, 4) == -12
    bet(game, "place", 12, 6, working=True)
    assert net(game, 3, 3) == 14
    game.do({"working": "place", "number": 6, "on": False})
    assert net(game, 3, 3) == 0


def test_CC_PLACE_OFF_is_the_houses_choice():
    game = new_game(come_out={"place": "on"})
    bet(game, "place", 12, 6)
    assert net(game, 3, 4) == -12


@pytest.mark.parametrize(
    ("number", "amount", "won"), [(4, 11, 5), (5, 8, 5), (6, 5, 4), (8, 5, 4), (9, 8, 5), (10, 11, 5)]
)
def test_CC_PLACELOSE_wins_on_seven_and_comes_down(number, amount, won):
    game = at_point(8 if number != 8 else 6)
    bet(game, "place_lose", amount, number)
    assert net(game, 3, 4) == won
    assert game.state()["on_table"] == 0
    game = at_point(8 if number != 8 else 6)
    bet(game, "place_lose", amount, number)
    assert net(game, *dice_of(number)) == -amount


def test_CC_BUY_commission_leaves_the_cash_with_the_bet_and_counts_when_it_is_decided():
    game = at_point(6)
    bet(game, "buy", 20, 4)
    assert (cash(game), game.state()["on_table"], game.state()["bets"][0]["vig"]) == (979, 20, 1)
    assert net(game, 1, 1) == 0
    answer = roll(game, 1, 3)
    assert (answer["net"], answer["cash"], answer["on_table"]) == (39, 1039, 0)
    assert (answer["resolved"][0]["profit"], answer["resolved"][0]["reason"]) == (40, "CC-BUY")


def test_CC_BUY_a_loss_costs_the_commission_too():
    game = at_point(6)
    bet(game, "buy", 20, 4)
    answer = roll(game, 3, 4)
    assert (answer["net"], answer["cash"]) == (-21, 979)


def test_CC_BUY_commission_comes_back_undecided_and_in_part():
    game = at_point(6)
    bet(game, "buy", 40, 4)
    game.do({"take_down": "buy", "number": 4, "amount": 20})
    assert (cash(game), game.state()["bets"][0]["vig"]) == (979, 1)
    game.do({"take_down": "buy", "number": 4})
    assert cash(game) == 1000


def test_CC_BUY_commission_only_on_a_win():
    game = at_point(6, vig="on_win")
    bet(game, "buy", 20, 4)
    assert (cash(game), game.state()["bets"][0]["vig"]) == (980, 0)
    assert net(game, 1, 3) == 39
    bet(game, "buy", 20, 4)
    assert net(game, 3, 4) == -20


@pytest.mark.parametrize(("number", "amount", "won", "vig"), [(4, 40, 20, 1), (5, 30, 20, 1), (6, 24, 20, 1)])
def test_CC_LAY_commission_is_on_the_win(number, amount, won, vig):
    game = at_point(8)
    bet(game, "lay", amount, number)
    assert game.state()["bets"][0]["vig"] == vig
    assert net(game, 3, 4) == won - vig
    game = at_point(8, vig="on_win")
    bet(game, "lay", amount, number)
    assert net(game, 3, 4) == won - vig


def test_CC_BUY_OFF_buy_and_lay_are_off_on_the_come_out():
    for kind in ("buy", "lay"):
        game = new_game()
        bet(game, kind, 20, 4)
        assert net(game, 3, 4) == 0
        game.do({"working": kind, "number": 4, "on": True})
        assert net(game, 3, 4) != 0
        assert net(new_game_with(kind), 3, 4) != 0


def new_game_with(kind):
    game = new_game(come_out={kind: "on"})
    bet(game, kind, 20, 4)
    return game


@pytest.mark.parametrize(
    ("rounding", "amount", "vig"),
    [
        *(("none", 20, 1), ("none", 0.5, 0.03), ("none", 0.49, 0.02), ("none", 33, 1.65), ("none", 0.09, 0)),
        *(("floor", 39.99, 1), ("floor", 19.99, 0), ("ceil", 20, 1), ("ceil", 20.01, 2), ("ceil", 1, 1)),
        *(("nearest", 29.99, 1), ("nearest", 30, 2), ("nearest", 9.99, 0), ("nearest", 10, 1)),
    ],
)
def test_CC_VIG_ROUND(rounding, amount, vig):
    game = at_point(6, vig_rounding=rounding)
    bet(game, "buy", amount, 4)
    assert game.state()["bets"][0]["vig"] == vig


def test_CC_VIG_ROUND_a_minimum():
    game = at_point(6, vig_min=1)
    bet(game, "buy", 5, 4)
    assert game.state()["bets"][0]["vig"] == 1
    bet(game, "buy", 35, 4)
    assert game.state()["bets"][0] == {
        "bet": "buy",
        "number": 4,
        "parent": None,
        "amount": 40,
        "working": True,
        "vig": 2,
    }


@pytest.mark.parametrize(("kind", "number"), [("big6", 6), ("big8", 8)])
def test_CC_BIG_even_money_and_works_on_the_come_out(kind, number):
    game = new_game()
    bet(game, kind, 10)
    answer = roll(game, *dice_of(number))
    assert (answer["net"], answer["on_table"]) == (10, 0)
    game = new_game(come_out={"big": "off"})
    bet(game, kind, 10)
    assert net(game, 3, 4) == 0


@pytest.mark.parametrize(("number", "won"), [(4, 70), (6, 90), (8, 90), (10, 70)])
def test_CC_HARD_the_pair_before_its_total_or_a_seven(number, won):
    game = at_point(5)
    bet(game, "hard", 10, number)
    half = number // 2
    assert net(game, half, half) == won
    assert game.state()["on_table"] == 10
    assert net(game, half - 1, half + 1) == -10


def test_CC_HARD_OFF_on_the_come_out_by_default():
    game = new_game()
    bet(game, "hard", 10, 6)
    assert net(game, 3, 4) == 0
    game = new_game(come_out={"hard": "on"})
    bet(game, "hard", 10, 6)
    assert net(game, 3, 4) == -10


@pytest.mark.parametrize(
    ("total", "won"),
    [(2, 20), (3, 10), (4, 10), (5, -10), (6, -10), (7, -10), (8, -10), (9, 10), (10, 10), (11, 10), (12, 20)],
)
def test_CC_FIELD(total, won):
    game = new_game()
    bet(game, "field", 10)
    assert net(game, *dice_of(total)) == won


def test_CC_FIELD_3X_one_end_pays_triple():
    game = new_game(field={"12": 3})
    bet(game, "field", 10)
    answer = roll(game, 6, 6)
    assert (answer["net"], answer["resolved"][0]["reason"]) == (30, "CC-FIELD-3X")
    bet(game, "field", 10)
    assert net(game, 1, 1) == 20


@pytest.mark.parametrize(
    ("kind", "dice", "won"),
    [
        *(("any7", (3, 4), 40), ("anycraps", (1, 2), 70), ("two", (1, 1), 300), ("twelve", (6, 6), 300)),
        *(("three", (2, 1), 150), ("eleven", (6, 5), 150), ("ce", (6, 6), 30), ("ce", (5, 6), 70)),
    ],
)
def test_CC_PROP_CC_CE_decided_by_one_roll(kind, dice, won):
    for point in (None, 8):
        game = at_point(point)
        bet(game, kind, 10)
        assert net(game, *dice) == won
        bet(game, kind, 10)
        assert net(game, 4, 4) == -10


@pytest.mark.parametrize(
    ("kind", "number", "amount", "by_total"),
    [
        ("horn", None, 4, {2: 27, 3: 12, 11: 12, 12: 27, 7: -4}),
        ("horn_high", 2, 5, {2: 57, 3: 11, 11: 11, 12: 26, 7: -5}),
        ("horn_high", 3, 5, {2: 26, 3: 27, 11: 11, 12: 26, 8: -5}),
        ("horn_high", 11, 5, {2: 26, 3: 11, 11: 27, 12: 26}),
        ("horn_high", 12, 5, {2: 26, 3: 11, 11: 11, 12: 57}),
        ("world", None, 5, {2: 26, 3: 11, 11: 11, 12: 26, 7: 0, 4: -5}),
    ],
)
def test_CC_HORN_CC_HORNHIGH_CC_WORLD(kind, number, amount, by_total):
    for total, won in by_total.items():
        game = new_game()
        bet(game, kind, amount, number)
        answer = roll(game, *dice_of(total))
        assert (answer["net"], answer["on_table"], answer["cash"]) == (won, 0, 1000 + won)


def test_CC_WORLD_a_seven_is_a_push():
    game = new_game()
    bet(game, "world", 5)
    assert roll(game, 3, 4)["resolved"][0]["result"] == "push"


@pytest.mark.parametrize(("kind", "parts"), [("horn", 4), ("horn_high", 5), ("world", 5), ("ce", 2)])
def test_CC_HORN_parts_are_equal_and_whole_cents(kind, parts):
    game = new_game()
    fields = {"number": 2} if kind == "horn_high" else {}
    assert "equal parts" in refused(game, {"bet": kind, "amount": 0.01, **fields})
    game.do({"bet": kind, "amount": parts / 100, **fields})
    assert "equal parts" in refused(game, {"take_down": kind, "amount": 0.01, **fields})


def test_CC_HOP_either_order_easy_and_hard():
    game = new_game()
    bet(game, "hop", 1, [6, 5])
    bet(game, "hop", 1, [5, 6])
    assert game.state()["bets"][0] | {"working": True} == {
        "bet": "hop",
        "number": [5, 6],
        "parent": None,
        "amount": 2,
        "working": True,
        "vig": 0,
    }
    assert net(game, 6, 5) == 30
    bet(game, "hop", 1, [3, 3])
    assert net(game, 3, 3) == 30
    game = new_game(hop={"hard": 29})
    bet(game, "hop", 1, [3, 3])
    assert net(game, 3, 3) == 29


SMALL = ((1, 1), (1, 2), (2, 2), (1, 4), (3, 3))
TALL = ((4, 4), (4, 5), (4, 6), (5, 6), (6, 6))


@pytest.mark.parametrize(
    ("kind", "dice", "won"), [("small", SMALL, 340), ("tall", TALL, 340), ("all", SMALL + TALL, 1750)]
)
def test_CC_ATS_every_number_before_a_seven(kind, dice, won):
    game = new_game()
    bet(game, kind, 10)
    for pair in (*dice[:-1], *dice[:-1]):
        assert net(game, *pair) == 0
    assert net(game, *dice[-1]) == won
    assert game.state()["on_table"] == 0


def test_CC_ATS_a_come_out_seven_loses_and_it_is_bet_before_a_hands_first_come_out_only():
    game = new_game()
    bet(game, "small", 10)
    assert net(game, 3, 4) == -10
    assert "CC-ATS" in refused(game, {"bet": "small", "amount": 10})
    roll(game, 2, 2)
    roll(game, 3, 4)
    bet(game, "small", 10)


def test_CC_ATS_payouts_are_the_houses():
    game = new_game(ats={"small": 30})
    bet(game, "small", 10)
    assert sum(net(game, *pair) for pair in SMALL) == 300


def make_points(game, points):
    return sum(net(game, *dice_of(point)) for point in points for _ in range(2))


@pytest.mark.parametrize(("points", "won"), [((4, 5, 6), -1), ((4, 5, 6, 8), 24), ((4, 5, 6, 8, 9), 249)])
def test_CC_FIRE_is_decided_at_the_seven_out_by_different_points(points, won):
    game = new_game()
    bet(game, "fire", 1)
    assert net(game, 3, 4) == net(game, 1, 1) == net(game, 5, 6) == 0
    assert make_points(game, [*points, points[0]]) == 0
    roll(game, *dice_of(10))
    assert net(game, 3, 4) == won


def test_CC_FIRE_the_sixth_point_pays_at_once():
    game = new_game()
    bet(game, "fire", 1)
    assert make_points(game, (4, 5, 6, 8, 9, 10)) == 999
    assert game.state()["on_table"] == 0
    assert "CC-FIRE" in refused(game, {"bet": "fire", "amount": 1})


def test_CC_FIRE_pays_what_the_house_pays():
    game = new_game(fire={"4": 10, "5": 200, "6": 2000})
    bet(game, "fire", 1)
    make_points(game, (4, 5, 6, 8))
    roll(game, 4, 6)
    assert net(game, 3, 4) == 10


@pytest.mark.parametrize(("number", "times", "pays"), [(2, 2, 40), (4, 4, 65), (6, 6, 90), (8, 6, 90), (11, 3, 50)])
def test_CC_REPEAT_so_often_before_a_seven(number, times, pays):
    game = new_game()
    bet(game, "repeater", 1, number)
    for _ in range(times - 1):
        assert net(game, *dice_of(number)) == 0
        assert "CC-REPEAT" in refused(game, {"bet": "repeater", "number": number, "amount": 1})
    assert net(game, *dice_of(number)) == pays


def test_CC_REPEAT_any_seven_loses_and_only_its_own_number_begins_the_count():
    game = new_game()
    bet(game, "repeater", 1, 6)
    roll(game, 1, 1)
    bet(game, "repeater", 1, 6)
    assert net(game, 3, 4) == -2


def test_breakage_a_profit_is_rounded_down_to_the_cent_or_to_the_unit():
    for rounding, won in (("cent", 5.83), ("unit", 5)):
        game = at_point(8, payout_rounding=rounding)
        bet(game, "place", 5, 6)
        assert net(game, 3, 3) == won


def test_breakage_comes_after_a_commission_on_the_win():
    game = at_point(8, payout_rounding="unit", vig="on_win")
    bet(game, "buy", 5, 9)
    assert net(game, 4, 5) == 7
    bet(game, "lay", 0.01, 9)
    assert net(game, 3, 4) == 0


def test_crapless_two_three_eleven_and_twelve_are_points():
    game = new_game(crapless=True)
    bet(game, "pass", 10)
    assert net(game, 1, 1) == 0
    assert game.state()["point"] == 2
    bet(game, "odds", 10, parent="pass")
    bet(game, "place", 4, 3)
    assert net(game, 1, 2) == 11
    assert net(game, 1, 1) == 10 + 60
    for kind in ("dont_pass", "place_lose", "fire"):
        assert "crapless" in refused(game, {"bet": kind, "amount": 10, **({"number": 6} if "_lose" in kind else {})})


def test_crapless_odds_are_true_on_every_number():
    for number, pays in ((2, (6, 1)), (3, (3, 1)), (11, (3, 1)), (12, (6, 1)), (6, (6, 5))):
        rows = box_of("odds", number, "come", crapless=True).rows[None]
        outcome = next(one for one in rows[4] if one is not None and one.result == "win")
        assert (outcome.num, outcome.den) == pays
