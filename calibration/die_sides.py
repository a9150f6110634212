"""Which way 1, 2 and 3 run on a kind of dice: by the sides of those that were read."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from vision.cubes.cube import Sight, upright
from vision.frame import Image
from vision.geometry import DieModel, Setup
from vision.judging.by_sides import lead_of, runs_by, sides_of
from vision.pictures.rectify import Window
from vision.table.kinds import Kind, kinds_of

REACH = 1.7
"""How far around the middle of a die's upper face its sides may show, in edges."""

Laid = tuple[float, float, float, int]
"""A flat die: x, y in mm, turn in rad, value."""


def is_right_handed(seen: Iterable[tuple[Image, Iterable[Laid]]], setup: Setup, model: DieModel) -> bool | None:
    """Say whether 1, 2 and 3 run counter-clockwise about their corner on the dice of pictures (h, w, 3).

    None where the sides of none show it, or those of some show one way and those of others the other.
    """
    kind = kinds_of(replace(setup, dice=(model,)))[0]
    leads = [_lead(image, die, kind) for image, dice in seen for die in dice]
    runs = runs_by([lead for lead in leads if lead is not None])
    return None if runs == 0 else runs > 0


def _lead(image: Image, die: Laid, kind: Kind) -> float | None:
    x, y, turn, value = die
    sides = sides_of(_sight(image, x, y, kind), upright(x, y, turn))
    return None if sides is None else lead_of(sides, value)


def _sight(image: Image, x_mm: float, y_mm: float, kind: Kind) -> Sight:
    """Look at the surroundings of a die of which nothing else need be told."""
    plane, reach = kind.plane, REACH * kind.edge_px
    column, row = plane.appear(np.array([[x_mm, y_mm, kind.model.edge_mm]]))[0]
    left, top = (max(0, int(v - reach)) for v in (column, row))
    right, bottom = min(plane.width, int(column + reach)), min(plane.height, int(row + reach))
    window = Window(left, top, right - left, bottom - top)
    patch = plane.cut(image, window)
    nothing, view = np.zeros(patch.shape[:2], np.uint8), np.ascontiguousarray(kind.open_view[window.slices])
    tone = partial(np.ascontiguousarray, patch[..., 0])
    return Sight(plane, window, patch, nothing, nothing, nothing, view, tone, kind.patterns, kind.model.edge_mm)
