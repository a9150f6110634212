"""Upper faces told by the sides: two of them leave two opposite values, and which way 1-2-3 run on the dice leaves one.

A lamp's mirror image may hide the pips of an upper face; it never stands in the sides as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import shown_of
from vision.cubes.drawn_sides import drawn_sides
from vision.doubts.asked import NOT_UNDERSTOOD, OTHER_VALUE
from vision.faces.told_by import ToldBy
from vision.faces.whole_die import RUNS, VALUES, explained, seen
from vision.geometry import DieModel, Floats
from vision.glare.upper_face import may_lack_pips
from vision.judging.together import Judged
from vision.judging.values_left import clear_ways, left_of
from vision.reading import DieState
from vision.table.kinds import Kind
from vision.ways.agreeing import MOST_UNCOVERED, POOR_OUTLINE, outlined
from vision.ways.resting import Rest

LEAST_TELLING, LEAST_SIDE, LEAST_SHARE = 0.1, 0.15, 0.5
"""How much of each side must be seen, in areas of a top face, to tell the upper value: of 1,418 flat dice of 40 px that
two such sides tell, by what `ToldBy.SIDES` or `CLEAR_SIDES` asks for, they tell one wrongly, before whose side another
die lies. How much to say how 1-2-3 run, and what part of both together the pips of a clear die's sides must explain
for that."""

LEAST_NARROW = 0.15
"""The same of a side that tells which of those values it is that the other one, which is clear, leaves: of 373 flat
dice of all sizes that it may tell by `ToldBy.NARROW_SIDE` it told none wrongly; from 0.13 on, one of 410."""

LEAST_OF_TWO, LEAST_OF_TWO_PX = 0.08, 3.0
"""The same of one that tells two opposite values apart, where the clear one's pips leave no more; and how wide it must
be in the picture: of 37 flat dice that one narrower than `LEAST_NARROW` told so, 6 of them small, none was wrong. Of
narrower ones, 2.2 and 0.8 px, two were."""

CLEAR_RUN, SOME_RUN = 0.1, 0.05
"""How much more the sides of a clear die must explain as 1-2-3 run on it than the other way round, to say so, and to
speak against others: so did 541 and 614 of 649, and none the wrong way."""

ALIKE = 0.93
"""The cosine between the colours of two dice's sides that may be of one kind: dice of two makers run as they like."""


@dataclass(frozen=True, eq=False)
class Sides:
    """Two sides of a level die: what `each` shows as its pips explain it in each way the die may look, (2, 48).

    `values` (2, 48): what they show then, and `uppers` (48,) the upper face; `areas` (2,): how much is seen of them.
    `body` (3,): their colour in any light, of length 1; `edge_px`: of the upper face, in the picture.
    """

    each: NDArray[np.float32]
    values: NDArray[np.intp]
    uppers: NDArray[np.intp]
    areas: NDArray[np.float32]
    body: Floats
    edge_px: float

    @property
    def explained(self) -> Floats:
        """What is explained of both on average, (48,): a narrow side tells as well as a wide one."""
        return np.asarray(self.each.mean(axis=0), dtype=np.float64)

    def best(self, runs: int) -> Floats:
        """Give what the best pair beside each upper value explains, (6,), on dice on which 1-2-3 run so (1, -1)."""
        return self._best(self.explained, runs == RUNS)

    def beside_clear(self, runs: int) -> tuple[Floats, ToldBy] | None:
        """Give what the narrower side explains beside each upper value, (6,), and what it must tell them apart.

        None where the other one is not clear, or too little is seen of this one for the values that are left.
        """
        narrow = int(self.areas.argmin())
        wide, area = 1 - narrow, float(self.areas[narrow])
        fits = clear_ways(self.each[wide], self.values[wide], float(self.areas[wide]), self.edge_px) & (runs == RUNS)
        left = len(np.unique(self.uppers[fits]))
        if left == 2 and area >= LEAST_OF_TWO and area * self.edge_px >= LEAST_OF_TWO_PX:
            return self._best(self.each[narrow], fits), ToldBy.ONE_OF_TWO
        if left < 6 and area >= LEAST_NARROW:
            return self._best(self.each[narrow], fits), ToldBy.NARROW_SIDE
        return None

    def way(self, upper: int, runs: int) -> int | None:
        """Give in which way a die looks whose upper value and run of 1-2-3 are known; None where it may be several."""
        told = np.where((self.uppers == upper) & (runs == RUNS), self.explained, 0.0)
        second, first = np.sort(told)[-2:]
        return int(told.argmax()) if first >= LEAST_SHARE and first - second >= CLEAR_RUN else None

    def _best(self, explained: NDArray[Any], ways: NDArray[np.bool_]) -> Floats:
        """Give the most that any of some ways (48,) explains beside each upper value, (6,)."""
        told = np.where(ways & (self.uppers == VALUES[:, None]), explained, 0.0)
        return np.asarray(told.max(axis=1), dtype=np.float64)


def told_by_sides(judged: list[Judged]) -> list[Judged]:
    """Read the flat dice by their sides whose upper faces tell too little, where others like them show how they run."""
    if all(told_by_top(rest) for each in judged for rest in each.rests):
        return judged
    clear = {id(each.kind): _clear_sides([e for e in judged if e.kind is each.kind]) for each in judged}
    return [replace(each, rests=[_told(rest, each, clear[id(each.kind)]) for rest in each.rests]) for each in judged]


def told_by_top(rest: Rest) -> bool:
    """Say whether a die is no flat one that only its upper face leaves open."""
    return rest.state is not DieState.FLAT or rest.readable or rest.doubt not in (None, NOT_UNDERSTOOD, OTHER_VALUE)


def _clear_sides(judged: Sequence[Judged]) -> list[tuple[Sides, int]]:
    """Give the sides of the clear dice of one size, each with its upper value."""
    return [pair for each in judged for pair in _sides_in(each)]


def _sides_in(judged: Judged) -> Iterator[tuple[Sides, int]]:
    for rest in judged.rests:
        clear = rest.state is DieState.FLAT and rest.readable and rest.doubt is None
        sides = sides_of(judged.whole, lying(rest), judged.kind.model) if clear and judged.whole else None
        if sides is not None:
            yield sides, rest.likeliest


def _runs(sides: Sides, kind: Kind, clear: list[tuple[Sides, int]]) -> int:
    """Say how 1-2-3 run on a die: as on all of its size, where that was learned, or on the clear ones of its colour."""
    known = kind.model.right_handed
    if known is not None:
        return 1 if known else -1
    leads = (lead_of(other, value) for other, value in clear if other.body @ sides.body >= ALIKE)
    return agreed(lead for lead in leads if lead is not None)


def agreed(leads: Iterable[float]) -> int:
    """Say which of two ways dice agree on that lead so far for the first one: 1, -1 the other one, 0 not known."""
    every = list(leads)
    for way in (1, -1):
        if max((lead * way for lead in every), default=0.0) >= CLEAR_RUN:
            return 0 if min(lead * way for lead in every) <= -SOME_RUN else way
    return 0


def lead_of(sides: Sides, value: int) -> float | None:
    """Give how much more a die's sides explain beside an upper value if 1-2-3 run right-handed than if left-handed.

    None where they explain little either way.
    """
    right, left = (float(sides.best(runs)[value - 1]) for runs in (1, -1))
    return right - left if max(right, left) >= LEAST_SHARE else None


def _told(rest: Rest, judged: Judged, clear: list[tuple[Sides, int]]) -> Rest:
    """Read a die by its sides; as it was where these do not tell, or not all of it is understood."""
    if judged.whole is None or told_by_top(rest):
        return rest
    ways = _ways(judged.whole, rest, judged, clear)
    if ways is None:
        return rest
    left = left_of(judged.whole, lying(rest), judged)
    told = (
        replace(rest, evidence=tuple(map(float, np.where(left, explained, 0.0))), told_by=way, doubt=None)
        for explained, way in ways
        if left[explained.argmax()]
    )
    return next((each for each in told if each.readable), rest)


def _ways(
    whole: Sight, rest: Rest, judged: Judged, clear: list[tuple[Sides, int]]
) -> Iterable[tuple[Floats, ToldBy]] | None:
    """Give what the sides explain beside each upper value, (6,), in all ways sure for such a die; None if none is.

    One beside another is where their outlines say only together: then both its sides must be as they are drawn.
    """
    if only_top_untold(whole, rest, judged):
        return chain(_in_turn(whole, rest, judged, clear), _as_drawn(whole, rest, judged))
    return _as_drawn(whole, rest, judged) if _beside_clear_ones(whole, rest, judged) else None


def _beside_clear_ones(whole: Sight, rest: Rest, judged: Judged) -> bool:
    """Say whether a body is one flat die but for the pips of its upper face, and flat ones that are clear."""
    others = [other for other in judged.rests if other is not rest]
    if not all(other.state is DieState.FLAT and other.readable and other.doubt is None for other in others):
        return False
    apart = whole.without([outline_of(whole, lying(other)) for other in others])
    return bool(others) and not _more(whole, judged) and outlined(apart, lying(rest)) >= POOR_OUTLINE


def _in_turn(
    whole: Sight, rest: Rest, judged: Judged, clear: list[tuple[Sides, int]]
) -> Iterator[tuple[Floats, ToldBy]]:
    """Give what both sides together, and a narrow one beside a clear one, explain beside each upper value, (6,)."""
    sides = sides_of(whole, lying(rest), judged.kind.model, LEAST_OF_TWO)
    runs = _runs(sides, judged.kind, clear) if sides else 0
    if sides is None or not runs:
        return
    if sides.areas.min() >= LEAST_TELLING:
        both = sides.best(runs)
        yield from ((both, way) for way in (ToldBy.SIDES, ToldBy.CLEAR_SIDES))
    narrow = sides.beside_clear(runs)
    if narrow is not None:
        yield narrow


def _as_drawn(whole: Sight, rest: Rest, judged: Judged) -> Iterator[tuple[Floats, ToldBy]]:
    """Give how well both sides, drawn in the ways in which a die of this kind may look, agree beside each upper value.

    Where the value that agrees best leaves a part of what is seen, the others count as much less as they leave more.
    """
    runs, others = judged.kind.model.right_handed, [other for other in judged.rests if other is not rest]
    if runs is None or any(other.state is not DieState.FLAT for other in others):
        return
    shapes = [outline_of(whole, lying(other)) for other in others]
    sides = drawn_sides(whole, lying(rest), shapes)
    if sides is not None:
        left = sides.left(judged.kind.model, (RUNS > 0) == runs)
        yield (1.0 - left.min()) * left.min() / left, ToldBy.DRAWN_SIDES


def only_top_untold(whole: Sight, rest: Rest, judged: Judged) -> bool:
    """Say whether nothing but a flat die's upper face leaves its value open, and nothing that lies over that one."""
    if told_by_top(rest):
        return False
    in_glare = rest.doubt is None and may_lack_pips(whole, lying(rest))
    return in_glare or nothing_else(whole, rest, judged)


def nothing_else(whole: Sight, rest: Rest, judged: Judged) -> bool:
    """Say whether a body is one flat die but for the pips of its upper face."""
    return len(judged.rests) == 1 and not _more(whole, judged) and outlined(whole, lying(rest)) >= POOR_OUTLINE


def _more(whole: Sight, judged: Judged) -> bool:
    """Say whether dice leave more of a body over than their outlines may."""
    return cv2.countNonZero(judged.unexplained) > MOST_UNCOVERED * whole.face_px


def lying(rest: Rest) -> Attitude:
    return upright(rest.x_mm, rest.y_mm, rest.turn, rest.z_mm - rest.edge_mm / 2)


def sides_of(sight: Sight, at: Attitude, model: DieModel, least: float = LEAST_SIDE) -> Sides | None:
    """Look at the sides of a level die; None where not so much is seen of two of them, in areas of a top face."""
    shown = shown_of(sight, at)
    if shown.areas[:2].min() < least:
        return None
    body = shown.bodies[:2].mean(axis=0)
    unit = body / max(float(np.linalg.norm(body)), 1.0)
    ways = shown.ways.astype(int)
    each = np.stack([explained(shown.turned[axis], axis, ways[axis], model) for axis in (0, 1)])
    values = np.stack([seen(axis, ways[axis]) for axis in (0, 1)])
    return Sides(each, values, seen(at.top_axis, 1), shown.areas[:2], unit, sight.edge_px)
