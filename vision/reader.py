"""Reads a calibrated table: every die with value, place and state, and whether that is sure or a person is asked."""

from dataclasses import replace
from functools import partial
from itertools import chain

from vision.finding.bodies import bodies_in_scene
from vision.frame import Image
from vision.geometry import Lens, Setup
from vision.judging.answers import Told, told
from vision.judging.by_sides import told_by_sides
from vision.judging.by_what_is_left import told_by_what_is_left
from vision.judging.clear_colours import with_clear_colours
from vision.judging.count import Count
from vision.judging.drawn_together import told_as_drawn
from vision.judging.hands import is_hand
from vision.judging.hiding_chips import chips_may_hide_one
from vision.judging.look_alikes import look_alikes
from vision.judging.missing import AT_CHIPS, doubted_half_hidden, each_once
from vision.judging.once import apart, hiding_none
from vision.judging.one_size import judged_by_size
from vision.judging.only_pips import judged_beside_leaning, rather_by_pips
from vision.judging.sizes import Looked, by_size
from vision.judging.strange import beside_any, little_in, pips_left_in, to_look_at
from vision.judging.together import Judged
from vision.reading import DieState, TableReading
from vision.table.all_over import AllOver
from vision.table.kinds import Kind, kinds_of
from vision.table.scene import Scene, scene_of

CLEAR_FACE, CLEAR_IN_NOISE, NOISY = 0.9, 0.84, 3.5
"""Faces that are explained so well show the dice's colours; from so many grey levels of noise on, less is explained."""

HAND = "A hand is in the picture and may hide dice; take it away."

NO_BOARD = "Dice may be missed without a picture of the empty board: stickman calibrate empty."


class TableReader:
    """Reads pictures of one calibrated table; everything that does not change is computed once."""

    def __init__(self, setup: Setup) -> None:
        """Precompute planes and patterns for every size of dice."""
        self._setup = setup
        self._kinds = kinds_of(setup)
        self._all_over = AllOver(setup)
        self._count = Count(setup.dice_count)

    def read(self, image: Image, exposed_ns: int = 0, frame: int = 0) -> TableReading:
        """Read one picture (h, w, 3) BGR in which nothing moves."""
        reading = partial(TableReading, exposed_ns=exposed_ns, frame=frame)
        if other_size := _of_other_size(image, self._setup.camera.lens):
            return reading(ok=False, reasons=(other_size,))
        scene = scene_of(image, self._kinds[0])
        if trouble := self._all_over.trouble(scene, self._kinds[0]):
            return reading(ok=False, reasons=(trouble,))
        judged = self._judged(image, scene)
        others = [each for each in judged if not is_hand(each)]
        found = self._found(judged, others)
        hand = len(others) < len(judged)
        reasons = [reason for _, reason in found if reason]
        reasons += self._where_else(judged, others, found, hand)
        dice = sorted((die for die, _ in found if die is not None), key=lambda die: die.centre_px)
        if self._setup.background is None and len(dice) != self._setup.dice_count:
            reasons.append(NO_BOARD)
        return reading(tuple(dice), not reasons, tuple(reasons), hand=hand)

    def _judged(self, image: Image, scene: Scene) -> list[Judged]:
        """Find what lies on the table and judge it, by the dice's size; no print, and no more dice than a throw has."""
        scenes = [scene, *(scene_of(image, kind) for kind in self._kinds[1:])]
        looks = by_size([_looked(each, kind) for each, kind in zip(scenes, self._kinds, strict=True)])
        judged = judged_by_size(looks, self._setup.board)
        prints = (look_alikes([each for each in judged if each.kind is look.kind], look.learned) for look in looks)
        without_print = self._count.without_look_alikes(judged, list(chain(*prints)))
        sure = rather_by_pips(self._count.without_faint(without_print), self._count)
        drawn = told_as_drawn(judged_beside_leaning(sure, self._setup.board), self._count, self._setup.board)
        no_more = self._count.no_more(drawn)
        return told_by_what_is_left(told_by_sides(doubted_half_hidden(no_more, self._count)))

    def _found(self, judged: list[Judged], others: list[Judged]) -> list[Told]:
        """Tell every die once, and what else a person has to look at; `others`: what is no hand."""
        missing = self._count.misses_clear_ones(judged)
        looked_at = [] if self._count.surely_flat(judged) else _without_pips_of_dice(others)
        asked = [(each, entry) for each in looked_at if (entry := to_look_at(each, missing))]
        odd = {id(each) for each, _ in asked}
        judged = [replace(e, rests=hiding_none(e.rests)) if id(e) in odd else e for e in judged]
        rests, strange = each_once(judged, asked, others, self._count)
        rests = self._count.no_stack_too_many(apart(rests))
        return [*(told(rest, self._setup.camera) for rest in rests), *strange]

    def _where_else(self, judged: list[Judged], others: list[Judged], found: list[Told], hand: bool) -> list[str]:
        """Say where else one has to look where fewer dice are found than a throw has."""
        dice = [die for die, _ in found if die is not None]
        seen = len(dice) + sum(die.state is DieState.STACKED for die in dice)
        pointed_out = sum(die is None for die, _ in found)  # each may be a die that is missing
        reasons = [HAND] if hand and self._count.exceeds(seen) else []
        if self._count.exceeds(seen + pointed_out) and chips_may_hide_one(judged):
            reasons.append(AT_CHIPS)
        asked = bool(reasons) or any(reason for _, reason in found)
        if not asked and self._count.dice is not None and self._count.exceeds(seen):
            reasons += [reason for _, reason in little_in(others) or pips_left_in(others)]
        return reasons


def _of_other_size(image: Image, lens: Lens) -> str | None:
    height, width = image.shape[:2]
    if (height, width) == (lens.height, lens.width):
        return None
    return (
        f"The picture is {width}x{height}, the calibration is for {lens.width}x{lens.height}: "
        "calibrate again at this size."
    )


def _looked(scene: Scene, kind: Kind) -> Looked:
    """Find what lies on the table for dice of one size, with the colours that clear ones show."""
    bodies = bodies_in_scene(scene, kind)
    least = CLEAR_FACE if kind.noise < NOISY else CLEAR_IN_NOISE
    return Looked(with_clear_colours(kind, bodies, least), kind, bodies)


def _without_pips_of_dice(judged: list[Judged]) -> list[Judged]:
    """Leave out pips that no outline explains beside dice: one that leans is not fitted to the pixel."""
    dice = list(chain(*(each.rests for each in judged)))
    return [each for each in judged if not (each.body.only_pips and beside_any(each, dice))]
