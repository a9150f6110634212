"""Read the dice in any photo from above, without calibration; the scale comes from the picture or is told."""

import numpy as np

from vision.frame import Image
from vision.photos.choose import Candidate, candidates, choose
from vision.photos.confidence import confidence
from vision.photos.doubts import doubts
from vision.photos.laying import faces_in_plane
from vision.photos.pips import Bools, Pips, find_pips, pyramid
from vision.photos.plane import Plane, estimate_plane
from vision.reading import DieReading, DieState, TableReading


def read_photo(image: Image, die_edge_px: float | None = None) -> TableReading:
    """Read one photo (h, w, 3) BGR. `die_edge_px` is the edge of a top face in stored pixels, where it is known."""
    levels = pyramid(image)
    spots = find_pips(levels)
    plane = estimate_plane(spots)
    pips = spots.take(_usable(spots, plane))
    faces, plane = faces_in_plane(pips, plane)
    proposed = candidates(levels, pips, faces, plane, die_edge_px)
    chosen = choose(proposed)
    worries = doubts(levels, chosen, spots, pips, plane)
    dice = tuple(_reading(c, plane, *confidence(c, proposed, chosen, worries.doubted[k])) for k, c in enumerate(chosen))
    return TableReading(dice=dice, ok=not worries.reasons, reasons=worries.reasons)


def _usable(pips: Pips, plane: Plane) -> Bools:
    clear = (pips.rough < 0.18) & (pips.unrest < 0.5) & (pips.contrast > 40) & (pips.closed > 0.62)
    return np.asarray(clear & (plane.lean(pips) < 0.1))


def _reading(
    candidate: Candidate, plane: Plane, sure: float, alternatives: tuple[tuple[int, float], ...]
) -> DieReading:
    x, y = plane.stored(candidate.centre[None])[0]
    return DieReading(
        value=candidate.value,
        state=DieState.FLAT,
        centre_px=(float(x), float(y)),
        edge_px=candidate.edge,
        angle_deg=float(np.degrees(candidate.turn)) % 90,
        confidence=sure,
        alternatives=alternatives,
    )
