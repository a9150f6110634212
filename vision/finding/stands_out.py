"""Which faces that were found on something round are dice's, and not what is printed there."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.bodies.disc import light_on
from vision.bodies.likely import LEFT_NOISE
from vision.colours.highlight import DieColours
from vision.colours.tint import die_tint
from vision.faces.explain import Face
from vision.faces.topface import explained, noise_hides, points_of, sample_faces
from vision.finding.still_seen import CHIP_FACE_SCORE
from vision.frame import Image
from vision.geometry import Floats
from vision.table.kinds import Kind

OTHER_COLOUR, OTHER_NOISE = 28.0, 3.6
"""How far, in grey levels, what lies around a die on a chip differs from the die: in dim light less, but by so many
times the noise."""

OWN_COLOURS_SCORE = 0.8
"""How clear a face of more than one pip must be on a chip if it has the dice's learned colours."""

ALL_AROUND, TWO_SIDES = 0.6, 0.45
"""The part of what is looked at all around a die on a chip, and beside the middles of its sides, that has another
colour at least."""

BARE, WITHIN_PIPS = 0.4, 0.04
"""The part of a face that shows none of its pips at least, and that which lies well within them."""

_SIDES = np.array([((-y, x), (x, y)) for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))])
ALL_BESIDE, BESIDE = (
    (np.column_stack([np.linspace(-reach, reach, 10), np.full(10, 0.6)]) @ _SIDES).reshape(-1, 2)
    for reach in (0.45, 0.2)
)
CORNERS = np.array(
    [(x * a, y * b) for x, y in product((-1, 1), (-1, 1)) for a, b in ((0.38, 0.42), (0.42, 0.42), (0.42, 0.38))]
)
"""Where that is, in edges from the middle of a face, along the sides and at the middle of each; and places inside of
its corners that are about as far off as those."""

TURNED = np.column_stack([np.zeros((6, 2)), np.arange(6) * np.pi / 12])
"""How much a square may be turned that is found by one pip, beside how it seems to be: column, row, rad."""

LIKE_DIE = 0.5
"""By what part of what lies beside it the corners of a 1 on a chip may differ from its middle."""


def stands_out(face: Face, patch: Image, kind: Kind) -> bool:
    """Say whether a face on something round is a die's: clear, and of another colour than what is all around.

    Or of more than one pip, and of the colours that the dice were learned to have. A 1 must be square, however turned,
    for its pip does not tell: chips have dots and round prints in their middle, too.
    """
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(patch, pose, kind.patterns.points, kind.edge_px)[0]
    clear = face.score * noise_hides(colours, LEFT_NOISE * kind.noise, kind.patterns)
    die = shown_colours(face, patch, kind)
    if face.value > 1 and clear >= OWN_COLOURS_SCORE and _has_learned_colours(face, die, patch, kind):
        return True
    if clear < CHIP_FACE_SCORE:
        return False
    least = min(max(OTHER_COLOUR * light_on(colours), OTHER_NOISE * kind.noise), OTHER_COLOUR)
    turned = pose + TURNED if face.value == 1 else pose

    def away(points: Floats) -> Floats:
        seen = sample_faces(patch, turned, points_of(points), kind.edge_px).astype(np.float64)
        return np.asarray(np.linalg.norm(seen - die.body, axis=2))

    alone = (away(ALL_BESIDE) > least).mean(axis=1) >= ALL_AROUND
    return bool((alone & _are_square(away(BESIDE), away(CORNERS), least)).any() if face.value == 1 else alone[0])


def shown_colours(face: Face, patch: Image, kind: Kind) -> DieColours:
    """Give a face's colours where its value has no pip, and in the middle of its pips."""
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(patch, pose, kind.patterns.points, kind.edge_px)
    pips = kind.patterns.vectors[explained(colours, kind.patterns)[0].argmax()].argsort()
    bare, within = pips[: round(BARE * len(pips))], pips[-round(WITHIN_PIPS * len(pips)) :]
    return DieColours(*(np.median(colours[0][part], axis=0).astype(np.float32) for part in (bare, within)))


def _has_learned_colours(face: Face, seen: DieColours, patch: Image, kind: Kind) -> bool:
    """Say whether a face has the colours that the dice were learned to have, or mirrors a lamp as those do."""
    if not kind.colours:
        return False
    tint = die_tint(patch, face, kind.patterns, kind.edge_px, kind.colours)
    return any(seen.alike(learned) or tint.alike(learned) for learned in kind.colours)


def _are_square(beside: Floats, corners: Floats, least: float) -> NDArray[np.bool_]:
    """Say of n poses whether a face ends at the middles of its sides, and goes on as far in its corners, (n,).

    By differences in colour (n, m). Two of the die's own sides, which may have its top's colour, may be seen beside it.
    """
    ends = (beside > least).mean(axis=1) >= TWO_SIDES
    within = np.median(corners.reshape(len(corners), 4, -1).min(axis=2), axis=1)
    return np.asarray(ends & (within < LIKE_DIE * np.percentile(beside, 75, axis=1)))
