"""Tells what lies about on the board (chips, a coin, the place where one was) from dice."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.motion.blobs import Blob, Box
from vision.motion.board import Look

_IN_PLACE_NS = 300_000_000
_IN_PLACE_AT_FIRST_NS = 30_000_000
_CHECKS_EVERY_NS = 300_000_000
_BEGINS_NS = 100_000_000
_LAIN_NS = 100_000_000
_SAME_PX = 2
_BESIDE_PX = 4.0
_LARGE_DICE = 2.4
_TINY_DICE = 0.4


@dataclass(slots=True)
class _Resting:
    box: Box
    since_ns: int
    arrived: bool
    checked_ns: int | None = None

    def due(self, now_ns: int, wanted_ns: int) -> bool:
        checked = self.checked_ns is not None and now_ns - self.checked_ns < _CHECKS_EVERY_NS
        return now_ns - self.since_ns >= wanted_ns and not checked


class Clutter:
    """Remembers since when each blob lies unchanged in its place, and says which of them are no dice.

    At the start things are judged almost at once, so that a die coming to rest on a chip is seen as a die.
    """

    def __init__(self) -> None:
        self._resting: list[_Resting] = []
        self._before: list[tuple[_Resting, Blob]] = []
        self._first_ns: int | None = None
        self._moved = False

    def among(self, look: Look, now_ns: int, is_hole: Callable[[Blob], bool]) -> tuple[Blob, ...]:
        """Give the blobs that may be counted as part of the empty board from now on.

        `is_hole` says of a blob that it is the place of a thing taken away. A hole may also look like a hand;
        any other thing is clutter only if it was put there: what came rolling is made of dice.
        """
        self._first_ns = now_ns if self._first_ns is None else self._first_ns
        begins = not self._moved and now_ns - self._first_ns <= _BEGINS_NS
        lying = (*look.blobs, *look.hands)
        self._resting = [self._known(b, now_ns, begins) for b in lying]
        self._before = list(zip(self._resting, look.blobs, strict=False))
        wanted_ns = _IN_PLACE_AT_FIRST_NS if begins else _IN_PLACE_NS
        due = [(r, b) for r, b in zip(self._resting, lying, strict=True) if r.due(now_ns, wanted_ns)]
        for resting, _ in due:
            resting.checked_ns = now_ns
        return tuple(b for r, b in due if (_is_no_die(b) and not r.arrived) or is_hole(b))

    def moved(self) -> None:
        """Note that something has moved: from now on things must lie longer before they are judged."""
        self._moved = True

    def _known(self, blob: Blob, now_ns: int, begins: bool) -> _Resting:
        known = next((r for r in self._resting if _same(r.box, blob.box)), None)
        return known or _Resting(blob.box, now_ns, not begins and self._arrived(blob, now_ns))

    def _arrived(self, blob: Blob, now_ns: int) -> bool:
        """Say whether a blob came rolling: what was beside it did, or had not lain there. Chips that touch may part."""
        before = (resting for resting, other in self._before if blob.overlaps(other, _BESIDE_PX))
        return any(resting.arrived or now_ns - resting.since_ns < _LAIN_NS for resting in before)


def _is_no_die(blob: Blob) -> bool:
    """Whatever reaches in over the border may be a hand that keeps still, and is never taken for clutter."""
    size = not _TINY_DICE < blob.area_dice < _LARGE_DICE
    return blob.border_px == 0 and (size or blob.is_round())


def _same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= _SAME_PX for a, b in zip(one, other, strict=True))
