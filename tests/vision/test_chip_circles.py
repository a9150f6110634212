"""Circles through the points of a chip's rim."""

import numpy as np
import pytest

from vision.bodies.circles import Points, refined

LOW, HIGH = 20.0, 60.0


def rim(column: float, row: float, radius: float, part: float) -> Points:
    """Give points (90, 2) of a part of a circle."""
    turns = np.linspace(0.0, 2 * np.pi * part, 90)
    return np.column_stack([column + radius * np.cos(turns), row + radius * np.sin(turns)]).astype(np.float32)


@pytest.mark.parametrize("part", [1.0, 0.5, 0.3])
@pytest.mark.parametrize("place", [(80.0, 60.0), (2080.0, 1160.0)], ids=["in a window", "far from its corner"])
def test_a_circle_is_drawn_to_its_rim(part: float, place: tuple[float, float]) -> None:
    near = np.array([place[0] + 0.8, place[1] - 0.6, 35.5], np.float32)
    assert refined(rim(*place, 36.0, part), near, LOW, HIGH) == pytest.approx([*place, 36.0], abs=0.01)


def test_points_of_one_line_leave_a_circle_as_it_was() -> None:
    line = np.column_stack([np.full(40, 100.0), np.linspace(55.0, 65.0, 40)]).astype(np.float32)
    circle = np.array([60.0, 60.0, 40.0], np.float32)
    assert np.array_equal(refined(line, circle, LOW, HIGH), circle)


def test_few_points_leave_a_circle_as_it_was() -> None:
    circle = np.array([80.0, 60.0, 35.5], np.float32)
    assert np.array_equal(refined(rim(80.0, 60.0, 36.0, 1.0)[:9], circle, LOW, HIGH), circle)
