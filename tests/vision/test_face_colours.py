"""The colours of a die's face are the same, whoever asks for them, and for however many faces together."""

import numpy as np
import pytest
from painted_table import PaintedTable, turned

from vision.colours.tint import die_tint
from vision.finding.bodies import find_bodies
from vision.table.kinds import kinds_of

RED = (40, 30, 190)


def test_each_face_of_a_window_has_its_own_dies_colours() -> None:
    table = PaintedTable().die((400.0, 230.0), turned(5), RED).die((421.0, 230.0), turned(3), RED)
    (kind,) = kinds_of(table.setup(count=2))
    (body,) = [body for body in find_bodies(table.picture(), kind) if body.explanation.faces]
    faces = body.explanation.faces
    assert len(faces) == 2
    together = body.seen.tints(faces, kind, ())
    for face, tint in zip(faces, together, strict=True):
        alone = die_tint(body.seen.patch, face, kind.patterns, kind.edge_px, ())
        assert np.array_equal(tint.body, alone.body)
        assert np.array_equal(tint.pip, alone.pip)
        assert tint.body == pytest.approx(np.array(RED), abs=30)
        assert tint.pip.min() > 150
