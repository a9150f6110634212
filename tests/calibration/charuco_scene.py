"""A printed ChArUco board seen through a camera: what people photograph for `stickman calibrate lens`."""

import cv2
import numpy as np

from vision.geometry import Board, Camera, Lens, Pose

FINER = 2
TEXTURE_PX_PER_MM = 10
RIM_MM = 8.0


def texture(
    columns: int, rows: int, square_mm: float, marker_mm: float, dictionary: str, legacy: bool = False
) -> np.ndarray:
    """The board on white paper with a rim, (h, w) uint8."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    board = cv2.aruco.CharucoBoard((columns, rows), square_mm, marker_mm, known)
    board.setLegacyPattern(legacy)
    size = (round(columns * square_mm * TEXTURE_PX_PER_MM), round(rows * square_mm * TEXTURE_PX_PER_MM))
    rim = round(RIM_MM * TEXTURE_PX_PER_MM)
    return cv2.copyMakeBorder(board.generateImage(size), rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)


def paint(
    board: np.ndarray,
    lens: Lens,
    pose: Pose,
    rng: np.random.Generator,
    blur_px: float = 0.6,
    px_per_mm: float = TEXTURE_PX_PER_MM,
    rim_mm: float = RIM_MM,
) -> np.ndarray:
    """The picture (h, w, 3) of a board texture lying in the plane z = 0 of `pose`, x right, y down on the print."""
    fine = Camera(lens, pose).scaled(lens.width * FINER, lens.height * FINER)
    columns, rows = np.arange(0, lens.width * FINER + 16, 16), np.arange(0, lens.height * FINER + 16, 16)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(float)
    coarse = fine.on_plane(grid, 0.0).reshape(len(rows), len(columns), 2).astype(np.float32)
    u, v = np.meshgrid(
        np.arange(lens.width * FINER, dtype=np.float32) / 16, np.arange(lens.height * FINER, dtype=np.float32) / 16
    )
    places = (cv2.remap(coarse, u, v, cv2.INTER_LINEAR) + rim_mm) * px_per_mm - 0.5
    soft = cv2.GaussianBlur(board, (0, 0), 1.2)
    seen = cv2.remap(soft, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderValue=95)
    small = cv2.resize(seen, (lens.width, lens.height), interpolation=cv2.INTER_AREA).astype(np.float32)
    lit = cv2.GaussianBlur(30 + 0.75 * small, (0, 0), blur_px)
    noisy = lit[..., None] + rng.normal(0, 2.0, (*lit.shape, 3))
    return np.clip(noisy + 0.5, 0, 255).astype(np.uint8)


def poses(count: int, lens: Lens, middle_mm: tuple[float, float], rng: np.random.Generator) -> list[Pose]:
    """As people are told to hold it: tilted by up to 40 degrees every way, near and far, all over the picture."""
    found: list[Pose] = []
    middle = np.array([*middle_mm, 0.0])
    while len(found) < count:
        turn = np.radians(rng.uniform(-40, 40, 3) * (1, 1, 0.6))
        r = cv2.Rodrigues(turn)[0]
        depth = rng.uniform(0.28, 0.55) * lens.k[0, 0]
        spot = rng.uniform(-0.36, 0.36, 2) * (lens.width, lens.height) / lens.k[0, 0] * depth
        pose = Pose(r, np.array([*spot, depth]) - r @ middle)
        corners = np.array([[x, y, 0.0] for x in (0, 2 * middle_mm[0]) for y in (0, 2 * middle_mm[1])])
        seen = Camera(lens, pose).project(corners)
        if ((seen > -40) & (seen < (lens.width + 40, lens.height + 40))).all():
            found.append(pose)
    return found


def floor_markers(board: Board) -> dict[int, np.ndarray]:
    """Where four markers of 40 mm lie on a board's floor, (4, 3) each."""
    square = np.array([[0, 40, 0], [40, 40, 0], [40, 0, 0], [0, 0, 0]], float)
    far, left = board.length_mm - 76.0, board.width_mm - 64.0
    places = ((24.0, 24.0), (far, 24.0), (far, left), (24.0, left))
    return {number: square + np.array([*place, 0.0]) for number, place in enumerate(places)}


def paint_markers(camera: Camera, board: Board, rng: np.random.Generator) -> np.ndarray:
    """The picture (h, w, 3) of a dark floor with four markers."""
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    scale = 6
    floor = np.full((round(board.width_mm * scale), round(board.length_mm * scale)), 70, np.uint8)
    for number, corners in floor_markers(board).items():
        x, y = (round(corners[0, 0] * scale), round((board.width_mm - corners[0, 1]) * scale))
        floor[y - 40 : y + 280, x - 40 : x + 280] = 255
        floor[y : y + 240, x : x + 240] = cv2.aruco.generateImageMarker(known, number, 240)
    # The texture's rows run against y.
    flip = np.diag([1.0, -1.0, -1.0])
    r = camera.pose.r @ flip
    t = camera.pose.t + camera.pose.r @ np.array([0.0, board.width_mm, 0.0])
    return paint(floor, camera.lens, Pose(r, t), rng, px_per_mm=scale, rim_mm=0.0)
