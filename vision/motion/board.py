"""What the whole board does: empty, moving, settling or still, from the small stream."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry import Setup
from vision.motion.backdrop import Backdrop
from vision.motion.blobs import Blob, BlobFinder, Box
from vision.motion.region import Region, region_of
from vision.pictures.channels import brightest_of, sum_of
from vision.pictures.quantiles import quantile
from vision.reading import Motion

STILL_AFTER_NS = 250_000_000
_EMPTY_AFTER_NS = 100_000_000
_MOVING_FOR_NS = 50_000_000
_CHANGED_LEVELS = 18.0
_CHANGED_DICE = 0.1
_DARK_GAIN = 0.3
_DARK_LEVEL = 10.0
_MISFIT_SHARE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One small picture looked at: what the board does, the solid things, the hands, since when it rests.

    `rest_ns` is the exposure of the first picture in which nothing moved any more (None while something does).
    """

    motion: Motion
    blobs: tuple[Blob, ...] = ()
    hands: tuple[Blob, ...] = ()
    rest_ns: int | None = None

    @property
    def hand(self) -> bool:
        """Whether a hand or a sleeve is in view."""
        return bool(self.hands)


class BoardMotion:
    """Compares each small picture with the empty board and with the picture of the last movement.

    `width`, `height`: the size of the small pictures, px; `first` the first of them, from which the empty
    board is learned where the set-up has no background.
    """

    def __init__(self, setup: Setup, first: Image) -> None:
        height, width = first.shape[:2]
        self.region: Region = region_of(setup, width, height)
        noise = setup.background.noise if setup.background else 2.0
        self._calibrated = setup.background is not None
        self._backdrop = Backdrop(self.region, self.region.crop(_empty_board(setup, first)), noise)
        self._finder = BlobFinder(self.region, self._backdrop)
        self._levels = max(_CHANGED_LEVELS, 5.0 * noise)
        centre = self.region.camera.project(np.array([[setup.board.length_mm / 2, setup.board.width_mm / 2, 0.0]]))[0]
        self._edge_px = float(np.sqrt(self.region.die_area_px(*centre)))
        self._anchor: Image | None = None
        self._changes = 0
        self._anchor_boxes: tuple[Box, ...] = ()
        self._moved_ns: int | None = None
        self._rest_ns: int | None = None
        self._seen_ns: int | None = None
        self._empty = True
        self._hand = False
        self.trouble: str | None = None

    def see(self, image: Image, exposed_ns: int) -> Look:
        """Look at the next small picture, BGR, of the size of the first."""
        picture = self.region.crop(image)
        found = self._finder.find(picture)
        if self._notice_trouble():
            return Look(Motion.EMPTY if self._empty else Motion.SETTLING)
        hands = tuple(b for b in found if self._is_hand(b))
        blobs = tuple(b for b in found if b not in hands)
        self._hand = bool(hands)
        self._empty = self._empty and (self._anchor is not None or not found)
        self._notice_movement(picture, found, exposed_ns)
        self._notice_things(found, exposed_ns)
        if not self._hand:
            self._backdrop.follow(picture, self._finder.changed)
        return Look(self._motion(exposed_ns), blobs, hands, self._rest_ns)

    def take_in(self, image: Image, blobs: tuple[Blob, ...]) -> None:
        """Count things as part of the empty board from now on: chips, a coin, the hole where one was."""
        for blob in blobs:
            self._backdrop.take_in(self.region.crop(image), self._finder.patch(blob))

    def forgive(self, blobs: tuple[Blob, ...]) -> None:
        """Look less sharply where things showed that were none: glare that flickers."""
        for blob in blobs:
            self._backdrop.forgive(self._finder.patch(blob))

    def is_hole(self, image: Image, blob: Blob) -> bool:
        """Tell whether a blob is the place of a thing that was taken away rather than a thing.

        What reaches in over the border may be a sleeve that keeps still and hides what is drawn there: only the bare
        board, where that is known, shows that it has gone.
        """
        picture, patch = self.region.crop(image), self._finder.patch(blob)
        may_be_sleeve = blob.border_px > 0 and self._calibrated
        return self._backdrop.is_bare(picture, patch) or (not may_be_sleeve and self._backdrop.is_hole(picture, patch))

    def _is_hand(self, blob: Blob) -> bool:
        return blob.is_hand(self._edge_px) or (self._hand and blob.border_px > 0 and blob.area_dice > 3.0)

    def _motion(self, exposed_ns: int) -> Motion:
        if self._empty:
            return Motion.EMPTY
        just_moved = self._moved_ns is not None and exposed_ns - self._moved_ns < _MOVING_FOR_NS
        if self._hand or self._rest_ns is None or just_moved:
            return Motion.MOVING
        return Motion.STILL if exposed_ns - self._rest_ns >= STILL_AFTER_NS else Motion.SETTLING

    def _notice_things(self, found: tuple[Blob, ...], exposed_ns: int) -> None:
        """Keep whether there is anything: two pictures in a row must show it, and none for a while end it."""
        if not found:
            if self._seen_ns is None or exposed_ns - self._seen_ns > _EMPTY_AFTER_NS:
                self._empty, self._seen_ns = True, None
            return
        if self._empty and self._seen_ns is not None:
            self._empty = False
            self._moved_ns, self._rest_ns = exposed_ns, None
        self._seen_ns = exposed_ns

    def _notice_movement(self, picture: Image, found: tuple[Blob, ...], exposed_ns: int) -> None:
        """Compare with the picture of the last movement. What rests moves only with two pictures in a row: a
        flash of light is over in one."""
        boxes = tuple(b.box for b in found)
        begins = self._anchor is None
        self._changes = self._changes + 1 if self._hand or self._changed(picture, boxes) else 0
        rests = self._rest_ns is not None and not self._empty
        if begins or self._changes > (1 if rests else 0):
            self._anchor, self._anchor_boxes = self._kept(picture), boxes
            self._moved_ns, self._rest_ns = (None, exposed_ns) if begins else (exposed_ns, None)
        elif self._rest_ns is None:
            self._rest_ns = exposed_ns

    def _kept(self, picture: Image) -> Image:
        """Copy a picture to where the last anchor was: there is only one."""
        kept = np.empty_like(picture) if self._anchor is None else self._anchor
        np.copyto(kept, picture)
        return kept

    def _changed(self, picture: Image, boxes: tuple[Box, ...]) -> bool:
        return any(self._box_changed(picture, box) for box in {*boxes, *self._anchor_boxes})

    def _box_changed(self, picture: Image, box: Box) -> bool:
        x, y, w, h = box
        part = np.s_[max(y - 2, 0) : y + h + 2, max(x - 2, 0) : x + w + 2]
        if self._anchor is None:
            return True
        before = _under_light_of(picture[part], self._anchor[part])
        difference = brightest_of(np.asarray(cv2.blur(cv2.absdiff(picture[part], before), (3, 3)), dtype=np.uint8))
        enough = _CHANGED_DICE * self.region.die_area_px(x + self.region.left, y + self.region.top)
        levels = max(self._levels, 1.3 * self._backdrop.floor)
        return int(np.count_nonzero(difference > levels)) >= max(4.0, enough)

    def _notice_trouble(self) -> bool:
        self.trouble = None
        if self._backdrop.gain < _DARK_GAIN or self._backdrop.level < _DARK_LEVEL:
            self.trouble = "The picture is dark: switch the lamp on, or take the cover off the camera."
        elif cv2.countNonZero(self._finder.changed) > _MISFIT_SHARE * cv2.countNonZero(self.region.mask):
            self.trouble = (
                "The picture no longer fits the empty board: take everything off it and run "
                "'stickman calibrate empty', or put camera and lamp back as they were."
            )
            return False
        return self.trouble is not None


def _under_light_of(now: Image, before: Image) -> Image:
    """Give a patch under the light that lies on it now: somebody's shadow may have come over it."""
    ratio = (sum_of(now) + np.float32(3.0)) / (sum_of(before) + np.float32(3.0))
    gain = min(max(float(quantile(ratio.ravel(), 0.5)), 0.4), 2.5)
    return np.asarray(cv2.convertScaleAbs(before, alpha=gain), dtype=np.uint8)


def _empty_board(setup: Setup, first: Image) -> Image:
    if setup.background is None:
        return first
    height, width = first.shape[:2]
    return np.asarray(cv2.resize(setup.background.image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
