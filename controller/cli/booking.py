"""Opens what keeps the log and the pictures of a sitting's throws."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from controller.cli.tables import OpenTable
from controller.errors import JournalError
from controller.session.roll_book import ROLLS, RollBook
from controller.session.roll_keeper import RollKeeper
from controller.session.roll_pictures import PictureTaker, picture_folder
from controller.session.session import Session
from controller.throws.events import Health


@contextmanager
def roll_book(session: Session, table: OpenTable, pictures: bool) -> Iterator[RollBook | None]:
    """Keep the log up while a table plays, with pictures if wanted; without a log play goes on, and that is said."""
    try:
        keeper = RollKeeper(session.journal, session.games)
        corrected = keeper.corrected()
    except JournalError as error:
        session.health(Health(0, ROLLS, False, str(error)))
        yield None
        return
    folder = picture_folder(session.journal.path)
    taker = PictureTaker(folder, table.setup, table.retention, corrected, time.time) if pictures else None
    book = RollBook(session, keeper, taker)
    try:
        yield book
    finally:
        book.close()
