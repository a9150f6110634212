"""A picture with its time."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Stream = Literal["main", "small"]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """An image (h, w, 3) BGR uint8 with the time its exposure began.

    `exposed_ns`: CLOCK_MONOTONIC. `index`: running number within its stream. `stream`: `main` is the full
    picture for reading, `small` the quick one for motion; both come from one camera.
    """

    image: Image
    exposed_ns: int
    index: int
    stream: Stream = "main"
