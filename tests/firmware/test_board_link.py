"""The firmware's own files under MicroPython: what real boards taught, line by line (panel-link.md)."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from board_stage import SCENE, BareHost, Stage, micropython_or_skip, segments_text, stage

from controller.hardware.panel.pc import FOLDER, Lit, PcBoard
from firmware.lamps import AMBER, FIRST_BOX, RED, WHITE
from firmware.protocol import FROM_BOARD, FROM_HOST, LONGEST_LINE, decode, encode

BOX_6 = FIRST_BOX + 4 * 2
BOX_10 = FIRST_BOX + 4 * 5
DASHES = ["-" * 8] * 4


@pytest.fixture
def table() -> Iterator[Stage]:
    yield from stage()


def box_lit(led: int) -> object:
    return lambda lit: lit.rgb[led] == WHITE


def no_link(lit: Lit) -> bool:
    return lit.rgb[BOX_6] == AMBER and lit.rgb[2] == (0, 0, 0) and segments_text(lit) == DASHES


def test_a_hello_says_who_the_board_is(table: Stage) -> None:
    hello = table.host.hello("abcd1234")
    assert (hello["proto"], hello["board"], hello["max"]) == (1, "0000000000000001", LONGEST_LINE)
    assert (hello["pixels"], hello["digits"]) == (33, [8, 8, 8, 8])
    assert hello["buttons"] == ["undo", "no_roll", "new_shooter"]
    assert len(hello["boot"]) == 8 and hello["cause"] == 1


def test_a_stale_hello_of_the_start_bears_no_nonce() -> None:
    micropython_or_skip()
    with PcBoard() as board, BareHost(board.port) as host:
        assert host.expect(t="hello")["nonce"] == ""
        assert host.hello("fresh")["nonce"] == "fresh"


def test_a_scene_is_shown_whole_and_acknowledged(table: Stage) -> None:
    table.show(rev=7, fx=["point", 3])
    table.wait(box_lit(BOX_6))
    assert table.board.lit.rgb[2] == table.board.lit.rgb[3] == RED
    table.wait_text(" 6 42  6")
    assert table.host.told({"t": "ping"})["rev"] == 7


def test_split_and_joined_frames_are_taken_frame_by_frame(table: Stage) -> None:
    frames = [table.host.frame({**SCENE, "rev": rev}) for rev in (1, 2, 3)]
    whole = b"".join(frames)
    for cut in range(0, len(whole), 7):
        table.host.write(whole[cut : cut + 7])
    for rev in (1, 2, 3):
        table.host.expect(t="ack", rev=rev)


def test_junk_between_frames_is_skipped_line_by_line(table: Stage) -> None:
    table.host.write(b"ATZ\r\n\x00\xff\xfe junk\n\n<01 {}*00000000\n")
    table.show(rev=4)
    table.wait(box_lit(BOX_6))


def test_a_crc_error_shows_nothing_and_is_counted(table: Stage) -> None:
    table.show(rev=1)
    bad = bytearray(table.host.frame({**SCENE, "rev": 2, "box": 10}))
    bad[bad.index(b'"box":10')] ^= 1
    table.host.write(bytes(bad))
    table.barrier()
    table.advance(40)
    table.barrier()
    assert table.host.told({"t": "ping"})["rev"] == 1
    assert table.board.lit.rgb[BOX_10] != WHITE
    assert table.host.hello()["bad"] == 1


def test_a_600_byte_line_is_dropped_whole_and_counted(table: Stage) -> None:
    inner = encode(FROM_HOST, 9, {**SCENE, "rev": 9, "box": 10})
    table.host.write(b"x" * (600 - len(inner)) + inner)
    table.host.write(b"y" * 5000 + b"\n")
    assert table.host.told({"t": "ping"})["rev"] == 0
    assert table.host.hello()["long"] == 2


def test_our_own_frame_echoed_is_nothing_to_either_end(table: Stage) -> None:
    """A board at its prompt echoes the host's frame with a valid CRC: only the mark tells them apart."""
    host_frame = table.host.frame({**SCENE, "rev": 2})
    assert decode(FROM_BOARD, host_frame) is None
    table.host.write(host_frame.replace(b">", b"<", 1))
    assert table.host.told({"t": "ping"})["rev"] == 0


def test_a_repeated_sequence_is_applied_once_and_acknowledged_again(table: Stage) -> None:
    first = encode(FROM_HOST, 77, {**SCENE, "rev": 5})
    table.host.write(first)
    table.host.expect(t="ack", seq=77, rev=5)
    table.host.write(encode(FROM_HOST, 77, {**SCENE, "rev": 6, "box": 10}))
    assert table.host.expect(t="ack", seq=77)["rev"] == 5, "same sequence: not applied, but acknowledged"
    table.host.write(encode(FROM_HOST, 78, {**SCENE, "rev": 6, "box": 10}))
    table.host.expect(t="ack", seq=78, rev=6)


def test_a_scene_repeated_behind_another_answer_is_still_applied_once(table: Stage) -> None:
    table.host.write(encode(FROM_HOST, 77, {**SCENE, "rev": 5}))
    table.host.expect(t="ack", seq=77, rev=5)
    table.host.write(encode(FROM_HOST, 78, {"t": "ack", "n": 1}))
    table.host.write(encode(FROM_HOST, 77, {**SCENE, "rev": 6, "box": 10}))
    assert table.host.expect(t="ack", seq=77)["rev"] == 5


def test_the_sequence_wraps(table: Stage) -> None:
    for number in range(600):
        assert table.host.told({**SCENE, "rev": number})["rev"] == number


def test_a_hello_begins_the_sequence_anew(table: Stage) -> None:
    table.host.write(encode(FROM_HOST, 50, {**SCENE, "rev": 5}))
    table.host.expect(t="ack", rev=5)
    table.host.write(encode(FROM_HOST, 49, {"t": "hello", "proto": 1, "nonce": "again"}))
    table.host.write(encode(FROM_HOST, 50, {**SCENE, "rev": 1}))
    table.host.expect(t="ack", seq=50, rev=1)


def test_a_scene_that_cannot_be_shown_is_refused_by_name_and_changes_nothing(table: Stage) -> None:
    table.host.told({**SCENE, "rev": 3})
    for wrong in ({"box": 7}, {"dice": [1, 9]}, {"seats": [[1, 2]]}, {"dim": 101}, {"fx": 3}, {"bank": "5"}):
        answer = table.host.told({**SCENE, "rev": 4, **wrong})
        assert (answer["err"], answer["rev"]) == (next(iter(wrong)), 3)
    assert table.host.told({"t": "scene"})["err"] == "rev"
    assert table.host.told({"t": "dance"})["err"] == "t"


def test_short_messages_stay_under_64_bytes(table: Stage) -> None:
    """The USB buffer has 64 bytes: a longer write may wait for the host."""
    table.host.told({**SCENE, "rev": 999_999})
    sequence = table.host.send({**SCENE, "rev": 999_999, "turn": "somebody"})
    answer = table.host.expect(t="ack", seq=sequence)
    assert len(encode(FROM_BOARD, 255, {**answer, "seq": 255})) < 64
    table.board.order("pin", 12, 0)
    table.advance(5)
    table.barrier()
    table.advance(30)
    press = table.host.expect(t="button")
    assert press["b"] == "new_shooter" and len(encode(FROM_BOARD, 255, {**press, "n": 99_999})) < 64


def test_three_seconds_of_silence_show_no_link_and_a_scene_brings_the_table_back(table: Stage) -> None:
    table.show(rev=1)
    table.wait(box_lit(BOX_6))
    table.advance(2900)
    table.wait(lambda lit: lit.rgb[BOX_6] == WHITE and segments_text(lit)[0] == " 6 42  6")
    table.advance(200)
    table.wait(no_link)
    table.show(rev=2)
    table.wait(box_lit(BOX_6))
    table.wait_text(" 6 42  6")


def test_damaged_frames_do_not_keep_the_link_up(table: Stage) -> None:
    table.show(rev=1)
    for _ in range(4):
        table.host.write(b">01 {}*00000000\n")
        table.advance(800)
    table.wait(no_link)


def test_a_port_closed_and_opened_again_goes_on(table: Stage) -> None:
    table.show(rev=1)
    with BareHost(table.board.port) as second:
        pass
    with BareHost(table.board.port) as second:
        assert second.hello("second")["nonce"] == "second"
        assert second.told({**SCENE, "rev": 2, "box": 10})["rev"] == 2
    table.advance(40)
    table.wait(box_lit(BOX_10))


def test_a_host_that_stops_reading_does_not_stop_the_board(table: Stage) -> None:
    """Each write would block half a second: the board looks before it writes, and drops what nobody takes."""
    for number in range(3000):
        table.host.send({"t": "ping"})
        if number % 500 == 0:
            table.advance(40)
    table.host.send({**SCENE, "rev": 3, "box": 10})
    for _ in range(200):
        table.advance(40)
        if table.board.wait_for(box_lit(BOX_10), 0.2):
            break
        table.host.send({**SCENE, "rev": 3, "box": 10})
    assert table.board.lit.rgb[BOX_10] == WHITE
    while table.host.listen(0.5):
        pass
    assert table.host.hello("back")["lost"] > 0


def test_a_flood_of_scenes_is_drawn_thirty_times_a_second_at_most_and_the_newest_wins(table: Stage) -> None:
    table.show(rev=1)
    table.wait(box_lit(BOX_6))
    before = table.board.lit.writes
    for number in range(300):
        table.host.told({**SCENE, "rev": number + 2, "box": (4, 5, 8, 9)[number % 4]})
    assert table.board.lit.writes <= before + 1, "the clock stood still: no second picture"
    table.host.told({**SCENE, "rev": 999, "box": 10})
    table.advance(40)
    table.wait(box_lit(BOX_10))


def test_of_ten_thousand_random_lines_nothing_is_shown_that_was_not_sent_whole() -> None:
    micropython_or_skip()
    shown: set[tuple[bool, ...]] = set()
    boxes = [FIRST_BOX + 4 * number for number in range(6)]
    board_lit: list[Lit] = []

    def watch(line: str) -> None:
        if line.startswith("pixels") and board_lit:
            shown.add(tuple(board_lit[0].rgb[led] == WHITE for led in boxes))

    with PcBoard(trace=watch) as board, BareHost(board.port) as host:
        host.hello()
        board.order("advance", 2000)
        board_lit.append(board.lit)
        rng = random.Random(5)
        for _ in range(100):
            host.told({**SCENE, "box": rng.choice((4, 6)), "fx": ["", 0]})
            host.write(b"".join(random_line(rng) for _ in range(100)))
        host.told({**SCENE, "rev": 4321, "box": 6, "fx": ["", 0]})
        assert board.wait_for(box_lit(BOX_6))
        assert host.hello("end")["bad"] > 100
    only = [tuple(number == lit for number in range(6)) for lit in (0, 2)]
    assert {tuple([False] * 6), *only} >= shown and set(only) <= shown


def random_line(rng: random.Random) -> bytes:
    """Make junk, half a frame, or a frame with one byte changed; a Ctrl-C would end the program on a board."""
    kind = rng.randrange(4)
    if kind == 0:
        return rng.randbytes(rng.randrange(60)).replace(b"\x03", b"") + b"\n"
    frame = bytearray(encode(FROM_HOST, rng.randrange(256), {"t": "scene", "rev": 1, "box": rng.choice((5, 8, 9, 10))}))
    if kind == 1:
        return bytes(frame[: rng.randrange(1, len(frame) - 1)]) + b"\n"
    if kind == 2:
        return bytes(frame[rng.randrange(1, len(frame)) :])
    frame[rng.randrange(1, len(frame) - 1)] ^= 1 << rng.randrange(3, 7)
    return bytes(frame)


def test_a_board_that_starts_again_in_mid_frame_takes_the_next_whole_one() -> None:
    """The second half of the frame comes to a board that has never seen the first, after its prompt echoed some."""
    micropython_or_skip()
    with PcBoard(console=True) as board, BareHost(board.port) as host:
        boot = host.hello()["boot"]
        frame = host.frame({**SCENE, "rev": 8})
        host.write(frame[:40])
        board.order("crash")
        host.wait_for_prompt()
        host.write(b"\x04")
        assert host.expect(t="hello", nonce="")["boot"] != boot
        host.write(frame[40:])
        assert host.told({"t": "ping"})["rev"] == 0
        assert host.told({**SCENE, "rev": 9})["rev"] == 9


def test_the_prompt_echoes_frames_with_a_valid_crc() -> None:
    micropython_or_skip()
    with PcBoard(console=True) as board, BareHost(board.port) as host:
        host.hello()
        board.order("crash")
        host.wait_for_prompt()
        frame = host.frame({**SCENE, "rev": 1})
        host.write(frame)
        while not any(line.strip().endswith(frame.strip()) for line in host.console):
            assert host.listen(30.0)
        assert host.heard == [], "an echo is no answer"


def test_the_watchdog_starts_only_where_the_settings_ask_for_it(tmp_path: Path) -> None:
    micropython_or_skip()
    own = tmp_path / "firmware"
    shutil.copytree(FOLDER, own)
    for watchdog_ms, expected in ((0, False), (5000, True)):
        text = (FOLDER / "settings.py").read_text().replace("WATCHDOG_MS = 0", f"WATCHDOG_MS = {watchdog_ms}")
        (own / "settings.py").write_text(text)
        seen: list[str] = []
        with PcBoard(folder=own, trace=seen.append) as board, BareHost(board.port) as host:
            host.hello()
        assert (f"watchdog {watchdog_ms}" in seen) is expected


def test_a_dead_port_ends_the_program_on_a_pc() -> None:
    micropython_or_skip()
    board = PcBoard()
    port = board.port
    board.unplug()
    with pytest.raises(OSError):
        os.close(os.open(port, os.O_RDWR | os.O_NOCTTY))
        raise FileNotFoundError(port)
