"""A display that blocks, fails or dies never slows the table; the newest Scene wins."""

import threading
from collections.abc import Callable

import pytest

from controller.displays.runner import Runner
from controller.displays.scene import Scene
from controller.errors import HardwareError

PATIENCE_S = 20.0


def scene(number: int) -> Scene:
    return Scene("street", False, None, 0, (), None, revision=number)


class Slow:
    """A display that draws only when the test lets it; notes what it drew."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.begun = threading.Semaphore(0)
        self.drawn: list[int] = []

    def show(self, scene: Scene) -> None:
        self.begun.release()
        assert self.gate.acquire(timeout=PATIENCE_S)
        self.drawn.append(scene.revision)


class Says:
    """A display that does what the test says; `seen` wakes the test."""

    def __init__(self, do: Callable[[Scene], None]) -> None:
        self._do = do
        self.show = do


def test_the_table_never_waits_and_the_newest_scene_wins() -> None:
    display = Slow()
    with Runner("slow", display) as runner:
        runner.show(scene(0))
        assert display.begun.acquire(timeout=PATIENCE_S)
        for number in range(1, 1000):
            runner.show(scene(number))
        display.gate.release(2)
    assert display.drawn == [0, 999]


def test_lines_wait_in_order_as_deep_as_asked() -> None:
    display = Slow()
    with Runner("lines", display, depth=3) as runner:
        runner.show(scene(0))
        assert display.begun.acquire(timeout=PATIENCE_S)
        for number in range(1, 6):
            runner.show(scene(number))
        display.gate.release(4)
    assert display.drawn == [0, 3, 4, 5]


def test_a_display_that_fails_says_so_and_is_tried_again() -> None:
    news = threading.Semaphore(0)
    failures = iter([HardwareError("no light"), OSError(5, "gone")])

    def draw(_scene: Scene) -> None:
        error = next(failures, None)
        if error is not None:
            raise error

    with Runner("frail", Says(draw), changed=news.release) as runner:
        for expected in ("shows nothing: no light", "gone", ""):
            runner.show(scene(1))
            assert news.acquire(timeout=PATIENCE_S)
            assert runner.trouble.endswith(expected) or expected in runner.trouble
        assert runner.trouble == ""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_display_that_dies_of_its_own_fault_leaves_the_table_playing() -> None:
    news = threading.Semaphore(0)

    def draw(_scene: Scene) -> None:
        raise ZeroDivisionError

    with Runner("broken", Says(draw), changed=news.release) as runner:
        runner.show(scene(1))
        assert news.acquire(timeout=PATIENCE_S)
        assert "has stopped for good" in runner.trouble
        for number in range(1000):
            runner.show(scene(number))


def test_leaving_draws_what_still_waits() -> None:
    drawn: list[int] = []
    with Runner("last", Says(lambda shown: drawn.append(shown.revision))) as runner:
        runner.show(scene(7))
    assert drawn[-1] == 7
