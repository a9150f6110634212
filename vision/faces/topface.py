"""Matched filters of the six faces: how well a square of the rectified picture is explained by each pip pattern."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.pips import PIPS, TURNS
from vision.frame import Image
from vision.geometry import DieModel, Floats

SAMPLES = 20
"""A face is looked at in SAMPLES x SAMPLES points."""

INSET = 0.82
"""The part of the edge that is looked at: rounded edges, darker as they bend away, stay out."""

COLOUR_NOISE = 2.5
"""Grey levels that no pattern has to explain: noise of the sensor and of compression."""

RADII = (0.085, 0.108, 0.13)
"""Pip radii tried where the model does not say, as parts of the edge (European to Asian dice)."""

SPACINGS = (0.225, 0.25, 0.28)
"""Distances from the middle to the outer pips tried where the model does not say, as parts of the edge."""

MOST_NOISE = 0.3
"""The part of what varies in a face that may be taken for noise."""

QUICK_SAMPLES, COARSE_SAMPLES = 12, 7
"""The same for climbing to the best place and turn, and for the first look over all of them."""

LEAST_PLAIN, LEAST_SHOWN = 0.01, 0.1
"""What of a way to be plain, and of a pattern, must be left of a face that is seen in part, to be told there."""

COARSE_PITCH = INSET / COARSE_SAMPLES
COARSE_SOFTNESS = 0.18 * COARSE_PITCH
"""Between the points of a first look, in edges; and how much softer pips are there, averaged over that."""


@dataclass(frozen=True, eq=False)
class Patterns:
    """Pip patterns as unit vectors over a grid of points.

    `grid` (m, 2) in edges about the middle of the face; `vectors` (k, m) in the order of their values, `first` (6,) of
    each value; `plain` (3 or 7, m), orthonormal, needs no explanation: even light, its slopes along both sides
    and, in the finest set, the rounded rims; `points` (3, m): 1 and the grid.
    """

    grid: Floats
    vectors: NDArray[np.float32]
    first: NDArray[np.intp]
    plain: NDArray[np.float32]
    points: NDArray[np.float32]

    @cached_property
    def first_turned(self) -> NDArray[np.intp]:
        """The first vector of each value in each of its turns, (9,): in the order of `LAYOUTS`."""
        ends = [*self.first[1:], len(self.vectors)]
        blocks = zip(TURNS.values(), self.first, ends, strict=True)
        return np.array([first + (end - first) // turns * k for turns, first, end in blocks for k in range(turns)])

    @cached_property
    def squares(self) -> NDArray[np.float32]:
        """The vectors' squares, (k, m)."""
        return self.vectors**2

    @cached_property
    def plain_pairs(self) -> NDArray[np.float32]:
        """The products of all ways to be plain with each other, (p * p, m)."""
        return _pairs(self.plain, self.plain)

    @cached_property
    def mixed_pairs(self) -> NDArray[np.float32]:
        """The products of all vectors with all ways to be plain, (k * p, m)."""
        return _pairs(self.vectors, self.plain)


def _pairs(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    return (one[:, None] * other).reshape(-1, one.shape[1])


@dataclass(frozen=True, eq=False)
class PatternSet(Patterns):
    """The patterns that tell the value, and coarser, smaller sets for climbing and for the first look.

    `bent`: those of faces over which light fades. `spacing`, `six_across`: how far, in edges, outer pips lie from the
    middle, and the rows of a 6, and `radius` how large pips are, where learned.
    """

    quick: Patterns
    coarse: Patterns
    bent: Patterns
    spacing: float | None = None
    six_across: float | None = None
    radius: float | None = None

    def pips_of(self, value: int) -> list[Floats]:
        """Give where the pips of a value are in each of its turns, (n, 2) in edges about the middle of a face."""
        spacing = self.spacing or SPACINGS[len(SPACINGS) // 2]
        across = self.six_across if value == 6 else None
        straight = PIPS[value] * np.array([across or spacing, spacing])
        return [straight[:, ::-1] * (1.0, -1.0) if turn else straight for turn in range(TURNS[value])]


def patterns_for(model: DieModel, px_per_edge: float) -> PatternSet:
    """Draw the patterns of one kind of dice as a picture with that many pixels an edge shows them."""
    radii = (model.pip_radius_mm / model.edge_mm,) if model.pip_radius_mm else RADII
    spacings = (model.pip_spacing_mm / model.edge_mm,) if model.pip_spacing_mm else SPACINGS
    softness = 0.42 / px_per_edge
    middle = (radii[len(radii) // 2],), (spacings[len(spacings) // 2],)
    quick = _patterns(*middle, softness, QUICK_SAMPLES)
    coarse = _patterns(*middle, float(np.hypot(softness, COARSE_SOFTNESS)), COARSE_SAMPLES)
    fine = _patterns(radii, spacings, softness, SAMPLES, rims=True)
    return PatternSet(
        fine.grid, fine.vectors, fine.first, fine.plain, fine.points, quick, coarse, _with_bends(fine),
        _in_edges(model.pip_spacing_mm, model), _in_edges(model.six_across_mm, model),
        _in_edges(model.pip_radius_mm, model),
    )  # fmt: skip


def _in_edges(length_mm: float | None, model: DieModel) -> float | None:
    return length_mm / model.edge_mm if length_mm else None


def _patterns(
    radii: tuple[float, ...], spacings: tuple[float, ...], softness: float, samples: int, rims: bool = False
) -> Patterns:
    steps = ((np.arange(samples) + 0.5) / samples - 0.5) * INSET
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    vectors: list[Floats] = []
    first = []
    for value, pips in PIPS.items():
        first.append(len(vectors))
        turned = [pips[:, ::-1] * [1, -1] if turn else pips for turn in range(TURNS[value])]
        vectors += [_pattern(grid, *one, softness) for one in product(turned, radii, spacings)]
    points = points_of(grid)
    plain = points / np.linalg.norm(points, axis=1)[:, None]
    if rims:
        plain = _with_rims(grid, points)
        vectors = list(_without(np.array(vectors), plain))
    return Patterns(grid, np.array(vectors, np.float32), np.array(first), plain, points)


def _with_rims(grid: Floats, points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give what no pattern has to explain of a face with rounded edges, orthonormal (7, m).

    The outermost line of points along each side may bend away from the light, or from a lamp that the face mirrors.
    """
    sides = np.concatenate([grid, -grid], axis=1).T
    lines = (sides > sides.max() - 1e-9).astype(np.float32)
    return _orthonormal(np.concatenate([points, lines]))


def _with_bends(patterns: Patterns) -> Patterns:
    """Give the patterns of faces whose light bends, too: a soft highlight, which is no pip, needs no explanation."""
    x, y = patterns.grid.T
    plain = _orthonormal(np.concatenate([patterns.plain, [x * x, x * y, y * y]]).astype(np.float32))
    vectors = _without(patterns.vectors.astype(np.float64), plain).astype(np.float32)
    return Patterns(patterns.grid, vectors, patterns.first, plain, patterns.points)


def _orthonormal(ways: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give orthonormal ways (k, m) to be plain that span the same."""
    basis, _ = np.linalg.qr(ways.T)
    return np.ascontiguousarray(basis.T, dtype=np.float32)


def _without(vectors: Floats, plain: NDArray[np.float32]) -> Floats:
    """Take out of unit vectors (k, m) what needs no explanation; unit vectors again."""
    rest = vectors - (vectors @ plain.T) @ plain
    return np.asarray(rest / np.linalg.norm(rest, axis=1)[:, None], dtype=np.float64)


def points_of(grid: Floats) -> NDArray[np.float32]:
    """Give a grid (m, 2) as factors of a face's middle and its two edges, (3, m)."""
    return np.stack([np.ones(len(grid)), *grid.T]).astype(np.float32)


def _pattern(grid: Floats, pips: Floats, radius: float, spacing: float, softness: float) -> Floats:
    distance = np.linalg.norm(grid[:, None] - pips[None] * spacing, axis=2).min(axis=1)
    shade = 1.0 / (1.0 + np.exp(np.clip((distance - radius) / softness, -30, 30)))
    shade -= shade.mean()
    return np.asarray(shade / np.linalg.norm(shade), dtype=np.float64)


def sample_faces(patch: Image, poses: Floats, points: NDArray[np.float32], edge_px: float) -> NDArray[np.uint8]:
    """Look at points (3, m) of squares at poses (n, 3) = column, row, turn in rad: colours (n, m, 3)."""
    x, y, turn = poses.astype(np.float32).T
    cos, sin = edge_px * np.cos(turn), edge_px * np.sin(turn)
    columns, rows = np.array([[x, cos, -sin], [y, sin, cos]]).transpose(0, 2, 1) @ points
    return look(patch, columns, rows)


def look(patch: Image, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Take the colours (n, m, 3) at points (n, m) of a patch; beyond its border the border goes on."""
    return np.asarray(
        cv2.remap(patch, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )


def explained(faces: NDArray[np.uint8] | NDArray[np.float32], patterns: Patterns) -> NDArray[np.float32]:
    """Give the part (n, k) of each face's (n, m, channels) colour variation that each pattern explains, 0..1.

    What the patterns call plain needs no explanation, and none of them stands for it.
    """
    count, points, channels = faces.shape
    planes = np.ascontiguousarray(faces.transpose(2, 0, 1), dtype=np.float32).reshape(channels * count, points)
    plain = patterns.plain @ planes.T
    variation = np.einsum("ij,ij->i", planes, planes) - (plain**2).sum(axis=0)
    total = np.maximum(variation.reshape(channels, count).sum(axis=0), 0.0) + channels * points * COLOUR_NOISE**2
    parts = (patterns.vectors @ planes.T).reshape(-1, channels, count)
    np.square(parts, out=parts)
    told = parts[:, 0] if channels == 1 else parts.sum(axis=1)
    return np.asarray((told / total).T, dtype=np.float32)


def noise_hides(face: NDArray[np.uint8], noise: float, patterns: Patterns) -> float:
    """Say how many times as much a pattern would explain of a face's colours (m, channels) without such noise.

    At most `MOST_NOISE` of what varies is taken for noise. `noise`: standard deviation of a point, grey levels.
    """
    planes = np.asarray(face.T, dtype=np.float32)
    varies = (planes**2).sum() - ((planes @ patterns.plain.T) ** 2).sum() + planes.size * COLOUR_NOISE**2
    return float(1.0 / (1.0 - min(planes.size * noise**2 / varies, MOST_NOISE)))


def told_where(
    faces: NDArray[np.uint8], seen: NDArray[np.bool_], patterns: Patterns
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Give what each pattern explains of what varies where each face (n, m, channels) is `seen` (n, m), (n, k).

    With how much of the pattern's own variation is left there (n, k), and all that varies (n,). By least squares: what
    needs no explanation is fitted to what is seen of faces and of patterns, and taken out.
    """
    weights = seen.astype(np.float32)
    planes = np.ascontiguousarray((faces * weights[..., None]).transpose(0, 2, 1), dtype=np.float32)  # n, channels, m
    levels, ways = planes @ patterns.plain.T, len(patterns.plain)
    among = _products(weights, patterns.plain_pairs, ways) + LEAST_PLAIN**2 * np.eye(ways)
    beside = _products(weights, patterns.mixed_pairs, ways)
    solved = np.linalg.solve(among, np.concatenate([levels, beside], axis=1).transpose(0, 2, 1))
    plain, told = np.split(solved, [planes.shape[1]], axis=2)
    varies = (planes**2).sum(axis=(1, 2)) - np.einsum("ncp,npc->n", levels, plain)
    total = np.maximum(varies, 0.0) + planes.shape[1] * weights.sum(axis=1) * COLOUR_NOISE**2
    left = np.maximum(weights @ patterns.squares.T - np.einsum("nkp,npk->nk", beside, told), 0.0)
    parts = planes @ patterns.vectors.T - plain.transpose(0, 2, 1) @ beside.transpose(0, 2, 1)
    return (parts**2).sum(axis=1) / np.maximum(left, LEAST_SHOWN**2), left, total


def explained_where(
    faces: NDArray[np.uint8], seen: NDArray[np.bool_], patterns: Patterns
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the part that each pattern explains (n, k) of what is `seen` (n, m) of each face, and what is left of it."""
    told, left, total = told_where(faces, seen, patterns)
    return (told / np.maximum(total, 1.0)[:, None]).astype(np.float32), np.sqrt(left).astype(np.float32)


def _products(weights: NDArray[np.float32], pairs: NDArray[np.float32], ways: int) -> Floats:
    """Give how much pairs (k * p, m) of ways to vary have in common where each of n faces is seen, (n, k, p)."""
    return np.asarray((weights @ pairs.T).reshape(-1, len(pairs) // ways, ways), dtype=np.float64)


def explained_in_part(
    faces: NDArray[np.uint8], left: NDArray[np.bool_], patterns: Patterns, first: NDArray[np.intp] | None = None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give what the values' patterns explain of faces (n, m, channels) where they are `left` (n, m), (n, 6).

    And how much of each of those patterns is left, 0..1, (n, 6). Or of other groups of patterns, whose `first` are
    given.
    """
    shares, shown = explained_where(faces, left, patterns)
    groups = patterns.first if first is None else first
    return best_of(shares, groups), best_of(shown, groups)


def best_of(scores: NDArray[np.float32], first: NDArray[np.intp]) -> NDArray[np.float32]:
    """Reduce scores (n, k) to the best of each group, whose `first` (g,) are given, (n, g)."""
    return np.asarray(np.maximum.reduceat(scores, first, axis=1), dtype=np.float32)


def by_value(scores: NDArray[np.float32], patterns: Patterns) -> NDArray[np.float32]:
    """Reduce scores (n, k) over patterns to the best for each value, (n, 6)."""
    return best_of(scores, patterns.first)
