"""Finds black dice beside a body that can hardly be told from its shadow: by their pips."""

import cv2
import numpy as np

from vision.bodies.body import Seen
from vision.bodies.dark import is_printed
from vision.faces.explain import Face, find_faces
from vision.finding.still_seen import CHIP_FACE_SCORE
from vision.frame import Image
from vision.pictures.kernels import ellipse, square
from vision.pictures.segment import Mask
from vision.table.kinds import Kind

BESIDE, WIDE_PIP = 0.7, 0.3
"""How far beside a body, in edges, the middle of a die may lie of which little is told from its shadow; and how wide
its pips may be, which are not in the shade."""


def faces_in_shade(seen: Seen, kind: Kind, tone: Image, searched: Mask) -> list[Face]:
    """Find clear faces in the shade beside a body: of black dice little more than pips and sides is told from it.

    Of more than one pip, and not printed there.
    """
    reach, pip = (round(part * kind.edge_px) | 1 for part in (2 * BESIDE, WIDE_PIP))
    near = cv2.dilate(seen.mask, ellipse(reach))
    shade = cv2.morphologyEx(seen.shade | seen.mask, cv2.MORPH_CLOSE, square(pip))
    area = np.asarray(cv2.bitwise_and(shade, cv2.subtract(near, seen.hidden)), dtype=np.uint8)
    area[searched > 0] = 0
    faces = find_faces(seen.patch, tone, area, kind.patterns, kind.edge_px)
    clear = (face for face in faces if face.value > 1 and face.score >= CHIP_FACE_SCORE)
    return [face for face in clear if not is_printed(seen.empty.picture, face, kind.patterns, kind.edge_px)]
