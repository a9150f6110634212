"""How long an edge takes from the line out of the session's inbox, and whether any is lost: `bench/edges.py [SECONDS]`.

The lines are pipes behind a stand-in for gpiod: what is measured is this program, not a kernel and no Raspberry Pi.
"""

import os
import sys
import threading
import time
import tracemalloc
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "hardware"))

import fake_gpiod
import numpy as np

from controller.hardware.gpiod_factory import GpiodFactory
from controller.hardware.wall_sensors import WallSensors
from controller.session.order import Inbox
from controller.throws.events import WallEdge

EDGES_PER_S = 1000
GPIO = {"far-1": 5, "far-2": 6, "far-3": 13}


def storm(chip: fake_gpiod.Chip, seconds: int) -> None:
    """Let one line after the other change, each edge stamped as it is made."""
    begin_ns = time.monotonic_ns()
    for k in range(seconds * EDGES_PER_S):
        ahead_s = (begin_ns + k * 1_000_000_000 // EDGES_PER_S - time.monotonic_ns()) / 1e9
        if ahead_s > 0:
            time.sleep(ahead_s)
        chip.requests[list(GPIO.values())[k % 3]].edge(time.monotonic_ns(), rising=bool(k // 3 % 2))


def main(seconds: int) -> int:
    """Storm, take every edge from the queue, and print what it took; exit code 1 where an edge was lost."""
    chip = fake_gpiod.Chip()
    factory, inbox = GpiodFactory(fake_gpiod, chip), Inbox()
    sensors = WallSensors(GPIO, factory)
    sensors.start(inbox.put)
    late_ms = np.zeros(seconds * EDGES_PER_S)
    maker = threading.Thread(target=storm, args=(chip, seconds))
    tracemalloc.start()
    maker.start()
    taken = 0
    for k in range(len(late_ms)):
        edge = inbox.get(timeout_s=5.0)
        if not isinstance(edge, WallEdge):
            break
        late_ms[k] = (time.monotonic_ns() - edge.t_ns) / 1e6
        taken += 1
    grown_kb = tracemalloc.get_traced_memory()[0] / 1024
    maker.join()
    sensors.stop()
    factory.close()
    print(f"{taken} of {len(late_ms)} edges, {EDGES_PER_S}/s, lost {sensors.lost_edges}; memory + {grown_kb:.0f} KiB")
    if taken:
        median, p99 = np.percentile(late_ms[:taken], [50, 99])
        busy = f"{os.getloadavg()[0]:.1f} programs at work on {os.cpu_count()} cores"
        print(f"late: median {median:.2f} ms, p99 {p99:.2f} ms (aim 5), with {busy}")
    return 0 if taken == len(late_ms) else 1


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
