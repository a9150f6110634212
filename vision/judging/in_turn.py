"""All bodies on a table judged, what is likest to dice first, up to so much effort: what is left a person looks at."""

from collections.abc import Sequence

from vision.bodies.body import Body
from vision.geometry import Board
from vision.judging.together import Judged, judge_body, may_hold_dice
from vision.table.kinds import Kind

MOST_TRIED = 40
"""After so many ways to lie no other body is fitted: dice that lean on each other, the hardest there are, take 23."""


def judged_in_turn(
    bodies: list[Body], kind: Kind, board: Board, beside: Sequence[tuple[float, float]] = ()
) -> list[Judged]:
    """Judge every body, those with the clearest faces first; those that are left over are not looked at.

    `beside`: where dice of other sizes lie, mm.
    """
    judged: dict[int, Judged] = {}
    for number in sorted(range(len(bodies)), key=lambda k: -_clearest(bodies[k])):
        body = bodies[number]
        tried = sum(each.tried or 0 for each in judged.values())
        looks = not (body.unsearched or body.only_pips) and (tried < MOST_TRIED or _is_plain(body, kind))
        others = [other for other in bodies if other is not body]
        unseen = Judged(body, kind, [], body.seen.mask, tried=0 if body.only_pips else None)
        judged[number] = judge_body(body, kind, board, others, beside) if looks else unseen
    return [judged[number] for number in range(len(bodies))]


def _clearest(body: Body) -> float:
    return max((face.score for face in body.explanation.faces), default=0.0)


def _is_plain(body: Body, kind: Kind) -> bool:
    """Say whether a body needs no fits: it shows no dice, and leaves no room for one."""
    return not body.explanation.faces and not may_hold_dice(body, kind)
