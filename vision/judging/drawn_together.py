"""Dice in doubt beside each other, told by all pips that are seen there, drawn together: whatever outlines tell.

Where a die leans on another, in the dark above all, their bodies are one shadow and their pips make faces that neither
has. How pips lie in the picture leaves hardly more than one answer: it leaves a few hundredths of them unexplained, and
any other many times as much.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.cubes.cube import Attitude, Sight, upright
from vision.doubts.drawn_beside import rests_together
from vision.doubts.redrawn import redrawn
from vision.faces.explain import Explanation
from vision.geometry import Board
from vision.judging.count import Count, dice_in
from vision.judging.once import LEAST_APART
from vision.judging.strange import LITTLE, middle_mm
from vision.judging.together import Judged, attitude_of, of_other_sizes, surroundings_of
from vision.reading import DieState
from vision.ways.choosing import choices_of
from vision.ways.guesses import Guess, guess_beside, guess_blank, guesses_at
from vision.ways.resting import Rest, Surroundings
from vision.ways.sighting import sight_by_pips

MOST_OFF, WORSE = 0.2, 2.0
"""What of the pips the dice leave unexplained at most; and how much more any other answer leaves at least."""

LEAST_PX = 18.0
"""How large dice are in the picture at least: pips of smaller ones run together."""

ANOTHER_MM, MOST_STARTS = 3.0, 6
"""Where faces were found farther apart dice are sought from each; and from so many at most."""

CLEAR = 0.9
"""What pips explain of a flat die's face at least beside which one that leans on it is sought."""


def told_as_drawn(judged: list[Judged], count: Count, board: Board) -> list[Judged]:
    """Tell dice in doubt anew by all pips beside each other, where these show one answer, and all dice of a throw.

    Or else those beside which one leans, for then none lies hidden under them.
    """
    if count.dice is None:
        return judged
    before, groups = _dice(judged), _by_window(judged)
    anew = [_rests(group, judged, board) if _may_tell(group, count.exceeds(before)) else [] for group in groups]
    told = [_told(group, rests) for group, rests in zip(groups, anew, strict=True)]
    if _dice(chain(*told)) == count.dice:
        return list(chain(*told))
    some = [each if any(map(_leans, rests)) else group for group, each, rests in zip(groups, told, anew, strict=True)]
    return list(chain(*some)) if before <= _dice(chain(*some)) <= count.dice else judged


def _dice(judged: Iterable[Judged]) -> int:
    return dice_in(rest for each in judged for rest in each.rests)


def _leans(rest: Rest) -> bool:
    return rest.state is DieState.COCKED


def _by_window(judged: list[Judged]) -> list[list[Judged]]:
    """Put together what is seen in one window of the plane, for dice of one kind."""
    groups: dict[tuple[object, int], list[Judged]] = {}
    for each in judged:
        groups.setdefault((each.body.seen.window, id(each.kind)), []).append(each)
    return list(groups.values())


def _may_tell(group: list[Judged], missing: bool) -> bool:
    """Say whether one of some dice is in doubt, or two are in one place, or one may be `missing` in the dark."""
    rests = [rest for each in group for rest in each.rests]
    crowded = any(_is_near(one, two) for k, one in enumerate(rests) for two in rests[:k])
    dark = missing and any(each.body.faint for each in group)
    return group[0].kind.native_px >= LEAST_PX and (dark or crowded or any(rest.doubt for rest in rests))


def _told(group: list[Judged], rests: list[Rest]) -> list[Judged]:
    """Tell the dice of a window anew; as they were where pips do not tell."""
    if not rests:
        return group
    bare = [each.without_dice() for each in group]
    return [replace(bare[0], rests=rests), *bare[1:]]


def _is_near(one: Rest, two: Rest) -> bool:
    away = np.subtract((one.x_mm, one.y_mm, one.z_mm), (two.x_mm, two.y_mm, two.z_mm))
    return bool(np.linalg.norm(away) < LEAST_APART * one.edge_mm)


def _rests(group: list[Judged], judged: list[Judged], board: Board) -> list[Rest]:
    """Give the dice that explain all pips of a window; none where there is not one answer."""
    kind, body = group[0].kind, _joined([each.body for each in group])
    others = [each.body for each in judged if each.kind is kind and all(each is not one for one in group)]
    around = surroundings_of(body, others, kind, board, of_other_sizes(kind, judged))
    whole = sight_by_pips(body, kind)
    starts = _apart([*_places(group), *_faces(group), *_left_over(group)])
    ways = _ways(whole, starts, around)
    choices = choices_of(whole, [*ways, *_leaning(whole, ways, around)])
    best = redrawn(whole, choices, around, MOST_OFF, WORSE, LEAST_PX)
    return (rests_together(whole, best, around) if best else None) or []


def _joined(bodies: list[Body]) -> Body:
    """Take bodies in one window for one of which only pips are seen."""
    first = bodies[0]
    shapes = [shape for body in bodies for shape in (body.seen.mask, *body.explanation.outlines)]
    every = np.asarray(np.bitwise_or.reduce(shapes), np.uint8)
    discs = tuple(disc for body in bodies for disc in body.discs)
    return replace(first, seen=replace(first.seen, mask=every), explanation=Explanation((), (every,), 0.0), discs=discs)


def _places(group: list[Judged]) -> Iterator[Attitude]:
    """Give where dice would lie on the board whose upper faces appear where those of the told ones do."""
    for rest in (rest for each in group for rest in each.rests):
        plane, top = group[0].kind.plane, np.array([[rest.x_mm, rest.y_mm, rest.z_mm + rest.edge_mm / 2]])
        x, y = plane.lower(plane.appear(top), rest.edge_mm)[0]
        yield upright(float(x), float(y), rest.turn)


def _faces(group: list[Judged]) -> Iterator[Attitude]:
    found = ((each, face) for each in group for face in (*each.body.explanation.faces, *each.body.explanation.others))
    return (attitude_of(face, each.body, each.kind) for each, face in found)


def _left_over(group: list[Judged]) -> Iterator[Attitude]:
    """Give where something is seen that neither dice nor chips explain."""
    for each in group:
        if cv2.countNonZero(each.unexplained) >= LITTLE * each.kind.edge_px**2:
            yield upright(*middle_mm(each.unexplained, each), 0.0)


def _apart(starts: list[Attitude]) -> list[Attitude]:
    """Keep of places that are hardly apart the first."""
    kept: list[Attitude] = []
    for start in starts:
        if all(np.hypot(start.x_mm - at.x_mm, start.y_mm - at.y_mm) > ANOTHER_MM for at in kept):
            kept.append(start)
    return kept[:MOST_STARTS]


def _ways(whole: Sight, starts: list[Attitude], around: Surroundings) -> list[list[Guess]]:
    """Fit dice that lie, or lean on others, at each place."""
    somewhere = [np.zeros_like(whole.own)]
    return [
        guesses_at(whole, somewhere, start, around, near_die=True)
        + guess_blank(whole, somewhere, start.x_mm, start.y_mm, around)
        for start in starts
    ]


def _leaning(whole: Sight, ways: list[list[Guess]], around: Surroundings) -> list[list[Guess]]:
    """Fit a die that leans on each that shows a clear face where it lies flat."""
    flat = ([guess for guess in way if guess.state is DieState.FLAT and guess.fitted.clear >= CLEAR] for way in ways)
    clearest = [max(way, key=lambda guess: guess.fitted.clear) for way in flat if way]
    return [guess_beside(whole, guess.fitted.attitude, around) for guess in clearest]
