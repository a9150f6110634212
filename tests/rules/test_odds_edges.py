"""Exact edges from the engine equal the published table, row by row."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from controller.rules.casino.kinds import BoxKey
from controller.rules.casino.settings import ON_WIN, Settings
from controller.rules.dice import ALL_PAIRS
from controller.rules.odds import edges
from controller.rules.odds.bank import bank_edge
from controller.rules.odds.catalogue import NOT_OFFERED, house_lines, known_lines
from controller.rules.odds.chain import expected_gains
from controller.rules.odds.edges import edge_of
from controller.rules.odds.plays import LineOdds, Play, Wager, lone, mixed

FILE = Path(__file__).parents[1] / "data" / "craps_bets.json"
PUBLISHED = json.loads(FILE.read_text(encoding="utf-8"))
REFUSED = {(line.bet, line.variant) for line in NOT_OFFERED}
OFFERED = [row for row in PUBLISHED if (row["bet"], row["variant"]) not in REFUSED]


@pytest.fixture(scope="module")
def lines():
    return {(line.bet, line.variant): line for line in known_lines()}


@pytest.mark.parametrize("row", OFFERED, ids=lambda row: f"{row['bet']}, {row['variant']}")
def test_CC_the_engine_has_the_published_edge(row, lines):
    line = lines[row["bet"], row["variant"]]
    found = {
        "payout": line.payout,
        "edge_per_bet_made": str(line.edge.per_bet_made),
        "edge_per_bet_resolved": str(line.edge.per_bet_resolved),
        "push_probability": str(line.edge.push_chance),
        "expected_rolls_to_resolve": str(line.edge.rolls),
        "per_roll": str(line.edge.per_roll),
        "average_total_bet": str(line.edge.risked),
    }
    known = {name: row[name] for name in found if row.get(name) is not None}
    assert {name: found[name] for name in known} == known


def test_CC_MIX_what_is_not_offered_is_listed_with_why(lines):
    assert len(REFUSED) == 6
    assert {(row["bet"], row["variant"]) for row in PUBLISHED} >= REFUSED
    for key in REFUSED:
        assert lines[key].edge is None
        assert lines[key].why_not


def test_a_bet_is_listed_once():
    names = [(line.bet, line.variant) for line in house_lines(Settings())]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", ["pass", "dont_come", "fire", "world"])
def test_rolls_that_no_bet_tells_apart_are_safely_taken_together(kind, monkeypatch):
    (play,) = lone(Settings(), kind)
    together = edge_of(play)
    monkeypatch.setattr(edges, "_distinct_rolls", lambda bets, point: tuple((dice, 1) for dice in ALL_PAIRS))
    assert edge_of(play) == together


@pytest.mark.parametrize("kind", ["come", "place", "small", "hard"])
def test_the_point_is_left_out_only_where_it_does_not_matter(kind, monkeypatch):
    numbers = {"place": (6,), "hard": (8,)}.get(kind, ())
    (play,) = lone(Settings(), kind, *numbers)
    without = edge_of(play)
    monkeypatch.setattr(edges, "_heeds_point", lambda box, called: True)
    assert edge_of(play) == without


def test_CC_place_bets_rounded_down_to_the_unit_cost_more():
    house = Settings(payout_rounding="unit")
    (six,) = (line for line in house_lines(house, 500) if (line.bet, line.variant) == ("place to win", "6 or 8"))
    assert six.edge.per_bet_made == Fraction(1, 11)  # 5 pays 5 instead of 5.83


def test_CC_VIG_ROUND_commission_rounded_down_on_a_win():
    house = Settings(vig=ON_WIN, vig_rounding="floor")
    buys = [line for line in house_lines(house, 1900) if line.bet == "buy"]
    assert [line.edge.per_bet_made for line in buys] == [0, 0, 0]  # 5 % of 19 is 0.95: nothing


def test_CC_HORN_a_stake_that_cannot_be_split_is_not_offered():
    lines = {line.bet: line for line in house_lines(Settings(), 101)}
    assert lines["horn"].edge is None
    assert "CC-HORN" in lines["horn"].why_not
    assert lines["field"].edge is not None


def test_CC_ODDS_no_odds_no_rows():
    assert not [line for line in house_lines(Settings(odds="none")) if "odds" in line.bet]


def test_CC_PASS_odds_take_nothing_away_but_thin_the_edge_out():
    opening = (Wager(BoxKey("pass")),)
    alone, behind = (edge_of(Play(Settings(), opening, odds=odds)) for odds in (None, LineOdds("pass")))
    assert alone.per_bet_made * alone.risked == behind.per_bet_made * behind.risked
    assert behind.per_bet_made == Fraction(7, 1870)


def test_CC_MIX_two_bets_at_once_have_the_mean_edge():
    pair = edge_of(next(mixed(Settings(), BoxKey("field"), BoxKey("any7"))))
    assert pair.per_bet_made == (Fraction(1, 18) + Fraction(1, 6)) / 2
    assert pair.risked == 2


@pytest.mark.parametrize(
    ("band", "edge"),
    [(None, Fraction(7, 495)), (frozenset({5, 6, 7, 8}), Fraction(-1, 9)), (frozenset({7}), Fraction(2, 3))],
)
def test_FB_the_bank_has_its_edge(band, edge):
    assert bank_edge(band).per_bet_made == edge


def test_a_gambler_between_two_walls_takes_a_times_b_steps():
    def steps(at):
        return [(1, None if at + by in (0, 7) else at + by, (1, int(at + by == 7))) for by in (-1, 1)]

    assert expected_gains(3, lambda at: at, steps) == (Fraction(12), Fraction(3, 7))


def test_a_chain_without_an_end_is_refused():
    with pytest.raises(ValueError, match="does not surely end"):
        expected_gains(0, lambda at: at, lambda at: [(1, 0, (1,))])
