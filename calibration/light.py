"""The empty board: its picture as background, the noise, the exposure, glare spots, shadows and flicker."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lying import like_dice, lying_advice
from calibration.report import Findings, Report
from calibration.shade import Shade, measure_shade
from controller.errors import CalibrationError
from vision.frame import Image
from vision.geometry import Background, Board, Camera, Floats

GLARE_LEVEL, CLIPPED_LEVEL = 250, 254
UNEVEN, SHADOWED = 0.4, 0.35
"""How much light dark parts of the felt should have, to the bright ones; and the floor along walls, to its middle."""

LEAST_GLARE_PX = 12


def measure_empty(
    images: list[Image], camera: Camera | None, board: Board, markers_mm: tuple[Floats, ...] = ()
) -> tuple[Background, Report]:
    """Average pictures of the empty board (h, w, 3), all of one size. Raises CalibrationError where sizes differ.

    `markers_mm`: the corners (4, 3) of printed markers; their white paper is no glare.
    """
    if len({image.shape for image in images}) != 1:
        raise CalibrationError("The pictures of the empty board differ in size: take them all with the same settings.")
    stack = np.stack(images)
    middle = np.median(stack, axis=0) if len(images) > 2 else stack.mean(axis=0)
    picture = np.asarray(np.round(middle), dtype=np.uint8)
    area = _floor_mask(picture, camera, board, markers_mm)
    noise = _noise(images, area)
    shade = measure_shade(picture, area, camera, board) if camera is not None else None
    return Background(picture, noise), _report(images, picture, area, noise, camera, shade)


def _floor_mask(
    picture: Image, camera: Camera | None, board: Board, markers_mm: tuple[Floats, ...]
) -> NDArray[np.bool_]:
    """Mark the floor inside the walls without markers; everything where the pose is not known."""
    height, width = picture.shape[:2]
    if camera is None:
        return np.ones((height, width), dtype=bool)
    corners = np.concatenate([np.linspace(a, b, 20) for a, b in _sides(board)])
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(camera.project(corners)).astype(np.int32)], 1)
    for corners in markers_mm:
        centre = corners.mean(axis=0)
        paper = camera.project(centre + 1.6 * (corners - centre))
        cv2.fillPoly(mask, [np.round(paper).astype(np.int32)], 0)
    return np.asarray(mask > 0)


def _sides(board: Board) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    corners = board.corners_mm()
    return [(corners[i], corners[(i + 1) % 4]) for i in range(4)]


def _noise(images: list[Image], area: NDArray[np.bool_]) -> float:
    """Measure the standard deviation of one pixel's level: between pictures, or within one (Immerkær 1996)."""
    if len(images) > 1:
        first, second = (image[area].astype(np.float32) for image in images[:2])
        spread = float(np.std(first - second))
        return float(spread / np.sqrt(2.0))
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    response = np.abs(np.asarray(cv2.filter2D(images[0].astype(np.float32), -1, kernel)))[area]
    return float(np.median(response) / 0.6745 / 6.0)


def _glare(picture: Image, area: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    """Find spots so bright that pips vanish in them: column, row, pixels."""
    burnt = ((picture.min(axis=2) >= GLARE_LEVEL) & area).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= LEAST_GLARE_PX]
    return [(float(centres[i][0]), float(centres[i][1]), int(stats[i, cv2.CC_STAT_AREA])) for i in large]


def _report(
    images: list[Image],
    picture: Image,
    area: NDArray[np.bool_],
    noise: float,
    camera: Camera | None,
    shade: Shade | None,
) -> Report:
    levels = [float(image[area].mean()) for image in images]
    spots = _glare(picture, area)
    dice = like_dice(picture, area)
    burnt = sum(size for *_, size in spots) / max(1, int(area.sum()))
    brightest = picture[area].max(axis=1)
    level = float(np.median(brightest))
    figures: dict[str, Any] = {
        "pictures": len(images),
        "noise_levels": round(noise, 2),
        "brightness": round(level, 1),
        "clipped_percent": round(100 * float((brightest >= CLIPPED_LEVEL).mean()), 3),
        "flicker_percent": round(100 * (max(levels) - min(levels)) / max(float(np.mean(levels)), 1.0), 2),
        "glare_spots": len(spots),
        "glare_percent": round(100 * burnt, 3),
        "largest_glare_mm": _place(max(spots, key=lambda spot: spot[2]), camera) if spots and camera else None,
        "evenness": None if shade is None else round(shade.evenness, 2),
        "light_at_wall": None if shade is None else {name: round(part, 2) for name, part in shade.at_walls.items()},
    }
    figures["like_dice"] = len(dice)
    found = Findings()
    found.usable_if(bool(dice), lying_advice(dice))
    _judge(found, figures, level, noise, burnt, shade)
    return found.report("empty", figures, "The table is ready: stickman read IMAGE --table ...")


def _judge(
    found: Findings, figures: dict[str, Any], level: float, noise: float, burnt: float, shade: Shade | None
) -> None:
    found.bad_if(level < 12, "The board is nearly black: more light, or a longer exposure.")
    found.bad_if(level > 252, "The board is burnt out: a shorter exposure.")
    found.bad_if(figures["flicker_percent"] > 20, "The light changes between the pictures: lock exposure and lamps.")
    found.bad_if(
        noise > 15, "The pictures differ: the camera moved, something lay on the board, or it is far too dark."
    )
    found.usable_if(level < 40, "The board is dark: more light makes reading surer.")
    found.usable_if(noise > 6, "Much noise: more light makes reading surer.")
    found.usable_if(
        figures["flicker_percent"] > 3, "The light flickers: use lamps without flicker, or lock the exposure."
    )
    found.usable_if(burnt > 0.002, "Lamps mirror on the board: move or diffuse them.")
    found.usable_if(figures["clipped_percent"] > 1, "Parts of the board are burnt out: a shorter exposure.")
    found.usable_if(figures["pictures"] < 2, "Two or more pictures measure the noise better.")
    if shade is not None:
        found.usable_if(shade.evenness < UNEVEN, "The board is lit unevenly: a larger lamp, higher up, helps.")
        darkest = min(shade.at_walls, key=lambda name: shade.at_walls[name], default="")
        found.usable_if(
            bool(darkest) and shade.at_walls[darkest] < SHADOWED,
            f"The floor along the {darkest} wall lies in its shadow: put a lamp on the other side, or higher up.",
        )


def _place(spot: tuple[float, float, int], camera: Camera) -> list[float]:
    x, y = camera.on_plane(np.array([spot[:2]]), 0.0)[0]
    return [round(float(x)), round(float(y))]
