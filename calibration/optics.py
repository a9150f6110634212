"""How large dice will be before anything is bought: a camera's picture, its view, and the height it hangs at.

A pinhole looking straight down at the middle of the board; what a lens bends is left out.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import radians, tan

from vision.geometry import Board

LEAST_PX, GOOD_PX = 20.0, 40.0
"""An edge of a die under 20 px is too small to be read well, one of 40 px and more reads well."""


class Fit(StrEnum):
    """What of the board is in the picture. RIM: the tops of all walls too, so that a die that goes over one is seen."""

    NOT = "not"
    FLOOR = "floor"
    RIM = "rim"


@dataclass(frozen=True, slots=True)
class Optics:
    """A picture's size in px and how wide it sees, degrees from its left to its right edge."""

    width_px: int
    height_px: int
    field_of_view_deg: float

    @property
    def focal_px(self) -> float:
        """The focal length in pixels of the picture."""
        return self.width_px / 2 / tan(radians(self.field_of_view_deg) / 2)

    def edge_px(self, edge_mm: float, camera_mm: float) -> float:
        """Give the edge of a die's top face under a camera that hangs `camera_mm` above the felt."""
        return self.focal_px * edge_mm / (camera_mm - edge_mm)

    def seen_mm(self, away_mm: float) -> tuple[float, float]:
        """Give what the picture shows of a plane so far away, width and height."""
        return away_mm * self.width_px / self.focal_px, away_mm * self.height_px / self.focal_px

    def fit(self, board: Board, camera_mm: float) -> Fit:
        """Say what of a board lies in the picture, its length along the picture's width."""
        if self._shows(board, camera_mm - board.wall_height_mm):
            return Fit.RIM
        return Fit.FLOOR if self._shows(board, camera_mm) else Fit.NOT

    def _shows(self, board: Board, away_mm: float) -> bool:
        width, height = self.seen_mm(away_mm)
        return width >= board.length_mm and height >= board.width_mm
