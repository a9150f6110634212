"""The simulated table with a sheet of marked places on its felt, and dice laid into the outlines."""

import io
from dataclasses import replace

import cv2
import numpy as np

from calibration.pdf import figure_of
from calibration.places import PLACES, face_at
from calibration.print import place_sheets
from calibration.sheet import PAPERS
from controller.twin.camera import DieView, Scene, StreamPainter
from controller.twin.hand import Hand
from controller.twin.outcome import face_value
from controller.twin.room import paint_room
from controller.twin.settings import DieStyle, TwinSettings
from controller.twin.twin import Twin
from vision.geometry import Camera

DOTS_PER_MM = 5


class SheetScene:
    """A page of the sheet lying on a twin's felt with its middle at `middle_mm`, turned by `turn_deg`."""

    def __init__(self, twin: Twin, page: int, middle_mm: tuple[float, float], turn_deg: float) -> None:
        self.settings: TwinSettings = twin.settings
        self.page = page
        self._middle = np.array(middle_mm)
        turn = np.radians(turn_deg)
        self._turn = turn
        self._spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        room = paint_room(twin.settings, twin.camera, 0)
        lain = replace(room, image=self._lay(room.image, twin.camera))
        self._rng = np.random.default_rng(6)
        self._painter = StreamPainter(twin.settings, twin.camera, lain, Hand(np.random.default_rng(1)))

    def picture(self, faces: dict[str, int] | None = None) -> np.ndarray:
        """The sheet with dice: by place the face up; None for what the sheet asks for, {} for an empty sheet."""
        wanted = {p.name: face_at(self.page, i) for i, p in enumerate(PLACES)} if faces is None else faces
        views = tuple(self._die(k % 2, name, face) for k, (name, face) in enumerate(wanted.items()))
        clean = self._painter.paint(Scene(views)).astype(np.float32)
        return np.clip(clean + self._rng.normal(0, 2, clean.shape), 0, 255).astype(np.uint8)

    def places_mm(self) -> dict[str, np.ndarray]:
        """Where the places lie on the board."""
        return {p.name: np.array([p.x_mm, p.y_mm]) @ self._spin + self._middle for p in PLACES}

    def _die(self, index: int, name: str, face: int) -> DieView:
        style = self.settings.dice[index]
        (place,) = [p for p in PLACES if p.name == name]
        x, y = self.places_mm()[name]
        rotation = standing(style, face, self._turn + np.radians(place.turn_deg))
        return DieView(index, ((np.array([x, y, style.edge_mm / 2]), rotation),))

    def _lay(self, image: np.ndarray, camera: Camera) -> np.ndarray:
        """Paint the sheet over the empty room."""
        data = io.BytesIO()
        sheet = place_sheets(self.settings.dice[0].edge_mm, PAPERS["a4"])[self.page]
        figure_of(sheet).savefig(data, format="png", dpi=25.4 * DOTS_PER_MM)
        paper = cv2.imdecode(np.frombuffer(data.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE)
        paper = cv2.GaussianBlur(paper, (0, 0), 1.5)
        height, width = image.shape[:2]
        pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2).astype(float)
        on_sheet = (camera.on_plane(pixels, 0.0) - self._middle) @ self._spin.T
        u = on_sheet[:, 0] * DOTS_PER_MM + paper.shape[1] / 2 - 0.5
        v = paper.shape[0] / 2 - on_sheet[:, 1] * DOTS_PER_MM - 0.5
        inside = (u > 0) & (u < paper.shape[1] - 1) & (v > 0) & (v < paper.shape[0] - 1)
        seen = cv2.remap(
            paper, u.reshape(height, width).astype(np.float32), v.reshape(height, width).astype(np.float32), 1
        )
        laid = image.copy()
        mask = inside.reshape(height, width)
        laid[mask] = (15 + 0.75 * seen[mask].astype(np.float32))[:, None].astype(np.uint8)
        return laid


def standing(style: DieStyle, face: int, turn: float) -> np.ndarray:
    """The rotation, body to board, of a flat die with a face up."""
    axis, sign = next((a, s) for a in range(3) for s in (1, -1) if face_value(a, s, style) == face)
    up = np.zeros(3)
    up[axis] = sign
    along = np.eye(3)[(axis + 1) % 3]
    body = np.array([along, np.cross(up, along), up])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    return spin @ body
