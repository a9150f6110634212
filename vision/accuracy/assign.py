"""The cheapest one-to-one assignment: Kuhn 1955, Munkres 1957, in the O(n³) form with potentials."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf


def assign(cost: Sequence[Sequence[float]], limit: float) -> list[int | None]:
    """Give for each row its column so that the sum of costs is least, or None where none is under `limit`.

    `cost` (rows × columns) may be of any shape; leaving a row out costs `limit`.
    """
    columns = len(cost[0]) if cost else 0
    padded = [[min(c, limit) for c in row] + [limit] * len(cost) for row in cost]
    chosen = _square(padded) if columns else [None] * len(cost)
    return [c if c is not None and c < columns and cost[r][c] < limit else None for r, c in enumerate(chosen)]


def _square(cost: list[list[float]]) -> list[int | None]:
    """Solve for at least as many columns as rows. Rows and columns count from 1 inside, 0 is the free end."""
    rows, columns = len(cost), len(cost[0])
    u, v = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        _free(_augment(cost, u, v, owner), owner)
    chosen: list[int | None] = [None] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            chosen[owner[column] - 1] = column - 1
    return chosen


def _augment(cost: list[list[float]], u: list[float], v: list[float], owner: list[int]) -> list[int]:
    """Grow the alternating tree from the row at column 0 to a free column; give the path, free column first."""
    columns = len(v) - 1
    slack, came, used, at = [inf] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1), 0
    while owner[at]:
        used[at] = True
        row, delta, following = owner[at], inf, 0
        for c in (c for c in range(1, columns + 1) if not used[c]):
            reduced = cost[row - 1][c - 1] - u[row] - v[c]
            if reduced < slack[c]:
                slack[c], came[c] = reduced, at
            if slack[c] < delta:
                delta, following = slack[c], c
        for c in range(columns + 1):
            if used[c]:
                u[owner[c]] += delta
                v[c] -= delta
            else:
                slack[c] -= delta
        at = following
    path = [at]
    while path[-1]:
        path.append(came[path[-1]])
    return path


def _free(path: list[int], owner: list[int]) -> None:
    """Shift the owners along the path, so that the new row gets a column."""
    for column, before in pairwise(path):
        owner[column] = owner[before]
