"""What is new between two Scenes, in the words of people: for the voice and for screen readers. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.displays.scene import DieView, Scene
from controller.rules.dice import number_word
from controller.rules.game import SeatView
from controller.rules.money import money_text


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something to say aloud. `corrects`: what was said before is wrong, so stop saying it."""

    text: str
    corrects: bool = False


def utterance(before: Scene | None, now: Scene) -> Utterance | None:
    """Say what is to be heard of a new Scene: the call of a new throw, a question, or a correction and only that.

    A throw is new when the count of throws goes up; the same count with other dice or another call is a correction,
    fewer throws are one taken back. Nothing is said of a Scene that a table begins with.
    """
    if before is None:
        return None
    if now.question is not None:
        return None if now.question == before.question else Utterance(now.question)
    if now.throws > before.throws:
        return _spoken(now.call or now.message)
    if now.throws < before.throws:
        return _spoken(now.message, corrects=True)
    if _dice_changed(before, now):
        return _spoken(now.call or now.message, corrects=before.question is None)
    return None


def _dice_changed(before: Scene, now: Scene) -> bool:
    """Tell whether the dice of the same throw are told in another way: corrected, called off, or decided."""
    return (now.dice, now.call, now.situation) != (before.dice, before.call, before.situation)


def _spoken(text: str, corrects: bool = False) -> Utterance | None:
    if not text:
        return None
    return Utterance(f"Correction: {text}" if corrects else text, corrects)


def sentences(before: Scene | None, now: Scene) -> Iterator[str]:
    """Give a sentence for each thing that is new, and for everything at the beginning: no table to listen through."""
    if before is None or now.throws != before.throws or now.dice != before.dice:
        yield from _throw(now)
    if now.call and (before is None or now.call != before.call or now.throws != before.throws):
        yield f"Call: {now.call}."
    if now.message and (before is None or now.message != before.message):
        yield now.message
    yield from _point(before, now)
    if before is None or now.bank_cents != before.bank_cents:
        yield f"In the bank: {money_text(now.bank_cents)}."
    yield from _seats(before.seats if before else (), now.seats)
    yield from _waiting(before, now)


def _point(before: Scene | None, now: Scene) -> Iterator[str]:
    if before is not None and (now.puck_on, now.point) == (before.puck_on, before.point):
        return
    sentence = f"The point is {now.point}." if now.point is not None else "There is no point."
    if sentence != now.message:
        yield sentence


def _throw(scene: Scene) -> Iterator[str]:
    if not scene.dice:
        return
    faces = [die.value for die in scene.dice if die.value is not None]
    total = f", {number_word(sum(faces))}" if len(faces) == len(scene.dice) == 2 else ""
    yield f"Throw {scene.throws}: {_listed([_die(die) for die in scene.dice])}{total}."


def _die(die: DieView) -> str:
    face = "not readable" if die.value is None else str(die.value)
    return f"{face}, {die.note}" if die.note else face


def _listed(words: Sequence[str]) -> str:
    return " and ".join(words) if len(words) < 3 else ", ".join(words)


def _seats(before: Sequence[SeatView], now: Sequence[SeatView]) -> Iterator[str]:
    known = {seat.name: seat for seat in before}
    for seat in now:
        old = known.get(seat.name)
        if old == seat:
            continue
        role = f", {seat.role}," if seat.role and (old is None or old.role != seat.role) else ""
        bets = "; ".join(f"{name} {money_text(cents)}" for name, cents in seat.bets)
        yield f"{seat.name}{role} has {money_text(seat.stack_cents)}{f', bets: {bets}' if bets else ''}."


def _waiting(before: Scene | None, now: Scene) -> Iterator[str]:
    if now.question is not None:
        if before is None or now.question != before.question:
            yield f"Question: {now.question}"
            yield from (f"Answer {number}: {answer}." for number, answer in enumerate(now.answers, start=1))
    elif now.waiting_for and (before is None or now.waiting_for != before.waiting_for or before.question):
        yield now.waiting_for
    for trouble in now.troubles:
        if before is None or trouble not in before.troubles:
            yield f"Trouble: {trouble}"
