"""A session killed at random moments loses no ruled throw and counts none twice."""

import importlib.util
import sys
from pathlib import Path

KILL = Path(__file__).parents[2] / "bench" / "kill.py"


def test_twenty_kills_lose_nothing_and_count_nothing_twice(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("bench_kill", KILL)
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = bench
    spec.loader.exec_module(bench)
    bench.EVENTS = 300
    tally = bench.run_kills(20, 5, tmp_path)
    assert tally.kills == 20
    assert tally.acknowledged > 0
    assert (tally.lost, tally.doubled, tally.different) == (0, 0, 0)
