"""Print how long the motion step takes on one core with one OpenCV thread: `python bench/motion.py [frames]`."""

import sys
import time

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.geometry import Background, Board, Camera, DieModel, Lens, Pose, Setup
from vision.reading import TableReading
from vision.sources import SMALL
from vision.watch import Watch

FPS = 60


def overhead_setup(empty: Image) -> Setup:
    """Give a table seen from 800 mm straight above."""
    width, height = SMALL
    lens = Lens(width, height, np.array([[474.0, 0, width / 2], [0, 474.0, height / 2], [0, 0, 1]]))
    camera = Camera(lens, Pose(np.diag([1.0, -1.0, -1.0]), np.array([-450.0, 225.0, 800.0])))
    return Setup(camera, Board(), (DieModel(19.0),), Background(empty, 2.0))


def felt(random: np.random.Generator) -> Image:
    """Paint a mottled cloth."""
    width, height = SMALL
    mottle = cv2.resize(random.normal(0, 8, (36, 64, 1)).astype(np.float32), SMALL).reshape(height, width, 1)
    return np.asarray(np.clip(np.array([70.0, 130.0, 60.0]) + mottle, 0, 255), dtype=np.uint8)


def pictures(empty: Image, random: np.random.Generator) -> list[Image]:
    """Paint a second of two dice crossing the board, with sensor noise."""
    made = []
    for k in range(FPS):
        picture = empty.copy()
        for y in (140, 200):
            cv2.rectangle(picture, (60 + 8 * k, y), (71 + 8 * k, y + 11), (40, 30, 190), -1)
        noisy = picture + random.normal(0, 2, picture.shape)
        made.append(np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8))
    return made


def main(count: int) -> None:
    """Time `count` small frames through the whole watch and print the percentiles."""
    cv2.setNumThreads(1)
    random = np.random.default_rng(1)
    empty = felt(random)
    shown = pictures(empty, random)
    watch = Watch(overhead_setup(empty), lambda _image, ns, k: TableReading(exposed_ns=ns, frame=k))
    took_ms = []
    for k in range(count):
        frame = Frame(shown[k % len(shown)], k * 1_000_000_000 // FPS, k, "small")
        began = time.perf_counter_ns()
        watch.see(frame)
        took_ms.append((time.perf_counter_ns() - began) / 1e6)
    median, p99 = np.percentile(took_ms, [50, 99])
    print(f"motion step, {SMALL[0]}x{SMALL[1]}, {count} frames: median {median:.2f} ms, p99 {p99:.2f} ms (budget 1.5)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1200)
