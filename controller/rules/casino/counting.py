"""Bets with a memory (CC-ATS, CC-FIRE, CC-REPEAT): what a roll adds to their count and what the count decides.

A count is an int: for small, tall, all and fire one bit for each total that is in it, for a repeater how often.
"""

from controller.rules.casino.kinds import BoxKey
from controller.rules.casino.outcomes import Outcome, lose, win
from controller.rules.casino.payouts import REPEATS, SMALL, TALL
from controller.rules.casino.settings import Settings

FIRE_PAYS_FROM = 4
ALL_POINTS = 6


def count_roll(key: BoxKey, settings: Settings, count: int, total: int) -> tuple[int, Outcome | None]:
    """Count a roll for a bet that `outcome_of` answered "counts": the new count, and what it decides if anything."""
    if key.kind == "fire":
        return _count_fire(settings, count, total)
    if key.kind == "repeater":
        return _count_repeat(key, count, total)
    return _count_total(key, settings, count, total)


def _count_total(key: BoxKey, settings: Settings, count: int, total: int) -> tuple[int, Outcome | None]:
    wanted, pays = {
        "small": (SMALL, settings.small),
        "tall": (TALL, settings.tall),
        "all": (SMALL | TALL, settings.all_numbers),
    }[key.kind]
    if total in wanted:
        count |= 1 << total
    return count, win((pays, 1), "CC-ATS") if count.bit_count() == len(wanted) else None


def _count_repeat(key: BoxKey, count: int, total: int) -> tuple[int, Outcome | None]:
    if total != key.number:
        return count, None
    times, pays = REPEATS[total]
    return count + 1, win((pays, 1), "CC-REPEAT") if count + 1 == times else None


def _count_fire(settings: Settings, count: int, total: int) -> tuple[int, Outcome | None]:
    if total != 7:
        count |= 1 << total
        return count, win((settings.fire[-1], 1), "CC-FIRE") if count.bit_count() == ALL_POINTS else None
    made = count.bit_count()
    return count, win((settings.fire[made - FIRE_PAYS_FROM], 1), "CC-FIRE") if made >= FIRE_PAYS_FROM else lose(
        "CC-FIRE"
    )
