"""What is said aloud and written for screen readers: what is new, and of a correction only the correction."""

from dataclasses import replace
from io import StringIO

from controller.displays.reader import ScreenReaderLines
from controller.displays.scene import DieView, Scene
from controller.displays.told import Utterance, sentences, utterance
from controller.rules.game import SeatView

SEATS = (SeatView("Ann", 8000, "shooter", (("stake", 2000),)), SeatView("Bob", 8550, "fader", (("fade", 1450),)))
BEFORE = Scene("street", False, None, 3450, SEATS, "Ann", throws=6, waiting_for="Ann must throw the come-out.")
THROWN = replace(
    BEFORE, throws=7, dice=(DieView(4), DieView(2)), call="sixie from Dixie", message="The point is 6.",
    puck_on=True, point=6, situation="point", waiting_for="Ann must throw: the point is 6.",
)  # fmt: skip


def test_a_new_throw_is_called() -> None:
    assert utterance(BEFORE, THROWN) == Utterance("sixie from Dixie")


def test_a_throw_without_a_call_is_told_by_its_message() -> None:
    void = replace(BEFORE, throws=7, dice=(DieView(4, "cocked"), DieView(2)), message="A die is cocked: no roll.")
    assert utterance(BEFORE, void) == Utterance("A die is cocked: no roll.")


def test_after_a_correction_only_the_correction_is_said() -> None:
    corrected = replace(THROWN, dice=(DieView(5), DieView(2)), call="front line winner", situation="natural")
    assert utterance(THROWN, corrected) == Utterance("Correction: front line winner", corrects=True)


def test_a_throw_taken_back_is_a_correction_and_the_call_before_is_not_said_again() -> None:
    undone = replace(BEFORE, call="the call of throw six", message="Undone.")
    assert utterance(THROWN, undone) == Utterance("Correction: Undone.", corrects=True)


def test_a_question_is_asked_once_and_its_answer_is_no_correction() -> None:
    asked = replace(BEFORE, dice=(DieView(4), DieView(None)), question="What does the second die show?")
    assert utterance(BEFORE, asked) == Utterance("What does the second die show?")
    assert utterance(asked, replace(asked, revision=9)) is None
    assert utterance(asked, THROWN) == Utterance("sixie from Dixie")
    answered = replace(asked, question=None, dice=(DieView(4), DieView(3)), message="No roll.")
    assert utterance(asked, answered) == Utterance("No roll.")


def test_nothing_is_said_of_stakes_health_or_the_first_scene() -> None:
    assert utterance(None, THROWN) is None
    assert utterance(THROWN, replace(THROWN, revision=8, troubles=("camera",), message="Bob covers 5.")) is None
    assert utterance(BEFORE, replace(BEFORE, bank_cents=1)) is None


def test_the_first_scene_is_written_whole() -> None:
    lines = list(sentences(None, THROWN))
    assert lines == [
        "Throw 7: 4 and 2, six.",
        "Call: sixie from Dixie.",
        "The point is 6.",
        "In the bank: 34.50.",
        "Ann, shooter, has 80, bets: stake 20.",
        "Bob, fader, has 85.50, bets: fade 14.50.",
        "Ann must throw: the point is 6.",
    ]


def test_then_only_what_is_new_is_written() -> None:
    later = replace(THROWN, bank_cents=0, troubles=("The panel is gone.",))
    assert list(sentences(THROWN, later)) == ["In the bank: 0.", "Trouble: The panel is gone."]


def test_a_question_is_written_with_its_answers_numbered() -> None:
    asked = replace(BEFORE, question="Which faces?", answers=("3 4", "no roll"))
    assert list(sentences(BEFORE, asked)) == ["Question: Which faces?", "Answer 1: 3 4.", "Answer 2: no roll."]
    assert list(sentences(asked, BEFORE)) == ["Ann must throw the come-out."], "what is waited for is said again"


def test_five_dice_and_notes_are_read_out() -> None:
    five = replace(THROWN, dice=tuple(DieView(face) for face in (2, 2, 4, 6, 1)))
    assert next(iter(sentences(None, five))) == "Throw 7: 2, 2, 4, 6, 1."
    cocked = replace(THROWN, dice=(DieView(4, "cocked"), DieView(None)))
    assert next(iter(sentences(None, cocked))) == "Throw 7: 4, cocked and not readable."


def test_screen_reader_lines_are_plain_sentences_and_nothing_comes_twice() -> None:
    out = StringIO()
    with ScreenReaderLines(out) as display:
        display.show(BEFORE)
        first = out.getvalue()
        display.show(BEFORE)
        assert out.getvalue() == first
        display.show(THROWN)
    assert out.getvalue().isascii() and "|" not in out.getvalue()
    assert out.getvalue().endswith("Ann must throw: the point is 6.\n")
