"""The simulated camera's place and lens, from a table's settings."""

import numpy as np

from controller.twin.settings import TwinSettings
from vision.geometry import Camera, Floats, Lens, Pose


def camera_of(settings: TwinSettings) -> Camera:
    """Hang the camera so that the rim fills the picture as the settings say; the main picture's size."""
    view, board = settings.view, settings.board
    wide, high = settings.main_size
    rotation = _rotation(settings)
    back = rotation.T @ np.array([0, 0, 1.0])
    target = np.array([board.length_mm / 2, board.width_mm / 2, board.wall_height_mm * 0.4])
    eye = target - back * ((view.height_mm - target[2]) / -back[2])
    for _ in range(4):
        eye = eye + _off_centre(settings, Pose(rotation, -rotation @ eye))
    k = np.array([[1.0, 0, wide / 2 + 2.5], [0, 1.0, high / 2 - 1.8], [0, 0, 1]])
    pose = Pose(rotation, -rotation @ eye)
    k[0, 0] = k[1, 1] = _focal_px(settings, pose)
    return Camera(Lens(wide, high, k, np.array(view.dist)), pose)


def _rotation(settings: TwinSettings) -> Floats:
    """Looking down, picture right along the board's x; then tilted and a little turned."""
    tilt, turn = np.radians(settings.view.tilt_deg), np.radians(settings.view.turn_deg)
    down = np.diag([1.0, -1.0, -1.0])
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    c, s = np.cos(tilt), np.sin(tilt)
    across = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    along = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
    lean = across if settings.view.aside else along
    return np.asarray(lean @ spin @ down, dtype=np.float64)


def _flat_corners(settings: TwinSettings, pose: Pose) -> Floats:
    """The rim's outer corners on the plane one unit before the camera (8, 2), lens bends left out; with the floor's."""
    board, t = settings.board, settings.wall_mm
    corners = board.corners_mm(board.wall_height_mm)
    rim = corners + np.sign(corners - corners.mean(0)) * (t, t, 0)
    seen = np.vstack([rim, board.corners_mm()]) @ pose.r.T + pose.t
    return np.asarray(seen[:, :2] / seen[:, 2:], dtype=np.float64)


def _off_centre(settings: TwinSettings, pose: Pose) -> Floats:
    """How far to move the camera sideways, at its height, for the board to lie in the middle of the picture."""
    flat = _flat_corners(settings, pose)
    middle = (flat.max(0) + flat.min(0)) / 2
    ray = pose.r.T @ np.array([middle[0], middle[1], 1.0])
    straight = pose.r.T @ np.array([0.0, 0.0, 1.0])
    height = settings.view.height_mm - settings.board.wall_height_mm / 2
    shift = height * (ray[:2] / -ray[2] - straight[:2] / -straight[2])
    return np.array([shift[0], shift[1], 0.0])


def _focal_px(settings: TwinSettings, pose: Pose) -> float:
    """The focal length at which the rim's corners fill the wanted share of the picture."""
    wide, high = settings.main_size
    flat = np.abs(_flat_corners(settings, pose)).max(0)
    radius = float((flat**2).sum())
    bend = 1 + settings.view.dist[0] * radius + settings.view.dist[1] * radius**2
    return float(settings.view.fill * min(wide / 2 / flat[0], high / 2 / flat[1]) / bend)
