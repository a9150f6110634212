"""The simulated tables at which `make bench-eye` measures: every one another camera, lens, felt, light and dice."""

from dataclasses import replace

import numpy as np

from controller.twin.lens import camera_of
from controller.twin.settings import (
    BLACK,
    BLUE_CASINO,
    IVORY,
    RED_CASINO,
    WHITE,
    DieStyle,
    Layout,
    TwinSettings,
    ViewSettings,
)
from vision.geometry import Board, Camera

SMALL_PX, LARGE_PX = (20.0, 26.0), 40.0
"""How large the edge of a die is in the picture: the floor of what can be read, and what reads well."""

MODELS = (RED_CASINO, WHITE, IVORY, BLACK, BLUE_CASINO)
LIGHTS = {"usual": (1.0, 0.1, 2.2), "warm": (0.9, 1.0, 2.2), "cold": (0.9, -0.7, 2.2), "low": (0.5, 0.4, 4.2)}
"""Brightness, warmth and noise (grey levels)."""

HEIGHTS_MM = (700, 800, 900, 1000, 1100, 1200)
TILTS_DEG = (2.0, 12.0, 24.0, 35.0, -4.0, 18.0, 30.0)
WIDE = (-0.28, 0.084, 0.0003, -0.0003, 0.0)
DICE = (2, 3, 4, 2, 6)
TRAY_SHARE = 0.62
"""Large dice are seen on a smaller board: a whole one would need pictures of seven megapixels."""

WANTED_PX = {"small": 22.8, "large": 45.0}
"""The middle between the smallest and the largest die on the board."""


def light_of(number: int) -> str:
    """Name the light of a set-up."""
    return list(LIGHTS)[number % len(LIGHTS)]


def set_up(number: int, group: str, mixed: bool = False) -> TwinSettings:
    """Give set-up `number` of a group ("small", "large": the size of dice). Every property has its own turn.

    `mixed`: its dice are of two kinds in turn, one larger than the other.
    """
    rng = np.random.default_rng([number, 7])
    drawn = TwinSettings.random(number + 31)
    tilt = TILTS_DEG[number % len(TILTS_DEG)]
    view = ViewSettings(
        height_mm=float(HEIGHTS_MM[number % len(HEIGHTS_MM)] + rng.uniform(-30, 30) * (0 < number % 6 < 5)),
        tilt_deg=tilt,
        aside=True,
        turn_deg=float(rng.normal(0, 1.2)),
        fill=float(rng.uniform(0.92, 1.0)),
        dist=WIDE if number % 5 == 1 else drawn.view.dist,
        exposure_ms=drawn.view.exposure_ms,
    )
    brightness, warmth, noise = LIGHTS[light_of(number)]
    look = replace(
        drawn.look,
        layout=list(Layout)[(number + number // 4) % len(Layout)],
        printed_dice=number % 3 == 0,
        brightness=brightness,
        warmth=warmth,
        noise=noise * float(rng.uniform(0.85, 1.15)),
    )
    style = MODELS[number % len(MODELS)]
    styles = [style, _other_size(style, number)] if mixed else [style]
    dice = tuple(styles[k % len(styles)] for k in range(DICE[(number + number // 5) % len(DICE)]))
    table = replace(drawn, dice=dice, view=view, look=look, board=_board(drawn.board, group))
    return sized(table, group)


def _other_size(style: DieStyle, number: int) -> DieStyle:
    others = [other for other in MODELS if other.edge_mm != style.edge_mm]
    return others[number // len(MODELS) % len(others)]


def _board(board: Board, group: str) -> Board:
    if group == "small":
        return board
    return Board(round(board.length_mm * TRAY_SHARE), round(board.width_mm * TRAY_SHARE), board.wall_height_mm)


def sized(table: TwinSettings, group: str) -> TwinSettings:
    """Choose the picture's size so that dice are as large as a group's are."""
    edge_px = WANTED_PX[group]
    board, camera, edge_mm = table.board, camera_of(table), table.dice[0].edge_mm
    corners = [(x, y) for x in (20.0, board.length_mm - 20) for y in (20.0, board.width_mm - 20)]
    edges = [edge_px_at(camera, x, y, edge_mm) for x, y in [*corners, (board.length_mm / 2, board.width_mm / 2)]]
    now = (min(edges) * max(edges)) ** 0.5
    width = round(table.main_size[0] * edge_px / now / 16) * 16
    blur = table.look.blur_px * width / table.main_size[0]  # the lens draws no finer because the sensor is
    look = replace(table.look, blur_px=min(max(blur, 0.4), 0.9))
    return replace(table, main_size=(width, width * 9 // 16), look=look)


def edge_px_at(camera: Camera, x_mm: float, y_mm: float, edge_mm: float) -> float:
    """Give the edge of a flat die's top face at a place, in pixels (the root of its area)."""
    square = np.array([[x_mm, y_mm, edge_mm], [x_mm + 1, y_mm, edge_mm], [x_mm, y_mm + 1, edge_mm]])
    origin, along, across = camera.project(square)
    (a, b), (c, d) = along - origin, across - origin
    return float(np.sqrt(abs(a * d - b * c)) * edge_mm)
