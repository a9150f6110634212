"""What the judge knows of a simulated table's wall sensors: nothing, or what a calibration by a few taps measured."""

from dataclasses import replace
from typing import Any

import numpy as np

from calibration.walls import measure_walls
from controller.cli.tables import judge_table, measured_walls
from controller.throws.events import Wall, Zone
from controller.throws.table import Table
from controller.twin.physics import Bump
from controller.twin.sensors import WallSensors, zones_of
from controller.twin.settings import TwinSettings
from vision.geometry import Setup

TAPS, TAP_EVERY_S = 3, 1.5
TAP_MNS, RIM_TAP_MNS = (3.0, 25.0), (20.0, 40.0)
TAPPED_MM = 50.0
"""A calibration taps each zone so often, about as hard as dice strike, at this height, and the rim harder."""


def known_table(setup: Setup, settings: TwinSettings, latency_ms: float | None) -> Table:
    """Give the judge's view of a table; `latency_ms`: the sensors', as well as it is known, None where never tapped.

    Calibrated from real bounces it is half an exposure longer: a die is seen where it was in the middle of one, and
    frames are known by when theirs began.
    """
    table = judge_table(setup, zones_of(settings))
    if latency_ms is None:
        return table
    return replace(
        measured_walls(table, _tapped(settings, latency_ms)),
        latency_ns=round((latency_ms + settings.view.exposure_ms / 2) * 1e6),
    )


def _tapped(settings: TwinSettings, latency_ms: float) -> dict[str, Any]:
    """Give what a calibration measures of the sensors with a few taps; each table is tapped alike each time."""
    rng = np.random.default_rng(round(abs(latency_ms) * 1e6))
    sensors = WallSensors(settings, rng)
    tapped = {zone.name: _taps(sensors, zone, rng) for zone in sensors.zones}
    return measure_walls(list(tapped), (), 0.0, tapped, ())[0]


def _taps(sensors: WallSensors, zone: Zone, rng: np.random.Generator) -> list[tuple[int, str, int]]:
    place_mm = (0.0, (zone.from_mm + zone.to_mm) / 2, TAPPED_MM)
    forces_mns = rng.uniform(*(RIM_TAP_MNS if zone.rim else TAP_MNS), TAPS)
    face = "rim" if zone.rim else "inner"
    taps = (Bump(0, Wall.FAR, face, k * TAP_EVERY_S, k * TAP_EVERY_S, place_mm, f) for k, f in enumerate(forces_mns))
    return [(edge.t_ns, edge.zone, edge.level) for edge in sensors.edges(tuple(taps), 0)]
