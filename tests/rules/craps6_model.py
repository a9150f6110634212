"""craps(6) once more, as one long function in the manner of the old program, written from the rules' text alone."""

import re


class Over(Exception):  # noqa: N818 - the end of the story, not an error
    pass


def story(answers: list[str], dice: list[int]) -> list[str]:
    """Give the trace of a sitting with these answers and these dice."""
    told: list[str] = []
    answers, dice = list(answers), list(dice)
    money, owed = 2000, 0

    def ask(question: str) -> str | None:
        told.append(f"ASK {question}")
        return answers.pop(0) if answers and dice else None

    def final() -> None:
        net = money - 2000 - 2000 * owed
        told.append("FINAL break_even" if net == 0 else f"FINAL {'win' if net > 0 else 'lose'} {abs(net)}")
        raise Over

    def roll() -> int:
        if len(dice) < 2:
            final()
        a, b = dice.pop(0), dice.pop(0)
        told.append(f"ROLL {a} {b}")
        return a + b

    def yes(answer: str | None) -> bool:
        return re.fullmatch(r"\s*y(es)?\s*", answer or "", re.IGNORECASE) is not None

    told.append("BANNER")
    try:
        answer = ask("commentary")
        if answer is None:
            final()
        if yes(answer):
            told.append("SHOW commentary")
        while True:
            if money >= 50_000 and owed > 0:
                told.extend([f"INFO now_have {money}", "AUTO_REPAY_ALL"])
                money, owed = money - 2000 * owed, 0
            if money >= 100_000:
                told.append("BANK_BROKEN")
                if not yes(ask("new_game")):
                    return told
                money, owed = 2000, 0
                continue
            if money <= 0:
                if owed == 10:
                    told.append("CUT_OFF 10 markers")
                    return told
                if not yes(ask("marker")):
                    final()
                money, owed = 2000, owed + 1
            if owed > 0:
                told.append(f"INFO markers {owed}")
                if money > 2000:
                    told.append(f"INFO now_have {money}")
                    answer = ask("repay")
                    if answer is None:
                        final()
                    if yes(answer) and owed == 1:
                        money, owed = money - 2000, 0
                    elif yes(answer):
                        while True:
                            answer = ask("how_many")
                            if answer is None:
                                told.append("REFUSED_TO_PAY")
                                final()
                            if not re.fullmatch("[0-9]+", answer or ""):
                                told.append("REJECT not_a_number")
                                continue
                            many = int(answer or "")
                            if many > owed:
                                told.append("REJECT more_than_owed")
                            elif many * 2000 > money:
                                told.append("REJECT not_enough_money")
                            elif many * 2000 == money:
                                told.append("REJECT would_leave_zero")
                            else:
                                money, owed = money - many * 2000, owed - many
                                told.append(f"REPAID {many}")
                                break
            told.append(f"INFO bankroll {money}")
            while True:
                answer = ask("bet")
                if answer is None:
                    final()
                if re.fullmatch("-?[0-9]+", answer or "") and abs(int(answer or "")) <= money:
                    break
                told.append("REJECT bet")
            house, bet = (answer or "").startswith("-"), abs(int(answer or ""))
            first = roll()
            if first in (2, 3, 7, 11, 12):
                roller, made = first in (7, 11), None
                last = first
            else:
                told.append(f"POINT {first}")
                last = roll()
                while last != first and last != 7:
                    last = roll()
                roller = last == first
                made = first if roller else None
            if roller == house:
                told.append(f"LOSE bet {bet}")
                money -= bet
            else:
                told.append(f"WIN made_point {made}" if made else f"WIN with {last}")
                money += bet
    except Over:
        return told
