"""The panel link's frames (panel-link.md, Frames)."""

from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.protocol import FROM_BOARD, FROM_HOST, LONGEST_LINE, FrameError, LineCollector, decode, encode

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


def test_hex_digits_are_lower_case() -> None:
    line = encode(FROM_HOST, 0xAB, {"t": "ping"})
    body, crc = line[1:-10], line[-9:-1]
    for wrong in (b">%b*%b\n" % (body, crc.upper()), b">%b*%08x\n" % (b"AB" + body[2:], crc32(b"AB" + body[2:]))):
        assert wrong != line
        with pytest.raises(FrameError):
            decode(FROM_HOST, wrong)


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


GOLDEN = [
    (FROM_HOST, 1, {"t": "hello", "proto": 1, "nonce": "a1b2c3d4"}),
    (FROM_HOST, 2, {"t": "scene", "rev": 3, "puck": 2, "box": 6, "dice": [4, 2], "seats": [[8000, None, 2000]]}),
    (FROM_HOST, 3, {"t": "ping"}),
    (FROM_HOST, 4, {"t": "ack", "n": 1}),
    (FROM_BOARD, 1, {"t": "ack", "seq": 2, "rev": 3}),
    (FROM_BOARD, 2, {"t": "ack", "seq": 9, "rev": 3, "err": "box"}),
    (FROM_BOARD, 3, {"t": "button", "n": 1, "b": "undo"}),
]
LINES = [
    b'>01 {"t":"hello","proto":1,"nonce":"a1b2c3d4"}*71e5a6d9\n',
    b'>02 {"t":"scene","rev":3,"puck":2,"box":6,"dice":[4,2],"seats":[[8000,null,2000]]}*5a72a680\n',
    b'>03 {"t":"ping"}*6b787d4e\n',
    b'>04 {"t":"ack","n":1}*3d1a6e2c\n',
    b'<01 {"t":"ack","seq":2,"rev":3}*6f914ddf\n',
    b'<02 {"t":"ack","seq":9,"rev":3,"err":"box"}*05eb0c7e\n',
    b'<03 {"t":"button","n":1,"b":"undo"}*3d574170\n',
]


@pytest.mark.parametrize(
    ("case", "line"), list(zip(GOLDEN, LINES, strict=True)), ids=[str(case[2]["t"]) for case in GOLDEN]
)
def test_golden_lines_hold_every_message(case: tuple[bytes, int, dict[str, object]], line: bytes) -> None:
    mark, sequence, message = case
    assert encode(mark, sequence, message) == line
    assert decode(mark, line) == (sequence, message)


@given(st.lists(st.binary(max_size=700).filter(lambda line: b"\n" not in line), max_size=6), st.data())
def test_lines_come_out_however_the_bytes_are_split(lines: list[bytes], data: st.DataObject) -> None:
    collector = LineCollector()
    stream = b"".join(line + b"\n" for line in lines)
    out: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        out += collector.feed(stream[:size])
        stream = stream[size:]
    assert out == [line for line in lines if len(line) < LONGEST_LINE]
    assert collector.dropped == len(lines) - len(out)


def test_what_is_not_ascii_is_escaped() -> None:
    line = encode(FROM_HOST, 1, {"t": "é骰🎲\x03"})
    assert line.isascii() and b"\x03" not in line
    assert decode(FROM_HOST, line) == (1, {"t": "é骰🎲\x03"})
