"""Round bodies of which little rim is seen beside dice: two dice on each other may explain them far better.

The lower of two dice and its shadow round off in the dark; what is seen of them then agrees with half of a chip's rim.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision.bodies.body import Body
from vision.bodies.rounds import BESIDE_ARC, drift_of, with_discs
from vision.reading import DieState
from vision.table.kinds import Kind
from vision.ways.resting import Rest, Surroundings

BETTER_AS_STACK = 1.0
"""How much more, in areas of a top face, a die on another explains that stands where a chip seemed to lie: of four
true ones 1.3 to 4.8; at 34 true chips of which as little is seen no die was surely on another."""


def without_doubtful_chips(body: Body, kind: Kind) -> Body | None:
    """Give a body with dice as it is without chips of which little rim is seen; None where it has none of them."""
    sure = [disc for disc in body.discs if disc.arc >= BESIDE_ARC]
    if body.faint or not body.explanation.faces or len(sure) == len(body.discs):
        return None
    return with_discs(body.seen, body.explanation, sure, kind, drift_of(kind.plane, body.seen.window))


def without_chips_of(around: Surroundings, body: Body, bare: Body) -> Surroundings:
    """Give the surroundings of a body, but for the chips that `bare` does not have."""
    gone = set(body.chips_px) - set(bare.chips_px)
    return replace(around, chips=tuple(disc for disc in around.chips if disc not in gone))


def rather_stacked(chip: Sequence[Rest], bare: Sequence[Rest], gain: float) -> bool:
    """Say whether one of the dice of a body is surely on another, by how they lie with a chip and `bare` of it.

    `gain`: how much more they explain without it, in areas of a top face.
    """
    stacked = any(rest.state is DieState.STACKED and rest.doubt is None for rest in bare)
    return stacked and len(bare) == len(chip) and gain >= BETTER_AS_STACK
