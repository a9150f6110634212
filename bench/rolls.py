"""Ten million rolls: how long an import takes and how much memory, with pyarrow and without; and the log read back."""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from controller.rolls.export import write_csv
from controller.rolls.table import YES, RollTable

SESSIONS, SHOOTERS = 200, ("Ann", "Bob", "Cy", "Dee")
BEGAN_MS, APART_MS = 1_700_000_000_000, 20_000
MOST_S, MOST_GB = 60.0, 1.0
SLOW_ROLLS = 1_000_000

BEGIN = "import atexit, resource, sys; from controller.cli import main\n"
MEMORY = "atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr))\n"
WITHOUT = "sys.modules['pyarrow'] = None\n"
IMPORT = "main(['rolls', 'import', {file!r}, '--journal', {journal!r}])"
EXPORT = "main(['rolls', 'export', '--csv', {out!r}, '--journal', {journal!r}])"


def write(path: Path, rolls: int) -> None:
    """Write a file of fair rolls."""
    rng = np.random.default_rng(1)
    table = RollTable.of(
        rng.integers(1, 7, (rolls, 2)),
        counts=np.full(rolls, YES),
        session=np.arange(rolls) * SESSIONS // rolls,
        shooter=rng.integers(0, len(SHOOTERS), rolls),
        time_ms=BEGAN_MS + APART_MS * np.arange(rolls),
        sessions=tuple(f"night-{number}" for number in range(SESSIONS)),
        shooters=SHOOTERS,
    )
    with path.open("w", newline="") as out:
        write_csv(table, out)


def written(path: Path, rolls: int) -> Path:
    """Write a file in a program of its own: the memory of this one would be counted with those it starts."""
    subprocess.run([sys.executable, __file__, "--write", str(path), "--rolls", str(rolls)], check=True)
    return path


def measured(what: str, program: str) -> tuple[float, float]:
    """Run a program of its own; print and give seconds and GB at most."""
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", BEGIN + MEMORY + program], check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    memory_gb = int(done.stderr.split()[-1]) / 1e6
    print(f"{what:<40} {seconds:7.1f} s   {memory_gb:.2f} GB at most")
    return seconds, memory_gb


def main() -> int:
    """Measure; exit 1 where a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=10_000_000)
    parser.add_argument("--write", type=Path, help="only write a file of so many rolls")
    options = parser.parse_args()
    rolls = options.rolls
    if options.write:
        write(options.write, rolls)
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few, many = written(folder / "few.csv", min(rolls, SLOW_ROLLS)), written(folder / "many.csv", rolls)
        slow = IMPORT.format(file=str(few), journal=str(folder / "few.sqlite"))
        measured(f"import {min(rolls, SLOW_ROLLS):,} without pyarrow", WITHOUT + slow)
        quick = IMPORT.format(file=str(many), journal=str(folder / "many.sqlite"))
        seconds, memory_gb = measured(f"import {rolls:,}", quick)
        back = EXPORT.format(out=str(folder / "back.csv"), journal=str(folder / "many.sqlite"))
        measured(f"read the log of {rolls:,}, export it", back)
        same = (folder / "back.csv").read_bytes() == many.read_bytes()
    print(f"the export is the imported file: {'yes' if same else 'NO'}")
    return 0 if same and seconds < MOST_S and memory_gb < MOST_GB else 1


if __name__ == "__main__":
    sys.exit(main())
