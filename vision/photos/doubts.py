"""Say what speaks against a reading: spots that no die explains, faces that fit badly, dice cut off."""

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from vision.frame import Image
from vision.photos.choose import Candidate
from vision.photos.grids import alike
from vision.photos.overlooked import CLEAR_EDGES, overlooked_bodies
from vision.photos.pips import Bools, Level, Pips
from vision.photos.plane import Plane
from vision.photos.strangers import OWN_FACE_EDGES, SIDE_ZONE_EDGES, Read, distances, pip_like, stranger_reasons
from vision.pictures.lengths import lengths

_GOOD_FIT = 0.657
_CLEAR_ENDS = 0.7
"""Pips and edges speak for a face together: the fewer pips, the more the body must end at its sides."""
_OBLIQUE = 0.7
"""The slope of a camera from which the sides of dice are seen nearly as well as their tops."""
_SURELY_UPRIGHT = -0.1
_BELOW_EDGES, _BESIDE_EDGES, _SAME_TURN_DEG = 1.45, 0.4, 15.0
"""Where the side of a die lies from its top face: below it, and turned as it is."""
_BODY_EDGES = (0.36, 0.65)
_DOTTED_EDGES = (0.45, 1.0)
"""Radius of a body of which the sides are seen too."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Why a person should look, as sentences, and for each chosen face whether one of them names it."""

    reasons: tuple[str, ...]
    doubted: tuple[bool, ...]


def doubts(levels: list[Level], chosen: list[Candidate], spots: Pips, pips: Pips, plane: Plane) -> Doubts:
    """Weigh the chosen faces against everything else that was seen."""
    read = Read.of(chosen, pips, plane)
    reasons = [f"{_name(c, plane)} fits badly" for c in chosen if c.fit < _GOOD_FIT]
    reasons += [f"{_name(c, plane)} is cut off" for c in chosen if _is_cut(c, plane, levels[0].image)]
    reasons += stranger_reasons(read, spots, pips, plane)
    reasons += _crowded(chosen, read, pips, plane)
    reasons += _empty_bodies(chosen, read, spots, pips, plane)
    reasons += _sides(chosen, plane)
    reasons += _sizes(chosen)
    reasons += _faint_bodies(chosen, plane)
    if not reasons:
        places = overlooked_bodies(levels, chosen, plane)[:3]
        reasons += [f"the body at ({x:.0f}, {y:.0f}) looks like a die, but shows no face" for x, y in places]
    doubted = tuple(any(_name(c, plane) in reason for reason in reasons) for c in chosen)
    return Doubts(tuple(reasons), doubted)


def _name(candidate: Candidate, plane: Plane) -> str:
    x, y = plane.stored(candidate.centre[None])[0]
    return f"the {candidate.value} at ({x:.0f}, {y:.0f})"


def _is_cut(candidate: Candidate, plane: Plane, image: Image) -> bool:
    x, y = plane.stored(candidate.centre[None])[0]
    reach = 0.45 * candidate.edge
    return bool(min(x, y, image.shape[1] - x, image.shape[0] - y) < reach)


def _crowded(chosen: list[Candidate], read: Read, pips: Pips, plane: Plane) -> list[str]:
    """Say where several upright spots lie beside a die: a face that touches it, not its own side."""
    used = {p for c in chosen for p in c.pips}
    like = pip_like(read, pips) & (plane.lean(pips) < -0.02)
    free = [k for k in np.nonzero(like)[0] if k not in used]
    flat = plane.flattened(pips.centre)
    reasons = []
    for die in chosen:
        away = lengths(flat[free] - die.centre) / die.edge if free else np.zeros(0)
        if (away < OWN_FACE_EDGES).any():
            reasons.append(f"{_name(die, plane)} leaves spots on its own face unexplained")
        elif (away < SIDE_ZONE_EDGES).sum() >= 2:
            reasons.append(f"beside {_name(die, plane)} lie spots of another face")
    return reasons


def _empty_bodies(chosen: list[Candidate], read: Read, spots: Pips, pips: Pips, plane: Plane) -> list[str]:
    """Name round patches of a die's size, of a die's colour or with spots on them, on which no face was read."""
    if not chosen:
        return []
    bodies = np.array([pips.body[list(c.pips)].mean(axis=0) for c in chosen])
    contrast = min(float(pips.contrast[list(c.pips)].mean()) for c in chosen)
    round_patch = (spots.rough < 0.1) & (spots.contrast > 0.3 * contrast)
    round_patch &= read.away(plane.flattened(spots.centre)) > CLEAR_EDGES
    like_body = distances(spots.ink, bodies).min(axis=1) < 0.2 * contrast
    small, large = (_sized(spots, read, limits) & round_patch for limits in (_BODY_EDGES, _DOTTED_EDGES))
    dots = pips.take((pips.rough < 0.1) & (pips.closed > 0.75) & (pips.radius > 1.6) & (pips.unrest < 0.4))
    leaning = spots.take((spots.rough < 0.15) & (spots.closed > 0.75) & (spots.radius > 1.6) & (spots.unrest < 0.4))
    found = [
        index
        for index in np.nonzero(small | large)[0].tolist()
        if (small[index] and (like_body[index] or _dots_on(spots, index, dots) >= 1))
        or (large[index] and _dots_on(spots, index, leaning) >= 2)
    ]
    places = spots.centre[found][:3]
    return [f"the body at ({x:.0f}, {y:.0f}) may be a die, but shows no face" for x, y in places]


def _sized(spots: Pips, read: Read, limits: tuple[float, float]) -> Bools:
    """Tell which spots have a radius within these shares of the dice's edges."""
    return np.asarray((spots.radius > limits[0] * read.edge.min()) & (spots.radius < limits[1] * read.edge.max()))


def _dots_on(spots: Pips, patch: int, dots: Pips) -> int:
    """Count the dots of the commonest kind on a patch."""
    inside = lengths(dots.centre - spots.centre[patch]) < 0.85 * spots.radius[patch]
    share = dots.radius / spots.radius[patch]
    index = np.nonzero(inside & (share > 0.1) & (share < 0.4))[0]
    one, other = np.meshgrid(index, index)
    return int(alike(dots, one.ravel(), other.ravel()).reshape(one.shape).sum(axis=0).max(initial=0))


def _sides(chosen: list[Candidate], plane: Plane) -> list[str]:
    """Name faces that may be the side of the die beside them."""
    oblique = plane.slope > _OBLIQUE
    return [
        f"{_name(face, plane)} may be a side of the {top.value} beside it"
        for face, top in permutations(chosen, 2)
        if _leans_beside(face, top) or (oblique and _may_be_below(face, top, plane))
    ]


def _leans_beside(face: Candidate, top: Candidate) -> bool:
    """Tell whether a face leans away from an upright one that it touches."""
    apart = float(np.linalg.norm(face.centre - top.centre)) / ((face.edge + top.edge) / 2)
    return apart < SIDE_ZONE_EDGES and face.lean > top.lean + 0.06


def _may_be_below(face: Candidate, top: Candidate, plane: Plane) -> bool:
    """Tell whether a face lies as a side does in an oblique view, where top and side are foreshortened alike.

    Two dice that touch may lie so too; their pips then are as round as the plane makes them.
    """
    if face.lean < max(top.lean, _SURELY_UPRIGHT):
        return False
    step = 2 * (face.centre - top.centre) / (face.edge + top.edge)
    along, across = abs(float(step @ plane.uphill)), abs(float(step[0] * plane.uphill[1] - step[1] * plane.uphill[0]))
    turned = abs((math.degrees(face.turn - top.turn) + 45) % 90 - 45)
    return along < _BELOW_EDGES and across < _BESIDE_EDGES and turned < _SAME_TURN_DEG


def _sizes(chosen: list[Candidate]) -> list[str]:
    edges = [c.edge for c in chosen]
    if edges and max(edges) > 2.4 * min(edges):
        return [f"the dice differ too much in size ({min(edges):.0f} to {max(edges):.0f} px)"]
    return []


def _faint_bodies(chosen: list[Candidate], plane: Plane) -> list[str]:
    """Name faces whose body hardly ends where a die would: spots on even ground, perhaps on two bodies."""
    faint = [c for c in chosen if c.ends < _CLEAR_ENDS / c.value]
    return [f"{_name(c, plane)} has hardly an edge" for c in faint]
