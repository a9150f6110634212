"""Opens a table: the one place that decides between real hardware and the twin."""

import queue
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.cli.cameras import camera_for
from controller.cli.setup import load_setup
from controller.config import TableFile, load_table
from controller.errors import CalibrationError, HardwareError
from controller.rolls.pictures import Retention
from controller.throws.events import EdgeSource, Wall, Zone
from controller.throws.policy import Policy, policy_of
from controller.throws.table import Table
from controller.twin.settings import TwinSettings
from controller.twin.sources import TwinRunner
from controller.twin.throwing import Plan
from controller.twin.twin import Twin
from vision.geometry import Setup
from vision.sources import FrameSource

TWIN = "twin"
MB = 1_000_000
KEEP_PICTURES = Retention()


@dataclass(frozen=True)
class OpenTable:
    """A table ready to play at. `throw` makes the simulated shooter throw; None where people throw real dice.

    `throw_keeping` lets dice that show the given faces lie and throws the others.

    `clock_ns` runs on the events' clock; None: the newest event's time is the time (a twin faster than real time).
    `waits`: the camera may be kept waiting, and loses no picture by it.
    """

    name: str
    setup: Setup
    judge_table: Table
    policy: Policy
    camera: FrameSource
    sensors: Sequence[EdgeSource]
    clock_ns: Callable[[], int] | None
    throw: Callable[[], None] | None = None
    throw_keeping: Callable[[Sequence[int]], None] | None = None
    twin: Twin | None = None
    waits: bool = False
    retention: Retention = KEEP_PICTURES


def open_twin(seed: int, real_time: bool, policy: str = "street", settings: TwinSettings | None = None) -> OpenTable:
    """Open the simulated table, in real time or as fast as it can be watched. Raises HardwareError without MuJoCo."""
    twin = Twin(settings, seed)
    runner = TwinRunner(twin, real_time=real_time)
    return OpenTable(
        name=TWIN,
        setup=twin.setup,
        judge_table=twin_table(twin),
        policy=policy_of(policy),
        camera=runner.camera,
        sensors=(runner.sensors,),
        clock_ns=runner.now_ns if real_time else None,
        throw=runner.request_throw,
        throw_keeping=lambda faces: runner.request_throw(Plan(keep=tuple(faces))),
        twin=twin,
        waits=True,
    )


def open_real(path: Path, policy: str | None = None) -> OpenTable:
    """Open the table that a table file describes. Raises ConfigError, CalibrationError, HardwareError."""
    table = load_table(path)
    setup = load_setup(path, table)
    return OpenTable(
        name=table.table.name,
        setup=setup,
        judge_table=calibrated_walls(path, judge_table(setup, zones_from(table))),
        policy=policy_from(table, policy),
        camera=camera_for(table, path),
        sensors=wall_sensors(table),
        clock_ns=time.monotonic_ns,
        retention=Retention(table.pictures.days, table.pictures.most_mb * MB),
    )


def twin_table(twin: Twin) -> Table:
    """Give the judge's view of a simulated table, its sensors calibrated."""
    return measured_walls(judge_table(twin.setup, twin.zones), twin.settings.sensors.calibrated)


def judge_table(setup: Setup, zones: Sequence[Zone]) -> Table:
    """Give the judge's view of a set-up whose sensors were not measured."""
    x, y, z = (float(v) for v in setup.camera.position_mm)
    board = setup.board
    edge_mm = max(model.edge_mm for model in setup.dice)
    return Table(
        length_mm=board.length_mm,
        width_mm=board.width_mm,
        edge_mm=edge_mm,
        wall_height_mm=board.wall_height_mm,
        zones=tuple(zones),
        camera_mm=(x, y, z),
    )


def zones_from(table: TableFile, heard: Collection[str] = ()) -> tuple[Zone, ...]:
    """Give the sensors of a table file that tell something: they are wired, or were heard all the same."""
    telling = {*gpio_of(table), *heard}
    return tuple(Zone(z.name, Wall(z.wall), z.from_mm, z.to_mm, z.rim) for z in table.walls.zone if z.name in telling)


def gpio_of(table: TableFile) -> dict[str, int]:
    """Give the pins of the sensors that are wired."""
    return {zone.name: zone.gpio for zone in table.walls.zone if zone.gpio is not None}


def wall_sensors(table: TableFile) -> tuple[EdgeSource, ...]:
    """Give the source of a real table's edges; none where no sensor is wired."""
    if not gpio_of(table):
        return ()
    try:
        from controller.hardware.wall_sensors import WallSensors
    except ImportError:
        raise HardwareError(
            "The wall sensors need gpiozero and gpiod, which are for Linux only. "
            "Take the gpio lines out of the table file, or run this on a Raspberry Pi."
        ) from None
    return (WallSensors(gpio_of(table)),)


def calibrated_walls(path: Path, table: Table) -> Table:
    """Give the judge's table with what `stickman calibrate walls` measured, where it was run.

    Raises CalibrationError that names what cannot be right.
    """
    from calibration.profile import load_profile, profile_path
    from calibration.walls import LONGEST_MS, wrong_in

    walls = load_profile(profile_path(path)).raw.get("walls", {})
    if wrong := wrong_in(walls):
        raise CalibrationError(
            f"{profile_path(path)}: {wrong} cannot be right; times are in ms, {LONGEST_MS:g} at most. "
            f"Run `stickman calibrate walls --table {path}` again."
        )
    return measured_walls(table, walls)


def measured_walls(table: Table, measured: Mapping[str, Any]) -> Table:
    """Give the judge's table with what was measured of its sensors, as a calibration keeps it (ms)."""
    latency_ms = measured.get("latency_ms")
    times = {name: round(float(measured[key]) * 1e6) for name, key in _TIMES.items() if key in measured}
    return replace(
        table,
        latency_ns=table.latency_ns if latency_ms is None else round(float(latency_ms) * 1e6),
        debounce=replace(table.debounce, **times),
    )


_TIMES = {"ringing_ns": "ringing_ms", "crosstalk_ns": "crosstalk_ms", "blow_ns": "chatter_ms", "hold_ns": "hold_ms"}


def policy_from(table: TableFile, name: str | None = None) -> Policy:
    """Give the ruling policy of a table file, or another by name."""
    own = {
        key: {"base": p.base, "cocked": p.cocked, "stacked": p.stacked, "no_wall": p.no_wall, "one_wall": p.one_wall}
        for key, p in table.policy.items()
    }
    return policy_of(name or table.table.policy, own)


def typed_lines() -> "queue.Queue[str | None]":
    """Read standard input in a thread of its own; None says that it has ended."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return lines
