"""Upper faces told by the sides: two of them leave two opposite values, and which way 1-2-3 run on the dice leaves one.

A lamp's mirror image may hide the pips of an upper face; it never stands in the sides as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Attitude, Sight, upright
from vision.cubes.cube_faces import shown_of
from vision.doubts.asked import NOT_UNDERSTOOD, OTHER_VALUE
from vision.faces.told_by import ToldBy
from vision.geometry import Floats
from vision.glare.upper_face import may_lack_pips
from vision.judging.together import Judged
from vision.judging.values_left import clear_side, left_of
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

CLEAR_RUN, SOME_RUN = 0.1, 0.05
"""How much more the sides of a clear die must explain as 1-2-3 run on it than the other way round, to say so, and to
speak against others: so did 541 and 614 of 649, and none the wrong way."""

ALIKE = 0.93
"""The cosine between the colours of two dice's sides that may be of one kind: dice of two makers run as they like."""

AXES, SIGNS = np.array([0, 1, 2, 2, 1, 0]), np.array([1, 1, 1, -1, -1, -1])
"""The axis of each value, 1 to 6, and the way in which it looks along it: opposite values add up to seven."""


@dataclass(frozen=True, eq=False)
class Sides:
    """Two sides of a level die: what values' pips explain of `each` (2, 6), of which so much is seen, `areas` (2,).

    `right` (6, 6, 6): whether values of these two and an upper one run right-handed, 1, or left-handed, -1; 0 for no
    die. `body` (3,): their colour in any light, of length 1.
    """

    each: NDArray[np.float32]
    areas: NDArray[np.float32]
    right: Floats
    body: Floats

    @property
    def explained(self) -> Floats:
        """What pairs of values explain of both on average, (6, 6): a narrow side tells as well as a wide one."""
        return np.asarray((self.each[0][:, None] + self.each[1]) / 2)

    def best(self, runs: int) -> Floats:
        """Give what the best pair beside each upper value explains, (6,), on dice on which 1-2-3 run so (1, -1)."""
        return np.asarray(np.where(self.right == runs, self.explained[..., None], 0.0).max(axis=(0, 1)))

    def beside_clear(self, runs: int) -> Floats | None:
        """Give what the narrower side explains beside each upper value, (6,); None where the other one is not clear."""
        narrow = int(self.areas.argmin())
        clear = clear_side(self.each[1 - narrow], float(self.areas[1 - narrow]))
        if clear is None or self.areas[narrow] < LEAST_NARROW:
            return None
        right = self.right.swapaxes(0, 1 - narrow)[clear - 1]
        return np.asarray(np.where(right == runs, self.each[narrow][:, None], 0.0).max(axis=0))


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
        sides = sides_of(judged.whole, lying(rest)) if clear and judged.whole else None
        if sides is not None:
            yield sides, rest.likeliest


def _runs(sides: Sides, kind: Kind, clear: list[tuple[Sides, int]]) -> int:
    """Say how 1-2-3 run on a die: as on all of its size, where that was learned, or on the clear ones of its colour."""
    known = kind.model.right_handed
    if known is not None:
        return 1 if known else -1
    leads = (lead_of(other, value) for other, value in clear if other.body @ sides.body >= ALIKE)
    return runs_by([lead for lead in leads if lead is not None])


def runs_by(leads: Sequence[float]) -> int:
    """Say how 1-2-3 run on dice that lead so far for right-handed ones: 1, -1 left-handed, 0 not known."""
    for runs in (1, -1):
        if max((lead * runs for lead in leads), default=0.0) >= CLEAR_RUN:
            return 0 if min(lead * runs for lead in leads) <= -SOME_RUN else runs
    return 0


def lead_of(sides: Sides, value: int) -> float | None:
    """Give how much more a die's sides explain beside an upper value if 1-2-3 run right-handed than if left-handed.

    None where they explain little either way.
    """
    right, left = (float(sides.best(runs)[value - 1]) for runs in (1, -1))
    return right - left if max(right, left) >= LEAST_SHARE else None


def _told(rest: Rest, judged: Judged, clear: list[tuple[Sides, int]]) -> Rest:
    """Read a die by its sides; as it was where these do not tell, or not all of it is understood."""
    if judged.whole is None or not only_top_untold(judged.whole, rest, judged):
        return rest
    sides = sides_of(judged.whole, lying(rest), LEAST_TELLING)
    runs = _runs(sides, judged.kind, clear) if sides else 0
    if sides is None or not runs:
        return rest
    left = left_of(judged.whole, lying(rest), judged)
    told = (
        replace(rest, evidence=tuple(map(float, np.where(left, explained, 0.0))), told_by=way, doubt=None)
        for explained, way in _ways(sides, runs)
        if left[explained.argmax()]
    )
    return next((each for each in told if each.readable), rest)


def _ways(sides: Sides, runs: int) -> Iterator[tuple[Floats, ToldBy]]:
    """Give what both sides together, and a narrow one beside a clear one, explain beside each upper value, (6,)."""
    both, narrow = sides.best(runs), sides.beside_clear(runs)
    yield from ((both, way) for way in (ToldBy.SIDES, ToldBy.CLEAR_SIDES))
    if narrow is not None:
        yield narrow, ToldBy.NARROW_SIDE


def only_top_untold(whole: Sight, rest: Rest, judged: Judged) -> bool:
    """Say whether nothing but a flat die's upper face leaves its value open, and nothing that lies over that one."""
    if told_by_top(rest):
        return False
    in_glare = rest.doubt is None and may_lack_pips(whole, lying(rest))
    return in_glare or nothing_else(whole, rest, judged)


def nothing_else(whole: Sight, rest: Rest, judged: Judged) -> bool:
    """Say whether a body is one flat die but for the pips of its upper face."""
    more = cv2.countNonZero(judged.unexplained) > MOST_UNCOVERED * whole.face_px
    return len(judged.rests) == 1 and not more and outlined(whole, lying(rest)) >= POOR_OUTLINE


def lying(rest: Rest) -> Attitude:
    return upright(rest.x_mm, rest.y_mm, rest.turn, rest.z_mm - rest.edge_mm / 2)


def sides_of(sight: Sight, at: Attitude, least: float = LEAST_SIDE) -> Sides | None:
    """Look at the sides of a level die; None where not so much is seen of two of them, in areas of a top face."""
    shown = shown_of(sight, at)
    if shown.areas[:2].min() < least:
        return None
    body = shown.bodies[:2].mean(axis=0)
    unit = body / max(float(np.linalg.norm(body)), 1.0)
    return Sides(shown.shares[:2], shown.areas[:2], _RIGHT * shown.ways[0] * shown.ways[1], unit)


def _right_handed() -> Floats:
    """Say of three values whether they look along the axes of a right-handed die, or a left-handed one, (6, 6, 6)."""
    along = SIGNS[:, None] * np.eye(3)[AXES]
    return np.asarray(np.einsum("ai,bj,ck,ijk->abc", along, along, along, _LEVI_CIVITA))


_LEVI_CIVITA = np.cross(np.eye(3)[:, None], np.eye(3)[None])
_RIGHT = _right_handed()
