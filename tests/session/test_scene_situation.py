"""A Scene says what the last throw was to the rules, so that displays can light it."""

from pathlib import Path

from controller.cli.house import house_of
from controller.journal import Journal
from controller.session.records import Begun
from controller.session.session import Session
from controller.throws.events import Command
from controller.throws.policy import STREET

SET_UP = {"players": ["A", "B"], "stacks": {"A": 100, "B": 100}, "first_shooter": "A"}


def told(session: Session, **line: object) -> str:
    outcome = session.command(Command(1, line))
    assert outcome.ruling not in ("refused", "error"), outcome.message
    return session.scene().situation


def test_the_situation_is_that_of_the_last_throw_and_goes_back_with_an_undo(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        session = Session.begin(journal, house_of(STREET), Begun(game="street", set_up=SET_UP, policy="street"))
        assert session.scene().situation == ""
        told(session, do="stake", amount=20)
        assert told(session, do="fade", amount=20) == ""
        assert told(session, command="missed_roll", values=[3, 3]) == "point"
        assert told(session, command="missed_roll", values=[2, 4]) == "pass"
        assert told(session, command="undo") == "point"
        assert told(session, command="correct", values=[5, 6]) == "natural"
