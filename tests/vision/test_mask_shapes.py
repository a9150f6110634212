"""What masks and many short vectors are worked on with: the same as the libraries' own, drawn or reckoned faster."""

import cv2
import numpy as np
import pytest

from vision.pictures.kernels import ellipse, square
from vision.pictures.lengths import lengths


@pytest.mark.parametrize("size", [2, 3, 5, 8, 25])
def test_shapes_are_the_librarys_own(size: int) -> None:
    assert np.array_equal(square(size), cv2.getStructuringElement(cv2.MORPH_RECT, (size, size)))
    assert np.array_equal(ellipse(size), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def test_shapes_that_all_share_cannot_be_changed() -> None:
    for shape in (square(3), ellipse(5)):
        with pytest.raises(ValueError, match="read-only"):
            shape[0, 0] = 7


@pytest.mark.parametrize("shape", [(0, 2), (7, 2), (4, 5, 3)])
def test_lengths_are_those_of_vectors_along_the_last_axis(shape: tuple[int, ...]) -> None:
    vectors = np.random.default_rng(1).normal(size=shape)
    assert lengths(vectors) == pytest.approx(np.linalg.norm(vectors, axis=-1))
