"""Simulated dice: fair pairs out of random bytes, in numbered streams that are the same on every machine.

A byte below 252 is one throw of two dice: `byte % 36` names the pair, and each of the 36 pairs has seven bytes.
The four bytes from 252 on are thrown away, so that all pairs are exactly equally likely.
"""

import secrets
from typing import TYPE_CHECKING

from controller.rules.dice import ALL_PAIRS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pairs = NDArray[np.uint8]

PAIRS = len(ALL_PAIRS)
BYTES = 256
FAIR_BYTES = BYTES // PAIRS * PAIRS
PAIR_OF_BYTE = bytes(byte % PAIRS for byte in range(BYTES))
"""The pair a byte stands for, as an index into ALL_PAIRS; only the first FAIR_BYTES are used."""
MOST_BYTES = 1 << 22
"""At most so many bytes are counted at once: the counts are floats of 24 bits, exact up to 2^24."""


def open_stream(entropy: int, *number: int) -> "np.random.PCG64DXSM":
    """Open the stream of this number under a seed; streams of different numbers are independent.

    Only its raw words are used: they never change between versions of numpy, the methods of Generator may (NEP 19).
    """
    import numpy as np

    return np.random.PCG64DXSM(np.random.SeedSequence(entropy, spawn_key=number))


def new_entropy() -> int:
    """Take a seed from the system."""
    return secrets.randbits(128)


def throw_pairs(stream: "np.random.PCG64DXSM", rolls: int) -> "Pairs":
    """Throw two dice so many times: indices into ALL_PAIRS, in the order of the stream."""
    import cv2
    import numpy as np

    pairs = np.empty(rolls, dtype=np.uint8)
    thrown = 0
    while thrown < rolls:
        block = _draw(stream, rolls - thrown)
        fair = block[block < FAIR_BYTES]
        pairs[thrown : thrown + len(fair)] = fair
        thrown += len(fair)
    if not rolls:
        return pairs
    cv2.LUT(pairs.reshape(1, -1), np.frombuffer(PAIR_OF_BYTE, np.uint8), dst=pairs.reshape(1, -1))
    return pairs


def count_pairs(stream: "np.random.PCG64DXSM", rolls: int) -> "NDArray[np.int64]":
    """Count how often each of ALL_PAIRS comes among the pairs that `throw_pairs` would throw."""
    import numpy as np

    counts = np.zeros(BYTES, dtype=np.int64)
    while missing := rolls - int(counts.sum()):
        block = _draw(stream, missing)
        counts += _count_bytes(block)
        counts[FAIR_BYTES:] = 0
    pairs: NDArray[np.int64] = counts[:FAIR_BYTES].reshape(-1, PAIRS).sum(axis=0)
    return pairs


def _draw(stream: "np.random.PCG64DXSM", count: int) -> "Pairs":
    """Draw so many bytes or MOST_BYTES: never more than are missing, so that no fair one is left over."""
    import numpy as np

    count = min(count, MOST_BYTES)
    return stream.random_raw(-(-count // 8)).astype("<u8", copy=False).view(np.uint8)[:count]


def _count_bytes(block: "Pairs") -> "NDArray[np.int64]":
    # OpenCV counts bytes several times as fast as numpy, and lets other threads run meanwhile.
    import cv2
    import numpy as np

    return cv2.calcHist([block.reshape(1, -1)], [0], None, [BYTES], [0, BYTES]).ravel().astype(np.int64)
