"""How the wall's sensors behave: noise, chatter, ringing, cross-talk and latency, from taps and from real bounces."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, pairwise, takewhile
from statistics import median
from typing import Any

from calibration.report import Findings, Report

Edge = tuple[int, str, int]
"""Time in ns, zone, level (1 active)."""

MS = 1e6
TAP_NS = 700_000_000
"""Edges within this time of the first are one tap."""
MARGIN = 1.25
"""Dice ring longer than the hardest of a few taps."""
RINGING_MS = (60.0, 400.0)
DENSE_NS = 2_400_000
"""Under a blow a sensor goes active again within this time; ringing thins out. The debouncer says the same."""
CHATTER_MARGIN, CHATTER_MORE_MS = 1.15, 0.3
CHATTER_MS = (2.0, 20.0)
"""The hardest of a few taps chatters nearly as long as any die: by how much more at most, and within which limits."""
HELD_MS = 8.0, 14.0
"""So long a sensor with a hold stays active for a touch. The debouncer says the same."""
CROSSTALK_MS = (5.0, 60.0)
MOST_AT_RIM = 0.5
"""A rim's sensor that hears more of the taps on the rubber does not tell the one from the other."""
WANTED_TAPS = 3
WANTED_BOUNCES = 8
SPREAD_MS = 8.0
LATENCY_MS = (-5.0, 40.0)
TIMES = ("latency_ms", "chatter_ms", "ringing_ms", "crosstalk_ms", "hold_ms")
LONGEST_MS = 1000.0
"""Of what a calibration keeps, no time is longer; only the latency may be less than 0."""


def wrong_in(walls: Any) -> str | None:
    """Name what cannot be true of a calibration's [walls], as its file has it; None where all can."""
    if not isinstance(walls, Mapping):
        return f"walls = {walls!r}"
    wrong = (f"[walls] {key} = {walls[key]!r}" for key in TIMES if key in walls and not _possible(key, walls[key]))
    return next(wrong, None)


def sound(walls: Any) -> dict[str, Any]:
    """Give of a calibration's [walls] what can be true."""
    parts = walls.items() if isinstance(walls, Mapping) else ()
    return {key: value for key, value in parts if wrong_in({key: value}) is None}


def _possible(key: str, value: Any) -> bool:
    least_ms = -LONGEST_MS if key == "latency_ms" else 0.0
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and least_ms <= value <= LONGEST_MS


def taps_in(edges: Sequence[Edge], zone: str) -> list[list[Edge]]:
    """Cut edges into taps on a zone: each begins with an edge of that zone after a pause, and takes in all zones."""
    taps: list[list[Edge]] = []
    for edge in sorted(edges):
        if taps and edge[0] - taps[-1][0][0] <= TAP_NS:
            taps[-1].append(edge)
        elif edge[1] == zone and edge[2] == 1:
            taps.append([edge])
    return taps


def ringing_ms(taps: Sequence[Sequence[Edge]], zone: str) -> float:
    """Give for how long a zone rang after its longest tap, ms."""
    return max(((max(t for t, name, _ in tap if name == zone) - tap[0][0]) / MS for tap in taps), default=0.0)


def chatter_ms(taps: Sequence[Sequence[Edge]], zone: str) -> float:
    """Give for how long a zone chattered densely at most when it was tapped, from rise to rise, ms."""
    rises_ns = ([t for t, name, level in tap if name == zone and level == 1] for tap in taps)
    return max((_dense_ns(each) / MS for each in rises_ns), default=0.0)


def _dense_ns(rises_ns: Sequence[int]) -> int:
    """Give how long rises follow each other densely from the first on."""
    dense = takewhile(lambda pair: pair[1] - pair[0] <= DENSE_NS, pairwise(rises_ns))
    return sum(later - earlier for earlier, later in dense)


def pulses_ms(tap: Sequence[Edge], zone: str) -> list[float]:
    """Give how long each pulse of a zone was in a tap, ms."""
    own = [(t, level) for t, name, level in tap if name == zone]
    return [(fall - rise) / MS for (rise, level), (fall, after) in pairwise(own) if level == 1 and after == 0]


def _hold_ms(pulses: Mapping[str, Sequence[Sequence[float]]]) -> float | None:
    """Give how long all zones' pulses are if each tap gave one, as sensors with a hold do that do not ring on, ms."""
    zones = [[found for found in of_zone if found] for of_zone in pulses.values()]
    if not zones or not all(zones):
        return None
    each_ms = [median(chain(*found)) for found in zones]
    least_ms, most_ms = HELD_MS
    clean = all(median(map(len, found)) == 1 for found in zones) and least_ms <= min(each_ms) <= max(each_ms) <= most_ms
    return round(median(each_ms), 1) if clean else None


def crosstalk(taps: Sequence[Sequence[Edge]], zone: str) -> dict[str, tuple[float, float]]:
    """Give for each other zone in which share of the taps it was shaken too, and at most how much later, ms."""
    found: dict[str, list[float]] = {}
    for tap in taps:
        for other in {name for _, name, _ in tap} - {zone}:
            first_ns = min(t for t, name, _ in tap if name == other)
            found.setdefault(other, []).append((first_ns - tap[0][0]) / MS)
    return {other: (len(late) / len(taps), max(late)) for other, late in found.items()}


def measure_walls(
    zones: Sequence[str],
    noise: Sequence[Edge],
    noise_s: float,
    tapped: Mapping[str, Sequence[Edge]],
    late_ns: Sequence[int],
    rims: Collection[str] = (),
) -> tuple[dict[str, Any], Report]:
    """Say how sensors behave; `rims` names those of the zones that sit on a wall's top.

    `noise`: edges of `noise_s` seconds in which nobody touched the table; `tapped`: by zone, the edges while it was
    tapped; `late_ns`: of real bounces, how much later than the frames the sensors told of them. Gives the parameters
    to save (ms) and a report. What was not measured is left out of the parameters.
    """
    taps = {zone: taps_in(tapped.get(zone, ()), zone) for zone in zones}
    shaken = {zone: crosstalk(taps[zone], zone) for zone in zones}
    pulses = {zone: [pulses_ms(tap, zone) for tap in taps[zone]] for zone in zones}
    parameters: dict[str, Any] = {}
    if any(taps.values()):
        longest = max(ringing_ms(taps[zone], zone) for zone in zones)
        latest = max((late for row in shaken.values() for _, late in row.values()), default=0.0)
        chatters = max(chatter_ms(taps[zone], zone) for zone in zones)
        parameters["chatter_ms"] = _within(CHATTER_MARGIN * chatters + CHATTER_MORE_MS, CHATTER_MS)
        parameters["ringing_ms"] = _within(MARGIN * longest, RINGING_MS)
        parameters["crosstalk_ms"] = _within(MARGIN * latest, CROSSTALK_MS)
        parameters["crosstalk"] = {
            zone: {other: round(share, 2) for other, (share, _) in sorted(row.items())} for zone, row in shaken.items()
        }
    if (hold_ms := _hold_ms(pulses)) is not None:
        parameters["hold_ms"] = hold_ms
    if late_ns:
        parameters["latency_ms"] = round(median(late_ns) / MS, 1)
    figures = {
        "noise_edges_per_minute": {zone: _per_minute(noise, zone, noise_s) for zone in zones},
        "taps": {zone: len(taps[zone]) for zone in zones},
        "chatter_ms": {zone: round(chatter_ms(taps[zone], zone), 1) for zone in zones},
        "ringing_ms": {zone: round(ringing_ms(taps[zone], zone), 1) for zone in zones},
        "pulses_a_tap": {zone: median(map(len, found)) for zone, found in pulses.items() if found},
        "pulse_ms": {zone: round(median(chain(*found)), 1) for zone, found in pulses.items() if any(found)},
        "crosstalk_share": {
            f"{zone} to {other}": round(s, 2) for zone in zones for other, (s, _) in shaken[zone].items()
        },
        "bounces": len(late_ns),
        "latency_ms": parameters.get("latency_ms"),
        "latency_spread_ms": _spread_ms(late_ns),
    }
    return parameters, _report(zones, figures, rims)


def latency_report(late_ns: Sequence[int]) -> tuple[dict[str, Any], Report]:
    """Measure the latency alone, from real bounces (ns); at least one."""
    latency_ms = round(median(late_ns) / MS, 1)
    figures = {"bounces": len(late_ns), "latency_ms": latency_ms, "latency_spread_ms": _spread_ms(late_ns)}
    found = Findings()
    _report_latency(found, figures)
    return {"latency_ms": latency_ms}, found.report("walls", figures, "The judge now knows when a hit is told.")


def _per_minute(noise: Sequence[Edge], zone: str, noise_s: float) -> float:
    return round(60.0 * sum(name == zone for _, name, _ in noise) / noise_s, 1) if noise_s > 0 else 0.0


def _spread_ms(late_ns: Sequence[int]) -> float | None:
    """Give the median distance from the median, ms."""
    if not late_ns:
        return None
    middle = median(late_ns)
    return round(median(abs(late - middle) for late in late_ns) / MS, 1)


def _within(value_ms: float, limits: tuple[float, float]) -> float:
    return round(min(max(value_ms, limits[0]), limits[1]), 1)


def _report(zones: Sequence[str], figures: dict[str, Any], rims: Collection[str]) -> Report:
    found = Findings()
    for rim in rims:
        loud = _heard_at(rim, [zone for zone in zones if zone not in rims], figures["crosstalk_share"])
        found.usable_if(
            bool(loud),
            f"Zone {rim} hears taps on the rubber of {', '.join(loud)}, too. Turn its sensitivity down until it is "
            "quiet under them and a die dropped on the rim from 20 cm is heard.",
        )
    for zone in zones:
        taps, noise = figures["taps"][zone], figures["noise_edges_per_minute"][zone]
        found.bad_if(
            taps == 0, f"Zone {zone} was not heard. Check its cable, its 3.3 V and its gpio in the table file."
        )
        found.usable_if(0 < taps < WANTED_TAPS, f"Zone {zone} was heard {taps} times only: tap it {WANTED_TAPS} times.")
        found.bad_if(noise > 60.0, f"Zone {zone} chatters by itself. Turn its sensitivity down, or shield its cable.")
        found.usable_if(0 < noise <= 60.0, f"Zone {zone} is not quiet by itself. Turn its sensitivity down a little.")
    for zone, pulse_ms in figures["pulse_ms"].items():
        found.usable_if(
            _rings_behind_hold(pulse_ms, figures["pulses_a_tap"][zone]),
            f"Zone {zone} has a hold and rings on behind it, so that a second die cannot be told from it. Damp its "
            "backer board with felt or turn its sensitivity down until a tap gives one pulse of 10 ms.",
        )
    ringing = max(figures["ringing_ms"].values(), default=0.0)
    found.usable_if(
        ringing > 250.0, "A hit rings for long and may hide the second die. Put foam behind the backer boards."
    )
    _report_latency(found, figures)
    return found.report("walls", figures, "Next: stickman doctor walls, whenever a sensor seems wrong.")


def _heard_at(rim: str, rubber: Sequence[str], shares: Mapping[str, float]) -> list[str]:
    """Name the zones most of whose taps a rim's sensor heard."""
    return [zone for zone in rubber if shares.get(f"{zone} to {rim}", 0.0) > MOST_AT_RIM]


def _rings_behind_hold(pulse_ms: float, pulses: float) -> bool:
    """Tell a sensor that holds its pulses and makes more or longer ones of a tap from one that follows its piezo."""
    least_ms, most_ms = HELD_MS
    return pulse_ms > most_ms or (pulse_ms >= least_ms and pulses > 1)


def _report_latency(found: Findings, figures: dict[str, Any]) -> None:
    latency, spread, bounces = figures["latency_ms"], figures["latency_spread_ms"], figures["bounces"]
    low, high = LATENCY_MS
    found.usable_if(
        bounces < WANTED_BOUNCES,
        f"The latency was measured from {bounces} bounces; {WANTED_BOUNCES} are wanted. Record some throws "
        "(stickman record) and name the folders with --bounces.",
    )
    off = latency is not None and not low <= latency <= high
    found.bad_if(off, f"The sensors seem {latency} ms behind the camera. Do both clocks count on CLOCK_MONOTONIC?")
    found.usable_if(spread is not None and spread > SPREAD_MS, "The latency varies much: use 60 frames a second.")
