"""From a mask to the solid things in it."""

import numpy as np
import pytest

from vision.geometry import Board, Camera, DieModel, Lens, Pose, Setup
from vision.motion.blobs import blobs_of
from vision.motion.region import Region, region_of

DIE_PX = 15


@pytest.fixture(scope="module")
def region() -> Region:
    """A camera 900 mm above the middle of the board, looking straight down."""
    lens = Lens(640, 360, np.array([[640.0, 0, 319.5], [0, 640.0, 179.5], [0, 0, 1]]))
    down = np.diag([1.0, -1.0, -1.0])
    camera = Camera(lens, Pose(down, -down @ np.array([450.0, 225.0, 900.0])))
    return region_of(Setup(camera, Board(), (DieModel(19.05),)), 640, 360)


def mask(region: Region, *boxes: tuple[int, int, int, int]) -> np.ndarray:
    drawn = np.zeros(region.mask.shape, np.uint8)
    for x, y, w, h in boxes:
        drawn[y : y + h, x : x + w] = 255
    return drawn


def test_things_come_largest_first_and_specks_are_left_out(region: Region) -> None:
    found = blobs_of(mask(region, (50, 60, DIE_PX, DIE_PX), (200, 90, 2 * DIE_PX, DIE_PX), (300, 20, 3, 3)), region)
    assert [blob.box for blob in found] == [(200, 90, 2 * DIE_PX, DIE_PX), (50, 60, DIE_PX, DIE_PX)]
    covered_px = [blob.area_dice * region.die_area_px(*blob.centre_px) for blob in found]
    assert covered_px == pytest.approx([2 * DIE_PX**2, DIE_PX**2], rel=0.1)
    assert found[1].centre_px == (50 + 7 + region.left, 60 + 7 + region.top)


def test_a_part_of_the_region_shows_the_same_things_at_the_same_places(region: Region) -> None:
    whole = mask(region, (150, 80, DIE_PX, DIE_PX), (190, 95, DIE_PX, DIE_PX))
    for one, two in zip(blobs_of(whole, region), blobs_of(whole[70:130, 140:260], region, 140, 70), strict=True):
        assert (one.box, one.centre_px, one.area_dice) == (two.box, pytest.approx(two.centre_px), two.area_dice)


def test_a_piece_torn_off_is_put_back(region: Region) -> None:
    (found,) = blobs_of(mask(region, (100, 60, DIE_PX, DIE_PX), (117, 60, 5, DIE_PX)), region)
    assert found.box == (100, 60, 22, DIE_PX)


def test_an_empty_mask_has_nothing(region: Region) -> None:
    assert blobs_of(mask(region), region) == ()
