"""Whose path is whose where two dice met: of all ways to put the pieces together, the one with the fewest turns.

Silhouettes cross, merge and part again; where they part it is not seen which die is which. But a die flies straight
until it meets something, so each turn that a way needs speaks against it, and a turn back from a wall hardly does. The
cheapest way is found by a Viterbi search over the frames, with two states a frame: as found, or changed over.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import dist, inf
from operator import itemgetter

from controller.throws.paths import Path, Point
from controller.throws.table import Spot

FRAME_NS = 16_666_667
MEETING_MM = 80.0
"""Dice seen farther apart in two frames running cannot have changed over between them."""
BEND_COST_PER_MM = 0.08
MOST_BEND_MM = 80.0
"""What a bend costs for each mm a frame along and across the board, in nats (all costs are logarithms of odds), and
the most that counts. Fitted to 22,000 frames of simulated dice near each other: frame by frame 1 in 1,000 is then taken
for its fellow, and fewer than with costs that grow as squares or logarithms do."""
RENUMBERED_COST = 0.3
"""The tracker's own opinion is worth little where dice meet."""
DOUBT = 8.0
"""A way that costs so much more is not believed."""
MOST_DOUBTS = 4
MOST_FRAMES = 120
"""The last two seconds of movement are looked at: what was before is no flight of dice."""
RESTING_MM = 5.0

Labels = tuple[int, ...]
Pair = tuple[int, int]
Chain = tuple[int, "Chain | None"]
Way = tuple[float, Chain]
"""What a way costs, and its labels from here on."""
_SAME = ((0, 0), (1, 1))
_ANY = tuple(product((0, 1), repeat=2))


def untangled(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Change paths over where they are then straighter; each still ends where it ended."""
    ways = list(paths)
    for i, j in combinations(range(len(ways)), 2):
        tangle = Tangle(ways[i], ways[j])
        ways[i], ways[j] = tangle.paths(tangle.cheapest()[1])
    return tuple(ways)


def doubts(paths: Sequence[Path]) -> Iterator[tuple[float, tuple[Path, ...]]]:
    """Give the other ways that untangled paths may have been, each a change between two dice; the likeliest ones.

    With each comes what it costs more than the paths as they are.
    """
    tangles = {(i, j): Tangle(paths[i], paths[j]) for i, j in combinations(range(len(paths)), 2)}
    every = [(cost, pair, labels) for pair, tangle in tangles.items() for cost, labels in tangle.doubts()]
    for cost, (i, j), labels in sorted(every)[:MOST_DOUBTS]:
        ways = list(paths)
        ways[i], ways[j] = tangles[i, j].paths(labels)
        yield cost, tuple(ways)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die was in a frame, mm, and the number of its track; None where it was not seen then."""

    t_ns: int
    spot: Spot
    track: int | None


class Tangle:
    """Two paths that end at two resting dice, and what it costs to change them over, frame by frame."""

    def __init__(self, one: Path, two: Path) -> None:
        self._both = (one, two)
        self._times = _times(one, two)
        self._places = [[_place_at(path, t_ns) for path in self._both] for t_ns in self._times]
        near = [dist(a.spot, b.spot) <= MEETING_MM for a, b in self._places]
        self._may_change = [a or b for a, b in pairwise(near)]
        self._costs = [self._vertex(j) for j in range(1, len(self._times) - 1)]

    def _vertex(self, j: int) -> dict[Pair, float]:
        """Say what both dice's turns at a frame cost, by whether they change over before it and after it."""
        costs = {}
        for before, after in _ANY:
            ways = [
                (self._places[j - 1][die ^ before], self._places[j][die], self._places[j + 1][die ^ after])
                for die in (0, 1)
            ]
            costs[before, after] = sum(_turn_cost(*way) + _renumbered_cost(*way[1:]) for way in ways)
        return costs

    def cheapest(self, fixed: Mapping[int, int] | None = None) -> tuple[float, Labels]:
        """Find the cheapest labels (1: changed over) and what they cost, `fixed` ones given; inf where there are none.

        The last is 0, for there each die lies.
        """
        last = len(self._times) - 1
        if last < 2 or not any(self._may_change):
            return 0.0, (0,) * (last + 1)
        fixed = {**(fixed or {}), last: 0}
        best: dict[Pair, Way] = {(a, b): (0.0, (a, (b, None))) for a, b in self._steps(last - 1, fixed)}
        for j in range(last - 2, -1, -1):
            best = self._one_back(j, best, fixed)
        cost, chain = min(best.values(), key=itemgetter(0), default=(inf, None))
        return cost, _unrolled(chain)

    def _one_back(self, j: int, best: Mapping[Pair, Way], fixed: Mapping[int, int]) -> dict[Pair, Way]:
        """Go on from the cheapest ways that begin with a pair of labels at the next frame to those that begin here."""
        ways: dict[Pair, Way] = {}
        for a, b in self._steps(j, fixed):
            for c in (0, 1):
                if (b, c) in best:
                    cost, rest = best[b, c]
                    cost += self._costs[j][a ^ b, b ^ c]
                    if (a, b) not in ways or cost < ways[a, b][0]:
                        ways[a, b] = cost, (a, rest)
        return ways

    def _steps(self, j: int, fixed: Mapping[int, int]) -> list[Pair]:
        """Give the labels that a frame and the next may have."""
        pairs = _ANY if self._may_change[j] else _SAME
        return [(a, b) for a, b in pairs if fixed.get(j, a) == a and fixed.get(j + 1, b) == b]

    def doubts(self) -> list[tuple[float, Labels]]:
        """Give the labels that cost little more than those of the paths as they are, and how much more."""
        if not any(self._may_change):
            return []
        cost, kept = self.cheapest()
        begun = [j for j in range(len(kept) - 1) if j == 0 or self._may_change[j - 1]]
        others = {self.cheapest({j: 1 - kept[j]}) for j in begun}
        return sorted((other - cost, labels) for other, labels in others if other <= cost + DOUBT)

    def paths(self, labels: Labels) -> tuple[Path, Path]:
        """Put the paths together by labels."""
        label = dict(zip(self._times, labels, strict=True))
        begin_ns = self._times[0] if self._times else 0
        ways: tuple[list[Point], list[Point]] = ([], [])
        for k, path in enumerate(self._both):
            for point in path.points:
                changed = labels[0] if labels and point.t_ns < begin_ns else label.get(point.t_ns, 0)
                ways[k ^ changed].append(point)
        one, two = (Path(tuple(sorted(way, key=lambda point: point.t_ns))) for way in ways)
        return one, two


def _unrolled(chain: Chain | None) -> Labels:
    labels = []
    while chain is not None:
        label, chain = chain
        labels.append(label)
    return tuple(labels)


def _times(one: Path, two: Path) -> list[int]:
    """Give the frames in which two dice had a silhouette each, from when both are seen until both lie."""
    if not one.points or not two.points:
        return []
    begin_ns = max(one.points[0].t_ns, two.points[0].t_ns)
    end_ns = max(_lies_from_ns(one), _lies_from_ns(two))
    every = {point.t_ns for path in (one, two) for point in path.points}
    shared = {point.t_ns for path in (one, two) for point in path.points if point.shared}
    last_ns = min(one.points[-1].t_ns, two.points[-1].t_ns)
    times = [t_ns for t_ns in sorted(every - shared) if begin_ns <= t_ns <= last_ns]
    moving = sum(t_ns <= end_ns for t_ns in times)
    return times[max(0, moving - MOST_FRAMES) : moving + 2]


def _lies_from_ns(path: Path) -> int:
    """Give when a die was last seen away from where it lies."""
    end = path.points[-1].spot
    away = (point.t_ns for point in reversed(path.points) if dist(point.spot, end) > RESTING_MM)
    return next(away, path.points[0].t_ns)


def _place_at(path: Path, t_ns: int) -> Place:
    """Give where a die was in a frame, between its neighbours where it was not seen."""
    before = [point for point in path.points if point.t_ns <= t_ns][-1]
    if before.t_ns == t_ns:
        return Place(t_ns, before.spot, before.track)
    after = next(point for point in path.points if point.t_ns > t_ns)
    part = (t_ns - before.t_ns) / (after.t_ns - before.t_ns)
    spot = (before.x_mm + part * (after.x_mm - before.x_mm), before.y_mm + part * (after.y_mm - before.y_mm))
    return Place(t_ns, spot, None)


def _turn_cost(one: Place, two: Place, three: Place) -> float:
    """Say what a turn at the middle one of three places costs."""
    before, after = (two.t_ns - one.t_ns) / FRAME_NS, (three.t_ns - two.t_ns) / FRAME_NS
    steps = zip(one.spot, two.spot, three.spot, strict=True)
    bends_mm = (abs((c - b) / after - (b - a) / before) for a, b, c in steps)
    return BEND_COST_PER_MM * sum(min(bend_mm, MOST_BEND_MM) for bend_mm in bends_mm)


def _renumbered_cost(one: Place, two: Place) -> float:
    """Say what it costs that the tracker took two places for two dice's."""
    return 0.0 if None in (one.track, two.track) or one.track == two.track else RENUMBERED_COST
