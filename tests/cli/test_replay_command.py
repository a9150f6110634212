"""What a replay takes from a recording: its wall sensors, its game with dice and judge, its policy."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the table is the simulated one")

import cv2
from click.testing import CliRunner

from controller.cli.replay import judged, replay, seated
from controller.cli.tables import twin_table
from controller.errors import ConfigError
from controller.session.kept import KeptDiceJudge
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


def test_the_simulated_sensors_are_known_as_well_as_at_the_table(board: Path) -> None:
    assert seated(recorded(board, FRAME))[1].table == twin_table(Twin(seed=2))


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


@pytest.mark.parametrize(("game", "dice"), [(None, 3), ("street", 2), ("general", 5)])
def test_the_game_says_how_many_dice_a_throw_has_and_else_the_table(
    board: Path, tmp_path: Path, game: str | None, dice: int
) -> None:
    recording = recorded(board, FRAME)
    for path in board.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    table = tmp_path / "table.toml"
    table.write_text(table.read_text().replace("count = 2", "count = 3"))
    setup, judge = seated(replace(recording, table=table), game=game)
    assert setup.dice_count == dice
    assert isinstance(judge, KeptDiceJudge) if game == "general" else judge.expected == dice


def test_dice_kept_at_general_are_those_named_in_the_recording(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []

    class Listening(KeptDiceJudge):
        def take(self, _event: object) -> tuple[()]:
            asked.append(tuple(self._named()))
            return ()

    monkeypatch.setattr("controller.session.kept.KeptDiceJudge", Listening)
    said = {"t_ns": 0, "command": {"do": "keep", "values": [2, 2]}}
    assert list(judged(recorded(board, EDGE | {"t_ns": 0}, said, EDGE), game="general")) == []
    assert asked == [(), (2, 2)]


def test_what_was_played_stands_in_the_recording_unless_the_options_say_otherwise(board: Path) -> None:
    played = recorded(board, FRAME, head={"game": "casino", "policy": "casino"})
    assert [seated(played, *said)[1].policy.name for said in ((), ("street",))] == ["casino", "street"]
    general = recorded(board, FRAME, head={"game": "general", "policy": "street", "kept": [3, 3]})
    assert isinstance(seated(general)[1], KeptDiceJudge)
    assert (general.kept, seated(general, game="bank")[1].policy.one_wall) == ((3, 3), "count")


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ({"game": "crps"}, "no game called 'crps'"),
        ({"game": "baccarat"}, "No dice are thrown at baccarat"),
        ({"policy": "club"}, "Unknown policy 'club'"),
    ],
)
def test_a_recording_of_what_is_not_known_is_refused(board: Path, head: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        seated(recorded(board, FRAME, head=head))


def test_a_game_without_dice_has_nothing_to_replay(board: Path) -> None:
    with pytest.raises(ConfigError, match="No dice are thrown at baccarat"):
        seated(recorded(board, FRAME), game="baccarat")


def test_a_line_cut_off_is_said_on_standard_error(board: Path) -> None:
    recorded(board, FRAME)
    with (board / "events.jsonl").open("a") as lines:
        lines.write('{"t_ns": 5, "fr')
    answer = CliRunner().invoke(replay, [str(board), "--json"])
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert "warning: " in answer.stderr and "line 2 was cut off" in answer.stderr
