"""A 1 that may be a pip of another face: what else is near it is looked at, too."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from painted_table import PaintedTable, camera, turned

from vision.bodies.body import Body
from vision.faces.explain import Face, find_faces
from vision.finding.bodies import body_of, find_bodies
from vision.finding.dark_search import _may_be_pip
from vision.table.kinds import Kind, kinds_of

PLACE, FELT, BLACK, PIPS = (400.0, 230.0), (62, 58, 55), (24, 22, 22), (210, 210, 210)
NOISE = 1.0


@pytest.fixture(scope="module")
def table() -> PaintedTable:
    return PaintedTable(view=camera(12.0), felt=FELT, noise=NOISE)


@pytest.fixture(scope="module")
def kind(table: PaintedTable) -> Kind:
    return kinds_of(table.setup())[0]


def body_showing(table: PaintedTable, kind: Kind, value: int) -> Body:
    (found,) = find_bodies(table.clear().die(PLACE, turned(value, 20.0), BLACK, PIPS).picture(), kind)
    return found


def with_pip_beside(body: Body) -> Body:
    """Let another pip shine right beside the outline of a body's die."""
    patch = body.seen.patch.copy()
    shape = body.explanation.outlines[0]
    left, top, _, height = cv2.boundingRect(shape)
    cv2.circle(patch, (left - 5, top + height // 2), 4, PIPS, cv2.FILLED)
    return replace(body, seen=replace(body.seen, patch=patch))


def test_a_1_beside_which_another_pip_shines_may_be_one_of_them(table: PaintedTable, kind: Kind) -> None:
    one, four = body_showing(table, kind, 1), body_showing(table, kind, 4)
    assert [body.explanation.faces[0].value for body in (one, four)] == [1, 4]
    assert not _may_be_pip(one, NOISE)
    assert _may_be_pip(with_pip_beside(one), NOISE)
    assert not _may_be_pip(with_pip_beside(four), NOISE)


@pytest.mark.parametrize(("value", "looks"), [(1, 2), (4, 1)])
def test_of_a_1_other_faces_are_sought_nearer_to_the_edge_of_its_body(
    table: PaintedTable, kind: Kind, monkeypatch: pytest.MonkeyPatch, value: int, looks: int
) -> None:
    body, searched = body_showing(table, kind, value), []

    def counted(*args: object) -> list[Face]:
        searched.append(args)
        return find_faces(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("vision.finding.bodies.find_faces", counted)
    found = body_of(body.seen, kind)
    assert [face.value for face in found.explanation.faces] == [value]
    assert len(searched) == looks


def test_the_middle_of_a_face_may_be_at_a_wall_that_hides_the_rest(table: PaintedTable, kind: Kind) -> None:
    body = body_showing(table, kind, 4)
    face = body.explanation.faces[0]
    row = round(face.row + 0.2 * kind.edge_px)
    hidden = np.zeros_like(body.seen.mask)
    hidden[row:] = 255
    patch, mask = body.seen.patch.copy(), body.seen.mask.copy()
    patch[row:], mask[row:] = (30, 40, 50), 0
    cut_off = replace(body.seen, patch=patch, mask=mask, open_view=np.bitwise_not(hidden))
    (found,) = body_of(cut_off, kind).explanation.faces
    assert found.value == 4
    assert np.hypot(found.column - face.column, found.row - face.row) < 0.1 * kind.edge_px
