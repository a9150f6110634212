"""How many dice a throw has: no more are told than that, and where all are seen nothing else is one of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter

import numpy as np

from vision.doubts.asked import MAY_HIDE
from vision.judging.look_alikes import MAY_BE_PRINTED
from vision.judging.once import hiding_none, lying_on_none, near_any
from vision.judging.together import Judged
from vision.reading import DieState, Support
from vision.ways.resting import Rest, doubted

MOST_LOSS = 0.3
"""How much less, in areas of a top face, is explained at most where a body that held too many dice is told anew."""


def dice_in(rests: Iterable[Rest]) -> int:
    """Count dice; each that lies on another hides one."""
    return sum(2 if rest.state is DieState.STACKED else 1 for rest in rests)


def lies_flat(rest: Rest) -> bool:
    """Say whether a die lies flat, whatever is in doubt about it."""
    return rest.state is DieState.FLAT


def _clearly_one(rest: Rest) -> bool:
    """Say whether a die is one on the board with a clear face, however it may lie."""
    return rest.state not in (DieState.UNREADABLE, DieState.OFF_BOARD) and rest.readable


def _all_of(judged: Iterable[Judged]) -> list[Rest]:
    return list(chain(*(each.rests for each in judged)))


@dataclass(frozen=True)
class Count:
    """How many `dice` a throw has; None where that is not known: then another one may always be there."""

    dice: int | None

    def exceeds(self, seen: int) -> bool:
        """Say whether a throw has more dice than are seen, or told to lie under others."""
        return self.dice is None or seen < self.dice

    def misses_clear_ones(self, judged: list[Judged]) -> bool:
        """Say whether a die may be missing beside those with a clear face."""
        return self.exceeds(dice_in(filter(_clearly_one, _all_of(judged))))

    def surely_flat(self, judged: list[Judged]) -> bool:
        """Say whether all dice of a throw lie flat beyond doubt: then whatever else is on the table is none of them."""
        rests = _all_of(judged)
        return len(rests) == self.dice and all(
            lies_flat(rest) and rest.readable and rest.doubt in (None, MAY_HIDE) for rest in rests
        )

    def without_look_alikes(self, judged: list[Judged], found: list[Rest]) -> list[Judged]:
        """Drop what may be print where all dice of a throw are seen without it; else doubt it, if it is on a chip."""
        if not found:
            return judged
        doubtful = set(map(id, found))
        dice = dice_in(rest for rest in _all_of(judged) if id(rest) not in doubtful and _clearly_one(rest))

        def told(rest: Rest) -> list[Rest]:
            if id(rest) not in doubtful:
                return [rest]
            if not self.exceeds(dice):
                return []
            return [doubted(rest, MAY_BE_PRINTED) if rest.support is Support.CHIPS else rest]

        return [replace(each, rests=list(chain(*map(told, each.rests)))) for each in judged]

    def without_faint(self, judged: list[Judged]) -> list[Judged]:
        """Drop what may be dice of which only pips are seen where all dice of a throw are seen beyond doubt."""
        if self.exceeds(dice_in(rest for rest in _all_of(judged) if rest.doubt is None and _clearly_one(rest))):
            return judged
        return [replace(e, rests=[r for r in e.rests if r.doubt is None]) if e.body.faint else e for e in judged]

    def no_more(self, judged: list[Judged]) -> list[Judged]:
        """Judge a body anew where all together would hold more dice than a throw has: the one that loses least."""
        excess = 0 if self.dice is None else dice_in(_all_of(judged)) - self.dice
        if excess <= 0:
            return judged
        fewer = [(k, each.fewer(dice_in(each.rests) - excess)) for k, each in enumerate(judged) if each.fewer]
        losses = [(judged[k].merit - other.merit, k, other) for k, other in fewer if other]
        loss, number, other = min(losses, key=itemgetter(0), default=(np.inf, 0, None))
        if other is None or loss > MOST_LOSS:
            return judged
        return [other if k == number else each for k, each in enumerate(judged)]

    def none_hidden(self, rests: list[Rest]) -> list[Rest]:
        """Drop the doubt whether dice hide others, or lie on them, where all of a throw are seen.

        What is more of a body than these is shadow.
        """
        return rests if self.exceeds(dice_in(filter(_clearly_one, rests))) else lying_on_none(hiding_none(rests))

    def no_stack_too_many(self, rests: list[Rest]) -> list[Rest]:
        """Doubt dice on, at and beside others where all of them, with those they hide, are more than a throw has."""
        if self.dice is None or dice_in(rests) <= self.dice:
            return rests
        leaning = [r for r in rests if r.state is DieState.COCKED]
        beside = [r for r in leaning if near_any(r, [other for other in rests if other is not r])]
        doubtful = [r for r in rests if r.state is DieState.STACKED or r.support is Support.DIE] + beside
        return [doubted(r, "may be cocked") if near_any(r, doubtful) else r for r in rests]
