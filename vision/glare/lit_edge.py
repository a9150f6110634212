"""Faces of which a lamp's mirror image, with a straight edge, covers a part: pips are seen on both sides, and across.

Where it lies every colour is lighter by as much, and what is brightest is all white. So a face has two sets of pips'
and body's colours, one on each side of a line.
"""

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.faces.topface import COLOUR_NOISE, Patterns, by_value, look
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.blown import SHIFTS, clear_shares
from vision.glare.two_lights import is_body
from vision.pictures.channels import darkest_of

LEAST_STEP = 30.0
"""How much lighter, in grey levels, the one side must be than the other."""

LEAST_SIDE = 0.06
"""The part of a face that must lie on either side."""

FLAT_PART = 0.84
"""The part of the edge up to which a top is flat: beyond it bends away, and mirrors something else."""

TURNS_DEG, OFFSETS = np.arange(-30.0, 31.0, 7.5), np.arange(-0.12, 0.121, 0.04)
"""How the line may lie otherwise than what is bright seems to end, where pips stand out from it; in edges."""

FINE_TURNS_DEG, FINE_OFFSETS = np.arange(-5.0, 5.1, 2.5), np.arange(-0.03, 0.031, 0.015)
"""The same around the best of these."""

BLUR = 0.02
"""How wide, in edges, the line is blurred."""

CLEAR_LEAD = 0.15
"""How much more than the next a value must explain."""

Values = NDArray[np.float32]
Line = tuple[float, float]
"""The angle of its normal, towards what is bright, and its offset along that, in edges."""


def evidence_across_edge(
    face: Image, patterns: Patterns, part: float, learned: Sequence[DieColours] | None
) -> tuple[float, ...] | None:
    """Give the evidence (6,) of the values of a face (n, n, 3), `part` of its edge; None where they are not clear.

    `learned` are the colours of dice without a mirror image, one of which the darker side must have; it is None for a
    face that is surely a top, whatever its colour.
    """
    line = _line(face, part)
    if line is None or not (learned is None or is_body(_beside(face, part, line), learned)):
        return None
    for turns_deg, offsets in ((TURNS_DEG, OFFSETS), (FINE_TURNS_DEG, FINE_OFFSETS)):
        lines = list(product(line[0] + np.deg2rad(turns_deg), line[1] + offsets))
        found = [_shares(face, patterns, part, (0.0, 0.0), one) for one in lines]
        line = lines[int(np.max(found, axis=1).argmax())]
    each = [_shares(face, patterns, part, shift, line) for shift in product(SHIFTS, SHIFTS)]
    return clear_shares([(shares, np.ones(6, np.float32)) for shares in [*found, *each]], CLEAR_LEAD)


def _beside(face: Image, part: float, line: Line) -> NDArray[np.uint8]:
    """Give the colours (m, 3) of the flat part of a face on the darker side of a line."""
    places = _places(face, part)
    inner = (np.abs(places) < FLAT_PART / 2).all(axis=1)
    return face.reshape(-1, 3)[inner & (places @ _normal(line[0]) < line[1])]


def _places(face: Image, part: float) -> Floats:
    """Give the places (n * n, 2) of a face's pixels, in edges about its middle."""
    steps = ((np.arange(len(face)) + 0.5) / len(face) - 0.5) * part
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def _normal(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])


def _line(face: Image, part: float) -> Line | None:
    """Give the line, normal angle and offset in edges, that parts the bright side of a face from the other."""
    darkest = cv2.GaussianBlur(darkest_of(face), (3, 3), 0).ravel()
    places = _places(face, part)
    inner = (np.abs(places) < FLAT_PART / 2).all(axis=1)
    values, places = darkest[inner], places[inner]
    level, _ = cv2.threshold(values, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    lit = values > level
    share = float(lit.mean())
    if not LEAST_SIDE <= share <= 1.0 - LEAST_SIDE or np.median(values[lit]) - np.median(values[~lit]) < LEAST_STEP:
        return None
    slope = np.linalg.lstsq(places - places.mean(axis=0), lit - share, rcond=None)[0]
    angle = float(np.arctan2(slope[1], slope[0]))
    return angle, float(np.quantile(places @ _normal(angle), 1.0 - share))


def _shares(face: Image, patterns: Patterns, part: float, shift: tuple[float, float], line: Line) -> Values:
    """Give what each value's pips explain of a face, of one contrast on each side of a line, (6,)."""
    grid = patterns.grid + shift
    bright = (1.0 / (1.0 + np.exp((line[1] - grid @ _normal(line[0])) / BLUR))).astype(np.float32)
    places = (grid / part * len(face) + len(face) / 2 - 0.5).astype(np.float32)[None]
    colours = look(face, places[..., 0], places[..., 1])[0].astype(np.float32)
    plain, _ = np.linalg.qr(np.column_stack([patterns.plain.T, bright]))
    left = colours - plain @ (plain.T @ colours)
    pairs = np.stack([patterns.vectors * bright, patterns.vectors * (1.0 - bright)])
    pairs -= (pairs @ plain) @ plain.T
    said = pairs @ left
    (aa, bb), ab = np.einsum("sij,sij->si", pairs, pairs) + np.float32(1e-3), np.einsum("ij,ij->i", *pairs)
    one, two = np.einsum("sij,sij->si", said, said)
    both = np.einsum("ij,ij->i", *said)
    explained = (bb * one + aa * two - 2.0 * ab * both) / np.maximum(aa * bb - ab * ab, 1e-6)
    total = float((left**2).sum()) + colours.size * COLOUR_NOISE**2
    return np.asarray(by_value((explained / total)[None].astype(np.float32), patterns)[0])
