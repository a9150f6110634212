"""The table as a MuJoCo model: board, walls, rubber pyramids, chips and dice as XML text."""

import numpy as np

from controller.twin.settings import DieStyle, TwinSettings

CHIP_LIMIT = 12
CHIP_RADIUS_MM = 19.5
CHIP_HEIGHT_MM = 3.3
PYRAMID_MM = 22.5
PYRAMID_FLOOR_MM = 4.0
PARKED_M = (-3.0, 0.0, -1.0)
DENSITY = 1.19e-6
"""kg per mm³: cellulose acetate and acrylic."""

_FELT = 'friction="0.5 0.003 0.0001" solref="0.0035 0.27" priority="1"'
_RUBBER = 'friction="0.75 0.003 0.0001" solref="0.0045 0.24" priority="1"'
_WOOD = 'friction="0.48 0.003 0.0001" solref="0.0025 0.22" priority="1"'
_CHIP = 'friction="0.4 0.003 0.0001" solref="0.0025 0.3" priority="1"'
_DIE = 'friction="0.35 0.003 0.0001" solref="0.002 0.2"'


def world_xml(settings: TwinSettings, step_s: float) -> str:
    """Write the model: one free body per die, walls and floor fixed, chips movable between throws."""
    meshes, pyramids = _pyramids(settings)
    dice = "".join(_die(i, style) for i, style in enumerate(settings.dice))
    chips = "".join(_chip(i) for i in range(CHIP_LIMIT))
    return f"""<mujoco><option timestep="{step_s}" cone="elliptic" impratio="8" iterations="60" ls_iterations="30">
<flag energy="enable"/></option><asset>{meshes}</asset>
<worldbody>{_board(settings)}{pyramids}{chips}{dice}</worldbody></mujoco>"""


def pyramid_grid(settings: TwinSettings) -> tuple[int, int, float]:
    """Give the far wall's rubber as columns, rows and the base of one pyramid in mm."""
    board = settings.board
    columns = max(1, round(board.width_mm / PYRAMID_MM))
    base = board.width_mm / columns
    return columns, max(1, int((board.wall_height_mm - PYRAMID_FLOOR_MM) / base)), base


def _box(name: str, low: tuple[float, float, float], high: tuple[float, float, float], look: str) -> str:
    centre = [(a + b) / 2000 for a, b in zip(low, high, strict=True)]
    half = [(b - a) / 2000 for a, b in zip(low, high, strict=True)]
    pos, size = (" ".join(f"{v:.6f}" for v in values) for values in (centre, half))
    return f'<geom name="{name}" type="box" pos="{pos}" size="{size}" {look}/>'


def _board(settings: TwinSettings) -> str:
    board, t, z = settings.board, settings.wall_mm, settings.table_z_mm
    length, width, high = board.length_mm, board.width_mm, board.wall_height_mm
    return "".join(
        (
            f'<geom name="table-0" type="plane" size="3 3 0.1" pos="0 0 {z / 1000}" {_WOOD}/>',
            _box("floor-0", (-t, -t, z), (length + t, width + t, 0), _FELT),
            _box("wall_far-0", (length, -t, 0), (length + t, width + t, high), _RUBBER),
            _box("wall_near-0", (-t, -t, 0), (0, width + t, high), _WOOD),
            _box("wall_left-0", (-t, width, 0), (length + t, width + t, high), _WOOD),
            _box("wall_right-0", (-t, -t, 0), (length + t, 0, high), _WOOD),
        )
    )


def _pyramids(settings: TwinSettings) -> tuple[str, str]:
    if settings.rubber_depth_mm <= 0:
        return "", ""
    columns, rows, base = pyramid_grid(settings)
    half, tip = base / 2000, settings.rubber_depth_mm / 1000
    points = [(0, -half, -half), (0, half, -half), (0, half, half), (0, -half, half), (-tip, 0, 0)]
    # MuJoCo moves a mesh to its centre of mass, so the corners' offset must come back through the geom's place.
    corners = " ".join(f"{v:.6f}" for point in points for v in point)
    mesh = f'<mesh name="pyramid" vertex="{corners}"/>'
    geoms = "".join(
        f'<geom name="wall_far-{1 + c * rows + r}" type="mesh" mesh="pyramid" {_RUBBER} pos="'
        f"{settings.board.length_mm / 1000:.6f} {(c + 0.5) * base / 1000:.6f} "
        f'{(PYRAMID_FLOOR_MM + (r + 0.5) * base) / 1000:.6f}"/>'
        for c in range(columns)
        for r in range(rows)
    )
    return mesh, geoms


def _chip(index: int) -> str:
    size = f"{CHIP_RADIUS_MM / 1000} {CHIP_HEIGHT_MM / 2000}"
    place = " ".join(str(v) for v in PARKED_M)
    return f'<body mocap="true" pos="{place}"><geom name="chip-{index}" type="cylinder" size="{size}" {_CHIP}/></body>'


def _die(index: int, style: DieStyle) -> str:
    """A rounded cube: three slabs for the faces and eight balls for the corners."""
    half, r = style.edge_mm / 2000, style.corner_radius_mm / 1000
    mass = DENSITY * style.edge_mm**3
    inertia = mass * (style.edge_mm / 1000) ** 2 / 6
    slabs = [np.where(np.arange(3) == axis, half, half - r) for axis in range(3)]
    balls = [(half - r) * np.array([x, y, z]) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    parts = [
        f'<geom name="die-{index}-{k}" type="box" size="{s[0]:.6f} {s[1]:.6f} {s[2]:.6f}" {_DIE}/>'
        for k, s in enumerate(slabs)
    ] + [
        f'<geom name="die-{index}-{k + 3}" type="sphere" size="{r:.6f}" pos="{b[0]:.6f} {b[1]:.6f} {b[2]:.6f}" {_DIE}/>'
        for k, b in enumerate(balls)
    ]
    return (
        f'<body name="body-{index}" pos="{index} 0 1"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{mass:.8f}" diaginertia="{inertia:.3e} {inertia:.3e} {inertia:.3e}"/>'
        f"{''.join(parts)}</body>"
    )
