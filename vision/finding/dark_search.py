"""Looks for dark dice among the bodies of a box: in the shade, around specks, and in what nothing explains."""

from dataclasses import replace

import cv2
import numpy as np

from vision.bodies.blank import find_block
from vision.bodies.body import Body, Seen
from vision.bodies.dark import dark_body, nothing_bright_beside
from vision.bodies.rounds import by_chips, gaps_in_chips, unexplained
from vision.faces.explain import Explanation, Face, depth_of, find_faces, main_colour, outline, overlap
from vision.finding.still_seen import CHIP_FACE_SCORE, DICE_AGREEMENT, tops_seen, well_seen
from vision.finding.unsearched import MOST_DARK, too_large, unsearched
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.table.kinds import Kind

FAINT_DEPTH, FAINT_SCORE, FAINT_MARGIN = 0.02, 0.75, 0.15
"""Where and how clearly the pips of a die must be seen whose body is not."""

GROWN = 0.6
"""How far apart, in edges, bits of a body may lie between which is the middle of a die of the board's own colour."""

LIKE_ONE = 0.12
"""How much clearer a 1 must be than another face in its place: a pip of that looks like it."""

CLEARER_FACE = 0.1
"""How much more its pips explain of a dark die's face than others of a body's in the same place."""

TOLD = 0.7
"""How well dice must agree with a body (IoU) to tell more than the pips of one of them do."""

BLOCK = 0.88
"""How well a die's outline agrees with a body (IoU) that is one, though its pips are not told."""

POOR_OUTLINE = 0.65
"""How badly a dark die's outline agrees (IoU) where its pips may be others'."""


def with_dark_dice(bodies: list[Body], specks: list[Mask], place: Seen, kind: Kind, noise: float) -> list[Body]:
    """Look for dark dice around specks and in what nothing explains; their bodies replace what they cover."""
    clear = [body for body in bodies if body.discs or _is_clear(body, noise, bool(specks))]
    unclear = [body for body in bodies if body not in clear]
    if not specks and not any(body.rest.any() or body.explanation.faces for body in unclear):
        return bodies
    area = _may_hold_dark_dice(place, specks, clear, unclear, kind.edge_px)
    if _too_large_to_search(area, kind):
        # In hands no dice are sought, dark ones neither.
        clear += [body for body in unclear if too_large(body.seen.mask, kind.edge_px)]
        unclear = [body for body in unclear if body not in clear]
        area = _may_hold_dark_dice(place, specks, clear, unclear, kind.edge_px)
    if _too_large_to_search(area, kind):
        return bodies + unsearched(place, [area])
    inner, tone = depth_of(area, FAINT_DEPTH * kind.edge_px), main_colour(place.patch, area)
    faces = find_faces(place.patch, tone, inner, kind.patterns, kind.edge_px)
    dark = [die for face in faces if _in_shade(face) and (die := _dark_die(face, place, kind, noise))]
    candidates = [die for die in dark if not any(_better_told(body, die, kind) for body in unclear)]
    found: list[Body] = []
    for one in sorted(candidates, key=lambda each: (_poor(each), -_trusted(each.explanation.faces[0]))):
        if not any(_in_one_place(one, other, kind.edge_px) for other in found):
            found.append(one)
    left = [body for body in unclear if not any(_covers(dark, body) for dark in found)]
    return [_less_dark_dice(body, found, kind) for body in clear + left] + found


def _is_clear(body: Body, noise: float, specks: bool) -> bool:
    """Say whether a body is a die's with its top: beside specks that may be pips its face must be well explained."""
    if not well_seen(body) or _may_be_pip(body, noise):
        return False
    return not specks or min((face.score for face in body.explanation.faces), default=1.0) >= FAINT_SCORE


def _may_be_pip(body: Body, noise: float) -> bool:
    """Say whether the 1 of a body's only die may be a pip of another face: others shine beside the die."""
    return [face.value for face in body.explanation.faces] == [1] and not nothing_bright_beside(body, noise)


def _less_dark_dice(body: Body, dark: list[Body], kind: Kind) -> Body:
    """Take dark dice out of a body that was taken for others with less clear faces in the same place: the rest of it
    is their shadow, or what lies beside them, chips above all."""
    if not any(_shows_better(die, body) for die in dark):
        return body
    shapes = [die.explanation.outlines[0] for die in dark]
    rest = unexplained(body.seen.mask, np.zeros_like(body.seen.mask), shapes, kind.edge_px)
    return by_chips(replace(body.seen, mask=rest), kind)


def _shows_better(dark: Body, body: Body) -> bool:
    """Say whether a dark die shows its face clearer than a body's dice of which one has its outline in part."""
    found = body.explanation
    least = max((face.score for face in found.faces), default=1.0) + CLEARER_FACE
    shape = dark.explanation.outlines[0]
    return dark.explanation.faces[0].score >= least and any(_share(shape, other) for other in found.outlines)


def _may_hold_dark_dice(
    place: Seen, specks: list[Mask], clear: list[Body], unclear: list[Body], edge_px: float
) -> Mask:
    """Mark where something may be in the shade, (h, w), but in the bodies that are clear; on chips as well."""
    size = round(GROWN * edge_px) | 1
    grown = (cv2.dilate(body.seen.mask, square(size)) for body in unclear)
    area = np.asarray(np.bitwise_or.reduce([place.shade, *specks, *grown]))
    for body in clear:
        area[(cv2.subtract(body.chips, gaps_in_chips(body)) if body.discs else body.seen.mask) > 0] = 0
    return area


def _too_large_to_search(area: Mask, kind: Kind) -> bool:
    return cv2.countNonZero(area) > MOST_DARK * kind.edge_px**2


def _better_told(body: Body, dark: Body, kind: Kind) -> bool:
    """Say whether a body shows all of its dice, their tops all over, or a clearer face, in the place of one of which
    only the pips are seen; or of which only one is, if the body has a die's outline."""
    found = body.explanation
    if not dark.faint:
        return False
    (own,) = dark.explanation.faces
    if any(_clearer(face, own, kind.edge_px) for face in (*found.faces, *found.others)):
        return True
    if own.value > 1 and any(_clearer(own, face, kind.edge_px) for face in found.faces):
        return False
    if own.value == 1 and dark.explanation.agreement < POOR_OUTLINE and _covers(dark, body) and _is_block(body, kind):
        return True
    if not found.faces or found.agreement < max(TOLD, dark.explanation.agreement):
        return False
    return tops_seen(body, body.seen.mask, kind.edge_px) and _covers(body, dark)


def _is_block(body: Body, kind: Kind) -> bool:
    """Say whether a body has the outline of one die, wherever its faces seem to be."""
    seen = body.seen
    block = find_block(kind.plane, seen.window, seen.patch, seen.mask, seen.hidden, kind.patterns, kind.model.edge_mm)
    return block is not None and block.agreement >= BLOCK


def _clearer(face: Face, other: Face, edge_px: float) -> bool:
    """Say whether a face explains far more than another in its place, which may be one of its pips."""
    near = np.hypot(face.column - other.column, face.row - other.row) < edge_px / 2
    return bool(near) and _trusted(face) >= _trusted(other) + CLEARER_FACE


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
    drawn = dark_body(place.patch, place.empty.picture, face, shape, place.hidden, kind.patterns, kind.edge_px, noise)
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
    own = cv2.dilate(own, square(5))
    return cv2.countNonZero(cv2.bitwise_and(own, other.seen.mask)) > 0.6 * cv2.countNonZero(other.seen.mask)
