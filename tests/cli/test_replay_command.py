"""What a replay takes from a recording: its wall sensors."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the table is the simulated one")

import cv2

from controller.cli.replay import seated
from controller.session.recording import Recording, open_recording
from controller.twin.files import write_table
from controller.twin.twin import Twin

pytestmark = pytest.mark.twin

FRAME = {"t_ns": 0, "frame": 0}
EDGE = {"t_ns": 1, "edge": "far-2", "level": 1}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the simulated table's files and a picture of its empty board."""
    folder = tmp_path_factory.mktemp("board")
    twin = Twin(seed=2)
    write_table(twin, folder)
    cv2.imwrite(str(folder / "0.jpg"), twin.empty_pictures(1)[0])
    return folder


def recorded(board: Path, *lines: dict[str, object], head: dict[str, object] | None = None) -> Recording:
    """Write a recording at the board's table."""
    named = {"format": 1, "table": "table.toml", "frames": "*.jpg", **(head or {})}
    (board / "recording.json").write_text(json.dumps(named))
    (board / "events.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return open_recording(board)


@pytest.mark.parametrize(("lines", "zones"), [((FRAME,), []), ((FRAME, EDGE), ["far-2"])], ids=["silent", "heard"])
def test_sensors_without_a_pin_tell_nothing_unless_they_were_heard(
    board: Path, tmp_path: Path, lines: tuple[dict[str, object], ...], zones: list[str]
) -> None:
    recording = recorded(board, *lines)
    assert [zone.name for zone in seated(recording)[1].table.zones] == ["far-1", "far-2", "far-3"]
    for path in board.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    table = tmp_path / "table.toml"
    table.write_text(re.sub(r", gpio = \d+", "", table.read_text()))
    unwired = open_recording(tmp_path)
    assert [zone.name for zone in seated(unwired)[1].table.zones] == zones
