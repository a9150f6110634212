"""Which faces that were found on something round are dice's, and not what is printed there."""

from itertools import product

import numpy as np

from vision.chips import light_on
from vision.explain import Face
from vision.frame import Image
from vision.geometry import Floats
from vision.kinds import Kind
from vision.likely import LEFT_NOISE
from vision.still_seen import CHIP_FACE_SCORE
from vision.tint import die_tints
from vision.topface import noise_hides, points_of, sample_faces

OTHER_COLOUR, OTHER_NOISE = 28.0, 3.6
"""How far, in grey levels, what lies around a die on a chip differs from the die: in dim light less, but by so many
times the noise."""

ALL_AROUND = 0.6
"""The part of what is looked at beside a die on a chip that has another colour."""

_SIDES = np.array([((-y, x), (x, y)) for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0))])
ALL_BESIDE, BESIDE = (
    (np.column_stack([np.linspace(-reach, reach, 10), np.full(10, 0.6)]) @ _SIDES).reshape(-1, 2)
    for reach in (0.45, 0.2)
)
CORNERS = np.array(
    [(x * a, y * b) for x, y in product((-1, 1), (-1, 1)) for a, b in product((0.36, 0.42), (0.36, 0.42))]
)
"""Where that is, in edges from the middle of a face, along the sides and at the middle of each; and places inside of
its corners that are about as far off as those."""

LIKE_DIE = 0.5
"""By what part of what lies beside it the corners of a 1 on a chip may differ from its middle."""


def stands_out(face: Face, patch: Image, kind: Kind) -> bool:
    """Say whether a face on something round is a die's: clear, and of another colour than what is all around.

    Or of more than one pip, and of the colours that the dice were learned to have. A 1 must be square: chips have dots
    and round prints in their middle, too.
    """
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(patch, pose, kind.patterns.points, kind.edge_px)
    if face.score * noise_hides(colours[0], LEFT_NOISE * kind.noise, kind.patterns) < CHIP_FACE_SCORE:
        return False
    if face.value > 1 and _has_learned_colours(face, patch, kind):
        return True
    least = min(max(OTHER_COLOUR * light_on(colours[0]), OTHER_NOISE * kind.noise), OTHER_COLOUR)
    die = np.median(colours[0], axis=0)

    def away(points: Floats) -> Floats:
        seen = sample_faces(patch, pose, points_of(points), kind.edge_px)[0].astype(np.float64)
        return np.asarray(np.linalg.norm(seen - die, axis=1))

    if (away(ALL_BESIDE) > least).mean() < ALL_AROUND:
        return False
    return face.value > 1 or _is_square(away(BESIDE), away(CORNERS), least)


def _has_learned_colours(face: Face, patch: Image, kind: Kind) -> bool:
    """Say whether a face has the colours that the dice were learned to have."""
    tint = die_tints(patch, [face], kind.patterns, kind.edge_px, kind.colours)[0]
    return any(tint.alike(learned) for learned in kind.colours)


def _is_square(beside: Floats, corners: Floats, least: float) -> bool:
    """Say whether a face ends at the middles of its sides, and goes on as far in its corners: differences in colour."""
    return bool((beside > least).mean() >= ALL_AROUND and np.median(corners) < LIKE_DIE * np.median(beside))
