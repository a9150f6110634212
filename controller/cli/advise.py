"""`stickman advise general`: what to do best with the dice lying there."""

import json
from typing import TYPE_CHECKING, Any

import click

from controller.errors import ConfigError
from controller.rules.general_scores import BOXES, DICE

if TYPE_CHECKING:
    from controller.advice.general import Choice

SHOWN = 5


@click.group()
def advise() -> None:
    """Say what best play would be."""


@advise.command()
@click.argument("dice", nargs=-1, type=int)
@click.option("--throw", type=click.IntRange(1, 3), help="Which throw of the round they are from.")
@click.option("--filled", help="The boxes filled already, as in ones,straight; `none` where all ten are open.")
@click.option(
    "--state", type=click.File(), help="Take all this from the referee's state, a JSON object; - is standard input."
)
@click.option("--top", type=click.IntRange(1), default=SHOWN, show_default=True, help="How many choices to show.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def general(dice: tuple[int, ...], throw: int | None, filled: str | None, state: Any, top: int, as_json: bool) -> None:
    """Advise on General: which of the DICE to keep or which box to fill, with what best play then expects.

    Asks for what is not given. Expectations are exact points from here to the tenth round; a Big General counts as 60.
    """
    from controller.advice.general import choices

    if state is not None:
        dice, throw, boxes = read_state(state.read())
    else:
        boxes = open_boxes(filled if filled is not None else click.prompt("Filled boxes", default="none", err=True))
        dice = dice or _asked_dice()
        throw = throw or click.prompt("Which throw, 1 to 3", type=click.IntRange(1, 3), err=True)
    found = choices(dice, throw, boxes)
    if as_json:
        asked = {"dice": sorted(dice), "throw": throw, "open": list(boxes)}
        best = [choice_json(choice) for choice in found[:top]]
        click.echo(json.dumps({**asked, "best": best[0], "choices": best}))
        return
    for choice in found[:top]:
        click.echo(sentence(choice))


def _asked_dice() -> tuple[int, ...]:
    text: str = click.prompt(f"The {DICE} dice", err=True)
    return tuple(int(word) if word.isdecimal() else 0 for word in text.replace(",", " ").split())


def open_boxes(filled: str) -> tuple[str, ...]:
    """Give the boxes that are not among the filled ones. Raises ConfigError for a box that does not exist."""
    words = filled.replace(",", " ").split()
    taken = [] if words == ["none"] else words
    for box in taken:
        if box not in BOXES:
            raise ConfigError(f"There is no box {box!r}; the boxes are: {', '.join(BOXES)}, or `none`.")
    return tuple(box for box in BOXES if box not in taken)


def read_state(text: str) -> tuple[tuple[int, ...], int, tuple[str, ...]]:
    """Read dice, throw and open boxes of the player at turn from the referee's state, or an answer that holds it."""
    try:
        found = json.loads(text)
        state = found.get("state", found)
        filled = state["sheets"][state["player"]]
        return tuple(state["dice"]), int(state["throw"]), tuple(box for box in BOXES if box not in filled)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ConfigError(
            "This is no state of a General being played. Give the `state` that `stickman referee general` answers."
        ) from None


def choice_json(choice: "Choice") -> dict[str, Any]:
    """Give a choice for programs."""
    expected = round(choice.expected, 6)
    if choice.keep is not None:
        return {"do": "throw", "keep": list(choice.keep), "expected": expected}
    return {"do": "score", "box": choice.box, "points": choice.points, "expected": expected}


def sentence(choice: "Choice") -> str:
    """Give a choice as people read it."""
    if choice.keep is not None:
        kept = " ".join(map(str, choice.keep))
        what = f"keep {kept} and throw {DICE - len(choice.keep)}" if kept else "throw all five again"
    else:
        what = f"fill {str(choice.box).replace('_', ' ')} with {choice.points}"
    return f"{choice.expected:8.2f}  {what}"
