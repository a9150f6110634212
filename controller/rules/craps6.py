"""The terminal game craps(6), by its observed behaviour (games.md A.2): a pure machine of events and answers.

The player bets with the roller, or with a leading `-` against him with the House; both pay evens and the 12 is not
barred. Money is in whole dollars here, as the game has it.
"""

from collections.abc import Callable, Generator

from controller.rules.craps6_events import Event, Kind
from controller.rules.dice import CRAPS, NATURALS, Pair

START = 2_000
MARKER = 2_000
MOST_MARKERS = 10
REPAID_BY_FORCE = 50_000
BANK = 100_000
LONGEST_NUMBER = 18
"""Digits: a longer one is more than any bankroll."""

Events = Generator[Event, str | None, None]
Decision = Generator[Event, str | None, bool]


class LeftTableError(Exception):
    """The player left at a prompt, or the dice came to an end."""


class Craps6:
    """One sitting. `play` yields events; a question (Kind.ASK) wants its answer sent in, None for end of input.

    `roll` gives the next two dice; None where there are no more: the sitting ends with the account, the bet undecided.
    """

    def __init__(self, roll: Callable[[], Pair | None]) -> None:
        self.bankroll = START
        self.markers = 0
        self._roll = roll

    def play(self) -> Events:
        """Play until the player leaves, is thrown out, or has broken the bank and had enough."""
        yield Event(Kind.BANNER)
        try:
            if is_yes((yield from _answer_to("commentary"))):
                yield Event(Kind.COMMENTARY)
            while (yield from self._round()):
                pass
        except LeftTableError:
            yield self.account()

    def account(self) -> Event:
        """Draw up the final account (UX-16): against what the player began with and was lent."""
        net = self.bankroll - START - MARKER * self.markers
        if net == 0:
            return Event(Kind.FINAL_EVEN)
        return Event(Kind.FINAL_WIN if net > 0 else Kind.FINAL_LOSE, (abs(net),))

    def _round(self) -> Decision:
        """Do what comes before a bet, in the game's order (UX-3), then play it; False when the sitting is over."""
        if self.bankroll >= REPAID_BY_FORCE and self.markers:
            yield from self._repay_by_force()
        if self.bankroll >= BANK:
            return (yield from self._bank_broken())
        if self.bankroll <= 0 and not (yield from self._lent()):
            return False
        if self.markers:
            yield from self._reminded()
        yield Event(Kind.BANKROLL, (self.bankroll,))
        yield from self._play_bet((yield from self._bet()))
        return True

    # -- markers ------------------------------------------------------------------------------------------------------

    def _repay_by_force(self) -> Events:
        """Take everything lent back (UX-14)."""
        yield Event(Kind.NOW_HAVE, (self.bankroll,))
        yield Event(Kind.AUTO_REPAY_ALL)
        self._repay(self.markers)

    def _bank_broken(self) -> Decision:
        """Offer a new game; without one the sitting ends, and no account is drawn up (UX-15)."""
        yield Event(Kind.BANK_BROKEN)
        answer = yield Event(Kind.ASK, about="new_game")
        self.bankroll, self.markers = START, 0
        return is_yes(answer)

    def _lent(self) -> Decision:
        """Lend a marker to a player who has nothing (UX-9), but no eleventh (UX-13)."""
        if self.markers == MOST_MARKERS:
            yield Event(Kind.CUT_OFF, (self.markers,))
            return False
        if not is_yes((yield from _answer_to("marker"))):
            raise LeftTableError
        self.bankroll, self.markers = MARKER, self.markers + 1
        return True

    def _reminded(self) -> Events:
        """Remind of the markers (UX-10), and ask for them back where that leaves something (UX-11)."""
        yield Event(Kind.MARKERS, (self.markers,))
        if self.bankroll <= MARKER:
            return
        yield Event(Kind.NOW_HAVE, (self.bankroll,))
        if not is_yes((yield from _answer_to("repay"))):
            return
        if self.markers == 1:
            self._repay(1)
        else:
            yield from self._repay_some()

    def _repay_some(self) -> Events:
        """Ask how many of several markers until the answer will do, as 0 will (UX-12)."""
        while True:
            answer = yield Event(Kind.ASK, about="how_many")
            if answer is None:
                yield Event(Kind.REFUSED_TO_PAY)
                raise LeftTableError
            complaint = self._wrong_count(answer)
            if not complaint:
                break
            yield Event(Kind.REJECT, about=complaint)
        self._repay(_value(answer))
        yield Event(Kind.REPAID, (_value(answer),))

    def _wrong_count(self, answer: str) -> str:
        """Say what is wrong with a number of markers, or nothing."""
        if not is_number(answer):
            return "not_a_number"
        if _value(answer) > self.markers:
            return "more_than_owed"
        left = self.bankroll - MARKER * _value(answer)
        return "not_enough_money" if left < 0 else "would_leave_zero" if left == 0 else ""

    def _repay(self, count: int) -> None:
        self.bankroll -= MARKER * count
        self.markers -= count

    # -- bets ---------------------------------------------------------------------------------------------------------

    def _bet(self) -> Generator[Event, str | None, tuple[int, bool]]:
        """Ask for a bet until it is one (UX-4, UX-5); give it, and whether it is with the House."""
        while True:
            answer = yield from _answer_to("bet")
            digits = answer.removeprefix("-")
            if is_number(digits) and _value(digits) <= self.bankroll:
                return _value(digits), digits != answer
            yield Event(Kind.REJECT, about="bet")

    def _play_bet(self, bet: tuple[int, bool]) -> Events:
        """Roll until the bet is decided (UX-6 to UX-8)."""
        dollars, with_house = bet
        total = yield from self._rolled(for_point=False)
        point = None if total in NATURALS | CRAPS else total
        roller_wins = total in NATURALS
        if point is not None:
            yield Event(Kind.POINT, (point,))
            total = 0
            while total not in (7, point):
                total = yield from self._rolled(for_point=True)
            roller_wins = total == point
        won = roller_wins != with_house
        self.bankroll += dollars if won else -dollars
        yield _outcome(won, dollars, total, made_point=roller_wins and point is not None)

    def _rolled(self, for_point: bool) -> Generator[Event, str | None, int]:
        dice = self._roll()
        if dice is None:
            raise LeftTableError
        yield Event(Kind.ROLL, dice, for_point=for_point)
        return sum(dice)


def _outcome(won: bool, dollars: int, total: int, made_point: bool) -> Event:
    """Say how a bet ended: a House bet that wins with a 7 is told as a win with 7 (UX-8)."""
    if not won:
        return Event(Kind.LOSE, (dollars,))
    return Event(Kind.MADE_POINT if made_point else Kind.WIN, (total,))


def _answer_to(question: str) -> Generator[Event, str | None, str]:
    """Ask; end of input at a prompt ends the sitting (UX-16)."""
    answer = yield Event(Kind.ASK, about=question)
    if answer is None:
        raise LeftTableError
    return answer


def is_yes(answer: str | None) -> bool:
    """Tell a yes: `y` or `yes` in either case; anything else, end of input too, is a no (UX-17, bug 9)."""
    return answer is not None and answer.strip().lower() in ("y", "yes")


def is_number(text: str) -> bool:
    """Tell whether a text is digits only."""
    return text.isascii() and text.isdecimal()


def _value(digits: str) -> int:
    """Give a number's value; one that is too long to be read counts as more than anybody has."""
    significant = digits.lstrip("0")
    return int(significant or "0") if len(significant) <= LONGEST_NUMBER else 10**LONGEST_NUMBER
