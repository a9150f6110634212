"""Dice and chips told apart by colour: which pixels of a body may belong to a die with a known top face."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Face
from vision.frame import Image
from vision.segment import Mask
from vision.topface import Patterns, sample_faces

DARKEST_SIDE, BRIGHTEST_SIDE = 0.3, 1.5
"""How bright sides are, as parts of the top face."""

ALIKE, ALIKE_PART = 26.0, 0.1
"""How far a side's colour may be from the top's in another light: grey levels, and as a part of its brightness."""

PIP_SIZE = 0.3
"""Strange colours in spots smaller than this, in edges, are pips, glare and printing."""

BODY_SHARE, PIPS_FROM = 60, 94
"""So many percent of a top face's colours, those nearest to the median, are the body; the farthest are pips."""


Colour = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Tint:
    """The colours (3,) of a die's body and of its pips, in the light of its top face."""

    body: Colour
    pips: Colour


def die_tints(patch: Image, faces: list[Face], patterns: Patterns, edge_px: float) -> list[Tint]:
    """Give the colours of each face's die."""
    if not faces:
        return []
    poses = np.array([[face.column, face.row, face.turn] for face in faces])
    samples = sample_faces(patch, poses, patterns.grid, edge_px).astype(np.float32)
    return [_tint(colours) for colours in samples]


def _tint(colours: Colour) -> Tint:
    distance = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    body, pips = distance <= np.percentile(distance, BODY_SHARE), distance >= np.percentile(distance, PIPS_FROM)
    return Tint(*(np.asarray(colours[part].mean(axis=0), dtype=np.float32) for part in (body, pips)))


def unlike_bodies(patch: Image, mask: Mask, tints: list[Tint]) -> Mask:
    """Mark the pixels of a mask (h, w) whose colour is that of no die's body in any light: pips, chips, shadows."""
    strange = mask.copy()
    colours = patch.astype(np.float32)
    for tint in tints:
        light = np.clip(colours @ tint.body / max(float(tint.body @ tint.body), 1.0), DARKEST_SIDE, BRIGHTEST_SIDE)
        rest = np.linalg.norm(colours - light[..., None] * tint.body, axis=2)
        strange[rest < ALIKE + ALIKE_PART * light * float(np.linalg.norm(tint.body))] = 0
    return strange


def unlike_dice(patch: Image, mask: Mask, tints: list[Tint]) -> Mask:
    """Mark the pixels of a mask (h, w) whose colour is no mixture of a die's body and pips either: surely no dice."""
    strange = mask.copy()
    colours = patch.astype(np.float32).reshape(-1, 3)
    for tint in tints:
        basis, _ = np.linalg.qr(np.stack([tint.body, tint.pips], axis=1))
        rest = np.linalg.norm(colours - (colours @ basis) @ basis.T, axis=1).reshape(mask.shape)
        strange[rest < ALIKE + ALIKE_PART * float(np.linalg.norm(tint.body))] = 0
    return strange


def larger_than_pips(strange: Mask, edge_px: float) -> Mask:
    """Keep what is larger than pips, glints and letters: chips, mostly."""
    size = max(3, round(PIP_SIZE * edge_px)) | 1
    spot = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, spot), dtype=np.uint8)
