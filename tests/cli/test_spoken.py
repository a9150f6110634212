"""What people type at a table."""

import pytest

from controller.cli.spoken import HELP, Spoken, chosen, understand
from controller.errors import ProtocolError
from controller.session.answers import Answer

STATE = {"shooter": "Ann", "fader": "Bob", "phase": "stake"}


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("stake 20", {"do": "stake", "amount": 20}),
        ("  FADE 59.50 ", {"do": "fade", "amount": 59.5}),
        ("box up", {"do": "box_up", "player": "Ann"}),
        ("box up Bob", {"do": "box_up", "player": "Bob"}),
        ("pass dice", {"do": "pass_dice", "player": "Ann"}),
        ("leave Ann Marie", {"do": "leave", "player": "Ann Marie"}),
        ("correct 3 4", {"command": "correct", "values": [3, 4]}),
        ("correct 3 4 wall yes no", {"command": "correct", "values": [3, 4], "wall": [True, False]}),
        ("missed 6 1", {"command": "missed_roll", "values": [6, 1]}),
        ("answer both", {"command": "answer", "answer": "both"}),
        ("no roll", {"command": "no_roll"}),
        ("undo", {"command": "undo"}),
        ('{"do": "stake", "amount": 5}', {"do": "stake", "amount": 5}),
    ],
)
def test_what_is_typed_becomes_a_line(typed: str, line: dict[str, object]) -> None:
    assert understand(typed, STATE) == Spoken(line=line)


@pytest.mark.parametrize("order", ["throw", "help", "quit"])
def test_orders_to_the_table_itself(order: str) -> None:
    assert understand(order, STATE) == Spoken(order=order)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("gimme money", "Type `help`"),
        ("stake", "stake 20"),
        ("stake -5", "stake 20"),
        ("leave", "leave NAME"),
        ('{"do": ', "not valid JSON"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_to_type(typed: str, says: str) -> None:
    with pytest.raises(ProtocolError, match="(?i)" + says):
        understand(typed, STATE)


def test_every_phrase_of_the_help_is_understood() -> None:
    for row in HELP.splitlines():
        phrase = row[:20].split("[")[0].replace("PLAYER", "Ann").strip()
        for part in phrase.split(", "):
            assert understand(part, STATE) != Spoken(), part


ANSWERS = (Answer("both", {"command": "answer", "answer": "both"}), Answer("no roll", {"command": "no_roll"}))


@pytest.mark.parametrize(("typed", "line"), [("1", ANSWERS[0].line), (" 2 ", ANSWERS[1].line)])
def test_a_number_chooses_an_answer(typed: str, line: dict[str, object]) -> None:
    assert chosen(typed, ANSWERS) == Spoken(line=line)


@pytest.mark.parametrize("typed", ["0", "3", "-1", "1 2", "\u00b2", "9" * 5000, "both", ""])
def test_another_number_or_word_chooses_none(typed: str) -> None:
    assert chosen(typed, ANSWERS) is None
    assert chosen("1", ()) is None
