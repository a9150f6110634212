"""Recordings: what is written comes back, and what is wrong is named with file and line."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import RecordingError
from controller.session.recorder import Recorder
from controller.session.recording import open_recording
from controller.throws.events import Command, WallEdge
from vision.frame import Frame

HEAD = {"format": 1, "table": "table.toml", "frames": "frames/*.jpg"}


def picture(grey: int) -> np.ndarray:
    return np.full((36, 64, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    table = tmp_path / "table.toml"
    table.write_text("[table]\n")
    with Recorder(tmp_path / "throw", table) as record:
        record(Frame(picture(50), 100, 7, "main"))
        record(Frame(picture(99), 110, 9, "small"))
        record(WallEdge(120, "far-1", 1))
        record(Command(130, {"do": "stake", "amount": 5}))
        record(Frame(picture(200), 140, 8, "main"))
    return tmp_path / "throw"


def test_events_come_back_in_the_order_in_which_they_were_taken(folder: Path) -> None:
    recording = open_recording(folder)
    frame, edge, command, last = recording.events()
    assert isinstance(frame, Frame)
    assert isinstance(last, Frame)
    assert (frame.exposed_ns, frame.index, last.exposed_ns, last.index) == (100, 0, 140, 1)
    assert abs(int(last.image.mean()) - 200) <= 2
    assert edge == WallEdge(120, "far-1", 1)
    assert command == Command(130, {"do": "stake", "amount": 5})
    assert recording.table.read_text() == "[table]\n"


def test_lines_are_exactly_those_of_the_format(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert json.loads((folder / "recording.json").read_text()) == HEAD
    assert lines[:2] == [{"t_ns": 100, "frame": 0}, {"t_ns": 120, "edge": "far-1", "level": 1}]
    assert lines[2] == {"t_ns": 130, "command": {"do": "stake", "amount": 5}}


def test_a_recording_is_in_time_order_in_whatever_order_the_events_came(tmp_path: Path, folder: Path) -> None:
    with Recorder(tmp_path / "late", folder / "table.toml") as record:
        record(Frame(picture(50), 100, 7, "main"))
        record(Command(90, {"do": "stake", "amount": 5}))
        record(WallEdge(95, "far-1", 1))
        record(Frame(picture(60), 110, 8, "main"))
    frame, command, last = open_recording(tmp_path / "late").events()
    assert isinstance(frame, Frame) and isinstance(last, Frame)
    assert command == Command(100, {"do": "stake", "amount": 5})
    assert (frame.exposed_ns, last.exposed_ns, record.left_out) == (100, 110, 1)


@pytest.mark.parametrize("line", [{"do": "x\ud800"}, {"do": object()}], ids=["text", "thing"])
def test_what_cannot_be_written_ends_the_recording_in_words_and_holds_nothing_up(
    tmp_path: Path, folder: Path, line: dict[str, object]
) -> None:
    recorder = Recorder(tmp_path / "late", folder / "table.toml", patient=True)
    recorder(Frame(picture(50), 100, 7, "main"))
    recorder(Command(110, line))
    for k in range(200):
        recorder(WallEdge(120 + k, "far-1", k % 2))
    with pytest.raises(
        RecordingError, match=r"late is not complete: .*\. What was written before that can be replayed"
    ):
        recorder.close()
    assert len(open_recording(tmp_path / "late")) == 1


def test_both_streams_can_be_made_of_one(folder: Path) -> None:
    streams = [e.stream for e in open_recording(folder).events(both_streams=True) if isinstance(e, Frame)]
    assert streams == ["small", "main", "small", "main"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"t_ns": 1, "frame": 0}\n{"t_ns"\n', r"events\.jsonl, line 2: Input data was truncated"),
        ('{"t_ns": 1, "frame": 0}\n{"t_ns"\n{"t_ns": 2, "fr', r"events\.jsonl, line 2: Input data was truncated"),
        ('{"t_ns": 1, "frame": 0}\n{"t_ns": 5, "sneeze": 2}', r"line 2: unknown event"),
        ('{"t_ns"', r"line 1: Input data was truncated"),
        ('{"t_ns": 5, "frame": 0}\n\n{"t_ns": 4, "frame": 1}', r"line 3: time goes back from 5 to 4"),
        ('{"t_ns": 5, "frame": 2}', r"line 1: frame 2 is missing; 'frames/\*\.jpg' gives 2 pictures"),
        ('{"t_ns": 5, "sneeze": 2}', r"line 1: unknown event"),
        ('{"t_ns": 5, "edge": "far-1", "level": 2}', r"line 1: Expected `int` <= 1"),
    ],
)
def test_a_bad_line_is_named(folder: Path, text: str, sentence: str) -> None:
    (folder / "events.jsonl").write_text(text)
    with pytest.raises(RecordingError, match=sentence):
        open_recording(folder)


@pytest.mark.parametrize("rest", ['{"t_ns": 2, "fra', '{"t_ns": 2, "edge": "f\xc3', "{", "\0\0\0", '{"t_n\0\0'])
def test_a_last_line_that_a_power_cut_cut_off_is_left_out_and_said(folder: Path, rest: str) -> None:
    (folder / "events.jsonl").write_bytes(b'{"t_ns": 1, "frame": 0}\n' + rest.encode("latin-1"))
    recording = open_recording(folder)
    assert len(recording) == 1
    assert recording.warning.endswith("events.jsonl: line 2 was cut off and is left out.")


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_whole_last_line_needs_no_end(folder: Path, end: str) -> None:
    (folder / "events.jsonl").write_text('{"t_ns": 1, "frame": 0}\n{"t_ns": 2, "frame": 1}' + end)
    recording = open_recording(folder)
    assert (len(recording), recording.warning) == (2, "")


def test_a_newer_format_and_a_missing_file_are_refused(folder: Path) -> None:
    (folder / "recording.json").write_text(json.dumps({**HEAD, "format": 2}))
    with pytest.raises(RecordingError, match="format 2 is newer than 1"):
        open_recording(folder)
    (folder / "recording.json").unlink()
    with pytest.raises(RecordingError, match="cannot be read: No such file"):
        open_recording(folder)


def test_a_damaged_picture_is_named(folder: Path) -> None:
    (folder / "frames" / "000001.jpg").write_bytes(b"no picture")
    with pytest.raises(RecordingError, match=r"line 4: 000001\.jpg is no picture"):
        list(open_recording(folder).events())


def test_a_picture_of_another_size_is_named(folder: Path) -> None:
    cv2.imwrite(str(folder / "frames" / "000001.jpg"), np.zeros((20, 30, 3), np.uint8))
    with pytest.raises(RecordingError, match=r"line 4: frame 1 has 30 x 20 pixels, the first one 64 x 36 pixels"):
        list(open_recording(folder).events())


def test_a_pattern_that_is_none_is_refused_in_words(folder: Path) -> None:
    (folder / "recording.json").write_text(json.dumps({**HEAD, "frames": "frames/**x/*.jpg"}))
    with pytest.raises(RecordingError, match=r"is no pattern for files: |gives 0 pictures"):  # newer Pythons allow it
        open_recording(folder)


def test_a_recording_is_never_written_over(folder: Path) -> None:
    with pytest.raises(RecordingError, match="already holds a recording"):
        Recorder(folder, folder / "table.toml")


def test_a_head_that_names_no_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "recording.json").write_text('{"format": 1, "table": "table.toml", "frames": ""}')
    (tmp_path / "events.jsonl").write_text('{"t_ns": 0, "frame": 0}\n')
    with pytest.raises(RecordingError, match="frames is empty"):
        open_recording(tmp_path)
