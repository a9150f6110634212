"""Reads a calibrated table: every die with value, place and state, and whether that is sure or a person is asked."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from operator import itemgetter

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.bodies.chips import STRANGE_STEP
from vision.bodies.rounds import gaps_in_chips, left_over, white_label
from vision.colours.highlight import BLINDING, DieColours, blinded
from vision.colours.tint import DARKEST_SIDE, TINTED, unlike_bodies
from vision.cubes.pip_grid import LEAST_EXACT_PX
from vision.doubts.asked import MAY_HIDE
from vision.doubts.under import Suspicion, suspicions_of
from vision.faces.explain import depth_of
from vision.finding.bodies import SHALLOW, bodies_in_scene
from vision.frame import Image
from vision.geometry import Camera, Floats, Setup
from vision.judging.by_sides import told_by_sides
from vision.judging.by_what_is_left import told_by_what_is_left
from vision.judging.look_alikes import MAY_BE_PRINTED, look_alikes
from vision.judging.once import apart, hiding_none, near_any, seen_once
from vision.judging.one_size import judged_by_size
from vision.judging.sizes import Looked, by_size
from vision.judging.strange import Strange, behind_wall, beside_any, little_in, to_look_at
from vision.judging.together import Judged
from vision.reading import DieReading, DieState, Support, TableReading
from vision.table.all_over import AllOver
from vision.table.kinds import Kind, kinds_of
from vision.table.scene import Scene, scene_of
from vision.ways.resting import Rest, doubted

HIDES = 0.1
"""The part of a top face's area, inside the walls, that a hand covers at least where it may hide something."""

CLEAR_FACE, CLEAR_IN_NOISE, NOISY = 0.9, 0.84, 3.5
"""Faces that are explained so well show the dice's colours; from so many grey levels of noise on, less is explained."""

MOST_LOSS = 0.3
"""How much less, in areas of a top face, is explained at most where a body that held too many dice is told anew."""

BARE = 0.1
"""The part of a top face's area of the dice's colours that a die on or at chips shows at least."""

HALF_HIDDEN = "is half behind a wall"

BEHIND_WALL = (
    "Fewer dice are seen than a throw has, and a wall may hide one; look behind it and under the dice beside it."
)

AT_CHIPS = "Fewer dice are seen than a throw has, and one may lie on or at the chips, or behind a wall; look there."

OVERLOOKED = "Fewer dice are seen than a throw has, and dark ones may be overlooked on so dark a board; look for them."


_STEPS_MM = np.eye(4, 3, -1)[:3]
"""A point, and one a millimetre along each side of the board from it."""


class TableReader:
    """Reads pictures of one calibrated table; everything that does not change is computed once."""

    def __init__(self, setup: Setup) -> None:
        """Precompute planes and patterns for every size of dice."""
        self._setup = setup
        self._kinds = kinds_of(setup)
        self._all_over = AllOver(setup)

    def read(self, image: Image, exposed_ns: int = 0, frame: int = 0) -> TableReading:
        """Read one picture (h, w, 3) BGR in which nothing moves."""
        lens = self._setup.camera.lens
        if image.shape[:2] != (lens.height, lens.width):
            reason = (
                f"The picture is {image.shape[1]}x{image.shape[0]}, the calibration is for "
                f"{lens.width}x{lens.height}: calibrate again at this size."
            )
            return TableReading(ok=False, reasons=(reason,), exposed_ns=exposed_ns, frame=frame)
        scene = scene_of(image, self._kinds[0])
        if trouble := self._all_over.trouble(scene, self._kinds[0]):
            return TableReading(ok=False, reasons=(trouble,), exposed_ns=exposed_ns, frame=frame)
        judged = self._judged(image, scene)
        hands = [_is_hand(each) for each in judged]
        others = [each for each, is_hand in zip(judged, hands, strict=True) if not is_hand]
        missing = self._may_hide_dice(_dice_in(filter(_clearly_one, chain(*(each.rests for each in judged)))))
        looked_at = [] if self._all_surely_flat(judged) else others
        looked_at = _without_pips_of_dice(looked_at)
        asked = [(each, entry) for each in looked_at if (entry := to_look_at(each, missing))]
        odd = {id(each) for each, _ in asked}
        judged = [replace(e, rests=hiding_none(e.rests)) if id(e) in odd else e for e in judged]
        rests, strange = self._once(judged, asked, others)
        rests = self._counted(apart(rests))
        readings = (_die_reading(rest, self._setup.camera) for rest in rests)
        found: list[tuple[DieReading | None, str | None]] = [*readings, *strange]
        dice = sorted((die for die, _ in found if die is not None), key=lambda die: die.centre_px)
        reasons = [reason for _, reason in found if reason]
        seen = len(dice) + sum(die.state is DieState.STACKED for die in dice)
        if any(hands) and self._may_hide_dice(seen):
            reasons.append("A hand is in the picture and may hide dice; take it away.")
        pointed_out = sum(die is None for die, _ in strange)  # each may be a die that is missing
        if self._may_hide_dice(seen + pointed_out) and _chips_may_hide_one(judged):
            reasons.append(AT_CHIPS)
        if not reasons and self._setup.dice_count is not None and seen < self._setup.dice_count:
            reasons += [reason for _, reason in little_in(others)]
        if self._setup.background is None and len(dice) != self._setup.dice_count:
            reasons.append("Dice may be missed without a picture of the empty board: stickman calibrate empty.")
        return TableReading(tuple(dice), not reasons, tuple(reasons), exposed_ns, frame, any(hands))

    def _judged(self, image: Image, scene: Scene) -> list[Judged]:
        """Find what lies on the table and judge it, by the dice's size; no print, and no more dice than a throw has."""
        scenes = [scene, *(scene_of(image, kind) for kind in self._kinds[1:])]
        looks = by_size([_looked(each, kind) for each, kind in zip(scenes, self._kinds, strict=True)])
        judged = judged_by_size(looks, self._setup.board)
        prints = (look_alikes([each for each in judged if each.kind is look.kind], look.learned) for look in looks)
        without_print = self._without_look_alikes(judged, list(chain(*prints)))
        kept = self._half_hidden(self._no_more(self._without_faint(without_print)))
        return told_by_what_is_left(told_by_sides(kept))

    def _without_look_alikes(self, judged: list[Judged], found: list[Rest]) -> list[Judged]:
        """Drop what may be print where all dice of a throw are seen without it; else doubt it, if it is on a chip."""
        if not found:
            return judged
        doubtful = set(map(id, found))
        dice = _dice_in(r for each in judged for r in each.rests if id(r) not in doubtful and _clearly_one(r))

        def told(rest: Rest) -> list[Rest]:
            if id(rest) not in doubtful:
                return [rest]
            if not self._may_hide_dice(dice):
                return []
            return [doubted(rest, MAY_BE_PRINTED) if rest.support is Support.CHIPS else rest]

        return [replace(each, rests=list(chain(*map(told, each.rests)))) for each in judged]

    def _without_faint(self, judged: list[Judged]) -> list[Judged]:
        """Drop what may be dice of which only pips are seen where all dice of a throw are seen beyond doubt."""
        if self._may_hide_dice(_dice_in(r for e in judged for r in e.rests if r.doubt is None and _clearly_one(r))):
            return judged
        return [replace(e, rests=[r for r in e.rests if r.doubt is None]) if e.body.faint else e for e in judged]

    def _half_hidden(self, judged: list[Judged]) -> list[Judged]:
        """Doubt dice that walls hide up to the middle, where one is missing: it may lie under them, unseen.

        The pips of large ones tell how high they lie.
        """
        if not self._may_hide_dice(_dice_in(chain(*(each.rests for each in judged)))):
            return judged
        small = [each.kind.native_px < LEAST_EXACT_PX for each in judged]
        rests = [
            [_doubted_at_rim(rest, e) if s else rest for rest in e.rests] for e, s in zip(judged, small, strict=True)
        ]
        return [replace(each, rests=found) for each, found in zip(judged, rests, strict=True)]

    def _no_more(self, judged: list[Judged]) -> list[Judged]:
        """Judge a body anew where all together would hold more dice than a throw has: the one that loses least."""
        count = self._setup.dice_count
        excess = _dice_in(chain(*(each.rests for each in judged))) - count if count is not None else 0
        if excess <= 0:
            return judged
        fewer = [(k, each.fewer(_dice_in(each.rests) - excess)) for k, each in enumerate(judged) if each.fewer]
        losses = [(judged[k].merit - other.merit, k, other) for k, other in fewer if other]
        loss, number, other = min(losses, key=itemgetter(0), default=(np.inf, 0, None))
        if other is None or loss > MOST_LOSS:
            return judged
        return [other if k == number else each for k, each in enumerate(judged)]

    def _once(
        self, judged: list[Judged], asked: list[tuple[Judged, Strange]], others: list[Judged]
    ) -> tuple[list[Rest], list[Strange]]:
        """Give every die once, and what is asked about bodies; where a die is missing, say where it may be as well.

        Where something is asked already, only of a die whose pips tell that it lies on another.
        """
        once = seen_once([each.rests for each in judged], [each.body.faint for each in judged])
        rests = self._none_hidden(list(chain(*once)))
        strange = [entry for _, entry in asked]
        if self._setup.dice_count is None or _dice_in(rests) >= self._setup.dice_count:
            return rests, strange
        faint = [each.body.faint and any(map(_lies_flat, rests)) for each, rests in zip(judged, once, strict=True)]
        suspicions = suspicions_of(once, [each.whole for each in judged], faint, [each.kind for each in judged])
        if asked or any(rest.doubt for rest in rests):
            upper = _suspected(once, suspicions, Suspicion.SURE)
            return _uppers(rests, upper), [entry for each, entry in asked if not beside_any(each, upper)]
        suspected, hidden = _where_missing(once, suspicions, any(faint), others)
        if hidden or not suspected:
            return rests, hidden
        return _uppers(chain(*once), suspected), []

    def _none_hidden(self, rests: list[Rest]) -> list[Rest]:
        """Drop the doubt whether dice hide others where all of a throw are seen: what is more of a body is shadow."""
        if self._setup.dice_count is None or _dice_in(filter(_clearly_one, rests)) < self._setup.dice_count:
            return rests
        return hiding_none(rests)

    def _counted(self, rests: list[Rest]) -> list[Rest]:
        """Doubt dice on, at and beside others where all of them, with those they hide, are more than a throw has."""
        if self._setup.dice_count is None or _dice_in(rests) <= self._setup.dice_count:
            return rests
        leaning = [r for r in rests if r.state is DieState.COCKED]
        beside = [r for r in leaning if near_any(r, [other for other in rests if other is not r])]
        doubtful = [r for r in rests if r.state is DieState.STACKED or r.support is Support.DIE] + beside
        return [doubted(r, "may be cocked") if near_any(r, doubtful) else r for r in rests]

    def _all_surely_flat(self, judged: list[Judged]) -> bool:
        """Say whether all dice of a throw lie flat beyond doubt: then whatever else is on the table is none of them."""
        rests = list(chain(*(each.rests for each in judged)))
        return len(rests) == self._setup.dice_count and all(
            rest.state is DieState.FLAT and rest.readable and rest.doubt in (None, MAY_HIDE) for rest in rests
        )

    def _may_hide_dice(self, seen: int) -> bool:
        """Say whether fewer dice are seen, or told to lie under others, than a throw has; more are taken for all."""
        return self._setup.dice_count is None or seen < self._setup.dice_count


def _suspected(once: list[list[Rest]], suspicions: list[Suspicion], how: Suspicion) -> list[Rest]:
    """Give the dice that are suspected so far to lie on others."""
    return [rest for each, found in zip(once, suspicions, strict=True) if found is how for rest in each]


def _uppers(rests: Iterable[Rest], suspected: list[Rest]) -> list[Rest]:
    """Doubt those dice that are suspected to lie on others."""
    return [doubted(rest, "may lie on another") if rest in suspected else rest for rest in rests]


def _where_missing(
    once: list[list[Rest]], suspicions: list[Suspicion], faint: bool, others: list[Judged]
) -> tuple[list[Rest], list[Strange]]:
    """Say under which dice, or else where, one that is missing may be; nowhere, or at chips, which is asked for all.

    Where it surely lies under some, it is under these; where it may lie under a single 1, whose pip does not tell,
    rather there than at chips. A body that a wall hides for the greater part is likelier, and whatever little nothing
    explains: then look at that, and at none of the dice. Beside `faint` dice, of which hardly more than pips is seen,
    may lie another of which not even that is; and a wall hides whole dice as well.
    """
    strongest = max(suspicions, default=Suspicion.NONE)
    suspected = _suspected(once, suspicions, strongest)
    unsure = strongest in (Suspicion.WALL, Suspicion.MAY)
    several = unsure and len(suspected) > 1
    vague = unsure and (strongest is Suspicion.WALL or [rest.likeliest for rest in suspected] != [1])
    if (strongest is Suspicion.NONE and not faint) or (vague and _chips_may_hide_one(others)):
        return [], []
    hidden = [entry for each in others if (entry := behind_wall(each))]
    hidden = hidden or little_in([each for each in others if not beside_any(each, suspected)])
    if not hidden and faint and (several or strongest is Suspicion.NONE):
        hidden = [(None, OVERLOOKED)]
    if not hidden and strongest is Suspicion.WALL:
        hidden = [(None, BEHIND_WALL)]
    return suspected, hidden


def _without_pips_of_dice(judged: list[Judged]) -> list[Judged]:
    """Leave out pips that no outline explains beside dice: one that leans is not fitted to the pixel."""
    dice = list(chain(*(each.rests for each in judged)))
    return [each for each in judged if not (each.body.only_pips and beside_any(each, dice))]


def _chips_may_hide_one(judged: list[Judged]) -> bool:
    """Say whether a die that is not seen may lie on or at chips; any die that is seen well shows the dice's colours."""
    kinds = {id(each.kind): each.kind for each in judged}.values()
    known = [_coloured(kind, [e.body for e in judged if e.kind is kind], TINTED).colours for kind in kinds]
    colours = tuple(chain(*known)) if all(known) else ()
    return any(_may_hide_one(each.body, colours, each.kind.edge_px) for each in judged)


def _may_hide_one(body: Body, known: tuple[DieColours, ...], edge_px: float) -> bool:
    """Say whether a die that is not seen may lie on or at the chips of a body.

    Rings of one colour tell nothing of dice so dark that neither sides nor top would stand out from a dark chip.
    """
    told = all(colours.body.max() * (1.0 - DARKEST_SIDE) >= STRANGE_STEP for colours in known)
    hiding = any(not disc.uncovered or not (disc.plain and told) for disc in body.discs)
    return hiding and not (known and _bare(body, known, edge_px))


def _bare(body: Body, known: tuple[DieColours, ...], edge_px: float) -> bool:
    """Say whether chips show neither the dice's known colours nor what may mirror a lamp.

    A dark die on one may be taken for shadow: it is where the chip is not seen.
    """
    free = left_over(body.seen.mask | gaps_in_chips(body), body.explanation.outlines, edge_px)
    white = np.where(blinded(body.seen.patch), free, 0).astype(np.uint8)
    for disc in body.discs:
        free[white_label(white, disc) > 0] = 0
    like = cv2.subtract(free, unlike_bodies(body.seen.planes, free, known))
    like = cv2.bitwise_or(like, cv2.bitwise_and(white, free))
    return cv2.countNonZero(like) < BARE * edge_px**2


def _looked(scene: Scene, kind: Kind) -> Looked:
    """Find what lies on the table for dice of one size, with the colours that clear ones show."""
    bodies = bodies_in_scene(scene, kind)
    least = CLEAR_FACE if kind.noise < NOISY else CLEAR_IN_NOISE
    return Looked(_coloured(kind, bodies, least), kind, bodies)


def _coloured(kind: Kind, bodies: list[Body], least_score: float) -> Kind:
    """Take the colours of the dice whose faces are so clearly seen where no calibration learned them."""
    if kind.colours:
        return kind
    found = (colours for body in bodies for colours in _clear_colours(body, kind, least_score))
    return replace(kind, colours=tuple(found))


def _clear_colours(body: Body, kind: Kind, least_score: float) -> list[DieColours]:
    faces = [face for face in body.explanation.faces if face.score >= least_score]
    tints = body.seen.tints(faces, kind, ())
    return [tint for tint in tints if tint.body.max() < BLINDING]


def _doubted_at_rim(rest: Rest, judged: Judged) -> Rest:
    """Doubt a flat die the middle of whose upper face lies at a wall's rim."""
    kind, window = judged.kind, judged.body.seen.window
    top = kind.plane.appear(np.array([[rest.x_mm, rest.y_mm, rest.z_mm + rest.edge_mm / 2]]))[0]
    column, row = (round(float(v)) for v in top - (window.left, window.top))
    deep = depth_of(judged.body.seen.open_view, SHALLOW * kind.edge_px)
    inside = 0 <= row < deep.shape[0] and 0 <= column < deep.shape[1]
    at_rim = inside and deep[row, column] == 0
    return doubted(rest, HALF_HIDDEN) if at_rim and _lies_flat(rest) else rest


def _lies_flat(rest: Rest) -> bool:
    return rest.state is DieState.FLAT


def _dice_in(rests: Iterable[Rest]) -> int:
    """Count dice; each that lies on another hides one."""
    return sum(2 if rest.state is DieState.STACKED else 1 for rest in rests)


def _clearly_one(rest: Rest) -> bool:
    """Say whether a die is one on the board with a clear face, however it may lie."""
    return rest.state not in (DieState.UNREADABLE, DieState.OFF_BOARD) and rest.readable


def _is_hand(judged: Judged) -> bool:
    """Say whether a body is a hand or an arm: unexplained, large, and reaching in from outside."""
    body, edge_px = judged.body, judged.kind.edge_px
    if judged.tried is None:
        return False
    if cv2.countNonZero(cv2.bitwise_and(judged.unexplained, body.seen.open_view)) < HIDES * edge_px**2:
        return False
    unexplained = cv2.countNonZero(judged.unexplained) / edge_px**2
    reaches_in = body.seen.inside < 0.95 and unexplained > 6.0
    return reaches_in or (body.seen.at_border and unexplained > 1.2)


def _unreadable(rest: Rest, camera: Camera) -> DieReading:
    middle = np.array([[rest.x_mm, rest.y_mm, rest.edge_mm / 2]])
    column, row = camera.project(middle)[0]
    return DieReading(None, DieState.UNREADABLE, (float(column), float(row)), (rest.x_mm, rest.y_mm), confidence=0.0)


def _die_reading(rest: Rest, camera: Camera) -> tuple[DieReading, str | None]:
    """Turn a judged die into its reading and, where a person is to be asked, the reason."""
    shares = _shares(rest.evidence)
    state, reason = rest.state, None
    where = f"The die at {rest.x_mm:.0f}, {rest.y_mm:.0f} mm"
    if rest.state is DieState.UNREADABLE:
        return _unreadable(rest, camera), f"{where} shows no pips; look again."
    if rest.state is DieState.FLAT and not rest.readable:
        state, reason = DieState.UNREADABLE, f"{where} could be a {shares[0][0]} or a {shares[1][0]}; look again."
    elif rest.doubt:
        reason = f"{where} {rest.doubt}; look again."
    (column, row), edge_px = _centre_and_edge_px(rest, camera)
    reading = DieReading(
        value=shares[0][0] if rest.readable else None,
        state=state,
        centre_px=(float(column), float(row)),
        centre_mm=(rest.x_mm, rest.y_mm),
        edge_px=edge_px,
        angle_deg=float(np.degrees(rest.turn) % 90.0),
        tilt_deg=rest.tilt_deg,
        support=rest.support,
        confidence=shares[0][1] if rest.readable else 0.0,
        alternatives=tuple(shares[1:3] if rest.readable else shares[:3]),
    )
    return reading, reason


def _centre_and_edge_px(rest: Rest, camera: Camera) -> tuple[Floats, float]:
    """Give a die's middle (2,) in the picture, and its edge in pixels there."""
    middle, along, across = camera.project(_STEPS_MM + np.array([rest.x_mm, rest.y_mm, rest.z_mm]))
    (a, b), (c, d) = along - middle, across - middle
    return middle, float(np.sqrt(abs(a * d - b * c)) * rest.edge_mm)


def _shares(evidence: tuple[float, ...]) -> list[tuple[int, float]]:
    """Give every value's probability, likeliest first: evidence on a soft-max scale."""
    levels = np.array(evidence)
    weights = np.exp((levels - levels.max()) * 45.0)
    weights /= weights.sum()
    return [(int(i) + 1, float(weights[i])) for i in np.argsort(-weights)]
