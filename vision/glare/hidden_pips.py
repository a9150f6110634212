"""Dark pips that a lamp hides: where its mirror image is white nothing of them is left, and a 4 may be a 5 or a 6."""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.pips import FIRST_LAYOUT, LAYOUTS, SITES, TURNS
from vision.frame import Image
from vision.geometry import Floats
from vision.glare.shifted import SHIFTS, in_picture
from vision.pictures.channels import darkest_of
from vision.pictures.quantiles import quantile
from vision.pictures.segment import Mask

WHITE, PALER = 246.0, 12.0
"""What a lamp's mirror image shows in every channel at least; and how much more than the body beside it, in the channel
in which that is darkest: white dice are nearly as bright."""

BESIDE = 2
"""So many of the nine places of pips may be darker than the body beside a mirror image: at the rim it bends away."""

WITHIN, AROUND = (0.05, 0.5), (0.2, 0.67)
"""Radii, in edges, of circles within a pip, and around it, and which quantile of their colours is looked at: around a
small die's pip much of the light is smeared with it, or with the next one."""

DARKER = 0.85
"""A dark pip shows at most such a part of the light around it."""

INNER, OFF_RIM, TRACE = 0.08, 0.21, 7.0
"""How far from its middle, in edges, all of a pip is dark, and how far from that nothing is its smeared rim; and how
much darker than white a trace is at least: of 800 faces of white dice one was so where it shows no pip; it hid one.
"""

RING = 0.16
"""How far from a pip's middle, in edges, its body is: where that is no lighter, the body is seen, and no trace."""

_DISC = np.array([(x, y) for x in np.linspace(-1.0, 1.0, 9) for y in np.linspace(-1.0, 1.0, 9) if x * x + y * y <= 1.0])
_CIRCLE = np.column_stack([f(np.linspace(0.0, 2 * np.pi, 12, endpoint=False)) for f in (np.cos, np.sin)])


def may_hide_pips(face: Image, part: float, spacing: float, value: int) -> bool:
    """Say whether a face (n, n, 3), `part` of its edge, on which pips show a value, may have more that a lamp hides.

    `spacing`: how far, in edges, outer pips lie from the middle. Where the lamp leaves some of them it leaves all.
    """
    if min(channel.max() for channel in cv2.split(face)) < WHITE:
        return False
    inside, around = (_levels(face, part, spacing, *circle) for circle in (WITHIN, AROUND))
    pip = inside.mean(axis=1) < DARKER * around.mean(axis=1)
    light = np.where(pip, around.min(axis=1), inside.min(axis=1))
    blown = light >= max(WHITE, np.partition(light, BESIDE)[BESIDE] + PALER)
    first = FIRST_LAYOUT[value - 1]
    own = max(LAYOUTS[first : first + TURNS[value]], key=lambda layout: int((layout == pip).sum()))
    seen = own & pip
    if not blown.any() or (blown & pip).any() or (own & ~seen & ~blown).any():
        return False
    more = LAYOUTS[(LAYOUTS & seen == seen).all(axis=1) & (LAYOUTS.sum(axis=1) > value)]
    return not (more & ~seen & ~blown).any(axis=1).all()


def leaves_traces(face: Image, part: float, spacing: float, value: int) -> bool:
    """Say whether a white face (n, n, 3), `part` of its edge, shows traces of pips where its value has none.

    A lamp's mirror image cannot be told from a body that is as white, but where it ends it leaves some of a pip. Of a
    white die in less light nothing is told.
    """
    calm = np.asarray(cv2.blur(darkest_of(face), (3, 3)), dtype=np.uint8)
    sites, first = SITES * spacing, FIRST_LAYOUT[value - 1]
    poses = np.stack([_within(calm, part, sites + shift) for shift in product(SHIFTS, SHIFTS)])
    layouts = LAYOUTS[first : first + TURNS[value]]
    own = np.stack([poses[:, layout].mean(axis=(1, 2)) for layout in layouts], axis=1)
    pose, turn = np.unravel_index(int(own.argmin()), own.shape)
    pips = layouts[turn]
    bare, apart = poses[pose, ~pips], _apart(sites[~pips], sites[pips])
    shift = list(product(SHIFTS, SHIFTS))[pose]
    around = np.median(_at(calm, part, sites[~pips] + shift, RING * _CIRCLE), axis=1)
    told = apart & (around >= WHITE)[:, None]
    return bool(told.any() and np.median(bare[apart]) >= WHITE and (bare[told] < WHITE - TRACE).any())


def _apart(sites: Floats, pips: Floats) -> NDArray[np.bool_]:
    """Mark the points within sites (k, 2) that lie apart from the rims of pips (m, 2), (k, points)."""
    points = sites[:, None] + INNER * _DISC
    away = np.linalg.norm(points[:, :, None] - pips, axis=3)
    return np.asarray((away > OFF_RIM).all(axis=2))


def _within(tone: Mask, part: float, sites: Floats) -> NDArray[np.uint8]:
    """Give how light a face (n, n) is at points within pips at sites (k, 2), (k, m)."""
    return _at(tone, part, sites, INNER * _DISC)


def _at(tone: Mask, part: float, sites: Floats, points: Floats) -> NDArray[np.uint8]:
    """Give how light a face (n, n) is at points (m, 2) about sites (k, 2), (k, m)."""
    places = in_picture(sites[:, None] + points, part, len(tone))
    return np.asarray(cv2.remap(tone, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _levels(face: Image, part: float, spacing: float, radius: float, part_below: float) -> Floats:
    """Give a quantile of the colours of a circle about each site, (9, 3)."""
    points = ((SITES * spacing)[:, None] + radius * _CIRCLE) / part * len(face) + len(face) / 2 - 0.5
    columns, rows = points.reshape(-1, 2).astype(np.float32).T
    seen = cv2.remap(face, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return quantile(seen.reshape(9, -1, 3).swapaxes(0, 1), part_below)
