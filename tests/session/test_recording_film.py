"""Recordings whose frames are a film (`frames.mp4`): the right picture for each event, and the same throw."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import RecordingError
from controller.session.recording import open_recording
from controller.throws.events import WallEdge
from vision.frame import Frame, Image

FPS = 30.0
STEP_NS = 33_333_333


def shade(k: int) -> Image:
    return np.full((72, 128, 3), 10 * k, np.uint8)


def film(path: Path, pictures: list[Image]) -> None:
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    assert writer.isOpened()
    for picture in pictures:
        writer.write(picture)
    writer.release()


def recording(folder: Path, lines: list[dict[str, object]], frames: int = 12) -> Path:
    (folder / "table.toml").write_text("")
    (folder / "recording.json").write_text(json.dumps({"format": 1, "table": "table.toml", "frames": "frames.mp4"}))
    (folder / "events.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    film(folder / "frames.mp4", [shade(k) for k in range(frames)])
    return folder


def level(frame: object) -> int:
    assert isinstance(frame, Frame)
    return round(float(frame.image.mean()) / 10)


def test_each_event_gets_its_picture_of_the_film(tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [{"t_ns": k * STEP_NS, "frame": k} for k in (0, 1, 4, 5, 11)]
    lines.insert(3, {"t_ns": 4 * STEP_NS + 5, "edge": "far-1", "level": 1})
    events = list(open_recording(recording(tmp_path, lines)).events())
    assert isinstance(events[3], WallEdge)
    frames = [event for event in events if isinstance(event, Frame)]
    assert [level(frame) for frame in frames] == [0, 1, 4, 5, 11]
    assert [frame.exposed_ns for frame in frames] == [k * STEP_NS for k in (0, 1, 4, 5, 11)]


def test_a_film_gives_both_streams_and_can_be_played_twice(tmp_path: Path) -> None:
    opened = open_recording(recording(tmp_path, [{"t_ns": k, "frame": k} for k in range(3)]))
    for _ in range(2):
        events = list(opened.events(both_streams=True))
        assert [event.stream for event in events if isinstance(event, Frame)] == ["small", "main"] * 3
        assert [level(event) for event in events] == [0, 0, 1, 1, 2, 2]


def test_a_film_that_ends_too_early_or_is_none_is_named_by_line(tmp_path: Path) -> None:
    opened = open_recording(recording(tmp_path, [{"t_ns": 0, "frame": 2}, {"t_ns": 1, "frame": 40}]))
    with pytest.raises(RecordingError, match=r"line 2: frame 40 is missing; frames\.mp4 ends before it"):
        list(opened.events())
    (tmp_path / "frames.mp4").write_bytes(b"no film")
    with pytest.raises(RecordingError, match=r"line 1: frame 2 is missing"):
        list(opened.events())


def test_a_film_runs_forward_only(tmp_path: Path) -> None:
    opened = open_recording(recording(tmp_path, [{"t_ns": 0, "frame": 5}, {"t_ns": 1, "frame": 3}]))
    with pytest.raises(RecordingError, match=r"line 2: frame 3 comes after frame 5; a film runs forward only"):
        list(opened.events())


@pytest.mark.twin
def test_a_throw_filmed_as_mp4_is_judged_as_it_was(tmp_path: Path) -> None:
    pytest.importorskip("mujoco", reason="the throw comes from the simulated table")
    from controller.cli.replay import judged
    from controller.twin.files import write_table
    from controller.twin.throwing import Kind, Plan
    from controller.twin.twin import Twin

    twin = Twin(seed=6)
    write_table(twin, tmp_path)
    pictures: list[Image] = []
    lines: list[dict[str, object]] = []
    for event in twin.play(Plan(Kind.NORMAL)):
        if isinstance(event, WallEdge):
            lines.append({"t_ns": event.t_ns, "edge": event.zone, "level": event.level})
        elif event.stream == "main":
            lines.append({"t_ns": event.exposed_ns, "frame": len(pictures)})
            pictures.append(event.image)
    head = {"format": 1, "table": "table.toml", "frames": "frames.mp4"}
    (tmp_path / "recording.json").write_text(json.dumps(head))
    (tmp_path / "events.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    film(tmp_path / "frames.mp4", pictures)
    (throw,) = judged(open_recording(tmp_path))
    truth = twin.truths[-1]
    assert throw.values == truth.values
    assert throw.verdict.counts is truth.counts
