"""Which views of a flat target differ: pictures that show it in one place say together no more than one of them."""

import numpy as np

from calibration.markers import View
from vision.geometry import Floats

SAME_PLACE_PX = 10.0
"""A target whose corners moved less, in pictures 1280 wide, is in the same place."""


def distinct_views(views: list[View], width_px: int) -> tuple[list[View], dict[str, str]]:
    """Give one view, the fullest, of each place, and why each of the others is left out."""
    kept: list[View] = []
    repeated: dict[str, str] = {}
    limit_px = SAME_PLACE_PX * width_px / 1280
    for view in sorted(views, key=lambda view: -len(view.image_px)):
        twin = next((other for other in kept if _moved_px(view, other) < limit_px), None)
        if twin is None:
            kept.append(view)
        else:
            repeated[view.name] = f"the board is where it is in {twin.name}: move and tilt it between pictures"
    return [view for view in views if view in kept], repeated


def _moved_px(view: View, other: View) -> float:
    """Give how far the corners that both show lie apart, the median; without common ones no distance is small."""
    places = {tuple(corner): pixel for corner, pixel in zip(view.target_mm.tolist(), view.image_px, strict=True)}
    common = [
        float(np.hypot(*(pixel - places[tuple(corner)])))
        for corner, pixel in zip(other.target_mm.tolist(), other.image_px, strict=True)
        if tuple(corner) in places
    ]
    return float(np.median(common)) if common else float("inf")


def normals_apart_deg(rotations: tuple[Floats, ...]) -> float:
    """Give the largest angle between the target's planes in any two views."""
    normals = np.array([r[:, 2] for r in rotations])
    return float(np.degrees(np.arccos(np.clip((normals @ normals.T).min(), -1.0, 1.0))))
