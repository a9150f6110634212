"""Faces that a mirror image covers in part, each way of reading which sees too little: what all of them say together.

Each is led astray by something else: relief by what leaves nothing of a pip, a look at each pip's place by edges of the
mirror image, a look at the parts of it by a fit in the wrong place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Shares = tuple[float, ...]

LEAST_SHARE, LESS = 0.4, 0.1
"""What a value must explain of a face to be said, and how much less other values do that it speaks against."""

LEAST_AGREED, HALF_AS_LIKELY = 0.6, 0.5
"""The same of values by the places of pips: at most one in seven unlike; and what is left of other values."""

AGAINST = 2
"""So many ways must speak against a value, one of which knows what the mirror image hides."""


@dataclass(frozen=True, slots=True)
class Way:
    """What one way of reading a face says of its values, (6,): what they explain, or how well pips' places agree.

    `knows_hidden`: places where a mirror image leaves nothing of pips speak neither for nor against a value.
    """

    shares: Shares
    by_places: bool = False
    knows_hidden: bool = False

    @property
    def says_something(self) -> bool:
        """Whether it sees any value."""
        return max(self.shares) >= (LEAST_AGREED if self.by_places else LEAST_SHARE)

    def against(self, value: int, rival: int) -> bool:
        """Say whether a value (by its index) is clearly less than another here."""
        one, other = self.shares[value], self.shares[rival]
        return other <= HALF_AS_LIKELY * one if self.by_places else other <= one - LESS


def told_by_several(ways: Sequence[Way]) -> Shares | None:
    """Give the evidence (6,) of the value that the first way says and none speaks against; None where others may be.

    It is, of each value, the part of the ways that leave it possible.
    """
    seeing = [way for way in ways if way.says_something]
    if not ways[0].says_something:
        return None
    value = max(range(6), key=lambda k: ways[0].shares[k])
    rivals = [k for k in range(6) if k != value]
    against = {rival: [way for way in seeing if way.against(value, rival)] for rival in rivals}
    if any(way.against(rival, value) for way in seeing for rival in rivals):
        return None
    if any(len(found) < AGAINST or not any(way.knows_hidden for way in found) for found in against.values()):
        return None
    return tuple(1.0 - len(against.get(k, ())) / len(seeing) for k in range(6))
