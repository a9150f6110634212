"""What keeps the log and the pictures of throws up while a table plays: trouble with them is said and stops nothing."""

from collections.abc import Iterable

from controller.errors import JournalError
from controller.session.order import Event, time_of
from controller.session.pipeline import Result
from controller.session.roll_keeper import RollKeeper
from controller.session.roll_pictures import PictureTaker
from controller.session.session import Session
from controller.throws.events import Health
from controller.throws.verdict import Throw

ROLLS, PICTURES = "rolls", "pictures"


class RollBook:
    """Follows a session: tell it each event by `see`, before it is taken, and each event's results by `heard`."""

    def __init__(self, session: Session, keeper: RollKeeper, pictures: PictureTaker | None = None) -> None:
        self._session = session
        self._keeper = keeper
        self._pictures = pictures
        self._now_ns = 0
        self._well = {ROLLS: True, PICTURES: True}

    def see(self, event: Event) -> None:
        """Note an event; returns at once."""
        self._now_ns = time_of(event)
        if self._pictures is not None:
            self._pictures.see(event)

    def heard(self, results: Iterable[Result]) -> None:
        """Take in what came of an event."""
        news = False
        for result in results:
            news = True
            if self._pictures is not None and isinstance(result.event, Throw) and result.outcome.entry is not None:
                self._pictures.ruled(result.outcome.entry, result.event)
        if self._note_pictures() or news:
            self._follow()

    def close(self) -> None:
        """Keep what still waits."""
        if self._pictures is not None:
            self._pictures.close()
            self._note_pictures()
        self._follow()
        self._keeper.close()

    def _note_pictures(self) -> bool:
        """Enter the pictures that were taken since into the journal; tell whether there were any."""
        noted = False
        if self._pictures is None:
            return noted
        try:
            for taken in self._pictures.taken():
                self._say(PICTURES, taken.trouble)
                if taken.pictured.pictures or any(taken.pictured.dice):
                    self._session.note("pictures", taken.pictured, self._now_ns)
                    noted = True
        except JournalError as error:
            self._say(PICTURES, str(error))
        return noted

    def _follow(self) -> None:
        try:
            changed = self._keeper.follow()
        except JournalError as error:
            self._say(ROLLS, str(error))
            return
        self._say(ROLLS, "")
        if self._pictures is not None:
            self._pictures.protect(roll.entry for roll in changed if roll.corrected)

    def _say(self, part: str, trouble: str) -> None:
        """Tell the people of trouble, and when it is over."""
        if trouble or not self._well[part]:
            self._well[part] = not trouble
            self._session.health(Health(self._now_ns, part, not trouble, trouble))
