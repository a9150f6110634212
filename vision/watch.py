"""Turns camera frames into observations: what the board does in every small frame, readings when it rests."""

from collections.abc import Callable

from vision.drift import Drift
from vision.frame import Frame, Image, Stream
from vision.geometry import Setup
from vision.motion.board import BoardMotion, Look
from vision.motion.clutter import Clutter
from vision.motion.track import Tracks
from vision.reading import Motion, MotionReading, TableReading
from vision.sources import reduced

STALLED_NS = 1_500_000_000
"""A stream silent for so long has stalled: people are told within two seconds."""


class Watch:
    """The eye of one table: feed it the frames of both streams in order of exposure.

    `read(image, exposed_ns, frame)` is the reader of full pictures. A camera with a main stream only is
    served too: small pictures are then made from its frames.
    """

    def __init__(self, setup: Setup, read: Callable[[Image, int, int], TableReading]) -> None:
        self._setup = setup
        self._read = read
        self._board: BoardMotion | None = None
        self._tracks: Tracks | None = None
        self._looked = Look(Motion.EMPTY)
        self._clutter = Clutter()
        self._drift = Drift(setup)
        self._has_small = False
        self._last_ns: dict[Stream, int] = {}
        self._waiting_since_ns: int | None = None

    @property
    def trouble(self) -> str | None:
        """What keeps the camera from seeing the board as it was calibrated, as a sentence for people, or None."""
        return self._blind or self._drift.trouble

    @property
    def _blind(self) -> str | None:
        """What keeps the camera from seeing the board at all; what has only drifted is said, and play goes on."""
        return self._board.trouble if self._board else None

    def see(self, frame: Frame, read: bool = True) -> tuple[MotionReading | TableReading, ...]:
        """Take in the next frame; give the motion of a small one, and a reading of a full one if wanted.

        A full picture is read only if `read`, nothing moves, no hand is in view and it was exposed after
        everything came to rest.
        """
        self._last_ns[frame.stream] = frame.exposed_ns
        if frame.stream == "small":
            self._has_small = True
            return (self._watch(frame.image, frame),)
        moved = () if self._has_small else (self._watch(reduced(frame.image), frame),)
        self._notice_drift(frame)
        if read and self._at_rest(frame.exposed_ns):
            return (*moved, self._read(frame.image, frame.exposed_ns, frame.index))
        return moved

    def stalled(self, now_ns: int) -> bool:
        """Tell whether a stream has been silent for too long, or none has begun that long after first asked."""
        if not self._last_ns:
            self._waiting_since_ns = now_ns if self._waiting_since_ns is None else self._waiting_since_ns
            return now_ns - self._waiting_since_ns >= STALLED_NS
        return any(now_ns - last >= STALLED_NS for last in self._last_ns.values())

    def _at_rest(self, exposed_ns: int) -> bool:
        now = self._looked
        still = now.motion is Motion.STILL and not now.hand and self._blind is None
        return still and now.rest_ns is not None and exposed_ns >= now.rest_ns

    def _notice_drift(self, frame: Frame) -> None:
        """Compare a full picture with the calibration now and then, while nothing moves."""
        calm = self._looked.motion in (Motion.EMPTY, Motion.STILL) and not self._looked.hand
        if calm and self._board is not None and self._blind is None and self._drift.due(frame.exposed_ns):
            self._drift.see(frame.image, frame.exposed_ns)

    def _watch(self, image: Image, frame: Frame) -> MotionReading:
        if self._board is None or self._tracks is None:
            self._board = BoardMotion(self._setup, image)
            self._tracks = Tracks(self._board.region)
        before, look = self._looked, self._board.see(image, frame.exposed_ns)
        sightings = self._tracks.update(look.blobs, frame.exposed_ns, look.hand or self._blind is not None)
        self._forgive_flicker(before, look)
        self._looked = look
        self._clear_clutter(image, look, frame.exposed_ns)
        seen = () if look.motion is Motion.EMPTY else sightings
        return MotionReading(look.motion, seen, frame.exposed_ns, frame.index, look.hand)

    def _forgive_flicker(self, before: Look, now: Look) -> None:
        """What shows and vanishes on its spot while nothing else is about is light, not a thing."""
        if self._board is None or self._tracks is None or self._tracks.any_travelled() or before.hands or now.hands:
            return
        self._board.forgive(tuple(b for b in before.blobs if not any(b.overlaps(other) for other in now.blobs)))

    def _clear_clutter(self, image: Image, look: Look, now_ns: int) -> None:
        """Count what is no die and lies still as part of the empty board."""
        board = self._board
        if board is None:
            return
        if look.motion is Motion.MOVING:
            self._clutter.moved()
        board.take_in(image, self._clutter.among(look, now_ns, lambda blob: board.is_hole(image, blob)))
