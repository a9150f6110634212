"""craps(6) rule by rule (games.md A.2), and against an independent model."""

import pytest
from craps6_model import story
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules.craps6 import Craps6, is_number, is_yes
from controller.rules.craps6_events import BELL, QUESTIONS, Event, Kind, trace, words

SEVEN, TWO = [3, 4], [1, 1]
WON = SEVEN  # a roller's win at once
LOST = TWO


def play(answers: list[str], dice: list[int], game: Craps6 | None = None) -> list[Event]:
    """Play a sitting; dice or answers used up are the end of input at the next prompt."""
    answers, dice = list(answers), list(dice)
    game = game or Craps6(lambda: (dice.pop(0), dice.pop(0)) if len(dice) > 1 else None)
    game._roll = lambda: (dice.pop(0), dice.pop(0)) if len(dice) > 1 else None
    playing = game.play()
    events = [next(playing)]
    while True:
        asked = events[-1].kind is Kind.ASK
        try:
            events.append(playing.send(answers.pop(0) if asked and answers and dice else None))
        except StopIteration:
            return events


def told(answers: str, dice: list[int]) -> list[str]:
    return [trace(event) for event in play(answers.split(), dice)]


def doubled(times: int) -> str:
    """Answers that win so many rounds, everything staked each time."""
    return " ".join(str(2000 * 2**n) for n in range(times))


def test_the_protocols_first_example():
    assert told("n 100 0", [3, 4]) == [
        "BANNER", "ASK commentary", "INFO bankroll 2000", "ASK bet", "ROLL 3 4", "WIN with 7", "INFO bankroll 2100",
        "ASK bet", "FINAL win 100",
    ]  # fmt: skip


def test_the_protocols_second_example():
    assert told("n 2000 y 2000 y 2000 y 1 100", [1, 1, 1, 1, 3, 4, 3, 4]) == [
        "BANNER", "ASK commentary", "INFO bankroll 2000", "ASK bet", "ROLL 1 1", "LOSE bet 2000", "ASK marker",
        "INFO markers 1", "INFO bankroll 2000", "ASK bet", "ROLL 1 1", "LOSE bet 2000", "ASK marker", "INFO markers 2",
        "INFO bankroll 2000", "ASK bet", "ROLL 3 4", "WIN with 7", "INFO markers 2", "INFO now_have 4000", "ASK repay",
        "ASK how_many", "REPAID 1", "INFO bankroll 2000", "ASK bet", "ROLL 3 4", "WIN with 7", "INFO markers 1",
        "INFO now_have 2100", "ASK repay", "FINAL lose 1900",
    ]  # fmt: skip


def test_UX_1_a_sitting_begins_with_2000():
    assert told("n", [1])[:3] == ["BANNER", "ASK commentary", "INFO bankroll 2000"]


def test_UX_2_the_commentary_is_shown_on_a_yes_and_end_of_input_there_breaks_even():
    assert "SHOW commentary" in told("y", [1])
    assert "SHOW commentary" not in told("n", [1])
    assert told("", [1]) == ["BANNER", "ASK commentary", "FINAL break_even"]


def test_UX_3_and_UX_14_automatic_repayment_from_50000_on():
    lost_once = "n 2000 y"
    at_64000 = f"{lost_once} 2000 n 4000 n 8000 n 16000 n 32000 0"
    trail = told(at_64000, [*LOST, *WON * 5, 1])
    assert trail[-6:-1] == ["WIN with 7", "INFO now_have 64000", "AUTO_REPAY_ALL", "INFO bankroll 62000", "ASK bet"]
    exactly = f"{lost_once} 2000 n 4000 n 8000 n 16000 n 18000 0"
    trail = told(exactly, [*LOST, *WON * 5, 1])
    assert "INFO now_have 50000" in trail
    assert "INFO bankroll 48000" in trail


@pytest.mark.parametrize("bet", ["0", "-0", "007", "-00100", "2000", "-2000"])
def test_UX_4_legal_bets(bet):
    assert "REJECT bet" not in told(f"n {bet}", SEVEN)


@pytest.mark.parametrize("bet", ["", "x", " 5", "5 ", "+5", "1.5", "-", "--5", "2001", "-2001", "٣", "9" * 5000])
def test_UX_5_illegal_bets_are_asked_again_and_leave_no_house_side_on(bet):
    events = [trace(event) for event in play(["n", bet, "100"], SEVEN)]
    assert events[3:8] == ["ASK bet", "REJECT bet", "ASK bet", "ROLL 3 4", "WIN with 7"]


def test_UX_6_house_bets_win_and_lose_the_reverse_and_12_is_not_barred():
    for dice in ([6, 6], [1, 1], [1, 2], [2, 3, 3, 4]):
        assert told("n -100", dice)[-3] == f"INFO bankroll {2100}"
    for dice in ([3, 4], [5, 6], [2, 3, 4, 1]):
        assert "LOSE bet 100" in told("n -100", dice)


def test_UX_7_first_rolls():
    for dice in ([3, 4], [5, 6]):
        assert f"WIN with {sum(dice)}" in told("n 100", dice)
    for dice in ([1, 1], [1, 2], [6, 6]):
        assert "LOSE bet 100" in told("n 100", dice)


def test_UX_8_points_and_how_their_ends_are_told():
    assert told("n 100", [2, 4, 1, 1, 5, 1])[4:9] == ["ROLL 2 4", "POINT 6", "ROLL 1 1", "ROLL 5 1", "WIN made_point 6"]
    assert told("n -100", [2, 4, 3, 4])[-4] == "WIN with 7"
    assert told("n -100", [2, 4, 3, 3])[-4] == "LOSE bet 100"
    assert told("n 100", [2, 4, 3, 4])[-4] == "LOSE bet 100"


def test_UX_8_in_words_dice_are_tabbed_further_rolls_indented_and_wins_ring():
    assert words(Event(Kind.ROLL, (3, 4))) == "3\t4\n"
    assert words(Event(Kind.ROLL, (3, 4), for_point=True)) == "\t3\t4\n"
    for kind in (Kind.WIN, Kind.MADE_POINT):
        assert BELL in words(Event(kind, (7,)))
    assert BELL not in words(Event(Kind.LOSE, (7,)))


def test_UX_9_a_marker_lends_2000_and_anything_but_yes_ends():
    assert told("n 2000 y", [*LOST, 1])[-4:-1] == ["INFO markers 1", "INFO bankroll 2000", "ASK bet"]
    assert told("n 2000 maybe", [*LOST, 1])[-2:] == ["ASK marker", "FINAL lose 2000"]


def test_UX_10_and_UX_11_reminded_of_markers_but_asked_only_above_2000():
    trail = told("n 2000 y 0 5 n", [*LOST, *LOST, *WON, 1])
    assert trail.count("INFO markers 1") == 3
    assert trail.count("ASK repay") == 1
    assert trail.index("ASK repay") > trail.index("INFO now_have 2005")


def test_UX_11_one_marker_is_repaid_at_once():
    trail = told("n 2000 y 100 y", [*LOST, *WON, 1])
    assert trail[-4:] == ["ASK repay", "INFO bankroll 100", "ASK bet", "FINAL lose 1900"]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [("", "not_a_number"), ("one", "not_a_number"), ("-1", "not_a_number"), ("4", "more_than_owed"),
     ("3", "not_enough_money"), ("2", "would_leave_zero")],
)  # fmt: skip
def test_UX_12_wrong_numbers_of_markers(answer, complaint):
    answers = ["n", "2000", "y", "2000", "y", "2000", "y", "2000", "y", answer]
    trail = [trace(event) for event in play(answers, [*LOST * 3, *WON, 1])]
    assert trail[-6:] == ["ASK repay", "ASK how_many", f"REJECT {complaint}", "ASK how_many", "REFUSED_TO_PAY",
                          "FINAL lose 4000"]  # fmt: skip


def test_UX_12_none_is_accepted():
    trail = told("n 2000 y 2000 y 2000 y 0", [*LOST * 2, *WON, 1])
    assert trail[-4:-1] == ["REPAID 0", "INFO bankroll 4000", "ASK bet"]


def test_UX_13_the_tenth_marker_is_played_and_the_next_bust_ends_without_an_account():
    trail = told("n " + "2000 y " * 10 + "2000 y", [*LOST * 11, 1])
    assert trail[-2:] == ["LOSE bet 2000", "CUT_OFF 10 markers"]
    assert "INFO markers 10" in trail


def test_UX_15_a_broken_bank_and_a_new_game_without_a_second_greeting():
    rich = f"n {doubled(6)}"
    trail = told(f"{rich} y", [*WON * 6, 1])
    assert trail[-4:] == ["ASK new_game", "INFO bankroll 2000", "ASK bet", "FINAL break_even"]
    assert trail.count("BANNER") == 1
    assert told(f"{rich} n", [*WON * 6, 1])[-2:] == ["BANK_BROKEN", "ASK new_game"]


def test_UX_16_the_account_counts_the_markers():
    game = Craps6(lambda: None)
    game.bankroll, game.markers = 7000, 2
    assert game.account() == Event(Kind.FINAL_WIN, (1000,))


def test_UX_17_what_is_a_yes():
    assert all(map(is_yes, ("y", "Y", "yes", "YES", "Yes ")))
    assert not any(map(is_yes, ("", "n", "yellow", "ja", None)))


def test_bug_9_end_of_input_is_a_no_everywhere():
    assert told("y 2000", LOST)[-2:] == ["ASK marker", "FINAL lose 2000"]
    assert told(f"y {doubled(6)}", WON * 6)[-1] == "ASK new_game"


def test_every_question_and_event_has_words():
    assert all(words(Event(Kind.ASK, about=question)) for question in QUESTIONS)
    numbered = {kind: words(Event(kind, (7, 7))) for kind in Kind if kind not in (Kind.ASK, Kind.REJECT)}
    assert all(text.endswith("\n") for text in numbered.values())
    assert is_number("0123")


FACE = st.integers(1, 6)
LUCK = st.sampled_from([(3, 4), (1, 1), (5, 6), (2, 2)])
DICE = st.lists(st.one_of(st.tuples(FACE, FACE), LUCK, LUCK, LUCK), max_size=60).map(
    lambda pairs: [die for pair in pairs for die in pair]
)
ANSWERS = st.lists(
    st.one_of(
        st.sampled_from(["y", "n", "yes", "", "Y", "yellow", "0", "-0", "1", "2", "3", "2000", "4000", "-2000", "1e3"]),
        st.integers(-9000, 9000).map(str),
        st.sampled_from(["8000", "16000", "32000", "-64000", "50000", "48000"]),
    ),
    max_size=80,
)


@settings(max_examples=400, deadline=None)
@given(ANSWERS, DICE, st.integers(0, 1))
def test_the_game_tells_what_the_model_tells(answers, dice, odd):
    dice = dice[: len(dice) - odd]
    assert [trace(event) for event in play(answers, dice)] == story(answers, dice)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_player_who_answers_sensibly_comes_far(data):
    """Answers made for the question that is asked, so that markers, repayment and the bank are reached."""
    dice = data.draw(
        st.lists(LUCK, min_size=20, max_size=60).map(lambda pairs: [die for pair in pairs for die in pair])
    )
    answers: list[str] = []
    while True:
        trail = story(answers, dice)
        if not trail[-2].startswith("ASK") or len(answers) > 60:
            break
        question = trail[-2].removeprefix("ASK ")
        money = next((int(line.split()[-1]) for line in reversed(trail) if line.startswith("INFO bankroll")), 0)
        choices = {"bet": [str(money), f"-{money}", str(money // 2)], "how_many": ["0", "1", "2", "x"]}
        before = len(trail)
        answers.append(data.draw(st.sampled_from(choices.get(question, ["y", "y", "y", "n"]))))
        if len(story(answers, dice)) == before:
            break
    assert [trace(event) for event in play(answers, dice)] == story(answers, dice)
