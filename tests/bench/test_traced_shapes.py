"""Shapes of path-traced tables: dice with round edges and dented pips, chips, rubber."""

from dataclasses import replace
from math import pi
from pathlib import Path

import cv2
import numpy as np
import pytest
from traced_shapes import Mesh, chip_mesh, chip_print, die_mesh, die_print, pyramids

from controller.twin.settings import BLUE_CASINO, RED_CASINO, STYLES, WHITE, DieStyle, Finish, TwinSettings


def volume(mesh: Mesh) -> float:
    """Add up what the triangles enclose with the origin; positive where they look outward."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def round_cube(edge_mm: float, radius_mm: float) -> float:
    core = edge_mm - 2 * radius_mm
    return core**3 + 6 * core**2 * radius_mm + 3 * pi * core * radius_mm**2 + 4 / 3 * pi * radius_mm**3


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_a_die_is_a_cube_with_round_edges(style: DieStyle) -> None:
    plain = replace(style, finish=Finish.TRANSLUCENT)
    assert volume(die_mesh(plain)) == pytest.approx(round_cube(style.edge_mm, style.corner_radius_mm), rel=3e-3)
    assert np.ptp(die_mesh(style).points, axis=0) == pytest.approx(np.full(3, style.edge_mm))


def test_only_pips_of_opaque_dice_are_dents() -> None:
    flush = replace(WHITE, finish=Finish.TRANSLUCENT)
    deepest = 21 * pi * WHITE.pip_radius_mm**3 * 0.3 / 2
    assert 0.8 * deepest < volume(die_mesh(flush)) - volume(die_mesh(WHITE)) < 1.2 * deepest


@pytest.mark.parametrize("style", [RED_CASINO, WHITE], ids=lambda style: style.name)
def test_normals_are_of_length_one_and_look_outward(style: DieStyle) -> None:
    mesh = die_mesh(style)
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(np.ones(len(mesh.points)))
    assert (np.einsum("ij,ij->i", mesh.normals, mesh.points) > 0).all()


@pytest.mark.parametrize("style", [BLUE_CASINO, WHITE], ids=lambda style: style.name)
def test_a_die_prints_each_face_in_its_own_tile(style: DieStyle) -> None:
    _, pips = die_print(style)
    tiles = [pips[y : y + 256, x : x + 256] for y in (0, 256) for x in (0, 256, 512)]
    counts = [cv2.connectedComponents((tile > 127).astype(np.uint8))[0] - 1 for tile in tiles]
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert [a + b for a, b in zip(counts[::2], counts[1::2], strict=True)] == [7, 7, 7]


def test_a_chip_is_a_disc_whose_print_bears_its_colours() -> None:
    mesh = chip_mesh(19.5, 3.3)
    whole = pi * 19.5**2 * 3.3
    assert volume(mesh) == pytest.approx(whole * 5 / 6, rel=2e-3)  # a sixth would be its underside's, left open
    top = chip_print((40.0, 40.0, 160.0), (230.0, 230.0, 230.0), "5")
    assert tuple(top[256, 480]) == (230, 230, 230)
    assert tuple(top[256, 380]) == (40, 40, 160)


def test_the_rubber_covers_the_far_wall_with_pyramids() -> None:
    settings = TwinSettings()
    mesh = pyramids(settings)
    assert mesh.points[:, 0].min() == settings.board.length_mm - settings.rubber_depth_mm
    assert mesh.points[:, 0].max() == settings.board.length_mm
    assert (mesh.normals[:, 0] < 0).all()


def test_a_mesh_is_written_whole(tmp_path: Path) -> None:
    mesh = chip_mesh(19.5, 3.3)
    data = mesh.write(tmp_path / "chip.ply").read_bytes()
    head, body = data.split(b"end_header\n", 1)
    assert f"element vertex {len(mesh.points)}".encode() in head
    assert len(body) == len(mesh.points) * 8 * 4 + len(mesh.triangles) * (1 + 3 * 4)
