"""The strategies that have names, as data, and how they are put together."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from controller.errors import ConfigError
from controller.simulation.bank_play import BankHabits
from controller.simulation.casino_play import ALL_ODDS, POINT_ON, Rule
from controller.simulation.strategy_file import read_rules
from controller.simulation.street_play import StreetHabits

SIX_EIGHT = Fraction(6, 5)
"""Place bets on 6 and 8 go by sixes where others go by fives: 12 for a unit of 10."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A casino strategy: its name, what it does in words, and its rules."""

    name: str
    about: str
    rules: tuple[Rule, ...]


CASINO: tuple[Strategy, ...] = (
    Strategy("pass", "Pass line, no odds.", (Rule("pass"),)),
    Strategy("pass-2x", "Pass line with 2x odds.", (Rule("pass", odds=2),)),
    Strategy("pass-odds", "Pass line with all odds the house allows.", (Rule("pass", odds=ALL_ODDS),)),
    Strategy("dont-lay", "Don't pass with all odds laid.", (Rule("dont_pass", odds=ALL_ODDS),)),
    Strategy(
        "place-6-8",
        "Place 6 and 8 while the point is on.",
        tuple(Rule("place", number, SIX_EIGHT, when=POINT_ON) for number in (6, 8)),
    ),
    Strategy(
        "iron-cross",
        "Place 5, 6 and 8 and the field with the point on: only the 7 loses.",
        (
            Rule("place", 5, when=POINT_ON),
            Rule("place", 6, SIX_EIGHT, when=POINT_ON),
            Rule("place", 8, SIX_EIGHT, when=POINT_ON),
            Rule("field", when=POINT_ON),
        ),
    ),
    Strategy("hardways", "All four hardways.", tuple(Rule("hard", number) for number in (4, 6, 8, 10))),
    Strategy("field", "The field on every roll.", (Rule("field"),)),
    Strategy(
        "come",
        "Pass line and two come bets, 2x odds behind each.",
        (Rule("pass", odds=2), Rule("come", at_most=2, odds=2)),
    ),
    Strategy(
        "dont-come",
        "Don't pass and two don't come bets, no odds.",
        (Rule("dont_pass"), Rule("dont_come", at_most=2)),
    ),
    Strategy(
        "martingale",
        "Pass line, doubled after each loss up to 32 units, then from 1 again.",
        (Rule("pass", steps=(1, 2, 4, 8, 16, 32)),),
    ),
)
STREET: dict[str, StreetHabits] = {
    "full-cover": StreetHabits(),
    "half-cover": StreetHabits(cover=Fraction(1, 2)),
    "hand-over": StreetHabits(hands_over=True),
}
BANK: dict[str, BankHabits] = {
    "first-jet": BankHabits(),
    "low-band": BankHabits(bands=(("low", Fraction(1)),)),
    "both-bands": BankHabits(bands=(("low", Fraction(1)), ("high", Fraction(1)))),
}
_BY_NAME = {strategy.name: strategy for strategy in CASINO}


def find_strategy(text: str) -> Strategy:
    """Find a casino strategy: a name, several joined by `+`, or a TOML file of rules. Raises ConfigError."""
    if text.endswith(".toml"):
        path = Path(text)
        about, rules = read_rules(path)
        return Strategy(path.stem, about, rules)
    parts = [_named(name.strip()) for name in text.split("+")]
    rules = tuple(rule for part in parts for rule in part.rules)
    boxes = [(rule.bet, rule.number) for rule in rules]
    twice = next((box for box in boxes if boxes.count(box) > 1), None)
    if twice is not None:
        raise ConfigError(f"{text!r} has two rules for {twice[0]}. A box follows one rule.")
    return Strategy(text, " ".join(part.about for part in parts), rules)


def _named(name: str) -> Strategy:
    if name not in _BY_NAME:
        known = ", ".join(_BY_NAME)
        raise ConfigError(f"There is no strategy called {name!r}. The casino's are {known}, or give a TOML file.")
    return _BY_NAME[name]
