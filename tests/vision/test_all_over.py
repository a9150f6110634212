"""A picture that differs from the empty board all over is not searched for dice: one reason says what to do."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("mujoco", reason="the pictures come from the simulated table")

from controller.twin.scenes import Rest
from controller.twin.settings import TwinSettings
from controller.twin.twin import Twin
from vision.frame import Image
from vision.geometry import Background, Setup
from vision.reader import TableReader
from vision.reading import TableReading
from vision.table.kinds import kinds_of
from vision.table.scene import scene_of

pytestmark = pytest.mark.twin


@pytest.fixture(scope="module")
def table() -> tuple[Setup, Image]:
    """A table that knows its empty board, and a picture of dice that lie apart on it."""
    settings = TwinSettings()
    twin = Twin(settings, 0)
    empty = np.median(np.stack(twin.empty_pictures(3)), axis=0).astype(np.uint8)
    image, _ = twin.scene(np.random.default_rng(4), Rest.FLAT)
    return replace(twin.setup, background=Background(empty, settings.look.noise)), image


def moved(image: Image, x_px: float, y_px: float) -> Image:
    shift = np.array([[1, 0, x_px], [0, 1, y_px]], np.float32)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, shift, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def specked(image: Image) -> Image:
    """Put hundreds of specks on a picture."""
    specks = np.zeros(image.shape[:2], np.uint8)
    specks[20::45, 20::45] = 1
    grown = cv2.dilate(specks, np.ones((9, 9), np.uint8))
    return np.where(grown[..., None] > 0, 255 - image, image).astype(np.uint8)


def read_unsearched(setup: Setup, image: Image, monkeypatch: pytest.MonkeyPatch) -> TableReading:
    def never(*_args: object) -> None:
        raise AssertionError("no body is to be explained")

    monkeypatch.setattr("vision.reader.bodies_in_scene", never)
    return TableReader(setup).read(image)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda p: cv2.GaussianBlur(p, (0, 0), 2.2), "lost its focus"),
        (lambda p: moved(p, -1.3, 1.6), "have moved by about 2 mm"),
        (specked, "calibrate empty"),
    ],
    ids=["blurred", "moved", "specked"],
)
def test_what_has_changed_all_over_is_said_once_and_nothing_is_searched(  # type: ignore[no-untyped-def]
    table: tuple[Setup, Image], change, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, image = table
    reading = read_unsearched(setup, change(image), monkeypatch)
    assert not reading.ok and not reading.dice
    assert len(reading.reasons) == 1 and word in reading.reasons[0]


@pytest.mark.parametrize("gain", [0.85, 0.92])
def test_in_another_light_no_more_is_searched_and_the_same_is_read(table: tuple[Setup, Image], gain: float) -> None:
    setup, image = table
    kind, reader = kinds_of(setup)[0], TableReader(setup)
    lit = np.clip(image * gain, 0, 255).astype(np.uint8)
    assert len(scene_of(lit, kind).places) <= 2 * len(scene_of(image, kind).places)
    assert reader.read(lit).ok == reader.read(image).ok
    assert reader.read(lit).values == reader.read(image).values
