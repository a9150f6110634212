"""What hides parts of dice: dice that lean on flat ones, and where those lie then; and the walls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.bodies.body import Seen
from vision.cubes.cube import BLUR_PX, Attitude, Fitted, Sight, outline_of
from vision.cubes.cube_faces import LEAST_HIDDEN, LEAST_LEFT, LEAST_PIPS, fitted_at, top_places
from vision.cubes.fitting import fit_allowed, leaning_more
from vision.faces.explain import Face
from vision.faces.topface import explained_in_part, look, sample_faces
from vision.geometry import Floats
from vision.pictures.kernels import square
from vision.pictures.segment import Mask
from vision.reading import DieState, Support
from vision.table.kinds import Kind
from vision.ways.choosing import Choice
from vision.ways.guesses import Guess

ROOM, LIFT_STEP, AWAY, MOST_LOST = 0.06, 0.05, np.arange(0.05, 0.6, 0.05), 0.25
"""How far into each other, in edges, two fitted dice may reach that only touch; by what steps one is lifted, and moved
away; and how much less of the picture, in areas of a top face, it may explain there."""

LESS_DEG = (0.0, 4.0, 8.0)
"""By how much less than it seems to a die that would stand in another may lean."""

BEYOND_RIM, OTHER_COLOUR, DARK = 0.15, 40.0, 60.0
"""The part of a top face that must lie on either side of a wall's rim, and how much the colours on both sides differ
where the wall hides what lies beyond; a darker face cannot be told from a shadow on the rim (grey levels)."""


@dataclass(frozen=True, slots=True)
class FaceEnd:
    """What the rim of a wall does to a top face that it crosses: whether it hides a part, or none can tell."""

    hidden: bool
    dark: bool


def beside_rim(face: Face, seen: Seen, kind: Kind) -> FaceEnd:
    """Compare what of a top face lies in the open view with what lies beyond a wall's rim."""
    pose = np.array([[face.column, face.row, face.turn]])
    open_view = np.repeat(seen.open_view[..., None], 3, axis=2)
    view = sample_faces(open_view, pose, kind.patterns.points, kind.edge_px)[0, :, 0] > 0
    if not BEYOND_RIM <= view.mean() <= 1.0 - BEYOND_RIM:
        return FaceEnd(hidden=False, dark=False)
    colours = sample_faces(seen.patch, pose, kind.patterns.points, kind.edge_px)[0].astype(np.float32)
    here, beyond = (np.median(colours[part], axis=0) for part in (view, ~view))
    return FaceEnd(bool(np.linalg.norm(here - beyond) > OTHER_COLOUR), bool(here.max() < DARK))


def as_seen(whole: Sight, choice: Choice) -> Choice:
    """Take into account how dice of a choice hide each other."""
    return choice if len({guess.state for guess in choice.guesses}) < 2 else _read_beside(whole, _lifted(whole, choice))


def _lifted(whole: Sight, choice: Choice) -> Choice:
    """Put leaning dice that would stand in flat ones as high as they must lie."""
    flat = [guess.fitted.attitude for guess in choice.guesses if guess.state is DieState.FLAT]
    again = (_onto(whole, g, flat) if g.state is DieState.COCKED else g for g in choice.guesses)
    return replace(choice, guesses=tuple(again))


def _onto(whole: Sight, guess: Guess, flat: Sequence[Attitude]) -> Guess:
    """Move a die that stands in a flat one out of it: a little, where it is seen as well there; else upwards."""
    if all(_apart(guess.fitted.attitude, other, whole.edge_mm) for other in flat):
        return guess
    settled = _beside(whole, guess.fitted.attitude, flat)
    higher = settled or _above(whole, guess, flat)
    return replace(guess, fitted=higher, support=Support.DIE) if higher else guess


def _beside(whole: Sight, at: Attitude, flat: Sequence[Attitude]) -> Fitted | None:
    """Fit a die beside the flat ones where it stands in none; None where that explains much less."""
    edge = whole.edge_mm
    sight = whole.without([outline_of(whole, other) for other in flat]).near(at)

    def may(here: Attitude) -> bool:
        return all(_apart(here, other, edge) for other in flat)

    nearest = min(flat, key=lambda other: np.hypot(other.x_mm - at.x_mm, other.y_mm - at.y_mm))
    away = np.subtract((at.x_mm, at.y_mm), (nearest.x_mm, nearest.y_mm))
    away /= max(float(np.linalg.norm(away)), 1.0)
    tilts = (leaning_more(at, -less) for less in LESS_DEG)
    starts = [here for tilted in tilts if (here := _moved(tilted, away * edge, may))]
    if not starts:
        return None
    fitted = fit_allowed(sight, starts, may)
    return fitted if fitted.merit >= fitted_at(sight, at).merit - MOST_LOST else None


def _moved(at: Attitude, step_mm: Floats, may: Callable[[Attitude], bool]) -> Attitude | None:
    """Move a die by the least part of a step with which it may lie; None where there is none."""
    steps = (replace(at, x_mm=at.x_mm + step_mm[0] * part, y_mm=at.y_mm + step_mm[1] * part) for part in AWAY)
    return next((here for here in steps if may(here)), None)


def _above(whole: Sight, guess: Guess, flat: Sequence[Attitude]) -> Fitted | None:
    """Lift a die towards the camera, where it looks the same, until it stands in no flat one."""
    edge, at = whole.edge_mm, guess.fitted.attitude
    middle, eye = at.middle_mm(edge), whole.plane.camera.position_mm
    for up_mm in np.arange(LIFT_STEP, 1.0, LIFT_STEP) * edge:
        x, y, _ = middle + (eye - middle) * up_mm / (eye[2] - middle[2])
        higher = replace(at, x_mm=float(x), y_mm=float(y), floor_mm=at.floor_mm + float(up_mm))
        if all(_apart(higher, other, edge) for other in flat):
            return replace(guess.fitted, attitude=higher)
    return None


def _apart(one: Attitude, two: Attitude, edge_mm: float) -> bool:
    """Say whether two dice do not stand in each other: one of the axes that can part two boxes does (SAT)."""
    crossed = np.cross(one.r.T[:, None], two.r.T[None]).reshape(-1, 3)
    axes = np.concatenate([one.r.T, two.r.T, crossed[np.linalg.norm(crossed, axis=1) > 1e-3]])
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    between = np.abs(axes @ (one.middle_mm(edge_mm) - two.middle_mm(edge_mm)))
    reach = edge_mm / 2 * (np.abs(axes @ one.r).sum(axis=1) + np.abs(axes @ two.r).sum(axis=1))
    return bool((between > reach - ROOM * edge_mm).any())


def _read_beside(whole: Sight, choice: Choice) -> Choice:
    """Read the flat dice of a choice anew by what those that rise above them leave of their top faces."""
    above = [guess.shape for guess in choice.guesses if guess.state is not DieState.FLAT]
    hidden = np.bitwise_or.reduce([cv2.bitwise_not(whole.view), *above])
    again = (_read_in_part(whole, g, hidden) if g.state is DieState.FLAT else g for g in choice.guesses)
    return replace(choice, guesses=tuple(again))


def _read_in_part(whole: Sight, guess: Guess, hidden: Mask) -> Guess:
    """Read a flat die by the part of its top face that is not hidden (h, w), where that explains more.

    At the edge of what hides it both mix.
    """
    hidden = np.asarray(cv2.dilate(hidden, square(BLUR_PX)), dtype=np.uint8)
    places = top_places(whole, guess.fitted.attitude, whole.patterns.grid).astype(np.float32)[None]
    left = look(hidden, places[..., 0], places[..., 1]) == 0
    if not LEAST_LEFT <= left.mean() <= 1.0 - LEAST_HIDDEN:
        return guess
    face = look(whole.patch, places[..., 0], places[..., 1])
    (shares,), (shown,) = explained_in_part(face, left, whole.patterns)
    if shares.max() <= max(guess.fitted.evidence) or shown[shares.argmax()] < LEAST_PIPS:
        return guess
    evidence = tuple(float(share) for share in shares)
    return replace(guess, fitted=replace(guess.fitted, evidence=evidence), mirrored=False)
