"""Score faces by their pips alone, 0..1 a pip: on a square grid, round, closed, upright."""

import numpy as np

from vision.photos.grids import Faces
from vision.photos.pips import Floats, Ints, Pips
from vision.pictures.lengths import lengths

LEAST_FIT = 0.4
LEAST_FIT_OF_FEW = 0.6
"""The score per pip below which a face is none; three and fewer pips must be better."""

_EVEN_POWER_OF_MANY = 0.4


def shape_score(faces: Faces, pips: Pips, lean: Floats) -> Floats:
    """Score faces 0..6 by their pips alone: how well they lie on the grid, how clear and how upright they are."""
    score = faces.value * np.exp(-((faces.error / 0.2) ** 2)) * squareness(faces)
    score = score * _mean_clearness(faces, pips) ** (2.5 / np.maximum(faces.value, 2.5))
    return np.asarray(score * upright(faces.mean(lean)))


def _mean_clearness(faces: Faces, pips: Pips) -> Floats:
    """Say how clear a face's pips are. Among many, a pip's rays reach its neighbours: uneven ground says less there."""
    few, many = clearness(pips), _outline(pips) * _evenness(pips) ** _EVEN_POWER_OF_MANY
    return np.where(faces.value > 3, faces.mean(many), faces.mean(few))


def least_fit(value: Ints) -> Floats:
    """Give the score per pip below which a face is none."""
    return np.where(value > 3, LEAST_FIT, LEAST_FIT_OF_FEW)


def clearness(pips: Pips) -> Floats:
    """Say how much each spot looks like a pip of a top face, 0..1: round, closed, on even ground."""
    return np.asarray(_outline(pips) * _evenness(pips))


def _outline(pips: Pips) -> Floats:
    """Say how round and closed each spot is, 0..1."""
    ragged = np.exp(-((pips.rough / (0.11 * _blur(pips))) ** 2))
    return np.asarray(ragged * pips.closed**0.5)


def _evenness(pips: Pips) -> Floats:
    """Say how even the ground around each spot is, 0..1."""
    return np.asarray(np.exp(-((pips.unrest / (0.3 * _blur(pips))) ** 2)))


def _blur(pips: Pips) -> Floats:
    """Say how much more may be expected of small spots than of large ones."""
    return np.asarray(1 + 2 / np.maximum(pips.radius, 1))


def upright(lean: Floats) -> Floats:
    """Say how much pips look like those of a top face and not of a side, 0..1."""
    return np.asarray(np.exp(-((np.maximum(lean + 0.05, 0) / 0.1) ** 2)))


def squareness(faces: Faces) -> Floats:
    """Say how square the grids are, 0..1; a 6 may have its rows closer together."""
    u, v = lengths(faces.u), lengths(faces.v)
    uneven = np.where(faces.value == 6, 0, np.log(u / v))
    skew = (faces.u * faces.v).sum(axis=1) / (u * v)
    return np.asarray(np.exp(-((uneven / 0.4) ** 2) - (skew / 0.4) ** 2))
