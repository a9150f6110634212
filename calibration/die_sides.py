"""How the faces of a kind of dice stand to each other: by the sides of those that were read.

Which way 1, 2 and 3 run, and how the pips of the 2, the 3 and the 6 are turned.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from calibration.drawn_leads import drawn_leads, said_by
from vision.cubes.cube import Attitude, Sight, outline_of, upright
from vision.cubes.cube_faces import Shown, shown_of
from vision.faces.explain import main_colour
from vision.faces.whole_die import layouts_seen, seen
from vision.frame import Image
from vision.geometry import FACES, DieModel, Setup
from vision.judging.by_sides import CLEAR_RUN, Sides, agreed, lead_of, sides_of
from vision.judging.values_left import is_wide
from vision.pictures.rectify import Window
from vision.table.kinds import Kind, kinds_of

REACH = 1.7
"""How far around the middle of a die's upper face its sides may show, in edges."""

TURNED = {2: "two_at_corner", 3: "three_at_corner", 6: "six_beside_two"}
"""The values whose pips look different in a quarter turn, and what of the model says how they are turned."""

LEAST_SHOWN = 3
"""How many faces must clearly show how a value's pips are turned: dice of two makers may lie among each other."""

Laid = tuple[float, float, float, int]
"""A flat die: x, y in mm, turn in rad, value."""


def faces_by(seen_in: Iterable[tuple[Image, Iterable[Laid]]], setup: Setup, model: DieModel) -> dict[str, Any]:
    """Say how the faces of a model's dice stand to each other (`FACES`), by those of pictures (h, w, 3).

    None where the sides of none show it, or those of some show one way and those of others the other. Of large dice
    whose pips the model knows both sides are drawn together, of others each is looked at.
    """
    nothing: dict[str, Any] = dict.fromkeys(FACES)
    plain = replace(model, **nothing)
    kind = kinds_of(replace(setup, dice=(plain,)))[0]
    dice = [_read(image, die, kind) for image, laid in seen_in for die in laid]
    drawn = [leads for die in dice if (leads := drawn_leads(die.sight, die.at, die.value, plain))]
    sides = [(sides_of(die.sight, die.at, plain), die.value) for die in dice]
    runs = one_of(said_by([leads.of_runs() for leads in drawn]), agreed(_run_leads(sides)))
    if not runs:
        return nothing
    ways = [each.way(value, runs) if each else None for each, value in sides]
    known = [(shown_of(die.sight, die.at), way) for die, way in zip(dice, ways, strict=True) if way is not None]
    drawn_say = {name: said_by([leads.of_turn(name, runs > 0) for leads in drawn]) for name in TURNED.values()}
    sides_say = {name: turn_said(list(_turn_leads(value, name, known, kind))) for value, name in TURNED.items()}
    turns = {name: _said(one_of(drawn_say[name], sides_say[name])) for name in TURNED.values()}
    return {"right_handed": _said(runs), **turns}


@dataclass(frozen=True, eq=False)
class _Read:
    """A flat die that was read."""

    sight: Sight
    at: Attitude
    value: int


def _run_leads(sides: Iterable[tuple[Sides | None, int]]) -> Iterator[float]:
    """Give how far right-handed dice lead over left-handed ones, by the sides of those that explain enough."""
    for each, value in sides:
        lead = lead_of(each, value) if each else None
        if lead is not None:
            yield lead


def one_of(one: int, other: int) -> int:
    """Take what either says; nothing where they contradict."""
    return one or other if one * other >= 0 else 0


def _said(way: int) -> bool | None:
    return None if way == 0 else way > 0


def turn_said(leads: Sequence[float]) -> int:
    """Say how the pips of a value are turned by faces that lead so far for one turn; 0 where too few are clear."""
    shown = sum(abs(lead) >= CLEAR_RUN for lead in leads)
    return agreed(leads) if shown >= LEAST_SHOWN else 0


def _turn_leads(value: int, name: str, dice: Sequence[tuple[Shown, int]], kind: Kind) -> Iterator[float]:
    """Give how much more a value's pips explain turned as a model may say than the other way, by dice that look so."""
    said: list[dict[str, Any]] = [{name: True}, {name: False}]
    so, otherwise = (replace(kind.model, **each) for each in said)
    for (shown, way), axis in product(dice, range(3)):
        sign = int(shown.ways[axis])
        if is_wide(float(shown.areas[axis]), kind.native_px) and seen(axis, sign)[way] == value:
            one, other = (shown.turned[axis, layouts_seen(axis, sign, each)[0][way]] for each in (so, otherwise))
            yield float(one - other)


def _read(image: Image, die: Laid, kind: Kind) -> _Read:
    """Look at the surroundings of a die of which nothing else need be told."""
    plane, reach, at = kind.plane, REACH * kind.edge_px, upright(*die[:3])
    column, row = plane.appear(np.array([[*die[:2], kind.model.edge_mm]]))[0]
    left, top = (max(0, int(v - reach)) for v in (column, row))
    right, bottom = min(plane.width, int(column + reach)), min(plane.height, int(row + reach))
    window = Window(left, top, right - left, bottom - top)
    patch = plane.cut(image, window)
    nothing, view = np.zeros(patch.shape[:2], np.uint8), np.ascontiguousarray(kind.open_view[window.slices])
    known = kind.patterns, kind.model.edge_mm, kind.colours, kind.pixel

    def tone() -> Image:
        return main_colour(patch, outline_of(sight, at))

    sight = Sight(plane, window, patch, nothing, nothing, nothing, view, tone, *known)
    return _Read(sight, at, die[3])
