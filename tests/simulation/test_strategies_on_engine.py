"""What is simulated at many tables at once equals what the engine does, bankroll by bankroll, throw by throw."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import ConfigError, RuleError
from controller.rules.casino.layout import layout_of
from controller.rules.casino.settings import ON_WIN, Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS
from controller.simulation.automaton import compile_evening
from controller.simulation.casino_play import CasinoEvening, Rule
from controller.simulation.crowd import Crowd
from controller.simulation.dice import open_stream, throw_pairs
from controller.simulation.evenings import play_out
from controller.simulation.plans import BankRound, CasinoSeat, StreetPair, automaton_of
from controller.simulation.strategies import BANK, CASINO, STREET, find_strategy

UNIT_CENTS = 1000
THROWS = 400
HOUSE = Settings()


def simulated(automaton, pairs, bankroll_cents):
    """Give each table's wealth after every throw: tables × throws × players."""
    crowd = Crowd(automaton, pairs.shape[1], bankroll_cents)
    rows = []
    for thrown in pairs:
        crowd.throw(thrown)
        rows.append(np.stack(crowd.wealth_cents, axis=1))
    return np.stack(rows, axis=1)


def assert_equal_to_engine(party, bankroll_cents, seed, tables=12):
    pairs = throw_pairs(open_stream(seed), THROWS * tables).reshape(THROWS, tables)
    found = simulated(automaton_of(party, UNIT_CENTS), pairs, bankroll_cents)
    for table in range(tables):
        throws = [ALL_PAIRS[pair] for pair in pairs[:, table]]
        played = list(play_out(party.begin(UNIT_CENTS, bankroll_cents), throws))
        assert found[table].tolist() == [list(wealth) for wealth in played]
    return found


@pytest.mark.parametrize("bankroll_units", [3, 20, 1000])
@pytest.mark.parametrize("strategy", CASINO, ids=lambda strategy: strategy.name)
def test_CC_every_strategy_equals_the_engine(strategy, bankroll_units):
    assert_equal_to_engine(CasinoSeat(HOUSE, strategy.rules), bankroll_units * UNIT_CENTS, seed=bankroll_units)


@pytest.mark.parametrize(
    "house",
    [
        Settings(bar=3, odds="10x", vig=ON_WIN, payout_rounding="unit"),
        Settings(on_at_come_out=frozenset({"place", "come_odds", "hard", "lay"}), vig_rounding="floor"),
        Settings(crapless=True, odds="2x"),
    ],
)
def test_CC_mixed_bets_equal_the_engine_in_other_houses(house):
    rules = (
        Rule("pass", odds="max"),
        Rule("buy", 4, Fraction(3, 2)),
        Rule("lay", 10, Fraction(2), when="point", not_on_point=True),
        Rule("hop", (2, 5), steps=(1, 2, 3)),
        Rule("place", 8, Fraction(6, 5), when="come_out"),
    )
    assert_equal_to_engine(CasinoSeat(house, rules), 15 * UNIT_CENTS, seed=5)


@pytest.mark.parametrize("bankroll_units", [1, 4, 50])
@pytest.mark.parametrize("name", STREET)
def test_SC_street_craps_equals_the_engine(name, bankroll_units):
    wealth = assert_equal_to_engine(StreetPair(STREET[name]), bankroll_units * UNIT_CENTS, seed=bankroll_units)
    assert set(wealth.sum(axis=2).ravel()) == {2 * bankroll_units * UNIT_CENTS}


@pytest.mark.parametrize("bankroll_units", [3, 10, 500])
@pytest.mark.parametrize("name", BANK)
def test_FB_bank_craps_equals_the_engine(name, bankroll_units):
    wealth = assert_equal_to_engine(BankRound(BANK[name], 4), bankroll_units * UNIT_CENTS, seed=bankroll_units)
    assert set(wealth.sum(axis=2).ravel()) == {4 * bankroll_units * UNIT_CENTS}


def test_CC_MIX_seats_at_one_table_do_not_touch_each_other():
    names = ("pass-odds", "dont-come")
    pairs = throw_pairs(open_stream(4), THROWS).reshape(THROWS, 1)
    table = CrapsTable.begin(layout_of(HOUSE), dict.fromkeys(names, 10**9))
    seats = [
        CasinoEvening(table, find_strategy(name).rules, UNIT_CENTS, (0,) * len(find_strategy(name).rules), name)
        for name in names
    ]
    alone = [
        simulated(automaton_of(CasinoSeat(HOUSE, find_strategy(name).rules), UNIT_CENTS), pairs, 10**9)[0]
        for name in names
    ]
    for number, pair in enumerate(pairs[:, 0]):
        for seat in seats:
            seat.act()
        table.roll(ALL_PAIRS[pair])
        assert [seat.wealth_cents() for seat in seats] == [tuple(wealth[number]) for wealth in alone]


def test_an_evening_ends_when_the_next_bet_cannot_be_paid():
    automaton = automaton_of(CasinoSeat(HOUSE, find_strategy("field").rules), UNIT_CENTS)
    crowd = Crowd(automaton, 2, UNIT_CENTS)
    nine, seven = ALL_PAIRS.index((4, 5)), ALL_PAIRS.index((3, 4))
    for pair in (seven, nine, nine):
        crowd.throw(np.array([pair, nine], dtype=np.uint8))
    assert crowd.wealth_cents[0].tolist() == [0, 4 * UNIT_CENTS]
    assert crowd.ended().tolist() == [True, False]


def test_odds_that_cannot_be_paid_are_left_out_and_the_flat_bet_goes_on():
    automaton = automaton_of(CasinoSeat(HOUSE, find_strategy("pass-2x").rules), UNIT_CENTS)
    crowd = Crowd(automaton, 1, 2 * UNIT_CENTS)
    for dice in ((2, 2), (1, 3)):
        crowd.throw(np.array([ALL_PAIRS.index(dice)], dtype=np.uint8))
    assert crowd.wealth_cents[0].tolist() == [3 * UNIT_CENTS]


def test_martingale_doubles_after_a_loss_and_starts_anew_after_a_win():
    evening = CasinoEvening.begin(HOUSE, find_strategy("martingale").rules, UNIT_CENTS, 10**6)
    craps, natural = (1, 1), (3, 4)
    wealth = [each[0] - 10**6 for each in play_out(evening, [craps, craps, natural, natural])]
    assert wealth == [-1000, -3000, 1000, 2000]


def test_a_strategy_against_the_rules_is_refused():
    with pytest.raises(ConfigError, match="CC-ODDS-LIMIT"):
        compile_evening(CasinoSeat(HOUSE, (Rule("pass", odds=9),)).begin(UNIT_CENTS, 10**12))
    with pytest.raises(ConfigError, match="whole cents"):
        CasinoSeat(HOUSE, (Rule("place", 6, Fraction(1, 7)),)).begin(UNIT_CENTS, 10**12)
    with pytest.raises(ConfigError, match="place"):
        CasinoSeat(HOUSE, (Rule("place", 7),)).begin(UNIT_CENTS, 10**12)


def test_a_strategy_with_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr("controller.simulation.automaton.MOST_STATES", 5)
    with pytest.raises(ConfigError, match="over 5 states"):
        compile_evening(CasinoSeat(HOUSE, (Rule("pass"),)).begin(UNIT_CENTS, 10**12))


def test_acting_without_money_is_the_engine_s_refusal():
    evening = CasinoSeat(HOUSE, (Rule("pass"),)).begin(UNIT_CENTS, UNIT_CENTS - 1)
    with pytest.raises(RuleError, match="CC-BANK"):
        evening.act()


RULES = st.builds(
    Rule,
    bet=st.sampled_from(["pass", "dont_pass", "field", "any7", "horn", "big6", "world"]),
    units=st.sampled_from([Fraction(1), Fraction(5), Fraction(20)]),
    when=st.sampled_from(["always", "come_out", "point"]),
    odds=st.sampled_from([0, 1, "max"]),
    steps=st.sampled_from([(1,), (1, 2), (3, 1)]),
) | st.builds(
    Rule,
    bet=st.sampled_from(["place", "buy", "lay", "put", "hard"]),
    number=st.sampled_from([4, 6, 8, 10]),
    units=st.sampled_from([Fraction(1), Fraction(3, 5)]),
    when=st.sampled_from(["always", "point"]),
    not_on_point=st.booleans(),
)
HOUSES = st.builds(
    Settings,
    bar=st.sampled_from([2, 3, 12]),
    vig=st.sampled_from(["upfront", "on_win"]),
    payout_rounding=st.sampled_from(["cent", "unit"]),
    on_at_come_out=st.sets(st.sampled_from(["place", "buy", "lay", "hard", "come_odds"])).map(frozenset),
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(RULES, min_size=1, max_size=3, unique_by=lambda rule: (rule.bet, rule.number)).map(tuple),
    HOUSES,
    st.integers(1, 60_000),
    st.integers(0, 10**6),
)
def test_CC_MIX_any_rules_in_any_house_equal_the_engine(rules, house, bankroll_cents, seed):
    assert_equal_to_engine(CasinoSeat(house, rules), bankroll_cents, seed, tables=2)
