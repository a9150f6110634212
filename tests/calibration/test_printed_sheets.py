"""What is printed is at true scale: the PDF's own numbers, and the drawn pages seen by the marker detector."""

import io
import re
import zlib

import cv2
import numpy as np
import pytest

from calibration.markers import CharucoBoard, find_charuco, find_markers, parse_charuco
from calibration.pdf import figure_of, pdf_of
from calibration.places import MARKER_MM, PAGES, PLACES, face_at, marker_middles
from calibration.print import charuco_sheet, charuco_text, marker_sheets, place_sheets, usual_markers
from calibration.sheet import PAPERS, RULER_MM, Sheet
from controller.errors import CalibrationError

BOARD = parse_charuco("11x8,15,11,DICT_5X5_100")
POINT_MM = 25.4 / 72
DOTS_PER_MM = 5
MOVE = re.compile(rb"([-\d.]+) ([-\d.]+) m\n((?:[-\d.]+ [-\d.]+ l\n)+)")


def streams(pdf: bytes) -> list[bytes]:
    found = []
    for body in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            found.append(zlib.decompress(body))
        except zlib.error:
            continue
    return found


def drawn_mm(pdf: bytes) -> list[np.ndarray]:
    """Every path of straight lines that the file's pages draw, (n, 2) mm from the lower left corner of the paper."""
    paths = []
    for stream in streams(pdf):
        for x, y, rest in MOVE.findall(stream):
            numbers = [float(x), float(y), *(float(n) for n in rest.replace(b"l", b"").split())]
            paths.append(np.array(numbers).reshape(-1, 2) * POINT_MM)
    return paths


def rasterised(sheet: Sheet) -> np.ndarray:
    """The page as a picture, DOTS_PER_MM dots to the millimetre."""
    data = io.BytesIO()
    figure_of(sheet).savefig(data, format="png", dpi=25.4 * DOTS_PER_MM)
    return cv2.imdecode(np.frombuffer(data.getvalue(), np.uint8), cv2.IMREAD_COLOR)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_the_file_itself_is_at_true_scale(paper) -> None:  # type: ignore[no-untyped-def]
    pdf = pdf_of([charuco_sheet(BOARD, paper)], "board")
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", pdf)
    assert box is not None
    assert np.allclose([float(n) * POINT_MM for n in box.groups()], [paper.width_mm, paper.height_mm], atol=0.001)
    paths = drawn_mm(pdf)
    squares = [p for p in paths if np.allclose(np.ptp(p, axis=0), 15.0, atol=0.001)]
    assert len(squares) == 44
    corners = np.vstack(squares)
    assert np.allclose(np.ptp(corners, axis=0), [165.0, 120.0], atol=0.001)
    markers = [p for p in paths if np.allclose(np.ptp(p, axis=0), 11.0, atol=0.001)]
    assert len(markers) == 44
    rulers = [p for p in paths if np.allclose(np.ptp(p, axis=0), [RULER_MM, 0.0], atol=0.001)]
    assert len(rulers) == 1


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_the_printed_board_is_the_board_that_its_text_defines(paper) -> None:  # type: ignore[no-untyped-def]
    view = find_charuco(rasterised(charuco_sheet(BOARD, paper)), parse_charuco(charuco_text(BOARD)), "print")
    assert len(view.image_px) == 70
    across = view.image_px - view.image_px[0]
    wanted = (view.target_mm - view.target_mm[0])[:, :2] * DOTS_PER_MM
    assert np.abs(across - wanted).max() < 1.2  # drawing snaps to whole dots


def test_the_board_s_definition_stands_on_the_sheet() -> None:
    sheet = charuco_sheet(BOARD, PAPERS["a4"])
    assert any("--charuco 11x8,15,11,DICT_5X5_100" in words.text for words in sheet.words)


def test_a_wide_board_is_laid_across_the_paper_and_a_larger_one_is_refused() -> None:
    wide = CharucoBoard(9, 5, 30, 22, "DICT_5X5_100")
    assert charuco_sheet(wide, PAPERS["a4"]).paper.width_mm == 297.0
    with pytest.raises(CalibrationError, match="does not fit on Letter"):
        charuco_sheet(CharucoBoard(11, 8, 30, 22, "DICT_5X5_100"), PAPERS["letter"])


def test_a_board_with_more_markers_than_its_dictionary_has_is_refused() -> None:
    with pytest.raises(CalibrationError, match="DICT_4X4_50 has markers 0 to 49"):
        charuco_sheet(CharucoBoard(14, 9, 12, 9, "DICT_4X4_50"), PAPERS["a4"])


def test_markers_are_printed_in_their_size_with_their_numbers() -> None:
    known = usual_markers(900.0, 450.0)
    (sheet,) = marker_sheets("DICT_4X4_50", known, PAPERS["letter"])
    seen = find_markers(rasterised(sheet), "DICT_4X4_50")
    assert sorted(seen) == [0, 1, 2, 3]
    for corners in seen.values():
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        assert np.allclose(sides, 40.0 * DOTS_PER_MM, atol=1.5)


def test_many_markers_take_several_pages_and_mixed_sizes_are_refused() -> None:
    square = np.array([[0, 60, 0], [60, 60, 0], [60, 0, 0], [0, 0, 0]], float)
    known = {n: square + np.array([70.0 * n, 0.0, 0.0]) for n in range(7)}
    sheets = marker_sheets("DICT_4X4_50", known, PAPERS["a4"])
    assert len(sheets) == 4 and [len(sheet.areas) for sheet in sheets] == [2, 2, 2, 1]
    with pytest.raises(CalibrationError, match="only markers of one size"):
        marker_sheets("DICT_4X4_50", {0: square, 1: square / 2}, PAPERS["a4"])


@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_the_side_that_looks_to_the_far_wall_is_named(turned: int) -> None:
    square = np.array([[0, 40, 0], [40, 40, 0], [40, 0, 0], [0, 0, 0]], float)
    (sheet,) = marker_sheets("DICT_4X4_50", {0: np.roll(square, turned, axis=0)}, PAPERS["a4"])
    outline = np.vstack(sheet.areas[0].outlines)
    middle = (outline.max(axis=0) + outline.min(axis=0)) / 2
    (word,) = [words for words in sheet.words if words.text == "far wall"]
    way = np.array([word.x_mm, word.y_mm]) - middle
    # Upright, the far wall is to the right; each corner further on turns the marker by a quarter.
    wanted = [(1, 0), (0, -1), (-1, 0), (0, 1)][turned]
    assert np.allclose(way / np.linalg.norm(way), wanted, atol=1e-6)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_places_are_where_the_check_expects_them(paper) -> None:  # type: ignore[no-untyped-def]
    sheets = place_sheets(19.05, paper)
    assert len(sheets) == PAGES
    picture = rasterised(sheets[3])
    seen = find_markers(picture, "DICT_4X4_50")
    middles = marker_middles(3)
    assert sorted(seen) == sorted(middles)
    centre = np.array([picture.shape[1], picture.shape[0]]) / 2
    for number, (x, y) in middles.items():
        at = (seen[number].mean(axis=0) - centre) / DOTS_PER_MM * (1, -1)
        assert np.allclose(at, (x, y), atol=0.25)
        assert abs(np.ptp(seen[number][:, 0]) / DOTS_PER_MM - MARKER_MM) < 0.25
    texts = [words.text for words in sheets[3].words]
    assert all(f"{place.name}: lay {face_at(3, index)} up" in texts for index, place in enumerate(PLACES))


def test_on_all_pages_each_face_lies_at_each_place() -> None:
    for index in range(len(PLACES)):
        assert sorted(face_at(page, index) for page in range(PAGES)) == [1, 2, 3, 4, 5, 6]
    numbers = [number for page in range(PAGES) for number in marker_middles(page)]
    assert len(set(numbers)) == len(numbers)
