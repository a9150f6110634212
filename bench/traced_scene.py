"""A table with its dice and chips as a scene for Mitsuba 3: surfaces, lamps and the light of the room."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import mitsuba as mi
import numpy as np
from traced_shapes import Mesh, chip_mesh, chip_print, die_mesh, die_print, pyramids

from controller.twin import textures
from controller.twin.camera import Pose
from controller.twin.lighting import GAMMA
from controller.twin.room import AMBIENT, floor_texture
from controller.twin.settings import DieStyle, Finish, Lamp, TwinSettings
from controller.twin.world import CHIP_HEIGHT_MM, CHIP_RADIUS_MM
from vision.frame import Image
from vision.geometry import Floats

mi.set_variant("scalar_rgb")
To = mi.ScalarTransform4f

THIN_MM = 0.2
BOUNCES = 9
CLEAR_PART = 0.5
"""How much of a translucent die's body lets light through; the rest is its milky part."""

CHIPS = (
    ((225.0, 228.0, 230.0), (180.0, 70.0, 40.0), "1"),
    ((44.0, 40.0, 165.0), (230.0, 233.0, 233.0), "5"),
    ((50.0, 105.0, 30.0), (230.0, 233.0, 233.0), "25"),
    ((32.0, 30.0, 30.0), (230.0, 233.0, 233.0), "100"),
    ((165.0, 60.0, 45.0), (230.0, 233.0, 233.0), "10"),
    ((70.0, 205.0, 225.0), (200.0, 60.0, 160.0), "20"),
)
"""Body, spots and number."""


@dataclass(frozen=True, eq=False)
class TracedTable:
    """One table, to be seen with any dice and chips. `window`: how much of the room's light comes from one side."""

    settings: TwinSettings
    seed: int
    window: float
    folder: Path

    def with_things(self, dice: list[tuple[DieStyle, Pose]], chips_mm: Floats) -> dict[str, Any]:
        """Give the scene without a camera."""
        things = {f"die{k}": self._die(k, style, *pose) for k, (style, pose) in enumerate(dice)}
        things |= {f"chip{k}": self._chip(k, place) for k, place in enumerate(chips_mm)}
        return {"type": "scene", "integrator": {"type": "path", "max_depth": BOUNCES}} | self._board | things

    @cached_property
    def _board(self) -> dict[str, Any]:
        """What is the same in every scene, loaded once."""
        lamps = {f"lamp{k}": _lamp(lamp, self._middle) for k, lamp in enumerate(self.settings.look.lamps)}
        parts = {"floor": self._floor, "sky": self._sky, "around": self._around} | lamps | self._walls | self._rubber
        return {name: mi.load_dict(part) for name, part in parts.items()}

    @property
    def _middle(self) -> Floats:
        return np.array([self.settings.board.length_mm / 2, self.settings.board.width_mm / 2, 0.0])

    @property
    def _floor(self) -> dict[str, Any]:
        board = self.settings.board
        cloth = floor_texture(self.settings, np.random.default_rng([self.seed, 1]))
        return _plane(self._middle, board.length_mm, board.width_mm, _diffuse(_print(cloth[::-1])))

    @property
    def _around(self) -> dict[str, Any]:
        rng = np.random.default_rng([self.seed, 2])
        grain = 1 + 0.12 * textures.clouds((512, 512), 12, rng, 5)
        colours = np.clip(grain[..., None] * np.array(self.settings.look.table_bgr), 0, 255).astype(np.uint8)
        below = np.array([0, 0, self.settings.table_z_mm])
        return _plane(self._middle + below, 4000, 4000, _diffuse(_print(colours)))

    @property
    def _walls(self) -> dict[str, Any]:
        """Four boxes: felt inside, varnished wood on top and outside."""
        board, t, z = self.settings.board, self.settings.wall_mm, self.settings.table_z_mm
        long, wide, high = board.length_mm, board.width_mm, board.wall_height_mm
        boxes = (((-t, -t), (0.0, wide + t)), ((long, -t), (long + t, wide + t)),
                 ((0.0, -t), (long, 0.0)), ((0.0, wide), (long, wide + t)))  # fmt: skip
        wood = {f"wall{k}": _box((*low, z), (*up, high), self._wood) for k, (low, up) in enumerate(boxes)}
        return wood | self._lining

    @property
    def _lining(self) -> dict[str, Any]:
        board = self.settings.board
        felt = _diffuse(_flat(self.settings.look.felt_bgr))
        long, wide, high = board.length_mm, board.width_mm, board.wall_height_mm
        sheets = (((0, 0), (THIN_MM, wide)), ((long - THIN_MM, 0), (long, wide)),
                  ((0, 0), (long, THIN_MM)), ((0, wide - THIN_MM), (long, wide)))  # fmt: skip
        return {f"lining{k}": _box((*low, 0), (*up, high - THIN_MM), felt) for k, (low, up) in enumerate(sheets)}

    @property
    def _wood(self) -> dict[str, Any]:
        return _glossy(_flat(self.settings.look.rim_bgr), 0.35)

    @property
    def _rubber(self) -> dict[str, Any]:
        if self.settings.rubber_depth_mm <= 0:
            return {}
        black = _diffuse(_flat(self.settings.look.rubber_bgr))
        return {"rubber": self._mesh("rubber", pyramids(self.settings), black, faceted=True)}

    @property
    def _sky(self) -> dict[str, Any]:
        """The room: pale above, dark below, uneven, with a window to one side."""
        rng = np.random.default_rng([self.seed, 3])
        room = 1 + 0.25 * textures.clouds((32, 64), 4, rng, 3)
        room *= np.linspace(1.25, 0.55, 32)[:, None]
        at = int(rng.integers(64))
        bright = np.roll(np.pad(np.ones((9, 12)), ((7, 16), (0, 52))), at, axis=1)
        room = np.clip(room, 0.15, None) * (1 - self.window) + bright * self.window * 14
        light = np.repeat((room * AMBIENT / np.pi)[..., None], 3, axis=2).astype(np.float32)
        upright = To().rotate([1, 0, 0], 90)
        return {"type": "envmap", "bitmap": mi.Bitmap(light), "to_world": upright}

    def _die(self, number: int, style: DieStyle, place_mm: Floats, rotation: Floats) -> dict[str, Any]:
        mesh = die_mesh(style).moved(place_mm, rotation)
        return self._mesh(f"die{number}", mesh, _material(style))

    def _chip(self, number: int, place_mm: Floats) -> dict[str, Any]:
        rng = np.random.default_rng([self.seed, 4, round(float(place_mm[0]) * 10), round(float(place_mm[1]) * 10)])
        body, spots, label = CHIPS[int(rng.integers(len(CHIPS)))]
        turn = rng.uniform(0, 2 * np.pi) + place_mm[2]
        c, s = np.cos(turn), np.sin(turn)
        mesh = chip_mesh(CHIP_RADIUS_MM, CHIP_HEIGHT_MM).moved(place_mm, np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
        return self._mesh(f"chip{number}", mesh, _glossy(_print(chip_print(body, spots, label)[::-1]), 0.45))

    def _mesh(self, name: str, mesh: Mesh, surface: dict[str, Any], faceted: bool = False) -> dict[str, Any]:
        path = mesh.write(self.folder / f"{name}.ply")
        return {"type": "ply", "filename": str(path), "face_normals": faceted, "bsdf": surface}


def _material(style: DieStyle) -> dict[str, Any]:
    """Give a die's surface: glossy plastic, of translucent ones partly clear but where pips are painted."""
    colours, pips = die_print(style)
    rough = float(np.clip(0.34 - 0.3 * style.gloss, 0.04, 0.34))
    plastic = {"type": "roughplastic", "alpha": rough, "int_ior": 1.49, "diffuse_reflectance": _print(colours)}
    if style.finish is Finish.OPAQUE:
        return plastic
    tint = [float(v) for v in _linear(np.array(style.body_bgr))[::-1] ** 0.5]
    clear = {"type": "dielectric", "int_ior": 1.49, "specular_transmittance": {"type": "rgb", "value": tint}}
    part = np.asarray((1 - pips / 255.0) * CLEAR_PART, np.float32)[..., None]
    weight = {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(part)), "raw": True}
    return {"type": "blendbsdf", "weight": weight, "one": plastic, "two": clear}


def _lamp(lamp: Lamp, middle_mm: Floats) -> dict[str, Any]:
    """Give an area lamp that looks at the board; its share is what falls on the middle of it."""
    place = np.array(lamp.place_mm)
    way = middle_mm - place
    reach = float(np.linalg.norm(way))
    falls = lamp.side_mm**2 * (place[2] / reach) / reach**2
    radiance = 1.35 * lamp.share / falls
    to = To().look_at(place.tolist(), middle_mm.tolist(), [1, 0.01, 0]).scale(lamp.side_mm / 2)
    emitter = {"type": "area", "radiance": {"type": "rgb", "value": [radiance] * 3}}
    return {"type": "rectangle", "to_world": to, "emitter": emitter}


def _plane(middle_mm: Floats, long_mm: float, wide_mm: float, surface: dict[str, Any]) -> dict[str, Any]:
    to = To().translate(middle_mm.tolist()).scale([long_mm / 2, wide_mm / 2, 1])
    return {"type": "rectangle", "to_world": to, "bsdf": surface}


def _box(low: tuple[float, ...], high: tuple[float, ...], surface: dict[str, Any]) -> dict[str, Any]:
    middle, half = (np.array(high) + low) / 2, (np.array(high) - low) / 2
    return {"type": "cube", "to_world": To().translate(middle.tolist()).scale(half.tolist()), "bsdf": surface}


def _diffuse(colours: dict[str, Any]) -> dict[str, Any]:
    return {"type": "diffuse", "reflectance": colours}


def _glossy(colours: dict[str, Any], roughness: float) -> dict[str, Any]:
    return {"type": "principled", "base_color": colours, "roughness": roughness, "specular": 0.5}


def _flat(bgr: tuple[float, float, float]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in _linear(np.array(bgr))[::-1]]}


def _print(colours_bgr: Image) -> dict[str, Any]:
    """Give a picture as a surface's colours; its first row is where the second coordinate is 0."""
    light = np.ascontiguousarray(_linear(colours_bgr[..., ::-1]), np.float32)
    return {"type": "bitmap", "bitmap": mi.Bitmap(light), "raw": True}


def _linear(levels: Floats | Image) -> Floats:
    return np.asarray((np.asarray(levels, float) / 255) ** GAMMA)
