"""Where the board is: its pose from marker corners or from the four corners of the floor."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.report import Findings, Report
from controller.errors import CalibrationError
from vision.geometry import Board, Camera, Floats, Lens, Pose


@dataclass(frozen=True, eq=False)
class Landmark:
    """Points known on the board (n, 3) mm and seen in the picture (n, 2) px, under one name."""

    name: str
    board_mm: Floats
    image_px: Floats


def marker_landmarks(corners_mm: dict[str, Floats], seen: dict[int, Floats]) -> list[Landmark]:
    """Pair markers of the table file with markers in the picture. Raises CalibrationError when too few are seen."""
    try:
        known = {int(number): corners for number, corners in corners_mm.items()}
    except ValueError:
        raise CalibrationError(
            "[board.markers] corners_mm: the keys must be marker numbers, as in 0 = [[...]]."
        ) from None
    for number, corners in known.items():
        if np.shape(corners) != (4, 3):
            raise CalibrationError(f"[board.markers] marker {number}: give four corners of three coordinates each.")
    both = [Landmark(f"marker {n}", np.asarray(known[n], float), seen[n]) for n in sorted(known) if n in seen]
    if len(both) < 2:
        raise CalibrationError(
            f"{len(both)} of the {len(known)} markers in [board.markers] found, at least 2 are needed. "
            "Check that they are in the picture, flat, unhidden and of the named dictionary."
        )
    return both


def corner_landmarks(board: Board, corners_px: Floats) -> list[Landmark]:
    """Pair four clicked floor corners, in the order (0,0), (L,0), (L,W), (0,W)."""
    return [Landmark("corners", board.corners_mm(), np.asarray(corners_px, dtype=np.float64).reshape(4, 2))]


def solve_board(lens: Lens, landmarks: list[Landmark], board: Board, die_edge_mm: float) -> tuple[Pose, Report]:
    """Find the pose that explains all points. Raises CalibrationError when there is none with the camera above."""
    points = np.concatenate([mark.board_mm for mark in landmarks])
    pixels = np.concatenate([mark.image_px for mark in landmarks])
    poses = [pose for pose in _poses(lens, points, pixels) if _from_above(lens, pose, board)]
    if not poses:
        raise CalibrationError(
            "No place above the board explains these points: their order is wrong, or the picture is mirrored."
        )
    pose = min(poses, key=lambda p: _rms(_errors_px(lens, p, points, pixels)))
    return pose, _report(lens, pose, landmarks, board, die_edge_mm)


def _poses(lens: Lens, points: Floats, pixels: Floats) -> list[Pose]:
    flat = np.ptp(points[:, 2]) < 1e-6
    method = cv2.SOLVEPNP_IPPE if flat else cv2.SOLVEPNP_SQPNP
    count, rvecs, tvecs, _ = cv2.solvePnPGeneric(points, pixels, lens.k, lens.dist, flags=method)
    found = []
    for index in range(count):
        rvec, tvec = cv2.solvePnPRefineLM(points, pixels, lens.k, lens.dist, rvecs[index], tvecs[index])
        rotation = np.asarray(cv2.Rodrigues(np.asarray(rvec, dtype=np.float64).reshape(3))[0], dtype=np.float64)
        found.append(Pose(rotation, np.asarray(tvec, dtype=np.float64).reshape(3)))
    return found


def _from_above(lens: Lens, pose: Pose, board: Board) -> bool:
    depths = board.corners_mm() @ pose.r[2] + pose.t[2]
    return bool(Camera(lens, pose).position_mm[2] > 0 and (depths > 0).all())


def _errors_px(lens: Lens, pose: Pose, points: Floats, pixels: Floats) -> Floats:
    return np.asarray(np.linalg.norm(Camera(lens, pose).project(points) - pixels, axis=1), dtype=np.float64)


def _rms(errors: Floats) -> float:
    return float(np.sqrt(np.mean(np.square(errors))))


def _errors_mm(camera: Camera, mark: Landmark) -> Floats:
    """Give how far from its place each point of a landmark is seen, in the plane at its own height."""
    seen = np.concatenate(
        [camera.on_plane(px[None], float(mm[2])) for px, mm in zip(mark.image_px, mark.board_mm, strict=True)]
    )
    return np.asarray(np.linalg.norm(seen - mark.board_mm[:, :2], axis=1), dtype=np.float64)


def _report(lens: Lens, pose: Pose, landmarks: list[Landmark], board: Board, die_edge_mm: float) -> Report:
    camera = Camera(lens, pose)
    errors_px = np.concatenate([_errors_px(lens, pose, m.board_mm, m.image_px) for m in landmarks])
    by_name = {mark.name: round(_rms(_errors_mm(camera, mark)), 3) for mark in landmarks}
    residual = _rms(np.concatenate([_errors_mm(camera, mark) for mark in landmarks]))
    tilt = float(np.degrees(np.arccos(np.clip(-pose.r[2, 2], -1, 1))))
    sizes = _die_sizes_px(camera, board, die_edge_mm)
    worst = max(by_name, key=lambda name: by_name[name])
    figures: dict[str, Any] = {
        "residual_mm": round(residual, 3),
        "residual_px": round(_rms(errors_px), 3),
        "residual_mm_of": by_name,
        "points": len(errors_px),
        "camera_mm": [round(float(c), 1) for c in camera.position_mm],
        "tilt_deg": round(tilt, 2),
        "die_edge_px": [round(min(sizes), 1), round(max(sizes), 1)],
    }
    found = Findings()
    found.bad_if(residual > 3.0, f"{worst} is not where the table file says: measure again, or click the corners anew.")
    found.bad_if(min(sizes) < 12, "Dice are too small to read: bring the camera nearer, or use more pixels.")
    found.bad_if(
        not _shows(lens, camera, board), "The picture does not show the whole floor: turn or raise the camera."
    )
    found.usable_if(residual > 1.0, f"{worst} fits worst: measure its place again.")
    found.usable_if(min(sizes) < 18, "Dice are small: more pixels would make reading surer.")
    found.usable_if(tilt > 40, "The camera looks at a slant: nearer to straight down is better.")
    return found.report("board", figures, "Next: stickman calibrate empty IMAGES --table ...")


def _die_sizes_px(camera: Camera, board: Board, edge_mm: float) -> list[float]:
    """Give the edge of a die in pixels at the four corners of the board."""
    sizes = []
    for x, y, _ in board.corners_mm():
        square = np.array([[x, y, edge_mm], [x + 1, y, edge_mm], [x, y + 1, edge_mm]])
        origin, along, across = camera.project(square)
        (a, b), (c, d) = along - origin, across - origin
        sizes.append(float(np.sqrt(abs(a * d - b * c))) * edge_mm)
    return sizes


def _shows(lens: Lens, camera: Camera, board: Board) -> bool:
    """Say whether at least nine tenths of the floor's outline are in the picture (a wall may hide a strip)."""
    corners = board.corners_mm()
    sides = [np.linspace(corners[i], corners[(i + 1) % 4], 25) for i in range(4)]
    pixels = camera.project(np.concatenate(sides))
    inside = ((pixels > -0.5) & (pixels < (lens.width - 0.5, lens.height - 0.5))).all(axis=1)
    return bool(inside.mean() >= 0.9)
