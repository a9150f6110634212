"""Colours that JPEG smears over a die's outline: free dice are known as flat ones at a glance all the same."""

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

import vision.judging.together as together
from calibration.light import measure_empty
from vision.cubes.cube import upright
from vision.finding.bodies import find_bodies
from vision.frame import Image
from vision.geometry import Setup
from vision.reader import TableReader
from vision.table.kinds import kinds_of
from vision.ways.agreeing import agrees_but_smear, outlined
from vision.ways.sighting import sight_as_drawn

DICE = [((300.0, 200.0), 4, 20.0), ((600.0, 260.0), 2, 65.0)]


def compressed(picture: Image) -> Image:
    _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), dtype=np.uint8)


def table_and_picture() -> tuple[Setup, Image]:
    table = PaintedTable(view=camera(5.0))
    empties = [compressed(table.picture()) for _ in range(5)]
    for place, value, turn_deg in DICE:
        table.die(place, turned(value, turn_deg))
    setup = table.setup(count=2)
    background, _ = measure_empty(empties, setup.camera, setup.board)
    return Setup(setup.camera, setup.board, setup.dice, background, 2), compressed(table.picture())


def test_free_dice_in_a_compressed_picture_need_no_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    setup, picture = table_and_picture()

    def never(*_: object) -> None:
        raise AssertionError("Ways to lie are compared.")

    monkeypatch.setattr(together, "_judged", never)
    reading = TableReader(setup).read(picture)
    assert reading.ok
    assert reading.values == (2, 4)


def test_what_is_no_smear_counts_against_a_die() -> None:
    setup, picture = table_and_picture()
    kind = kinds_of(setup)[0]
    body = next(body for body in find_bodies(picture, kind) if body.explanation.faces[0].value == 4)
    sight = sight_as_drawn(body, kind)
    (x_mm, y_mm), _, turn_deg = DICE[0]
    there, beside = (upright(x_mm + off_mm, y_mm, np.deg2rad(turn_deg)) for off_mm in (0.0, 3.0))
    assert agrees_but_smear(sight, there) > max(outlined(sight, there), together.SMEARED_OUTLINE)
    assert agrees_but_smear(sight, beside) < together.SMEARED_OUTLINE
