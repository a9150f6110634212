"""Every figure of the eye with one command: `make bench-eye`.

Accuracy on simulated scenes (all cores; goes on where it was broken off), photos and path-traced renders where they
lie beside the project, speed, memory, calibration. `--only` measures one part.
"""

import argparse
import os
import platform
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
PARTS = ("scenes", "photos", "speed", "memory", "calibration")

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    # Before numpy is loaded: one process a core, and times on one core.
    os.environ.setdefault(name, "1")


def scenes(args: argparse.Namespace) -> bool:
    """Read simulated scenes; a share of `--scenes` in each group."""
    from eye_report import report
    from eye_scenes import run, tasks

    leaning = 0 if args.thrown else args.scenes * 3 // 2
    learn = args.learn_dice and not args.mixed  # dice of one kind are learned at a time
    drawn = tasks(args.scenes, args.scenes * 3 // 4, leaning, args.seed, learn, args.mixed)
    todo = [replace(task, thrown=args.thrown) for task in drawn]
    blocks, total = [], sum(task.scenes for task in todo)
    try:
        for block in run(todo, args.keep, args.jobs):
            blocks.append(block)
            done, wrong = sum(len(b.scenes) for b in blocks), sum(s[0] == "wrong" for b in blocks for s in b.scenes)
            print(f"{done} of {total} scenes, {wrong} wrong", end="\r", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nBroken off: what is done is reported, and the same command goes on from here.")
    print(f"Simulated scenes (painted, not photographed), set-ups from number {args.seed * 1000} on")
    return report(blocks)


def show(args: argparse.Namespace) -> int:
    """Draw one scene into a picture beside the kept ones."""
    from eye_scenes import show as draw

    name, index = args.show
    args.keep.mkdir(parents=True, exist_ok=True)
    draw(name, int(index), args.keep / f"{name}-{index}.png")
    return 0


def photos(args: argparse.Namespace) -> bool:
    """Score photos and renders with the scripts beside the project."""
    command = [sys.executable, str(ROOT / "bench" / "read.py"), "--shared", str(args.shared)]
    return subprocess.run(command, check=False).returncode == 0


def speed(args: argparse.Namespace) -> bool:
    """Time every step, and say where the time goes."""
    import eye_speed

    met = eye_speed.speed(args.times, args.shared / "photos")
    eye_speed.profile(args.times)
    return met


def memory(args: argparse.Namespace) -> bool:
    """Watch the memory over many frames."""
    from eye_speed import memory as measure

    return measure(args.frames)


def calibration(args: argparse.Namespace) -> bool:
    """Find simulated cameras again."""
    from eye_calibration import recovery

    return recovery(args.cameras)


def main() -> int:
    """Run the parts; exit code 1 where an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=PARTS, help="measure this part; may be given again")
    parser.add_argument("--scenes", type=int, default=900, help="scenes with small dice; the others in proportion")
    parser.add_argument("--seed", type=int, default=1, help="which set-ups")
    parser.add_argument(
        "--learn-dice",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="calibrate every set-up's dice first, as a table's owner does",
    )
    parser.add_argument("--thrown", action="store_true", help="dice as throws end, not laid where reading is hard")
    parser.add_argument("--mixed", action="store_true", help="with dice of two sizes at each set-up, not calibrated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--times", type=int, default=30, help="pictures to time")
    parser.add_argument("--frames", type=int, default=100_000, help="frames for the memory")
    parser.add_argument("--cameras", type=int, default=8, help="cameras to calibrate")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "bench-eye", help="where finished scenes lie")
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with photos/, renders/ and bench/")
    parser.add_argument("--show", nargs=2, metavar=("BLOCK", "INDEX"), help="only draw one scene that the report names")
    args = parser.parse_args()
    if args.show:
        return show(args)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    parts = {"scenes": scenes, "photos": photos, "speed": speed, "memory": memory, "calibration": calibration}
    met = [parts[name](args) for name in PARTS if args.only is None or name in args.only]
    return 0 if all(met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
