"""Recording throw by throw: what belongs to a throw's folder, and which folders stay."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from controller.errors import RecordingError
from controller.session.recording import open_recording
from controller.session.throw_recorder import AFTER_NS, BEFORE_NS, ThrowRecorder
from controller.throws.events import Command, WallEdge
from vision.frame import Frame

MS = 1_000_000
IMAGE = np.zeros((36, 64, 3), np.uint8)


class Board:
    """A board that moves when told to."""

    moving = False

    def busy(self) -> bool:
        return self.moving


@pytest.fixture
def board() -> Board:
    return Board()


def recorder_at(tmp_path: Path, board: Board, corrected_only: bool = False) -> ThrowRecorder:
    table = tmp_path / "table.toml"
    table.write_text("[table]\n")
    return ThrowRecorder(tmp_path / "rec", table, (), board.busy, corrected_only, patient=True)


def frames(recorder: ThrowRecorder, start_ms: int, count: int) -> int:
    for k in range(count):
        recorder(Frame(IMAGE, (start_ms + 33 * k) * MS, k, "main"))
    return start_ms + 33 * count


def throw(recorder: ThrowRecorder, board: Board, start_ms: int) -> int:
    """Dice rest, fly, are ruled, and rest again."""
    now = frames(recorder, start_ms, 60)
    board.moving = True
    now = frames(recorder, now, 10)
    recorder(WallEdge(now * MS, "far-1", 1))
    now = frames(recorder, now + 1, 10)
    recorder.ruled()
    board.moving = False
    return frames(recorder, now, 40)


def test_each_throw_has_its_folder_with_a_moment_before_and_after(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        throw(recorder, board, throw(recorder, board, 0))
    assert [path.name for path in recorder.kept] == ["throw-0001", "throw-0002"]
    events = [json.loads(line) for line in (recorder.kept[0] / "events.jsonl").read_text().splitlines()]
    times = [event["t_ns"] for event in events]
    edge = next(event["t_ns"] for event in events if "edge" in event)
    assert times == sorted(times)
    assert edge - BEFORE_NS - 700 * MS < times[0] < edge - BEFORE_NS
    assert edge + AFTER_NS < times[-1] < edge + AFTER_NS + 500 * MS
    assert len(open_recording(recorder.kept[0])) == len(events)


def lines_of(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def test_a_recording_begins_with_the_sensors_that_were_active_before_it(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        for zone, level in (("far-1", 1), ("far-2", 1), ("far-2", 0)):
            recorder(WallEdge(0, zone, level))
        now = throw(recorder, board, 1)
        throw(recorder, board, now)
    first, second = (lines_of(path) for path in recorder.kept)
    assert (first[0], first[1]["frame"]) == ({"t_ns": 0, "edge": "far-1", "level": 1}, 0)
    edge = next(line for line in first[1:] if "edge" in line)
    assert second[0] == edge
    assert [line["t_ns"] for line in second] == sorted(line["t_ns"] for line in second)


def test_a_recording_that_goes_on_after_a_pause_knows_what_the_sensors_did_in_it(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        board.moving = True
        now = frames(recorder, 0, 5)
        recorder(WallEdge(now * MS, "far-1", 1))
        board.moving = False
        now = frames(recorder, now + 1, 60)
        recorder(WallEdge(now * MS, "far-1", 0))
        recorder(Command(now * MS, {"do": "stake", "amount": 5}))
        now = throw(recorder, board, now)
    (lines,) = (lines_of(path) for path in recorder.kept)
    assert [line["level"] for line in lines if "edge" in line] == [1, 0, 1]
    assert [line["t_ns"] for line in lines] == sorted(line["t_ns"] for line in lines)


def test_a_throw_just_ruled_wants_to_be_seen_a_little_longer(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        assert recorder.until_ns == 0
        board.moving = True
        now = frames(recorder, 0, 5)
        assert recorder.until_ns == 0
        recorder.ruled()
        assert recorder.until_ns == (now - 33) * MS + AFTER_NS


def test_each_recording_says_what_is_played_when_it_begins(tmp_path: Path, board: Board) -> None:
    kept = [(), (3, 3)]
    table = tmp_path / "table.toml"
    table.write_text("[table]\n")
    about = {"game": "general", "policy": "casino"}
    recorder = ThrowRecorder(
        tmp_path, table, (), board.busy, patient=True, about=lambda: {**about, "kept": kept.pop(0)}
    )
    with recorder:
        throw(recorder, board, throw(recorder, board, 0))
    opened = [open_recording(path) for path in recorder.kept]
    assert [(each.game, each.policy, each.kept) for each in opened] == [
        ("general", "casino", ()),
        ("general", "casino", (3, 3)),
    ]


def test_a_hand_that_only_lifts_the_dice_begins_no_recording_of_its_own(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        board.moving = True
        now = frames(recorder, 0, 5)
        board.moving = False
        throw(recorder, board, frames(recorder, now, 5))
    assert [path.name for path in recorder.kept] == ["throw-0001"]


def test_keep_takes_away_what_nobody_corrected(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board, corrected_only=True) as recorder:
        now = throw(recorder, board, 0)
        recorder(Command(now * MS, {"command": "correct", "values": [3, 4]}))
        throw(recorder, board, now + 1)
    assert [path.name for path in recorder.kept] == ["throw-0001"]
    assert not (tmp_path / "rec" / "throw-0002").exists()
    assert '"correct"' in (recorder.kept[0] / "events.jsonl").read_text()


@pytest.mark.parametrize(
    "line",
    [
        {"command": "answer", "answer": "both"},
        {"command": "answer", "answer": "3 4"},
        {"command": "no_roll"},
        {"command": "undo"},
    ],
    ids=lambda line: " ".join(line.values()),
)
def test_keep_keeps_what_people_answered_called_off_or_took_back(
    tmp_path: Path, board: Board, line: dict[str, object]
) -> None:
    with recorder_at(tmp_path, board, corrected_only=True) as recorder:
        now = throw(recorder, board, 0)
        recorder(Command(now * MS, line))
    assert [path.name for path in recorder.kept] == ["throw-0001"]


def test_what_people_say_to_the_game_corrects_nothing(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board, corrected_only=True) as recorder:
        recorder(Command(throw(recorder, board, 0) * MS, {"do": "stake", "amount": 10}))
    assert recorder.kept == []


@pytest.mark.parametrize("corrected_only", [False, True])
def test_a_throw_that_only_people_saw_is_kept(tmp_path: Path, board: Board, corrected_only: bool) -> None:
    with recorder_at(tmp_path, board, corrected_only) as recorder:
        board.moving = True
        now = frames(recorder, 0, 5)
        board.moving = False
        now = frames(recorder, now, 5)
        recorder(Command(now * MS, {"command": "missed_roll", "values": [1, 2]}))
        throw(recorder, board, now + 1)
    assert [path.name for path in recorder.kept] == ["throw-0001", "throw-0002"][: 1 if corrected_only else 2]


def test_movement_that_no_throw_came_of_is_not_kept(tmp_path: Path, board: Board) -> None:
    with recorder_at(tmp_path, board) as recorder:
        board.moving = True
        frames(recorder, 0, 5)
    assert recorder.kept == []
    assert not (tmp_path / "rec" / "throw-0001").exists()


def test_a_patient_recorder_on_a_full_disk_holds_nothing_up(tmp_path: Path, board: Board) -> None:
    with pytest.raises(RecordingError, match="is not complete"), recorder_at(tmp_path, board) as recorder:
        board.moving = True
        frames(recorder, 0, 3)
        pictures = tmp_path / "rec" / "throw-0001" / "frames"
        while pictures.exists():  # a picture that comes meanwhile keeps the folder
            shutil.rmtree(pictures, ignore_errors=True)
        frames(recorder, 100, 300)
