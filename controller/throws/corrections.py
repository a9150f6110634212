"""What people say about a throw: other faces, no roll, a throw nobody saw, and answers to a question.

Pure functions from record to record; the session writes both into its journal and changes neither.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod

from controller.errors import RuleError
from controller.throws.policy import Policy
from controller.throws.ruling import hits_between
from controller.throws.verdict import Reason, Throw, ThrownDie, Verdict
from vision.reading import DieState

NO_ROLL = "no roll"
LISTED = 3
WALL_ANSWERS = ("both", "one", "none")
MANY_WALL_ANSWERS = ("all", "some", "none")
REMAIN = (Reason.ONE_WALL, Reason.SENSOR_DEAD)
"""Findings that a person who names the faces has not contradicted."""


def corrected(throw: Throw, values: Sequence[int]) -> Throw:
    """Give the throw as counted with other faces. What was found about the walls stays, unless it made the throw void.

    Raises RuleError for no faces, or one outside 1 to 6.
    """
    faces = _verified(values)
    counted = throw.verdict.counts is True
    reasons = tuple(r for r in throw.verdict.reasons if (counted and r is not Reason.UNREADABLE) or r in REMAIN)
    void_by_wall = Reason.NO_WALL in throw.verdict.reasons and not counted
    dice = tuple(_with_face(die, face, void_by_wall, counted) for die, face in _paired(throw.dice, faces))
    return replace(throw, dice=dice, verdict=replace(throw.verdict, counts=True, reasons=reasons, ask=None))


def called_no_roll(throw: Throw) -> Throw:
    """Give the throw as not counted, with no fault found: nobody is warned or punished."""
    return replace(throw, verdict=replace(throw.verdict, counts=False, reasons=(), ask=None))


def missed(values: Sequence[int], t_ns: int, policy: Policy) -> Throw:
    """Make a throw that only people saw, as counted: both walls are taken as hit. Raises RuleError for bad faces."""
    dice = tuple(ThrownDie(face, DieState.FLAT, hit_wall=True) for face in _verified(values))
    return Throw(t_ns, t_ns, dice, Verdict(True), policy.name)


def answered(throw: Throw, answer: str, policy: Policy) -> Throw:
    """Take a person's answer: faces ("3 4"), how many dice hit the wall (as in `likely_answers`), or "no roll".

    Raises RuleError for an answer that does not fit the question.
    """
    said = answer.strip().lower()
    if said == NO_ROLL:
        return called_no_roll(throw)
    if said in (*WALL_ANSWERS, *MANY_WALL_ANSWERS):
        return _walls_answered(throw, said, policy)
    faces = said.replace(",", " ").split()
    if not faces or not all(face.isdecimal() for face in faces):
        raise RuleError(f"{answer!r} is no answer here. Say one of: {', '.join(likely_answers(throw)) or NO_ROLL}.")
    return corrected(throw, [int(face) for face in faces])


def likely_answers(throw: Throw) -> tuple[str, ...]:
    """List what people most probably say to a throw's question, likeliest first; nothing where none is asked."""
    verdict = throw.verdict
    if verdict.counts is not None:
        return ()
    reasons = verdict.reasons
    if Reason.MOVED_AGAIN in reasons:
        return (NO_ROLL, *likely_faces(throw.dice))
    if Reason.WRONG_COUNT in reasons or Reason.HAND in reasons:
        return (*likely_faces(throw.dice), NO_ROLL)
    if Reason.UNREADABLE in reasons and not {Reason.COCKED, Reason.STACKED} & set(reasons):
        return (*likely_faces(throw.dice), NO_ROLL)
    return (*_likely_walls(throw), NO_ROLL)


def likely_faces(dice: Sequence[ThrownDie]) -> tuple[str, ...]:
    """List combinations of faces, likeliest first; nothing where a die shows nothing at all."""
    choices = [_faces_of(die) for die in dice]
    if not choices or not all(choices):
        return ()
    ranked = sorted(islice(product(*choices), 1000), key=lambda combo: -prod(chance for _, chance in combo))
    return tuple(" ".join(str(face) for face, _ in combo) for combo in ranked[:LISTED])


def _faces_of(die: ThrownDie) -> list[tuple[int, float]]:
    own = [] if die.value is None else [(die.value, max(die.confidence, 0.01))]
    return [*own, *((face, max(chance, 0.001)) for face, chance in die.alternatives if face != die.value)]


def _likely_walls(throw: Throw) -> tuple[str, ...]:
    """List how many dice may have hit: all first, unless a sure miss rules that out."""
    fewest, most = hits_between(throw.dice)
    words = WALL_ANSWERS if len(throw.dice) == 2 else MANY_WALL_ANSWERS
    possible = {words[0]: most == len(throw.dice), words[2]: fewest == 0}
    possible[words[1]] = any(0 < hits < len(throw.dice) for hits in range(fewest, most + 1))
    return tuple(word for word in words if possible[word])


def _walls_answered(throw: Throw, said: str, policy: Policy) -> Throw:
    """Rule again with the walls as a person saw them; the faces and all else stay as found."""
    if said not in likely_answers(throw):
        raise RuleError(f"{said!r} does not fit this throw. Say one of: {', '.join(likely_answers(throw)) or NO_ROLL}.")
    dice = tuple(_with_walls(throw.dice, said))
    hits = sum(die.hit_wall is True for die in dice)
    walls = {Reason.NO_WALL} if hits == 0 else {Reason.ONE_WALL} if hits < len(dice) else set()
    held = set(throw.verdict.reasons) - {Reason.NO_WALL, Reason.ONE_WALL} | walls
    reasons = tuple(reason for reason in Reason if reason in held)
    counts = not any(policy.voids(reason) for reason in reasons)
    verdict = replace(throw.verdict, counts=counts, reasons=reasons, ask=None)
    return replace(throw, dice=dice, verdict=verdict, policy=policy.name)


def _with_walls(dice: Sequence[ThrownDie], said: str) -> Iterator[ThrownDie]:
    """Settle the unsure dice so that the number fits; which of them it was matters to no rule."""
    wanted = {"none": 0, "one": 1, "some": 1}.get(said, len(dice))
    missing = wanted - hits_between(dice)[0]
    for die in dice:
        if die.hit_wall is None:
            yield replace(die, hit_wall=missing > 0)
            missing -= 1
        else:
            yield die


def _verified(values: Sequence[int]) -> tuple[int, ...]:
    if not values or not all(face in range(1, 7) for face in values):
        raise RuleError(f"{list(values)} are no dice: name each face as a number from 1 to 6.")
    return tuple(values)


def _paired(dice: Sequence[ThrownDie], faces: Sequence[int]) -> Iterator[tuple[ThrownDie, int]]:
    """Pair faces with the dice found: first those that show them already, then the others in order."""
    left = list(dice)
    for face in faces:
        die = next((die for die in left if die.value == face), None)
        rest = [other for other in left if other.value not in faces] or left
        die = die or (rest[0] if rest else ThrownDie(None, DieState.FLAT))
        left = [other for other in left if other is not die]
        yield die, face


def _with_face(die: ThrownDie, face: int, void_by_wall: bool, counted: bool) -> ThrownDie:
    state = die.state if counted and die.state != DieState.UNREADABLE else DieState.FLAT
    hit = True if void_by_wall or die.hit_wall is None else die.hit_wall
    return replace(die, value=face, state=str(state), confidence=1.0, alternatives=(), hit_wall=hit)
