"""How long the eye takes on one core with one OpenCV thread, and whether its memory grows: part of `make bench-eye`."""

import cProfile
import pstats
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from eye_scenes import calibrated
from motion import FPS, felt, overhead_setup, pictures

from controller.twin.scenes import Rest
from controller.twin.settings import TwinSettings
from controller.twin.twin import Twin
from vision.frame import Frame, Image
from vision.photo import read_photo
from vision.reader import TableReader
from vision.reading import TableReading
from vision.watch import Watch

WARM_UP = 3
MAIN = (1280, 720)
FULL = (2304, 1296)
PHOTO_PX = 1600
AIMS_MS = {"motion step, 640x360": 1.5, "settled reading, 1280x720": 12.0, "photo mode, 1600 px": 25.0,
           "settled reading, 2304x1296": 25.0}  # fmt: skip
BLURS = 100
PROFILE_ROWS = 14
_PAGE_BYTES = 4096


def speed(count: int, photos: Path) -> bool:
    """Print the medians; tell whether they meet the aims. `photos`: the folder with labels.jsonl's pictures."""
    cv2.setNumThreads(1)
    print("\nTime on one core, one OpenCV thread, medians of processor time (wall clock beside it)")
    done: dict[str, Callable[[], list[tuple[float, float]]]] = {
        "motion step, 640x360": lambda: _motion(200 * count),
        "settled reading, 1280x720": lambda: _settled(count, MAIN),
        "photo mode, 1600 px": lambda: _photo(count, photos),
        "settled reading, 2304x1296": lambda: _settled(count, FULL),
    }
    met = [_told(name, *_beside_blurs(work)) for name, work in done.items()]
    return all(met)


def _told(name: str, times: Sequence[tuple[float, float]], blur_ms: float) -> bool:
    if not times:
        print(f"  {name}: nothing to measure with")
        return False
    wall, core = np.median(np.array(times), axis=0)
    met = bool(core <= AIMS_MS[name])  # on a busy machine the wall clock counts what others do
    print(f"  {name}: {core:.2f} ms ({wall:.2f} ms; {len(times)} times), aim {AIMS_MS[name]:g}: "
          f"{'met' if met else 'MISSED'}; {core / blur_ms:.1f} blurs of {blur_ms:.2f} ms")  # fmt: skip
    return met


def _beside_blurs(work: Callable[[], list[tuple[float, float]]]) -> tuple[list[tuple[float, float]], float]:
    """Time something, and before and after it OpenCV's blur of a picture: how fast the machine is just then."""
    before = _blur_ms()
    times = work()
    return times, (before + _blur_ms()) / 2


def _blur_ms() -> float:
    """Give the median time of a 5x5 blur of a picture of the main stream."""
    picture = np.random.default_rng(1).integers(0, 256, (*MAIN[::-1], 3), np.uint8)
    return float(np.median([_timed(lambda: cv2.GaussianBlur(picture, (5, 5), 1.0))[1] for _ in range(BLURS)]))


def _timed(work: Callable[[], object]) -> tuple[float, float]:
    wall, core = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - core) * 1000


def _motion(count: int) -> list[tuple[float, float]]:
    random = np.random.default_rng(1)
    empty = felt(random)
    shown = pictures(empty, random)
    watch = Watch(overhead_setup(empty), _never)
    frames = (Frame(shown[k % len(shown)], k * 1_000_000_000 // FPS, k, "small") for k in range(count))
    return [_timed(lambda frame=frame: watch.see(frame)) for frame in frames]


def _never(_image: Image, _exposed_ns: int, _frame: int) -> TableReading:
    raise RuntimeError("Only small pictures are shown here.")


def _stills(count: int, size: tuple[int, int]) -> tuple[TableReader, list[Image]]:
    """Give pictures of two dice free on the home table, and its reader."""
    twin = Twin(replace(TwinSettings(), main_size=size), seed=5)
    rng = np.random.default_rng(5)
    return TableReader(calibrated(twin)), [twin.scene(rng, Rest.FLAT)[0] for _ in range(count)]


def _settled(count: int, size: tuple[int, int]) -> list[tuple[float, float]]:
    reader, stills = _stills(count + WARM_UP, size)
    return [_timed(lambda image=image: reader.read(image)) for image in stills][WARM_UP:]


def _photo(count: int, photos: Path) -> list[tuple[float, float]]:
    """Time photos of overhead sources, brought to 1600 px on the long side."""
    paths = [
        path for name in ("burak0206", "damiantab", "kingjacker", "matteop65") for path in _first(photos / name, 12)
    ]
    images = [_sized(image) for path in paths[: max(count, 40)] if (image := cv2.imread(str(path))) is not None]
    return [_timed(lambda image=image: read_photo(image)) for image in images][WARM_UP:]


def _first(folder: Path, count: int) -> list[Path]:
    return sorted(folder.glob("*.jpg"))[:count]


def _sized(image: np.ndarray) -> Image:
    scale = PHOTO_PX / max(image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def profile(count: int) -> None:
    """Print where the time of a settled reading goes."""
    cv2.setNumThreads(1)
    reader, stills = _stills(count, MAIN)
    reader.read(stills[0])
    profiler = cProfile.Profile()
    for image in stills:
        profiler.runcall(reader.read, image)
    rows = pstats.Stats(profiler).get_stats_profile().func_profiles
    total = rows["read"].cumtime
    own = [(row.cumtime, name, Path(row.file_name)) for name, row in rows.items() if "/vision/" in row.file_name]
    print(f"\nWhere the time of a settled reading goes ({count} pictures; with all that is called from there)")
    for seconds, name, path in sorted(own, reverse=True)[:PROFILE_ROWS]:
        print(f"  {100 * seconds / total:5.1f} %  {path.name}: {name}")


def memory(frames: int) -> bool:
    """Show one throw over and over to the whole eye and print how its memory went; tell whether it stayed flat."""
    cv2.setNumThreads(1)
    twin = Twin(seed=4)
    watch = Watch(twin.setup, TableReader(twin.setup).read)
    shown = [event for event in twin.play() if isinstance(event, Frame)]
    length_ns = shown[-1].exposed_ns - shown[0].exposed_ns + 50_000_000
    sizes, readings = [], 0
    for k in range(frames):
        round_, place = divmod(k, len(shown))
        frame = shown[place]
        later = Frame(frame.image, frame.exposed_ns + round_ * length_ns, k, frame.stream)
        readings += sum(isinstance(one, TableReading) for one in watch.see(later, read=round_ % READ_EVERY == 0))
        if k % max(frames // SIZES, 1) == 0:
            sizes.append(_resident_mb())
    settled = sizes[len(sizes) // 4 :]
    slope = float(np.polyfit(np.linspace(0, 1, len(settled)), settled, 1)[0])
    flat = abs(slope) < FLAT_MB
    print(f"\nMemory over {frames} frames and {readings} readings, with the frames shown: {sizes[0]:.0f} MB at first, "
          f"{sizes[len(sizes) // 2]:.0f} MB in the middle, {sizes[-1]:.0f} MB at last, {slope:+.1f} MB over the last "
          f"three quarters: {'flat' if flat else 'NOT FLAT'}")  # fmt: skip
    return flat


READ_EVERY = 10
"""One throw of so many is read, or the readings would take most of the time."""

SIZES = 40
"""How often the memory is looked at."""

FLAT_MB = 8.0


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_BYTES / 1e6
