"""What the dice do without bets, exactly."""

from fractions import Fraction

from controller.rules.casino.layout import layout_of
from controller.rules.casino.settings import Settings
from controller.rules.casino.table import CrapsTable
from controller.rules.dice import ALL_PAIRS
from controller.rules.odds.chain import expected_gains
from controller.rules.odds.figures import (
    ending_chances,
    round_lengths,
    throws_of_round,
    total_chances,
    turn_lengths,
    turns,
)


def test_SC_30_percent_of_the_source_but_for_the_seven():
    rows = list(total_chances())
    assert sum(row.chance for row in rows) == 1
    assert {row.total: (row.percent, row.source_percent) for row in rows if row.percent != row.source_percent} == {
        7: (16.7, 16.6)
    }


def test_SC_decision_2_rounds_and_throws_a_turn():
    found = {turn.preset: (turn.rounds, turn.throws) for turn in turns()}
    assert found == {
        "literal": (Fraction(495, 361), Fraction(1671, 361)),
        "standard": (Fraction(495, 196), Fraction(1671, 196)),
    }


def test_SC_a_round_ends_in_one_of_four_ways():
    assert ending_chances() == {
        "natural": Fraction(8, 36),
        "craps": Fraction(4, 36),
        "pass": Fraction(134, 495),
        "seven_out": Fraction(196, 495),
    }


def test_SC_length_of_a_round_has_its_mean():
    chances = round_lengths(200)
    assert chances[0] == Fraction(12, 36)
    assert throws_of_round() == Fraction(557, 165)
    mean = sum(length * chance for length, chance in enumerate(chances, start=1))
    assert abs(float(mean - throws_of_round())) < 1e-12


def test_SC_a_turn_cannot_end_on_the_first_throw_at_the_usual_rules():
    standard, literal = turn_lengths("standard", 300), turn_lengths("literal", 300)
    assert standard[0] == 0
    assert standard[1] == Fraction(24, 36) * Fraction(6, 36)
    assert literal[0] == Fraction(12, 36)
    mean = sum(length * chance for length, chance in enumerate(standard, start=1))
    assert abs(float(mean) - 1671 / 196) < 1e-9


def test_CC_the_casino_puck_gives_the_same_throws_a_shooter():
    def steps(table):
        for dice in ALL_PAIRS:
            after = table.copy()
            yield 1, None if after.roll(dice).result == "seven_out" else after, (1,)

    start = CrapsTable.begin(layout_of(Settings()), {"player": 100})
    assert expected_gains(start, lambda table: table.point, steps) == (Fraction(1671, 196),)
