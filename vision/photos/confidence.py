"""Say how likely each face is right, from its fit, its rivals and what is doubted; measured in docs/reading.md."""

from collections.abc import Sequence

import numpy as np

from vision.photos.choose import Candidate

_EVEN_FIT = 0.5
_LOG_ODDS_PER_FIT = 10.0
"""At a fit of 0.5 every other face is right, at 0.95 ninety-nine of a hundred: fitted to the photos with labels."""

_DOUBT_LOG_ODDS = 2.0
"""What a reason that names the die takes away."""

_RIVAL_POWER = 4
"""A rival pattern counts by this power of its score against the chosen one's: near ones matter, others hardly."""

_SAME_PLACE_EDGES = 0.6


def confidence(
    die: Candidate, proposed: Sequence[Candidate], chosen: Sequence[Candidate], doubted: bool
) -> tuple[float, tuple[tuple[int, float], ...]]:
    """Give the probability that the value is right, and other values with theirs, likeliest first.

    `proposed` are all faces that were seen, `chosen` those of them that were taken.
    """
    log_odds = _LOG_ODDS_PER_FIT * (die.fit - _EVEN_FIT) - _DOUBT_LOG_ODDS * doubted
    fits = 1 / (1 + float(np.exp(-log_odds)))
    taken = {pip for other in chosen if other is not die for pip in other.pips}
    rivals = _rivals(die, [other for other in proposed if taken.isdisjoint(other.pips)])
    whole = 1 + sum(rivals.values())
    others = sorted(((value, weight / whole) for value, weight in rivals.items()), key=lambda other: -other[1])
    return min(fits / whole, 0.999), tuple((value, share) for value, share in others if share >= 0.001)


def _rivals(die: Candidate, proposed: Sequence[Candidate]) -> dict[int, float]:
    """Weigh the best other pattern of each value that was seen in the die's place or on its pips."""
    rivals: dict[int, float] = {}
    for other in proposed:
        near = float(np.linalg.norm(other.centre - die.centre)) < _SAME_PLACE_EDGES * die.edge
        if other.value != die.value and (near or not set(other.pips).isdisjoint(die.pips)):
            weight = min(other.score / die.score, 1.0) ** _RIVAL_POWER
            rivals[other.value] = max(weight, rivals.get(other.value, 0.0))
    return rivals
