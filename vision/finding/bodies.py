"""Finds the bodies in a picture of a calibrated table and what explains each: dice, chips, or nothing known."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from vision.bodies.blank import find_block
from vision.bodies.body import NO_DICE, Body, Seen
from vision.bodies.chips import find_discs, hull_of, roundish
from vision.bodies.disc import Disc, disc_area, stack_area
from vision.bodies.likely import redrawn
from vision.bodies.rims import with_sharp_rims
from vision.bodies.rounds import LEAST_BODY, LEAST_CHIP, SURE_CHIP, drift_of, left_over, surely_chips, with_discs
from vision.colours.highlight import pips_alone, without_light
from vision.colours.tint import shows_in_shade
from vision.faces.explain import Explanation, Face, depth_of, explain, find_faces, main_colour, merged
from vision.finding.cut_off import not_cut_off
from vision.finding.dark_search import with_dark_dice
from vision.finding.in_shade import faces_in_shade
from vision.finding.printed import bridged
from vision.finding.stands_out import shown_colours, stands_out
from vision.finding.still_seen import (
    CHIP_FACE_SCORE,
    DICE_AGREEMENT,
    INNER_FACE,
    loses_sides,
    show_again,
    still_seen,
)
from vision.finding.stray_pips import stray_pips
from vision.finding.unsearched import MOST_THINGS, likest_to_dice, too_large, unsearched
from vision.frame import Image
from vision.geometry import Floats
from vision.pictures.planes import planes_of
from vision.pictures.rectify import Box, Window
from vision.pictures.segment import Mask, Traces, agreement, bodies_in, body_evidence, hazy_in, specks_in
from vision.table.kinds import Kind
from vision.table.scene import Scene, scene_of
from vision.ways.left_out import LEFT_OUT

FACE_SCORE = 0.58
"""What a pattern must explain of a square to be taken for a face."""

OWN_COLOUR_SCORE = 0.65
"""What pips must explain of a face that gives its die's colour in dim light, where noise explains much."""

HAZY = 0.14
"""How wide, in edges, what hardly differs from the board must be to be more than an edge's blur."""

MURK = 0.3
"""The part of a body that may be shadow from which on its shape says little."""

DEEP, SHALLOW = 0.38, 0.28
"""How deep in a body, in edges, the middle of a face lies; and where parts of the body were not seen."""

LEAST_UNDER = 0.3
"""What dice leave over of a body, in areas of a top face, from which on chips may lie under them."""

DICE_SCORE = 0.78
"""Bodies that dice explain so well by pips, and by outline, hold no chips."""


def find_bodies(image: Image, kind: Kind) -> list[Body]:
    """Find what lies on the table in a picture (h, w, 3) and explain it by dice of one kind and by chips."""
    return bodies_in_scene(scene_of(image, kind), kind)


def bodies_in_scene(scene: Scene, kind: Kind) -> list[Body]:
    """Explain what differs from the empty board by dice of one kind and by chips; no more than a throw may be."""
    found: list[Body] = []
    for box, window in scene.places:
        found += _in_box(scene, box, window, kind, MOST_THINGS - sum(not body.discs for body in found))
    return not_cut_off(found)


def _in_box(scene: Scene, box: Box, window: Window, kind: Kind, most: int) -> list[Body]:
    """Explain what lies in a box of the picture, which shows in a window of the plane: so many things at most."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    border = left <= 4 or top <= 4 or right >= scene.image.shape[1] - 8 or bottom >= scene.image.shape[0] - 8
    patch, empty = kind.plane.cut(scene.image, window), scene.ground.under(window)
    planes = planes_of(patch)
    evidence = body_evidence(planes, empty.planes, empty.steps, scene.gain, scene.limits)
    evidence = evidence.with_body(bridged(patch, evidence.clear(scene.limits), kind.edge_px))
    masks = bodies_in(evidence.strength, scene.limits, 0.16 * kind.edge_px, LEAST_BODY * kind.edge_px**2)
    open_view = np.ascontiguousarray(kind.open_view[window.slices])
    nothing = np.zeros(open_view.shape, np.uint8)
    shades = evidence.shade, evidence.murky
    find_hazy = partial(hazy_in, evidence.strength, masks, scene.limits, HAZY * kind.edge_px)
    traces = Traces(evidence.find_unchanged, find_hazy)
    place = Seen(window, patch, planes, empty, nothing, *shades, open_view, border, traces)
    searched, others = likest_to_dice(masks, most, kind.edge_px)
    bodies = [body_of(replace(place, mask=mask), kind) for mask in searched]
    if kind.ground is None:
        return bodies + unsearched(place, others)
    specks = specks_in(evidence.strength, masks, scene.limits, 0.7 * kind.edge_px)
    found = with_dark_dice(bodies, specks, place, kind, scene.ground.background.noise)
    found = _each_once([_redrawn(body, scene, kind) for body in found], kind.edge_px) + unsearched(place, others)
    return found + (stray_pips(place, found, kind, scene.ground.background.noise) if specks else [])


def _each_once(bodies: list[Body], edge_px: float) -> list[Body]:
    """Drop dice of which only pips were seen where a body, drawn anew, shows these."""
    whole = [body for body in bodies if not body.faint]
    return [body for body in bodies if not (body.faint and any(_shows(other, body, edge_px) for other in whole))]


def _shows(body: Body, faint: Body, edge_px: float) -> bool:
    face = faint.explanation.faces[0]
    inner = disc_area(body.seen.mask, Disc(face.column, face.row, INNER_FACE * edge_px))
    return cv2.countNonZero(cv2.bitwise_and(inner, body.seen.mask)) == cv2.countNonZero(inner)


def _redrawn(body: Body, scene: Scene, kind: Kind) -> Body:
    """Tell the dice of a body from its shadow by likelihood, where thresholds do not."""
    if body.unsearched:
        return body
    seen, faces, chips = body.seen, body.explanation.faces, body.chips
    if not faces:
        # What looked like a chip there may be dice with their shadows.
        faces, chips = _faces_in_murk(seen, kind), np.zeros_like(chips)
    good = [face for face in faces if face.score >= OWN_COLOUR_SCORE]
    tints = seen.tints(good, kind, kind.colours)
    if not tints or shows_in_shade(tints, seen.patch, seen.mask, kind.noise):
        return body
    anew = redrawn(seen, tints, chips, scene.gain, kind.noise, kind.edge_px)
    if not cv2.countNonZero(anew.mask):
        return body
    found = body_of(anew, kind)
    told = found.explanation.agreement >= DICE_AGREEMENT if body.faint else still_seen(body, found, kind.edge_px)
    kept = told and not loses_sides(body, found, tints, kind.edge_px)
    return found if kept and show_again(faces, found.explanation, kind.edge_px) else body


def _faces_in_murk(seen: Seen, kind: Kind) -> tuple[Face, ...]:
    """Find clear faces in a body that may be shadow in large part: it has no shape of its own."""
    if cv2.countNonZero(cv2.bitwise_and(seen.murky, seen.mask)) < MURK * cv2.countNonZero(seen.mask):
        return ()
    inner, tone = depth_of(seen.mask, SHALLOW * kind.edge_px), main_colour(seen.patch, seen.mask)
    faces = find_faces(seen.patch, tone, inner, kind.patterns, kind.edge_px)
    return tuple(face for face in faces if face.score >= CHIP_FACE_SCORE)


def body_of(seen: Seen, kind: Kind) -> Body:
    """Explain a body by plain chips, or by dice first and what is left over by chips."""
    if too_large(seen.mask, kind.edge_px):
        return Body(seen, NO_DICE, (), np.zeros_like(seen.mask), seen.mask)
    drift, round_ones = drift_of(kind.plane, seen.window), None
    if cv2.countNonZero(seen.mask) >= np.pi * (SURE_CHIP * kind.edge_px) ** 2:
        round_ones = _round_ones(seen, seen.mask, kind, drift)
        body = with_discs(seen, NO_DICE, round_ones, kind, drift)
        if surely_chips(body, kind.edge_px):
            return body
    found, discs = _dice_and_discs(seen, kind, drift, round_ones)
    if found.faces and discs:
        least_px = SURE_CHIP * kind.edge_px
        seen, discs = with_sharp_rims(seen, discs, found.outlines, least_px, kind.plane.scale, drift)
    return with_discs(seen, found, discs, kind, drift)


def _round_ones(seen: Seen, mask: Mask, kind: Kind, drift: Floats) -> list[Disc]:
    return roundish(seen.patch, mask, kind.plane.scale, drift, LEAST_CHIP * kind.model.edge_mm, seen.hidden)


def _dice_and_discs(
    seen: Seen, kind: Kind, drift: Floats, round_ones: list[Disc] | None
) -> tuple[Explanation, list[Disc]]:
    """Explain a body by dice, and what they leave over by what may be chips; `round_ones` where they are known."""
    mask, edge = seen.mask, kind.edge_px
    inner, tone = _inner(seen, mask, DEEP * edge), main_colour(seen.patch, mask, kind.pip_steps)
    deep = find_faces(seen.patch, tone, inner, kind.patterns, edge)
    if not any(face.score >= FACE_SCORE for face in deep):
        deep = merged([*deep, *_faces_in_highlight(seen, kind, inner)], edge)
    found = _by_dice(seen, kind, deep, [])
    if _clear(found):
        round_ones = []
    else:
        every = _round_ones(seen, mask, kind, drift) if round_ones is None else round_ones
        round_ones = _without_dice(every, seen, kind)
    if not _clear(found) or any(face.value == 1 for face in found.faces):
        outer = _inner(seen, hull_of(mask), SHALLOW * edge)
        outer[inner > 0] = 0
        shallow = find_faces(seen.patch, tone, outer, kind.patterns, edge)
        faces = merged([*deep, *shallow], edge)
        found = _by_dice(seen, kind, faces, round_ones)
        if not found.faces and round_ones:
            found = _by_dice(seen, kind, _faces_in_channels(seen, kind, inner | outer), round_ones)
        if any(face.score < CHIP_FACE_SCORE for face in found.faces):
            shaded = faces_in_shade(seen, kind, tone, inner | outer)
            anew = _by_dice(seen, kind, merged([*faces, *shaded], edge), round_ones) if shaded else found
            found = max(found, anew, key=lambda each: each.agreement)
        if kind.colours and round_ones and _leaves_much(found, mask, edge):
            faces = merged([*faces, *_faces_in_colours(seen, kind, inner | outer)], edge)
            found = max(found, _by_dice(seen, kind, faces, round_ones), key=lambda each: len(each.faces))
    rest, least_mm = left_over(mask, found.outlines, edge), LEAST_CHIP * kind.model.edge_mm
    scale = kind.plane.scale
    discs = find_discs(seen.patch, mask, rest, scale, drift, least_mm, seen.hidden) if found.faces else round_ones
    if not discs and cv2.countNonZero(rest) > LEAST_UNDER * edge**2:
        discs = _round_ones(seen, rest, kind, drift) or _under_dice(seen, found, kind, drift)
    return found, discs


def _inner(seen: Seen, area: Mask, depth_px: float) -> Mask:
    """Mark what lies so deep in an area (h, w); what a wall hides beside it may be a part of it."""
    deep = depth_of(np.asarray(cv2.bitwise_or(area, seen.hidden), dtype=np.uint8), depth_px)
    return np.asarray(cv2.bitwise_and(deep, area), dtype=np.uint8)


def _leaves_much(found: Explanation, mask: Mask, edge_px: float) -> bool:
    """Say whether dice leave so much of a body over that it may be one more."""
    return cv2.countNonZero(left_over(mask, found.outlines, edge_px)) > LEFT_OUT * edge_px**2


def _faces_in_channels(seen: Seen, kind: Kind, inner: Mask) -> list[Face]:
    """Find faces in each channel: on a chip of several colours the one in which most differs may hide a die's pips."""
    channels = (np.ascontiguousarray(seen.patch[..., k]) for k in range(3))
    return merged([f for tone in channels for f in find_faces(seen.patch, tone, inner, kind.patterns, kind.edge_px)],
                  kind.edge_px)  # fmt: skip


def _faces_in_colours(seen: Seen, kind: Kind, inner: Mask) -> list[Face]:
    """Find faces by the colours of the dice's pips: a mirror image in a part of a face differs more than pips do.

    Of more than one pip, for chips have bright spots, and of the dice's own colours: print is in others.
    """
    pips = pips_alone(seen.patch, seen.mask, kind.colours)
    found = find_faces(pips, pips[..., 0], inner, kind.patterns, kind.edge_px)
    return [face for face in found if face.value > 1 and _of_learned_colours(face, seen, kind)]


def _of_learned_colours(face: Face, seen: Seen, kind: Kind) -> bool:
    """Say whether a face shows colours that dice were learned to have, where its pips are and are not."""
    shown = shown_colours(face, seen.patch, kind)
    return any(shown.alike(learned) or shown.mirrors(learned) for learned in kind.colours)


def _faces_in_highlight(seen: Seen, kind: Kind, inner: Mask) -> list[Face]:
    """Find faces whose pips a lamp's mirror image hides."""
    pips = without_light(seen.patch, seen.mask, kind.colours)
    return find_faces(pips, pips[..., 0], inner, kind.patterns, kind.edge_px) if pips is not None else []


def _under_dice(seen: Seen, found: Explanation, kind: Kind, drift: Floats) -> list[Disc]:
    """Find chips of which dice hide parts and whose rims are in part of the felt's colour: the dents are filled."""
    whole = hull_of(seen.mask)
    rest = left_over(whole, found.outlines, kind.edge_px)
    least_mm = LEAST_CHIP * kind.model.edge_mm
    return find_discs(seen.patch, whole, rest, kind.plane.scale, drift, least_mm, seen.hidden)


def _clear(found: Explanation) -> bool:
    """Say whether dice explain a body so well that it holds nothing else."""
    return found.agreement >= DICE_AGREEMENT and min(face.score for face in found.faces) >= DICE_SCORE


def _by_dice(seen: Seen, kind: Kind, candidates: list[Face], round_ones: list[Disc]) -> Explanation:
    """Explain a body by dice with some of the faces found; what lies on something round must look better."""
    faces = [f for f in candidates if f.score >= FACE_SCORE]
    faces = [f for f in faces if f.score >= CHIP_FACE_SCORE or _on_board(f, seen.window, kind)]
    print_or_die = [f for f in faces if _on_disc(f, round_ones, kind.edge_px) and not stands_out(f, seen.patch, kind)]
    faces = [f for f in faces if not any(_shares_pips(f, other, kind.edge_px) for other in print_or_die)]
    unseen = np.asarray(cv2.bitwise_or(seen.shade, seen.hidden), dtype=np.uint8)
    return explain(kind.plane, seen.window, seen.mask, unseen, faces, kind.model.edge_mm)


def _shares_pips(face: Face, other: Face, edge_px: float) -> bool:
    """Say whether a face is another one, or may be made of pips of it, which is clearer."""
    near = np.hypot(face.column - other.column, face.row - other.row) < edge_px
    return face is other or bool(near and other.score > face.score)


def _on_board(face: Face, window: Window, kind: Kind) -> bool:
    """Say whether a face lies between the walls; beyond them is more that looks a little like pips."""
    x, y = kind.plane.to_mm(np.array([[face.column + window.left, face.row + window.top]]))[0]
    return bool(0.0 <= x <= kind.board.length_mm and 0.0 <= y <= kind.board.width_mm)


def _without_dice(discs: list[Disc], seen: Seen, kind: Kind) -> list[Disc]:
    """Drop a round body that a die's outline, which is nearly round too, fits better."""
    if len(discs) != 1 or discs[0].radius > SURE_CHIP * kind.edge_px:
        return discs
    edge = kind.model.edge_mm
    block = find_block(kind.plane, seen.window, seen.patch, seen.mask, seen.hidden, kind.patterns, edge)
    area = stack_area(seen.mask, discs[0], kind.plane.scale, drift_of(kind.plane, seen.window), 0.0)
    clear = np.zeros_like(seen.mask)
    return discs if block is None or agreement(area, seen.mask, clear) > block.agreement else []


def _on_disc(face: Face, discs: list[Disc], edge_px: float) -> bool:
    """Say whether a face lies on something round, whose printing may look like pips."""
    return any(np.hypot(face.column - d.column, face.row - d.row) < d.radius + 0.3 * edge_px for d in discs)
