"""A Scene says what the last throw was to the rules, so that displays can light it."""

from pathlib import Path

from controller.cli.house import house_of
from controller.displays.told import utterance
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


def test_the_voice_says_each_call_once_and_of_a_correction_only_the_correction(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j") as journal:
        session = Session.begin(journal, house_of(STREET), Begun(game="street", set_up=SET_UP, policy="street"))
        said: list[str] = []
        before = session.scene()
        for line in (
            {"do": "stake", "amount": 20},
            {"do": "fade", "amount": 20},
            {"command": "missed_roll", "values": [3, 3]},
            {"command": "correct", "values": [4, 3]},
            {"command": "undo"},
            {"command": "no_roll"},
        ):
            told(session, **line)
            now = session.scene()
            heard = utterance(before, now)
            said += [heard.text] if heard else []
            before = now
        calls = [entry.body["call"] for entry in journal.entries() if entry.kind in ("missed_roll", "correct")]
    assert said == [calls[0], f"Correction: {calls[1]}", f"Correction: {calls[0]}", "Correction: No roll."]
