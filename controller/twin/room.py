"""The empty table as the camera sees it: every pixel's ray is followed once to felt, wall, rubber, rim or table top."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.twin import textures
from controller.twin.layouts import SCALE, printed
from controller.twin.settings import Lamp, TwinSettings
from controller.twin.world import PYRAMID_FLOOR_MM, pyramid_grid
from vision.frame import Image
from vision.geometry import Camera

FINER = 2
"""Rays per pixel along each side."""

FAR_AWAY_MM = 1e5


@dataclass(frozen=True, eq=False)
class Room:
    """The empty table before the lens' blur: colours (h, w, 3) uint8, and of what is seen (h, w), in mm, the distance
    along the ray and the height above the felt."""

    image: Image
    depth_mm: NDArray[np.float32]
    height_mm: NDArray[np.float32]


def paint_room(settings: TwinSettings, camera: Camera, seed: int) -> Room:
    """Follow every ray of the main picture. About a second for 1280x720."""
    rng = np.random.default_rng(seed)
    wide, high = camera.lens.width * FINER, camera.lens.height * FINER
    rays = _rays(camera.scaled(wide, high))
    scene = _Surfaces(settings, camera, rays, rng)
    colour = np.clip(scene.paint(), 0, 255).reshape(high, wide, 3)
    size = (camera.lens.width, camera.lens.height)
    heights = scene.eye[2] + scene.rays[:, 2] * scene.depth
    image, depth, height = (
        cv2.resize(plane, size, interpolation=cv2.INTER_AREA)
        for plane in (colour.astype(np.uint8), scene.depth.reshape(high, wide), heights.reshape(high, wide))
    )
    return Room(np.asarray(image, np.uint8), np.asarray(depth, np.float32), np.asarray(height, np.float32))


def _rays(camera: Camera) -> NDArray[np.float32]:
    """Unit directions (n, 3) of all pixels. Rays bend smoothly, so they are computed on a grid and filled in."""
    wide, high, step = camera.lens.width, camera.lens.height, 16
    xs, ys = np.arange(0, wide + step, step), np.arange(0, high + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2).astype(float)
    coarse = camera.rays(grid).reshape(len(ys), len(xs), 3).astype(np.float32)
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32) / step, np.arange(high, dtype=np.float32) / step)
    rays = np.asarray(cv2.remap(coarse, x, y, cv2.INTER_LINEAR), np.float32).reshape(-1, 3)
    return np.asarray(rays / np.linalg.norm(rays, axis=1, keepdims=True), dtype=np.float32)


class _Surfaces:
    """All surfaces in turn; the nearest along each ray wins."""

    def __init__(
        self, settings: TwinSettings, camera: Camera, rays: NDArray[np.float32], rng: np.random.Generator
    ) -> None:
        self.settings = settings
        self.rays = rays
        self.eye = camera.position_mm.astype(np.float32)
        self.rng = rng
        self.depth = np.full(len(rays), FAR_AWAY_MM, np.float32)
        self.colour = np.full((len(rays), 3), 60.0, np.float32)

    def paint(self) -> NDArray[np.float32]:
        """Paint every surface; gives colours (n, 3)."""
        self._table()
        self._floor()
        self._walls()
        self._rubber()
        self._rim()
        return self.colour

    def _meet(self, axis: int, at_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Give where all rays meet a plane across an axis: reach along the ray (n,) and points (n, 3)."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            reach = (at_mm - self.eye[axis]) / self.rays[:, axis]
            reach = np.where((reach > 1) & (reach < FAR_AWAY_MM), reach, FAR_AWAY_MM).astype(np.float32)
        return reach, np.asarray(self.eye + reach[:, None] * self.rays, np.float32)

    def _take(self, mask: NDArray[np.bool_], reach: NDArray[np.float32]) -> NDArray[np.intp]:
        """Claim the rays of a surface that is nearer than what was there; gives their indices."""
        chosen = np.flatnonzero(mask & (reach < self.depth))
        self.depth[chosen] = reach[chosen]
        return chosen

    def _table(self) -> None:
        board = self.settings.board
        reach, points = self._meet(2, self.settings.table_z_mm)
        mine = self._take(reach < FAR_AWAY_MM, reach)
        x, y = points[mine, 0], points[mine, 1]
        grain = textures.sample(1 + 0.1 * textures.clouds((512, 512), 10, self.rng, 5), x * 0.4 + 200, y * 0.4 + 200)
        gap = (
            np.maximum(np.maximum(-x, x - board.length_mm), np.maximum(-y, y - board.width_mm)) - self.settings.wall_mm
        )
        shade = 1 - 0.45 * np.exp(-np.maximum(gap, 0) / 28)
        self.colour[mine] = (grain * shade * self._light(x, y))[:, None] * _vector(self.settings.look.table_bgr)

    def _floor(self) -> None:
        board = self.settings.board
        reach, points = self._meet(2, 0.0)
        x, y = points[:, 0], points[:, 1]
        inside = (x > 0) & (x < board.length_mm) & (y > 0) & (y < board.width_mm)
        mine = self._take(inside, reach)
        cloth = floor_texture(self.settings, self.rng)
        u = (x[mine] * SCALE - 0.5).astype(np.float32)
        v = ((board.width_mm - y[mine]) * SCALE - 0.5).astype(np.float32)
        texture = textures.sample(cloth, u, v)
        light = textures.sample(floor_light(self.settings), u / (SCALE * LIGHT_MM), v / (SCALE * LIGHT_MM))
        self.colour[mine] = texture.astype(np.float32) * light[:, None]

    def _walls(self) -> None:
        long, wide, t = self.settings.board.length_mm, self.settings.board.width_mm, self.settings.wall_mm
        felt = _vector(self.settings.look.felt_bgr)
        rim = _vector(self.settings.look.rim_bgr)
        for axis, at, facing, colour in (
            (0, 0.0, 1.0, felt), (0, long, -1.0, felt), (1, 0.0, 1.0, felt), (1, wide, -1.0, felt),
            (0, -t, -1.0, rim), (0, long + t, 1.0, rim), (1, -t, -1.0, rim), (1, wide + t, 1.0, rim),
        ):  # fmt: skip
            self._wall(axis, at, facing, colour)

    def _wall(self, axis: int, at_mm: float, facing: float, colour: NDArray[np.float32]) -> None:
        board, t = self.settings.board, self.settings.wall_mm
        inner = 0 <= at_mm <= (board.length_mm, board.width_mm)[axis]
        reach, points = self._meet(axis, at_mm)
        along, z = points[:, 1 - axis], points[:, 2]
        long = (board.length_mm, board.width_mm)[1 - axis]
        slack = 0.0 if inner else t
        low = 0.0 if inner else self.settings.table_z_mm
        mask = (along > -slack) & (along < long + slack) & (z > low) & (z < board.wall_height_mm)
        mask &= self.rays[:, axis] * facing < 0
        mine = self._take(mask, reach)
        a, h = along[mine], z[mine] / board.wall_height_mm
        lamps = sum(_towards(lamp, axis, at_mm, facing, (board.length_mm, board.width_mm)) for lamp in self._lamps)
        shade = (0.30 + 0.5 * lamps) * (0.55 + 0.45 * np.clip(h, 0, 1))
        nap = textures.sample(1 + 0.05 * textures.clouds((128, 512), 60, self.rng, 2), a * 0.5, z[mine] * 0.5)
        self.colour[mine] = (shade * nap)[:, None] * colour

    def _rubber(self) -> None:
        """March rays through the layer of pyramids on the far wall and shade each by its facet."""
        deep = self.settings.rubber_depth_mm
        if deep <= 0:
            return
        board = self.settings.board
        columns, rows, base = pyramid_grid(self.settings)
        first, _ = self._meet(0, board.length_mm - deep)
        last, ends = self._meet(0, board.length_mm)
        near = np.minimum(first, last)
        possible = (ends[:, 1] > -20) & (ends[:, 1] < board.width_mm + 20) & (ends[:, 2] < board.wall_height_mm + 160)
        possible &= (ends[:, 2] > -60) & (self.rays[:, 0] > 0) & (near <= self.depth)
        idx = np.flatnonzero(possible)
        found = np.full(len(idx), FAR_AWAY_MM, np.float32)
        facet = np.zeros(len(idx), np.int8)
        for step in range(33):
            reach = first[idx] + (last[idx] - first[idx]) * (step / 32)
            p = np.asarray(self.eye + reach[:, None] * self.rays[idx], np.float32)
            hit, side = _pyramid_hit(p, board.length_mm, deep, base, columns, rows)
            new = hit & (found >= FAR_AWAY_MM) & (reach <= self.depth[idx] + 0.5)
            found[new], facet[new] = reach[new], side[new]
        hit_any = found < FAR_AWAY_MM
        mine = idx[hit_any]
        self.depth[mine] = found[hit_any]
        points = self.eye + found[hit_any][:, None] * self.rays[mine]
        fall = 0.6 + 0.4 * np.clip(points[:, 2] / board.wall_height_mm, 0, 1)
        light = self._facet_light()[facet[hit_any]]
        self.colour[mine] = (light * fall)[:, None] * _vector(self.settings.look.rubber_bgr)

    def _facet_light(self) -> NDArray[np.float32]:
        """How bright the four sides of a pyramid are: left, right, bottom, top."""
        board, deep = self.settings.board, self.settings.rubber_depth_mm
        slope = deep / (pyramid_grid(self.settings)[2] / 2)
        normals = np.array([[-1, slope, 0], [-1, -slope, 0], [-1, 0, -slope], [-1, 0, slope]])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        middle = np.array([board.length_mm, board.width_mm / 2, board.wall_height_mm / 2])
        light = np.full(4, 0.42)
        for lamp in self._lamps:
            to = np.array(lamp.place_mm) - middle
            light += 2.1 * lamp.share * np.maximum(normals @ (to / np.linalg.norm(to)), 0)
        return np.asarray(light, np.float32)

    def _rim(self) -> None:
        board, t = self.settings.board, self.settings.wall_mm
        reach, points = self._meet(2, board.wall_height_mm)
        x, y = points[:, 0], points[:, 1]
        outer = (x > -t) & (x < board.length_mm + t) & (y > -t) & (y < board.width_mm + t)
        inner = (x > 0) & (x < board.length_mm) & (y > 0) & (y < board.width_mm)
        mine = self._take(outer & ~inner, reach)
        x, y = x[mine], y[mine]
        across = (y > 0) & (y < board.width_mm)
        grain = textures.wood(np.where(across, y, x), np.where(across, x, y) + 700 * across, self.rng)
        edge = np.minimum(np.maximum(np.maximum(-x, x - board.length_mm), np.maximum(-y, y - board.width_mm)), t)
        worn = 1 + 0.12 * np.exp(-np.minimum(edge, t - edge) / 1.2)
        sheen = self._sheen(points[mine])
        self.colour[mine] = (grain.ravel() * worn * self._light(x, y))[:, None] * _vector(
            self.settings.look.rim_bgr
        ) + sheen[:, None]

    def _sheen(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """The lamps' soft mirror image in varnished wood, grey levels."""
        back = self.rays_to(points) * _vector((1, 1, -1))
        total = np.zeros(len(points), np.float32)
        for lamp in self._lamps:
            to = _vector(lamp.place_mm) - points
            to /= np.linalg.norm(to, axis=1, keepdims=True)
            total += 190 * lamp.share * np.maximum((back * to).sum(1), 0) ** 160
        return total

    def rays_to(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Unit directions from the eye to points."""
        away = points - self.eye
        return np.asarray(away / np.linalg.norm(away, axis=1, keepdims=True), np.float32)

    def _light(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        return lamp_light(self.settings, x, y)

    @property
    def _lamps(self) -> tuple[Lamp, ...]:
        return self.settings.look.lamps


def _vector(values: tuple[float, float, float]) -> NDArray[np.float32]:
    return np.array(values, np.float32)


LIGHT_MM = 6.0
"""Cell of the map of light on the floor."""


def lamp_light(
    settings: TwinSettings, x: NDArray[np.float32], y: NDArray[np.float32], z_mm: float = 100.0
) -> NDArray[np.float32]:
    """Light on an open horizontal surface, about 1 in the middle of the board."""
    light = np.full(np.shape(x), AMBIENT, np.float32)
    for lamp in settings.look.lamps:
        lx, ly, lz = lamp.place_mm
        away = (x - lx) ** 2 + (y - ly) ** 2 + (lz - z_mm) ** 2
        light += lamp.share * ((lz - z_mm) ** 2 / away) ** 2 * 1.35
    return light


AMBIENT = 0.42


def floor_light(settings: TwinSettings) -> NDArray[np.float32]:
    """Light on the felt (rows from the left wall, cells of LIGHT_MM): lamps behind walls make soft shadows."""
    board = settings.board
    xs = (np.arange(int(board.length_mm / LIGHT_MM) + 1) + 0.5) * LIGHT_MM
    ys = board.width_mm - (np.arange(int(board.width_mm / LIGHT_MM) + 1) + 0.5) * LIGHT_MM
    x, y = (v.astype(np.float32) for v in np.meshgrid(xs, ys))
    light = np.full(x.shape, AMBIENT, np.float32) * _sky(x, y, settings)
    for lamp in settings.look.lamps:
        lx, ly, lz = lamp.place_mm
        falloff = (lz**2 / ((x - lx) ** 2 + (y - ly) ** 2 + lz**2)) ** 2 * 1.35 * lamp.share
        light += falloff * _lit_share(x, y, lamp, settings)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), 1.2), np.float32)


def _sky(x: NDArray[np.float32], y: NDArray[np.float32], settings: TwinSettings) -> NDArray[np.float32]:
    """How much of the room's diffuse light reaches the felt: less in corners and along walls."""
    board = settings.board
    sky = np.ones(x.shape, np.float32)
    for gap in (x, board.length_mm - x, y, board.width_mm - y):
        sky *= 1 - 0.42 * np.exp(-np.maximum(gap, 0) / (0.55 * board.wall_height_mm))
    return sky


def _lit_share(
    x: NDArray[np.float32], y: NDArray[np.float32], lamp: Lamp, settings: TwinSettings
) -> NDArray[np.float32]:
    """Share of an area lamp that a point of the felt sees over the walls, from 16 points of the lamp."""
    board = settings.board
    total = np.zeros(x.shape, np.float32)
    spread = (np.arange(4) - 1.5) / 4 * lamp.side_mm
    part = board.wall_height_mm / lamp.place_mm[2]
    for dx in spread:
        for dy in spread:
            # Where the way to the lamp rises above the walls it must still be inside the board.
            over_x = x + (lamp.place_mm[0] + dx - x) * part
            over_y = y + (lamp.place_mm[1] + dy - y) * part
            seen = (over_x > 0) & (over_x < board.length_mm) & (over_y > 0) & (over_y < board.width_mm)
            total += seen / 16.0
    return total


def floor_texture(settings: TwinSettings, rng: np.random.Generator) -> Image:
    """The printed felt as a flat picture, `SCALE` px per mm, first row at the left wall."""
    board = settings.board
    size = (round(board.width_mm * SCALE), round(board.length_mm * SCALE))
    cloth = textures.felt(size, rng)[..., None] * _vector(settings.look.felt_bgr)
    plain = np.clip(cloth, 0, 255).astype(np.uint8)
    ink = printed(plain, settings, rng).astype(np.float32)
    worn = 1 + 0.5 * (cloth / np.maximum(_vector(settings.look.felt_bgr), 1) - 1)
    return np.asarray(np.clip(np.where(np.abs(ink - plain) > 6, ink * worn, cloth), 0, 255), np.uint8)


def _towards(lamp: Lamp, axis: int, at_mm: float, facing: float, size: tuple[float, float]) -> float:
    """How much of a lamp falls on a wall, about 0 to 0.5."""
    middle = np.array([size[0] / 2, size[1] / 2, 60.0])
    middle[axis] = at_mm
    to = np.array(lamp.place_mm) - middle
    return float(lamp.share * 2 * max(to[axis] * facing / float(np.linalg.norm(to)), 0.0))


def _pyramid_hit(
    p: NDArray[np.float32], length_mm: float, deep_mm: float, base_mm: float, columns: int, rows: int
) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """Whether points lie inside the rubber, and on which side of its pyramid: left, right, bottom, top."""
    u, v = p[:, 1] / base_mm, (p[:, 2] - PYRAMID_FLOOR_MM) / base_mm
    inside = (u > 0) & (u < columns) & (v > 0) & (v < rows)
    du, dv = u - np.floor(u) - 0.5, v - np.floor(v) - 0.5
    height = deep_mm * (1 - 2 * np.maximum(np.abs(du), np.abs(dv)))
    hit = inside & (p[:, 0] >= length_mm - height)
    side = np.where(np.abs(du) > np.abs(dv), np.where(du > 0, 0, 1), np.where(dv > 0, 3, 2))
    return hit, side.astype(np.int8)
