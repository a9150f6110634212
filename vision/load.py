"""Decode picture files safely: the size is known before decoding, and half a picture is no picture."""

import struct
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from controller.errors import ImageError
from vision.frame import Image

MAX_PIXELS = 100_000_000

_MAX_BYTES = 2_000_000_000
_JPEG_SIZE_MARKERS = frozenset({*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
_JPEG_BARE_MARKERS = frozenset({0x01, *range(0xD0, 0xD9)})

Size = tuple[int, int]


def load_image(path: Path) -> Image:
    """Decode a picture to (h, w, 3) BGR uint8, in the pixel order of the file (no EXIF turning).

    Raises ImageError for a file that is missing, no picture, truncated or over 100 megapixels.
    """
    data = _bytes_of(path)
    size = _checked_size(data, path)
    if size is not None:
        _refuse_giants(size, path)
    image = _decoded(data)
    if image is None:
        raise ImageError(f"{path} is not a picture that can be decoded. Give a JPEG or PNG file.")
    _refuse_giants((image.shape[1], image.shape[0]), path)
    return image


def _bytes_of(path: Path) -> bytes:
    try:
        if path.is_file() and path.stat().st_size > _MAX_BYTES:
            raise ImageError(f"{path} is larger than any picture of 100 megapixels. Give a smaller one.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise ImageError(f"{path} does not exist. Check the name.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ImageError(f"{path} cannot be read: {reason}.") from None
    if not data:
        raise ImageError(f"{path} is empty. Copy the picture again.")
    return data


def _decoded(data: bytes) -> Image | None:
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if image is None or image.size == 0 else np.asarray(image, dtype=np.uint8)


def _checked_size(data: bytes, path: Path) -> Size | None:
    """Read width and height from the header and see that the file is whole; None for a kind not known here."""
    kinds: tuple[tuple[bytes, Callable[[bytes], Size]], ...] = (
        (b"\xff\xd8\xff", _jpeg_size),
        (b"\x89PNG\r\n\x1a\n", _png_size),
        (b"BM", _bmp_size),
        (b"RIFF", _webp_size),
        (b"II*\0", _tiff_size),
        (b"MM\0*", _tiff_size),
    )
    for magic, size_of in kinds:
        if data.startswith(magic):
            try:
                return size_of(data)
            except (struct.error, IndexError):
                raise ImageError(f"{path} is truncated: the file ends too early. Copy the picture again.") from None
    return None


def _refuse_giants(size: Size, path: Path) -> None:
    width, height = size
    if width * height > MAX_PIXELS:
        raise ImageError(f"{path} has {width}x{height} pixels; more than 100 megapixels are not read. Scale it down.")


def _jpeg_size(data: bytes) -> Size:
    """Walk the segments up to the scan; IndexError where the end marker is missing (ITU-T T.81, annex B)."""
    at, size = 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if marker in _JPEG_BARE_MARKERS or marker == 0xFF:
            at += 1 if marker == 0xFF else 2
            continue
        length = struct.unpack_from(">H", data, at + 2)[0]
        if marker in _JPEG_SIZE_MARKERS:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        at += 2 + length
        if marker == 0xDA:
            break
    if data.find(b"\xff\xd9", at) < 0:
        raise IndexError("no end of image")
    return size


def _png_size(data: bytes) -> Size:
    """Walk the chunks up to IEND; struct.error where it is missing (PNG, section 5)."""
    width, height = struct.unpack_from(">II", data, 16)
    at, kind = 8, b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        at += 12 + length
    if at > len(data):
        raise IndexError("last chunk cut off")
    return width, height


def _bmp_size(data: bytes) -> Size:
    total, start, width, height = struct.unpack_from("<2xI4xI4xii", data, 0)
    if max(total, start) > len(data):
        raise IndexError("pixels cut off")
    return abs(width), abs(height)


def _webp_size(data: bytes) -> Size:
    total, form, kind = struct.unpack_from("<I4s4s", data, 4)
    if form != b"WEBP":
        return 0, 0
    if total + 8 > len(data):
        raise IndexError("last chunk cut off")
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff_size(data: bytes) -> Size:
    """Read tags 256 and 257 of the first directory (TIFF 6.0, section 2)."""
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", data, 4)[0]
    count = struct.unpack_from(order + "H", data, at)[0]
    tags = {}
    for entry in range(count):
        place = at + 2 + 12 * entry
        tag, kind = struct.unpack_from(order + "HH", data, place)
        tags[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, place + 8)[0]
    return tags.get(256, 0), tags.get(257, 0)
