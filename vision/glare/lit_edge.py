"""Faces of which a lamp's mirror image, with a straight edge, covers a part: pips are seen on both sides, and across.

Where it lies every colour is lighter by as much, and what is brightest is all white. So a face has two sets of pips'
and body's colours, one on each side of a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.faces.topface import COLOUR_NOISE, Patterns, by_value, look
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.blown import SHIFTS, clear_shares
from vision.glare.shifted import in_picture, places_in
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

LEAST_IN_SIDE, LEAST_APART = np.float32(1e-3), np.float32(1e-6)
"""What of a pattern lies on either side at least, so that less tells nothing; and what is divided by at least."""

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
        found = _shares(face, patterns, part, np.zeros((len(lines), 2)), lines)
        line = lines[int(found.max(axis=1).argmax())]
    shifts = np.array(list(product(SHIFTS, SHIFTS)))
    every = np.concatenate([found, _shares(face, patterns, part, shifts, [line] * len(shifts))])
    return clear_shares(every, np.ones_like(every), CLEAR_LEAD)


def _beside(face: Image, part: float, line: Line) -> NDArray[np.uint8]:
    """Give the colours (m, 3) of the flat part of a face on the darker side of a line."""
    places = places_in(len(face), part).reshape(-1, 2)
    inner = (np.abs(places) < FLAT_PART / 2).all(axis=1)
    return face.reshape(-1, 3)[inner & (places @ _normal(line[0]) < line[1])]


def _normal(angle: float) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])


def _line(face: Image, part: float) -> Line | None:
    """Give the line, normal angle and offset in edges, that parts the bright side of a face from the other."""
    darkest = cv2.GaussianBlur(darkest_of(face), (3, 3), 0).ravel()
    places = places_in(len(face), part).reshape(-1, 2)
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


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """The patterns on one side of n lines.

    `weights` (n, m) of the points, what is `plain` of each pattern (n, p, k), and what it has `said` of the face's
    channels (n, channels, k).
    """

    weights: Values
    plain: Values
    said: Values

    @staticmethod
    def of(weights: Values, ways: Values, left: Values, patterns: Patterns) -> "_Side":
        """Look at patterns on a side, and at what is `left` (n, channels, m) of a face without `ways` to be plain."""
        plain, said = ((weights[:, None] * each) @ patterns.vectors.T for each in (ways, left))
        return _Side(weights, plain.astype(np.float32), said.astype(np.float32))

    def in_common(self, other: "_Side", patterns: Patterns) -> Values:
        """Give the products of the patterns here with those there, without what is plain of them, (n, k)."""
        whole = (self.weights * other.weights) @ patterns.squares.T
        return np.asarray(whole - np.einsum("npk,npk->nk", self.plain, other.plain))


def _shares(face: Image, patterns: Patterns, part: float, shifts: Floats, lines: Sequence[Line]) -> Values:
    """Give what each value's pips explain of a face, of one contrast on each side of a line, (n, 6).

    Once for each of n shifts (n, 2), in edges, with its line of n.
    """
    grid = patterns.grid + shifts[:, None]
    lit = _lit(grid, lines)
    ways = _plain_ways(lit, patterns)
    planes = look(face, *in_picture(grid, part, len(face))).transpose(0, 2, 1).astype(np.float32)
    left = np.asarray(planes - (planes @ ways.transpose(0, 2, 1)) @ ways, dtype=np.float32)
    bright, dark = (_Side.of(weights, ways, left, patterns) for weights in (lit, 1 - lit))
    total = np.einsum("ncm,ncm->n", left, left) + left[0].size * COLOUR_NOISE**2
    return by_value((_explained(bright, dark, patterns) / total[:, None]).astype(np.float32), patterns)


def _lit(grid: Floats, lines: Sequence[Line]) -> Values:
    """Say how far places (n, m, 2) lie on the bright side of their line, 0..1, (n, m)."""
    normals, offsets = np.array([_normal(angle) for angle, _ in lines]), np.array([offset for _, offset in lines])
    beyond = np.einsum("nmk,nk->nm", grid, normals) - offsets[:, None]
    return np.asarray(1.0 / (1.0 + np.exp(-beyond / BLUR)), dtype=np.float32)


def _plain_ways(lit: Values, patterns: Patterns) -> Values:
    """Give the ways to be plain, orthonormal (n, p, m), of faces with bright sides (n, m): the patterns' and these."""
    step = lit - (lit @ patterns.plain.T) @ patterns.plain
    step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), LEAST_APART)
    own = np.broadcast_to(patterns.plain, (len(lit), *patterns.plain.shape))
    return np.concatenate([own, step[:, None]], axis=1)


def _explained(bright: _Side, dark: _Side, patterns: Patterns) -> Values:
    """Give what patterns of one contrast on each side explain, (n, k): by least squares in two unknowns."""
    aa, bb = (side.in_common(side, patterns) + LEAST_IN_SIDE for side in (bright, dark))
    ab = bright.in_common(dark, patterns)
    one, two, both = (np.einsum("nck,nck->nk", a.said, b.said) for a, b in ((bright,) * 2, (dark,) * 2, (bright, dark)))
    return np.asarray((bb * one + aa * two - 2.0 * ab * both) / np.maximum(aa * bb - ab * ab, LEAST_APART))
