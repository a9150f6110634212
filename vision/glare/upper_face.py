"""An upper face that mirrors a lamp, read in every way in which some of its pips may still be seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours, blinded, pictured, pips_by_colour
from vision.cubes.cube import Attitude, Sight, agreement, outline_of
from vision.cubes.cube_faces import top_places
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.faces.pips import PIPS
from vision.faces.told_by import ToldBy
from vision.faces.topface import RADII, SPACINGS, Patterns, look
from vision.frame import Image
from vision.glare.blown import evidence_beside_strip, evidence_of_rest
from vision.glare.evened import evidence_evened
from vision.glare.hidden_pips import leaves_traces, may_hide_pips
from vision.glare.lit_edge import evidence_across_edge
from vision.glare.marks import grown
from vision.glare.mirror_image import evidence_within
from vision.glare.relief import relief, shares_of
from vision.glare.ruled_out import NEAR_WALL, possible
from vision.glare.several_ways import Way, told_by_several
from vision.glare.shifted import FACE_PART, FACE_PX, places_in
from vision.glare.sites import read_sites, sites_by_colour
from vision.glare.traces import possible_by_traces
from vision.glare.two_lights import evidence_in_two_lights

LEAST_GLARE = 0.12
"""The part of a top face from which on glare may hide its pips."""

MOST_HIDDEN, SEEN = 0.04, 200
"""The part of a top face that a wall may hide without hiding a pip; and the level from which on a place is in view."""

LEVEL_DEG = 1.0
"""Faces that tilt less lie flat."""

SURE_OUTLINE = 0.9
"""Flat dice whose outlines agree so well (IoU) have their top faces where these say."""

PIPS_IN_PLACE = 0.8
"""Pips that explain so much of a face say where it is."""

CLEAR_SITES, CLEAR_RELIEF, CLEAR_LEAD, NO_RELIEF = 0.75, 0.4, 0.15, 0.3
"""Evidence that is clear by sites; by relief, and its lead over the next value; and what is left of it in doubt."""

VEILED_RELIEF, VEILED_SITES = 0.6, 0.6
"""What both must say, of the same value, of a face that mirrors something less bright than a lamp: four of nine sites
may be unknown."""

CLEAR_COLOUR = 0.7
"""Evidence by colour that is clear: where both ways of looking agree, a third of the sites may be unknown."""

NATURALLY_WHITE = 246.0
"""The darkest channel of bodies that are as white as a lamp's mirror image."""

HARDLY_BLIND, CLEAR_SOFT, SOFT_LEAD = 0.02, 0.72, 0.33
"""What part of a face may be blinded by light that fades over it; what a value must then explain, and its lead."""


_GRID = places_in(FACE_PX, FACE_PART).reshape(-1, 2)
"""Where a face is looked at, in edges about its middle, (n, 2)."""


@dataclass(frozen=True, slots=True)
class InGlare:
    """The evidence (6,) of a top face's values; `by_relief`: of pips a few grey levels lighter or darker than it.

    `evened`: of white pips that a lamp left a little brighter, which are too few levels to tell how a die lies.
    """

    evidence: tuple[float, ...]
    by_relief: bool
    evened: bool = False

    @property
    def clear(self) -> bool:
        """Whether it names one value."""
        return (ToldBy.RELIEF if self.by_relief else ToldBy.PIPS).name_one(self.evidence)


def evidence_in_glare(sight: Sight, at: Attitude, plain: tuple[float, ...]) -> InGlare | None:
    """Read a top face that mirrors a lamp: by relief, or by what the lamp leaves; None for a face without glare.

    `plain` (6,) is what the values explain of it as if it mirrored nothing, which is not clear.
    """
    face, hidden = _face(sight, at)
    if hidden.mean() > MOST_HIDDEN:
        return _before_wall(face, hidden, sight, at)
    found = _in_one_way(face, sight, at)
    if found is not None and found.clear and max(found.evidence) >= max(plain):
        return found
    return _in_several_ways(face, sight, at, plain, found) or found


def more_pips_hidden(sight: Sight, at: Attitude, value: int) -> bool:
    """Say whether an upper face that shows a value may have more pips, dark ones of which a lamp leaves nothing.

    Of dice whose body is white without a lamp nobody can tell but by what it leaves of others.
    """
    if False not in _polarities(sight.colours):
        return False
    white = any(colours.body.min() >= NATURALLY_WHITE for colours in sight.colours)
    spacing = sight.patterns.spacing or SPACINGS[len(SPACINGS) // 2]
    face, beyond = _face(sight, at)
    if not white:
        return may_hide_pips(face, FACE_PART, spacing, value)
    near_wall = grown(beyond, NEAR_WALL * FACE_PX / FACE_PART)
    return leaves_traces(np.where(near_wall[..., None], np.uint8(255), face), FACE_PART, spacing, value)


def may_lack_pips(sight: Sight, at: Attitude) -> bool:
    """Say whether pips of an upper face may not be seen: it mirrors a lamp, or a wall hides some of it."""
    face, hidden = _face(sight, at)
    return bool((hidden | blinded(face)).mean() > MOST_HIDDEN)


def values_left(sight: Sight, at: Attitude, turns: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Say of each value whether what an upper face shows leaves it possible, (6,): of large dice its traces as well.

    In one of its `turns`, as `PatternSet.pips_of` gives them: none is possible in none.
    """
    face, hidden = _face(sight, at)
    every, radius = [sight.patterns.pips_of(value) for value in PIPS], _radius(sight)
    left = possible(face, FACE_PART, sight.colours, every, radius, hidden, turns)
    traced = _polarities(sight.colours) == [True] and not hidden.any() and sight.edge_px >= LEAST_EXACT_PX
    if not traced or left.sum() < 2:
        return left
    return np.asarray(left & possible_by_traces(face, FACE_PART, sight.noise, every, radius))


def value_in_lamp(sight: Sight, at: Attitude) -> int | None:
    """Give the only value that what a lamp or a wall leaves of an upper face does not rule out; None for none."""
    face, hidden = _face(sight, at)
    every = [sight.patterns.pips_of(value) for value in PIPS]
    left = np.flatnonzero(possible(face, FACE_PART, sight.colours, every, _radius(sight), hidden))
    return int(left[0]) + 1 if len(left) == 1 else None


def _radius(sight: Sight) -> float:
    """Give how large pips are, in edges, as they were learned, or as most are."""
    return sight.patterns.radius or RADII[len(RADII) // 2]


def relief_of(sight: Sight, at: Attitude) -> tuple[float, ...]:
    """Give what the values' pips explain of an upper face in relief, (6,); nothing of one that a wall hides in part."""
    face, hidden = _face(sight, at)
    return (0.0,) * 6 if hidden.any() else shares_of(relief(face), sight.patterns)


def _face(sight: Sight, at: Attitude) -> tuple[Image, NDArray[np.bool_]]:
    """Cut an upper face out, (FACE_PX, FACE_PX, 3), and mark what a wall hides of it."""
    columns, rows = _places(sight, at)
    return _cut(sight.patch, columns, rows), _cut(sight.view, columns, rows) < SEEN


def _places(sight: Sight, at: Attitude) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the columns and rows of an upper face's points in the window, (1, n) each."""
    places = top_places(sight, at, _GRID).astype(np.float32)
    return places[None, :, 0], places[None, :, 1]


def _cut(image: Image, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> Image:
    return np.asarray(look(image, columns, rows).reshape(FACE_PX, FACE_PX, *image.shape[2:]), dtype=np.uint8)


def _in_one_way(face: Image, sight: Sight, at: Attitude) -> InGlare | None:
    """Read a face in the first way in which it is clear."""
    if blinded(face).mean() < LEAST_GLARE:
        # A side taken for the upper face of a leaning die mirrors a lot: only where a flat one lies is a strip known.
        beside = evidence_beside_strip(face, sight.patterns, FACE_PART) if at.tilt_deg < LEVEL_DEG else None
        beside = beside or _in_part(face, sight, at)
        if beside:
            return InGlare(beside, by_relief=False)
        even = in_soft_light(face, sight.patterns.bent) or evidence_evened(face, sight.patterns, FACE_PART)
        return InGlare(even, by_relief=False, evened=True) if even else _in_veil(face, sight, at)
    read, evened = _read(face, sight), evidence_evened(face, sight.patterns, FACE_PART)
    if max(read) >= CLEAR_COLOUR and (evened is None or np.argmax(evened) != np.argmax(read)):
        return InGlare(read, by_relief=True)
    if evened is not None:
        return InGlare(evened, by_relief=False, evened=True)
    left = evidence_of_rest(face, sight.patterns, FACE_PART) or _in_part(face, sight, at) or _within(face, sight, at)
    return InGlare(left or read, by_relief=left is None)


def _within(face: Image, sight: Sight, at: Attitude) -> tuple[float, ...] | None:
    """Read a level face, where its outline tells it to be, by what the mirror image that covers it shows."""
    if at.tilt_deg >= LEVEL_DEG or not _surely_top(sight, at):
        return None
    return evidence_within(face, sight.patterns, FACE_PART)


def _in_veil(face: Image, sight: Sight, at: Attitude) -> InGlare | None:
    """Read a level face that mirrors something pale by what stands out where pips must be; None where not all agree."""
    if at.tilt_deg >= LEVEL_DEG or not _surely_top(sight, at):
        return None
    by_relief = shares_of(relief(face), sight.patterns)
    read = _agreed(by_relief, read_sites(face, _polarities(sight.colours)))
    second, first = sorted(by_relief)[-2:]
    clear = first >= VEILED_RELIEF and first - second >= CLEAR_LEAD and max(read) >= VEILED_SITES
    return InGlare(read, by_relief=True) if clear else None


def _in_several_ways(
    face: Image, sight: Sight, at: Attitude, plain: tuple[float, ...], found: InGlare | None
) -> InGlare | None:
    """Read a level face by what several ways say together, none of which is clear; None where these leave a choice.

    That tells the value, and not that the die lies flat: it explains no more than it did. Where the face is its outline
    tells, or the pips that are seen.
    """
    placed = max(plain) >= PIPS_IN_PLACE
    if at.tilt_deg >= LEVEL_DEG or not (placed or _surely_top(sight, at)):
        return None
    ways = [Way(shares_of(relief(face), sight.patterns)), Way(plain)]
    ways.append(Way(read_sites(face, _polarities(sight.colours)), by_places=True, knows_hidden=True))
    pips = pips_by_colour(face, sight.colours) if sight.colours else None
    by_colour = Way(shares_of(pictured(pips)[..., None], sight.patterns)) if pips is not None else None
    if pips is not None and by_colour is not None and by_colour.says_something:
        ways += [by_colour, Way(sites_by_colour(pips), by_places=True, knows_hidden=True)]
    if found is not None and not found.by_relief:
        ways.append(Way(found.evidence, knows_hidden=True))
    told = told_by_several(ways)
    return InGlare(tuple(share * max(plain) for share in told), by_relief=not placed) if told else None


def _before_wall(face: Image, hidden: NDArray[np.bool_], sight: Sight, at: Attitude) -> InGlare | None:
    """Read what a wall leaves of a face that lies flat, beside any mirror image."""
    if at.tilt_deg >= LEVEL_DEG:
        return None
    beyond = hidden.astype(np.uint8) * np.uint8(255)
    left = evidence_beside_strip(face, sight.patterns, FACE_PART, beyond)
    return InGlare(left, by_relief=False) if left else None


def in_soft_light(face: Image, bent: Patterns) -> tuple[float, ...] | None:
    """Read a face on which light fades from bright to dark, but nowhere hides pips; None where that is not clear.

    `bent`: the patterns for which light that bends needs no explanation.
    """
    if blinded(face).mean() > HARDLY_BLIND:
        return None
    shares = shares_of(face, bent, together=True)
    second, first = sorted(shares)[-2:]
    return shares if first >= CLEAR_SOFT and first - second >= SOFT_LEAD else None


def _in_part(face: Image, sight: Sight, at: Attitude) -> tuple[float, ...] | None:
    """Read a face of which a mirror image covers a part; None where neither way of looking is clear."""
    found = evidence_in_two_lights(face, sight.patterns, FACE_PART, sight.colours)
    if found or at.tilt_deg >= LEVEL_DEG:
        return found
    learned = None if _surely_top(sight, at) else sight.colours
    return evidence_across_edge(face, sight.patterns, FACE_PART, learned)


def _surely_top(sight: Sight, at: Attitude) -> bool:
    """Say whether the outline of a flat die says where its top face is."""
    near = sight.near(at)
    return agreement(near, outline_of(near, at)) >= SURE_OUTLINE


def _read(face: Image, sight: Sight) -> tuple[float, ...]:
    """Read a face by relief and by sites, and by the dice's colours where they are known."""
    seen = _agreed(shares_of(relief(face), sight.patterns), read_sites(face, _polarities(sight.colours)))
    pips = pips_by_colour(face, sight.colours) if sight.colours else None
    if pips is None:
        return seen
    return _settled(seen, _agreed(shares_of(pictured(pips)[..., None], sight.patterns), sites_by_colour(pips)))


def _polarities(colours: Sequence[DieColours]) -> Sequence[bool]:
    """Say whether pips may be lighter than the body, and darker: either where no colours are known."""
    return sorted({bool(each.pip.sum() > each.body.sum()) for each in colours}) or (True, False)


def _settled(by_relief: tuple[float, ...], by_colour: tuple[float, ...]) -> tuple[float, ...]:
    """Take what colour says where it is clear and relief does not clearly say something else."""
    clear = max(by_relief) >= CLEAR_SITES, max(by_colour) >= CLEAR_COLOUR
    if all(clear) and np.argmax(by_relief) != np.argmax(by_colour):
        return tuple(min(share, NO_RELIEF) for share in by_relief)
    return by_colour if clear[1] else by_relief


def _agreed(by_relief: tuple[float, ...], by_sites: tuple[float, ...]) -> tuple[float, ...]:
    """Believe two ways of looking where they see the same value and one of them sees it clearly; else doubt both."""
    value = int(np.argmax(by_sites))
    lead = by_relief[value] - max(share for k, share in enumerate(by_relief) if k != value)
    clear = by_sites[value] >= CLEAR_SITES or (by_relief[value] >= CLEAR_RELIEF and lead >= CLEAR_LEAD)
    if lead > 0.0 and clear:
        return by_sites
    return tuple(min(share, NO_RELIEF) for share in by_relief)
