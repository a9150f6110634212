"""A calibration that no longer holds is noticed and said; dice, chips and hands are no drift."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

pytest.importorskip("mujoco", reason="the pictures come from the simulated table")

from controller.twin.settings import TwinSettings
from controller.twin.twin import Twin
from vision.drift import CHECK_EVERY_NS, SURE_CHECKS, Drift, Marks, troubles
from vision.frame import Frame
from vision.geometry import Background, Setup
from vision.reading import TableReading
from vision.watch import Watch

pytestmark = pytest.mark.twin

TABLES = {"home": TwinSettings(), "plain": TwinSettings.random(3, dice=4)}


@pytest.fixture(scope="module")
def home() -> Twin:
    return Twin(TwinSettings(), 0)


@pytest.fixture(scope="module", params=TABLES, ids=list(TABLES))
def table(request: pytest.FixtureRequest, home: Twin) -> tuple[Twin, Setup]:
    """A twin with a set-up whose background was averaged from its own noisy pictures, as `calibrate empty` does."""
    settings = TABLES[request.param]
    twin = home if request.param == "home" else Twin(settings, 3)
    empty = np.median(np.stack(twin.empty_pictures(3)), axis=0).astype(np.uint8)
    return twin, replace(twin.setup, background=Background(empty, settings.look.noise))


def moved(image: np.ndarray, x: float, y: float) -> np.ndarray:
    shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
    return cv2.warpAffine(image, shift, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REPLICATE)


def test_dice_and_chips_on_the_board_are_no_drift(table: tuple[Twin, Setup]) -> None:
    twin, setup = table
    marks = Marks(setup, setup.background)
    assert len(marks) >= 6
    for _ in range(2):
        signs = marks.compare(twin.scene()[0])
        assert troubles(signs) == {}
        assert signs.moved_mm is not None and signs.moved_mm < 0.5
        assert signs.sharpness == pytest.approx(1.0, abs=0.05) and signs.gain == pytest.approx(1.0, abs=0.03)


def test_a_shift_is_measured_in_millimetres_on_the_board(table: tuple[Twin, Setup]) -> None:
    twin, setup = table
    marks = Marks(setup, setup.background)
    at = setup.camera.project(np.array([[400.0, 200.0, 0.0], [404.0, 200.0, 0.0]]))
    signs = marks.compare(moved(twin.empty_pictures(1)[0], *(at[1] - at[0])))
    assert signs.moved_mm == pytest.approx(4.0, abs=0.5)
    assert list(troubles(signs)) == ["moved"] and "about 4 mm" in troubles(signs)["moved"]


def test_a_camera_turned_by_half_a_degree_is_noticed() -> None:
    settings = replace(TwinSettings(), main_size=(640, 360), small_size=(320, 180))
    twin = Twin(settings, 0)
    turned = replace(settings, view=replace(settings.view, turn_deg=settings.view.turn_deg + 0.5))
    marks = Marks(twin.setup, twin.setup.background)
    assert "moved" in troubles(marks.compare(Twin(turned, 0).empty_pictures(1)[0]))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda p: cv2.GaussianBlur(p, (0, 0), 2.2), "focus"),
        (lambda p: np.clip(p * 0.6, 0, 255).astype(np.uint8), "light"),
        (lambda p: np.clip(p * 1.6, 0, 255).astype(np.uint8), "light"),
        (lambda p: np.clip(p * (0.85, 1.0, 1.15), 0, 255).astype(np.uint8), "light"),
    ],
    ids=["blurred", "darker", "brighter", "warmer"],
)
def test_lost_focus_and_other_light_are_told_apart(table: tuple[Twin, Setup], change, kind: str) -> None:  # type: ignore[no-untyped-def]
    twin, setup = table
    said = troubles(Marks(setup, setup.background).compare(change(twin.empty_pictures(1)[0])))
    assert list(said) == [kind]


def test_pictures_of_another_size_tell_nothing(home: Twin) -> None:
    marks = Marks(home.setup, home.setup.background)
    assert troubles(marks.compare(np.zeros((360, 640, 3), np.uint8))) == {}


def test_what_is_seen_once_is_not_said_and_what_is_over_is_taken_back(home: Twin) -> None:
    drift = Drift(home.setup)
    good = home.empty_pictures(1)[0]
    bad = moved(good, 5.0, 0.0)
    said = []
    for number, picture in enumerate([good, bad, good, *[bad] * SURE_CHECKS, good]):
        now_ns = number * CHECK_EVERY_NS
        assert drift.due(now_ns)
        drift.see(picture, now_ns)
        assert not drift.due(now_ns + CHECK_EVERY_NS - 1)
        said.append(drift.trouble is not None)
    assert said == [False] * (2 + SURE_CHECKS) + [True, False]


def test_without_a_background_nothing_is_compared(home: Twin) -> None:
    drift = Drift(replace(home.setup, background=None))
    assert not drift.due(0)
    drift.see(np.zeros((720, 1280, 3), np.uint8), 0)
    assert drift.trouble is None


def test_a_board_that_was_pushed_is_said_during_play(home: Twin) -> None:
    watch = Watch(home.setup, lambda _image, _exposed_ns, _frame: TableReading())
    empty = home.empty_pictures(1)[0]
    said = []
    for number in range(12):
        picture = empty if number < 4 else moved(empty, 2.5, 0.0)
        watch.see(Frame(picture, number * 1_000_000_000, number))
        said.append(watch.trouble)
    assert said[:6] == [None] * 6
    assert said[-1] is not None and "have moved by about 2 mm" in said[-1]
