"""Dice and chips told apart by colour: which pixels of a body may belong to a die with a known top face."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours, colours_in_highlight, mirrored
from vision.faces.explain import Face
from vision.faces.topface import Patterns, sample_faces
from vision.frame import Image
from vision.pictures.kernels import ellipse
from vision.pictures.planes import Planes
from vision.pictures.segment import Mask

TINTED = 0.75
"""Faces that are explained so well give the dice's colour."""

DARKEST_SIDE, BRIGHTEST_SIDE, DARKEST_SHADE = 0.3, 1.5, 0.2
"""How bright sides are, as parts of the top face; and how dark what may be one is at most."""

ALIKE, ALIKE_PART, BRIGHT = 26.0, 0.1, 300.0
"""How far a side's colour may be from the top's in another light: grey levels, and as a part of its brightness; of dice
less bright than `BRIGHT` in proportion, down to half of it."""

LEAST_SHOWN, OF_NOISE = 12.0, 10.0
"""Dice that differ from the board by so many grey levels, and times the noise, where they are darkest, are seen in the
shade."""

PIP_SIZE = 0.3
"""Strange colours in spots smaller than this, in edges, are pips, glare and printing."""

BODY_SHARE, PIPS_FROM = 60, 94
"""So many percent of a top face's colours, those nearest to the median, are the body; the farthest are pips."""


Colour = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FaceColours:
    """What is seen of a die's face at its points, (n, 3)."""

    seen: Colour

    def tint(self, learned: Sequence[DieColours]) -> DieColours:
        """Give the die's colours; `learned` ones where a lamp's mirror image covers much of the face."""
        return colours_in_highlight(self.seen, learned) or self._own

    @cached_property
    def _own(self) -> DieColours:
        planes, half = np.ascontiguousarray(self.seen.T), len(self.seen) // 2
        away = planes - np.partition(planes, half, axis=1)[:, half : half + 1]
        order = np.einsum("ij,ij->j", away, away).argsort()
        body, pips = order[: BODY_SHARE * len(order) // 100], order[PIPS_FROM * len(order) // 100 :]
        return DieColours(*(planes.take(part, axis=1).mean(axis=1, dtype=np.float32) for part in (body, pips)))


def colours_of_faces(patch: Image, faces: Sequence[Face], patterns: Patterns, edge_px: float) -> list[FaceColours]:
    """Look at faces in a patch (h, w, 3)."""
    if not faces:
        return []
    poses = np.array([[face.column, face.row, face.turn] for face in faces])
    samples = sample_faces(patch, poses, patterns.points, edge_px).astype(np.float32)
    return [FaceColours(colours) for colours in samples]


def die_tint(patch: Image, face: Face, patterns: Patterns, edge_px: float, learned: Sequence[DieColours]) -> DieColours:
    """Give the colours of a face's die; `learned` ones where a lamp's mirror image covers much of the face."""
    return colours_of_faces(patch, [face], patterns, edge_px)[0].tint(learned)


def shows_in_shade(tints: Sequence[DieColours], patch: Image, body: Mask, noise: float) -> bool:
    """Say whether dice of these colours differ from the board beside a body even where they are darkest."""
    board = np.asarray(cv2.mean(patch, mask=cv2.bitwise_not(body))[:3])
    way = board / max(float(np.linalg.norm(board)), 1.0)
    least = max(LEAST_SHOWN, OF_NOISE * noise) / DARKEST_SIDE
    return all(float(np.linalg.norm(t.body - (t.body @ way) * way)) > least for t in tints)


def mostly_dice(patch: Image, planes: Planes, mask: Mask, learned: Sequence[DieColours]) -> bool:
    """Say whether most of a mask (h, w) has a colour that dice were learned to have, or mirrors a lamp on it."""
    if not learned:
        return False
    unlike = unlike_bodies(planes, mask, learned)
    unlike[mirrored(patch, unlike, [colours.body for colours in learned]) > 0] = 0
    return cv2.countNonZero(unlike) < 0.5 * cv2.countNonZero(mask)


def unlike_bodies(planes: Planes, mask: Mask, tints: Sequence[DieColours]) -> Mask:
    """Mark the pixels of a mask (h, w) whose colour is that of no die's body in any light: pips, chips, shadows."""
    places, colours, squares = _pixels(planes, mask)
    strange = np.ones(len(places), dtype=bool)
    for body in (tint.body for tint in tints):
        power, along = max(float(body @ body), 1.0), body @ colours
        light = np.clip(along / power, DARKEST_SIDE, BRIGHTEST_SIDE)
        rest = squares - light * (2.0 * along - light * power)
        bright = power**0.5
        allowed = ALIKE * min(max(bright / BRIGHT, 0.5), 1.0) + ALIKE_PART * bright * light
        strange &= rest >= allowed * allowed
    return _marked(mask.shape, places[strange])


def nearer_to_bodies(planes: Planes, empty: Planes, mask: Mask, tints: Sequence[DieColours], least: float) -> Mask:
    """Mark pixels of a mask (h, w) that are nearer to a die's dark side than to the shaded board, by `least` levels.

    `planes` and `empty` (3, h, w): what is seen, and the empty board there.
    """
    places, colours, _ = _pixels(planes, mask)
    board = _off_shades(colours, empty.reshape(3, -1).take(places, axis=1))
    bodies = [_off_shades(colours, np.broadcast_to(tint.body[:, None], colours.shape)) for tint in tints]
    return _marked(mask.shape, places[np.min(bodies, axis=0) + np.float32(least) < board])


def _off_shades(seen: Colour, colours: Colour) -> Colour:
    """Give how far, in grey levels, pixels (3, n) are from colours (3, n) in any light that leaves a side visible."""
    power = np.einsum("ij,ij->j", colours, colours) + np.float32(1.0)
    light = np.clip(np.einsum("ij,ij->j", seen, colours) / power, DARKEST_SHADE, BRIGHTEST_SIDE)
    rest = seen - light * colours
    return np.asarray(np.sqrt(np.einsum("ij,ij->j", rest, rest)), dtype=np.float32)


def unlike_dice(planes: Planes, mask: Mask, tints: Sequence[DieColours]) -> Mask:
    """Mark the pixels of a mask (h, w) whose colour is no mixture of a die's body and pips either: surely no dice."""
    places, colours, squares = _pixels(planes, mask)
    strange = np.ones(len(places), dtype=bool)
    for tint in tints:
        basis, _ = np.linalg.qr(np.stack([tint.body, tint.pip], axis=1))
        one, two = basis.T @ colours
        allowed = ALIKE + ALIKE_PART * float(np.linalg.norm(tint.body))
        strange &= squares - one * one - two * two >= allowed**2
    return _marked(mask.shape, places[strange])


def _pixels(planes: Planes, mask: Mask) -> tuple[NDArray[np.intp], Colour, Colour]:
    """Give the places (n,) of a mask's pixels, counted row by row, their colours (3, n) and the squares (n,) of those.

    A die is a small part of its window, and only its pixels are looked at.
    """
    places = np.flatnonzero(mask > 0)
    colours = planes.reshape(3, -1).take(places, axis=1)
    return places, colours, np.einsum("ij,ij->j", colours, colours)


def _marked(shape: tuple[int, ...], places: NDArray[np.intp]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    mask.ravel()[places] = 255
    return mask


def larger_than_pips(strange: Mask, edge_px: float) -> Mask:
    """Keep what is larger than pips, glints and letters: chips, mostly."""
    size = max(3, round(PIP_SIZE * edge_px)) | 1
    spot = ellipse(size)
    left, top, width, height = cv2.boundingRect(strange)
    # With room for the spot, opening what is around the marks is the same as opening all.
    part = np.s_[max(top - size, 0) : top + height + size, max(left - size, 0) : left + width + size]
    kept = np.zeros(strange.shape, np.uint8)
    kept[part] = cv2.morphologyEx(strange[part], cv2.MORPH_OPEN, spot)
    return kept
