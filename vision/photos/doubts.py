"""Say what speaks against a reading: spots that no die explains, faces that fit badly, dice cut off."""

from dataclasses import dataclass

import numpy as np

from vision.frame import Image
from vision.photos.choose import Candidate
from vision.photos.grids import alike
from vision.photos.overlooked import CLEAR_EDGES, overlooked_bodies
from vision.photos.pips import Bools, Floats, Level, Pips
from vision.photos.plane import Plane

_GOOD_FIT = 0.657
_CLEAR_ENDS = 0.7
"""Pips and edges speak for a face together: the fewer pips, the more the body must end at its sides."""
_PAIR_RADII = 6.0
_OWN_FACE_EDGES = 0.62
_UPRIGHT = -0.05
_SIDE_ZONE_EDGES = 1.35
"""Pips of a die's own side faces lie at most this far from the top face's centre."""


@dataclass(frozen=True, slots=True)
class Doubts:
    """Why a person should look, as sentences, and for each chosen face whether one of them names it."""

    reasons: tuple[str, ...]
    doubted: tuple[bool, ...]


def doubts(levels: list[Level], chosen: list[Candidate], spots: Pips, pips: Pips, plane: Plane) -> Doubts:
    """Weigh the chosen faces against everything else that was seen."""
    reasons = [f"{_name(c, plane)} fits badly" for c in chosen if c.fit < _GOOD_FIT]
    reasons += [f"{_name(c, plane)} is cut off" for c in chosen if _is_cut(c, plane, levels[0].image)]
    reasons += _unexplained(chosen, pips, plane)
    reasons += _strangers(chosen, pips, plane)
    reasons += _lone_circles(chosen, spots, pips, plane)
    reasons += _crowded(chosen, pips, plane)
    reasons += _empty_bodies(chosen, spots, pips, plane)
    reasons += _sides(chosen, plane)
    reasons += _sizes(chosen)
    reasons += _faint_bodies(chosen, plane)
    if not reasons:
        places = overlooked_bodies(levels, chosen, plane)[:3]
        reasons += [f"the body at ({x:.0f}, {y:.0f}) looks like a die, but shows no face" for x, y in places]
    doubted = tuple(any(_name(c, plane) in reason for reason in reasons) for c in chosen)
    return Doubts(tuple(reasons), doubted)


def _name(candidate: Candidate, plane: Plane) -> str:
    return f"the {candidate.value} at {_place(candidate, plane)}"


def _place(candidate: Candidate, plane: Plane) -> str:
    x, y = plane.stored(candidate.centre[None])[0]
    return f"({x:.0f}, {y:.0f})"


def _is_cut(candidate: Candidate, plane: Plane, image: Image) -> bool:
    x, y = plane.stored(candidate.centre[None])[0]
    reach = 0.45 * candidate.edge
    return bool(min(x, y, image.shape[1] - x, image.shape[0] - y) < reach)


def _unexplained(chosen: list[Candidate], pips: Pips, plane: Plane) -> list[str]:
    """Name spots that look like the chosen dice's pips, but belong to none of these dice."""
    free = _pip_like(chosen, pips)
    used = [p for c in chosen for p in c.pips]
    if chosen:
        flat = plane.flattened(pips.centre)
        away = _distances(flat, np.array([c.centre for c in chosen])) / np.array([c.edge for c in chosen])
        in_pip = (_distances(pips.centre, pips.centre[used]) < pips.radius[used]).any(axis=1)
        free = free & (away.min(axis=1) > _SIDE_ZONE_EDGES) & ~in_pip
    places = pips.centre[free][:3]
    return [f"the spot at ({x:.0f}, {y:.0f}) looks like a pip, but belongs to no face" for x, y in places]


def _distances(points: Floats, others: Floats) -> Floats:
    return np.asarray(np.linalg.norm(points[:, None] - others[None], axis=2))


def _strangers(chosen: list[Candidate], pips: Pips, plane: Plane) -> list[str]:
    """Name pairs of clear spots of one kind, in any colours, away from all dice: a die of another colour."""
    clear = (pips.rough < 0.07) & (pips.closed > 0.8) & (pips.unrest < 0.3) & (pips.radius > 1.6) & (pips.contrast > 60)
    flat = plane.flattened(pips.centre)
    if chosen:
        used = [p for c in chosen for p in c.pips]
        clear &= pips.contrast > 0.35 * float(np.median(pips.contrast[used]))
        clear &= (pips.radius > 0.6 * min(c.radius for c in chosen)) & (
            pips.radius < 1.6 * max(c.radius for c in chosen)
        )
        away = _distances(flat, np.array([c.centre for c in chosen])) / np.array([c.edge for c in chosen])
        nearest = away.min(axis=1)
        clear &= (nearest > _SIDE_ZONE_EDGES) | ((nearest > _OWN_FACE_EDGES) & (plane.lean(pips) < _UPRIGHT))
    left = np.nonzero(clear)[0]
    apart = _distances(flat[left], flat[left])
    near = (apart > 2.2 * pips.radius[left][:, None]) & (apart < _PAIR_RADII * pips.radius[left][:, None])
    one, other = np.nonzero(np.triu(near, 1))
    pairs = alike(pips, left[one], left[other])
    places = pips.centre[left[one[pairs]]][:1]
    return [f"the spots near ({x:.0f}, {y:.0f}) may be a die of another colour" for x, y in places]


def _lone_circles(chosen: list[Candidate], spots: Pips, pips: Pips, plane: Plane) -> list[str]:
    """Name perfect circles away from all dice, in any colours: the pip of a larger die, or of one with a disc."""
    perfect = (spots.rough < 0.06) & (spots.closed > 0.95) & (spots.unrest < 0.4) & (spots.radius > 2.5)
    if chosen:
        strength = float(np.median(pips.contrast[[p for c in chosen for p in c.pips]]))
        perfect &= (spots.contrast > 0.3 * strength) & (plane.lean(spots) < 0)
        perfect &= spots.radius > 0.6 * min(c.radius for c in chosen)
        perfect &= spots.radius < 2.5 * max(c.radius for c in chosen)
        away = _distances(plane.flattened(spots.centre), np.array([c.centre for c in chosen]))
        perfect &= (away > np.array([c.edge for c in chosen])).all(axis=1)
    else:
        perfect &= (spots.rough < 0.045) & (spots.contrast > 60)
    places = spots.centre[perfect][:2]
    return [f"the circle at ({x:.0f}, {y:.0f}) may be a pip of another die" for x, y in places]


def _crowded(chosen: list[Candidate], pips: Pips, plane: Plane) -> list[str]:
    """Say where several upright spots lie beside a die: a face that touches it, not its own side."""
    used = {p for c in chosen for p in c.pips}
    like = _pip_like(chosen, pips) & (plane.lean(pips) < -0.02)
    free = [k for k in np.nonzero(like)[0] if k not in used]
    flat = plane.flattened(pips.centre)
    reasons = []
    for die in chosen:
        away = np.linalg.norm(flat[free] - die.centre, axis=1) / die.edge if free else np.zeros(0)
        if (away < _OWN_FACE_EDGES).any():
            reasons.append(f"{_name(die, plane)} leaves spots on its own face unexplained")
        elif (away < _SIDE_ZONE_EDGES).sum() >= 2:
            reasons.append(f"beside {_name(die, plane)} lie spots of another face")
    return reasons


def _empty_bodies(chosen: list[Candidate], spots: Pips, pips: Pips, plane: Plane) -> list[str]:
    """Name round patches of a die's size, of a die's colour or with spots on them, on which no face was read."""
    if not chosen:
        return []
    bodies = np.array([pips.body[list(c.pips)].mean(axis=0) for c in chosen])
    contrast = min(float(pips.contrast[list(c.pips)].mean()) for c in chosen)
    edges = [c.edge for c in chosen]
    size = (spots.radius > 0.36 * min(edges)) & (spots.radius < 0.65 * max(edges))
    size &= (spots.rough < 0.1) & (spots.contrast > 0.3 * contrast)
    at = plane.flattened(spots.centre)
    free = (_distances(at, np.array([c.centre for c in chosen])) > CLEAR_EDGES * np.array(edges)).all(axis=1)
    alike = _distances(spots.ink, bodies).min(axis=1) < 0.2 * contrast
    dotted = np.zeros(len(spots), bool)
    like = pips.take((pips.rough < 0.1) & (pips.closed > 0.75) & (pips.radius > 1.6) & (pips.unrest < 0.4))
    for index in np.nonzero(size & free)[0]:
        inside = np.linalg.norm(like.centre - spots.centre[index], axis=1) < 0.8 * spots.radius[index]
        share = like.radius / spots.radius[index]
        dotted[index] = (inside & (share > 0.1) & (share < 0.4)).any()
    places = spots.centre[size & free & (alike | dotted)][:3]
    return [f"the body at ({x:.0f}, {y:.0f}) may be a die, but shows no face" for x, y in places]


def _pip_like(chosen: list[Candidate], pips: Pips) -> Bools:
    clear = (pips.rough < 0.08) & (pips.closed > 0.85) & (pips.unrest < 0.3)
    if not chosen:
        return np.asarray(clear & (pips.contrast > 90) & (pips.rough < 0.05) & (pips.radius > 2))
    used = [p for c in chosen for p in c.pips]
    strength = float(np.median(pips.contrast[used]))
    smallest, largest = min(c.radius for c in chosen), max(c.radius for c in chosen)
    size = (pips.radius > 0.7 * smallest) & (pips.radius < 1.4 * largest)
    near_body = _distances(pips.body, pips.body[used]).min(axis=1) < 0.5 * strength
    near_ink = _distances(pips.ink, pips.ink[used]).min(axis=1) < 0.5 * strength
    return np.asarray(clear & size & near_body & near_ink & (pips.contrast > 0.5 * strength))


def _sides(chosen: list[Candidate], plane: Plane) -> list[str]:
    """Name faces that lean away beside an upright one: they may be the same die's side."""
    reasons = []
    for face in chosen:
        for top in chosen:
            apart = float(np.linalg.norm(face.centre - top.centre)) / ((face.edge + top.edge) / 2)
            if face is not top and apart < _SIDE_ZONE_EDGES and face.lean > top.lean + 0.06:
                reasons.append(f"{_name(face, plane)} may be a side of the {top.value} beside it")
    return reasons


def _sizes(chosen: list[Candidate]) -> list[str]:
    edges = [c.edge for c in chosen]
    if edges and max(edges) > 2.4 * min(edges):
        return [f"the dice differ too much in size ({min(edges):.0f} to {max(edges):.0f} px)"]
    return []


def _faint_bodies(chosen: list[Candidate], plane: Plane) -> list[str]:
    """Name faces whose body hardly ends where a die would: spots on even ground, perhaps on two bodies."""
    faint = [c for c in chosen if c.ends < _CLEAR_ENDS / c.value]
    return [f"{_name(c, plane)} has hardly an edge" for c in faint]
