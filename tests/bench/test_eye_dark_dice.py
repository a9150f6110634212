"""Black dice on dark grey felt, on one of the tables of `make bench-eye`: told from the pips of their own sides."""

import numpy as np
import pytest
from eye_scenes import Task, calibrated, labelled, with_dice_learned
from eye_set_ups import set_up

from controller.twin.scenes import Rest
from controller.twin.twin import Twin
from vision.accuracy.scoring import compare
from vision.reader import TableReader

BLOCK = Task(404018, "small", leaning=False, scenes=1, learned=True)


@pytest.fixture(scope="module")
def twin() -> Twin:
    return Twin(set_up(BLOCK.number, BLOCK.group), BLOCK.number)


@pytest.fixture(scope="module")
def reader(twin: Twin) -> TableReader:
    return TableReader(with_dice_learned(calibrated(twin), BLOCK))


@pytest.mark.parametrize("seed", [0, 8])
def test_black_dice_on_dark_felt_are_read(twin: Twin, reader: TableReader, seed: int) -> None:
    image, truth = twin.scene(np.random.default_rng(seed), Rest.FLAT)
    one = compare(labelled(twin, truth), reader.read(image), 0.0)
    assert one.grade == "right", one.reading.reasons
