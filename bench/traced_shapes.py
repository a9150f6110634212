"""Meshes and prints of dice, chips and pyramids for path-traced tables: plain arrays, lengths in mm."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.twin.dice import DieShape
from controller.twin.settings import DieStyle, Finish, TwinSettings
from controller.twin.world import PYRAMID_FLOOR_MM, pyramid_grid
from vision.frame import Image
from vision.geometry import Floats

TILE_PX = 256
"""How large one face is drawn in the atlas of a die, three tiles across and two down."""

ROUND_STEPS, FLAT_STEPS = 7, 61
"""Vertices over a rounded edge, and over the flat part of a face."""

DENT = 0.3
"""How deep pips of opaque dice are, in radii."""

SPOTS = 8


@dataclass(frozen=True, eq=False)
class Mesh:
    """Vertices and normals (n, 3), places in the print (n, 2) from 0 to 1, triangles (m, 3)."""

    points: Floats
    normals: Floats
    places: Floats
    triangles: NDArray[np.int32]

    def write(self, path: Path) -> Path:
        """Write it as binary PLY."""
        names = ("x", "y", "z", "nx", "ny", "nz", "u", "v")
        vertices = np.hstack([self.points, self.normals, self.places]).astype("<f4")
        faces = np.zeros(len(self.triangles), [("count", "u1"), ("corners", "<i4", 3)])
        faces["count"], faces["corners"] = 3, self.triangles
        head = ["ply", "format binary_little_endian 1.0", f"element vertex {len(vertices)}"]
        head += [f"property float {name}" for name in names]
        head += [f"element face {len(faces)}", "property list uchar int vertex_indices", "end_header\n"]
        path.write_bytes("\n".join(head).encode() + vertices.tobytes() + faces.tobytes())
        return path

    def moved(self, place_mm: Floats, rotation: Floats) -> "Mesh":
        """Give it turned and at a place."""
        return Mesh(self.points @ rotation.T + place_mm, self.normals @ rotation.T, self.places, self.triangles)


def joined(meshes: list[Mesh]) -> Mesh:
    """Give several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    triangles = np.vstack([mesh.triangles + start for mesh, start in zip(meshes, starts[:-1], strict=True)])
    points, normals = np.vstack([mesh.points for mesh in meshes]), np.vstack([mesh.normals for mesh in meshes])
    return Mesh(points, normals, np.vstack([mesh.places for mesh in meshes]), triangles.astype(np.int32))


def die_mesh(style: DieStyle) -> Mesh:
    """Give a cube with round edges; the pips of opaque dice are dents."""
    shape = DieShape(style)
    return joined([_face(shape, number) for number in range(6)])


def _face(shape: DieShape, number: int) -> Mesh:
    half, radius = shape.style.edge_mm / 2, shape.style.corner_radius_mm
    steps = _steps(half, radius)
    normal, along, across = _frame(shape, number)
    a, b = (plane.ravel() for plane in np.meshgrid(steps, steps))
    flat = a[:, None] * along + b[:, None] * across + half * normal
    core = np.clip(flat, radius - half, half - radius)
    away = flat - core
    outward = away / np.linalg.norm(away, axis=1, keepdims=True)
    points = core + radius * outward
    if shape.style.finish is Finish.OPAQUE:
        points, outward = _dented(points, outward, _pips(shape, number), normal, shape.style.pip_radius_mm)
    places = np.column_stack([number % 3 + a / (2 * half) + 0.5, number // 3 + b / (2 * half) + 0.5]) / (3, 2)
    return Mesh(points, outward, places, _grid(len(steps), np.linalg.det([along, across, normal]) > 0))


def _steps(half_mm: float, radius_mm: float) -> Floats:
    rim = np.linspace(half_mm - radius_mm, half_mm, ROUND_STEPS)
    return np.concatenate([-rim[::-1], np.linspace(radius_mm - half_mm, half_mm - radius_mm, FLAT_STEPS)[1:-1], rim])


def _frame(shape: DieShape, number: int) -> tuple[Floats, Floats, Floats]:
    axes = np.eye(3)
    return shape.normals[number], axes[(number // 2 + 1) % 3], axes[(number // 2 + 2) % 3]


def _pips(shape: DieShape, number: int) -> Floats:
    """Give the middles of a face's pips (n, 3)."""
    return np.asarray(shape.pips[number].mean(axis=1))


def _dented(points: Floats, outward: Floats, pips: Floats, normal: Floats, radius_mm: float) -> tuple[Floats, Floats]:
    """Press balls into a face: their caps are the pips."""
    ball = radius_mm * (1 + DENT**2) / (2 * DENT)
    for pip in pips:
        beside = points - pip
        beside = beside - np.outer(beside @ normal, normal)
        inside = np.linalg.norm(beside, axis=1) < radius_mm
        low = np.sqrt(ball**2 - (beside[inside] ** 2).sum(axis=1))
        points[inside] -= np.outer(low - ball * (1 - DENT**2) / (1 + DENT**2), normal)
        outward[inside] = (np.outer(low, normal) - beside[inside]) / ball
    return points, outward


def _grid(count: int, right_handed: bool) -> NDArray[np.int32]:
    at = np.arange(count * count).reshape(count, count)
    a, b, c, d = (part.ravel() for part in (at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]))
    triangles = np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    return np.asarray(triangles if right_handed else triangles[:, ::-1], np.int32)


def die_print(style: DieStyle) -> tuple[Image, Image]:
    """Give a die's colours (h, w, 3) BGR and where its pips are (h, w), 255 there."""
    shape = DieShape(style)
    pips = np.zeros((2 * TILE_PX, 3 * TILE_PX), np.uint8)
    for number in range(6):
        _draw_pips(pips, shape, number)
    share = pips[..., None] / 255.0
    colours = share * style.pip_bgr + (1 - share) * np.array(style.body_bgr)
    return np.asarray(np.round(colours), np.uint8), pips


def _draw_pips(pips: Image, shape: DieShape, number: int) -> None:
    _, along, across = _frame(shape, number)
    px_per_mm = TILE_PX / shape.style.edge_mm
    for pip in _pips(shape, number):
        x = (number % 3 + 0.5) * TILE_PX + pip @ along * px_per_mm - 0.5
        y = (number // 3 + 0.5) * TILE_PX + pip @ across * px_per_mm - 0.5
        centre = (round(x * 16), round(y * 16))
        cv2.circle(pips, centre, round(shape.style.pip_radius_mm * px_per_mm * 16), 255, -1, cv2.LINE_AA, 4)


def chip_mesh(radius_mm: float, height_mm: float) -> Mesh:
    """Give a disc around the origin; its print shows the top, whose outermost ring is the side's, too."""
    turn = np.linspace(0, 2 * np.pi, 97)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    top, side = _cap(ring, radius_mm, height_mm), _side(ring, radius_mm, height_mm)
    return joined([top, side])


def _cap(ring: Floats, radius_mm: float, height_mm: float) -> Mesh:
    flat = np.vstack([[0, 0], ring])
    points = np.column_stack([flat * radius_mm, np.full(len(flat), height_mm / 2)])
    k = np.arange(1, len(ring), dtype=np.int32)
    triangles = np.column_stack([np.zeros_like(k), k, k + 1])
    return Mesh(points, np.tile([0.0, 0.0, 1.0], (len(flat), 1)), flat * 0.5 + 0.5, triangles)


def _side(ring: Floats, radius_mm: float, height_mm: float) -> Mesh:
    count = len(ring)
    levels = (height_mm / 2, -height_mm / 2)
    points = np.vstack([np.column_stack([ring * radius_mm, np.full(count, z)]) for z in levels])
    normals = np.tile(np.column_stack([ring, np.zeros(count)]), (2, 1))
    k = np.arange(count - 1, dtype=np.int32)
    triangles = np.vstack([np.column_stack([k, k + count, k + 1]), np.column_stack([k + 1, k + count, k + count + 1])])
    return Mesh(points, normals, np.tile(ring * 0.485 + 0.5, (2, 1)), triangles)


def chip_print(body_bgr: tuple[float, ...], spot_bgr: tuple[float, ...], label: str) -> Image:
    """Draw a chip's top (512, 512, 3): edge spots, a ring, and its number on a pale disc."""
    top = np.full((512, 512, 3), body_bgr, np.uint8)
    for k in range(SPOTS):
        at = 360 * k / SPOTS
        cv2.ellipse(top, (256, 256), (262, 262), 0, at - 10, at + 10, spot_bgr, -1, cv2.LINE_AA)
    cv2.circle(top, (256, 256), 186, body_bgr, -1, cv2.LINE_AA)
    cv2.circle(top, (256, 256), 168, spot_bgr, 7, cv2.LINE_AA)
    cv2.circle(top, (256, 256), 110, (232, 238, 240), -1, cv2.LINE_AA)
    font, size = cv2.FONT_HERSHEY_TRIPLEX, 2.6
    (wide, high), _ = cv2.getTextSize(label, font, size, 5)
    cv2.putText(top, label, (256 - wide // 2, 256 + high // 2), font, size, (40, 36, 34), 5, cv2.LINE_AA)
    return top


def pyramids(settings: TwinSettings) -> Mesh:
    """Give the far wall's rubber."""
    columns, rows, base = pyramid_grid(settings)
    at = [(c + 0.5, r + 0.5) for c in range(columns) for r in range(rows)]
    return joined([_pyramid(settings, (c * base, PYRAMID_FLOOR_MM + r * base), base / 2) for c, r in at])


def _pyramid(settings: TwinSettings, at_mm: tuple[float, float], half_mm: float) -> Mesh:
    y, z = at_mm
    wall = settings.board.length_mm
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_mm
    corners = np.column_stack([np.full(4, wall), square + np.array([y, z])])
    tip = np.array([wall - settings.rubber_depth_mm, y, z])
    return joined([_triangle(tip, corners[(k + 1) % 4], corners[k]) for k in range(4)])


def _triangle(a: Floats, b: Floats, c: Floats) -> Mesh:
    normal = np.cross(b - a, c - a)
    normals = np.tile(normal / np.linalg.norm(normal), (3, 1))
    return Mesh(np.vstack([a, b, c]), normals, np.zeros((3, 2)), np.array([[0, 1, 2]], np.int32))
