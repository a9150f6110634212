"""The watch: two streams in, observations out."""

import cv2
import numpy as np
import pytest
from motion_scene import FRAME_NS, Scene, small

from vision.frame import Frame, Image
from vision.motion.board import BoardMotion
from vision.reading import Motion, MotionReading, TableReading
from vision.sources import reduced
from vision.watch import STALLED_NS, Watch


class Reader:
    """Notes what it was asked to read."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def __call__(self, image: Image, exposed_ns: int, frame: int) -> TableReading:
        self.asked.append((exposed_ns, frame))
        return TableReading(exposed_ns=exposed_ns, frame=frame)


def large(image: Image) -> Image:
    return cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)


def throw(scene: Scene, rest: int = 40) -> list[Image]:
    moving = [scene.picture((100 + 25 * k, 150), (90 + 24 * k, 260)) for k in range(20)]
    return [scene.picture() for _ in range(4)] + moving + [scene.picture((575, 150), (546, 260)) for _ in range(rest)]


def play(watch: Watch, pictures: list[Image], read: bool = True) -> list[MotionReading | TableReading]:
    found: list[MotionReading | TableReading] = []
    for k, picture in enumerate(pictures):
        found += watch.see(small(picture, k))
        if k % 2 == 0:
            found += watch.see(Frame(large(picture), k * FRAME_NS + 1000, k // 2, "main"), read)
    return found


def test_full_pictures_are_read_only_when_everything_rests() -> None:
    reader = Reader()
    found = play(Watch(Scene().setup(), reader), throw(Scene()))
    states = {m.exposed_ns: m.motion for m in found if isinstance(m, MotionReading)}
    assert reader.asked
    for exposed_ns, _ in reader.asked:
        assert states[exposed_ns - 1000] is Motion.STILL


def test_nothing_is_read_unasked() -> None:
    reader = Reader()
    play(Watch(Scene().setup(), reader), throw(Scene()), read=False)
    assert reader.asked == []


def test_a_picture_from_before_the_rest_that_comes_late_is_not_read() -> None:
    reader, scene = Reader(), Scene()
    watch = Watch(scene.setup(), reader)
    pictures = throw(scene)
    play(watch, pictures)
    asked = len(reader.asked)
    assert watch.see(Frame(large(pictures[20]), 20 * FRAME_NS, 10, "main")) == ()
    assert len(reader.asked) == asked


def test_nothing_is_read_while_a_hand_is_in_view_or_the_board_is_empty() -> None:
    reader, scene = Reader(), Scene()
    dice = [(500.0, 200.0), (600.0, 300.0)]
    pictures = [scene.with_hand(scene.picture(*dice), 250) for _ in range(40)]
    found = play(Watch(scene.setup(), reader), pictures)
    assert all(m.hand for m in found[1:] if isinstance(m, MotionReading))
    assert reader.asked == []
    play(Watch(scene.setup(), reader), [scene.picture() for _ in range(40)])
    assert reader.asked == []


def test_what_is_larger_than_any_dice_is_a_hand_wherever_it_seems_to_begin() -> None:
    scene = Scene()
    sleeveless = [cv2.rectangle(scene.picture(), (150, 150), (450, 220), (120, 150, 210), -1) for _ in range(6)]
    found = play(Watch(scene.setup(), Reader()), [scene.picture(), *(np.asarray(p, np.uint8) for p in sleeveless)])
    assert all(m.hand and not m.sightings for m in found[1:] if isinstance(m, MotionReading))


def test_a_main_stream_alone_gives_motion_and_readings() -> None:
    reader, scene = Reader(), Scene()
    watch = Watch(scene.setup(), reader)
    found = [watch.see(Frame(large(p), k * FRAME_NS, k)) for k, p in enumerate(throw(scene))]
    assert all(isinstance(seen[0], MotionReading) for seen in found)
    assert isinstance(found[-1][1], TableReading)
    assert reader.asked[-1] == (63 * FRAME_NS, 63)
    last = found[-1][0]
    assert isinstance(last, MotionReading)
    assert len(last.sightings) == 2


def test_sightings_carry_the_frame_they_were_seen_in() -> None:
    scene = Scene()
    found = play(Watch(scene.setup(), Reader()), throw(scene))
    motions = [m for m in found if isinstance(m, MotionReading)]
    assert [m.frame for m in motions] == list(range(64))
    assert [m.exposed_ns for m in motions] == [k * FRAME_NS for k in range(64)]
    assert [s.track for s in motions[30].sightings] == [s.track for s in motions[-1].sightings]


def test_a_chip_on_the_board_is_soon_part_of_it_and_a_die_on_it_is_a_die() -> None:
    scene = Scene()
    setup = scene.setup()
    scene.chip(500.0, 220.0)
    watch = Watch(setup, Reader())
    empty = [watch.see(small(scene.picture(), k))[0] for k in range(20)]
    assert empty[-1].motion is Motion.EMPTY
    assert Motion.MOVING not in {m.motion for m in empty}
    path = [(200.0 + 15 * min(k, 20), 220.0) for k in range(45)]
    found = [watch.see(small(scene.picture(p), 20 + k))[0] for k, p in enumerate(path)]
    assert found[-1].motion is Motion.STILL
    assert [s.track for s in found[-1].sightings] == [s.track for s in found[5].sightings]
    assert abs(found[-1].sightings[0].x_mm - 500) < 5


def test_a_chip_taken_away_leaves_no_ghost() -> None:
    scene = Scene()
    setup = scene.setup()
    bare = scene.empty.copy()
    scene.chip(500.0, 220.0)
    watch = Watch(setup, Reader())
    for k in range(20):
        watch.see(small(scene.picture(), k))
    scene.empty = bare
    found = [watch.see(small(scene.picture(), 20 + k))[0] for k in range(90)]
    assert found[-1].motion is Motion.EMPTY


def test_glare_that_flickers_is_forgiven_and_dice_are_still_found() -> None:
    scene = Scene()
    spot = np.zeros((360, 640), np.uint8)
    cv2.circle(spot, (300, 180), 14, 255, -1)
    glow = cv2.GaussianBlur(spot, (0, 0), 6)[..., None] / 255.0

    def lit(image: Image, k: int) -> Image:
        return np.clip(image + 70 * abs(np.sin(1.3 * k)) * glow, 0, 255).astype(np.uint8)

    watch = Watch(scene.setup(), Reader())
    before = [watch.see(small(lit(scene.picture(), k), k))[0] for k in range(60)]
    assert {m.motion for m in before[40:]} == {Motion.EMPTY}
    pictures = throw(scene)
    after = [watch.see(small(lit(p, 60 + k), 60 + k))[0] for k, p in enumerate(pictures)]
    assert after[-1].motion is Motion.STILL
    assert len(after[-1].sightings) == 2


def test_a_silent_stream_is_noticed_within_two_seconds() -> None:
    scene = Scene()
    watch = Watch(scene.setup(), Reader())
    assert STALLED_NS < 2_000_000_000
    assert not watch.stalled(0)
    assert watch.stalled(STALLED_NS)
    watch.see(small(scene.picture(), 200))
    assert not watch.stalled(200 * FRAME_NS + STALLED_NS - 1)
    assert watch.stalled(200 * FRAME_NS + STALLED_NS)


def test_one_of_two_streams_falling_silent_is_noticed() -> None:
    scene = Scene()
    watch = Watch(scene.setup(), Reader())
    watch.see(Frame(large(scene.picture()), 0, 0, "main"))
    watch.see(small(scene.picture(), 130))
    assert watch.stalled(131 * FRAME_NS)


def test_a_dark_picture_is_trouble_and_is_not_read() -> None:
    reader, scene = Reader(), Scene()
    watch = Watch(scene.setup(), reader)
    assert watch.trouble is None
    play(watch, [scene.picture((300, 200)) for _ in range(30)])
    asked = len(reader.asked)
    assert asked
    watch.see(small(scene.picture((300, 200), light=0.05), 30))
    watch.see(Frame(large(scene.picture((300, 200), light=0.05)), 30 * FRAME_NS + 1000, 16, "main"))
    assert watch.trouble is not None
    assert len(reader.asked) == asked


def test_small_pictures_keep_the_ratio_of_sides_and_never_grow() -> None:
    assert reduced(np.zeros((1296, 2304, 3), np.uint8)).shape == (360, 640, 3)
    assert reduced(np.zeros((120, 160, 3), np.uint8)).shape == (120, 160, 3)


def sleeve(scene: Scene) -> Image:
    """Rest a sleeve, hardly darker than the felt, over the rim and what is printed."""
    return np.asarray(cv2.rectangle(scene.picture(), (0, 119), (301, 226), (58, 112, 74), -1), np.uint8)


def test_a_sleeve_that_keeps_still_is_a_hand_as_long_as_it_is_there() -> None:
    """Even where it hides what is printed along its outline, as what was taken away seems to have had one."""
    scene = Scene()
    cv2.rectangle(scene.empty, (0, 120), (300, 225), (230, 230, 230), 2)
    watch = Watch(scene.setup(), Reader())
    pictures = [scene.picture()] * 4 + [sleeve(scene) for _ in range(60)] + [scene.picture() for _ in range(30)]
    found = [watch.see(small(picture, k))[0] for k, picture in enumerate(pictures)]
    assert all(look.hand for look in found[6:64])
    assert found[-1].motion is Motion.EMPTY


@pytest.mark.parametrize("dusk", [0, 25 * 16])
def test_a_sleeve_that_was_taken_for_the_board_is_forgotten_when_it_has_gone(dusk: int) -> None:
    """Also when the light is dimmer since the board was calibrated."""
    scene = Scene()
    board = BoardMotion(scene.setup(), scene.picture())
    scene.empty = np.asarray(cv2.convertScaleAbs(scene.empty, alpha=0.8 if dusk else 1.0), np.uint8)
    for k in range(dusk):
        board.see(scene.picture(), k * FRAME_NS)
    hand = board.see(sleeve(scene), dusk * FRAME_NS).hands
    board.take_in(sleeve(scene), hand)
    assert hand and not board.see(sleeve(scene), (dusk + 1) * FRAME_NS).hands
    gone = board.see(scene.picture(), (dusk + 2) * FRAME_NS)
    assert gone.hands or gone.blobs
    assert all(board.is_hole(scene.picture(), ghost) for ghost in (*gone.hands, *gone.blobs))
