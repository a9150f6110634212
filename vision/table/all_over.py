"""Pictures that differ from the empty board all over, for lens, camera or light have changed: no dice are sought."""

from functools import cached_property

from vision.drift import Marks, troubles
from vision.geometry import Setup
from vision.table.kinds import Kind
from vision.table.scene import Scene, much_differs

MOST_MOVED_MM = 0.5
"""From how far on the lines of a layout look like things that lie beside them: hardly a pixel."""

FEW_PLACES, MOST_PLACES = 6, 150
"""As many places as a throw may have dice are searched in any case; and not even a full table has things in so many."""

UNLIKE = (
    "The picture differs from that of the empty board in more places than things lie on a table: put the lamps back, "
    "or run 'stickman calibrate empty'."
)


class AllOver:
    """Tells why a picture differs all over, by some marks of one table."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def trouble(self, scene: Scene, kind: Kind) -> str | None:
        """Say what keeps a whole picture from being read, for people; None where nothing does."""
        if self._marks is None or len(scene.places) <= FEW_PLACES or not much_differs(scene, kind):
            return None
        said = troubles(self._marks.compare(scene.image), MOST_MOVED_MM)
        return said.get("focus") or said.get("moved") or (UNLIKE if len(scene.places) > MOST_PLACES else None)

    @cached_property
    def _marks(self) -> Marks | None:
        background = self._setup.background
        return Marks(self._setup, background) if background is not None else None
