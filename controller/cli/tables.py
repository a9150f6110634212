"""Opens a table: the one place that decides between real hardware and the twin."""

import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.cli.setup import load_setup
from controller.config import TableFile, load_table
from controller.errors import ConfigError, HardwareError
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
    retention: Retention = KEEP_PICTURES


def open_twin(seed: int, real_time: bool, policy: str = "street", settings: TwinSettings | None = None) -> OpenTable:
    """Open the simulated table, in real time or as fast as it can be watched. Raises HardwareError without MuJoCo."""
    twin = Twin(settings, seed)
    runner = TwinRunner(twin, real_time=real_time)
    return OpenTable(
        name=TWIN,
        setup=twin.setup,
        judge_table=judge_table(twin.setup, twin.zones, twin.settings.sensors.latency_ms),
        policy=policy_of(policy),
        camera=runner.camera,
        sensors=(runner.sensors,),
        clock_ns=time.monotonic_ns if real_time else None,
        throw=runner.request_throw,
        throw_keeping=lambda faces: runner.request_throw(Plan(keep=tuple(faces))),
        twin=twin,
    )


def open_real(path: Path, policy: str | None = None) -> OpenTable:
    """Open the table that a table file describes. Raises ConfigError, CalibrationError, HardwareError."""
    table = load_table(path)
    setup = load_setup(path, table)
    return OpenTable(
        name=table.table.name,
        setup=setup,
        judge_table=judge_table(setup, ()),
        policy=policy_from(table, policy),
        camera=_camera(table, path),
        sensors=(),
        clock_ns=time.monotonic_ns,
        retention=Retention(table.pictures.days, table.pictures.most_mb * MB),
    )


def judge_table(setup: Setup, zones: Sequence[Zone], latency_ms: float | None = None) -> Table:
    """Give the judge's view of a set-up; `latency_ms` of the sensors behind the camera, where it is known."""
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
        latency_ns=None if latency_ms is None else round(latency_ms * 1e6),
    )


def zones_from(table: TableFile) -> tuple[Zone, ...]:
    """Give the sensors that a table file names."""
    return tuple(Zone(z.name, Wall(z.wall), z.from_mm, z.to_mm) for z in table.walls.zone)


def policy_from(table: TableFile, name: str | None = None) -> Policy:
    """Give the ruling policy of a table file, or another by name."""
    own = {
        key: {"base": p.base, "cocked": p.cocked, "stacked": p.stacked, "no_wall": p.no_wall, "one_wall": p.one_wall}
        for key, p in table.policy.items()
    }
    return policy_of(name or table.table.policy, own)


def _camera(table: TableFile, path: Path) -> FrameSource:
    from vision.usb_camera import UsbCamera, UsbMode

    if table.camera is None:
        raise ConfigError(f"{path} names no camera. Add [camera] with device = 0 (the number of /dev/video0).")
    device = Path(f"/dev/video{table.camera.device}")
    if not device.exists():
        raise HardwareError(f"No camera at {device}. Plug it in, or correct [camera] device in {path}.")
    return UsbCamera(table.camera.device, UsbMode(table.camera.width, table.camera.height))


def typed_lines() -> "queue.Queue[str | None]":
    """Read standard input in a thread of its own; None says that it has ended."""
    lines: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, name="keyboard", daemon=True).start()
    return lines
