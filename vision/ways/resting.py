"""How a die lies, and what it may lie on: walls and chips near it, and what physics allows there."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.bodies.disc import Disc
from vision.cubes.cube import Attitude
from vision.faces.told_by import ToldBy
from vision.geometry import Board, Floats
from vision.pictures.rectify import TopPlane
from vision.reading import DieState, Support

COCKED_DEG = 3.0

RUBBER_MM = 12.0
"""How far the pyramids of the far wall reach in: a die may lean on their tips."""

TOUCH_MM, HOLD_MM = 2.5, 9.0
"""What a die touches, and what may hold one that leans and so seems farther away."""

IN_WALL_MM = 3.0
"""How far a fit of a die that a wall hides in part may be off."""

CHIP_MM, HIGHEST_CHIPS = 3.3, 3
"""A chip's height, and how many lie on each other, or under a die, at most."""

HEIGHTS_MM = tuple(CHIP_MM * count for count in range(1, HIGHEST_CHIPS + 1))

NEAR_DIE = 1.9
"""Distance of middles, in edges, within which dice may hold each other."""

LIKELY_MM = 2.0
"""How far from a chip's rim a die's middle must be to be surely inside or outside."""

WELL_INSIDE_MM = 7.0
"""The same with what the place of a leaning die that is taken for a flat one may be off."""

RIM_MM = 1.1
"""How exactly a fit places a die's lower face on a rim."""

LEAST_LIFT_MM = 2.2
"""How high a chip, 3.3 mm, lifts what leans on its rim at least, as far as a fit can tell."""

LEAST_LOW_MM, LEAST_LOW_DEG = 1.0, 4.0
"""How high the rounded edge of a die lies on a chip's rim at least, where a sharp one would lie higher; and by how much
it leans then at least."""

ON_BOARD_MM = 2.5
"""A die whose footprint reaches deeper into a chip's disc does not lie on the board."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A die of an edge with how it lies: middle in mm, turn in rad, evidence (6,) of its values, and what is in doubt.

    `doubt` completes the sentence "The die at ... <doubt>".
    """

    x_mm: float
    y_mm: float
    z_mm: float
    turn: float
    edge_mm: float
    evidence: tuple[float, ...]
    state: DieState = DieState.FLAT
    support: Support | None = None
    tilt_deg: float | None = 0.0
    doubt: str | None = None
    told_by: ToldBy = ToldBy.PIPS

    @property
    def likeliest(self) -> int:
        """The value that explains most of it, clearly or not."""
        return int(np.argmax(self.evidence)) + 1

    @property
    def readable(self) -> bool:
        """Say whether one value explains what shows it, and far more of it than any other."""
        return self.told_by.name_one(self.evidence)


def doubted(rest: Rest, doubt: str) -> Rest:
    """Make a person look at a die, unless there is a doubt already."""
    return replace(rest, doubt=rest.doubt or doubt)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What dice of one size may touch: walls, chips (in pixels of the whole plane), dice of other bodies (x, y mm)."""

    plane: TopPlane
    board: Board
    chips: tuple[Disc, ...]
    dice: tuple[tuple[float, float], ...]
    edge_mm: float

    def on_board(self, x_mm: float, y_mm: float) -> bool:
        """Say whether a place lies between the walls."""
        return 0.0 <= x_mm <= self.board.length_mm and 0.0 <= y_mm <= self.board.width_mm

    def touched(self, at: Attitude) -> Support | None:
        """Say what a die touches besides the felt and other dice."""
        return self._within(at, TOUCH_MM)

    def holds(self, at: Attitude) -> bool:
        """Say whether a wall or chip is near enough to hold a leaning die."""
        return self._within(at, HOLD_MM) is not None

    def near_die(self, at: Attitude) -> bool:
        """Say whether a die of another body is near enough to hold a leaning die."""
        return any(np.hypot(x - at.x_mm, y - at.y_mm) < NEAR_DIE * self.edge_mm for x, y in self.dice)

    def _within(self, at: Attitude, reach_mm: float) -> Support | None:
        if self._most_overlap_mm(at) > -reach_mm:
            return Support.CHIPS
        return Support.WALL if self._wall_gap_mm(at) < reach_mm else None

    def near_wall(self, at: Attitude) -> bool:
        """Say whether a wall is near enough to hold a leaning die, were it on the board or on another die."""
        return self._wall_gap_mm(at) < HOLD_MM

    def in_wall(self, at: Attitude) -> bool:
        """Say whether a die reaches deeper into a wall than a fit may be off."""
        reach = self.edge_mm / 2 * np.abs(at.r[:2]).sum(axis=1) - IN_WALL_MM
        along = min(at.x_mm, self.board.length_mm - at.x_mm)
        across = min(at.y_mm, self.board.width_mm - at.y_mm)
        return bool(along < reach[0] or across < reach[1])

    def _wall_gap_mm(self, at: Attitude) -> float:
        reach = self.edge_mm / 2 * np.abs(at.r[:2]).sum(axis=1)
        far = self.board.length_mm - RUBBER_MM - at.x_mm
        return float(min(min(at.x_mm, far) - reach[0], min(at.y_mm, self.board.width_mm - at.y_mm) - reach[1]))

    def overlap_mm(self, at: Attitude) -> float:
        """Give how deep a flat die's footprint reaches into a chip's disc at least; negative: the gap between them.

        How many chips lie on each other is not known: the higher the upper one, the nearer to the camera's foot it is.
        """
        return float(self._overlaps_mm(at).min(axis=1).max()) if self.chips else -99.0

    def _most_overlap_mm(self, at: Attitude) -> float:
        return float(self._overlaps_mm(at).max()) if self.chips else -99.0

    def _overlaps_mm(self, at: Attitude) -> Floats:
        """Give how deep a footprint reaches into each chip's disc, for each height that it may lie at, (n, heights)."""
        cos, sin = np.cos(at.turn), np.sin(at.turn)
        away = self._middles_mm - (at.x_mm, at.y_mm)
        local = np.abs(away @ np.array([[cos, -sin], [sin, cos]])) - self.edge_mm / 2
        beyond = np.maximum(local, 0.0)
        outside = np.hypot(beyond[..., 0], beyond[..., 1])
        return np.asarray(self._radii_mm[:, None] - outside - np.minimum(local.max(axis=-1), 0.0), dtype=np.float64)

    @cached_property
    def _radii_mm(self) -> Floats:
        """How large each chip is, (n,)."""
        return np.array([disc.radius for disc in self.chips]) / self.plane.scale

    @cached_property
    def _middles_mm(self) -> Floats:
        """Where each chip's middle is, for each height that it may lie at, (n, heights, 2)."""
        tops = np.array([[disc.column, disc.row] for disc in self.chips])
        return self.plane.lower(tops[:, None], np.array(HEIGHTS_MM)[:, None])

    def falls_beside_chip(self, at: Attitude) -> bool:
        """Say whether a die that leans a little beside a chip, and at no wall, does not lie on the chip's rim."""
        return not self.near_wall(at) and self.near_chip(at) and max(self._lifts_mm(at)) < LEAST_LIFT_MM

    def lies_on_rim(self, at: Attitude) -> bool:
        """Say whether a leaning die lies on a chip's rim or a stack's, neither above nor in it."""
        return any(abs(lift - height) <= RIM_MM for lift, height in zip(self._lifts_mm(at), HEIGHTS_MM, strict=True))

    def lies_low_on_rim(self, at: Attitude) -> bool:
        """Say whether a die leans on a chip's rim with a rounded edge, which lies deeper than a sharp one would."""
        lifts = zip(self._lifts_mm(at), HEIGHTS_MM, strict=True)
        low = any(height - CHIP_MM + LEAST_LOW_MM <= lift < height - RIM_MM for lift, height in lifts)
        return low and at.tilt_deg >= LEAST_LOW_DEG

    def near_chip(self, at: Attitude) -> bool:
        """Say whether a chip is near enough to hold a leaning die."""
        return self._most_overlap_mm(at) > -HOLD_MM

    def _lifts_mm(self, at: Attitude) -> list[float]:
        """Give for each height of chips how high the lower face is at its lowest over any; 0 over none."""
        if not self.chips:
            return [0.0] * len(HEIGHTS_MM)
        across, down, heights = at.lower_face_mm(self.edge_mm).T
        away = np.hypot(across - self._middles_mm[..., :1], down - self._middles_mm[..., 1:])  # chips, heights, points
        lowest = np.where(away < self._radii_mm[:, None, None], heights, np.inf).min(axis=2)
        return [float(lift) for lift in np.where(np.isinf(lowest), 0.0, lowest).max(axis=0)]

    def over_chip(self, at: Attitude) -> bool:
        """Say whether a chip may lie under a die's middle, so that it lies flat on it."""
        return self._depth_mm(at) > -LIKELY_MM

    def carried(self, at: Attitude) -> bool:
        """Say whether a chip lies surely under a die's middle: then it cannot lean over the chip's rim."""
        return self._depth_mm(at) > LIKELY_MM

    def well_inside_chip(self, at: Attitude) -> bool:
        """Say whether a die lifted by chips has its middle so far inside of one that it could not lean on its rim."""
        return at.floor_mm > 0.0 and self._depth_mm(at) > WELL_INSIDE_MM

    def _depth_mm(self, at: Attitude) -> float:
        """Give how far inside of a chip's rim a die's middle lies."""
        away = (
            disc.radius / self.plane.scale - np.hypot(*(self._middle_mm(disc) - (at.x_mm, at.y_mm)))
            for disc in self.chips
        )
        return float(max(away, default=-99.0))

    def _middle_mm(self, disc: Disc, height_mm: float = CHIP_MM) -> Floats:
        return np.asarray(self.plane.lower(np.array([[disc.column, disc.row]]), height_mm)[0], dtype=np.float64)
