"""Whether a calibration still holds: still pictures are compared with the stored picture of the empty board."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Background, Floats, Setup

CHECK_EVERY_NS = 2_000_000_000
SURE_CHECKS = 3
"""What is said was seen in so many checks in a row: dice and hands hide marks for a while."""

MOVED_MM = 1.5
DIMMER, BRIGHTER, TINTED = 0.7, 1.4, 1.18
"""Parts of the light of calibration beyond which readings suffer; and how far colours may part."""

SOFTER = 0.7
"""The part of its steepness that an edge keeps in focus; a blur of 1.3 pixels leaves about so much."""

TILE_PX = 48
MOST_MARKS, LEAST_MARKS = 20, 6
_PER_SIDE = 5
_RIM_MM = 18.0
_USABLE = (15.0, 235.0)
_STRONG_PERCENT = 95.0
_MOST_ERROR = 14.0
_LEAST_CONTRAST, _LEAST_CORNER = 8.0, 0.002
"""What a mark needs: the spread of its grey levels, and a corner of this part of the clearest one's strength."""

_LEAST_PIXELS = 200


@dataclass(frozen=True, slots=True)
class Signs:
    """How a picture differs from the empty board's. None: cannot be told.

    `moved_mm`: how far marks lie from their places; `gain`: how much brighter; `tint`: by how much the channels
    differ in that; `sharpness`: how steep edges still are, 1 unchanged.
    """

    moved_mm: float | None = None
    gain: float | None = None
    tint: float | None = None
    sharpness: float | None = None


class Marks:
    """Some places of the empty board with clear corners on them, and how they looked: markers, lines, walls."""

    def __init__(self, setup: Setup, background: Background) -> None:
        """Choose the places, spread over the picture."""
        grey = np.asarray(cv2.cvtColor(background.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self._tiles = _chosen(grey, _inside(setup, grey))
        self._size = (background.image.shape[0], background.image.shape[1])
        self._colours = self._cut(background.image)
        self._mm_per_px = 1.0 / _pixels_per_mm(setup)

    def __len__(self) -> int:
        """Give how many marks there are."""
        return len(self._tiles)

    def compare(self, image: Image) -> Signs:
        """Look at a picture (h, w, 3) in which nothing moves; one of another size tells nothing."""
        if image.shape[:2] != self._size or not len(self._tiles):
            return Signs()
        now = self._cut(image)
        gains = _gains(now, self._colours)
        if gains is None:
            return Signs()
        gain = float(np.median(gains))
        lit = np.clip(self._colours * gains, 0, 255).astype(np.uint8)
        signs = Signs(gain=gain, tint=float(gains.max() / gains.min()))
        if len(self._tiles) < LEAST_MARKS:
            return signs
        before, after = _mosaic(lit), _mosaic(now.astype(np.uint8))
        shifts, seen = _shifts(before, after, len(self._tiles))
        if seen.sum() < LEAST_MARKS or 2 * seen.sum() < len(self._tiles):
            return Signs(gain=signs.gain, tint=signs.tint, sharpness=_sharpness(before, after, len(self._tiles)))
        moved = float(np.median(np.linalg.norm(shifts[seen], axis=1))) * self._mm_per_px
        return Signs(moved, signs.gain, signs.tint, _sharpness(before, after, len(self._tiles)))

    def _cut(self, image: Image) -> NDArray[np.float32]:
        """Cut the tiles (n, TILE_PX, TILE_PX, 3) out of a picture."""
        parts = [image[top : top + TILE_PX, left : left + TILE_PX] for left, top in self._tiles]
        return np.array(parts, dtype=np.float32).reshape(-1, TILE_PX, TILE_PX, 3)


class Drift:
    """Looks at a still picture now and then; `trouble` says what has changed since calibration, for people."""

    def __init__(self, setup: Setup) -> None:
        self._marks = Marks(setup, setup.background) if setup.background is not None else None
        self._checked_ns: int | None = None
        self._counts: dict[str, int] = {}
        self.trouble: str | None = None

    def due(self, now_ns: int) -> bool:
        """Tell whether it is time to look again."""
        return self._marks is not None and (self._checked_ns is None or now_ns - self._checked_ns >= CHECK_EVERY_NS)

    def see(self, image: Image, now_ns: int) -> None:
        """Look at a main picture in which nothing moves and no hand is seen."""
        if self._marks is None:
            return
        self._checked_ns = now_ns
        said = troubles(self._marks.compare(image))
        self._counts = {kind: self._counts.get(kind, 0) + 1 for kind in said}
        sure = [sentence for kind, sentence in said.items() if self._counts[kind] >= SURE_CHECKS]
        self.trouble = sure[0] if sure else None


def troubles(signs: Signs, most_moved_mm: float = MOVED_MM) -> dict[str, str]:
    """Put into words what has changed too much, the worst first, by kind."""
    found = {}
    if signs.sharpness is not None and signs.sharpness < SOFTER:
        found["focus"] = "The picture has lost its focus: set the lens again, then run 'stickman calibrate lens'."
    if signs.moved_mm is not None and signs.moved_mm > most_moved_mm:
        found["moved"] = (
            f"Camera or board have moved by about {signs.moved_mm:.0f} mm since calibration: put them back, or run "
            "'stickman calibrate board' and 'stickman calibrate empty'."
        )
    if signs.gain is not None and not DIMMER <= signs.gain <= BRIGHTER:
        found["light"] = (
            f"The board is {'darker' if signs.gain < 1 else 'brighter'} than at calibration ({100 * signs.gain:.0f} % "
            "of its light): put the lamps back, or run 'stickman calibrate empty'."
        )
    elif signs.tint is not None and signs.tint > TINTED:
        found["light"] = "The light has another colour than at calibration: run 'stickman calibrate empty'."
    return found


def _inside(setup: Setup, grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Mark the board with its rims, (h, w): what stands around it comes and goes."""
    corners = setup.board.corners_mm(setup.board.wall_height_mm)
    rim = corners + np.sign(corners - corners.mean(axis=0)) * (_RIM_MM, _RIM_MM, 0.0)
    sides = [np.linspace(rim[i], rim[(i + 1) % 4], 20) for i in range(4)]
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(setup.camera.project(np.concatenate(sides))).astype(np.int32)], 255)
    return mask


def _chosen(grey: NDArray[np.uint8], mask: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """Choose tiles (left, top) around the clearest corners, a few in each part of the picture."""
    height, width = grey.shape
    calm = cv2.GaussianBlur(grey, (5, 5), 0.0)
    clear = np.where(mask > 0, cv2.cornerMinEigenVal(calm, 7), 0.0).astype(np.float32)
    half = TILE_PX // 2
    clear[:half], clear[height - half :], clear[:, :half], clear[:, width - half :] = 0, 0, 0, 0
    most = float(clear.max())
    found: list[tuple[float, int, int]] = []
    for rows in np.array_split(np.arange(height), _PER_SIDE):
        for columns in np.array_split(np.arange(width), _PER_SIDE):
            part = clear[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            row, column = np.unravel_index(int(part.argmax()), part.shape)
            left, top = int(columns[column]) - half, int(rows[row]) - half
            tile = grey[max(top, 0) : top + TILE_PX, max(left, 0) : left + TILE_PX]
            if part[row, column] > _LEAST_CORNER * most and tile.size and float(tile.std()) > _LEAST_CONTRAST:
                found.append((float(part[row, column]), left, top))
    return [(left, top) for _, left, top in sorted(found, reverse=True)[:MOST_MARKS]]


def _pixels_per_mm(setup: Setup) -> float:
    """Give the picture's resolution in the middle of the floor."""
    x, y = setup.board.length_mm / 2, setup.board.width_mm / 2
    points = setup.camera.project(np.array([[x, y, 0.0], [x + 1, y, 0.0], [x, y + 1, 0.0]]))
    return float(np.linalg.norm(points[1:] - points[0], axis=1).mean())


def _gains(now: NDArray[np.float32], then: NDArray[np.float32]) -> Floats | None:
    """Measure how much brighter each channel is, (3,)."""
    low, high = _USABLE
    now, then = now[:, ::3, ::3], then[:, ::3, ::3]
    usable = ((then > low) & (then < high) & (now < high)).all(axis=3)
    if usable.sum() < _LEAST_PIXELS:
        return None
    return np.asarray(np.clip(np.median(now[usable] / then[usable], axis=0), 0.05, 20.0), dtype=np.float64)


def _mosaic(tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Put tiles (n, s, s, 3) beside each other as one grey picture (s, n * s)."""
    row = np.ascontiguousarray(tiles.transpose(1, 0, 2, 3).reshape(TILE_PX, -1, 3))
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _shifts(before: NDArray[np.uint8], after: NDArray[np.uint8], count: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Follow the middle of each tile: shifts (n, 2) px, and which could be followed (Lucas & Kanade 1981)."""
    middles = np.array([[k * TILE_PX + TILE_PX / 2, TILE_PX / 2] for k in range(count)], np.float32)
    size = (TILE_PX // 2 + 1, TILE_PX // 2 + 1)
    found, status, error = cv2.calcOpticalFlowPyrLK(
        before, after, middles, np.zeros_like(middles), winSize=size, maxLevel=1
    )
    shifts = found.reshape(-1, 2).astype(np.float64) - middles
    seen = (status.reshape(-1) > 0) & (error.reshape(-1) < _MOST_ERROR)
    return shifts, np.asarray(seen, dtype=np.bool_)


def _sharpness(before: NDArray[np.uint8], after: NDArray[np.uint8], count: int) -> float:
    """Compare how steep the edges of the tiles are; the median of all."""
    now, then = (_steepest(picture, count) for picture in (after, before))
    return float(np.median(now / then))


def _steepest(mosaic: NDArray[np.uint8], count: int) -> Floats:
    """Give the steepness of each tile's clearest edges, (n,)."""
    calm = cv2.GaussianBlur(mosaic, (3, 3), 0.0)
    across, down = (np.asarray(cv2.Sobel(calm, cv2.CV_32F, *way, ksize=3)) for way in ((1, 0), (0, 1)))
    slope = np.hypot(across, down).reshape(TILE_PX, count, TILE_PX)[2:-2, :, 2:-2]
    return np.asarray(np.percentile(slope, _STRONG_PERCENT, axis=(0, 2)) + 1.0, dtype=np.float64)
