"""Dice of several sizes on one table: each size is looked for apart, and a flat die is of the one that fits it best."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.bodies.body import Body
from vision.bodies.rounds import LEAST_BODY, left_over
from vision.cubes.cube import Attitude
from vision.faces.explain import Face, draw
from vision.finding.bodies import body_of
from vision.finding.dark_search import LIKE_ONE
from vision.judging.together import attitude_of
from vision.pictures.kernels import square
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask, agreement
from vision.table.kinds import Kind
from vision.ways.resting import Rest

ONE_PLACE, FAINT_PLACE, SAME_DIE = 0.9, 1.0, 0.5
"""Faces nearer than this, in edges, are of one die, also where of one hardly more than pips is seen; and how near a die
lies to where its face was seen."""

LEAST_FACE, OUTLINE_WEIGHT = 0.7, 0.3
"""What pips must explain of a face to tell a die's size; and what an outline that agrees (IoU) counts beside that."""

FAINT, ALIKE = 0.15, 0.2
"""What a face is worth less where its pips are all that is seen; and how much less it may be worth where the die is as
likely of that size."""

ROUNDS = 2
"""So often every die of a body is taken for each size, beside the others as they were taken last."""

LEAST_OWN = 0.4
"""The part of a die's outline that is seen, and that no others explain."""

MAY_BE_DIE = 0.5
"""What is left of a body without dice of other sizes, in areas of a top face, to hold another that shows no face."""

SHARED = 0.15
"""The part of a body, seen for one size, that lies in another's where both are the same thing."""


@dataclass(frozen=True, eq=False)
class Looked:
    """What lies on the table, looked at for dice of one `kind`; `learned`: that with the calibrated colours only.

    `own`: where dice of this size lie flat, by their faces; `beside`: where those of other sizes do, mm.
    """

    kind: Kind
    learned: Kind
    bodies: list[Body]
    own: tuple[Attitude, ...] = ()
    beside: tuple[tuple[float, float], ...] = ()

    def holds(self, rest: Rest) -> bool:
        """Say whether a die lies where a face of this size was seen."""
        reach = SAME_DIE * self.kind.model.edge_mm
        return any(np.hypot(rest.x_mm - at.x_mm, rest.y_mm - at.y_mm) < reach for at in self.own)


@dataclass(frozen=True, eq=False)
class _Claim:
    """A face by which a die of a size seems to lie flat, and how well the dice of its body agree with that (IoU).

    `faint`: hardly more than its pips is seen.
    """

    kind: Kind
    at: Attitude
    face: Face
    agreement: float
    faint: bool

    @property
    def clear(self) -> float:
        """How clear it is by face and outline: every pip looks like a 1, and of dark dice those of sides are seen."""
        face = self.face.score - LIKE_ONE * (self.face.value == 1) - FAINT * self.faint
        return face + OUTLINE_WEIGHT * self.agreement

    def is_at(self, other: "_Claim") -> bool:
        """Say whether both cannot be dice."""
        least = ONE_PLACE if self.faint == other.faint else FAINT_PLACE
        edge_mm = (self.kind.model.edge_mm + other.kind.model.edge_mm) / 2
        return bool(np.hypot(self.at.x_mm - other.at.x_mm, self.at.y_mm - other.at.y_mm) < least * edge_mm)

    def fits_alike(self, other: "_Claim") -> bool:
        """Say whether a face shows the same in the same place, about as clearly; how large a 1 is tells no size."""
        same = self.face.value == other.face.value and self.is_at(other)
        return same and (self.face.value == 1 or self.clear >= other.clear - ALIKE)

    def outline(self, kind: Kind, window: Window) -> Mask:
        """Draw its silhouette into a window of the plane of a kind, (h, w)."""
        edge = self.kind.model.edge_mm
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)]) * edge
        points = kind.plane.appear(corners @ self.at.r.T + (self.at.x_mm, self.at.y_mm, 0.0))
        hull = cv2.convexHull((points - (window.left, window.top)).astype(np.float32))
        return draw(np.asarray(hull, np.float64).reshape(-1, 2), window)


@dataclass(frozen=True, eq=False)
class _Thing:
    """One body as it is seen for dice of several sizes."""

    seen: list[tuple[Kind, Body]]

    def shares(self, kind: Kind, body: Body) -> bool:
        """Say whether a body is a part of it."""
        return any(same_thing((kind, body), other) for other in self.seen)

    def dice(self) -> list[_Claim]:
        """Give its flat dice, each of the size that fits best: by its face, or where several fit by its outline."""
        claims = [_claim(kind, body, face) for kind, body in self.seen for face in body.explanation.faces]
        claims = [claim for claim in claims if claim.face.score >= LEAST_FACE]
        found: list[_Claim] = []
        for claim in sorted(claims, key=lambda each: -each.clear):
            if not any(claim.is_at(other) for other in found) and self._shows(claim, found):
                found.append(claim)
        if any(body.discs for _, body in self.seen) or self._largest[1].faint:
            return found
        same = [[other for other in claims if other.is_at(die) and other.face.value == die.face.value] for die in found]
        alike = [[one for one in each if all(one.fits_alike(other) for other in each)] for each in same]
        for _ in range(min(len(found), ROUNDS)):
            found = self._resized(found, alike)
        return found

    def _shows(self, claim: _Claim, found: list[_Claim]) -> bool:
        """Say whether enough of a die is seen that dice found before do not explain: else it is a side of theirs."""
        kind, body = self._largest
        outlines = [die.outline(kind, body.seen.window) for die in found]
        shape = claim.outline(kind, body.seen.window)
        own = np.asarray(cv2.bitwise_and(shape, body.seen.mask), np.uint8)
        left = cv2.countNonZero(left_over(own, outlines, 0.0))
        return not found or left >= LEAST_OWN * cv2.countNonZero(shape)

    @property
    def _largest(self) -> tuple[Kind, Body]:
        """The most that is seen of it for any size, but of pips alone only where there is nothing else."""

        def size(one: tuple[Kind, Body]) -> tuple[bool, float]:
            return not one[1].faint, cv2.countNonZero(one[1].seen.mask) / one[0].plane.scale ** 2

        return max(self.seen, key=size)

    def _resized(self, dice: list[_Claim], alike: list[list[_Claim]]) -> list[_Claim]:
        """Take each die in turn as the one of those `alike` with which all dice together agree best with the body."""
        kind, body = self._largest
        for number, others in enumerate(alike):
            ways = [[*dice[:number], other, *dice[number + 1 :]] for other in others]
            dice = max(ways, key=lambda way: _agreement(way, kind, body))
        return dice


def _agreement(dice: list[_Claim], kind: Kind, body: Body) -> float:
    every = np.bitwise_or.reduce([die.outline(kind, body.seen.window) for die in dice])
    return agreement(np.asarray(every, np.uint8), body.seen.mask, body.seen.shade)


def _claim(kind: Kind, body: Body, face: Face) -> _Claim:
    return _Claim(kind, attitude_of(face, body, kind), face, body.explanation.agreement, body.faint)


def by_size(looks: list[Looked]) -> list[Looked]:
    """Take every flat die for the size that fits it best, and out of what lies on the table for the other sizes."""
    if len(looks) == 1:
        return looks
    dice = [die for thing in _things(looks) for die in thing.dice()]
    return [_apart(look, dice) for look in looks]


def _things(looks: list[Looked]) -> list[_Thing]:
    """Put together what was seen for several sizes and is one body."""
    things: list[_Thing] = []
    for kind, body in ((look.kind, body) for look in looks for body in look.bodies):
        joined = [thing for thing in things if thing.shares(kind, body)]
        things = [thing for thing in things if thing not in joined]
        things.append(_Thing([*(each for thing in joined for each in thing.seen), (kind, body)]))
    return things


def _apart(look: Looked, claims: list[_Claim]) -> Looked:
    """Leave the dice that other sizes fit better out of a look."""
    others = [claim for claim in claims if claim.kind is not look.kind]
    bodies = [left for body in look.bodies if (left := _without(body, others, look.kind))]
    own = tuple(claim.at for claim in claims if claim.kind is look.kind)
    return replace(look, bodies=bodies, own=own, beside=tuple((c.at.x_mm, c.at.y_mm) for c in others))


def _without(body: Body, claims: list[_Claim], kind: Kind) -> Body | None:
    """Take dice of other sizes out of a body; None where nothing is left that may hold a die or is a chip."""
    if body.faint:
        pips = [_claim(kind, body, face) for face in body.explanation.faces]
        return None if any(each.is_at(claim) for each in pips for claim in claims) else body
    mask, shapes = body.seen.mask, [claim.outline(kind, body.seen.window) for claim in claims]
    shapes = [shape for shape in shapes if cv2.countNonZero(cv2.bitwise_and(shape, mask))]
    if not shapes:
        return body
    left = np.asarray(left_over(mask, shapes, kind.edge_px), np.uint8)
    left = np.asarray(cv2.morphologyEx(left, cv2.MORPH_OPEN, square(5)), np.uint8)
    area = cv2.countNonZero(left) / kind.edge_px**2
    if area < LEAST_BODY:
        return None
    anew = body_of(replace(body.seen, mask=left), kind)
    return anew if anew.explanation.faces or anew.discs or area >= MAY_BE_DIE else None


def same_thing(one: tuple[Kind, Body], two: tuple[Kind, Body]) -> bool:
    """Say whether two bodies, seen for two sizes, share what is more than a sliver of the smaller one."""
    if one[0] is two[0]:
        return False
    mask, moved = one[1].seen.mask, _moved(two, one)
    least = SHARED * min(cv2.countNonZero(moved), cv2.countNonZero(mask))
    return cv2.countNonZero(cv2.bitwise_and(moved, mask)) > least


def _moved(one: tuple[Kind, Body], like: tuple[Kind, Body]) -> Mask:
    """Give a body's mask in the window of another one's plane; the planes' heights differ by little."""
    (kind, body), (other, target) = one, like
    ours, theirs = body.seen.window, target.seen.window
    left, top = other.plane.to_px(kind.plane.to_mm(np.array([[ours.left, ours.top]])))[0]
    ratio = other.plane.scale / kind.plane.scale
    move = np.array([[ratio, 0.0, left - theirs.left], [0.0, ratio, top - theirs.top]])
    size = (theirs.width, theirs.height)
    return np.asarray(cv2.warpAffine(body.seen.mask, move, size, flags=cv2.INTER_NEAREST), np.uint8)
