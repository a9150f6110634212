"""A body on the table: what is seen of it, and what explains it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from vision.bodies.disc import Disc
from vision.colours.highlight import DieColours
from vision.colours.tint import FaceColours, colours_of_faces
from vision.faces.explain import Explanation, Face
from vision.frame import Image
from vision.pictures.ground import Empty
from vision.pictures.planes import Planes
from vision.pictures.rectify import Window
from vision.pictures.segment import Mask, Traces
from vision.table.kinds import Kind

NO_DICE = Explanation((), (), 0.0)


@dataclass(frozen=True, eq=False)
class Seen:
    """Something that lies on the table, in a window of the plane: picture, the same place empty, and mask (h, w).

    `planes` (3, h, w): the picture's colours.
    `shade`: where a shadow may hide parts of it; `murky`: where it may be a shadow itself; `open_view`: where one looks
    at the inside of the walls; `at_border`: it, or what it hangs together with, reaches the border of the picture.
    """

    window: Window
    patch: Image
    planes: Planes
    empty: Empty
    mask: Mask
    shade: Mask
    murky: Mask
    open_view: Mask
    at_border: bool
    traces: Traces
    _looked_at: dict[Face, FaceColours] = field(default_factory=dict)

    def tints(self, faces: Sequence[Face], kind: Kind, learned: Sequence[DieColours]) -> list[DieColours]:
        """Give the colours of each face's die; `learned` ones where a lamp's mirror image covers much of the face.

        Each face of a window is looked at once, whatever bodies are drawn in it.
        """
        new = [face for face in faces if face not in self._looked_at]
        looks = colours_of_faces(self.patch, new, kind.patterns, kind.edge_px)
        self._looked_at.update(zip(new, looks, strict=True))
        return [self._looked_at[face].tint(learned) for face in faces]

    @cached_property
    def hidden(self) -> Mask:
        """Where one does not look at the inside of the walls, (h, w)."""
        return np.asarray(cv2.bitwise_not(self.open_view), dtype=np.uint8)

    @property
    def inside(self) -> float:
        """The part of the body that is seen inside the walls."""
        return cv2.countNonZero(cv2.bitwise_and(self.mask, self.open_view)) / max(1, cv2.countNonZero(self.mask))

    @property
    def inside_but_shadow(self) -> float:
        """The same without what may be a shadow on a wall's rim."""
        beyond = cv2.subtract(cv2.subtract(self.mask, self.open_view), self.murky)
        within = cv2.countNonZero(cv2.bitwise_and(self.mask, self.open_view))
        return within / max(1, within + cv2.countNonZero(beyond))


@dataclass(frozen=True, eq=False)
class Body:
    """A body with what explains it; `chips`: the area of chips and stacks; `rest`: what nothing explains.

    `faint`: only its pips were seen; `unsearched`: no dice were sought in it; `only_pips`: pips that no die
    explains.
    """

    seen: Seen
    explanation: Explanation
    discs: tuple[Disc, ...]
    chips: Mask
    rest: Mask
    faint: bool = False
    unsearched: bool = False
    only_pips: bool = False

    @cached_property
    def chips_px(self) -> list[Disc]:
        """The chips' upper faces in pixels of the whole plane."""
        left, top = self.seen.window.left, self.seen.window.top
        return [replace(disc, column=disc.column + left, row=disc.row + top) for disc in self.discs]
