"""From a table's state to the Scene that every display draws."""

from collections.abc import Mapping

from controller.displays.scene import DieView, Scene
from controller.session.answers import answers_to
from controller.session.fold import Step, TableState
from controller.throws.verdict import Reason, Throw, ThrownDie

NOTES = {
    "cocked": "cocked",
    "stacked": "on the other die",
    "off_board": "off the board",
    "unreadable": "not readable",
    "moving": "moving",
}
WHY_VOID = {
    Reason.OFF_BOARD: "a die left the board",
    Reason.NO_WALL: "no die hit the wall",
    Reason.COCKED: "a die is cocked",
    Reason.STACKED: "a die lies on another",
}
OVER = "The game is over."


def draw_scene(state: TableState, troubles: Mapping[str, str], notice: str, revision: int) -> Scene:
    """Build the whole picture; `notice` is what was last said to the people, `troubles` sentences by device."""
    view = state.game.view()
    asked = state.question
    shown = state.last_throw
    ask = question_text(asked) if asked else None
    return Scene(
        game=view.game,
        puck_on=view.puck_on,
        point=view.point,
        bank_cents=view.bank_cents,
        seats=view.seats,
        thrower=view.thrower,
        dice=dice_views(shown.throw) if shown and shown.throw else (),
        call=shown.call if shown else "",
        message=notice or message_of(state.step),
        waiting_for=ask or view.prompt or (OVER if view.over else ""),
        question=ask,
        answers=_answer_texts(asked, state.game.dice_count),
        troubles=tuple(troubles[part] for part in sorted(troubles)),
        throws=state.step.throws,
        revision=revision,
        over=view.over,
        situation=shown.ruling.situation if shown and shown.ruling else "",
        sheet=view.sheet,
    )


def question_text(step: Step) -> str:
    """Give the question of an undecided throw."""
    ask = step.throw.verdict.ask if step.throw else None
    return ask or "What do the dice show, and does the throw count?"


def message_of(step: Step) -> str:
    """Say in a sentence what a step did."""
    if step.kept_out:
        return step.kept_out
    if step.ruling is not None:
        return step.ruling.message
    if step.open_question:
        return question_text(step)
    return _no_roll_text(step.throw) if step.throw is not None else ""


def _no_roll_text(throw: Throw) -> str:
    """Say why a throw that the game was not told of does not count: its gravest fault, or that people called it off."""
    return next((f"No roll: {WHY_VOID[reason]}." for reason in throw.verdict.reasons if reason in WHY_VOID), "No roll.")


def dice_views(throw: Throw) -> tuple[DieView, ...]:
    """Give the dice as people see them."""
    return tuple(DieView(die.value, _note(die)) for die in throw.dice)


def _note(die: ThrownDie) -> str:
    note = NOTES.get(die.state, "")
    return note or ("missed the wall" if die.hit_wall is False else "")


def _answer_texts(asked: Step | None, dice_count: int) -> tuple[str, ...]:
    if asked is None or asked.throw is None:
        return ()
    return tuple(answer.text for answer in answers_to(asked.throw, dice_count))
