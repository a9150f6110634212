"""Matched filters of the six faces: how well a square of the rectified picture is explained by each pip pattern."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import PIPS, TURNS
from vision.frame import Image
from vision.geometry import DieModel, Floats

SAMPLES = 20
"""A face is looked at in SAMPLES x SAMPLES points."""

INSET = 0.94
"""The part of the edge that is looked at: rounded corners and the edge's own blur stay out."""

COLOUR_NOISE = 2.5
"""Grey levels that no pattern has to explain: noise of the sensor and of compression."""

RADII = (0.085, 0.108, 0.13)
"""Pip radii tried where the model does not say, as parts of the edge (European to Asian dice)."""

SPACINGS = (0.225, 0.25, 0.28)
"""Distances from the middle to the outer pips tried where the model does not say, as parts of the edge."""

_STEPS = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * INSET
GRID = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)
"""The points looked at (SAMPLES², 2), in edges about the middle of the face."""


@dataclass(frozen=True, eq=False)
class Patterns:
    """Pip patterns as unit vectors over the grid: `vectors` (k, SAMPLES²), `values` (k,), `style` (k,)."""

    vectors: NDArray[np.float32]
    values: NDArray[np.int64]
    styles: NDArray[np.int64]


def patterns_for(model: DieModel, px_per_edge: float) -> Patterns:
    """Draw the patterns of one kind of dice as a picture with that many pixels an edge shows them."""
    radii = (model.pip_radius_mm / model.edge_mm,) if model.pip_radius_mm else RADII
    spacings = (model.pip_spacing_mm / model.edge_mm,) if model.pip_spacing_mm else SPACINGS
    vectors, values, styles = [], [], []
    softness = 0.42 / px_per_edge
    for style, (radius, spacing) in enumerate((r, s) for r in radii for s in spacings):
        for value, pips in PIPS.items():
            for turn in range(TURNS[value]):
                vectors.append(_pattern(pips[:, ::-1] * [1, -1] if turn else pips, radius, spacing, softness))
                values.append(value)
                styles.append(style)
    return Patterns(np.array(vectors, np.float32), np.array(values), np.array(styles))


def _pattern(pips: Floats, radius: float, spacing: float, softness: float) -> Floats:
    distance = np.linalg.norm(GRID[:, None] - pips[None] * spacing, axis=2).min(axis=1)
    shade = 1.0 / (1.0 + np.exp(np.clip((distance - radius) / softness, -30, 30)))
    shade -= shade.mean()
    return np.asarray(shade / np.linalg.norm(shade), dtype=np.float64)


def sample_faces(patch: Image, poses: Floats, edge_px: float) -> NDArray[np.float32]:
    """Look at squares at poses (n, 3) = column, row, turn in rad: colours (n, SAMPLES², 3)."""
    cos, sin = np.cos(poses[:, 2:]), np.sin(poses[:, 2:])
    u, v = GRID[:, 0] * edge_px, GRID[:, 1] * edge_px
    columns = (poses[:, :1] + cos * u - sin * v).astype(np.float32)
    rows = (poses[:, 1:2] + sin * u + cos * v).astype(np.float32)
    return np.asarray(
        cv2.remap(patch, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def explained(faces: NDArray[np.float32], patterns: Patterns) -> NDArray[np.float32]:
    """Give the part (n, k) of each face's colour variation that each pattern explains, any colours, 0..1."""
    centred = faces - faces.mean(axis=1, keepdims=True)
    total = np.einsum("npc,npc->n", centred, centred) + 3 * SAMPLES**2 * COLOUR_NOISE**2
    parts = np.einsum("kp,npc->nkc", patterns.vectors, centred, optimize=True)
    return np.asarray(np.einsum("nkc,nkc->nk", parts, parts) / total[:, None], dtype=np.float32)


def by_value(scores: NDArray[np.float32], patterns: Patterns) -> NDArray[np.float32]:
    """Reduce scores (n, k) over patterns to the best for each value, (n, 6)."""
    return np.stack([scores[:, patterns.values == value].max(axis=1) for value in PIPS], axis=1)
