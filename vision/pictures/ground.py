"""The empty board under the dice: what each window of the plane shows when nothing lies there."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Background
from vision.pictures.kernels import square
from vision.pictures.planes import Planes, planes_of
from vision.pictures.rectify import TopPlane, Window


@dataclass(frozen=True, eq=False)
class Empty:
    """A window of the empty board: its picture (h, w, 3), and `planes` (3, h, w) of it.

    `steps` (h, w): how much its colour changes from pixel to pixel.
    """

    picture: Image
    planes: Planes
    steps: NDArray[np.float32]

    def part(self, window: Window) -> "Empty":
        """Give the part in a window of this one."""
        rows, columns = window.slices
        return Empty(self.picture[rows, columns], self.planes[:, rows, columns], self.steps[rows, columns])


class Ground:
    """The empty board in a plane, rectified once where it stays the same."""

    def __init__(self, plane: TopPlane, background: Background, lasting: bool) -> None:
        """Prepare the whole plane if the background is `lasting`; else each window when it is asked for."""
        self.background = background
        self._plane = plane
        self._whole = self._rectified(Window(0, 0, plane.width, plane.height)) if lasting else None

    def under(self, window: Window) -> Empty:
        """Give what a window shows."""
        return self._rectified(window) if self._whole is None else self._whole.part(window)

    def _rectified(self, window: Window) -> Empty:
        picture = self._plane.cut(self.background.image, window)
        return Empty(picture, planes_of(picture), steps_of(picture))


def steps_of(empty: Image) -> NDArray[np.float32]:
    """Give how much the empty board's colour changes from pixel to pixel, (h, w); next to a line as on it."""
    soft = cv2.GaussianBlur(empty, (5, 5), 0.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    change = np.sqrt(np.einsum("ijk,ijk->ij", across, across) + np.einsum("ijk,ijk->ij", down, down))
    return np.asarray(cv2.dilate(change, square(5)), dtype=np.float32)
