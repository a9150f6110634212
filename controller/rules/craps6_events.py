"""What the terminal game craps(6) has to say: one value an event, as a trace token and in words (games.md A.2)."""

from dataclasses import dataclass
from enum import StrEnum

BELL = "\a"


class Kind(StrEnum):
    """The events of the game; the values are the trace's tokens (referee.md, craps6)."""

    BANNER = "BANNER"
    ASK = "ASK"
    COMMENTARY = "SHOW commentary"
    BANKROLL = "INFO bankroll"
    MARKERS = "INFO markers"
    NOW_HAVE = "INFO now_have"
    REJECT = "REJECT"
    ROLL = "ROLL"
    POINT = "POINT"
    WIN = "WIN with"
    MADE_POINT = "WIN made_point"
    LOSE = "LOSE bet"
    REPAID = "REPAID"
    AUTO_REPAY_ALL = "AUTO_REPAY_ALL"
    BANK_BROKEN = "BANK_BROKEN"
    CUT_OFF = "CUT_OFF"
    REFUSED_TO_PAY = "REFUSED_TO_PAY"
    FINAL_WIN = "FINAL win"
    FINAL_LOSE = "FINAL lose"
    FINAL_EVEN = "FINAL break_even"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing the game says. `about` is the question asked or the complaint; `for_point` a roll after the first."""

    kind: Kind
    numbers: tuple[int, ...] = ()
    about: str = ""
    for_point: bool = False


COMMENTARY = """\
You begin with 2,000 dollars.
Lose them, and the House lends you 2,000 more against a marker.
It lends 20,000 in all, ten markers.
Whoever has lost those 22,000 is shown the door.
Whoever comes to 100,000 has broken the bank."""

QUESTIONS = {
    "commentary": "Shall I explain the money? ",
    "bet": "bet? ",
    "marker": "You are broke. marker? ",
    "repay": "Repay marker? ",
    "how_many": "How many? ",
    "new_game": "New game? ",
}

COMPLAINTS = {
    "bet": "No such bet: whole dollars up to your bankroll, with a leading - to bet with the House.",
    "not_a_number": "That is no number.",
    "more_than_owed": "You do not owe that many.",
    "not_enough_money": "You cannot pay for that many.",
    "would_leave_zero": "That would leave you with nothing.",
}


def trace(event: Event) -> str:
    """Give an event's token line."""
    words = [event.kind.value, event.about, *map(str, event.numbers)]
    if event.kind is Kind.CUT_OFF:
        words.append("markers")
    return " ".join(word for word in words if word)


def words(event: Event) -> str:
    """Give an event as people read it: whole lines, or a question that waits for its answer on the same line."""
    if event.kind is Kind.ASK:
        return QUESTIONS[event.about]
    if event.kind is Kind.REJECT:
        return f"{COMPLAINTS[event.about]}\n"
    if event.kind is Kind.ROLL:
        return ("\t" if event.for_point else "") + "{}\t{}\n".format(*event.numbers)
    return _TEXTS[event.kind].format(*event.numbers) + "\n"


_TEXTS = {
    Kind.BANNER: "A floating crap game is open; step up.",
    Kind.COMMENTARY: COMMENTARY,
    Kind.BANKROLL: "Bankroll: ${}",
    Kind.MARKERS: "Markers you owe: {}",
    Kind.NOW_HAVE: "You hold ${}.",
    Kind.POINT: "The point: {}",
    Kind.WIN: BELL + "{} wins for you.",
    Kind.MADE_POINT: BELL + "The point {} is made: you win.",
    Kind.LOSE: "Your ${} are gone.",
    Kind.REPAID: "Markers repaid: {}",
    Kind.AUTO_REPAY_ALL: "The House takes back all it lent, for it needs its money.",
    Kind.BANK_BROKEN: BELL + "You have broken the bank!",
    Kind.CUT_OFF: "{} markers are all there are. You are shown the door.",
    Kind.REFUSED_TO_PAY: "So you would not pay.",
    Kind.FINAL_WIN: "You go home ${} ahead.",
    Kind.FINAL_LOSE: "You go home ${} behind.",
    Kind.FINAL_EVEN: "You go home with what you brought.",
}
