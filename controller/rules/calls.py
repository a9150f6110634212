"""Stick calls: which call fits the dice and the situation (SC-40 to SC-42)."""

from dataclasses import dataclass

from controller.rules.call_data import CALLS_BY_HEADING, Entry
from controller.rules.call_terms import CRUDE, MOVED, PAIR_OF_HEADING, TERMS, Terms
from controller.rules.dice import NUMBER_WORDS, Pair, number_word

COME_OUT_HEADING = "come out"
COME_OUT_SITUATION = "come_out"
SITUATIONS = frozenset({"natural", "craps", "point", "pass", "seven_out", "no_decision"})


@dataclass(frozen=True, slots=True)
class StickCall:
    """A call of the source: its words, the source's heading, the total it is made for here (None: the come-out).

    `terms` say what else must be true; `family` is false for the crude ones; `gloss` is the source's Russian.
    """

    text: str
    heading: str
    total: int | None
    terms: Terms
    family: bool
    gloss: str = ""

    def fits(self, dice: Pair, situation: str, bar: int) -> bool:
        """Tell whether the call is true of these dice in this situation, at a table which bars this total."""
        terms, pair = self.terms, (min(dice), max(dice))
        return (
            self.total == sum(dice)
            and (terms.pairs is None or pair in terms.pairs)
            and (terms.situations is None or situation in terms.situations)
            and (terms.bars is None or bar in terms.bars)
        )


def choose_call(
    dice: Pair | None,
    situation: str,
    *,
    family: bool,
    turn: int,
    bar: int = 12,
    busy: bool = False,
    heard: str | None = None,
) -> str:
    """Choose the call for a throw, or for the coming out (situation "come_out", no dice needed).

    `turn` picks among the calls that fit: the same number, the same call. `family` leaves the crude ones out, `bar` is
    the total which the don't bets bar. In a busy game only the number is called; a player's call that was `heard` is
    picked up where it fits (SC-42). "" where there is nothing to call: a void throw, or no dice at all.
    """
    if situation == COME_OUT_SITUATION:
        return "" if busy else _pick([call for call in CALLS if call.total is None], turn)
    if dice is None or situation not in SITUATIONS:
        return ""
    number = number_word(sum(dice)).capitalize()
    if busy:
        return number
    fitting = fitting_calls(dice, situation, family=family, bar=bar)
    answer = [call for call in fitting if heard is not None and _spoken(call.text) == _spoken(heard)]
    return _pick(answer or fitting, turn) or number


def fitting_calls(dice: Pair, situation: str, *, family: bool, bar: int = 12) -> list[StickCall]:
    """Give every call that is true of these dice now, in the source's order."""
    return [call for call in CALLS if call.fits(dice, situation, bar) and (call.family or not family)]


def _pick(calls: list[StickCall], turn: int) -> str:
    return calls[turn % len(calls)].text if calls else ""


def _spoken(text: str) -> str:
    """Reduce a call to its letters and digits, so that case, dashes and apostrophes do not matter."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _total_of(heading: str) -> int | None:
    return None if heading == COME_OUT_HEADING else NUMBER_WORDS.index(heading.split(maxsplit=1)[0]) + 2


def _terms_of(heading: str, text: str) -> Terms:
    if heading in PAIR_OF_HEADING:
        return Terms(pairs=frozenset({PAIR_OF_HEADING[heading]}), why="the heading names the faces")
    return TERMS.get((heading, text), Terms())


def _build(heading: str, entry: Entry) -> StickCall:
    text, gloss = (entry, "") if isinstance(entry, str) else entry
    key = (heading, text)
    total = MOVED[key].total if key in MOVED else _total_of(heading)
    return StickCall(text, heading, total, _terms_of(heading, text), key not in CRUDE, gloss)


CALLS: tuple[StickCall, ...] = tuple(
    _build(heading, entry) for heading, entries in CALLS_BY_HEADING.items() for entry in entries
)
