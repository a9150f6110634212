"""Pictures of throws as files: checksums, retention by age and size, corrected ones kept, full disks."""

import hashlib
import os
from pathlib import Path

import pytest

from controller.rolls.pictures import DAY_S, PictureFolder, Retention, Shot

NOW_S = 1_800_000_000.0


@pytest.fixture
def folder(tmp_path: Path) -> PictureFolder:
    return PictureFolder(tmp_path / "pictures")


def kept(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "pictures").iterdir())


def filled(folder: PictureFolder, tmp_path: Path, throws: int = 5, size: int = 100) -> None:
    """Throws 1, 2 ... each with a frame and a crop, one a day, the last one now."""
    for throw in range(1, throws + 1):
        folder.keep(throw, [Shot(bytes(size)), Shot(bytes(size), die=1)])
        for path in (tmp_path / "pictures").glob(f"{throw:07}-*"):
            os.utime(path, (NOW_S, NOW_S - (throws - throw) * DAY_S))


def test_a_picture_is_kept_with_its_checksum_and_named_after_its_throw(folder: PictureFolder, tmp_path: Path) -> None:
    full, crop = folder.keep(12, [Shot(b"frame"), Shot(b"die", die=2)])
    assert (full.file, full.sha256, full.size_bytes, full.die) == (
        "0000012-full.jpg",
        hashlib.sha256(b"frame").hexdigest(),
        5,
        None,
    )
    assert (crop.file, crop.die) == ("0000012-die2.jpg", 2)
    assert (tmp_path / "pictures" / full.file).read_bytes() == b"frame"
    assert list(folder.altered([full, crop])) == []
    (tmp_path / "pictures" / crop.file).write_bytes(b"dye")
    assert list(folder.altered([full, crop])) == [crop.file]


def test_pictures_go_when_they_are_too_old(folder: PictureFolder, tmp_path: Path) -> None:
    filled(folder, tmp_path)
    assert folder.sweep(Retention(days=2.5), (), NOW_S) == 2
    assert {name[:7] for name in kept(tmp_path)} == {"0000003", "0000004", "0000005"}


def test_the_oldest_pictures_go_until_the_rest_is_small_enough(folder: PictureFolder, tmp_path: Path) -> None:
    filled(folder, tmp_path)
    assert folder.sweep(Retention(days=1000, most_bytes=450), (), NOW_S) == 3
    assert {name[:7] for name in kept(tmp_path)} == {"0000004", "0000005"}
    assert folder.sweep(Retention(days=1000, most_bytes=450), (), NOW_S) == 0


def test_pictures_of_corrected_throws_stay_for_good(folder: PictureFolder, tmp_path: Path) -> None:
    filled(folder, tmp_path)
    assert folder.sweep(Retention(days=0.0, most_bytes=0), {1, 4}, NOW_S + 1) == 3
    assert {name[:7] for name in kept(tmp_path)} == {"0000001", "0000004"}


def test_what_else_lies_in_the_folder_is_left_alone(folder: PictureFolder, tmp_path: Path) -> None:
    filled(folder, tmp_path, throws=1)
    (tmp_path / "pictures" / "holiday.jpg").write_bytes(b"sea")
    folder.sweep(Retention(days=0.0, most_bytes=0), (), NOW_S + 9)
    assert kept(tmp_path) == ["holiday.jpg"]


def test_a_clock_set_back_takes_nothing_away(folder: PictureFolder, tmp_path: Path) -> None:
    filled(folder, tmp_path)
    assert folder.sweep(Retention(days=1.0), (), 0.0) == 0


def test_a_folder_that_was_never_made_has_nothing_to_sweep(folder: PictureFolder) -> None:
    assert folder.sweep(Retention(), (), NOW_S) == 0


def test_on_a_full_disk_a_throw_has_all_its_pictures_or_none(folder: PictureFolder, tmp_path: Path) -> None:
    folder.keep(1, [Shot(b"frame")])
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    (tmp_path / "pictures" / "0000002-die1.jpg").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space"):
        folder.keep(2, [Shot(b"frame"), Shot(b"die" * 9, die=1)])
    assert kept(tmp_path) == ["0000001-full.jpg"]
