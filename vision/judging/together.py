"""All dice of a body chosen together: the set of guesses that explains most, and how much less any other does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.bodies.dark import dark_all_over, nothing_bright_beside
from vision.bodies.rounds import unexplained
from vision.colours.tint import TINTED
from vision.cubes.cube import Attitude, Sight, levelled, outline_of, upright
from vision.cubes.cube_faces import top_face
from vision.cubes.fitting import fit_flat
from vision.doubts.asked import HARDLY_SEEN, doubted_as_drawn, rests_as_drawn, rests_of
from vision.doubts.lies_flat import CLEAR_LEANING
from vision.doubts.redrawn import redrawn
from vision.doubts.slight import rather_flat
from vision.faces.explain import Explanation, Face
from vision.faces.told_by import ToldBy
from vision.geometry import Board
from vision.glare.upper_face import more_pips_hidden
from vision.judging.doubtful_chips import rather_stacked, without_chips_of, without_doubtful_chips
from vision.judging.faint import judge_faint
from vision.pictures.segment import Mask, agreement
from vision.reading import DieState
from vision.table.kinds import Kind
from vision.ways.agreeing import agrees_but_smear, outlined
from vision.ways.all_faces import lies_by_sides
from vision.ways.choosing import Choice, apart_first, choices_of, is_near
from vision.ways.guesses import Guess, beside_things, guess_blank, guesses_at
from vision.ways.hidden import FaceEnd, as_seen, beside_rim
from vision.ways.in_lamp import told_in_lamp
from vision.ways.left_out import LEFT_OUT, beside_clearest, left_out, parted, with_blank
from vision.ways.phantoms import without_phantoms
from vision.ways.resting import NEAR_DIE, Rest, Surroundings, doubted
from vision.ways.sides import sides_unlike
from vision.ways.sighting import sight_as_drawn, sight_by_pips, sight_of
from vision.ways.sought_anew import to_seek_anew

PLAIN_OUTLINE, PLAIN_PIPS = 0.92, 0.8
"""A die that nothing holds is flat without further looks where outline and pips are explained so well."""

PLAIN_BESIDE = 0.9
"""The same beside another body's die, which may hold it: a side's pips that are seen as well make a face less clear."""

SMEARED_OUTLINE, SMEARED_PIPS = 0.94, 0.9
"""The same where colours are smeared over outlines, as JPEG does: beside the smear. 82 flat dice that were fitted
before agreed so well; of 24 that did not lie on the board, mostly stacks, none came beyond 0.88."""

MOSTLY, WHOLLY = 0.5, 0.95
"""The parts of a body, and of a die's outline, that must be seen between the walls to lie there."""

OTHER_FACE = 0.5
"""What a pattern must explain of a face that was not chosen to be tried all the same."""

LEAST_TRIED = 3
"""So many ways to lie at least are fitted, though all may turn out to be none, where a body is not plain."""

MOST_CANDIDATES = 5
SAME_DIE = 0.75
"""The distance of middles, in edges, within which two faces are of one die."""


@dataclass(frozen=True, eq=False)
class Judged:
    """The dice of a body, taken for ones of a `kind`, and the part (h, w) that neither dice nor chips explain.

    `look` gives what is seen of the body; None where no more than its pips is. `fewer` judges it anew where it may hold
    only so many dice; None where it cannot be explained so. `merit`: what the dice explain, in areas of a top face.
    `tried`: how many ways to lie were fitted; None where the body was not looked at.
    """

    body: Body
    kind: Kind
    rests: list[Rest]
    unexplained: Mask
    look: Callable[[], Sight] | None = None
    fewer: Callable[[int], "Judged | None"] | None = None
    merit: float = 0.0
    tried: int | None = 0

    @cached_property
    def whole(self) -> Sight | None:
        """What is seen of the body, found out only where it is asked for."""
        return self.look() if self.look else None

    def without_dice(self) -> "Judged":
        """Leave the body its chips; where it has none, all of it is dice that are told elsewhere."""
        strange = self.unexplained if self.body.discs else np.zeros_like(self.unexplained)
        return replace(self, rests=[], unexplained=strange, fewer=None, merit=0.0)


def judge_body(
    body: Body, kind: Kind, board: Board, others: list[Body], beside: Sequence[tuple[float, float]] = ()
) -> Judged:
    """Judge every die of a body among the other bodies on the table, and dice `beside` of other sizes (mm)."""
    around = surroundings_of(body, others, kind, board, beside)
    judged = _rather_stacked(_judge(body, kind, around), around)
    body = judged.body
    if not _only_one(judged, body):
        return judged
    return replace(judged, rests=[_doubted_beside_pips(rest, body, kind, around) for rest in judged.rests])


def of_other_sizes(kind: Kind, judged: Sequence[Judged]) -> list[tuple[float, float]]:
    """Give where dice of other kinds lie, x and y in mm."""
    return [place_of(rest) for each in judged if each.kind is not kind for rest in each.rests]


def place_of(rest: Rest) -> tuple[float, float]:
    """Give where on the board a die is, x and y in mm."""
    return rest.x_mm, rest.y_mm


def _judge(body: Body, kind: Kind, around: Surroundings) -> Judged:
    faces = [attitude_of(face, body, kind) for face in body.explanation.faces]
    if not faces and not may_hold_dice(body, kind):
        return Judged(body, kind, [], body.rest)
    on_board = all(around.on_board(at.x_mm, at.y_mm) for at in faces)
    if faces and not (on_board and _lies_inside(body)):
        ends = [beside_rim(face, body.seen, kind) for face in body.explanation.faces]
        if not on_board or not all(end.hidden for end in ends):
            found = zip(faces, body.explanation.faces, body.explanation.outlines, ends, strict=True)
            return Judged(body, kind, [_off_or_doubted(*one, around, body.seen.open_view) for one in found], body.rest)
    if body.faint:
        pairs = zip(faces, body.explanation.faces, strict=True)
        rests = [judge_faint(at, face, around, body, kind) for at, face in pairs]
        return Judged(body, kind, rests, body.rest, lambda: sight_by_pips(body, kind))
    if not body.discs:
        plain = _plainly_flat(sight_as_drawn(body, kind), faces, body, around)
        if plain is not None:
            return Judged(body, kind, plain, body.rest, partial(sight_of, body, kind))
    whole = sight_of(body, kind)
    plain = _plainly_flat(whole, faces, body, around)
    if plain is None:
        return _judged(whole, faces, body, kind, around)
    return Judged(body, kind, plain, body.rest, lambda: whole)


def _rather_stacked(judged: Judged, around: Surroundings) -> Judged:
    """Judge a body anew without chips that hardly show a rim, where a stack of dice explains it far better."""
    body, kind = judged.body, judged.kind
    bare = without_doubtful_chips(body, kind)
    if bare is None:
        return judged
    other = _judge(bare, kind, without_chips_of(around, body, bare))
    return other if rather_stacked(judged.rests, other.rests, other.merit - judged.merit) else judged


def _only_one(judged: Judged, body: Body) -> bool:
    """Say whether a body was taken for a single dark die that shows a 1."""
    if body.faint or body.discs or [face.value for face in body.explanation.faces] != [1] or not dark_all_over(body):
        return False
    return [rest.state for rest in judged.rests if rest.doubt is None] == [DieState.FLAT]


def _doubted_beside_pips(rest: Rest, body: Body, kind: Kind, around: Surroundings) -> Rest:
    """Doubt a dark die's 1 beside which other pips are seen: of a die larger than its body each looks like a 1."""
    at = upright(rest.x_mm, rest.y_mm, rest.turn)
    alone = around.near_die(at) or nothing_bright_beside(body, kind.noise, around.chips)
    return rest if alone or lies_by_sides(at, 1, body, kind) else doubted(rest, HARDLY_SEEN)


def _lies_inside(body: Body) -> bool:
    """Say whether a body lies between the walls for the most part, or all of its dice do."""
    seen = body.seen
    return seen.inside_but_shadow >= MOSTLY or all(
        cv2.countNonZero(cv2.bitwise_and(shape, seen.open_view)) >= WHOLLY * cv2.countNonZero(shape)
        for shape in body.explanation.outlines
    )


def may_hold_dice(body: Body, kind: Kind) -> bool:
    """Say whether a body without dice shows another face, or enough that neither dice nor chips explain."""
    others = any(face.score >= OTHER_FACE for face in body.explanation.others)
    return others or cv2.countNonZero(body.rest) > LEFT_OUT * kind.edge_px**2


def surroundings_of(
    body: Body, others: list[Body], kind: Kind, board: Board, beside: Sequence[tuple[float, float]] = ()
) -> Surroundings:
    """Give what the dice of a body may touch among other bodies, and dice `beside` it (x, y mm)."""
    chips = [disc for each in (body, *others) for disc in each.chips_px]
    dice = _places_of([(face, other) for other in others for face in other.explanation.faces], kind)
    return Surroundings(kind.plane, board, tuple(chips), (*dice, *beside), kind.model.edge_mm)


def attitude_of(face: Face, body: Body, kind: Kind) -> Attitude:
    """Give how a die lies flat on the board whose top face is seen in a body."""
    ((x, y),) = _places_of([(face, body)], kind)
    return upright(x, y, face.turn)


def _places_of(faces: list[tuple[Face, Body]], kind: Kind) -> list[tuple[float, float]]:
    """Give where dice lie flat on the board, x and y in mm, whose top faces are seen in bodies."""
    if not faces:
        return []
    tops = [(face.column + body.seen.window.left, face.row + body.seen.window.top) for face, body in faces]
    return [(x, y) for x, y in kind.plane.lower(np.array(tops), kind.model.edge_mm).tolist()]


def _off_or_doubted(at: Attitude, face: Face, shape: Mask, end: FaceEnd, around: Surroundings, open_view: Mask) -> Rest:
    """Judge a die of a body that lies outside of the board in part: what lies beside the die may be a shadow."""
    rest = Rest(at.x_mm, at.y_mm, around.edge_mm / 2, at.turn, around.edge_mm, face.evidence)
    on_board = around.on_board(at.x_mm, at.y_mm)
    beyond = 2 * cv2.countNonZero(cv2.bitwise_and(shape, open_view)) < cv2.countNonZero(shape)
    if not on_board or (beyond and not (end.dark or end.hidden)):
        return replace(rest, state=DieState.OFF_BOARD, tilt_deg=None)
    return doubted(rest, "touches something outside of the board")


def _plainly_flat(whole: Sight, starts: list[Attitude], body: Body, around: Surroundings) -> list[Rest] | None:
    """Judge a die that nothing holds and that a flat die explains nearly perfectly; None for all others."""
    if len(starts) != 1 or left_out(whole, list(body.explanation.outlines)) is not None:
        return None
    at, evidence = starts[0], body.explanation.faces[0].evidence
    if not _plainly_fits(whole, at, evidence, around):
        flat = fit_flat(whole.near(at), at)
        at, evidence = flat.attitude, flat.evidence
        if not _plainly_fits(whole, at, evidence, around):
            return None
    if more_pips_hidden(whole, at, int(np.argmax(evidence)) + 1):
        return None
    return [Rest(at.x_mm, at.y_mm, around.edge_mm / 2, at.turn, around.edge_mm, evidence)]


def _plainly_fits(whole: Sight, at: Attitude, evidence: tuple[float, ...], around: Surroundings) -> bool:
    """Say whether a flat die's outline and pips agree nearly perfectly and nothing is near that may hold it."""
    least = PLAIN_BESIDE if around.near_die(at) else PLAIN_PIPS
    if max(evidence) < least or not ToldBy.PIPS.name_one(evidence) or around.holds(at):
        return False
    return _agrees_plainly(whole, at, max(evidence)) and not beside_things(whole, at)


def _agrees_plainly(whole: Sight, at: Attitude, pips: float) -> bool:
    if outlined(whole, at) >= PLAIN_OUTLINE:
        return True
    return pips >= SMEARED_PIPS and agrees_but_smear(whole, at) >= SMEARED_OUTLINE


def _retinted(whole: Sight, best: tuple[Guess, ...], body: Body, kind: Kind) -> Sight | None:
    """Look again with the colour of dice that no clear face gave before; None where it was known or is not now."""
    if any(face.score >= TINTED for face in body.explanation.faces):
        return None
    clear = [guess for guess in best if max(guess.fitted.evidence) >= TINTED]
    faces, shapes = tuple(top_face(whole, guess.fitted) for guess in clear), tuple(guess.shape for guess in clear)
    if not faces:
        return None
    every = np.bitwise_or.reduce(np.stack(shapes))
    fit = agreement(every, body.seen.mask, body.seen.shade)
    return sight_of(replace(body, explanation=Explanation(faces, shapes, fit)), kind)


def _judged(whole: Sight, faces: list[Attitude], body: Body, kind: Kind, around: Surroundings) -> Judged:
    ways = _sought(whole, _fitted(whole, faces, body, kind, around), around)
    better = _retinted(whole, choices_of(whole, ways)[0].guesses, body, kind)
    if better is not None:
        whole, ways = better, [[guess.seen_again(better) for guess in way] for way in ways]
        ways = _again(whole, ways, around, always=True)
    real = without_phantoms(whole, choices_of(whole, ways))
    judged = _told(whole, rather_flat(whole, real), body, kind, around)
    return replace(judged, tried=LEAST_TRIED + sum(map(len, ways)))


def _told(whole: Sight, ranked: list[Choice], body: Body, kind: Kind, around: Surroundings) -> Judged:
    """Judge the dice of the best of some choices by the others."""
    first, *less = ranked
    rests, best = _rests_of(whole, told_in_lamp(whole, [as_seen(whole, first), *less]), around)
    chosen = [guess.shape for guess in best.guesses]
    rest = unexplained(body.seen.mask, body.chips, chosen, kind.edge_px)

    def fewer(count: int) -> Judged | None:
        left = apart_first([choice for choice in ranked if choice.dice <= count])
        return _told(whole, left, body, kind, around) if left and left[0].guesses else None

    return Judged(body, kind, rests, rest, lambda: whole, fewer, first.merit)


def _rests_of(whole: Sight, choices: list[Choice], around: Surroundings) -> tuple[list[Rest], Choice]:
    """Judge the dice of the best choice; where they are in doubt, those of the one that their drawn pips tell."""
    rests = rests_of(whole, choices, around)
    if any(rest.doubt for rest in rests) and (drawn := redrawn(whole, choices, around)):
        told = rests_as_drawn(whole, drawn, around)
        if told is not None:
            return told, drawn
    return doubted_as_drawn(whole, rests, choices[0], around), choices[0]


def _fitted(whole: Sight, faces: list[Attitude], body: Body, kind: Kind, around: Surroundings) -> list[list[Guess]]:
    """Fit every way in which the dice whose faces were found may lie, the others' outlines aside."""
    others = [attitude_of(f, body, kind) for f in body.explanation.others if f.score >= OTHER_FACE]
    starts = (faces + others)[:MOST_CANDIDATES]
    shapes = [outline_of(whole, at) for at in faces]
    ways = []
    for start in starts:
        taken = [shape for shape, at in zip(shapes, faces, strict=True) if _apart(at, start, around)]
        ways.append(guesses_at(whole, taken, start, around, near_another(starts, start, around)))
    return ways


def _sought(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Add dice whose faces were not found, and dice of the best choice sought anew where they are not understood."""
    ways = beside_clearest(whole, with_blank(whole, ways, around), around)
    if not all(_is_clear(guess) for guess in choices_of(whole, ways)[0].guesses):
        ways = parted(whole, ways, around)
    again = _again(whole, ways, around)
    ways = _searched(whole, again, around)
    if len(ways) > len(again):
        ways = with_blank(whole, ways, around)
    return ways


def _is_clear(guess: Guess) -> bool:
    """Say whether a die's upper face is clear and its sides look as they must."""
    return max(guess.fitted.evidence) >= CLEAR_LEANING and not sides_unlike(guess)


def _again(whole: Sight, ways: list[list[Guess]], around: Surroundings, always: bool = False) -> list[list[Guess]]:
    """Fit dice that hide parts of each other once more, each beside what the others turned out to be."""
    best = choices_of(whole, ways)[0].guesses
    if not always and (len(best) < 2 or all(guess.state is DieState.FLAT for guess in best)):
        return ways
    again = []
    for guess in best:
        taken = [other.shape for other in best if other is not guess]
        at = guess.fitted.attitude
        level = _level_there(guess, ways, whole.edge_mm)
        again.append([guess, *level, *guesses_at(whole, taken, levelled(at), around, len(best) > 1)])
    return again


def _level_there(guess: Guess, ways: list[list[Guess]], edge_mm: float) -> list[Guess]:
    """Give the flat die that explains most where one leans: from how that leans it may not be found again."""
    if guess.state is not DieState.COCKED:
        return []
    flat = [other for way in ways for other in way if other.state is DieState.FLAT and is_near(guess, other, edge_mm)]
    return [max(flat, key=lambda other: other.merit)] if flat else []


def _searched(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Search anew, at any tilt and turn, for dice of the best choice that it does not surely explain."""
    best = choices_of(whole, ways)[0].guesses
    found = []
    for guess in best:
        taken = [other.shape for other in best if other is not guess]
        if to_seek_anew(whole, guess, taken):
            at = guess.fitted.attitude
            found.append(guess_blank(whole, taken, at.x_mm, at.y_mm, around))
    return [*ways, *found]


def _apart(one: Attitude, two: Attitude, around: Surroundings) -> bool:
    """Say whether two faces are of two dice: those in the same place are the same die seen otherwise."""
    return bool(np.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm) > SAME_DIE * around.edge_mm)


def near_another(starts: list[Attitude], here: Attitude, around: Surroundings) -> bool:
    """Say whether another die, not the same one seen otherwise, is near enough to hold the one here."""
    others = (at for at in starts if _apart(at, here, around))
    return any(np.hypot(at.x_mm - here.x_mm, at.y_mm - here.y_mm) < NEAR_DIE * around.edge_mm for at in others)
