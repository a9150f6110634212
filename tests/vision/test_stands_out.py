"""A face on something round: a die's, or what is printed there."""

from dataclasses import replace

import numpy as np
import pytest
from painted_table import RED, PaintedTable, turned

from vision.faces.explain import Face
from vision.finding.bodies import find_bodies
from vision.finding.stands_out import stands_out
from vision.frame import Image
from vision.reader import TableReader
from vision.reading import Support
from vision.table.kinds import Kind, kinds_of

WHITE = (245, 245, 245)
PLACE = (420.0, 210.0)


def one_on_a_chip(turn_deg: float) -> tuple[PaintedTable, Image]:
    table = PaintedTable().chip(PLACE, (170, 60, 30))
    table.die(PLACE, turned(1, turn_deg), RED, WHITE, floor=3.3)
    return table, table.picture()


def face_of(table: PaintedTable, picture: Image) -> tuple[Face, Image, Kind]:
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(picture, kind)
    (face,) = body.explanation.faces
    return face, body.seen.patch, kind


@pytest.mark.parametrize("seems_deg", range(0, 90, 15))
@pytest.mark.parametrize("turn_deg", [0.0, 22.0, 45.0])
def test_a_1_on_a_chip_is_square_however_turned_its_pip_lets_it_seem(turn_deg: float, seems_deg: int) -> None:
    face, patch, kind = face_of(*one_on_a_chip(turn_deg))
    assert stands_out(replace(face, turn=np.deg2rad(turn_deg + seems_deg)), patch, kind)


@pytest.mark.parametrize("seems_deg", range(0, 90, 15))
def test_a_dot_in_a_round_label_is_no_1_however_turned(seems_deg: int) -> None:
    table = PaintedTable().chip(PLACE, (170, 60, 30)).label(PLACE, 3.3, 9.0)
    picture = table.print(PLACE, 1.7, (20, 20, 20)).picture()
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(picture, kind)
    ((disc, seen),) = [(disc, body.seen) for disc in body.discs]
    dot = Face(disc.column, disc.row, np.deg2rad(seems_deg), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert not stands_out(dot, seen.patch, kind)


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 60.0])
def test_a_1_on_a_chip_is_read(turn_deg: float) -> None:
    table, picture = one_on_a_chip(turn_deg)
    reading = TableReader(table.setup(count=1)).read(picture)
    assert [(die.value, die.support) for die in reading.dice] == [(1, Support.CHIPS)]


@pytest.mark.parametrize(("score", "learned", "seen"), [(0.82, True, True), (0.82, False, False), (0.75, True, False)])
def test_a_face_of_the_dice_s_learned_colours_need_be_less_clear(score: float, learned: bool, seen: bool) -> None:
    table = PaintedTable().chip(PLACE, (170, 60, 30))
    picture = table.die(PLACE, turned(2, 10.0), RED, WHITE, floor=3.3).picture()
    face, patch, kind = face_of(table, picture)
    if learned:
        setup = table.setup()
        model = replace(setup.dice[0], body_bgr=RED, pip_bgr=WHITE)
        kind = kinds_of(replace(setup, dice=(model,)))[0]
    half_hidden = tuple(share * score / face.score for share in face.evidence)
    assert stands_out(replace(face, evidence=half_hidden), patch, kind) is seen
