"""Baccarat against an independent slow model, and the money of a whole night."""

from baccarat_model import BaccaratModel
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_models import answer, play_both

from controller.rules.baccarat import Baccarat
from controller.rules.baccarat_cards import RANKS

CARD = st.fixed_dictionaries({"do": st.just("card"), "rank": st.sampled_from(RANKS)})
BET = st.fixed_dictionaries(
    {
        "do": st.just("bet"),
        "seat": st.sampled_from("ABZ"),
        "side": st.sampled_from(["player", "banker", "tie", "none"]),
        "amount": st.integers(0, 6000).map(lambda cents: cents / 100),
    }
)
LINES = st.lists(st.one_of(BET, st.just({"do": "deal"}), CARD, CARD, CARD), max_size=80)
SEATS = {"A": 100, "B": 60}


@settings(max_examples=200, deadline=None)
@given(LINES, st.sampled_from(["0.05", "0.04", "0"]), st.integers(1, 3))
def test_the_engine_rules_as_the_slow_model_does(lines, commission, coups):
    game = Baccarat.set_up({"seats": SEATS, "commission": float(commission), "coups": coups})
    play_both(game, BaccaratModel(SEATS, commission, coups=coups), lines)


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_what_the_seats_have_lost_the_house_has_won(lines):
    game = Baccarat.set_up({"seats": SEATS})
    for line in lines:
        answer(game, line)
        table = game.table
        money = sum(table.seats_cents.values()) + sum(table.bets.values())
        assert money + table.house_cents == 16_000
        assert min(table.seats_cents.values()) >= 0
        assert game.copy().state() == game.state()
