"""What dice that came to rest are: a throw, the same dice as before, dice set down, or dice that were pushed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from controller.throws.agreement import all_among
from controller.throws.episode import Episode, came_thrown, displaced
from controller.throws.paths import Path
from controller.throws.table import Spot
from vision.reading import DieReading


class Standing(StrEnum):
    """What lies there. MOVED: pushed without being picked up."""

    THROW = "throw"
    SAME = "same"
    PLACED = "placed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Lying:
    """Dice that lay there before: as they were read, and where the small stream saw them. `judged`: after a verdict."""

    dice: tuple[DieReading, ...] = ()
    spots: tuple[Spot, ...] = ()
    judged: bool = False


def standing_of(
    episode: Episode, dice: Sequence[DieReading], paths: Sequence[Path], lying: Lying, sure: bool
) -> Standing:
    """Say what dice at rest are. Thrown means: seen coming fast from elsewhere, or heard at the far wall."""
    thrown = [came_thrown(path, () if episode.from_empty else lying.spots) for path in paths]
    if not any(thrown) and _untouched(dice, lying, sure):
        return Standing.SAME
    if not episode.from_empty:
        return Standing.THROW if thrown and all(thrown) else Standing.MOVED
    if any(thrown) or episode.far_hits or episode.blind:
        return Standing.THROW
    return Standing.PLACED if episode.hand or episode.unseen else Standing.THROW


def _untouched(dice: Sequence[DieReading], lying: Lying, sure: bool) -> bool:
    """Tell whether all of these lay there before; some of those before may have been taken away."""
    if sure and lying.dice:
        return all_among(dice, lying.dice)
    spots = [die.centre_mm for die in dice if die.centre_mm is not None]
    known = [*lying.spots, *(die.centre_mm for die in lying.dice if die.centre_mm is not None)]
    return bool(known) and len(spots) == len(dice) and not displaced(spots, known)
