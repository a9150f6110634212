"""Painted frames show what the truth says, where the camera model says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.twin.camera import DieView, Scene
from controller.twin.dice import DieShape
from controller.twin.layouts import marker_corners_mm
from controller.twin.lens import camera_of
from controller.twin.outcome import rotation_of, top_face
from controller.twin.scenes import Rest
from controller.twin.settings import RED_CASINO, WHITE, TwinSettings
from controller.twin.twin import Twin
from vision.geometry import Camera, Floats

pytestmark = pytest.mark.twin
FACE_UP = {3: [1, 0, 0, 0], 4: [0, 1, 0, 0], 2: [1, 1, 0, 0], 5: [1, -1, 0, 0], 6: [1, 0, 1, 0], 1: [1, 0, -1, 0]}


def lying(value: int, yaw_deg: float = 20.0) -> Floats:
    """A rotation with a value of a right-handed die up."""
    half = np.radians(yaw_deg) / 2
    turn = np.array(FACE_UP[value], float)
    yaw = rotation_of(np.array([np.cos(half), 0, 0, np.sin(half)]))
    return yaw @ rotation_of(turn / np.linalg.norm(turn))


def close_up(twin: Twin, value: int, place: Floats, wide: int = 120) -> Floats:
    """A clean top view (grey, z = edge) of one die, `wide` px for 1.2 edges."""
    rotation = lying(value)
    assert top_face(rotation, RED_CASINO)[0] == value
    painter = twin._painters["main"]
    image = painter.paint(Scene((DieView(0, ((place, rotation),)),)))
    edge = RED_CASINO.edge_mm
    c, s = np.cos(np.radians(20)), np.sin(np.radians(20))
    corners = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float) * 0.5 * edge @ np.array([[c, s], [-s, c]])
    px = twin.camera.project(np.column_stack([corners + place[:2], np.full(4, edge)]))
    square = np.array([[0, 0], [wide, 0], [wide, wide], [0, wide]], np.float32)
    warp = cv2.getPerspectiveTransform(px.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(image, warp, (wide, wide), flags=cv2.INTER_CUBIC))[..., 1].astype(float)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("place", [(450.0, 225.0), (150.0, 90.0), (800.0, 380.0)])
def test_pips_of_the_top_face_can_be_counted(twin: Twin, value: int, place: tuple[float, float]) -> None:
    face = close_up(twin, value, np.array([*place, RED_CASINO.edge_mm / 2]))
    mask = (face > 140).astype(np.uint8)
    one_pip = np.pi * (RED_CASINO.pip_radius_mm / RED_CASINO.edge_mm) ** 2
    assert mask.mean() / one_pip == pytest.approx(value, abs=0.8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = (stats[1:, cv2.CC_STAT_AREA] > 120).sum()
    # At about 24 px an edge the rows of a six run together, as in real pictures.
    assert large == value if value < 6 else large >= 2


def test_top_face_lies_where_the_geometry_projects_it(twin: Twin) -> None:
    place = np.array([700.0, 120.0, RED_CASINO.edge_mm / 2])
    rotation = lying(1)
    painter = twin._painters["main"]
    image = painter.paint(Scene((DieView(0, ((place, rotation),)),)))
    pip = twin.camera.project((place + np.array([0, 0, RED_CASINO.edge_mm / 2]))[None])[0]
    x, y = (int(v) for v in np.round(pip))
    patch = image[y - 6 : y + 7, x - 6 : x + 7, 1].astype(float)
    weight = np.clip(patch - 110, 0, None)
    rows, columns = np.mgrid[-6:7, -6:7]
    found = np.array([(weight * columns).sum(), (weight * rows).sum()]) / weight.sum() + (x, y)
    assert np.linalg.norm(found - pip) < 0.35


def test_silhouette_agrees_with_the_painted_difference(twin: Twin) -> None:
    place = np.array([300.0, 330.0, RED_CASINO.edge_mm / 2])
    rotation = lying(6, 33)
    painter = twin._painters["main"]
    image = painter.paint(Scene((DieView(0, ((place, rotation),)),)))
    red = (image[..., 2].astype(int) - image[..., 1] > 40) & (painter.empty[..., 1] > painter.empty[..., 2])
    outline = twin.camera.project(DieShape(RED_CASINO).outline @ rotation.T + place)
    hull = cv2.convexHull(outline.astype(np.float32))
    area = cv2.contourArea(hull)
    assert 0.6 * area < red.sum() < 1.15 * area
    inside = [cv2.pointPolygonTest(hull, (float(x), float(y)), True) > -1.5 for y, x in np.argwhere(red)]
    assert np.mean(inside) > 0.99


def test_setup_describes_the_table_exactly(twin: Twin, settings: TwinSettings) -> None:
    camera: Camera = twin.setup.camera
    assert (camera.lens.width, camera.lens.height) == settings.main_size
    assert camera.position_mm[2] == pytest.approx(settings.view.height_mm)
    assert twin.setup.dice_count == 2
    assert twin.setup.dice[0].edge_mm == RED_CASINO.edge_mm
    assert twin.setup.background is not None
    assert twin.setup.background.image.shape == (720, 1280, 3)
    corners = camera.project(settings.board.corners_mm())
    assert (corners > 0).all()
    assert (corners < settings.main_size).all()


def test_markers_are_printed_where_the_table_file_says(twin: Twin, settings: TwinSettings) -> None:
    grey = cv2.cvtColor(twin._painters["main"].empty, cv2.COLOR_BGR2GRAY)
    for corners in marker_corners_mm(settings.board).values():
        middle = np.mean(corners, axis=0)
        outward = np.array(corners) + (np.array(corners) - middle) * 0.08
        inward = np.array(corners) - (np.array(corners) - middle) * 0.12
        for black, white in zip(twin.camera.project(inward), twin.camera.project(outward), strict=True):
            assert grey[round(white[1]), round(white[0])] > grey[round(black[1]), round(black[0])] + 40


def test_noise_is_as_set_and_differs_between_frames(twin: Twin, settings: TwinSettings) -> None:
    one, two = (p.astype(float) for p in twin.empty_pictures(2))
    clean = twin._painters["main"].empty.astype(float)
    middle = np.s_[300:420, 500:700]
    assert (one - clean)[middle].std() == pytest.approx(settings.look.noise, rel=0.15)
    assert abs((one - clean)[middle].mean()) < 0.1
    assert abs(np.corrcoef((one - clean)[middle].ravel(), (two - clean)[middle].ravel())[0, 1]) < 0.05


def test_a_moving_die_is_smeared_along_its_way(twin: Twin) -> None:
    rotation = lying(1)
    painter = twin._painters["main"]
    places = [np.array([400.0 + 4 * k, 225.0, 60.0]) for k in range(6)]
    image = painter.paint(Scene((DieView(0, tuple((p, rotation) for p in places)),)))
    red = image[..., 2].astype(int) - painter.empty[..., 2] > 25
    rows, columns = np.nonzero(red)
    assert np.ptp(columns) > np.ptp(rows) + 12


def test_shadow_darkens_the_felt_beside_a_die(twin: Twin) -> None:
    place = np.array([250.0, 300.0, RED_CASINO.edge_mm / 2])
    painter = twin._painters["main"]
    image = painter.paint(Scene((DieView(0, ((place, lying(2)),)),)))
    away = np.array([[250 + 13.6 * np.cos(a), 300 + 13.6 * np.sin(a), 0] for a in np.linspace(0, 6, 24)])
    ratio = [
        image[round(y), round(x), 1] / max(int(painter.empty[round(y), round(x), 1]), 1)
        for x, y in twin.camera.project(away)
    ]
    assert min(ratio) < 0.85


def test_other_tables_differ_and_stay_usable() -> None:
    drawn = [TwinSettings.random(seed) for seed in range(40)]
    assert {s.dice[0].name for s in drawn} >= {"red casino", "white", "black"}
    for settings in drawn:
        assert 700 <= settings.view.height_mm <= 1200
        corners = camera_of(settings).project(settings.board.corners_mm(settings.board.wall_height_mm))
        assert (corners > -2).all()
        assert (corners < np.array(settings.main_size) + 2).all()


def test_scene_gives_a_picture_with_its_truth(quick: TwinSettings) -> None:
    twin = Twin(quick, seed=3)
    image, truth = twin.scene(np.random.default_rng(5), Rest.ON_CHIP)
    assert image.shape == (360, 640, 3)
    assert truth.dice[0].support == "chips"
    assert truth.dice[0].state == "flat"
    assert not twin.truths


def test_white_dice_are_painted_white(quick: TwinSettings) -> None:
    twin = Twin(replace(quick, dice=(WHITE,), chips=0), seed=1)
    image, truth = twin.scene(np.random.default_rng(1), Rest.FLAT)
    x, y = twin.camera.project(np.array([truth.dice[0].centre_mm]))[0]
    patch = image[round(y) - 4 : round(y) + 5, round(x) - 4 : round(x) + 5]
    assert np.percentile(patch.min(axis=2), 80) > 130
