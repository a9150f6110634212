"""How high a flat die lies, told by its pips: on another die they are nearer to the camera, and appear farther apart.

That is 1.5 to 3 % for a die's height, and tells where the spacing of a table's own dice was learned.
"""

from vision.cubes.cube import Attitude, Sight
from vision.cubes.pip_grid import rows_of_six, spacing_of
from vision.cubes.standing import standing_of

ON_BOARD, ON_ANOTHER = (-0.8, 0.35), 0.65
"""Between what heights, in dice, pips tell that a die lies where it is taken to, and from which on that it lies higher,
or lower, by one."""

PLAUSIBLE = 1.6
"""What is measured farther off than this is no pips' distance."""


def storeys_up(whole: Sight, at: Attitude, value: int) -> float | None:
    """Say by how many dice a level one lies higher than it is taken to, for its pips to appear as far apart as they do.

    Those of all its faces tell where the upper ones do not. None where their spacing was not learned, or too few show.
    """
    ratio = spacing_ratio(whole, at, value)
    if ratio is None:
        return up_by_all(whole, at, value)
    up = (ratio - 1.0) / raised_part(float(whole.plane.camera.position_mm[2]), whole.edge_mm)
    return up if abs(up) <= PLAUSIBLE else None


def up_by_all(whole: Sight, at: Attitude, value: int) -> float | None:
    """Say the same by the places of the pips of all faces in view; None where these do not show that it is level."""
    standing = standing_of(whole, at, value)
    told = standing.told_up if standing else None
    return None if told is None else told - at.floor_mm / whole.edge_mm


def spacing_ratio(whole: Sight, at: Attitude, value: int) -> float | None:
    """Say how far apart a flat die's pips lie, against what was learned of these dice."""
    known = whole.patterns.six_across if value == 6 else whole.patterns.spacing
    if known is None:
        return None
    seen = rows_of_six(whole, at) if value == 6 else spacing_of(whole, at, value)
    return None if seen is None else seen / known


def raised_part(eye_mm: float, edge_mm: float) -> float:
    """Give how much farther apart the pips of a die on another appear, as a part, from so high above the board."""
    return (eye_mm - edge_mm) / (eye_mm - 2 * edge_mm) - 1.0
