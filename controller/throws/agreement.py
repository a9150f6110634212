"""When readings of resting dice agree: same dice, same places, same values and states, three times in a row."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from vision.reading import DieReading, TableReading

MS = 1_000_000


@dataclass(frozen=True, slots=True)
class AgreementLimits:
    """How many readings must agree, after how many or how long it is given up, and what is the same place."""

    agreeing: int = 3
    most: int = 8
    patience_ns: int = 1500 * MS
    same_place_mm: float = 3.0
    same_place_edges: float = 0.16
    """Where there is no calibration: the same in units of the die's edge in the picture."""


class Agreement:
    """Collects readings of dice at rest until enough of them agree or it is no use."""

    def __init__(self, limits: AgreementLimits | None = None) -> None:
        self.limits = limits or AgreementLimits()
        self._kept: deque[TableReading] = deque(maxlen=self.limits.most)
        self._row: list[TableReading] = []
        self._first_ns: int | None = None
        self._sure = 0

    def add(self, reading: TableReading) -> None:
        """Take a reading exposed after the dice came to rest; one that is not sure breaks the row."""
        self._first_ns = reading.exposed_ns if self._first_ns is None else self._first_ns
        self._kept.append(reading)
        self._sure += reading.ok
        if not reading.ok:
            self._row = []
        elif self._row and not same_dice(self._row[-1].dice, reading.dice, self.limits):
            self._row = [reading]
        else:
            self._row = [*self._row, reading][-self.limits.agreeing :]

    @property
    def agreed(self) -> tuple[DieReading, ...] | None:
        """Give the dice of the last reading once enough in a row agree, else None."""
        return self._row[-1].dice if len(self._row) >= self.limits.agreeing else None

    def given_up(self, now_ns: int) -> bool:
        """Tell whether more readings would not help: many disagreed, or none is sure for too long."""
        if self._first_ns is None or self.agreed is not None:
            return False
        return self._sure >= self.limits.most or now_ns - self._first_ns > self.limits.patience_ns

    @property
    def frames(self) -> tuple[int, ...]:
        """Give the numbers of the pictures that agree, or of all that do not."""
        return tuple(reading.frame for reading in (self._row if self.agreed is not None else self._kept))

    def likeliest(self) -> tuple[DieReading, ...]:
        """Give the last reading with the usual number of dice, each die with all values that were read for it."""
        if not self._kept:
            return ()
        counts = Counter(len(reading.dice) for reading in self._kept)
        usual = [reading for reading in self._kept if len(reading.dice) == counts.most_common(1)[0][0]]
        return tuple(_pooled(die, usual, self.limits) for die in usual[-1].dice)


def _pooled(die: DieReading, readings: Sequence[TableReading], limits: AgreementLimits) -> DieReading:
    """Pool what readings say of the die at one place; the mean chance of each value."""
    chances: dict[int, float] = {}
    seen = [other for reading in readings for other in reading.dice if same_place(die, other, limits)]
    for other in seen:
        own = () if other.value is None else ((other.value, other.confidence),)
        for value, chance in (*own, *other.alternatives):
            chances[value] = chances.get(value, 0.0) + chance / len(seen)
    ranked = sorted(((value, min(1.0, chance)) for value, chance in chances.items()), key=lambda pair: -pair[1])
    if not ranked:
        return replace(die, value=None, alternatives=())
    value, confidence = ranked[0]
    return replace(die, value=value, confidence=confidence, alternatives=tuple(ranked[1:]))


def same_dice(one: Sequence[DieReading], two: Sequence[DieReading], limits: AgreementLimits | None = None) -> bool:
    """Tell whether two readings show the same dice lying untouched: each with its like at its place."""
    if len(one) != len(two):
        return False
    return all_among(one, two, limits)


def all_among(some: Sequence[DieReading], dice: Sequence[DieReading], limits: AgreementLimits | None = None) -> bool:
    """Tell whether each of some dice lies untouched among others."""
    left = list(dice)
    for die in some:
        like = next((other for other in left if _alike(die, other, limits or AgreementLimits())), None)
        if like is None:
            return False
        left.remove(like)
    return True


def _alike(one: DieReading, two: DieReading, limits: AgreementLimits) -> bool:
    return one.value == two.value and one.state is two.state and same_place(one, two, limits)


def same_place(one: DieReading, two: DieReading, limits: AgreementLimits) -> bool:
    """Tell whether two dice lie at one place, by mm where both have them, else by pixels."""
    if one.centre_mm is not None and two.centre_mm is not None:
        return dist(one.centre_mm, two.centre_mm) <= limits.same_place_mm
    edge_px = one.edge_px or two.edge_px or 25.0
    return dist(one.centre_px, two.centre_px) <= limits.same_place_edges * edge_px


def die_spots(dice: Sequence[DieReading]) -> tuple[tuple[float, float], ...]:
    """Give the places of dice in mm, of those that have one."""
    return tuple(die.centre_mm for die in dice if die.centre_mm is not None)
