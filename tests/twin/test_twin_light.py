"""Light at the simulated table: where shadows fall, and how bright a lamp's mirror image is."""

from dataclasses import replace

import numpy as np
import pytest

from controller.twin.lens import camera_of
from controller.twin.lighting import Lighting
from controller.twin.settings import Lamp, LookSettings, TwinSettings
from controller.twin.shadows import ShadowPainter

PLACE_MM = np.array([450.0, 220.0, 10.0])
CUBE_MM = PLACE_MM + 10.0 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


def shaded(height_mm: float, ground_mm: float = 0.0) -> float:
    """Give how bright the darkest pixel is by a die, 1 being unshaded, where all that is seen has one height."""
    settings = TwinSettings()
    camera = camera_of(settings)
    wide, high = settings.main_size
    picture = np.full((high, wide, 3), 200, np.uint8)
    heights = np.full((high, wide), height_mm, np.float32)
    ShadowPainter(camera, Lighting(settings), heights).cast(picture, CUBE_MM + np.array([0, 0, ground_mm]), ground_mm)
    return float(picture.min()) / 200


def test_a_die_on_the_felt_shades_felt_and_the_foot_of_a_wall_but_no_rim() -> None:
    assert shaded(0.0) < 0.6
    assert shaded(0.0) < shaded(20.0) < 0.95
    assert shaded(110.0) == 1.0


def test_a_die_on_the_rim_shades_the_rim_but_not_the_felt_below() -> None:
    assert shaded(110.0, 110.0) < 0.6
    assert shaded(0.0, 110.0) == 1.0


def bright(side_mm: float = 300.0, **look: float) -> float:
    lamp = Lamp((400.0, 300.0, 1300.0), side_mm, 0.4)
    settings = TwinSettings(look=replace(LookSettings(lamps=(lamp,)), **look))
    return float(Lighting(settings).mirror_image(lamp)[1])


def test_the_same_light_from_a_smaller_lamp_is_brighter_in_its_mirror_image() -> None:
    assert bright(60.0) > 2.0 > bright(300.0) > bright(600.0)


@pytest.mark.parametrize("side_mm", [60.0, 300.0])
def test_a_mirror_image_dims_with_the_light(side_mm: float) -> None:
    assert bright(side_mm, brightness=0.5) == pytest.approx(0.5 * bright(side_mm, brightness=1.0))
