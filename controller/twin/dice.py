"""Dice as the camera sees them: bevelled cubes of polygons, lit face by face, with pips, ghosts and glare."""

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.twin.layer import Colour, Layer
from controller.twin.lighting import Lighting
from controller.twin.outcome import face_value
from controller.twin.settings import DieStyle, Finish
from vision.faces.pips import PIPS
from vision.frame import Image
from vision.geometry import Camera, Floats

_ROUND = 14
REFRACTION = 1.49


class DieShape:
    """The polygons of one kind of dice in its own frame, mm."""

    def __init__(self, style: DieStyle) -> None:
        self.style = style
        self.normals = np.array([sign * np.eye(3)[axis] for axis in range(3) for sign in (1, -1)])
        self.values = [face_value(axis, sign, style) for axis in range(3) for sign in (1, -1)]

    @cached_property
    def corners(self) -> Floats:
        """The flats' corners (6, 4, 3): faces without their rounded rims."""
        half, r = self.style.edge_mm / 2, self.style.corner_radius_mm
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) * (half - r)
        return np.array([half * n + square[:, :1] * u + square[:, 1:] * v for n, u, v in self._frames])

    @cached_property
    def _frames(self) -> list[tuple[Floats, Floats, Floats]]:
        axes = np.eye(3)
        return [(n, axes[(i // 2 + 1) % 3], axes[(i // 2 + 2) % 3]) for i, n in enumerate(self.normals)]

    @cached_property
    def pips(self) -> list[Floats]:
        """Per face the pips' outlines (n, 14, 3)."""
        turn = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
        ring = np.column_stack([np.cos(turn), np.sin(turn)]) * self.style.pip_radius_mm
        found = []
        for (n, u, v), value in zip(self._frames, self.values, strict=True):
            flat = PIPS[value][:, None, :] * self.style.pip_spacing_mm + ring
            found.append(self.style.edge_mm / 2 * n + flat[..., :1] * u + flat[..., 1:] * v)
        return found

    @cached_property
    def bevels(self) -> list[tuple[Floats, Floats]]:
        """The rounded edges, each as (normal, four corners)."""
        found = []
        for i in range(6):
            for j in range(i + 1, 6):
                if i // 2 != j // 2:
                    normal = (self.normals[i] + self.normals[j]) / np.sqrt(2)
                    found.append((normal, np.vstack([self._rim(i, j), self._rim(j, i)[::-1]])))
        return found

    def _rim(self, face: int, towards: int) -> Floats:
        """The two corners of a face's flat that lie nearest to another face, in one direction along the edge."""
        flat = self.corners[face]
        near = flat[np.argsort(flat @ self.normals[towards])[2:]]
        along = np.cross(self.normals[min(face, towards)], self.normals[max(face, towards)])
        return np.asarray(near[np.argsort(near @ along)], dtype=np.float64)

    @cached_property
    def outline(self) -> Floats:
        """Points (n, 3) whose hull in the picture is the die's silhouette."""
        half, r = self.style.edge_mm / 2, self.style.corner_radius_mm
        tips = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        round_corner = tips * (half - r + r / np.sqrt(3))
        edge_middle = np.vstack([c for n, c in ((n, c) for n, c in self._edge_lines())])
        return np.vstack([self.corners.reshape(-1, 3), round_corner, edge_middle])

    def _edge_lines(self) -> list[tuple[Floats, Floats]]:
        bulge = self.style.corner_radius_mm * (np.sqrt(2) - 1) / np.sqrt(2)
        return [(n, (c[:2] + c[3:1:-1]) / 2 + n * bulge * 0.7) for n, c in self.bevels]


class DicePainter:
    """Draws dice onto layers through one camera."""

    def __init__(self, camera: Camera, lighting: Lighting) -> None:
        self.camera = camera
        self.lighting = lighting

    def silhouette(self, shape: DieShape, place_mm: Floats, rotation: Floats) -> Floats:
        """The die's outline points in the picture (n, 2)."""
        return self.camera.project(shape.outline @ rotation.T + place_mm)

    def draw(
        self, layer: Layer, shape: DieShape, place_mm: Floats, rotation: Floats, tone: Floats, sharp: bool
    ) -> None:
        """Draw one die; `tone` are factors on B, G, R for light, exposure and vignette; not `sharp` is quicker."""
        outline = self.silhouette(shape, place_mm, rotation)
        hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        normals = shape.normals @ rotation.T
        light = self.lighting.on(place_mm, normals)
        eye = self.camera.position_mm - place_mm
        facing = normals @ eye - shape.style.edge_mm / 2 > 0
        brush = _Brush(shape.style, tone, sharp)
        layer.fill(hull, brush.body(float(light[facing].mean()) if facing.any() else 0.5))
        self._bevels(layer, shape, place_mm, rotation, brush)
        for face in np.flatnonzero(facing)[np.argsort(normals[facing][:, 2])]:
            self._face(layer, shape, int(face), place_mm, rotation, float(light[face]), brush)
        self._glare(layer, shape, place_mm, rotation, normals, facing)

    def _bevels(self, layer: Layer, shape: DieShape, place_mm: Floats, rotation: Floats, brush: "_Brush") -> None:
        eye = self.camera.position_mm - place_mm
        normals = np.array([n for n, _ in shape.bevels]) @ rotation.T
        seen = np.flatnonzero(normals @ eye > shape.style.edge_mm * 0.6)
        light = self.lighting.on(place_mm, normals[seen])
        corners = np.vstack([shape.bevels[i][1] for i in seen])
        px = self.camera.project(corners @ rotation.T + place_mm).reshape(-1, 4, 2)
        for quad, bright in zip(px, light, strict=True):
            layer.ink(quad, brush.body(float(bright) * (1.1 + 0.25 * shape.style.gloss)))

    def _face(
        self,
        layer: Layer,
        shape: DieShape,
        face: int,
        place_mm: Floats,
        rotation: Floats,
        light: float,
        brush: "_Brush",
    ) -> None:
        points = np.vstack([shape.corners[face], shape.pips[face].reshape(-1, 3)])
        px = self.camera.project(points @ rotation.T + place_mm)
        layer.ink(px[:4], brush.body(light))
        if shape.style.finish is Finish.TRANSLUCENT:
            self._ghosts(layer, shape, face, place_mm, rotation, px[:4], brush)
        for ring in px[4:].reshape(-1, _ROUND, 2):
            layer.ink(ring, brush.pip(light))

    def _ghosts(
        self,
        layer: Layer,
        shape: DieShape,
        face: int,
        place_mm: Floats,
        rotation: Floats,
        quad_px: Floats,
        brush: "_Brush",
    ) -> None:
        """Pips of the opposite face shining through: they appear nearer by the refraction of the body."""
        other = face ^ 1
        lift = shape.style.edge_mm * (1 - 1 / REFRACTION)
        deep = shape.pips[other].reshape(-1, 3) + shape.normals[face] * lift
        px = self.camera.project(deep @ rotation.T + place_mm).reshape(-1, _ROUND, 2)
        if not brush.sharp:
            for ring in px:
                layer.ink(ring, brush.faint())
            return
        spots = np.zeros_like(layer.cover)
        for ring in px:
            spots |= layer.mask(ring)
        spots &= layer.mask(quad_px)
        soft = cv2.GaussianBlur(spots, (0, 0), 0.9 * layer.finer)
        glow = (np.asarray(soft, np.float32) / 255 * 0.4)[..., None] * np.array(brush.ghost(), np.float32)
        layer.colour[:] = np.minimum(layer.colour + glow, 255).astype(np.uint8)

    def _glare(
        self,
        layer: Layer,
        shape: DieShape,
        place_mm: Floats,
        rotation: Floats,
        normals: Floats,
        facing: NDArray[np.bool_],
    ) -> None:
        """The lamps' mirror images in the faces."""
        half = shape.style.edge_mm / 2
        for face in np.flatnonzero(facing):
            for lamp in self.lighting.settings.look.lamps:
                spot = mirrored(np.array(lamp.place_mm), lamp.side_mm, place_mm + half * normals[face], normals[face],
                                self.camera.position_mm)  # fmt: skip
                if spot is None or np.linalg.norm(spot - place_mm, axis=1).min() > 3 * half + lamp.side_mm * 0.1:
                    continue
                corners = shape.corners[face] @ rotation.T + place_mm
                patch = layer.mask(self.camera.project(spot)) & layer.mask(self.camera.project(corners))
                _shine(layer, patch, min(shape.style.gloss, 1.0) * self.lighting.mirror_image(lamp))


def _shine(layer: Layer, patch: Image, bright: Floats) -> None:
    """Add a mirror image, so bright in B, G, R, where a patch (h, w) shows it; a picture shows light's square root."""
    if not patch.any():
        return
    soft = np.asarray(cv2.GaussianBlur(patch, (0, 0), 0.8 * layer.finer), np.float32) * (layer.cover > 0)
    glow = soft[..., None] * bright.astype(np.float32)
    layer.colour[:] = np.minimum(np.hypot(layer.colour, glow), 255).astype(np.uint8)


class _Brush:
    """Colours of one die under one light."""

    def __init__(self, style: DieStyle, tone: Floats, sharp: bool) -> None:
        self.sharp = sharp
        self._body = np.array(style.body_bgr) * tone
        self._pip = np.array(style.pip_bgr) * tone
        self._clear = style.finish is Finish.TRANSLUCENT

    def body(self, light: float) -> Colour:
        """The body's colour; light inside a translucent die evens its faces out."""
        light = 0.30 + 0.66 * light if self._clear else light
        return _colour(self._body * light)

    def pip(self, light: float) -> Colour:
        """The colour of a painted pip."""
        return _colour(self._pip * (0.12 + 0.95 * light))

    def faint(self) -> Colour:
        """The body where a pip shines through, in motion."""
        return _colour(self._body * 1.15)

    def ghost(self) -> Colour:
        """What pips shining through add."""
        return _colour(self._body * 0.75)


def mirrored(lamp_mm: Floats, side_mm: float, face_mm: Floats, normal: Floats, eye_mm: Floats) -> Floats | None:
    """Where on a face's plane the eye sees a lamp's mirror image, as four points; None when it cannot."""
    spread = side_mm / 2 * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], float)
    corners = lamp_mm + spread
    above = (corners - face_mm) @ normal
    if (above <= 0).any():
        return None
    image = corners - 2 * above[:, None] * normal
    away = image - eye_mm
    reach = ((face_mm - eye_mm) @ normal) / (away @ normal)
    return np.asarray(eye_mm + reach[:, None] * away, dtype=np.float64)


def _colour(values: Floats) -> Colour:
    b, g, r = np.clip(values, 0, 255)
    return float(b), float(g), float(r)
