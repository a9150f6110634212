"""A small painted table for the reader's tests: cubes with pips through the real camera model, drawn by OpenCV."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.cube import Sight
from vision.faces.pips import PIPS
from vision.finding.bodies import find_bodies
from vision.frame import Image
from vision.geometry import Background, Board, Camera, DieModel, Floats, Lens, Pose, Setup
from vision.table.kinds import Kind
from vision.ways.sighting import sight_of

EDGE = 19.0
FINE = 3
"""Everything is painted so many times larger and then averaged: soft edges, as a lens makes them."""

RED, WHITE, BLACK, IVORY = (30, 20, 190), (235, 235, 230), (28, 26, 26), (180, 214, 230)
FACES = {0: (1, 6), 1: (2, 5), 2: (3, 4)}
"""The values on the positive and negative side of each axis of a die."""


def camera(tilt_deg: float = 8.0, width: int = 1280, height: int = 720) -> Camera:
    """Look down at the middle of the board from 900 mm, from above or aslant across."""
    eye = np.array([450.0, 225.0 - 900 * np.tan(np.deg2rad(tilt_deg)), 900.0])
    ahead = np.array([450.0, 225.0, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.array([1.0, 0.0, 0.0])
    rotation = np.array([right, np.cross(ahead, right), ahead])
    k = np.array([[1080.0, 0, 640], [0, 1080.0, 360], [0, 0, 1]])
    lens = Lens(width, height, k, np.array([-0.06, 0.02, 0, 0, 0]))
    return Camera(lens, Pose(rotation, -rotation @ eye))


def turned(value: int, turn_deg: float = 0.0, lean_deg: float = 0.0) -> Floats:
    """Give the rotation (3, 3) of a die that shows a value, turned about the vertical, after leaning to one side."""
    axis, side = next((a, s) for a, pair in FACES.items() for s, v in zip((1, -1), pair, strict=True) if v == value)
    up = np.zeros((3, 3))
    for row, column in enumerate([(axis + 1) % 3, (axis + 2) % 3, axis]):
        up[row, column] = 1.0
    if side < 0:
        up = np.diag([1.0, -1.0, -1.0]) @ up
    return _about(2, turn_deg) @ _about(1, lean_deg) @ up


def _about(axis: int, angle_deg: float) -> Floats:
    vector = np.zeros(3)
    vector[axis] = np.deg2rad(angle_deg)
    return np.asarray(cv2.Rodrigues(vector)[0], float)


@dataclass
class PaintedTable:
    """Paints dice, chips and shadows onto one felt; on `left_handed` dice 3 and 4 have changed places."""

    view: Camera = field(default_factory=camera)
    felt: tuple[int, int, int] = (60, 110, 45)
    board: Board = field(default_factory=Board)
    noise: float = 1.5
    left_handed: bool = False

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(7)
        size = (self.view.lens.height * FINE, self.view.lens.width * FINE, 3)
        self._canvas: NDArray[np.uint8] = np.full(size, (70, 70, 72), np.uint8)
        self._polygon(self.board.corners_mm(self.board.wall_height_mm), (40, 60, 30))
        self._polygon(self.board.corners_mm(), self.felt)
        self._disc((600.0, 225.0, 0.0), 60.0, (210, 210, 210), line=3)
        self._empty = self._canvas.copy()

    def setup(self, count: int | None = None, background: bool = True) -> Setup:
        """Give what a calibration would know."""
        empty = Background(self._finish(self._empty), self.noise) if background else None
        return Setup(self.view, self.board, (DieModel(EDGE),), empty, count)

    def stripe(self, x_mm: float, width_mm: float, colour: tuple[int, int, int]) -> "PaintedTable":
        """Print a line across the empty board."""
        x, far = (x_mm, x_mm + width_mm), self.board.width_mm
        self._canvas = self._empty
        self._polygon(np.array([(x[0], 0.0, 0.0), (x[1], 0.0, 0.0), (x[1], far, 0.0), (x[0], far, 0.0)]), colour)
        return self.clear()

    def clear(self) -> "PaintedTable":
        """Take everything off the board."""
        self._canvas = self._empty.copy()
        return self

    def picture(self, light: float = 1.0) -> Image:
        """Give a noisy picture; `light` scales all of it."""
        return self._finish(self._canvas, light)

    def die(
        self,
        place: tuple[float, float],
        rotation: Floats,
        body: tuple[int, int, int] = RED,
        pips: tuple[int, int, int] = (245, 245, 245),
        floor: float = 0.0,
        blank: bool = False,
        edge_mm: float = EDGE,
    ) -> "PaintedTable":
        """Put a die on the board, its lowest corner at height `floor`."""
        middle = np.array([*place, floor + edge_mm / 2 * np.abs(rotation[2]).sum()])
        for axis in range(3):
            for side in (1, -1):
                normal = rotation[:, axis] * side
                if normal @ (self.view.position_mm - middle) > edge_mm / 2:
                    self._face(middle, rotation, axis, side, body, pips, blank, edge_mm)
        return self

    def _face(self, middle: Floats, r: Floats, axis: int, side: int, body, pips, blank, edge) -> None:  # type: ignore[no-untyped-def]
        u, v, n = r[:, (axis + 1) % 3], r[:, (axis + 2) % 3], r[:, axis] * side
        light = 0.45 + 0.55 * max(0.0, float(n[2]))
        centre = middle + edge / 2 * n
        square = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
        self._polygon(np.array([centre + edge / 2 * (a * u + b * v) for a, b in square]), _scaled(body, light))
        if blank:
            return
        ring = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        shown = side * (-1 if self.left_handed and axis == 2 else 1)
        for a, b in PIPS[FACES[axis][0 if shown > 0 else 1]] * 0.25 * edge:
            spot = centre + a * u + b * v
            points = np.array([spot + 0.108 * edge * (np.cos(t) * u + np.sin(t) * v) for t in ring])
            self._polygon(points, _scaled(pips, light))

    def chip(self, place: tuple[float, float], colour: tuple[int, int, int] = (40, 40, 200)) -> "PaintedTable":
        """Put a chip with bright spots on its rim on the board."""
        self._disc((*place, 3.3), 19.5, colour)
        for angle in np.linspace(0, 2 * np.pi, 6, endpoint=False):
            spot = (place[0] + 16 * np.cos(angle), place[1] + 16 * np.sin(angle), 3.3)
            self._disc(spot, 3.0, (235, 235, 235))
        return self

    def print(self, place: tuple[float, float], radius_mm: float, colour: tuple[int, int, int]) -> "PaintedTable":
        """Print something round on a chip."""
        self._disc((*place, 3.3), radius_mm, colour)
        return self

    def coin(self, place: tuple[float, float], colour: tuple[int, int, int] = (225, 235, 235)) -> "PaintedTable":
        """Put a plain coin, smaller than a chip and thinner, on the board."""
        self._disc((*place, 2.2), 14.0, colour)
        return self

    def stack(
        self,
        place: tuple[float, float],
        height: float,
        radius: float,
        colour: tuple[int, int, int],
        side: tuple[int, int, int],
    ) -> "PaintedTable":
        """Put chips on each other: the upper one of one colour, those under it of another."""
        for z in np.arange(0.0, height, 0.5):
            self._disc((*place, z), radius, side)
        self._disc((*place, height), radius, colour)
        return self

    def label(self, place: tuple[float, float], height: float, radius: float) -> "PaintedTable":
        """Print a round white label, with something dark on it, on a chip whose upper face is at a height."""
        self._disc((*place, height), radius, (255, 255, 255))
        self._disc((place[0] + 1.0, place[1], height), 1.5, (60, 110, 60))
        return self

    def patch(self, corners: list[tuple[float, float]], colour: tuple[int, int, int]) -> "PaintedTable":
        """Lay something flat on the board."""
        self._polygon(np.array([(x, y, 0.0) for x, y in corners]), colour)
        return self

    def shadow(self, place: tuple[float, float], radius: float, light: float = 0.6) -> "PaintedTable":
        """Darken a round place."""
        mask = np.zeros(self._canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [self._pixels(_circle((*place, 0.0), radius))], 1)
        self._canvas[mask > 0] = (self._canvas[mask > 0] * light).astype(np.uint8)
        return self

    def lamp(self, place: tuple[float, float], part: float, light: int = 205, pale: bool = False) -> "PaintedTable":
        """Let the top face of an unturned die mirror a lamp, from its left side on; or something `pale`.

        That lightens what is dark by more, as a picture shows about the square root of light.
        """
        left, near = place[0] - EDGE / 2, place[1] - EDGE / 2
        right, far = left + part * EDGE, near + EDGE
        corners = np.array([[left, near, EDGE], [right, near, EDGE], [right, far, EDGE], [left, far, EDGE]])
        mask = np.zeros(self._canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [self._pixels(corners)], 1)
        seen = self._canvas[mask > 0].astype(float)
        self._canvas[mask > 0] = np.minimum(np.hypot(seen, light) if pale else seen + light, 255).astype(np.uint8)
        return self

    def hand(self, reach: float) -> "PaintedTable":
        """Let an arm come in over the near wall, up to x = `reach`."""
        arm = np.array([[-260, 180, 150], [reach, 190, 60], [reach, 260, 60], [-260, 270, 150]], float)
        self._polygon(arm, (140, 170, 220))
        return self

    def finger(self, reach: float) -> "PaintedTable":
        """Let the tip of a finger lie on the near wall, up to x = `reach`."""
        tip = np.array([[-10, 200, 116], [reach, 202, 112], [reach, 212, 112], [-10, 214, 116]], float)
        self._polygon(tip, (140, 170, 220))
        return self

    def _disc(self, place: tuple[float, float, float], radius: float, colour, line: int = 0) -> None:  # type: ignore[no-untyped-def]
        points = self._pixels(_circle(place, radius))
        if line:
            cv2.polylines(self._canvas, [points], True, colour, line * FINE)
        else:
            cv2.fillPoly(self._canvas, [points], colour)

    def _polygon(self, points_mm: Floats, colour: tuple[int, int, int]) -> None:
        cv2.fillPoly(self._canvas, [self._pixels(points_mm)], colour)

    def _pixels(self, points_mm: Floats) -> NDArray[np.int32]:
        return np.round((self.view.project(points_mm) + 0.5) * FINE - 0.5).astype(np.int32)

    def _finish(self, canvas: NDArray[np.uint8], light: float = 1.0) -> Image:
        small = cv2.resize(canvas, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA).astype(np.float32)
        noisy = cv2.GaussianBlur(small, (0, 0), 0.6) * light + self._rng.normal(0, self.noise, small.shape)
        return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _circle(place: tuple[float, float, float], radius: float) -> Floats:
    ring = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    x, y, z = place
    return np.array([[x + radius * np.cos(t), y + radius * np.sin(t), z] for t in ring])


def _scaled(colour: tuple[int, int, int], light: float) -> tuple[int, int, int]:
    blue, green, red = (round(channel * light) for channel in colour)
    return blue, green, red


def sight_at(table: PaintedTable, kind: Kind) -> Sight:
    """Look at the only body on a table."""
    (body,) = find_bodies(table.picture(), kind)
    return sight_of(body, kind)
