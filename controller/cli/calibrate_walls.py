"""`stickman calibrate walls`: people tap the zones, the sensors are listened to, recorded bounces give the latency."""

import queue
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import click

from controller.cli.calibration_steps import finish, shared_options
from controller.cli.options import MOST_S, Number
from controller.config import load_table
from controller.errors import ConfigError
from controller.throws.events import EdgeSource, Health, Wall, WallEdge

Edge = tuple[int, str, int]
TAPS = 3
TAP_WAIT_S = 20.0
QUIET_S = 20.0
TAPS_APART_NS = 700_000_000


@click.command()
@click.option("--bounces", type=click.Path(path_type=Path), multiple=True, help="A recorded throw, for the latency.")
@click.option(
    "--quiet-s",
    type=Number(0, MOST_S),
    default=QUIET_S,
    show_default=True,
    help="How long to listen while nobody touches anything.",
)
@click.option("--no-taps", is_flag=True, help="Measure only the latency, from recordings.")
@shared_options
def walls(bounces: tuple[Path, ...], quiet_s: float, no_taps: bool, table: Path, as_json: bool) -> int:
    """Measure the wall sensors: noise, ringing, cross-talk from taps; latency from recorded bounces."""
    from calibration.walls import measure_walls
    from controller.cli.tables import gpio_of, wall_sensors

    config = load_table(table)
    zones = list(gpio_of(config)) or [zone.name for zone in config.walls.zone]
    if not zones:
        raise ConfigError(f"{table} names no wall sensors. Add [[walls.zone]] parts with gpio = 5 and so on.")
    late_ns = [late for folder in bounces for late in latencies(folder)]
    if no_taps:
        return _latency_only(table, late_ns, bounces, as_json)
    (sensors,) = wall_sensors(config) or (None,)
    if sensors is None:
        raise ConfigError(f"No zone of {table} has a gpio pin, so none can be listened to. Add gpio = 5 and so on.")
    rims = [zone.name for zone in config.walls.zone if zone.rim]
    noise, tapped = listen(sensors, zones, quiet_s, lambda text: click.echo(text, err=True), TAP_WAIT_S, rims)
    parameters, report = measure_walls(zones, noise, quiet_s, tapped, late_ns, rims)
    known = _known(table).get("latency_ms")
    if known is not None:
        parameters.setdefault("latency_ms", known)
    return finish(table, "walls", parameters, _files(bounces), report, as_json)


def _latency_only(table: Path, late_ns: list[int], bounces: tuple[Path, ...], as_json: bool) -> int:
    from calibration.walls import latency_report

    if not late_ns:
        raise ConfigError("No sure bounce with its hit was found. Name recorded throws with --bounces FOLDER.")
    known = _known(table)
    kept: dict[str, Any] = {
        key: known[key] for key in ("chatter_ms", "ringing_ms", "crosstalk_ms", "crosstalk", "hold_ms") if key in known
    }
    measured, report = latency_report(late_ns)
    return finish(table, "walls", {**kept, **measured}, _files(bounces), report, as_json)


def _known(table: Path) -> dict[str, Any]:
    """Give what was measured before of the walls, as far as it can be true."""
    from calibration.profile import load_profile, profile_path
    from calibration.walls import sound

    return sound(load_profile(profile_path(table)).raw.get("walls", {}))


def _files(folders: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(folder / "events.jsonl" for folder in folders)


def latencies(folder: Path) -> list[int]:
    """Give how much later than its frames a recording's sensors told of each sure bounce at the far wall, ns."""
    from controller.cli.replay import judged
    from controller.session.recording import open_recording

    throws = judged(open_recording(folder))
    touches = [touch for throw in throws for die in throw.dice for touch in die.walls if touch.wall is Wall.FAR]
    return [t.t_ns - t.seen_ns for t in touches if t.seen_ns is not None and t.hit_id is not None]


def listen(
    sensors: EdgeSource,
    zones: list[str],
    quiet_s: float,
    say: Callable[[str], None],
    wait_s: float = TAP_WAIT_S,
    rims: Collection[str] = (),
) -> tuple[list[Edge], dict[str, list[Edge]]]:
    """Listen to silence, then to taps on one zone after the other, `rims` on a wall's top; gives the edges of both."""
    heard: queue.Queue[WallEdge] = queue.Queue()
    sensors.start(hearing(heard, say))
    try:
        say(f"Do not touch the table for {quiet_s:g} seconds.")
        noise = collect(heard, quiet_s)
        return noise, {zone: _taps(heard, zone, say, wait_s, zone in rims) for zone in zones}
    finally:
        sensors.stop()


def hearing(heard: "queue.Queue[WallEdge]", say: Callable[[str], None]) -> Callable[[WallEdge | Health], None]:
    """Give what keeps the edges that sensors hand over, and says what they tell of their own health."""

    def put(told: WallEdge | Health) -> None:
        if isinstance(told, WallEdge):
            heard.put(told)
        else:
            say(told.message)

    return put


def collect(
    heard: "queue.Queue[WallEdge]", for_s: float, enough: Callable[[list[Edge]], bool] | None = None
) -> list[Edge]:
    """Collect edges for a while, or until there are enough."""
    found: list[Edge] = []
    end_s = time.monotonic() + for_s
    while (left_s := end_s - time.monotonic()) > 0 and not (enough and enough(found)):
        try:
            edge = heard.get(timeout=left_s)
        except queue.Empty:
            break
        found.append((edge.t_ns, edge.zone, edge.level))
    return found


def _taps(
    heard: "queue.Queue[WallEdge]", zone: str, say: Callable[[str], None], wait_s: float, rim: bool
) -> list[Edge]:
    from calibration.walls import taps_in

    where = f"Knock on the wall's top ({zone})" if rim else f"Tap zone {zone}"
    say(f"{where} {TAPS} times with a knuckle, a second apart.")

    def done(edges: list[Edge]) -> bool:
        return len(taps_in(edges, zone)) >= TAPS

    edges = collect(heard, wait_s, done)
    return edges + (collect(heard, TAPS_APART_NS / 1e9) if edges else [])
