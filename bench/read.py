"""Score `stickman read` on the photos and renders that lie beside the project, and print both tables."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
POOLED = (
    "kingjacker",
    "burak0206",
    "karolass",
    "tomek-jankowiak",
    "damiantab",
    "wiktoriakeller",
    "rodrigo-rrc",
    "matteop65",
)


def _own_first() -> dict[str, str]:
    """Give the environment in which the scripts find this environment's `stickman` first."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}


def main() -> int:
    """Run the scoring scripts one after the other; exit code 1 if one of them failed or is absent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with bench/, photos/ and renders/")
    folder: Path = parser.parse_args().shared / "bench"
    runs: tuple[tuple[str, list[Path | str]], ...] = (
        ("All photos", [folder / "read_photos.py"]),
        ("The overhead sources, pooled", [folder / "read_photos.py", *(f"--source={name}" for name in POOLED)]),
        ("Renders", [folder / "renders.py", "stills", folder.parent / "renders"]),
    )
    failed = False
    for title, command in runs:
        print(f"\n{title}", flush=True)
        if not Path(command[0]).is_file():
            print(f"{command[0]} is not there: nothing measured.")
            failed = True
            continue
        failed = (
            subprocess.run([sys.executable, *map(str, command)], check=False, env=_own_first()).returncode != 0
            or failed
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
