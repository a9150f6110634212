"""Which faces a die shows in each way it may look, and how their pips are turned then: against turned dice."""

from itertools import product

import numpy as np
import pytest

from vision.faces.pips import LAYOUTS, PIPS, SITES
from vision.faces.whole_die import RUNS, WAYS, explained, layouts_seen, seen
from vision.geometry import DieModel, Floats

RIGHT = DieModel(16.0, two_at_corner=True, three_at_corner=True, six_beside_two=True)
FAR = 2.0
"""How far faces are from the middle, in pip spacings."""

TURNS = [
    turn
    for turn in (np.array(each).reshape(3, 3) for each in product((-1, 0, 1), repeat=9))
    if (np.abs(turn).sum(axis=0) == 1).all() and (np.abs(turn).sum(axis=1) == 1).all() and np.linalg.det(turn) > 0
]
"""The 24 ways to turn a cube onto itself."""


def pips_in_space(axis: int, way: int, value: int) -> Floats:
    """Pips of a face that looks along an axis, or against it: on a grid along the next axis and the one after that."""
    pips = np.zeros((len(PIPS[value]), 3))
    pips[:, axis], pips[:, (axis + 1) % 3], pips[:, (axis + 2) % 3] = FAR * way, *PIPS[value].T
    return pips


def test_opposite_values_add_up_to_seven_and_half_of_the_ways_run_right_handed() -> None:
    assert len({tuple(way) for way in WAYS.tolist()}) == 48
    assert RUNS.sum() == 0
    assert RUNS[(WAYS == (1, 2, 3)).all(axis=1)] == 1
    assert RUNS[(WAYS == (1, 2, 4)).all(axis=1)] == -1
    assert all((seen(axis, 1) + seen(axis, -1) == 7).all() for axis in range(3))


@pytest.mark.parametrize("turn", TURNS)
def test_the_pips_of_a_turned_die_lie_where_its_way_to_look_says(turn: Floats) -> None:
    """1, 2 and 3 look along x, y and z; 2 and 3 run to their corner, and rows of the 6 lie beside the 2."""
    faces = {(axis, way): 1 + axis if way > 0 else 6 - axis for axis in range(3) for way in (1, -1)}
    pips = np.concatenate([pips_in_space(*face, value) for face, value in faces.items()]) @ turn.T
    looks = [next(v for (a, w), v in faces.items() if (turn[:, a] * w)[k] > 0) for k in range(3)]
    (number,) = np.flatnonzero((looks == WAYS).all(axis=1))
    assert RUNS[number] == 1
    for axis, way in faces:
        on = pips[np.abs(pips[:, axis] - FAR * way) < 0.1][:, [(axis + 1) % 3, (axis + 2) % 3]]
        layout = [(np.abs(on - site).max(axis=1) < 0.1).any() for site in SITES]
        one, other = (each[number] for each in layouts_seen(axis, way, RIGHT))
        assert one == other
        assert LAYOUTS[one].tolist() == layout


@pytest.mark.parametrize(("axis", "way"), list(product(range(3), (1, -1))))
def test_where_it_is_not_known_how_pips_are_turned_either_layout_may_show(axis: int, way: int) -> None:
    one, other = layouts_seen(axis, way, DieModel(16.0))
    turns = np.isin(seen(axis, way), (2, 3, 6))
    assert (other - one == turns).all()
    shares = np.arange(9, dtype=np.float32)
    assert (explained(shares, axis, way, DieModel(16.0)) == other).all()


@pytest.mark.parametrize("name", ["two_at_corner", "three_at_corner", "six_beside_two"])
def test_dice_whose_pips_are_turned_otherwise_show_the_other_layout(name: str) -> None:
    value = {"t": {"w": 2, "h": 3}, "s": {"i": 6}}[name[0]][name[1]]
    so, otherwise = (layouts_seen(0, 1, DieModel(16.0, **{name: turned}))[0] for turned in (True, False))
    assert ((so != otherwise) == (seen(0, 1) == value)).all()
