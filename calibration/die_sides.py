"""How the faces of a kind of dice stand to each other: by the sides of those that were read.

Which way 1, 2 and 3 run, and how the pips of the 2, the 3 and the 6 are turned.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from vision.cubes.cube import Sight, upright
from vision.cubes.cube_faces import Shown, shown_of
from vision.faces.whole_die import layouts_seen, seen
from vision.frame import Image
from vision.geometry import FACES, DieModel, Setup
from vision.judging.by_sides import CLEAR_RUN, agreed, lead_of, sides_of
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

    None where the sides of none show it, or those of some show one way and those of others the other.
    """
    nothing: dict[str, Any] = dict.fromkeys(FACES)
    plain = replace(model, **nothing)
    kind = kinds_of(replace(setup, dice=(plain,)))[0]
    dice = [(_sight(image, die, kind), upright(*die[:3]), die[3]) for image, laid in seen_in for die in laid]
    sides = [(sides_of(sight, at, plain), value) for sight, at, value in dice]
    runs = agreed(lead for each, value in sides if each and (lead := lead_of(each, value)) is not None)
    ways = [each.way(value, runs) if each and runs else None for each, value in sides]
    known = [(shown_of(sight, at), way) for (sight, at, _), way in zip(dice, ways, strict=True) if way is not None]
    turns = {name: turn_said(list(_turn_leads(value, name, known, kind))) for value, name in TURNED.items()}
    return {"right_handed": _said(runs), **turns}


def _said(way: int) -> bool | None:
    return None if way == 0 else way > 0


def turn_said(leads: Sequence[float]) -> bool | None:
    """Say how the pips of a value are turned by faces that lead so far for one turn; None where too few are clear."""
    shown = sum(abs(lead) >= CLEAR_RUN for lead in leads)
    return _said(agreed(leads)) if shown >= LEAST_SHOWN else None


def _turn_leads(value: int, name: str, dice: Sequence[tuple[Shown, int]], kind: Kind) -> Iterator[float]:
    """Give how much more a value's pips explain turned as a model may say than the other way, by dice that look so."""
    said: list[dict[str, Any]] = [{name: True}, {name: False}]
    so, otherwise = (replace(kind.model, **each) for each in said)
    for (shown, way), axis in product(dice, range(3)):
        sign = int(shown.ways[axis])
        if is_wide(float(shown.areas[axis]), kind.native_px) and seen(axis, sign)[way] == value:
            one, other = (shown.turned[axis, layouts_seen(axis, sign, each)[0][way]] for each in (so, otherwise))
            yield float(one - other)


def _sight(image: Image, die: Laid, kind: Kind) -> Sight:
    """Look at the surroundings of a die of which nothing else need be told."""
    plane, reach = kind.plane, REACH * kind.edge_px
    column, row = plane.appear(np.array([[*die[:2], kind.model.edge_mm]]))[0]
    left, top = (max(0, int(v - reach)) for v in (column, row))
    right, bottom = min(plane.width, int(column + reach)), min(plane.height, int(row + reach))
    window = Window(left, top, right - left, bottom - top)
    patch = plane.cut(image, window)
    nothing, view = np.zeros(patch.shape[:2], np.uint8), np.ascontiguousarray(kind.open_view[window.slices])
    tone = partial(np.ascontiguousarray, patch[..., 0])
    return Sight(plane, window, patch, nothing, nothing, nothing, view, tone, kind.patterns, kind.model.edge_mm)
