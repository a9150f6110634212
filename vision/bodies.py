"""Finds the bodies in a picture of a calibrated table and what explains each: dice, chips, or nothing known."""

from dataclasses import replace

import cv2
import numpy as np

from vision.blank import find_block
from vision.body import NO_DICE, Body, Seen
from vision.chips import Disc, disc_area, find_discs, hull_of, roundish, stack_area
from vision.cut_off import not_cut_off
from vision.dark import dark_body
from vision.explain import Explanation, Face, depth_of, explain, find_faces, main_colour, merged, outline, overlap
from vision.frame import Image
from vision.geometry import Floats
from vision.highlight import DieColours, without_light
from vision.kinds import Kind
from vision.likely import LEFT_NOISE, redrawn
from vision.planes import planes_of
from vision.printed import bridged
from vision.rectify import Box, Window
from vision.rims import with_sharp_rims
from vision.rounds import LEAST_BODY, LEAST_CHIP, SURE_CHIP, drift_of, left_over, surely_chips, unexplained, with_discs
from vision.scene import Scene, scene_of
from vision.segment import Mask, agreement, bodies_in, body_evidence, hazy_in, specks_in
from vision.still_seen import (
    CHIP_FACE_SCORE,
    DICE_AGREEMENT,
    INNER_FACE,
    loses_sides,
    show_again,
    still_seen,
    tops_seen,
    well_seen,
)
from vision.tint import die_tints, shows_in_shade
from vision.topface import noise_hides, points_of, sample_faces
from vision.unsearched import MOST_DARK, MOST_THINGS, likest_to_dice, unsearched

FACE_SCORE = 0.58
"""What a pattern must explain of a square to be taken for a face."""

FAINT_DEPTH, FAINT_SCORE, FAINT_MARGIN = 0.02, 0.75, 0.15
"""Where and how clearly the pips of a die must be seen whose body is not."""

OWN_COLOUR_SCORE = 0.65
"""What pips must explain of a face that gives its die's colour in dim light, where noise explains much."""

HAZY = 0.14
"""How wide, in edges, what hardly differs from the board must be to be more than an edge's blur."""

LIKE_ONE = 0.12
"""How much clearer a 1 must be than another face in its place: a pip of that looks like it."""

CLEARER_FACE = 0.1
"""How much more its pips explain of a dark die's face than others of a body's in the same place."""

MURK = 0.3
"""The part of a body that may be shadow from which on its shape says little."""

TOLD = 0.7
"""How well dice must agree with a body (IoU) to tell more than the pips of one of them do."""

DEEP, SHALLOW = 0.38, 0.28
"""How deep in a body, in edges, the middle of a face lies; and where parts of the body were not seen."""

OTHER_COLOUR, OTHER_PART, OTHER_NOISE = 28.0, 0.08, 3.6
"""How far, in grey levels, what lies around a die on a chip differs from the die: in dim light less, but by such a part
of what its pips do, and so many times the noise."""

DICE_SCORE, POOR_OUTLINE = 0.78, 0.65
"""Bodies that dice explain so well by pips, and by outline, hold no chips; and how badly a dark die's outline agrees
where its pips may be others'."""

MOST_FACES_AREA = 14.0
"""Bodies of more top faces' area than this, and wide, are hands: no dice are searched in them."""


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
    nothing = np.zeros_like(open_view)
    shades = evidence.shade, evidence.murky
    hazy = hazy_in(evidence.strength, masks, scene.limits, HAZY * kind.edge_px)
    place = Seen(window, patch, planes, empty, nothing, *shades, open_view, border, evidence.unchanged, hazy)
    searched, others = likest_to_dice(masks, most, kind.edge_px)
    bodies = [_explained(replace(place, mask=mask), kind) for mask in searched]
    if kind.ground is None:
        return bodies + unsearched(place, others)
    specks = specks_in(evidence.strength, masks, scene.limits, 0.7 * kind.edge_px)
    found = _with_dark_dice(bodies, specks, place, kind, scene.ground.background.noise)
    return _each_once([_redrawn(body, scene, kind) for body in found], kind.edge_px) + unsearched(place, others)


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
    tints = die_tints(seen.patch, good, kind.patterns, kind.edge_px, kind.colours)
    if not tints or shows_in_shade(tints, seen.patch, seen.mask, kind.noise):
        return body
    anew = redrawn(seen, tints, chips, scene.gain, kind.noise, kind.edge_px)
    if not cv2.countNonZero(anew.mask):
        return body
    found = _explained(anew, kind)
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


def _with_dark_dice(bodies: list[Body], specks: list[Mask], place: Seen, kind: Kind, noise: float) -> list[Body]:
    """Look for dark dice around specks and in what nothing explains; their bodies replace what they cover."""
    clear = [body for body in bodies if body.discs or well_seen(body)]
    unclear = [body for body in bodies if body not in clear]
    if not specks and not any(body.rest.any() or body.explanation.faces for body in unclear):
        return bodies
    area = _may_hold_dark_dice(place, specks, clear, unclear)
    if _too_large_to_search(area, kind):
        # In hands no dice are sought, dark ones neither.
        clear += [body for body in unclear if _too_large(body.seen.mask, kind.edge_px)]
        unclear = [body for body in unclear if body not in clear]
        area = _may_hold_dark_dice(place, specks, clear, unclear)
    if _too_large_to_search(area, kind):
        return bodies + unsearched(place, [area])
    inner, tone = depth_of(area, FAINT_DEPTH * kind.edge_px), main_colour(place.patch, area)
    faces = find_faces(place.patch, tone, inner, kind.patterns, kind.edge_px)
    dark = [die for face in faces if _in_shade(face) and (die := _dark_die(face, place, kind, noise))]
    candidates = [die for die in dark if not any(_better_told(body, die, kind.edge_px) for body in unclear)]
    found: list[Body] = []
    for one in sorted(candidates, key=lambda each: (_poor(each), -_trusted(each.explanation.faces[0]))):
        if not any(_in_one_place(one, other, kind.edge_px) for other in found):
            found.append(one)
    left = [body for body in unclear if not any(_covers(dark, body) for dark in found)]
    return [_less_dark_dice(body, found, kind) for body in clear + left] + found


def _less_dark_dice(body: Body, dark: list[Body], kind: Kind) -> Body:
    """Take dark dice out of a body that was taken for others with less clear faces in the same place: the rest of it
    is their shadow, or what lies beside them."""
    if not any(_shows_better(die, body) for die in dark):
        return body
    shapes = [die.explanation.outlines[0] for die in dark]
    rest = unexplained(body.seen.mask, np.zeros_like(body.seen.mask), shapes, kind.edge_px)
    return Body(replace(body.seen, mask=rest), NO_DICE, (), np.zeros_like(rest), rest)


def _shows_better(dark: Body, body: Body) -> bool:
    """Say whether a dark die shows its face clearer than a body's dice of which one has its outline in part."""
    found = body.explanation
    least = max((face.score for face in found.faces), default=1.0) + CLEARER_FACE
    shape = dark.explanation.outlines[0]
    return dark.explanation.faces[0].score >= least and any(_share(shape, other) for other in found.outlines)


def _may_hold_dark_dice(place: Seen, specks: list[Mask], clear: list[Body], unclear: list[Body]) -> Mask:
    """Mark where something may be in the shade, (h, w), but in the bodies that are clear."""
    area = np.asarray(np.bitwise_or.reduce([place.shade, *specks, *(body.seen.mask for body in unclear)]))
    for body in clear:
        area[body.seen.mask > 0] = 0
    return area


def _too_large_to_search(area: Mask, kind: Kind) -> bool:
    return cv2.countNonZero(area) > MOST_DARK * kind.edge_px**2


def _better_told(body: Body, dark: Body, edge_px: float) -> bool:
    """Say whether a body shows all of its dice, their tops all over, one of which seemed to show only its pips."""
    found = body.explanation
    if not dark.faint or not found.faces or found.agreement < max(TOLD, dark.explanation.agreement):
        return False
    return tops_seen(body, body.seen.mask, edge_px) and _covers(body, dark)


def _in_shade(face: Face) -> bool:
    """Say whether a face is clear enough where the pips alone may be seen; each of them looks like a 1."""
    least = CHIP_FACE_SCORE if face.value == 1 else FAINT_SCORE
    return face.score >= least and face.margin >= FAINT_MARGIN


def _poor(body: Body) -> bool:
    """Say whether neither the pips of a dark die are clear nor its outline."""
    found = body.explanation
    return body.faint and found.faces[0].score < CHIP_FACE_SCORE and found.agreement < POOR_OUTLINE


def _trusted(face: Face) -> float:
    """Say how clear a face is: every pip of another value looks like a 1, and a 1 with one of a side's like a 2."""
    return face.score - LIKE_ONE if face.value == 1 else face.score


def _in_one_place(one: Body, other: Body, edge_px: float) -> bool:
    """Say whether two dark dice lie in one place: their tops overlap, or one may be a pip on the other's side."""
    faces = [one.explanation.faces[0], other.explanation.faces[0]]
    if overlap(faces, edge_px):
        return True
    return any(face.value == 1 for face in faces) and _share(*(each.explanation.outlines[0] for each in (one, other)))


def _dark_die(face: Face, place: Seen, kind: Kind, noise: float) -> Body | None:
    """Make a body of a die of which first only the pips were seen; None where it is not dark."""
    shape = outline(kind.plane, place.window, face, kind.model.edge_mm)
    nothing = np.zeros_like(shape)
    drawn = dark_body(place.patch, place.empty.picture, face, shape, kind.patterns, kind.edge_px, noise)
    if drawn is None:
        return None
    hidden = replace(place, mask=shape, shade=nothing, murky=nothing)
    if drawn[1] < DICE_AGREEMENT:
        return Body(hidden, Explanation((face,), (shape,), drawn[1]), (), nothing, nothing, faint=True)
    return Body(replace(hidden, mask=drawn[0]), Explanation((face,), (shape,), drawn[1]), (), nothing, nothing)


def _share(one: Mask, other: Mask) -> bool:
    """Say whether two outlines share more than touching dice do."""
    return cv2.countNonZero(cv2.bitwise_and(one, other)) > 0.3 * cv2.countNonZero(one)


def _covers(dark: Body, other: Body) -> bool:
    """Say whether a body is a part of a dark die."""
    own = cv2.bitwise_or(dark.seen.mask, dark.explanation.outlines[0])
    own = cv2.dilate(own, np.ones((5, 5), np.uint8))
    return cv2.countNonZero(cv2.bitwise_and(own, other.seen.mask)) > 0.6 * cv2.countNonZero(other.seen.mask)


def _explained(seen: Seen, kind: Kind) -> Body:
    """Explain a body by plain chips, or by dice first and what is left over by chips."""
    if _too_large(seen.mask, kind.edge_px):
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
    inner, tone = depth_of(mask, DEEP * edge), main_colour(seen.patch, mask)
    deep = find_faces(seen.patch, tone, inner, kind.patterns, edge)
    if not any(face.score >= FACE_SCORE for face in deep):
        deep = merged([*deep, *_faces_in_highlight(seen, kind, inner)], edge)
    found = _by_dice(seen, kind, deep, [])
    if _clear(found):
        round_ones = []
    else:
        every = _round_ones(seen, mask, kind, drift) if round_ones is None else round_ones
        round_ones = _without_dice(every, seen, kind)
        outer = depth_of(hull_of(mask), SHALLOW * edge)
        outer[inner > 0] = 0
        shallow = find_faces(seen.patch, tone, outer, kind.patterns, edge)
        found = _by_dice(seen, kind, merged([*deep, *shallow], edge), round_ones)
        if not found.faces and round_ones:
            found = _by_dice(seen, kind, _faces_in_channels(seen, kind, inner | outer), round_ones)
    rest, least_mm = left_over(mask, found.outlines, edge), LEAST_CHIP * kind.model.edge_mm
    scale = kind.plane.scale
    discs = find_discs(seen.patch, mask, rest, scale, drift, least_mm, seen.hidden) if found.faces else round_ones
    if not discs and cv2.countNonZero(rest) > edge**2:
        discs = _round_ones(seen, rest, kind, drift) or _under_dice(seen, found, kind, drift)
    return found, discs


def _faces_in_channels(seen: Seen, kind: Kind, inner: Mask) -> list[Face]:
    """Find faces in each channel: on a chip of several colours the one in which most differs may hide a die's pips."""
    channels = (np.ascontiguousarray(seen.patch[..., k]) for k in range(3))
    return merged([f for tone in channels for f in find_faces(seen.patch, tone, inner, kind.patterns, kind.edge_px)],
                  kind.edge_px)  # fmt: skip


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
    faces = [f for f in faces if not _on_disc(f, round_ones, kind.edge_px) or _stands_out(f, seen.patch, kind)]
    return explain(kind.plane, seen.window, seen.mask, seen.shade, faces, kind.model.edge_mm)


def _on_board(face: Face, window: Window, kind: Kind) -> bool:
    """Say whether a face lies between the walls; beyond them is more that looks a little like pips."""
    x, y = kind.plane.to_mm(np.array([[face.column + window.left, face.row + window.top]]))[0]
    return bool(0.0 <= x <= kind.board.length_mm and 0.0 <= y <= kind.board.width_mm)


def _stands_out(face: Face, patch: Image, kind: Kind) -> bool:
    """Say whether a face on something round is a die's: clear, and of another colour than what is all around.

    Or of more than one pip, and of the colours that the dice were learned to have.
    """
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(patch, pose, kind.patterns.points, kind.edge_px)
    if face.score * noise_hides(colours[0], LEFT_NOISE * kind.noise, kind.patterns) < CHIP_FACE_SCORE:
        return False
    tint = die_tints(patch, [face], kind.patterns, kind.edge_px, kind.colours)[0]
    if face.value > 1 and any(tint.alike(learned) for learned in kind.colours):
        return True
    along = np.linspace(-0.45, 0.45, 10)
    side = np.full(10, 0.6)
    ring = np.concatenate([np.column_stack(p) for p in ((along, side), (along, -side), (side, along), (-side, along))])
    around = sample_faces(patch, pose, points_of(ring), kind.edge_px)[0].astype(np.float32)
    other = np.linalg.norm(around - np.median(colours[0], axis=0), axis=1) > _other_colour(tint, kind.noise)
    return bool(other.mean() >= 0.6)


def _other_colour(die: DieColours, noise: float) -> float:
    """Give how far, in grey levels, a colour differs that is surely not a die's, in the light in which that is seen."""
    in_dim_light = max(OTHER_PART * float(np.linalg.norm(die.pip - die.body)), OTHER_NOISE * noise)
    return min(OTHER_COLOUR, in_dim_light)


def _too_large(mask: Mask, edge_px: float) -> bool:
    """Say whether a body is too large and wide for dice: a hand, an arm."""
    if cv2.countNonZero(mask) <= MOST_FACES_AREA * edge_px**2:
        return False
    return float(cv2.minMaxLoc(cv2.distanceTransform(mask, cv2.DIST_L2, 3))[1]) > edge_px


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
