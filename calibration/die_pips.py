"""Pips of one die's top face: their radius and spacing, fitted to the picture together with the face's place."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import minimize

from vision.faces.pips import PIPS, TURNS
from vision.frame import Image
from vision.geometry import Camera, Floats

SAMPLES, INSET = 30, 0.82
"""A face is looked at in so many points along each side; its rounded rim stays out."""

BENDS_FROM = 0.28
"""From how far off its middle on, in edges, the face of a die with rounded edges bends away from the light."""

SOFT_PX = 0.42
"""How soft the camera draws a pip's rim, in pixels of the picture."""

USUAL_RADIUS, USUAL_SPACING = 0.108, 0.25
RADII, SPACINGS = (0.05, 0.18), (0.17, 0.33)
"""What pips may measure, as parts of the edge."""

LEAST_SCORE = 0.6
"""What a fit must explain of a face."""


@dataclass(frozen=True, eq=False)
class Face:
    """One fitted top face, mm and rad. `across` and `along` are the spacings over and within a 6's long rows.

    Elsewhere both are the spacing; None on a 1. `score`: the part of the face's colours that is explained.
    `body_bgr`, `pip_bgr` (3,).
    """

    value: int
    x_mm: float
    y_mm: float
    turn: float
    radius_mm: float
    across_mm: float | None
    along_mm: float | None
    score: float
    body_bgr: Floats
    pip_bgr: Floats


def fit_face(
    image: Image, camera: Camera, edge_mm: float, value: int, place: tuple[float, float, float], edge_px: float
) -> Face | None:
    """Fit the pips of a flat die at `place` (x, y in mm, turn in rad) showing `value`; None where they do not fit."""
    turns = [place[2] + quarter * np.pi / 2 for quarter in range(TURNS[value])]
    fits = [_fit(image, camera, edge_mm, value, (*place[:2], turn), edge_px) for turn in turns]
    found = max(fits, key=lambda face: face.score)
    return found if found.score >= LEAST_SCORE else None


def _fit(
    image: Image, camera: Camera, edge_mm: float, value: int, place: tuple[float, float, float], edge_px: float
) -> Face:
    grid = _grid(edge_mm)
    soft = SOFT_PX / edge_px * edge_mm
    pips = PIPS[value]

    def explained(p: Floats) -> float:
        if not _possible(p, edge_mm):
            return 0.0
        return _explained(_colours(image, camera, edge_mm, grid, p[:3]), _shade(grid, pips * p[4:6], p[3], soft))

    usual = (USUAL_RADIUS * edge_mm, USUAL_SPACING * edge_mm)
    start = np.array([*place, usual[0], usual[1], usual[1]])
    tied = value != 6
    steps = np.diag([0.4, 0.4, 0.05, 0.015 * edge_mm, 0.02 * edge_mm, 0.02 * edge_mm])
    if tied:
        # One spacing both ways; a 1 has none to find.
        steps[4, 5] = steps[4, 4]
        steps = steps[: 4 if value == 1 else 5]
    best = _climb(explained, start, steps)
    shade = _shade(grid, pips * best[4:6], best[3], soft)
    colours = _colours(image, camera, edge_mm, grid, best[:3])
    body, ink = (
        np.median(colours[shade < 0.05], axis=0),
        np.median(colours[shade > min(0.9, shade.max() - 1e-6)], axis=0),
    )
    across, along = (None, None) if value == 1 else (float(best[4]), float(best[5]))
    x, y, turn, radius = (float(v) for v in best[:4])
    return Face(value, x, y, turn, radius, across, along, explained(best), body, ink)


def _climb(merit: Callable[[Floats], float], start: Floats, steps: Floats) -> Floats:
    """Maximise over the combinations of some steps from a start."""
    count = len(steps)
    simplex = np.vstack([np.zeros(count), np.eye(count)])
    best = minimize(
        lambda w: -merit(start + w @ steps), np.zeros(count), method="Nelder-Mead",
        options={"initial_simplex": simplex, "maxfev": 160, "xatol": 5e-3, "fatol": 1e-5},
    )  # fmt: skip
    return np.asarray(start + best.x @ steps, dtype=np.float64)


def _possible(p: Floats, edge_mm: float) -> bool:
    radius, across, along = p[3:6] / edge_mm
    return bool(
        RADII[0] < radius < RADII[1] and SPACINGS[0] < across < SPACINGS[1] and SPACINGS[0] < along < SPACINGS[1]
    )


def _grid(edge_mm: float) -> Floats:
    steps = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * INSET * edge_mm
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def _colours(image: Image, camera: Camera, edge_mm: float, grid: Floats, pose: Floats) -> Floats:
    """Look at the face's points (n, 2) mm in the picture: colours (n, 3)."""
    cos, sin = np.cos(pose[2]), np.sin(pose[2])
    flat = grid @ np.array([[cos, sin], [-sin, cos]]) + pose[:2]
    px = camera.project(np.column_stack([flat, np.full(len(flat), edge_mm)])).astype(np.float32)
    seen = cv2.remap(image, px[None, :, 0], px[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, 3), dtype=np.float64)


def _shade(grid: Floats, pips_mm: Floats, radius_mm: float, soft_mm: float) -> Floats:
    """Draw pips: 1 inside, 0 outside, soft between, at each point of the grid (n,)."""
    away = np.linalg.norm(grid[:, None] - pips_mm[None], axis=2)
    each = 1.0 / (1.0 + np.exp(np.clip((away - radius_mm) / soft_mm, -30, 30)))
    return np.asarray(np.minimum(each.sum(axis=1), 1.0), dtype=np.float64)


def _plain() -> Floats:
    """Give what plain faces show, orthonormal (n, 7): even light, its slopes, and sides that bend away from it."""
    slopes = _grid(1.0)
    bends = np.maximum(np.concatenate([slopes, -slopes], axis=1) - BENDS_FROM, 0.0) ** 2
    basis, _ = np.linalg.qr(np.column_stack([np.ones(len(slopes)), slopes, bends]))
    return np.asarray(basis, dtype=np.float64)


_PLAIN = _plain()


def _explained(colours: Floats, shade: Floats) -> float:
    """Give the part of the colours' (n, 3) variation that the pips explain; what plain faces show does not count."""
    rest = colours - _PLAIN @ (_PLAIN.T @ colours)
    pattern = shade - _PLAIN @ (_PLAIN.T @ shade)
    power = float(pattern @ pattern)
    total = float((rest**2).sum())
    return float(((pattern @ rest) ** 2).sum() / (power * total)) if power * total > 0 else 0.0
