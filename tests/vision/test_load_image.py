"""Decoding pictures: size before decoding, whole files only, always BGR uint8 in the file's pixel order."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import ImageError
from vision.load import load_image

PICTURE = np.random.default_rng(7).integers(0, 255, (48, 64, 3), np.uint8)


def saved(path: Path, image: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


@pytest.mark.parametrize("kind", ["png", "bmp", "tiff", "webp", "jpg"])
def test_every_kind_comes_in_its_size(tmp_path: Path, kind: str) -> None:
    assert load_image(saved(tmp_path / f"a.{kind}", PICTURE)).shape == (48, 64, 3)


@pytest.mark.parametrize("kind", ["png", "bmp", "webp", "jpg"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_truncated_files_are_refused(tmp_path: Path, kind: str, share: float) -> None:
    path = saved(tmp_path / f"a.{kind}", PICTURE)
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(ImageError, match=r"truncated|not a picture"):
        load_image(path)


def test_a_jpeg_with_bytes_behind_its_end_is_whole(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", PICTURE)
    path.write_bytes(path.read_bytes() + b"maker's notes")
    assert load_image(path).shape == (48, 64, 3)


def test_giants_are_refused_before_they_are_decoded(tmp_path: Path) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 20_000, 6_000, 8, 2, 0, 0, 0)
    path = tmp_path / "giant.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    with pytest.raises(ImageError, match="20000x6000"):
        load_image(path)


@pytest.mark.parametrize("shape", [(48, 64), (48, 64, 4)])
@pytest.mark.parametrize("deep", [False, True])
def test_grey_alpha_and_sixteen_bits_become_eight_bit_colour(
    tmp_path: Path, shape: tuple[int, ...], deep: bool
) -> None:
    image = np.full(shape, 200, np.uint8)
    stored = image.astype(np.uint16) * 257 if deep else image
    read = load_image(saved(tmp_path / "a.png", stored))
    assert read.dtype == np.uint8
    assert np.array_equal(read, np.full((48, 64, 3), 200))


def test_exif_does_not_turn_the_picture(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jpg", PICTURE)
    data = path.read_bytes()
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(turned) + 2) + turned + data[2:])
    assert load_image(path).shape == (48, 64, 3)


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"II*\0", b"RIFF"])
def test_what_is_no_picture_is_said(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(content)
    with pytest.raises(ImageError, match=r"a\.bin"):
        load_image(path)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="cannot be read"):
        load_image(tmp_path)
