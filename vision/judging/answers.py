"""What people and programs are told of a judged die: its value with how likely it is, its place, and what is asked."""

import numpy as np

from vision.geometry import Camera, Floats
from vision.reading import DieReading, DieState
from vision.ways.resting import Rest

SHARPNESS = 45.0
"""How fast a value's probability falls with what its pattern explains less than the best one's."""

Told = tuple[DieReading | None, str | None]
"""A die, if what is told of is one, and what a person is asked about it, if anything."""

_STEPS_MM = np.eye(4, 3, -1)[:3]
"""A point, and one a millimetre along each side of the board from it."""


def told(rest: Rest, camera: Camera) -> Told:
    """Turn a judged die into its reading and, where a person is to be asked, the reason."""
    shares = _shares(rest.evidence)
    state, reason = rest.state, None
    where = f"The die at {rest.x_mm:.0f}, {rest.y_mm:.0f} mm"
    if rest.state is DieState.UNREADABLE:
        return _unreadable(rest, camera), f"{where} shows no pips; look again."
    if rest.state is DieState.FLAT and not rest.readable:
        state, reason = DieState.UNREADABLE, f"{where} could be a {shares[0][0]} or a {shares[1][0]}; look again."
    elif rest.doubt:
        reason = f"{where} {rest.doubt}; look again."
    (column, row), edge_px = _centre_and_edge_px(rest, camera)
    reading = DieReading(
        value=shares[0][0] if rest.readable else None,
        state=state,
        centre_px=(float(column), float(row)),
        centre_mm=(rest.x_mm, rest.y_mm),
        edge_px=edge_px,
        angle_deg=float(np.degrees(rest.turn) % 90.0),
        tilt_deg=rest.tilt_deg,
        support=rest.support,
        confidence=shares[0][1] if rest.readable else 0.0,
        alternatives=tuple(shares[1:3] if rest.readable else shares[:3]),
    )
    return reading, reason


def _unreadable(rest: Rest, camera: Camera) -> DieReading:
    middle = np.array([[rest.x_mm, rest.y_mm, rest.edge_mm / 2]])
    column, row = camera.project(middle)[0]
    return DieReading(None, DieState.UNREADABLE, (float(column), float(row)), (rest.x_mm, rest.y_mm), confidence=0.0)


def _centre_and_edge_px(rest: Rest, camera: Camera) -> tuple[Floats, float]:
    """Give a die's middle (2,) in the picture, and its edge in pixels there."""
    middle, along, across = camera.project(_STEPS_MM + np.array([rest.x_mm, rest.y_mm, rest.z_mm]))
    (a, b), (c, d) = along - middle, across - middle
    return middle, float(np.sqrt(abs(a * d - b * c)) * rest.edge_mm)


def _shares(evidence: tuple[float, ...]) -> list[tuple[int, float]]:
    """Give every value's probability, likeliest first: evidence on a soft-max scale."""
    levels = np.array(evidence)
    weights = np.exp((levels - levels.max()) * SHARPNESS)
    weights /= weights.sum()
    return [(int(i) + 1, float(weights[i])) for i in np.argsort(-weights)]
