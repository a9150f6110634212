"""Judges dice of which only the pips are seen: how they lie is told by where the pips of all their faces are."""

from dataclasses import replace

import numpy as np

from vision.bodies.body import Body
from vision.bodies.dark import dark_all_over, nothing_bright_beside
from vision.bodies.likely import LEFT_NOISE
from vision.cubes.cube import Attitude, Sight, levelled, upright
from vision.cubes.cube_faces import LEAST_HIDDEN, top_face
from vision.cubes.drawn_die import drawn_die
from vision.cubes.pip_grid import SQUARE, off_square, spots_of
from vision.doubts.asked import HARDLY_SEEN
from vision.doubts.lies_flat import LEAVES_NO_DOUBT
from vision.faces.explain import Face
from vision.faces.topface import explained_in_part, noise_hides, sample_faces
from vision.table.kinds import Kind
from vision.ways.all_faces import by_all_faces, lies_by_sides
from vision.ways.guesses import CLEAR_MARGIN, LEAST_TILT_DEG
from vision.ways.resting import Rest, Surroundings, doubted
from vision.ways.sighting import sight_by_pips

FAINT_OUTLINE, FAINT_PIPS = 0.7, 0.83
"""Of a dark die whose outline agrees so well (IoU) the pips leave no doubt from so much on."""

MOST_PIPS = 6
"""A face of so many pips, in two directions, fits at one tilt only; where 4 and 5 lie on a square is told better."""


def judge_faint(at: Attitude, face: Face, around: Surroundings, body: Body, kind: Kind) -> Rest:
    """Judge a die of which only the pips are seen: it lies flat where they leave no doubt and nothing could hold it.

    Beside a die they must be where a flat one's are, too, and at a wall those of its sides must show, or its own lie on
    a level square, or those of a 6 fit no tilt; elsewhere so as well where other pips lie beside it, or it may be a
    side. Beside chips, on which dice lean by little, those of its sides must show. A 1, which any bright spot looks
    like, and any other pip, must be alone in the dark or show its sides; one in doubt that is rather one of several is
    judged as their face.
    """
    rest = _judged_as(at, face, around, body, kind)
    if rest.doubt is None:
        return rest
    whole = sight_by_pips(body, kind)
    more = by_all_faces(whole, at).one_of_more if face.value == 1 else None
    if more is None:
        return replace(rest, doubt=None) if _lies_as_drawn(whole, at, face, body, kind) else rest
    if rest.doubt != HARDLY_SEEN or more.attitude.tilt_deg >= LEAST_TILT_DEG:
        return rest
    return _judged_as(levelled(more.attitude), top_face(whole, more), around, body, kind)


def _judged_as(at: Attitude, face: Face, around: Surroundings, body: Body, kind: Kind) -> Rest:
    """Judge a die as one that shows this face."""
    rest = Rest(at.x_mm, at.y_mm, around.edge_mm / 2, at.turn, around.edge_mm, face.evidence)
    clear = _is_clear(face, body, kind) or _clear_by_sides(at, face, body, kind)
    if face.margin < CLEAR_MARGIN or not clear or _maybe_another(face, body, kind):
        return doubted(rest, HARDLY_SEEN)
    if around.near_chip(at):
        return rest if face.value > 1 and lies_by_sides(at, face.value, body, kind) else doubted(rest, HARDLY_SEEN)
    dark = face.value > 1 or dark_all_over(body)
    alone = dark and not around.holds(at) and not around.near_die(at)
    if alone and nothing_bright_beside(body, kind.noise):
        one_of_more = face.value == 1 and by_all_faces(sight_by_pips(body, kind), at).one_of_more
        return doubted(rest, HARDLY_SEEN) if one_of_more else rest
    beside = face.value > 1 and not around.holds(at) and not alone
    return doubted(rest, doubt) if (doubt := _doubt_by_fits(at, face, body, kind, beside)) else rest


def _lies_as_drawn(whole: Sight, at: Attitude, face: Face, body: Body, kind: Kind) -> bool:
    """Say whether a clear face and the pips beside it are those of a level die, drawn as they would appear."""
    if face.margin < CLEAR_MARGIN or _maybe_another(face, body, kind):
        return False
    return _level_as_drawn(whole, at, face.value)


def is_level_as_drawn(whole: Sight, rest: Rest) -> bool:
    """Say whether the pips of a flat die and those beside it are those of a level one, drawn as they would appear."""
    return _level_as_drawn(whole, upright(rest.x_mm, rest.y_mm, rest.turn), rest.likeliest)


def _level_as_drawn(whole: Sight, at: Attitude, value: int) -> bool:
    drawn = drawn_die(whole, at, value)
    return drawn is not None and drawn.level and drawn.up != 1.0


def _doubt_by_fits(at: Attitude, face: Face, body: Body, kind: Kind, beside: bool) -> str | None:
    """Say what the pips of all faces leave in doubt; of a die that only one `beside` it may hold its own are enough."""
    whole = sight_by_pips(body, kind)
    faces = by_all_faces(whole, at)
    if faces.lying is None or faces.sides_missing:
        return "may be cocked"
    if faces.lying.value != face.value:
        return HARDLY_SEEN
    level = face.value == MOST_PIPS and faces.tilt_less(LEAST_TILT_DEG)
    told = beside or level or faces.sides_show(face.value) or _on_square(whole, at, face.value)
    return None if told else HARDLY_SEEN


def _maybe_another(face: Face, body: Body, kind: Kind) -> bool:
    """Say whether a wall hides so much of a face that what is left may be another value's as well."""
    pose, points = np.array([[face.column, face.row, face.turn]]), kind.patterns.points
    open_view = np.repeat(body.seen.open_view[..., None], 3, axis=2)
    view = sample_faces(open_view, pose, points, kind.edge_px)[0, :, 0] > 0
    if view.mean() > 1.0 - LEAST_HIDDEN:
        return False
    colours = sample_faces(body.seen.patch, pose, points, kind.edge_px)
    (shares,), _ = explained_in_part(colours, view[None], kind.patterns)
    second, first = np.sort(shares)[-2:]
    return bool(np.argmax(shares) + 1 != face.value or first - second < CLEAR_MARGIN)


def _is_clear(face: Face, body: Body, kind: Kind) -> bool:
    """Say whether the pips of a face leave no doubt; of a 1, which noise may be, with all the noise there is."""
    least = FAINT_PIPS if body.explanation.agreement >= FAINT_OUTLINE else LEAVES_NO_DOUBT
    return (face.score if face.value == 1 else _without_noise(face, body, kind)) >= least


def _clear_by_sides(at: Attitude, face: Face, body: Body, kind: Kind) -> bool:
    """Say whether the pips of a face explain enough of it where those of the sides below show that it is one."""
    return _without_noise(face, body, kind) >= FAINT_PIPS and lies_by_sides(at, face.value, body, kind)


def _without_noise(face: Face, body: Body, kind: Kind) -> float:
    """Give what the pips of a face would explain of it without noise."""
    pose = np.array([[face.column, face.row, face.turn]])
    colours = sample_faces(body.seen.patch, pose, kind.patterns.points, kind.edge_px)[0]
    return face.score * noise_hides(colours, LEFT_NOISE * kind.noise, kind.patterns)


def _on_square(whole: Sight, at: Attitude, value: int) -> bool:
    """Say whether pips lie as those of a level die, in two directions."""
    spots = spots_of(whole, at, value)
    return spots is not None and off_square(whole, at, value, spots) <= SQUARE
