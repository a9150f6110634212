"""The plane of the top faces: laid by square grids; a side face in an oblique view is no second die."""

import cv2
import numpy as np
import pytest
from drawn_dice import put, table

from vision.photo import read_photo
from vision.photos.pips import find_pips, pyramid
from vision.photos.plane import Plane, estimate_plane, laid_by_grids, stretch_of_grids


def flat_plane() -> Plane:
    return Plane(np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32), np.zeros(2, np.float32))


def lowered(picture: np.ndarray, share: float) -> np.ndarray:
    h, w = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (w, round(share * h)), interpolation=cv2.INTER_AREA))


def test_a_square_grid_has_no_stretch_however_it_is_turned() -> None:
    turn = np.radians([0, 30, 77])
    u = np.stack([np.cos(turn), np.sin(turn)], axis=1) * 9
    v = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * 9
    assert np.allclose(stretch_of_grids(u, v), 0, atol=1e-3)


@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0])
def test_a_foreshortened_grid_stretches_like_a_pip_on_it(turn_deg: float) -> None:
    turn = np.radians(turn_deg)
    squeeze = np.diag([1.0, 0.7])
    u = squeeze @ [np.cos(turn), np.sin(turn)]
    v = squeeze @ [-np.sin(turn), np.cos(turn)]
    assert stretch_of_grids(u[None], v[None])[0] == pytest.approx([0.3 / 1.7, 0], abs=1e-3)


def test_grids_that_agree_lay_the_plane() -> None:
    laid = laid_by_grids(flat_plane(), np.array([[0.15, 0.0], [0.14, 0.01], [-0.1, 0.1]]), np.ones(3))
    assert laid.laid == pytest.approx([0.145, 0.005], abs=0.01)


def test_without_grids_the_plane_stays() -> None:
    plane = flat_plane()
    assert laid_by_grids(plane, np.zeros((0, 2)), np.zeros(0)) is plane


def test_the_slope_is_the_tangent_of_the_tilt() -> None:
    picture = table()
    put(picture, 5, (320, 320), edge=120)
    plane = estimate_plane(find_pips(pyramid(lowered(picture, float(np.cos(np.radians(35)))))))
    assert np.degrees(np.arctan(plane.slope)) == pytest.approx(35, abs=4)
    assert abs(plane.uphill[1]) == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("value", [4, 5])
def test_pips_that_shade_makes_oval_on_a_square_face_are_read(value: int) -> None:
    picture = table()
    put(picture, value, (200, 220), edge=80, turn_deg=12, pip_squeeze=0.75)
    put(picture, 5, (430, 400), edge=80, turn_deg=51, pip_squeeze=0.75)
    reading = read_photo(picture)
    assert reading.ok, reading.reasons
    assert reading.values == tuple(sorted((value, 5)))


@pytest.mark.parametrize("share", [0.95, 0.85, 0.75])
def test_dice_are_read_from_aslant(share: float) -> None:
    picture = table()
    put(picture, 3, (200, 180), edge=80, turn_deg=10)
    put(picture, 6, (430, 420), edge=80, turn_deg=35)
    assert read_photo(lowered(picture, share)).values == (3, 6)


def test_a_side_seen_nearly_as_well_as_its_top_is_asked() -> None:
    top, side = table(size=400), table(size=400)
    put(top, 1, (200, 200), edge=120)
    put(side, 4, (200, 200), edge=120, body=(205, 210, 210))
    upper, lower = lowered(top, float(np.cos(np.radians(40)))), lowered(side, float(np.sin(np.radians(40))))
    edge_of_top, edge_of_side = round(len(upper) * 260 / 400), round(len(lower) * 140 / 400)
    reading = read_photo(np.vstack([upper[:edge_of_top], lower[edge_of_side:]]))
    assert not reading.ok
    assert any("may be a side" in reason for reason in reading.reasons)
