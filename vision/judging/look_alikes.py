"""What looks like a die on a chip, or in the dark, but has other colours than the dice: it may be printed there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.bodies.body import Body
from vision.colours.highlight import BLINDING, DieColours
from vision.colours.tint import TINTED
from vision.faces.explain import Face
from vision.finding.stands_out import shown_colours
from vision.judging.together import Judged
from vision.table.kinds import Kind
from vision.ways.resting import Rest

UNLIKE = 100.0
"""By how many grey levels, body and pips together, colours differ from dice's in any light: of 350 dice on chips those
of two in a hundred do, most of which mirror lamps."""

LEAST_CONTRAST = 60.0
"""Pips that differ less from the body, in grey levels of the channel that tells most, are seen in a mirror image: those
of a 4 that let print pass for a die by 21."""

MAY_BE_PRINTED = "may be printed on a chip"


def look_alikes(judged: Sequence[Judged], kind: Kind) -> list[Rest]:
    """Give the dice that have neither learned colours nor those of any clear die, of those that may be print.

    These lie on something round, or show no more than pips.
    """
    pairs = [(rest, each.body) for each in judged for rest in each.rests]
    seen = [_Seen(rest, body, _face(rest, body, kind)) for rest, body in pairs]
    if not any(each.may_be_print for each in seen):
        return []
    tints = [each.tint(kind) for each in seen if not each.may_be_print and each.face.score >= TINTED]
    known = [*kind.colours, *(tint for tint in tints if not _mirrors(tint))]
    return [each.rest for each in seen if known and each.may_be_print and not each.has_any(known, kind)]


def _mirrors(tint: DieColours) -> bool:
    """Say whether a face has a lamp's colour, which hardly tells its pips from it, and not the die's."""
    return bool(tint.body.max() >= BLINDING and np.abs(tint.body - tint.pip).max() < LEAST_CONTRAST)


@dataclass(frozen=True, eq=False)
class _Seen:
    """A die in a body, with its top face in the body's window."""

    rest: Rest
    body: Body
    face: Face

    @property
    def may_be_print(self) -> bool:
        """Whether its face is seen on something round, or nothing of it but its pips."""
        on_chip = (np.hypot(self.face.column - d.column, self.face.row - d.row) < d.radius for d in self.body.discs)
        return self.body.faint or any(on_chip)

    def has_any(self, known: Sequence[DieColours], kind: Kind) -> bool:
        """Say whether it has any of dice's colours, by those of its face or by its pips' places."""
        tints = (self.tint(kind), shown_colours(self.face, self.body.seen.patch, kind))
        return any(_has(tint, colours, self.face.value > 1) for tint in tints for colours in known)

    def tint(self, kind: Kind) -> DieColours:
        """Give the colours it has."""
        return self.body.seen.tints([self.face], kind, kind.colours)[0]


def _has(tint: DieColours, known: DieColours, may_mirror: bool) -> bool:
    """Say whether what looks like a die has a die's colours, in any light, or mirrors a lamp as those do.

    A single dot may be anything.
    """
    return tint.off(known) <= UNLIKE or (may_mirror and tint.mirrors(known))


def _face(rest: Rest, body: Body, kind: Kind) -> Face:
    """Give a die's top face in its body's window."""
    middle = np.array([[rest.x_mm, rest.y_mm, rest.z_mm + kind.model.edge_mm / 2]])
    column, row = kind.plane.appear(middle)[0] - (body.seen.window.left, body.seen.window.top)
    return Face(float(column), float(row), rest.turn, rest.evidence)
