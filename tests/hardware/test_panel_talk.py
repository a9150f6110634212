"""The host's end of the panel's link, against a board played by the test: bytes and times in, bytes out."""

from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import HardwareError
from controller.hardware.panel.talk import ACK_NS, CTRL_C_CTRL_D, HELLO_NS, REPEAT_NS, Rescue, Talk
from firmware.protocol import FROM_BOARD, FROM_HOST, PROTOCOL, decode, encode

MS = 1_000_000
SCENE = {"puck": 2, "box": 6, "seats": []}
HELLO = {
    "t": "hello", "proto": PROTOCOL, "fw": "1.0", "board": "e661", "boot": "b1", "cause": 1, "pixels": 33,
    "digits": [8, 8], "buttons": ["undo"], "max": 512, "heap": 1, "slow": 2, "bad": 0, "long": 0, "lost": 0,
}  # fmt: skip


class Played:
    """A talk with a board that says what the test wants, on a clock that the test moves."""

    def __init__(self, rescue: Rescue | None = None) -> None:
        self.now_ns = 0
        numbers = count(1)
        self.talk = Talk("/dev/port", lambda: f"n{next(numbers)}", rescue or Rescue(), 0)
        self.sequence = 0

    def sent(self) -> list[tuple[int, dict[str, Any]]]:
        """Take the frames that the host has sent."""
        data = bytes(self.talk.output)
        self.talk.output.clear()
        frames = [decode(FROM_HOST, line) for line in data.split(b"\n") if line]
        return [frame for frame in frames if frame is not None]

    def says(self, message: dict[str, Any]) -> None:
        self.sequence += 1
        self.hears(encode(FROM_BOARD, self.sequence, message))

    def hears(self, data: bytes) -> None:
        self.talk.receive(data, self.now_ns)

    def after(self, ns: int) -> None:
        self.now_ns += ns
        self.talk.tick(self.now_ns)

    def up(self, **hello: Any) -> "Played":
        """Answer the hello."""
        nonce = next(message["nonce"] for _, message in self.sent() if message["t"] == "hello")
        self.says({**HELLO, **hello, "nonce": nonce})
        assert self.talk.board is not None
        return self

    def acknowledge(self, sequence: int, **more: Any) -> None:
        self.says({"t": "ack", "seq": sequence, "rev": 1, **more})


def test_it_begins_with_a_newline_and_a_hello() -> None:
    played = Played()
    assert played.talk.output.startswith(b"\n>")
    assert played.sent()[0][1] == {"t": "hello", "proto": PROTOCOL, "nonce": "n1"}


def test_only_the_hello_with_our_nonce_is_believed() -> None:
    played = Played()
    for stale in ("", "n0", None):
        played.says({**HELLO, "nonce": stale, "boot": "old"})
    assert played.talk.board is None
    played.up()
    assert played.talk.board is not None and played.talk.board.boot == "b1"


def test_a_scene_waits_for_the_hello_and_then_goes_at_once() -> None:
    played = Played()
    played.talk.show(SCENE)
    played.after(MS)
    assert [message["t"] for _, message in played.sent()] == ["hello"]
    played.talk.ask(played.now_ns)
    played.up()
    played.after(MS)
    (_, scene), *none = played.sent()
    assert scene == {"t": "scene", "rev": 1, **SCENE} and not none


def test_one_frame_is_in_flight_and_the_newest_scene_wins() -> None:
    played = Played().up()
    for box in (4, 5, 6):
        played.talk.show({**SCENE, "box": box})
        played.after(MS)
    (first, scene), *more = played.sent()
    assert scene["box"] == 4 and not more
    played.acknowledge(first)
    played.after(MS)
    (_, scene), *more = played.sent()
    assert (scene["box"], scene["rev"]) == (6, 3) and not more


def test_without_an_acknowledgement_the_same_frame_goes_three_times_more_and_then_the_link_is_down() -> None:
    played = Played().up()
    played.talk.show(SCENE)
    played.after(MS)
    first = bytes(played.talk.output)
    played.talk.output.clear()
    for _ in range(3):
        played.after(ACK_NS - MS)
        assert not played.talk.output
        played.after(MS)
        assert bytes(played.talk.output) == first, "a resend keeps its sequence"
        played.talk.output.clear()
    with pytest.raises(HardwareError, match="no longer answers"):
        played.after(ACK_NS)


def test_the_repeat_every_second_takes_a_new_sequence() -> None:
    played = Played().up()
    played.talk.show(SCENE)
    played.after(MS)
    (first, scene) = played.sent()[0]
    played.acknowledge(first)
    played.after(REPEAT_NS - 2 * MS)
    assert played.sent() == []
    played.after(2 * MS)
    (second, repeated) = played.sent()[0]
    assert repeated == scene and second != first


def test_without_a_scene_it_pings() -> None:
    played = Played().up()
    played.after(REPEAT_NS)
    assert [message for _, message in played.sent()] == [{"t": "ping"}]


def test_an_acknowledgement_of_another_frame_is_none() -> None:
    played = Played().up()
    played.talk.show(SCENE)
    played.after(MS)
    (sequence, _) = played.sent()[0]
    played.acknowledge(sequence + 1)
    assert not played.talk.shown
    played.acknowledge(sequence)
    assert played.talk.shown


def test_the_sequence_wraps_and_revisions_stay_short() -> None:
    played = Played().up()
    for number in range(600):
        played.talk.show({**SCENE, "bank": number})
        played.after(MS)
        ((sequence, scene),) = played.sent()
        assert sequence == (number + 2) & 0xFF and scene["rev"] == number + 1
        played.acknowledge(sequence)


def test_a_hello_of_a_new_start_makes_the_host_ask_and_send_the_scene_at_once() -> None:
    played = Played().up()
    played.talk.show(SCENE)
    played.after(MS)
    played.acknowledge(played.sent()[0][0])
    played.says({**HELLO, "nonce": "", "boot": "b2"})
    played.up(boot="b2")
    played.after(MS)
    assert [message["t"] for _, message in played.sent()] == ["scene"]


def test_another_major_protocol_is_said_and_left_alone() -> None:
    played = Played()
    with pytest.raises(HardwareError, match=r"speaks protocol 2, this program 1.*stickman panel install"):
        played.up(proto=2)
    assert played.talk.left_alone


def test_a_hello_that_lacks_something_is_said() -> None:
    played = Played()
    with pytest.raises(HardwareError, match="nobody understands"):
        played.up(digits="many")


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        (b"", "does not answer"),
        (b"temperature 21.5\r\n", "runs something else (it says 'temperature 21.5')"),
        (b'>01 {"t":"ping"}*72d4f255\r\n', "only echoes"),
    ],
)
def test_a_board_that_is_no_panel_is_told_from_what_it_says(heard: bytes, said: str) -> None:
    played = Played()
    played.hears(heard)
    with pytest.raises(HardwareError) as raised:
        for _ in range(4):
            played.after(HELLO_NS)
    assert said in str(raised.value) and "stickman panel install" in str(raised.value)


@pytest.mark.parametrize("fallen", [b"Traceback (most recent call last):\r\n", b"\r\n>>> "])
def test_a_traceback_or_a_prompt_is_answered_with_ctrl_c_and_ctrl_d(fallen: bytes) -> None:
    played = Played().up()
    played.talk.output.clear()
    played.hears(fallen)
    assert bytes(played.talk.output) == CTRL_C_CTRL_D
    played.talk.output.clear()
    played.after(HELLO_NS)
    played.up(boot="b2")


def test_the_hello_of_a_start_is_asked_about_also_after_a_rescue() -> None:
    played = Played().up()
    played.hears(b"\r\n>>> ")
    played.sent()
    played.says({**HELLO, "boot": "b2", "nonce": ""})
    assert played.talk.board is None
    played.up(boot="b2")


def test_a_board_is_started_again_three_times_a_minute_at_most() -> None:
    rescue = Rescue()
    allowed = [rescue.allowed(second * 1_000_000_000) for second in range(0, 121, 5)]
    times = [second for second, yes in zip(range(0, 121, 5), allowed, strict=True) if yes]
    assert times == [0, 5, 10, 60, 65, 70, 120]


def test_a_host_frame_after_a_prompt_is_an_echo_and_no_answer() -> None:
    played = Played()
    echo = bytes(played.talk.output).strip()
    played.hears(b">>> " + echo + b"\r\n")
    assert played.talk.board is None


def test_a_button_is_given_once_and_confirmed_each_time() -> None:
    played = Played().up()
    for _ in range(3):
        played.says({"t": "button", "n": 1, "b": "undo"})
    played.says({"t": "button", "n": 2, "b": "no_roll"})
    assert list(played.talk.presses) == ["undo", "no_roll"]
    assert [message for _, message in played.sent()] == [{"t": "ack", "n": 1}] * 3 + [{"t": "ack", "n": 2}]


def test_buttons_count_anew_after_a_new_start() -> None:
    played = Played().up()
    played.says({"t": "button", "n": 5, "b": "undo"})
    played.talk.ask(0)
    played.up(boot="b2")
    played.says({"t": "button", "n": 1, "b": "undo"})
    assert list(played.talk.presses) == ["undo", "undo"]


def test_what_the_panel_cannot_show_is_noted() -> None:
    played = Played().up()
    played.talk.show(SCENE)
    played.after(MS)
    played.acknowledge(played.sent()[0][0], err="box")
    assert played.talk.refused == "box"


@given(st.lists(st.binary(max_size=80).map(lambda data: data.replace(b"\x03", b"")), max_size=20), st.integers(1, 50))
def test_junk_in_any_pieces_neither_counts_as_an_answer_nor_stops_the_talk(junk: list[bytes], size: int) -> None:
    played = Played()
    nonce = next(message["nonce"] for _, message in played.sent())
    stream = b"\n".join(junk) + b"\n" + encode(FROM_BOARD, 1, {**HELLO, "nonce": nonce})
    for at in range(0, len(stream), size):
        played.hears(stream[at : at + size])
    assert played.talk.board is not None or CTRL_C_CTRL_D in bytes(played.talk.output)
