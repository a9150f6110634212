"""The board in ninths, for asking whether a die's place and its face go together."""

import numpy as np
from numpy.typing import NDArray

ALONG = ("near", "middle", "far")
ACROSS = ("right", "centre", "left")
PLACES = tuple(f"{along} {across}" for along in ALONG for across in ACROSS)


def place_codes(rest_mm: NDArray[np.float32], board_mm: tuple[float, float]) -> NDArray[np.int8]:
    """Give each die's ninth of the board as an index into PLACES, -1 where its place is not known, (n, d)."""
    known = np.isfinite(rest_mm).all(axis=-1)
    thirds = np.nan_to_num(rest_mm) * 3 / np.array(board_mm, np.float32)
    along, across = np.moveaxis(np.clip(thirds, 0, 2.5).astype(np.int8), -1, 0)
    return np.where(known, along * 3 + across, -1).astype(np.int8)
