"""The whole board: empty, moving, settling, still."""

import cv2
import numpy as np
import pytest
from motion_scene import FRAME_NS, SIZE, Scene, overhead

from vision.frame import Image
from vision.motion.board import STILL_AFTER_NS, BoardMotion, Look
from vision.motion.region import region_of
from vision.reading import Motion


def looks(scene: Scene, pictures: list[Image], background: bool = True) -> list[Look]:
    board = BoardMotion(scene.setup(background), pictures[0])
    return [board.see(picture, k * FRAME_NS) for k, picture in enumerate(pictures)]


def thrown(scene: Scene, rest_frames: int = 30) -> list[Image]:
    moving = [scene.picture((100 + 25 * k, 150), (90 + 24 * k, 260)) for k in range(20)]
    return [scene.picture() for _ in range(4)] + moving + [scene.picture((575, 150), (546, 260))] * rest_frames


def order(found: list[Look]) -> list[Motion]:
    states = [look.motion for look in found]
    return [s for k, s in enumerate(states) if k == 0 or s is not states[k - 1]]


@pytest.mark.parametrize("background", [True, False], ids=["calibrated", "learned"])
def test_a_throw_goes_from_empty_over_moving_and_settling_to_still(background: bool) -> None:
    scene = Scene()
    found = looks(scene, thrown(scene), background)
    assert order(found) == [Motion.EMPTY, Motion.MOVING, Motion.SETTLING, Motion.STILL]
    assert [len(look.blobs) for look in found[-5:]] == [2] * 5


def test_still_comes_only_a_quarter_of_a_second_after_the_last_movement() -> None:
    scene = Scene()
    found = looks(scene, thrown(scene))
    first = next(k for k, look in enumerate(found) if look.motion is Motion.STILL)
    last_moved = 23
    assert (first - last_moved) * FRAME_NS >= STILL_AFTER_NS
    assert found[first].rest_ns is not None
    assert last_moved * FRAME_NS < found[first].rest_ns <= (last_moved + 2) * FRAME_NS


def test_a_die_that_creeps_is_not_at_rest() -> None:
    scene = Scene()
    pictures = [scene.picture()] * 3 + [scene.picture((400 + 0.4 * k, 200)) for k in range(60)]
    assert Motion.STILL not in [look.motion for look in looks(scene, pictures)]


@pytest.mark.parametrize("noise", [0.5, 3.0, 6.0])
def test_noise_on_an_empty_board_is_nothing(noise: float) -> None:
    scene = Scene(noise=noise)
    found = looks(scene, [scene.picture() for _ in range(40)])
    assert order(found) == [Motion.EMPTY]
    assert not any(look.blobs for look in found)


def test_noise_over_resting_dice_does_not_move_them() -> None:
    scene = Scene(noise=5.0)
    found = looks(scene, [scene.picture((300, 200), (500, 300)) for _ in range(60)])
    assert all(look.motion is Motion.STILL for look in found[20:])


def test_light_that_changes_as_a_whole_is_nothing() -> None:
    scene = Scene()
    flicker = [scene.picture(light=1 + 0.1 * np.sin(2.1 * k)) for k in range(30)]
    fading = [scene.picture(light=1 - 0.012 * k) for k in range(40)]
    assert order(looks(scene, flicker)) == [Motion.EMPTY]
    assert order(looks(scene, fading)) == [Motion.EMPTY]


def test_somebodys_shadow_is_no_thing_and_moves_no_die() -> None:
    scene = Scene()
    across = np.arange(SIZE[0])[None, :] * np.ones((SIZE[1], 1))
    shades = [(255 * (1 - 0.4 * np.exp(-(((across - 5 * k) / 70) ** 2)))).astype(np.uint8) for k in range(90)]
    assert order(looks(scene, [scene.picture(over=s) for s in shades])) == [Motion.EMPTY]
    found = looks(scene, [scene.picture((400, 200), over=s) for s in shades])
    assert all(look.motion is Motion.STILL for look in found[25:])


def test_the_shadow_of_a_die_does_not_shift_it() -> None:
    scene = Scene()
    look = looks(scene, [scene.picture((200, 300))] * 3)[-1]
    seen = scene.camera.on_plane(np.array([look.blobs[0].centre_px]), scene.edge_mm / 2)[0]
    assert np.hypot(*(seen - [200, 300])) < 2.0
    assert 0.7 < look.blobs[0].area_dice < 1.5


@pytest.mark.parametrize("die", [(40, 30, 190), (200, 90, 30), (235, 235, 235), (25, 25, 25), (150, 220, 240)])
@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_dice_of_all_colours_are_found_from_above_and_from_aside(die: tuple[int, int, int], tilt_deg: float) -> None:
    scene = Scene(camera=overhead(tilt_deg), die=die)
    look = looks(scene, [scene.picture((200, 120), (650, 330))] * 3)[-1]
    assert len(look.blobs) == 2


def test_a_hand_is_seen_as_a_hand_and_as_movement() -> None:
    scene = Scene()
    pictures = [scene.picture((600, 200)) for _ in range(30)]
    reaching = [scene.with_hand(scene.picture((600, 200)), 60 + 10 * k) for k in range(20)]
    holding = [scene.with_hand(scene.picture((600, 200)), 250) for _ in range(30)]
    found = looks(scene, pictures + reaching + holding)
    assert not any(look.hand for look in found[:30])
    assert all(look.hand and look.motion is Motion.MOVING for look in found[40:])
    assert len(found[-1].blobs) == 1


def test_what_happens_outside_the_walls_is_not_looked_at() -> None:
    scene = Scene()
    pictures = [scene.picture() for _ in range(20)]
    for k, picture in enumerate(pictures):
        cv2.circle(picture, (30 * k, 6), 12, (255, 255, 255), -1)
    assert order(looks(scene, pictures)) == [Motion.EMPTY]


def test_the_opening_between_the_wall_tops_holds_every_place_a_die_shows() -> None:
    setup = Scene(camera=overhead(15.0)).setup()
    region = region_of(setup, *SIZE)
    for x, y in ((30, 60), (870, 60), (450, 225), (30, 420), (870, 420)):
        u, v = np.round(region.camera.project(np.array([[x, y, 19.0]]))[0]).astype(int)
        assert region.mask[v - region.top, u - region.left] == 255


def test_a_lamp_that_goes_off_is_said_and_moves_nothing() -> None:
    scene = Scene()
    board = BoardMotion(scene.setup(), scene.picture())
    lit = [board.see(scene.picture((300, 200)), k * FRAME_NS) for k in range(30)]
    dark = [board.see(scene.picture((300, 200), light=0.05), k * FRAME_NS) for k in range(30, 50)]
    assert lit[-1].motion is Motion.STILL
    assert {look.motion for look in dark} == {Motion.SETTLING}
    assert board.trouble is not None
    assert board.trouble.startswith("The picture is dark")
    again = [board.see(scene.picture((300, 200)), k * FRAME_NS) for k in range(50, 80)]
    assert Motion.MOVING not in {look.motion for look in again}
    assert again[-1].motion is Motion.STILL
    assert board.trouble is None


def test_a_board_that_is_not_the_calibrated_one_is_said() -> None:
    scene, other = Scene(), Scene(felt=(150, 60, 60))
    board = BoardMotion(scene.setup(), other.picture())
    board.see(other.picture(), 0)
    assert board.trouble is not None
    assert "calibrate empty" in board.trouble
