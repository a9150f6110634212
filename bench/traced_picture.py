"""Pictures of path-traced tables: light through the lens onto a sensor with a colour filter, stored as JPEG."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
from numpy.typing import NDArray
from traced_scene import To

from controller.twin.lighting import GAMMA, Lighting
from controller.twin.settings import TwinSettings
from vision.frame import Image
from vision.geometry import Camera, Floats

Light = NDArray[np.float32]
"""Linear light (h, w, 3), BGR; 1 is a white surface in the middle of the board."""

Window = tuple[int, int, int, int]
SLACK_PX = 4
STEPS = 4
BRIGHT = 3.0
"""Single pixels so many times as bright as those around them are what few paths found, not light."""

JPEG_QUALITY = 92
SHARPENED = 0.5


@dataclass(frozen=True, eq=False)
class LensPainter:
    """Paints through one camera, its distortion included."""

    camera: Camera
    paths: int

    def light(self, scene: dict[str, Any], window: Window, seed: int) -> Light:
        """Trace the light of a window (x0, y0, x1, y1) of the picture."""
        x, y = self._straight(window)
        left, top = int(x.min()) - SLACK_PX, int(y.min()) - SLACK_PX
        size = (int(x.max()) + SLACK_PX - left, int(y.max()) + SLACK_PX - top)
        film = self._film | {"crop_offset_x": left, "crop_offset_y": top, "crop_width": size[0], "crop_height": size[1]}
        sampler = {"type": "multijitter", "sample_count": self.paths, "seed": seed}
        sensor = self._view | {"film": film, "sampler": sampler}
        seen = np.asarray(mi.render(mi.load_dict(scene | {"sensor": sensor}), seed=seed), np.float32)
        flat = _without_specks(np.ascontiguousarray(seen[..., ::-1]))
        return np.asarray(cv2.remap(flat, x - left, y - top, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)).clip(0)

    def _straight(self, window: Window) -> tuple[Light, Light]:
        """Give where the pixels of a window lie on the film of a camera without distortion."""
        x0, y0, x1, y1 = window
        grid = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1).reshape(-1, 1, 2).astype(float)
        places = self._undistorted(grid) * self._focal_px + np.array(self._half) - 0.5
        x, y = places.reshape(y1 - y0, x1 - x0, 2).astype(np.float32).transpose(2, 0, 1)
        return x, y

    def _undistorted(self, places_px: Floats) -> Floats:
        """Give where the rays of pixels (n, 1, 2) meet the plane one unit before the camera, (n, 2)."""
        lens = self.camera.lens
        places = np.asarray(cv2.undistortPoints(places_px, lens.k, lens.dist)).reshape(-1, 2)
        for _ in range(STEPS):  # OpenCV stops early where a lens bends much
            ahead = np.column_stack([places, np.ones(len(places))])
            seen, _ = cv2.projectPoints(ahead, np.zeros(3), np.zeros(3), lens.k, lens.dist)
            places = places + (places_px.reshape(-1, 2) - seen.reshape(-1, 2)) / self._focal_px
        return np.asarray(places)

    @property
    def _focal_px(self) -> float:
        return float(self.camera.lens.k[0, 0])

    @cached_property
    def _half(self) -> tuple[int, int]:
        """Half the film's size in pixels: its middle is the optical axis."""
        lens = self.camera.lens
        rim = [(x, y) for x in (0, lens.width / 2, lens.width) for y in (0, lens.height / 2, lens.height)]
        reach = np.abs(self._undistorted(np.array(rim, float).reshape(-1, 1, 2))).max(axis=0) * self._focal_px
        return int(reach[0]) + 3 * SLACK_PX, int(reach[1]) + 3 * SLACK_PX

    @property
    def _film(self) -> dict[str, Any]:
        wide, high = self._half
        return {"type": "hdrfilm", "width": 2 * wide, "height": 2 * high, "rfilter": {"type": "box"},
                "pixel_format": "rgb", "component_format": "float32"}  # fmt: skip

    @property
    def _view(self) -> dict[str, Any]:
        wide, _ = self._half
        to_world = np.eye(4)
        # Mitsuba's cameras look along z with x to the left and y up.
        to_world[:3, :3] = self.camera.pose.r.T @ np.diag([-1.0, -1.0, 1.0])
        to_world[:3, 3] = self.camera.position_mm
        angle = 2 * float(np.degrees(np.arctan(wide / self._focal_px)))
        return {"type": "perspective", "fov": angle, "fov_axis": "x", "near_clip": 10.0, "far_clip": 20000.0,
                "to_world": To(to_world.tolist())}  # fmt: skip


def _without_specks(light: Light) -> Light:
    around = cv2.medianBlur(light, 3)
    return np.where(light > BRIGHT * around + 0.2, around, light)


class Sensor:
    """Turns light into the picture that a camera gives: lens, colour filter, noise, tone, sharpening, JPEG."""

    def __init__(self, settings: TwinSettings, gain: float) -> None:
        self._look = settings.look
        self._gain = gain
        self._white = Lighting(settings).white

    def picture(self, light: Light, rng: np.random.Generator) -> Image:
        """Develop one picture (h, w, 3), BGR."""
        grey = self._exposed(light)
        raw = self._noisy(_filtered(grey), rng)
        # OpenCV names patterns by their second row: this one begins with red, green.
        colour = cv2.cvtColor(np.round(raw * 65535).astype(np.uint16), cv2.COLOR_BayerBG2BGR_EA)
        toned = (np.asarray(colour, np.float32) / 65535) ** (1 / GAMMA) * 255
        return _stored(_sharpened(np.asarray(toned, np.float32)))

    def _exposed(self, light: Light) -> Light:
        high, wide = light.shape[:2]
        u = np.linspace(-1, 1, wide, dtype=np.float32)[None, :, None]
        v = np.linspace(-1, 1, high, dtype=np.float32)[:, None, None]
        fade = (1 - self._look.vignette * (u * u + 0.5 * v * v)) ** GAMMA
        soft = cv2.GaussianBlur(light, (0, 0), max(self._look.blur_px, 0.3))
        return np.asarray(soft * fade * (self._gain * self._white**GAMMA).astype(np.float32), np.float32)

    def _noisy(self, raw: Light, rng: np.random.Generator) -> Light:
        """Add photon noise: about `noise` grey levels where the picture is of middle brightness."""
        spread = self._look.noise / 105 * np.sqrt(np.maximum(raw, 0) + 0.002)
        return np.asarray(np.clip(raw + rng.standard_normal(raw.shape, np.float32) * spread, 0, 1), np.float32)


def _filtered(light: Light) -> Light:
    """Keep of every pixel the one colour that its filter lets through: red, green; green, blue."""
    raw = light[..., 1].copy()
    raw[0::2, 0::2] = light[0::2, 0::2, 2]
    raw[1::2, 1::2] = light[1::2, 1::2, 0]
    return raw


def _sharpened(toned: Light) -> Image:
    soft = cv2.GaussianBlur(toned, (0, 0), 1.1)
    return np.asarray(np.clip(toned + SHARPENED * (toned - soft) + 0.5, 0, 255), np.uint8)


def _stored(picture: Image) -> Image:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
