"""A picture beside the empty board: the light in which both are compared, and where they differ at all."""

from dataclasses import dataclass, replace

from vision.frame import Image
from vision.pictures.ground import Ground
from vision.pictures.rectify import Box, Window
from vision.pictures.segment import Gain, Sensitivity, changed_boxes, estimated_background, light_gain, sensitivity
from vision.table.kinds import Kind

ROOM_MM = 5.0
"""How far around a change one looks."""

LEAST_CHANGE = 0.05
"""What part of a top face's area must have changed to be looked at: of a black die the pips may be all that is seen."""

MUCH = 250.0
"""More areas of a top face than dice and chips take with the room around them: up to 110 in scenes of six dice."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture with the empty board, the light that both are compared in, and what differs at all.

    `places`: boxes of the picture, each with the window of the plane in which it shows.
    """

    image: Image
    ground: Ground
    gain: Gain
    limits: Sensitivity
    places: list[tuple[Box, Window]]


def scene_of(image: Image, kind: Kind) -> Scene:
    """Compare a picture (h, w, 3) with the empty board; where much differs, in the light of now."""
    ground = kind.ground or Ground(kind.plane, estimated_background(image), lasting=False)
    gain = light_gain(image, ground.background)
    limits = sensitivity(ground.background.noise, kind.ground is not None)
    scene = Scene(image, ground, gain, limits, _places(image, ground, limits, kind))
    if not much_differs(scene, kind):
        return scene
    lit = replace(scene, places=_places(image, ground, limits, kind, gain))
    return min(scene, lit, key=_area_px)


def much_differs(scene: Scene, kind: Kind) -> bool:
    """Say whether more differs than dice and chips on a board do."""
    return _area_px(scene) > MUCH * kind.edge_px**2


def _places(
    image: Image, ground: Ground, limits: Sensitivity, kind: Kind, gain: Gain | None = None
) -> list[tuple[Box, Window]]:
    least_px, room_px = LEAST_CHANGE * kind.native_px**2, 0.5 * kind.native_px
    boxes = changed_boxes(image, ground.background, limits.change, least_px, room_px, gain)
    windows = kind.plane.windows(boxes, ROOM_MM)
    return [(box, window) for box, window in zip(boxes, windows, strict=True) if window]


def _area_px(scene: Scene) -> int:
    return sum(window.width * window.height for _, window in scene.places)
