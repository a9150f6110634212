"""How long each stage of the pipeline takes."""

import statistics
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

KEPT = 20_000


@dataclass(frozen=True, slots=True)
class StageTime:
    """One stage: how often it ran, and its times in ms (median and 95th percentile over the newest runs)."""

    stage: str
    runs: int
    median_ms: float
    p95_ms: float
    total_ms: float


class StageTimes:
    """Collects durations by stage; `perf_ns` is a performance counter in ns."""

    def __init__(self, perf_ns: Callable[[], int]) -> None:
        """Begin with nothing measured."""
        self._perf_ns = perf_ns
        self._kept: defaultdict[str, deque[int]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._runs: defaultdict[str, int] = defaultdict(int)
        self._total_ns: defaultdict[str, int] = defaultdict(int)

    @contextmanager
    def measure(self, stage: str) -> Iterator[None]:
        """Measure what is done inside as one run of a stage."""
        start_ns = self._perf_ns()
        try:
            yield
        finally:
            taken_ns = self._perf_ns() - start_ns
            self._kept[stage].append(taken_ns)
            self._runs[stage] += 1
            self._total_ns[stage] += taken_ns

    def summary(self) -> tuple[StageTime, ...]:
        """Give every stage measured so far, in the order in which they first ran."""
        return tuple(self._summed(stage) for stage in self._kept)

    def _summed(self, stage: str) -> StageTime:
        kept = sorted(self._kept[stage])
        p95 = kept[min(len(kept) - 1, int(0.95 * len(kept)))]
        total_ms = self._total_ns[stage] / 1e6
        return StageTime(stage, self._runs[stage], statistics.median(kept) / 1e6, p95 / 1e6, total_ms)
