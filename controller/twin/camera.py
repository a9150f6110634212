"""Frames: the empty table painted once, and on it chips, shadows, dice and a hand at each exposure."""

from dataclasses import dataclass

import cv2
import numpy as np

from controller.twin.chips import ChipPainter
from controller.twin.dice import DicePainter, DieShape
from controller.twin.hand import Hand, HandPose
from controller.twin.layer import Area, Layer, Plane, area_of, lay_over
from controller.twin.lighting import Lighting
from controller.twin.room import Room
from controller.twin.settings import TwinSettings
from controller.twin.shadows import ShadowPainter
from controller.twin.world import CHIP_RADIUS_MM
from vision.frame import Image
from vision.geometry import Camera, Floats

Pose = tuple[Floats, Floats]
"""A die's centre (3,) in mm and its rotation (3, 3), body to board."""


@dataclass(frozen=True, eq=False)
class DieView:
    """One die during an exposure: its poses over it (one when it lies still)."""

    index: int
    poses: tuple[Pose, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """What is on the table during one exposure. `light` 1 is normal."""

    dice: tuple[DieView, ...] = ()
    hand: HandPose | None = None
    light: float = 1.0


class StreamPainter:
    """Paints clean frames of one stream. `finer` samples per pixel and side for dice."""

    def __init__(self, settings: TwinSettings, camera: Camera, room: Room, hand: Hand, finer: int = 3) -> None:
        self.camera = camera
        self.size = (camera.lens.width, camera.lens.height)
        self._settings = settings
        self._finer = finer
        self._hand = hand
        lighting = Lighting(settings)
        self._white = lighting.white
        self._shapes = [DieShape(style) for style in settings.dice]
        self._dice = DicePainter(camera, lighting)
        self._chips = ChipPainter(camera, lighting)
        height_mm = cv2.resize(room.height_mm, self.size, interpolation=cv2.INTER_AREA)
        self._shadows = ShadowPainter(camera, lighting, np.asarray(height_mm, np.float32))
        self._blur = settings.look.blur_px * camera.lens.width / settings.main_size[0]
        self._depth = np.asarray(cv2.resize(room.depth_mm, self.size, interpolation=cv2.INTER_AREA), np.float32)
        self.empty = self._finish(room.image)
        self._table = self.empty
        self._resting: tuple[Image, tuple[DieView, ...]] = (self.empty, ())

    def set_chips(self, chips_mm: Floats) -> None:
        """Lay chips (centres, lower ones first) on the table from now on."""
        picture = self.empty.copy()
        for centre in chips_mm:
            self._shadows.cast(picture, self._chips.outline(centre))
        for centre in chips_mm:
            outline = self.camera.project(self._chips.outline(centre))
            area = area_of(outline, self.size, 3)
            if area is not None:
                layer = Layer(area, 4)
                self._chips.draw(layer, centre, self._tone(outline.mean(0)) * 0.98)
                seen = self._seen(area, centre, CHIP_RADIUS_MM)
                lay_over(picture, [layer.shrink()], area, seen, self._blur)
        self._table = picture
        self._resting = (picture, ())

    def paint(self, scene: Scene) -> Image:
        """Give a clean picture; it may be shared between calls and must not be written to."""
        still = tuple(d for d in scene.dice if len(d.poses) == 1)
        moving = tuple(d for d in scene.dice if len(d.poses) > 1)
        picture = self._with_resting(still)
        if moving or scene.hand is not None:
            picture = picture.copy()
            self._draw_dice(picture, moving)
            self._draw_hand(picture, scene.hand)
        if scene.light != 1.0:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=scene.light), np.uint8)
        return picture

    def _with_resting(self, still: tuple[DieView, ...]) -> Image:
        known = self._resting[1]
        if len(known) != len(still) or any(a is not b for a, b in zip(known, still, strict=True)):
            picture = self._table.copy()
            self._draw_dice(picture, still)
            self._resting = (picture, still)
        return self._resting[0]

    def _draw_dice(self, picture: Image, dice: tuple[DieView, ...]) -> None:
        for view in dice:
            place, rotation = view.poses[len(view.poses) // 2]
            self._shadows.cast(picture, self._shapes[view.index].outline @ rotation.T + place, self._ground(place))
        eye = self.camera.position_mm
        for view in sorted(dice, key=lambda v: -float(np.linalg.norm(v.poses[0][0] - eye))):
            self._draw_die(picture, view)

    def _ground(self, place_mm: Floats) -> float:
        board, t = self._settings.board, self._settings.wall_mm
        out = (
            max(-place_mm[0], place_mm[0] - board.length_mm, -place_mm[1], place_mm[1] - board.width_mm)
            - self._settings.wall_mm * 0.5
        )
        if out > t / 2:
            return self._settings.table_z_mm
        return board.wall_height_mm if out > -t / 2 and place_mm[2] > board.wall_height_mm else 0.0

    def _draw_die(self, picture: Image, view: DieView) -> None:
        shape = self._shapes[view.index]
        outlines = np.vstack([self._dice.silhouette(shape, *pose) for pose in view.poses])
        area = area_of(outlines, self.size, 3)
        if area is None or (area[2] - area[0]) * (area[3] - area[1]) > 90_000:
            return
        tone = self._tone(outlines.mean(0))
        sheets = []
        for place, rotation in view.poses:
            layer = Layer(area, self._finer)
            self._dice.draw(layer, shape, place, rotation, tone, len(view.poses) == 1)
            sheets.append(layer.shrink())
        lay_over(picture, sheets, area, self._seen(area, view.poses[0][0], shape.style.edge_mm), self._blur)

    def _seen(self, area: Area, place_mm: Floats, size_mm: float) -> Plane:
        """1 where a thing at this place is seen, 0 where a rim or wall stands before it: (h, w)."""
        x0, y0, x1, y1 = area
        away = float(np.linalg.norm(self.camera.position_mm - place_mm))
        clear = self._depth[y0:y1, x0:x1] > away - 0.75 * size_mm
        return clear.astype(np.float32)

    def _draw_hand(self, picture: Image, pose: HandPose | None) -> None:
        if pose is None:
            return
        self._shadows.cast(picture, self._hand.points_mm(pose))
        middle = np.array([self.size[0] / 2, self.size[1] / 2])
        self._hand.draw(picture, self.camera, pose, self._tone(middle) * 0.95, self._blur)

    def _tone(self, at_px: Floats) -> Floats:
        return np.asarray(self._white * self._vignette(at_px[0], at_px[1]), dtype=np.float64)

    def _vignette(self, x: float, y: float) -> float:
        u, v = x / self.size[0] * 2 - 1, y / self.size[1] * 2 - 1
        return float(1 - self._settings.look.vignette * (u * u + 0.5 * v * v))

    def _finish(self, room: Image) -> Image:
        """The room in this stream's size, through lens, light and sensor."""
        small = np.asarray(cv2.resize(room, self.size, interpolation=cv2.INTER_AREA), np.float32)
        u = np.linspace(-1, 1, self.size[0], dtype=np.float32)[None, :, None]
        v = np.linspace(-1, 1, self.size[1], dtype=np.float32)[:, None, None]
        toned = small * (1 - self._settings.look.vignette * (u * u + 0.5 * v * v)) * self._white.astype(np.float32)
        if self._blur > 0.2:
            toned = np.asarray(cv2.GaussianBlur(toned, (0, 0), self._blur), np.float32)
        return np.clip(toned + 0.5, 0, 255).astype(np.uint8)
