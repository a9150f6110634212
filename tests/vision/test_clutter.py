"""What lies about on the board from the start, or was put there, is no dice; what came rolling may be."""

import numpy as np

from vision.motion.blobs import Blob
from vision.motion.board import Look
from vision.motion.clutter import Clutter
from vision.reading import Motion

FRAME_NS = 16_666_667


def chip(x: int, y: int = 60, wide: int = 22) -> Blob:
    """Give a round thing of a chip's size; a `wide` one is two that touch."""
    turn = np.linspace(0, 2 * np.pi, 40)
    contour = np.column_stack([x + wide / 2 * np.cos(turn), y + 11 * np.sin(turn)]).astype(np.int32)
    return Blob((float(x), float(y)), 3.3 * wide / 22, (x - wide // 2, y - 11, wide, 22), contour)


def counted(clutter: Clutter, *pictures: tuple[Blob, ...], since: int = 0) -> list[Blob]:
    """Show what lies there picture by picture; give what is counted as part of the board."""
    looks = (Look(Motion.SETTLING, blobs) for blobs in pictures)
    return [b for k, look in enumerate(looks, since) for b in clutter.among(look, k * FRAME_NS, lambda _: False)]


def test_chips_that_seem_one_thing_at_first_and_then_two_are_soon_part_of_the_board() -> None:
    one, two = chip(200), chip(223)
    assert counted(Clutter(), (chip(211, wide=45),), *[(one, two)] * 4) == [one, two]


def test_chips_that_part_in_the_picture_later_did_not_come_rolling() -> None:
    clutter, one, two = Clutter(), chip(200), chip(223)
    clutter.moved()
    together = [(chip(211, wide=40),)] * 12
    assert counted(clutter, *together, *[(one, two)] * 20) == [one, two]


def test_what_rolls_to_a_chip_is_no_chip() -> None:
    clutter, lying = Clutter(), chip(300)
    assert counted(clutter, *[(lying,)] * 6) == [lying]
    clutter.moved()
    rolling = [(chip(100 + 9 * k),) for k in range(20)]
    rests = [(chip(280, wide=34),)] * 30
    assert counted(clutter, *rolling, *rests, since=6) == []
