"""Pictures while playing: which frame, which crop, which die by colour; and trouble that never stops play."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from session_fakes import BEGUN, FAKE_HOUSE, order, put, thrown

from controller.errors import JournalError
from controller.journal import Journal
from controller.rolls.log import RollLog
from controller.rolls.pictures import PictureFolder, Retention
from controller.session.pipeline import Result
from controller.session.roll_book import RollBook
from controller.session.roll_keeper import RollKeeper, read_rolls
from controller.session.roll_pictures import LATE_NS, PictureTaker, die_names, frame_of
from controller.session.session import Session
from controller.throws.verdict import ThrownDie
from vision.frame import Frame
from vision.geometry import Board, Camera, DieModel, Lens, Pose, Setup

EDGE_MM, HIGH_MM = 16.0, 900.0
RED, BLUE = (40.0, 30.0, 190.0), (200.0, 60.0, 20.0)
MODELS = (DieModel(EDGE_MM, "red", body_bgr=RED), DieModel(EDGE_MM, "blue", body_bgr=BLUE))


@pytest.fixture(scope="module")
def camera() -> Camera:
    """A camera that looks straight down on the middle of the board."""
    lens = Lens(1280, 720, np.array([[1200.0, 0, 640], [0, 1200.0, 360], [0, 0, 1]]))
    down = np.diag([1.0, -1.0, -1.0])
    return Camera(lens, Pose(down, -down @ np.array([450.0, 225.0, HIGH_MM])))


def painted(camera: Camera, dice: list[tuple[tuple[float, float], tuple[float, float, float]]]) -> np.ndarray:
    """A green board with dice that show a six in white pips, in the shade."""
    image = np.full((720, 1280, 3), (60, 110, 45), np.uint8)
    half = EDGE_MM / 2
    for (x, y), colour in dice:
        corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
        px = camera.project(np.array([[*corner, EDGE_MM] for corner in corners]))
        cv2.fillConvexPoly(image, px.round().astype(np.int32), [0.7 * c for c in colour])
        for dx in (-4.0, 4.0):
            for dy in (-4.5, 0.0, 4.5):
                (spot,) = camera.project(np.array([[x + dx, y + dy, EDGE_MM]]))
                cv2.circle(image, [round(float(v)) for v in spot], 2, (240, 240, 240), -1)
    return image


def lying(*places: tuple[float, float] | None) -> tuple[ThrownDie, ...]:
    return tuple(ThrownDie(6, "flat", centre_mm=place) for place in places)


A, B = (200.0, 120.0), (640.0, 330.0)


def test_dice_are_told_apart_by_colour_whatever_the_order_and_the_light(camera: Camera) -> None:
    image = painted(camera, [(A, RED), (B, BLUE)])
    assert die_names(image, lying(A, B), camera, MODELS) == ("red", "blue")
    assert die_names(image, lying(B, A), camera, MODELS) == ("blue", "red")


def test_dice_that_look_alike_or_cannot_be_seen_have_no_names(camera: Camera) -> None:
    alike = painted(camera, [(A, RED), (B, RED)])
    assert die_names(alike, lying(A, B), camera, MODELS) == ("", "")
    assert die_names(alike, lying(A, None), camera, MODELS) == ("", "")
    assert die_names(alike, lying(A, B), camera, MODELS[:1]) == ("", "")
    assert die_names(alike, lying(A), camera, MODELS) == ("",)


def test_the_frame_of_a_throw_is_the_newest_that_its_verdict_names() -> None:
    image = np.zeros((4, 4, 3), np.uint8)
    throw = thrown(1000, 3, 4)  # at rest at 1900; the verdict names frames 3 and 4
    frames = [Frame(image, t_ns, index) for t_ns, index in ((2000, 3), (2100, 4), (2200, 5))]
    assert frame_of(throw, frames) is frames[1]
    assert frame_of(throw, frames[2:]) is frames[2]
    assert frame_of(throw, [Frame(image, 1900 + LATE_NS + 1, 9), Frame(image, 1000, 8)]) is None


class Table:
    """A session with its book, told of throws as an evening does."""

    def __init__(self, folder: Path, camera: Camera) -> None:
        self.journal = Journal.open(folder / "table.sqlite")
        self.session = Session.begin(self.journal, FAKE_HOUSE, BEGUN)
        setup = Setup(camera, Board(), MODELS)
        self.pictures = folder / "table.sqlite.rolls" / "pictures"
        taker = PictureTaker(PictureFolder(self.pictures), setup, Retention(), set(), lambda: 0.0)
        self.taker = taker
        self.book = RollBook(self.session, RollKeeper(self.journal, FAKE_HOUSE.games), taker)
        self.image = painted(camera, [(A, RED), (B, BLUE)])

    def throw(self, t_ns: int, a: int, b: int) -> None:
        self.book.see(Frame(self.image, t_ns + 950, 3))
        seen = thrown(t_ns, a, b)
        self.book.heard((Result(seen, self.session.take_throw(seen)),))

    def say(self, t_ns: int, command: object) -> None:
        self.book.heard((Result(command, self.session.command(command)),))  # type: ignore[arg-type]

    def close(self) -> None:
        self.book.close()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path, camera: Camera) -> Iterator[Table]:
    table = Table(tmp_path, camera)
    yield table
    table.close()


def test_each_throw_has_its_pictures_in_log_and_folder_and_the_log_can_be_derived_again(
    tmp_path: Path, camera: Camera
) -> None:
    table = Table(tmp_path, camera)
    table.say(1, put(1, 500))
    table.throw(2000, 3, 4)
    table.say(4000, order(4000, "correct", values=[3, 3]))
    table.close()
    path = tmp_path / "table.sqlite"
    (roll,) = read_rolls(path, FAKE_HOUSE.games)
    assert [picture.file for picture in roll.pictures] == ["0000003-full.jpg"]  # these dice have no place on the board
    assert (table.pictures / "0000003-full.jpg").stat().st_size == roll.pictures[0].size_bytes
    assert roll.faces == (3, 3)
    with RollLog.open(path, read_only=True) as log:
        assert list(log.rolls()) == [roll]
    assert table.taker._corrected == {3}


def test_crops_show_the_die_that_they_name(tmp_path: Path, camera: Camera) -> None:
    table = Table(tmp_path, camera)
    table.taker.see(Frame(table.image, 2950, 3))
    throw = thrown(2000, 6, 6)
    placed = type(throw)(throw.start_ns, throw.rest_ns, lying(B, A), throw.verdict)
    table.taker.ruled(7, placed)
    table.taker.close()
    (taken,) = table.taker.taken()
    assert taken.pictured.dice == ("blue", "red")
    assert [picture.die for picture in taken.pictured.pictures] == [None, 1, 2]
    first = cv2.imread(str(table.pictures / "0000007-die1.jpg"))
    assert first is not None
    middle = first[first.shape[0] // 2 - 3, first.shape[1] // 2]
    assert middle[0] > 100 > middle[2]  # blue
    assert 30 < first.shape[0] < 60
    table.close()


def test_a_folder_that_takes_no_pictures_is_said_and_play_goes_on(table: Table) -> None:
    table.pictures.parent.mkdir()
    table.pictures.write_text("a file where the folder should be")
    table.say(1, put(1, 500))
    table.throw(2000, 3, 4)
    table.taker._waiting.put(None)
    table.taker._writer.join()
    table.book.heard(())
    assert any("Play goes on without them" in trouble for trouble in table.session.scene().troubles)
    assert table.session.scene().throws == 1


def test_a_log_that_cannot_be_kept_is_said_and_caught_up_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_what: object, **_more: object) -> int:
        raise JournalError("the rolls cannot be kept: disk full")

    keep = RollLog.keep
    monkeypatch.setattr(RollLog, "keep", full)
    table.say(1, put(1, 500))
    table.throw(2000, 3, 4)
    assert any("disk full" in trouble for trouble in table.session.scene().troubles)
    assert table.session.scene().throws == 1
    monkeypatch.setattr(RollLog, "keep", keep)
    table.say(5000, put(5000, 300))
    assert table.session.scene().troubles == ()
    with RollLog.open(table.journal.path, read_only=True) as log:
        assert [roll.faces for roll in log.rolls()] == [(3, 4)]


def test_a_log_on_a_full_disk_leaves_the_journal_free_to_write(table: Table) -> None:
    database = table.book._keeper._log._database
    table.say(1, put(1, 500))
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(1, 40):
        table.throw(number * 10_000, 3, 4)
        table.say(number * 10_000 + 5000, put(number * 10_000 + 5000, 100))
    assert any("the rolls" in trouble for trouble in table.session.scene().troubles)
    assert not database.in_transaction
    database.execute("PRAGMA max_page_count = 100000")
    table.say(900_000, order(900_000, "undo"))
    assert table.session.scene().troubles == ()
    with RollLog.open(table.journal.path, read_only=True) as log:
        assert len(list(log.rolls())) == 39


@pytest.mark.twin
@pytest.mark.parametrize("seed", [2, 3])
def test_red_and_blue_dice_are_told_apart_at_random_simulated_tables(seed: int) -> None:
    pytest.importorskip("mujoco", reason="the simulated table needs the extra `twin`")
    from controller.twin.settings import BLUE_CASINO, RED_CASINO, TwinSettings
    from controller.twin.twin import Twin

    twin = Twin(replace(TwinSettings.random(seed), dice=(RED_CASINO, BLUE_CASINO)), seed)
    image, truth = twin.still()
    dice = lying(*((die.centre_mm[0], die.centre_mm[1]) for die in truth.dice))
    assert die_names(image, dice, twin.setup.camera, twin.setup.dice) == ("red casino", "blue casino")
