"""What the dice do without any bets: totals, rounds, turns of a shooter; from the engine of street craps."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from controller.rules.dice import ALL_PAIRS, TOTALS, chance, ways
from controller.rules.odds.chain import Step, expected_gains, explore
from controller.rules.street_table import ENDINGS, PRESETS, STAKE, Landing, StreetTable

SHOOTER, FADER = "shooter", "fader"
RICH_CENTS = 10**9
STAKE_CENTS = 100
SOURCE_PERCENT = dict(zip(TOTALS, (2.8, 5.6, 8.3, 11.1, 13.9, 16.6, 13.9, 11.1, 8.3, 5.6, 2.8), strict=True))
"""SC-30: the source's table. Its seven was cut off: 6/36 is 16.67 %, which rounds to 16.7 (decision 10)."""


@dataclass(frozen=True, slots=True)
class TotalChance:
    """A total of two dice: in how many ways of 36, its chance, in percent to one place, and what the source prints."""

    total: int
    ways: int
    chance: Fraction
    percent: float
    source_percent: float


@dataclass(frozen=True, slots=True)
class Turn:
    """A shooter's turn until the dice change hands: expected rounds and throws, under a preset of `swap_after`."""

    preset: str
    rounds: Fraction
    throws: Fraction


def total_chances() -> Iterator[TotalChance]:
    """Give the probability table (SC-30)."""
    for total in TOTALS:
        exact = chance(total)
        yield TotalChance(total, ways(total), exact, round(float(100 * exact), 1), SOURCE_PERCENT[total])


def turns() -> Iterator[Turn]:
    """Give rounds and throws a turn by the source's rules and by the usual ones (decision 2)."""
    for preset, swap_after in PRESETS.items():
        throws, rounds, *_ = expected_gains(_round_begun(swap_after), _key_of, _steps_of_turn)
        yield Turn(preset, rounds, throws)


def ending_chances() -> dict[str, Fraction]:
    """Give the chance of each ending of a round: natural, craps, pass, seven_out."""
    _, _, *endings = expected_gains(_round_begun(frozenset(ENDINGS)), _key_of, _steps_of_turn)
    return dict(zip(ENDINGS, endings, strict=True))


def throws_of_round() -> Fraction:
    """Give the expected throws of a round (557/165)."""
    return expected_gains(_round_begun(frozenset(ENDINGS)), _key_of, _steps_of_turn)[0]


def round_lengths(longest: int) -> list[Fraction]:
    """Give the chances that a round takes exactly 1, 2, ... `longest` throws."""
    return lengths(frozenset(ENDINGS), longest)


def turn_lengths(preset: str, longest: int) -> list[Fraction]:
    """Give the chances that a shooter's turn takes exactly 1, 2, ... `longest` throws."""
    return lengths(PRESETS[preset], longest)


def lengths(swap_after: frozenset[str], longest: int) -> list[Fraction]:
    """Give the chances that the dice change hands after exactly 1, 2, ... `longest` throws."""
    start = _round_begun(swap_after)
    nodes = explore(start, _key_of, _steps_of_turn)
    at: dict[Hashable, Fraction] = {_key_of(start): Fraction(1)}
    ends = []
    for _ in range(longest):
        after: dict[Hashable, Fraction] = {}
        for key, share in at.items():
            for to, part in nodes[key].chances.items():
                after[to] = after.get(to, Fraction(0)) + share * part
        ends.append(sum(at.values(), Fraction(0)) - sum(after.values(), Fraction(0)))
        at = after
    return ends


def _round_begun(swap_after: frozenset[str]) -> StreetTable:
    table = StreetTable({SHOOTER: RICH_CENTS, FADER: RICH_CENTS}, SHOOTER, swap_after)
    _cover_stake(table)
    return table


def _cover_stake(table: StreetTable) -> None:
    table.stake(STAKE_CENTS)
    table.fade(STAKE_CENTS)


def _steps_of_turn(table: StreetTable) -> Iterator[Step[StreetTable]]:
    """Throw every pair; gained are a throw, a round ended, and which ending it had."""
    for dice in ALL_PAIRS:
        after = table.copy()
        ruled = after.throw(Landing(dice))
        gains = (1, int(ruled.settlement is not None), *(int(ruled.result == ending) for ending in ENDINGS))
        if after.phase == STAKE and after.shooter == SHOOTER:
            _cover_stake(after)
        yield 1, (after if after.shooter == SHOOTER else None), gains


def _key_of(table: StreetTable) -> Hashable:
    return table.point
