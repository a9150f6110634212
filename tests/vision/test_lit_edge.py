"""Faces across which a lamp's mirror image ends: pips that its edge crosses are read too."""

import cv2
import numpy as np
import pytest
from drawn_faces import BLACK, PART, PATTERNS, face, mirroring, small
from painted_table import EDGE, PaintedTable, turned

from vision.colours.highlight import DieColours
from vision.frame import Image
from vision.glare.lit_edge import evidence_across_edge
from vision.reader import TableReader

COLOURS = [DieColours(np.array(BLACK, np.float32), np.array((200, 200, 200), np.float32))]
RED, ALL_WHITE = (40, 30, 190), 230
ANGLES_DEG = (10, 45, 80, 135)


def half(angle_deg: float, offset: float = 0.0) -> list[tuple[float, float]]:
    """Give the corners of a half plane beyond a line, its normal's angle and its offset from the middle of a face."""
    normal = np.array([np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))])
    along, near = np.array([-normal[1], normal[0]]), 0.5 + offset * normal
    return [tuple(map(float, near + a * along + b * normal)) for a, b in ((-2, 0), (2, 0), (2, 2), (-2, 2))]


def evidence(large: Image, colours: list[DieColours] | None) -> tuple[float, ...] | None:
    return evidence_across_edge(small(large), PATTERNS, PART, colours)


@pytest.mark.parametrize("offset", [-0.12, 0.0, 0.1])
@pytest.mark.parametrize("angle_deg", ANGLES_DEG)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_is_read_on_both_sides_of_an_edge_or_asked(value: int, angle_deg: float, offset: float) -> None:
    seen = evidence(mirroring(face(value), half(angle_deg, offset)), COLOURS)
    assert seen is None or int(np.argmax(seen)) + 1 == value


@pytest.mark.parametrize("angle_deg", ANGLES_DEG)
@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_a_pip_in_the_middle_is_seen_or_missed_though_the_edge_crosses_it(value: int, angle_deg: float) -> None:
    seen = evidence(mirroring(face(value), half(angle_deg)), COLOURS)
    assert seen is not None
    assert int(np.argmax(seen)) + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_where_the_bright_side_is_all_white_the_other_tells_the_value_or_it_is_asked(value: int) -> None:
    seen = evidence(mirroring(face(value, RED), half(-60), ALL_WHITE), None)
    assert seen is None or int(np.argmax(seen)) + 1 == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_without_an_edge_shows_its_own_value_or_nothing(value: int) -> None:
    seen = evidence(face(value), COLOURS)
    assert seen is None or int(np.argmax(seen)) + 1 == value


def test_where_the_darker_side_is_no_dies_colour_nothing_is_said() -> None:
    seen = mirroring(face(3, (90, 30, 120)), half(45))
    assert evidence(seen, COLOURS) is None
    assert evidence(seen, []) is None


@pytest.mark.parametrize(("value", "angle_deg"), [(2, 45.0), (3, 20.0), (3, 110.0), (4, 45.0), (5, 20.0), (5, 110.0)])
def test_a_die_in_half_a_mirror_image_is_read_on_the_table(value: int, angle_deg: float) -> None:
    place, turn_deg = (430.0, 250.0), 20.0
    table = PaintedTable().die(place, turned(value, turn_deg), (90, 90, 86), (15, 15, 15))
    reading = TableReader(table.setup(count=1)).read(_half_lit(table, place, turn_deg, angle_deg))
    assert reading.values == (value,)
    assert reading.ok, reading.reasons


def _half_lit(table: PaintedTable, place: tuple[float, float], turn_deg: float, angle_deg: float) -> Image:
    """Let a lamp be mirrored in the half of a flat die's upper face."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 0.47 * EDGE
    turn = np.deg2rad(turn_deg)
    corners = square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + place
    normal = np.array([np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))])
    seen = table.picture()
    top, lit = (np.zeros(seen.shape[:2], np.uint8) for _ in range(2))
    along = np.array([-normal[1], normal[0]])
    half_plane = np.array([place + 40 * (a * along + b * normal) for a, b in ((-1, 0), (1, 0), (1, 1), (-1, 1))])
    for mask, shape in ((top, corners), (lit, half_plane)):
        points = table.view.project(np.column_stack([shape, np.full(4, EDGE)]))
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, shift=4)
    light = cv2.GaussianBlur((top & lit).astype(np.float32), (0, 0), 0.6)[..., None] * (90.0 / 255.0)
    return np.clip(seen + light, 0, 255).astype(np.uint8)
