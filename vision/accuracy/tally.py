"""Sums of compared pictures: how many right, asked and wrong, what was taken for what, how far `confidence` holds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean, median

from vision.accuracy.labels import ONE_KIND, TrueDie
from vision.accuracy.scoring import Compared, Grade, Pair, kind_of
from vision.reading import DieReading, DieState

FACES = ("1", "2", "3", "4", "5", "6")
NOT_FLAT, UNREADABLE, NOTHING = "not flat", "unreadable", "nothing"
ROWS = (*FACES, NOT_FLAT, NOTHING)
COLUMNS = (*FACES, NOT_FLAT, UNREADABLE, NOTHING)
BINS = (0.0, 0.5, 0.7, 0.85, 0.95, 0.98, 0.995, 0.999, 1.0)
"""Edges of the bins of confidence: where sure readings lie they are narrow."""

_Z_95 = 1.96
_OTHERS = (DieState.COCKED, DieState.STACKED)


@dataclass(frozen=True, slots=True)
class Bin:
    """The dice read with a confidence of `least` up to `most`: what was said on average, and how often it was right."""

    least: float
    most: float
    said: float
    right: int
    dice: int

    @property
    def share(self) -> float:
        """The part that was right."""
        return self.right / self.dice

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 % (Wilson 1927)."""
        n, z2 = self.dice, _Z_95**2
        middle = (self.share + z2 / (2 * n)) / (1 + z2 / n)
        half = _Z_95 / (1 + z2 / n) * (self.share * (1 - self.share) / n + z2 / (4 * n * n)) ** 0.5
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(slots=True)
class Tally:
    """What came of a set of pictures. `confusion` counts (what it was, what was read); `rejects` kinds of reasons."""

    model: str = ONE_KIND
    pictures: Counter[Grade] = field(default_factory=Counter)
    dice: Counter[Grade] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    rejects: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    sayings: list[tuple[float, bool]] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)

    def add(self, one: Compared) -> None:
        """Count a picture."""
        if one.error:
            self.failed.append(one.error)
            return
        self.pictures[one.grade] += 1
        self.times_ms.append(one.ms)
        self.rejects.update({kind_of(reason) for reason in one.reading.reasons})
        for pair in one.pairs:
            self._add_pair(pair)

    def _add_pair(self, pair: Pair) -> None:
        if pair.true is not None or pair.grade is Grade.WRONG:
            self.dice[pair.grade] += 1
        self.confusion[row_of(pair.true), column_of(pair.read)] += 1
        read = pair.read
        if read is not None and read.value is not None:
            self.sayings.append((read.confidence, pair.right))

    @property
    def median_ms(self) -> float | None:
        """Half of the pictures were read in this time."""
        return median(self.times_ms) if self.times_ms else None

    def reliability(self) -> tuple[Bin, ...]:
        """Give the bins that hold dice, least confidence first."""
        bins = []
        for least, most in pairwise(BINS):
            inside = [(s, r) for s, r in self.sayings if least <= s < most or s == most == BINS[-1]]
            if inside:
                bins.append(Bin(least, most, fmean(s for s, _ in inside), sum(r for _, r in inside), len(inside)))
        return tuple(bins)


def row_of(true: TrueDie | None) -> str:
    """Give the row of the confusion matrix: what a die was."""
    if true is None:
        return NOTHING
    return str(true.value) if true.flat else NOT_FLAT


def column_of(read: DieReading | None) -> str:
    """Give the column of the confusion matrix: what was read."""
    if read is None:
        return NOTHING
    if read.state in _OTHERS:
        return NOT_FLAT
    return str(read.value) if read.state is DieState.FLAT and read.value is not None else UNREADABLE


def tallies(compared: Iterable[Compared]) -> Sequence[Tally]:
    """Sum up pictures by die model, in order of name, and last over all where there is more than one."""
    whole, models = Tally(), dict[str, Tally]()
    for one in compared:
        name = one.labelled.model
        for tally in (models.setdefault(name, Tally(name)), whole):
            tally.add(one)
    by_name = [models[name] for name in sorted(models)]
    return by_name if len(models) == 1 else [*by_name, whole]
