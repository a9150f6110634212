"""Put round spots together to faces: grids of three by three nodes, of which each value fills its own."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.faces.pips import PIPS
from vision.photos.pips import Bools, Floats, Ints, Pips
from vision.pictures.lengths import lengths

SPACING_RADII = (1.5, 4.0)
"""The spacing of neighbouring nodes in pip radii, over all dice known here."""

_LOOSE_SPACING_RADII = 1.75
"""A 2 or 3 as tight as the tightest 4 is more often a part of another face."""

NODES = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
"""The nodes of a face (9, 2) in spacings, row by row."""

_ALONE = 2.0
"""A third pip of one face is nearer than this, in distances of the other two."""

_NODE_TOLERANCE = 0.33
_RADIUS_RATIO = 1.4
_CONTRAST_RATIO = 0.6
_ASPECT = (0.6, 1.67)
"""How much longer one side's spacing may be than the other's: foreshortening, and looser printing."""
_SIX_ASPECT = 0.4
"""The two rows of many a 6 lie closer together than the columns of its 4."""
_SIX_ROWS_RADII = 1.1
_MOST_NEIGHBOURS = 24


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Possible faces, one row each. `u`, `v` (n, 2): one node spacing along each side, in rectified pixels.

    `pip` (n, 9): the spot at each node, row by row, or -1; `error` (n,): how far the spots are from their nodes,
    rms in spacings.
    """

    value: Ints
    centre: Floats
    u: Floats
    v: Floats
    pip: Ints
    error: Floats

    def __len__(self) -> int:
        """Count them."""
        return len(self.value)

    def take(self, chosen: Bools | Ints) -> "Faces":
        """Keep some."""
        return Faces(*(getattr(self, f.name)[chosen] for f in fields(self)))

    def per_pip(self, amount: Floats) -> Floats:
        """Give what holds for spots (m,) for the spots of each face (n, 9), 0 at its empty nodes."""
        return np.where(self.pip >= 0, amount[np.maximum(self.pip, 0)], 0)

    def mean(self, amount: Floats) -> Floats:
        """Average what holds for spots (m,) over each face's (n,)."""
        return np.asarray(self.per_pip(amount).sum(axis=1) / (self.pip >= 0).sum(axis=1))

    @property
    def spacing(self) -> Floats:
        """The node spacing, a quarter of the edge or a little more (n,)."""
        u, v = self.frame
        return np.asarray(np.sqrt(lengths(u) * lengths(v)))

    @property
    def frame(self) -> tuple[Floats, Floats]:
        """The grid's sides (n, 2) as on a square face: where the rows of a 6 lie close together, set apart."""
        u, v = lengths(self.u), lengths(self.v)
        longer = np.where(self.value == 6, np.maximum(u, v), 0)
        return self.u * np.maximum(longer / u, 1)[:, None], self.v * np.maximum(longer / v, 1)[:, None]

    @staticmethod
    def joined(parts: "list[Faces]") -> "Faces":
        """Put several lots together."""
        return Faces(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Faces)))


def _values_by_nodes() -> NDArray[np.int8]:
    """Tabulate which sets of filled nodes (bit i: node i) are a face, and which; 0 for the others."""
    value = np.zeros(512, np.int8)
    for face, pips in PIPS.items():
        at = pips
        for _ in range(4):
            bits = sum(1 << int((y + 1) * 3 + x + 1) for x, y in np.round(at))
            value[bits] = face
            at = at @ np.array([[0, 1], [-1, 0]])
    return value


_VALUE_OF = _values_by_nodes()


def alike(pips: Pips, i: Ints, j: Ints) -> Bools:
    """Tell which pairs may lie on one face: nearly one size, one ink and one body colour."""
    size = np.maximum(pips.radius[i], pips.radius[j]) / np.minimum(pips.radius[i], pips.radius[j])
    strength = pips.contrast
    contrast = np.minimum(strength[i], strength[j])
    body = lengths(pips.body[i] - pips.body[j])
    ink = lengths(pips.ink[i] - pips.ink[j])
    step = pips.ink - pips.body
    same_way = (step[i] * step[j]).sum(axis=-1) > 0.6 * strength[i] * strength[j]
    even = contrast > _CONTRAST_RATIO * np.maximum(strength[i], strength[j])
    return np.asarray(even & (size < _RADIUS_RATIO) & (body < 0.55 * contrast) & (ink < 0.6 * contrast) & same_way)


def find_faces(pips: Pips, flat: Floats) -> Faces:
    """Propose all faces of two and more pips. `flat` (n, 2): the pips' centres in rectified pixels."""
    apart = lengths(flat[:, None] - flat[None])
    mean = (pips.radius[:, None] + pips.radius[None]) / 2
    low, high = SPACING_RADII
    near = (apart > 2 * low * mean * 0.95) & (apart < 2.83 * high * mean)
    i, j = np.nonzero(np.triu(near, 1))
    together = alike(pips, i, j)
    i, j = i[together], j[together]
    neighbours = _neighbours(pips, apart, min(_MOST_NEIGHBOURS, len(pips)))
    lots = [
        _from_diagonals(pips, flat, neighbours, i, j),
        _from_corners(pips, flat, neighbours, i, j),
        _lone_pairs(pips, flat, neighbours, i, j),
    ]
    return _fitted(_distinct(Faces.joined(lots)), flat)


def _neighbours(pips: Pips, apart: Floats, count: int) -> Ints:
    """Give for each pip the nearest others of its kind, (n, count), padded with -1."""
    n = len(pips)
    reach = 6 * SPACING_RADII[1] * np.minimum(pips.radius[:, None], pips.radius[None])
    rows, columns = np.nonzero(apart < reach)
    fits = alike(pips, rows, columns)
    far = np.full((n, n), np.inf, np.float32)
    far[rows[fits], columns[fits]] = apart[rows[fits], columns[fits]]
    order = np.argsort(far, axis=1)[:, :count]
    return np.where(np.isfinite(np.take_along_axis(far, order, 1)), order, -1)


def _from_diagonals(pips: Pips, flat: Floats, neighbours: Ints, i: Ints, j: Ints) -> Faces:
    """Take each pair as opposite corners of a true square: the 2 and the 3."""
    step = flat[j] - flat[i]
    across = np.column_stack([-step[:, 1], step[:, 0]])
    u, v, centre = (step + across) / 4, (across - step) / 4, (flat[i] + flat[j]) / 2
    fits = _spacing_fits(pips, i, j, u, _LOOSE_SPACING_RADII)
    found = _occupied(flat, neighbours[i[fits]], centre[fits], u[fits], v[fits])
    return found.take(found.value <= 3)


def _lone_pairs(pips: Pips, flat: Floats, neighbours: Ints, i: Ints, j: Ints) -> Faces:
    """Take pairs closer together than corners are, with none of their kind near, as the 2s of dice made so."""
    wide = _spacing_fits(pips, i, j, (flat[j] - flat[i]) / np.sqrt(8), _LOOSE_SPACING_RADII)
    i, j = i[~wide], j[~wide]
    alone = _alone(flat, neighbours, i, j) & _alone(flat, neighbours, j, i)
    i, j = i[alone], j[alone]
    step = flat[j] - flat[i]
    corners = _LOOSE_SPACING_RADII * (pips.radius[i] + pips.radius[j]) * np.sqrt(2)
    step = step * (corners / lengths(step))[:, None]
    across = np.column_stack([-step[:, 1], step[:, 0]])
    pip = np.full((len(i), 9), -1, np.intp)
    pip[:, 2], pip[:, 6] = j, i
    exact = np.zeros(len(i), np.float32)
    return Faces(np.full(len(i), 2), (flat[i] + flat[j]) / 2, (step + across) / 4, (across - step) / 4, pip, exact)


def _alone(flat: Floats, neighbours: Ints, i: Ints, j: Ints) -> Bools:
    """Tell at which pips `i`, each with its `j`, no third one of their kind is near."""
    reach = _ALONE * lengths(flat[j] - flat[i])
    third = neighbours[i][:, :3]
    near = lengths(flat[third] - flat[i][:, None]) < reach[:, None]
    near &= (third >= 0) & (third != i[:, None]) & (third != j[:, None])
    return np.asarray(~near.any(axis=1))


def _from_corners(pips: Pips, flat: Floats, neighbours: Ints, i: Ints, j: Ints) -> Faces:
    """Take each pair as the corners of one side, find a third corner, and let it set the other side."""
    i, j = np.concatenate([i, j]), np.concatenate([j, i])
    side = (flat[j] - flat[i]) / 2
    fits = _spacing_fits(pips, i, j, side, _SIX_ROWS_RADII)
    i, j, side = i[fits], j[fits], side[fits]
    third = neighbours[i]
    other = (flat[third] - flat[i][:, None]) / 2
    size = lengths(side)[:, None]
    ahead = (other * side[:, None]).sum(axis=2) / size**2
    beside = (side[:, None, 0] * other[..., 1] - side[:, None, 1] * other[..., 0]) / size**2
    corner = (third >= 0) & (np.abs(ahead) < 0.35 * beside) & (beside > _SIX_ASPECT) & (beside < 1 / _SIX_ASPECT)
    row, column = np.nonzero(corner)
    u, v, third = side[row], other[row, column], third[row, column]
    fits = _spacing_fits(pips, i[row], third, v, _SIX_ROWS_RADII)
    row, third, u, v = row[fits], third[fits], u[fits], v[fits]
    found = _occupied(flat, neighbours[i[row]], (flat[j[row]] + flat[third]) / 2, u, v)
    return found.take(_well_shaped(pips, found))


def _well_shaped(pips: Pips, faces: Faces) -> Bools:
    """Tell which faces of four and more pips are spaced as on a die; the rows of a 6 may lie close together."""
    u, v = lengths(faces.u), lengths(faces.v)
    radius = pips.radius[faces.pip.max(axis=1)]
    shorter, longer = np.minimum(u, v), np.maximum(u, v)
    square = (shorter > _ASPECT[0] * longer) & (shorter > SPACING_RADII[0] * radius)
    columns_along_u = (faces.pip[:, [1, 7]] >= 0).all(axis=1)
    row_step = np.where(columns_along_u, u, v)
    six = (faces.value == 6) & (row_step > SPACING_RADII[0] * radius) & (row_step > _ASPECT[0] * longer)
    return np.asarray((faces.value >= 4) & (square | six))


def _spacing_fits(pips: Pips, i: Ints, j: Ints, step: Floats, low: float = SPACING_RADII[0]) -> Bools:
    ratio = lengths(step) * 2 / (pips.radius[i] + pips.radius[j])
    return np.asarray((ratio > low) & (ratio < SPACING_RADII[1]))


def _occupied(flat: Floats, nearby: Ints, centre: Floats, u: Floats, v: Floats) -> Faces:
    """Look which nodes of each grid have a spot, and keep the grids that show a face and nothing else."""
    offset = flat[nearby] - centre[:, None]
    area = (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])[:, None]
    along = (offset[..., 0] * v[:, None, 1] - offset[..., 1] * v[:, None, 0]) / area
    across = (offset[..., 1] * u[:, None, 0] - offset[..., 0] * u[:, None, 1]) / area
    nx, ny = np.rint(along), np.rint(across)
    error = np.hypot(along - nx, across - ny)
    inside = (nearby >= 0) & (np.abs(nx) <= 1) & (np.abs(ny) <= 1) & (error < _NODE_TOLERANCE)
    stray = (nearby >= 0) & (np.maximum(np.abs(along), np.abs(across)) < 1.25) & ~inside
    node = ((ny + 1) * 3 + nx + 1).astype(np.intp)
    pip = np.full((len(centre), 9), -1, np.intp)
    wrong = np.zeros((len(centre), 9), np.float32)
    for column in range(nearby.shape[1] - 1, -1, -1):  # the nearest of its kind comes last and stays
        rows = np.nonzero(inside[:, column])[0]
        pip[rows, node[rows, column]] = nearby[rows, column]
        wrong[rows, node[rows, column]] = error[rows, column]
    filled = pip >= 0
    value = _VALUE_OF[(filled * (1 << np.arange(9))).sum(axis=1)].astype(np.intp)
    rms = np.sqrt((wrong**2).sum(axis=1) / np.maximum(filled.sum(axis=1), 1)).astype(np.float32)
    return Faces(value, centre, u, v, pip, rms).take((value > 1) & ~stray.any(axis=1))


def _distinct(faces: Faces) -> Faces:
    """Keep, of the grids with the same spots, the one that fits them best."""
    faces = faces.take(np.argsort(faces.error, kind="stable"))
    keys = np.column_stack([faces.value, np.sort(faces.pip, axis=1)])
    _, first = np.unique(keys, axis=0, return_index=True)
    return faces.take(np.sort(first))


def _fitted(faces: Faces, flat: Floats) -> Faces:
    """Lay each grid as well as possible on its spots (least squares; a true square where it has three or fewer)."""
    there = (faces.pip >= 0).astype(np.float32)
    at = flat[np.maximum(faces.pip, 0)]
    centre = (at * there[..., None]).sum(axis=1) / np.maximum(there.sum(axis=1, keepdims=True), 1)
    moved = at - centre[:, None]
    x, y = NODES[None, :, 0] * there, NODES[None, :, 1] * there
    u = np.einsum("nk,nkc->nc", x, moved) / np.maximum((x**2).sum(axis=1), 1)[:, None]
    v = np.einsum("nk,nkc->nc", y, moved) / np.maximum((y**2).sum(axis=1), 1)[:, None]
    rich = (faces.value >= 4)[:, None]
    new_u, new_v = np.where(rich, u, faces.u), np.where(rich, v, faces.v)
    return Faces(faces.value, centre.astype(np.float32), new_u, new_v, faces.pip, faces.error)
