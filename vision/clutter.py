"""Tells what lies about on the board (chips, a coin, the place where one was) from dice."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.blobs import Blob, Box

_IN_PLACE_NS = 300_000_000
_IN_PLACE_AT_FIRST_NS = 30_000_000
_CHECKS_EVERY_NS = 300_000_000
_SAME_PX = 2
_LARGE_DICE = 2.4
_TINY_DICE = 0.4


@dataclass(slots=True)
class _Resting:
    box: Box
    since_ns: int
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
        self._begun = False

    def among(
        self,
        blobs: tuple[Blob, ...],
        now_ns: int,
        travelled: Callable[[Blob], bool],
        is_hole: Callable[[Blob], bool],
    ) -> tuple[Blob, ...]:
        """Give the blobs that may be counted as part of the empty board from now on.

        `travelled` says of a blob that it came here moving, `is_hole` that it is the place of a thing taken away.
        """
        self._resting = [self._known(b, now_ns) for b in blobs]
        wanted_ns = _IN_PLACE_NS if self._begun else _IN_PLACE_AT_FIRST_NS
        due = [(r, b) for r, b in zip(self._resting, blobs, strict=True) if r.due(now_ns, wanted_ns)]
        for resting, _ in due:
            resting.checked_ns, self._begun = now_ns, True
        return tuple(b for _, b in due if not travelled(b) and (_is_no_die(b) or is_hole(b)))

    def moved(self) -> None:
        """Note that something has moved: from now on things must lie longer before they are judged."""
        self._begun = True

    def _known(self, blob: Blob, now_ns: int) -> _Resting:
        return next((r for r in self._resting if _same(r.box, blob.box)), _Resting(blob.box, now_ns))


def _is_no_die(blob: Blob) -> bool:
    """Whatever reaches in over the border may be a hand that keeps still, and is never taken for clutter."""
    size = not _TINY_DICE < blob.area_dice < _LARGE_DICE
    return blob.border_px == 0 and (size or blob.is_round())


def _same(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= _SAME_PX for a, b in zip(one, other, strict=True))
