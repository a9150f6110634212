"""One size of dice on a table, with all that is computed once for it."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colours.highlight import DieColours
from vision.faces.topface import PatternSet, patterns_for
from vision.geometry import FACES, Board, DieModel, Setup
from vision.pictures.ground import Ground
from vision.pictures.rectify import TopPlane, pixels_per_mm
from vision.pictures.segment import Mask

MARGIN_MM = 130.0
"""How far around the inner walls things are looked at: leaning dice, rims, what jumped over the wall."""


UNKNOWN_NOISE = 3.0


@dataclass(frozen=True, eq=False)
class Kind:
    """One size of dice on a table: the plane its top faces lie in, its patterns, and what does not change there.

    `native_px`: the edge in pixels of the picture; `open_view` (h, w): where in the plane one looks at the inside of
    the walls; `ground`: the empty board, where it was measured; `colours` of all dice of this size, where learned.
    """

    model: DieModel
    plane: TopPlane
    patterns: PatternSet
    board: Board
    native_px: float
    open_view: Mask
    ground: Ground | None
    colours: tuple[DieColours, ...] = ()

    @cached_property
    def edge_px(self) -> float:
        """The edge in pixels of the plane."""
        return self.model.edge_mm * self.plane.scale

    @cached_property
    def pixel(self) -> float:
        """A pixel of the picture in those of the plane."""
        return self.edge_px / self.native_px

    @cached_property
    def noise(self) -> float:
        """The noise of one pixel in grey levels, as far as it is known."""
        return self.ground.background.noise if self.ground else UNKNOWN_NOISE

    @cached_property
    def pip_steps(self) -> tuple[NDArray[np.float32], ...]:
        """By how many grey levels pips differ from bodies in each channel, (3,) for each learned colour."""
        return tuple(np.abs(die.pip - die.body) for die in self.colours)


def kinds_of(setup: Setup) -> list[Kind]:
    """Prepare every size of dice of a table."""
    return [_kind(setup, model) for model in _distinct(setup.dice)]


def _kind(setup: Setup, model: DieModel) -> Kind:
    native_px = pixels_per_mm(setup.camera, setup.board, model.edge_mm) * model.edge_mm
    scale = float(np.clip(1.6 * native_px, 30, 40)) / model.edge_mm
    plane = TopPlane(setup.camera, setup.board, model.edge_mm, scale, MARGIN_MM)
    ground = Ground(plane, setup.background, lasting=True) if setup.background else None
    open_view = _open_view(plane, setup.board)
    colours = _colours([die for die in setup.dice if die.edge_mm == model.edge_mm])
    return Kind(model, plane, patterns_for(model, native_px), setup.board, native_px, open_view, ground, colours)


def _colours(dice: list[DieModel]) -> tuple[DieColours, ...]:
    """Give the colours of dice; none where those of any are not known."""
    known = [
        DieColours(np.array(d.body_bgr, np.float32), np.array(d.pip_bgr, np.float32))
        for d in dice
        if d.body_bgr and d.pip_bgr
    ]
    return tuple(known) if len(known) == len(dice) else ()


def _open_view(plane: TopPlane, board: Board) -> Mask:
    """Mark where a ray enters between the walls: elsewhere the picture shows rims and what lies beyond."""
    canvas = np.zeros((plane.height, plane.width), np.uint8)
    cv2.fillConvexPoly(canvas, np.round(plane.appear(board.corners_mm(board.wall_height_mm))).astype(np.int32), 255)
    return canvas


def _distinct(dice: tuple[DieModel, ...]) -> list[DieModel]:
    """Keep one model of each size; where two of one size differ, their pips are found while reading."""
    sizes: dict[float, DieModel] = {}
    for model in dice or (DieModel(19.05),):
        same = sizes.setdefault(model.edge_mm, model)
        if same != model:
            other: dict[str, Any] = {name: None for name in FACES if getattr(same, name) != getattr(model, name)}
            sizes[model.edge_mm] = replace(same, pip_radius_mm=None, pip_spacing_mm=None, six_across_mm=None, **other)
    return list(sizes.values())
