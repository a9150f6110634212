"""What tells a die's value, and how much of it a value must explain to be named."""

from collections.abc import Sequence
from enum import Enum


class ToldBy(Enum):
    """What shows a die's value: its upper pips, these in relief where the face mirrors a lamp, or those of its sides.

    Sides that show theirs clearly need not lead as far: a 5 has all pips of a 4. Where one of them is clear, a narrow
    one has only four values left to tell apart, of which smeared pips explain little, or `ONE_OF_TWO`.

    Sides that are drawn as they would appear, `DRAWN_SIDES`, leave a part of what is seen unexplained, 0..1.

    Or that little else is `LEFT` that neither its sides nor what a lamp leaves of its face rule out: then relief needs
    not be confirmed by another way of looking. Of 12 faces that showed nothing but noise it explained up to 0.26.

    Each with what a value must explain of them to be named, and how much more than the next. Pips that explain less
    than 0.7, or lead by less than 0.2, are not seen whole: the edge of a mirror image was taken for some. Of 2,519 flat
    dice read rightly none explains 0.62 to 0.7, or leads by 0.12 to 0.21.
    """

    PIPS = (0.7, 0.2)
    RELIEF = (0.4, 0.15)
    SIDES = (0.55, 0.14)
    CLEAR_SIDES = (0.65, 0.09)
    NARROW_SIDE = (0.25, 0.1)
    ONE_OF_TWO = (0.15, 0.1)
    DRAWN_SIDES = (0.5, 0.2)
    LEFT = (0.33, 0.2)

    def name_one(self, evidence: Sequence[float]) -> bool:
        """Say whether one value (of six) explains what shows it, and far more of it than any other."""
        second, first = sorted(evidence)[-2:]
        least, lead = self.value
        return first >= least and first - second >= lead
