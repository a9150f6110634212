"""Every command in the documentation runs, in a folder with the files that the pages speak of."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mujoco", reason="the pages' files come from the simulated table")

import cv2

from controller.cli.entry import COMMANDS
from controller.twin.files import write_table
from controller.twin.twin import Twin

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = ("bench", "calibration", "controller", "docs", "firmware", "tests", "vision")
SOURCES = [path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
TYPED = {"stickman referee street": "", "stickman play": "quit\n", "stickman record": "quit\n"}


def commands_of(page: Path) -> Iterator[str]:
    for block in BLOCK.findall(page.read_text()):
        for line in block.replace("\\\n", " ").splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                yield line


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with photo.jpg, still.jpg, its labels.jsonl, table.toml and its calibration."""
    path = tmp_path_factory.mktemp("docs")
    twin = Twin(seed=2)
    write_table(twin, path)
    image, truth = twin.still()
    for name in ("photo.jpg", "still.jpg"):
        cv2.imwrite(str(path / name), image)
    (path / "labels.jsonl").write_text(json.dumps({"image": "still.jpg", "values": truth.values}) + "\n")
    for number, picture in enumerate(twin.empty_pictures(3)):
        cv2.imwrite(str(path / f"empty_{number}.jpg"), picture)
    return path


@pytest.fixture
def folder(table: Path, tmp_path: Path) -> Path:
    """Give each page a folder of its own, in which its commands run one after the other."""
    return Path(shutil.copytree(table, tmp_path / "table"))


def test_the_readme_shows_its_two_commands_first() -> None:
    first = BLOCK.findall((ROOT / "README.md").read_text())[0]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make demo", "make test"]
    makefile = (ROOT / "Makefile").read_text()
    assert re.search(r"^demo:", makefile, re.M) and re.search(r"^test:", makefile, re.M)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_each_page_run(page: Path, folder: Path) -> None:
    """In turn, in one test: later ones read what earlier ones wrote."""
    for line in commands_of(page):
        runs(line, folder)


def runs(line: str, folder: Path) -> None:
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        assert re.search(rf"^{re.escape(words[1])}:", (ROOT / "Makefile").read_text(), re.M), line
        return
    assert words[0] == "stickman", line
    assert words[1].startswith("-") or words[1] in COMMANDS, line
    typed = next((text for start, text in TYPED.items() if line.startswith(start)), "")
    if words[1] == "play" and "--journal" not in words:
        words += ["--journal", "docs.sqlite"]
    command = [sys.executable, "-c", "from controller.cli import main; main()", *words[1:]]
    answer = subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, f"{line}\n{answer.stderr}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "hardware.md"], ids=lambda page: page.name)
def test_sources_that_pages_name_are_there(page: Path) -> None:
    named = re.findall(r"`((?:[\w-]+/)*\w+\.py)`", page.read_text())
    assert [name for name in named if not any(f"/{source}".endswith(f"/{name}") for source in SOURCES)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), target
