"""The command's front door: quick to start, errors as sentences, documented exit codes."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from controller.cli.entry import COMMANDS, main
from controller.cli.sitting import default_journal
from controller.errors import JournalError

HEAVY = {"numpy", "cv2", "rich", "mujoco", "msgspec", "sqlite3", "scipy", "matplotlib"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", "from controller.cli import main; main()", *arguments],
                          capture_output=True, text=True, check=False)  # fmt: skip


def test_help_names_every_command_and_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom controller.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as end:\n    print('code', end.code)\n"
        "print('modules', *sorted(m.split('.')[0] for m in sys.modules))"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "code 0" in output
    assert all(f"\n  {name} " in output for name in COMMANDS)
    assert not HEAVY & set(output.split("modules ")[1].split())


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert "Usage: stickman" in capsys.readouterr().out


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip() == f"stickman {version('stickman')}"


def test_an_unknown_command_is_wrong_use() -> None:
    answer = run("plya")
    assert answer.returncode == 2
    assert "plya" in answer.stderr


def test_an_error_is_one_sentence_without_traceback_unless_debug() -> None:
    wrong = ("replay", "no/such/recording", "--json")
    answer, debug = run(*wrong), run("--debug", *wrong)
    assert answer.returncode == 2
    assert answer.stderr.startswith("error: ")
    assert "Traceback" not in answer.stderr
    assert "Traceback" in debug.stderr


def test_where_no_folder_for_journals_can_be_made_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(JournalError, match="Name a file with --journal"):
        default_journal("home")


@pytest.mark.parametrize(
    ("table", "file"), [("home", "home"), ("../up", "_up"), ("my/table", "my_table"), ("..", "table"), ("Kü 1", "Kü 1")]
)
def test_a_tables_name_never_leads_out_of_the_folder_of_journals(
    table: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    journal = default_journal(table)
    assert journal.name == f"{file}.sqlite"
    assert journal.parent.is_dir()


def test_a_seed_below_zero_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["play", "--seed", "-1"])
    assert end.value.code == 2
    assert "--seed" in capsys.readouterr().err
