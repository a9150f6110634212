"""How lamps and room light fall on a small flat piece at a place, and what colours come of it."""

from functools import cached_property

import numpy as np

from controller.twin.room import AMBIENT
from controller.twin.settings import Lamp, TwinSettings
from vision.geometry import Floats

POLISH = 0.04
"""The part of the light that polished plastic (refraction 1.5) throws back where one looks straight on (Fresnel)."""

GAMMA = 2.2


class Lighting:
    """The light of one table."""

    def __init__(self, settings: TwinSettings) -> None:
        self.settings = settings

    @cached_property
    def lamps_mm(self) -> Floats:
        """The lamps' centres (n, 3)."""
        return np.array([lamp.place_mm for lamp in self.settings.look.lamps], float).reshape(-1, 3)

    @cached_property
    def shares(self) -> Floats:
        """The lamps' strengths (n,)."""
        return np.array([lamp.share for lamp in self.settings.look.lamps], float)

    @cached_property
    def white(self) -> Floats:
        """The colour of the light and the exposure as factors on B, G, R."""
        warm = self.settings.look.warmth
        return self.settings.look.brightness * np.array([1 - 0.16 * warm, 1 - 0.02 * warm, 1 + 0.10 * warm])

    def on(self, place_mm: Floats, normals: Floats) -> Floats:
        """Light (n,) on pieces facing along `normals` (n, 3) at one place: about 1 on a table's top."""
        to = self.lamps_mm - place_mm
        reach = np.linalg.norm(to, axis=1)
        to = to / reach[:, None]
        fall = (self.lamps_mm[:, 2] / reach) ** 2
        direct = np.maximum(normals @ to.T, 0) @ (self.shares * fall * 1.35)
        sky = AMBIENT * (0.55 + 0.45 * normals[:, 2])
        return np.asarray(sky + direct, dtype=np.float64)

    def direct_part(self, place_mm: Floats) -> Floats:
        """Share (n,) of the light on a horizontal surface that comes from each lamp."""
        to = self.lamps_mm - place_mm
        each = self.shares * 1.35 * (self.lamps_mm[:, 2] / np.linalg.norm(to, axis=1)) ** 3
        return np.asarray(each / (AMBIENT + each.sum()), dtype=np.float64)

    def mirror_image(self, lamp: Lamp) -> Floats:
        """Give how bright a lamp's mirror image in polished plastic is, B, G, R; white paper on the table is 1.

        The same light from a smaller lamp is brighter in its mirror image.
        """
        seen_sr = (lamp.side_mm / lamp.place_mm[2]) ** 2
        share = 1.35 * lamp.share / (AMBIENT + 1.35 * float(self.shares.sum()))
        return np.asarray(self.white * (POLISH * np.pi * share / seen_sr) ** (1 / GAMMA))
