"""Photos without calibration: drawn dice are read whatever their colours, and doubts are said, not guessed."""

import json
from itertools import combinations_with_replacement
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_dice import Colour, put, table

from vision.drawing.overlay import draw_overlay
from vision.load import load_image
from vision.photo import read_photo

SHARED = Path(__file__).resolve().parents[3] / "shared" / "photos"


@pytest.mark.parametrize("values", list(combinations_with_replacement(range(1, 7), 2)))
def test_two_dice_are_read(values: tuple[int, int]) -> None:
    picture = table()
    put(picture, values[0], (200, 220), turn_deg=17)
    put(picture, values[1], (420, 380), turn_deg=58)
    reading = read_photo(picture)
    assert reading.ok, reading.reasons
    assert reading.values == values


@pytest.mark.parametrize(
    ("body", "ink"),
    [((30, 30, 180), (240, 240, 240)), ((40, 140, 40), (240, 240, 240)), ((30, 190, 235), (40, 40, 190))],
    ids=["white on red", "white on green", "red on yellow"],
)
@pytest.mark.parametrize("value", range(2, 7))
def test_coloured_dice_are_read(value: int, body: Colour, ink: Colour) -> None:
    picture = table((150, 150, 150))
    put(picture, value, (320, 300), edge=80, turn_deg=30, body=body, ink=ink)
    assert read_photo(picture).values == (value,)


def test_the_place_size_and_turn_of_a_die_are_told() -> None:
    picture = table()
    put(picture, 5, (320.0, 250.0), edge=72, turn_deg=25)
    (die,) = read_photo(picture).dice
    assert die.centre_px == pytest.approx((320, 250), abs=1)
    assert die.edge_px == pytest.approx(72, rel=0.1)
    assert die.angle_deg == pytest.approx(25, abs=2)
    assert die.centre_mm is None


def test_touching_dice_are_two() -> None:
    picture = table()
    put(picture, 4, (300, 300))
    put(picture, 6, (361, 300))
    assert read_photo(picture).values == (4, 6)


def test_an_empty_table_has_no_dice() -> None:
    reading = read_photo(table())
    assert reading.ok
    assert reading.dice == ()


def test_a_face_with_a_pip_gone_is_asked_or_not_sure() -> None:
    picture = table()
    put(picture, 6, (320, 300), missing=1)
    put(picture, 5, (150, 150))
    reading = read_photo(picture)
    assert not reading.ok
    assert reading.reasons


def test_a_body_without_a_face_is_asked() -> None:
    picture = table()
    put(picture, 5, (150, 150))
    cv2.rectangle(picture, (390, 390), (450, 450), (40, 40, 200), -1)
    reading = read_photo(picture)
    assert reading.values == (5,)
    assert not reading.ok
    assert any("body" in reason for reason in reading.reasons)


def test_a_larger_pip_elsewhere_is_asked() -> None:
    picture = table()
    put(picture, 5, (150, 150))
    cv2.circle(picture, (450, 420), 9, (220, 225, 225), -1, cv2.LINE_AA)
    assert not read_photo(picture).ok


def test_the_told_edge_rules_out_other_sizes() -> None:
    picture = table()
    put(picture, 5, (320, 300), edge=60)
    assert read_photo(picture, die_edge_px=60).values == (5,)
    assert read_photo(picture, die_edge_px=150).dice == ()


def test_the_overlay_leaves_the_picture_alone() -> None:
    picture = table()
    put(picture, 3, (320, 300))
    before = picture.copy()
    drawn = draw_overlay(picture, read_photo(picture))
    assert np.array_equal(picture, before)
    assert not np.array_equal(drawn, before)


def _labels(source: str) -> list[dict[str, object]]:
    path = SHARED / "labels.jsonl"
    if not path.is_file():
        pytest.skip("the photos are not beside the project")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [row for row in rows if row["source"] == source]


@pytest.mark.shared
def test_no_die_on_empty_mats() -> None:
    for row in _labels("wiktoriakeller-empty"):
        assert read_photo(load_image(SHARED / str(row["image"]))).dice == ()


@pytest.mark.shared
def test_the_tray_photos_are_mostly_read_and_never_wrong() -> None:
    rows = _labels("kingjacker")
    readings = [read_photo(load_image(SHARED / str(row["image"]))) for row in rows]
    sure = [(row["values"], list(r.values)) for row, r in zip(rows, readings, strict=True) if r.ok]
    assert all(truth == read for truth, read in sure)
    assert len(sure) >= 0.75 * len(rows)
