"""Baccarat rule by rule (games.md A.3), with the source's one coup and its night."""

import random
from itertools import islice, product
from typing import Any

import pytest
from baccarat_model import BANKER_TABLE
from slow_models import answer

from controller.errors import ProtocolError
from controller.rules.baccarat import Baccarat
from controller.rules.baccarat_cards import RANKS, next_card_to, shuffled_shoe, total_of

BY_POINTS = ("K", "A", "2", "3", "4", "5", "6", "7", "8", "9")
PLAYER_WINS = ("9", "J", "K", "Q")
BANKER_WINS = ("J", "9", "K", "Q")
TIED = ("9", "9", "K", "Q")
LEDGER_BETS = [("A", "banker", 100), ("B", "player", 10), ("C", "banker", 80), ("D", "banker", 60)]
LEDGER_BETS += [("E", "player", 30), ("F", "player", 70), ("G", "banker", 50)]


def night(seats: str = "A", money: Any = 1000, **options: Any) -> Baccarat:
    return Baccarat.set_up({"seats": dict.fromkeys(seats, money)} | options)


def bet(game: Baccarat, seat: str, side: str, amount: Any) -> str:
    return answer(game, {"do": "bet", "seat": seat, "side": side, "amount": amount})


def deal(game: Baccarat, *cards: str) -> str:
    """Deal a coup in the order P, B, P, B and so on; give the last ruling."""
    ruling = answer(game, {"do": "deal"})
    for rank in cards:
        ruling = card(game, rank)
    return ruling


def card(game: Baccarat, rank: Any) -> str:
    return answer(game, {"do": "card", "rank": rank})


def test_the_transcript_of_the_protocol():
    game = night()
    assert bet(game, "A", "banker", 100) == "ok"
    assert deal(game, "9", "J", "7", "Q") == "ok"
    state = game.state()
    assert (state["player_total"], state["banker_total"], state["next_card_to"]) == (6, 0, "banker")
    assert card(game, "K") == "player"
    assert game.state()["paid"] == {"A": 0}


def test_BA_1_the_last_digit_of_the_sum_and_nearer_9_wins():
    assert [total_of([rank]) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert total_of(["9", "7"]) == 6
    assert deal(night(), *PLAYER_WINS) == "player"
    assert deal(night(), *BANKER_WINS) == "banker"
    assert deal(night(), *TIED) == "tie"


def test_BA_2_bets_before_the_cards_only_and_a_decided_coup_opens_the_next():
    game = night()
    assert card(game, "9") == "refused"
    deal(game)
    assert bet(game, "A", "player", 5) == "refused"
    for rank in PLAYER_WINS:
        card(game, rank)
    assert bet(game, "A", "player", 5) == bet(game, "A", "banker", 5) == "ok"
    assert (game.state()["player"], game.state()["paid"]) == ([], {})


def test_BA_3_cards_go_player_banker_player_banker():
    game = night()
    deal(game)
    seen = []
    for rank in ("2", "3", "4", "A"):
        seen.append(game.state()["next_card_to"])
        card(game, rank)
    assert seen == ["player", "banker", "player", "banker"]
    assert (game.state()["player"], game.state()["banker"]) == (["2", "4"], ["3", "A"])
    assert answer(night(), {"do": "deal"}) == "ok"
    assert answer(game, {"do": "deal"}) == "refused"


def test_BA_4_to_BA_7_the_whole_table_of_draws():
    """Every four first cards and every third card by their points, against the table written out."""
    for p1, b1, p2, b2 in product(range(10), repeat=4):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        mine, theirs = (BY_POINTS[p1], BY_POINTS[p2]), (BY_POINTS[b1], BY_POINTS[b2])
        if player >= 8 or banker >= 8:
            expected = None
        elif player <= 5:
            expected = "player"
        else:
            expected = "banker" if banker <= 5 else None
        assert next_card_to(mine, theirs) == expected
        if expected == "player":
            drawn = [next_card_to((*mine, third), theirs) for third in BY_POINTS]
            assert drawn == ["banker" if sign == "D" else None for sign in BANKER_TABLE[banker]]
        elif expected == "banker":
            assert {next_card_to(mine, (*theirs, third)) for third in BY_POINTS} == {None}


def test_BA_6_no_card_after_the_bankers_third():
    for total, third in product(range(8), BY_POINTS):
        banker = ("K", BY_POINTS[total], "5")
        assert next_card_to(("K", "K", third), banker) is None


def test_error_1_of_the_source_a_banker_of_3_draws_on_a_9_too():
    assert next_card_to(("K", "2", "9"), ("K", "3")) == "banker"
    assert next_card_to(("K", "2", "8"), ("K", "3")) is None


def test_error_2_of_the_source_a_banker_of_6_stands_when_the_player_stood():
    assert next_card_to(("K", "7"), ("K", "6")) is None
    assert next_card_to(("K", "7"), ("K", "5")) == "banker"


@pytest.mark.parametrize(
    ("cards", "winner", "totals"),
    [
        (("8", "9", "K", "J"), "banker", (8, 9)),
        (("9", "4", "K", "J"), "player", (9, 4)),
        (("6", "4", "K", "J", "5"), "banker", (6, 9)),
        (("2", "3", "A", "A", "3", "4"), "banker", (6, 8)),
    ],
)
def test_the_sources_four_examples(cards, winner, totals):
    game = night()
    assert deal(game, *cards) == winner
    assert (game.state()["player_total"], game.state()["banker_total"]) == totals


def test_BA_8_player_pays_evens_and_banker_less_5_percent():
    game = night("AB")
    bet(game, "A", "player", 59.5)
    bet(game, "B", "banker", 100)
    deal(game, *PLAYER_WINS)
    assert (game.state()["paid"], game.state()["commission"]) == ({"A": 119, "B": 0}, 0)
    bet(game, "A", "player", 59.5)
    bet(game, "B", "banker", 100)
    deal(game, *BANKER_WINS)
    assert (game.state()["paid"], game.state()["commission"]) == ({"A": 0, "B": 195}, 5)
    assert game.state()["seats"] == {"A": 1000, "B": 995}


def test_BA_8_the_commission_is_rounded_half_up_to_the_cent():
    for amount, commission in ((0.1, 0.01), (0.09, 0), (0.3, 0.02), (0.29, 0.01)):
        game = night()
        bet(game, "A", "banker", amount)
        deal(game, *BANKER_WINS)
        assert game.state()["commission"] == commission


def test_BA_9_a_tie_gives_both_sides_back_and_pays_8():
    game = night()
    for side in ("player", "banker", "tie"):
        assert bet(game, "A", side, 10) == "ok"
    deal(game, *TIED)
    assert (game.state()["paid"], game.state()["seats"], game.state()["ledger"]["house"]) == (
        {"A": 110},
        {"A": 1080},
        -80,
    )
    deal(game, *TIED)
    bet(game, "A", "tie", 10)
    deal(game, *PLAYER_WINS)
    assert game.state()["paid"] == {"A": 0}


def test_BA_10_a_new_shoe_after_its_coups():
    game = night(coups=3)
    for number in range(7):
        assert game.state()["coup"] == (number + 2) % 3 + 1 if number else game.state()["coup"] == 0
        deal(game, *PLAYER_WINS)
    assert (game.state()["coup"], len(game.state()["ledger"]["shoes"])) == (1, 3)
    assert game.state()["over"] is False


@pytest.mark.parametrize(("cards", "guests", "paid"), [(PLAYER_WINS, -180, 220), (BANKER_WINS, 180, 565.5)])
def test_the_sources_one_coup_110_against_290(cards, guests, paid):
    """The owner wins 180 net; had the banker won he would pay 165.50, the 180 less a commission of 14.50."""
    game = night("ABCDEFG")
    for seat, side, amount in LEDGER_BETS:
        bet(game, seat, side, amount)
    bets = {side: sum(amount for _, on, amount in LEDGER_BETS if on == side) for side in ("player", "banker")}
    assert bets == {"player": 110, "banker": 290}
    deal(game, *cards)
    state = game.state()
    assert state["ledger"]["guests"] == guests
    assert sum(state["paid"].values()) == paid
    assert state["ledger"]["house"] == (180 if cards is PLAYER_WINS else -165.5)


SHOES = {1: (280, 59.5), 2: (-680, 64), 3: (480, 75), 4: (840, 59.5), 5: (-320, 55.5), 6: (440, 72.5)}


def play_shoe(game: Baccarat, guests: int, commission: float) -> None:
    """Play 40 coups that come to a shoe of the source's ledger, in bets of 10 dollars and more.

    The commission says what was staked on winning Bankers; the guests' losses on Player are the rest.
    """
    won = round(commission * 20)
    lost = won - guests
    bets = [("banker", amount, BANKER_WINS) for amount in split(won, 20)]
    bets += [("player", amount, BANKER_WINS) for amount in split(lost, 20)]
    assert len(bets) == 40
    for side, amount, cards in bets:
        assert amount % 10 == 0
        assert bet(game, "ABCDEFG"[amount % 7], side, amount) == "ok"
        assert deal(game, *cards) == "banker"


def split(amount: int, parts: int) -> list[int]:
    """Split into multiples of 10."""
    each = amount // 10 // parts * 10
    return [each + (10 if number < (amount - each * parts) // 10 else 0) for number in range(parts)]


def test_a_night_of_six_shoes_gives_the_sources_books():
    game = night("ABCDEFG", 20_000)
    for number, (guests, commission) in SHOES.items():
        play_shoe(game, guests, commission)
        book = game.state()["ledger"]["shoes"][number - 1]
        assert (book["guests"], book["commission"]) == (guests, commission)
    ledger = game.state()["ledger"]
    assert (ledger["guests"], ledger["commission"], ledger["house"]) == (1040, 386, -654)
    assert len(ledger["shoes"]) == 6
    assert sum(game.state()["seats"].values()) == 7 * 20_000 + 654


@pytest.mark.parametrize("rank", [10, None, ["A"], True])
def test_a_rank_that_is_no_text_is_an_error(rank):
    game = night()
    deal(game)
    assert card(game, rank) == "error"


@pytest.mark.parametrize("rank", ["1", "11", "X", "a", "T", ""])
def test_BA_1_a_rank_that_no_card_has_is_refused_and_nobody_gets_it(rank):
    game = night()
    deal(game)
    before = game.state()
    assert card(game, rank) == "refused"
    assert game.state() == before
    assert "(BA-1)" in (game.why_not({"do": "card", "rank": rank}) or "")


@pytest.mark.parametrize(
    ("seat", "side", "amount"),
    [("Z", "player", 1), ("A", "both", 1), ("A", "tie", 0), ("A", "tie", 1001), ("A", "tie", "1"), ("A", "tie", 0.001)],
)
def test_a_bad_bet_is_refused(seat, side, amount):
    assert bet(night(), seat, side, amount) == "refused"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": {}},
        {"seats": {"A": -1}},
        {"seats": ["A"]},
        {"commission": -0.1},
        {"commission": 1.5},
        {"commission": "5 %"},
        {"tie_pays": None},
        {"tie_pays": float("nan")},
        {"coups": 0},
        {"coups": 2.5},
        {"decks": 8},
    ],
)
def test_a_set_up_that_is_none(wrong):
    with pytest.raises(ProtocolError):
        Baccarat.set_up({"seats": {"A": 100}} | wrong)


def test_a_shoe_is_shuffled_by_its_seed_and_holds_its_decks():
    cards = list(islice(shuffled_shoe(8, random.Random(5)), 416))
    assert {rank: cards.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 32)
    assert cards == list(islice(shuffled_shoe(8, random.Random(5)), 416))


def test_what_people_see():
    game = night("AB")
    bet(game, "A", "banker", 100)
    assert game.view().seats[0].bets == (("banker", 10000),)
    deal(game, "9", "J", "7", "Q")
    assert game.view().prompt == "The next card goes to the banker."
    card(game, "K")
    view = game.view()
    assert view.sheet is not None
    assert view.sheet.rows == (("player", "9 7", "6"), ("banker", "J Q K", "0"))
    assert [seat.payout_cents for seat in view.seats] == [-10000, None]
    assert not game.expects_throw()
