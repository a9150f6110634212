"""One file encodes and decodes on both sides: host and board agree on 10,000 random scenes."""

import random
import string
import subprocess
from pathlib import Path
from typing import Any

from board_stage import micropython_or_skip

from controller.displays.panel import panel_message
from controller.displays.scene import DieView, Scene
from controller.rules.game import SeatView
from firmware.picture import wrong_field
from firmware.protocol import FROM_BOARD, FROM_HOST, decode, encode

SCENES = 10_000
GAMES = ("street", "bank", "casino", "general", "baccarat")
SITUATIONS = ("", "natural", "craps", "point", "pass", "seven_out", "no_decision")


def random_scene(rng: random.Random) -> Scene:
    seats = tuple(random_seat(rng) for _ in range(rng.choice((0, 1, 2, 2, 3, 5, 9, 30))))
    return Scene(
        game=rng.choice(GAMES),
        puck_on=rng.random() < 0.5,
        point=rng.choice((None, 4, 5, 6, 8, 9, 10)),
        bank_cents=rng.choice((0, rng.randrange(10**4), rng.randrange(-(10**11), 10**11))),
        seats=seats,
        thrower=rng.choice([None, *(seat.name for seat in seats)]),
        dice=tuple(DieView(rng.choice((None, 1, 2, 3, 4, 5, 6))) for _ in range(rng.choice((0, 1, 2, 2, 5)))),
        situation=rng.choice(SITUATIONS),
        throws=rng.randrange(10**6),
        question=rng.choice((None, "Which faces?")),
    )


def random_seat(rng: random.Random) -> SeatView:
    name = "".join(rng.choice(string.printable + "éßЖ骰🎲") for _ in range(rng.randrange(1, 20)))
    bets = tuple((rng.choice("PLHSéЖ🎲") + str(n), rng.randrange(10**9)) for n in range(rng.randrange(4)))
    return SeatView(name, rng.randrange(10**11), "", bets, rng.choice((None, rng.randrange(-(10**9), 10**9))))


def test_host_and_board_agree_on_ten_thousand_random_scenes() -> None:
    rng = random.Random(20)
    messages: list[dict[str, Any]] = [
        {"t": "scene", "rev": rng.randrange(10**6), **panel_message(random_scene(rng), rng.randrange(101))}
        for _ in range(SCENES)
    ]
    assert not [message for message in messages if wrong_field(message)]
    frames = [encode(FROM_HOST, number, message) for number, message in enumerate(messages)]
    here = Path(__file__).parent
    answer = subprocess.run(
        [micropython_or_skip(), str(here / "codec_on_board.py")],
        env={"MICROPYPATH": f"{here.parents[1] / 'firmware'}:.frozen"},
        input=b"".join(frames),
        capture_output=True,
        check=True,
        timeout=100,
    )
    lines = answer.stdout.splitlines()
    assert len(lines) == SCENES, answer.stderr
    for number, (line, message) in enumerate(zip(lines, messages, strict=True)):
        assert decode(FROM_BOARD, line) == (number & 0xFF, message)
