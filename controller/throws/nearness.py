"""How near to a wall a die came to rest: one that lies at the rubber may have touched it too softly to be heard."""

from math import cos, radians, sin, sqrt

from controller.throws.events import Wall
from controller.throws.table import Table
from vision.reading import DieReading, DieState

AT_RUBBER_MM = 0.5
"""A die that lies nearer may touch the rubber's tips: so well is its place known."""


def lies_at(table: Table, wall: Wall, die: DieReading) -> bool:
    """Tell whether a die lies so near to a wall that it may touch the rubber."""
    if die.centre_mm is None:
        return True
    gap_mm = -table.outward_mm(wall, die.centre_mm) - table.rubber_mm - _half_width_mm(table, die)
    return gap_mm < AT_RUBBER_MM


def _half_width_mm(table: Table, die: DieReading) -> float:
    """Give how far a die's body reaches towards a wall: its turn is known where it lies flat."""
    if die.angle_deg is None or die.state is not DieState.FLAT:
        return table.edge_mm / 2 * sqrt(2.0)
    turn = radians(die.angle_deg)
    return table.edge_mm / 2 * (abs(cos(turn)) + abs(sin(turn)))
