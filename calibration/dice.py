"""What dice look like: edge, corners, pips and colours of one kind of dice, from pictures on the calibrated table."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.die_outline import Outline, edge_px, find_outlines
from calibration.die_pips import Face, fit_face
from calibration.die_sides import faces_by
from calibration.report import Findings, Report
from controller.errors import CalibrationError
from vision.frame import Image
from vision.geometry import FACES, DieModel, Floats, Setup

LEAST_DICE, WANTED_DICE = 3, 8
"""So many dice must be measured; and should be."""

OTHER_EDGE, NEAR_EDGE = 0.09, 0.045
"""How far the edge may be from the table file's, as a part of it: beyond the first it is wrong."""

CORNER_SEEN_PX = 3.0
"""A corner radius under so many pixels is the lens' blur."""

USUAL_SPACING = (0.22, 0.265)
"""Where the outer pips of dice lie, in edges; elsewhere an edge that no outline shows is taken to be wrong."""

WELL_FITTED = 0.9
"""What pips explain of a face where the edge is right: at another one 0.79 to 0.82, of ivory in dim light 0.935."""

SAME_PLACE = 0.6
"""What was read and what was measured within so many edges is one die."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture (h, w, 3) and what was read in it: x, y in mm, turn in rad and value of each surely flat die."""

    name: str
    image: Image
    read: tuple[tuple[float, float, float, int], ...]


def learn_dice(pictures: list[Picture], setup: Setup, model: DieModel) -> tuple[DieModel, Report]:
    """Learn one kind of dice; what the model says already is only where to look.

    Pips and colours come from all dice that were read, edge and corners from those whose outlines are seen. Where
    hardly any is told from the board these stay unknown, and the pips' spacing tells whether the edge may be right.
    Raises CalibrationError without a background, or where no die is seen.
    """
    if setup.background is None:
        raise CalibrationError("Dice are measured against the empty board. Run first: stickman calibrate empty.")
    seen = {p.name: find_outlines(p.image, setup.background, setup.camera, model.edge_mm) for p in pictures}
    outlines = [outline for found in seen.values() for outline in found]
    faces = [face for picture in pictures for face in _faces(picture, seen[picture.name], setup, model)]
    if len(outlines) < LEAST_DICE <= len(faces):
        outlines = []  # what so few show among others that show none is as likely a shadow's
    if not (outlines or faces):
        raise CalibrationError(_none_seen(pictures, model))
    unread = [place for picture in pictures for place in _not_read(picture, seen[picture.name], model.edge_mm)]
    seen_alone = _model(model, outlines, faces)
    learned = replace(seen_alone, **faces_by(((p.image, p.read) for p in pictures), setup, seen_alone))
    return learned, _report(model, learned, pictures, outlines, faces, unread)


def _none_seen(pictures: list[Picture], model: DieModel) -> str:
    return (
        f"No single flat die of about {model.edge_mm:g} mm is seen in {len(pictures)} pictures. Lay the dice apart "
        "from each other and from the walls, with nothing else on the board, in the light of the empty board's picture."
    )


def _not_read(picture: Picture, outlines: list[Outline], edge_mm: float) -> list[list[int]]:
    """Give the places, x and y in mm, of dice whose outlines are seen and that were not read."""
    return [
        [round(o.x_mm), round(o.y_mm)]
        for o in outlines
        if all(np.hypot(o.x_mm - x, o.y_mm - y) >= SAME_PLACE * edge_mm for x, y, *_ in picture.read)
    ]


def _faces(picture: Picture, outlines: list[Outline], setup: Setup, model: DieModel) -> list[Face]:
    """Fit the pips of the dice that were read; those without an outline must fit well, or the edge may be wrong."""
    found = []
    for x, y, turn, value in picture.read:
        near = [o.edge_px for o in outlines if np.hypot(o.x_mm - x, o.y_mm - y) < SAME_PLACE * model.edge_mm]
        size_px = near[0] if near else edge_px(setup.camera, np.array([x, y]), model.edge_mm)
        face = fit_face(picture.image, setup.camera, model.edge_mm, value, (x, y, turn), size_px)
        found += [face] if face and (near or face.score >= WELL_FITTED) else []
    return found


def _model(model: DieModel, outlines: list[Outline], faces: list[Face]) -> DieModel:
    """Take the median of what the dice say."""
    spacings = [face.across_mm for face in faces if face.value not in (1, 6) and face.across_mm is not None]
    sixes = [face for face in faces if face.value == 6]
    corner, corner_px = _corner(outlines)
    return DieModel(
        edge_mm=model.edge_mm,
        name=model.name,
        corner_radius_mm=_rounded(corner) if corner_px >= CORNER_SEEN_PX else None,
        pip_radius_mm=_rounded(_median([face.radius_mm for face in faces if face.value != 1])),
        pip_spacing_mm=_rounded(_median(spacings)),
        body_bgr=_colour([face.body_bgr for face in faces]),
        pip_bgr=_colour([face.pip_bgr for face in faces]),
        six_across_mm=_rounded(_median([face.across_mm for face in sixes if face.across_mm is not None])),
        six_along_mm=_rounded(_median([face.along_mm for face in sixes if face.along_mm is not None])),
    )


def _corner(outlines: list[Outline]) -> tuple[float, float]:
    """Give the corner radius in mm and in pixels; 0 where no outlines are seen."""
    if not outlines:
        return 0.0, 0.0
    radius = float(np.median([o.corner_radius_mm for o in outlines]))
    return radius, radius * float(np.median([o.edge_px / o.edge_mm for o in outlines]))


def _median(values: list[float]) -> float | None:
    return float(np.median(values)) if values else None


def _spread(values: list[float]) -> float | None:
    """Give the spread about the median, as a standard deviation would be; single wild values do not count."""
    return 1.48 * float(np.median(np.abs(np.array(values) - np.median(values)))) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _colour(colours: list[Floats]) -> tuple[float, float, float] | None:
    if not colours:
        return None
    blue, green, red = (round(float(level), 1) for level in np.median(colours, axis=0))
    return blue, green, red


def _report(
    model: DieModel,
    learned: DieModel,
    pictures: list[Picture],
    outlines: list[Outline],
    faces: list[Face],
    unread: list[list[int]],
) -> Report:
    edge, size_px = _median([o.edge_mm for o in outlines]), _median([o.edge_px for o in outlines])
    spread = _spread([face.radius_mm for face in faces])
    values = {value: sum(face.value == value for face in faces) for value in range(1, 7)}
    figures: dict[str, Any] = {
        "model": model.name,
        "pictures": len(pictures),
        "dice_measured": len(outlines),
        "dice_read": len(faces),
        "dice_not_read_mm": unread,
        "of_value": {str(value): count for value, count in values.items()},
        "edge_mm": model.edge_mm,
        "edge_seen_mm": None if edge is None else round(edge, 2),
        "edge_px": None if size_px is None else round(size_px, 1),
        "corner_radius_mm": learned.corner_radius_mm,
        "pip_radius_mm": learned.pip_radius_mm,
        "pip_radius_spread_mm": None if spread is None else round(spread, 3),
        "pip_spacing_mm": learned.pip_spacing_mm,
        "six_across_mm": learned.six_across_mm,
        "six_along_mm": learned.six_along_mm,
        "body_bgr": learned.body_bgr,
        "pip_bgr": learned.pip_bgr,
        **{name: getattr(learned, name) for name in FACES},
        "explained": round(float(np.median([face.score for face in faces])), 3) if faces else None,
    }
    return _judged(model, learned, figures, values)


def _judged(model: DieModel, learned: DieModel, figures: dict[str, Any], values: dict[int, int]) -> Report:
    found = Findings()
    edge = figures["edge_seen_mm"]
    off = 0.0 if edge is None else edge / model.edge_mm - 1
    others = [value for value in (2, 3, 4, 5) if values[value]]
    missing = ", ".join(str(value) for value, count in values.items() if not count)
    found.bad_if(
        abs(off) > OTHER_EDGE,
        f"The dice look {figures['edge_seen_mm']} mm wide, the table file says {model.edge_mm:g}: measure an edge with "
        "a caliper and correct edge_mm of this model.",
    )
    found.bad_if(
        figures["dice_read"] < LEAST_DICE,
        f"{figures['dice_read']} dice could be read, {LEAST_DICE} are needed: check edge_mm, the light and the focus.",
    )
    spacing = (learned.pip_spacing_mm or 0.25 * model.edge_mm) / model.edge_mm
    found.bad_if(
        edge is None and not USUAL_SPACING[0] <= spacing <= USUAL_SPACING[1],
        f"The pips lie as on dice of about {4.0 * spacing * model.edge_mm:.0f} mm, the table file says "
        f"{model.edge_mm:g}: measure an edge with a caliper and correct edge_mm of this model.",
    )
    found.bad_if(not others, "Show faces 2 to 5 as well: the spacing of the pips comes from them.")
    spread = figures["pip_radius_spread_mm"] or 0.0
    found.bad_if(
        bool(learned.pip_radius_mm) and spread > 0.15 * (learned.pip_radius_mm or 1.0),
        "The pips differ from die to die: are there two kinds of dice? Show one kind at a time, named with --model.",
    )
    found.usable_if(
        edge is None,
        f"Hardly any dice can be told from the felt, so their edge was not measured: check with a caliper that it is "
        f"{model.edge_mm:g} mm.",
    )
    found.usable_if(NEAR_EDGE < abs(off) <= OTHER_EDGE, "The edge looks a little different: measure it with a caliper.")
    found.usable_if(
        figures["dice_read"] < WANTED_DICE, f"{WANTED_DICE} dice or more make it surer: take another picture."
    )
    unread = figures["dice_not_read_mm"]
    found.usable_if(
        bool(unread),
        f"Not read, though seen: {_dice_at(unread)}. Where a lamp mirrors in the upper face, move or diffuse it.",
    )
    found.usable_if(bool(missing), f"No {missing} was shown: turn the dice and take another picture.")
    found.usable_if((figures["edge_px"] or np.inf) < 18, "Dice are small: more pixels would make this surer.")
    return found.report("dice", figures, "The reader uses this now. Next: stickman calibrate check.")


def _dice_at(places: list[list[int]]) -> str:
    """Name dice by their places."""
    return ("the die at " if len(places) == 1 else "the dice at ") + "; ".join(f"{x}, {y} mm" for x, y in places)
