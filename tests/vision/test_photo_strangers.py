"""What photos ask about: faces beside dice that were not read, bodies with dots; and what they do not ask about."""

import cv2
import numpy as np
import pytest
from drawn_dice import Colour, put, table

from vision.photo import read_photo


def blotted(picture: np.ndarray, at: tuple[int, int], radius: int, colour: Colour) -> None:
    layer = np.full_like(picture, colour)
    weight = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(weight, at, radius, 0.6, -1)
    weight = cv2.GaussianBlur(weight, (0, 0), radius / 3)[..., None]
    picture[:] = (weight * layer + (1 - weight) * picture).astype(np.uint8)


def carpet(size: int = 640) -> np.ndarray:
    """Give a dark weave with ragged light knots as large as pips."""
    rng = np.random.default_rng(7)
    picture = np.full((size, size, 3), (40, 40, 40), np.uint8)
    for y in range(12, size, 26):
        for x in range(12, size, 26):
            middle = np.array([x, y]) + rng.normal(0, 3, 2)
            corners = middle + rng.normal(0, 5.5, (7, 2))
            hull = cv2.convexHull(np.round(corners).astype(np.int32))
            cv2.fillPoly(picture, [hull], (150, 160, 170), cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def test_a_two_with_its_pips_near_the_middle_is_read() -> None:
    picture = table()
    put(picture, 5, (180, 200), edge=70, pip_radius=0.11)
    put(picture, 2, (420, 400), edge=70, turn_deg=20, pip_step=0.17, pip_radius=0.13)
    reading = read_photo(picture)
    assert reading.ok, reading.reasons
    assert reading.values == (2, 5)


def test_a_one_with_a_larger_pip_is_read() -> None:
    picture = table()
    put(picture, 5, (180, 200), edge=70, pip_radius=0.09)
    put(picture, 1, (420, 400), edge=70, turn_deg=20, pip_radius=0.13)
    reading = read_photo(picture)
    assert reading.ok, reading.reasons
    assert reading.values == (1, 5)


def test_a_translucent_body_is_read_by_its_pips() -> None:
    picture = table((170, 170, 170))
    violet, ghost = (150, 50, 130), (215, 120, 195)
    put(picture, 4, (320, 320), edge=90, turn_deg=15, body=violet, ink=(250, 250, 250), pip_radius=0.13)
    for at in ((320, 320), (300, 285), (335, 352)):
        blotted(picture, at, 8, ghost)
    assert read_photo(picture).values == (4,)


def test_another_pip_in_the_middle_is_no_four() -> None:
    picture = table((170, 170, 170))
    put(picture, 4, (320, 320), edge=90, turn_deg=15, body=(150, 50, 130), ink=(250, 250, 250), pip_radius=0.12)
    blotted(picture, (320, 320), 14, (250, 250, 250))
    reading = read_photo(picture)
    assert not (reading.ok and reading.values == (4,))


@pytest.mark.parametrize("value", [4, 5, 6])
def test_a_face_of_other_colours_that_touches_a_die_is_asked(value: int) -> None:
    picture = table()
    put(picture, 5, (260, 320), edge=90)
    put(picture, value, (360, 320), edge=90, body=(120, 120, 120), ink=(190, 190, 190), missing=1)
    reading = read_photo(picture)
    assert not reading.ok, reading.values


def test_a_body_with_dots_of_another_kind_is_asked() -> None:
    picture = table()
    put(picture, 5, (150, 150))
    cv2.circle(picture, (430, 420), 45, (30, 30, 130), -1, cv2.LINE_AA)
    for dx, dy in ((-14, -10), (16, -6), (2, 18)):
        cv2.ellipse(picture, (430 + dx, 420 + dy), (6, 3), 30, 0, 360, (60, 190, 210), -1, cv2.LINE_AA)
    assert not read_photo(picture).ok


def test_a_ragged_weave_is_no_die() -> None:
    picture = carpet()
    put(picture, 5, (200, 220), edge=110, turn_deg=17)
    put(picture, 3, (430, 400), edge=110, turn_deg=58)
    reading = read_photo(picture)
    assert reading.values == (3, 5)
    assert not any("spot" in reason or "circle" in reason for reason in reading.reasons)


def test_a_large_circle_on_an_empty_table_is_asked() -> None:
    picture = table()
    cv2.circle(picture, (300, 300), 14, (240, 240, 240), -1, cv2.LINE_AA)
    reading = read_photo(picture)
    assert reading.dice == ()
    assert not reading.ok
