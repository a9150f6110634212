"""Traces of light pips in a mirror image that is all but white: no pixel tells them from noise, all together do.

There pips are as white as can be and the body a few grey levels less, in the channel of which the lamp has least. Each
layout of pips is laid over what is white of a face; what one explains more than another is told in steps of the noise.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Floats
from vision.glare.blown import WHITE, wide
from vision.glare.marks import Marks, grown
from vision.glare.shifted import places_in
from vision.pictures.channels import darkest_of

FLAT_PART, EDGE, RIM = 0.84, 0.08, 0.04
"""The part of its edge up to which a face is flat; how near, in edges, to the edge of a mirror image nothing is told;
and how wide the rim of a pip is, where it and the body mix."""

LEAST_WHITE = 0.3
"""What part of a face must be white."""

SHIFTS = (-0.04, -0.02, 0.0, 0.02, 0.04)
"""How far, in edges, the pips of a face may be off."""

LEAST_OF_PIPS = 4.0
"""How many pixels of pips must be white to tell anything."""

NEIGHBOURS, MOST_LEFT = 4.0, 1.1
"""So many neighbouring pixels err alike; and how many times the noise what no pips explain is at most."""

STANDS_OUT, LESS = 25.0, 4.0
"""What the likeliest layout must explain, in variances of what it leaves, to be no noise; and how much less, as a
log-likelihood, one explains that is ruled out. On 10 faces with such traces, all at one table, the true one explained
60 to 146 and was ruled out on none; nine were left one value. On 7 as white as can be none explained more than 9. On
small dice, 24 px, smeared edges look like pips: two were told a 6 so that showed a 1."""


def possible_by_traces(
    face: Image, part: float, noise: float, layouts: Sequence[Sequence[Floats]], radius: float
) -> Marks:
    """Say of each value whether the traces of light pips in a white face (n, n, 3) leave it possible, (6,).

    `part` of its edge is in the picture, with so much `noise` a pixel, grey levels; `layouts` of each value: its pips
    (k, 2) in each turn, in edges about the middle; `radius`: theirs. All are where no layout stands out.
    """
    white, every = _White.of(face, part), np.ones(len(layouts), dtype=bool)
    if white is None:
        return every
    explained = np.array([max(white.explained(turns, radius)) for turns in layouts])
    left = (white.varies - explained.max()) / len(white.places)
    likelier = explained / max(left * NEIGHBOURS, 1e-6)
    if likelier.max() < STANDS_OUT or left > (MOST_LEFT * noise) ** 2:
        return every
    return np.asarray((likelier.max() - likelier) / 2.0 < LESS)


@dataclass(frozen=True, eq=False)
class _White:
    """What is white of a face: its `places` (n, 2), in edges about the middle, and how light it is there, (n,).

    `smooth` (n, k): what varies so slowly that it is the lamp; it is taken out of `tone`.
    """

    places: Floats
    tone: Floats
    smooth: Floats

    @staticmethod
    def of(face: Image, part: float) -> "_White | None":
        """Look at a face (n, n, 3); None where too little of it is white."""
        px = len(face)
        blown = wide((darkest_of(face) >= WHITE).astype(np.uint8) * np.uint8(255), part) > 0
        places = places_in(px, part)
        where = ~grown(~blown, EDGE * px / part) & (np.abs(places) < FLAT_PART / 2).all(axis=2)
        if where.mean() < LEAST_WHITE:
            return None
        x, y = places[where].T
        smooth, _ = np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))
        levels = face[where].astype(np.float64)
        return _White(places[where], _beside(smooth, levels[:, levels.mean(axis=0).argmin()]), smooth)

    @property
    def varies(self) -> float:
        """How much of the tone is not the lamp's, in squared grey levels."""
        return float(self.tone @ self.tone)

    def explained(self, layouts: Sequence[Floats], radius: float) -> Iterator[float]:
        """Give what of that pips (k, 2) explain that are lighter, in each layout and where they may be off."""
        for pips, shift in product(layouts, product(SHIFTS, SHIFTS)):
            drawn = _beside(self.smooth, _drawn(self.places, pips + shift, radius))
            size, along = float(drawn @ drawn), float(drawn @ self.tone)
            yield along**2 / size if size >= LEAST_OF_PIPS and along > 0.0 else 0.0


def _beside(smooth: Floats, levels: Floats) -> NDArray[np.float64]:
    """Take out of levels (n,) what is smooth, (n, k) of length 1 each."""
    return np.asarray(levels - smooth @ (smooth.T @ levels), dtype=np.float64)


def _drawn(places: Floats, pips: Floats, radius: float) -> NDArray[np.float64]:
    """Draw pips (k, 2) at places (n, 2): 1 within, 0 without, (n,)."""
    away = np.sqrt(np.square(places[:, None] - pips).sum(axis=2).min(axis=1))
    return np.asarray(np.clip((radius - away) / RIM + 0.5, 0.0, 1.0), dtype=np.float64)
