"""What a body shows of dice, where hardly anything of it is surely theirs."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import EDGE, WHITE, PaintedTable, turned

from vision.bodies.body import Body
from vision.colours.highlight import DieColours
from vision.colours.tint import nearer_to_bodies
from vision.cubes.cube import upright
from vision.cubes.cube_faces import top_places
from vision.faces.explain import Explanation, main_colour
from vision.faces.topface import look
from vision.finding.bodies import find_bodies
from vision.pictures.planes import planes_of
from vision.table.kinds import kinds_of
from vision.ways.sighting import sight_of

PLACE = (400.0, 230.0)
PIP, BESIDE = (0.25, 0.25), (0.25, 0.0)
"""Places on the face of a 4, in edges about its middle."""


def test_what_looks_strange_within_a_die_that_explains_a_body_is_the_dies(  # such as a side whose pips run together
) -> None:
    table = PaintedTable()
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.die(PLACE, turned(4)).picture(), kind)
    left, top, width, height = cv2.boundingRect(body.seen.mask)
    patch = body.seen.patch.copy()
    patch[top + height - 9 : top + height - 2, left + 6 : left + width - 6] = (150, 160, 150)
    seen = replace(body.seen, patch=patch, planes=planes_of(patch))
    for agreement, own in ((0.95, True), (0.7, False)):
        explained = replace(body, seen=seen, explanation=replace(body.explanation, agreement=agreement))
        side = sight_of(explained, kind).own[top + height - 6, left + 8 : left + width - 8]
        assert (side > 0).all() == own


@pytest.mark.parametrize(("reach_px", "own"), [(0, True), (14, False)])
def test_what_mirrors_a_lamp_within_a_die_is_the_dies_however_badly_that_explains_a_body_and_a_chip_is_larger(
    reach_px: int, own: bool
) -> None:
    table = PaintedTable()
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.die(PLACE, turned(4), body=(40, 38, 38)).picture(), kind)
    left, top, width, height = cv2.boundingRect(body.seen.mask)
    patch, mask = body.seen.patch.copy(), body.seen.mask.copy()
    lit = np.s_[top + 4 : top + height // 2, left + 6 : left + width - 6 + reach_px]
    patch[lit], mask[lit] = 252, 255
    seen = replace(body.seen, patch=patch, planes=planes_of(patch), mask=mask)
    explained = replace(body, seen=seen, explanation=replace(body.explanation, agreement=0.7))
    sight = sight_of(explained, kind)
    inside = np.s_[top + 8 : top + height // 2 - 4, left + 10 : left + width - 10]
    assert not ((sight.other[inside] > 0).any() if own else (sight.own[inside] > 0).any())


@pytest.mark.parametrize(("learned", "own"), [(True, True), (False, False)])
def test_learned_colours_are_the_dices_where_their_faces_show_others(learned: bool, own: bool) -> None:
    table = PaintedTable()
    blue = (190, 60, 30)
    kind = replace(kinds_of(table.setup())[0], colours=(DieColours(np.float32(blue), np.float32(WHITE)),) * learned)
    table.die(PLACE, turned(4)).die((PLACE[0] + EDGE + 2.0, PLACE[1]), turned(1), body=blue)
    (body,) = find_bodies(table.picture(), replace(kind, colours=()))
    first, *_ = body.explanation.faces
    whole = sight_of(replace(body, explanation=replace(body.explanation, faces=(first,), agreement=0.5)), kind)
    is_blue = (body.seen.patch[..., 0] > 150) & (body.seen.patch[..., 2] < 60)
    assert ((whole.own[is_blue] > 0).mean() > 0.9) == own


@pytest.mark.parametrize("told_px", [2, 4, 6])
def test_pips_show_however_little_of_a_die_is_told_from_what_is_around_it(told_px: int) -> None:
    table = PaintedTable()
    kind = kinds_of(table.setup())[0]
    (body,) = find_bodies(table.die(PLACE, turned(4)).picture(), kind)
    corner = np.zeros_like(body.seen.open_view)
    left, top, _, height = cv2.boundingRect(body.seen.mask)
    corner[top : top + height, left : left + told_px] = 255
    whole = sight_of(replace(body, seen=replace(body.seen, open_view=corner)), kind)
    columns, rows = top_places(whole, upright(*PLACE, 0.0), np.array([PIP, BESIDE])).astype(np.float32).T[:, None]
    pip, beside = (int(tone) for tone in look(whole.tone, columns, rows).ravel())
    assert pip - beside > 150


@pytest.mark.parametrize(("colour", "nearer"), [((36, 41, 28), True), ((37, 43, 13), False), ((121, 132, 131), True)])
def test_a_dark_side_of_a_bright_die_is_told_from_the_board_in_its_shadow(
    colour: tuple[int, int, int], nearer: bool
) -> None:
    seen, empty = (planes_of(np.full((4, 4, 3), shade, np.uint8)) for shade in (colour, (46, 54, 16)))
    ivory = DieColours(np.array([121.0, 132.0, 131.0], np.float32), np.array([62.0, 65.0, 65.0], np.float32))
    told = nearer_to_bodies(seen, empty, np.full((4, 4), 255, np.uint8), [ivory], 2.1)
    assert (told > 0).all() == (told > 0).any() == nearer


@pytest.mark.parametrize(("part", "own"), [(0.9, True), (1.6, False)])
def test_what_mirrors_a_lamp_beside_a_die_is_another_dies_and_a_chip_is_larger(part: float, own: bool) -> None:
    table = PaintedTable()
    kind = kinds_of(table.setup())[0]
    beside = PLACE[0] + EDGE, PLACE[1]
    table.die(PLACE, turned(4)).die(beside, turned(1), blank=True).lamp(beside, part, light=255)
    (body,) = find_bodies(table.picture(), kind)
    explained = replace(body, explanation=explanation_of(body, value=4), discs=())
    sight = sight_of(explained, kind)
    column, row = top_places(sight, upright(beside[0] - 0.1 * EDGE, beside[1], 0.0), np.zeros((1, 2)))[0].astype(int)
    assert bool(sight.own[row, column]) is own


def explanation_of(body: Body, value: int) -> Explanation:
    """Take only the die that shows a value out of what a body seems to be, poorly."""
    found = body.explanation
    pairs = [(f, o) for f, o in zip(found.faces, found.outlines, strict=True) if f.value == value]
    (face,), (shape,) = zip(*pairs, strict=True)
    return Explanation((face,), (shape,), 0.5)


def test_pips_show_in_the_channel_that_is_looked_at_where_another_tells_a_red_die_from_green_felt() -> None:
    """White pips and red bodies are as bright in red."""
    red, white, green = (60, 30, 250), (250, 250, 255), (80, 70, 40)
    patch = np.full((60, 60, 3), green, np.uint8)
    patch[10:50, 10:50], patch[26:34, 26:34] = red, white
    everything = np.full((60, 60), 255, np.uint8)
    steps = (np.abs(np.float32(white) - np.float32(red)),)
    plain, told = (main_colour(patch, everything, known).astype(int) for known in ((), steps))
    assert abs(plain[30, 30] - plain[20, 20]) < 40
    assert abs(told[30, 30] - told[20, 20]) > 150
