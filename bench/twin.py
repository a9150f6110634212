"""How much faster than real time the simulated table throws and paints, on one core."""

import argparse
import time
from collections import Counter

import cv2

from controller.throws.events import WallEdge
from controller.twin.settings import TwinSettings
from controller.twin.throwing import Kind, Plan
from controller.twin.twin import Twin


def main() -> None:
    """Play throws and print virtual seconds, computing seconds and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=6)
    parser.add_argument("--tables", type=int, default=3, help="the default table, then random ones")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for table in range(options.tables):
        measure(TwinSettings() if table == 0 else TwinSettings.random(table), table, options.throws)


def measure(settings: TwinSettings, table: int, throws: int) -> None:
    """Play throws on one table and print one line."""
    begin = time.process_time()
    twin = Twin(settings, seed=table)
    list(twin.idle(0.1))
    prepared = time.process_time() - begin
    first_ns, begin = twin.now_ns, time.process_time()
    kinds = (Kind.NORMAL, Kind.ANY)
    seen: Counter[str] = Counter()
    for index in range(throws):
        for event in twin.play(Plan(kinds[index % 2])):
            seen["edges" if isinstance(event, WallEdge) else event.stream] += 1
    played, taken = (twin.now_ns - first_ns) / 1e9, time.process_time() - begin
    print(
        f"table {table} ({settings.dice[0].name}): {throws} throws, {seen['main']} main, {seen['small']} small frames, "
        f"{seen['edges']} edges; {played:.1f} s played in {taken:.1f} s of one core: "
        f"{played / taken:.1f} times real time ({prepared:.1f} s to paint the empty table)"
    )


if __name__ == "__main__":
    main()
