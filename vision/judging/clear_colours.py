"""The colours that clear dice in a picture show, where no calibration learned them."""

from dataclasses import replace

from vision.bodies.body import Body
from vision.colours.highlight import BLINDING, DieColours
from vision.table.kinds import Kind


def with_clear_colours(kind: Kind, bodies: list[Body], least_score: float) -> Kind:
    """Take the colours of dice whose faces are so clearly seen; those that were learned stay the only ones."""
    if kind.colours:
        return kind
    found = (colours for body in bodies for colours in _clear_colours(body, kind, least_score))
    return replace(kind, colours=tuple(found))


def _clear_colours(body: Body, kind: Kind, least_score: float) -> list[DieColours]:
    faces = [face for face in body.explanation.faces if face.score >= least_score]
    tints = body.seen.tints(faces, kind, ())
    return [tint for tint in tints if tint.body.max() < BLINDING]
