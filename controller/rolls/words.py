"""The figures in words that people understand at a table."""

import re

import numpy as np

from controller.rolls.chances import total_chances
from controller.rolls.fairness import ALL_DICE, Fairness, Tested
from controller.rolls.power import bias_shown
from controller.rolls.rounds import FAIR_MEAN, Rounds
from controller.rolls.study import Sevens, Study
from controller.rolls.table import FACES
from controller.rolls.watched import Evidence

_COLUMN = re.compile(r"d\d+")
BOX_UP = "Box up: take other dice."
GROSS = 0.25
"""An excess of one face beyond which a number says no more than the word."""
HARDLY_KNOWN = 0.05
"""A bound on misreadings beyond which it says more about the number of dice than about the eye."""


def verdict(fairness: Fairness) -> str:
    """Say what is known about the dice of one set."""
    if not fairness.rolls:
        return "No rolls yet."
    if fairness.evidence.crossed:
        return f"{_rolls(fairness.rolls)}: {strongest_sign(fairness)}. {BOX_UP}"
    return f"{_rolls(fairness.rolls)}: nothing unusual; {_still_hidden(bias_shown(fairness), fairness.named)}."


def _still_hidden(bias: float | None, named: int | None) -> str:
    if bias is None:
        return "too few to show any bias"
    if bias > GROSS:
        return "too few to show any but a grossly loaded die"
    what = "a bias" if named is None else f"an excess of the {named}"
    return f"{what} under {points(bias)} would not show yet"


def strongest_sign(fairness: Fairness) -> str:
    """Say what stands out most, measured by how far each test's evidence is above or below its own bound."""
    test = max(fairness.tests, key=lambda test: test.evidence.highest - test.evidence.bound)
    if not test.evidence.crossed:
        return "several small signs together"
    if test.what == "faces":
        return _face_sign(test)
    if test.what == "total":
        return _total_sign(test)
    if test.what == "together":
        return "the faces of the dice do not go together as those of fair, independent dice do"
    return "a throw depends on the one before it"


def _face_sign(test: Tested) -> str:
    n = int(test.counts.sum())
    off = test.counts - n / FACES
    face = int(np.argmax(np.abs(off)))
    often = "too often" if off[face] > 0 else "too rarely"
    share = f"{percent(test.counts[face] / n)} instead of {percent(1 / FACES)}"
    if test.die == ALL_DICE:
        return f"the dice show {face + 1} {often} ({share})"
    return f"{die_in_words(test.die)} shows {face + 1} {often} ({share})"


def die_in_words(name: str) -> str:
    """Name a die in a sentence, by its colour or by its column."""
    if _COLUMN.fullmatch(name):
        return f"die {name}"
    return f"the {name} die" if name else "the die"


def _total_sign(test: Tested) -> str:
    chances = total_chances(test.first)
    n = int(test.counts.sum())
    off = (test.counts - n * chances) / np.sqrt(n * chances)
    k = int(np.argmax(np.abs(off)))
    often = "too often" if off[k] > 0 else "too rarely"
    share = f"{percent(test.counts[k] / n)} instead of {percent(chances[k])}"
    return f"the total {k + test.first} comes {often} ({share})"


def headline(study: Study) -> str:
    """Say the verdict on the dice in play, and what else must be known with it."""
    current = study.current
    if current is None:
        return "No rolls yet."
    said = [verdict(current.fairness)]
    if study.named is not None:
        said.append(f"The {study.named} was named before the first roll.")
    if current.fairness.eps:
        said.append(_misreading_in_words(current.fairness.eps))
    for older in study.sets[:-1]:
        if older.fairness.evidence.crossed:
            said.append(f"{older.name or 'An older set'}, no longer in play: {strongest_sign(older.fairness)}.")
    if study.together is not None and study.together.evidence.crossed and not current.fairness.evidence.crossed:
        said.append(
            f"Over all dice that were in play, {strongest_sign(study.together)}: look at the table and the eye too."
        )
    return " ".join(said)


def _misreading_in_words(bound: float) -> str:
    if bound > HARDLY_KNOWN:
        return (
            f"How often the eye misreads is not known from so few dice: up to {percent(bound)} of them are allowed for."
        )
    return f"Misread dice, at most {percent(bound)} of them, are allowed for."


def sevens_in_words(sevens: Sevens) -> str:
    """Say how often a seven comes."""
    low, high = sevens.share
    often = f"1 in {1 / high:.2f} to {1 / low:.2f}" if low > 0 else f"1 in {1 / high:.2f} or rarer"
    return f"{_counted(sevens.sevens, 'seven')} in {_rolls(sevens.rolls)} of two dice: {often}; fair dice 1 in 6."


def rounds_in_words(rounds: Rounds) -> str:
    """Say how long rounds lasted; "" where none was decided."""
    if rounds.mean is None:
        return ""
    return f"{_counted(rounds.finished, 'round')} of {rounds.mean:.2f} rolls; fair dice {FAIR_MEAN:.2f}."


def evidence_in_words(evidence: Evidence) -> str:
    """Say how strong evidence is, as a bet: 1 is none, the bound is 1/level."""
    return f"{times(evidence.now)} of {times(evidence.bound)}"


def times(log_evidence: float) -> str:
    """Write evidence, given as a logarithm, as the factor by which a bet against fair dice has grown."""
    power = log_evidence / np.log(10)
    if power >= 6:
        return f"10^{power:.0f}"
    value = 10.0**power
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}" if value > 0.00099 else "under 0.001"


def points(share: float) -> str:
    """Write a difference of shares in percentage points."""
    value = 100 * share
    number = f"{value:.0f}" if value >= 2 else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"
    return f"{number} point{'' if number == '1' else 's'}"


def percent(share: float) -> str:
    """Write a share in percent."""
    return f"{100 * share:.1f} %" if share >= 0.001 or share == 0 else f"{100 * share:.2g} %"


def _rolls(count: int) -> str:
    return _counted(count, "roll")


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
