"""Finding round spots: every polarity, size and colour, measured to a fraction of a pixel."""

import cv2
import numpy as np
import pytest

from vision.photos.pips import find_pips, pyramid


def spot(radius: float, body: tuple[int, int, int], ink: tuple[int, int, int], squeeze: float = 1.0) -> np.ndarray:
    large = np.full((2400, 2400, 3), body, np.uint8)
    axes = (round(8 * radius), round(8 * radius * squeeze))
    cv2.ellipse(large, (1204, 1204), axes, 0, 0, 360, ink, -1)
    return cv2.resize(large, (300, 300), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("radius", [3.0, 6.0, 11.0, 24.0])
@pytest.mark.parametrize(
    ("body", "ink"),
    [((235, 235, 235), (20, 20, 20)), ((20, 20, 170), (240, 240, 240)), ((20, 190, 230), (40, 30, 200))],
    ids=["black on white", "white on red", "red on yellow"],
)
def test_a_spot_is_found_once_in_its_place_and_size(
    radius: float, body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    pips = find_pips(pyramid(spot(radius, body, ink)))
    round_ones = pips.take(pips.rough < 0.1)
    assert len(round_ones) == 1
    assert np.allclose(round_ones.centre[0], 150, atol=0.3)
    assert round_ones.radius[0] == pytest.approx(radius, rel=0.12)
    assert np.allclose(round_ones.ink[0], ink, atol=25)
    assert np.allclose(round_ones.body[0], body, atol=10)


def test_the_stretch_tells_foreshortening() -> None:
    pips = find_pips(pyramid(spot(12, (230, 230, 230), (30, 30, 30), squeeze=0.7)))
    best = pips.take(np.array([int(np.argmin(pips.rough))]))
    assert best.stretch[0, 0] == pytest.approx(0.3 / 1.7, abs=0.03)
    assert best.stretch[0, 1] == pytest.approx(0, abs=0.03)


def test_plain_ground_and_edges_have_no_spots() -> None:
    picture = np.full((300, 400, 3), 90, np.uint8)
    picture[:, 200:] = 200
    assert len(find_pips(pyramid(picture))) == 0


def test_a_tiny_picture_is_no_error() -> None:
    assert len(find_pips(pyramid(np.zeros((1, 1, 3), np.uint8)))) == 0
