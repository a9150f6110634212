"""A die that leans is cocked or asked, never flat and sure (SC-24); two sure dice never share one place."""

from types import SimpleNamespace

import pytest

pytest.importorskip("mujoco", reason="the leaning dice come from the simulated table")

from controller.twin.throwing import Kind, Plan
from controller.twin.twin import Twin
from vision.geometry import DieModel
from vision.reader import TableReader
from vision.reading import DieState
from vision.resting import PLAINLY_FLAT, Rest
from vision.together import _thin

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def twin() -> Twin:
    return Twin(seed=901)


@pytest.fixture(scope="module")
def reader(twin: Twin) -> TableReader:
    return TableReader(twin.setup)


@pytest.mark.parametrize("turn", range(6))
def test_SC_24_a_die_leaning_on_a_chip_is_never_flat_and_sure(twin: Twin, reader: TableReader, turn: int) -> None:
    image, truth = twin.still(Plan(Kind.COCKED_CHIP))
    reading = reader.read(image)
    cocked = sum(die.state is DieState.COCKED for die in truth.dice)
    said = sum(die.state in (DieState.COCKED, DieState.STACKED) for die in reading.dice)
    assert not reading.ok or (said == cocked and reading.values == truth.values)


def rest_at(x_mm: float, outlined: float = 1.0) -> Rest:
    return Rest(x_mm, 200.0, 9.5, 0.0, (0.9, 0.1, 0.1, 0.1, 0.1, 0.1), outlined=outlined)


def test_a_flat_die_whose_outline_fits_poorly_is_doubted() -> None:
    kind = SimpleNamespace(model=DieModel(19.05))
    poor, good = rest_at(100.0, PLAINLY_FLAT - 0.1), rest_at(100.0)
    assert _thin(poor, [poor], kind)  # type: ignore[arg-type]
    assert not _thin(good, [good], kind)  # type: ignore[arg-type]


def test_two_dice_in_one_place_are_doubted() -> None:
    kind = SimpleNamespace(model=DieModel(19.05))
    one, same, beside = rest_at(100.0), rest_at(106.0), rest_at(120.0)
    assert _thin(one, [one, same], kind)  # type: ignore[arg-type]
    assert not _thin(one, [one, beside], kind)  # type: ignore[arg-type]
