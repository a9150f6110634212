"""What dice that came to rest are: a throw, the same dice as before, dice set down, or dice that were pushed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import dist

from controller.throws.agreement import all_among, die_spots
from controller.throws.episode import Episode, came_thrown, displaced
from controller.throws.paths import Path
from controller.throws.table import Spot
from vision.reading import DieReading

PUSHED_MM = 150.0
"""How far a thrown die may push one that was left lying; it does not matter which of them shows the face."""


class Standing(StrEnum):
    """What lies there. MOVED: pushed without being picked up."""

    THROW = "throw"
    SAME = "same"
    PLACED = "placed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Lying:
    """What lay there before. `spots`: where the small stream saw things, chips and all.

    `dice`: as they were read, None where nobody read them yet. `judged`: they lie there after a verdict.
    """

    dice: tuple[DieReading, ...] | None = None
    spots: tuple[Spot, ...] = ()
    judged: bool = False

    @property
    def bare(self) -> bool:
        """Tell whether surely no die lies there, whatever else does."""
        return self.dice == ()

    @property
    def die_spots(self) -> tuple[Spot, ...]:
        """Give where dice lie, or may lie as long as nobody read them."""
        if self.dice is None:
            return self.spots
        return die_spots(self.dice)


def standing_of(
    episode: Episode, dice: Sequence[DieReading], paths: Sequence[Path], lying: Lying, sure: bool, keeps: bool = False
) -> Standing:
    """Say what dice at rest are. Thrown means: seen coming fast from elsewhere, or heard at the far wall.

    `keeps`: some dice may be left lying while the others are thrown; those that lie untouched then prove nothing.
    """
    thrown = [came_thrown(path, () if episode.from_empty else lying.die_spots) for path in paths]
    if not any(thrown) and _untouched(dice, lying, sure):
        return Standing.SAME
    if not episode.from_empty:
        fresh = [flew for die, flew in zip(dice, thrown, strict=True) if not (keeps and _kept(die, lying))]
        return Standing.THROW if fresh and all(fresh) else Standing.MOVED
    if any(thrown) or episode.far_hits or episode.blind:
        return Standing.THROW
    return Standing.PLACED if episode.hand or episode.unseen else Standing.THROW


def _kept(die: DieReading, lying: Lying) -> bool:
    """Tell whether a die may be one that was left lying, though another one may have pushed it along its face.

    Where no die was read before, as after a start, its place must do.
    """
    if lying.dice is None:
        return not displaced(die_spots([die]), lying.spots)
    return any(old.value == die.value and old.state is die.state and _near(old, die) for old in lying.dice)


def _near(old: DieReading, die: DieReading) -> bool:
    if old.centre_mm is None or die.centre_mm is None:
        return False
    return dist(old.centre_mm, die.centre_mm) <= PUSHED_MM


def _untouched(dice: Sequence[DieReading], lying: Lying, sure: bool) -> bool:
    """Tell whether all of these lay there before; some of those before may have been taken away."""
    if sure and lying.dice:
        return all_among(dice, lying.dice)
    spots = die_spots(dice)
    known = [*lying.spots, *lying.die_spots]
    return bool(known) and len(spots) == len(dice) and not displaced(spots, known)
