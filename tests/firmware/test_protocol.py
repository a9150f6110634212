"""The panel link's frames (panel-link.md, Frames)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.protocol import FROM_BOARD, FROM_HOST, LONGEST_LINE, FrameError, decode, encode

MESSAGES = st.dictionaries(st.text(max_size=8), st.integers() | st.text(max_size=20) | st.booleans(), max_size=5)


@given(st.integers(0, 255), MESSAGES)
def test_what_was_encoded_is_decoded(sequence: int, message: dict[str, object]) -> None:
    assert decode(FROM_HOST, encode(FROM_HOST, sequence, message)) == (sequence, message)


@given(st.integers(0, 255), MESSAGES, st.data())
def test_a_changed_byte_is_never_taken_for_a_frame(
    sequence: int, message: dict[str, object], data: st.DataObject
) -> None:
    line = bytearray(encode(FROM_HOST, sequence, message))
    place = data.draw(st.integers(1, len(line) - 2))
    line[place] ^= data.draw(st.integers(1, 127))
    try:
        answer = decode(FROM_HOST, bytes(line))
    except FrameError:
        return
    assert answer == (sequence, message), "only a change that means the same may pass"


def test_golden_line() -> None:
    assert encode(FROM_HOST, 7, {"t": "ping"}) == b'>07 {"t":"ping"}*72d4f255\n'


def test_our_own_echo_is_console_text_to_us() -> None:
    assert decode(FROM_BOARD, encode(FROM_HOST, 1, {"t": "scene"})) is None


@pytest.mark.parametrize("line", [b"", b"MPY: soft reboot\r\n", b">>> ", b"Traceback"])
def test_lines_without_the_boards_mark_are_console_text(line: bytes) -> None:
    assert decode(FROM_BOARD, line) is None


def test_a_line_over_512_bytes_is_dropped_whole() -> None:
    with pytest.raises(FrameError, match="longer than 512"):
        encode(FROM_HOST, 0, {"x": "y" * LONGEST_LINE})
    with pytest.raises(FrameError, match="longer than 512"):
        decode(FROM_HOST, b">" + b"a" * LONGEST_LINE)


def test_sequence_wraps_at_a_byte() -> None:
    assert encode(FROM_HOST, 256, {}) == encode(FROM_HOST, 0, {})
