"""The table as the judge knows it: a walled rectangle, bump sensors along the walls, a camera above."""

from dataclasses import dataclass, field
from math import sqrt

from controller.throws.debounce import DebounceTimes
from controller.throws.events import Wall, Zone

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Table:
    """Inner size of the board, edge of a die, the sensors, and where the camera is; mm in the board frame.

    `rubber_mm`: how far pyramids may stand out from the walls, so that a die touches before it is at the wall.
    `camera_mm` None: above the middle of the board at `CAMERA_HEIGHT_MM`. `latency_ns`: how much later than the frames
    the sensors tell of a touch, as calibrated; None where that is not known. `debounce`: how the sensors behave.
    """

    length_mm: float = 900.0
    width_mm: float = 450.0
    edge_mm: float = 19.05
    rubber_mm: float = 12.0
    wall_height_mm: float = 115.0
    zones: tuple[Zone, ...] = ()
    camera_mm: tuple[float, float, float] | None = None
    latency_ns: int | None = None
    debounce: DebounceTimes = field(default_factory=DebounceTimes)

    @property
    def camera(self) -> tuple[float, float, float]:
        """Give the camera's place, assumed where it is not known."""
        return self.camera_mm or (self.length_mm / 2, self.width_mm / 2, CAMERA_HEIGHT_MM)

    @property
    def assumed_latency_ns(self) -> int:
        """Give how much later than the frames the sensors tell of a touch, as well as that is known."""
        return UNKNOWN_LATENCY_NS if self.latency_ns is None else self.latency_ns

    @property
    def latency_slack_ns(self) -> int:
        """Give how far off that may be."""
        return UNKNOWN_LATENCY_NS if self.latency_ns is None else 0

    @property
    def touch_mm(self) -> float:
        """Give how far from a wall a touching die's centre may be: half a space diagonal, before the rubber's tips."""
        return self.edge_mm * sqrt(3) / 2 + self.rubber_mm

    @property
    def pressed_mm(self) -> float:
        """Give where (outward) the centre of a low die is seen that stands flat against the rubber's tips."""
        return -self.edge_mm / 2 - self.rubber_mm

    def zone(self, name: str) -> Zone | None:
        """Find a zone by name."""
        return next((zone for zone in self.zones if zone.name == name), None)

    def outward_mm(self, wall: Wall, spot: Spot) -> float:
        """Measure how far a place is beyond a wall's inner face; negative on the board."""
        x, y = spot
        beyond = {Wall.FAR: x - self.length_mm, Wall.NEAR: -x, Wall.LEFT: y - self.width_mm, Wall.RIGHT: -y}
        return beyond[wall]

    def rim_outward_mm(self, wall: Wall) -> float:
        """Give how far outward a die is seen that may have met only the top of a wall.

        Its centre is then hardly below the wall's top, two thirds of an edge before the wall. Of simulated dice that
        came within 20 mm of the top, those seen farther out met the inner face in two cases of three, the others in
        nineteen of twenty.
        """
        centre_mm = self.wall_height_mm - self.edge_mm / 8
        foot_mm = self.outward_mm(wall, self.camera[:2])
        nearer = (self.camera[2] - self.edge_mm / 2) / max(self.camera[2] - centre_mm, 1.0)
        return foot_mm + (-self.edge_mm * 2 / 3 - foot_mm) * nearer

    def aloft(self, spot: Spot) -> bool:
        """Tell whether what is seen at a place is above the walls: it seems to be beyond the rim of one."""
        return any(self.outward_mm(wall, spot) > max(self.rim_outward_mm(wall), 0.0) for wall in Wall)

    def along_mm(self, wall: Wall, spot: Spot) -> float:
        """Give the coordinate along a wall: y on far and near, x on left and right."""
        return spot[1] if wall in (Wall.FAR, Wall.NEAR) else spot[0]

    def along_span_mm(self, wall: Wall, spot: Spot) -> tuple[float, float]:
        """Give where along a wall a thing seen at `spot` may truly be: a die in the air is nearer the camera's foot."""
        seen, foot = self.along_mm(wall, spot), self.along_mm(wall, self.camera[:2])
        lifted = foot + (seen - foot) * (1 - HIGHEST_BOUNCE_MM / self.camera[2])
        return min(seen, lifted), max(seen, lifted)

    def nearest_outward_mm(self, spot: Spot) -> float:
        """Measure how far beyond the nearest wall a place is; negative on the board."""
        return max(self.outward_mm(wall, spot) for wall in Wall)


CAMERA_HEIGHT_MM = 800.0
UNKNOWN_LATENCY_NS = 15_000_000
"""The latency between camera and sensors is 0 to 30 ms: this much, give or take as much."""
HIGHEST_BOUNCE_MM = 150.0
