"""Score the path-traced stills changed as other cameras and rooms would show them: is reading tuned to them?

Calibration pictures, empty boards and stills are changed alike, but for "dimmer" and "tinted", where the light changed
after the board was calibrated. Lamps' mirror images keep what they lose with the light: real ones would stay white.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Image

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
GOOD_JPEG, POOR_JPEG = 95, 50
Change = Callable[[Image], Image]


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with bench/ and renders/")
    parser.add_argument("--only", action="append", choices=list(CHANGES), help="only this; may be given again")
    args = parser.parse_args()
    script, stills = args.shared / "bench" / "renders.py", args.shared / "renders" / "stills"
    if not script.is_file() or not stills.is_dir():
        print(f"{script} and {stills} are not there: nothing measured.")
        return 1
    for name in args.only or CHANGES:
        print(f"{name:12}", end="", flush=True)
        print(_scored(name, script, stills), flush=True)
    return 0


def _scored(name: str, script: Path, stills: Path) -> str:
    """Give the script's last line for changed stills, after those it names as wrong."""
    table, scene, quality = CHANGES[name]
    with tempfile.TemporaryDirectory() as folder:
        _change_all(stills, Path(folder) / "stills", table, scene, quality)
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        command = [sys.executable, str(script), "stills", folder]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, "PATH": path})
    lines = done.stdout.splitlines()
    return "\n".join([*(line for line in lines if "wrong:" in line), *(lines[-1:] or [done.stderr])])


def _change_all(source: Path, to: Path, table: Change, scene: Change, quality: int) -> None:
    """Write a changed copy of every set-up: `table` for its calibration and empty board, `scene` for its stills."""
    for path in (path for path in sorted(source.rglob("*")) if path.is_file()):
        copy = to / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        image = cv2.imread(str(path)) if path.suffix == ".jpg" else None
        if image is None:
            shutil.copy(path, copy)
            continue
        change = table if path.parent.name == "calib" or path.name.startswith("empty") else scene
        cv2.imwrite(str(copy), change(np.asarray(image, np.uint8)), [cv2.IMWRITE_JPEG_QUALITY, quality])


def _same(image: Image) -> Image:
    return image


def _lit(*factors: float) -> Change:
    """Multiply blue, green and red."""
    bgr = np.array(factors, np.float32)
    return lambda image: np.clip(image * bgr, 0, 255).astype(np.uint8)


def _gamma(power: float) -> Change:
    return lambda image: np.asarray(255 * (image / 255.0) ** power, np.uint8)


def _noisy(level: float, before: Change = _same) -> Change:
    random = np.random.default_rng(3)
    return lambda image: np.clip(before(image) + random.normal(0, level, image.shape), 0, 255).astype(np.uint8)


def _scaled(factor: float) -> Change:
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return lambda image: np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def _blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.9), np.uint8)


def _turned(image: Image) -> Image:
    return np.asarray(cv2.rotate(image, cv2.ROTATE_180), np.uint8)


def _alike(change: Change, quality: int = GOOD_JPEG) -> tuple[Change, Change, int]:
    return change, change, quality


CHANGES: dict[str, tuple[Change, Change, int]] = {
    "as they are": _alike(_same),
    "turned": _alike(_turned),
    "larger": _alike(_scaled(1.25)),
    "smaller": _alike(_scaled(0.85)),
    "brighter": _alike(_lit(1.35, 1.35, 1.35)),
    "darker": _alike(_noisy(4.0, _lit(0.5, 0.5, 0.5))),
    "gamma 0.7": _alike(_gamma(0.7)),
    "gamma 1.4": _alike(_gamma(1.4)),
    "warm": _alike(_lit(0.6, 0.9, 1.1)),
    "cold": _alike(_lit(1.15, 0.95, 0.7)),
    "noise": _alike(_noisy(6.0)),
    "blur": _alike(_blurred),
    "poor JPEG": _alike(_same, POOR_JPEG),
    "dimmer": (_same, _lit(0.8, 0.8, 0.8), GOOD_JPEG),
    "tinted": (_same, _lit(0.9, 1.0, 1.08), GOOD_JPEG),
}
"""What is done to calibration and empty board, to the stills, and the quality at which both are stored again."""


if __name__ == "__main__":
    sys.exit(main())
